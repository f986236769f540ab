"""`completion` and `help`, which both programs have."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    Run = Callable[..., subprocess.CompletedProcess[str]]


def test_scripts_of_shells(call_player: Run, call_treegen: Run) -> None:
    for call, name in ((call_player, "player"), (call_treegen, "treegen")):
        for shell in ("bash", "zsh", "fish"):
            assert name in call("completion", shell).stdout
    wrong = call_player("completion", "bsh")
    assert (wrong.returncode, wrong.stderr) == (2, "SHELL 'bsh': did you mean bash?\n")


def test_help_is_a_verb(run_player: Run, run_treegen: Run) -> None:
    for run, verb in ((run_player, "judge"), (run_treegen, "words")):
        assert run("help", verb).stdout == run(verb, "--help").stdout
        assert run("help").stdout == run("--help").stdout
    assert "did you mean words?" in run_treegen("help", "wrds").stderr
