"""Exported source code as it is read and compiled: its head, its names, compilers, submissions, and C of 16 bits."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from campaigns import hostile

import player
import treegen as tg
from player.cli.command import load
from player.errors import BadInput
from player.judge import referee
from player.judge.choose import choose
from player.judge.dialects import DIALECTS
from player.judge.wording import Wording
from player.judge.wrong_tree import changed
from player.tree import Tree
from treegen.exchange.export.targets import LANGUAGES, TARGETS, render
from treegen.exchange.export.text import to_text

ROOT = Path(__file__).resolve().parents[3]
DEFAULT = "bulls-4x10-any.total"
GXX: pytest.MarkDecorator = getattr(pytest.mark, "needs_g++")


@pytest.mark.parametrize("language", LANGUAGES)
def test_quiet_programs_and_those_of_listed_dialects_say_nothing(language: str) -> None:
    tree = player.open_tree("bulls-3x9.total")
    own = Wording(changed(DIALECTS["plain"], ask="? {guess}"), player.rules.names.parse(tree.game))
    size = len(render(language, tree, "program", own))
    assert "cannot read" in render(language, tree, "program", own)
    own.dialect.explains = False
    assert "cannot read" not in render(language, tree, "program", own)
    assert size - len(render(language, tree, "program", own)) < 900
    assert not any(row.explains or changed(row, limit=12).explains for row in DIALECTS.values())


def test_no_text_needs_escaping_and_lines_are_short() -> None:
    wording, tree = choose(Tree, None, None)
    for language in LANGUAGES:
        with hostile.unverified():  # which takes longer than all else
            source = render(language, tree, "program", wording)
        assert source.isascii()
        assert len(source.encode()) <= (21_000 if language == "rust" else 20_000)
        assert max(map(len, source.splitlines())) < 1100
        assert source.removeprefix("<?php\n").startswith(("//", "/*", "#"))
        head = "\n".join(source.splitlines()[:5])
        for word in (DEFAULT.split(".", maxsplit=1)[0], "26254:7:88", "Verified", "treegen solve", "0BSD"):
            assert word in head


def test_python_3_8_can_read_the_python_source() -> None:
    wording, tree = choose(Tree, None, None)
    with hostile.unverified():
        for form in ("program", "library", "driver"):
            ast.parse(render("python", tree, form, wording), feature_version=(3, 8))


@pytest.mark.parametrize(
    ("compiler", "standard", "language"),
    [  # c++11 and c99 are what all other tests compile with
        pytest.param("gcc", "c17", "c", marks=pytest.mark.needs_gcc),
        pytest.param("g++", "c++20", "cpp", marks=[GXX, pytest.mark.long]),
        pytest.param("clang++", "c++11", "cpp", marks=[pytest.mark.needs_clang, pytest.mark.long]),
        pytest.param("clang++", "c++20", "cpp", marks=[pytest.mark.needs_clang, pytest.mark.long]),
        pytest.param("clang", "c99", "c", marks=[pytest.mark.needs_clang, pytest.mark.long]),
    ],
)
def test_compilers_have_nothing_to_say(compiler: str, standard: str, language: str, tmp_path: Path) -> None:
    wording, tree = choose(Tree, None, "bulls-3x9.total")
    for form in TARGETS[language]:
        row = LANGUAGES[language]
        file = tmp_path / row.program
        if form == "library":
            (tmp_path / row.library).write_text(render(language, tree, form, wording))
            file = tmp_path / row.driver
        file.write_text(render(language, tree, "driver" if form == "library" else form, wording))
        options = [f"-std={standard}", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
        options += ["-Wconversion"] * (form != "packed")
        result = subprocess.run([compiler, *options, file], capture_output=True, text=True, check=False)
        assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.needs_go
def test_go_is_formatted(tmp_path: Path) -> None:
    wording, tree = choose(Tree, None, "bulls-3x9.total")
    for form in ("program", "library"):
        file = tmp_path / f"{form}.go"
        file.write_text(render("go", tree, form, wording))
        result = subprocess.run(["gofmt", "-d", file], capture_output=True, text=True, check=False)
        assert (result.returncode, result.stdout[:2000]) == (0, "")


@pytest.mark.parametrize(
    ("end", "language"),
    [
        pytest.param("cpp", "cpp", marks=GXX),
        ("py", "python"),
        pytest.param("java", "java", marks=pytest.mark.needs_javac),
    ],
)
@pytest.mark.parametrize("share", [1000, pytest.param(1, marks=pytest.mark.long)])
def test_the_submissions_win_as_they_are(end: str, language: str, share: int, tmp_path: Path) -> None:
    """One process a game, as a judge runs them; every secret with --long."""
    row = LANGUAGES[language]
    file = tmp_path / row.program
    shutil.copy(ROOT / "trees" / "submissions" / f"codeforces-753.{end}", file)
    if row.compile:
        subprocess.run([part.format(file=file, folder=tmp_path) for part in row.compile], check=True)
    command = [part.format(file=file, folder=tmp_path, python=sys.executable) for part in row.run]
    wording, _ = choose(Tree, None, None)
    secrets = wording.rules.secrets()[::share]
    summary = referee.summarise(referee.play_command(command, referee.codemakers(wording, secrets, 7), 2, 30.0))
    assert (summary.row()["won"], summary.losses) == (len(secrets), [])
    if share == 1:
        assert summary.row()["tally"] == "26254:7:88"


def export(words: list[str]) -> None:
    parser, verb = load("treegen", "export")
    verb.run(parser.read(words[1:]))


def test_a_java_library_may_be_in_a_package() -> None:
    assert "\npackage com.example.game;\n" in render("java", "bulls-3x9.total", "library", None, "com.example.game")


@pytest.mark.needs_go
def test_a_go_library_may_be_in_the_package_of_the_program(tmp_path: Path) -> None:
    words = ["export", "bulls-3x9.total", "--to", "go", "--form", "library", "--package", "main"]
    export([*words, "-o", str(tmp_path / "opponent.go")])
    with pytest.raises(BadInput, match="leave --package or --test out"):
        export([*words, "--test"])
    (tmp_path / "main.go").write_text("package main\n\nfunc main() { println(new(Opponent).Guess()) }\n")
    (tmp_path / "go.mod").write_text("module game\n\ngo 1.18\n")
    done = subprocess.run(["go", "run", "."], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stderr == "123\n"


@GXX
@pytest.mark.parametrize("pair", ["9, 9", "3, 1", "-1, 0", "0, 44", "10, 0"])
def test_two_numbers_that_no_secret_gives_are_refused_in_cpp(pair: str, pairs: Path) -> None:
    done = subprocess.run([pairs, *pair.split(", ")], capture_output=True, text=True, check=False)
    told = pair.replace(", ", "")
    assert (done.returncode, done.stdout) == (0, f"{told}: no secret gives this feedback\n")


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program that answers the first guess with the two numbers it is given."""
    folder = tmp_path_factory.mktemp("pairs")
    (folder / "opponent.hpp").write_text(render("cpp", "bulls-3x9.total", "library", None, "game"))
    (folder / "main.cpp").write_text(
        '#include <cstdio>\n#include "opponent.hpp"\nint main(int, char** words) {\n'
        "    game::Opponent one;\n    try {\n        std::puts(one.answer(std::stoi(words[1]), std::stoi(words[2])));\n"
        "    } catch (const std::invalid_argument& error) {\n        std::puts(error.what());\n    }\n}\n"
    )
    subprocess.run(["g++", "-std=c++11", "-Wall", "-Werror", "main.cpp", "-o", "main"], cwd=folder, check=True)
    return folder / "main"


@pytest.mark.needs_javac
def test_a_java_program_begins_with_main_and_runs_as_saved(tmp_path: Path) -> None:
    """Judges compile Main.java; Java itself runs the first class of a file of any name."""
    wording, tree = choose(Tree, None, "bulls-3x9.total")
    source = render("java", tree, "program", wording)
    assert source.index("class Main") < source.index("class Opponent")
    (tmp_path / "mine.java").write_text(source)
    words = ["java", "-XX:TieredStopAtLevel=1", str(tmp_path / "mine.java")]
    done = subprocess.run(words, input="3 0\n", capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "123\n", "")


AVR: tuple[pytest.MarkDecorator, ...] = (getattr(pytest.mark, "needs_avr-gcc"), pytest.mark.needs_simavr)
DRILLS = Path(__file__).parent / "drills"
COMPILE_AVR = ("avr-gcc", "-mmcu=atmega328p", "-Os", "-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Werror")


def compile_avr(folder: Path, tree: Tree) -> subprocess.CompletedProcess[str]:
    (folder / "opponent.h").write_text(render("c", tree, "library", None, "opponent"))
    (folder / "drill.h").write_text((DRILLS / "drill.c").read_text())
    command = [*COMPILE_AVR, "-I", str(folder), str(DRILLS / "avr.c"), "-o", str(folder / "drill.elf")]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@AVR[0]
@AVR[1]
def test_every_secret_is_played_by_both_sides_with_16_bits(tmp_path: Path) -> None:
    tree = tg.build("bulls-3x4")
    done = compile_avr(tmp_path, tree)
    assert (done.returncode, done.stderr) == (0, "")
    command = ["simavr", "-m", "atmega328p", "-f", "16000000", str(tmp_path / "drill.elf")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    # The simulator colours what the port sends, and writes a line end as a full stop, too.
    said = re.sub(r"\x1b\[\d*m", "", done.stdout + done.stderr)
    lines = re.findall(r"^((?:\d|evasive|refused).*?)\.?$", said, re.MULTILINE)
    assert lines[: tree.secrets] == to_text(tree).splitlines()
    assert lines[tree.secrets].startswith("evasive 123:")
    assert lines[tree.secrets + 1] == "refused 5"


@AVR[0]
@AVR[1]
def test_tables_leave_the_memory_of_a_small_chip_free(tmp_path: Path) -> None:
    """Both sides play every secret, which comes from the tree itself."""
    tree = tg.build("bulls-3x4")
    (tmp_path / "opponent.h").write_text(render("c", tree, "tables", None, "opponent"))
    command = [*COMPILE_AVR, "-I", str(tmp_path), str(DRILLS / "tables.c"), "-o", str(tmp_path / "drill.elf")]
    subprocess.run(command, check=True)
    sizes = subprocess.run(["avr-size", tmp_path / "drill.elf"], capture_output=True, text=True, check=True)
    assert sum(map(int, sizes.stdout.splitlines()[1].split()[1:3])) < 200
    command = ["simavr", "-m", "atmega328p", "-f", "16000000", str(tmp_path / "drill.elf")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    said = re.sub(r"\x1b\[\d*m", "", done.stdout + done.stderr)
    assert sorted(re.findall(r"^(\d{3} .*?)\.?$", said, re.MULTILINE)) == to_text(tree).splitlines()


@AVR[0]
@AVR[1]
@pytest.mark.parametrize("name", ["bulls-3x9.total", "bulls-4x10.total"])
def test_a_tree_that_does_not_fit_is_an_error(name: str, tmp_path: Path) -> None:
    """The first one is larger than the memory of this machine, the second than its addresses."""
    done = compile_avr(tmp_path, player.open_tree(name))
    assert done.returncode != 0
    assert re.search(r'#error "this tree takes \d+ bytes of memory, which this machine does not have"', done.stderr)


@pytest.mark.needs_tsc
@pytest.mark.parametrize("modules", ["nodenext", pytest.param("node16", marks=pytest.mark.long)])
def test_the_types_of_a_javascript_library_are_found(modules: str, tmp_path: Path) -> None:
    words = [
        "export",
        "bulls-3x9.total",
        "--to",
        "javascript",
        "--form",
        "library",
        "-o",
        str(tmp_path / "opponent.mjs"),
    ]
    export(words)
    (tmp_path / "own.mts").write_text(
        'import { Keeper, Opponent, feedback, isGuess, secrets } from "./opponent.mjs";\n'
        "const game: Opponent = new Opponent(), keeper = new Keeper(secrets()[0]), left: number = game.left;\n"
        'const label: string = keeper.answer(game.guess ?? ""), found: boolean = keeper.isFound || isGuess("123");\n'
        'export const all: string[] = [...game.candidates(), label, feedback("123", "124"), `${left} ${found}`];\n'
        "// @ts-expect-error: a label is a text\ngame.answer(1);\n"
    )
    command = ["tsc", "--strict", "--noEmit", "--target", "es2022", "--lib", "es2022", "--module", modules, "own.mts"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
