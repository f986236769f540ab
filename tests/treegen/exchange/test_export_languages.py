"""Exported source code in every language: what is tested of one is compiled into one program, and played.

Libraries play both sides of games of all rules.  Programs play every secret, end quietly at hostile input, and say in a
dialect of one's own what they cannot read.  Hostile texts in comments and literals stay texts.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jotto
import pytest
from campaigns import hostile
from programs import ENVIRONMENT, Programs, compiled

import player
import treegen as tg
from player.judge import referee
from player.judge.choose import choose
from player.judge.dialects import DIALECTS
from player.judge.wording import MAX_LINE, Wording
from player.judge.wrong_tree import changed
from player.rules.cells import split, widest
from player.rules.names import parse, rules_of
from treegen.exchange.export.encode import StepRules
from treegen.exchange.export.harness import check_export, play_rounds
from treegen.exchange.export.targets import LANGUAGES, LIBRARIES, TARGETS, render
from treegen.exchange.export.text import to_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from subprocess import CompletedProcess

    from player.tree import Tree

ROOT = Path(__file__).resolve().parents[3]
NEEDS = {
    "cpp": "g++", "c": "gcc", "java": "javac", "javascript": "node", "go": "go", "rust": "rustc", "csharp": "mono",
    "kotlin": "kotlinc javac", "typescript": "tsc", "php": "php", "ruby": "ruby",
}  # fmt: skip
MARKS = {name: [getattr(pytest.mark, f"needs_{word}") for word in NEEDS.get(name, "").split()] for name in LANGUAGES}
MARKS["kotlin"].append(pytest.mark.long)  # its compiler takes half a minute
MARKED = [pytest.param(name, marks=marks) for name, marks in MARKS.items()]
GAMES = (
    "bulls-3x5-matches",
    "bulls-3x4-any-each",
    "match-4x3",
    "marks-3x4",
    "bulls-3x5-any-nozero=0123A",
    "jotto-3x5",
    "number--3..20",
)
WORDS = ["abide", "erase", "speed", "crane", "slate", "trace", "geese", "ebbed", "babes", "adder", "added"]
OF_ONES_OWN = [f"{first}{second * size}" for first in 'ab"\\$' for second in "xyz" for size in (1, 2)]
LARGE = {"bulls-4x10-any.total": "26254:7:88", "mastermind-4x6.total": "5625:6:7"}
OWN: dict[str, Any] = {"reply": "{bulls}A {cows}B", "ask": "? {guess}"}


def worded(dialect: str, *, explains: bool = True, **words: Any) -> Wording:
    """A dialect in other words for bulls-3x9."""
    row = changed(DIALECTS[dialect], **words)
    row.game, row.explains = "", explains
    return Wording(row, parse("bulls-3x9"))


SPACED: dict[str, Any] = {"ask": "? {spaced}", "final": "! {spaced}"}
WORDINGS = {
    "listed": worded("codeforces-753", explains=False),
    "first_line": worded("plain", **OWN, rounds=0),
    "two_rounds": worded("plain", **OWN, rounds=2),
    "named": worded("plain", reply="{bulls}A {matches}B", **SPACED, rounds=0),
    "quiet": worded("plain", explains=False, reply="{bulls} {cows}", **SPACED, rounds=0),
}

# What each dialect plays here: the game of the judge and that of the tree, whose labels may be fewer, or more.
SMALL = {
    "codeforces-753": ("bulls-3x5-any", "bulls-3x5"),
    "gym-101192d": ("bulls-3x5", "bulls-3x5"),
    "plain": ("bulls-3x5", "bulls-3x5-any-each"),
    "spj-int1c": ("bulls-3x5-any-each", "bulls-3x5"),
    "spoj-mstrmnd": ("marks-2x3", "marks-2x3"),
    "qoj-18331": ("match-2x4", "match-2x4"),
}

TEXTS = [text for text in hostile.texts(1, 400) if "\ud800" not in text]  # which has no bytes
LITERAL = " ".join(text for text in TEXTS if text.isascii() and text.isprintable())


def sources(language: str) -> Iterator[tuple[str, str]]:
    """The programs of a language by their names: of bulls-3x9 in all dialects, and those that hold hostile texts."""
    tree = player.open_tree("bulls-3x9.total")
    for name, wording in WORDINGS.items():
        for form in TARGETS[language]:
            if form not in LIBRARIES:
                yield name if form == "program" else f"{name}_{form}", render(language, tree, form, wording)
    attack = hostile.in_memory((hostile.EXPORTS / "made-ends-a-block-comment.tree").read_bytes())
    attack.made += " ".join(TEXTS) + "\\"
    spoken = hostile.wording()
    spoken.dialect.explains, spoken.ask_parts = False, (LITERAL, "", False)
    own = own_tree()
    yield "own", render(language, own, "program", Wording(changed(DIALECTS["plain"], rounds=0), rules_of(own)))
    for name in DIALECTS:
        wording, small = in_small(name)
        yield name.replace("-", "_"), render(language, small, "program", wording)
    wording, long = longest()
    yield "longest", render(language, long, "program", wording)
    with hostile.unverified():
        yield "attack", render(language, attack, "program", spoken)


@cache
def in_small(dialect: str) -> tuple[Wording, Tree]:
    """A dialect with several rounds of a small game, and a tree that asks only guesses without repeated symbols."""
    judged, played = SMALL[dialect]
    row = changed(DIALECTS[dialect], rounds=0, limit=0)
    row.explains = False
    return Wording(row, parse(judged)), tg.build(
        tg.game(played), "entropy+candidates" if "each" in played else "entropy"
    )


@cache
def longest() -> tuple[Wording, Tree]:
    """Lines, replies, labels and guesses of the most characters that are documented, one a beginning of another."""
    words = [f"{letter * 254}{more}" for letter in "ab" for more in "xyz"]
    labels = {2: "=" * 32, 1: "<" * 31, 0: "<" * 32}
    game = tg.Game.from_function(
        lambda guess, secret: labels[(guess == secret) + (guess[0] == secret[0])], words, winning=labels[2]
    )
    tree = tg.build(game)
    start = "the-answer-is:"
    ask = "Is it {spaced}?"
    row = changed(
        DIALECTS["plain"], ask=f"{'q' * (MAX_LINE - len(ask) - 1)} {ask}",
        reply=f"{start:->{MAX_LINE - 32}}{{feedback}}", rounds=0,
    )  # fmt: skip
    return Wording(row, StepRules(tree)), tree


def own_tree() -> Tree:
    """The tree of a game that only its table knows; a winning label in between, and guesses of different lengths."""
    game = tg.Game.from_function(
        lambda guess, secret: "=" if guess == secret else ("<", "?")[guess[0] == secret[0]] + str(len(secret)),
        OF_ONES_OWN, winning="=",
    )  # fmt: skip
    return tg.build(game)


@pytest.fixture(scope="module")
def trees() -> Iterator[list[Tree]]:
    with jotto.known():
        yield [
            player.open_tree("bulls-3x9.total"),
            *(tg.build(tg.game(game)) for game in GAMES),
            tg.build(tg.Game.from_words(WORDS)),
        ]


@pytest.fixture(scope="module", params=MARKED)
def programs(request: pytest.FixtureRequest, trees: list[Tree], tmp_path_factory: pytest.TempPathFactory) -> Programs:
    language = str(request.param)
    return compiled(language, tmp_path_factory.mktemp(language), trees, dict(sources(language)))


def run(programs: Programs, name: str, data: bytes = b"") -> CompletedProcess[bytes]:
    words = programs.command(name)
    return subprocess.run(words, input=data, capture_output=True, timeout=60, check=False, env=ENVIRONMENT)


def called(programs: Programs, name: str) -> list[str]:
    """The programs in the dialect of that name: one, and in C++ the packed one."""
    return [one for one in programs.names if one in (name, f"{name}_packed")]


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


def test_libraries_of_all_rules_play_both_sides_of_every_game(programs: Programs, trees: list[Tree]) -> None:
    """Nothing of a library stands in the way of another one, and every rule is scored as player scores it."""
    done = run(programs, "drills")
    assert (done.returncode, done.stderr) == (0, b"")
    numbers = [re.sub("(?m)^eq", "", to_text(tree)) for tree in trees]
    expected = [
        [*text.splitlines(), f"evasive {evasive(tree)}", "refused 5"] for tree, text in zip(trees, numbers, strict=True)
    ]
    assert done.stdout.decode().splitlines() == [line for lines in expected for line in lines]


def test_every_secret_is_won_with_the_trees_own_tally(programs: Programs) -> None:
    tree = player.open_tree("bulls-3x9.total")
    # A secret is named once it is the only one left: its last guess is not asked.
    leaves = sum(not fanout for fanout in tree.fanout)
    for dialect, total in (("first_line", tree.total), ("named", tree.total - leaves)):
        for name in called(programs, dialect):
            games = play_rounds(programs.command(name), WORDINGS[dialect], WORDINGS[dialect].rules.secrets())
            summary = referee.summarise(games)
            assert (name, summary.losses, summary.games) == (name, [], 504)
            assert sum(depth * found for depth, found in enumerate(summary.histogram, 1)) == total


def test_every_dialect_is_spoken_for_several_rounds(programs: Programs) -> None:
    for dialect in DIALECTS:
        wording, tree = in_small(dialect)
        leaves = sum(not fanout for fanout in tree.fanout) if wording.has_final else 0
        games = play_rounds(programs.command(dialect.replace("-", "_")), wording, wording.rules.secrets())
        summary = referee.summarise(games)
        total = sum(depth * found for depth, found in enumerate(summary.histogram, 1))
        assert (dialect, summary.losses, total) == (dialect, [], tree.total - leaves)


def test_the_longest_lines_and_words_are_read(programs: Programs) -> None:
    wording, tree = longest()
    assert len(wording.dialect.ask) == len(wording.reply(wording.rules.labels[0])) == MAX_LINE
    summary = referee.summarise(play_rounds(programs.command("longest"), wording, wording.rules.secrets()))
    assert (summary.losses, summary.row()["tally"]) == ([], tree.tally)


def test_a_game_that_only_its_table_knows_is_won_without_a_rule(programs: Programs) -> None:
    tree = own_tree()
    wording = Wording(changed(DIALECTS["plain"], rounds=0), StepRules(tree))
    summary = referee.summarise(play_rounds(programs.command("own"), wording, wording.rules.secrets()))
    assert (summary.losses, summary.row()["tally"]) == ([], tree.tally)
    library = render(programs.language, tree, "library", None)
    assert "the table of the game knows its feedback" in library
    assert "eeper" not in library.partition("knows its feedback")[2]


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
    "more after the end": b"3 0\n" * 5 + b"0 1\n",
    "10 MB in one line": b"0 1\n" + b"9" * 10_000_000,
    "10 MB of blanks": b" " * 10_000_000,
    "NUL bytes": b"\0" * 100_000,
    "NUL within a reply": b"0\0 1\n0 1\0\n\0000 1\n",
    "bytes above ASCII": b"\xff\xfe0\xa01\n" * 100,
    "numbers that are too large": b"99999999999999999999999 -99999999999999999999999\n",
}


def test_hostile_input_ends_the_program_quietly(programs: Programs) -> None:
    """In C and C++ it reaches nothing undefined, either: they are compiled so that this is reported."""
    names = [(name, b"", 7) for name in called(programs, "listed")]
    if programs.language in ("c", "cpp"):
        names += [(name, b"9223372036854775807\n", 10**6) for name in called(programs, "quiet")]
    for name, start, most in names:
        for what, data in HOSTILE.items():
            done = run(programs, name, start + data)
            assert (name, what, done.returncode, done.stderr) == (name, what, 0, b"")
            assert done.stdout.count(b"\n") <= most


def test_a_judge_that_stops_reading_is_no_failure(programs: Programs) -> None:
    """It may have seen enough: the program ends, with nothing on standard error; SIGPIPE may end it."""
    for name in called(programs, "listed"):
        for data in (b"", b"0 1\n0 1\n"):
            reading, writing = os.pipe()
            os.close(reading)
            with os.fdopen(writing, "wb") as closed:
                done = subprocess.run(
                    programs.command(name), input=data, stdout=closed, stderr=subprocess.PIPE, timeout=60, check=False
                )
            assert done.stderr == b""
            assert done.returncode in (0, -signal.SIGPIPE)


TOLD = [  # what is read in a dialect of one's own, and what a program then says
    ("two_rounds", b"", 'the input ended: expected a reply to 123 that some secret gives, such as "0A 1B"'),
    ("two_rounds", b"0A", 'expected a reply to 123 that some secret gives, such as "0A 1B"'),
    ("two_rounds", b"0A x\x7fB\n", 'cannot read "0A x?B": expected a reply to 123 that some secret gives, such as "0A'),
    ("two_rounds", b"2A 1B\n", 'cannot read "2A 1B": expected a reply to 123 that'),
    ("two_rounds", b"0A 0B\n0A 0B\n" * 3, 'cannot read "0A 0B": expected a reply to '),
    ("two_rounds", b"3A 0B\n", "the input ended: expected a reply to 123"),
    ("two_rounds", b"3A 0B\n" * 3, ""),
    ("first_line", b"x\n", 'cannot read "x": expected the number of rounds'),
    ("first_line", b"", "the input ended: expected the number of rounds"),
    ("first_line", b"1\n3A 0B\n", ""),
]


def test_in_a_dialect_of_ones_own_a_program_says_what_it_cannot_read(programs: Programs) -> None:
    for dialect, data, told in TOLD:
        for name in called(programs, dialect):
            done = run(programs, name, data)
            said = done.stderr.decode().replace("\\x7f", "?").replace("'", '"')
            assert (name, data, done.returncode, said.count("\n")) == (name, data, 0, int(bool(told)))
            assert told in said


def test_hostile_texts_in_comments_and_literals_stay_texts(programs: Programs) -> None:
    """Hundreds of them are in one comment, and in the line of a guess, which says again what its literal holds."""
    assert len(LITERAL) > 1000
    done = run(programs, "attack", b"0\n1\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().splitlines() == [f"{LITERAL}1", f"{LITERAL}2"]


@pytest.mark.parametrize("language", MARKED)
def test_a_library_is_played_and_compared_by_the_harness(language: str) -> None:
    tree = tg.build(tg.game("bulls-2x4-any"))
    wording = Wording(DIALECTS["plain"], parse(tree.game))
    row, losses = check_export(language, tree, "library", wording, 1, wording.rules.secrets()[::4])
    assert (row["games"], row["won"], losses) == (3, 3, [])


@pytest.mark.long
@pytest.mark.parametrize("name", LARGE)
@pytest.mark.parametrize(
    ("language", "form"),
    [pytest.param(name, form, marks=MARKS[name]) for name in LANGUAGES for form in TARGETS[name]],
)
def test_every_secret_of_a_large_game_is_won(language: str, form: str, name: str) -> None:
    wording, tree = choose(player.Tree, None, name)
    row, losses = check_export(language, tree, form, wording, 2)
    assert (row["tally"], losses) == (LARGE[name], [])
