"""Plain trees of games of numbers: the guesses of all sets of a level are compared at once, without a table."""

from __future__ import annotations

import numpy as np

from player.errors import NoSuchTree
from treegen.games.game import Game
from treegen.games.numbers import Ints, Level, is_of_numbers, numbers_of
from treegen.games.subtree import Subtree
from treegen.greedy.strategy import Strategy


def plain_tree(game: Game, rule: Strategy, limit: int | None) -> Subtree | None:
    """The tree that a strategy makes of a game of numbers; None where `Builder` has to make it, or say why it cannot.

    That is where the tree is deeper than `limit`, or guesses depend on more than the sizes of cells.
    """
    is_rated = rule.score.draw is None and not rule.in_order and rule.pool != "hard"
    if not is_of_numbers(game) or game.weights is not None or not is_rated or len(rule.opening) > 1:
        return None
    numbers, opening = numbers_of(game), [game.find_guess(guess) for guess in rule.opening]
    rate, bonus = rule.score.rating(len(game.secrets), is_weighted=False), rule.bonus_score(len(game.secrets))

    def choose(level: Level, made: int) -> Ints:
        only = opening[made:]
        options = numbers.options(level, named=not only and rule.pool == "candidates", only=only)
        wins = (options.upto == 0).astype(np.int64)
        told = (options.upto, wins, wins * (options.sizes - 1), (1 - wins) * (options.sizes - options.upto))
        found = options.first_of_each(rule.order(rate(np.stack(told, axis=1)), wins, options.guesses, bonus))
        if len(found) < len(level.starts):
            raise NoSuchTree("a set has no guess")
        return found

    try:
        tree = numbers.grow(numbers.level(np.arange(len(game.secrets))), choose)
    except NoSuchTree:
        return None
    return tree if limit is None or len(tree.histogram()) <= limit else None
