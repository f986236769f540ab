"""Finds trees, shipped ones by their names and other files by their paths, and reads the bytes of a file."""

from __future__ import annotations

import os
import sys
from hashlib import sha256

import msgpack

from player.errors import TreeFormatError, reason, require, shorten
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
    if os.path.isfile(path):
        return path
    from player.tree.elsewhere import find_elsewhere

    return find_elsewhere(name, trees_folder(), atlas_folder(), shipped_trees())


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
