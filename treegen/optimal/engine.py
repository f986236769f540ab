"""One search of one price list: by the native core in a thread that can be stopped, or by the general search."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self, TypedDict

import numpy as np
import numpy.typing as npt

from player.errors import BadInput, GaveUp, GuesstreeError
from player.tree import Tree
from treegen.games.game import Game
from treegen.games.hard import HardMode
from treegen.games.memory import address_space, available_cpus, half_of_memory
from treegen.games.subtree import Subtree
from treegen.native import core
from treegen.native.interface import NEVER, SearchState
from treegen.optimal import certificate as certificates
from treegen.optimal.audit import Auditor, Claims, FalseClaim, LemmaClaims
from treegen.optimal.checkpoint import Checkpoint, Lemmas
from treegen.optimal.frontier import History
from treegen.optimal.frontier.assembly import play
from treegen.optimal.frontier.nodes import OpenSet
from treegen.optimal.general import GeneralSearch
from treegen.optimal.objective import Prices
from treegen.optimal.stoppable import run_stoppable
from treegen.optimal.unfinished import Interrupted

if TYPE_CHECKING:
    from treegen.native._core import Search
    from treegen.native.interface import RunArguments, RunResult

__all__ = [
    "Engine",
    "Found",
    "Helper",
    "HelperState",
    "Job",
    "Known",
    "Problem",
    "Progress",
    "Report",
    "Result",
    "Tell",
    "Watch",
    "fit_to_machine",
    "make_search",
    "needs_general_search",
]


class HelperState(TypedDict):
    """The part of a progress report that is about a cluster, and the state of its search."""

    workers: int
    tasks: int  # that are being searched
    tasks_per_second: float
    seconds_left: tuple[float, float]  # a rough range
    failing: list[str]  # workers that have failed
    dashboard: str  # the address of the cluster's own page; empty: there is none
    search: SearchState


class Report(SearchState):
    """A progress report: the state of a search, with the bound and the cost of the whole problem."""

    prices: Prices  # of this search
    cluster: HelperState | None  # None: there is none
    tree: Tree | None  # the best one known, which may be too deep for this search


Progress = Callable[[Report], None]
Tell = Callable[[str], None]

DEFAULT_MEMORY = 512 << 20  # for the tables of a search: what bulls-4x10 fills in seconds, and any laptop has
_THREAD = 192 << 20  # bytes of address space that a thread may take: its stack, its scratch memory, malloc's arena
# What a cluster claims is solved again: all of it, in so many seconds of processor time, after a search in which the
# workers took less than _SHORT seconds; else parts of a sample, none of which may take more than a share of their time,
# unless they took less than _MIDDLE seconds.
_SHORT, _CHECK = 2.0, 5.0
_LONGEST_CHECK = 20.0  # seconds of processor time for a set of a checkpoint that is solved again
_SHOW, _SHOW_TIMES = 0.2, 50.0  # seconds between two reports of a cluster, and times as long as one takes
_MIDDLE, _CHECK_ONE, _CHECK_ONE_SHARE = 15.0, 0.25, 0.005
_AGAIN = 1.0  # seconds in which the best tree of a search that was stopped is sought again
_GRACE = 30.0  # seconds after a deadline in which the answers of a cluster may still be checked


@dataclass(frozen=True)
class Problem:
    """What is searched, without the prices: a game, the pool of guesses and the forced first guess."""

    game: Game
    pool: str
    first: int | None


@dataclass(frozen=True, slots=True)
class Result:
    """What a search found: a tree, or None where it was `stopped` or no tree costs less than the upper bound.

    No tree costs less than `bound`.
    """

    subtree: Subtree | None
    stopped: bool = False
    bound: int = 0
    firsts: Sequence[tuple[int, int]] = ()  # the best first guesses with their costs, where they were asked for
    incumbent: tuple[int, int] | None = None  # the best first guess so far with its cost, where it was `stopped`


@dataclass(frozen=True, slots=True)
class Job:
    """What a cluster is to search."""

    problem: Problem
    prices: Prices
    relaxed: Prices | None  # of a search that the workers have done before, whose values bound this one
    memory: int  # bytes, of each worker
    switches: int | None
    upper_bound: int | None
    firsts: int  # how many of the best first guesses are sought; 0: the tree
    lemmas: list[Lemmas]  # what is proved already
    known: list[Lemmas]  # what is proved of the relaxed search
    saved: bytes | None  # the frontier of a search that was stopped
    save: Callable[[bytes, list[OpenSet]], None] | None  # keeps it, and the sets that were solved since the last call


Watch = Callable[[Callable[[], HelperState]], bool]  # told how to get the state; returns whether the search is over


@dataclass(frozen=True, slots=True)
class Found:
    """What a cluster found, which must be checked before it is claimed.

    `claims` makes the claims that it rests on from a seed, each about all it says or only a part; `sets` are those that
    were solved: history, cost, and first guess or -1 where the cost is only a lower bound.
    """

    cost: int | None
    subtree: Subtree | None
    bound: int
    stopped: bool = False
    firsts: Sequence[tuple[int, int]] = ()
    claims: Callable[[int, bool], Claims] = lambda _, __: []
    seconds: float = 0.0  # of the workers' threads
    sets: Sequence[tuple[History, int, int]] = ()
    proved: Sequence[Lemmas] = ()  # what else its workers have proved; among the claims, too


class Helper(Protocol):
    """A cluster that searches in place of this machine; what it finds is the same."""

    @property
    def source(self) -> str:
        """The name of the cluster in messages."""

    def solve(self, job: Job, watch: Watch) -> Found:
        """Search to the end, or until `watch`, which is called several times a second, says that it is over."""

    def close(self) -> None:
        """Leave the cluster; no other search follows."""


class Known(Protocol):
    """What is known of a problem while it is searched."""

    tree: Tree | None

    def known(self, prices: Prices) -> tuple[int, int | None]:
        """A lower bound of the least cost at these prices, and the cost of the best tree, None where there is none."""

    def add_subtree(self, subtree: Subtree) -> None:
        """Keep a tree if it is better."""

    def raise_bound(self, prices: Prices, bound: int) -> None:
        """Keep a lower bound at these prices if it is better, and one of the problem."""


class Engine:
    """Runs searches of one problem, one price list after the other; a context manager.

    `deadline` is a time.monotonic() at which a search gives up, as it does when `is_over`, which is called often, says
    so.  An interrupt stops the search at once.
    """

    def __init__(
        self,
        problem: Problem,
        threads: int | None,
        memory: int | None,
        checkpoint: str | None,
        deadline: float = math.inf,
        progress: Progress | None = None,
        helper: Helper | None = None,
        tell: Tell | None = None,
        sample_seed: int | None = None,
        is_over: Callable[[], bool] | None = None,
    ) -> None:
        self.problem = problem
        self.threads, self.memory = fit_to_machine(threads, memory)
        self.deadline = deadline
        self._is_over = is_over
        self.progress = progress
        self.switches: int | None = None
        self.positions = 0
        self.estimate: Known | None = None  # takes the trees of searches that are stopped
        self._helper = helper
        self._search: tuple[Prices, Search] | None = None
        self._endless: Search | None = None
        self._helped = 0.0  # seconds of the workers of a cluster
        self._known: list[Lemmas] = []  # what a cluster has proved in that search
        self._tell = tell if tell is not None else lambda _: None
        self._sample_seed = sample_seed
        self._proofs: dict[tuple[certificates.Claim, int, bool], bytes] = {}
        self._is_unchecked = False  # whether there was no time to check the checkpoint
        self.unsaved: str | None = None  # at the end: why proved sets are missing in the checkpoint
        if checkpoint is not None and self.is_general:
            raise BadInput("without the native core no checkpoint is kept: leave it out")
        self._checkpoint = None if checkpoint is None else Checkpoint(checkpoint, tell)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._checkpoint is not None:
            self.unsaved = self._checkpoint.close()
            if self.unsaved is not None and value is not None:
                self._tell(self.unsaved)
            if isinstance(value, Interrupted):
                value.unsaved = self.unsaved
        if self._helper is not None:
            self._helper.close()

    def run(
        self,
        prices: Prices,
        upper_bound: int | None = None,
        *,
        horizon: int = 0,
        exact: int = 0,
        beam: int = 0,
        deadline: float = math.inf,
        firsts: int = 0,
    ) -> Result:
        """The least-cost tree for a price list, if it costs less than `upper_bound`.

        With a `horizon` the result is only a lower bound, but sooner: sets of more than `exact` candidates after so
        many guesses are not searched but bounded.  With a `beam` the result is only a good tree: at sets of more than
        `exact` candidates only so many guesses are tried, those of the highest entropy.  `deadline` ends this search;
        the engine's own deadline ends all.  `firsts` is how many of the best first guesses are to be
        proved and named.
        """
        if self.is_general or (firsts and len(self.problem.game.secrets) == 1):  # the core names one winning guess
            return self._run_general(prices, upper_bound, firsts)
        arguments: RunArguments = {"horizon": horizon, "exact": exact, "beam": beam, "firsts": firsts}
        if upper_bound is not None:
            arguments["upper_bound"] = upper_bound
        return self._run_native(prices, arguments, min(deadline, self.deadline))

    @cached_property
    def is_general(self) -> bool:
        """Whether the search is done without the native core."""
        return needs_general_search(self.problem.game, self.problem.pool)

    def _run_general(self, prices: Prices, upper_bound: int | None, firsts: int) -> Result:
        game, problem = self.problem.game, self.problem
        search = GeneralSearch(game, problem.pool, prices, lambda: time.monotonic() > self.deadline)
        secrets = np.arange(len(game.secrets), dtype=np.int32)
        try:
            if not firsts:
                return Result(search.run(secrets, problem.first, upper_bound))
            best = search.best_first_guesses(secrets, firsts)
            return Result(search.run(secrets, best[0][0]) if best else None, firsts=best)
        except GaveUp:
            return Result(None, stopped=True, bound=search.bound(secrets, 0))

    def _search_of(self, prices: Prices) -> Search:
        """The search of a price list: the last one, or a new one with what was proved before."""
        if self._search is not None and self._search[0] == prices:
            return self._search[1]
        if prices.values is None and self._endless is not None:
            return self._endless
        # No tree is deeper than there are secrets, since guesses that split nothing are never tried.
        useful = Prices(None if prices.values is None else prices.values[: len(self.problem.game.secrets)])
        search = make_search(self.problem.game, self.problem.pool, useful, self.memory, self.switches)
        if self._endless is not None and prices.is_linear:
            search.inherit(self._endless)
        if self._checkpoint is not None:
            problem = self._describe(prices)
            self._checkpoint.choose(problem)
            # After a search on a cluster the sets are so large that few can be solved again now: they are checked at
            # the end, with what else the workers claim.
            if self._helper is None or not self._checkpoint.has_frontier(problem):
                self._read_checkpoint(self._checkpoint, search, prices)
        self._search = prices, search
        return search

    def _read_checkpoint(self, store: Checkpoint, search: Search, prices: Prices) -> None:
        """Load the proved sets of this price list from the checkpoint; FalseClaim if one is found to be false."""
        blocks = []
        for lemmas in store.load():
            flaw = search.preload(*lemmas)
            if flaw is not None:
                raise FalseClaim(f"{store.path}: a proved set in it cannot be true: {flaw[1]}; solve again without it")
            blocks.append(lemmas)
        if store.damaged:
            self._tell(f"{store.path}: {store.damaged} damaged rows are left out")
        if not self._audit(search, prices, LemmaClaims(blocks), store.path, self.deadline):
            self._is_unchecked = True

    def _audit(self, search: Search, prices: Prices, claims: Claims, source: str, deadline: float) -> bool:
        """Solve a sample of the claims again and report it; whether there was time for the whole sample."""
        if not claims:
            return True
        report = self._auditor(prices).check(search, claims, source, deadline, longest=_LONGEST_CHECK)
        self._tell(f"{source}: {report}")
        return report.is_complete

    def _audit_cluster(self, search: Search, prices: Prices, found: Found) -> bool:
        """The same for what a cluster found: all of it after a short search, else parts of a sample."""
        helper, auditor = self._helper, self._auditor(prices)
        assert helper is not None
        self._helped += found.seconds
        is_short = self._helped < _SHORT
        claims = found.claims(auditor.seed, is_short)
        if not len(claims):
            return True
        report = auditor.check(
            search, claims, helper.source, max(self.deadline, time.monotonic() + _GRACE),
            seconds=_CHECK if is_short else 0.0,
            longest=_CHECK if self._helped < _MIDDLE else max(_CHECK_ONE, _CHECK_ONE_SHARE * self._helped),
        )  # fmt: skip
        self._tell(f"{helper.source}: {report}")
        return report.is_complete

    def _auditor(self, prices: Prices) -> Auditor:
        return Auditor(self.problem.game, self.problem.pool, prices, threads=self.threads, seed=self._sample_seed)

    def _run_native(self, prices: Prices, arguments: RunArguments, deadline: float) -> Result:
        search = self._search_of(prices)
        if self._is_unchecked:  # the time was up before: no result may rest on the checkpoint
            return Result(None, stopped=True)
        # Bounds and beams are quick; only a search to the end is worth a cluster.
        is_bound, is_tree = bool(arguments["horizon"]), bool(arguments["beam"])
        if self._helper is not None and not (is_bound or is_tree):
            return self._run_on_cluster(search, prices, arguments, deadline)
        before = search.positions
        arguments["first"] = -1 if self.problem.first is None else self.problem.first
        arguments["threads"] = self.threads

        def is_over() -> bool:
            self._keep_proved(search)
            self._report(prices, search.progress, None, is_bound=is_bound, is_tree=is_tree)
            return time.monotonic() > deadline or (self._is_over is not None and self._is_over())

        ended: list[RunResult] = []
        try:
            outcome, subtree = self._run_and_extract(search, arguments, is_over, ended)
        except KeyboardInterrupt:
            self._keep_tree(search, prices, arguments, ended)
            raise
        self._keep_tree(search, prices, arguments, ended)
        self.positions += search.positions - before
        # The tree of a beam may cost something else, where values were lost from the table (search_task).
        cost = None if subtree is None or is_tree else prices.cost(subtree.histogram(self.problem.game))
        if cost is not None and cost != outcome["cost"]:
            raise self._contradiction(f"the tree costs {cost}, but the search reported {outcome['cost']}")
        bound = 0 if is_tree else outcome["bound"] or 0
        if outcome["outcome"] == "stopped" or (outcome["outcome"] == "proved" and subtree is None):
            least = outcome["cost"]
            incumbent = None if least is None else (outcome["guess"], least)
            return Result(None, stopped=True, bound=bound, incumbent=incumbent)
        if prices.values is None and not (is_bound or is_tree):
            # Its values are lower bounds for the same search with a limit of depth, which then ends much sooner.
            self._endless = search
        return Result(None, bound=bound) if subtree is None else Result(subtree, firsts=outcome["firsts"])

    def _run_on_cluster(self, search: Search, prices: Prices, arguments: RunArguments, deadline: float) -> Result:
        """Have a search done by the cluster, and check what it found."""
        helper, store, game = self._helper, self._checkpoint, self.problem.game
        assert helper is not None
        upper_bound, name = arguments.get("upper_bound"), self._describe(prices)
        name += f" first {self.problem.first} below {upper_bound} best {arguments['firsts']}"

        def save(frontier: bytes, closed: list[OpenSet]) -> None:
            assert store is not None
            store.save_frontier(name, frontier)
            store.add(self._lemmas(search, prices, [node.solved for node in closed]))

        shown = 0.0

        def watch(state: Callable[[], HelperState]) -> bool:
            nonlocal shown
            now = time.monotonic()
            if self.progress is not None and now >= shown:
                helped = state()
                self._report(prices, lambda: helped["search"], helped, is_bound=False, is_tree=False)
                shown = now + max(_SHOW, _SHOW_TIMES * (time.monotonic() - now))  # a large frontier takes a while
            return now > deadline

        useful = prices.values is None or len(prices.values) < len(game.secrets)
        job = Job(
            self.problem, prices if useful else Prices((prices.values or ())[: len(game.secrets)]),
            Prices(None) if self._endless is not None and prices.is_linear else None,
            self.memory, self.switches, upper_bound, arguments["firsts"],
            [] if store is None else list(store.load()), self._known,
            None if store is None else store.load_frontier(name), None if store is None else save,
        )  # fmt: skip
        found = helper.solve(job, watch)
        if found.stopped:
            return Result(None, stopped=True, bound=found.bound)
        if found.subtree is not None:
            self._check_tree(found, prices)
        lemmas = self._lemmas(search, prices, found.sets)
        for block in (lemmas, *found.proved):
            flaw = search.preload(*block)
            if flaw is not None:
                raise FalseClaim(
                    f"{helper.source}: its workers answered what cannot be true: {flaw[1]}; nothing of this cluster is"
                    " believed"
                )
        if not self._audit_cluster(search, prices, found):
            return Result(None, stopped=True)
        if prices.values is None:
            self._endless, self._known = search, [lemmas, *found.proved]
        return Result(found.subtree, bound=found.bound if found.subtree is None else 0, firsts=found.firsts)

    def _check_tree(self, found: Found, prices: Prices) -> None:
        """Play the tree of a cluster; FalseClaim if it is none, costs something else, or asks what is not allowed."""
        game, pool = self.problem.game, self.problem.pool
        assert self._helper is not None
        assert found.subtree is not None
        try:
            cost = prices.cost(play(game, (), found.subtree, pool))
        except ValueError as error:
            raise FalseClaim(f"{self._helper.source}: its tree is none: {error}") from None
        if cost != found.cost:
            raise self._contradiction(f"the tree costs {cost}, but the search reported {found.cost}")

    def _lemmas(self, search: Search, prices: Prices, sets: Sequence[tuple[History, int, int]]) -> Lemmas:
        """Solved sets as proved sets of a checkpoint; those that no search looks up are left out."""
        rows, paths, ends = [], list[int](), list[int]()
        for history, cost, guess in sets:
            path = [index for step in history for index in step]
            key = search.key(path)
            if key is None or (not history and self.problem.first is not None):
                continue
            if cost < NEVER:
                weight = int(self.problem.game.secret_weights[self.problem.game.select(history)].sum())
                cost -= weight * prices.at(len(history) + 1)
            rows.append((*key, cost, guess))
            paths += path
            ends.append(len(paths))
        high, low, depth, costs, guesses = zip(*rows, strict=True) if rows else [()] * 5
        return Lemmas(
            np.array(high, np.uint64), np.array(low, np.uint64), np.array(depth, np.int32), np.array(costs, np.int64),
            np.array(guesses, np.int32), np.array(paths, np.int32), np.array(ends, np.int64),
        )  # fmt: skip

    def prove(self, claim: certificates.Claim, *, first: int, by_class: bool, codes: list[int]) -> bytes:
        """The proof of a claim, as `certificates.make` asks for it, after a search if there was none yet.

        Raises BadCertificate if the claim is false, and GaveUp if the search was stopped.
        """
        key = claim, first, by_class
        if key not in self._proofs:
            self._proofs[key] = self._prove(claim, first=first, by_class=by_class, codes=codes)
        return self._proofs[key]

    def _prove(self, claim: certificates.Claim, *, first: int, by_class: bool, codes: list[int]) -> bytes:
        bound = NEVER if claim.bound is None else claim.bound
        if claim.bound is None:  # what the writer has to know, it searches, which is less than all
            with suppress(RuntimeError):
                return self._write(self._search_of(claim.prices), bound, first, by_class, codes)
        arguments: RunArguments = {"horizon": 0, "exact": 0, "beam": 0, "firsts": 0, "upper_bound": bound}
        found = self._run_native(claim.prices, arguments, math.inf)
        if found.stopped:
            raise GaveUp("the search was stopped: there is no certificate")
        if found.subtree is not None:
            cost = claim.prices.cost(found.subtree.histogram(self.problem.game))
            raise certificates.BadCertificate(
                f"a tree costs {cost}, not at least {'what is impossible' if claim.bound is None else bound}"
            )
        try:
            return self._write(self._search_of(claim.prices), bound, first, by_class, codes)
        except RuntimeError as error:
            raise self._contradiction(str(error)) from None

    @staticmethod
    def _write(search: Search, bound: int, first: int, by_class: bool, codes: list[int]) -> bytes:
        try:
            proof = run_stoppable(search, lambda: search.certify(bound, first, by_class, codes), lambda: False)
        except ValueError as error:  # a limit of certificates
            raise BadInput(str(error)) from None
        if proof is None:
            raise GaveUp("the search was stopped: there is no certificate")
        return proof

    def _keep_tree(self, search: Search, prices: Prices, arguments: RunArguments, ended: list[RunResult]) -> None:
        """Give the bound and the best tree of a search that was stopped to the estimate, if they are better.

        All cells of its first guess are solved, so that a search of that guess alone takes no time.
        """
        if self.estimate is None or not ended or ended[0]["outcome"] != "stopped":
            return
        if not arguments["beam"]:
            self.estimate.raise_bound(prices, ended[0]["bound"] or 0)
        cost, known = ended[0]["cost"], self.estimate.known(prices)[1]
        if cost is None or arguments["horizon"] or arguments["firsts"] or (known is not None and known <= cost):
            return
        again: RunArguments = {**arguments, "first": ended[0]["guess"], "upper_bound": cost + 1}
        deadline = time.monotonic() + _AGAIN
        with suppress(GuesstreeError):
            subtree = self._run_and_extract(search, again, lambda: time.monotonic() > deadline, [])[1]
            if subtree is not None:
                self.estimate.add_subtree(subtree)

    def _run_and_extract(
        self, search: Search, arguments: RunArguments, is_over: Callable[[], bool], ended: list[RunResult]
    ) -> tuple[RunResult, Subtree | None]:
        """The outcome of a run, and its tree; None if there is none or its extraction was stopped.

        The outcome is also put into `ended`, for when an interrupt comes.
        """

        def work() -> tuple[RunResult, Subtree | None]:
            try:
                found = search.run(**arguments)
                ended.append(found)
                columns = search.tree() if found["outcome"] == "proved" else None
            except RuntimeError as error:  # of the core; those of `is_over` may come from a caller's function
                raise self._contradiction(str(error)) from None
            return found, None if columns is None else Subtree(*columns)

        try:
            return run_stoppable(search, work, is_over)
        finally:
            self._keep_proved(search)  # also after an interrupt

    def _keep_proved(self, search: Search) -> None:
        """Write what was proved so far to the checkpoint."""
        if self._checkpoint is not None:
            self._checkpoint.add(Lemmas(*search.drain_proved()))

    def _contradiction(self, what: str) -> GuesstreeError:
        """The error for a result that contradicts itself: a claim from outside was false, or guesstree has a bug."""
        sources = [self._checkpoint.path] if self._checkpoint is not None else []
        sources += [self._helper.source] if self._helper is not None else []
        if not sources:
            return GuesstreeError(f"{what}: this is a bug in guesstree; please report it with the command")
        return FalseClaim(f"{' and '.join(sources)}: {what}: a proved set from there is false; solve again without it")

    def _report(
        self, prices: Prices, search: Callable[[], SearchState], helped: HelperState | None, *, is_bound: bool,
        is_tree: bool,
    ) -> None:  # fmt: skip
        """Pass on the progress of a search."""
        if self.progress is None:
            return
        known = self.estimate
        bound, cost = (0, None) if known is None else known.known(prices)
        state: Report = {"prices": prices, "cluster": helped, "tree": None if known is None else known.tree, **search()}
        # A beam gives no bound, since it leaves guesses out; a horizon gives no tree.
        bounds = [bound] if is_tree or state["bound"] is None else [bound, state["bound"]]
        costs = [some for some in (None if is_bound else state["cost"], cost) if some is not None]
        state["bound"], state["cost"] = max(bounds), min(costs, default=None)
        self.progress(state)

    def _describe(self, prices: Prices) -> str:
        """The key of proved sets in a checkpoint; a forced first guess is left out, as it concerns the root alone."""
        values = "1,2,3,..." if prices.values is None else ",".join(map(str, prices.values))
        game = self.problem.game
        weights = "" if game.weights is None else f" weights {_digest(game.weights)}"
        return f"{game.name} {self.problem.pool} {values}{weights}"


def needs_general_search(game: Game, pool: str) -> bool:
    """Whether a game is searched without the native core: where it is not built, or the game is beyond it."""
    is_hard = pool == "hard"
    is_special = is_hard or game.weights is not None
    return core is None or (is_special and game.table.dtype != np.uint8) or (is_hard and HardMode(game).words is None)


def fit_to_machine(threads: int | None, memory: int | None) -> tuple[int, int]:
    """How many threads a search gets, and how many bytes for its tables, where None leaves it to this machine.

    Two searches may be open at once: one without a limit of depth, and one that takes its sets for bounds.
    """
    space = address_space()
    memory = memory or min(DEFAULT_MEMORY, half_of_memory(), space // 4)
    return min(threads or available_cpus(), max(1, (space - 2 * memory) // _THREAD)), memory


def _digest(weights: npt.NDArray[np.int64]) -> str:
    """What tells weights apart."""
    return blake2b(weights.astype("<i8").tobytes(), digest_size=16).hexdigest()


def make_search(game: Game, pool: str, prices: Prices, memory: int, switches: int | None = None) -> Search:
    """A native search of a price list."""
    assert core is not None
    symmetry = game.symmetry
    rule = HardMode(game) if pool == "hard" else None
    try:
        return core.Search(
            np.ascontiguousarray(game.table),
            len(game.labels),
            game.winning,
            list(game.losing),
            None if prices.values is None else list(prices.values),
            candidates_only=pool == "candidates",
            symbols=None if symmetry is None else symmetry.symbols,
            symbol_count=0 if symmetry is None else symmetry.symbol_count,
            nozero=symmetry is not None and symmetry.fixes_zero,
            told="numbers" if symmetry is None else symmetry.told,
            memory=memory,
            switches=core.ALL if switches is None else switches,
            symmetric=game.is_symmetric,
            weights=None if game.weights is None else game.weights.tolist(),
            words=None if rule is None else rule.words,
            marks=None if rule is None else rule.marks,
        )
    except ValueError as error:
        if rule is None:
            raise
        raise BadInput(f"{game.brief}: {error}") from None
