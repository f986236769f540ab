"""TreeFinder: the searches that lead to the tree of a goal, and the best tree and bound that a given time allows."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial

from player.errors import NoSuchTree
from player.tree import Tree
from treegen.greedy.chooser import WIDTH
from treegen.native.interface import NEVER
from treegen.optimal import certify
from treegen.optimal import objective as objectives
from treegen.optimal.background import Background
from treegen.optimal.best import BestSoFar
from treegen.optimal.building import greedy_tree
from treegen.optimal.certificate import Claim, no_tree_of
from treegen.optimal.exact import ExactSearch
from treegen.optimal.goal import Goal, ask_the_named
from treegen.optimal.numbers import NumberSearch
from treegen.optimal.objective import Prices
from treegen.optimal.options import SearchOptions
from treegen.optimal.outcomes import Interrupted, StoppedEarly, no_such_tree
from treegen.optimal.query import Outcome, Query

_FOR_DEPTH = 2.0  # seconds in which the least depth of the trees of least total is sought, even after the deadline
_WAIT = (
    1.0  # seconds of a search after which a greedy tree is built in the background, or a twentieth of its time limit
)
_GREEDY = 2e-8  # seconds that this takes at most for an entry of the table; it is not begun if there is less time
_LATE = 0.3  # seconds after the deadline in which a beam may end if there is no other tree
_LARGE = 1 << 26  # entries of a table that is made only if half of the time that is left is enough
_WIDER = 2  # times as many guesses are tried at each position of the next quick tree, which takes less than that
_TRY, _SOON = 0.15, 10.0  # share of the time, and seconds: the full search gets so much first
_TREES = 0.4  # share of the time, from the start, after which no more trees are searched for
# The width of a beam (guesses of the highest entropy), and the size of sets up to which all guesses are tried.
_BEAMS = ((1, 50), (2, 50), (5, 50), (5, 100), (10, 100), (20, 100), (20, 150), (40, 200), (80, 300))
_GROWTH = 2.5  # the next beam takes at least so many times as long
_SHORT, _LONG = (1, 2), 3  # horizons: after so many guesses, sets are bounded and not searched
_STEPS = 8  # parts of the gap between bound and tree; the next limit is one part above the bound


class TreeFinder:
    """Finds the tree of a goal by searches of one price list after the other."""

    def __init__(self, goal: Goal, options: SearchOptions, *, is_unique: bool) -> None:
        if options.certificate is not None:
            certify.refuse(goal.game, goal.pool, goal.objective, goal.first_index)
        self._goal, self._game = goal, goal.game
        self._is_unique = is_unique  # whether no other tree of the same cost will do
        prices = goal.comparison_prices
        build = partial(greedy_tree, goal.game, goal.problem.pool, prices.limit, goal.first)
        limit, entries = options.time_limit, len(goal.game.guesses) * len(goal.game.secrets)
        self._is_divided = NumberSearch.takes(goal.problem)  # which takes no time and no table
        greedy = None
        if not self._is_divided and (limit is None or entries * _GREEDY < limit):
            greedy = Background(build, _WAIT if limit is None else min(_WAIT, limit / 20))
        self._best = BestSoFar(prices, goal.game, greedy, goal.names, build)
        self.search = ExactSearch(goal.problem, options, self._best)
        self._impossible_depth: int | None = None  # that no tree has, once this is proved; None: that none exists

    def solve(self) -> Tree:
        """The tree, proved; NoSuchTree where there is none, StoppedEarly where the time ran out.

        Raises Interrupted after an interrupt.  A certificate of the result is written, too, if the options name a file.
        """
        options = self.search.options
        with self.search:
            found = self._find_or_reason()
            self._certify(found)
            if options.certificate is None and not options.must_check:
                self.search.tell_sources()
            if not isinstance(found, Tree):
                raise found
        return found

    def _certify(self, found: Tree | NoSuchTree | StoppedEarly) -> None:
        goal, options = self._goal, self.search.options
        kind = goal.game, goal.pool, goal.objective, goal.first_index
        must_check = (
            options.must_check and not isinstance(found, StoppedEarly) and certify.reason_against(*kind) is None
        )
        if options.certificate is None and not must_check:
            return
        tree = found.tree if isinstance(found, StoppedEarly) else found if isinstance(found, Tree) else None
        pair = None if tree is None else (tree, tree.to_bytes())
        claims = None if pair is not None else [no_tree_of(self._impossible_depth)]
        if pair is None and isinstance(found, StoppedEarly):
            claims = [Claim(goal.comparison_prices, found.bound)]
        certifier = certify.Certifier(self.search)
        made = certifier.make(pair, claims)
        if must_check:
            certifier.check(made, pair)
        if options.certificate is not None:
            made.write(options.certificate)

    def _find_or_reason(self) -> Tree | NoSuchTree | StoppedEarly:
        methods = {"total": self._find_total, "identify": self._find_identify}
        try:
            with self._best:
                self._make_table()
                return methods.get(self._goal.objective, self._find_at_once)()
        except (NoSuchTree, StoppedEarly) as reason:
            return reason
        except KeyboardInterrupt:
            stopped = self._stopped("interrupted")
            raise Interrupted(str(stopped), stopped.tree, stopped.bound) from None

    def _make_table(self) -> None:
        """Make the table, if it is large and the time is limited after a quick tree; StoppedEarly if it takes too long.

        Then the time goes to better trees that do without it.
        """
        game, deadline = self._game, self.search.deadline
        if self._is_divided or math.isinf(deadline) or game.has_table or len(game.guesses) * len(game.secrets) < _LARGE:
            return
        began, width = time.monotonic(), WIDTH
        self._best.add_quick_tree()
        start = time.monotonic()
        if game.make_table(lambda share: start + (time.monotonic() - start) / share > (start + deadline) / 2):
            return
        while (now := time.monotonic()) + _WIDER * (now - began) < deadline and width < len(game.guesses):
            began, width = now, width * _WIDER
            self._best.add_quick_tree(width, lambda: time.monotonic() > deadline)
        raise self._stopped("time is up")

    def find_openers(self, count: int) -> list[tuple[str, int]]:
        """The best first guesses with their costs; NoSuchTree where there is none, StoppedEarly where time ran out."""
        with self.search, ExitStack() as stack:
            stack.callback(self.search.tell_sources)
            with self._best:
                self._make_table()
                prices = self._prices()
                outcome = self.search.run(prices, Query(openers=count))
                if outcome.is_stopped and outcome.cost is None and self._best.tree is None:
                    self._best.add_quick_tree()
            if outcome.is_stopped:
                bound = max(outcome.bound, prices.counting_bound(self._game.secret_weights, self._game.branching))
                what = "total" if self._goal.objective == "total" else "cost"
                text = f"time is up: the {what} of every first guess is at least {bound}"
                raise StoppedEarly(f"{text}, and {self._describe_best(prices, outcome)}", None, bound)
            if not outcome.openers:
                raise self._no_such_tree(prices.limit)
            return [(self._game.guesses[guess], cost) for guess, cost in outcome.openers]

    def _describe_best(self, prices: Prices, outcome: Outcome) -> str:
        tree, cost = self._best.tree, self._best.known(prices)[1]
        found = [] if tree is None or cost is None else [(cost, tree.guesses[0])]
        if outcome.cost is not None:
            found.append((outcome.cost, self._game.guesses[outcome.guess]))
        if not found:
            return "no tree was found yet"
        cost, guess = min(found)
        return f"the best found so far is {guess} with {cost} ({cost / self._game.weight:.4f} a secret)"

    def _prices(self) -> Prices:
        goal = self._goal
        if goal.objective == "worst" or (goal.objective == "fewest-at-max" and goal.max_depth is None):
            goal = replace(goal, max_depth=self._least_depth())
        return goal.comparison_prices

    def _find_total(self) -> Tree:
        prices = objectives.linear(self._goal.max_depth)
        tree = self._prove(prices)
        # The depth takes little after that: it shall not be what is missing in a proof.
        late = self.search.options.late(_FOR_DEPTH)
        self.search.deadline = max(self.search.deadline, time.monotonic() + late)
        while tree.depth > 1:
            self._best.bound = tree.total
            shorter = self._attempt(objectives.linear(tree.depth - 1), tree.total + 1)
            if shorter is None:
                break
            tree = shorter
        return self._stamp_proof(tree, prices)

    def _find_at_once(self) -> Tree:
        prices = self._prices()
        return self._stamp_proof(self._prove(prices), prices)

    def _find_identify(self) -> Tree:
        prices = objectives.linear(self._goal.max_depth)
        outcome = self.search.run(prices)
        if outcome.is_stopped:
            self._best.add_bound(prices, outcome.bound)
            raise self._stopped("time is up")
        if outcome.tree is None:
            raise self._no_such_tree(prices.limit)
        tree = ask_the_named(self._game, outcome.tree).to_tree(self._game)
        self._stamp_proof(tree, objectives.linear(None))
        tree.bound = tree.cost
        return tree

    def _least_depth(self) -> int:
        secrets, limit = len(self._game.secrets), self._goal.max_depth
        depth = 1
        # No tree needs more guesses than there are secrets: without one of that depth there is none at all.
        while depth <= secrets and self._game.capacity(depth) < secrets:
            depth += 1
        while True:
            if limit is not None and depth > limit:
                raise self._no_such_tree(limit)
            if self._attempt(Prices((0,) * depth)) is not None:
                return depth
            if depth >= secrets:
                raise self._no_such_tree(None)
            depth += 1

    def _prove(self, prices: Prices) -> Tree:
        if prices.limit is not None and self._game.capacity(prices.limit) < len(self._game.secrets):
            raise self._no_such_tree(prices.limit)
        tree = self._attempt(prices)
        if tree is None:
            raise self._no_such_tree(prices.limit)
        return tree

    def _attempt(self, prices: Prices, limit: int = NEVER) -> Tree | None:
        """The tree of a price list, if it costs less than `limit`, else None; StoppedEarly when time runs out."""
        search, best = self.search, self._best
        if limit == NEVER and math.isfinite(search.deadline) and prices == best.prices:
            outcome = run_in_time(search, prices, best)
            if outcome.is_stopped and best.bound >= best.cost and not self._is_unique:
                return best.tree  # it is optimal, though another one may come first in the order of guesses
        else:
            outcome = search.run(prices, Query(limit=limit))
        if outcome.is_stopped:
            raise self._stopped("time is up")
        if outcome.tree is None:
            return None
        tree = outcome.tree.to_tree(self._game)
        best.add_tree(tree)
        return tree

    def _no_such_tree(self, limit: int | None) -> NoSuchTree:
        self._impossible_depth = limit
        return no_such_tree(self._game, limit, self._goal.first, self._goal.pool)

    def _stopped(self, why: str) -> StoppedEarly:
        goal, best = self._goal, self._best
        best.known(best.prices)  # the greedy tree comes into it
        if best.tree is None:
            with suppress(KeyboardInterrupt):  # another one does not wait
                best.add_quick_tree()
        prices, tree, bound = best.prices, best.tree, best.bound
        what = "total" if goal.objective == "total" else "cost"
        if goal.objective != "identify":
            bound = max(bound, prices.counting_bound(self._game.secret_weights, self._game.branching))
        if tree is None:
            return StoppedEarly(f"{why}: the {what} is at least {bound}, and no tree was found yet", None, bound)
        cost = int(best.cost)
        tree = self._stamp_proof(tree, prices, bound)
        average = f"{cost / self._game.weight:.4f} a secret"
        if cost == bound and goal.objective == "total":
            message = f"{why}: the least total is {cost} ({average}, proved), but perhaps not with depth {tree.depth}"
            return StoppedEarly(f"{message}: a tree of less depth is not ruled out", tree, bound)
        gap = f", within {objectives.show_gap(cost, bound)} of optimal" if bound > 0 else ""
        return StoppedEarly(f"{why}: the least {what} is between {bound} and {cost} ({average}{gap})", tree, bound)

    def _stamp_proof(self, tree: Tree, prices: Prices, bound: int | None = None) -> Tree:
        """The tree with its objective and the bound that was proved; None: it was proved to be optimal."""
        goal = self._goal
        tree.method, tree.strategy, tree.pool = "solve", "", goal.pool
        tree.max_depth, tree.first_guess = goal.max_depth, goal.first or ""
        tree.objective, tree.prices = goal.objective, () if goal.objective == "identify" else prices.values or ()
        tree.bound, tree.proved = prices.cost(tree.histogram) if bound is None else bound, bound is None
        return tree


def run_in_time(search: ExactSearch, prices: Prices, best: BestSoFar) -> Outcome:
    """The search, if it ends before its deadline; the best tree and bound come into `best`."""
    if search.is_general:
        outcome = search.run(prices)
        best.add_bound(prices, outcome.bound)
        return outcome
    began = time.monotonic()
    span = search.deadline - began
    outcome = search.run(prices, deadline=began + min(_TRY * span, _SOON))
    best.add_bound(prices, outcome.bound)
    if not outcome.is_stopped:
        return outcome
    if best.tree is None:
        best.add_quick_tree()
    _find_trees(search, best, began + _TREES * span)
    if best.tree is None:
        end, search.deadline = search.deadline, max(search.deadline, time.monotonic() + _LATE)
        _find_trees(search, best, search.deadline, _BEAMS[:1])
        search.deadline = end
    _raise_bound(search, best)
    if time.monotonic() < search.deadline:
        outcome = search.run(prices, Query(limit=_limit(best)))
        best.add_bound(prices, outcome.bound)
        if not outcome.is_stopped:
            return outcome
    return Outcome(best.bound, is_stopped=True)


def _limit(best: BestSoFar) -> int:
    return NEVER if best.tree is None else int(best.cost) + 1


def _find_trees(
    search: ExactSearch, best: BestSoFar, deadline: float, beams: Sequence[tuple[int, int]] = _BEAMS
) -> None:
    for beam, exact in beams:
        began = time.monotonic()
        limit = NEVER if best.tree is None else int(best.cost)
        outcome = search.run(best.prices, Query(limit=limit, exact=exact, beam=beam), deadline)
        if outcome.tree is not None:
            best.add_subtree(outcome.tree)
        now = time.monotonic()
        if outcome.is_stopped or now + _GROWTH * (now - began) > deadline:
            return


def _raise_bound(search: ExactSearch, best: BestSoFar) -> None:
    """Raise the bound with longer horizons, the last in steps: a low bound is proved much sooner than the best."""
    for horizon in _SHORT:
        if time.monotonic() < search.deadline:
            best.add_bound(best.prices, search.run(best.prices, Query(limit=_limit(best), horizon=horizon)).bound)
    while time.monotonic() < search.deadline and best.bound < best.cost:
        limit = NEVER
        if best.tree is not None:
            limit = best.bound + math.ceil((int(best.cost) + 1 - best.bound) / _STEPS)
        bound = search.run(best.prices, Query(limit=limit, horizon=_LONG)).bound
        best.add_bound(best.prices, bound)
        if limit == NEVER or bound < limit:
            return  # no better bound is possible with this horizon
