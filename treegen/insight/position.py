"""A position in the middle of a game: the candidates that a history leaves, and the guesses that led there."""

from __future__ import annotations

import numpy as np

from player.errors import BadInput
from player.rules.history import show_history
from player.rules.names import shorten
from treegen.games.game import Game
from treegen.optimal.query import Position

__all__ = ["Position", "find_position"]


def find_position(game: Game, history: str) -> Position:
    """Return the candidates that a history leaves (indices, rising) and the indices of its guesses.

    Raises BadInput if a step leaves no candidate; the message names the step.

    >>> import treegen as tg
    >>> left, asked = find_position(tg.game("bulls-3x9"), "123:11,456:10")
    >>> len(left), asked
    (6, (0, 192))
    """
    left = np.arange(len(game.secrets), dtype=np.int32)
    asked: list[int] = []
    for guess, feedback in game.read_history(history):
        row = game.table[game.find_guess(guess)][left]
        kept = left[row == game.find_feedback(feedback)]
        if not len(kept):
            after = show_history(game.read_history(history)[: len(asked)])
            possible = shorten(" ".join(game.labels[index] for index in np.unique(row)), 400)
            raise BadInput(
                f'"{feedback}" to {guess} fits no secret{f" after {after}" if after else ""}; possible: {possible} '
                f'("treegen review" finds the wrong feedback)'
            )
        left = kept
        asked.append(game.find_guess(guess))
    return Position(left, tuple(asked))
