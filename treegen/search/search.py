"""search(), the function behind every exact value, and Memory, which keeps the proved values of searches.

A problem is searched by the native core, or by numpy if the core is not built or cannot search the game.  Both give the
same result.  The core works in another thread.  Meanwhile, the calling thread reports progress, writes proved sets to
the checkpoint, and stops the core when the time is up or an interrupt comes.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np

from player.errors import BadInput, GuesstreeError
from treegen.games.automorphisms import first_guesses
from treegen.games.game import Game
from treegen.games.memory import available_cpus
from treegen.search.checkpoint import Checkpoint, FalseClaim, prove_again
from treegen.search.core import fit_to_machine, fits, make_search, run_native
from treegen.search.numbers import NumberSearch
from treegen.search.plain import PlainSearch
from treegen.search.problem import History, Limits, Prices, Problem, Result, SearchInterrupted
from treegen.search.threads import run_stoppable

if TYPE_CHECKING:
    from treegen.native._core import Search

_LARGE = 1 << 26  # A table of this many entries is made only if there is time for it.
_SAMPLE = 64  # The time for a table is estimated from the rows of this many guesses.
_SYMMETRY = 4e-6  # Symmetries are sought if this number of seconds for each entry of a table is left: ten times enough.
_AGAIN = 1.0  # After a stop, the best tree is formed within this many seconds, or a fifth of the time if that is less.


class Memory:
    """The proved values of searches of one game and pool; a context manager that closes the checkpoint.

    Two searches of the core stay in memory: the search at prices without end, and the last search at any other prices.
    The values of the first are lower bounds for every search with a limit of depth.  `rests_on` has the names of the
    checkpoints whose sets were used without a proof.
    """

    def __init__(self, game: Game, pool: str = "all", limits: Limits = Limits()) -> None:  # noqa: B008 (it is frozen)
        self.game, self.pool, self.is_of_numbers = game, pool, NumberSearch.takes(game, pool)
        self.threads, self.bytes = fit_to_machine(limits.threads, limits.memory)
        self.rests_on: list[str] = []
        self.unsaved: str | None = None  # after the end: the reason if proved sets are missing in the checkpoint
        self._plain: dict[tuple[Prices, bool], PlainSearch | NumberSearch] = {}
        self._unlimited: Search | None = None
        self._last: tuple[Prices, Search] | None = None
        self._switches, self._tell = limits.switches, limits.tell  # see Limits
        if limits.checkpoint is not None and self.is_without_core and not self.is_of_numbers:
            raise BadInput("without the native core no checkpoint is kept: leave it out")
        self.checkpoint = None if limits.checkpoint is None else Checkpoint(os.fspath(limits.checkpoint), limits.tell)

    @cached_property
    def is_without_core(self) -> bool:
        """True if searches do not use the core."""
        return self.is_of_numbers or not fits(self.game, self.pool)

    @cached_property
    def firsts(self) -> tuple[int, ...]:
        """The first guesses to which the symmetries of a table lead all others; empty: all."""
        return first_guesses(self.game)

    def has_time_for_table(self, deadline: float) -> bool:
        """Return whether the table is made already, or can be made in less than half of the time before `deadline`."""
        game, start = self.game, time.monotonic()
        is_small = game.source.made is not None or len(game.guesses) * len(game.secrets) < _LARGE
        if is_small or self.is_of_numbers or math.isinf(deadline):
            return True
        game.source.part(np.arange(_SAMPLE, dtype=np.int32), np.arange(len(game.secrets), dtype=np.int32))
        parts = len(game.guesses) / _SAMPLE / available_cpus()  # each part takes as long as the sample
        return (time.monotonic() - start) * parts < (deadline - start) / 2

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, value: object, trace: object) -> None:
        if self.checkpoint is not None:
            self.unsaved = self.checkpoint.close()
            # After an exception, nobody reads `unsaved`.
            if self.unsaved is not None and value is not None and self._tell is not None:
                self._tell(self.unsaved)

    def plain(self, problem: Problem) -> PlainSearch | NumberSearch:
        """Return the search in numpy for the prices of a problem; this search keeps the values that it finds."""
        key = problem.prices, problem.names_numbers
        if key not in self._plain:
            own = NumberSearch(problem, self.bytes) if self.is_of_numbers else None
            self._plain[key] = own or PlainSearch(self.game, self.pool, problem.prices)
        return self._plain[key]

    def native(self, prices: Prices, deadline: float = math.inf) -> Search:
        """Return the core's search for a list of prices, from memory or new; a new search gets all proved values."""
        if prices.values is None and self._unlimited is not None:
            return self._unlimited
        if self._last is not None and self._last[0] == prices:
            return self._last[1]
        # Every guess that is tried splits the candidates, so that no tree is deeper than the number of secrets.
        useful = Prices(None if prices.values is None else prices.values[: len(self.game.secrets)])
        self._last = None  # this frees the memory of the last search for the new one
        search = make_search(self.game, self.pool, useful, self.bytes, self._switches)
        if self._unlimited is not None and prices.is_linear:
            search.inherit(self._unlimited)
        if self.checkpoint is not None:
            self._read_checkpoint(self.checkpoint, search, prices, deadline)
        if prices.values is None:
            self._unlimited = search
        else:
            self._last = prices, search
        return search

    def keep_proved(self, search: Search, prices: Prices) -> None:
        """Write the sets that `search` has proved since the last call to the checkpoint, if there is one."""
        if self.checkpoint is not None:
            self.checkpoint.choose(self._problem(prices))
            self.checkpoint.add(search.drain_proved())

    def _problem(self, prices: Prices) -> str:
        # The name does not contain a forced first guess, because this changes only the value of the root.
        return f"{self.game.key} {self.pool} {prices}"

    def _read_checkpoint(self, store: Checkpoint, search: Search, prices: Prices, deadline: float) -> None:
        store.choose(self._problem(prices))
        blocks = []
        for sets in store.load():
            flaw = search.preload(sets)
            if flaw is not None:
                raise FalseClaim(f"{store.path}: a proved set in it cannot be true: {flaw}; solve again without it")
            blocks.append(sets)
        if store.damaged and self._tell is not None:
            self._tell(f"{store.path}: {store.damaged} damaged rows are left out")
        is_proved = prove_again(search, self.game, prices, blocks, store.path, threads=self.threads, deadline=deadline)
        if blocks and not is_proved and store.path not in self.rests_on:
            self.rests_on.append(store.path)

    def accept_proved(self, prices: Prices, sets: Iterable[tuple[History, int, int]]) -> bool:
        """Use solved sets without a proof; return False if their form shows that they cannot be true.

        A set consists of its history, its cost beyond one guess for each candidate, and its best guess; the guess is -1
        if the cost is only a lower bound.
        """
        search = self.native(prices)
        lemmas = [  # lemma() returns None for a set that no search needs
            search.lemma([index for step in history for index in step], cost, guess) for history, cost, guess in sets
        ]
        return search.preload([lemma for lemma in lemmas if lemma is not None]) is None

    def contradiction(self, what: str) -> GuesstreeError:
        """Return the error for a result that contradicts itself: the checkpoint is false, or guesstree has a bug."""
        if self.checkpoint is None:
            return GuesstreeError(f"{what}: this is a bug in guesstree; please report it with the command")
        path = self.checkpoint.path
        return FalseClaim(f"{path}: {what}: a proved set from there is false; solve again without it")


def search(problem: Problem, limits: Limits = Limits(), memory: Memory | None = None) -> Result:  # noqa: B008
    """Search a problem within limits, and use and keep proved values in `memory` (None: an empty memory).

    If the time is too short, the result has `is_stopped` True, the proved bound, and the best tree so far.  After an
    interrupt, this function raises SearchInterrupted, a KeyboardInterrupt with such a result.  Raises FalseClaim if a
    set in the checkpoint is false, and GuesstreeError if the result contradicts itself.  Without the native core,
    `beam` and `horizon` of the problem are ignored.

    >>> import treegen as tg
    >>> from treegen.search.problem import Problem, linear
    >>> found = search(Problem(tg.game("bulls-3x4"), prices=linear(5)))
    >>> found.cost, found.bound, found.guess
    (72, 72, 0)
    """
    if memory is None:
        with Memory(problem.game, problem.pool, limits) as memory:
            return search(problem, limits, memory)
    is_part = problem.position or problem.first or problem.best or problem.beam or problem.horizon
    game, seconds = problem.game, limits.deadline - time.monotonic()
    if not is_part and problem.pool != "hard" and seconds > _SYMMETRY * len(game.secrets) * len(game.guesses):
        problem = replace(problem, first=memory.firsts)
    size = len(problem.game.secrets if problem.position is None else problem.position.candidates)
    if memory.is_without_core or (problem.best and size == 1):  # the core lists only one guess for one candidate
        return memory.plain(problem).run(problem, lambda: time.monotonic() > limits.deadline)
    native = memory.native(problem.prices, limits.deadline)
    if problem.position is not None and limits.deadline == math.inf and limits.progress is None:
        return run_native(native, problem, memory.threads)  # starting a thread takes longer than searching a small cell
    found = _run_in_thread(native, problem, limits, memory)
    if problem.beam:  # the search does not try all guesses, so that its bound proves nothing
        return replace(found, bound=0)
    if found.tree is not None and not found.is_stopped and not problem.horizon and problem.position is None:
        try:  # the tree is played against every secret
            cost = problem.prices.cost(found.tree.play(problem.game))
        except ValueError as error:
            raise memory.contradiction(f"the search returned an invalid tree: {error}") from None
        if cost != found.cost:
            raise memory.contradiction(f"the tree costs {cost}, but the search reported {found.cost}")
    return found


def _run_in_thread(native: Search, problem: Problem, limits: Limits, memory: Memory) -> Result:
    found: Result | None = None
    time_for_tree = min(_AGAIN, (limits.deadline - time.monotonic()) / 5)

    def is_over() -> bool:
        memory.keep_proved(native, problem.prices)
        if limits.progress is not None:
            state = native.progress()
            if problem.beam:
                state["bound"] = 0
            if problem.horizon:
                state["cost"] = None
            limits.progress(state)
        return time.monotonic() > limits.deadline or (limits.is_over is not None and limits.is_over())

    def work() -> Result:
        nonlocal found
        try:
            found = run_native(native, problem, memory.threads)
        except RuntimeError as error:  # only the core can raise it: the callbacks run in the other thread
            raise memory.contradiction(str(error)) from None
        return found

    try:
        found = run_stoppable(native, work, is_over)
    except KeyboardInterrupt:
        memory.keep_proved(native, problem.prices)
        found = found or Result(is_stopped=True)
        raise SearchInterrupted(_with_tree(native, problem, memory, found, time_for_tree)) from None
    finally:
        memory.keep_proved(native, problem.prices)
    return _with_tree(native, problem, memory, found, time_for_tree)


def _with_tree(native: Search, problem: Problem, memory: Memory, found: Result, seconds: float) -> Result:
    """Return the result of a stopped search with its best tree, which a second search forms within `seconds`.

    All cells of that tree's first guess are solved, so that a search of this guess alone takes hardly any time.
    """
    is_wanted = found.is_stopped and found.cost is not None and problem.wants_tree and problem.position is None
    if found.cost is None or not is_wanted or problem.horizon or problem.best:
        return found
    again = replace(problem, first=(found.guess,), below=found.cost + 1)
    deadline, tree = time.monotonic() + seconds, None
    with suppress(GuesstreeError, RuntimeError):
        tree = run_native(native, again, memory.threads, is_over=lambda: time.monotonic() > deadline).tree
    memory.keep_proved(native, problem.prices)
    return replace(found, tree=tree)
