"""Shipped trees are trusted by the checksums in the manifest, and by nothing else."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import msgpack
import pytest

from player.errors import TreeFormatError
from player.tree import files, open_tree, read_tree, shipped_trees
from player.tree.columns import Columns
from player.tree.decode import decode
from player.tree.tree import Tree

if TYPE_CHECKING:
    from pathlib import Path

NAME = "mastermind-4x6.worst"


@pytest.mark.parametrize("name", shipped_trees())
def test_what_is_in_the_manifest_is_what_the_reader_takes(name: str) -> None:
    path, data = files.read_source(name)
    quick, careful = read_tree(name), decode(data, path, Tree)
    assert quick == careful
    assert all(getattr(quick, key) == getattr(careful, key) for key in Columns.__slots__ if key != "path")


def test_a_tree_in_the_same_folder_that_is_not_in_the_manifest_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (f"{NAME}.tree", "manifest.json"):
        shutil.copy(f"{files.trees_folder()}/{name}", tmp_path)
    monkeypatch.setattr(files, "trees_folder", lambda: str(tmp_path))
    path = tmp_path / f"{NAME}.tree"
    sound = path.read_bytes()
    values = msgpack.unpackb(sound)
    forged = open_tree(NAME)
    forged.strategy = "entropy; reboot"
    for data in (
        sound[:-1],
        sound[:-40] + sound[-32:],
        bytes([*sound[:500], sound[500] ^ 1, *sound[501:]]),
        forged.to_bytes(),
    ):
        path.write_bytes(data)
        with pytest.raises(TreeFormatError):
            read_tree(NAME)
    path.write_bytes(sound)
    assert read_tree(NAME).tally == values["tally"]
