"""Finds trees, shipped ones by their names and other files by their paths, and reads the bytes of a file."""

from __future__ import annotations

import os
import sys
from hashlib import sha256

import msgpack

from player.errors import BadInput, TreeFormatError, reason, require, shorten
from player.tree.columns import MAX_FILE_SIZE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from player.tree.columns import T


def trees_folder_of(package: str) -> str:
    """Return the folder of the trees of a package: inside an installed package, or beside the package in a checkout."""
    inside = os.path.join(package, "trees")
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(package), "trees")


def trees_folder() -> str:
    """Return the folder of the shipped trees."""
    return trees_folder_of(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def shipped_trees() -> list[str]:
    """Return the names of the shipped trees, sorted."""
    return sorted(name[:-5] for name in os.listdir(trees_folder()) if name.endswith(".tree"))


def find_tree(name: str) -> str:
    """Return the path that a TREE argument means, in any spelling of a game. Raises BadInput if there is none."""
    if os.sep in name or "/" in name or name.endswith(".tree"):
        return name
    path = os.path.join(trees_folder(), name + ".tree")
    return path if os.path.isfile(path) else _find_elsewhere(name)


def _find_elsewhere(name: str) -> str:
    """Return the path of a tree that is not shipped under this name: other spellings, the atlas, lists of words."""
    from player.rules.names import parse
    from player.rules.variants import refuse_variant

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
            raise BadInput(f"{error} (shipped trees: {', '.join(shipped_trees())})") from None
    names = [f"{game}.{strategy}.tree" for strategy in ([kind.lower()] if dot else ["total", "entropy"])]
    atlas = atlas_folder()
    if path := _find_file([trees_folder(), *([os.path.join(atlas, "atlas")] if atlas else [])], names):
        return path
    from player.rules.misspelt import suggest_tree

    more = "" if atlas else "; treegen and more trees come with guesstree (pip install guesstree)"
    raise BadInput(suggest_tree(name, f"{game}.{kind}" if is_game else "", shipped_trees()) + more)


def _find_file(folders: list[str], names: list[str]) -> str | None:
    """Return the first path of a file with one of these names in one of the folders, or None."""
    return next(filter(os.path.isfile, (os.path.join(folder, name) for folder in folders for name in names)), None)


def atlas_folder() -> str | None:
    """Return the folder of atlas.json and of atlas/, the trees of proved games, or None without treegen."""
    from importlib.util import find_spec

    found = find_spec("treegen")
    if found is None or not found.submodule_search_locations:
        return None
    return trees_folder_of(os.path.abspath(found.submodule_search_locations[0]))


def read(source: str, tree_class: type[T]) -> T:
    """Return the tree that a TREE argument of a command means, as an object of the class `tree_class`."""
    path, data = read_source(source)
    if os.path.dirname(path) == trees_folder() and _is_in_manifest(data):
        tree = tree_class.from_entries(msgpack.unpackb(data))
    else:
        from player.tree.decode import decode

        tree = decode(data, path, tree_class)
    tree.path = path
    return tree


def _is_in_manifest(data: bytes) -> bool:
    """Return whether `data` are the bytes of a shipped tree, which was checked when the program was built."""
    digest = sha256(data[:-32])
    with open(os.path.join(trees_folder(), "manifest.json"), "rb") as manifest:
        return data.endswith(digest.digest()) and digest.hexdigest().encode() in manifest.read()


def read_source(source: str) -> tuple[str, bytes]:
    """Return the path that a TREE argument means ("-": standard input), and the first MAX_FILE_SIZE + 1 bytes of it."""
    if source == "-":
        require(sys.stdin is not None, "standard input is closed; name a .tree file")
        return "standard input", sys.stdin.buffer.read(MAX_FILE_SIZE + 1)
    path = find_tree(source)
    # Opening a FIFO would wait for its writer, so this check comes first.
    if os.path.exists(path) and not os.path.isfile(path):
        raise TreeFormatError(f"{path}: it is not a regular file; name a .tree file")
    try:
        with open(path, "rb") as file:
            return path, file.read(min(os.path.getsize(path), MAX_FILE_SIZE) + 1)
    except (OSError, ValueError) as error:
        raise TreeFormatError(f"{shorten(path, 200)}: {reason(error)}; name a .tree file") from None
