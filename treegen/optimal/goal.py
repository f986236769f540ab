"""Goal: a description of the tree to find, from the arguments of the public functions and of the command line.

The objective `identify` needs another game.  It minimises the questions until the secret is certain, for judges to whom
the player then names the secret at no cost.  No list of prices expresses this: at depth d, a question that happens to
be the secret costs d, but a name costs only d - 1.  So the search plays a naming game, in which a question never ends
the game; only naming the secret does.  Each name counts as a guess, so that the total of the naming game is greater by
the number of secrets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from player.errors import BadInput, check_text, require
from player.rules.feedback import MAX_ANSWERS, MAX_NARROW
from player.rules.misspelt import suggest
from player.tree import Tree
from player.tree.columns import MAX_DEPTH
from player.tree.decode import MAX_WEIGHT
from treegen.games.game import Game
from treegen.games.memory import check_options
from treegen.games.rawtree import RawTree
from treegen.greedy.strategy import read_pool
from treegen.native import core
from treegen.native.interface import NEVER
from treegen.search.numbers import NumberSearch
from treegen.search.problem import MAX_COST, Limits, Prices, Problem, fewest_at_max, least_cost, linear
from treegen.search.search import Memory

_MOST_PARTED = 2000  # With more secrets, the parting game has too large a table.
# The definition of each objective, by its name.
OBJECTIVES = {
    "total": "the least sum of guesses over all secrets; among those trees, least depth",
    "worst": "the least depth; among those trees, the least total",
    "identify": "the fewest questions until the secret is certain; naming it then costs nothing",
    "fewest-at-max": "the fewest secrets at the greatest depth allowed; among those trees, the least total",
}


@dataclass(frozen=True)
class Goal:
    """A description of the tree to find; with the objective "price", its cost is computed from the list `prices`."""

    game: Game
    objective: str
    prices: tuple[int, ...] | None  # None: the objective determines the prices
    max_depth: int | None  # None: any depth
    pool: str
    first: str | None  # the forced first guess; None: any

    @property
    def fields(self) -> tuple[str, tuple[int, ...] | None, int | None, str, str | None]:
        """All fields but the game, in their order."""
        return self.objective, self.prices, self.max_depth, self.pool, self.first

    @cached_property
    def names_numbers(self) -> bool:
        """True for the objective identify of a game of numbers, whose search needs no naming game."""
        return self.name_count > 0 and self.game.weights is None and NumberSearch.takes(self.game, self.pool)

    @cached_property
    def searched_game(self) -> Game:
        """The game that is searched: for the objective identify of several secrets, usually the naming game."""
        if self._copies > 1:
            return parting_game(self.game)
        return naming_game(self.game) if self.name_count and not self.names_numbers else self.game

    def problem(self, prices: Prices, below: int = NEVER, exact: int = 0, **changes: Any) -> Problem:
        """Return the problem of the whole game at these prices; `changes` are further fields of the problem."""
        first = () if self.first_index is None else (self.first_index,)
        return Problem(
            self.searched_game, self.pool, prices.later(self._later), first=first, names_numbers=self.names_numbers,
            below=below if below >= NEVER else below * self._copies + self._names(prices), exact=exact * self._copies,
            **changes,
        )  # fmt: skip

    def least_cost(self, prices: Prices) -> int:
        """Return a lower bound of the cost at these prices, by counting nodes or leaves."""
        names = self.game.counts_names
        return least_cost(self.game, prices.later(names)) - self.game.weight * names * prices.is_linear

    def cost(self, prices: Prices, cost: int) -> int:
        """Return the cost, or the bound of it, that one of the problem at these prices means."""
        return cost if cost >= NEVER else -((self._names(prices) - cost) // self._copies)

    def _names(self, prices: Prices) -> int:
        """Return how much of the cost of the problem is due to guesses that the goal does not count."""
        return self.name_count + self.game.weight * self._copies * self._later * prices.is_linear

    @cached_property
    def _copies(self) -> int:
        """The number of copies of each secret in the problem: 2 in a `parting_game` that the core can search."""
        is_grouped = self.game.is_grouped and self.game.counts_names
        if not (bool(core) and is_grouped and self.pool == "all" and len(self.game.secrets) <= _MOST_PARTED):
            return 1
        most = max(self.game.branching, 2 * int(np.bincount(self.game.own_guess).max()))  # the feedbacks of a guess
        return 2 if most <= MAX_NARROW - 2 and self.game.weight < MAX_WEIGHT // 2 else 1

    @property
    def _later(self) -> int:
        """The number of guesses after the last question: one for the name, and one more for the copies of a class."""
        return self.game.counts_names + self._copies - 1

    def remember(self, limits: Limits) -> Memory:
        """Make an empty memory for searches of the goal's problems."""
        return Memory(self.searched_game, self.pool, limits)

    def tree(self, found: RawTree) -> Tree:
        """Convert a tree of the problem to a tree of the game."""
        found = ask_the_named(self.game, found) if self.name_count else found
        return (name_the_classes(self.game, found) if self._copies > 1 else found).to_tree(self.game)

    @property
    def first_index(self) -> int | None:
        """The index of the forced first guess."""
        return None if self.first is None else self.game.guess_index[self.first]

    @property
    def name_count(self) -> int:
        """The number of names, which the cost of the problem counts as guesses, and the cost of the goal does not."""
        return len(self.game.secrets) if self.objective == "identify" and len(self.game.secrets) > 1 else 0

    @property
    def comparison_prices(self) -> Prices:
        """The prices at which trees are compared when the search is stopped early."""
        if self.game.costs is not None:
            return Prices() if self.max_depth is None else Prices(most=self.max_depth)
        if self.objective == "price":
            return Prices((self.prices or ())[: self.max_depth])
        if self.objective == "fewest-at-max" and self.max_depth is not None:
            return fewest_at_max(self.max_depth, self.game.weight)
        return linear(self.max_depth)

    @property
    def cost_name(self) -> str:
        """The name of the cost in tables and messages."""
        return "total" if self.objective == "total" and self.game.costs is None else "cost"


def read_goal(
    game: Game,
    objective: str = "total",
    prices: Sequence[int] | None = None,
    max_depth: int | None = None,
    guesses: str = "all",
    first: str | None = None,
) -> Goal:
    """Check the arguments of solve() and best_first_guesses(), and return their goal."""
    first = None if first is None else game.guesses[game.find_guess(first)]
    try:
        own_prices = None if prices is None else tuple(map(index, prices))
    except TypeError:
        raise TypeError(f"prices are a list of whole numbers, such as [1, 2, 4], not {prices!r:.60}") from None
    check_options(max_depth=max_depth)
    depth = None if max_depth is None else index(max_depth)
    if objective == "identify" and game.names_at_the_end:
        objective = "total"  # the names at the end are no questions, but their number is the same in all trees
    is_other = objective not in ("total", "worst") or (own_prices, depth, guesses) != (None, None, "all")
    if game.costs is not None and is_other:
        raise BadInput(f"{game.brief}: in a table with costs, the objectives are total and worst, without other limits")
    if objective == "identify" and len(game.secrets) == 1:
        game = replace(game, weights=None)  # the only secret is certain, with any weight
    goal = Goal(game, objective if own_prices is None else "price", own_prices, depth, guesses, first)
    check_text("an objective", goal.objective, "total")
    read_pool(guesses)
    if own_prices is None and goal.objective not in OBJECTIVES:
        near = suggest(goal.objective, OBJECTIVES)
        near += "" if near.endswith("?") else ", or a list of prices"
        raise BadInput(f"{goal.objective[:60]!r} is not an objective; {near}")
    if depth is not None and depth > MAX_DEPTH:
        raise BadInput(f"max_depth takes a whole number from 1 to {MAX_DEPTH}, not {str(depth)[:60]}")
    require(goal.objective != "identify" or guesses == "all", "identify asks any guess: leave --guesses out")
    if own_prices is not None:
        _check_prices(own_prices, game.weight)
    at = goal.first_index
    if guesses == "candidates" and at is not None and game.wins_against[at] < 0:
        raise BadInput(f"{first} is no possible secret: leave --guesses candidates or --first {first} out")
    return goal


def _check_prices(values: Sequence[int], secrets: int) -> None:
    """Raise BadInput for prices that are missing, negative or falling, or whose sums could overflow 64 bits."""
    require(values, "a list of prices has at least one, as in 1,2,3,4,5")
    require(values[0] >= 0, f"prices are not negative, but the first is {_show(values[0])}")
    for depth, (here, there) in enumerate(pairwise(values), 2):
        if there < here:
            raise BadInput(f"prices never fall with depth, but depth {depth} costs {_show(there)} after {_show(here)}")
    most = MAX_COST // secrets
    if values[-1] > most:
        raise BadInput(
            f"{secrets} secret{'s' * (secrets > 1)} at a price of {_show(values[-1])} pass 64 bits; "
            f"the largest price of this game is {most}"
        )


def show_gap(cost: int, bound: int) -> str:
    """Return the gap between the cost of a tree and a proved bound of at least 1, in percent of the bound.

    >>> show_gap(172007, 167447)
    '2.72 %'
    """
    return f"{100 * (cost - bound) / bound:.2f} %"


def _show(price: int) -> str:
    """Return a price as text, a very long one in short; Python raises an error for more than 4300 digits."""
    return str(price) if abs(price) < 10**30 else "-" * (price < 0) + "10^30 or more"


def naming_game(game: Game) -> Game:
    """Make the naming game: no question of `game` ends it, but a guess that names the secret does."""
    if game.weights is not None or len(game.labels) > MAX_ANSWERS - 2 or int(game.own_guess.min()) < 0:
        raise BadInput(
            f"{game.brief}: identify is for secrets of equal weight that can be asked, and at most "
            f"{MAX_ANSWERS - 2} feedbacks"
        )
    return _with_names(game.table.astype(np.int64), len(game.labels), game.losing)


def _with_names(
    table: npt.NDArray[np.int64], won: int, losing: tuple[int, ...] = (), weights: list[int] | None = None
) -> Game:
    """Make a game with this table, and with a guess that names each secret: `won` is right, and `won` + 1 loses."""
    names = np.where(np.eye(table.shape[1], dtype=bool), won, won + 1)
    return Game.from_table(np.concatenate([table, names]), winning=won, losing=(*losing, won + 1), weights=weights)


def ask_the_named(game: Game, tree: RawTree) -> RawTree:
    """Convert a tree of the naming game to a tree of `game`, in which a name becomes the guess of that secret."""
    guess, wins = tree.guess.copy(), tree.wins.copy()
    is_name = guess >= len(game.guesses)
    guess[is_name] = game.own_guess[guess[is_name] - len(game.guesses)]
    hit = (tree.feedback == game.winning) & (tree.parent >= 0)  # the question was the secret: there is no further guess
    wins[tree.parent[hit]] = True
    return tree._replace(guess=guess, wins=wins).without(hit)


def parting_game(game: Game) -> Game:
    """Make a game with the least trees of `game`, whose guesses find classes, in which a guess finds one secret.

    There are two of each secret, and only the guess that finds a class tells them apart, and all others of the class;
    the next guess names one of them.  So each secret is found two guesses later than the last question.
    """
    own, count, win, _ = game.searched
    table = np.repeat(own, 2, axis=1).astype(np.int64)
    places = (table == win).cumsum(axis=1) - 1
    won = max(win, int(places.max()) + 1)
    table = np.where(table == win, places, np.where(table == count - 1, won + 1, table))
    return _with_names(table, won, weights=np.repeat(game.secret_weights, 2).tolist())


def name_the_classes(game: Game, tree: RawTree) -> RawTree:
    """Convert a tree of the parting game to a tree of `game`, in which a guess that finds a class has no children."""
    assert game.own_labels is not None
    own, count, labels = game.own_labels
    tree = tree.without(tree.guess >= len(own))
    feedback = np.where(tree.parent < 0, -1, labels[tree.guess[tree.parent], tree.feedback]).astype(np.int32)
    return tree._replace(wins=(own == count - 2).any(axis=1)[tree.guess].astype(np.uint8), feedback=feedback)
