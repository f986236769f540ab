"""`player judge` and what all verbs share: bad usage, help, quick imports."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import player

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]
    Talk = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def talk(player_words: list[str]) -> Iterator[Talk]:
    """Start `player judge` and leave it running."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*arguments: str) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        started.append(subprocess.Popen([*player_words, "judge", *arguments], stdin=pipe, stdout=pipe, stderr=pipe))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def say(process: subprocess.Popen[bytes], text: bytes) -> None:
    assert process.stdin
    process.stdin.write(text)
    process.stdin.flush()


def hear(process: subprocess.Popen[bytes]) -> str:
    assert process.stdout
    return process.stdout.readline().decode()


def end(process: subprocess.Popen[bytes]) -> tuple[int, str]:
    """Close its input; its exit code and what it says on standard error."""
    error = process.communicate(timeout=60)[1].decode()
    return process.returncode, error


def test_after_the_win_it_ends_at_once_and_reads_nothing_more(talk: Talk) -> None:
    process = talk()
    assert hear(process) == "0123\n"
    say(process, b"4 0\n")
    assert process.wait(60) == 0  # its input is still open
    assert hear(process) == ""


@pytest.mark.parametrize(
    ("words", "text", "code", "asked", "problem"),
    [
        ([], "4 0", 0, "0123", ""),  # a win without a line end
        ([], "", 2, "0123", "the input ended after guess 1, 0123, without its reply"),
        ([], "0 1\n2", 2, "0123", "the input ended after guess 2, "),
        ([], "0 1\n9 9\n", 2, "0123", "'9 9' is not a reply of codeforces-753"),
        ([], "\x1b[2J \x00\n", 2, "0123", "'?[2J ?' is not a reply of codeforces-753"),
        ([], "0 4\n0 1\n", 2, "0123", "fits no secret after 0123:04; possible: "),
        ([], "1" * 100_000, 2, "0123", "does not end within 4096 bytes"),
        (["bulls-4x10.entropy", "--dialect", "gym-101192d"], "01\n40\n", 0, "0123 1456", ""),
        (["bulls-4x10", "--ask", "? {guess}"], "OK\n", 2, "?", "'OK' is not a reply of your dialect: bulls-4x10 has"),
        (["bulls-3x9.total", "--win", "You win"], "You\nwin\n", 0, "123", ""),
        (["bulls-4x10", "--limit", "7"], "4 0", 0, "0123", ""),
        (["bulls-4x10", "--limit", "6", "--ask", "? {guess}", "--final", "! {guess}"], "", 2, "? 0123", "ended after"),
    ],
)
def test_a_conversation_through_pipes(
    run_player: Run, words: list[str], text: str, code: int, asked: str, problem: str
) -> None:
    result = run_player("judge", *words, input=text)
    assert result.returncode == code
    assert " ".join(result.stdout.split()).startswith(asked)
    assert problem in result.stderr
    assert result.stderr.count("\n") == (code != 0)
    assert result.stderr.isascii()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["bulls-4x10", "--limit", "6"], "--limit allows 6 guesses, but the tree needs up to 7; name one of depth at"),
        (["bulls-4x10", "--limit", "5", "--ask", "? {guess}", "--final", "! {guess}"], "; name one of depth at most 6"),
        (["bulls-4x10", "--dialect", "spoj-mstrmnd", "--limit", "1"], "spoj-mstrmnd plays marks-4x6"),
        (["bulls-3x9.total", "--limit", "1"], "--limit allows 1 guess, but the tree needs up to "),
    ],
)
def test_a_tree_that_needs_too_many_guesses_is_refused(run_player: Run, words: list[str], message: str) -> None:
    result = run_player("judge", *words)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert message in result.stderr


def test_an_endless_line_is_cut_off(talk: Talk) -> None:
    process = talk()
    hear(process)
    assert process.stdin
    descriptor = process.stdin.fileno()

    def say_for_ever() -> None:
        while True:
            os.write(descriptor, b"1" * 10_000)

    with pytest.raises(BrokenPipeError):
        say_for_ever()
    assert end(process) == (2, f"the reply '{'1' * 37}...' does not end within 4096 bytes\n")


def test_ctrl_c_ends_it_without_a_traceback(talk: Talk) -> None:
    process = talk()
    hear(process)
    process.send_signal(signal.SIGINT)
    assert end(process) == (130, "")


def test_a_closed_output_ends_it_silently(talk: Talk) -> None:
    process = talk()
    hear(process)
    assert process.stdout
    process.stdout.close()
    say(process, b"0 1\n")
    assert process.stderr
    assert (process.wait(60), process.stderr.read()) == (0, b"")


@pytest.mark.parametrize("closing", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_closed_descriptors_give_no_traceback(player_words: list[str], closing: str) -> None:
    words = ["sh", "-c", f'"$@" judge {closing}', "sh", *player_words]
    result = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False, timeout=60)
    told = {"<&-": "the input ended after guess 1, 0123, without its reply\n", ">&-": "standard output: it is closed\n"}
    assert (result.returncode, result.stderr) == (2, told.get(closing, ""))


USAGE = [
    (["judeg"], "'judeg': no such verb; did you mean judge?"),
    (["judge", "--dialct", "x"], "'--dialct': no such option of judge; did you mean --dialect?"),
    (["judge", "--dialect"], "--dialect takes a value"),
    (["judge", "--dialect", "codeforces"], "'codeforces': no such dialect; did you mean codeforces-753?"),
    (["--dialect", "x", "judge"], "--dialect: options other than "),
    (["judge", "--quiet=1"], "--quiet takes no value; leave '=1' out"),
    (["judge", "a.tree", "b.tree"], "'b.tree': one TREE is enough, and 'a.tree' is there already"),
    (["judge", "--", "x"], "only referee takes a COMMAND after --; leave -- out"),
    (["judge", "-"], "- cannot be both the tree and the judge; name a tree file"),
    (["judge", "no-such.tree"], "no-such.tree: no such file or directory; name a .tree file"),
    (["judge", "bulls-4x11"], "bulls-4x11: at most 10 symbols; did you mean bulls-4x10?"),
    (["judge", ""], "no such tree is shipped"),
    (["judge", os.curdir + os.sep], "./: it is a folder; name a .tree file"),
    (["judge", "a\nb\x1b.tree"], "a?b?.tree: no such file"),
    (["play", "--role", "keepr"], "--role 'keepr': did you mean keeper?"),
    (["referee", "--limit", "0"], "--limit '0': it takes a whole number from 1 on"),
    (["referee", "-j", "-1"], "-j '-1': it takes a whole number from 1 on"),
    (["referee", "--time-limit", "nan"], "--time-limit 'nan': it takes a time, as in 2s, 500ms or 1.5"),
    (["referee", "--format", "jsn"], "--format 'jsn': did you mean json?"),
    (["referee", "--secret"], "--secret takes at least one value"),
    (["referee", "--secret", "0012"], "'0012' is not a secret of bulls-4x10-any: it takes 4 of the symbols"),
    (["referee", "--"], "name a COMMAND after --"),
    (["referee", "--", "no-such-program"], "no-such-program: cannot be started: no such file or directory"),
    (["referee", "--log", "/nowhere/log"], "/nowhere/log: no such file or directory"),
    (["referee", "--seed", "3"], "--seed draws the secrets of --games; add --games N, or leave --seed out"),
    (["referee", "--games", "3", "--adaptive"], "leave --secret and --adaptive out, or --games"),
    (["referee", "bulls-4x10.total", "python3"], "'bulls-4x10.total' is there already; a COMMAND stands after --"),
    (["referee", "bulls-3x9", "--dialect", "codeforces-753"], "but bulls-3x9.total is a tree of bulls-3x9; use "),
    (["referee", "--dialect", "plain"], "plain takes any game; name a TREE to play"),
    (["judge", "--dialect", "codeforces-1442f"], "its programs are made by: treegen differentiate --to cpp"),
    (["judge", "bulls-4x10-repeats-nozero"], "did you mean bulls-4x10-any-nozero?"),
]


@pytest.mark.parametrize(("words", "message"), USAGE, ids=[" ".join(words) for words, _ in USAGE])
def test_bad_usage_is_one_line(run_player: Run, words: list[str], message: str) -> None:
    result = run_player(*words)
    assert (result.returncode, result.stdout) == (2, "")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["referee", "--", "mine.py"], "no such file or directory; start it as python3 mine.py\n"),
        (["referee", "--", "mine"], "no such file or directory; start it as ./mine\n"),
        (["referee", "--", "python3 mine.py"], "; write its words after -- without quotes: python3 mine.py\n"),
        (["judge", "mine.py"], "'mine.py' does not end in .tree; if it is a tree file, write ./mine.py\n"),
    ],
)
def test_files_of_this_folder_are_recognised(
    run_player: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], message: str
) -> None:
    for name in ("mine.py", "mine"):
        (tmp_path / name).write_text("")
    monkeypatch.chdir(tmp_path)
    result = run_player(*words)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert result.stderr.endswith(message)


@pytest.mark.parametrize("words", [["--version"], ["judge", "--version"], ["-q", "--version", "referee"]])
def test_the_version(run_player: Run, words: list[str]) -> None:
    result = run_player(*words)
    assert (result.returncode, result.stdout) == (0, f"player {player.__version__}\n")


def test_debug_shows_the_traceback(run_player: Run) -> None:
    assert "Traceback" in run_player("judge", "no-such.tree", "--debug").stderr


@pytest.mark.parametrize("words", [["--help"], ["judge"], ["referee"], ["referee", "--json"]])
@pytest.mark.parametrize(
    ("output", "code", "told"), [(None, 0, ""), ("/dev/full", 2, "standard output: no space left on device\n")]
)
def test_an_output_that_takes_nothing(
    player_words: list[str], words: list[str], output: str | None, code: int, told: str
) -> None:
    """A pipe that is closed ends it silently."""
    if output and not os.path.exists(output):
        pytest.skip("it needs /dev/full, as on Linux")
    read_end, write_end = (-1, os.open(output, os.O_WRONLY)) if output else os.pipe()
    if not output:
        os.close(read_end)
    buffered = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    words = [*player_words, *words]
    result = subprocess.run(words, stdout=write_end, stderr=subprocess.PIPE, env=buffered, text=True, check=False)
    os.close(write_end)
    assert (result.returncode, result.stderr) == (code, told)


def test_the_judge_imports_little() -> None:
    """Neither numpy nor treegen, nor what is slow to import, nor what of our own a game does not need."""
    code = """
import sys
bare = set(sys.modules)
import msgpack, hashlib
before = set(sys.modules)
import player.cli
sys.argv[0] = "player"
player.cli.main(["judge"])
new = set(sys.modules) - before
slow = {"numpy", "treegen", "argparse", "asyncio", "dataclasses", "json", "subprocess", "typing", "re", "inspect"}
print(sorted(name for name in new if name.partition(".")[0] in slow), file=sys.stderr)
print(sorted(set(sys.modules) & {"numpy", "treegen"} - bare), file=sys.stderr)
unneeded = {"tree.tree", "tree.decode", "judge.codemaker", "judge.wrong_tree", "rules.lists"}
print(sorted(new & {f"player.{name}" for name in unneeded}), file=sys.stderr)
"""
    for replies in ("4 0\n", "0 1\n0 2\n"):
        result = subprocess.run(
            [sys.executable, "-c", f"import sys; sys.path[:0] = [{os.path.dirname(player.__path__[0])!r}]\n{code}"],
            input=replies, capture_output=True, text=True, check=True, timeout=60,
        )  # fmt: skip
        assert result.stdout.startswith("0123\n")
        assert result.stderr.splitlines()[-3:] == ["[]", "[]", "[]"]
