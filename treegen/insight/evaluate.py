"""What positions are worth: the best guesses, and the value before and after a guess, proved within a time budget."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from player.errors import BadInput
from treegen.games.game import Game
from treegen.games.partition import Indices, cells
from treegen.insight.estimate import Estimator
from treegen.insight.position import Position, position
from treegen.insight.proved import KnownTree, find_proved_tree
from treegen.insight.provers import CoreProver, Evaluation, GeneralProver, Prover, Watch
from treegen.native.interface import NEVER
from treegen.optimal.engine import needs_general_search
from treegen.optimal.objective import POOLS, Prices, linear

__all__ = ["Evaluation", "Evaluator"]

_SEARCHED = 0.75  # the share of the time in which is searched; the rest is for estimates
_SHALLOW = 0.4  # the share of the time for the least costs where least worst cases are sought
_GRACE = 0.2  # seconds after the end for the tree of a guess that is proved
_LEAST_ESTIMATED, _MOST_ESTIMATED = 10, 50  # guesses, those that gain most information
_MORE = 3  # times as many guesses are proved in each search for the best ones

History = str | Position
Key = tuple[bytes, tuple[int, ...]]


class Evaluator:
    """Evaluates positions of a game, with the guesses of a pool ("all", "candidates" or "hard").

    A position is a history, as in `0123:01,4561:02`, or a `Position`.  What was searched is kept from call to call, so
    that later calls are quicker.  A proved tree that is shipped is used.  `threads` and `memory` are those of the
    search (None: what the machine has); `progress` is called with the state of a search several times a second.

    >>> import treegen as tg
    >>> game = tg.game("bulls-3x9")
    >>> best = Evaluator(game).best("123:11", 2, seconds=60)
    >>> [(game.guesses[one.guess], one.cost, one.is_exact) for one in best]
    [('145', 117, True), ('245', 118, True)]
    """

    def __init__(
        self,
        game: Game,
        *,
        pool: str = "all",
        threads: int | None = None,
        memory: int | None = None,
        progress: Watch | None = None,
    ) -> None:
        if pool not in POOLS:
            raise BadInput(f"{pool!r} is not a pool of guesses; choose one of: {', '.join(POOLS)}")
        self.game, self.pool = game, pool
        self.estimator = Estimator(game, pool)
        self._resources = threads, memory
        self._progress = progress
        self._provers: dict[Prices, Prover] = {}
        self._seen: dict[Key, dict[int, Evaluation]] = {}  # what is known of guesses
        self._decided: set[Key] = set()  # where the least cost is proved
        self._tree: KnownTree | None = find_proved_tree(game, pool)

    def best(self, history: History, count: int, seconds: float) -> list[Evaluation]:
        """Return the `count` best guesses, those of least cost first, one of each class of equivalent ones.

        Those that are proved to be the best come first, in the order of `treegen.optimal.general`; the others follow by
        the cost that is achieved.  A guess with which no tree is known to find every candidate is left out, and so are
        guesses that nothing is known of in time.  Which guess comes first, second and so on does not depend on `count`.

        Raises BadInput if no secret is consistent with the history.
        """
        where, end = self._locate(history), time.monotonic() + seconds
        prover = self._prover(linear(None))
        proved, is_complete = self._prove_best(prover, where, count, end - (1 - _SEARCHED) * seconds)
        if proved:
            self._decided.add(_key(where))
        if not is_complete:
            proved += self._estimate(prover, where, {one.guess for one in proved}, end)
        return proved[:count]

    def is_decided(self, history: History) -> bool:
        """Whether the first guess that `best` returned for this position is proved to be the best one.

        The cost of a guess may be exact although another guess, which the search did not reach in time, costs less.

        >>> import treegen as tg
        >>> evaluator = Evaluator(tg.game("bulls-3x9"))
        >>> found = evaluator.best("123:11", 1, seconds=60)
        >>> evaluator.is_decided("123:11")
        True
        """
        return _key(self._locate(history)) in self._decided

    def value(self, history: History, seconds: float) -> Evaluation:
        """Return what the position costs with the best guess, which is the first one of `best`.

        >>> import treegen as tg
        >>> Evaluator(tg.game("bulls-3x9")).value("", seconds=60).cost
        2337
        """
        where, end = self._locate(history), time.monotonic() + seconds
        prover = self._prover(linear(None))
        known = self._known(where)
        if known is not None:
            return known
        found = prover.least(where, None, end - (1 - _SEARCHED) * seconds)
        if found.is_exact:
            return found
        ranked = self.estimator.rank(where).guesses[:1].tolist()
        estimates = [self._estimate_one(where, Evaluation(guess, found.bound, None, None), end) for guess in ranked]
        known_guesses = (one for one in self._seen_at(where).values() if one.cost is not None)
        # What is proved of one guess is no bound of the position.
        return replace(_cheaper(found, *estimates, *known_guesses), bound=found.bound)

    def after(self, history: History, guess: int | str, seconds: float) -> Evaluation:
        """Return what the position costs with this guess (or its index) and the best play after it.

        >>> import treegen as tg
        >>> Evaluator(tg.game("bulls-3x9")).after("123:11", "456", seconds=60).cost
        122
        """
        guess = self.game.find_guess(guess) if isinstance(guess, str) else guess
        where, end = self._locate(history), time.monotonic() + seconds
        if not self.may_search(where, guess):  # people ask it nevertheless
            return self._after_cells(where, guess, end)
        known = self._known(where)
        if known is not None and known.guess == guess:
            return known
        return self._after(self._prover(linear(None)), where, guess, end)

    def may_search(self, where: Position, guess: int) -> bool:
        """Return whether a search may ask this guess: it tells something, and the pool has it."""
        told = np.unique(self.game.table[guess][where.candidates])
        is_useful = len(told) > 1 or bool(told[0] == self.game.winning)
        if self.pool == "candidates":
            return is_useful and self.game.winning in told
        allowed = self.estimator.allowed(where)
        return is_useful and (allowed is None or bool(allowed[guess]))

    def _after_cells(self, where: Position, guess: int, end: float) -> Evaluation:
        """What the position costs with a guess, by what each cell costs."""
        game = self.game
        bound = cost = int(game.secret_weights[where.candidates].sum())
        depth: int | None = 1
        parts = [(told, cell) for told, cell in cells(game, where.candidates, guess) if told != game.winning]
        if any(told in game.losing for told, _ in parts):
            return Evaluation(guess, NEVER, None, None)
        is_known = True
        for left, (_, cell) in zip(range(len(parts), 0, -1), parts, strict=True):
            share = max(0.0, end - time.monotonic()) / left
            value = self.value(Position(cell, (*where.asked, guess)), share)
            bound = min(NEVER, bound + value.bound)
            is_known, cost = is_known and value.cost is not None, cost + (value.cost or 0)
            depth = None if depth is None or value.depth is None else max(depth, 1 + value.depth)
        return Evaluation(guess, bound, cost if is_known else None, depth)

    def cheapest(self, history: History, count: int, seconds: float) -> list[Evaluation]:
        """Return the guesses of `best`, each whose cost is proved with the least worst case of its trees of that cost.

        Where the time does not suffice for that, the worst case is that of one of these trees.
        """
        where, end = self._locate(history), time.monotonic() + seconds
        found = self.best(where, count, seconds)
        # The whole of a proved tree is one of least depth; its subtrees need not be.
        known = None if where.asked else self._known(where)
        for limit in range(max((one.depth or 0 for one in found), default=0) - 1, 0, -1):
            if self.game.capacity(limit) < len(where.candidates):
                break
            for at, one in enumerate(found):
                if not one.is_exact or one.cost is None or one.depth != limit + 1 or one == known:
                    continue
                if time.monotonic() > end:
                    return found
                shorter = self._prover(linear(limit)).least(where, one.guess, end, one.cost + 1)
                if shorter.cost is not None:
                    found[at] = replace(one, depth=shorter.depth or limit)
        return found

    def shallowest(self, history: History, count: int, seconds: float) -> list[Evaluation]:
        """Return the `count` best guesses by their least worst case; among those, the ones that cost least come first.

        The costs are those of trees that are no deeper than the worst case.
        """
        where, end = self._locate(history), time.monotonic() + seconds
        known = self.best(where, max(count, _LEAST_ESTIMATED), _SHALLOW * seconds)
        found: list[Evaluation] = []
        limit, is_complete = 1, bool(known)
        while limit < len(where.candidates) and self.game.capacity(limit) < len(where.candidates):
            limit += 1
        while is_complete and limit <= len(where.candidates) and len(found) < count:
            shorter = [one.guess for one in found]
            prover = self._prover(linear(limit))
            proved, is_complete = self._prove_best(prover, where, count + len(found), end)
            found += [replace(one, depth=limit) for one in proved if one.guess not in shorter]
            limit += 1
        if not is_complete:  # the worst case of the others is not proved, so that none is exact
            shorter = [one.guess for one in found]
            others = [replace(one, bound=min(one.bound, (one.cost or NEVER) - 1)) for one in known]
            found += sorted(
                (one for one in others if one.guess not in shorter),
                key=lambda one: (one.depth or NEVER, one.cost or NEVER),
            )
        return found[:count]

    def most_informative(self, history: History, count: int, seconds: float) -> list[Evaluation]:
        """Return the `count` guesses that gain most information, with what they cost; ties as in a greedy tree."""
        where = self._locate(history)
        return self._evaluate(where, self.estimator.rank(where).guesses, count, seconds)

    def smallest_cells(self, history: History, count: int, seconds: float) -> list[Evaluation]:
        """Return the `count` guesses whose largest cells are smallest, with what they cost."""
        where = self._locate(history)
        ranking = self.estimator.rank(where)
        order = np.lexsort((ranking.guesses, ranking.wins == 0, ranking.largest))
        return self._evaluate(where, ranking.guesses[order], count, seconds)

    def _evaluate(self, where: Position, guesses: Indices, count: int, seconds: float) -> list[Evaluation]:
        """The first `count` of the guesses that are known to lead to every candidate."""
        end, prover = time.monotonic() + seconds, self._prover(linear(None))
        found: list[Evaluation] = []
        for left, guess in zip(range(len(guesses), 0, -1), guesses.tolist(), strict=True):
            if len(found) == count:
                break
            now = time.monotonic()
            one = self._after(prover, where, guess, now + max(0.0, end - now) / min(count - len(found), left))
            if one.cost is None and one.bound < NEVER:  # none is left out only because the time is short
                one = self._estimated(where, one, math.inf)
            if one.cost is not None:
                found.append(one)
        return found

    def _locate(self, history: History) -> Position:
        return position(self.game, history) if isinstance(history, str) else history

    def _prover(self, prices: Prices) -> Prover:
        """The search of a price list, which is kept."""
        if prices not in self._provers:
            if needs_general_search(self.game, self.pool):
                self._provers[prices] = GeneralProver(self.game, self.pool, prices, self.estimator.allowed)
            else:
                # Of the searches with a limit of depth only the last is kept: each has tables of its own.
                self._provers = {one: kept for one, kept in self._provers.items() if one.values is None}
                prover = CoreProver(self.game, self.pool, prices, *self._resources, self._progress)
                if prices.values is not None:
                    prover.inherit(self._provers[linear(None)])
                elif self._tree is not None and not self._tree.preload(prover.search):
                    self._tree = None
                self._provers[prices] = prover
        return self._provers[prices]

    def _known(self, where: Position) -> Evaluation | None:
        """The value of a position on a proved tree."""
        node = None if self._tree is None else self._tree.find(where)
        return None if node is None else Evaluation(node.guess, node.cost, node.cost, node.depth)

    def _prove_best(self, prover: Prover, where: Position, count: int, end: float) -> tuple[list[Evaluation], bool]:
        """The best guesses as far as they are proved in time, and whether these are all that were asked for.

        How many are proved at a time does not depend on `count`, so that neither does what is proved in time.
        """
        lead = self._known(where) if prover.prices.values is None else None
        best = [] if lead is None else [lead]
        if len(where.candidates) == 1:  # the core names one of the guesses that win against it
            prover = GeneralProver(self.game, self.pool, prover.prices, self.estimator.allowed)
        wanted = 1
        firsts: Sequence[tuple[int, int]] = ()
        is_complete = len(best) >= count
        while not is_complete:
            more = prover.firsts(where, wanted, end)
            if more is None:
                break
            firsts = more
            is_complete = wanted >= count or len(firsts) < wanted
            wanted *= _MORE
        others = [first for first in firsts if lead is None or first[0] != lead.guess]
        best += [_with_depth(prover, where, guess, cost, end) for guess, cost in others]
        return best[:count], is_complete

    def _after(self, prover: Prover, where: Position, guess: int, end: float) -> Evaluation:
        found = prover.least(where, guess, end - (1 - _SEARCHED) * max(0.0, end - time.monotonic()))
        return self._learn(where, found) if found.is_exact else self._estimate_one(where, found, end)

    def _estimate(self, prover: Prover, where: Position, proved: set[int], end: float) -> list[Evaluation]:
        """Guesses other than the proved ones, by what is achieved with them, with the bounds of the last search.

        The first few are compared however long it takes, so that the time decides only how many others there are.
        """
        ranked = self.estimator.rank(where).guesses
        guesses = ranked[~np.isin(ranked, list(proved))][:_MOST_ESTIMATED]
        limits = dict(zip(guesses.tolist(), self.estimator.limits(where, guesses), strict=True))
        bounds = prover.bounds(where)
        found = {
            guess: Evaluation(guess, max(least, bounds.get(guess, 0)), None, None)
            for guess, (least, _) in limits.items()
        }
        few = list(found)[:_LEAST_ESTIMATED]
        incumbent = prover.incumbent(where)
        if incumbent is not None and incumbent.guess not in proved:
            if incumbent.is_exact:
                incumbent = _with_depth(prover, where, incumbent.guess, incumbent.bound, end)
            found[incumbent.guess] = self._learn(where, incumbent)
            few.append(incumbent.guess)
        for guess, one in found.items():
            found[guess] = self._estimate_quickly(where, one, math.inf if guess in few else end)
        for one in _by_cost(found):  # the most promising ones first
            if time.monotonic() > end:
                break
            found[one.guess] = self._estimated(where, one, end)
        known = _by_cost(found)
        if known or proved:
            return known
        # A tree is worth more than the time.
        estimates = (self._estimated(where, one, math.inf) for one in found.values())
        known = list(islice((one for one in estimates if one.cost is not None), 1))
        return known or _by_cost({guess: replace(one, cost=limits[guess][1]) for guess, one in found.items()})

    def _estimate_quickly(self, where: Position, found: Evaluation, end: float) -> Evaluation:
        """The same with what is achieved by comparing a few candidates for each guess that follows."""
        estimate = self.estimator.quickly(where, found.guess, end)
        return self._learn(where, _with_estimate(found, estimate))

    def _estimated(self, where: Position, found: Evaluation, end: float) -> Evaluation:
        """The same with what the entropy strategy achieves, too, if there is time for it."""
        return self._learn(where, _with_estimate(found, self.estimator.after(where, found.guess, end)))

    def _estimate_one(self, where: Position, found: Evaluation, end: float) -> Evaluation:
        """The same with what is achieved in time."""
        return self._estimated(where, self._estimate_quickly(where, found, math.inf), end)

    def _seen_at(self, where: Position) -> dict[int, Evaluation]:
        """What is known of guesses in a position."""
        return self._seen.setdefault(_key(where), {})

    def _learn(self, where: Position, found: Evaluation) -> Evaluation:
        """The same with what was known of the guess before, and keep it."""
        seen = self._seen_at(where)
        seen[found.guess] = _cheaper(found, seen.get(found.guess, found))
        return seen[found.guess]


def _key(where: Position) -> Key:
    return where.candidates.tobytes(), where.asked


def _with_depth(prover: Prover, where: Position, guess: int, cost: int, end: float) -> Evaluation:
    """A guess whose cost is proved, with the worst case of its tree, which takes no time worth mentioning."""
    found = prover.least(where, guess, max(end, time.monotonic() + _GRACE))
    return Evaluation(guess, cost, cost, found.depth)


def _with_estimate(found: Evaluation, estimate: tuple[int, int] | None) -> Evaluation:
    """The same with a cost and a depth that can be achieved."""
    return found if estimate is None else _cheaper(found, Evaluation(found.guess, found.bound, *estimate))


def _by_cost(found: dict[int, Evaluation]) -> list[Evaluation]:
    """Those of which a tree is known, the cheapest first."""
    return sorted((one for one in found.values() if one.cost is not None), key=lambda one: one.cost or 0)


def _cheaper(*found: Evaluation) -> Evaluation:
    """The evaluation that achieves least (of equals the first that knows its depth), with the highest bound."""
    known = [one for one in found if one.cost is not None]
    best = min(known, key=lambda one: (one.cost or 0, one.depth is None), default=found[0])
    return replace(best, bound=max(found[0].bound, best.bound))
