"""Exported source code in every language that this machine can compile or run: all secrets, hostile input, versions."""

from __future__ import annotations

import ast
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import player
from player.judge import referee
from player.judge.choose import choose
from player.judge.custom import changed
from player.judge.dialects import DIALECTS
from player.judge.wording import Wording
from treegen.exchange.export.harness import built, play_rounds
from treegen.exchange.export.targets import LANGUAGES, TARGETS, render

ROOT = Path(__file__).resolve().parents[3]
DEFAULT = "bulls-4x10-any.total"
TREES = {DEFAULT: "26254:7:88", "mastermind-4x6.total": "5625:6:7", "bulls-3x9.total": "2337:6:55"}
NEEDS = {  # the marker of each language: scripts/test installs node, where that is cheap, and names what is left out
    "cpp": getattr(pytest.mark, "needs_g++"),
    "c": pytest.mark.needs_gcc,
    "java": pytest.mark.needs_javac,
    "javascript": pytest.mark.needs_node,
    "go": pytest.mark.needs_go,
    "rust": pytest.mark.needs_rustc,
    "csharp": pytest.mark.needs_mono,
    "kotlin": pytest.mark.needs_kotlinc,
}


def marks(language: str, *more: pytest.MarkDecorator) -> list[pytest.MarkDecorator]:
    # Kotlin's package brings no Java, and its compiler takes seconds; test_export_both_sides runs it once, always.
    java = [pytest.mark.needs_javac, pytest.mark.long] * (language == "kotlin")
    return [*([NEEDS[language]] if language in NEEDS else []), *java, *more]


def is_slow(tree: str, language: str, form: str) -> bool:
    """What takes the compilers longest is left for --long in all but one tree."""
    usual = DEFAULT if (language, form) == ("cpp", "packed") else "bulls-3x9.total"
    return tree != usual and (form == "library" or language in ("cpp", "java", "kotlin"))


FORMS = [
    pytest.param(tree, language, form, marks=marks(language, *[pytest.mark.long] * is_slow(tree, language, form)))
    for tree in TREES
    for language in LANGUAGES
    for form in TARGETS[language].forms
]
SPOKEN = [
    pytest.param(language, form, marks=marks(language))
    for language in LANGUAGES
    for form in TARGETS[language].forms
    if form != "library"
]


def in_rounds(tree: str) -> Wording:
    """The dialect that the tree is played in, with the number of rounds in the first line: one process for all."""
    wording, _ = choose(None, tree)
    return Wording(changed(wording.dialect, rounds=0), wording.rules)


@pytest.mark.parametrize(("tree", "language", "form"), FORMS)
def test_every_secret_is_won_with_the_trees_own_tally(tree: str, language: str, form: str) -> None:
    wording = in_rounds(tree)
    with built(language, player.open_tree(tree), form, wording) as command:
        library = player.open_tree(tree) if form == "library" else None
        summary = referee.summarise(play_rounds(command, wording, wording.rules.secrets(), library))
    assert (summary.row()["tally"], summary.losses) == (TREES[tree], [])


HOSTILE = {
    "nothing": b"",
    "garbage": bytes(range(256)) * 20,
    "a very long line": b"x" * 3_000_000,
    "a long number": b"0" * 3_000_000 + b" 1\n",
    "a reply that no secret gives here": b"0 4\n0 4\n0 4\n0 4\n0 0\n",
    "a reply that no secret gives at all": b"3 1\n",
    "half a reply": b"0",
    "only line ends": b"\n" * 100_000,
    "the same for ever": b"0 1\n" * 10_000,
    "more after the end": b"4 0\n4 0\n0 1\n",
    "10 MB in one line": b"0 1\n" + b"9" * 10_000_000,
    "10 MB of blanks": b" " * 10_000_000,
    "NUL bytes": b"\0" * 100_000,
    "NUL within a reply": b"0\0 1\n0 1\0\n\0000 1\n",
    "bytes above ASCII": b"\xff\xfe0\xa01\n" * 100,
    "numbers that are too large": b"99999999999999999999999 -99999999999999999999999\n",
}


@pytest.mark.parametrize(("language", "form"), SPOKEN)
def test_hostile_input_ends_the_program_quietly(language: str, form: str) -> None:
    wording, tree = choose(None, None if language == "python" else "bulls-3x9.total")
    with built(language, tree, form, wording) as command:
        for name, data in HOSTILE.items():
            result = subprocess.run(command, input=data, capture_output=True, timeout=60, check=False)
            assert (name, result.returncode, result.stderr) == (name, 0, b"")
            assert result.stdout.count(b"\n") <= 7


@pytest.mark.parametrize(("language", "form"), SPOKEN)
def test_a_judge_that_stops_reading_is_no_failure(language: str, form: str) -> None:
    """It may have seen enough: the program ends, with nothing on standard error; SIGPIPE may end it."""
    wording, tree = choose(None, "bulls-3x9.total")
    with built(language, tree, form, wording) as command:
        for data in (b"", b"0 1\n0 1\n"):
            reading, writing = os.pipe()
            os.close(reading)
            with os.fdopen(writing, "wb") as closed:
                result = subprocess.run(
                    command, input=data, stdout=closed, stderr=subprocess.PIPE, timeout=60, check=False
                )
            assert result.stderr == b""
            assert result.returncode in (0, -signal.SIGPIPE)


OWN: dict[str, Any] = {"reply": "{bulls}A {cows}B", "ask": "? {guess}"}
TOLD = [  # what is read in a dialect of one's own, and what a program then says
    ({}, b"", 'the input ended: expected a reply to 123 that some secret gives, such as "0A 1B"'),
    ({}, b"0A", 'expected a reply to 123 that some secret gives, such as "0A 1B"'),
    ({}, b"0A x\x7fB\n", 'cannot read "0A x?B": expected a reply to 123 that some secret gives, such as "0A 1B"'),
    ({}, b"2A 1B\n", 'cannot read "2A 1B": expected a reply to 123 that'),
    ({}, b"0A 0B\n0A 0B\n" * 3, 'cannot read "0A 0B": expected a reply to '),
    ({"rounds": 0}, b"x\n", 'cannot read "x": expected the number of rounds'),
    ({"rounds": 0}, b"", "the input ended: expected the number of rounds"),
    ({"rounds": 2}, b"3A 0B\n", "the input ended: expected a reply to 123"),
]


@pytest.mark.parametrize(("language", "form"), SPOKEN)
def test_in_a_dialect_of_ones_own_a_program_says_what_it_cannot_read(language: str, form: str) -> None:
    tree = player.open_tree("bulls-3x9.total")
    for words in ({}, {"rounds": 0}, {"rounds": 2}):
        dialect = changed(DIALECTS["plain"], **{**OWN, **words})
        with built(language, tree, form, Wording(dialect, player.rules.names.parse(tree.game))) as command:
            for case, data, told in TOLD:
                if case == words:
                    result = subprocess.run(command, input=data, capture_output=True, timeout=60, check=False)
                    said = result.stderr.decode().replace("\\x7f", "?").replace("'", '"')
                    assert result.returncode == 0
                    assert told in said
                    assert said.count("\n") == 1
            won = (b"1\n" if words == {"rounds": 0} else b"") + b"3A 0B\n" * 2
            assert subprocess.run(command, input=won, capture_output=True, timeout=60, check=True).stderr == b""


@pytest.mark.parametrize("language", LANGUAGES)
def test_quiet_programs_and_those_of_listed_dialects_say_nothing(language: str) -> None:
    tree = player.open_tree("bulls-3x9.total")
    own = Wording(changed(DIALECTS["plain"], **OWN), player.rules.names.parse(tree.game))
    size = len(render(language, tree, "program", own))
    assert "cannot read" in render(language, tree, "program", own)
    own.dialect.explains = False
    assert "cannot read" not in render(language, tree, "program", own)
    assert size - len(render(language, tree, "program", own)) < 900
    assert not any(row.explains or changed(row, limit=12).explains for row in DIALECTS.values())


SANITIZED = ("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def sanitized(language: str, folder: Path, file: Path) -> list[str]:
    """The command that compiles a file so that whatever is undefined in it is reported."""
    words = [part.format(file=file, folder=folder) for part in LANGUAGES[language].compile if part != "-O2"]
    return [words[0], *SANITIZED, *words[1:]]


@pytest.mark.parametrize(
    ("language", "form"),
    [
        pytest.param(language, form, marks=marks(language))
        for language in ("c", "cpp")
        for form in TARGETS[language].forms
    ],
)
def test_hostile_input_reaches_nothing_undefined(language: str, form: str, tmp_path: Path) -> None:
    row, tree = LANGUAGES[language], player.open_tree("bulls-3x9.total")
    for rounds, final in ((1, None), (0, "! {spaced}")):
        dialect = changed(DIALECTS["plain"], reply="{bulls} {cows}", ask="? {spaced}", rounds=rounds, final=final)
        dialect.game, dialect.explains = "", False
        wording = Wording(dialect, player.rules.names.parse(tree.game))
        file = tmp_path / row.program
        if form == "library":
            (tmp_path / row.library).write_text(render(language, tree, form, wording))
            file = tmp_path / row.driver
        file.write_text(render(language, tree, "driver" if form == "library" else form, wording))
        subprocess.run(sanitized(language, tmp_path, file), check=True)
        start = b"" if rounds else b"9223372036854775807\n"
        for name, data in {**HOSTILE, "found": b"3 0\n" * 5}.items():
            result = subprocess.run(
                [tmp_path / "out"], input=start + data, capture_output=True, timeout=60, check=False
            )
            assert (name, result.returncode, result.stderr) == (name, 0, b"")


@pytest.mark.parametrize(("language", "form"), SPOKEN)
def test_first_lines_spaced_guesses_and_a_final_answer(language: str, form: str) -> None:
    tree = player.open_tree("bulls-3x9.total")
    row = changed(
        DIALECTS["codingame-bulls-and-cows-2"],
        ask="? {spaced}",
        reply="{bulls}A {matches}B",
        final="! {spaced}",
        rounds=0,
    )
    row.game = ""
    wording = Wording(row, player.rules.names.parse("bulls-3x9"))
    with built(language, tree, form, wording) as command:
        summary = referee.summarise(play_rounds(command, wording, wording.rules.secrets()))
    # A secret is named once it is the only one left: its last guess is not asked.
    leaves = sum(not fanout for fanout in tree.fanout)
    assert summary.losses == []
    assert sum(depth * found for depth, found in enumerate(summary.histogram, 1)) == tree.total - leaves


def test_no_text_needs_escaping_and_lines_are_short() -> None:
    wording, tree = choose(None, None)
    for language in LANGUAGES:
        source = render(language, tree, "program", wording)
        assert source.isascii()
        assert len(source.encode()) <= (21_000 if language == "rust" else 20_000)
        assert max(map(len, source.splitlines())) < 1100
        assert source.startswith(("//", "/*", "#"))
        head = "\n".join(source.splitlines()[:5])
        for word in (DEFAULT.split(".", maxsplit=1)[0], "26254:7:88", "Verified", "treegen solve", "0BSD"):
            assert word in head


def test_python_3_8_can_read_the_python_source() -> None:
    wording, tree = choose(None, None)
    for form in ("program", "library", "driver"):
        ast.parse(render("python", tree, form, wording), feature_version=(3, 8))


@pytest.mark.parametrize(
    ("compiler", "standard", "language"),
    [
        pytest.param(
            "g++", "c++20", "cpp", marks=[*marks("cpp"), pytest.mark.long]
        ),  # c++11 and c99 are what all other tests compile with
        pytest.param("gcc", "c17", "c", marks=marks("c")),
        *(
            pytest.param("clang++", f"c++{year}", "cpp", marks=[pytest.mark.long, pytest.mark.needs_clang])
            for year in (11, 20)
        ),
        pytest.param("clang", "c99", "c", marks=[pytest.mark.long, pytest.mark.needs_clang]),
    ],
)
def test_compilers_have_nothing_to_say(compiler: str, standard: str, language: str, tmp_path: Path) -> None:
    wording, tree = choose(None, None)
    for form in TARGETS[language].forms:
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
    wording, tree = choose(None, None)
    for form in ("program", "library"):
        file = tmp_path / f"{form}.go"
        file.write_text(render("go", tree, form, wording))
        result = subprocess.run(["gofmt", "-d", file], capture_output=True, text=True, check=False)
        assert (result.returncode, result.stdout[:2000]) == (0, "")


LIBRARY_USES = {
    "python": (
        "use.py",
        (
            "import os, sys\nsys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))\n"
            "from opponent import Opponent\no = Opponent()\nassert (o.guess, o.left) == ('0123', 5040)\n"
            "assert o.answer('01') == '1456' and o.left == 1440\n"
            "assert o.undo() and o.guess == '0123'\nassert not o.undo()\n"
            "try:\n    o.answer('31')\nexcept ValueError:\n    pass\nelse:\n    raise SystemExit(3)\n"
            "assert o.answer('40') is None and o.guess is None and o.left == 1 and o.undo() and o.guess == '0123'\n"
            "o.answer('00'); o.reset(); assert o.guess == '0123'\n"
        ),
    ),
    "javascript": (
        "use.mjs",
        (
            "import assert from 'assert';\nimport { Opponent } from './opponent.mjs';\nconst o = new Opponent();\n"
            "assert.deepStrictEqual([o.guess, o.left, o.answer('01'), o.left], ['0123', 5040, '1456', 1440]);\n"
            "assert(o.undo() && o.guess === '0123' && !o.undo());\nassert.throws(() => o.answer('31'), RangeError);\n"
            "assert(o.answer('40') === null && o.guess === null && o.left === 1 && o.undo() && o.guess === '0123');\n"
            "o.answer('00'); o.reset(); assert.strictEqual(o.guess, '0123');\n"
        ),
    ),
}


@pytest.mark.parametrize("language", [pytest.param(name, marks=marks(name)) for name in LIBRARY_USES])
def test_a_library_answers_undoes_and_refuses(language: str, tmp_path: Path) -> None:
    row = LANGUAGES[language]
    name, text = LIBRARY_USES[language]
    (tmp_path / row.library).write_text(render(language, player.open_tree(DEFAULT), "library", None))
    (tmp_path / name).write_text(text)
    command = [part.format(file=tmp_path / name, python=sys.executable) for part in row.run]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")


C_USE = """#include "opponent.h"
int main(void) {
    struct opponent o;
    opponent_reset(&o);
    if (opponent_left(&o) != 5040 || strcmp(opponent_guess(&o), "0123") || opponent_undo(&o)) return 1;
    if (!opponent_answer(&o, "01") || opponent_left(&o) != 1440 || opponent_answer(&o, "31")) return 2;
    if (opponent_step(&o, -1) || opponent_step(&o, OPPONENT_LABELS) || opponent_answer(&o, "\\xff")) return 4;
    if (!opponent_undo(&o) || !opponent_answer(&o, "40") || opponent_guess(&o) || opponent_left(&o) != 1) return 3;
    return !opponent_undo(&o) || strcmp(opponent_guess(&o), "0123");
}
"""
CPP_USE = """#include <cassert>
#include "opponent.hpp"
int main() {
    opponent::Opponent o;
    if (o.left() != 5040 || std::string(o.guess()) != "0123" || o.undo()) return 1;
    if (std::string(o.answer("01")) != "1456" || o.left() != 1440) return 2;
    for (const char* bad : {"31", "", "4", "400", "x0", "\\xff\\xff"}) {
        try { o.answer(bad); return 3; } catch (const std::invalid_argument&) {}
    }
    if (o.step(-1) || o.step(opponent::LABELS) || o.left() != 1440) return 5;
    if (!o.undo() || o.answer("40") || o.guess() || o.left() != 1) return 4;
    return !o.undo() || std::string(o.guess()) != "0123";
}
"""


@pytest.mark.parametrize(
    ("language", "text"),
    [pytest.param(name, text, marks=marks(name)) for name, text in (("c", C_USE), ("cpp", CPP_USE))],
)
def test_a_compiled_library_answers_undoes_and_refuses(language: str, text: str, tmp_path: Path) -> None:
    row = LANGUAGES[language]
    (tmp_path / row.library).write_text(render(language, player.open_tree(DEFAULT), "library", None, "opponent"))
    file = tmp_path / row.program
    file.write_text(text)
    subprocess.run(sanitized(language, tmp_path, file), check=True)
    assert subprocess.run([tmp_path / "out"], check=False).returncode == 0


@pytest.mark.parametrize(
    ("name", "language"),
    [
        pytest.param(f"codeforces-753.{end}", language, marks=marks(language))
        for end, language in (("cpp", "cpp"), ("py", "python"), ("java", "java"))
    ],
)
@pytest.mark.parametrize("share", [210, pytest.param(1, marks=pytest.mark.long)])
def test_the_submissions_win_as_they_are(name: str, language: str, share: int, tmp_path: Path) -> None:
    """One process a game, as a judge runs them; every secret with --long."""
    row = LANGUAGES[language]
    file = tmp_path / row.program
    shutil.copy(ROOT / "trees" / "submissions" / name, file)
    if row.compile:
        subprocess.run([part.format(file=file, folder=tmp_path) for part in row.compile], check=True)
    command = [part.format(file=file, folder=tmp_path, python=sys.executable) for part in row.run]
    wording, _ = choose(None, None)
    secrets = wording.rules.secrets()[::share]
    summary = referee.summarise(referee.play_command(command, referee.codemakers(wording, secrets, 7), 2, 30.0))
    assert (summary.row()["won"], summary.losses) == (len(secrets), [])
    if share == 1:
        assert summary.row()["tally"] == "26254:7:88"
