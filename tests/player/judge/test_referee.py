"""The referee: its summary, and that nothing of a program and of what it forks is left, however its match ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING

import pytest

from player import BadInput, Tree
from player.judge.children import Programs
from player.judge.dialects import DIALECTS
from player.judge.match import Outcome
from player.judge.referee import codemakers, play_command, play_tree
from player.judge.wording import Wording
from player.judge.wrong_tree import changed
from player.rules import names as rules

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    WriteProgram = Callable[[str], list[str]]


TINY = Wording(DIALECTS["plain"], rules.parse("bulls-2x3"))
SECRETS = TINY.rules.secrets()
# The time limit where it is not what is tested: never reached, however busy the machine is.
AMPLE = 60.0

PERFECT = """
left = ["12", "13", "21", "23", "31", "32"]
def score(a, b):
    bulls = sum(x == y for x, y in zip(a, b))
    return [str(bulls), str(len(set(a) & set(b)) - bulls)]
while True:
    guess = left[0]
    reply = ask(guess)
    if reply == ["2", "0"]:
        break
    left = [secret for secret in left if score(guess, secret) == reply and secret != guess]
"""


def play(command: Sequence[str], secrets: Sequence[str] = ("32",), limit: int = 6, **how: float) -> list[Outcome]:
    time_limit, jobs = how.get("time_limit", AMPLE), int(how.get("jobs", 1))
    return list(play_command(command, codemakers(TINY, secrets, limit), jobs, time_limit))


def test_a_tree_without_the_branch_that_is_needed_is_named(tiny: Tree) -> None:
    labels = tiny.labels
    leaf = Tree.from_nodes(("12", True, []), game="bulls-2x3", labels=labels, winning=tiny.winning, losing=())
    won, lost = play_tree(leaf, codemakers(TINY, ["12", "32"], 6))
    assert won.is_won
    assert (lost.how, lost.detail) == ("dead branch", '"10" to 12 fits no secret; possible: 20')


def test_a_perfect_program_wins_every_game_whatever_the_number_of_jobs(program: WriteProgram, tiny: Tree) -> None:
    words = program(PERFECT)
    in_process = list(play_tree(tiny, codemakers(TINY, SECRETS, 6)))
    for jobs in (1, 4):
        outcomes = play(words, SECRETS, jobs=jobs)
        assert all(outcome.is_won for outcome in outcomes)
        assert [outcome.secret for outcome in outcomes] == SECRETS
        assert [outcome.steps for outcome in outcomes] == [outcome.steps for outcome in in_process]


def test_no_descriptor_is_left_open(program: WriteProgram) -> None:
    def count() -> int:
        return len(os.listdir("/proc/self/fd"))

    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("it counts descriptors in /proc, as on Linux")
    words = program("ask('12'); sys.exit(1)")
    before = count()
    play(words, ["32"] * 5, jobs=2)
    assert count() == before


def test_a_program_that_cannot_be_started_is_bad_input() -> None:
    for name in ("/nowhere/program", "no-such-program", "", "a\0b", os.curdir):
        with pytest.raises(BadInput, match="cannot be started"):
            play([name])


ROUNDS = Wording(changed(DIALECTS["plain"], rounds=4), rules.parse("bulls-2x3"))


def test_rounds_are_played_one_after_the_other_in_one_run(program: WriteProgram, tiny: Tree) -> None:
    searching = PERFECT.partition("while True:")
    one = f"left = [*all]\nwhile True:{searching[2]}"
    code = "all" + searching[0].strip()[4:] + "\nfor number in range(4):\n" + indent(one, "    ")
    outcomes = list(play_command(program(code), codemakers(ROUNDS, SECRETS, 6), 2, AMPLE))
    assert [(outcome.secret, outcome.how) for outcome in outcomes] == [(secret, "") for secret in SECRETS]
    assert [len(outcome.before) for outcome in outcomes] == [0, 1, 2, 3, 0, 1]
    by_tree = list(play_tree(tiny, codemakers(ROUNDS, SECRETS, 6)))
    assert [outcome.steps for outcome in by_tree] == [outcome.steps for outcome in outcomes]


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
    (outcome,) = play(command, ["12"])
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
        assert deaf.returncode == -signal.SIGKILL
        data = bytes(range(256)) * 4000
        assert programs.start(["cat"]).run(data) == (data, 0)
        assert programs.start(["wc", "-c"]).run(data)[0].strip() == b"1024000"  # silent until its input ends
        failing = programs.start(["sh", "-c", "echo said; printf %09999d 7 >&2; exit 3"], stderr=subprocess.PIPE)
        while not failing.has_ended:
            programs.wait()
        assert failing.end_and_read() == b"said\n"
        failing.end()
        assert (failing.last_words, failing.returncode) == (b"0" * 4095 + b"7", 3)


def test_a_signal_that_comes_at_the_end_is_not_lost_and_the_handlers_are_as_before() -> None:
    handled = (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD)
    before = [signal.getsignal(number) for number in handled]
    with pytest.raises(KeyboardInterrupt), Programs():
        signal.raise_signal(signal.SIGINT)
    with pytest.raises(SystemExit, match="143"), Programs():
        signal.raise_signal(signal.SIGTERM)
    assert [signal.getsignal(number) for number in handled] == before
