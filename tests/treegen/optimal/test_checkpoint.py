"""Stopping and going on: kills at any moment, interrupts, time limits, and files that are no checkpoint."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest
import twins

import treegen as tg
from treegen.insight.verify import verify_bytes
from treegen.optimal.engine import Engine, Problem
from treegen.optimal.objective import linear

pytestmark = pytest.mark.needs_core

COMMAND = [sys.executable, "-P", "-c", "from treegen.cli import main; main()", "solve"]


def count_rows(path: Path) -> int:
    """How many proved sets are in a checkpoint, which another process may be writing."""
    with suppress(sqlite3.OperationalError), closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        rows: int = database.execute("SELECT count(*) FROM proved").fetchone()[0]
        return rows
    return 0


def start(*arguments: str | Path) -> subprocess.Popen[str]:
    words = [*COMMAND, *map(str, arguments)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize(
    ("name", "threads"),
    [
        ("bulls-4x8", "2"),
        pytest.param("bulls-4x9", "2", marks=pytest.mark.long),
        pytest.param("bulls-4x9", "1", marks=pytest.mark.long),
    ],
)
def test_twenty_kills_change_nothing(name: str, threads: str, tmp_path: Path) -> None:
    wanted = tg.solve(twins.game(name)).to_bytes()
    random.seed(int(threads))
    arguments = (name, "-j", threads, "--checkpoint", tmp_path / "proved", "-o", tmp_path / "x.tree")
    for _ in range(20):
        with start(*arguments) as process:
            time.sleep(random.uniform(0.1, 0.9))
            process.kill()
            process.communicate()
    with start(*arguments) as process:
        output = process.communicate(timeout=60)
    assert (process.returncode, output[0]) == (0, f"{tmp_path / 'x.tree'}\n")
    assert output[1] in ("", f"rests on {tmp_path / 'proved'}\n")
    assert (tmp_path / "x.tree").read_bytes() == wanted


def test_a_checkpoint_saves_work_and_changes_nothing(tmp_path: Path) -> None:
    problem = Problem(twins.game("bulls-4x9"), "all", None)
    positions, trees = [], []
    for _ in range(2):
        with Engine(problem, 1, None, str(tmp_path / "proved")) as engine:
            tree = engine.run(linear(None)).subtree
            assert tree is not None
            trees.append([column.tolist() for column in tree])
            positions.append(engine.positions)
    assert trees[0] == trees[1]
    assert positions[1] * 2 < positions[0]


def test_prices_and_pools_do_not_mix_in_one_file(tmp_path: Path) -> None:
    game, path = twins.game("mastermind-4x6"), str(tmp_path / "proved")
    for options in ({"objective": "total"}, {"objective": "worst"}, {"guesses": "candidates"}, {"max_depth": 5}):
        plain = tg.solve(game, **options).to_bytes()
        for _ in range(2):
            assert tg.solve(game, checkpoint=path, **options).to_bytes() == plain


def test_memory_size_changes_nothing() -> None:
    game = twins.game("bulls-4x8")
    wanted = tg.solve(game).to_bytes()
    for memory in (1, 1000, 100_000, 64 << 20):
        for threads in (1, 2):
            assert tg.solve(game, memory=memory, threads=threads).to_bytes() == wanted


def test_an_interrupt_keeps_the_best_tree_and_says_how_to_go_on(tmp_path: Path) -> None:
    proved, path = tmp_path / "proved", tmp_path / "x.tree"
    with start("bulls-5x8", "--checkpoint", proved, "-o", path) as process:
        while process.poll() is None and not count_rows(proved):
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, f"{path}\n")
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
    assert count_rows(proved) > 0


@pytest.mark.parametrize("options", [[], ["-o", "-"]])
def test_an_interrupt_writes_only_where_a_file_is_named(options: list[str], tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "bulls-5x8", *options], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, output, list(tmp_path.iterdir())) == (130, "", [])
    first, second = errors.splitlines()
    assert first.endswith("is not written: name a file with -o")
    words = " ".join(["treegen", "solve", "bulls-5x8", *options])
    assert second.endswith(f"to be able to go on, use: {words} --checkpoint bulls-5x8.checkpoint")


def test_a_second_interrupt_ends_it_at_once(tmp_path: Path) -> None:
    """Even where the first one is kept from ending it, as the rest of a program may do for a while."""
    program = (
        "import treegen.cli.solve as verb, time\n"
        "verb.tell_what_is_kept = lambda *_: (print('first', flush=True), time.sleep(600))\n"
        "from treegen.cli import main; main()"
    )
    words = [sys.executable, "-P", "-c", program, "solve", "bulls-5x8", "-o", str(tmp_path / "x.tree")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        assert process.stdout.readline() == "first\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        output = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, ("", ""))


def test_interrupts_at_random_moments_end_in_order() -> None:
    """Not even a thread that is still searching may outlive the interpreter."""
    random.seed(3)
    for _ in range(4):
        with start("bulls-5x8", "-o", "-") as process:
            time.sleep(random.uniform(0.3, 2))
            process.send_signal(signal.SIGINT)
            output = process.communicate(timeout=60)
        assert (process.returncode, output[0]) == (130, "")
        assert all(
            line.startswith(("interrupted", "nothing that was proved")) for line in output[1].split("\n") if line
        )


def test_when_time_is_up_the_best_tree_and_a_bound_remain(tmp_path: Path) -> None:
    path = tmp_path / "x.tree"
    with start("bulls-5x8", "--time", "2s", "-o", path) as process:
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (3, f"{path}\n")
    assert errors.startswith("time is up: the least total is between ")
    tree = tg.open_tree(path)
    assert verify_bytes(path.read_bytes()).faults == ()
    assert not tree.proved
    assert tree.bound is not None
    assert tree.cost is not None
    assert 6720 * 3 < tree.bound <= tree.cost


def test_what_is_no_checkpoint_is_refused_and_left_alone(tmp_path: Path) -> None:
    text, other = tmp_path / "text", tmp_path / "other"
    text.write_text("not a database at all, but long enough to look at" * 100)
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE mine (x)")
    for path in (text, other, tmp_path, tmp_path / "no" / "folder"):
        before = path.read_bytes() if path.is_file() else None
        with pytest.raises(tg.BadInput, match="checkpoint"):
            tg.solve(twins.game("bulls-2x3"), checkpoint=str(path))
        assert before is None or path.read_bytes() == before
