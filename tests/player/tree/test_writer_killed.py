"""The writer stopped between any two of its lines: the file is the old one or the new one, whole."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import player
from player.tree import writer

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

OLD, NEW = b"old" * 1000, b"new" * 100_000


@pytest.fixture
def target(tmp_path: Path) -> Path:
    path = tmp_path / "t.tree"
    path.write_bytes(OLD)
    return path


def leftovers(target: Path) -> list[Path]:
    return [path for path in target.parent.iterdir() if path != target]


def interrupt_at(line: int) -> Callable[[FrameType, str, Any], Any]:
    """A trace function that interrupts before the `line`-th line that the writer runs."""
    lines = iter(range(1, 10_000))

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename != writer.__file__:
            return None
        if event == "line" and next(lines) == line:
            raise KeyboardInterrupt
        return trace

    return trace


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_ctrl_c_between_any_two_lines(target: Path) -> None:
    before = sys.gettrace()
    finished = False
    for line in range(1, 100):
        target.write_bytes(OLD)
        try:
            sys.settrace(interrupt_at(line))
            writer.write_file(str(target), NEW)
            finished = True
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(before)
        assert target.read_bytes() in ((NEW,) if finished else (OLD, NEW))
        assert len(leftovers(target)) <= 1
        for path in leftovers(target):
            path.unlink()
        if finished:
            break
    assert finished
    assert line > 15


KILLED = """
import os, sys
from player.tree import writer

path, line = sys.argv[1], 0
while True:
    line += 1
    with open(path, "wb") as file:
        file.write(b"old" * 1000)
    if (child := os.fork()) == 0:
        lines = iter(range(1, 10_000))
        def trace(frame, event, _):
            if frame.f_code.co_filename != writer.__file__:
                return None
            if event == "line" and next(lines) == line:
                os._exit(9)
            return trace
        sys.settrace(trace)
        writer.write_file(path, b"new" * 100_000)
        sys.settrace(None)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with open(path, "rb") as file:
        whole = {b"old" * 1000: "old", b"new" * 100_000: "new"}[file.read()]
    names = [name for name in os.listdir(os.path.dirname(path)) if name != os.path.basename(path)]
    assert len(names) <= 1 and all(name.startswith(".guesstree-") and name.endswith(".tmp") for name in names), names
    writer.write_file(path, b"next")
    with open(path, "rb") as file:
        assert file.read() == b"next"
    for name in names:
        os.unlink(os.path.join(os.path.dirname(path), name))
    print(code, whole, len(names))
    if code == 0:
        break
"""


def test_killed_between_any_two_lines(target: Path) -> None:
    """A process ends without a word before each line of the writer; the next write finds nothing in its way."""
    env = {**os.environ, "PYTHONPATH": str(Path(player.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", KILLED, target], env=env, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr == ""
    outcomes = done.stdout.splitlines()
    assert outcomes[0] == "9 old 0"
    assert "9 old 1" in outcomes
    assert "9 new 0" in outcomes
    assert outcomes[-1] == "0 new 0"
