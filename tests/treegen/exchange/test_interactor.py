"""Judges as C++ files: played by a program over two pipes, and compared with the codemaker in Python."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

import pytest

import player
from player.judge.choose import choose
from player.judge.codemaker import Codemaker
from player.judge.conversation import WON
from treegen.exchange.export.interactor import INTERACTORS, choose_game, render_interactor
from treegen.exchange.export.languages import render

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from tests.conftest import RunCommand

    Build = Callable[[str, str], "Judge"]

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


class Judge(NamedTuple):
    """A judge by its name in the program of all judges, and a folder for its files."""

    program: tuple[str, str]
    form: str
    folder: Path

    def command(self, test: str) -> list[str]:
        for name in ("log", "judgemessage.txt"):
            (self.folder / name).unlink(missing_ok=True)
        (self.folder / "test").write_text(test)
        files = ["test", "log"] if self.form == "testlib" else ["test", "answer", "."]
        return [*self.program, *(str(self.folder / file) for file in files)]

    def verdict(self, code: int, said: str, error: str) -> Verdict:
        log = self.folder / ("log" if self.form == "testlib" else "judgemessage.txt")
        return Verdict(code, said, log.read_text() if log.exists() else "", error)

    def hear(self, test: str, text: str | bytes) -> Verdict:
        """Judge a program that does not listen."""
        data = text.encode() if isinstance(text, str) else text
        done = subprocess.run(self.command(test), input=data, capture_output=True, timeout=60, check=False)
        return self.verdict(done.returncode, done.stdout.decode(), done.stderr.decode())

    def play(self, test: str, program: Sequence[str]) -> Verdict:
        """Judge a program over two pipes; it must end, too, because nothing is left to read."""
        asked, questions = os.pipe()
        heard, replies = os.pipe()
        pipe = subprocess.PIPE
        with (
            subprocess.Popen(self.command(test), stdin=asked, stdout=replies, stderr=pipe, text=True) as judge,
            subprocess.Popen(program, stdin=heard, stdout=questions, stderr=subprocess.DEVNULL) as played,
        ):
            for end in (asked, questions, heard, replies):
                os.close(end)
            _, error = judge.communicate(timeout=60)
            played.wait(timeout=60)
        return self.verdict(judge.returncode, "", error)


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
HEADERS = "algorithm csignal cstdint cstdio cstdlib cstring fstream string sys/time.h vector"


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
def build(judges: Path, tmp_path: Path) -> Build:
    return lambda name, form: Judge((str(judges), f"{name}_{form}"), form, tmp_path)


@pytest.fixture(params=INTERACTORS)
def plain(build: Build, request: pytest.FixtureRequest) -> Judge:
    return build("plain", request.param)


@pytest.mark.parametrize("test", ["0123", "adaptive"])
def test_a_program_that_wins(plain: Judge, test: str) -> None:
    wording, tree = choose(player.Tree, "codeforces-753", None)
    (plain.folder / "program.py").write_text(render("python", tree, "program", wording))
    verdict = plain.play(test, [sys.executable, str(plain.folder / "program.py")])
    first, *asked, found, won = verdict.log.splitlines()
    assert (verdict.code, first, won) == (CODES[plain.form][OK], f"round 1: {test}", "1 round won")
    secret = asked[-1].split()[1]
    assert found == f"found {secret} after {len(asked)} guess{'es' * (len(asked) > 1)}"
    assert asked[-1] == f"{len(asked)}. {secret} answered 4 0, 1 left"
    assert secret == test or len(asked) >= 6
    assert verdict.error == ("ok 1 round won\n" if plain.form == "testlib" else "")


NONE_LEFT, WRITES_ON = "7 guesses did not find the secret; the secret is ", "the program writes on after the last round"
NO_QUESTION, ENDED = "is not a question; the secret is 0123", "the program ended after "
HEARD = [  # the judge, the test, what a program says, the outcome, what is in the last line of the log, and the answers
    ("plain", "0123", b"012\n", MALFORMED, NO_QUESTION, 0),
    ("plain", "0123", b"01234\n", MALFORMED, NO_QUESTION, 0),
    ("plain", "0123", b"012x\n", MALFORMED, NO_QUESTION, 0),
    ("plain", "0123", b"0" * 1_000_000, MALFORMED, NO_QUESTION, 0),
    ("plain", "0123", b"0123\0\n", MALFORMED, NO_QUESTION, 0),
    ("plain", "0123", b"\xff\xfe\xfd\xfc\n", MALFORMED, NO_QUESTION, 0),
    ("plain", "0123", b"", MALFORMED, ENDED + "0 questions; the secret is 0123", 0),
    ("plain", "0123", b"\n \n" * 1000, MALFORMED, ENDED + "0 questions", 0),
    ("plain", "0123", b"4567\n", MALFORMED, ENDED + "1 question; the secret is 0123", 1),
    ("plain", "adaptive", b"012\n", MALFORMED, "is not a question; the secret is 0", 0),
    ("plain", "adaptive", b"4567\n", MALFORMED, ENDED + "1 question; the secret is 0", 1),
    ("plain", "0123", b"9876\n" * 7, WRONG, NONE_LEFT + "0123", 6),
    ("plain", "adaptive", b"9876\n" * 7, WRONG, NONE_LEFT + "0127, or one of 1439 others", 6),
    ("plain", "0123", b"9876\n" * 6 + b"0123\n", OK, "1 round won", 7),
    ("plain", "0123", b"0123\n0123\n", MALFORMED, WRITES_ON, 1),
    ("plain", "0123", b"0123 \r\n\n", OK, "1 round won", 1),
    ("plain", "", b"0123\n", FAILED, "the test has 0 rounds", 0),
    ("plain", "0123 4567", b"0123\n", FAILED, "the test has 2 rounds", 0),
    ("plain", "0012", b"0123\n", FAILED, "0012 is not a secret", 0),
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
def test_what_is_heard_is_judged(form: str, build: Build) -> None:
    for name, test, said, outcome, last, answers in HEARD:
        verdict = build(name, form).hear(test, said)
        told = verdict.log.splitlines()[-1]
        assert (test, said[:40], verdict.code) == (test, said[:40], CODES[form][outcome])
        assert last in told
        assert told.isascii()
        assert told.isprintable()
        assert (test, said[:40], verdict.said.count("\n")) == (test, said[:40], answers)


@pytest.mark.parametrize(
    ("program", "outcome"),
    [
        ("print('0123')", OK),
        ("print('0123', flush=True); import sys; sys.stdin.read()", OK),
        ("pass", MALFORMED),
        ("import os; os.close(0); [print('9876') for _ in range(7)]", WRONG),
        ("raise SystemExit(1)", MALFORMED),
        ("print('9876', flush=True); input(); print('hello')", MALFORMED),
    ],
)
def test_programs_over_two_pipes(plain: Judge, program: str, outcome: int) -> None:
    assert plain.play("0123", [sys.executable, "-c", program]).code == CODES[plain.form][outcome]


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("print('123', flush=True); input()", "no question within 1 second, only '123'"),
        ("print('?123', flush=True); input()", "no question within 1 second, only '?123'"),
        ("out = open(1, 'w'); out.write('? 124\\n'); input()", "no question within 1 second"),  # it does not flush
        ("print('? 124', flush=True); input(); print('1'); input()", "no question within 1 second, only '1'"),
        ("input()", "no question within 1 second"),
        ("print('! 123', flush=True); import time; time.sleep(3)", "the program runs on after the last round"),
    ],
)
def test_a_program_that_waits_for_ever_gets_a_verdict(build: Build, program: str, told: str) -> None:
    verdict = build("late", "testlib").play("123", [sys.executable, "-c", program])
    assert (verdict.code, verdict.log.splitlines()[-1].partition(";")[0]) == (CODES["testlib"][MALFORMED], told)


def test_a_limit_that_no_program_keeps_is_told(call_treegen: RunCommand) -> None:
    for words, told in (
        (["bulls-3x6", "--limit", "4"], "4 guesses are too few for bulls-3x6: every program needs 5 for"),
        (["bulls-3x6", "--limit", "3", "--final", "! {guess}", "--ask", "? {guess}"], "every program needs 4 for"),
        (["match-2x3=ABC", "--limit", "1"], "1 guess is too few for match-2x3=ABC: every"),
        (["bulls-3x6", "--limit", "5"], ""),
        (["bulls-3x6", "--limit", "4", "--final", "! {guess}", "--ask", "? {guess}"], ""),
    ):
        done = call_treegen("export", "--to", "interactor", *words)
        assert (done.returncode, done.stderr.count("\n")) == (0, int(bool(told)))
        assert told in done.stderr


def test_the_log_counts_the_secrets_that_the_answers_leave(plain: Judge) -> None:
    verdict = plain.hear("4271", "0123\n4567\n4271\n")
    rules = choose_game("codeforces-753", None, {}).rules
    secrets = rules.secrets()
    lines = []
    for number, guess in enumerate(("0123", "4567", "4271"), 1):
        label = rules.feedback(guess, "4271")
        secrets = [secret for secret in secrets if rules.feedback(guess, secret) == label]
        lines.append(f"{number}. {guess} answered {label[0]} {label[1]}, {len(secrets)} left")
    assert len(secrets) == 1
    assert verdict.log.splitlines() == ["round 1: 4271", *lines, "found 4271 after 3 guesses", "1 round won"]


def test_missing_files_are_the_judges_fault(plain: Judge) -> None:
    for arguments in ([], ["nowhere/test", "log", "."], ["nowhere/test", "x", "nowhere/log"]):
        done = subprocess.run([*plain.program, *arguments], stdin=subprocess.DEVNULL, check=False, cwd=plain.folder)
        assert done.returncode == CODES[plain.form][FAILED]


@pytest.mark.parametrize("name", [name for name in WORDINGS if name.startswith("rule")])
def test_every_rule_answers_as_the_codemaker_does(name: str, build: Build) -> None:
    base = WORDINGS[name]
    draw = random.Random(base.rules.name)
    rules = base.rules
    secrets, guesses = rules.secrets(), rules.guesses()
    tests = [*draw.sample(secrets, 60), *["adaptive"] * 4]
    said, heard = [], [str(len(tests))]
    for test in tests:
        codemaker = Codemaker(base, secrets if test == "adaptive" else [test])
        asked = draw.sample(guesses, 12)
        while codemaker.state != WON:
            guess = asked.pop() if asked else "eq" * (base.rules.family == "number") + codemaker.secrets[0]
            said.append(base.ask(guess))
            codemaker.receive(said[-1].encode())
            codemaker.read()
            heard.append(codemaker.answer().strip())
    verdict = build(name, "testlib").hear(" ".join(tests), "".join(said))
    assert verdict.error == f"ok {len(tests)} rounds won\n"
    assert verdict.said.splitlines() == heard


def test_a_testlib_of_ones_own_takes_the_place_of_the_lines(tmp_path: Path) -> None:
    text = render_interactor(choose_game(None, "bulls-3x6", {}), "testlib")
    own = text.partition("#else\n")[2].partition("#endif\n")[0]
    (tmp_path / "testlib.h").write_text(own)
    (tmp_path / "judge.cpp").write_text(text)
    compiled = tmp_path / "judge"
    subprocess.run([*STRICT, "-DUSE_TESTLIB", tmp_path / "judge.cpp", "-o", compiled], check=True)
    (tmp_path / "test").write_text("123")
    done = subprocess.run([compiled, tmp_path / "test", tmp_path / "log"], input=b"123\n", check=False)
    assert done.returncode == 0
    assert (
        tmp_path / "log"
    ).read_text() == "round 1: 123\n1. 123 answered 3 0, 1 left\nfound 123 after 1 guess\n1 round won\n"


def test_wording_is_quoted(build: Build) -> None:
    judge = build("quoted", "testlib")
    verdict = judge.hear("123", '"%s\\ ??/ 456 */ ??/\n// \\" \\n 123 x\n')
    assert (verdict.code, verdict.said) == (0, "0 0\n")
    verdict = judge.hear("123", '"%s%n ??/ 456 */ ??/\n')
    assert verdict.error.startswith("""wrong output format '"%s%n ??/ 456 */ ??/' is not a question""")


def test_a_tree_names_its_game(tmp_path: Path) -> None:
    player.open_tree("bulls-3x9.total").write(str(tmp_path / "a.tree"))
    for name in ("bulls-3x9", "bulls-3x9.total", str(tmp_path / "a.tree")):
        assert choose_game(None, name, {}).rules.name == "bulls-3x9"
