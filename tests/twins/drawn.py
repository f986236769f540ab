"""Weights of secrets for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st

import treegen as tg
from treegen.games.weights import weigh

if TYPE_CHECKING:
    from collections.abc import Sequence


def draw_weights(data: st.DataObject, size: int, most: int = 9) -> list[int]:
    return data.draw(st.lists(st.integers(1, most), min_size=size, max_size=size))


def weighed(game: tg.Game, weights: Sequence[int]) -> tg.Game:
    return weigh(game, np.array(weights, dtype=np.int64))
