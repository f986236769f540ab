"""What messages say about an unknown word: the nearest good one, and what is wrong with the name of a game."""

from __future__ import annotations

import os

from player.rules.numbers import shorten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

_MANY = 2000  # of more words only those that differ in a letter are looked for
_OTHER_FAMILIES = {
    "number": "number-0..100", "words": "words:FILE", "differentiating": "differentiating:FILE",
    "absurdle": "absurdle",
}  # fmt: skip


def find_wrong(row: Any, size: tuple[int, int], most: tuple[int, int], suffixes: list[str]) -> tuple[Any, ...]:
    """What is wrong with the name of a code game of a family; the nearest good positions, symbols and suffixes."""
    positions, symbols = size
    least = min(max(positions, 1), most[0])
    good = min(max(symbols, 2, least if row.is_distinct or "distinct" in suffixes else 2), most[1])
    known = [suffix for suffix in suffixes if suffix in ("any", "nozero", *row.suffixes)]
    unknown, rules = [suffix for suffix in suffixes if suffix not in known], row.rules_among(known)
    if positions != least:
        what = f"1 to {most[0]} positions"
    elif symbols > good:
        what = f"at most {most[1]} symbols"
    elif symbols < 2:
        what = "at least 2 symbols"
    elif symbols < good:
        what = f"{positions} different symbols cannot come from {symbols}"
    elif unknown:
        what = f"unknown suffix -{shorten(unknown[0], 20)}"
    else:
        what = f"{' and '.join(f'-{rule}' for rule in rules)} are two ways to count cows"
    known += ["any" for suffix in unknown if "repeat" in suffix or "repetition" in suffix]
    return what, least, min(good, 10), frozenset(known) - set(rules[1:])  # ten symbols are the most without names


def nearest_name(text: str, aliases: Iterable[str], families: Mapping[str, Any], max_symbols: int) -> str:
    """The good name of a code game that is most like `text`; `families` are rows of `FAMILIES`."""
    if os.path.isfile(text) and not text.endswith(".tree"):
        return f"words:{text}"
    text = text.lower()
    head = text.partition(":")[0].partition("-")[0]
    family = nearest(head, _OTHER_FAMILIES)
    if family and family != head:
        return _OTHER_FAMILIES[family]
    if not any(symbol.isdecimal() for symbol in text):
        family = nearest(head, families)
        if family:
            return f"{family}-4x{10 if families[family].is_distinct else 6}"
    names = [*aliases, "p4c6r", "p4c10n"]
    for family, row in families.items():
        for positions in range(1, row.max_positions + 1):
            least = positions if row.is_distinct else 2
            for symbols in range(max(least, 2), max_symbols + 1):
                name = f"{family}-{positions}x{symbols}"
                names += [name, f"{name}-any"] if row.is_distinct else [name]
    return nearest(text, names, 0.5) or "bulls-4x10"


def nearest(word: str, known: Iterable[str], least: float = 0.6) -> str | None:
    """The known word that is most like `word`, one that differs in a single letter first; None if all are too unlike.

    Capitals count as small letters.  `least` is how much must agree, from 0 to 1, beyond a single letter.
    """
    words = list(known)
    text = word[:60].strip().lower()
    for name in words:
        if is_one_letter_off(text, name.lower()):
            return name
    if len(words) > _MANY:
        return None
    import difflib

    near = difflib.get_close_matches(text, [name.lower() for name in words], n=1, cutoff=least)
    return next((name for name in words if name.lower() == near[0]), None) if near else None


def is_one_letter_off(one: str, other: str) -> bool:
    """Whether words are equal, or become so by a letter changed, added or left out, or two neighbours exchanged."""
    if abs(len(one) - len(other)) > 1 or min(len(one), len(other)) < 2:
        return one == other
    start = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, goal = one[start:], other[start:]
    return rest[1:] in (goal[1:], goal) or rest == goal[1:] or (rest[1::-1] + rest[2:] == goal)


def suggest(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: the nearest known one, or all of them."""
    names = list(known)
    near = nearest(word, names)
    return f"did you mean {near}?" if near else f"choose one of: {', '.join(names)}"


def suggest_tree(name: str, tree: str, shipped: list[str]) -> str:
    """The message about a tree that is not shipped; `tree` is its name where its game is good, else ""."""
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
