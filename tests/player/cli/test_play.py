"""The command `player play`: the conversations of `player.people` through pipes and on a terminal."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., subprocess.CompletedProcess[str]]

FOUND = "Found 0123 with 1 guess.\nReview it: treegen review bulls-4x10 --history 0123:40\n"
SECOND = "guess 2: 1456   (1440 candidates left)\n"
GUESSER = ("--role", "guesser", "--secret", "9876")


@pytest.mark.parametrize(
    ("words", "typed", "within", "end"),
    [
        ((), "40\n01\nmore\n", "guess 1: 0123", FOUND),
        (("bulls-4x10.entropy",), "01\nundo\n0 0\r\n00\nundo\nundo\n0,4\n0A4B\n", SECOND, "\nNo more answers: bye.\n"),
        ((), "", "guess 1: ", "\nNo more answers: bye.\n"),
        ((), "01", "guess 2: ", "\nNo more answers: bye.\n"),
        ((), "lost\n12", "What is your secret?", "bye.\n"),
        (GUESSER, "0123\nundo\n0123\n\n9876\nmore\n", "(360 candidates left of 5040", "0123:00,9876:40\n"),
        (GUESSER, "", "guess 1?", "\nNo more guesses. The secret was 9876. Bye.\n"),
        (("bulls-4x10-any", "--role", "guesser"), "give up\n", ", all different; guesses may repeat symbols.\n", "\n"),
    ],
)
def test_the_command_through_pipes(run_player: Run, words: tuple[str, ...], typed: str, within: str, end: str) -> None:
    result = run_player("play", *words, input=typed)
    assert (result.returncode, result.stderr) == (0, "")
    assert within in result.stdout
    assert result.stdout.endswith(end)


@pytest.mark.parametrize("locale", ["C", "POSIX", "C.UTF-8"])
def test_any_bytes_and_any_locale(player_words: list[str], locale: str) -> None:
    typed = b"\xff\xfe\n\xc3\xa9t\xc3\xa9\n\x00\n" + b"x" * 100_000 + b"\n01\n"
    result = subprocess.run(
        [*player_words, "play", "bulls-4x10.entropy"], input=typed, capture_output=True, check=False, timeout=60,
        env={**os.environ, "LANG": locale, "LC_ALL": locale, "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.isascii() == (locale != "C.UTF-8")
    assert result.stdout.decode().count("is not an answer here") == 4
    assert SECOND in result.stdout.decode()


def test_another_game_is_played_from_its_file(run_player: Run, tiny_path: str) -> None:
    result = run_player("play", tiny_path, "--role", "keeper", input="20\n")
    assert "Bulls and Cows, 2 of 3 digits: 2 of the symbols 123, all different" in result.stdout
    assert result.stdout.endswith("Found 12 with 1 guess.\nReview it: treegen review bulls-2x3 --history 12:20\n")


def test_on_a_terminal_another_game_is_offered(player_words: list[str]) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    try:
        result = subprocess.Popen([*player_words, "play"], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        os.write(ours, b"40\n01\nyes\nquit\n")
        out, error = result.communicate(timeout=60)
    finally:
        os.close(ours)
        os.close(theirs)
    text = out.decode()
    assert (result.returncode, error) == (0, b"")
    assert (text.count("Play again?"), text.count("guess 1: ")) == (2, 2)
    assert text.endswith("Bye.\n")


def on_a_terminal(words: list[str], typed: list[str], env: dict[str, str]) -> str:
    """What a terminal shows."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    shown = b""
    with subprocess.Popen(
        words, stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, "TERM": "xterm", "PYTHONUTF8": "1", **env}
    ):
        os.close(theirs)
        os.write(ours, "".join(f"{line}\n" for line in typed).encode())
        with suppress(OSError):  # the other end is closed
            while more := os.read(ours, 4096):
                shown += more
    os.close(ours)
    return shown.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("words", [["bulls-4x10"], ["bulls-4x10", "--role", "guesser", "--secret", "9876"]])
def test_a_narrow_terminal_and_a_game_that_goes_on(player_words: list[str], run_player: Run, words: list[str]) -> None:
    typed = ["help", "0123" if "guesser" in words else "01", "quit"]
    shown = on_a_terminal([*player_words, "play", *words], typed, {"COLUMNS": "30"})
    coloured = re.compile("\x1b\\[[0-9;]*m")
    assert "\x1b[33m" in shown
    text = coloured.sub("", shown)
    long = [line for line in text.splitlines() if len(line) > 30]
    assert not any(" " in line.removesuffix(" \\") for line in long)
    again = shlex.split(text.rpartition("go on with: ")[2].replace("\\\n", ""))
    assert again == ["player", "play", *words, "--resume", "0123" if "guesser" in words else "0123:01"]
    assert ("guess 2?" if "guesser" in words else "guess 2: 1456") in run_player(*again[1:]).stdout


def test_a_terminal_without_colours(player_words: list[str]) -> None:
    words = ["play", "words-5", "--role", "guesser", "--secret", "mount"]
    shown = on_a_terminal([*player_words, *words], ["crane", "give up", "no"], {"NO_COLOR": "1"})
    assert "crane: ⬛⬛⬛🟩⬛   (60 candidates left" in shown
    shown = on_a_terminal([*player_words, *words], ["crane", "give up", "no"], {"NO_COLOR": ""})
    assert "\x1b[30;42m n" in shown


def test_boards_stand_side_by_side_where_there_is_room(player_words: list[str], run_player: Run) -> None:
    words = [*player_words, "play", "words-5*3", "--secret", "mount/raise/worst"]
    for columns, gap in (("30", "\n       "), ("60", " ")):
        text = on_a_terminal(words, ["raise", "quit"], {"COLUMNS": columns, "NO_COLOR": "1"})
        assert f"raise: ⬛⬛⬛⬛⬛ 🟩🟩🟩🟩🟩{gap}🟨⬛⬛🟩⬛\n" in text
        again = shlex.split(text.rpartition("go on with: ")[2].replace("\\\n", ""))
        assert "raise: ⬛⬛⬛⬛⬛ 🟩🟩🟩🟩🟩 🟨⬛⬛🟩⬛\n" in run_player(*again[1:], input="quit\n").stdout
    assert "\x1b[30;43m r" in on_a_terminal(words, ["worst", "quit"], {"COLUMNS": "30", "NO_COLOR": ""})


def test_a_transcript(run_player: Run) -> None:
    typed = "crate:00010\nWordle 1,234 3/6\n\ndoubt:00000\n⬛🟩🟩⬛🟩\n"
    result = run_player("play", "words-5", "--json", input=typed)
    told = json.loads(result.stdout)
    assert (told["game"], told["moves"], told["is_done"]) == ("words-5", ["crate:00010", "hoist:02202"], False)
    assert [line["typed"].strip() for line in told["transcript"]] == ["", *typed.split()[:1], *typed.split()[4:]]
    assert "My guess is hoist; any guess may be asked of: treegen next words-5 doubt:00000" in result.stderr
    wrong = run_player("play", "--resume", "0123:01,0123:99")
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
    assert wrong.stderr.startswith("--resume '0123:99': ")


def test_a_seed_draws_the_same_secrets(run_player: Run) -> None:
    games = [run_player("play", "--role", "guesser", "--seed", seed, input="quit\n").stdout for seed in ("1", "1", "2")]
    assert games[0] == games[1] != games[2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--level", "evasive"], "--level is about the program's secret"),
        (["--role", "keeper", "--seed", "1"], "--seed is about"),
        (["--role", "guesser", "--secret", "0012"], "'0012' is not a secret of bulls-4x10"),
        (["--role", "guesser", "--level", "evasive", "--secret", "0123"], "an evasive keeper has no secret"),
        (["--role", "guesser", "--level", "cruel"], "--level 'cruel': choose one of: honest, evasive"),
        (["--role", "guesser", "--seed", "-1"], "--seed '-1': it takes a whole number from 0 on"),
        (["mastermind-6x10", "--role", "guesser", "--level", "evasive"], "use --level honest"),
        (["mastermind-6x10", "--role", "keeper"], "no such tree is shipped"),
        (["--role", "duel"], "--role 'duel': choose one of: keeper, guesser"),
        (["bulls-4x11", "--role", "guesser"], "did you mean bulls-4x10?"),
        (["words-5*4", "--role", "keeper"], "several boards are for --role guesser"),
        (["words-5*17"], "17 boards: 16 at most"),
        (["bulls-2x4*2", "--secret", "12"], "--secret names 1 of 2 secrets"),
        (["bulls-1x2*3"], "bulls-1x2 is not for 3 boards: it has 2 secrets"),
        (["number-1..30*2"], "number-1..30 is not for 2 boards: a wrong name loses"),
        (["missing.tree", "--role", "guesser"], "missing.tree: no such file"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_2(run_player: Run, arguments: list[str], message: str) -> None:
    result = run_player("play", *arguments)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert message in result.stderr


def test_an_interrupt_ends_with_130(player_words: list[str]) -> None:
    words = [*player_words, "play", "--role", "guesser"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        while (line := process.stdout.readline()) != b"guess 1?\n":
            assert line
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr is not None
        assert process.stderr.read() == b""


@pytest.mark.parametrize("role", ["keeper", "guesser"])
def test_playing_imports_neither_numpy_nor_treegen(role: str) -> None:
    code = (
        "import sys\nfrom player.cli import main\n"
        f"code = main(['play', '--role', {role!r}])\n"
        "print([name for name in sys.modules if name.partition('.')[0] in ('numpy', 'treegen')], code)"
    )
    words = [sys.executable, "-c", code]
    result = subprocess.run(words, input="9012\nhint\n", capture_output=True, encoding="utf-8", check=False, timeout=60)
    assert result.stdout.endswith("[] 0\n")
