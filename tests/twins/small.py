"""The one tree of bulls-1x3, and changed files, for tests of what a tree file says."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgpack
import pytest

from player import Tree, TreeFormatError
from player.rules.names import parse
from player.tree.columns import Columns
from player.tree.decode import decode

__all__ = ["BUILT", "refusal", "sealed", "small_tree"]

BUILT = {"made": "treegen build bulls-1x3 --strategy entropy --guesses all --max-depth none", "pool": "all"}


def small_tree(**fields: Any) -> Tree:
    """A tree that asks 1, 2 and 3, so that a secret is at each depth and its total is 6; with other fields."""
    game = parse("bulls-1x3")
    known = {"game": game.name, "labels": game.labels, "winning": game.winning, "losing": game.losing}
    return Tree.from_nodes(("1", True, [(0, ("2", True, [(0, ("3", True, []))]))]), **{**known, **fields})


def sealed(tree: Tree, **changes: Any) -> bytes:
    """The file of a tree with other values, and the checksum that they take."""
    values = {**msgpack.unpackb(tree.to_bytes()), **changes, "sha256": bytes(32)}
    body: bytes = msgpack.packb(values)[:-32]
    return body + sha256(body).digest()


def refusal(data: bytes, where: str = "a.tree") -> str:
    """The reader's message about a bad file, which names it and stands on one short line."""
    with pytest.raises(TreeFormatError) as caught:
        decode(data, where, Columns)
    message = str(caught.value)
    assert message.startswith(f"{where}: ")
    assert message.isprintable()
    assert len(message) < 300
    return message
