"""Numbers: the questions of the games `number-A..B`, and trees of these games, made level by level without tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from player.rules.lists import NumberRules
from treegen.games.game import Game
from treegen.games.rawtree import RawTree

Ints = npt.NDArray[np.signedinteger[Any]]
_NO, _RIGHT, _WRONG, _YES = range(4)  # The indices of the labels: no and yes answer `gt`, right and wrong answer `eq`.


def is_of_numbers(game: Game) -> bool:
    """Return whether a game is a game of numbers that has all its questions."""
    return isinstance(game.rules, NumberRules) and game.rules.guess_count == len(game.guesses)


class Level(NamedTuple):
    """Sets of candidates after the same number of guesses; the sets and the numbers in them are in rising order."""

    values: Ints  # the numbers of all sets
    starts: Ints  # the index in `values` at which each set begins

    @property
    def sizes(self) -> Ints:
        """The size of each set."""
        return np.diff(self.starts, append=len(self.values))


class Questions(NamedTuple):
    """The possible guesses for the sets of a level: they divide a set, or win against the only number of a set."""

    places: Ints  # the index of the set in its level
    guesses: Ints  # the index of the guess
    sizes: Ints  # the size of the set
    upto: Ints  # the number of candidates in the set that answer no to `gt`; 0 for `eq`

    def best_of_each(self, order: Ints) -> Ints:
        """Return the best guess of each set that has a guess; `order` has the indices of all entries, best first."""
        order = order[np.argsort(self.places[order], kind="stable")]
        return self.guesses[order[np.unique(self.places[order], return_index=True)[1]]]


class Numbers:
    """The numbers and the questions of a game."""

    def __init__(self, game: Game) -> None:
        self.values = np.array(list(map(int, game.secrets)))
        self.least, self.may_miss = int(self.values.min()), not game.losing  # may_miss: a wrong `eq` does not lose
        self._secret = np.argsort(self.values)  # by rising number: the index of the secret
        self._equal = game.own_guess[self._secret]  # by rising number: the index of the question `eq`
        self._number = np.array([int(guess[2:]) for guess in game.guesses])
        self._is_equal = np.zeros(len(game.guesses), bool)
        self._is_equal[self._equal] = True
        greater = np.flatnonzero(~self._is_equal)
        self._greater = greater[np.argsort(self._number[greater])]

    def level(self, candidates: Ints) -> Level:
        """Make a level of one set, from the indices of its secrets."""
        return Level(np.sort(self.values[candidates]), np.zeros(1, np.intp))

    def options(self, level: Level, *, only_equal: bool = False, only: Sequence[int] = ()) -> Questions:
        """Return the possible guesses for the sets of a level: no `gt` if `only_equal`, and none outside `only`."""
        values, starts, sizes = *level, level.sizes
        each = np.arange(len(starts))
        set_of = np.repeat(each, sizes)
        equal = np.flatnonzero(self.may_miss | (sizes[set_of] == 1))
        spans = (values[starts + sizes - 1] - values[starts]) * (not only_equal)
        divided = np.repeat(each, spans)  # the set that each `gt` divides
        number = np.arange(len(divided)) + (values[starts] - np.cumsum(spans) + spans)[divided]
        places = np.concatenate((set_of[equal], divided))
        guesses = np.concatenate((self._equal[values[equal] - self.least], self._greater[number - self.least]))
        upto = np.concatenate((0 * equal, np.searchsorted(values, number, side="right") - starts[divided]))
        selected = np.isin(guesses, only) if only else slice(None)
        return Questions(*(column[selected] for column in (places, guesses, sizes[places], upto)))

    def grow(self, level: Level, choose: Callable[[Level, int], Ints], *, is_naming: bool = False) -> RawTree:
        """Make the tree of a level of one set; `choose(level, depth)` returns the guess for each set of a level.

        With `is_naming`, no question wins (see `treegen.optimal.goal`): each secret is found at a node that names it,
        whose guess has the index len(guesses) + secret.
        """
        columns, depth, node_count = list[tuple[npt.NDArray[Any], ...]](), 0, 0
        parents = labels = np.array([-1])
        while len(level.values):
            guesses, sizes = choose(level, depth), level.sizes
            number, is_equal, is_last = self._number[guesses], self._is_equal[guesses], sizes == 1
            node = node_count + np.arange(len(guesses))
            name = len(self._number) + self._secret[number - self.least]
            # With `is_naming`, a further node names the number after "right"; a set of one number is named at once.
            wins, to_name = is_equal & (is_last | (not is_naming)), np.flatnonzero(is_equal & ~is_last & is_naming)
            columns.append((np.where(is_last & is_naming, name, guesses), wins, parents, labels))
            columns.append((name[to_name], to_name >= 0, node[to_name], np.full(len(to_name), _RIGHT)))
            node_count, depth = node_count + len(guesses) + len(to_name), depth + 1
            set_of = np.repeat(np.arange(len(guesses)), sizes)
            label = np.where(is_equal[set_of], _WRONG, np.where(level.values > number[set_of], _YES, _NO))
            selected = np.flatnonzero((label != _WRONG) | (level.values != number[set_of]))
            set_of, label = set_of[selected], label[selected]
            starts = np.flatnonzero(np.diff(4 * set_of + label, prepend=-1))
            level, parents, labels = Level(level.values[selected], starts), node[set_of[starts]], label[starts]
        guess, wins, parent, feedback = (np.concatenate(column) for column in zip(*columns, strict=True))
        guess, parent, feedback = (column.astype(np.int32) for column in (guess, parent, feedback))
        return RawTree(guess, wins.astype(np.uint8), parent, feedback)


numbers_of = lru_cache(maxsize=2)(Numbers)
