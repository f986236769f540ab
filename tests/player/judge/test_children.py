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
from player.judge.match import describe_code
from player.judge.referee import codemakers, play_command
from player.judge.wording import Wording
from player.rules.names import parse

if TYPE_CHECKING:
    from collections.abc import Callable

FORKS = "if not os.fork():\n    note()\n    time.sleep(60)\n"
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


def forking(tmp_path: Path, end: str) -> tuple[list[str], Path]:
    """A program that leaves something behind, and the file in which what it leaves is listed."""
    noted = tmp_path / "noted"
    script = tmp_path / "program.py"
    script.write_text((NOTE + FORKS + WAIT + ENDS[end]).format(path=str(noted)))
    return [sys.executable, "-I", "-S", str(script)], noted


def wait_for_note(noted: Path) -> None:
    while not noted.exists() or not noted.read_text().endswith("\n"):
        time.sleep(0.01)


def left(noted: Path, is_alive: Callable[[int], bool]) -> list[int]:
    """What of a program is still alive; its numbers are noted."""
    numbers = [int(line) for line in noted.read_text().split()]
    assert numbers
    return [number for number in numbers if is_alive(number)]


@pytest.mark.parametrize("end", ["crash", "wrong form", "ends"])
def test_nothing_is_left_after_a_match(tmp_path: Path, is_alive: Callable[[int], bool], end: str) -> None:
    command, noted = forking(tmp_path, end)
    wording = Wording(DIALECTS["plain"], parse("bulls-2x3"))
    (outcome,) = play_command(command, codemakers(wording, ["12"], 6), 1, 60.0)
    assert outcome.how == {"ends": "end of output"}.get(end, end)
    assert left(noted, is_alive) == []


@pytest.mark.parametrize(
    ("verb", "number"),
    [
        ("referee", signal.SIGINT), ("referee", signal.SIGTERM), ("referee", signal.SIGHUP),
        ("differentiate", signal.SIGINT),
    ],
)  # fmt: skip
def test_nothing_is_left_after_an_interruption(
    tmp_path: Path, player_words: list[str], is_alive: Callable[[int], bool], verb: str, number: signal.Signals
) -> None:
    command, noted = forking(tmp_path, "silence")
    words = [*player_words, "referee", "bulls-3x9.total", "-j", "2"]
    if verb == "differentiate":
        graph = tmp_path / "graph"
        graph.write_text("3 1 1\n2 1\n")
        words = [str(Path(player_words[0]).with_name("treegen")), "differentiate", str(graph), "--referee"]
    process = subprocess.Popen(
        [*words, "--time-limit", "50s", "--", *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    wait_for_note(noted)
    process.send_signal(number)
    out, error = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert (out, error) == (b"", b"") or verb != "referee"
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


def test_codes_have_words() -> None:
    assert [describe_code(code) for code in (0, 3, -15, -35)] == [
        "exit code 0", "exit code 3", "signal SIGTERM", "signal 35",
    ]  # fmt: skip
