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
from typing import TYPE_CHECKING, Protocol, Self

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
from treegen.optimal.audit import FalseClaim, prove_again
from treegen.optimal.checkpoint import Checkpoint, Lemmas
from treegen.optimal.general import GeneralSearch
from treegen.optimal.objective import Prices
from treegen.optimal.problem import Helper, HelperState, History, Job, Problem, Progress, Report, Tell
from treegen.optimal.stoppable import run_stoppable
from treegen.optimal.unfinished import Interrupted

if TYPE_CHECKING:
    from treegen.native._core import Search
    from treegen.native.interface import RunArguments, RunResult

__all__ = [
    "Engine", "Helper", "HelperState", "Known", "Problem", "Progress", "Report", "Result", "Tell", "fit_to_machine",
    "make_search", "needs_general_search",
]  # fmt: skip


DEFAULT_MEMORY = 512 << 20  # for the tables of a search: what bulls-4x10 fills in seconds, and any laptop has
_THREAD = 192 << 20  # bytes of address space that a thread may take: its stack, its scratch memory, malloc's arena
_SHOW, _SHOW_TIMES = 0.2, 50.0  # seconds between two reports of a cluster, and times as long as one takes
_QUICK = (2, 50)  # of a first tree before a search on a cluster: the beam, and up to which size all guesses are tried
_QUICK_SECONDS = 10.0  # for it
_KEPT = 16 << 20  # bytes of what the workers of a cluster have proved that are kept for a certificate
_AGAIN = 1.0  # seconds in which the best tree of a search that was stopped is sought again


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
        self._relaxed_known: list[Lemmas] = []  # what a cluster has proved in that search
        self._tell = tell if tell is not None else lambda _: None
        self._proofs: dict[tuple[certificates.Claim, int, bool], bytes] = {}
        self.rests_on = [] if helper is None else [helper.source]  # what is believed without a proof
        self.unsaved: str | None = None  # at the end: why proved sets are missing in the checkpoint
        if checkpoint is not None and self.is_general:
            raise BadInput("without the native core no checkpoint is kept: leave it out")
        self.checkpoint = None if checkpoint is None else Checkpoint(checkpoint, tell)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.checkpoint is not None:
            self.unsaved = self.checkpoint.close()
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
        if self.checkpoint is not None:
            self.checkpoint.choose(self._describe(prices))
            self._read_checkpoint(self.checkpoint, search, prices)
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
        # With a cluster, the result rests on its workers in any case.
        is_proved = self._helper is None and prove_again(
            search, self.problem.game, prices, blocks, store.path, threads=self.threads, deadline=self.deadline
        )
        if blocks and not is_proved and store.path not in self.rests_on:
            self.rests_on.insert(0, store.path)

    def _run_native(self, prices: Prices, arguments: RunArguments, deadline: float) -> Result:
        search = self._search_of(prices)
        # Bounds and beams are quick; only a search to the end is worth a cluster.
        is_bound, is_tree = bool(arguments["horizon"]), bool(arguments["beam"])
        if self._helper is not None and not (is_bound or is_tree):
            return self._run_on_cluster(search, prices, arguments, deadline)
        before = search.positions
        arguments["first"] = -1 if self.problem.first is None else self.problem.first
        arguments["threads"] = self.threads

        def is_over() -> bool:
            self._keep_proved(search)
            self.report(prices, search.progress, None, is_bound=is_bound, is_tree=is_tree)
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
        if subtree is not None and not is_tree:
            self._play(subtree, prices, outcome["cost"])
        bound = 0 if is_tree else outcome["bound"] or 0
        if outcome["outcome"] == "stopped" or (outcome["outcome"] == "proved" and subtree is None):
            least = outcome["cost"]
            incumbent = None if least is None else (outcome["guess"], least)
            return Result(None, stopped=True, bound=bound, incumbent=incumbent)
        if prices.values is None and not (is_bound or is_tree):
            # Its values are lower bounds for the same search with a limit of depth, which then ends much sooner.
            self._endless = search
        return Result(None, bound=bound) if subtree is None else Result(subtree, firsts=outcome["firsts"])

    def _play(self, subtree: Subtree, prices: Prices, reported: int | None) -> None:
        """Play a tree; raises an error where it does not find every secret, or costs something else than reported."""
        try:
            cost = prices.cost(subtree.play(self.problem.game))
        except ValueError as error:
            raise self._contradiction(f"the tree is none: {error}") from None
        if cost != reported:
            raise self._contradiction(f"the tree costs {cost}, but the search reported {reported}")

    def _run_on_cluster(self, search: Search, prices: Prices, arguments: RunArguments, deadline: float) -> Result:
        """Have a search done by the cluster, and play what it found."""
        helper, store, game = self._helper, self.checkpoint, self.problem.game
        assert helper is not None
        upper_bound, firsts, quick = arguments.get("upper_bound"), arguments["firsts"], None
        if not firsts:
            beam, exact = _QUICK
            end = min(deadline, time.monotonic() + _QUICK_SECONDS)
            quick = self.run(prices, upper_bound, beam=beam, exact=exact, deadline=end).subtree
            if quick is not None and self.estimate is not None:
                self.estimate.add_subtree(quick)
        is_long = prices.values is None or len(prices.values) < len(game.secrets)
        more = f" {self.memory} {self.switches}"
        relaxed = self._describe(Prices(None)) + more if self._endless is not None and prices.is_linear else ""
        job = Job(
            self._describe(prices) + more, self.problem,
            prices if is_long else Prices((prices.values or ())[: len(game.secrets)]), relaxed, self.memory,
            self.switches, upper_bound, firsts, [] if store is None else list(store.load()),
            self._relaxed_known if relaxed else [],
        )  # fmt: skip
        hooks = _Hooks(self, search, prices)
        found = helper.solve(job, quick, deadline, hooks)
        if found.stopped:
            incumbent = found.firsts[0] if found.firsts else None
            return Result(None, stopped=True, bound=found.bound, incumbent=incumbent)
        if found.subtree is not None:
            self._play(found.subtree, prices, found.cost)
        flaws = [search.preload(*rows) for rows in hooks.proved]  # for a certificate
        for flaw in filter(None, flaws):
            raise self._contradiction(f"a proved set cannot be true: {flaw[1]}")
        if prices.values is None:
            self._endless, self._relaxed_known = search, hooks.proved
        return Result(found.subtree, bound=found.bound if found.subtree is None else 0, firsts=found.firsts)

    def lemmas(self, search: Search, prices: Prices, sets: Sequence[tuple[History, int, int]]) -> Lemmas:
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
        if self.checkpoint is not None:
            self.checkpoint.add(Lemmas(*search.drain_proved()))

    def _contradiction(self, what: str) -> GuesstreeError:
        """The error for a result that contradicts itself: a claim from outside was false, or guesstree has a bug."""
        sources = [self.checkpoint.path] if self.checkpoint is not None else []
        sources += [self._helper.source] if self._helper is not None else []
        if not sources:
            return GuesstreeError(f"{what}: this is a bug in guesstree; please report it with the command")
        return FalseClaim(f"{' and '.join(sources)}: {what}: a proved set from there is false; solve again without it")

    def report(
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


class _Hooks:
    """What a cluster calls during a search of an engine."""

    def __init__(self, engine: Engine, search: Search, prices: Prices) -> None:
        self._engine, self._search, self._prices = engine, search, prices
        self._shown = 0.0
        self._bytes = 0
        self.proved: list[Lemmas] = []

    def show(self, state: Callable[[], HelperState]) -> None:
        """See Hooks."""
        now = time.monotonic()
        if self._engine.progress is not None and now >= self._shown:
            helped = state()
            self._engine.report(self._prices, lambda: helped["search"], helped, is_bound=False, is_tree=False)
            self._shown = now + max(_SHOW, _SHOW_TIMES * (time.monotonic() - now))

    def keep(self, proved: Sequence[Lemmas], sets: Sequence[tuple[History, int, int]]) -> None:
        """See Hooks."""
        for rows in (*proved, self._engine.lemmas(self._search, self._prices, sets)):
            if self._engine.checkpoint is not None:
                self._engine.checkpoint.add(rows)
            self._bytes += sum(column.nbytes for column in rows)
            if self._bytes < _KEPT:
                self.proved.append(rows)

    def improve(self, subtree: Subtree | None, bound: int) -> None:
        """See Hooks."""
        if self._engine.estimate is not None:
            self._engine.estimate.raise_bound(self._prices, bound)
            if subtree is not None:
                self._engine.estimate.add_subtree(subtree)


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
            told="numbers" if symmetry is None else symmetry.invariance,
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
