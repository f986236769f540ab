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
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]
    Talk = Callable[..., subprocess.Popen[bytes]]


@pytest.mark.parametrize("end", ["win", "Ctrl-C", "closed output"])
def test_it_ends_at_once_without_a_traceback(player_words: list[str], end: str) -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([*player_words, "judge"], stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline() == b"0123\n"
        if end == "Ctrl-C":
            process.send_signal(signal.SIGINT)
        else:
            if end != "win":
                process.stdout.close()
            process.stdin.write(b"4 0\n" if end == "win" else b"0 1\n")
            process.stdin.flush()
        assert process.wait(60) == (130 if end == "Ctrl-C" else 0)  # its input is still open
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    ("words", "text", "code", "asked", "problem"),
    [
        ([], "4 0", 0, "0123", ""),  # a win without a line end
        ([], "0 1\n2", 2, "0123", "the input ended after guess 2, "),
        ([], "0 4\n0 1\n", 2, "0123", "fits no secret after 0123:04; possible: "),
        (["bulls-4x10.entropy", "--dialect", "gym-101192d"], "01\n40\n", 0, "0123 1456", ""),
        (["bulls-4x10", "--ask", "? {guess}"], "OK\n", 2, "?", "'OK' is not a reply of your dialect: bulls-4x10 has"),
        (["bulls-3x9.total", "--win", "You win"], "You\nwin\n", 0, "123", ""),
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


@pytest.mark.parametrize("closing", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_closed_descriptors_give_no_traceback(player_words: list[str], closing: str) -> None:
    words = ["sh", "-c", f'"$@" judge {closing}', "sh", *player_words]
    result = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False, timeout=60)
    told = {"<&-": "the input ended after guess 1, 0123, without its reply\n", ">&-": "standard output: it is closed\n"}
    assert (result.returncode, result.stderr) == (2, told.get(closing, ""))


def test_files_of_this_folder_are_recognised(call_player: Run, tmp_path: Path) -> None:
    for name in ("mine.py", "mine"):
        (tmp_path / name).write_text("")
    for words, message in (
        (["referee", "--", "mine.py"], "no such file or directory; start it as python3 mine.py\n"),
        (["referee", "--", "mine"], "no such file or directory; start it as ./mine\n"),
        (["referee", "--", "python3 mine.py"], "; write its words after -- without quotes: python3 mine.py\n"),
        (["judge", "mine.py"], "'mine.py' does not end in .tree; if it is a tree file, write ./mine.py\n"),
    ):
        result = call_player(*words, cwd=tmp_path)
        assert (result.returncode, result.stderr.count("\n")) == (2, 1)
        assert result.stderr.endswith(message)


def test_the_version_and_a_traceback(call_player: Run, run_player: Run) -> None:
    for words in (["--version"], ["judge", "--version"], ["-q", "--version", "referee"]):
        result = call_player(*words)
        assert (result.returncode, result.stdout) == (0, f"player {player.__version__}\n")
    done = run_player("judge", "no-such.tree", "--debug")
    assert (done.returncode, "Traceback" in done.stderr) == (2, True)


@pytest.mark.parametrize("words", [["judge"], ["referee"]])
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
    """Neither numpy nor treegen nor slow modules, and at most 1,500 lines of our own, without those of no use here."""
    code = f"""
import sys
sys.path[:0] = [{os.path.dirname(player.__path__[0])!r}]
import msgpack, hashlib
before = set(sys.modules)
import player.cli
sys.argv[0] = "player"
player.cli.main(["judge"])
new = set(sys.modules) - before
slow = {{"numpy", "treegen", "argparse", "asyncio", "dataclasses", "json", "subprocess", "typing", "re", "inspect"}}
unneeded = {{"tree.tree", "tree.decode", "judge.codemaker", "judge.wrong_tree", "rules.lists"}}
print(sorted(name for name in new if name.partition(".")[0] in slow), file=sys.stderr)
print(sorted(new & {{f"player.{{name}}" for name in unneeded}}), file=sys.stderr)
own = [name for name in new if name.partition(".")[0] == "player" and name != "player.cli.terminal"]
print(sum(len(open(sys.modules[name].__file__).readlines()) for name in own), file=sys.stderr)
"""
    words = [sys.executable, "-c", code]
    for replies in ("4 0\n", "0 1\n0 2\n"):
        done = subprocess.run(words, input=replies, capture_output=True, text=True, check=True, timeout=60)
        assert done.stdout.startswith("0123\n")
        *_, slow, unneeded, lines = done.stderr.splitlines()
        assert (slow, unneeded) == ("[]", "[]")
        assert 1000 < int(lines) <= 1500
