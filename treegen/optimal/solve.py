"""solve(): the optimal tree for an objective, and its proof.

One search serves all objectives: each is a list of prices, one for each depth at which a secret may be found, and the
search finds the tree of least cost (see `treegen.search.problem`).

For the objective `total`, searches with a smaller and smaller limit of depth follow, until no tree has the same total.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import partial
from typing import Any

from player.errors import BadInput, NoSuchTree
from player.tree import Tree
from player.tree.writer import write_file
from treegen.certificates.certificate import Claim, no_tree_of
from treegen.certificates.certify import Certifier, refuse
from treegen.games.game import Game
from treegen.games.lookup import as_game
from treegen.games.memory import check_options
from treegen.games.rawtree import command_of
from treegen.native.interface import NEVER, SearchState
from treegen.optimal.best import BestSoFar, Report, search_in_time
from treegen.optimal.build import greedy_tree
from treegen.optimal.goal import Goal, read_goal, show_gap
from treegen.optimal.outcomes import Interrupted, NotSaved, StoppedEarly, no_such_tree
from treegen.search.problem import Limits, Prices, Problem, Result, SearchInterrupted, linear
from treegen.search.search import Memory, search
from treegen.search.threads import Background

_FOR_DEPTH = 2.0  # Even after the deadline, the search for a tree of equal total and less depth gets this many seconds.
_WAIT = 1.0  # A greedy tree is begun after this many seconds, or after a twentieth of the time limit if that is less.
_GREEDY = 2e-8  # A greedy tree takes at most this many seconds an entry of the table; with less time, none is begun.

Progress = Callable[[Report], None]


def solve(
    game: Game | str,
    objective: str = "total",
    *,
    prices: Sequence[int] | None = None,
    max_depth: int | None = None,
    guesses: str = "all",
    first: str | None = None,
    threads: int | None = None,
    memory: int | None = None,
    time_limit: float | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    certificate: str | os.PathLike[str] | None = None,
    tell: Callable[[str], None] | None = None,
) -> Tree:
    """Find the tree of least cost, proved, for an `objective` (a name in OBJECTIVES), or for a list of `prices`.

    `game` is a game or its name; `max_depth` forbids deeper trees; `guesses` is the pool, "all" or "candidates";
    `first` forces the first guess.  The other arguments do not change the tree: `threads` (default: the CPUs
    available), `memory` (bytes for all tables of a search), `checkpoint` (a file that keeps proved sets) and `progress`
    (called several times a second with a dict, see treegen.optimal.best.Report).

    `tell` is called with messages.  If the checkpoint has too many sets to prove them all again within seconds, the
    last message reports that the result depends on the checkpoint.

    `certificate` is the path of a file for a certificate.  It proves that the tree is optimal, that there is no tree,
    or, if the time ran out, the bound.  Writing it takes time after `time_limit`.

    Raises NoSuchTree if it is proved that there is no tree, StoppedEarly (a GaveUp, with the best tree and bound) after
    `time_limit` seconds (up to ten later if there is no tree by then), Interrupted (a KeyboardInterrupt, with both)
    after an interrupt, treegen.search.checkpoint.FalseClaim if the checkpoint is false, NotSaved (with the tree) if the
    checkpoint could not be written, BadInput for an invalid argument, and TypeError for a wrong type.  If the time is
    up and the best tree costs as much as the bound, it is returned: it is optimal, but another run may find another
    tree of this cost.  A tree that is not proved costs no more than that of build(), if there was time for build().

    >>> import treegen as tg
    >>> tree = tg.solve("bulls-2x4")
    >>> tree.tally, tree.proved, tree.bound
    ('30:3:7', True, 30)
    """
    game = as_game(game, "solve")
    limits = Limits.within(
        time_limit, threads=threads, memory=memory, checkpoint=checkpoint, progress=progress, tell=tell
    )
    return find_tree(read_goal(game, objective, prices, max_depth, guesses, first), limits, certificate)


def best_in_time(game: Game, objective: str = "total", **options: Any) -> Tree | None:
    """Return the tree of solve(), or the best one so far if the time ran out (None: there is none yet)."""
    try:
        return solve(game, objective, **options)
    except StoppedEarly as early:
        return early.tree


def find_tree(
    goal: Goal,
    limits: Limits = Limits(),  # noqa: B008 (it is frozen)
    certificate: str | os.PathLike[str] | None = None,
    memory: Memory | None = None,
) -> Tree:
    """Do what solve() does, for a goal, whose arguments are checked.

    `memory` (None: a new one) has proved values of earlier searches of the same game and pool; the caller closes it.
    """
    if certificate is not None:
        refuse(goal.game, goal.pool, goal.objective, goal.first_index)
    finder = _Finder(goal, limits, memory or goal.remember(limits))
    try:
        with finder.memory if memory is None else nullcontext():
            found: Tree | NoSuchTree | StoppedEarly
            try:
                found = finder.find()
            except (NoSuchTree, StoppedEarly) as reason:
                found = reason
            if certificate is not None:
                finder.certify(found, certificate)
            finder.tell_sources(is_proved=certificate is not None)
            if not isinstance(found, Tree):
                raise found
    except Interrupted as interrupt:
        interrupt.unsaved = finder.memory.unsaved
        raise
    if finder.memory.unsaved is not None:
        raise NotSaved(finder.memory.unsaved, found)
    return found


def best_first_guesses(
    game: Game | str,
    count: int,
    objective: str = "total",
    *,
    prices: Sequence[int] | None = None,
    max_depth: int | None = None,
    guesses: str = "all",
    threads: int | None = None,
    memory: int | None = None,
    time_limit: float | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    tell: Callable[[str], None] | None = None,
) -> list[tuple[str, int]]:
    """Return the `count` best first guesses, each with the least cost of a tree that begins with it, proved.

    The arguments are those of solve(), without "identify".  Of equivalent first guesses, only the first in the order of
    their text is returned; guesses of equal cost are in the order of treegen.search.plain.  For "total", the depth of
    the trees does not count.

    Raises NoSuchTree if it is proved that there is no tree, StoppedEarly (without a tree) after `time_limit` seconds,
    and BadInput and TypeError as solve() does.

    >>> import treegen as tg
    >>> tg.best_first_guesses("mastermind-2x3", 2)
    [('12', 21), ('11', 24)]
    """
    game = as_game(game, "best_first_guesses")
    check_options(count=count)
    limits = Limits.within(
        time_limit, threads=threads, memory=memory, checkpoint=checkpoint, progress=progress, tell=tell
    )
    return find_openers(read_goal(game, objective, prices, max_depth, guesses), int(count), limits)


def find_openers(goal: Goal, count: int, limits: Limits) -> list[tuple[str, int]]:
    """Do what best_first_guesses() does, for a goal, whose arguments are checked."""
    if goal.objective == "identify":
        raise BadInput("first guesses are compared by what it costs to name the secret: identify is not for them")
    with goal.remember(limits) as memory:
        finder = _Finder(goal, limits, memory)
        try:
            return finder.find_openers(count)
        finally:
            finder.tell_sources()


class _Finder:
    """Finds the tree of a goal by one or more searches, each with a list of prices."""

    def __init__(self, goal: Goal, limits: Limits, memory: Memory) -> None:
        self.memory, self.deadline = memory, limits.deadline
        self._goal, self._game, self._limits = goal, goal.game, limits
        build = partial(greedy_tree, goal.game, goal.pool, goal.comparison_prices.limit, goal.first)
        self._span = self.deadline - time.monotonic()
        entries = len(goal.game.guesses) * len(goal.game.secrets)
        skips_greedy = memory.is_of_numbers or entries * _GREEDY >= self._span
        self.best = BestSoFar(goal, Background(build, math.inf if skips_greedy else min(_WAIT, self._span / 20)), build)
        self._impossible_depth: int | None = None  # after a proof that no tree exists, its depth (None: any depth)

    def ask(self, prices: Prices, deadline: float | None = None, **changes: Any) -> Result:
        """Search the goal's problem at these prices, with further `changes`, and keep better results in `best`."""
        problem, report = self._goal.problem(prices, **changes), self._limits.progress

        def progress(state: SearchState) -> None:
            if report is not None:
                report(self.best.report(state, prices))

        end = self.deadline if deadline is None else deadline
        limits = replace(self._limits, deadline=end, progress=None if report is None else progress)
        try:
            found = search(problem, limits, self.memory)
        except SearchInterrupted as interrupt:
            self._learn(problem, prices, interrupt.result)
            raise
        return self._learn(problem, prices, found)

    def _learn(self, problem: Problem, prices: Prices, found: Result) -> Result:
        """Keep the bound and the tree of a result, and return it with costs of the goal."""
        cost = partial(self._goal.cost, prices)
        found = replace(
            found, bound=cost(found.bound), cost=None if found.cost is None else cost(found.cost),
            best=[(guess, cost(one)) for guess, one in found.best],
        )  # fmt: skip
        if prices == self.best.prices and found.bound < NEVER:
            self.best.bound = max(self.best.bound, found.bound)  # the bound of a beam is 0
        if found.tree is not None and (found.is_stopped or problem.beam):
            self.best.add_tree(self._goal.tree(found.tree))
        return found

    def tell_sources(self, *, is_proved: bool = False) -> None:
        """Report the checkpoint on which the result depends, unless a certificate proves it."""
        if self.memory.rests_on and self._limits.tell is not None and not is_proved:
            self._limits.tell(f"rests on {' and '.join(self.memory.rests_on)}")

    def find(self) -> Tree:
        """Find the tree.  Raises NoSuchTree, StoppedEarly and Interrupted."""
        try:
            with self.best.greedy:
                self._check_time_for_table()
                return self._find()
        except KeyboardInterrupt:
            stopped = self._stopped("interrupted")
            raise Interrupted(str(stopped), stopped.tree, stopped.bound) from None

    def certify(self, found: Tree | NoSuchTree | StoppedEarly, path: str | os.PathLike[str]) -> None:
        """Write the certificate of the result."""
        tree, claims = found if isinstance(found, Tree) else None, None
        if isinstance(found, NoSuchTree):
            claims = [no_tree_of(self._impossible_depth)]
        elif isinstance(found, StoppedEarly):
            tree = found.tree
            claims = [Claim(self._goal.comparison_prices, found.bound)] if tree is None else None
        certifier = Certifier(self.memory, self._goal.first_index, replace(self._limits, progress=None))
        certificate = certifier.make(None if tree is None else (tree, tree.to_bytes()), claims)
        write_file(os.fspath(path), certificate.to_bytes())

    def _check_time_for_table(self) -> None:
        """Raise StoppedEarly if the time is too short for a large table, which the greedy tree does not need."""
        if not self.memory.has_time_for_table(self.deadline):
            raise self._stopped("the time is too short for a search")

    def find_openers(self, count: int) -> list[tuple[str, int]]:
        """Find the best first guesses with their costs.  Raises NoSuchTree, and StoppedEarly if time runs out."""
        with self.best.greedy:
            self._check_time_for_table()
            prices = self._prices()
            found = self.ask(prices, best=count)
            if found.is_stopped and found.cost is None and self.best.tree is None:
                self.best.add_greedy_tree()
        if found.is_stopped:
            bound = max(found.bound, self._goal.least_cost(prices))
            text = f"time is up: the {self._goal.cost_name} of every first guess is at least {bound}"
            raise StoppedEarly(f"{text}, and {self._describe_best(prices, found)}", None, bound)
        if not found.best:
            raise self._no_such_tree(prices.limit)
        return [(self._game.guesses[guess], cost) for guess, cost in found.best]

    def _describe_best(self, prices: Prices, found: Result) -> str:
        tree, cost = self.best.tree, self.best.known_cost(prices)
        costs = [] if tree is None or cost is None else [(cost, tree.guesses[0])]
        if found.cost is not None:
            costs.append((found.cost, self._game.guesses[found.guess]))
        if not costs:
            return "no tree was found yet"
        cost, guess = min(costs)
        return f"the best found so far is {guess} with {cost} ({self._game.mean(cost):.4f} a secret)"

    def _prices(self) -> Prices:
        goal = self._goal
        if goal.objective == "worst" or (goal.objective == "fewest-at-max" and goal.max_depth is None):
            goal = replace(goal, max_depth=self._least_depth())
        return goal.comparison_prices

    def _find(self) -> Tree:
        prices, names = self._prices(), self._game.names_at_the_end
        limit = prices.limit
        is_too_low = limit is not None and self._game.capacity(limit + names) < len(self._game.secrets)
        tree = None if is_too_low else self._attempt(prices)
        if tree is None:
            raise self._no_such_tree(limit)
        if self._goal.objective == "total" and not names:
            # A tree of less depth is usually found in little time, so the search for it may pass the deadline.
            self.deadline = max(self.deadline, time.monotonic() + min(_FOR_DEPTH, self._span / 5))
            while tree.depth > 1:
                self.best.bound = tree.total
                shorter = self._attempt(linear(tree.depth - 1), tree.total + 1)  # the total must not rise
                if shorter is None:
                    break
                tree = shorter
        return self._stamp_proof(tree, prices)

    def _least_depth(self) -> int:
        """Return the least depth of a tree or, with costs, the least cost of the secret that costs most."""
        if self._game.costs is not None:
            found = self.ask(Prices(is_worst=True))
            if found.is_stopped:
                raise self._stopped("time is up")
            return found.bound
        secrets, limit, names = len(self._game.secrets), self._goal.max_depth, self._game.names_at_the_end
        is_certain = names and len(self._game.found_together()) == 1
        for depth in range(not is_certain, secrets + 1):
            if limit is not None and depth > limit:
                raise self._no_such_tree(limit)
            prices, is_possible = Prices((0,) * depth), self._game.capacity(depth + names) >= secrets
            if is_possible and (self.best.known_cost(prices) is not None or self._attempt(prices) is not None):
                return depth
        raise self._no_such_tree(None)  # no tree needs more guesses than there are secrets

    def _attempt(self, prices: Prices, below: int = NEVER) -> Tree | None:
        """Return the tree of a list of prices if it costs less than `below`, else None.  Raises StoppedEarly."""
        best = self.best
        if self._game.names_at_the_end and below == NEVER and prices.is_linear:
            best.add_greedy_tree(lambda: time.monotonic() > self.deadline)
            best.bound = max(best.bound, self._goal.least_cost(prices))
            cost = best.known_cost(prices)
            if cost is not None and cost <= best.bound and self._goal.pool == "all":
                return best.tree
        if below == NEVER and math.isfinite(self.deadline) and prices == best.prices and not self._goal.name_count:
            found = search_in_time(self.ask, best, self.deadline, is_exact=self.memory.is_without_core)
            if found.is_stopped and best.bound >= best.cost:
                return best.tree  # this tree is optimal, though another may come first in the order of guesses
        else:
            found = self.ask(prices, below=below)
        if found.is_stopped:
            raise self._stopped("time is up")
        if found.tree is None:
            return None
        tree = self._goal.tree(found.tree)
        best.add_tree(tree)
        return tree

    def _no_such_tree(self, limit: int | None) -> NoSuchTree:
        self._impossible_depth = limit
        return no_such_tree(self._game, limit, self._goal.first, self._goal.pool)

    def _stopped(self, why: str) -> StoppedEarly:
        goal, best = self._goal, self.best
        best.known_cost(best.prices)  # this adds the greedy tree, if it is finished
        if best.tree is None:
            with suppress(KeyboardInterrupt):  # a second interrupt ends the building
                best.add_greedy_tree()
        prices, tree, bound, what = best.prices, best.tree, best.bound, goal.cost_name
        is_total = what == "total"
        what = "number of questions" if goal.game.names_at_the_end and is_total else what
        if goal.objective != "identify":
            bound = max(bound, goal.least_cost(prices))
        if tree is None:
            return StoppedEarly(f"{why}: the {what} is at least {bound}, and no tree was found yet", None, bound)
        tree = self._stamp_proof(tree, prices, bound)
        cost, average = best.cost, tree.costs() or f"{best.cost / self._game.weight:.4f} a secret"
        if cost == bound and is_total:
            message = f"{why}: the least total is {cost} ({average}, proved), but perhaps not with depth {tree.depth}"
            return StoppedEarly(f"{message}: a tree of less depth is not ruled out", tree, bound)
        gap = f", within {show_gap(cost, bound)} of optimal" if bound > 0 else ""
        if tree.has_costs:
            least = f"the least cost is between {self._game.mean(bound):.4f} and {average}{gap}"
            return StoppedEarly(f"{why}: {least}", tree, bound)
        return StoppedEarly(f"{why}: the least {what} is between {bound} and {cost} ({average}{gap})", tree, bound)

    def _stamp_proof(self, tree: Tree, prices: Prices, bound: int | None = None) -> Tree:
        """Return the tree with its objective and the proved bound (None: the tree was proved to be optimal)."""
        goal = self._goal
        tree.pool, tree.max_depth, tree.first_guess = goal.pool, goal.max_depth, goal.first or ""
        if self._game.costs is not None:
            tree.objective = "worst-" * (goal.objective == "worst") + tree.objective.removeprefix("worst-")
        elif self._game.names_at_the_end and goal.objective == "total":
            tree.objective, tree.prices = "identify", ()
        else:
            tree.objective, tree.prices = goal.objective, () if goal.objective == "identify" else prices.values or ()
        cost = tree.cost or 0
        # A bound equal to the cost marks the tree as proved, but perhaps a tree of less depth has the same cost.
        tree.bound = cost if bound is None else min(bound, cost - 1)
        is_priced = goal.objective == "price"
        options = ("--price", ",".join(map(str, tree.prices))) if is_priced else ("--objective", goal.objective)
        tree.made = command_of(tree, "solve", *options)
        return tree
