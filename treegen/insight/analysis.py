"""What a guess tells: tables of cells, guesses ranked by what they tell, the best next guess, reviews of a game.

Information is in bits: a feedback that leaves the share s of what was possible gains -log2 s of them (Shannon 1948).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from player import rules
from player.errors import BadInput
from treegen.games.game import Game
from treegen.games.partition import Indices, cell_sizes, cell_weights, cells
from treegen.greedy.chooser import Chooser
from treegen.greedy.strategy import find
from treegen.insight.estimate import Estimator
from treegen.insight.rows import Rows

__all__ = ["guesses_by_information", "next_guesses", "position", "table"]

ORDERS = ("expected", "bits", "largest")


def position(game: Game, history: str) -> tuple[Indices, tuple[int, ...]]:
    """The candidates that a history leaves and its guesses; BadInput, naming the step, where no secret is left."""
    left = np.arange(len(game.secrets), dtype=np.int32)
    asked: list[int] = []
    for guess, feedback in rules.read_history(history):
        row = game.table[game.find_guess(guess)][left]
        kept = left[row == game.find_feedback(feedback)]
        if not len(kept):
            after = rules.show_history(rules.read_history(history)[: len(asked)])
            possible = " ".join(game.labels[index] for index in np.unique(row))
            raise BadInput(
                f'"{feedback}" to {guess} fits no secret{f" after {after}" if after else ""}; possible: {possible} '
                f'("treegen review" finds the row that is wrong)'
            )
        left = kept
        asked.append(game.find_guess(guess))
    return left, tuple(asked)


def table(game: Game, guess: str, history: str = "") -> Rows:
    """The cells of a guess after a history, one row for each feedback that may come: feedback, count, share,
    bits_gained, bits_left; the last row is their sum, with the bits that the guess is worth and leaves on average.

    Shares are by weight where secrets have weights.

    >>> import treegen as tg
    >>> tg.table(tg.game("bulls-4x10"), "0123")[-1]["bits_gained"]
    2.7712
    """
    left, _ = position(game, history)
    weights = game.secret_weights
    whole = int(weights[left].sum())
    before = _bits(weights[left])
    rows = []
    worth = rest = 0.0
    for feedback, cell in cells(game, left, game.find_guess(guess)):
        share = int(weights[cell].sum()) / whole
        gained, after = -float(np.log2(share)) + 0.0, _bits(weights[cell])
        worth, rest = worth + share * gained, rest + share * after
        rows.append(_cell_row(game.labels[feedback], len(cell), share, gained, after))
    assert abs(worth + rest - before) < 1e-6
    rows.append(_cell_row("sum", len(left), 1.0, worth, rest))
    return Rows(rows, f"{guess} after {history or 'nothing'}")


def _cell_row(feedback: str, count: int, share: float, gained: float, left: float) -> dict[str, Any]:
    return {
        "feedback": feedback,
        "count": count,
        "share": round(share, 6),
        "bits_gained": round(gained, 4),
        "bits_left": round(left, 4),
    }


def guesses_by_information(game: Game, history: str = "") -> Rows:
    """All guesses after a history, those that tell the same together, most information first.

    bits, guesses (how many), example (a candidate if there is one, else the lowest), example_is_candidate, and the
    example's cells and largest_cell.
    """
    left, _ = position(game, history)
    guesses = np.arange(len(game.guesses), dtype=np.int32)
    sizes = cell_sizes(game, left, guesses)
    weighed = sizes if game.weights is None else cell_weights(game, left, guesses)
    score = find("entropy").score
    whole = int(weighed[0].sum())
    scores = score.total(score.price_weights(np.asarray(weighed, dtype=np.int64), whole))
    is_candidate = sizes[:, game.winning] > 0
    order = np.lexsort((guesses, ~is_candidate, scores))
    starts = np.flatnonzero(np.diff(scores[order], prepend=scores[order[0]] - 1))
    counts = np.diff([*starts, len(order)])
    rows = []
    for start, count in zip(starts.tolist(), counts.tolist(), strict=True):
        guess = int(order[start])
        rows.append(
            {
                "bits": round(_worth(weighed[guess]), 4),
                "guesses": count,
                "example": game.guesses[guess],
                "example_is_candidate": bool(is_candidate[guess]),
                "cells": int((sizes[guess] > 0).sum()),
                "largest_cell": int(sizes[guess].max()),
            }
        )
    return Rows(rows, f"all guesses after {history or 'nothing'}")


def next_guesses(game: Game, history: str = "", top: int = 10, by: str = "expected") -> Rows:
    """The best guesses after a history, best first: rank, guess, is_candidate, expected_guesses, worst, exact, bits,
    cells, largest_cell.

    `expected_guesses` counts from here, this guess included, when all goes on as well as possible: exact where the
    position is small enough to be solved, else what the entropy strategy needs after it.  `worst` is the most that
    the same continuation needs.  `by` is one of ORDERS; equals go to a candidate, then to the lowest index.

    >>> import treegen as tg
    >>> tg.next_guesses(tg.game("bulls-3x9"), "123:11,456:10", top=1)[0]["guess"]
    '136'
    """
    if by not in ORDERS:
        raise BadInput(f"{by!r} is not an order; choose one of: {', '.join(ORDERS)}")
    if top < 1:
        raise BadInput(f"--top takes a number from 1 on, not {top}")
    left, asked = position(game, history)
    ranked = Estimator(game, left, asked).rank(top, by)
    rows = []
    guesses = np.array([found.guess for found in ranked], dtype=np.int32)
    sizes = cell_sizes(game, left, guesses)
    weighed = sizes if game.weights is None else cell_weights(game, left, guesses)
    for rank, found in enumerate(ranked, 1):
        own = sizes[rank - 1]
        rows.append(
            {
                "rank": rank,
                "guess": game.guesses[found.guess],
                "is_candidate": bool(own[game.winning] > 0),
                "expected_guesses": round(found.cost / int(game.secret_weights[left].sum()), 4),
                "worst": found.depth,
                "exact": found.is_exact,
                "bits": round(_worth(weighed[rank - 1]), 4),
                "cells": int((own > 0).sum()),
                "largest_cell": int(own.max()),
            }
        )
    return Rows(rows, f"next guess after {history or 'nothing'}, {len(left)} candidates left")


def best_by_information(game: Game, candidates: Indices, asked: tuple[int, ...]) -> int:
    """The guess that tells most; among equals a candidate, then the lowest index."""
    return Chooser(game, find("entropy")).choose(candidates, asked)


def worth(game: Game, candidates: Indices, guess: int) -> float:
    """The bits that a guess is expected to gain."""
    return _worth(cell_weights(game, candidates, np.array([guess], dtype=np.int32))[0])


def _bits(weights: npt.NDArray[np.int64]) -> float:
    """The entropy of secrets of these weights."""
    return _worth(weights)


def _worth(sizes: npt.NDArray[Any]) -> float:
    """The entropy of parts of these sizes, in bits."""
    filled = sizes[sizes > 0].astype(np.float64)
    shares = filled / filled.sum()
    return float(-(shares * np.log2(shares)).sum()) + 0.0
