"""Rows of a checkpoint, made by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treegen.search.checkpoint import ProvedSets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treegen.native._core import Search


def lemma(search: Search, path: Sequence[int], cost: int, guess: int) -> ProvedSets:
    """A row about the set that a path leads to."""
    key = search.key(path)
    assert key is not None
    high, low, depth = key
    return ProvedSets(
        np.array([high], np.uint64), np.array([low], np.uint64), np.array([depth], np.int32), np.array([cost]),
        np.array([guess], np.int32), np.array(path, np.int32), np.array([len(path)]),
    )  # fmt: skip
