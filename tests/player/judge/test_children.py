"""That nothing of a program is left: not what calls setsid, not what forks twice, however its match ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from player.errors import BadInput
from player.judge.children import Programs
from player.judge.processes import describe_code

if TYPE_CHECKING:
    from collections.abc import Callable

# Ways to get away from a process group; each writes the number of what is to stay behind.
ESCAPES = {
    "forks": "if not os.fork():\n    note()\n    time.sleep(60)\n",
    "setsid": "if not os.fork():\n    os.setsid()\n    note()\n    time.sleep(60)\n",
    "forks twice": (
        "if not os.fork():\n    os.setsid()\n    if os.fork():\n        os._exit(0)\n    note()\n    time.sleep(60)\n"
    ),
    "a row of sessions": (
        "for _ in range(5):\n    if os.fork():\n        break\n    os.setsid()\n    note()\n"
        "if os.getpid() != first:\n    time.sleep(60)\n"
    ),
    "deaf": (
        "if not os.fork():\n    os.setsid()\n    signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "    note()\n    time.sleep(60)\n"
    ),
    "without an environment": (
        "if not os.fork():\n    os.setsid()\n    note()\n    os.execve('/bin/sleep', ['sleep', '60'], dict())\n"
    ),
}
# And then: how the match ends.
ENDS = {
    "wrong form": "print('x', flush=True)\ntime.sleep(60)\n",
    "ends": "",
    "crash": "os.kill(os.getpid(), 9)\n",
    "silence": "time.sleep(60)\n",
}
NOTE = """import os, signal, sys, time
first = os.getpid()
def note():
    with open({path!r}, 'a') as file:
        file.write(f'{{os.getpid()}}\\n')
"""
WAIT = "while not os.path.exists({path!r}):\n    time.sleep(0.01)\ntime.sleep(0.05)\n"


def escaping(tmp_path: Path, escape: str, end: str) -> tuple[list[str], Path]:
    """A program that leaves something behind, and the file in which what it leaves is listed."""
    noted = tmp_path / "noted"
    script = tmp_path / "program.py"
    script.write_text((NOTE + ESCAPES[escape] + WAIT + ENDS[end]).format(path=str(noted)))
    return [sys.executable, "-I", "-S", str(script)], noted


def left(noted: Path, is_alive: Callable[[int], bool]) -> list[int]:
    """What of a program is still alive; its numbers are noted."""
    numbers = [int(line) for line in noted.read_text().split()]
    assert numbers
    return [number for number in numbers if is_alive(number)]


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="elsewhere only the group is ended")


@needs_proc
@pytest.mark.parametrize("escape", ESCAPES)
@pytest.mark.parametrize("end", ENDS)
def test_nothing_is_left_after_a_match(
    tmp_path: Path, player_words: list[str], is_alive: Callable[[int], bool], escape: str, end: str
) -> None:
    command, noted = escaping(tmp_path, escape, end)
    options = ["referee", "bulls-3x9.total", "--secret", "123", "--time-limit", "500ms" if end == "silence" else "20s"]
    done = subprocess.run([*player_words, *options, "--", *command], capture_output=True, check=False, timeout=60)
    assert done.returncode == 1
    assert left(noted, is_alive) == []


@needs_proc
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("verb", ["referee", "differentiate"])
def test_nothing_is_left_after_an_interruption(
    tmp_path: Path, player_words: list[str], is_alive: Callable[[int], bool], verb: str, number: signal.Signals
) -> None:
    command, noted = escaping(tmp_path, "forks twice", "silence")
    words = [*player_words, "referee", "bulls-3x9.total", "-j", "1"]
    if verb == "differentiate":
        graph = tmp_path / "graph"
        graph.write_text("3 1 1\n2 1\n")
        words = [str(Path(player_words[0]).with_name("treegen")), "differentiate", str(graph), "--referee"]
    process = subprocess.Popen(
        [*words, "--time-limit", "50s", "--", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while not noted.exists() or not noted.read_text().endswith("\n"):
        time.sleep(0.01)
    process.send_signal(number)
    assert process.wait(30) == 128 + number
    assert left(noted, is_alive) == []


@needs_proc
def test_what_others_started_is_let_be(tmp_path: Path, is_alive: Callable[[int], bool]) -> None:
    own = subprocess.Popen(["sleep", "60"])
    daemon = subprocess.Popen(["sleep", "60"], start_new_session=True)
    try:
        command, noted = escaping(tmp_path, "forks twice", "ends")
        with Programs() as programs:
            programs.start(command).process.wait()
        assert left(noted, is_alive) == []
        assert own.poll() is None
        assert daemon.poll() is None
    finally:
        for started in (own, daemon):
            started.kill()
            started.wait()


@needs_proc
def test_a_match_may_not_end_what_another_has_started(tmp_path: Path, is_alive: Callable[[int], bool]) -> None:
    command, noted = escaping(tmp_path, "forks twice", "silence")
    with Programs() as programs:
        programs.start(command)
        while not noted.exists() or not noted.read_text().endswith("\n"):
            time.sleep(0.01)
        other = programs.start(["sleep", "60"])
        time.sleep(0.1)
        other.end()
        (number,) = map(int, noted.read_text().split())
        assert not has_gone(number)
    assert left(noted, is_alive) == []


def has_gone(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return True
    return False


def test_what_cannot_be_started_is_bad_input() -> None:
    with Programs() as programs, pytest.raises(BadInput, match="no-such-program: cannot be started: no such file"):
        programs.start(["no-such-program"])


def test_codes_have_words() -> None:
    assert [describe_code(code) for code in (0, 3, -15, -35)] == [
        "exit code 0", "exit code 3", "signal SIGTERM", "signal 35",
    ]  # fmt: skip
