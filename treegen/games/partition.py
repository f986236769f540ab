"""Cells and cell sizes of a set of candidates under each guess, by the native core or, without it, by numpy."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from treegen.native import core

if TYPE_CHECKING:
    from treegen.games.game import Game

Indices = npt.NDArray[np.int32]

_BLOCK = 1 << 21  # entries counted at a time: 16 MiB of intp; the fastest of the powers from 2**19 to 2**23


def cell_sizes(game: Game, candidates: Indices, guesses: Indices | None = None) -> npt.NDArray[Any]:
    """Count the candidates that give each feedback to each guess: int [guesses, feedbacks]; all guesses by default."""
    if core is None:
        return cell_sizes_by_numpy(game, candidates, guesses)
    if guesses is None:
        guesses = np.arange(len(game.guesses), dtype=np.int32)
    if game.has_table:
        table = game.table
    else:  # a part has its own numbers
        table = game.part(guesses, candidates)
        guesses, candidates = (np.arange(length, dtype=np.int32) for length in table.shape)
    sizes: npt.NDArray[Any] = core.cell_sizes(table, guesses, candidates, len(game.labels))
    return sizes


def cell_sizes_by_numpy(game: Game, candidates: Indices, guesses: Indices | None = None) -> npt.NDArray[np.int64]:
    """The same as `cell_sizes`, without the native core."""
    width = len(game.guesses) if guesses is None else len(guesses)
    feedbacks = len(game.labels)
    offsets = np.arange(width, dtype=np.intp) * feedbacks
    sizes = np.zeros(width * feedbacks, dtype=np.int64)
    rows = max(1, _BLOCK // max(1, width))
    for start in range(0, len(candidates), rows):
        some = candidates[start : start + rows]
        block = game.by_secret[some] if guesses is None else game.by_secret[some[:, None], guesses]
        sizes += np.bincount((block + offsets).ravel(), minlength=width * feedbacks)
    return sizes.reshape(width, feedbacks)


def cell_weights(game: Game, candidates: Indices, guesses: Indices) -> npt.NDArray[np.int64]:
    """Sum the weights of the candidates that give each feedback to each guess: int64 [guesses, feedbacks]."""
    if game.weights is None:
        return cell_sizes(game, candidates, guesses).astype(np.int64)
    totals = np.empty((len(guesses), len(game.labels)), dtype=np.int64)
    rows = max(1, _BLOCK // max(1, len(candidates)))
    own = game.secret_weights[candidates].astype(np.float64)  # exact, because the sum of all weights is less than 2**31
    for start in range(0, len(guesses), rows):
        block = game.table[guesses[start : start + rows][:, None], candidates]
        places = block + np.arange(len(block), dtype=np.intp)[:, None] * len(game.labels)
        sums = np.bincount(places.ravel(), np.tile(own, len(block)), minlength=len(block) * len(game.labels))
        totals[start : start + rows] = sums.reshape(len(block), -1)
    return totals


def cells(game: Game, candidates: Indices, guess: int) -> list[tuple[int, Indices]]:
    """Return the non-empty cells of a guess as (feedback index, candidates), by rising feedback index."""
    row = game.row(guess, candidates)
    order = np.argsort(row, kind="stable")
    grouped, sorted_candidates = row[order], candidates[order]
    starts = [0, *(np.flatnonzero(grouped[1:] != grouped[:-1]) + 1).tolist(), len(row)]
    return [(int(grouped[start]), sorted_candidates[start:stop]) for start, stop in pairwise(starts)]


def first_separating_candidate(game: Game, candidates: Indices) -> int:
    """Return the lowest candidate that as a guess puts every candidate in a cell of its own; -1 if there is none.

    No other guess is better: it makes as many cells as there are candidates, and may win at once.
    """
    n = len(candidates)
    if n > len(game.labels) - len(game.losing):
        return -1
    own = game.candidate_guesses(candidates)
    block = np.sort(game.part(own, candidates), axis=1)
    separates = (block[:, 1:] != block[:, :-1]).all(axis=1)
    if game.losing:
        separates &= ~np.isin(block, game.losing).any(axis=1)
    found = np.flatnonzero(separates)
    return int(own[found[0]]) if len(found) else -1
