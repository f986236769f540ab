"""Numbers: the questions of `number-A..B` and trees of them, level by level, without the game's table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from player.rules.lists import NumberRules
from treegen.games.subtree import Subtree

if TYPE_CHECKING:
    from treegen.games.game import Game

Ints = npt.NDArray[np.signedinteger[Any]]
_NO, _RIGHT, _WRONG, _YES = range(4)  # the labels


def is_of_numbers(game: Game) -> bool:
    """Whether a game is one of numbers, with all its questions."""
    return isinstance(game.rules, NumberRules) and game.rules.guess_count == len(game.guesses)


class Level(NamedTuple):
    """Sets of numbers, all after the same number of guesses, one set after the other and each greater than the last."""

    values: Ints
    starts: Ints  # where each set begins

    @property
    def sizes(self) -> Ints:
        """How many numbers each set has."""
        return np.diff(self.starts, append=len(self.values))


class Questions(NamedTuple):
    """Guesses that tell something of a set, or win against its only number; an entry for each, in any order."""

    places: Ints  # of the sets in their level
    guesses: Ints
    sizes: Ints  # of the sets
    upto: Ints  # how many numbers of the set are not greater than what is asked; 0 for `eq`

    def first_of_each(self, order: Ints) -> Ints:
        """The guess of each set, of those that have one, that comes first in some order of all options."""
        order = order[np.argsort(self.places[order], kind="stable")]
        return self.guesses[order[np.unique(self.places[order], return_index=True)[1]]]


class Numbers:
    """The numbers and the questions of a game."""

    def __init__(self, game: Game) -> None:
        self.values = np.array(list(map(int, game.secrets)))
        self.least, self.is_free = int(self.values.min()), not game.losing
        self._secret = np.argsort(self.values)  # the index of each number, in their order, and that of `eq`
        self._equal = game.own_guess[self._secret]
        self._asked = np.array([int(guess[2:]) for guess in game.guesses])
        self._is_equal = np.zeros(len(game.guesses), bool)
        self._is_equal[self._equal] = True
        greater = np.flatnonzero(~self._is_equal)
        self._greater = greater[np.argsort(self._asked[greater])]

    def level(self, candidates: Ints) -> Level:
        """One set, given by indices of secrets."""
        return Level(np.sort(self.values[candidates]), np.zeros(1, np.intp))

    def options(self, level: Level, *, named: bool = False, only: Sequence[int] = ()) -> Questions:
        """The guesses that may be asked of the sets of a level: all, or those that name a number, and `only` some."""
        values, starts, sizes = *level, level.sizes
        each = np.arange(len(starts))
        of = np.repeat(each, sizes)
        equal = np.flatnonzero(self.is_free | (sizes[of] == 1))
        spans = (values[starts + sizes - 1] - values[starts]) * (not named)
        divided = np.repeat(each, spans)
        asked = np.arange(len(divided)) + (values[starts] - np.cumsum(spans) + spans)[divided]
        places = np.concatenate((of[equal], divided))
        guesses = np.concatenate((self._equal[values[equal] - self.least], self._greater[asked - self.least]))
        upto = np.concatenate((0 * equal, np.searchsorted(values, asked, side="right") - starts[divided]))
        kept = np.isin(guesses, only) if only else slice(None)
        return Questions(*(column[kept] for column in (places, guesses, sizes[places], upto)))

    def grow(self, level: Level, choose: Callable[[Level, int], Ints], *, names: bool = False) -> Subtree:
        """The tree of the one set of a level, in which `choose` gives the guess of each set after so many guesses.

        With `names`, a secret is named in the end, as in `treegen.optimal.goal.naming_game`, whose indices are used.
        """
        columns, made, size = list[tuple[npt.NDArray[Any], ...]](), 0, 0
        parents = told = np.array([-1])
        while len(level.values):
            guesses, sizes = choose(level, made), level.sizes
            asked, is_equal, is_last = self._asked[guesses], self._is_equal[guesses], sizes == 1
            node = size + np.arange(len(guesses))
            name = len(self._asked) + self._secret[asked - self.least]
            wins, hit = is_equal & (is_last | (not names)), np.flatnonzero(is_equal & ~is_last & names)
            columns.append((np.where(is_last & names, name, guesses), wins, parents, told))
            columns.append((name[hit], hit >= 0, node[hit], np.full(len(hit), _RIGHT)))
            size, made = size + len(guesses) + len(hit), made + 1
            of = np.repeat(np.arange(len(guesses)), sizes)
            label = np.where(is_equal[of], _WRONG, np.where(level.values > asked[of], _YES, _NO))
            kept = np.flatnonzero((label != _WRONG) | (level.values != asked[of]))
            of, label = of[kept], label[kept]
            starts = np.flatnonzero(np.diff(4 * of + label, prepend=-1))
            level, parents, told = Level(level.values[kept], starts), node[of[starts]], label[starts]
        guess, wins, parent, feedback = (np.concatenate(column) for column in zip(*columns, strict=True))
        guess, parent, feedback = (column.astype(np.int32) for column in (guess, parent, feedback))
        return Subtree(guess, wins.astype(np.uint8), parent, feedback)


numbers_of = lru_cache(maxsize=2)(Numbers)  # of a game
