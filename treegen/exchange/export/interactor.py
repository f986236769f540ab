"""The judge's side as one C++ file: an interactor for testlib, and an output validator for DOMjudge and Kattis."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from player.errors import BadInput, require
from player.judge.checks import ends
from player.judge.lines import Line
from player.judge.wording import Wording
from player.judge.wrong_tree import find_worded, play_alike
from player.rules.lists import UNKNOWN_RULE, TreeRules
from player.rules.names import AnyRules, Rules, parse, read_game, rules_of
from player.rules.tables import TableRules
from player.tree import open_tree, shipped_trees
from treegen.exchange.export.codec import MAX_LABELS, comparison, letters
from treegen.exchange.export.languages import literal, render_template, size, wording_fields
from treegen.games.lookup import as_game
from treegen.insight.verify import GameRules

INTERACTORS = {
    "testlib": "an interactor in the manner of testlib.h",
    "validator": "an output validator for DOMjudge and Kattis",
}
MAX_SECRETS = 1_000_000  # an adaptive judge keeps a list of them; or entries of a table


def choose_game(dialect: str | None, source: str | None, options: Mapping[str, Any]) -> Wording:
    """Return the wording of the judge that `--dialect`, GAME (or a tree of it) and the options of wording mean."""
    row = find_worded(dialect, options)
    if source is None:
        require(row.game, f"{row.called} takes any game; name a GAME to play")
        return Wording(row, parse(row.game))
    rules = rules_of(open_tree(source)) if is_tree(source) else _rules_of_game(source)
    if row.game and not play_alike(parse(row.game), rules):
        require(not dialect, f"{row.called} plays {row.game}, not {rules.brief}; leave one of them out")
        row = find_worded("plain", {"limit": options.get("limit")})
    return Wording(row, rules)


def is_tree(source: str) -> bool:
    """Return whether an argument names a tree, and not a game."""
    is_file = "/" in source or source.endswith(".tree") or source in shipped_trees()
    return is_file and not source.lower().startswith(("words:", "table:"))


def _rules_of_game(source: str) -> AnyRules:
    try:
        return read_game(source)
    except BadInput:
        game = as_game(source, "export")
        return game.rules or GameRules(game)


def _unwrap(line: Line) -> str:
    """Return the expression that reads the guess in a line of the program, in any of its kinds."""
    quoted = partial(literal, language="cpp")
    words = {} if line.kinds[1:] else line.words
    symbols = ", ".join(f"{{{quoted(text)}, {quoted(symbol)}}}" for symbol, text in words.items())
    more = f"{{{symbols}}}, {'true' if line.blank else 'false'}, guess"
    return " || ".join(f"unwrap(line, {', '.join(map(quoted, (*way, kind)))}, {more})" for kind, *way in ends(line))


def render_interactor(wording: Wording, form: str) -> str:
    """Return the source file of a judge, in one of the forms INTERACTORS.  Raise BadInput for other games."""
    rules, dialect = wording.rules, wording.dialect
    is_table = isinstance(rules, GameRules | TableRules)
    if rules.rule is UNKNOWN_RULE and not is_table:
        raise BadInput(f"an interactor needs all feedbacks of {rules.brief}, which its tree lacks; name the GAME")
    entries = rules.secret_count * (rules.guess_count if is_table else 1)
    if len(rules.labels) > MAX_LABELS or entries > MAX_SECRETS:
        large = f"{entries} {'entries' if is_table else 'secrets'} and {len(rules.labels)} feedbacks"
        raise BadInput(f"{rules.brief} has {large}; an interactor takes up to {MAX_SECRETS} and {MAX_LABELS}")
    limit = f", at most {dialect.limit} guesses" if dialect.limit else ""
    final = f", then the secret as {dialect.final!r}" if dialect.final else ""
    is_listed, labels, winning = not isinstance(rules, Rules), rules.labels, rules.winning
    ordered = [*labels[:winning], *labels[winning + 1 :], labels[winning]]
    fields = wording_fields(wording, ordered)
    if is_table:
        secrets, number = rules.secrets(), ordered.index
        rows = [[number(rules.feedback(guess, secret)) for secret in secrets] for guess in rules.guesses()]
        fields |= {"naming": "", "is_marked": True, "table": rows}
    else:
        fields |= comparison(rules, partial(size, language="cpp"))
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
        "losing": [f"label == {ordered.index(labels[i])}" for i in rules.losing if not rules.rule.naming],
        "program": False,
        "rules": rules,
        "is_listed": is_listed,
        "lists": [" ".join(words) for words in lists],
        "symbols": letters(rules) if is_listed else rules.symbols,
        "places": getattr(rules, "positions", 1),
        "ask_size": wording.ask_size,
        "asks": _unwrap(wording.question),
        "finals": _unwrap(wording.answer),
    }
    return render_template("interactor.cpp.j2", fields)
