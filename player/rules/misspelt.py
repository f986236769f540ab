"""Messages about unknown words: the nearest valid word, and the error in the name of a game."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from player.errors import shorten
from player.rules.titles import command_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_OTHER_EXAMPLES = {
    "number": "number-0..100", "words": "words:FILE", "differentiating": "differentiating:FILE",
    "absurdle": "absurdle", "dordle": "wordle --boards 2", "quordle": "wordle --boards 4",
    "octordle": "wordle --boards 8",
}  # fmt: skip


def wrong_game(name: str, aliases: Iterable[str], families: Mapping[str, Any], max_symbols: int) -> str:
    """Return the message about an invalid name of a game: the form of names in its family, and a similar valid name.

    `families` is `player.rules.names.FAMILIES`.
    """
    from player.rules.lists import named_lists

    text, lists = name.strip().lower(), named_lists()
    examples = _OTHER_EXAMPLES | dict(zip(lists, lists, strict=True))
    names = [*aliases, "p4c6r", "p4c10n", *lists]
    for family, row in families.items():
        examples[family] = examples[row.title.lower()] = f"{family}-4x{10 if row.is_distinct else 6}"
        for positions in range(1, row.max_positions + 1):
            sizes = range(max(positions * row.is_distinct, 2), max_symbols + 1)
            endings = ("", "-any") if row.is_distinct else ("",)
            names += [f"{family}-{positions}x{size}{ending}" for size in sizes for ending in endings]
    head = text.partition(":")[0].partition("-")[0]
    near = nearest(text, names, 0.86) or examples.get(nearest(head, examples) or "", "bulls-4x10")
    if os.path.isfile(name.strip()) and not text.endswith(".tree"):
        from player.rules.tables import ENDINGS

        near = f"{'table' if text.endswith(ENDINGS) else 'words'}:{name.strip()}"
    row = families.get(head)
    problem = "no such game"
    if row is not None:
        symbols = f"as many symbols or more, up to {max_symbols}" if row.is_distinct else f"2 to {max_symbols} symbols"
        suffixes = " ".join(f"-{suffix}" for suffix in ("any", "nozero", *row.suffixes))
        problem = f"{row.name} takes 1 to {row.max_positions} positions, {symbols}, and {suffixes}"
    return f"{shorten(name, 30)}: {problem}; did you mean {near}?"


def nearest(word: str, choices: Iterable[str], least: float = 0.6) -> str | None:
    """Return the choice that is most similar to `word`, regardless of capitals, or None if none is similar enough.

    `least` is the least similarity, from 0 to 1.
    """
    import difflib

    words = {name.lower(): name for name in choices}
    near = difflib.get_close_matches(word[:60].strip().lower(), words, n=1, cutoff=least)
    return words[near[0]] if near else None


def suggest(word: str, choices: Iterable[str]) -> str:
    """Return the end of a message about an unknown word: the nearest choice or, if none is near, all choices."""
    names = list(choices)
    near = nearest(word, names)
    return f"did you mean {near}?" if near else f"choose one of: {', '.join(names)}"


def suggest_tree(name: str, tree: str, shipped: list[str]) -> str:
    """Return the message that no tree `name` is shipped; `tree` is `name` in the usual spelling ("": no such game)."""
    if os.path.isfile(name):
        return f"{name[:80]!r} does not end in .tree; if it is a tree file, write ./{name[:80]}"
    game = tree.partition(".")[0]
    near = nearest(tree or name, [other for other in shipped if not game or other.startswith(f"{game}.")], 0.9)
    is_other = name.startswith(("words:", "number-", "differentiating:", "table:"))
    hint = f"did you mean {near}?" if near else f"build one, or choose one of: {', '.join(shipped)}"
    if is_other or (game and not near):
        command = command_line(["treegen", "build", name if is_other else game, "-o", "my.tree"])
        hint = f"build one and name it: {command}"
    return f"{name[:80]!r}: no such tree is shipped; {hint}"
