"""Evaluator: the best guesses at a position, and the least cost of a position with any first guess or a given one.

A search with a time limit proves these values.  If it does not end in time, the greedy tree by entropy gives an upper
bound.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import numpy as np

from treegen.games.game import Game
from treegen.games.hard import Mask
from treegen.games.partition import Indices, cell_sizes, cell_weights, cells
from treegen.games.rawtree import RawTree
from treegen.greedy.builder import Builder, BuildOptions, Node
from treegen.greedy.chooser import Ranking
from treegen.greedy.strategy import find, read_pool
from treegen.insight.shipped import find_openers, find_proved_tree, subtree_values
from treegen.native.interface import NEVER
from treegen.search.plain import guess_bounds
from treegen.search.problem import Limits, Position, Prices, Problem, Result, least_cost, linear
from treegen.search.search import Memory, search

_SEARCHED = 0.75  # Searches get this share of the time; greedy trees, which estimate costs, get the rest.
_SHALLOW = 0.4  # `shallowest` first looks for the guesses of least cost, with this share of the time.
_GRACE_SECONDS = 0.2  # Forming the tree of a proved guess may take this many seconds more than the limit.
_LEAST_ESTIMATED, _MOST_ESTIMATED = 10, 50  # The least and the greatest number of guesses that are estimated.
_MORE = 3  # Each search for the best guesses asks for three times as many guesses as the search before.
_LARGE = 20  # Searches get proved sets of at least this size; a smaller set is solved as quickly as it is passed.

_ENDLESS = 1 << 60  # A greedy tree may examine this many positions, that is, all that it needs.
_MOST_SEARCHED = 2000  # With more candidates, a search begins only if there is time to make the table.
_FOR_TABLE = 0.2  # `has_time_for_table` gets this share of the time, and lets the table take half of this share.
_MANY = 1000  # With more candidates than this, a greedy tree is built by several threads.

_UNLIMITED = linear(None)

Key = tuple[bytes, tuple[int, ...]]


class Evaluator:
    """Evaluates positions of a game, with the guesses of a pool ("all", "candidates" or "hard").

    The results of searches stay in memory, so that later calls are quicker.  If a proved tree of the game is shipped,
    its values are used.  `options` are `threads`, `memory` and `progress` of `Limits`.

    >>> import treegen as tg
    >>> from treegen.insight.position import find_position
    >>> game = tg.game("bulls-3x9")
    >>> best = Evaluator(game).best(find_position(game, "123:11"), 2, seconds=60)
    >>> [(game.guesses[one.guess], one.cost, one.is_exact) for one in best]
    [('145', 117, True), ('245', 118, True)]
    """

    def __init__(self, game: Game, *, pool: str = "all", **options: Any) -> None:
        self.game, self.pool = game, read_pool(pool)
        self._builder = Builder(game, replace(find("entropy"), pool=pool), BuildOptions(None, _ENDLESS, threads=1))
        self._chooser = self._builder.chooser
        self._limits = Limits(**options)
        self._memory = Memory(game, pool, self._limits)
        self._seen: dict[Key, dict[int, Result]] = {}  # by position and guess: the best result so far
        self._decided: set[Key] = set()  # the positions whose least cost is proved
        tree = find_proved_tree(game, pool)
        values = [] if tree is None else subtree_values(game, tree)
        # Without the guess that every candidate takes at this node, as `accept_proved` expects.
        large = [(history, one.bound - size, one.guess) for history, size, one in values if size >= _LARGE]
        are_accepted = not large or self._memory.is_without_core or self._memory.accept_proved(_UNLIMITED, large)
        self._proved = {history: one for history, _, one in values} if are_accepted else {}
        self._openers: dict[int, Result] = find_openers(game, pool)  # shipped results, by the first guess

    def best(self, position: Position, count: int, seconds: float) -> list[Result]:
        """Return the `count` best guesses, the least cost first, and only one of equivalent guesses.

        If all are proved to be the best, guesses of equal cost are in the order of `treegen.search.plain`; otherwise,
        all guesses are in the order of `cheapest`, by the costs of the trees that were found.  Guesses for which no
        tree was found in time are left out.  The order does not depend on `count`.
        """
        end = time.monotonic() + seconds
        proved, stopped = self._prove_best(_UNLIMITED, position, count, end - (1 - _SEARCHED) * seconds)
        if proved:
            self._decided.add(_key(position))
        if stopped is not None:
            estimates = self._estimate(stopped, position, {one.guess for one in proved}, end)
            proved = self._in_order(position, proved + estimates)
        return proved[:count]

    def is_decided(self, position: Position) -> bool:
        """Return whether the first guess that `best` returned for this position is proved to be the best.

        If not, its cost may still be exact, but a guess for which the search had no time may cost less.
        """
        return _key(position) in self._decided

    def value(self, position: Position, seconds: float) -> Result:
        """Return the least cost of the position, with the first guess that `best` would return."""
        end = time.monotonic() + seconds
        shipped = self._value_of_shipped(position)
        if shipped is not None:
            return shipped
        found = self._least(_UNLIMITED, position, None, end - (1 - _SEARCHED) * seconds)
        if found.is_exact:
            return found
        for guess in self.rank(position).guesses[:1].tolist():
            self._with_greedy_tree(position, Result(found.bound, guess=guess))
        # A bound for one guess is not a bound for the position.
        return replace(_cheaper(found, *self._seen.get(_key(position), {}).values()), bound=found.bound)

    def after(self, position: Position, guess: int, seconds: float) -> Result:
        """Return the least cost of the position with this guess."""
        end = time.monotonic() + seconds
        if not position.prior and guess in self._openers:
            return self._openers[guess]
        if not self.may_search(position, guess):  # people make guesses that no search tries
            return self._cost_by_cells(position, guess, end)
        shipped = self._value_of_shipped(position)
        return shipped if shipped is not None and shipped.guess == guess else self._after(position, guess, end)

    def may_search(self, position: Position, guess: int) -> bool:
        """Return whether a search may try this guess: it splits the candidates, or wins, and is in the pool."""
        feedbacks = np.unique(self.game.row(guess, position.candidates))
        is_useful = len(feedbacks) > 1 or bool(feedbacks[0] == self.game.winning)
        if self.pool == "candidates":
            return is_useful and self.game.winning in feedbacks
        allowed = self._allowed(position)
        return is_useful and (allowed is None or bool(allowed[guess]))

    def _cost_by_cells(self, position: Position, guess: int, end: float) -> Result:
        """Return the result of a guess as the sum of the results of its cells."""
        parts = dict(cells(self.game, position.candidates, guess))
        if not parts.keys().isdisjoint(self.game.losing):
            return Result(NEVER, guess=guess)
        weights = self.game.secret_weights
        bound = sum(self.game.step(guess, label) * int(weights[cell].sum()) for label, cell in parts.items())
        parts.pop(self.game.winning, None)
        cost: int | None = bound
        depth: int | None = 1
        for left, cell in zip(range(len(parts), 0, -1), parts.values(), strict=True):
            one = self.value(Position(cell, (*position.prior, guess)), max(0.0, end - time.monotonic()) / left)
            bound = min(NEVER, bound + one.bound)
            cost = None if cost is None or one.cost is None else cost + one.cost
            depth = depth and one.depth and max(depth, 1 + one.depth)
        return Result(bound, cost, guess, depth=depth)

    def cheapest(self, position: Position, count: int, seconds: float) -> list[Result]:
        """Return the `count` guesses of least cost; a proved result has the least `depth` of a tree with its cost.

        Guesses of equal cost are in the order of this depth; then those with more cells come first, then the
        candidates, then the lowest index.  If the time is too short to compare all guesses, the guesses that `best`
        returns are put in this order by the depths of the trees that were found.
        """
        end = time.monotonic() + seconds
        found = self.best(position, count, seconds)
        if self._openers and not position.prior:
            # Shipped results have their least depths.
            return self._in_order(position, list(self._openers.values()))[:count]
        most = max(map(_cost_of, found), default=NEVER)
        costs = self._costs_up_to(_UNLIMITED, position, most, end) if most < NEVER else None
        if not costs or self.game.costs is not None:  # with costs, the depth does not matter
            return self._in_order(position, found)
        self._decided.add(_key(position))

        def within(limit: int) -> dict[int, int]:
            limited = self._costs_up_to(linear(limit), position, most, end) or {}
            return {guess: limit for guess, cost in limited.items() if cost == costs[guess]}

        def ranked() -> list[Result]:
            results = [Result(cost, cost, guess, depth=depths.get(guess)) for guess, cost in costs.items()]
            return self._in_order(position, results)[:count]

        depths = {one.guess: one.depth for one in found if one.depth}
        deepest = limit = max(depths.values(), default=1)
        while self.game.capacity(limit - 1) >= len(position.candidates) and (shorter := within(limit - 1)):
            depths, limit = depths | shorter, limit - 1
        if len(depths) < len(costs) and any(one.depth in (None, deepest) for one in ranked()):
            depths = within(deepest) | depths  # a guess without a depth may have `deepest`, too
        return ranked()

    def _costs_up_to(self, prices: Prices, position: Position, most: int, end: float) -> dict[int, int] | None:
        """Return the cost of each guess that costs at most `most`, or None if the search was stopped."""
        count = len(self.game.guesses)
        found = self._search(prices, position, end, best=count, below=most + 1, wants_tree=False)
        return None if found.is_stopped else dict(found.best)

    def _in_order(self, position: Position, found: list[Result]) -> list[Result]:
        """Return these guesses in the order of `cheapest`; a missing cost or depth counts as the greatest."""
        guesses = np.array([one.guess for one in found], dtype=np.int32)
        sizes = cell_sizes(self.game, position.candidates, guesses)
        costs, depths = list(map(_cost_of, found)), [one.depth or NEVER for one in found]
        keys = [guesses, sizes[:, self.game.winning] == 0, -(sizes > 0).sum(axis=1), depths, costs]
        return [found[at] for at in np.lexsort(np.array(keys, dtype=np.int64))]

    def shallowest(self, position: Position, count: int, seconds: float) -> list[Result]:
        """Return the `count` guesses of least worst case; guesses of equal worst case are ordered by their costs."""
        end = time.monotonic() + seconds
        estimates = self.best(position, max(count, _LEAST_ESTIMATED), _SHALLOW * seconds)
        found: list[Result] = []
        limit, is_over = 1, not estimates
        while limit < len(position.candidates) and self.game.capacity(limit) < len(position.candidates):
            limit += 1
        while not is_over and limit <= len(position.candidates) and len(found) < count:
            shorter = [one.guess for one in found]
            proved, stopped = self._prove_best(linear(limit), position, count + len(found), end)
            is_over = stopped is not None
            if proved:
                costs = self._costs_up_to(linear(limit), position, proved[-1].bound, end) or {}
                proved = [Result(cost, cost, guess) for guess, cost in costs.items()] or proved
            found += self._in_order(position, [replace(one, depth=limit) for one in proved if one.guess not in shorter])
            limit += 1
        if is_over:  # the worst cases of the other guesses are not proved, so these results must not count as exact
            shorter = [one.guess for one in found]
            unproved = [one for one in estimates if one.guess not in shorter]
            others = [replace(one, bound=min(one.bound, _cost_of(one) - 1)) for one in unproved]
            found += sorted(others, key=lambda one: (one.depth or NEVER, _cost_of(one)))
        return found[:count]

    def most_informative(self, position: Position, count: int, seconds: float) -> list[Result]:
        """Return the `count` guesses that gain most information, with costs; ties are broken as in greedy trees."""
        return self._evaluate(position, self.rank(position).guesses, count, seconds)

    def smallest_cells(self, position: Position, count: int, seconds: float) -> list[Result]:
        """Return the `count` guesses whose largest cells are smallest, with their costs."""
        ranking = self.rank(position)
        order = np.lexsort((ranking.guesses, ranking.wins == 0, ranking.largest))
        return self._evaluate(position, ranking.guesses[order], count, seconds)

    def _evaluate(self, position: Position, guesses: Indices, count: int, seconds: float) -> list[Result]:
        end = time.monotonic() + seconds
        found: list[Result] = []
        for left, guess in zip(range(len(guesses), 0, -1), guesses.tolist(), strict=True):
            if len(found) == count:
                break
            now = time.monotonic()
            one = self._after(position, guess, now + max(0.0, end - now) / min(count - len(found), left))
            if one.cost is not None:
                found.append(one)
        return found

    def _value_of_shipped(self, position: Position) -> Result | None:
        if self._openers and not position.prior:
            return next(iter(self._openers.values()))
        return self._proved.get(tuple(zip(position.prior, position.feedbacks(self.game), strict=True)))

    def _prove_best(
        self, prices: Prices, position: Position, count: int, end: float
    ) -> tuple[list[Result], Result | None]:
        """Return the best guesses that are proved in time, and the result of a search that was stopped, or else None.

        The searches, and so the guesses that are proved in time, do not depend on `count`.
        """
        if self._openers and not position.prior and prices.values is None:
            return list(self._openers.values())[:count], None
        lead = self._value_of_shipped(position) if prices.values is None else None
        best = [] if lead is None else [lead]
        costs, size, stopped = list[tuple[int, int]](), 1, None
        while len(best) < count:
            found = self._search(prices, position, end, best=size, wants_tree=False)
            if found.is_stopped:
                stopped = found
                break
            costs = list(found.best)
            if size >= count or len(costs) < size:
                break
            size *= _MORE
        others = [(guess, cost) for guess, cost in costs if lead is None or guess != lead.guess]
        best += [self._with_depth(prices, position, guess, cost, end) for guess, cost in others]
        return best[:count], stopped

    def _least(self, prices: Prices, position: Position, guess: int | None, end: float) -> Result:
        """Return the result of a search for the least cost of the position, with `guess` if it is not None."""
        found = self._search(prices, position, end, first=() if guess is None else (guess,))
        depth = None if found.tree is None else len(found.tree.histogram())
        return Result(found.bound, found.cost, found.guess if guess is None else guess, depth=depth)

    def _search(self, prices: Prices, position: Position, end: float, **changes: Any) -> Result:
        problem = Problem(self.game, self.pool, prices, position, **changes)
        now, is_large = time.monotonic(), len(position.candidates) > _MOST_SEARCHED
        if is_large and not self._memory.has_time_for_table(now + _FOR_TABLE * (end - now)):
            return Result(least_cost(self.game, prices, position.candidates), is_stopped=True)
        return search(problem, replace(self._limits, deadline=end), self._memory)

    def _with_depth(self, prices: Prices, position: Position, guess: int, cost: int, end: float) -> Result:
        found = self._least(prices, position, guess, max(end, time.monotonic() + _GRACE_SECONDS))
        return Result(cost, cost, guess, depth=found.depth)

    def _after(self, position: Position, guess: int, end: float) -> Result:
        found = self._least(_UNLIMITED, position, guess, end - (1 - _SEARCHED) * max(0.0, end - time.monotonic()))
        return self._learn(position, found) if found.is_exact else self._with_greedy_tree(position, found)

    def _estimate(self, stopped: Result, position: Position, proved: set[int], end: float) -> list[Result]:
        """Return guesses that are not `proved`, with the costs of trees found, and bounds from a stopped search.

        The first few guesses are always estimated; the number of further guesses depends on the time.
        """
        ranked = self.rank(position).guesses
        guesses = ranked[~np.isin(ranked, list(proved))][:_MOST_ESTIMATED]
        weights = cell_weights(self.game, position.candidates, guesses)
        least_costs = guess_bounds(self.game, _UNLIMITED, position.candidates, guesses, weights, weights).tolist()
        bounds = zip(guesses.tolist(), least_costs, strict=True)
        found = {guess: Result(max(least, stopped.bounds.get(guess, 0)), guess=guess) for guess, least in bounds}
        few = list(found)[:_LEAST_ESTIMATED]
        if stopped.cost is not None and stopped.guess not in proved:
            guess = stopped.guess
            incumbent = Result(stopped.bounds.get(guess, stopped.bound), stopped.cost, guess)
            if incumbent.is_exact:
                incumbent = self._with_depth(_UNLIMITED, position, guess, stopped.cost, end)
            found[guess] = self._learn(position, incumbent)
        for guess, one in found.items():
            is_tree_known = proved or any(other.cost is not None for other in found.values())
            if guess in few or not is_tree_known or time.monotonic() < end:  # a first tree is built even after `end`
                found[guess] = self._with_greedy_tree(position, one)
        return sorted((one for one in found.values() if one.cost is not None), key=lambda one: one.cost or 0)

    def _with_greedy_tree(self, position: Position, found: Result) -> Result:
        """Return `found`, with the cost of a greedy tree by entropy that begins with its guess if that costs less."""
        if self._chooser.makes_trees and len(position.candidates) > 1:
            threads = None if len(position.candidates) > _MANY else 1
            tree: RawTree | None = self._chooser.tree(*position, threads, lambda *_: None, found.guess)
        else:
            node = Node(*position, self._allowed(position))
            tree = self._builder.tree_by_levels(node, found.guess) if found.guess >= 0 else None
        if tree is None:
            return self._learn(position, found)
        game, steps = self.game, list(zip(position.prior, position.feedbacks(self.game), strict=True))
        histogram = tree.play(game, steps) if game.is_grouped else tree.histogram(game)
        spent = None if game.costs is None else tree.spent(game.costs)  # on the way to each node
        cost = _UNLIMITED.cost(histogram) if spent is None else int(spent @ tree.played(game, steps)[1])
        achieved = replace(found, cost=cost, depth=len(histogram))
        return self._learn(position, _cheaper(found, achieved))

    def _learn(self, position: Position, found: Result) -> Result:
        seen = self._seen.setdefault(_key(position), {})
        seen[found.guess] = _cheaper(found, seen.get(found.guess, found))
        return seen[found.guess]

    def rank(self, position: Position) -> Ranking:
        """Return the guesses that may be made, most information first, and only one of equivalent guesses."""
        return self._chooser.rank(*position, self._allowed(position))

    def _allowed(self, position: Position) -> Mask | None:
        """Return the guesses that hard mode allows, bool [guesses], or None in other pools."""
        hard = self._chooser.hard
        steps = zip(position.prior, position.feedbacks(self.game), strict=True)
        return None if hard is None else hard.after(steps)


def _key(position: Position) -> Key:
    return position.candidates.tobytes(), position.prior


def _cost_of(one: Result) -> int:
    return NEVER if one.cost is None else one.cost


def _cheaper(*found: Result) -> Result:
    """Return the result of least cost, if possible with a depth; its bound is raised to that of `found[0]`."""
    costed = [one for one in found if one.cost is not None]
    best = min(costed, key=lambda one: (one.cost or 0, one.depth is None), default=found[0])
    return replace(best, bound=max(found[0].bound, best.bound))
