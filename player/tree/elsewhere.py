"""Finds the tree of a TREE argument that is not the name of a shipped file: other spellings, atlas, word lists."""

from __future__ import annotations

import os

from player.errors import BadInput
from player.rules.names import parse
from player.rules.variants import refuse_variant


def find_elsewhere(name: str, folder: str, atlas: str | None, shipped: list[str]) -> str:
    """Return the path that a TREE argument means, in any spelling of a game's name. Raises BadInput if there is none.

    `shipped` are the names of the trees in `folder`; `atlas` is the folder of atlas.json, or None.
    """
    refuse_variant(name)
    (game, dot, kind), is_game = name.partition("."), False
    try:
        rules, is_game = parse(game), True
        game = rules.name.rpartition("=")[0] if rules.names else rules.name
    except BadInput as error:
        from player.rules.lists import SYNONYMS, find_list

        if find_list(game):
            return _tree_of_list(SYNONYMS.get(game, game), kind or "total")
        if not dot and name:
            raise BadInput(f"{error} (shipped trees: {', '.join(shipped)})") from None
    names = [f"{game}.{one}.tree" for one in ([kind] if dot else ["total", "entropy"])]
    if path := _find_file([folder, *([os.path.join(atlas, "atlas")] if atlas else [])], names):
        return path
    from player.rules.misspelt import suggest_tree

    more = "" if atlas else "; guesstree has more (pip install guesstree)"
    raise BadInput(suggest_tree(name, f"{game}.{kind}" if is_game else "", shipped) + more)


def _find_file(folders: list[str], names: list[str]) -> str | None:
    """Return the first path of a file with one of these names in one of the folders, or None."""
    return next(filter(os.path.isfile, (os.path.join(folder, name) for folder in folders for name in names)), None)


def _tree_of_list(game: str, kind: str) -> str:
    """Return the path of a tree of a named list, by its kind, such as "total". Raises BadInput if there is none."""
    from player.rules.lists import folders, user_folder

    if path := _find_file(folders(), [f"{game}.{kind}.tree"]):
        return path
    new = os.path.join(user_folder(), f"{game}.total.tree")
    raise BadInput(f"{game}: there is no tree of it yet; this makes one: treegen solve {game} -o {new}")
