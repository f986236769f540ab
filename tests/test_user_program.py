"""A user's program with every public name runs, and has no type error for mypy --strict and for pyright.

Users need neither our settings nor stubs of our dependencies, so the checkers run without them.  pyright is used where
it is installed only: the package of that name on PyPI downloads the checker when it is first started.
"""

from __future__ import annotations

import ast
import json
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import player
import treegen
from treegen.insight import rowtypes

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


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Holds the program, and one whose lines from 3 on are MISTAKES."""
    lines = ["import player", "import treegen as tg", *(f"print({mistake})" for mistake in MISTAKES)]
    (tmp_path / "mistakes.py").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "user_program.py").write_bytes(PROGRAM.read_bytes())
    return tmp_path


@pytest.fixture
def paths(request: pytest.FixtureRequest) -> list[str]:
    """Where a checker looks for the packages, besides among what is installed."""
    return [str(ROOT)] if request.config.getoption("--checkout") else []


def run(arguments: list[str], folder: Path, paths: list[str]) -> str:
    environment = {**os.environ, "MYPYPATH": os.pathsep.join(paths)}
    return subprocess.run(
        arguments, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=300, check=False
    ).stdout


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
    best = program.build(tmp_path)
    assert program.prove(tmp_path / "best.tree")
    assert len(program.analyse("12:01")) == 3
    assert program.play() == ["0123", "1456", "4530", "7605"]
    assert program.fail()[0] == "no tree of depth 4 exists (proved)"
    assert best == player.open_tree(tmp_path / "best.tree")


def test_mypy_finds_the_mistakes_and_no_others(folder: Path, paths: list[str]) -> None:
    # Half of the time would go to libraries whose types are in no result but that of plots.
    skipped = "[mypy]\n[mypy-IPython.*,distributed.*,dask.*,matplotlib.*]\nfollow_imports = skip\n"
    (folder / "mypy.ini").write_text(skipped, encoding="utf-8")
    options = ["--strict", "--config-file=mypy.ini", "--follow-imports=silent", "--cache-dir=/dev/null"]
    checker = [sys.executable, "-m", "mypy", *options]
    told = run([*checker, "user_program.py", "mistakes.py"], folder, paths)
    check_mistakes(
        [(file, int(line), text) for file, line, text in re.findall(r"^(.*?):(\d+): error: (.*)$", told, re.MULTILINE)]
    )


@pytest.mark.needs_pyright
def test_pyright_finds_the_mistakes_and_no_others(folder: Path, paths: list[str]) -> None:
    settings = {"typeCheckingMode": "strict", "extraPaths": paths, "include": ["*.py"]}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    told = json.loads(run(["pyright", "--pythonpath", sys.executable, "--outputjson"], folder, paths))
    check_mistakes(
        [
            (Path(one["file"]).name, one["range"]["start"]["line"] + 1, one["message"])
            for one in told["generalDiagnostics"]
        ]
    )


def check_mistakes(told: list[tuple[str, int, str]]) -> None:
    """What a checker says, as file, line and text: each of MISTAKES in the right words, and nothing of the program."""
    assert [one for one in told if one[0] != "mistakes.py"] == []
    for number, words in enumerate(MISTAKES.values(), 3):
        assert any(line == number and words in text for _, line, text in told), (words, told)


ROWS: dict[str, tuple[tuple[Any, ...], type]] = {
    "table": (("12",), rowtypes.CellRow),
    "guesses_by_information": ((), rowtypes.GroupRow),
    "next_guesses": (("12:01",), rowtypes.NextRow),
    "review": (("12:01,12:02,34:20",), rowtypes.ReviewRow),
    "compare": ((["entropy"],), rowtypes.ComparisonRow),
}


@pytest.mark.parametrize("name", ROWS)
def test_rows_have_the_keys_of_their_types(name: str) -> None:
    arguments, kind = ROWS[name]
    all_keys, required = kind.__annotations__.keys(), getattr(kind, "__required_keys__")  # noqa: B009
    for row in getattr(treegen, name)("bulls-2x4", *arguments):
        assert required <= row.keys() <= all_keys
