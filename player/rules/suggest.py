"""The hint at the end of a message about an unknown word."""

from __future__ import annotations

import difflib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["suggest"]


def suggest(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: the nearest known one, or all of them."""
    names = list(known)
    near = difflib.get_close_matches(word[:60].lower(), names, n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else f"choose one of: {', '.join(names)}"
