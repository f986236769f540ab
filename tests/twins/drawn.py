"""Random small games for property tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st

import treegen as tg
from treegen.games.weights import weigh

if TYPE_CHECKING:
    from collections.abc import Sequence


def draw_game(data: st.DataObject, secrets: int = 6, guesses: int = 8) -> tg.Game:
    """Any table in which most secrets have a guess that wins, some two; now and then a losing feedback."""
    labels = data.draw(st.integers(3, 5))
    winning = data.draw(st.integers(0, labels - 1))
    others = [index for index in range(labels) if index != winning]
    losing = tuple(data.draw(st.sampled_from([(), (), (others[0],)])))
    size = data.draw(st.integers(1, secrets))
    row = st.lists(st.sampled_from(others), min_size=size, max_size=size)
    table = data.draw(st.lists(row, min_size=size, max_size=max(size, guesses)))
    for number, entries in enumerate(table):
        wins = number if number < size else data.draw(st.integers(-1, size - 1))
        if wins >= 0:
            entries[wins] = winning
    table = data.draw(st.permutations(table))
    return tg.Game.from_table(table, winning=winning, losing=losing, labels=tuple(f"f{i}" for i in range(labels)))


def draw_weights(data: st.DataObject, size: int, most: int = 9) -> list[int]:
    return data.draw(st.lists(st.integers(1, most), min_size=size, max_size=size))


def weighed(game: tg.Game, weights: Sequence[int]) -> tg.Game:
    return weigh(game, np.array(weights, dtype=np.int64))
