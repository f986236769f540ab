"""Workers in virtual time: every task of a cluster is really searched, and takes the processor time that it took here.

Each worker has a search of its own, and its next task comes when it has answered.

    python tests/twins/emulator.py bulls-5x8 --workers 8
"""

from __future__ import annotations

import argparse
import heapq
import time
from dataclasses import dataclass, field
from typing import Any

import treegen as tg
from treegen.games.game import Game
from treegen.games.subtree import Subtree
from treegen.optimal import tasks
from treegen.optimal.checkpoint import Lemmas
from treegen.optimal.native_search import make_search, run_native
from treegen.optimal.objective import linear
from treegen.optimal.query import History, Problem, Query
from treegen.optimal.rounds import Rounds, Task
from treegen.optimal.tasks import Job


@dataclass
class Emulated:
    """What became of a run."""

    tree: Subtree | None = None
    seconds: float = 0.0  # of virtual time
    work: float = 0.0  # seconds of all workers together
    tasks: int = 0
    client: float = 0.0  # seconds of processor time for choosing tasks
    proved: list[Lemmas] = field(default_factory=list)


def emulate(game: Game, workers: int, latency: float = 0.01) -> Emulated:
    """Solve a game (the least total, then the least depth) on so many workers; a message takes `latency` seconds."""
    memory: list[dict[str, Any]] = [{} for _ in range(workers)]
    problem = Problem(game)
    found, costs, homes = Emulated(), dict[History, int](), dict[tuple[History, int], int]()
    better = run(found, Job("any", problem, linear(None)), memory, costs, homes, latency)
    known = found.proved
    while better is not None:
        found.tree = better
        cost, depth = linear(None).cost(better.play(game)), len(better.play(game))
        job = Job(f"{depth}", problem, linear(depth - 1), "any", limit=cost + 1, relaxed_lemmas=known)
        better = run(found, job, memory, costs, homes, latency) if depth > 1 else None
    return found


def run(
    found: Emulated,
    job: Job,
    memory: list[dict[str, Any]],
    costs: dict[History, int],
    homes: dict[tuple[History, int], int],
    latency: float,
) -> Subtree | None:
    """Do a job, and add to the figures."""
    began = time.process_time()
    game = job.problem.game
    quick = run_native(make_search(game, "all", job.prices, 512 << 20), Query(beam=2, exact=50, limit=job.limit)).tree
    rounds = Rounds(job, quick, len(memory), dict(costs))
    found.client += time.process_time() - began
    found.seconds += time.process_time() - began
    free = [found.seconds] * len(memory)
    at_work: list[tuple[float, int, Task, tasks.Result]] = []
    while not rounds.is_done:
        began = time.process_time()
        while len(at_work) < 2 * len(memory) and (task := rounds.take()) is not None:
            found.client += time.process_time() - began
            known = [homes[place] for place in task.places if place in homes]
            worker = known[0] if known else free.index(min(free))
            homes.update(dict.fromkeys(task.places, worker))
            tasks._searches = memory[worker]
            began = time.process_time()
            result = tasks.work(job, "", task.queries, 1e9)
            seconds = time.process_time() - began
            found.tasks, found.work = found.tasks + 1, found.work + seconds
            free[worker] = max(found.seconds, free[worker]) + seconds
            heapq.heappush(at_work, (free[worker] + latency, found.tasks, task, result))
            began = time.process_time()
        if rounds.is_done:
            break
        found.seconds, _, task, result = heapq.heappop(at_work)
        began = time.process_time()
        rounds.put(task, result.outcomes)
        found.client += time.process_time() - began
        found.proved.append(result.proved)
    costs.update(rounds.costs)
    return rounds.root.tree


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--workers", type=int, default=8)
    options = parser.parse_args()
    game = tg.game(options.game)
    found = emulate(game, options.workers)
    assert found.tree is not None
    tally = found.tree.to_tree(game).tally
    print(  # noqa: T201 (a program)
        f"{tally}: {found.seconds:.2f} s, {found.work:.2f} s of all workers together, {found.tasks} tasks,"
        f" {found.client:.2f} s of the client"
    )
