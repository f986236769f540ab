"""Exported libraries play both sides: every secret, by the opponent and the keeper, and an evasive keeper."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import player
import treegen as tg
from player.judge.choose import choose
from player.rules.cells import split, widest
from player.rules.feedback import PAIRS
from player.rules.names import parse, rules_of
from player.tree import Tree
from treegen.exchange.export.targets import LANGUAGES, render
from treegen.exchange.export.text import to_text

if TYPE_CHECKING:
    from collections.abc import Callable

    RunCommand = Callable[..., subprocess.CompletedProcess[str]]

DRILLS = Path(__file__).parent / "drills"
LARGE = ("bulls-4x10-any.total", "mastermind-4x6.total")
NEEDS = {
    "cpp": "g++", "c": "gcc", "java": "javac", "javascript": "node", "go": "go", "rust": "rustc", "csharp": "mono",
    "kotlin": "kotlinc javac",
}  # fmt: skip
NAMES = {"java": "Main.java", "python": "drill.py.txt"}
LANGUAGE = {
    name: pytest.param(
        name, marks=[getattr(pytest.mark, f"needs_{program}") for program in NEEDS.get(name, "").split()]
    )
    for name in LANGUAGES
}
# Of Kotlin, whose compiler takes seconds, one test is enough.
QUICK = [*list(LANGUAGE.values())[:-1], pytest.param("kotlin", marks=[*LANGUAGE["kotlin"].marks, pytest.mark.long])]


def drill(language: str) -> Path:
    return DRILLS / NAMES.get(language, f"drill{Path(LANGUAGES[language].driver).suffix}")


def run(language: str, folder: Path, tree: Tree) -> str:
    """Compile the drill of a language with the library of a tree, and return what it prints."""
    row = LANGUAGES[language]
    (folder / row.library).parent.mkdir(exist_ok=True)
    (folder / row.library).write_text(render(language, tree, "library", None))
    lines = drill(language).read_text().splitlines(keepends=True)
    has_pairs = parse(tree.game).rule.name in PAIRS
    (folder / row.driver).write_text("".join(line for line in lines if has_pairs or "two numbers" not in line))
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


def check(language: str, folder: Path, tree: Tree) -> None:
    lines = run(language, folder, tree).splitlines()
    assert lines == [*to_text(tree).splitlines(), f"evasive {evasive(tree)}", "refused 4"]


@pytest.mark.parametrize("language", LANGUAGE.values())
@pytest.mark.parametrize("name", ["bulls-3x9.total", *(pytest.param(name, marks=pytest.mark.long) for name in LARGE)])
def test_every_secret_is_played_by_both_sides(name: str, language: str, tmp_path: Path) -> None:
    check(language, tmp_path, player.open_tree(name))


GAMES = ["bulls-3x5-matches", "bulls-3x4-any-each", "match-4x3", "marks-3x4", "bulls-3x5-any-nozero=0123A"]


@pytest.mark.parametrize("language", QUICK)
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_scored_as_player_scores_it(game: str, language: str, tmp_path: Path) -> None:
    check(language, tmp_path, tg.build(tg.game(game)))


@pytest.mark.needs_javac
def test_a_java_library_may_be_in_a_package(run_treegen: RunCommand, tmp_path: Path) -> None:
    words = ("export", "bulls-3x9.total", "--to", "java", "--form", "library", "--package", "com.example.game")
    done = run_treegen(*words, "-o", tmp_path / "Opponent.java")
    assert (done.returncode, done.stderr) == (0, "")
    main = DRILLS.joinpath("Main.java").read_text()
    (tmp_path / "Main.java").write_text("import com.example.game.Opponent;\n" + main)
    files = [tmp_path / "Opponent.java", tmp_path / "Main.java"]
    subprocess.run(["javac", "-Xlint:all", "-Werror", "-d", tmp_path, *files], check=True)
    assert (tmp_path / "com" / "example" / "game" / "Opponent.class").exists()
    done = subprocess.run(["java", "-cp", tmp_path, "Main"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(to_text("bulls-3x9.total"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--to", "java", "--form", "library", "--package", "a;b"), "it takes a name such as com.example.game"),
        (("--to", "java", "--form", "library", "--package", "com.new"), "without reserved words"),
        (("--to", "java", "--form", "library", "--package", "a", "--test"), "leave --package or --test out"),
        (("--to", "java", "--package", "a"), "only to --form library of java and kotlin"),
        (("--to", "c", "--form", "library", "--package", "a"), "only to --form library of java and kotlin"),
        (("--to", "json", "--package", "a"), "--package applies only to"),
    ],
)
def test_a_package_that_cannot_be_is_refused(run_treegen: RunCommand, words: tuple[str, ...], told: str) -> None:
    done = run_treegen("export", "bulls-3x9.total", *words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert told in done.stderr


@pytest.mark.needs_javac
def test_a_java_program_begins_with_main_and_runs_as_saved(tmp_path: Path) -> None:
    """Judges compile Main.java; Java itself runs the first class of a file of any name."""
    wording, tree = choose(None, "bulls-3x9.total")
    source = render("java", tree, "program", wording)
    assert source.index("class Main") < source.index("class Opponent")
    for name in ("Main.java", "mine.java"):
        (tmp_path / name).write_text(source)
        done = subprocess.run(
            ["java", tmp_path / name], input="3 0\n", capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "123\n", "")
