"""Stopping and going on: kills at any moment, interrupts, time limits, and files that are no checkpoint."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import twins
from campaigns.checkpoints import run_named
from twins import weighed

import treegen as tg
from treegen.insight.verify import verify_bytes
from treegen.search.problem import Limits, Problem, linear
from treegen.search.search import Memory, search

pytestmark = pytest.mark.needs_core

START = [sys.executable, "-P", "-c"]
PROGRAM = "from treegen.cli import main; main()"


def interrupted(condition: str, more: str = "", number: str = "SIGINT") -> str:
    """A program that interrupts itself when `condition` is true of the search, at the next look at the clock."""
    return f"""
import os, signal, sqlite3
from treegen.optimal.best import BestSoFar
report = BestSoFar.report
def look(self, state, prices):
    state = report(self, state, prices)
    if {condition}:
        BestSoFar.report = report
        os.kill(os.getpid(), signal.{number})
    return state
BestSoFar.report = look
signal.signal(signal.{number}, signal.SIG_DFL)  # it is ignored where the tests run in the background
{more}
{PROGRAM}"""


# Searches that are interrupted are of mastermind-5x6 or bulls-5x8: no machine solves these within a second.
HAS_TREE = "self.known_cost(prices) is not None"


def start(*arguments: str | Path, program: str = PROGRAM, cwd: Path | None = None) -> subprocess.Popen[str]:
    words = [*START, program, "solve", *map(str, arguments)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd)


def end(*arguments: str | Path, program: str = PROGRAM, cwd: Path | None = None) -> tuple[int, str, str]:
    """The exit code, and what was printed."""
    with start(*arguments, program=program, cwd=cwd) as process:
        output, errors = process.communicate(timeout=600)
    return process.returncode, output, errors


def test_a_checkpoint_saves_work_and_changes_nothing(tmp_path: Path) -> None:
    game, limits = twins.game("bulls-4x9"), Limits(threads=1, checkpoint=tmp_path / "proved")
    positions, trees = [], []
    for _ in range(2):
        with Memory(game, limits=limits) as memory:
            before = memory.native(linear(None)).positions
            tree = search(Problem(game), limits, memory).tree
            assert tree is not None
            trees.append([column.tolist() for column in tree])
            positions.append(memory.native(linear(None)).positions - before)
    assert trees[0] == trees[1]
    assert positions[1] * 2 < positions[0]


def test_prices_and_pools_do_not_mix_in_one_file(tmp_path: Path) -> None:
    game, marks, path = twins.game("mastermind-4x6"), twins.game("marks-3x5"), str(tmp_path / "proved")
    weights = [[1 + i * step % 4 for i in range(len(marks.secrets))] for step in (1, 3)]
    cases: list[tuple[tg.Game, dict[str, Any]]] = [(game, {}), (game, {"objective": "worst"}), (game, {"max_depth": 5})]
    cases += [
        (game, {"guesses": "candidates"}),
        *((weighed(marks, some), {"guesses": "hard"}) for some in weights),
    ]
    for game, options in cases:
        plain = tg.solve(game, **options).to_bytes()
        for _ in range(2):
            assert tg.solve(game, checkpoint=path, **options).to_bytes() == plain


@pytest.mark.parametrize("number", ["SIGINT", *twins.long(["SIGHUP"])])
def test_an_interrupt_keeps_the_best_tree_and_says_how_to_go_on(number: str, tmp_path: Path) -> None:
    proved, path = tmp_path / "proved", tmp_path / "x.tree"
    has_rows = f"sqlite3.connect({str(proved)!r}).execute('SELECT count(*) FROM proved').fetchone()[0]"
    program = interrupted(f"{HAS_TREE} and {has_rows}", number=number)
    code, output, errors = end("bulls-5x8", "--checkpoint", proved, "-o", path, program=program)
    assert (code, output) == (128 + signal.Signals[number], f"{path}\n")
    assert not Path(f"{proved}-wal").exists()  # it is closed
    first, second = errors.splitlines()
    assert first.startswith("interrupted: the least total is between ")
    assert first.endswith("; the best tree so far, unproved, is written")
    assert second == (
        f"what was proved is kept in {proved}; this goes on: treegen solve bulls-5x8 --checkpoint {proved} -o {path}"
    )
    tree = tg.open_tree(path)
    assert verify_bytes(path.read_bytes()).faults == ()
    assert (tree.proved, tree.objective) == (False, "total")
    assert tree.bound is not None
    assert 6720 * 3 < tree.bound < tree.total


@pytest.mark.parametrize("options", [[], ["-o", "-"]])
def test_an_interrupt_writes_a_partial_tree_but_nothing_to_standard_output(options: list[str], tmp_path: Path) -> None:
    program = interrupted(HAS_TREE)
    code, output, errors = end("mastermind-5x6", *options, program=program, cwd=tmp_path)
    partial = "mastermind-5x6.partial.tree"
    written = [] if options else [partial]
    assert (code, output.split(), [path.name for path in tmp_path.iterdir()]) == (130, written, written)
    first, second = errors.splitlines()
    assert first.endswith("is not written: name a file with -o" if options else f"is written to {partial}")
    words = " ".join(["treegen", "solve", "mastermind-5x6", *options])
    assert second.endswith(f"to be able to go on, use: {words} --checkpoint mastermind-5x6.checkpoint")
    if not options:
        assert verify_bytes((tmp_path / partial).read_bytes()).faults == ()


def test_a_second_interrupt_ends_it_at_once(tmp_path: Path) -> None:
    """Even where the first one is kept from ending it, as the rest of a program may do for a while."""
    more = (
        "import treegen.cli.solve as verb, time\n"
        "verb.note_what_is_kept = lambda *_: (print('first', flush=True), time.sleep(600))"
    )
    program = interrupted("True", more=more)
    with start("mastermind-5x6", "-o", tmp_path / "x.tree", program=program) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "first\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        output = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, ("", ""))


def test_what_the_parent_has_us_ignore_stays_ignored(tmp_path: Path) -> None:
    """As nohup does, and a shell for what it starts in the background."""
    program = interrupted("True", more="signal.signal(signal.SIGHUP, signal.SIG_IGN)", number="SIGHUP")
    code, output, errors = end("mastermind-5x6", "--time", "1s", "-o", "x.tree", program=program, cwd=tmp_path)
    assert (code, output, errors.partition(":")[0]) == (3, "x.tree\n", "time is up")


def test_what_is_no_checkpoint_is_refused_and_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, other = tmp_path / "text", tmp_path / "other"
    text.write_text("not a database at all, but long enough to look at" * 100)
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE mine (x)")
    for path in (text, other, tmp_path, tmp_path / "no" / "folder"):
        before = path.read_bytes() if path.is_file() else None
        with pytest.raises(tg.BadInput, match="checkpoint"):
            tg.solve(twins.game("bulls-2x3"), checkpoint=str(path))
        assert before is None or path.read_bytes() == before
    for name in ("", ":memory:"):
        with pytest.raises(tg.BadInput, match="is not a file that can keep proved sets"):
            tg.solve(twins.game("bulls-2x3"), checkpoint=name)
    monkeypatch.setattr("treegen.search.core.core", None)
    with pytest.raises(tg.BadInput, match="without the native core no checkpoint is kept"):
        tg.solve(twins.game("bulls-2x3"), checkpoint=str(tmp_path / "x"))


# What is done to a checkpoint of true proved sets of bulls-4x8, and what becomes of it.
FOLDER = Path(__file__).parents[2] / "attacks" / "checkpoints"
LINES = [line.split(None, 1) for line in (FOLDER / "expected.txt").read_text(encoding="utf-8").splitlines()]
EXPECTED = {line[0]: line[1] for line in LINES if line and line[0] != "#"}
LARGE = {"path-of-50-megabytes.sql"}  # takes a minute


@pytest.mark.parametrize("name", [pytest.param(x, marks=[pytest.mark.long] if x in LARGE else []) for x in EXPECTED])
def test_each_named_attack_ends_as_its_table_says(name: str, tmp_path: Path) -> None:
    assert EXPECTED[name] in run_named((FOLDER / name).read_text(encoding="utf-8"), tmp_path)


def test_the_table_is_whole() -> None:
    assert sorted(EXPECTED) == sorted(file.name for file in FOLDER.glob("*.sql"))
