"""What installed packages add to guesstree: the objects of their entry points, by group and name."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import Any

from player.errors import BadInput


def added(group: str) -> dict[str, EntryPoint]:
    """The entry points of the group `guesstree.GROUP`, by name."""
    return {point.name: point for point in entry_points(group=f"guesstree.{group}")}


def load(group: str, name: str, *, is_called: bool = False) -> Any:
    """The object that a package adds under a name, or what it returns if it is called; None if there is none.

    Raises BadInput where that fails; the message names the package.
    """
    point = added(group).get(name)
    if point is None:
        return None
    try:
        found = point.load()
        return found() if is_called else found
    except Exception as error:
        package = f" (package {point.dist.name})" if point.dist else ""
        raise BadInput(f"{name}: {point.value}{package}: {type(error).__name__}: {error}") from error
