"""Shared by the tests of the runtime: the command as words, small trees, and programs that misbehave."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import treegen as tg

if TYPE_CHECKING:
    from collections.abc import Callable

    from player import Tree

sys.path.append(str(Path(__file__).parents[1] / "twins"))


@pytest.fixture(scope="session")
def player_words() -> list[str]:
    """The words that start the command `player`: for tests that talk to it while it runs."""
    return [str(Path(sys.executable).with_name("player"))]


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], list[str]]:
    """Write a program that plays the guesser over pipes; `ask(guess)` in it returns the reply's two numbers."""
    prelude = (
        "import os, signal, sys, time\n"
        "def ask(guess):\n"
        "    print(guess, flush=True)\n"
        "    return sys.stdin.readline().split()\n"
    )

    def write(code: str) -> list[str]:
        path = tmp_path / f"program{len(list(tmp_path.iterdir()))}.py"
        path.write_text(prelude + code)
        return [sys.executable, "-I", "-S", str(path)]

    return write


@pytest.fixture(scope="session")
def naive() -> Callable[[str], Tree]:
    """`naive(game)` is that game's tree that always asks the first candidate."""
    return lambda name: tg.build(name, "first", max_depth=None)


@pytest.fixture
def tiny(naive: Callable[[str], Tree]) -> Tree:
    """The naive tree of `bulls-2x3`: 6 secrets."""
    return naive("bulls-2x3")


@pytest.fixture
def tiny_path(tmp_path: Path, tiny: Tree) -> str:
    """The file of `tiny`."""
    tiny.write(tmp_path / "bulls-2x3.tree")
    return str(tmp_path / "bulls-2x3.tree")


@pytest.fixture
def is_alive() -> Callable[[int], bool]:
    """Whether a process runs on; one that has ended and was not waited for does not, nor one that is being killed."""
    if not Path("/proc/self/stat").exists():
        pytest.skip("it looks for processes in /proc, as on Linux")

    def look(pid: int) -> bool:
        # A kill is sent at once, but takes effect when the process is next scheduled.
        for _ in range(500):
            try:
                if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX":
                    return False
            except (FileNotFoundError, ProcessLookupError):
                return False
            time.sleep(0.01)
        return True

    return look
