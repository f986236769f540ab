"""Judges and programs that break their protocol: what they say is made up here, or said over real pipes."""

from __future__ import annotations

import os
import random
import resource
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from campaigns import Report
from campaigns.drawn import call, check_command, damage, token, write
from player.errors import LocalProtocolError
from player.judge.choose import choose
from player.judge.codebreaker import Codebreaker
from player.judge.codemaker import Codemaker as CodesMaker
from player.judge.conversation import ASK
from treegen.differentiate.graph import make_shape
from treegen.differentiate.session import Codemaker, play

if TYPE_CHECKING:
    from collections.abc import Callable

_COMMANDS = 10  # one in so many is a real judge or program
_LARGEST = 600 << 10  # KiB that a command, or what it starts, may take
_TREE = "bulls-4x10.entropy"

# What a program does, one after the other; {noted} is a file in which it lists what must not be left behind.
_STEPS = (
    "say(data())",
    "say(data())",
    "say(b'1234\\n' * random.choice((1, 3, 1000)))",
    "say(b'0\\n! 1\\n')",
    "say(b'? 1 1\\n' * random.choice((1, 30)))",
    "say(b'x' * (10 << 20))",
    "say(b'\\n' * (10 << 20))",
    "say(b'\\0')",
    "say(b'12')",
    "os.close(0)",
    "os.close(1)",
    "os.close(2)",
    "complain(data() * 1000)",
    "sys.stdin.readline()",
    "sys.stdin.readline()",
    "os.kill(os.getpid(), random.choice((6, 9, 11, 15, 19, 35, 64)))",
    "sys.exit(random.randrange(256))",
    "raise ValueError('x' * 10**6)",
    "[os.fork() or os._exit(0) for _ in range(30)]",
    "leave(lambda: None)",
    "leave(os.setsid)",
    "leave(lambda: (os.setsid(), os.fork() and os._exit(0)))",
    "leave(lambda: (os.setsid(), signal.signal(15, signal.SIG_IGN), os.closerange(0, 9)))",
    "time.sleep(0.1)",
    "time.sleep(60)",
)
_PROGRAM = """\
import os, random, signal, sys, time
random.seed({seed})
def say(text):
    while text:
        text = text[os.write(1, text):]
def complain(text):
    os.write(2, text)
def data():
    return random.choice((b'', random.randbytes(50), b'0123 ', b'1_0\\n', b'9' * 6000 + b'\\n', b'! 1\\n', b'\\xff\\n'))
def leave(escape):
    if not os.fork():
        escape()
        with open({noted!r}, 'a') as file:
            file.write(f'{{os.getpid()}}\\n')
        time.sleep(60)
    time.sleep(0.05)
"""


def attack(budget: int, seed: int, folder: Path) -> Report:
    """What is said to both ends of both conversations, and real programs and judges now and then."""
    report, rng = Report(), random.Random(seed)
    inputs = (_code_judge, _graph_judge, _code_program, _graph_program)
    for number in range(budget):
        what = f"seed {seed}, judge {number}"
        if number % _COMMANDS == 0:
            if number // _COMMANDS % 2:
                _run_judge(report, rng)
            else:
                _run_program(report, what, rng, folder)
            largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
            if largest > _LARGEST:
                report.fail(f"{what}: {largest >> 10} MiB were taken")
        else:
            data = _said(rng)
            call(report, f"{what}, {data[:100]!r}", rng.choice(inputs)(rng, data))
    return report


def _said(rng: random.Random) -> bytes:
    """What an end that breaks the protocol may say: damage to what is right, or pieces of anything."""
    good = rng.choice(
        (b"0 1\n1 1\n2 0\n4 0\n", b"3 1 2\n2 1\nWin\nDraw\nCorrect\n", b"0\n? 1 1\n! 1\n", b"0123\n4567\n")
    )
    if rng.randrange(2):
        return damage(rng, good * rng.choice((1, 1, 100)))
    return b" ".join(token(rng) for _ in range(rng.randint(0, 20)))


def _chunks(rng: random.Random, data: bytes) -> Callable[[], bytes]:
    """`data` as it may come over a wire: in pieces of any size, then nothing."""
    size = rng.choice((1, 3, 4096)) if len(data) < 5000 else 4096
    pieces = [data[at : at + size] for at in range(0, len(data), size)][::-1]
    return lambda: pieces.pop() if pieces else b""


def _code_judge(rng: random.Random, data: bytes) -> Callable[[], object]:
    read = _chunks(rng, data)

    def run() -> None:
        codebreaker = Codebreaker(*choose(rng.choice((None, "plain")), _TREE))
        while not codebreaker.is_over:
            if codebreaker.state == ASK:
                codebreaker.ask()
            while codebreaker.state not in (ASK, "won") and codebreaker.read() is None:
                codebreaker.receive(read())

    return run


def _graph_judge(rng: random.Random, data: bytes) -> Callable[[], object]:
    read = _chunks(rng, data)
    return lambda: play(read, lambda _: None)


def _code_program(rng: random.Random, data: bytes) -> Callable[[], object]:
    read = _chunks(rng, data)

    def run() -> None:
        wording, _ = choose(None, _TREE)
        codemaker = CodesMaker(wording, ["0123", "4567"], 7)
        while codemaker.state == ASK:
            if codemaker.read() is None:
                codemaker.receive(read())
            else:
                codemaker.answer()

    return run


def _graph_program(rng: random.Random, data: bytes) -> Callable[[], object]:
    read = _chunks(rng, data)

    def run() -> None:
        codemaker = Codemaker(make_shape("random", 5, 4), 3)
        try:
            while not codemaker.is_over:
                codemaker.receive(read())
                codemaker.reply()
        except LocalProtocolError as error:
            raise AssertionError(str(error)) from None  # ours, not the program's

    return run


def _run_judge(report: Report, rng: random.Random) -> None:
    data = rng.choice((_said(rng), b"\n" * (20 << 20), b"9" * (20 << 20), b"0 1\n" * (1 << 20), bytes(1 << 20)))
    program, words = rng.choice((("player", ["judge", _TREE]), ("treegen", ["differentiate", "--judge"])))
    check_command(report, program, words, data)


def _run_program(report: Report, what: str, rng: random.Random, folder: Path) -> None:
    noted = folder / "noted"
    noted.unlink(missing_ok=True)
    steps = [rng.choice(_STEPS) for _ in range(rng.randint(1, 6))]
    code = _PROGRAM.format(seed=rng.randrange(1000), noted=str(noted)) + "\n".join(steps) + "\n"
    command = ["--time-limit", "0.5", "--", sys.executable, "-I", "-S", write(folder, "program.py", code.encode())]
    if rng.randrange(2):
        secrets = ["--secret", "0123", "4567", "9876"]
        words = ["referee", _TREE, *secrets, "-j", str(rng.choice((1, 2))), *command]
        done = check_command(report, "player", words, codes=(0, 1))
    else:
        graph = write(folder, "graph", b"3 1 2\n2 1\n")
        # What it writes to standard error would be taken for the command's own.
        write(folder, "program.py", b"import os; os.dup2(os.open(os.devnull, os.O_WRONLY), 2)\n" + code.encode())
        done = check_command(report, "treegen", ["differentiate", graph, "--referee", *command], codes=(0, 1))
    if done is not None and done.returncode not in (0, 1):
        report.fail(f"{what}: {steps}")
    left = [pid for line in noted.read_text().split() if _is_alive(pid := int(line))] if noted.exists() else []
    if left and Path("/proc/self/stat").exists():
        report.fail(f"{what}: {len(left)} processes are left after {steps}")
        for pid in left:
            os.kill(pid, 9)


def _is_alive(pid: int) -> bool:
    """Whether a process runs on; a kill takes a moment."""
    for _ in range(100):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX":
                return False
        except OSError:
            return False
        time.sleep(0.01)
    return True
