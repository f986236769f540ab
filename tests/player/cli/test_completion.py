"""The words that a shell is told for `player`, and its help as a verb."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("player pl", ["play"]),
        ("player play --ro", ["--role"]),
        ("player play --role ", ["keeper", "guesser"]),
        ("player play bulls-3", ["bulls-3x9.total"]),
        ("player frob --hel", ["--help"]),
    ],
)
def test_words_that_may_follow(run_player: Run, line: str, words: list[str]) -> None:
    assert run_player("completion", "words", env={"COMP_LINE": line}).stdout.split() == words


def test_scripts_of_shells(run_player: Run) -> None:
    for shell in ("bash", "zsh", "fish"):
        assert "player completion words" in run_player("completion", shell).stdout
    wrong = run_player("completion", "bsh")
    assert (wrong.returncode, wrong.stderr) == (2, "'bsh': did you mean bash?\n")


def test_help_is_a_verb(run_player: Run, run_treegen: Run) -> None:
    for run, verb in ((run_player, "judge"), (run_treegen, "words")):
        assert run("help", verb).stdout == run(verb, "--help").stdout
        assert run("help").stdout == run("--help").stdout
    assert "did you mean words?" in run_treegen("help", "wrds").stderr
