"""A search that is shared out: which tasks there are, how cheap their trees have to be, and what follows from answers.

The first guess that makes most cells is searched first, cell by cell; the second guesses of a large cell are shared
out in chunks, those that make most cells first and one by one.  All other first guesses follow in the same way, or, if
there are many, in chunks of whole guesses.  A task is made when a worker is free, with the limit that is known by then.

All costs are absolute and all limits exclusive.  Of the guesses at a set, one at place i in the order of guesses may
cost

    min(what the set may cost, best + (1 if i comes before the best guess))

and a cell may cost what its guess may, less what the other cells cost at least.  These limits only fall.  So a guess
that was left out because of them stays out, and at each set the result is the first guess in the order that attains the
least cost, as in a search on one machine, whoever searched what and when (docs/theory.md, Theorem 10).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from treegen.games.subtree import Subtree
from treegen.native.interface import NEVER, GuessState
from treegen.optimal.general import GeneralSearch
from treegen.optimal.query import History, Outcome, Position, Query
from treegen.optimal.tasks import Job

_LARGE = 300  # candidates of a cell whose guesses are shared out
_FEW = 64  # first guesses that are searched cell by cell; if there are more, only the first one is


class _Set:
    """A set of candidates: all of them, or a cell of a first guess; `guesses` are in the order, if they are shared out.

    `found` are the best guesses with their costs and places, at most `keep`; `bounds` are what guesses cost at least.
    """

    def __init__(self, history: History, size: int, bound: int, opener: _Opener | None = None, keep: int = 1) -> None:
        self.history, self.size, self.bound, self.opener = history, size, bound, opener
        self.guesses: list[int] | None = None
        self.bounds = np.empty(0, np.int64)
        self.found: list[tuple[int, int]] = []
        self.tree: Subtree | None = None
        self.next = self.turn = self.at_work = 0  # the next guess, the number of the next chunk, guesses at work
        self.is_solved = False
        self.ceiling = NEVER  # a tree is known that costs less
        self._keep = keep

    @property
    def cost(self) -> int | None:
        return self.found[0][0] if self.found else None

    @property
    def is_large(self) -> bool:
        return self.size >= _LARGE

    def share(self, rows: Sequence[tuple[int, int]]) -> None:
        self.guesses = [guess for guess, _ in rows]
        self.bounds = np.array([bound for _, bound in rows], np.int64)

    def limit(self, place: int, limit: int) -> int:
        if len(self.found) < self._keep:
            return limit
        cost, worst = self.found[-1]
        return min(limit, cost + (place < worst))

    def next_places(self, limit: int, spread: int, most: int) -> list[int]:
        """The places of the next guesses to try, at most so many; `spread` chunks have one size."""
        assert self.guesses is not None
        while self.next < len(self.guesses):
            first, self.next = self.next, min(self.next + min(most, 1 << self.turn // spread), len(self.guesses))
            places = [i for i in range(first, self.next) if self.bounds[i] < self.limit(i, limit)]
            if places:
                self.turn += 1
                return places
        return []

    @property
    def is_over(self) -> bool:
        return self.guesses is not None and self.next == len(self.guesses) and not self.at_work

    def raise_bound(self) -> None:
        self.bound = max(self.bound, int(self.bounds.min(initial=NEVER)))

    def offer(self, cost: int, place: int, tree: Subtree | None) -> None:
        insort(self.found, (cost, place))
        del self.found[self._keep :]
        if self.found[0] == (cost, place):
            self.tree = tree


class _Opener:
    """A first guess that is searched cell by cell; `fixed` is the cost of the candidate that it `wins` for."""

    def __init__(self, guess: int, place: int, wins: bool, fixed: int) -> None:
        self.guess, self.place, self.wins, self.fixed = guess, place, wins, fixed
        self.cells: list[_Set] = []
        self.waiting: list[_Set] = []  # small cells, which are one task

    @property
    def bound(self) -> int:
        return min(NEVER, self.fixed + sum(cell.bound for cell in self.cells))


_Part = tuple[_Set, list[int] | None]  # a set to be searched, with the guesses at these places only, or all


class Task(NamedTuple):
    """Searches that one worker does, one after the other."""

    parts: list[_Part]
    queries: list[Query]

    @property
    def places(self) -> list[tuple[History, int]]:
        """The sets and guesses (-1: all) that are searched, which may be searched again for other prices."""
        pairs = zip(self.parts, self.queries, strict=True)
        return [(one.history, guess) for (one, _), query in pairs for guess in query.only or (-1,)]


class Rounds:
    """The tasks of a job; `quick` is a tree, if one is known, and `workers`, which may change, how many there are.

    `relaxed` has what cells cost at least: the `costs` of the relaxed job.
    """

    def __init__(
        self, job: Job, quick: Subtree | None = None, workers: int = 1, relaxed: Mapping[History, int] | None = None
    ) -> None:
        self.workers = workers
        self.costs: dict[History, int] = {}  # what solved cells cost, or at least
        self._relaxed = relaxed or {}
        self.closed: list[tuple[History, int, int]] = []  # solved cells: history, cost or lower bound, guess or -1
        self._job, self._game = job, job.problem.game
        self._quick = quick
        self._limit = job.limit
        if quick is not None and not job.openers:
            self._limit = min(self._limit, job.prices.cost(quick.play(self._game)) + 1)
        self._order = GeneralSearch(self._game, job.problem.pool, job.prices)
        self.root = _Set((), len(self._game.secrets), 0, keep=max(1, job.openers))
        self.root.share(self._order.first_guesses((), job.problem.first))
        self.root.raise_bound()
        self._openers: list[_Opener] = []  # that are searched cell by cell
        self._again: list[list[_Part]] = []  # of tasks that were lost

    @property
    def is_done(self) -> bool:
        """Whether the job is done: the best tree is in `root`."""
        return self.root.is_over and not self._openers

    @property
    def bound(self) -> int:
        """No tree costs less."""
        for opener in self._openers:
            self.root.bounds[opener.place] = max(int(self.root.bounds[opener.place]), opener.bound)
        self.root.raise_bound()
        return self.root.bound

    def take(self) -> Task | None:
        """The next task, with the limits of this moment; None if there is none now."""
        while self._again:
            parts = [part for part in self._again.pop() if self._is_searched(part[0])]
            for one, places in parts:
                one.at_work -= len(places or ())
            if parts:
                return self._task(parts)
        for opener in list(self._openers):
            task = self._next_of(opener)
            if task is not None:
                return task
        # Without any limit, guesses that are not the first would be searched to the end.
        if self._openers and not self._job.openers and self.root.limit(NEVER, self._limit) >= NEVER:
            return None
        return self._next_first()

    def _next_first(self) -> Task | None:
        root = self.root
        assert root.guesses is not None
        is_by_cell = len(root.guesses) <= _FEW or root.next == 0
        while places := root.next_places(self._limit, 2 * self.workers, 1 if is_by_cell else len(root.guesses)):
            if not is_by_cell:
                return self._task([(root, places)])
            opener = self._open(places[0])
            if not any(cell.is_large for cell in opener.cells):
                return self._task([(root, places)])
            root.at_work += 1
            self._openers.append(opener)
            self._close_if_over(opener)
            task = self._next_of(opener) if opener in self._openers else None
            if task is not None:
                return task
        return None

    def _open(self, place: int) -> _Opener:
        assert self.root.guesses is not None
        guess, game, prices = self.root.guesses[place], self._game, self._job.prices
        feedbacks = game.table[guess]
        won = int(game.secret_weights[feedbacks == game.winning].sum())
        opener = _Opener(guess, place, won > 0, won * prices.at(1) if won else 0)
        sizes = np.bincount(feedbacks, minlength=len(game.labels))
        sizes[game.winning] = 0
        for feedback in sorted(np.flatnonzero(sizes).tolist(), key=lambda one: int(sizes[one])):
            history = ((guess, feedback),)
            bound = max(self._order.bound(game.select(history), 1), self._relaxed.get(history, 0))
            cell = _Set(history, int(sizes[feedback]), bound, opener)
            if self._quick is not None and guess == self._quick.guess[0]:
                cell.ceiling = prices.cost(self._quick.play(game, history)) + 1
            opener.cells.append(cell)
        opener.waiting = [cell for cell in opener.cells if not cell.is_large]
        return opener

    def _next_of(self, opener: _Opener) -> Task | None:
        if opener.waiting:
            cells, opener.waiting = opener.waiting, []
            return self._task([(cell, None) for cell in cells])
        for cell in opener.cells:
            if cell.is_solved or not cell.is_large:
                continue
            if cell.guesses is None:
                cell.share(self._order.first_guesses(cell.history))
            if places := cell.next_places(self._limit_of(cell), 2 * self.workers, len(self._game.guesses)):
                return self._task([(cell, places)])
            self._close_cell_if_over(cell)
            self._close_if_over(opener)
            if opener not in self._openers:
                return None
        return None

    def _limit_of(self, one: _Set) -> int:
        if one.opener is None:
            return self._limit
        limit = self.root.limit(one.opener.place, self._limit)
        return one.ceiling if limit >= NEVER else min(one.ceiling, limit - (one.opener.bound - one.bound))

    def _is_searched(self, one: _Set) -> bool:
        return one.opener is None or one.opener in self._openers

    def _task(self, parts: list[_Part]) -> Task:
        queries = []
        for one, places in parts:
            limit = self._limit_of(one)
            only: tuple[int, ...] = ()
            if places is not None:
                assert one.guesses is not None
                only = tuple(sorted(one.guesses[place] for place in places))
                limit = one.limit(places[0], limit)
                one.at_work += len(places)
            position = Position.after(self._game, one.history)
            openers = self._job.openers if one is self.root else 0
            queries.append(Query(position, len(one.history), only, limit, openers))
        return Task(parts, queries)

    def lose(self, task: Task) -> None:
        """Take back a task that was not done."""
        self._again.append(task.parts)

    def put(self, task: Task, outcomes: Sequence[Outcome]) -> None:
        """Take the outcomes of the queries of a task."""
        for (one, places), outcome in zip(task.parts, outcomes, strict=True):
            if outcome.is_stopped:
                self._again.append([(one, places)])
                continue
            one.at_work -= len(places or ())
            if places is None:
                one.is_solved, one.bound = True, max(one.bound, outcome.bound)
                self.costs[one.history] = one.bound
                if outcome.cost is not None:
                    one.offer(outcome.cost, 0, outcome.tree)
            else:
                self._put_places(one, places, outcome)
            if one.opener is not None:
                self._close_cell_if_over(one)
        for opener in list(self._openers):  # a better tree may have been found
            self._close_if_over(opener)

    def _put_places(self, one: _Set, places: list[int], outcome: Outcome) -> None:
        assert one.guesses is not None
        one.bounds[places] = np.maximum(one.bounds[places], outcome.bound)
        place_of = {one.guesses[place]: place for place in places}
        found = outcome.openers
        if not found and outcome.cost is not None and outcome.tree is not None:
            found = [(int(outcome.tree.guess[0]), outcome.cost)]
        for guess, cost in found:
            one.offer(cost, place_of[guess], outcome.tree)

    def _close_cell_if_over(self, cell: _Set) -> None:
        if cell.is_solved or not cell.is_over:
            return
        cell.is_solved = True
        cell.raise_bound()
        guess = -1
        if cell.cost is not None and cell.guesses is not None:
            cell.bound, guess = cell.cost, cell.guesses[cell.found[0][1]]
        self.closed.append((cell.history, cell.bound, guess))
        self.costs[cell.history] = cell.bound

    def _close_if_over(self, opener: _Opener) -> None:
        root = self.root
        is_tree = all(cell.is_solved and cell.cost is not None for cell in opener.cells)
        is_good = opener.bound < root.limit(opener.place, self._limit)
        if not is_tree and is_good:
            return
        self._openers.remove(opener)
        root.at_work -= 1
        root.bounds[opener.place] = max(int(root.bounds[opener.place]), opener.bound)
        if is_tree and is_good:
            cells = [(cell.history[0][1], cell.tree) for cell in opener.cells]
            tree = Subtree.join(opener.guess, opener.wins, [(feedback, tree) for feedback, tree in cells if tree])
            root.offer(opener.bound, opener.place, tree)

    def is_needed(self, task: Task) -> bool:
        """Whether the answer to a task at work may still change something."""
        return any(self._is_searched(one) for one, _ in task.parts)

    def describe(self) -> list[GuessState]:
        """The first guesses that are searched cell by cell, for a progress report."""
        return [
            {"guess": opener.guess, "bound": opener.bound, "cells": [
                {"feedback": cell.history[0][1], "size": cell.size, "bound": cell.bound, "cost": cell.cost,
                 "done": cell.is_solved}
                for cell in opener.cells
            ]}
            for opener in self._openers
        ]  # fmt: skip
