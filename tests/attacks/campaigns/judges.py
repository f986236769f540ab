"""Judges and programs that break their protocol: what they say is made up here, or said over real pipes."""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from campaigns import Fault, campaign
from campaigns.commands import tried
from campaigns.drawn import damage, token, write
from player.errors import LocalProtocolError
from player.judge.choose import choose
from player.judge.codemaker import Codemaker
from player.judge.conversation import ASK, Codebreaker
from player.tree import Tree
from treegen.differentiate.graph import make_shape
from treegen.differentiate.session import GraphCodemaker, play

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
    "leave(lambda: os.fork() and os._exit(0))",
    "leave(lambda: (signal.signal(15, signal.SIG_IGN), os.closerange(0, 9)))",
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


@campaign
def attack(draw: Random, number: int, folder: Path) -> str:
    """What is said to an end of a conversation, and now and then to a real judge or program."""
    if number % _COMMANDS:
        data = _said(draw)
        draw.choice((_code_judge, _graph_judge, _code_program, _graph_program))(_chunks(draw, data))
        return "taken"
    outcome = _run_judge(draw, folder) if number // _COMMANDS % 2 else _run_program(draw, folder)
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    if largest > _LARGEST:
        raise Fault(f"{largest >> 10} MiB were taken")
    return outcome


def _said(draw: Random) -> bytes:
    """What an end that breaks the protocol may say: damage to what is right, or pieces of anything."""
    good = draw.choice(
        (b"0 1\n1 1\n2 0\n4 0\n", b"3 1 2\n2 1\nWin\nDraw\nCorrect\n", b"0\n? 1 1\n! 1\n", b"0123\n4567\n")
    )
    if draw.randrange(2):
        return damage(draw, good * draw.choice((1, 1, 100)))
    return b" ".join(token(draw) for _ in range(draw.randint(0, 20)))


def _chunks(draw: Random, data: bytes) -> Callable[[], bytes]:
    """`data` as it may come over a wire: in pieces of any size, then nothing."""
    size = draw.choice((1, 3, 4096)) if len(data) < 5000 else 4096
    pieces = [data[at : at + size] for at in range(0, len(data), size)][::-1]
    return lambda: pieces.pop() if pieces else b""


def _code_judge(read: Callable[[], bytes]) -> None:
    codebreaker = Codebreaker(*choose(Tree, "plain", _TREE))
    while not codebreaker.is_over:
        if codebreaker.state == ASK:
            codebreaker.ask()
        while codebreaker.state not in (ASK, "won") and codebreaker.read() is None:
            codebreaker.receive(read())


def _graph_judge(read: Callable[[], bytes]) -> None:
    play(read, lambda _: None)


def _code_program(read: Callable[[], bytes]) -> None:
    codemaker = Codemaker(choose(Tree, None, _TREE)[0], ["0123", "4567"], 7)
    while codemaker.state == ASK:
        if codemaker.read() is None:
            codemaker.receive(read())
        else:
            codemaker.answer()


def _graph_program(read: Callable[[], bytes]) -> None:
    codemaker = GraphCodemaker(make_shape("random", 5, 4), 3)
    try:
        while not codemaker.is_over:
            codemaker.receive(read())
            codemaker.reply()
    except LocalProtocolError as error:
        raise Fault(str(error)) from None  # ours, not the program's


def _run_judge(draw: Random, folder: Path) -> str:
    data = draw.choice((_said(draw), b"\n" * (20 << 20), b"9" * (20 << 20), b"0 1\n" * (1 << 20), bytes(1 << 20)))
    return tried(*draw.choice((("player", ["judge", _TREE]), ("treegen", ["differentiate", "--judge"]))), folder, data)


def _run_program(draw: Random, folder: Path) -> str:
    noted = folder / "noted"
    noted.unlink(missing_ok=True)
    steps = [draw.choice(_STEPS) for _ in range(draw.randint(1, 6))]
    code = _PROGRAM.format(seed=draw.randrange(1000), noted=str(noted)) + "\n".join(steps) + "\n"
    command = ["--time-limit", "0.5", "--", sys.executable, "-I", "-S", write(folder, "program.py", code.encode())]
    if draw.randrange(2):
        secrets = ["--secret", "0123", "4567", "9876", "-j", str(draw.choice((1, 2)))]
        outcome = tried("player", ["referee", _TREE, *secrets, *command], folder, codes=(0, 1))
    else:
        graph = write(folder, "graph", b"3 1 2\n2 1\n")
        # What it writes to standard error would be taken for the command's own.
        write(folder, "program.py", b"import os; os.dup2(os.open(os.devnull, os.O_WRONLY), 2)\n" + code.encode())
        outcome = tried("treegen", ["differentiate", graph, "--referee", *command], folder, codes=(0, 1))
    left = [pid for line in noted.read_text().split() if _is_alive(pid := int(line))] if noted.exists() else []
    if left and Path("/proc/self/stat").exists():
        for pid in left:
            os.kill(pid, 9)
        raise Fault(f"{len(left)} processes are left after {steps}")
    return outcome


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
