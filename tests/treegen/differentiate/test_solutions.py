"""The programs to paste at Codeforces 1442F, refereed as the judge runs them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from treegen.differentiate.graph import SHAPES, Graph, make_shape, make_shapes
from treegen.differentiate.referee import play
from treegen.differentiate.solutions import read_solution

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import RunCommand

STRICT = ["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror"]
SANITIZED = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-D_GLIBCXX_ASSERTIONS"]
NEEDS_COMPILER = getattr(pytest.mark, "needs_g++")
KINDS = ["python", pytest.param("cpp", marks=NEEDS_COMPILER), pytest.param("sanitized", marks=NEEDS_COMPILER)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("solutions")
    for language in ("cpp", "python"):
        (folder / f"solution.{language}").write_text(read_solution(language))
    if shutil.which("g++"):
        for name, options in (("cpp", ["-O2"]), ("sanitized", SANITIZED)):
            subprocess.run([*STRICT, *options, "-x", "c++", folder / "solution.cpp", "-o", folder / name], check=True)
    return folder


def command(kind: str, folder: Path) -> list[str]:
    return [sys.executable, str(folder / "solution.python")] if kind == "python" else [str(folder / kind)]


def win(command: list[str], graph: Graph, games: int) -> int:
    """Play, and return the number of changes."""
    result = play(command, graph, games, time_limit=60.0)
    assert (result.how, result.detail, len(result.questions)) == ("", "", games)
    assert max(result.questions) <= 20
    return result.changes


@pytest.mark.parametrize("kind", KINDS)
def test_every_vertex_of_small_graphs_is_found(kind: str, folder: Path) -> None:
    for number, n in enumerate((1, 2, 3, 4, 19, 20, 21, 120)):
        shapes = SHAPES if kind != "python" else (SHAPES[number % 6], SHAPES[(number + 3) % 6])
        for shape in shapes:
            win(command(kind, folder), make_shape(shape, n, 1000), n + 1)


@pytest.mark.parametrize(
    ("kind", "shapes"),
    [
        ("python", SHAPES[:2]),
        pytest.param("python", SHAPES[2:], marks=pytest.mark.long),
        pytest.param("cpp", SHAPES, marks=NEEDS_COMPILER),
        pytest.param("sanitized", SHAPES, marks=[NEEDS_COMPILER, pytest.mark.long]),
    ],
)
def test_the_largest_graphs(kind: str, shapes: tuple[str, ...], folder: Path) -> None:
    for shape in shapes:
        win(command(kind, folder), make_shape(shape), 20)


@NEEDS_COMPILER  # type: ignore[untyped-decorator]
@pytest.mark.parametrize("shape", SHAPES)
def test_both_languages_say_the_same(shape: str, folder: Path) -> None:
    text = make_shape(shape, 300, 9000, games=1).to_text() + "Draw\n" * 3
    said = [
        subprocess.run(command(kind, folder), input=text, capture_output=True, text=True, check=True)
        for kind in ("cpp", "python")
    ]
    assert said[0].stdout == said[1].stdout
    assert not said[0].stderr + said[1].stderr


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("reply", ["", "Slow\n", "Wrong\n", "Draw\n" * 9])
def test_they_end_when_the_judge_does(kind: str, reply: str, folder: Path) -> None:
    done = subprocess.run(command(kind, folder), input=f"3 0 2\n{reply}", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_two_hundred_graphs_of_two_thousand_games(kind: str, folder: Path) -> None:
    for _, graph in make_shapes(200, seed=1442):
        win(command(kind, folder), graph, 2000)


@pytest.mark.parametrize("language", ["cpp", "python"])
def test_the_command_writes_them(run_treegen: RunCommand, language: str, tmp_path: Path) -> None:
    text = read_solution(language)
    assert len(text) < 64 << 10
    assert run_treegen("differentiate", "--to", language).stdout == text
    run_treegen("differentiate", "--to", language, "-o", str(tmp_path / "mine"))
    assert (tmp_path / "mine").read_text() == text


def test_the_referee_makes_graphs(run_treegen: RunCommand) -> None:
    silent = ["--time-limit", "0.05", "--format", "csv", "--", sys.executable, "-c", "pass"]
    done = run_treegen("differentiate", "--referee", "--graphs", "8", *silent)
    head, *rows = done.stdout.splitlines()
    assert "cpu_seconds" in head
    assert [row.partition(",")[0] for row in rows] == [*SHAPES, *SHAPES[:2]]
