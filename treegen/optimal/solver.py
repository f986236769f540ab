"""solve(): the optimal tree for an objective, and its proof.

One search serves every objective: it minimises a list of prices, one for each depth at which a secret may be found.
The tree of a price list is unique (see `treegen.optimal.general` for the order of guesses).

For `total`, the depth is reduced as long as a tree with the same total needs one guess less in the worst case.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from operator import index

from player.errors import BadInput, NoSuchTree
from player.rules.arguments import check_text
from player.rules.misspelt import suggest
from player.tree import Tree
from player.tree.columns import MAX_DEPTH
from player.tree.writer import write_file
from treegen.games.arguments import check_options
from treegen.games.game import Game
from treegen.games.lookup import as_game
from treegen.optimal import certify
from treegen.optimal import objective as objectives
from treegen.optimal.anytime import Estimate, run_in_time
from treegen.optimal.audit import FalseClaim
from treegen.optimal.certificate import BadCertificate, Certificate, Claim, no_tree_of
from treegen.optimal.engine import Engine, Helper, Problem, Progress, Result, Tell
from treegen.optimal.identify import ask_the_named, naming_game, without_names
from treegen.optimal.no_tree import no_such_tree
from treegen.optimal.objective import OBJECTIVES, POOLS, Prices
from treegen.optimal.unfinished import Interrupted, NotSaved, StoppedEarly

__all__ = ["Interrupted", "NotSaved", "StoppedEarly", "best_first_guesses", "solve"]

_FOR_DEPTH = 2.0  # seconds in which the least depth of the trees of least total is sought, even after the deadline


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
    cluster: Helper | None = None,
    paranoid: bool = False,
    certificate: str | os.PathLike[str] | None = None,
    tell: Tell | None = None,
) -> Tree:
    """The tree of least cost, proved, for an `objective` (a name in OBJECTIVES), or `prices`, a list.

    `game` is a game or its name; `max_depth` forbids deeper trees; `guesses` is the pool, "all" or "candidates";
    `first` forces the first guess; `threads` (default: the CPUs available), `memory` (bytes for all tables of a
    search), `checkpoint` (a file that keeps proved sets), `progress` (called with a dict several times a second, see
    treegen.optimal.engine.Report) and `cluster` (a treegen.optimal.cluster.Cluster) change nothing in the tree.

    `tell` is called with lines of text; the last one says what the result rests on without a proof, a checkpoint too
    large to be proved again in seconds or a cluster.  With `paranoid` they must lead to a certificate that holds, and
    the search is repeated without them and must give the same tree.

    `certificate` is a file for the certificate of the result: that the tree is optimal, that there is no tree, or the
    bound that was proved in time; writing it takes time after `time_limit`.

    Raises NoSuchTree when it is proved that there is none, StoppedEarly (a GaveUp, with the best tree and bound so far)
    after `time_limit` seconds (at most ten later, if there is no tree by then), Interrupted (a KeyboardInterrupt, with
    the same) after an interrupt, treegen.optimal.audit.FalseClaim if the checkpoint or the cluster contradicts itself,
    and NotSaved (with the tree) if the checkpoint could not be written.  Raises BadInput for an argument that makes no
    sense, and TypeError for one of a wrong type.  If the best tree costs what is proved when the time is up, it is
    returned: it is optimal, but another search may find another one of the same cost.

    >>> import treegen as tg
    >>> tree = tg.solve("bulls-2x4")
    >>> tree.tally, tree.proved, tree.bound
    ('30:3:7', True, 30)
    """
    game = as_game(game, "solve")
    check_options(threads=threads, memory=memory, time_limit=time_limit, checkpoint=checkpoint, progress=progress)
    check_options(cluster=cluster, certificate=certificate, tell=tell, paranoid=paranoid)
    checkpoint = None if checkpoint is None else os.fspath(checkpoint)
    first = None if first is None else game.guesses[game.find_guess(first)]
    wanted = _wanted(objective, prices, max_depth, guesses, first)
    deadline = math.inf if time_limit is None else time.monotonic() + time_limit
    problem = Problem(game, guesses, None if first is None else game.guess_index[first])
    if guesses == "candidates" and problem.first is not None and game.winning not in game.table[problem.first]:
        raise BadInput(f"{first} is no possible secret: leave --guesses candidates or --first {first} out")
    if certificate is not None:
        certify.refuse(game, guesses, wanted.objective, problem.first)
    must_check = paranoid and (checkpoint is not None or cluster is not None)
    if wanted.objective == "identify":
        problem = _with_names(problem)
        progress = None if progress is None else without_names(progress, len(game.secrets))
    with Engine(problem, threads, memory, checkpoint, deadline, progress, cluster, tell) as engine:
        solver = _Solver(game, wanted, engine, is_unique=must_check)
        found = solver.find_or_tell()
        demands = (
            must_check
            and not isinstance(found, StoppedEarly)
            and certify.covers(game, guesses, wanted.objective, problem.first)
        )
        if certificate is not None or demands:
            made = solver.certify(found)
            if demands:
                _demand(made, found, game, tell)
            if certificate is not None:
                write_file(os.fspath(certificate), made.to_bytes())
        _tell_rests(engine, tell, is_proved=must_check or certificate is not None)
        if not isinstance(found, Tree):
            raise found
        tree = found
    if must_check:
        with Engine(problem, threads, memory, None, deadline, progress) as alone:
            again = _Solver(game, wanted, alone, is_unique=True).find()
        if again.to_bytes() != tree.to_bytes():
            raise FalseClaim("searched again without the checkpoint and the cluster, the tree is another one")
        if tell is not None:
            tell("searched again without the checkpoint and the cluster: the same tree")
    if engine.unsaved is not None:
        raise NotSaved(engine.unsaved, tree)
    return tree


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
    cluster: Helper | None = None,
    tell: Tell | None = None,
) -> list[tuple[str, int]]:
    """The `count` best first guesses with the least cost of a tree that begins with each, proved; the best first.

    The arguments are those of solve(), without "identify".  Of equivalent first guesses, only the first in the order of
    their text is named.  For "total", a shorter tree of the same total makes no first guess better.

    Raises NoSuchTree when it is proved that there is none, StoppedEarly (without a tree) after `time_limit` seconds,
    and BadInput and TypeError as solve() does.

    >>> import treegen as tg
    >>> tg.best_first_guesses("mastermind-2x3", 2)
    [('12', 21), ('11', 24)]
    """
    game = as_game(game, "best_first_guesses")
    if objective == "identify":
        raise BadInput("first guesses are compared by what it costs to name the secret: identify is not for them")
    check_options(count=count)
    check_options(threads=threads, memory=memory, time_limit=time_limit, checkpoint=checkpoint, progress=progress)
    check_options(cluster=cluster, tell=tell)
    checkpoint = None if checkpoint is None else os.fspath(checkpoint)
    wanted = _wanted(objective, prices, max_depth, guesses, None)
    deadline = math.inf if time_limit is None else time.monotonic() + time_limit
    problem = Problem(game, guesses, None)
    with Engine(problem, threads, memory, checkpoint, deadline, progress, cluster, tell) as engine:
        try:
            return _Solver(game, wanted, engine, is_unique=True).find_first_guesses(int(count))
        finally:
            _tell_rests(engine, tell)


def _tell_rests(engine: Engine, tell: Tell | None, *, is_proved: bool = False) -> None:
    """Say what a result rests on, unless it is proved without that."""
    if engine.rests_on and tell is not None and not is_proved:
        tell(f"rests on {' and '.join(engine.rests_on)}")


def _with_names(problem: Problem) -> Problem:
    """The problem of identify: the naming game, but for a single secret, which the guess that wins already names."""
    named = naming_game(problem.game)
    return Problem(named, "all", problem.first) if len(problem.game.secrets) > 1 else problem


def _demand(made: Certificate, found: Tree | NoSuchTree | StoppedEarly, game: Game, tell: Tell | None) -> None:
    """Check the certificate of what was found with proved sets from outside; FalseClaim if it does not hold."""
    tree = (found, found.to_bytes()) if isinstance(found, Tree) else None
    try:
        certify.check_certificate(made.to_bytes(), "the certificate of the result", tree, game)
    except BadCertificate as bad:
        raise FalseClaim(f"{bad}: nothing of the checkpoint and the cluster is believed") from None
    if tell is not None:
        tell("the certificate of the result was written and checked")


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What the tree shall be; the objective "price" stands for the list `prices`."""

    objective: str
    prices: tuple[int, ...] | None
    max_depth: int | None
    pool: str
    first: str | None

    def check(self) -> None:
        """Raise BadInput for values that are not allowed, alone or together, and TypeError for those of wrong types."""
        check_text("an objective", self.objective, "total")
        check_text("a pool of guesses", self.pool, "candidates")
        if self.prices is None and self.objective not in OBJECTIVES:
            near = suggest(self.objective, OBJECTIVES)
            near += "" if near.endswith("?") else ", or a list of prices"
            raise BadInput(f"{self.objective[:60]!r} is not an objective; {near}")
        if self.pool not in POOLS:
            raise BadInput(f"{self.pool[:60]!r} is not a valid pool; {suggest(self.pool, POOLS)}")
        if self.max_depth is not None and self.max_depth > MAX_DEPTH:
            raise BadInput(f"max_depth takes a whole number from 1 to {MAX_DEPTH}, not {str(self.max_depth)[:60]}")
        if self.objective == "identify" and self.pool != "all":
            raise BadInput("identify asks any guess: leave --guesses out")


def _wanted(
    objective: str, prices: Sequence[int] | None, max_depth: int | None, guesses: str, first: str | None
) -> _Wanted:
    """What the arguments of solve() and best_first_guesses() ask for, checked."""
    try:
        own = None if prices is None else tuple(map(index, prices))
    except TypeError:
        raise TypeError(f"prices are a list of whole numbers, such as [1, 2, 4], not {prices!r:.60}") from None
    check_options(max_depth=max_depth)
    depth = None if max_depth is None else int(max_depth)
    wanted = _Wanted(objective if own is None else "price", own, depth, guesses, first)
    wanted.check()
    return wanted


class _Solver:
    """Finds the tree that is wanted, with an engine that searches one price list after the other."""

    def __init__(self, game: Game, wanted: _Wanted, engine: Engine, *, is_unique: bool) -> None:
        self._game, self._wanted, self._engine = game, wanted, engine
        self._is_unique = is_unique  # whether no other tree of the same cost will do
        names = len(game.secrets) if wanted.objective == "identify" else 0
        self._estimate = Estimate(self._wanted_prices(), engine, game, names)
        self._missing: int | None = None  # the depth that no tree has, once this is proved; None: that none exists

    def find(self) -> Tree:
        """The tree, proved; NoSuchTree where there is none, StoppedEarly where the time ran out."""
        methods = {"total": self._find_total, "identify": self._find_identify}
        with self._estimate:
            return methods.get(self._wanted.objective, self._find_at_once)()

    def find_or_tell(self) -> Tree | NoSuchTree | StoppedEarly:
        """The tree, or why there is none that is proved; raises Interrupted after an interrupt."""
        try:
            return self.find()
        except (NoSuchTree, StoppedEarly) as reason:
            return reason
        except KeyboardInterrupt:
            stopped = self._stopped("interrupted")
            raise Interrupted(str(stopped), stopped.tree, stopped.bound) from None

    def find_first_guesses(self, count: int) -> list[tuple[str, int]]:
        """The best first guesses with their costs; NoSuchTree where there is none, StoppedEarly where time ran out."""
        prices = self._prices()
        with self._estimate:
            result = self._engine.run(prices, firsts=count)
            if result.stopped and result.incumbent is None:
                self._estimate.add_quick_tree()
        if result.stopped:
            bound = max(result.bound, prices.counting_bound(self._game.secret_weights, self._game.branching))
            what = "total" if self._wanted.objective == "total" else "cost"
            text = f"time is up: the {what} of every first guess is at least {bound}"
            raise StoppedEarly(f"{text}, and {self._describe_best(prices, result)}", None, bound)
        if not result.firsts:
            raise self._no_such_tree(prices.limit)
        return [(self._game.guesses[guess], cost) for guess, cost in result.firsts]

    def _describe_best(self, prices: Prices, result: Result) -> str:
        """The best first guess that a search found before it was stopped, or the one of the greedy tree beside it."""
        tree, cost = self._estimate.tree, self._estimate.known(prices)[1]
        found = [] if tree is None or cost is None else [(cost, tree.guesses[0])]
        if result.incumbent is not None:
            found.append((result.incumbent[1], self._game.guesses[result.incumbent[0]]))
        if not found:
            return "no tree was found yet"
        cost, guess = min(found)
        return f"the best found so far is {guess} with {cost} ({cost / self._game.weight:.4f} a secret)"

    def certify(self, found: Tree | NoSuchTree | StoppedEarly) -> Certificate:
        """The certificate of what find() returned or raised."""
        tree = found.tree if isinstance(found, StoppedEarly) else found if isinstance(found, Tree) else None
        if tree is not None:
            return certify.make_certificate(self._engine, (tree, tree.to_bytes()))
        if isinstance(found, StoppedEarly):
            return certify.make_certificate(self._engine, None, Claim(self._wanted_prices(), found.bound))
        return certify.make_certificate(self._engine, None, no_tree_of(self._missing))

    def _prices(self) -> Prices:
        """The price list of the objective; for some objectives, a least depth is proved first."""
        wanted = self._wanted
        if wanted.objective == "price":
            prices = objectives.check_prices(wanted.prices or (), self._game.weight)
            return prices if wanted.max_depth is None else Prices((prices.values or ())[: wanted.max_depth])
        if wanted.objective == "worst":
            return objectives.linear(self._least_depth())
        if wanted.objective == "fewest-at-max":
            limit = self._least_depth() if wanted.max_depth is None else wanted.max_depth
            return objectives.fewest_at_max(limit, self._game.weight)
        return objectives.linear(wanted.max_depth)

    def _find_total(self) -> Tree:
        """Least total; among those trees, least depth."""
        prices = objectives.linear(self._wanted.max_depth)
        tree = self._prove(prices)
        # The depth takes little after that: it shall not be what is missing in a proof.
        self._engine.deadline = max(self._engine.deadline, time.monotonic() + _FOR_DEPTH)
        while tree.depth > 1:
            self._estimate.bound = tree.total
            shorter = self._attempt(objectives.linear(tree.depth - 1), tree.total + 1)
            if shorter is None:
                break
            tree = shorter
        return self._claim(tree, prices)

    def _find_at_once(self) -> Tree:
        """Least cost by the price list of the objective."""
        prices = self._prices()
        return self._claim(self._prove(prices), prices)

    def _find_identify(self) -> Tree:
        """Fewest questions until the secret is certain, by a game of its own in which naming comes last."""
        limit = self._wanted.max_depth
        result = self._engine.run(objectives.linear(limit))
        if result.stopped:
            self._estimate.bound = max(0, result.bound - len(self._game.secrets))
            self._estimate.add_quick_tree()
            raise self._stopped("time is up")
        if result.subtree is None:
            raise self._no_such_tree(limit)
        tree = ask_the_named(self._game, result.subtree).to_tree(self._game)
        self._claim(tree, objectives.linear(None))
        tree.bound = tree.cost
        return tree

    def _least_depth(self) -> int:
        """The least depth of any tree; each smaller depth is proved to be impossible."""
        secrets, limit = len(self._game.secrets), self._wanted.max_depth
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
        """The tree of a price list; NoSuchTree when it is proved that there is none."""
        if prices.limit is not None and self._game.capacity(prices.limit) < len(self._game.secrets):
            raise self._no_such_tree(prices.limit)
        tree = self._attempt(prices)
        if tree is None:
            raise self._no_such_tree(prices.limit)
        return tree

    def _attempt(self, prices: Prices, upper_bound: int | None = None) -> Tree | None:
        """The tree of a price list, if it costs less than `upper_bound`, else None; StoppedEarly when time runs out."""
        engine, estimate = self._engine, self._estimate
        if upper_bound is None and math.isfinite(engine.deadline) and prices == estimate.prices:
            result = run_in_time(engine, prices, estimate)
            if result.stopped and estimate.bound >= estimate.cost and not self._is_unique:
                return estimate.tree  # it is optimal, though another one may come first in the order of guesses
        else:
            result = engine.run(prices, upper_bound)
        if result.stopped:
            if estimate.tree is None:
                estimate.add_quick_tree()
            raise self._stopped("time is up")
        if result.subtree is None:
            return None
        tree = result.subtree.to_tree(self._game)
        estimate.add_tree(tree)
        return tree

    def _wanted_prices(self) -> Prices:
        """The prices by which trees are compared when the search is stopped early."""
        wanted = self._wanted
        if wanted.objective == "price":
            return Prices((wanted.prices or ())[: wanted.max_depth])
        if wanted.objective == "fewest-at-max" and wanted.max_depth is not None:
            return objectives.fewest_at_max(wanted.max_depth, self._game.weight)
        return objectives.linear(wanted.max_depth)

    def _no_such_tree(self, limit: int | None) -> NoSuchTree:
        self._missing = limit
        return no_such_tree(self._game, limit, self._wanted.first, self._wanted.pool)

    def _stopped(self, why: str) -> StoppedEarly:
        """What is known when the search is stopped."""
        wanted, estimate = self._wanted, self._estimate
        prices, tree, bound = estimate.prices, estimate.tree, estimate.bound
        what = "total" if wanted.objective == "total" else "cost"
        if wanted.objective != "identify":
            bound = max(bound, prices.counting_bound(self._game.secret_weights, self._game.branching))
        if tree is None:
            return StoppedEarly(f"{why}: the {what} is at least {bound}, and no tree was found yet", None, bound)
        cost = int(estimate.cost)
        tree = self._claim(tree, prices, bound)
        average = f"{cost / self._game.weight:.4f} a secret"
        if cost == bound and wanted.objective == "total":
            message = f"{why}: the least total is {cost} ({average}, proved), but perhaps not with depth {tree.depth}"
            return StoppedEarly(f"{message}: a tree of less depth is not ruled out", tree, bound)
        gap = f", within {objectives.show_gap(cost, bound)} of optimal" if bound > 0 else ""
        return StoppedEarly(f"{why}: the least {what} is between {bound} and {cost} ({average}{gap})", tree, bound)

    def _claim(self, tree: Tree, prices: Prices, bound: int | None = None) -> Tree:
        """The tree with its objective and the bound that was proved; None: it was proved to be optimal."""
        wanted = self._wanted
        tree.method, tree.strategy, tree.pool = "solve", "", wanted.pool
        tree.max_depth, tree.first_guess = wanted.max_depth, wanted.first or ""
        tree.objective, tree.prices = wanted.objective, () if wanted.objective == "identify" else prices.values or ()
        tree.bound, tree.proved = prices.cost(tree.histogram) if bound is None else bound, bound is None
        return tree
