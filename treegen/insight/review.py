"""A game that was played, looked at again: what each guess was worth, and which feedbacks cannot all be true."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from player import rules
from player.errors import BadInput
from treegen.games.game import Game
from treegen.insight.analysis import best_by_information, worth
from treegen.insight.rows import Rows

__all__ = ["Conflict", "find_conflict", "review"]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Feedbacks that contradict each other: the rounds, from 1 on, of a smallest set that cannot all be true.

    `mends` are the rounds where one changed feedback would do: the round, and what it could be with how many secrets.
    """

    rounds: tuple[int, ...]
    mends: tuple[tuple[int, tuple[tuple[str, int], ...]], ...]


def review(game: Game, history: str) -> Rows:
    """One row for each guess played: round, guess, feedback, before, after, bits_expected, bits_got, best_guess,
    best_bits, cost.

    `before` and `after` count candidates; `bits_got` above `bits_expected` is luck; `best_guess` is the one that tells
    most, and `cost` the bits that the played one was worth less.  From the first row on that leaves no secret, the
    rest of the row is empty: see `find_conflict`.

    >>> import treegen as tg
    >>> row = tg.review(tg.game("bulls-4x10"), "0123:00,0456:10")[1]
    >>> row["before"], row["after"], row["bits_expected"]
    (360, 18, 2.6241)
    """
    rows: list[dict[str, Any]] = []
    left = np.arange(len(game.secrets), dtype=np.int32)
    asked: tuple[int, ...] = ()
    weights = game.secret_weights
    pairs = rules.read_history(history)
    if not pairs:
        raise BadInput("nothing was played; give the game as --history 0123:01,4561:02")
    for number, (guess, feedback) in enumerate(pairs, 1):
        index, answer = game.find_guess(guess), game.find_feedback(feedback)
        row: dict[str, Any] = {"round": number, "guess": guess, "feedback": game.labels[answer], "before": len(left)}
        row |= dict.fromkeys(("after", "bits_expected", "bits_got", "best_guess", "best_bits", "cost"))
        if len(left):
            kept = left[game.table[index][left] == answer]
            best = best_by_information(game, left, asked)
            expected, most = worth(game, left, index), worth(game, left, best)
            row |= {
                "after": len(kept),
                "bits_expected": round(expected, 4),
                "bits_got": round(_gain(weights[left], weights[kept]), 4) if len(kept) else None,
                "best_guess": game.guesses[best],
                "best_bits": round(most, 4),
                "cost": round(max(0.0, most - expected), 4),
            }
            left = kept
        else:
            row["after"] = 0
        asked = (*asked, index)
        rows.append(row)
    return Rows(rows, f"review of {history}")


def find_conflict(game: Game, history: str) -> Conflict | None:
    """The smallest set of rounds that cannot all be true, the first of that size; None where a secret fits them all."""
    pairs = rules.read_history(history)
    wrong = np.array(
        [game.table[game.find_guess(guess)] != game.find_feedback(feedback) for guess, feedback in pairs], dtype=bool
    ).reshape(len(pairs), len(game.secrets))
    if not len(pairs) or not wrong.any(axis=0).all():
        return None
    # Rounds contradict each other if every secret is wrong in one of them; only least wrong secrets matter.
    broken = [frozenset(np.flatnonzero(column).tolist()) for column in np.unique(wrong.T, axis=0)]
    least = [one for one in broken if not any(other < one for other in broken)]
    rounds = next(
        some
        for size in range(1, len(pairs) + 1)
        for some in combinations(range(len(pairs)), size)
        if all(not one.isdisjoint(some) for one in least)
    )
    mends = []
    for i in range(len(pairs)):
        fits = ~np.delete(wrong, i, axis=0).any(axis=0)
        if fits.any():
            answers, counts = np.unique(game.table[game.find_guess(pairs[i][0])][fits], return_counts=True)
            could = zip(answers.tolist(), counts.tolist(), strict=True)
            mends.append((i + 1, tuple((game.labels[answer], count) for answer, count in could)))
    return Conflict(tuple(i + 1 for i in rounds), tuple(mends))


def _gain(before: npt.NDArray[np.int64], after: npt.NDArray[np.int64]) -> float:
    return -float(np.log2(int(after.sum()) / int(before.sum()))) + 0.0
