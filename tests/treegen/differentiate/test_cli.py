"""treegen differentiate, run as a stranger would."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

import player
from treegen.differentiate.graph import make_shape

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import RunCommand

JUDGE = [
    sys.executable,
    "-c",
    "import sys; sys.argv = ['treegen', 'differentiate', '--judge']; from treegen.cli import main; main()",
]
GUESSING = "import sys; print(0); print('! 1'); sys.stdout.flush(); sys.stdin.read()"
SILENT = "import sys; sys.stdin.read()"


def test_changes_and_summary(run_treegen: RunCommand, tmp_path: Path) -> None:
    done = run_treegen("differentiate", "-", "-o", str(tmp_path / "a.tree"), input="4 1 1\n2 1\n")
    assert (done.returncode, done.stderr) == (0, "")
    count, *changes, summary = done.stdout.splitlines()
    assert len(changes) == int(count)
    assert all(line.split()[0] in ("+", "-") for line in changes)
    assert summary.startswith(f"# 4 vertices, 1 edges: {count} of 4242 changes, 2 question vertices; worst 2, average ")
    assert player.open_tree(str(tmp_path / "a.tree")).secrets == 4
    quiet = run_treegen("differentiate", "-q", "-", input="4 1 1\n2 1\n")
    assert quiet.stdout == done.stdout.removesuffix(summary + "\n")


@pytest.mark.parametrize(
    ("arguments", "text", "complaint", "code"),
    [
        (["-"], "3 3 1\n1 2\n2 3\n3 1\n", "has a cycle", 2),
        (["nowhere/graph"], "", "nowhere/graph: no such file", 2),
        ([], "", "a graph is missing", 2),
        (["-", "--changes", "1"], "9 0 1\n", "at most 1 changes", 3),
        (["-", "-o", "-"], "9 0 1\n", "standard output", 2),
        (["--judge", "--referee"], "", "exclude", 2),
        (["--referee"], "", "a program after --", 2),
        (["--judge", "--", "true"], "", "a program after --", 2),
        (["--judge", "x"], "", "standard input", 2),
        (["--to", "cpp", "--judge"], "", "only -o goes with it", 2),
        (["--graphs", "9"], "", "--graphs is for --referee", 2),
        (["--referee", "x", "--graphs", "9", "--", "true"], "", "--graphs is for --referee", 2),
        (["--judge"], "3 0 1\n", "ended after guess 1", 2),
        (["--referee", "-", "--", "./no-such-program"], "3 0 1\n", "cannot be started", 2),
    ],
)
def test_bad_input_is_one_line(
    run_treegen: RunCommand, arguments: list[str], text: str, complaint: str, code: int
) -> None:
    done = run_treegen("differentiate", *arguments, input=text)
    assert done.returncode == code
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_judge_and_the_referee_play_each_other(run_treegen: RunCommand, tmp_path: Path) -> None:
    path = tmp_path / "graph"
    path.write_text(make_shape("random", 200, 3000).to_text())
    done = run_treegen("differentiate", str(path), "--referee", "--games", "201", "--json", "--", *JUDGE)
    assert (done.returncode, done.stderr) == (0, "")
    (row,) = json.loads(done.stdout)
    assert row["won"] == row["games"] == 201
    assert row["worst"] <= 8
    assert row["result"] == "won"


@pytest.mark.parametrize(
    ("program", "result"),
    [
        (GUESSING, "wrong report: ! 1 after 0 questions"),
        (SILENT, "silence: no output for 0.3 s"),
        ("pass", "end of output: ended in game 1 of 100"),
        ("raise SystemExit(3)", "crash: ended in game 1 of 100: exit code 3"),
    ],
)
def test_programs_that_lose(run_treegen: RunCommand, program: str, result: str) -> None:
    options = ["--referee", "--time-limit", "60" if program != SILENT else "0.3", "--json"]
    done = run_treegen("differentiate", "-", *options, "--", sys.executable, "-c", program, input="9 0 1\n")
    assert done.returncode == 1
    assert json.loads(done.stdout)[0]["result"].startswith(result)
