"""Judges that answer the winning guess with words of their own, or not at all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import player
from player.judge.choose import choose
from player.tree import Tree
from treegen.exchange.export.languages import render

TREE = player.open_tree("bulls-3x9.total")
CERTAIN = next(guess for node, guess in enumerate(TREE.guesses) if not TREE.fanout[node])
UNCERTAIN = TREE.guesses[0]


def talk(command: list[str], secret: str, end: str | None) -> tuple[int, str]:
    """Answer until the secret is asked, say `end`, leave the pipe open or, with None, close it; exit code, errors."""
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, text=True) as program:
        assert program.stdin and program.stdout and program.stderr  # noqa: PT018 (for type checkers)
        while (guess := program.stdout.readline().strip()) and guess != secret:
            label = player.feedback("bulls-3x9", guess, secret)
            print(*label, file=program.stdin, flush=True)
        if end is None:
            program.stdin.close()
        else:
            print(end, file=program.stdin, flush=True)
        return program.wait(20), program.stderr.read()


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The player, and exported programs, without and with a winning line."""
    folder: Path = tmp_path_factory.mktemp("ends")
    found = {}
    for name, more in (("plain", []), ("win", ["--win", "OK"])):
        wording, _ = choose(Tree, None, "bulls-3x9.total", {"win": "OK"} if more else None)
        (folder / f"{name}.py").write_text(render("python", TREE, "program", wording))
        found[f"python {name}"] = [sys.executable, str(folder / f"{name}.py")]
        found[f"judge {name}"] = [sys.executable, "-m", "player", "judge", "bulls-3x9.total", *more]
    return found


@pytest.mark.parametrize("end", ["3 0", "OK", "Correct!", "30", None])
@pytest.mark.parametrize("name", ["python plain", "judge plain"])
def test_a_certain_guess_wins_whatever_is_said(commands: dict[str, list[str]], name: str, end: str | None) -> None:
    assert talk(commands[name], CERTAIN, end) == (0, "")


@pytest.mark.parametrize("name", ["python win", "judge win"])
def test_a_winning_line_wins(commands: dict[str, list[str]], name: str) -> None:
    for secret in (CERTAIN, UNCERTAIN):
        assert talk(commands[name], secret, "OK") == (0, "")


@pytest.mark.parametrize("name", ["python plain", "judge plain"])
def test_another_word_ends_an_uncertain_game(commands: dict[str, list[str]], name: str) -> None:
    code, errors = talk(commands[name], UNCERTAIN, "OK")
    assert (code, errors) == (0, "") or (code == 2 and "'OK' is not a reply" in errors)


def test_another_feedback_is_no_win(commands: dict[str, list[str]]) -> None:
    code, errors = talk(commands["judge plain"], CERTAIN, "0 1")
    assert code == 2
    assert "fits no secret" in errors
