"""The cells into which a guess divides a set of candidates, and their sizes, by the native core or by numpy."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from player.rules.feedback import MAX_ANSWERS
from treegen.games.game import Game
from treegen.native import core

Indices = npt.NDArray[np.int32]

_BLOCK = 1 << 21  # Numpy counts this many entries at a time: no power of 2 from 2**19 to 2**23 was faster.


def cell_sizes(game: Game, candidates: Indices, guesses: Indices | None = None) -> npt.NDArray[Any]:
    """Count the candidates that give each feedback to each guess: int [guesses, feedbacks]; all guesses by default."""
    if guesses is None:
        guesses = np.arange(len(game.guesses), dtype=np.int32)
    if len(game.labels) > MAX_ANSWERS or core is None:
        return cell_weights_by_numpy(game, candidates, guesses)
    table = game.source.made
    if table is None:  # the indices in a part of the table begin at 0
        table = game.source.part(guesses, candidates)
        guesses, candidates = (np.arange(length, dtype=np.int32) for length in table.shape)
    sizes: npt.NDArray[Any] = core.cell_sizes(table, guesses, candidates, len(game.labels))
    return sizes


def cell_weights(game: Game, candidates: Indices, guesses: Indices) -> npt.NDArray[np.int64]:
    """Sum the weights of the candidates that give each feedback to each guess: int64 [guesses, feedbacks]."""
    if game.weights is None:
        return cell_sizes(game, candidates, guesses).astype(np.int64)
    # The weights are exact in floating point, because their sum is less than 2**31.
    return cell_weights_by_numpy(game, candidates, guesses, game.weights[candidates].astype(np.float64))


def cell_weights_by_numpy(
    game: Game, candidates: Indices, guesses: Indices, weights: npt.NDArray[np.float64] | None = None
) -> npt.NDArray[np.int64]:
    """Return the sum of weights (None: each is 1) in each cell without the native core: int64 [guesses, feedbacks]."""
    feedbacks, rows = len(game.labels), max(1, _BLOCK // max(1, len(candidates)))
    totals = np.empty((len(guesses), feedbacks), dtype=np.int64)
    for start in range(0, len(guesses), rows):
        block = game.source.part(guesses[start : start + rows], candidates)
        places = block + np.arange(len(block), dtype=np.intp)[:, None] * feedbacks
        repeated = None if weights is None else np.tile(weights, len(block))
        counts = np.bincount(places.ravel(), repeated, minlength=len(block) * feedbacks)
        totals[start : start + rows] = counts.reshape(-1, feedbacks)
    return totals


def cells(game: Game, candidates: Indices, guess: int) -> list[tuple[int, Indices]]:
    """Return the non-empty cells of a guess as pairs (feedback, candidates), by rising index of the feedback."""
    row = game.row(guess, candidates)
    order = np.argsort(row, kind="stable")
    grouped, sorted_candidates = row[order], candidates[order]
    starts = [0, *(np.flatnonzero(grouped[1:] != grouped[:-1]) + 1).tolist(), len(row)]
    return [(int(grouped[start]), sorted_candidates[start:stop]) for start, stop in pairwise(starts)]
