"""A search on many machines: workers search the tasks of a frontier, and this process keeps the frontier.

Each worker is a process that has one task at work, for all of its threads, and one ahead where there is plenty of work.
What is open, the best tree and the bounds are in the frontier (`treegen.optimal.frontier`), so the bytes of the tree do
not depend on who searched what.  Tasks that have become useless are stopped, and the upper bounds of others are lowered
while they are at work.  Workers are reached by a `Link`; that of dask.distributed is in `treegen.optimal.dask_link`.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any

import numpy as np

from player.errors import BadInput, GaveUp
from treegen.games.arguments import check_options
from treegen.native import core
from treegen.optimal import remote
from treegen.optimal.audit import FalseClaim, LemmaClaims
from treegen.optimal.checkpoint import Lemmas
from treegen.optimal.engine import Found, HelperState, Job, Watch
from treegen.optimal.frontier import Contradiction, Frontier, Task, saved
from treegen.optimal.frontier.claims import FrontierClaims
from treegen.optimal.link import Lesson, Link, LinkLost
from treegen.optimal.messages import (
    MalformedAnswer,
    check_answer,
    pack,
    pack_game,
    pack_lemmas,
    pack_told,
    unpack_answer,
)
from treegen.optimal.shared_values import SharedValues

__all__ = ["Cluster", "ClusterLost"]

_WAIT, _SILENT = 60.0, 10.0  # seconds to wait for a worker to come (back), and after which that is said
_PATIENCE = 60.0  # seconds to wait for an answer that is overdue
_AHEAD = 2  # tasks of a worker, where there is plenty
_AHEAD_TREES = 16  # the same when only trees are missing, which take a moment each
_FAILURES = 3  # of a worker until it is refused, of a task or of whole workers until the run ends
_DEATHS = 2  # of workers at the same task until the run ends
_PAUSE, _SHORT_PAUSE = 0.25, 0.05  # seconds without an answer until a look at the clock; where workers have no task
_LOOK = 1.0  # seconds between two looks at the workers, and for each of them
_LOOK_EACH = 0.01
_CHANGE = 0.05  # seconds between two messages about lower bounds
_PATIENT = 1000.0  # times as long as at first a task may take and yet not be begun
_HURRY, _GIVE_UP = 0.1, 0.25  # seconds after which a task is told to begin no other guess, and to give up the one begun
_SAVE = (5.0, 50.0)  # seconds between two savings of the frontier, and times as long as one takes
_PROVED = 16 << 20  # bytes of proved sets that are kept, for the check and for a search with a limit of depth
_WINDOW = 20.0  # seconds over which tasks a second are counted

Tell = Callable[[str], None]


class ClusterLost(GaveUp):
    """All workers are lost, or the same task has failed too often."""


class Cluster:
    """The workers that `where` names: the address of a scheduler, or a Link.

    Addresses are those of `treegen.optimal.dask_link`.  `tell` is called with a line about each worker that cannot take
    part, and where none has been left for ten seconds.  A search raises ClusterLost after `wait` seconds without any.
    Raises BadInput if there is no scheduler, or no worker that can take part, and for a `wait` below 0.
    """

    def __init__(self, where: Any, *, tell: Tell | None = None, wait: float = _WAIT) -> None:
        check_options(wait=wait)
        if core is None:
            raise BadInput("--cluster needs the native core here: install guesstree where a compiler is")
        self.refused: dict[str, str] = {}  # workers that cannot take part, and why
        self._tell = tell if tell is not None else lambda _: None
        if isinstance(where, str) or not hasattr(where, "learn"):
            from treegen.optimal.dask_link import DaskLink

            where = DaskLink(where)
        self._link: Link = where
        self._workers: dict[str, _Worker] = {}
        self._looked = self._seen = time.monotonic()
        self._wait, self._is_told = wait, False  # that there is no worker
        self._failed: Counter[str] = Counter()  # how often a worker failed
        self._names = (f"guesstree-{id(self)}-{time.time_ns()}-{turn}" for turn in count())
        try:
            self._find_workers()
        except BaseException:
            self.close()
            raise
        if not self._workers:
            self.close()
            can = " that can take part" if self.refused else ""
            raise BadInput(f"{self._link.address}: the cluster has no workers{can}")

    @property
    def source(self) -> str:
        """The name of the cluster in messages."""
        return f"cluster {self._link.address}"

    def close(self) -> None:
        """Leave the cluster."""
        self._link.close()

    def solve(self, job: Job, watch: Watch) -> Found:
        """Search the least-cost tree of a job; `watch` is called several times a second, and ends it if it is over."""
        return _Run(self, job, watch).solve()

    def _find_workers(self, run: _Run | None = None) -> None:
        """Now and then, find the workers, check whether new ones can take part, and whether any are left."""
        now = time.monotonic()
        if self._workers and now - self._looked < _LOOK + _LOOK_EACH * len(self._workers):
            return
        self._looked = now
        try:
            known = self._link.workers()
            new = [who for who in known if who not in self._workers and who not in self.refused]
            described = self._link.describe(new) if new else {}
        except LinkLost as lost:
            for who in list(self._workers):
                self._lose_worker(who, run, is_dead=False)
            self._wait_for_workers(str(lost))
            return
        for who, theirs in described.items():
            why = remote.unfit(who, theirs if isinstance(theirs, dict) else {"core": True, "version": "none"})
            if why:
                self.refused[who] = why
                self._tell(why)
            else:
                self._workers[who] = _Worker(known[who])
        for who in [who for who in self._workers if who not in known]:
            self._lose_worker(who, run, is_dead=True)
        if self._workers:
            self._seen, self._is_told = now, False
        else:
            self._wait_for_workers(next(iter(self.refused.values()), "no worker is left"))

    def _lose_worker(self, who: str, run: _Run | None, *, is_dead: bool) -> None:
        worker = self._workers.pop(who)
        if run is not None:
            run.lose(worker, f"{who} is gone" if is_dead else "")

    def _wait_for_workers(self, why: str) -> None:
        waited = time.monotonic() - self._seen
        if waited > _SILENT and not self._is_told and waited < self._wait:
            self._is_told = True
            self._tell(f"{why}: the search ends unless a worker comes within {self._wait - waited:.0f} s")
        if waited > self._wait:
            raise ClusterLost(f"{why}; what was proved is in the checkpoint, if one was named: run it again to go on")

    def _count_failure(self, who: str, words: str) -> None:
        """Count a failure of a worker; it is not asked without end, and the run ends where there are several."""
        self._failed[who] += 1
        if self._failed[who] < _FAILURES or who in self.refused:
            return
        self.refused[who] = f"{who} failed {_FAILURES} times and is asked no more: {words}"
        self._tell(self.refused[who])
        if sum(failures >= _FAILURES for failures in self._failed.values()) >= _FAILURES:
            raise ClusterLost(f"{_FAILURES} workers failed {_FAILURES} times each, the last one is {who}: {words}")
        if set(self._workers) <= set(self.refused):
            raise ClusterLost(f"no worker is left: {self.refused[who]}")


class _Worker:
    """A worker: its threads, the problem that it has, and its tasks by name, the one at work first."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.problem = ""
        self.learning = ""  # the name of that call
        self.tasks: dict[str, Task] = {}
        self.since = time.monotonic()  # when the first of them could begin


class _Run:
    """One search on a cluster."""

    def __init__(self, cluster: Cluster, job: Job, watch: Watch) -> None:
        self._cluster, self._link, self._job, self._watch = cluster, cluster._link, job, watch
        game = job.problem.game
        self._frontier = Frontier(
            len(game.secrets), len(cluster._workers), job.upper_bound, first=job.problem.first, keep=max(1, job.firsts)
        )
        self._key = _key_of(job, job.prices)
        problem = pack({
            "key": self._key, "game": pack_game(game), "pool": job.problem.pool,
            "weights": None if game.weights is None else game.weights.tolist(),
            "prices": None if job.prices.values is None else list(job.prices.values),
            "memory": job.memory, "switches": job.switches,
            "relaxed": "" if job.relaxed is None else _key_of(job, job.relaxed),
        })  # fmt: skip
        lemmas, known = ([pack_lemmas(block) for block in blocks] for blocks in (job.lemmas, job.known))
        self._lesson: Lesson = problem, lemmas, known
        self._shared = SharedValues()
        self._proved: list[Lemmas] = []  # by the workers
        self._proved_bytes = 0
        self._where: dict[str, str] = {}  # by task: its worker
        self._failures: Counter[tuple[Any, ...]] = Counter()  # by task
        self._deaths: Counter[tuple[Any, ...]] = Counter()
        self._is_short_of_work = False
        self._changes: dict[str, int] = {}  # that are to be sent
        self._hurried: dict[str, float] = {}  # when tasks at work were told to answer soon
        self._changed = self._saved = time.monotonic()
        self._saving = 0.0  # seconds that the last saving took
        self._done: list[float] = []  # when tasks were answered, lately

    def solve(self) -> Found:
        """Search to the end, or until it is over."""
        frontier, job = self._frontier, self._job
        if job.saved is not None:
            try:
                saved.load(job.saved, frontier)
            except ValueError as error:
                self._cluster._tell(f"the frontier in the checkpoint is left out: {error}")
        stopped = False
        try:
            while not frontier.is_done or frontier.seek_trees(job.problem.game):
                self._cluster._find_workers(self)
                self._give()
                if self._watch(self._state):
                    stopped = True
                    break
                for answer in self._link.wait(_SHORT_PAUSE if self._is_short_of_work else _PAUSE):
                    self._take(*answer)
                self._send_changes()
                self._find_overdue()
                self._save()
        except Contradiction as error:
            raise self._false(f"its workers contradict each other: {error}") from None
        finally:
            self._end()
        return self._found(stopped=stopped)

    def _found(self, *, stopped: bool) -> Found:
        frontier, job = self._frontier, self._job
        if stopped:
            return Found(None, None, frontier.bound, stopped=True)
        tree = None
        if job.firsts == 0 and frontier.root.best is not None:
            try:
                tree = frontier.result(job.problem.game)
            except (KeyError, IndexError, ValueError, AssertionError):
                raise self._false("what its workers found makes no tree") from None
        sets = frontier.sets()
        return Found(
            frontier.root.best, tree, frontier.bound, firsts=[(guess, cost) for cost, _, guess in frontier.root.firsts],
            claims=lambda seed, whole: FrontierClaims(
                frontier.claims, sets, LemmaClaims([*self._proved, *job.lemmas]), job.problem.game, job.prices, seed,
                pool=job.problem.pool, whole=whole,
            ),
            seconds=frontier.counts.get("seconds", 0.0),
            sets=[node.solved for node in sets], proved=self._proved,
        )  # fmt: skip

    def _state(self) -> HelperState:
        """What a progress report says."""
        frontier, now = self._frontier, time.monotonic()
        self._done = [moment for moment in self._done if now - moment < _WINDOW]
        return {
            "workers": len(self._cluster._workers),
            "tasks": len(self._where),
            "tasks_per_second": len(self._done) / _WINDOW,
            "seconds_left": frontier.seconds_left(),
            "failing": sorted(who for who, failures in self._cluster._failed.items() if failures),
            "dashboard": self._link.dashboard,
            "search": {
                "positions": int(frontier.counts.get("positions", 0)), "entries": 0, "capacity": 0,
                "cost": frontier.cost, "bound": frontier.bound, "guesses": frontier.first_guesses(),
            },
        }  # fmt: skip

    # --- tasks

    def _give(self) -> None:
        """Give tasks to workers that have none, and then one ahead where there is plenty."""
        frontier, workers = self._frontier, self._cluster._workers
        frontier.workers = max(1, len(workers))
        frontier.threads = max((worker.threads for worker in workers.values()), default=1)
        self._is_short_of_work = False
        for most in range(1, (_AHEAD_TREES if frontier.is_done else _AHEAD) + 1):
            for who, worker in workers.items():
                if len(worker.tasks) >= most or who in self._cluster.refused:
                    continue
                if worker.problem != self._key:
                    self._teach(who, worker)
                    continue
                task = frontier.take(who)
                if task is None:
                    if most == 1:
                        self._is_short_of_work = True
                        self._hurry(sum(not worker.tasks for worker in workers.values()))
                    return
                self._send(who, worker, task)
            if not frontier.has_plenty and not frontier.is_done:
                return

    def _hurry(self, idle: int) -> None:
        """Have workers give back what is left of their tasks, since so many others have none.

        Those at a new set come first, then those that have been at work longest.
        """
        now = time.monotonic()
        asked: list[tuple[bool, float, str, int]] = []
        for worker in self._cluster._workers.values():
            name, task = next(iter(worker.tasks.items()), ("", None))
            if task is None or task.kind not in ("first", "try") or name in self._changes:
                continue
            what = remote.HURRY if name not in self._hurried and len(task.rows) > 1 else remote.GIVE_UP
            since = self._hurried.get(name, worker.since)
            is_new = task.kind == "first"
            if now - since > (_GIVE_UP if what == remote.GIVE_UP and not is_new else _HURRY):
                asked.append((not is_new, since, name, what))
        for _, _, name, what in sorted(asked)[:idle]:
            self._changes[name] = what
            self._hurried[name] = now

    def _teach(self, who: str, worker: _Worker) -> None:
        if not worker.learning:
            worker.learning = next(self._cluster._names)
            self._where[worker.learning] = who
            with suppress(LinkLost):
                self._link.learn(worker.learning, who, self._lesson)

    def _send(self, who: str, worker: _Worker, task: Task) -> None:
        name = next(self._cluster._names)
        task.tell = self._shared.allowance(len(self._cluster._workers), task.seconds or task.hard)
        order = pack({
            "name": name, "problem": self._key, "kind": task.kind,
            "history": [index for step in task.history for index in step],
            "guesses": np.array(task.guesses, np.int32).tobytes(), "upper_bound": task.upper_bound,
            "seconds": task.seconds, "hard": task.hard, "threads": worker.threads,
            "told": pack_told(self._shared.news(who)), "tell": task.tell,
        })  # fmt: skip
        if not worker.tasks:
            worker.since = time.monotonic()
        worker.tasks[name] = task
        self._where[name] = who
        with suppress(LinkLost):  # the next look at the workers finds that
            self._link.send(name, who, order)

    def _take(self, name: str, raw: object, words: str) -> None:
        """Take what has come from a worker."""
        who = self._where.pop(name, None)
        self._hurried.pop(name, None)
        worker = None if who is None else self._cluster._workers.get(who)
        if who is None or worker is None:
            return
        is_lesson = name == worker.learning
        task = None if is_lesson else worker.tasks.pop(name, None)
        if task is None and not is_lesson:
            return  # it had become useless
        worker.since = time.monotonic()
        try:
            found: Any = unpack_answer(raw) if raw is not None and not is_lesson else _lesson(raw)
            if task is not None and not isinstance(found, dict):
                check_answer(task, found, self._job.problem.game, self._job.prices)
        except MalformedAnswer as error:
            raise self._false(f"worker {who} answered what cannot be true: {error}") from None
        if is_lesson:
            worker.learning = ""
            worker.problem = self._key if raw is not None and not found else ""
            self._shared.forget(who)
        if raw is None or isinstance(found, dict):
            if task is not None:
                self._frontier.lose(task)
            if "unknown" in found:
                worker.problem = ""
            elif "unfit" in found or "failed" in found or raw is None:
                self._fail(who, task, found.get("failed") or found.get("unfit") or words)
            return
        assert task is not None
        if found.is_empty and task.patience > _PATIENT:
            raise ClusterLost(f"{who} never begins a task, however long it has")
        self._done.append(worker.since)
        self._frontier.put(task, found)
        self._shared.add(who, found.told)
        if found.proved is not None and self._proved_bytes < _PROVED:
            self._proved.append(found.proved)
            self._proved_bytes += sum(column.nbytes for column in found.proved)
        self._look_for_changes()

    def _look_for_changes(self) -> None:
        for task in self._frontier.take_useless():
            self._drop(task)
        for task in self._frontier.take_tighter():
            name = self._name_of(task)
            if name is not None and task.upper_bound is not None:
                self._changes[name] = task.upper_bound

    def _name_of(self, task: Task) -> str | None:
        worker = self._cluster._workers.get(task.worker)
        return None if worker is None else next((name for name, one in worker.tasks.items() if one is task), None)

    def _drop(self, task: Task) -> None:
        """Stop a task whose answer changes nothing."""
        name = self._name_of(task)
        if name is not None:
            del self._cluster._workers[task.worker].tasks[name]
            self._changes[name] = remote.STOP

    def _send_changes(self) -> None:
        now = time.monotonic()
        if not self._changes or now - self._changed < _CHANGE:
            return
        changes, self._changes, self._changed = self._changes, {}, now
        workers = {self._where[name] for name in changes if name in self._where}
        stopped = [name for name, bound in changes.items() if bound == remote.STOP]
        with suppress(LinkLost):
            self._link.change([who for who in workers if who in self._cluster._workers], changes)
        self._forget(stopped)

    def _forget(self, names: list[str]) -> None:
        for name in names:
            self._where.pop(name, None)
        self._link.forget(names)

    def _find_overdue(self) -> None:
        """Take a worker that does not answer for lost."""
        now = time.monotonic()
        for who, worker in self._cluster._workers.items():
            first = next(iter(worker.tasks.values()), None)
            if first is not None and first.hard and now - worker.since > 3 * first.hard + _PATIENCE:
                self.lose(worker, "")
                self._fail(who, first, "it does not answer")

    def lose(self, worker: _Worker, why: str) -> None:
        """Give the tasks of a worker to others; `why`: it died at the first of them."""
        tasks, worker.tasks = worker.tasks, {}
        self._forget([*tasks, worker.learning])
        worker.learning = worker.problem = ""
        for task in tasks.values():
            self._frontier.lose(task)
        if why and tasks:
            first = next(iter(tasks.values()))
            self._deaths[_same(first)] += 1
            if self._deaths[_same(first)] >= _DEATHS:
                raise ClusterLost(f"a task ended {_DEATHS} workers, the last time: {why}; see the log of that worker")

    def _fail(self, who: str, task: Task | None, words: str) -> None:
        """Count a failure of a worker at a task; neither is tried without end."""
        if task is not None:
            self._failures[_same(task)] += 1
            if self._failures[_same(task)] >= _FAILURES:
                raise ClusterLost(f"a task failed {_FAILURES} times, the last time at {who}: {words}")
        self._cluster._count_failure(who, words)

    def _false(self, what: str) -> FalseClaim:
        return FalseClaim(f"{self._link.address}: {what}; nothing of this cluster is believed")

    # --- the checkpoint

    def _save(self, *, is_last: bool = False) -> None:
        now = time.monotonic()
        if self._job.save is None or (not is_last and now - self._saved < max(_SAVE[0], _SAVE[1] * self._saving)):
            return
        self._job.save(saved.dump(self._frontier), self._frontier.take_closed())
        self._saved = time.monotonic()
        self._saving = self._saved - now

    def _end(self) -> None:
        """Stop the tasks that are at work, and keep what is open."""
        changes = dict.fromkeys(self._where, remote.STOP)
        workers = [who for who, worker in self._cluster._workers.items() if worker.tasks]
        for worker in self._cluster._workers.values():
            worker.tasks.clear()
            worker.learning = ""
        with suppress(LinkLost):
            if workers:
                self._link.change(workers, changes)
        self._forget(list(changes))
        self._save(is_last=True)


def _lesson(raw: object) -> Any:
    """The answer to learn(): {} or {"failed": words}; {} if there is none."""
    if raw is None or raw == pack({}):
        return {}
    found = unpack_answer(raw)
    if not isinstance(found, dict):
        raise MalformedAnswer("it searched where it had to learn")
    return found


def _key_of(job: Job, prices: Any) -> str:
    """A name for what the workers prepare for."""
    game = job.problem.game
    weights = b"" if game.weights is None else game.weights.tobytes()
    words = repr((game.name, job.problem.pool, prices.values, job.memory, job.switches)).encode()
    table = b"" if game.rules is not None and ":" not in game.name else game.table.tobytes()
    return hashlib.blake2b(words + weights + table, digest_size=16).hexdigest()


def _same(task: Task) -> tuple[Any, ...]:
    """What tells tasks apart, also if they are cut differently the next time."""
    return task.history, task.kind, int(task.rows[0, 1]) if len(task.rows) else -1
