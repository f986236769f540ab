"""Messages about unknown words: the nearest valid word, and the error in the name of a game."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from player.errors import shorten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_OTHER_EXAMPLES = {
    "number": "number-0..100", "words": "words:FILE", "differentiating": "differentiating:FILE",
    "absurdle": "absurdle",
}  # fmt: skip


def wrong_game(name: str, aliases: Iterable[str], families: Mapping[str, Any], max_symbols: int) -> str:
    """Return the message about an invalid name of a game: the form of names in its family, and a similar valid name.

    `families` is `player.rules.names.FAMILIES`.
    """
    text = name.strip().lower()
    examples = _OTHER_EXAMPLES | {
        family: f"{family}-4x{10 if row.is_distinct else 6}" for family, row in families.items()
    }
    names = [*aliases, "p4c6r", "p4c10n"]
    for family, row in families.items():
        for positions in range(1, row.max_positions + 1):
            sizes = range(max(positions * row.is_distinct, 2), max_symbols + 1)
            ends = ("", "-any") if row.is_distinct else ("",)
            names += [f"{family}-{positions}x{size}{end}" for size in sizes for end in ends]
    head = text.partition(":")[0].partition("-")[0]
    near = nearest(text, names, 0.85) or examples.get(nearest(head, examples) or "", "bulls-4x10")
    if os.path.isfile(name.strip()) and not text.endswith(".tree"):
        near = f"words:{name.strip()}"
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
    if name.startswith(("words:", "number-", "differentiating:")):
        import shlex

        hint = f"build it first: {shlex.join(['treegen', 'build', name, '-o', 'my.tree'])}"
        return f"{name[:80]!r} names a game, and no tree of it is shipped; {hint}"
    hint = f"did you mean {near}?" if near else f"build one, or choose one of: {', '.join(shipped)}"
    return f"{name[:80]!r}: no such tree is shipped; {hint}"
