"""Judges as C++ files: played by a program over two pipes, and compared with the codemaker in Python."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

import pytest

import player
from player.judge.choose import choose
from player.judge.codemaker import Codemaker
from player.judge.conversation import ASK, LOST, WON
from treegen.exchange.export.harness import check_interactor, compiled
from treegen.exchange.export.interactor import INTERACTORS, choose_game, render_interactor
from treegen.exchange.export.languages import render

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from tests.conftest import RunCommand

    Judge = Callable[..., "Verdict"]

pytestmark = getattr(pytest.mark, "needs_g++")
STRICT = ["g++", "-std=c++11", "-Wall", "-Wextra", "-Werror"]
SANITIZED = ["-fsanitize=address,undefined", "-O0", "-fno-sanitize-recover=all", "-D_GLIBCXX_ASSERTIONS"]
# Accepted, a wrong answer, a wrong format, and a test that is wrong.
CODES = {"testlib": (0, 1, 2, 3), "validator": (42, 43, 43, 1)}
OK, WRONG, MALFORMED, FAILED = range(4)


class Verdict(NamedTuple):
    code: int
    said: str
    log: str
    error: str


RULES = (
    "bulls-4x10-any", "bulls-3x10-nozero", "mastermind-4x6-each", "mastermind-4x6-matches", "match-4x6=BGORWY",
    "marks-4x6", "number--30..90", "words-5",
)  # fmt: skip
WORDINGS = {
    "plain": choose_game("codeforces-753", None, {}),
    "final": choose_game("qoj-18331", None, {"limit": 3}),
    "late": choose_game(None, "bulls-3x6", {"ask": "? {guess}", "final": "! {guess}"}),
    "quoted": choose_game(None, "bulls-3x6", {"ask": '"%s\\ ??/ {guess} */ ??/', "final": '// \\" \\n {guess} x'}),
    **{
        f"rule_{i}": choose_game(None, game, {"rounds": 0, "ask": "? {spaced} ?" if "x" in game else "? {guess} ?"})
        for i, game in enumerate(RULES)
    },
}
PLAYED = ("plain", "final")  # in both forms
HEADERS = "algorithm csignal cstdint cstdio cstdlib cstring fstream map sstream string sys/time.h vector"


@pytest.fixture(scope="module")
def judges(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All judges compiled into one program, which is told by name which of them to be."""
    folder = tmp_path_factory.mktemp("judges")
    source = "".join(f"#include <{name}>\n" for name in HEADERS.split())
    names = [(name, form) for name in WORDINGS for form in INTERACTORS if form == "testlib" or name in PLAYED]
    for name, form in sorted(names, key=lambda row: row[0] != "late"):
        source += f"namespace {name}_{form} {{\n{render_interactor(WORDINGS[name], form)}}}\n"
        source = source.replace("WAIT = 10;", "WAIT = 1;") if name == "late" else source
    source += "int main(int argc, char* argv[]) {\n"
    for name, form in names:
        call = f"return {name}_{form}::main(argc - 1, argv + 1);"
        source += f'if (!std::strcmp(argv[1], "{name}_{form}")) {call}\n'
    (folder / "judges.cpp").write_text(source + "return 9;\n}\n")
    subprocess.run([*STRICT, *SANITIZED, folder / "judges.cpp", "-o", folder / "judges"], check=True)
    return folder / "judges"


@pytest.fixture
def judge(judges: Path, tmp_path: Path) -> Judge:
    """Judge bytes, of a program that does not listen, or a program over two pipes, which must end, too."""

    def hear(name: str, form: str, test: str, talk: bytes | Sequence[str]) -> Verdict:
        log = tmp_path / ("log" if form == "testlib" else "judgemessage.txt")
        log.unlink(missing_ok=True)
        (tmp_path / "test").write_text(test)
        files = ["test", "log"] if form == "testlib" else ["test", "answer", "."]
        command = [str(judges), f"{name}_{form}", *(str(tmp_path / file) for file in files)]
        if isinstance(talk, bytes):
            done = subprocess.run(command, input=talk, capture_output=True, timeout=60, check=False)
            code, said, error = done.returncode, done.stdout, done.stderr
        else:
            ends = asked, questions, heard, replies = *os.pipe(), *os.pipe()
            with (
                subprocess.Popen(command, stdin=asked, stdout=replies, stderr=subprocess.PIPE) as process,
                subprocess.Popen(talk, stdin=heard, stdout=questions, stderr=subprocess.DEVNULL) as played,
            ):
                for end in ends:
                    os.close(end)
                said, error = b"", process.communicate(timeout=60)[1]
                played.wait(timeout=60)
            code = process.returncode
        return Verdict(code, said.decode(), log.read_text() if log.exists() else "", error.decode())

    return hear


@pytest.mark.parametrize("form", INTERACTORS)
@pytest.mark.parametrize("test", ["0123", "adaptive"])
def test_a_program_that_wins(judge: Judge, test: str, form: str, tmp_path: Path) -> None:
    wording, tree = choose(player.Tree, "codeforces-753", None)
    (tmp_path / "program.py").write_text(render("python", tree, "program", wording))
    verdict = judge("plain", form, test, [sys.executable, str(tmp_path / "program.py")])
    first, *asked, found, won = verdict.log.splitlines()
    assert (verdict.code, first, won) == (CODES[form][OK], f"round 1: {test}", "1 round won")
    secret = asked[-1].split()[1]
    assert found == f"found {secret} after {len(asked)} guess{'es' * (len(asked) > 1)}"
    assert asked[-1] == f"{len(asked)}. {secret} answered 4 0, 1 left"
    assert secret == test or len(asked) >= 6
    assert verdict.error == ("ok 1 round won\n" if form == "testlib" else "")


NONE_LEFT, WRITES_ON = "7 guesses did not find the secret; the secret is ", "the program writes on after the last round"
NO_QUESTION, ENDED = "is not a question; the secret is 0123", "the program ended after "
HEARD = [  # the judge, the test, what a program says, the outcome, what is in the last line of the log, and the answers
    ("plain", "0123", b"012\n", MALFORMED, NO_QUESTION, 0),
    ("plain", "0123", b"012x\n", MALFORMED, NO_QUESTION, 0),
    ("plain", "0123", b"0" * 1_000_000, MALFORMED, NO_QUESTION, 0),
    ("plain", "0123", b"0123\0\n", MALFORMED, NO_QUESTION, 0),
    ("plain", "0123", b"\n \n" * 1000, MALFORMED, ENDED + "0 questions", 0),
    ("plain", "adaptive", b"012\n", MALFORMED, "is not a question; the secret is 0", 0),
    ("plain", "adaptive", b"4567\n", MALFORMED, ENDED + "1 question; the secret is 0", 1),
    ("plain", "0123", b"9876\n" * 7, WRONG, NONE_LEFT + "0123", 6),
    ("plain", "adaptive", b"9876\n" * 7, WRONG, NONE_LEFT + "0127, or one of 1439 others", 6),
    ("plain", "0123", b"9876\n" * 6 + b"0123\n", OK, "1 round won", 7),
    ("plain", "0123", b"0123\n0123\n", MALFORMED, WRITES_ON, 1),
    ("plain", "0123", b"0123 \r\n\n", OK, "1 round won", 1),
    ("plain", "", b"0123\n", FAILED, "the test has 0 rounds", 0),
    ("plain", "0123 4567", b"0123\n", FAILED, "the test has 2 rounds", 0),
    ("plain", "evil", b"0123\n", FAILED, "evil is not a secret", 0),
    ("final", "4271", b"! 4271\n", OK, "1 round won", 1),  # of the line that says how many rounds there are
    ("final", "0123 4567", b"? 0123\n! 0123\n! 4567\n", OK, "2 rounds won", 2),
    ("final", "0123", b"? 0124\n" * 3 + b"! 0123\n", OK, "1 round won", 4),
    ("final", "0123", b"? 0124\n" * 4 + b"! 0123\n", WRONG, "4 guesses did not find the secret", 4),
    ("final", "0123", b"! 0124\n", WRONG, "0124 is not the secret, or not the only one left", 1),
    ("final", "adaptive", b"! 0123\n", WRONG, "0123 is not the secret, or not the only one left", 1),
    ("final", "0123", b"0123\n", MALFORMED, ENDED, 1),
    ("final", "0123", b"# 0123\n", MALFORMED, NO_QUESTION, 1),
    ("final", "0123", b"! 0123\n! 0123\n", MALFORMED, WRITES_ON, 1),
    ("final", "0123 4567", b"! 0123\n", MALFORMED, ENDED + "0 questions; the secret is 4567", 1),
]


@pytest.mark.parametrize("form", INTERACTORS)
def test_what_is_heard_is_judged(form: str, judge: Judge) -> None:
    for name, test, said, outcome, last, answers in HEARD:
        verdict = judge(name, form, test, said)
        told = verdict.log.splitlines()[-1]
        got = (verdict.code, verdict.said.count("\n"), last in told, told.isascii() and told.isprintable())
        assert (test, said[:40], *got) == (test, said[:40], CODES[form][outcome], answers, True, True)


TALKED = [  # the judge, a program, the outcome, and what the last line of the log begins with
    ("plain", "print('0123', flush=True); import sys; sys.stdin.read()", OK, ""),
    ("plain", "pass", MALFORMED, ENDED),
    ("plain", "import os; os.close(0); [print('9876') for _ in range(7)]", WRONG, NONE_LEFT),
    ("plain", "print('9876', flush=True); input(); print('hello')", MALFORMED, "'hello' is not a question"),
    ("late", "print('123', flush=True); input()", MALFORMED, "no question within 1 second, only '123'"),
    ("late", "out = open(1, 'w'); out.write('? 124\\n'); input()", MALFORMED, "no question within 1 second"),
    ("late", "print('? 124', flush=True); input(); print(1); input()", MALFORMED, "no question within 1 second, only"),
    ("late", "input()", MALFORMED, "no question within 1 second"),
    ("late", "print('! 123', flush=True); import time; time.sleep(3)", MALFORMED, "the program runs on after the last"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "program", "outcome", "told"), TALKED)
def test_programs_over_two_pipes_get_a_verdict(judge: Judge, name: str, program: str, outcome: int, told: str) -> None:
    verdict = judge(name, "testlib", "0123"[name == "late" :], [sys.executable, "-c", program])
    assert verdict.code == CODES["testlib"][outcome]
    assert verdict.log.splitlines()[-1].startswith(told)


def test_a_limit_that_no_program_keeps_is_told(call_treegen: RunCommand) -> None:
    final = ["--final", "! {guess}", "--ask", "? {guess}"]
    for words, told in (
        (["bulls-3x6", "--limit", "4"], "4 guesses are too few for bulls-3x6: every program needs 5 for"),
        (["bulls-3x6", "--limit", "3", *final], "every program needs 4 for"),
        (["match-2x3=ABC", "--limit", "1"], "1 guess is too few for match-2x3=ABC: every"),
        (["bulls-3x6", "--limit", "5"], ""),
        (["bulls-3x6", "--limit", "4", *final], ""),
    ):
        done = call_treegen("export", "--to", "interactor", *words)
        assert (done.returncode, done.stderr.count("\n"), told in done.stderr) == (0, int(bool(told)), True)


@pytest.mark.parametrize("form", INTERACTORS)
def test_missing_files_are_the_judges_fault(judges: Path, form: str, tmp_path: Path) -> None:
    for files in ([], ["nowhere/test", "log", "."], ["nowhere/test", "x", "nowhere/log"]):
        done = subprocess.run([judges, f"plain_{form}", *files], stdin=subprocess.DEVNULL, check=False, cwd=tmp_path)
        assert done.returncode == CODES[form][FAILED]


@pytest.mark.parametrize("name", [name for name in WORDINGS if name.startswith("rule")])
def test_every_rule_answers_as_the_codemaker_does(name: str, judge: Judge) -> None:
    """The log counts the secrets that the answers leave."""
    base, rules = WORDINGS[name], WORDINGS[name].rules
    draw, secrets, guesses = random.Random(rules.name), rules.secrets(), rules.guesses()
    tests, said, heard, counted = [*draw.sample(secrets, 60), *["adaptive"] * 4], "", base.start(64), list[str]()
    for test in tests:
        codemaker = Codemaker(base, secrets if test == "adaptive" else [test])
        left, asked = secrets, draw.sample(guesses, 12)
        while codemaker.state != WON:
            guess = asked.pop() if asked else rules.rule.naming + codemaker.secrets[0]
            said += base.ask(guess)
            codemaker.receive(base.ask(guess).encode())
            codemaker.read()
            heard += codemaker.answer()
            left = [secret for secret in left if rules.feedback(guess, secret) == codemaker.steps[-1][1]]
            counted.append(f"{len(left)} left")
    verdict = judge(name, "testlib", " ".join(tests), said.encode())
    assert verdict.error == f"ok {len(tests)} rounds won\n"
    assert verdict.said.split("\n") == [line.strip() for line in heard.split("\n")]
    assert re.findall(r"(?m)\d+ left$", verdict.log) == counted


def test_a_testlib_of_ones_own_takes_the_place_of_the_lines(tmp_path: Path) -> None:
    text = render_interactor(choose_game(None, "bulls-3x6", {}), "testlib")
    (tmp_path / "testlib.h").write_text(text.partition("#else\n")[2].partition("#endif\n")[0])
    (tmp_path / "judge.cpp").write_text(text)
    (tmp_path / "test").write_text("123")
    subprocess.run([*STRICT, "-DUSE_TESTLIB", tmp_path / "judge.cpp", "-o", tmp_path / "judge"], check=True)
    subprocess.run([tmp_path / "judge", tmp_path / "test", tmp_path / "log"], input=b"123\n", check=True)
    told = ["round 1: 123", "1. 123 answered 3 0, 1 left", "found 123 after 1 guess", "1 round won"]
    assert (tmp_path / "log").read_text().splitlines() == told


def test_wording_is_quoted(judge: Judge) -> None:
    verdict = judge("quoted", "testlib", "123", b'"%s\\ ??/ 456 */ ??/\n// \\" \\n 123 x\n')
    assert (verdict.code, verdict.said) == (0, "0 0\n")
    verdict = judge("quoted", "testlib", "123", b'"%s%n ??/ 456 */ ??/\n')
    assert verdict.error.startswith("""wrong output format '"%s%n ??/ 456 */ ??/' is not a question""")


def test_a_wrong_name_loses_in_the_game_of_a_table(tmp_path: Path) -> None:
    """For the judge in C++ as for the referee; questions do not, and all of them are answered as the table does."""
    path = tmp_path / "own.csv"
    path.write_text("name,@class,hot,été\nA,go,yes,oui\nB,stay,yes,non\nC,go,no,non\nÉ,stay,no,oui\n", encoding="utf-8")
    for goal in ("identify", "group"):
        wording = choose_game(None, f"table:{path}#{goal}", {})
        assert check_interactor(wording, "testlib", wording.rules.secrets())["won"] == 4
        codemaker = Codemaker(wording, ["A"])
        for turn, state in (("hot", ASK), ("stay" if goal == "group" else "B", LOST)):
            codemaker.receive(f"{turn}\n".encode())
            assert codemaker.read() == turn
            codemaker.answer()
            assert codemaker.state == state
        assert codemaker.explain_loss()[0] == "wrong answer"
    with compiled("cpp", {"judge.cpp": render_interactor(wording, "testlib")}) as (command,):
        (tmp_path / "test").write_text("A")
        files = [str(tmp_path / name) for name in ("test", "log")]
        done = subprocess.run([command, *files], input=b"hot\nstay\n", capture_output=True, check=False)
    assert (done.returncode, b"stay is not the secret" in done.stderr) == (1, True)


def test_a_tree_names_its_game(tmp_path: Path) -> None:
    player.open_tree("bulls-3x9.total").write(str(tmp_path / "a.tree"))
    for name in ("bulls-3x9", "bulls-3x9.total", str(tmp_path / "a.tree")):
        assert choose_game(None, name, {}).rules.name == "bulls-3x9"
