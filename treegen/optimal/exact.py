"""ExactSearch: the searches of one problem, one price list after the other, with all that they share."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Self

import numpy as np

from player.errors import BadInput, GaveUp, GuesstreeError
from treegen.games.subtree import Subtree
from treegen.native.interface import NEVER
from treegen.optimal.background import run_stoppable
from treegen.optimal.best import BestSoFar
from treegen.optimal.checkpoint import Checkpoint, Lemmas, prove_again
from treegen.optimal.general import GeneralSearch
from treegen.optimal.native_search import fit_to_machine, make_search, needs_general_search, run_native
from treegen.optimal.numbers import NumberSearch
from treegen.optimal.objective import Prices
from treegen.optimal.options import Report, SearchOptions
from treegen.optimal.outcomes import FalseClaim, Interrupted
from treegen.optimal.query import History, Outcome, Problem, Query
from treegen.optimal.tasks import Job

if TYPE_CHECKING:
    from treegen.native._core import Search
    from treegen.optimal.cluster import Run

_SHOW, _SHOW_TIMES = 0.2, 50.0  # seconds between two reports of a cluster, and times as long as one takes
_QUICK = Query(beam=2, exact=50)  # of a first tree before a search on a cluster
_QUICK_SECONDS = 10.0  # for it
_KEPT = 16 << 20  # bytes of what the workers of a cluster have proved that are kept for a certificate
_LEAST_SECONDS = 0.001  # of a search whose time is over: 0 stands for no limit
_AGAIN = 1.0  # seconds in which the best tree of a search that was stopped is sought again


class ExactSearch:
    """Runs searches of one problem, by the native core, in Python or on a cluster; a context manager.

    It keeps what was proved, in memory and in a checkpoint.  A search gives up at `deadline`, a time.monotonic(), or
    when `is_over` of the options is true, and at once after an interrupt.  The trees and bounds of searches that are
    stopped come into `best`.
    """

    def __init__(self, problem: Problem, options: SearchOptions | None = None, best: BestSoFar | None = None) -> None:
        self.problem, self.best = problem, best
        self.options = options = options or SearchOptions()
        self.threads, self.memory = fit_to_machine(options.threads, options.memory)
        self.deadline = options.deadline()
        self.positions = 0
        believed = None if self.is_general else options.cluster
        self.rests_on = [] if believed is None else [believed.source]  # what is believed without a proof
        self.unsaved: str | None = None  # at the end: why proved sets are missing in the checkpoint
        self._general: dict[Prices, GeneralSearch | NumberSearch] = {}
        self._last: tuple[Prices, Search] | None = None  # with a limit of depth: each has tables of its own
        self._unlimited: Search | None = None  # its values are lower bounds for those with a limit
        self._unlimited_lemmas: list[Lemmas] = []  # what a cluster has proved in that search
        if options.checkpoint is not None and self.is_general and not self._is_divided:
            raise BadInput("without the native core no checkpoint is kept: leave it out")
        self.checkpoint = (
            None if options.checkpoint is None else Checkpoint(os.fspath(options.checkpoint), options.tell)
        )

    def go_on_from(self, other: ExactSearch) -> None:
        """Use what another search, which is over, has proved for the same game, pool and memory, if it is so."""
        if replace(self.problem, first=None) == replace(other.problem, first=None):
            self._unlimited, self._last, self._general = other._unlimited, other._last, other._general

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.checkpoint is not None:
            self.unsaved = self.checkpoint.close()
            if self.unsaved is not None and value is not None:
                self.tell(self.unsaved)
            if isinstance(value, Interrupted):
                value.unsaved = self.unsaved
        if self.options.cluster is not None:
            self.options.cluster.close()

    def tell(self, line: str) -> None:
        """Pass a line on to the function for that, if there is one."""
        if self.options.tell is not None:
            self.options.tell(line)

    def tell_sources(self) -> None:
        """Say what results rest on, if they do."""
        if self.rests_on:
            self.tell(f"rests on {' and '.join(self.rests_on)}")

    @cached_property
    def is_general(self) -> bool:
        """Whether the search is done without the native core's."""
        return self._is_divided or needs_general_search(self.problem.game, self.problem.pool)

    @cached_property
    def _is_divided(self) -> bool:
        return NumberSearch.takes(self.problem)

    def run(self, prices: Prices, query: Query | None = None, deadline: float = math.inf) -> Outcome:
        """Answer a query at these prices; `deadline` ends this search, the deadline of the object ends all.

        Without the native core, every query is answered exactly.
        """
        query, deadline = query or Query(), min(deadline, self.deadline)
        if query.position is None and self.problem.first is not None:
            query = replace(query, only=(self.problem.first,))
        size = len(self.problem.game.secrets if query.position is None else query.position.candidates)
        if self.is_general or (query.openers and size == 1):  # the core names one winning guess
            if prices not in self._general:
                self._general[prices] = (
                    NumberSearch(self.problem, prices, self.memory)
                    if self._is_divided
                    else GeneralSearch(self.problem.game, self.problem.pool, prices)
                )
            return self._general[prices].run(query, lambda: time.monotonic() > deadline)
        search = self._search_of(prices)
        # Bounds and beams are quick, and so are positions; only a whole search to the end is worth a cluster.
        if self.options.cluster is not None and query.is_exact and query.position is None:
            outcome = self._run_on_cluster(search, prices, query, deadline)
        else:
            outcome = self._run_here(search, prices, query, deadline)
        # The tree of a beam may cost something else, where values were lost from the table (search_task).
        if outcome.tree is not None and query.is_exact and query.position is None:
            self._play(outcome.tree, prices, outcome.cost)
        return outcome

    def _search_of(self, prices: Prices) -> Search:
        """The search of a price list: one that is kept, or a new one with what was proved before."""
        if prices.values is None and self._unlimited is not None:
            return self._unlimited
        if self._last is not None and self._last[0] == prices:
            return self._last[1]
        # No tree is deeper than there are secrets, since guesses that split nothing are never tried.
        useful = Prices(None if prices.values is None else prices.values[: len(self.problem.game.secrets)])
        self._last = None  # the memory is needed
        search = make_search(self.problem.game, self.problem.pool, useful, self.memory, self.options.switches)
        if self._unlimited is not None and prices.is_linear:
            search.inherit(self._unlimited)
        if self.checkpoint is not None:
            self.checkpoint.choose(self._describe(prices))
            self._read_checkpoint(self.checkpoint, search, prices)
        if prices.values is None:
            self._unlimited = search
        else:
            self._last = prices, search
        return search

    def _read_checkpoint(self, store: Checkpoint, search: Search, prices: Prices) -> None:
        blocks = []
        for lemmas in store.load():
            flaw = search.preload(*lemmas)
            if flaw is not None:
                raise FalseClaim(f"{store.path}: a proved set in it cannot be true: {flaw[1]}; solve again without it")
            blocks.append(lemmas)
        if store.damaged:
            self.tell(f"{store.path}: {store.damaged} damaged rows are left out")
        # With a cluster, the result rests on its workers in any case.
        is_proved = self.options.cluster is None and prove_again(
            search, self.problem.game, prices, blocks, store.path, threads=self.threads, deadline=self.deadline
        )
        if blocks and not is_proved and store.path not in self.rests_on:
            self.rests_on.insert(0, store.path)

    def _run_here(self, search: Search, prices: Prices, query: Query, deadline: float) -> Outcome:
        if query.position is not None and deadline == math.inf and self.options.progress is None:
            return run_native(search, query, self.threads)  # a thread takes longer than the search of a small cell
        before = search.positions
        outcome: Outcome | None = None

        def is_over() -> bool:
            self._keep_proved(search)
            self._report(prices, query, search)
            asked = self.options.is_over
            return time.monotonic() > deadline or (asked is not None and asked())

        def work() -> Outcome:
            nonlocal outcome
            seconds = 0.0 if deadline == math.inf else max(deadline - time.monotonic(), _LEAST_SECONDS)
            try:
                outcome = run_native(search, query, self.threads, seconds)
            except RuntimeError as error:  # of the core; those of `is_over` may come from a caller's function
                raise self.contradiction(str(error)) from None
            return outcome

        try:
            found = run_stoppable(search, work, is_over)
        finally:  # also after an interrupt
            self._keep_proved(search)
            if outcome is not None:
                self._keep_best(search, prices, query, outcome)
        self.positions += search.positions - before
        return replace(found, bound=0) if query.beam else found

    def _keep_best(self, search: Search, prices: Prices, query: Query, outcome: Outcome) -> None:
        """Give the bound and the best tree of a search that was stopped to `best`, if they are better.

        All cells of its first guess are solved, so that a search of that guess alone takes no time.
        """
        if self.best is None or not outcome.is_stopped or query.position is not None:
            return
        if not query.beam:
            self.best.add_bound(prices, outcome.bound)
        cost, known = outcome.cost, self.best.known(prices)[1]
        if cost is None or query.horizon or query.openers or (known is not None and known <= cost):
            return
        again = replace(query, only=(outcome.guess,), limit=cost + 1)
        deadline = time.monotonic() + self.options.late(_AGAIN)
        with suppress(GuesstreeError, RuntimeError):
            tree = run_native(search, again, self.threads, is_over=lambda: time.monotonic() > deadline).tree
            if tree is not None:
                self.best.add_subtree(tree)
        self._keep_proved(search)

    def _play(self, tree: Subtree, prices: Prices, reported: int | None) -> None:
        try:
            cost = prices.cost(tree.play(self.problem.game))
        except ValueError as error:
            raise self.contradiction(f"the tree is none: {error}") from None
        if cost != reported:
            raise self.contradiction(f"the tree costs {cost}, but the search reported {reported}")

    def contradiction(self, what: str) -> GuesstreeError:
        """The error for a result that contradicts itself: a claim from outside was false, or guesstree has a bug."""
        sources = [self.checkpoint.path] if self.checkpoint is not None else []
        sources += [self.options.cluster.source] if self.options.cluster is not None else []
        if not sources:
            return GuesstreeError(f"{what}: this is a bug in guesstree; please report it with the command")
        return FalseClaim(f"{' and '.join(sources)}: {what}: a proved set from there is false; solve again without it")

    def _keep_proved(self, search: Search) -> None:
        if self.checkpoint is not None:
            self.checkpoint.add(Lemmas(*search.drain_proved()))

    def _report(self, prices: Prices, query: Query, search: Search, run: Run | None = None) -> None:
        """Pass on the progress of a search; naming a secret costs nothing in it."""
        if self.options.progress is None:
            return
        best, cluster = self.best, None if run is None else run.state()
        now = search.progress() if cluster is None else cluster["search"]
        bound, cost = (0, None) if best is None else best.known(prices)
        state: Report = {"prices": prices, "cluster": cluster, "tree": None if best is None else best.tree, **now}
        # A beam gives no bound, since it leaves guesses out; a horizon gives no tree.
        bounds = [bound] if query.beam or state["bound"] is None else [bound, state["bound"]]
        costs = [known for known in (None if query.horizon else state["cost"], cost) if known is not None]
        state["bound"], state["cost"] = max(bounds), min(costs, default=None)
        if best is not None and best.names:
            best.leave_names_out(state)
        self.options.progress(state)

    def _describe(self, prices: Prices) -> str:
        """The key of proved sets in a checkpoint; a forced first guess is left out, as it concerns the root alone."""
        values = "1,2,3,..." if prices.values is None else ",".join(map(str, prices.values))
        return f"{self.problem.game.key} {self.problem.pool} {values}"

    # --- what is known from elsewhere, and for others

    def believe(self, prices: Prices, sets: Iterable[tuple[History, int, int]]) -> bool:
        """Use solved sets (see `_lemmas`); False if they cannot be true."""
        search = self._search_of(prices)
        return search.preload(*self._lemmas(search, sets)) is None

    def _lemmas(self, search: Search, sets: Iterable[tuple[History, int, int]]) -> Lemmas:
        """Solved sets as proved sets of a checkpoint; those that no search looks up are left out.

        They are given by their histories, with the cost above the price of the next guess and that guess, or -1 if the
        cost is only a lower bound.
        """
        rows, paths, ends = [], list[int](), list[int]()
        for history, cost, guess in sets:
            path = [index for step in history for index in step]
            key = search.key(path)
            if key is None or (not history and self.problem.first is not None):
                continue
            rows.append((*key, cost, guess))
            paths += path
            ends.append(len(paths))
        high, low, depth, costs, guesses = zip(*rows, strict=True) if rows else [()] * 5
        return Lemmas(
            np.array(high, np.uint64), np.array(low, np.uint64), np.array(depth, np.int32), np.array(costs, np.int64),
            np.array(guesses, np.int32), np.array(paths, np.int32), np.array(ends, np.int64),
        )  # fmt: skip

    def write_proof(self, prices: Prices, bound: int, *, first: int, by_class: bool, codes: list[int]) -> bytes:
        """The proof that no tree costs less than `bound`, after a search that has shown it: see `Search.certify`.

        Raises RuntimeError if the bound is false, and GaveUp if the search was stopped.
        """
        search = self._search_of(prices)
        try:
            proof = run_stoppable(
                search, lambda: search.certify(bound, first, by_class, codes, self.threads), lambda: False
            )
        except ValueError as error:  # a limit of certificates
            raise BadInput(str(error)) from None
        if proof is None:
            raise GaveUp("the search was stopped: there is no certificate")
        return proof

    # --- a cluster

    def _run_on_cluster(self, search: Search, prices: Prices, query: Query, deadline: float) -> Outcome:
        cluster = self.options.cluster
        assert cluster is not None
        quick = None
        if not query.openers:
            end = min(deadline, time.monotonic() + _QUICK_SECONDS)
            quick = self._run_here(search, prices, replace(_QUICK, limit=query.limit, only=query.only), end).tree
            if quick is not None and self.best is not None:
                self.best.add_subtree(quick)
        proved = list[Lemmas]()  # for a certificate
        outcome = self._follow(cluster.begin(self._job(prices, query), quick, deadline), search, prices, proved)
        if outcome.is_stopped or query.openers:
            outcome = replace(outcome, tree=None)
        if outcome.is_stopped:
            return outcome
        for lemmas in proved:
            flaw = search.preload(*lemmas)
            if flaw is not None:
                raise self.contradiction(f"a proved set cannot be true: {flaw[1]}")
        if prices.values is None:
            self._unlimited_lemmas = proved
        return outcome

    def _job(self, prices: Prices, query: Query) -> Job:
        store, is_relaxed = self.checkpoint, prices.is_linear and self._unlimited is not None
        machine = f" {self.memory} {self.options.switches}"
        useful = prices.values and prices.values[: len(self.problem.game.secrets)]
        return Job(
            self._describe(prices) + machine, self.problem, Prices(useful),
            self._describe(Prices(None)) + machine if is_relaxed else "", self.memory, self.options.switches,
            query.limit, query.openers, [] if store is None else list(store.load()),
            self._unlimited_lemmas if is_relaxed else [],
        )  # fmt: skip

    def _follow(self, run: Run, search: Search, prices: Prices, proved: list[Lemmas]) -> Outcome:
        """Go on with a search on a cluster to its end; some of what is proved is added to `proved`."""
        size, shown = 0, 0.0
        try:
            while not run.is_over:
                rows, closed = run.step()
                for lemmas in (*rows, self._lemmas(search, [self._above_next(prices, *solved) for solved in closed])):
                    if self.checkpoint is not None:
                        self.checkpoint.add(lemmas)
                    size += sum(column.nbytes for column in lemmas)
                    if size < _KEPT:
                        proved.append(lemmas)
                now = time.monotonic()
                if now >= shown:
                    self._report(prices, Query(), search, run)
                    shown = now + max(_SHOW, _SHOW_TIMES * (time.monotonic() - now))
        finally:
            run.stop()
            outcome = run.outcome
            if self.best is not None:
                self.best.add_bound(prices, outcome.bound)
                if outcome.tree is not None:
                    self.best.add_subtree(outcome.tree)
        return outcome

    def _above_next(self, prices: Prices, history: History, cost: int, guess: int) -> tuple[History, int, int]:
        """A solved set with its cost above the price of the next guess."""
        weights = self.problem.game.secret_weights[self.problem.game.select(history)]
        return history, cost - int(weights.sum()) * prices.at(len(history) + 1) * (cost < NEVER), guess
