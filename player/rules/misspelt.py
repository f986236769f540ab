"""What messages say about an unknown word: the nearest good one, and what is wrong with the name of a game."""

from __future__ import annotations

import difflib

from player.rules.feedback import MAX_MARKED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

__all__ = ["nearest_name", "problem", "suggest"]


def problem(size: tuple[int, int], most: tuple[int, int], good: tuple[int, int, list[str], bool]) -> str:
    """What is wrong with a number of positions and symbols; `good` are the nearest, and the unknown suffixes."""
    (positions, symbols), (good_positions, good_symbols, unknown, _) = size, good
    if positions != good_positions:
        return f"1 to {most[0]} positions"
    if symbols > good_symbols:
        return f"at most {most[1]} symbols"
    if symbols < 2:
        return "at least 2 symbols"
    if symbols < good_symbols:
        return f"{positions} different symbols cannot come from {symbols}"
    if unknown:
        suffix = "".join(symbol if symbol.isprintable() else "?" for symbol in unknown[0])
        return f"unknown suffix -{suffix if len(suffix) <= 20 else suffix[:17] + '...'}"
    return "-each and -matches are two ways to count cows"


def nearest_name(text: str, aliases: Iterable[str], families: Mapping[str, Any], most: tuple[int, int]) -> str:
    """The good name of a code game that is most like `text`; `most` are the positions and symbols that there may be."""
    names = [*aliases, "p4c6r", "p4c10n"]
    for family, row in families.items():
        for positions in range(1, (MAX_MARKED if row.rule == "marks" else most[0]) + 1):
            least = positions if row.is_distinct else 2
            for symbols in range(max(least, 2), most[1] + 1):
                name = f"{family}-{positions}x{symbols}"
                names += [name, f"{name}-any"] if row.is_distinct else [name]
    return (difflib.get_close_matches(text[:60], names, n=1, cutoff=0.5) or ["bulls-4x10"])[0]


def suggest(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: the nearest known one, or all of them."""
    names = list(known)
    near = difflib.get_close_matches(word[:60].lower(), names, n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else f"choose one of: {', '.join(names)}"
