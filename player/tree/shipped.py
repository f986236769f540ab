"""The shipped tree that a game's name means."""

from __future__ import annotations

import os

from player.errors import BadInput
from player.rules.names import parse

__all__ = ["find_shipped"]


def find_shipped(name: str, folder: str, shipped: list[str]) -> str:
    """The path of the tree that a game's name, however it is spelled, means; `shipped` lie in `folder`."""
    game, dot, how = name.partition(".")
    try:
        game = parse(game).name
    except BadInput as error:
        if not dot and name:
            raise BadInput(f"{error} (shipped trees: {', '.join(shipped)})") from None
    wanted = [f"{game}.{how}"] if dot else [f"{game}.total", f"{game}.entropy"]
    for place in (folder, os.path.join(folder, "atlas")):
        for candidate in wanted:
            path = os.path.join(place, f"{candidate}.tree")
            if os.path.isfile(path):
                return path
    raise BadInput(f"{name[:80]!r}: no such tree is shipped; build one, or choose one of: {', '.join(shipped)}")
