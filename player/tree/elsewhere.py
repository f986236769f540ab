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
        from player.rules.lists import find_list, folders, user_folder

        if path := find_list(game):
            game = os.path.basename(path).partition(".")[0]
            if path := _find_file(folders(), [f"{game}.{kind or 'total'}.tree"]):
                return path
            new = os.path.join(user_folder(), f"{game}.total.tree")
            make = f"this makes one: treegen solve {game} -o {new}"
            raise BadInput(f"{game}: there is no tree of it yet; {make}") from None
        if not dot and name:
            raise BadInput(f"{error} (shipped trees: {', '.join(shipped)})") from None
    names = [f"{game}.{strategy}.tree" for strategy in ([kind.lower()] if dot else ["total", "entropy"])]
    if path := _find_file([folder, *([os.path.join(atlas, "atlas")] if atlas else [])], names):
        return path
    from player.rules.misspelt import suggest_tree

    more = "" if atlas else "; treegen and more trees come with guesstree (pip install guesstree)"
    raise BadInput(suggest_tree(name, f"{game}.{kind}" if is_game else "", shipped) + more)


def _find_file(folders: list[str], names: list[str]) -> str | None:
    """Return the first path of a file with one of these names in one of the folders, or None."""
    return next(filter(os.path.isfile, (os.path.join(folder, name) for folder in folders for name in names)), None)
