"""The judge's side as one C++ file: an interactor for testlib, and an output validator for DOMjudge and Kattis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from player.errors import BadInput
from player.judge.choose import find_worded
from player.judge.wording import Wording, squeeze
from player.judge.wrong_tree import have_same_secrets
from player.rules.feedback import UNKNOWN_RULE
from player.rules.lists import TreeRules
from player.rules.names import Rules, parse, read_game, rules_of
from player.tree import read_tree, shipped_trees
from treegen.exchange.export import comparing
from treegen.exchange.export.codec import MAX_LABELS, letters
from treegen.exchange.export.languages import render_template, wording_fields

if TYPE_CHECKING:
    from collections.abc import Mapping

INTERACTORS = {
    "testlib": "an interactor in the manner of testlib.h",
    "validator": "an output validator for DOMjudge and Kattis",
}
MAX_SECRETS = 1_000_000  # an adaptive judge keeps a list of them


def choose_game(dialect: str | None, source: str | None, options: Mapping[str, Any]) -> Wording:
    """Return the wording of the judge that `--dialect`, GAME (or a tree of it) and the options of wording mean."""
    row = find_worded(dialect, options)
    if source is None:
        if not row.game:
            raise BadInput(f"{row.called} takes any game; name a GAME to play")
        return Wording(row, parse(row.game))
    is_game = source.lower().startswith("words:")
    is_tree = not is_game and ("/" in source or source.endswith(".tree") or source in shipped_trees())
    rules = rules_of(read_tree(source)) if is_tree else read_game(source)
    if row.game and not have_same_secrets(parse(row.game), rules):
        if dialect:
            raise BadInput(f"{row.called} plays {row.game}, not {rules.brief}; leave one of them out")
        row = find_worded("plain", {"limit": options.get("limit")})
    return Wording(row, rules)


def render_interactor(wording: Wording, form: str) -> str:
    """Return the source file of a judge, in one of the forms INTERACTORS; BadInput if the game is none for it."""
    rules, dialect = wording.rules, wording.dialect
    if form not in INTERACTORS:
        raise BadInput(f"{form!r} is not a form of an interactor; choose one of: {', '.join(INTERACTORS)}")
    if rules.rule is UNKNOWN_RULE:
        raise BadInput(f"an interactor needs the rule of a game, and only a table has that of {rules.brief}")
    if len(rules.labels) > MAX_LABELS or rules.secret_count > MAX_SECRETS:
        raise BadInput(
            f"{rules.brief} has {rules.secret_count} secrets and {len(rules.labels)} feedbacks; "
            f"an interactor takes up to {MAX_SECRETS} and {MAX_LABELS}"
        )
    limit = f", at most {dialect.limit} guesses" if dialect.limit else ""
    final = f", then the secret as {dialect.final!r}" if dialect.final else ""
    head = (
        f"The judge of {getattr(rules, 'called', '') or rules.brief}{limit}.",
        f"It reads {dialect.ask!r}{final}, and answers {dialect.reply!r}.",
        "Made by guesstree.  Licence: 0BSD. Use it anywhere, for anything; no notice needed.",
    )
    fields, is_listed = (
        wording_fields(
            wording, [*rules.labels[: rules.winning], *rules.labels[rules.winning + 1 :], rules.labels[rules.winning]]
        )
        | comparing.fields(rules),
        not isinstance(rules, Rules),
    )
    lists = {"SECRET": rules.secrets()} if fields["is_marked"] and is_listed else {}
    if lists and not isinstance(rules, TreeRules):
        lists["GUESS"] = rules.guesses()
    fields |= {
        "head": head,
        "form": form,
        "rules": rules,
        "bare": ".substr(2)",
        "is_listed": is_listed,
        "has_form": "GUESS" not in lists and not fields["is_number"],  # guesses are known by their symbols
        "lists": {name: "".join(words) for name, words in lists.items()},
        "symbols": letters(rules) if is_listed else rules.symbols,
        "positions": getattr(rules, "positions", 1),
        "ask_size": wording.ask_size,
        "squeeze": squeeze,
    }
    return render_template("interactor.cpp.j2", fields)
