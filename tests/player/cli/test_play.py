"""The command `player play`: the conversations of `player.people` through pipes and on a terminal."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]

FOUND = "Found 0123 with 1 guess.\nReview it: treegen review bulls-4x10 --history 0123:40\n"
SECOND = "guess 2: 1456   (1440 candidates left)\n"
GUESSER = ("--role", "guesser", "--secret", "9876")


@pytest.mark.parametrize(
    ("words", "typed", "within", "end"),
    [
        ((), "40\n01\nmore\n", "guess 1: 0123", FOUND),
        (("bulls-4x10.entropy",), "01\nundo\n0 0\r\n00\nundo\nundo\n0,4\n0A4B\n", SECOND, "\nNo more answers: bye.\n"),
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


@pytest.mark.parametrize("words", [["bulls-4x10"], ["bulls-4x10", "--role", "guesser", "--secret", "9876"]])
def test_a_narrow_terminal_and_a_game_that_goes_on(on_terminal: Any, run_player: Run, words: list[str]) -> None:
    typed = f"help\n{'0123' if 'guesser' in words else '01'}\nquit\n"
    _, shown = on_terminal('player play "$@"', *words, typed=typed, env={"COLUMNS": "30"})
    assert "\x1b[33m" in shown
    text = re.sub("\x1b\\[[0-9;]*m", "", shown)
    assert not any(" " in line.removesuffix(" \\") for line in text.splitlines() if len(line) > 30)
    again = shlex.split(text.rpartition("go on with: ")[2].replace("\\\n", ""))
    assert again == ["player", "play", *words, "--resume", "0123" if "guesser" in words else "0123:01"]
    assert ("guess 2?" if "guesser" in words else "guess 2: 1456") in run_player(*again[1:]).stdout


def test_colours_and_boards_side_by_side_where_there_is_room(on_terminal: Any, run_player: Run) -> None:
    line = "player play words-5 --role guesser --secret mount"
    plain, coloured = (on_terminal(line, typed="crane\nq\n", env={"NO_COLOR": value})[1] for value in ("1", ""))
    assert "crane: ⬛⬛⬛🟩⬛   (60 candidates left" in plain
    assert "\x1b[30;42mn" in coloured
    assert "crane: ⬛⬛⬛🟩⬛   (60" in re.sub("\x1b\\[[0-9;]*m", "", coloured)
    for columns, gap in ((30, "\n       "), (60, " ")):
        line = "player play words-5*3 --secret mount/raise/worst"
        _, text = on_terminal(line, columns=columns, typed="raise\nquit\n", env={"NO_COLOR": "1"})
        assert f"raise: ⬛⬛⬛⬛⬛ 🟩🟩🟩🟩🟩{gap}🟨⬛⬛🟩⬛\n" in text
        again = shlex.split(text.rpartition("go on with: ")[2].replace("\\\n", ""))
        assert "raise: ⬛⬛⬛⬛⬛ 🟩🟩🟩🟩🟩 🟨⬛⬛🟩⬛\n" in run_player(*again[1:], input="quit\n").stdout


def test_squares_of_a_narrow_terminal_and_letters_with_marks(on_terminal: Any, tmp_path: Path) -> None:
    for columns in (30, 37, 40):
        _, text = on_terminal("player play words-5 --role guesser --seed 1", columns=columns, typed="slate\nq\n")
        shown = re.sub("\x1b\\[[0-9;]*m", "", text).split("slate: ")[-1].split("guess 2?")[0]
        wide = [len(line) + sum(sign in "⬛🟨🟩" for sign in line) for line in ("slate: " + shown).splitlines()]
        assert max(wide) <= columns
    (tmp_path / "marked.txt").write_text("ka\u0331t\nbat\n")
    _, text = on_terminal(f"treegen next words:{tmp_path}/marked.txt ka\u0331t:002", columns=200)
    assert "\x1b[97;100ma\u0331\x1b[39;49m\x1b[30;42mt\x1b[39;49m ⬛⬛🟩" in text


@pytest.mark.parametrize("words", [" --role guesser", " --boards 2", "~1 --role guesser"])
def test_a_game_that_can_go_on_does_not_show_its_secret(on_terminal: Any, run_player: Run, words: str) -> None:
    """The guesses have a digit twice, which no secret has."""
    words = f"bulls-3x6-any{words}"
    for typed in ("112\nquit\n", "112\nrestart\n445\nq\n"):
        _, shown = on_terminal(f"player play {words}", typed=typed, columns=200, env={"NO_COLOR": "1"})
        assert "secret was" not in shown
        assert "--secret" not in shown
        again = shlex.split(shown.rpartition("go on with: ")[2])
        assert again[:3] == ["player", "play", words.split(maxsplit=1)[0]]
        last = re.findall(r"^(\d{3}: .*)$", shown, re.MULTILINE)[-1]
        assert last in run_player(*again[1:]).stdout  # the same answer, of the same secret


def test_a_transcript_a_seed_and_a_game_that_does_not_go_on(run_player: Run) -> None:
    typed = "crate:00010\ndoubt:00000\n⬛🟩🟩⬛🟩\n"
    result = run_player("play", "words-5", "--json", "--resume", "crate:00010", input=typed[12:])
    game = json.loads(result.stdout)
    assert (game["game"], game["moves"], game["is_done"]) == ("words-5", ["crate:00010", "hoist:02202"], False)
    assert [line["typed"].strip() for line in game["transcript"]] == ["", *typed.split()]
    typed = "crate:00010\ndoubt:00000\n⬛🟩🟩⬛🟩\nundo\n"
    result = run_player("play", "words-5", input=typed)
    assert result.stdout.count("guess 2: hoist ") == 3
    games = [run_player("play", "--role", "guesser", "--seed", seed, input="q\n").stdout for seed in ("1", "1", "2")]
    assert games[0] == games[1] != games[2]
    wrong = run_player("play", "--resume", "0123:01,0123:99")
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
    assert wrong.stderr.startswith("--resume '0123:99': ")
