"""Shared by the tests of the runtime: the command as words, small trees, and programs that misbehave."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from player import Tree
from player.rules import names as rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from player.tree import Node

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


def naive_tree(name: str) -> Tree:
    """The tree that always asks the first candidate."""
    game = rules.parse(name)
    index = {label: i for i, label in enumerate(game.labels)}

    def node(candidates: list[str]) -> Node:
        guess = candidates[0]
        cells: dict[int, list[str]] = {}
        for secret in candidates[1:]:
            cells.setdefault(index[game.feedback(guess, secret)], []).append(secret)
        return guess, True, [(feedback, node(cell)) for feedback, cell in sorted(cells.items())]

    return Tree.from_nodes(node(game.secrets()), game=game.name, labels=game.labels, winning=game.winning, losing=())


@pytest.fixture(scope="session")
def naive() -> Callable[[str], Tree]:
    """`naive(game)` is that game's naive tree."""
    return naive_tree


@pytest.fixture
def tiny() -> Tree:
    """`bulls-2x3` by the first candidate: 6 secrets."""
    return naive_tree("bulls-2x3")


@pytest.fixture
def tiny_path(tmp_path: Path, tiny: Tree) -> str:
    """The file of `tiny`."""
    return write_tree(tmp_path, tiny)


@pytest.fixture
def naive_path(tmp_path: Path) -> Callable[[str], str]:
    """`naive_path(game)` is the file of that game's naive tree."""
    return lambda name: write_tree(tmp_path, naive_tree(name))


def write_tree(folder: Path, tree: Tree) -> str:
    path = folder / f"{tree.game}.tree"
    path.write_bytes(tree.to_bytes())
    return str(path)


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
