"""Positions in the middle of a game, from a history: the candidates, and the guesses so far.

In a game of words, the secret may be a word outside the list of secrets; the list then gets such words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from player.errors import BadInput, shorten
from player.rules.history import show_history
from player.rules.spelling import agreeing, find_unlisted
from treegen.games.game import Game
from treegen.games.partition import Indices
from treegen.search.problem import Position


class Round(NamedTuple):
    """A guess and its feedback, with the position before the guess, and the candidates `left` after the feedback.

    `position` and `guess` have indices of `game`, and `left` has indices of `game_after`.  The two games differ only if
    no secret of the list is left.
    """

    position: Position
    guess: int
    feedback: int
    left: Indices
    game: Game
    game_after: Game


def relist(game: Game, secrets: Iterable[str], guesses: Iterable[str]) -> Game:
    """Return the word game with other lists; a new secret has the weight 1."""
    names = list(dict.fromkeys(secrets))
    old = dict(zip(game.secrets, game.secret_weights.tolist(), strict=True))
    weights = None if game.weights is None else [old.get(secret, 1) for secret in names]
    wider = Game.from_words(names, dict.fromkeys(guesses), weights=weights)
    return replace(wider, called=game.called, files=game.files)


def follow(game: Game, history: str) -> Iterator[Round]:
    """Yield the rounds of a history.

    If no secret of a word game's list is left, all allowed words that agree become candidates, and so does the word
    that the winning feedback names.  In earlier rounds, only secrets of the list are candidates.
    """
    pairs = game.read_history(history)
    found = [word for word, label in pairs if label == game.labels[game.winning]]
    position = Position.after(game, ())
    for end, (word, label) in enumerate(pairs, 1):
        if word not in game.guess_index:
            game = relist(game, game.secrets, [*game.guesses, word])
        guess, feedback, game_after = game.find_guess(word), game.find_feedback(label), game
        left = position.candidates[game.row(guess, position.candidates) == feedback]
        if len(position.candidates) and not len(left) and (words := agreeing(game.rules, pairs[:end], *found)):
            game_after = relist(game, words, game.guesses)
            left = np.arange(len(words), dtype=np.int32)
        yield Round(position, guess, feedback, left, game, game_after)
        game, position = game_after, Position(left, (*position.prior, guess))


def widen(game: Game, history: str, answer: str | None = None) -> Game:
    """Return the game with the secrets that a history needs, and with `answer` (None: no word) as a secret."""
    wider = game
    for one in follow(game, history):
        wider = one.game_after
    word = find_unlisted(wider.rules, answer or "")
    return wider if word is None else relist(wider, [*wider.secrets, word], wider.guesses)


def find_position(game: Game, history: str) -> Position:
    """Return the position after a history.  Raises BadInput if no secret of the game is left."""
    position = Position.after(game, ())
    for one in follow(game, history):
        if not len(one.left) or one.game_after is not game:
            before = show_history(game.read_history(history)[: len(position.prior)])
            row = one.game.row(one.guess, position.candidates)
            possible = shorten(" ".join(game.labels[index] for index in np.unique(row)), 400)
            step = f'"{game.labels[one.feedback]}" to {one.game.guesses[one.guess]}'
            why = f"{step} fits no secret{f' after {before}' if before else ''}; possible: {possible}"
            raise BadInput(f'{why} ("treegen review" finds the wrong feedback)')
        position = Position(one.left, (*position.prior, one.guess))
    return position
