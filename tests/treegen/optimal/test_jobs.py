"""Jobs: the same results as one search after the other, whatever is killed meanwhile."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import Future
from contextlib import closing
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest
from twins import Call

import treegen as tg
from player.errors import BadInput
from treegen.optimal.goal import read_goal
from treegen.optimal.jobs import Job, Processes, Record, _prepare, run_jobs

COMMAND = [sys.executable, "-P", "-c", "if __name__ == '__main__':\n from treegen.cli import main\n main()"]
JOBS: list[dict[str, object]] = [
    {"game": "bulls-3x6"}, {"game": "mastermind-3x4", "objective": "worst"}, {"game": "bulls-3x6", "first": "134"},
    {"game": "bulls-3x6", "prices": [1, 2, 4, 8, 16, 32, 64]}, {"game": "bulls-4x6", "limit": 2},
    {"game": "bulls-3x6", "objective": "total", "guesses": "candidates", "price": None}, {"game": "bulls-3x6"},
]  # fmt: skip


def write_jobs(file: Path, jobs: list[dict[str, object]]) -> Path:
    file.write_text("".join(json.dumps(job) + "\n" for job in jobs))
    return file


def start(*arguments: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen([*COMMAND, "jobs", *map(str, arguments)], stdout=-1, stderr=-1, text=True)


def jobs_of(games: list[str]) -> list[Job]:
    return [Job(read_goal(tg.game(name)), None, {"game": name}) for name in games]


def done(results: Path) -> int:
    with closing(sqlite3.connect(results)) as file:
        try:
            return int(file.execute("SELECT count(*) FROM jobs WHERE state = 'proved'").fetchone()[0])
        except sqlite3.OperationalError:
            return 0


def wait_for_results(results: Path, count: int) -> None:
    while done(results) < count:
        time.sleep(0.05)


def many(count: int, game: str = "bulls-4x6") -> list[dict[str, object]]:
    return [{"game": game, "prices": [1, 2, 3, 4, 5, 6, 7, 8 + i]} for i in range(count)]


@pytest.mark.parametrize("where", [["--workers", "2"], ["--cluster", "local:2"]])
def test_results_are_those_of_solve(where: list[str], tmp_path: Path, call_treegen: Call) -> None:
    file = write_jobs(tmp_path / "jobs", JOBS)
    output, errors = start(file, *where, "-o", tmp_path / "results", "--trees", "--json").communicate()
    assert errors == ""
    rows = json.loads(output)
    with closing(sqlite3.connect(tmp_path / "results")) as database:
        trees = dict(database.execute("SELECT job, tree FROM jobs"))
    assert (len(rows), len(trees)) == (len(JOBS), len(JOBS) - 1)
    for job, row in zip(JOBS, rows, strict=True):
        options = {
            key.replace("limit", "max_depth"): value for key, value in job.items() if key not in ("game", "price")
        }
        if job.get("limit"):
            assert (row["state"], row["reason"]) == ("none", "no tree of depth 2 exists (proved)")
            continue
        tree = tg.solve(str(job["game"]), **options)  # type: ignore[arg-type]
        assert (row["state"], row["cost"], row["bound"], row["tally"]) == ("proved", tree.cost, tree.cost, tree.tally)
        assert tree.to_bytes() in trees.values()
    again = call_treegen("jobs", str(file), "-o", str(tmp_path / "results"), "--csv")
    assert again.stdout.count("\n") == len(JOBS) + 1


def test_trees_are_added_where_they_are_asked_for(tmp_path: Path, call_treegen: Call) -> None:
    file = write_jobs(tmp_path / "jobs", JOBS[:2])
    for words, count in (([], 0), (["--trees"], 2)):
        call_treegen("jobs", file, "--workers", "1", "-o", tmp_path / "bare", *words)
        with closing(sqlite3.connect(tmp_path / "bare")) as database:
            assert database.execute("SELECT count(tree) FROM jobs").fetchone() == (count,)


def test_a_client_that_is_killed_goes_on(tmp_path: Path) -> None:
    quick, results = many(5, "bulls-3x6"), tmp_path / "results"
    file = write_jobs(tmp_path / "jobs", [{"game": "mastermind-5x6"}, *quick[:4]])
    first = start(file, "--workers", "2", "-o", results)
    wait_for_results(results, 4)
    first.send_signal(signal.SIGSTOP)  # the fifth job takes hours
    second = start(file, "-o", results)
    said = second.communicate()
    first.kill()
    first.communicate()  # its processes end, too, or this would wait for them
    assert said == ("", f"{results}: another run is at work on it\n")
    assert (second.returncode, done(results)) == (2, 4)
    rest = write_jobs(tmp_path / "rest", quick)
    output, errors = start(rest, "--workers", "1", "-o", results, "--csv").communicate()
    assert (done(results), output.count("proved")) == (5, 5), errors


@pytest.mark.long
@pytest.mark.needs_openssl
def test_over_tls_whoever_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed", reason="it needs the extra cluster")
    key, own = str(tmp_path / "key.pem"), str(tmp_path / "certificate.pem")
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    subprocess.run([*words, "-keyout", key, "-out", own], check=True, capture_output=True)
    for name, value in {"CA_FILE": own, "CLIENT__CERT": own, "CLIENT__KEY": key}.items():
        monkeypatch.setenv(f"DASK_DISTRIBUTED__COMM__TLS__{name}", value)
    file, results = write_jobs(tmp_path / "jobs", many(40)), tmp_path / "results"
    roles, files = ("client", "scheduler", "worker"), {"cert": own, "key": key}
    named = {f"tls_{role}_{kind}": path for role in roles for kind, path in files.items()}
    security = distributed.Security(tls_ca_file=own, require_encryption=True, **named)
    with distributed.LocalCluster(2, threads_per_worker=1, protocol="tls", security=security) as cluster:
        address = cluster.scheduler_address
        client = start(file, "--cluster", address, "-o", results)
        wait_for_results(results, 3)
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        wait_for_results(results, 10)
        client.kill()
        client.communicate()
        output, errors = start(file, "--cluster", address, "-o", results, "--json").communicate()
    assert errors in ("", f"rests on {results}\n")  # where all were proved before
    for job, row in zip(many(40), json.loads(output), strict=True):
        assert row["cost"] == tg.solve("bulls-4x6", prices=job["prices"]).cost  # type: ignore[arg-type]


def test_a_worker_that_dies_with_nothing_to_do_is_replaced() -> None:
    jobs, seen = jobs_of(["bulls-2x4", "bulls-2x3"]), list[tuple[Job, Record]]()
    workers = Processes(1, {job.goal.game.key: job.goal.game for job in jobs})
    run_jobs(jobs[:1], workers, seen.extend)
    active_children()[0].kill()
    active_children()
    time.sleep(0.5)  # the pool notices it
    run_jobs(jobs[1:], workers, seen.extend)
    workers.close()
    assert [result.state for _, result in seen] == ["proved", "proved"]


def test_a_worker_of_another_version_takes_no_part() -> None:
    with pytest.raises(BadInput, match="install the same version there"):
        _prepare("0.0.1", {})


def test_a_job_that_kills_three_workers_fails_alone() -> None:
    codes = iter((1, 1, 1))

    class Deadly(Processes):
        def submit(self, *work: Any) -> Future[Record]:
            return super().submit(*((os._exit, next(codes)) if work[1] == "bulls-2x3" else work))

    jobs, seen = jobs_of(["bulls-2x4", "bulls-3x5", "bulls-3x4", "bulls-2x3", "bulls-2x5"]), dict[str, Record]()
    workers = Deadly(2, {job.goal.game.key: job.goal.game for job in jobs})
    run_jobs(jobs, workers, lambda found: seen.update((job.id, result) for job, result in found))
    workers.close()
    assert next(codes, None) is None
    assert seen[jobs[3].id].reason == "it ended 3 workers, one after another"
    assert [seen[job.id].state for job in jobs] == ["proved", "proved", "proved", "failed", "proved"]


LINES = {
    "{": "Expecting property name", "[]": "a job is a JSON object with a game", "{}": "a job is a JSON object",
    '{"game": "bulls-3x6", "fist": "123"}': "'fist' is not a key of a job; did you mean first?",
    '{"game": "bull-3x6"}': "did you mean bulls-3x6", '{"game": "bulls-3x6", "first": "7"}': "'7' is not a guess",
    '{"game": "bulls-3x6", "prices": 3}': "prices are a list",
    '{"game": "bulls-3x6", "time": -1}': "'-1' is not a time",
    '{"game": "bulls-3x6", "max_depth": "3"}': "max_depth takes a whole number",
    '{"game": "bulls-3x6", "prices": [3, 1]}': "fall",
    '{"game": "bulls-3x6", "first": "none"}': "'none' is not a guess",
    '{"game": "bulls-3x6", "symbols": 3}': "symbols",
}  # fmt: skip


def test_a_line_that_makes_no_sense(tmp_path: Path, call_treegen: Call) -> None:
    file, results = tmp_path / "jobs", tmp_path / "results"
    for line, message in LINES.items():
        file.write_text('{"game": "bulls-2x3"}\n\n' + line + "\n")
        ended = call_treegen("jobs", file, "-o", results)
        assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
        assert ended.stderr.startswith(f"{file}:3: ")
        assert message in ended.stderr
    assert not results.exists()


def test_every_opener_and_every_worst_case(tmp_path: Path, call_treegen: Call) -> None:
    table = call_treegen("solve", "mastermind-3x4", "--each-first", "all", "-o", tmp_path / "openers", "--csv").stdout
    best = call_treegen("solve", "mastermind-3x4", "--each-first", 3, "--csv").stdout
    rows, others = ([line.split(",") for line in text.splitlines()[1:]] for text in (table, best))
    assert [(row[4], row[0], row[1], row[2]) for row in rows] == [tuple(row) for row in others]
    assert call_treegen("solve", "mastermind-4x6", "--pareto", "--csv").stdout == (
        "depth,total,average,at_depth,first_guess,tally\n6,5625,4.3403,7,1123,5625:6:7\n5,5626,4.341,563,1123,5626:5:563\n"
    )
    for words in (["--pareto", "--objective", "worst"], ["--each-first", "all", "--checkpoint", "x"]):
        refused = call_treegen("solve", "mm", *words)
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)


def test_the_file_of_a_scheduler_names_its_address(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="it needs the extra cluster")
    from treegen.optimal.jobs import find_scheduler

    file = tmp_path / "scheduler.json"
    file.write_text('{"address": "tcp://there:8786"}')
    assert find_scheduler(str(file)) == "tcp://there:8786"
    for text in ("{}", '{"address": 3}', "[]"):
        file.write_text(text)
        with pytest.raises(tg.BadInput, match="it is not the file of a Dask scheduler"):
            find_scheduler(str(file))
