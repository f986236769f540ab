"""That nothing of a program and of what it forks is left, however its match ends."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from player.judge.children import Programs
from player.judge.dialects import DIALECTS
from player.judge.referee import codemakers, play_command
from player.judge.wording import Wording
from player.rules.names import parse

if TYPE_CHECKING:
    from collections.abc import Callable

# A program that forks, and then how its match ends.
FORKS = """import os, signal, sys, time
if not os.fork():
    with open({path!r}, "a") as file:
        file.write(f"{{os.getpid()}}\\n")
    time.sleep(60)
while not os.path.exists({path!r}):
    time.sleep(0.01)
time.sleep(0.05)
"""
ENDS = {
    "wrong form": "print('x', flush=True)\ntime.sleep(60)\n",
    "end of output": "",
    "crash": "os.kill(os.getpid(), 9)\n",
    "silence": "time.sleep(60)\n",
}


def forking(tmp_path: Path, end: str) -> tuple[list[str], Path]:
    """A program that leaves something behind, and the file in which what it leaves is listed."""
    noted, script = tmp_path / "noted", tmp_path / "program.py"
    script.write_text((FORKS + ENDS[end]).format(path=str(noted)))
    return [sys.executable, "-I", "-S", str(script)], noted


def left(noted: Path, is_alive: Callable[[int], bool]) -> list[int]:
    """What of a program is still alive; its numbers are noted."""
    numbers = [int(line) for line in noted.read_text().split()]
    assert numbers
    return [number for number in numbers if is_alive(number)]


@pytest.mark.parametrize("end", ["crash", "wrong form", "end of output"])
def test_nothing_is_left_after_a_match(tmp_path: Path, is_alive: Callable[[int], bool], end: str) -> None:
    command, noted = forking(tmp_path, end)
    wording = Wording(DIALECTS["plain"], parse("bulls-2x3"))
    (outcome,) = play_command(command, codemakers(wording, ["12"], 6), 1, 60.0)
    assert outcome.how == end
    assert left(noted, is_alive) == []


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("player referee bulls-3x9.total -j 2", signal.SIGINT), ("player referee bulls-3x9.total", signal.SIGTERM),
        ("treegen differentiate graph --referee", signal.SIGINT),
    ],
)  # fmt: skip
def test_nothing_is_left_after_an_interruption(
    tmp_path: Path, is_alive: Callable[[int], bool], line: str, number: signal.Signals
) -> None:
    command, noted = forking(tmp_path, "silence")
    (tmp_path / "graph").write_text("3 1 1\n2 1\n")
    name, *words = line.split()
    process = subprocess.Popen(
        [Path(sys.executable).with_name(name), *words, "--time-limit", "50s", "--", *command], cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    while not noted.exists() or not noted.read_text().endswith("\n"):
        time.sleep(0.01)
    process.send_signal(number)
    out, error = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert (out, error) == (b"", b"") or name == "treegen"
    assert left(noted, is_alive) == []


def test_a_program_is_read_and_written_without_waiting_for_it() -> None:
    with Programs() as programs:
        deaf = programs.start(["sleep", "60"])
        deaf.write(b"x" * (1 << 20))
        assert deaf.unsent
        assert (deaf.read(), deaf.listen(0.01), deaf.end_code(0.01)) == (None, None, None)
        assert not deaf.has_ended
        deaf.end()
        assert deaf.process.returncode == -signal.SIGKILL
        data = bytes(range(256)) * 4000
        assert programs.start(["cat"]).run(data) == (data, 0)
        assert programs.start(["wc", "-c"]).run(data)[0].strip() == b"1024000"  # silent until its input ends
        failing = programs.start(["sh", "-c", "echo said; printf %09999d 7 >&2; exit 3"], stderr=subprocess.PIPE)
        while not failing.has_ended:
            programs.wait()
        assert failing.rest() == b"said\n"
        failing.end()
        assert (failing.last_words, failing.process.returncode) == (b"0" * 4095 + b"7", 3)


def test_a_signal_that_comes_at_the_end_is_not_lost_and_the_handlers_are_as_before() -> None:
    handled = (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD)
    before = [signal.getsignal(number) for number in handled]
    with pytest.raises(KeyboardInterrupt), Programs():
        signal.raise_signal(signal.SIGINT)
    with pytest.raises(SystemExit, match="143"), Programs():
        signal.raise_signal(signal.SIGTERM)
    assert [signal.getsignal(number) for number in handled] == before
