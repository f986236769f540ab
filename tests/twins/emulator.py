"""Workers in virtual time: every task of a frontier is really searched, and takes the CPU seconds that it took here.

A task is searched as a whole when it is given, so that nothing reaches it while it is at work.

    python tests/twins/emulator.py bulls-5x8 --workers 64 --together 64 --slowness 250
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import treegen as tg
from treegen.games.subtree import Subtree
from treegen.optimal.engine import make_search
from treegen.optimal.frontier import Answer, Frontier, Task, saved
from treegen.optimal.frontier.tasks import search_task
from treegen.optimal.messages import check_answer
from treegen.optimal.objective import linear
from treegen.optimal.shared_values import LEAST_WORK, SharedValues, Told, most_laborious

if TYPE_CHECKING:
    from collections.abc import Iterator

    from treegen.games.game import Game
    from treegen.native._core import Search
    from treegen.optimal.objective import Prices


class Emulated(NamedTuple):
    """What became of a run."""

    tree: Subtree | None
    cost: int | None
    seconds: float  # of virtual time
    work: float  # seconds of all workers together
    busy: float  # the share of the time in which workers were
    client_ms: float  # of processor time for each task
    sets: int  # that were searched


class _Work(NamedTuple):
    """A task at work, or ahead."""

    task: Task
    answer: Answer | None  # None: its worker dies
    seconds: float


@dataclass
class _Hand:
    """A worker: its tasks, and since when it is at work at the first of them."""

    name: str
    work: list[_Work] = field(default_factory=list)
    since: float = 0.0

    def end(self) -> float:
        """When it has done the first of them."""
        return self.since + self.work[0].seconds

    def drop(self, useless: set[int], now: float) -> float:
        """Stop what has become useless; returns the seconds that it took so far."""
        spent = 0.0
        if self.work and id(self.work[0].task) in useless:
            spent, self.since = max(0.0, now - self.since), max(now, self.since)
        self.work = [one for one in self.work if id(one.task) not in useless]
        return spent


@dataclass
class Emulator:
    """Workers that die, dawdle and answer out of turn, as the random numbers say."""

    game: Game
    prices: Prices
    workers: int
    pool: str = "all"
    threads: int = 1  # of each worker
    together: int = 1  # workers that have one table, as if what one of them proves reached the others at once
    overhead: float = 0.025  # seconds that a task is under way besides
    memory: int = 64 << 20  # of each worker
    slowness: float = 1.0  # a second of this processor is so many of the workers': a game of seconds as one of hours
    deaths: float = 0.0  # how many tasks are lost, with all that their worker knew
    spread: float = 0.0  # by which factor workers differ in speed, from task to task
    restarts: float = 0.0  # how many answers find that the client was killed, and has read its checkpoint
    upper_bound: int | None = None
    first: int | None = None
    keep: int = 1
    checks: bool = False  # the form of answers
    seed: int = 0

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)
        self._searches: dict[int, Search] = {}
        self._shared = SharedValues()
        self.learned = 0  # values that workers were told by others

    def run(self) -> Emulated:
        """Search to the end."""
        self.frontier = frontier = self._new()
        hands = [_Hand(str(number)) for number in range(self.workers)]
        self.now = busy = client = 0.0
        sent = 0
        while not frontier.is_done or frontier.seek_trees(self.game):
            began = time.process_time()
            for hand, task in self._give(frontier, hands):
                client += time.process_time() - began
                sent += 1
                self._begin(hand, task)
                began = time.process_time()
            client += time.process_time() - began
            at_work = [hand for hand in hands if hand.work]
            assert at_work, "nothing is open, nothing is searched, and nothing is proved"
            hand = min(at_work, key=_Hand.end)
            done, self.now = hand.work[0], hand.end()
            del hand.work[0]
            busy += done.seconds
            hand.since = self.now
            began = time.process_time()
            if done.answer is None:
                frontier.lose(done.task)
            else:
                frontier.put(done.task, done.answer)
                self._shared.add(hand.name, done.answer.told)
            useless = {id(task) for task in frontier.take_useless()}
            frontier.take_tighter()
            client += time.process_time() - began
            for one in hands if useless else ():
                busy += one.drop(useless, self.now)
            if self._random.random() < self.restarts:
                self.frontier = self._new()
                saved.load(saved.dump(frontier), self.frontier)
                self.frontier.counts, frontier = frontier.counts, self.frontier
                for one in hands:
                    one.work.clear()
        return Emulated(
            frontier.result(self.game), frontier.root.best, self.now, frontier.counts["seconds"],
            busy / (self.workers * self.now), 1000 * client / sent, int(frontier.counts["positions"]),
        )  # fmt: skip

    def _give(self, frontier: Frontier, hands: list[_Hand]) -> Iterator[tuple[_Hand, Task]]:
        """A task for each worker that has none, and then one ahead where there is plenty, as a cluster does."""
        for most in (1, 2):
            for hand in hands:
                if len(hand.work) < most:
                    task = frontier.take(hand.name)
                    if task is None:
                        return
                    yield hand, task
            if not frontier.has_plenty:
                return

    def _begin(self, hand: _Hand, task: Task) -> None:
        is_lost = self._random.random() < self.deaths
        answer = self.work(task)
        if self.checks:
            check_answer(task, answer, self.game, self.prices)
        seconds = answer.seconds * (1 + self.spread * self._random.random())
        if not hand.work:  # otherwise it has arrived when it is begun
            hand.since = self.now + self.overhead
        if is_lost:
            self._searches.pop(self._table(task.worker), None)
            self._shared.forget(task.worker)
        hand.work.append(_Work(task, None if is_lost else answer, seconds))

    def _new(self) -> Frontier:
        return Frontier(len(self.game.secrets), self.workers, self.upper_bound, first=self.first, keep=self.keep)

    def work(self, task: Task) -> Answer:
        """What a worker does."""
        search = self._search(self._table(task.worker))
        # No more values than pass in the time that it takes here.
        seconds = (task.seconds or task.hard) / self.slowness
        task.tell = self._shared.allowance(self.workers, seconds)
        news = self._shared.news(task.worker)
        began, before = time.process_time(), search.positions
        if news is not None:
            search.learn(*news)
            self.learned += len(news.work)
        answer = search_task(
            search, self.game, self.prices, kind=task.kind, history=task.history, guesses=task.guesses,
            upper_bound=task.upper_bound, seconds=task.seconds / self.slowness, hard=task.hard / self.slowness,
            threads=self.threads,
        )  # fmt: skip
        search.drain_proved()
        answer.told = most_laborious(Told(*search.drain_told()), task.tell)
        answer.seconds = self.slowness * (time.process_time() - began)
        answer.positions = search.positions - before
        return answer

    def _table(self, worker: str) -> int:
        return int(worker) // self.together

    def _search(self, table: int) -> Search:
        if table not in self._searches:
            self._searches[table] = make_search(self.game, self.pool, self.prices, self.memory)
            self._searches[table].run(asked=[], hard=1e-9)  # as a worker that learns a problem
            self._searches[table].tell_from(LEAST_WORK)
        return self._searches[table]


def read_figures() -> argparse.ArgumentParser:
    """The options that programs have in common which print figures."""
    reads = argparse.ArgumentParser(description="How much of the workers' time is useful work.")
    reads.add_argument("game")
    reads.add_argument("--workers", type=int, default=8)
    reads.add_argument("--slowness", type=float, default=1.0, help="of the workers: a game of seconds as one of hours")
    return reads


def print_figures(
    cost: int | None, one_thread: float, processors: int, *, seconds: float, sets: float, work: float, busy: float
) -> None:
    """Print what became of a run; `sets` are compared with those of one thread, `work` is in seconds."""
    figures = {
        "cost": cost, "one_thread": one_thread, "seconds": seconds, "sets": sets, "work": work / one_thread,
        "busy": busy, "efficiency": one_thread / (processors * seconds),
    }  # fmt: skip
    sys.stdout.write(json.dumps(figures) + "\n")


def _main() -> None:
    reads = read_figures()
    reads.add_argument("--together", type=int, default=1, help="workers that have one table")
    given = reads.parse_args()
    game = tg.game(given.game)
    alone = make_search(game, "all", linear(None), 256 << 20)
    alone.run(asked=[], hard=1e-9)
    before, began = alone.positions, time.process_time()
    alone.run()
    one_thread, sets = given.slowness * (time.process_time() - began), alone.positions - before
    found = Emulator(
        game, linear(None), given.workers, together=given.together, slowness=given.slowness, memory=256 << 20
    ).run()
    print_figures(
        found.cost, one_thread, given.workers, seconds=found.seconds, sets=found.sets / sets, work=found.work,
        busy=found.busy,
    )  # fmt: skip


if __name__ == "__main__":
    _main()
