"""The trees of proved games, which come with treegen: where they lie, and what to say where they are missing."""

from __future__ import annotations

import os
from importlib.util import find_spec

from player.errors import BadInput
from player.rules.misspelt import suggest_tree

__all__ = ["atlas_folder", "find_in_atlas"]


def atlas_folder() -> str | None:
    """The folder with atlas.json, and atlas/ with the trees; None where treegen is not installed, nor imported here."""
    found = find_spec("treegen")
    if found is None or not found.submodule_search_locations:
        return None
    package = os.path.abspath(found.submodule_search_locations[0])
    inside = os.path.join(package, "trees")
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(package), "trees")


def find_in_atlas(files: list[str], name: str, tree: str, shipped: list[str]) -> str:
    """The path of the first of these files that is there; BadInput, made from the rest, if there is none."""
    folder = atlas_folder()
    for file in files if folder else ():
        path = os.path.join(folder or "", "atlas", file)
        if os.path.isfile(path):
            return path
    more = "" if folder else "; with guesstree come more (pip install guesstree)"
    raise BadInput(suggest_tree(name, tree, shipped) + more)
