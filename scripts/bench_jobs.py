"""Measures jobs, for scripts/bench jobs: two workers, and the memory of the client."""

from __future__ import annotations

import resource
import sys
import time
from concurrent.futures import Future
from functools import cache, partial
from typing import Any

import distributed

import treegen as tg
from treegen.optimal.goal import read_goal
from treegen.optimal.jobs import DaskWorkers, Job, Record, make_workers, run_jobs
from treegen.optimal.solve import find_tree
from treegen.search.problem import Limits


@cache
def searches(jobs: int) -> tuple[list[Job], float]:
    """Jobs of 0.2 to 1.2 s, in the order in which treegen jobs begins them, and their processor seconds alone."""
    games = [tg.game(name) for name in ("mastermind-4x7", "mastermind-5x5", "mastermind-4x8", "bulls-4x10")]
    every = [
        Job(read_goal(games[i % 4], prices=[1, 2, 3, 4, 5, 6, 7, 8 + i]), None, {"game": games[i % 4].name})
        for i in range(jobs)
    ]  # fmt: skip
    alone = time.process_time()
    for job in every:
        find_tree(job.goal, Limits(threads=1))
    return sorted(every, key=lambda job: -job.effort), time.process_time() - alone


def dask_cluster(processes: int, threads: int = 1) -> Any:
    """A context with a scheduler on this machine, and so many processes of so many workers each."""
    make: Any = distributed.LocalCluster
    return make(n_workers=processes, threads_per_worker=threads, dashboard_address=None, silence_logs=50)


def real_cluster(jobs: int) -> float:
    """The efficiency of two workers of Dask."""
    with dask_cluster(2) as cluster:
        return real(jobs, str(cluster.scheduler_address))


def real(jobs: int, where: int | str) -> float:
    """The efficiency of two workers: processor seconds alone, divided by twice the wall time."""
    every, alone = searches(jobs)
    workers = make_workers(where, {job.goal.game.key: job.goal.game for job in every})
    try:
        run_jobs(every[:2], workers, lambda _: None)  # starting is not what is measured
        start = time.perf_counter()
        run_jobs(every, workers, lambda _: None)
        return alone / (2 * (time.perf_counter() - start))
    finally:
        workers.close()


def _prove() -> Record:
    return Record("proved")


def memory(jobs: int) -> float:
    """Megabytes that the client grows by from a tenth of the jobs to the last one."""
    seen: list[float] = []
    game, done = tg.game("bulls-2x3"), 0

    class Idle(DaskWorkers):
        def submit(self, *work: Any) -> Future[Record]:  # noqa: ARG002
            return super().submit(_prove)

    def keep(found: list[tuple[Job, Record]]) -> None:
        nonlocal done
        done += len(found)
        if done > jobs // 10 and not seen:
            seen.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)

    every = [Job(read_goal(game, prices=[1, 2, 3, 4 + i]), None, {}) for i in range(jobs)]
    with dask_cluster(2) as cluster:
        workers = Idle(cluster.scheduler_address, {})
        run_jobs(every, workers, keep)
        workers.close()
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - seen[0]) / 1000


def main() -> None:
    """Print the figures."""
    rows = [
        ("two processes, 200 jobs", partial(real, 200, 2), 0.9),
        ("two Dask workers, 200 jobs", partial(real_cluster, 200), 0.9),
        ("growth of the client over 20,000 jobs, MB", partial(memory, 20_000), 20),
    ]
    for name, measure, promise in rows:
        if all(word in name for word in sys.argv[1:]):
            print(f"{name}: {measure():.2f}, promised {promise}", flush=True)


if __name__ == "__main__":
    main()
