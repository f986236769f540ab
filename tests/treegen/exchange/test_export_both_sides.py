"""Exported libraries play both sides: every secret by the opponent and the keeper, and what they share with `player`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import player
from player.rules.cells import split, widest
from player.rules.names import parse, rules_of
from player.tree import Tree
from treegen.exchange.export.targets import LANGUAGES, render
from treegen.exchange.export.text import to_text

DRILLS = Path(__file__).parent / "drills"
NEEDS = {
    "cpp": "g++", "c": "gcc", "java": "javac", "javascript": "node", "go": "go", "rust": "rustc", "csharp": "mono",
    "kotlin": "kotlinc",
}  # fmt: skip
NAMES = {"java": "Main.java", "go": "drill.go", "javascript": "drill.mjs"}
LANGUAGE = [
    pytest.param(name, marks=[getattr(pytest.mark, f"needs_{NEEDS[name]}")] if name in NEEDS else [])
    for name in LANGUAGES
]


def drill(language: str) -> Path:
    return DRILLS / NAMES.get(language, f"drill{Path(LANGUAGES[language].driver).suffix}")


def run(language: str, folder: Path, tree: Tree, program: Path) -> str:
    """Compile a program with the library of a tree, and return what it prints."""
    row = LANGUAGES[language]
    (folder / row.library).parent.mkdir(exist_ok=True)
    (folder / row.library).write_text(render(language, tree, "library", None))
    shutil.copy(program, folder / row.driver)
    if language == "go":
        (folder / "go.mod").write_text("module driver\n\ngo 1.18\n")
    places = {"file": folder / row.driver, "folder": folder, "python": sys.executable}
    for command in (row.compile, row.run):
        words = [part.format(**places) for part in command]
        if words:
            done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=folder, timeout=300)
            assert (done.returncode, (done.stderr or done.stdout)[:2000] if done.returncode else "") == (0, "")
    return done.stdout


def evasive(tree: Tree) -> str:
    """The game of the tree's player with a keeper who commits to nothing."""
    rules, left, steps = rules_of(tree), None, []
    one = player.Player(tree)
    while one.guess is not None:
        cells = split(rules, one.guess, rules.secrets() if left is None else left)
        label = widest(cells, rules.labels[rules.winning])
        steps.append(f"{one.guess}:{label}")
        left = cells[label]
        one.answer(label)
    return ",".join(steps)


@pytest.mark.parametrize("language", LANGUAGE)
@pytest.mark.parametrize("name", ["bulls-4x10-any.total", pytest.param("mastermind-4x6.total", marks=pytest.mark.long)])
def test_every_secret_is_played_by_both_sides(name: str, language: str, tmp_path: Path) -> None:
    tree = player.open_tree(name)
    lines = run(language, tmp_path, tree, drill(language)).splitlines()
    assert lines == [*to_text(tree).splitlines(), f"evasive {evasive(tree)}", "refused 4"]
