"""A user's program with every public name runs, and has no type error for mypy --strict.

Users need neither our settings nor stubs of our dependencies, so the checker runs without them.
"""

from __future__ import annotations

import ast
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import player
import treegen

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = Path(__file__).with_name("user_program.py")
# Programs with one mistake each, and the words by which a checker names it.
MISTAKES = {
    "tg.bild('bulls-2x4')": "bild",
    "tg.build(3)": "Game | str",
    "tg.next_guesses('bulls-2x4')[0]['gess']": "gess",
    "tg.review('bulls-2x4', '12:01')[0]['cost'] + 1": "None",
    "player.Player('bulls-4x10').answer(1)": "answer",
    "player.open_tre('bulls-4x10')": "open_tre",
}


def test_it_has_every_public_name() -> None:
    named = {
        (node.value.id, node.attr)
        for node in ast.walk(ast.parse(PROGRAM.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    for alias, package in (("tg", treegen), ("player", player)):
        assert {name for name in package.__all__ if (alias, name) not in named} == set()


@pytest.mark.needs_core
def test_it_runs(tmp_path: Path) -> None:
    program = SimpleNamespace(**runpy.run_path(str(PROGRAM)))
    program.use(tmp_path)
    assert program.fail() == ["no tree of depth 4 exists (proved)"]


@pytest.mark.long  # scripts/test --all checks the program with our own settings
def test_mypy_finds_the_mistakes_and_no_others(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    lines = ["import player", "import treegen as tg", *(f"print({mistake})" for mistake in MISTAKES)]
    (tmp_path / "mistakes.py").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / PROGRAM.name).write_bytes(PROGRAM.read_bytes())
    # Half of the time would go to libraries whose types are in no result but that of plots.
    skipped = "[mypy]\n[mypy-IPython.*,distributed.*,dask.*,matplotlib.*]\nfollow_imports = skip\n"
    (tmp_path / "mypy.ini").write_text(skipped, encoding="utf-8")
    options = ["--strict", "--config-file=mypy.ini", "--follow-imports=silent", "--cache-dir=/dev/null"]
    told = subprocess.run(
        [sys.executable, "-m", "mypy", *options, PROGRAM.name, "mistakes.py"], cwd=tmp_path, timeout=300, check=False,
        env={**os.environ, "MYPYPATH": str(ROOT) * request.config.getoption("--checkout")}, capture_output=True,
        encoding="utf-8",
    ).stdout  # fmt: skip
    errors = re.findall(r"^(.*?):(\d+): error: (.*)$", told, re.MULTILINE)
    assert [error for error in errors if error[0] != "mistakes.py"] == []
    for number, words in enumerate(MISTAKES.values(), 3):
        assert any(int(line) == number and words in text for _, line, text in errors), (words, told)
