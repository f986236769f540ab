"""Review of a game that was played: what each guess was worth, and which feedbacks contradict each other."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from player.errors import BadInput
from treegen.games.game import Game
from treegen.games.partition import cell_weights
from treegen.greedy.chooser import Chooser
from treegen.greedy.strategy import find
from treegen.insight.analysis import bits
from treegen.insight.rows import Rows

__all__ = ["Conflict", "find_conflict", "review"]


@dataclass(frozen=True, slots=True)
class Conflict:
    """The rounds, numbered from 1, of a smallest set of feedbacks that cannot all be true.

    `corrections` lists each round in which changing one feedback resolves the conflict: the round, and the feedbacks
    that are possible there, each with the number of secrets that it leaves.
    """

    rounds: tuple[int, ...]
    corrections: tuple[tuple[int, tuple[tuple[str, int], ...]], ...]


def review(game: Game, history: str) -> Rows:
    """Return a row for each guess of a game that was played.

    A row has the keys `round`, `guess`, `feedback`, `before` and `after` (candidates before and after the feedback),
    `bits_expected` and `bits_got` (the information that the guess was expected to gain, and did gain), `best_guess`
    and `best_bits` (the most informative guess), and `cost` (`best_bits` less `bits_expected`).  Values that cannot be
    computed because no candidate is left are None; `find_conflict` says which feedbacks contradict each other.

    Raises BadInput if `history` is empty or malformed, or names a guess or feedback that the game does not have.

    >>> import treegen as tg
    >>> row = tg.review(tg.game("bulls-4x10"), "0123:00,0456:10")[1]
    >>> row["before"], row["after"], row["bits_expected"]
    (360, 18, 2.6241)
    """
    rows: list[dict[str, Any]] = []
    left = np.arange(len(game.secrets), dtype=np.int32)
    asked: tuple[int, ...] = ()
    weights, chooser = game.secret_weights, Chooser(game, find("entropy"))
    pairs = game.read_history(history)
    if not pairs:
        raise BadInput("the history is empty; give the game as --history 0123:01,4561:02")
    for number, (guess, feedback) in enumerate(pairs, 1):
        index, answer = game.find_guess(guess), game.find_feedback(feedback)
        row: dict[str, Any] = {"round": number, "guess": guess, "feedback": game.labels[answer], "before": len(left)}
        row |= dict.fromkeys(("after", "bits_expected", "bits_got", "best_guess", "best_bits", "cost"))
        if len(left):
            kept = left[game.table[index][left] == answer]
            best = chooser.choose(left, asked)
            expected, most = map(bits, cell_weights(game, left, np.array([index, best], dtype=np.int32)))
            row |= {
                "after": len(kept),
                "bits_expected": round(expected, 4),
                "bits_got": round(0.0 - float(np.log2(weights[kept].sum() / weights[left].sum())), 4)
                if len(kept)
                else None,
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
    """Return the first smallest set of rounds that cannot all be true; None if a secret is consistent with them all."""
    pairs = game.read_history(history)
    wrong = np.array(
        [game.table[game.find_guess(guess)] != game.find_feedback(feedback) for guess, feedback in pairs], dtype=bool
    ).reshape(len(pairs), len(game.secrets))
    if not len(pairs) or not wrong.any(axis=0).all():
        return None
    # Rounds contradict each other if every secret violates one of them; only minimal sets of violated rounds matter.
    broken = [frozenset(np.flatnonzero(column).tolist()) for column in np.unique(wrong.T, axis=0)]
    least = [one for one in broken if not any(other < one for other in broken)]
    rounds = next(
        some
        for size in range(1, len(pairs) + 1)
        for some in combinations(range(len(pairs)), size)
        if all(not one.isdisjoint(some) for one in least)
    )
    corrections = []
    for i, (guess, _) in enumerate(pairs):
        fits = ~np.delete(wrong, i, axis=0).any(axis=0)
        if fits.any():
            answers, counts = np.unique(game.table[game.find_guess(guess)][fits], return_counts=True)
            could = zip(answers.tolist(), counts.tolist(), strict=True)
            corrections.append((i + 1, tuple((game.labels[answer], count) for answer, count in could)))
    return Conflict(tuple(i + 1 for i in rounds), tuple(corrections))
