"""The frontier of a search that many workers share: which sets and guesses are open, and what they may cost.

The frontier is an AND/OR tree.  A set of candidates (`OpenSet`, an OR node) needs the best of its guesses, and a guess
that was split (`SplitGuess`, an AND node) needs all of its cells.  `take` gives a worker something to search, `put`
takes its answer, and `lose` takes back what a lost worker had.  Nothing is ranked or searched here.

All costs are absolute, upper bounds are exclusive.  A guess at place i in the order of guesses may cost

    min(what the parent leaves, the upper bound of a quick tree, best + (1 if i comes before the best guess))

and a cell may cost what its guess may, less what the other cells cost at least.  These limits only fall, so a guess
that was closed stays closed, and the result does not depend on who searched what, when, or how often: at each set it
is the first guess in the order that attains the least cost, as in a search on one machine.
"""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgpack
import numpy as np
import numpy.typing as npt

from treegen.games.subtree import Subtree
from treegen.native.interface import NEVER, FrontierColumns

if TYPE_CHECKING:
    from treegen.games.game import Game
    from treegen.native._core import Search

__all__ = ["Active", "Answer", "Cell", "Frontier", "FrontierClaim", "FrontierClaims", "OpenSet", "Task", "search_task"]

History = tuple[tuple[int, int], ...]  # guesses and their feedbacks
Kind = Literal["beam", "first", "try"]

_BEAM_FROM = 300  # candidates: a quick tree gives larger sets their first bound
_LONGEST = 10.0  # seconds of a task, and the shortest
_SHORTEST = 0.2
_AHEAD = 3  # tasks for each worker that the open work is cut into
_HARD = 4.0  # times the seconds of a task, after which it is stopped
_BEAM = (5, 50)  # guesses at a set of a quick tree, unless it has so few candidates
_GUESS = 0.05  # seconds that a guess takes, before any was timed


_VERSION = 1  # of dump()
_TREE = (np.int32, np.uint8, np.int32, np.int32)  # the columns of a Subtree
_NO_ROWS = np.zeros((0, 3), np.int64)


class Cell(NamedTuple):
    """A cell of a guess that was not finished."""

    feedback: int
    size: int  # candidates
    bound: int  # it costs at least this
    done: bool


class Active(NamedTuple):
    """A guess that was not finished: what the set costs with it at least, and its cells that need a search."""

    guess: int
    bound: int
    cells: Sequence[Cell]


@dataclass
class Task:
    """Something to search: some guesses at a set, or all (`first`), or a quick tree of it (`beam`)."""

    number: int
    kind: Kind
    node: OpenSet
    rows: npt.NDArray[np.int64]  # place, guess and bound of the guesses to try; none: all
    upper_bound: int | None
    seconds: float  # after which no other guess is begun; 0: no limit
    patience: float = 1.0  # the factor in `seconds`
    worker: int = -1
    is_dead: bool = False

    @property
    def guesses(self) -> list[int]:
        """The guesses to try, rising; none: all."""
        return sorted(self.rows[:, 1].tolist())

    @property
    def history(self) -> History:
        """The guesses and feedbacks that lead to the set."""
        return self.node.history

    @property
    def hard(self) -> float:
        """The seconds after which it is stopped; 0: never."""
        return _HARD * self.seconds


@dataclass
class Answer:
    """What a worker found.

    `cost` and `guess` are those of the best tree that was found; the outcome is that of `Search.run`.  If it is
    "stopped", `frontier` has the guesses that might be tried, their bounds and ranks, and `active` those begun.
    """

    outcome: str
    cost: int | None
    guess: int
    seconds: float
    frontier: FrontierColumns | None = None
    active: Sequence[Active] = ()
    tree: Subtree | None = None  # of `guess`


@dataclass(eq=False)
class OpenSet:
    """A set of candidates whose best guess is sought (OR)."""

    history: History
    size: int
    bound: int  # it costs at least this, as its parent counts it
    parent: SplitGuess | None
    speculation: int  # how many sets have to be solved before it is known that this one is needed
    number: int
    best: int | None = None
    guess: int = -1  # of the best tree
    place: int = -1  # of that guess
    tree: Subtree | None = None  # of that guess; None: the cells of `split`
    split: SplitGuess | None = None
    quick: int | None = None  # upper bound by a quick tree
    state: Literal["new", "quick", "waiting", "open", "closed"] = "new"
    places: npt.NDArray[np.int32] | None = None  # by guess: its place in the order; -1: it has none; kept while open
    is_shared: bool = False  # whether its guesses were shared out among tasks
    queue: npt.NDArray[np.int64] = field(default_factory=lambda: _NO_ROWS)  # place, guess, bound
    running: set[int] = field(default_factory=set)  # numbers of tasks
    guesses: list[SplitGuess] = field(default_factory=list)  # that are split and open
    splits: list[SplitGuess] = field(default_factory=list)  # all that were split
    pace: float | None = None  # seconds that a guess takes
    is_firm: bool = False  # whether the bound survived a task
    patience: float = 1.0  # tasks here are longer by this factor, since shorter ones came to nothing

    def upper_bound(self) -> int | None:
        """What the parent leaves; None: anything."""
        if self.parent is None:
            return None
        limit = self.parent.limit()
        return None if limit is None else limit - (self.parent.total - self.bound)

    def limit(self, place: int) -> int | None:
        """What a guess at this place has to cost less than; None: anything."""
        limits = [x for x in (self.upper_bound(), self.quick) if x is not None]
        if self.best is not None:
            limits.append(self.best + (place < self.place))
        return min(limits) if limits else None

    def close_what_is_bounded(self) -> None:
        """Take the guesses from the queue whose bound has reached their limit."""
        if not len(self.queue):
            return
        after = self.limit(1 << 60)
        if after is None:
            return
        comes_before = self.queue[:, 0] < self.place
        before = self.limit(-1)
        limits = np.where(comes_before, after if before is None else before, after)
        self.queue = self.queue[self.queue[:, 2] < limits]


@dataclass(eq=False)
class SplitGuess:
    """A guess whose cells are searched on their own (AND)."""

    node: OpenSet
    guess: int
    place: int
    total: int  # what the set costs with it at least
    told: int  # the same when it was split, as a worker said
    cells: list[OpenSet] = field(default_factory=list)  # that are open
    solved: dict[int, OpenSet] = field(default_factory=dict)  # the others that were split off, by feedback
    is_closed: bool = False

    def limit(self) -> int | None:
        """What the set has to cost less than with this guess."""
        return self.node.limit(self.place)


class FrontierClaim(NamedTuple):
    """That a set costs at least `cost`, or does so with the first guess `guess`, if that is one (else -1)."""

    history: History
    cost: int
    guess: int


class FrontierClaims:
    """What workers said of the sets that a result rests on.

    Of each set that was split there is a claim for each guess of the game, also for those that a worker may have kept
    quiet about: that the set costs at least so much with this guess.  That a tree costs no more need not be believed:
    it can be played.
    """

    def __init__(self, nodes: Sequence[OpenSet]) -> None:
        self._nodes = nodes

    def __len__(self) -> int:
        return len(self._nodes)

    def draw(self, guesses: int, some: random.Random) -> FrontierClaim:
        """A claim by chance: each set is as likely as any other, and so is each of the guesses of the game."""
        node = self._nodes[some.randrange(len(self._nodes))]
        if not node.is_shared:
            return FrontierClaim(node.history, node.bound, -1)
        guess = some.randrange(guesses)
        for split in node.splits:
            if split.guess == guess:
                return FrontierClaim(node.history, split.told, guess)
        return FrontierClaim(node.history, node.bound, guess)


def search_task(
    search: Search,
    game: Game,
    *,
    kind: str,
    history: History,
    guesses: Sequence[int],
    upper_bound: int | None,
    seconds: float,
    hard: float,
) -> Answer:
    """Do a task, in the process of a worker; the fields are those of a Task, `seconds` of the answer are left at 0."""
    is_beam = kind == "beam"
    found = search.run(
        game.select(history).tolist(), len(history), [guess for guess, _ in history],
        upper_bound=NEVER if upper_bound is None else upper_bound, only=guesses,
        beam=_BEAM[0] if is_beam else 0, exact=_BEAM[1] if is_beam else 0, soft=seconds, hard=hard,
    )  # fmt: skip
    answer = Answer(found["outcome"], found["cost"], found["guess"], 0.0)
    if found["outcome"] == "stopped":
        answer.frontier = search.frontier()
        answer.active = [
            Active(
                guess["guess"],
                _number(guess["bound"]),
                [Cell(cell["feedback"], cell["size"], _number(cell["bound"]), cell["done"]) for cell in guess["cells"]],
            )
            for guess in search.progress()["guesses"]
        ]
    if found["guess"] >= 0 and not is_beam:
        columns = search.tree()
        answer.tree = None if columns is None else Subtree(*columns)
    return answer


class Frontier:
    """What is open in the search of one set, all secrets or those that a history leaves.

    `workers` is how many there are now (it may be changed); `counts` says what has happened.
    """

    def __init__(self, size: int, workers: int, upper_bound: int | None = None, history: History = ()) -> None:
        self.workers = workers
        self.counts: dict[str, float] = {}
        self._numbers = count()
        self._tasks: dict[int, Task] = {}
        self._ready: list[tuple[int, int, int, int, OpenSet]] = []  # a heap of sets that may have work
        self._held: list[OpenSet] = []  # sets that wait until their bound is firm
        self._pace: dict[int, float] = {}  # seconds that a guess takes, by the size of its set
        self._open: dict[int, OpenSet] = {}
        self._work = 0.0  # seconds, estimated
        self._until_estimate = 0
        self._useless: list[Task] = []
        self.root = OpenSet(history, size, 0, None, 0, next(self._numbers))
        self.root.quick = upper_bound
        self._add(self.root)

    # --- kept in a file

    def dump(self) -> bytes:
        """All that is known, for load(); what is being searched is left as open."""
        packed: bytes = msgpack.packb([_VERSION, self._dump(self.root)])
        return packed

    def _dump(self, node: OpenSet) -> list[Any]:
        rows = np.concatenate([node.queue, *(self._tasks[number].rows for number in sorted(node.running))])
        state = {"waiting": "new" if node.quick is None else "quick"}.get(node.state, node.state)
        return [
            node.history[-1][1] if node.parent is not None else -1, node.size, node.bound, node.speculation, state,
            node.best, node.guess, node.place, node.quick, node.is_shared, node.is_firm,
            None if node.places is None else node.places.tobytes(), rows.tobytes(),
            None if node.tree is None else [column.tobytes() for column in node.tree],
            -1 if node.split is None else node.splits.index(node.split),
            [
                [
                    split.guess, split.place, split.total, split.told, split.is_closed,
                    [self._dump(cell) for cell in split.cells], [self._dump(cell) for cell in split.solved.values()],
                ]
                for split in node.splits
            ],
        ]  # fmt: skip

    @classmethod
    def load(cls, data: bytes, size: int, workers: int, history: History = ()) -> Frontier:
        """The frontier of dump(); ValueError where it is damaged.

        Its form is checked, and what it says is not believed: claims() has all of it.
        """
        try:
            version, root = msgpack.unpackb(data, strict_map_key=True)
        except (ValueError, TypeError, msgpack.UnpackException) as error:
            raise ValueError("not a frontier") from error
        if version != _VERSION:
            raise ValueError("of another version")
        frontier = cls(size, workers, history=history)
        frontier._ready.clear()
        frontier._open.clear()
        try:
            frontier.root = frontier._load(root, history, None)
        except (TypeError, IndexError, RecursionError) as error:
            raise ValueError("a set is not whole") from error
        if frontier.root.size != size:
            raise ValueError("of another set")
        for node in list(frontier._open.values()):
            for split in list(node.guesses):
                frontier._check(split)
            frontier._settle(node)
        return frontier

    def _load(self, packed: Any, history: History, parent: SplitGuess | None) -> OpenSet:
        if not isinstance(packed, list) or len(packed) != 16:
            raise ValueError("a set is not whole")
        _, size, bound, speculation, state, best, guess, place, quick, is_shared, is_firm = packed[:11]
        places, rows, tree, holder, splits = packed[11:]
        numbers = [size, bound, speculation, guess, place, holder, *(x for x in (best, quick) if x is not None)]
        if not all(type(number) is int and -1 <= number <= NEVER for number in numbers):
            raise ValueError("a number is none")
        if state not in ("new", "quick", "open", "closed") or type(is_shared) is not bool or type(is_firm) is not bool:
            raise ValueError("a set is in no state")
        node = OpenSet(history, size, bound, parent, speculation, next(self._numbers))
        node.best, node.guess, node.place, node.quick = best, guess, place, quick
        node.state, node.is_shared, node.is_firm = state, is_shared, is_firm
        node.places = None if places is None else np.frombuffer(places, np.int32)
        node.queue = np.frombuffer(rows, np.int64).reshape(-1, 3)
        node.queue = node.queue[np.argsort(node.queue[:, 0], kind="stable")]
        if (state == "open") != (node.places is not None):
            raise ValueError("an open set has no order of guesses")
        if node.places is not None and len(node.queue):
            asked = node.queue[:, 1]
            if asked.min() < 0 or asked.max() >= len(node.places) or (node.places[asked] != node.queue[:, 0]).any():
                raise ValueError("a guess is not at its place")
        if tree is not None:
            node.tree = Subtree(*(np.frombuffer(column, kind) for column, kind in zip(tree, _TREE, strict=True)))
        for one in splits:
            asked, at, total, told, is_closed, cells, solved = one
            split = SplitGuess(node, asked, at, total, told, is_closed=is_closed)
            node.splits.append(split)
            split.cells = [self._load(cell, (*history, (asked, cell[0])), split) for cell in cells]
            split.solved = {cell[0]: self._load(cell, (*history, (asked, cell[0])), split) for cell in solved}
            if not is_closed:
                node.guesses.append(split)
        if holder >= 0:
            node.split = node.splits[holder]
        if state != "closed":
            self._add(node)
        return node

    # --- what others ask

    @property
    def is_done(self) -> bool:
        """Whether the result is known."""
        return self.root.state == "closed"

    def running(self) -> Iterator[Task]:
        """The tasks that were taken and not answered."""
        return iter(list(self._tasks.values()))

    def missing(self, game: Game) -> list[History]:
        """The sets whose trees the result needs besides those that came with answers: cells solved without a task."""
        found = []
        todo = [self.root]
        while todo:
            node = todo.pop()
            if node.tree is None and node.split is not None:
                for feedback in _feedbacks(game, node.history, node.guess):
                    child = node.split.solved.get(feedback)
                    if child is not None and child.guess >= 0:
                        todo.append(child)
                    else:
                        found.append((*node.history, (node.guess, feedback)))
        return found

    def result(self, game: Game, trees: Mapping[History, Subtree]) -> Subtree | None:
        """The tree, made of those of answers and those of missing(); None: there is none."""
        return None if self.root.best is None else _assemble(game, self.root, trees)

    @property
    def bound(self) -> int:
        """No tree costs less, as far as is known."""
        return self._bound_of(self.root)

    def _bound_of(self, node: OpenSet) -> int:
        if node.state != "open":
            return node.bound
        least = [NEVER if node.best is None else node.best]
        rows = [node.queue, *(self._tasks[number].rows for number in node.running)]
        least += [int(row[:, 2].min()) for row in rows if len(row)]
        for split in node.guesses:
            more = sum(self._bound_of(cell) - cell.bound for cell in split.cells)
            least.append(min(split.total + more, NEVER))
        return max(node.bound, min(least))

    def claims(self) -> FrontierClaims:
        """All that the result rests on, once it is known."""
        found, todo = [], [self.root]
        while todo:
            node = todo.pop()
            found.append(node)
            for split in node.splits:
                todo += split.solved.values()
        return FrontierClaims(found)

    def take_useless(self) -> list[Task]:
        """The tasks that have become useless since the last call; their answers change nothing."""
        useless, self._useless = self._useless, []
        return useless

    def task_seconds(self) -> float:
        """How long a task should take now."""
        return min(_LONGEST, max(_SHORTEST, self._work / (_AHEAD * max(1, self.workers))))

    # --- tasks

    def take(self, worker: int) -> Task | None:
        """Something for a worker to do; None: there is nothing at present."""
        self._estimate()
        seconds = self.task_seconds()
        held = []
        task = None
        while self._ready and task is None:
            node = heapq.heappop(self._ready)[-1]
            if node.state not in ("new", "quick", "open"):
                continue
            if node.state == "open" and not node.is_firm and len(node.running) >= max(1, self.workers // 4):
                held.append(node)
                continue
            task = self._task_at(node, seconds)
            if task is not None and node.state == "open" and len(node.queue):
                held.append(node)
        for node in held:
            self._push(node)
        if task is not None:
            task.worker = worker
            task.node.running.add(task.number)
            self._tasks[task.number] = task
            self._count(f"{task.kind} tasks")
        return task

    def _task_at(self, node: OpenSet, seconds: float) -> Task | None:
        if node.state == "new" and node.size >= _BEAM_FROM and node.parent is not None and node.quick is None:
            node.state = "waiting"
            return Task(next(self._numbers), "beam", node, _NO_ROWS, node.limit(1 << 60), 0.0)
        if node.state in ("new", "quick"):
            node.state = "waiting"
            return Task(
                next(self._numbers), "first", node, _NO_ROWS, node.limit(-1), seconds * node.patience, node.patience
            )
        node.close_what_is_bounded()
        if not len(node.queue):
            self._settle(node)
            return None
        pace = node.pace if node.pace is not None else self._pace.get(_bucket(node.size), _GUESS)
        some = node.queue[: max(1, int(seconds / max(1e-4, pace)))]
        node.queue = node.queue[len(some) :]
        limit = node.limit(int(some[0, 0]))
        return Task(next(self._numbers), "try", node, some, limit, 1.5 * seconds * node.patience, node.patience)

    def put(self, task: Task, answer: Answer) -> None:
        """Take the answer to a task."""
        self._tasks.pop(task.number, None)
        node = task.node
        node.running.discard(task.number)
        self._count("seconds", answer.seconds)
        if task.is_dead or node.state == "closed":
            return
        if task.kind == "beam":
            node.state = "quick"
            if answer.outcome == "proved" and answer.cost is not None:
                node.quick = answer.cost + 1
            self._push(node)
            return
        if task.kind == "first" and answer.outcome != "stopped":
            if answer.outcome == "proved" and answer.cost is not None:
                node.best, node.guess, node.place, node.tree, node.split = (
                    answer.cost,
                    answer.guess,
                    0,
                    answer.tree,
                    None,
                )
            self._close(node, is_never=answer.outcome == "infeasible")
            return
        if (
            answer.outcome == "stopped"
            and not answer.active
            and (answer.frontier is None or not len(answer.frontier[0]))
        ):
            node.patience = max(node.patience, 2 * task.patience)  # it was not even begun
            self.lose(task)
            return
        if task.kind == "first":
            self._order(node, answer)
        before = node.best
        if answer.guess >= 0 and answer.cost is not None:
            self._improve(node, answer.cost, answer.guess, answer.tree, None)
        if task.kind == "try" and node.best == before:
            node.is_firm = True
        if answer.outcome != "stopped":
            self._time(node, len(task.guesses), answer.seconds)
        else:
            self._take_back(node, task, answer)
        self._settle(node)

    def lose(self, task: Task) -> None:
        """A task will have no answer: others are to do it."""
        self._tasks.pop(task.number, None)
        node = task.node
        node.running.discard(task.number)
        self._count("lost")
        if task.is_dead or node.state == "closed":
            return
        if task.kind == "try":
            self._queue(node, task.rows)
            self._settle(node)
        else:
            node.state = "new" if task.kind == "beam" or node.quick is None else "quick"
            self._push(node)

    # --- what answers change

    def _order(self, node: OpenSet, answer: Answer) -> None:
        """The guesses of a set, in the order, after its first task."""
        assert answer.frontier is not None
        guesses, _, ranks = answer.frontier
        order = np.lexsort((guesses, -ranks))
        node.places = np.full(int(guesses.max()) + 1, -1, np.int32)
        node.places[guesses[order]] = np.arange(len(order), dtype=np.int32)
        node.state, node.is_shared = "open", True

    def _take_back(self, node: OpenSet, task: Task, answer: Answer) -> None:
        """What a task left open."""
        assert answer.frontier is not None
        assert node.places is not None
        guesses, bounds, _ = answer.frontier
        active = {one.guess: one for one in answer.active}
        done, back, begun = 0, [], []
        for guess, bound in zip(guesses.tolist(), bounds.tolist(), strict=True):
            place = int(node.places[guess])
            limit = node.limit(place)
            if guess == node.guess or (limit is not None and bound >= limit) or bound >= NEVER:
                done += 1
            elif guess in active and active[guess].cells:
                begun.append((active[guess], place))
                done += 1
            else:
                back.append((place, guess, bound))
        if not done:
            node.patience = max(node.patience, 2 * task.patience)
        self._queue(node, np.array(back, np.int64).reshape(-1, 3))
        if task.kind == "try":
            self._time(node, done, answer.seconds)
        splits = [self._split(node, one, place) for one, place in begun]
        for split in splits:  # only now, when nothing that is left is out of sight
            self._check(split)

    def _queue(self, node: OpenSet, back: npt.NDArray[np.int64]) -> None:
        both = np.concatenate([node.queue, back])
        node.queue = both[np.argsort(both[:, 0], kind="stable")]

    def _split(self, node: OpenSet, active: Active, place: int) -> SplitGuess:
        split = SplitGuess(node, active.guess, place, active.bound, active.bound)
        node.guesses.append(split)
        node.splits.append(split)
        self._count("splits")
        cells = sorted((cell for cell in active.cells if not cell.done), key=lambda cell: cell.size)
        for turn, cell in enumerate(cells):
            child = OpenSet(
                (*node.history, (active.guess, cell.feedback)), cell.size, cell.bound, split,
                node.speculation + (turn > 0), next(self._numbers),
            )  # fmt: skip
            split.cells.append(child)
            self._add(child)
        return split

    def _improve(self, node: OpenSet, cost: int, guess: int, tree: Subtree | None, split: SplitGuess | None) -> None:
        assert node.places is not None
        place = int(node.places[guess])
        if node.best is not None and (cost, place) >= (node.best, node.place):
            return
        if node.best is not None and cost < node.best:
            self._count("improved")
        node.best, node.guess, node.place, node.tree, node.split = cost, guess, place, tree, split
        for other in list(node.guesses):
            self._check(other)

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
        elif not node.running and not node.guesses:
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
        node.state = "closed"
        self._open.pop(node.number, None)
        self._cancel(node)
        split, before = node.parent, node.bound
        node.bound, node.places = value, None
        if split is None:
            return
        split.total = min(split.total + value - before, NEVER)
        split.cells.remove(node)
        split.solved[node.history[-1][1]] = node
        if split.cells:  # the next one is no speculation any more
            first = split.cells[0]
            first.speculation = min(first.speculation, split.node.speculation)
            self._push(first)
        self._check(split)
        if not split.is_closed:
            for cell in split.cells:
                self._settle(cell)

    # --- bookkeeping

    def _add(self, node: OpenSet) -> None:
        self._open[node.number] = node
        self._push(node)

    def _push(self, node: OpenSet) -> None:
        heapq.heappush(self._ready, (node.speculation, -len(node.history), -node.size, node.number, node))

    def _count(self, what: str, by: float = 1) -> None:
        self.counts[what] = self.counts.get(what, 0) + by

    def _time(self, node: OpenSet, guesses: int, seconds: float) -> None:
        if not guesses:
            return
        one = seconds / guesses
        node.pace = one if node.pace is None else 0.6 * node.pace + 0.4 * one
        bucket = _bucket(node.size)
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


def _feedbacks(game: Game, history: History, guess: int) -> list[int]:
    """The feedbacks to a guess, rising, that leave secrets to be found."""
    told = np.unique(game.table[guess, game.select(history)])
    return [feedback for feedback in told.tolist() if feedback != game.winning]


def _assemble(game: Game, node: OpenSet, trees: Mapping[History, Subtree]) -> Subtree:
    if node.tree is not None:
        return node.tree
    assert node.split is not None
    wins = game.winning in game.table[node.guess, game.select(node.history)]
    parts = [Subtree.from_rows([(node.guess, wins, -1, -1)])]
    size = 1
    for feedback in _feedbacks(game, node.history, node.guess):
        child = node.split.solved.get(feedback)
        history = (*node.history, (node.guess, feedback))
        tree = trees[history] if child is None or child.guess < 0 else _assemble(game, child, trees)
        parent = np.where(tree.parent < 0, 0, tree.parent + size).astype(np.int32)
        told = np.where(tree.parent < 0, feedback, tree.feedback).astype(np.int32)
        parts.append(Subtree(tree.guess, tree.wins, parent, told))
        size += len(tree.guess)
    return Subtree(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _number(cost: int | None) -> int:
    return NEVER if cost is None else cost


def _bucket(size: int) -> int:
    return int(2 * math.log2(size + 1))
