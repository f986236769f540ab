"""Exported sources in every language: they play as their tree does, whatever they are called, and are short."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from twins import MARKED, MARKS, QUICK

import player
import treegen as tg
from player.errors import BadInput
from player.judge import referee
from player.judge.choose import choose
from player.judge.dialects import DIALECTS
from player.judge.wording import Wording
from player.judge.wrong_tree import changed
from player.rules.names import parse, rules_of
from player.tree import Tree
from treegen.exchange.export import codec
from treegen.exchange.export.codec import StepRules
from treegen.exchange.export.harness import ExportFailed, built, check_export, compiled
from treegen.exchange.export.languages import FULL, LANGUAGES, NAMED, declarations, derive, is_name, render
from treegen.insight.rows import plays_of

ROOT = Path(__file__).resolve().parents[3]
WORDS = ["abide", "erase", "speed", "crane", "slate", "trace", "geese", "ebbed", "babes", "adder", "added"]
GAMES = (
    "bulls-3x5-matches", "bulls-3x4-any-each", "match-4x3", "marks-3x4", "bulls-3x5-any-nozero=0123A", "number--3..20",
)  # fmt: skip


def own_tree() -> Tree:
    """The tree of a game that only its table knows, with guesses and labels of different lengths."""
    words = [f"{first}{second * size}" for first in 'ab"\\$' for second in "xyz" for size in (1, 2)]
    return tg.build(
        tg.Game.from_function(
            lambda guess, secret: "!" if guess == secret else ("<", "?")[guess[0] == secret[0]] + str(len(secret)),
            words, winning="!",
        )
    )  # fmt: skip


@cache
def trees() -> list[Tree]:
    some = [player.open_tree("bulls-3x9.total"), *(tg.build(tg.game(game)) for game in GAMES)]
    return [*some, tg.build(tg.Game.from_words(WORDS)), own_tree()]


# Every third tree in a language that is compiled; TypeScript, which is JavaScript with types, plays one.
PAIRS = [
    pytest.param(language, number, id=f"{language}-{number}", marks=[*MARKS[language], *[pytest.mark.long] * is_long])
    for place, language in enumerate(LANGUAGES) for number in range(len(GAMES) + 3)
    for is_long in [language not in QUICK and (number - place) % (9 if language == "typescript" else 3) > 0]
]  # fmt: skip


def worded(tree: Tree, number: int = 0) -> Wording:
    """A dialect of one's own for a tree: with a line for the secret, or with symbols and replies in words."""
    rules = StepRules(tree) if ":" in tree.game and not tree.game.startswith("words:") else rules_of(tree)
    words: dict[str, Any] = [{}, {"ask": "? {guess}", "final": "! {guess}"}, {"ask": "{spaced} ?"}][number % 3]
    if words.get("ask") == "{spaced} ?" and rules.rule.meaning:
        words = {"ask": '{spaced:1=o"ne|2=$#\\x} ?', "reply": "{feedback:00=not one}"}
    if tree.game.startswith("number"):
        words = {"ask": "{number:gt=> |eq== }", "reply": "{feedback:yes=much higher|no=lower}"}
    is_even = not tree.game.startswith("table:")  # all guesses have one length
    return Wording(changed(DIALECTS["plain"], rounds=0, **(words if is_even else {})), rules)


@pytest.mark.parametrize(("language", "number"), PAIRS)
def test_programs_and_libraries_play_as_the_tree_does(language: str, number: int) -> None:
    """The libraries play both sides, take back each answer, and count candidates as the tree does."""
    tree = trees()[number]
    wording = worded(tree, number)
    secrets = wording.rules.secrets()[:: max(1, wording.rules.secret_count // 100)]
    for form in ("program", "library"):
        for is_full in (False, True) if language in FULL and number < 3 else (False,):
            row, losses = check_export(language, tree, form, wording, 1, secrets, is_full=is_full)
            assert (row["won"], losses) == (len(secrets), [])


NASTY = ("new", "System", "class", "int", "div", "free", "rand", "ArgumentException", "documentation", "ARGV", "self")
# A program of libraries: its beginning, a line for each of them, and its end.
USERS = {
    "c": ("", '#include "{}/Opponent.h"', "int main(void) { return 0; }"),
    "cpp": ("", '#include "{}/Opponent.hpp"', "int main() {}"),
    "csharp": ("", "", "class Program { static void Main() {} }"),
    "go": ("package main", 'import _ "driver/{}"', "func main() {}"),
    "java": ("", "", "class Main {}"),
    "kotlin": ("", "", "fun main() {}"),
    "php": ("<?php", 'require "{}/Opponent.php";', ""),
    "ruby": ("", 'require_relative "{}/Opponent"', ""),
    "rust": ("", 'include!("{}/Opponent.rs");', "fn main() {}"),
}


@pytest.mark.parametrize("language", [pytest.param(name, marks=MARKS[name]) for name in NAMED])
def test_a_library_may_have_any_name(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One program with a library of each name is compiled, and runs."""
    tree, row, (begin, line, end) = tg.build("bulls-2x3"), LANGUAGES[language], USERS[language]
    names = [name for name in NASTY if is_name(name, language)]
    paths = {name: f"{name}/Opponent.{row.library.rpartition('.')[2]}" for name in names}
    files = {path: render(language, tree, "library", None, name) for name, path in paths.items()}
    if language == "java":
        every = [f"{{folder}}/{path}" for path in paths.values()]
        monkeypatch.setitem(LANGUAGES, language, replace(row, compile=(*row.compile, *every), run=("java", "-version")))
    program = {row.program: "\n".join([begin, *map(line.format, names), end])}
    with compiled(language, files | program) as command:
        assert subprocess.run(command, capture_output=True, check=True).stdout == b""


def test_a_library_is_named_after_its_file_or_its_game(tmp_path: Path) -> None:
    tree = tg.build("bulls-2x4")
    for name, called in (("my best.tree", "my_best"), ("4x10é.tree", "tree_4x10"), ("doc.tree", "doc")):
        tree.write(str(tmp_path / name))
        assert derive(player.open_tree(str(tmp_path / name))) == called
        assert f"\npackage {called}_tree\n" in render("go", str(tmp_path / name), "library", None)
    assert not any(is_name(word, "c") for word in ("", "4x", "a__b", "a-b", "a.b", "é"))
    assert not is_name("com.example.new", "java")


LONG = b"9" * 40
HOSTILE = {
    "nothing": b"",
    "garbage": bytes(range(256)) * 20,
    "a very long line": b"x" * 3_000_000,
    "a reply that no secret gives here": b"0 4\n0 4\n0 4\n0 4\n0 0\n",
    "half a reply": b"0",
    "only line ends": b"\n" * 100_000,
    "the same for ever": b"0 1\n" * 10_000,
    "more after the end": b"3 0\n" * 5 + b"0 1\n",
    "NUL bytes": b"\0" * 100_000,
    "bytes above ASCII": b"\xff\xfe0\xa01\n" * 100,
    "numbers that are none": b"-1 0x1 1e9 nan " + LONG + b" 00 +1 0\0 0\n",
}


@pytest.mark.parametrize("language", MARKED)
def test_hostile_input_ends_the_program_quietly(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In C and C++ under sanitizers; a program that is told how many rounds there are takes any number, too."""
    tree, row = player.open_tree("bulls-3x9.total"), LANGUAGES[language]
    if language in ("c", "cpp"):
        sanitized = (*row.compile[:1], *row.compile[2:], "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
        monkeypatch.setitem(LANGUAGES, language, replace(row, compile=sanitized))
    own = Wording(changed(DIALECTS["plain"], ask="? {guess}", rounds=0), parse(tree.game))
    own.dialect.explains = False
    assert "that some secret gives" not in render(language, tree, "program", own)
    with built(language, tree, "program", own) as command:
        for rounds in (b"1\n", b"9223372036854775807\n", b"-1\n", b"Infinity\n", b"nan\n", LONG + b"\n", b"\0", b""):
            for what, data in HOSTILE.items() if rounds == b"1\n" else [("a round", b"0 0\n3 0\n0 1\nx")]:
                done = subprocess.run(command, input=rounds + data, capture_output=True, timeout=60, check=False)
                assert (rounds, what, done.returncode, done.stderr) == (rounds, what, 0, b"")
                assert done.stdout.count(b"\n") <= 8


def test_in_a_dialect_of_ones_own_a_program_says_what_it_expects() -> None:
    tree = player.open_tree("bulls-3x9.total")
    own = Wording(changed(DIALECTS["plain"], ask="? {guess}", reply="{bulls}A {cows}B", rounds=2), parse(tree.game))
    assert all("that some secret gives" in render(language, tree, "program", own) for language in LANGUAGES)
    told = b'expected a reply to 123 that some secret gives, such as "0A 1B"\n'
    with built("python", tree, "program", own) as command:
        for data, said in ((b"", told), (b"0A x", told), (b"2A 1B\n", told), (b"3A 0B\n" * 2, b"")):
            done = subprocess.run(command, input=data, capture_output=True, timeout=60, check=False)
            assert (data, done.returncode, done.stderr) == (data, 0, said)


@pytest.mark.parametrize(("win", "end"), [("", "3 0"), ("", "OK"), ("", "30"), ("", None), ("OK", "OK")])
def test_a_certain_guess_wins_whatever_the_judge_says_then(win: str, end: str | None) -> None:
    """It has words of its own, or is silent, or ends; where it has a winning line, any guess may win by that."""
    tree, words = player.open_tree("bulls-3x9.total"), {"win": win} if win else None
    certain = next(guess for node, guess in enumerate(tree.guesses) if not tree.fanout[node])
    wording, _ = choose(Tree, None, "bulls-3x9.total", words)
    with built("python", tree, "program", wording) as exported:
        judge = [sys.executable, "-m", "player", "judge", "bulls-3x9.total", *(["--win", win] if win else [])]
        for command, secret in product((exported, judge), (certain, tree.guesses[0])):
            with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, text=True) as program:
                assert program.stdin and program.stdout and program.stderr  # noqa: PT018 (for type checkers)
                while (guess := program.stdout.readline().strip()) and guess != secret:
                    print(*player.feedback("bulls-3x9", guess, secret), file=program.stdin, flush=True)
                print(end or "", file=program.stdin, flush=True)
                program.stdin.close()
                code, errors = program.wait(20), program.stderr.read()
            is_lost = command == judge and secret != certain and end not in ("3 0", win)
            assert (code, bool(errors)) == ((2, True) if is_lost else (0, False))


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
    """The test of a library fails if the library has another rule."""
    right = codec.comparison
    monkeypatch.setattr(codec, "comparison", lambda *how: {**right(*how), "is_once": False})
    tree = tg.build(tg.game("bulls-2x4-any"))
    with pytest.raises(ExportFailed, match=r"its keeper answers '.*' to .*; by the rules of the game it is"):
        check_export("python", tree, "library", worded(tree), 1, parse(tree.game).secrets()[:2])


def test_a_game_of_ones_own_has_no_keeper() -> None:
    for language in LANGUAGES:
        source = render(language, own_tree(), "library", None)
        assert "the table of the game knows its feedback" in source
        assert not re.search(r"(?i)keeper[\s({:<_]", source.partition("knows its feedback")[2])


def test_other_forms_and_trees_with_too_many_labels_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="'judge' is not a form of source code"):
        render("c", tg.build("bulls-2x3"), "judge", None)
    monkeypatch.setattr(codec, "MAX_LABELS", 4)
    with pytest.raises(BadInput, match="source code is made for at most 4 feedbacks, bulls-2x3-any has 5"):
        render("c", tg.build("bulls-2x3-any"), "library", None)


def test_sources_are_short_and_read_by_people() -> None:
    wording, tree = choose(Tree, None, "bulls-4x10.total")
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
    for form in ("program", "library", "driver"):
        ast.parse(render("python", tree, form, wording), feature_version=(3, 8))


@pytest.mark.needs_go
def test_go_is_formatted(tmp_path: Path) -> None:
    for number, tree in enumerate(trees()):
        for form in ("program", "library"):
            (tmp_path / f"{form}{number}.go").write_text(render("go", tree, form, worded(tree, number)))
    result = subprocess.run(["gofmt", "-d", tmp_path], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout[:2000]) == (0, "")


@pytest.mark.parametrize("language", [pytest.param(name, marks=MARKS[name]) for name in ("cpp", "python", "java")])
@pytest.mark.parametrize("share", [1000, pytest.param(1, marks=pytest.mark.long)])
def test_the_submissions_win_as_they_are(language: str, share: int) -> None:
    """One process a game, as a judge runs them; every secret with --long."""
    program, (wording, _) = LANGUAGES[language].program, choose(Tree, None, None)
    file = ROOT / "trees" / "submissions" / f"codeforces-753.{program.rpartition('.')[2]}"
    secrets = wording.rules.secrets()[::share]
    with compiled(language, {program: file.read_text()}) as command:
        games = referee.play_command(command, referee.codemakers(wording, secrets, 7), 2, 30.0)
        summary = referee.Summary(None, games)
    assert (summary.row()["won"], summary.losses) == (len(secrets), [])


AVR_MAIN = """
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include "opponent.h"
static volatile uint16_t ticks, most;
ISR(TIMER1_OVF_vect) { if (++ticks > most) most = ticks; }
static void say(const char *text) {
    for (; *text; text++) { loop_until_bit_is_set(UCSR0A, UDRE0); UDR0 = (uint8_t)*text; }
}
int main(void) {
    struct game_opponent game;
    struct game_keeper keeper;
    UCSR0B = 1 << TXEN0;
    TCCR1B = 1 << CS11;  /* a tick is 65,536 * 8 cycles */
    TIMSK1 = 1 << TOIE1;
    sei();
    if (sizeof game > 64 || sizeof keeper > 64) say("large\\n");
    for (int evasive = 0; evasive < 2; evasive++) {
        game_reset(&game);
        game_keeper_reset(&keeper, evasive ? NULL : "9876");
        while (game_guess(&game)) {
            say(game_guess(&game));
            ticks = 0;
            const int told = game_keeper_answer(&keeper, game_guess(&game));
            ticks = 0;
            game_step(&game, told);
        }
        say("\\n");
    }
    say(most > 30 ? "slow\\n" : "quick\\n");
    cli();
    sleep_enable();
    sleep_cpu();
}
"""


@pytest.mark.needs_gcc
@pytest.mark.parametrize("game", ["bulls-2x4", "number-1..9", "marks-2x3"])
def test_a_history_gives_the_next_guess_in_c(game: str, tmp_path: Path) -> None:
    tree = tg.build(game)
    (tmp_path / "tree.h").write_text(render("c", tree, "library", None, "t"))
    main = 'char guess[9]; puts(t_next_guess(words[1], guess) ? guess : "refused"); return 0;'
    text = f'#include <stdio.h>\n#include "tree.h"\nint main(int n, char **words) {{ (void)n; {main} }}\n'
    (tmp_path / "main.c").write_text(text)
    command = ["gcc", "-std=c99", "-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror", "main.c", "-o", "out"]
    subprocess.run(command, cwd=tmp_path, check=True)
    games = [steps.split(",") for _, steps in plays_of(tree)][::3]
    histories = {",".join(steps[:turn]) for steps in games for turn in range(len(steps) + 1)}
    wrong = {f"{history}{end}" for history in list(histories)[:9] for end in (":", "x", ",12:999999", ",:")}
    for history in sorted(histories | wrong):
        told = subprocess.run([tmp_path / "out", history], capture_output=True, text=True, check=True).stdout[:-1]
        try:
            assert told == (tree.next_guess(history) or "") == (player.Player(tree, history).guess or ""), history
        except player.BadInput:
            assert told == "refused", history


AVR_GCC = "avr-gcc -mmcu=atmega328p -Os -std=gnu99 -Wall -Wextra -Wconversion -pedantic -Werror main.c -o out.elf"


@pytest.mark.needs_simavr
@getattr(pytest.mark, "needs_avr-gcc")  # type: ignore[untyped-decorator]
@pytest.mark.needs_core
def test_both_sides_fit_on_a_chip(tmp_path: Path) -> None:
    """At most 7 KB of flash, games of at most 64 bytes, and a second for a step at 16 MHz."""
    (tmp_path / "opponent.h").write_text(render("c", "bulls-4x10.total", "library", None, "game"))
    (tmp_path / "main.c").write_text(AVR_MAIN)
    subprocess.run(AVR_GCC.split(), cwd=tmp_path, check=True)
    sizes = subprocess.run(["avr-size", "out.elf"], cwd=tmp_path, capture_output=True, text=True, check=True)
    text, data, bss = map(int, sizes.stdout.splitlines()[1].split()[:3])
    assert text + data <= 7 << 10
    assert data + bss < 100
    command = ["simavr", "-m", "atmega328p", "-f", "16000000", str(tmp_path / "out.elf")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    said = re.sub(r"\x1b\[\d*m", "", done.stdout + done.stderr)
    assert re.search(r"9876\.?$", said, re.MULTILINE)
    assert "quick" in said


@pytest.mark.needs_tsc
def test_the_types_of_typescript_and_of_a_javascript_library_fit(tmp_path: Path) -> None:
    """All kinds and forms of sources, and a user of the library, in one call of the compiler."""
    tree, parts = player.open_tree("bulls-3x9.total"), {"program": "program", "library": "opponent", "driver": "main"}
    for number, other in enumerate(trees()):
        (tmp_path / str(number)).mkdir()
        for form, name in parts.items():
            source = render("typescript", other, form, worded(other, number))
            (tmp_path / str(number) / f"{name}.mts").write_text(source)
    (tmp_path / "opponent.d.mts").write_text(declarations(tree))
    (tmp_path / "opponent.mjs").write_text(render("javascript", tree, "library", None))
    (tmp_path / "own.mts").write_text(
        'import { Keeper, Opponent, feedback, isGuess, secrets } from "./opponent.mjs";\n'
        "const game: Opponent = new Opponent(), keeper = new Keeper(secrets()[0]), left: number = game.left;\n"
        'const label: string = keeper.answer(game.guess ?? ""), found: boolean = keeper.isFound || isGuess("123");\n'
        'export const all: string[] = [...game.candidates(), label, feedback("123", "124"), `${left} ${found}`];\n'
        "// @ts-expect-error: a label is a text\ngame.answer(1);\n"
    )
    command = ["tsc", "--strict", "--noEmit", "--target", "es2022", "--module", "nodenext"]
    command += map(str, tmp_path.rglob("*.mts"))
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
