"""A file of results that was damaged or forged: what is printed stays true, or one line says why nothing is."""

from __future__ import annotations

import json
import random
import sqlite3
from concurrent.futures import Future
from contextlib import closing
from functools import partial
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from twins import Call, long

import treegen.cli.jobs as verb
from player import __version__
from treegen.optimal.jobs import Processes, _prepare

JOBS: list[dict[str, object]] = [
    {"game": "bulls-2x4"}, {"game": "mastermind-2x3", "objective": "worst"}, {"game": "bulls-3x4", "limit": 2},
    {"game": "bulls-2x3", "prices": [1, 2, 4]}, {"game": "bulls-2x3", "prices": [1, 2, 5]},
    {"game": "bulls-2x3", "prices": [1, 2, 6]}, {"game": "bulls-2x3", "prices": [1, 2, 7]},
]  # fmt: skip
DAMAGED = "damaged rows of the table jobs are not used"


class HereAndNow(Processes):
    """Jobs are done in this process."""

    def submit(self, *work: Any) -> Future[Any]:
        _prepare(__version__, self._games)
        future: Future[Any] = Future()
        future.set_result(work[0](*work[1:]))
        return future


class Hasty(sqlite3.Connection):
    """A connection that does not wait for the disk."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.execute("PRAGMA synchronous = OFF")


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call_treegen: Call) -> Path:
    monkeypatch.setattr("treegen.optimal.jobs.Processes", HereAndNow)
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Hasty))
    monkeypatch.chdir(tmp_path)
    Path("jobs").write_text("".join(json.dumps(job) + "\n" for job in JOBS))
    assert call_treegen("jobs", "jobs", "-o", "results").stderr == ""
    return Path("results")


def again(call_treegen: Call) -> CompletedProcess[str]:
    return call_treegen("jobs", "jobs", "-o", "results", "--csv")


@pytest.mark.parametrize("flips", [60, pytest.param(1000, marks=pytest.mark.long)])
def test_flipped_bits_change_no_result(flips: int, results: Path, call_treegen: Call) -> None:
    whole = results.read_bytes()
    good = again(call_treegen)
    assert (good.returncode, good.stderr) == (0, "rests on results\n")
    used = [place for place, byte in enumerate(whole) if byte]
    draw, seen = random.Random(58), set[str]()
    for _ in range(flips):
        changed = bytearray(whole)
        for _ in range(draw.choice((1, 1, 2, 5))):
            changed[draw.choice(used) if draw.random() < 0.9 else draw.randrange(len(whole))] ^= 1 << draw.randrange(8)
        results.write_bytes(changed)
        found = again(call_treegen)
        if found.returncode == 2:
            assert (found.stdout, found.stderr.count("\n")) == ("", 1)
            assert found.stderr.startswith("results: ")
            seen.add("refused")
        else:
            assert (found.returncode, found.stdout) == (0, good.stdout)
            first, *rest = found.stderr.splitlines()
            assert first == "rests on results" or (DAMAGED in first and rest in ([], ["rests on results"]))
            seen.add("damaged" if DAMAGED in first else "whole")
        assert found.stderr.isprintable() or found.stderr.replace("\n", "").isprintable()
    assert seen == {"refused", "damaged", "whole"}


COPIED = "state, cost, bound, tally, seconds, host, reason, version, seal"
ANY = "(SELECT min(rowid) FROM jobs)"
# What is done to the file, and part of what is said: rows are done again, or all of the file is refused.
ATTACKS = {
    f"UPDATE jobs SET cost = cost - 1 WHERE rowid = {ANY}": f"{DAMAGED}: 1; ",
    f"UPDATE jobs SET state = 'none' WHERE rowid = {ANY}": DAMAGED,
    f"UPDATE jobs SET version = '9' WHERE rowid = {ANY}": DAMAGED,
    f"UPDATE jobs SET tally = x'31' WHERE rowid = {ANY}": DAMAGED,
    f"UPDATE jobs SET tally = CAST(x'ff1b5b324a' AS TEXT) WHERE rowid = {ANY}": DAMAGED,
    f"UPDATE jobs SET id = x'00', seal = NULL WHERE rowid = {ANY}": DAMAGED,
    f"UPDATE jobs SET seal = zeroblob(1000000) WHERE rowid = {ANY}": DAMAGED,
    "UPDATE jobs SET cost = bound, bound = 1.5": f"{DAMAGED}: 1, 2, 3, 4, 5, ...; what FILE asks of them is done again",
    # The result of one job, as it is, for another one.
    f"UPDATE jobs SET ({COPIED}) = (SELECT {COPIED} FROM jobs WHERE rowid = 2) WHERE rowid = 1": f"{DAMAGED}: 1; ",
    f"UPDATE jobs SET reason = zeroblob(70000000) WHERE rowid = {ANY}": "too big",
    "ALTER TABLE jobs RENAME TO others; CREATE VIEW jobs AS SELECT * FROM others": "another version",
    "DROP TABLE jobs; CREATE VIEW jobs AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n":
        "another version",
    "CREATE TRIGGER more AFTER UPDATE ON jobs BEGIN DELETE FROM jobs; END": "another version",
    "CREATE INDEX more ON jobs (id)": "another version",
    "PRAGMA user_version = 1": "another version",
}  # fmt: skip


@pytest.mark.parametrize("statement", ATTACKS)
def test_forged_rows_and_tables(statement: str, results: Path, call_treegen: Call) -> None:
    good = again(call_treegen).stdout
    with closing(sqlite3.connect(results)) as file:
        file.executescript(statement)
    found = again(call_treegen)
    assert found.stderr.startswith("results: ")
    assert ATTACKS[statement] in found.stderr
    if DAMAGED in found.stderr:
        assert (found.returncode, found.stdout) == (0, good)
        healed = again(call_treegen)
        assert healed.stdout == good
        assert (DAMAGED in healed.stderr) == ("id = x" in statement)  # which job that row was of, nobody can say
    else:
        assert (found.returncode, found.stdout, found.stderr.count("\n")) == (2, "", 1)


# With the right checksum, as anybody can compute it.  The others have a form that no result has.
BELIEVED = {
    *(("seconds", value) for value in (2**62, -1.5)), *(("host", value) for value in ("\x1b[2J", 2**62, -1.5)),
    *(("reason", value) for value in ("\x1b[2J", 2**62, -1.5, None)),
}  # fmt: skip


@pytest.mark.parametrize("column", ["state", "cost", "bound", "tally", "seconds", "host", "reason"])
@pytest.mark.parametrize("value", ["\x1b[2J", 2**62, None, *long((b"\0", -1.5))])
def test_sealed_nonsense_is_not_believed(column: str, value: Any, results: Path, call_treegen: Call) -> None:
    good = again(call_treegen)
    with closing(sqlite3.connect(results)) as file, file:
        file.execute(f"UPDATE jobs SET {column} = ? WHERE rowid = 1", (value,))
        row = file.execute("SELECT * FROM jobs WHERE rowid = 1").fetchone()[:-1]
        file.execute("UPDATE jobs SET seal = ? WHERE rowid = 1", (verb._seal(row),))
    found = again(call_treegen)
    assert (found.returncode, DAMAGED in found.stderr) == (0, (column, value) not in BELIEVED)
    assert column == "reason" or found.stdout == good.stdout
    assert found.stdout.replace("\n", "").isprintable()


def test_standard_output_gets_the_results_and_no_file_is_made(results: Path, call_treegen: Call) -> None:
    before = sorted(Path().iterdir())
    found = call_treegen("jobs", "jobs", "-o", "-", "--csv")
    assert (found.returncode, found.stdout, found.stderr) == (0, again(call_treegen).stdout, "")
    for name, more in (("-", ["--trees"]), ("", []), (":memory:", [])):
        refused = call_treegen("jobs", "jobs", "-o", name, *more)
        assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert sorted(Path().iterdir()) == before
