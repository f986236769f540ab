"""Information analysis of guesses: tables of cells, guesses ranked by information, and the best next guesses.

Information is measured in bits: a feedback that leaves the share s of the candidates gains -log2 s bits (Shannon 1948).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from player.errors import BadInput
from player.rules.arguments import check_text
from player.rules.history import read_history, show_history
from player.rules.names import shorten
from treegen.games.game import Game
from treegen.games.lookup import as_game
from treegen.games.partition import Indices, cell_sizes, cell_weights, cells
from treegen.greedy.strategy import find
from treegen.insight.estimate import Estimator
from treegen.insight.rows import Rows
from treegen.insight.rowtypes import CellRow, GroupRow, NextRow

__all__ = ["bits", "guesses_by_information", "next_guesses", "position", "table"]

ORDERS = ("expected", "bits", "largest")


def position(game: Game, history: str) -> tuple[Indices, tuple[int, ...]]:
    """Return the candidates that a history leaves (indices, rising) and the indices of its guesses.

    Raises BadInput if a step leaves no candidate; the message names the step.
    """
    left = np.arange(len(game.secrets), dtype=np.int32)
    asked: list[int] = []
    for guess, feedback in read_history(history):
        row = game.table[game.find_guess(guess)][left]
        kept = left[row == game.find_feedback(feedback)]
        if not len(kept):
            after = show_history(read_history(history)[: len(asked)])
            possible = shorten(" ".join(game.labels[index] for index in np.unique(row)), 400)
            raise BadInput(
                f'"{feedback}" to {guess} fits no secret{f" after {after}" if after else ""}; possible: {possible} '
                f'("treegen review" finds the wrong feedback)'
            )
        left = kept
        asked.append(game.find_guess(guess))
    return left, tuple(asked)


def table(game: Game | str, guess: str, history: str = "") -> Rows[CellRow]:
    """Return the cells of a guess after a history: a row for each possible feedback, and a last row, `sum`.

    `game` is a game or its name.  A row has the keys `feedback`, `count` (of candidates), `share` (of the candidates,
    by weight where secrets have weights), `bits_gained` and `bits_left`.  In the row `sum`, the bits are the expected
    values.  The time is linear in the number of candidates.

    Raises BadInput if `guess` is not a guess of the game, or if no secret is consistent with `history`, and TypeError
    for arguments of a wrong type.

    >>> import treegen as tg
    >>> tg.table("bulls-4x10", "0123")[-1]["bits_gained"]
    2.7712
    """
    game = as_game(game, "table")
    left, _ = position(game, history)
    weights = game.secret_weights
    whole = int(weights[left].sum())
    rows: list[CellRow] = []
    worth = rest = 0.0
    for feedback, cell in cells(game, left, game.find_guess(guess)):
        share = int(weights[cell].sum()) / whole
        gained, after = -float(np.log2(share)) + 0.0, bits(weights[cell])
        worth, rest = worth + share * gained, rest + share * after
        rows.append(_cell_row(game.labels[feedback], len(cell), share, gained, after))
    assert abs(worth + rest - bits(weights[left])) < 1e-6
    rows.append(_cell_row("sum", len(left), 1.0, worth, rest))
    return Rows(rows, f"{guess} after {history or 'nothing'}")


def _cell_row(feedback: str, count: int, share: float, gained: float, left: float) -> CellRow:
    return {
        "feedback": feedback,
        "count": count,
        "share": round(share, 6),
        "bits_gained": round(gained, 4),
        "bits_left": round(left, 4),
    }


def guesses_by_information(game: Game | str, history: str = "") -> Rows[GroupRow]:
    """Return all guesses after a history, grouped by the information that they are expected to gain, the most first.

    `game` is a game or its name.  A row has the keys `bits`, `guesses` (how many there are), `example` (the first
    candidate among them, otherwise the first guess), `example_is_candidate`, and `cells` and `largest_cell` of the
    example.  The time is proportional to the number of guesses times the number of candidates.

    Raises BadInput if no secret is consistent with `history`, and TypeError for arguments of a wrong type.

    >>> import treegen as tg
    >>> row = tg.guesses_by_information("bulls-3x9", "123:11")[0]
    >>> row["bits"], row["guesses"], row["example"]
    (2.3244, 90, '145')
    """
    game = as_game(game, "guesses_by_information")
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
    rows: list[GroupRow] = []
    for start, count in zip(starts.tolist(), counts.tolist(), strict=True):
        guess = int(order[start])
        rows.append(
            {
                "bits": round(bits(weighed[guess]), 4),
                "guesses": count,
                "example": game.guesses[guess],
                "example_is_candidate": bool(is_candidate[guess]),
                "cells": int((sizes[guess] > 0).sum()),
                "largest_cell": int(sizes[guess].max()),
            }
        )
    return Rows(rows, f"all guesses after {history or 'nothing'}")


def next_guesses(game: Game | str, history: str = "", top: int = 10, by: str = "expected") -> Rows[NextRow]:
    """Return the `top` best guesses after a history, the best first; `game` is a game or its name.

    A row has the keys `rank`, `guess`, `is_candidate`, `expected_guesses`, `worst`, `exact`, `bits`, `cells` and
    `largest_cell`.  `expected_guesses` is the average number of guesses still needed, this one included, and `worst`
    the maximum.  Both are those of an optimal continuation (`exact` is true) if the position is small enough to be
    solved, which takes about half a second at most; otherwise the entropy strategy continues after the guess.

    `by` is "expected", "bits" or "largest" (the size of the largest cell).  Ties go to a candidate, then to the guess
    of the lowest index.

    Raises BadInput if no secret is consistent with `history`, or for any other `by` or `top`; raises NoSuchTree if no
    guess is known to lead to every candidate, and TypeError for arguments of a wrong type.

    >>> import treegen as tg
    >>> tg.next_guesses("bulls-3x9", "123:11,456:10", top=1)[0]["guess"]
    '136'
    """
    game = as_game(game, "next_guesses")
    check_text("an order", by, "bits")
    if by not in ORDERS:
        raise BadInput(f"{by!r} is not an order; choose one of: {', '.join(ORDERS)}")
    if type(top) is not int or top < 1:
        raise BadInput(f"--top takes a number from 1 on, not {str(top)[:60]!r}")
    left, asked = position(game, history)
    ranked = Estimator(game, left, asked).rank(top, by)
    rows: list[NextRow] = []
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
                "bits": round(bits(weighed[rank - 1]), 4),
                "cells": int((own > 0).sum()),
                "largest_cell": int(own.max()),
            }
        )
    return Rows(rows, f"next guess after {history or 'nothing'}, {len(left)} candidates left")


def bits(weights: npt.NDArray[Any]) -> float:
    """Return the entropy, in bits, of secrets with these weights, or of a partition into cells of these sizes."""
    filled = weights[weights > 0].astype(np.float64)
    shares = filled / filled.sum()
    return float(-(shares * np.log2(shares)).sum()) + 0.0
