"""Workers in virtual time: every task of a frontier is really searched, and takes the CPU seconds that it took here."""

from __future__ import annotations

import heapq
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from treegen.games.subtree import Subtree
from treegen.optimal.engine import make_search
from treegen.optimal.frontier import Answer, Frontier, Task, saved
from treegen.optimal.frontier.tasks import search_task
from treegen.optimal.messages import check_answer
from treegen.optimal.shared_values import LEAST_WORK, SharedValues, Told, most_laborious

if TYPE_CHECKING:
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


@dataclass
class Emulator:
    """Workers that die, dawdle and answer out of turn, as the random numbers say."""

    game: Game
    prices: Prices
    workers: int
    pool: str = "all"
    threads: int = 1  # of each worker
    overhead: float = 0.025  # seconds that a task is under way besides
    memory: int = 64 << 20  # of each worker
    hurry: float = 1.0  # tasks are cut after this share of the seconds they are given
    deaths: float = 0.0  # how many tasks are lost, with all that their worker knew
    spread: float = 0.0  # by which factor workers differ in speed, from task to task
    restarts: float = 0.0  # how many answers find that the client was killed, and has read its checkpoint
    upper_bound: int | None = None
    first: int | None = None
    keep: int = 1
    checks: bool = False  # the form of answers
    shares: bool = True  # workers tell each other values of small sets
    seed: int = 0

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)
        self._searches: dict[int, Search] = {}
        self._shared = SharedValues()

    def run(self) -> Emulated:
        """Search to the end."""
        self.frontier = frontier = self._new()
        idle = list(range(self.workers))
        events: list[tuple[float, int, Task, Answer | None, float]] = []
        now = busy = client = 0.0
        sent = 0
        while not frontier.is_done or frontier.seek_trees(self.game):
            began = time.process_time()
            while idle and (task := frontier.take(str(idle[0]))) is not None:
                client += time.process_time() - began
                heapq.heappop(idle)
                sent += 1
                is_lost = self._random.random() < self.deaths
                answer = self.work(task)
                if self.checks:
                    check_answer(task, answer, self.game, self.prices)
                seconds = (answer.seconds + self.overhead) * (1 + self.spread * self._random.random())
                if is_lost:
                    self._searches.pop(int(task.worker), None)
                    self._shared.forget(task.worker)
                heapq.heappush(events, (now + seconds, sent, task, None if is_lost else answer, now))
                began = time.process_time()
            assert events, "nothing is open, nothing is searched, and nothing is proved"
            now, _, task, found, since = heapq.heappop(events)
            heapq.heappush(idle, int(task.worker))
            busy += now - since
            if found is None:
                frontier.lose(task)
            else:
                frontier.put(task, found)
                self._shared.add(task.worker, found.told)
            useless = {id(task) for task in frontier.take_useless()}
            frontier.take_tighter()
            if useless:
                events = [(now, *event[1:]) if id(event[2]) in useless else event for event in events]
                heapq.heapify(events)
            client += time.process_time() - began
            if self._random.random() < self.restarts:
                self.frontier = self._new()
                saved.load(saved.dump(frontier), self.frontier)
                self.frontier.counts, frontier = frontier.counts, self.frontier
                events, idle = [], list(range(self.workers))
        return Emulated(
            frontier.result(self.game), frontier.root.best, now, frontier.counts["seconds"],
            busy / (self.workers * now), 1000 * client / sent,
        )  # fmt: skip

    def searches(self) -> list[Search]:
        """Those of the workers that are alive."""
        return list(self._searches.values())

    def _new(self) -> Frontier:
        return Frontier(len(self.game.secrets), self.workers, self.upper_bound, first=self.first, keep=self.keep)

    def work(self, task: Task) -> Answer:
        """What a worker does."""
        search = self._search(int(task.worker))
        # A task that is cut stands for a longer one, of a search with as many more values.
        seconds = self.hurry * (task.seconds or task.hard)
        task.tell = self._shared.allowance(self.workers, seconds) if self.shares else 0
        news = self._shared.news(task.worker)
        began = time.process_time()
        if news is not None:
            search.learn(*news)
        answer = search_task(
            search, self.game, kind=task.kind, history=task.history, guesses=task.guesses,
            upper_bound=task.upper_bound, seconds=self.hurry * task.seconds, hard=self.hurry * task.hard,
            threads=self.threads,
        )  # fmt: skip
        search.drain_proved()
        answer.told = most_laborious(Told(*search.drain_told()), task.tell)
        answer.seconds = time.process_time() - began
        return answer

    def _search(self, worker: int) -> Search:
        if worker not in self._searches:
            self._searches[worker] = make_search(self.game, self.pool, self.prices, self.memory)
            self._searches[worker].tell_from(LEAST_WORK)
        return self._searches[worker]
