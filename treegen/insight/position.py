"""A position in the middle of a game: the candidates that a history leaves, the guesses made, and its value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from player.errors import BadInput
from player.rules.history import show_history
from player.rules.numbers import shorten
from treegen.games.game import Game
from treegen.games.partition import Indices
from treegen.native.interface import NEVER
from treegen.optimal.query import Position


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A guess and what it costs: the guesses still needed, this one included, summed over the candidates by weight.

    No tree that begins with `guess` costs less than `bound`, and one costs `cost`; it needs `depth` guesses in the
    worst case.  None: no tree is known, or not its depth.  With a bound of `NEVER` there is no tree (with guess -1,
    none with any guess).
    """

    guess: int
    bound: int
    cost: int | None
    depth: int | None

    @property
    def is_exact(self) -> bool:
        """Whether the least cost is known."""
        return self.cost == self.bound or self.bound >= NEVER


class Round(NamedTuple):
    """A guess of a game and its feedback, with the position before it and the candidates that the feedback leaves."""

    position: Position
    guess: int
    feedback: int
    left: Indices


def follow(game: Game, history: str) -> Iterator[Round]:
    """The rounds of a history."""
    position = Position.after(game, ())
    for asked, told in game.read_history(history):
        guess, feedback = game.find_guess(asked), game.find_feedback(told)
        left = position.candidates[game.row(guess, position.candidates) == feedback]
        yield Round(position, guess, feedback, left)
        position = Position(left, (*position.asked, guess))


def find_position(game: Game, history: str) -> Position:
    """Return the candidates that a history leaves (indices, rising) and the indices of its guesses."""
    position = Position.after(game, ())
    for before, guess, feedback, left in follow(game, history):
        if not len(left):
            after = show_history(game.read_history(history)[: len(before.asked)])
            row = game.row(guess, before.candidates)
            possible = shorten(" ".join(game.labels[index] for index in np.unique(row)), 400)
            step = f'"{game.labels[feedback]}" to {game.guesses[guess]}'
            raise BadInput(
                f"{step} fits no secret{f' after {after}' if after else ''}; possible: {possible} "
                f'("treegen review" finds the wrong feedback)'
            )
        position = Position(left, (*before.asked, guess))
    return position
