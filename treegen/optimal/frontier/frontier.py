"""The frontier: it gives tasks to workers and takes their answers."""

from __future__ import annotations

import heapq
import math
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING

import numpy as np

from treegen.games.subtree import Subtree
from treegen.native.interface import NEVER, GuessState
from treegen.optimal.frontier.assembly import assemble, missing
from treegen.optimal.frontier.claims import ClaimLog
from treegen.optimal.frontier.nodes import (
    LAST,
    Active,
    Answer,
    Contradiction,
    History,
    Kind,
    OpenSet,
    SplitGuess,
    Task,
)
from treegen.optimal.frontier.queue import NO_ROWS, GuessQueue, Rows

if TYPE_CHECKING:
    from treegen.games.game import Game

__all__ = ["Frontier"]

_BEAM_FROM = 300  # candidates: a quick tree gives larger sets their first bound
# Seconds of a task, or so many for each worker; after them no other guess is begun.  Where workers have many threads
# they are longer, as some threads are idle at the end of each.
_LONGEST, _EACH = 2.0, 0.02
_LONGEST_OF_THREADS = 10.0  # also where there is one worker, since no other waits for it
_SHORTEST = 0.03
_HARD, _HARDEST = 4.0, 2.0  # times as long, and as the longest, after which it gives up the guess at work
_BEAM = 30.0  # seconds of a quick tree
_WORTH = 25  # times as long as the shortest so far, which took its time to prepare
_REFUTED = 0.2  # seconds of the first task at a set at least, where there is an upper bound from outside
_SPLIT = 0.02  # seconds of the first task at a set, while there is too little for all workers
_AHEAD = 3  # tasks for each worker that the open work is cut into
_CROWD = 8  # workers at a set at once
_CHOICE = 16  # sets among which a worker's is chosen
_GUESS = 0.05  # seconds that a guess takes, before any was timed

_Entry = tuple[int, tuple[int, ...], int, OpenSet]  # _speculation(), _turns(), number, set


class Frontier:
    """What is open in the search of one set, all secrets or those that a history leaves.

    `first` forces the first guess, `keep` is how many of the best first guesses are sought (`root.firsts`).  `workers`
    is how many there are now, `threads` how many each of them has (both may be changed); `counts` says what has
    happened, `claims` what was claimed.
    """

    def __init__(
        self,
        size: int,
        workers: int,
        upper_bound: int | None = None,
        history: History = (),
        *,
        first: int | None = None,
        keep: int = 1,
    ) -> None:
        self.workers, self.threads = workers, 1
        self.counts: dict[str, float] = {}
        self.claims = ClaimLog()
        self.trees: dict[History, Subtree] = {}  # of missing sets
        self._numbers = count()
        self._tasks: dict[int, Task] = {}
        self._ready: list[_Entry] = []  # a heap of sets that may have work
        self._pace: dict[int, float] = {}  # seconds that a guess takes, by the size of its set
        self._least: dict[int, float] = {}  # the seconds of the shortest task so far, by the size of its set
        self._open: dict[int, OpenSet] = {}
        self._work = 0.0  # seconds, estimated
        self._until_estimate = 0
        self._useless: list[Task] = []
        self._closed: list[OpenSet] = []  # since the last take_closed()
        self._fallen: list[OpenSet] = []  # sets whose limits have fallen, and those below them
        self._wanted: deque[OpenSet] = deque()  # sets whose trees are missing, and that nobody has
        self._missing: set[History] | None = None  # all of them; None: not known yet
        self.first = first
        self.root = OpenSet(history, size, 0, None, next(self._numbers), ceiling=upper_bound, keep=keep)
        self._at: dict[str, OpenSet] = {}  # by worker: where it tried guesses last
        self._gap: dict[int, float] = {}  # what a candidate costs above the first bound, by the size of its set
        if first is not None:
            self.root.places = np.full(first + 1, -1, np.int32)
            self.root.places[first] = 0
            self.root.queue = GuessQueue(self.root.places, np.array([(0, first, 0)], np.int64))
            self.root.state = "open"
        self.add(self.root)

    def make_set(
        self, history: History, size: int, bound: int, parent: SplitGuess | None = None, turn: int = 0
    ) -> OpenSet:
        """A set of this frontier, which is not in it yet."""
        return OpenSet(history, size, bound, parent, next(self._numbers), turn)

    def replace(self, root: OpenSet) -> None:
        """Go on with a root that was made elsewhere, whose open sets were added."""
        self.root.state = "closed"
        self._open.pop(self.root.number, None)
        self.root = root
        for node in list(self._open.values()):
            for split in list(node.guesses):
                self._check(split)
            self._settle(node)

    # --- what others ask

    @property
    def is_done(self) -> bool:
        """Whether the result is known."""
        return self.root.state == "closed"

    def running(self) -> Iterator[Task]:
        """The tasks that were taken and not answered."""
        return iter(list(self._tasks.values()))

    def seek_trees(self, game: Game) -> bool:
        """When the result is known, have the trees found that it needs and no answer had; whether any is missing."""
        if self._missing is None:
            self._missing = {history for history in missing(game, self.root) if history not in self.trees}
            for history in sorted(self._missing):
                self._wanted.append(self.make_set(history, len(game.select(history)), 0))
        return bool(self._missing)

    def result(self, game: Game) -> Subtree | None:
        """The tree; None: there is none."""
        return None if self.root.best is None else assemble(game, self.root, self.trees)

    @property
    def bound(self) -> int:
        """No tree costs less, as far as is known."""
        return self._bound_of(self.root)

    def _bound_of(self, node: OpenSet) -> int:
        if node.state != "open":
            return node.bound
        least = [NEVER if node.best is None else node.best]
        rows = self.rows_of(node)
        if len(rows):
            least.append(int(rows[:, 2].min()))
        for split in node.guesses:
            more = sum(self._bound_of(cell) - cell.bound for cell in split.cells)
            least.append(min(split.total + more, NEVER))
        return max(node.bound, min(least))

    @property
    def cost(self) -> int | None:
        """There is a tree that costs this, as workers say; None: none is known."""
        return self.root.cost

    def rows_of(self, node: OpenSet) -> Rows:
        """The guesses at a set that are open, those at work included."""
        return np.concatenate([node.queue.rows, *(self._tasks[number].rows for number in sorted(node.running))])

    def sets(self) -> list[OpenSet]:
        """The sets that the result rests on, once it is known; without the first one if its guess was forced."""
        found, todo = [], [self.root]
        while todo:
            node = todo.pop()
            if node is not self.root or self.first is None:
                found.append(node)
            for split in node.splits:
                todo += split.solved.values()
        return found

    def first_guesses(self) -> list[GuessState]:
        """The first guesses that are split, with their cells, as `Search.progress` has them."""
        return [
            {
                "guess": split.guess,
                "bound": split.total,
                "cells": [
                    {
                        "feedback": cell.history[-1][1], "size": cell.size, "bound": self._bound_of(cell),
                        "cost": cell.best, "done": cell.state == "closed",
                    }
                    for cell in [*split.cells, *split.solved.values()]
                ],
            }
            for split in self.root.guesses
        ]  # fmt: skip

    def seconds_left(self) -> tuple[float, float]:
        """A rough range of the seconds that the workers still need: for the known guesses, and for unknown sets too."""
        known = self._work / max(1, self.workers)
        unknown = sum(node.size for node in self._open.values() if node.state != "open")
        total = sum(node.size for node in self._open.values() if node.state == "open")
        return known, known * (2 + unknown / max(1, total))

    def take_useless(self) -> list[Task]:
        """The tasks that have become useless since the last call; their answers change nothing."""
        useless, self._useless = self._useless, []
        return useless

    def take_closed(self) -> list[OpenSet]:
        """The sets that were solved since the last call."""
        closed, self._closed = self._closed, []
        return closed

    def take_tighter(self) -> list[Task]:
        """The tasks at work whose upper bound has fallen since they were taken, and since the last call."""
        todo, self._fallen = self._fallen, []
        seen: set[int] = set()
        found = []
        while todo:
            node = todo.pop()
            if node.state == "closed" or node.number in seen:
                continue
            seen.add(node.number)
            todo += [cell for split in node.guesses for cell in split.cells]
            for task in (self._tasks[number] for number in node.running):
                limit = node.limit(task.place)
                is_lower = limit is not None and (task.upper_bound is None or limit < task.upper_bound)
                if is_lower and task.kind in ("first", "try"):
                    task.upper_bound = limit
                    found.append(task)
        return found

    def task_seconds(self) -> float:
        """How long a task should take now."""
        if self.workers == 1:
            return _LONGEST_OF_THREADS
        share = self._work / (_AHEAD * max(1, self.workers))
        return max(_SHORTEST, min(share, self._longest))

    @property
    def _longest(self) -> float:
        """How long a task should take at most: longer where many workers wait for tasks of one client."""
        return max(min(self.threads * _LONGEST, _LONGEST_OF_THREADS), _EACH * self.workers)

    def _hard(self, seconds: float) -> float:
        """The seconds after which a task is stopped that should take so many."""
        return min(_HARD * seconds, _HARDEST * self._longest)

    @property
    def has_plenty(self) -> bool:
        """Whether the open work is so much that workers may have a task ahead."""
        return self._work > 2 * _SHORTEST * self.workers

    # --- tasks

    def take(self, worker: str) -> Task | None:
        """Something for a worker to do; None: there is nothing at present."""
        self._estimate()
        seconds = self.task_seconds()
        task = None
        if self._wanted:
            task = self._task("tree", self._wanted.popleft())
        held: list[OpenSet] = []
        while self._ready and task is None:
            node = self._choose(worker, held)
            if node is None:
                break
            task = self._task_at(node, worker, seconds)
            if task is not None and (node.state == "quick" or (node.state == "open" and len(node.queue))):
                held.append(node)
        crowded = [node for node in held if len(node.queue)]
        if task is None and crowded:  # better than nothing
            node = min(crowded, key=lambda node: (_speculation(node), len(node.running)))
            task = self._task_at(node, worker, seconds)
        for node in held:
            self._push(node)
        if task is not None:
            task.worker = worker
            task.node.workers.add(worker)
            task.node.running.add(task.number)
            self._tasks[task.number] = task
            self._count(f"{task.kind} tasks")
        return task

    def _choose(self, worker: str, held: list[OpenSet]) -> OpenSet | None:
        """The set at which a worker is to have a task, taken from the heap; those that are not to have one are held.

        It is one that the worker knows, if there is one among the first of those that are as likely to be needed, or
        else the first, as in a search on one machine.
        """
        found: list[_Entry] = []
        seen = {node.number for node in held}  # a set may be in the heap several times
        is_known = False
        while self._ready and len(found) < _CHOICE and not is_known:
            entry = self._ready[0]
            speculation, _, number, node = entry
            if found and speculation > found[0][0]:
                break
            heapq.heappop(self._ready)
            if number in seen or node.state not in ("new", "quick", "open"):
                continue
            if _speculation(node) > speculation:  # others have come to promise more
                self._push(node)
                continue
            seen.add(number)
            if node.state == "open" and len(node.running) >= _CROWD:
                held.append(node)
            else:
                found.append(entry)
                is_known = worker in node.workers or _needs_beam(node)
        if not found:
            return None
        chosen = found.pop() if is_known else found.pop(0)
        for entry in found:
            heapq.heappush(self._ready, entry)
        return chosen[-1]

    def _task(
        self, kind: Kind, node: OpenSet, rows: Rows = NO_ROWS, limit: int | None = None, seconds: float = 0.0,
        hard: float = 0.0,
    ) -> Task:  # fmt: skip
        return Task(
            next(self._numbers), kind, node, rows, limit, seconds * node.patience, hard * node.patience, node.patience
        )

    def _task_at(self, node: OpenSet, worker: str, seconds: float) -> Task | None:
        if node.state != "open":
            if _needs_beam(node):
                node.state = "quick"
                return self._task("beam", node, limit=node.limit(LAST), hard=_BEAM)
            node.state = "waiting"
            if node.keep > 1:
                return self._task("rank", node, limit=node.ceiling)
            if self.root.ceiling is not None:  # most sets cost too much, which shows soon
                seconds = max(seconds, _REFUTED)
            elif self.workers > 1 and not self.has_plenty:
                return self._task("first", node, limit=node.limit(-1), hard=_SPLIT)
            return self._task("first", node, limit=node.limit(-1), seconds=seconds, hard=self._hard(seconds))
        node.close_what_is_bounded()
        if not len(node.queue):
            self._settle(node)
            return None
        pace = node.pace if node.pace is not None else self._pace.get(_bucket(node.size), _GUESS)
        # No more than would leave something for each of the others, as the pace may be far from the truth.
        shortest = max(_SHORTEST, min(_WORTH * self._least.get(_bucket(node.size), 0.0), self._longest))
        seconds = max(seconds, shortest)
        most = min(seconds, max(shortest, pace * len(node.queue) / self.workers)) / max(1e-4, pace)
        before = self._at.get(worker)
        if before is not None and before is not node:
            before.queue.leave(worker)
        self._at[worker] = node
        some = node.queue.take(worker, 1 if node.keep > 1 else max(1, math.ceil(most)))
        return self._task("try", node, some, node.limit(int(some[:, 0].min())), seconds, self._hard(seconds))

    def put(self, task: Task, answer: Answer) -> None:
        """Take the answer to a task; Contradiction if it cannot be true together with others."""
        self._tasks.pop(task.number, None)
        node = task.node
        node.running.discard(task.number)
        self._count("seconds", self.threads * answer.seconds)
        self._count("positions", answer.positions)
        if task.kind == "tree":
            if answer.tree is None:
                self._wanted.append(node)
            else:
                self.trees[node.history] = answer.tree
                assert self._missing is not None
                self._missing.discard(node.history)
            return
        if task.is_dead or node.state == "closed":
            return
        if task.kind == "beam":
            self._take_beam(node, answer)
        elif answer.outcome != "stopped" and task.kind != "rank":
            self._take_solved(node, task, answer)
        elif answer.is_empty and task.kind != "rank":
            node.patience = max(node.patience, 2 * task.patience)  # it was not even begun
            self.lose(task)
        else:
            self._take_stopped(node, task, answer)

    def _take_beam(self, node: OpenSet, answer: Answer) -> None:
        """A quick tree of a set, at which others may be at work already."""
        if answer.cost is not None:
            node.quick = answer.cost + 1
            self._fallen.append(node)
        for split in list(node.guesses):
            self._check(split)
        self._settle(node)
        if node.state == "quick":
            self._push(node)
        if node.parent is not None:
            self._rank(node.parent.node)
            self._expect(node.parent)

    def _take_solved(self, node: OpenSet, task: Task, answer: Answer) -> None:
        """An answer that leaves nothing open."""
        bound = answer.cost
        if bound is None:
            bound = NEVER if answer.outcome == "infeasible" or task.upper_bound is None else task.upper_bound
        self.claims.add(node.history, bound, answer.guess, task.guesses)
        if task.kind == "first":
            if answer.cost is not None:
                node.best, node.guess, node.place = answer.cost, answer.guess, 0
                node.tree, node.split = answer.tree, None
            self._close(node, is_never=answer.outcome == "infeasible")
            return
        self._time(node, len(task.rows), answer.seconds)
        if answer.cost is not None:
            self._improve(node, answer.cost, answer.guess, answer.tree, None)
        self._settle(node)

    def _take_stopped(self, node: OpenSet, task: Task, answer: Answer) -> None:
        """An answer that leaves guesses open."""
        if task.kind != "try":
            self._order(node, answer)
        self._take_back(node, task, answer)
        self._settle(node)

    def lose(self, task: Task) -> None:
        """A task will have no answer: others are to do it."""
        self._tasks.pop(task.number, None)
        node = task.node
        node.running.discard(task.number)
        self._count("lost")
        if task.kind == "tree":
            self._wanted.append(node)
        elif task.is_dead or node.state == "closed" or (task.kind == "beam" and node.state != "quick"):
            pass  # nobody waits for it
        elif task.kind == "try":
            node.queue.put(task.rows)
            node.queue.leave(task.worker)
            self._settle(node)
        else:
            node.state = "quick" if node.quick is not None or node.running else "new"
            self._push(node)

    # --- what answers change

    def _order(self, node: OpenSet, answer: Answer) -> None:
        """The guesses of a set, in the order, after its first task."""
        assert answer.frontier is not None
        guesses, bounds, ranks = answer.frontier
        order = np.lexsort((guesses, -ranks))
        node.places = np.full(int(guesses.max(initial=-1)) + 1, -1, np.int32)
        node.places[guesses[order]] = np.arange(len(order), dtype=np.int32)
        alike, turns = np.lexsort((guesses, bounds, -ranks)), np.empty_like(node.places)
        turns[guesses[alike]] = np.arange(len(alike), dtype=np.int32)
        node.queue = GuessQueue(turns)
        node.state = "open"

    def _take_back(self, node: OpenSet, task: Task, answer: Answer) -> None:
        """What a task left open."""
        assert answer.frontier is not None
        assert node.places is not None
        guesses, bounds, _ = answer.frontier
        active = {one.guess: one for one in answer.active}
        done: list[tuple[int, int]] = []
        back, begun = [], []
        places = node.places[guesses]
        limits = np.minimum(node.limits(places), NEVER)
        has_found = answer.guess >= 0 and answer.cost is not None
        if has_found and node.keep == 1:
            limits = np.minimum(limits, answer.cost + (places < node.places[answer.guess]))
        closed = bounds >= limits
        found = 0
        for guess, bound, place, is_closed in zip(
            *(x.tolist() for x in (guesses, bounds, places, closed)), strict=True
        ):
            if guess == answer.guess and task.kind != "rank":
                found = 1
            elif is_closed:
                done.append((guess, bound))
            elif guess in active and active[guess].cells:
                begun.append((active[guess], place))
            else:
                back.append((place, guess, bound))
        self._claim_stopped(node, done, back, [one for one, _ in begun])
        tried = found + len(done) + len(begun)
        if not tried:
            node.patience = max(node.patience, 2 * task.patience)
        node.queue.put(np.array(back, np.int64).reshape(-1, 3), task.worker)
        if task.kind == "try":
            self._time(node, tried, answer.seconds)
        splits = [self._split(node, one, place) for one, place in begun]
        # Only now, when nothing that is left is out of sight, so that the set is not closed before its time.
        if has_found and answer.cost is not None:
            self._improve(node, answer.cost, answer.guess, answer.tree, None)
        for split in splits:
            self._check(split)

    def _claim_stopped(
        self, node: OpenSet, done: list[tuple[int, int]], back: list[tuple[int, int, int]], begun: Sequence[Active]
    ) -> None:
        if done:
            self.claims.add(node.history, min(bound for _, bound in done), -1, [guess for guess, _ in done])
        if back:
            _, guess, bound = back[len(self.claims.records) % len(back)]
            self.claims.add(node.history, bound, -1, (guess,))
        for one in begun:
            self.claims.add(node.history, one.bound, -1, (one.guess,))
            for cell in one.cells:
                if not cell.done:
                    self.claims.add((*node.history, (one.guess, cell.feedback)), cell.bound)

    def _split(self, node: OpenSet, active: Active, place: int) -> SplitGuess:
        split = SplitGuess(node, active.guess, place, active.bound, active.bound)
        node.guesses.append(split)
        node.splits.append(split)
        self._count("splits")
        cells = sorted((cell for cell in active.cells if not cell.done), key=lambda cell: cell.size)
        for turn, cell in enumerate(cells):
            history = (*node.history, (active.guess, cell.feedback))
            split.cells.append(self.make_set(history, cell.size, cell.bound, split, turn))
        self._rank(node)
        for child in split.cells:
            self.add(child)
        return split

    def _rank(self, node: OpenSet) -> None:
        """Rank the guesses that are split at a set by what they promise, and see how many cells of each are needed.

        A guess is closed once its cells cost too much together, so the last ones are needed only if the guess promises
        to be the best one.
        """
        gaps = {split: [self._gap_of(cell) for cell in split.cells] for split in node.guesses}
        promises = {split: split.total + sum(some) for split, some in gaps.items()}
        ranked = sorted(node.guesses, key=lambda split: (promises[split], split.place))
        for rank, split in enumerate(ranked):
            limit = split.limit()
            most: float = NEVER if limit is None else limit
            if len(ranked) > 1:  # the best of the others
                most = min(most, promises[ranked[rank == 0]] + 1)
            cost, needed = float(split.total), 0
            for gap in gaps[split]:
                if cost >= most:
                    break
                cost += gap
                needed += 1
            is_better = needed > split.needed or rank < split.rank
            split.needed, split.rank = needed, rank
            if is_better:
                for cell in split.cells[:needed]:
                    self._push(cell)

    def _gap_of(self, cell: OpenSet) -> float:
        """What a cell may cost above its bound."""
        cost = cell.cost
        if cost is not None:
            return cost - cell.bound
        return self._gap.get(_bucket(cell.size), 0.0) * cell.size

    def _improve(self, node: OpenSet, cost: int, guess: int, tree: Subtree | None, split: SplitGuess | None) -> None:
        before = node.best
        if not node.offer(cost, guess, tree, split):
            return
        self._fallen.append(node)
        if before is not None and cost < before:
            self._count("improved")
        for other in list(node.guesses):
            self._check(other)
        if node.parent is not None:
            self._expect(node.parent)

    def _expect(self, split: SplitGuess) -> None:
        """Lower the limits at a set to what it costs with a guess whose cells all have a tree, solved or not."""
        cost = split.cost()
        while not split.is_closed and cost is not None:
            node = split.node
            limit = node.limit(LAST)
            if node.keep > 1 or (limit is not None and cost + 1 >= limit):
                return
            node.quick = cost + 1
            self._count("expected")
            self._fallen.append(node)
            for other in list(node.guesses):
                self._check(other)
            self._settle(node)
            if node.parent is None:
                return
            split = node.parent
            cost = split.cost()

    def _check(self, split: SplitGuess) -> None:
        """Close a guess that costs too much, or whose cells are all solved."""
        if split.is_closed:
            return
        limit = split.limit()
        too_much = limit is not None and split.total >= limit
        if split.cells and not too_much:
            return
        split.is_closed = True
        for cell in split.cells:
            self._kill(cell)
        split.cells = []
        split.node.guesses.remove(split)
        if not too_much and split.total < NEVER:
            self._improve(split.node, split.total, split.guess, None, split)
        self._settle(split.node)

    def _kill(self, node: OpenSet) -> None:
        if node.state == "closed":
            return
        node.state = "closed"
        self._open.pop(node.number, None)
        self._cancel(node)
        for split in node.guesses:
            split.is_closed = True
            for cell in split.cells:
                self._kill(cell)

    def _cancel(self, node: OpenSet) -> None:
        for number in node.running:
            task = self._tasks[number]
            task.is_dead = True
            self._useless.append(task)
            self._count("cancelled")

    def _settle(self, node: OpenSet) -> None:
        """Close a set at which nothing is left to do; otherwise see that it is worked at."""
        if node.state != "open":
            return
        node.close_what_is_bounded()
        if len(node.queue):
            self._push(node)
        elif not node.guesses and all(self._tasks[number].kind == "beam" for number in node.running):
            self._close(node)

    def _close(self, node: OpenSet, *, is_never: bool = False) -> None:
        """A set is solved: it costs what its best guess does, or at least what it had to cost less than."""
        limit = node.upper_bound()
        if node.best is not None and (limit is None or node.best < limit):
            value = node.best
        elif limit is not None and not is_never:
            value = max(limit, node.bound)  # the limit may have fallen meanwhile
        else:
            value = NEVER
        if node.quick is not None and value >= node.quick:
            raise Contradiction(f"there is a tree that costs {node.quick - 1}, and none that costs less than {value}")
        node.state = "closed"
        self._open.pop(node.number, None)
        self._cancel(node)
        split, before = node.parent, node.bound
        node.bound, node.places, node.queue = value, None, GuessQueue()
        self._closed.append(node)
        if split is None:
            return
        split.total = min(split.total + value - before, NEVER)
        split.cells.remove(node)
        split.solved[node.history[-1][1]] = node
        self._fallen += split.cells
        if value == node.best:
            gap, bucket = (value - before) / node.size, _bucket(node.size)
            self._gap[bucket] = 0.8 * self._gap.get(bucket, gap) + 0.2 * gap
        self._rank(split.node)
        if split.cells:  # the next one is no speculation any more
            self._push(split.cells[0])
        self._check(split)
        if not split.is_closed:
            for cell in split.cells:
                self._settle(cell)
            self._expect(split)

    # --- bookkeeping

    def add(self, node: OpenSet) -> None:
        """Take in an open set."""
        self._open[node.number] = node
        self._push(node)

    def _push(self, node: OpenSet) -> None:
        heapq.heappush(self._ready, (_speculation(node), _turns(node), node.number, node))

    def _count(self, what: str, by: float = 1) -> None:
        self.counts[what] = self.counts.get(what, 0) + by

    def _time(self, node: OpenSet, guesses: int, seconds: float) -> None:
        if not guesses:
            return
        one = seconds / guesses
        node.pace = one if node.pace is None else 0.6 * node.pace + 0.4 * one
        bucket = _bucket(node.size)
        self._least[bucket] = min(seconds, self._least.get(bucket, seconds))
        known = self._pace.get(bucket)
        self._pace[bucket] = one if known is None else 0.8 * known + 0.2 * one

    def _estimate(self) -> None:
        """The work that is open, every now and then."""
        self._until_estimate -= 1
        if self._until_estimate > 0:
            return
        self._until_estimate = max(16, self.workers)
        self._work = sum(
            len(node.queue) * (node.pace if node.pace is not None else self._pace.get(_bucket(node.size), _GUESS))
            for node in self._open.values()
        )


def _speculation(node: OpenSet) -> int:
    """How many cells have to turn out cheaper than expected before it is known that this set is needed.

    A set whose quick tree is being made is better searched when that is there.
    """
    found = int(node.state == "quick" and bool(node.running))
    while node.parent is not None:
        split = node.parent
        if split.needed < len(split.cells):
            found += max(0, split.cells.index(node) + 1 - split.needed)
        node = split.node
    return found


def _turns(node: OpenSet) -> tuple[int, ...]:
    """When a search on one machine would come to this set: quick trees first, then cells before other guesses.

    Without any limit all cells of a guess are needed, and the largest come first, since they take longest; otherwise
    the smallest, since one may suffice.
    """
    if _needs_beam(node):
        return ()
    turns = [NEVER]
    while node.parent is not None:
        split = node.parent
        turns += [-node.turn if split.limit() is None else node.turn, split.rank]
        node = split.node
    return tuple(reversed(turns))


def _needs_beam(node: OpenSet) -> bool:
    """Whether a quick tree is to give the set its first limit, unless there is one that is as good."""
    if node.state != "new" or node.size < _BEAM_FROM or node.parent is None or node.keep > 1:
        return False
    limit = node.upper_bound()
    return limit is None or limit > node.bound


def _bucket(size: int) -> int:
    return int(2 * math.log2(size + 1))
