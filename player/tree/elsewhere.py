"""Trees that no file is named after as they are typed: other spellings of games, the atlas, the trees of word lists."""

from __future__ import annotations

import os

from player.errors import BadInput
from player.rules.names import parse
from player.rules.variants import refuse_variant


def find_elsewhere(name: str, folder: str, atlas: str | None, shipped: list[str]) -> str:
    """The path that a TREE argument means, a game's name however it is spelled; BadInput when there is none.

    `shipped` are the names of the trees in `folder`; `atlas` is the folder with those of proved games, if it is there.
    """
    refuse_variant(name)
    (game, dot, how), is_game = name.partition("."), False
    try:
        rules, is_game = parse(game), True
        game = rules.name.rpartition("=")[0] if rules.names else rules.name
    except BadInput as error:
        from player.rules.lists import find_list

        if path := find_list(game):
            return _of_list(os.path.basename(path).partition(".")[0], how or "total")
        if not dot and name:
            raise BadInput(f"{error} (shipped trees: {', '.join(shipped)})") from None
    how = how.lower()
    for place in [folder, *([os.path.join(atlas, "atlas")] if atlas else [])]:
        for strategy in [how] if dot else ["total", "entropy"]:
            path = os.path.join(place, f"{game}.{strategy}.tree")
            if os.path.isfile(path):
                return path
    from player.rules.misspelt import suggest_tree

    more = "" if atlas else "; treegen and more trees come with guesstree (pip install guesstree)"
    raise BadInput(suggest_tree(name, f"{game}.{how}" if is_game else "", shipped) + more)


def _of_list(game: str, how: str) -> str:
    """The path of a tree that lies beside the named lists; BadInput if there is none."""
    from player.rules.lists import folders, user_folder

    for folder in folders():
        path = os.path.join(folder, f"{game}.{how}.tree")
        if os.path.isfile(path):
            return path
    wanted = os.path.join(user_folder(), f"{game}.total.tree")
    raise BadInput(f"{game}: there is no tree of it yet; this makes one: treegen solve {game} -o {wanted}")
