"""The judge's side as one C++ file: an interactor for testlib, and an output validator for DOMjudge and Kattis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from player.errors import BadInput
from player.judge.codemaker import squeeze
from player.judge.wording import Wording
from player.judge.wrong_tree import find_worded, have_same_secrets
from player.rules.lists import UNKNOWN_RULE, TreeRules
from player.rules.names import Rules, parse, read_game, rules_of
from player.tree import open_tree, shipped_trees
from treegen.exchange.export.codec import MAX_LABELS, comparison, letters
from treegen.exchange.export.languages import render_template, wording_fields

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
    rules = rules_of(open_tree(source)) if is_tree else read_game(source)
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
        size = f"{rules.secret_count} secrets and {len(rules.labels)} feedbacks"
        raise BadInput(f"{rules.brief} has {size}; an interactor takes up to {MAX_SECRETS} and {MAX_LABELS}")
    limit = f", at most {dialect.limit} guesses" if dialect.limit else ""
    final = f", then the secret as {dialect.final!r}" if dialect.final else ""
    is_listed, labels, winning = not isinstance(rules, Rules), rules.labels, rules.winning
    fields = wording_fields(wording, [*labels[:winning], *labels[winning + 1 :], labels[winning]])
    fields |= comparison(rules)
    lists = [rules.secrets()] if fields["is_marked"] and is_listed else []
    if lists and not isinstance(rules, TreeRules):
        lists.append(rules.guesses())  # the others are known by their symbols
    fields |= {
        "head": (
            f"The judge of {getattr(rules, 'called', '') or rules.brief}{limit}.",
            f"It reads {dialect.ask!r}{final}, and answers {dialect.reply!r}.",
            "Made by guesstree.  Licence: 0BSD. Use it anywhere, for anything; no notice needed.",
        ),
        "form": form,
        "program": False,
        "rules": rules,
        "is_listed": is_listed,
        "lists": ["".join(words) for words in lists],
        "symbols": letters(rules) if is_listed else rules.symbols,
        "places": getattr(rules, "positions", 1),
        "ask_size": wording.ask_size,
        "squeeze": squeeze,
    }
    return render_template("interactor.cpp.j2", fields)
