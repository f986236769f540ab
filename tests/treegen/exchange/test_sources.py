"""Exported sources in every language: they play as their tree does, whatever they are called, and are short."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from campaigns import hostile
from exported import GAMES, own_tree, trees

import player
import treegen as tg
from player.errors import BadInput
from player.judge import referee
from player.judge.choose import choose
from player.judge.dialects import DIALECTS
from player.judge.wording import Wording
from player.judge.wrong_tree import changed
from player.rules.feedback import FEEDBACK_RULES
from player.rules.names import parse, rules_of
from player.tree import Tree
from treegen.exchange.export.codec import StepRules
from treegen.exchange.export.harness import ExportFailed, built, check_export, compiled
from treegen.exchange.export.languages import FULL, LANGUAGES, NAMED, derive, is_name, render

if TYPE_CHECKING:
    from tests.conftest import RunCommand

ROOT = Path(__file__).resolve().parents[3]
NEEDS = {
    "cpp": "g++", "c": "gcc", "java": "javac", "javascript": "node", "go": "go", "rust": "rustc", "csharp": "mono",
    "kotlin": "kotlinc javac", "typescript": "tsc", "php": "php", "ruby": "ruby",
}  # fmt: skip
MARKS = {name: [getattr(pytest.mark, f"needs_{word}") for word in NEEDS.get(name, "").split()] for name in LANGUAGES}
MARKS["kotlin"].append(pytest.mark.long)  # its compiler takes half a minute
MARKED = [pytest.param(name, marks=marks) for name, marks in MARKS.items()]
QUICK = ("python", "c", "javascript", "php", "ruby")  # languages that take no time to compile


def worded(tree: Tree, number: int = 0) -> Wording:
    """A dialect of one's own for a tree: with a line for the secret, or blanks between symbols, by the number."""
    rules = StepRules(tree) if ":" in tree.game and not tree.game.startswith("words:") else rules_of(tree)
    words: dict[str, Any] = [{}, {"ask": "? {guess}", "final": "! {guess}"}, {"ask": "{spaced} ?"}][number % 3]
    is_even = not tree.game.startswith(("number", "table:"))  # all guesses have one length
    return Wording(changed(DIALECTS["plain"], rounds=0, **(words if is_even else {})), rules)


def pairs() -> list[Any]:
    """Languages with trees: each one with all of them where that is quick or --long, with three of them else."""
    found = []
    for place, language in enumerate(LANGUAGES):
        for number in range(len(GAMES) + 3):
            is_now = language in QUICK or (number - place) % 3 == 0
            marks = [*MARKS[language], *([] if is_now else [pytest.mark.long])]
            found.append(pytest.param(language, number, marks=marks, id=f"{language}-{number}"))
    return found


@pytest.mark.parametrize(("language", "number"), pairs())
def test_programs_and_libraries_play_as_the_tree_does(language: str, number: int) -> None:
    """The libraries play both sides, take back each answer, and count candidates as the tree does."""
    tree = trees()[number]
    wording = worded(tree, number)
    secrets = wording.rules.secrets()[:: max(1, len(wording.rules.secrets()) // 100)]
    for form in ("program", "library"):
        row, losses = check_export(language, tree, form, wording, 1, secrets)
        assert (row["won"], losses) == (len(secrets), [])


@pytest.mark.parametrize("language", [pytest.param(name, marks=MARKS[name]) for name in FULL])
def test_with_every_node_they_play_the_same(language: str) -> None:
    tree = player.open_tree("bulls-3x9.total")
    for form in ("program", "library"):
        row, losses = check_export(
            language, tree, form, worded(tree), 1, worded(tree).rules.secrets()[::3], is_full=True
        )
        assert (row["won"], losses) == (168, [])


NASTY = (
    "div",
    "free",
    "rand",
    "ArgumentException",
    "documentation",
    "ARGV",
    "class",
    "new",
    "self",
    "System",
    "int",
    "end",
)


@pytest.mark.parametrize("language", [pytest.param(name, marks=MARKS[name]) for name in NAMED])
def test_a_library_may_have_any_name(language: str, tmp_path: Path) -> None:
    tree = tg.build("bulls-2x3")
    for name in NASTY if language in ("c", "cpp", "php", "ruby") else NASTY[3:7]:
        if language == "java" and not is_name(name, "java"):
            continue
        with (
            built(language, tree, "library", worded(tree), name)
            if language not in ("java", "go", "rust", "kotlin")
            else compiled(language, _alone(language, tree, name))
        ):
            pass


def _alone(language: str, tree: Tree, name: str) -> dict[str, str]:
    source = render(language, tree, "library", None, name)
    if language == "rust":
        return {"main.rs": source + "fn main() {}\n"}
    if language == "kotlin":
        return {"Main.kt": source + "fun main() {}\n"}
    if language == "go":
        return {"opponent/opponent.go": source, "main.go": 'package main\nimport _ "driver/opponent"\nfunc main() {}\n'}
    return {f"{name}/Opponent.java": source}


def test_a_library_is_named_after_its_file_or_its_game(tmp_path: Path) -> None:
    tree = tg.build("bulls-2x4")
    for name, called in (
        ("my best.tree", "my_best"),
        ("4x10é.tree", "tree_4x10"),
        ("documentation.tree", "documentation"),
    ):
        tree.write(str(tmp_path / name))
        assert derive(player.open_tree(str(tmp_path / name))) == called
        assert f"\npackage {called}_tree\n" in render("go", str(tmp_path / name), "library", None)
    assert not any(is_name(word, "c") for word in ("", "4x", "a__b", "a-b", "a.b", "é"))
    assert is_name("com.example.game", "java")
    assert not is_name("com.example.new", "java")


HOSTILE = {
    "nothing": b"",
    "garbage": bytes(range(256)) * 20,
    "a very long line": b"x" * 3_000_000,
    "a reply that no secret gives here": b"04\n04\n04\n04\n00\n",
    "half a reply": b"0",
    "only line ends": b"\n" * 100_000,
    "the same for ever": b"0 1\n" * 10_000,
    "more after the end": b"3 0\n" * 5 + b"0 1\n",
    "NUL bytes": b"\0" * 100_000,
    "bytes above ASCII": b"\xff\xfe0\xa01\n" * 100,
}


@pytest.mark.parametrize("language", MARKED)
def test_hostile_input_ends_the_program_quietly(language: str) -> None:
    tree = player.open_tree("bulls-3x9.total")
    own = Wording(changed(DIALECTS["plain"], ask="? {guess}"), parse(tree.game))
    listed = Wording(changed(own.dialect), parse(tree.game))
    listed.dialect.explains = False
    with built(language, tree, "program", listed) as command:
        for what, data in HOSTILE.items():
            done = subprocess.run(command, input=data, capture_output=True, timeout=60, check=False)
            assert (what, done.returncode, done.stderr) == (what, 0, b"")
            assert done.stdout.count(b"\n") <= 7
    assert "that some secret gives" in render(language, tree, "program", own)
    assert "that some secret gives" not in render(language, tree, "program", listed)


@pytest.mark.parametrize("language", [pytest.param(name, marks=MARKS[name]) for name in QUICK])
def test_in_a_dialect_of_ones_own_a_program_says_what_it_expects(language: str) -> None:
    tree = player.open_tree("bulls-3x9.total")
    own = Wording(changed(DIALECTS["plain"], ask="? {guess}", reply="{bulls}A {cows}B", rounds=2), parse(tree.game))
    told = b'expected a reply to 123 that some secret gives, such as "0A 1B"\n'
    with built(language, tree, "program", own) as command:
        for data, said in ((b"", told), (b"0A x", told), (b"2A 1B\n", told), (b"3A 0B\n" * 2, b"")):
            done = subprocess.run(command, input=data, capture_output=True, timeout=60, check=False)
            assert (data, done.returncode, done.stderr) == (data, 0, said)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_is_spoken(dialect: str, tmp_path: Path) -> None:
    named, game = None, DIALECTS[dialect].game or "bulls-3x4"
    if game in ("bulls-3x4", "marks-4x6", "match-4x10"):  # no tree is shipped for these judges
        named = str(tmp_path / "its.tree")
        tg.build(game, max_depth={"match-4x10": 13}.get(game)).write(named)  # it has none of depth 12
    wording, tree = choose(Tree, dialect, named)
    secrets = wording.rules.secrets()[:: wording.rules.secret_count // 20]
    row, losses = check_export("python", tree, "program", wording, 1, secrets)
    assert (row["won"], losses) == (len(secrets), [])


def test_a_rule_that_templates_do_not_know_is_compared_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test of a library fails where its rule is another one."""
    monkeypatch.setattr(FEEDBACK_RULES["cows"], "near", "each")
    tree = tg.build(tg.game("bulls-2x4-any"))
    with pytest.raises(ExportFailed, match=r"its keeper answers '.*' to .*, where the rules of the game say"):
        check_export("python", tree, "library", worded(tree), 1, parse(tree.game).secrets()[:2])


def test_a_game_of_ones_own_has_no_keeper() -> None:
    for language in LANGUAGES:
        source = render(language, own_tree(), "library", None)
        assert "the table of the game knows its feedback" in source
        assert "eeper" not in source.partition("knows its feedback")[2]
    with pytest.raises(BadInput, match="'judge' is not a form of source code"):
        render("c", tg.build("bulls-2x3"), "judge", None)


def test_sources_are_short_and_read_by_people() -> None:
    wording, tree = choose(Tree, None, "bulls-4x10.total")
    with hostile.unverified():  # which takes longer than all else
        made = {language: render(language, tree, "program", wording) for language in LANGUAGES}
        every = {language: render(language, tree, "program", wording, is_full=True) for language in FULL}
    assert len(made["cpp"]) <= 6500
    assert all(len(source) <= 36 << 10 for source in every.values())
    for source in made.values():
        assert source.isascii()
        assert len(source) < 10_000
        assert max(map(len, source.splitlines())) < 250
        head = "\n".join(source.splitlines()[:6])
        assert all(word in head for word in ("bulls-4x10", "26274:7:91", "Verified", "treegen solve", "0BSD"))


def test_python_3_8_can_read_the_python_source() -> None:
    wording, tree = choose(Tree, None, "bulls-3x9.total")
    for form in ("program", "library", "driver"):
        ast.parse(render("python", tree, form, wording), feature_version=(3, 8))


@pytest.mark.needs_go
def test_go_is_formatted(tmp_path: Path) -> None:
    for number, tree in enumerate(trees()):
        for form in ("program", "library"):
            file = tmp_path / f"{form}.go"
            file.write_text(render("go", tree, form, worded(tree, number)))
            result = subprocess.run(["gofmt", "-d", file], capture_output=True, text=True, check=False)
            assert (result.returncode, result.stdout[:2000]) == (0, "")


SUBMISSIONS = [
    pytest.param("cpp", "cpp", marks=MARKS["cpp"]), ("py", "python"), pytest.param("java", "java", marks=MARKS["java"])
]  # fmt: skip


@pytest.mark.parametrize(("end", "language"), SUBMISSIONS)
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


AVR_MAIN = """
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include "opponent.h"
static volatile uint16_t ticks;
ISR(TIMER1_OVF_vect) { ticks++; }
static void say(const char *text) {
    for (; *text; text++) { loop_until_bit_is_set(UCSR0A, UDRE0); UDR0 = (uint8_t)*text; }
}
static void *volatile keep;
int main(void) {
    struct game_opponent game;
    struct game_keeper keeper;
    char label[8];
    uint16_t most = 0;
    UCSR0B = 1 << TXEN0;
    TCCR1B = 1 << CS11;  /* a tick is 65,536 * 8 cycles */
    TIMSK1 = 1 << TOIE1;
    sei();
    if (sizeof game > 64 || sizeof keeper > 64) say("large\\n");
    for (int evasive = 0; evasive < 2; evasive++) {
        game_reset(&game);
        game_keeper_reset(&keeper, evasive ? NULL : SECRET);
        while (game_guess(&game)) {
            say(game_guess(&game));
            ticks = 0;
            const int told = game_keeper_answer(&keeper, game_guess(&game));
            if (ticks > most) most = ticks;
            ticks = 0;
            game_step(&game, told);
            if (ticks > most) most = ticks;
            say(game_label(told, label));
            say(" ");
        }
        say("\\n");
    }
    say(most > 30 ? "slow\\n" : "quick\\n");
    cli();
    sleep_enable();
    sleep_cpu();
}
"""


@pytest.mark.needs_simavr
@getattr(pytest.mark, "needs_avr-gcc")  # type: ignore[untyped-decorator]
@pytest.mark.needs_core
def test_both_sides_fit_on_a_chip(tmp_path: Path) -> None:
    """At most 7 KB of flash, games of at most 64 bytes, and a second for a step at 16 MHz."""
    tree = player.open_tree("bulls-4x10.total")
    (tmp_path / "opponent.h").write_text(render("c", tree, "library", None, "game"))
    (tmp_path / "main.c").write_text(AVR_MAIN.replace("SECRET", '"9876"'))
    words = [
        "avr-gcc",
        "-mmcu=atmega328p",
        "-Os",
        "-std=gnu99",
        "-Wall",
        "-Wextra",
        "-Wconversion",
        "-pedantic",
        "-Werror",
    ]
    subprocess.run([*words, "main.c", "-o", "out.elf"], cwd=tmp_path, check=True)
    sizes = subprocess.run(["avr-size", "out.elf"], cwd=tmp_path, capture_output=True, text=True, check=True)
    text, data, bss = map(int, sizes.stdout.splitlines()[1].split()[:3])
    assert text + data <= 7 << 10
    assert data + bss < 100
    command = ["simavr", "-m", "atmega328p", "-f", "16000000", str(tmp_path / "out.elf")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    said = re.sub(r"\x1b\[\d*m", "", done.stdout + done.stderr)
    assert re.search(r"987640 \.?$", said, re.MULTILINE)
    assert "quick" in said


@pytest.mark.needs_tsc
def test_the_types_of_a_javascript_library_are_found(tmp_path: Path, call_treegen: RunCommand) -> None:
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
    assert call_treegen(*words).returncode == 0
    (tmp_path / "own.mts").write_text(
        'import { Keeper, Opponent, feedback, isGuess, secrets } from "./opponent.mjs";\n'
        "const game: Opponent = new Opponent(), keeper = new Keeper(secrets()[0]), left: number = game.left;\n"
        'const label: string = keeper.answer(game.guess ?? ""), found: boolean = keeper.isFound || isGuess("123");\n'
        'export const all: string[] = [...game.candidates(), label, feedback("123", "124"), `${left} ${found}`];\n'
        "// @ts-expect-error: a label is a text\ngame.answer(1);\n"
    )
    command = [
        "tsc",
        "--strict",
        "--noEmit",
        "--target",
        "es2022",
        "--lib",
        "es2022",
        "--module",
        "nodenext",
        "own.mts",
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
