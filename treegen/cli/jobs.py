"""Does the searches that FILE describes, one JSON object a line, and prints their results in the order of FILE.

The keys are game, and those of solve: symbols, weights, objective, prices, max_depth, guesses, first, time. Each search
has one thread. What RESULTS has is not done again, so that the same command goes on after an interrupt. The exit code
is 1 if a job failed.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from hashlib import blake2b
from typing import Any

from player import __version__
from player.cli.command import Namespace, Parser, read_jobs, read_time
from player.errors import BadInput, GuesstreeError, require
from player.rules.lists import read_text
from player.rules.misspelt import suggest
from treegen.cli.common import note, notes_how_to_restart, print_rows
from treegen.cli.options import options, read_game
from treegen.cli.output import progress_line
from treegen.games.game import Game
from treegen.games.memory import available_cpus, available_memory
from treegen.optimal.goal import read_goal
from treegen.optimal.jobs import Job, Processes, Record, make_workers, run_jobs
from treegen.search.checkpoint import in_a_line, is_ours
from treegen.search.core import DEFAULT_MEMORY

_COLUMNS = {"first": "first_guess"}
_GOAL = ("objective", "prices", "max_depth", "guesses", "first")
_KEYS = ("game", "symbols", "weights", *_GOAL, "time")
_ALSO_CALLED = {"price": "prices", "limit": "max_depth", "time_limit": "time"}
_MARKS = 0x67757373, 2  # marks of the file: guesstree wrote it, in this layout
# The rows are found by their places, so that damage to an index cannot hide any.
_LAYOUT = {
    "jobs": "CREATE TABLE jobs (id TEXT, job TEXT, state TEXT, cost INTEGER, bound INTEGER, tally TEXT, seconds REAL,"
    " host TEXT, reason TEXT, tree BLOB, version TEXT, seal BLOB)"
}
_NAMED = 5  # damaged rows

PARSER = Parser(__doc__, "treegen jobs openers.jsonl -o openers.db", *options("cluster", "memory", "format"))
PARSER.add("FILE")
PARSER.add("--workers N", "processes, in place of --cluster (default: the CPUs available)", type=read_jobs)
PARSER.add("--wait LIMIT", "end after so long without an answer of the cluster (default: 60s)", type=read_time)
PARSER.add("-o RESULTS", "the file of results, an SQLite database; -: none", dest="path", required=True)
PARSER.add("--trees", "keep the trees in RESULTS, too")


def run(args: Namespace) -> int:
    file, path = args.file, args.path
    if args.workers is not None and args.address is not None:
        raise BadInput("--workers are processes here, --cluster has workers of its own: leave one of them out")
    if args.wait is not None and args.address is None:
        raise BadInput("--wait is how long to wait for the scheduler of a cluster: give --cluster, too")
    if args.trees and path == "-":
        raise BadInput("--trees keeps trees in a file of results, and -o - keeps none: name a file with -o")
    jobs = read_file(file, read_text(file).splitlines())
    results = run_into(path, jobs, args.address or args.workers, args.memory, has_trees=args.trees, wait=args.wait)
    print_rows(
        [
            {"game": job.text["game"], **{_COLUMNS.get(key, key): job.text.get(key) for key in (*_GOAL, "time")}}
            | {key: getattr(result, key) for key in ("state", "cost", "bound", "tally", "reason")}
            for job, result in zip(jobs, results, strict=True)
        ],
        args.style,
    )
    return int(any(result.state == "failed" for result in results))


def read_file(name: str, lines: Iterable[str]) -> list[Job]:
    """Read a file of jobs; BadInput names the line that makes no sense."""
    games: dict[tuple[Any, ...], Game] = {}
    jobs = []
    for number, line in enumerate(lines, 1):
        try:
            if line.strip():
                jobs.append(_read_job(json.loads(line), games))
        except (GuesstreeError, OSError, TypeError, ValueError, RecursionError) as error:
            raise BadInput(f"{name}:{number}: {error}") from None
    return jobs


def _read_job(found: Any, games: dict[tuple[Any, ...], Game]) -> Job:
    if not isinstance(found, dict) or not isinstance(found.get("game"), str):
        raise BadInput('a job is a JSON object with a game, such as {"game": "bulls-3x6"}')
    text = {str(_ALSO_CALLED.get(key, key)): value for key, value in found.items() if value is not None}
    for key in text:
        if key not in _KEYS:
            raise BadInput(f"{key[:40]!r} is not a key of a job; {suggest(key, _KEYS)}")
    named = text["game"], text.get("symbols"), text.get("weights")
    require(all(isinstance(name, str | None) for name in named), "symbols and weights are texts")
    if named not in games:
        games[named] = read_game(*named)
    if text.get("max_depth") == "none":
        del text["max_depth"]
    goal = read_goal(games[named], **{key: text[key] for key in _GOAL if key in text})
    return Job(goal, read_time(str(text["time"])) if "time" in text else None, text)


def run_into(
    path: str, jobs: Sequence[Job], where: int | str | None, memory: int | None, *, has_trees: bool = False,
    wait: float | None = None,
) -> list[Record]:  # fmt: skip
    """Do the jobs that a file of results does not have, and return the results of all, in their order."""
    with _opened(path) as file, progress_line() as show:
        rows = {job.id: (job.id, json.dumps(job.text, ensure_ascii=False)) for job in jobs}
        done, places = _read(path, file, has_trees)
        is_from_file = not done.keys().isdisjoint(rows)
        with file:
            for row in rows.values():
                if row[0] not in places:
                    places[row[0]] = file.execute(
                        "INSERT INTO jobs (id, job, state) VALUES (?, ?, 'open')", row
                    ).lastrowid
        missing = [job for job in {job.id: job for job in jobs}.values() if job.id not in done]
        columns = ", ".join(f"{name} = ?" for name in ("id", "job", *Record._fields, "version", "seal"))
        ended: list[tuple[float, bool]] = []  # the effort of each job, and whether it failed

        def keep(found: list[tuple[Job, Record]]) -> None:
            with file:
                for job, result in found:
                    done[job.id] = result._replace(tree=None)
                    row = (*rows[job.id], *(result if has_trees else done[job.id]), __version__)
                    file.execute(f"UPDATE jobs SET {columns} WHERE rowid = ?", (*row, _seal(row), places[job.id]))
            ended.extend((job.effort, result.state == "failed") for job, result in found)
            show(partial(_progress, missing, ended))

        if missing:
            where = where or available_cpus()
            games = {job.goal.game.key: job.goal.game for job in missing}
            try:
                workers = make_workers(where, games, wait)
            except ModuleNotFoundError as error:
                raise BadInput(f'--cluster needs {error.name}: pip install "guesstree[cluster]"') from None
            if memory is None and isinstance(workers, Processes):
                memory = min(DEFAULT_MEMORY, available_memory() // (2 * workers.room))
            hints = [] if path == "-" else [f"what is done is in {path}; this goes on"]
            with closing(workers), notes_how_to_restart(*hints):
                run_jobs(sorted(missing, key=lambda job: -job.effort), workers, keep, memory)
    results = [done[job.id] for job in jobs]
    reasons = [result.reason for result in results if result.state == "failed"]
    if reasons:
        note(f"{path}: {len(reasons)} of {len(results)} jobs failed, the first one: {reasons[0]}")
    if is_from_file:
        note(f"rests on {path}")
    return results


def _read(path: str, file: sqlite3.Connection, has_trees: bool) -> tuple[dict[str, Record], dict[str, int | None]]:
    """Return the results in a file that need no new search, and the places of all rows, by the ids of the jobs.

    Damaged rows are named and left out.
    """
    results, places, damaged = dict[str, Record](), dict[str, int | None](), list[int]()
    names = ", ".join(Record._fields)
    for place, *values, seal in file.execute(f"SELECT rowid, id, job, {names}, version, seal FROM jobs"):
        result = Record(*values[2:-1])
        places.setdefault(values[0], place)
        if result.is_sound and _seal(values) == seal:
            if result.state != "failed" and (result.tree or result.cost is None or not has_trees):
                results[values[0]] = result._replace(tree=None)
        elif result.state != "open":
            damaged.append(place)
    if damaged:
        named = ", ".join(map(str, damaged[:_NAMED])) + ", ..." * (len(damaged) > _NAMED)
        note(f"{path}: damaged rows of the table jobs are not used: {named}; what FILE asks of them is done again")
    return results, places


def _seal(values: Sequence[Any]) -> bytes:
    """Return the checksum of a row, which ties the result to its job and its version; anyone can compute it."""
    return blake2b(ascii((*values,)).encode(), person=b"guesstree jobs", digest_size=16).digest()


def _progress(jobs: Sequence[Job], ended: Sequence[tuple[float, bool]], seconds: float) -> str:
    share = sum(effort for effort, _ in ended) / sum(job.effort for job in jobs)
    failed = f", {sum(is_failed for _, is_failed in ended)} failed" * any(is_failed for _, is_failed in ended)
    bar = f"[{'#' * round(20 * share):.<20}] {len(ended)} of {len(jobs)} jobs{failed}"
    return f"{bar}, about {seconds * (1 - share) / share:.0f} s left, {len(ended) / seconds:.1f} a second"


@contextmanager
def _opened(path: str) -> Iterator[sqlite3.Connection]:
    """Open a file of results for one process.  Raises BadInput if another process or program owns it.

    The lock is on an empty file beside it, which is never removed; otherwise two runs could each have one.  With "-",
    results are only printed, and there are no files.
    """
    if path in ("", ":memory:"):
        raise BadInput(f"{path!r} is not a file that can keep results; name one, as in -o results.db")
    try:
        with closing(sqlite3.connect(":memory:" if path == "-" else f"{path}-lock", timeout=0)) as owner:
            owner.execute("BEGIN EXCLUSIVE")  # the system ends it with the process
            with closing(sqlite3.connect(":memory:" if path == "-" else path)) as file:
                if not is_ours(file, _MARKS, _LAYOUT, "DELETE"):
                    raise BadInput(f"{path}: it is a database of another program, or of another version of this one")
                (flaw,) = file.execute("PRAGMA integrity_check(1)").fetchone()
                if flaw != "ok":
                    raise sqlite3.DatabaseError(flaw)
                yield file
    except sqlite3.Error as error:
        is_busy = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
        raise BadInput(f"{path}: " + ("another run is at work on it" if is_busy else in_a_line(error))) from None
