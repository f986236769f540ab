"""What both programs make of their command lines: the traps of argparse, `help` and `completion`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from player.cli.command import load

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("player referee --reply -{bulls} --win -x- -j4", {"reply": "-{bulls}", "win": "-x-", "jobs": 4}),
        ("player referee --secret 12 -q 31 --limit 3", {"secret": ["12"], "tree": "31", "quiet": True, "limit": 3}),
        ("player referee --secret 12 31 a.tree --secret=23", {"secret": ["12", "31", "23"], "tree": "a.tree"}),
        ("player referee a.tree -- ./mine --secret 1", {"command": ["./mine", "--secret", "1"], "tree": "a.tree"}),
        ("player judge --ask --reply", {"ask": "--reply", "reply": None}),
        ("treegen compare bulls-3x9 entropy --limit 7 minimax", {"strategies": ["entropy", "minimax"], "limit": 7}),
        ("treegen next -qv 1 12:00 --history a --top 3 --history -b 13:01", {
            "game": "1", "steps": ["12:00", "13:01"], "history": ["a", "-b"], "quiet": True, "is_verbose": True}),
        ("treegen stats - --json", {"tree": "-", "style": "json"}),
        ("treegen build g -o -my.tree --seed -5", {"path": "-my.tree", "seed": -5, "strategy": "entropy"}),
    ],
)  # fmt: skip
def test_what_a_command_line_says(line: str, found: dict[str, object]) -> None:
    program, verb, *words = line.split()
    args = load(program, verb)[0].read(words)
    assert {name: getattr(args, name) for name in found} == found


@pytest.mark.parametrize(
    ("program", "line", "told"),
    [
        ("player", "judge --dial plain", "'--dial': no such option of judge; did you mean --dialect?"),
        ("treegen", "solve bulls-2x3 --obj worst", "'--obj': no such option of solve; "),
        ("treegen", "next bulls-2x3 -x", "'-x': no such option of next; "),
        ("treegen", "games more", "'more': treegen games takes only options; leave it out"),
        ("treegen", "stats a.tree b.tree", "'b.tree': one TREE is enough, and 'a.tree' is there already"),
        ("treegen", "games --json=1", "--json takes no value; leave '=1' out"),
        ("treegen", "stats a -- b", "only differentiate takes a COMMAND after --; leave -- out"),
        ("treegen", "differentiate --referee --", "name a COMMAND after --, as in: treegen differentiate -- ./program"),
        ("treegen", "--time 3 solve bulls-2x3", "--time: options other than "),
        ("treegen", "import x.json", "treegen import: the following arguments are required: --game"),
        ("treegen", f"stats --{'x' * 99}\x1b", "no such option of stats"),
    ],
)
def test_what_makes_no_sense_is_one_line(
    call_player: Run, call_treegen: Run, program: str, line: str, told: str
) -> None:
    done = {"player": call_player, "treegen": call_treegen}[program](*line.split(" "))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert told in done.stderr
    assert done.stderr[:-1].isprintable()


def test_next_shows_five_columns_and_all_where_that_is_wanted(call_treegen: Run) -> None:
    def heads(*words: str) -> list[str]:
        return call_treegen("next", "bulls-3x4", *words).stdout.splitlines()[0].split()

    assert heads() == ["guess", "candidate", "expected", "worst", "exact"]
    assert heads("--by", "bits") == [*heads(), "bits"]
    assert heads("--guess", "214")[-1] == "asked"
    assert {"rank", "cells", "equivalent"} < set(heads("--all-columns"))
    assert heads("--csv") == heads("--csv", "--all-columns")
    row = json.loads(call_treegen("next", "bulls-3x4", "--json").stdout)[0]
    assert list(row)[:4] == ["rank", "guess", "is_candidate", "expected_guesses"]


def test_scripts_of_shells(call_player: Run, call_treegen: Run) -> None:
    for call, name in ((call_player, "player"), (call_treegen, "treegen")):
        for shell in ("bash", "zsh", "fish"):
            assert f"_shtab_{name}" in call("completion", shell).stdout
    wrong = call_player("completion", "bsh")
    assert (wrong.returncode, wrong.stderr) == (2, "SHELL 'bsh': did you mean bash?\n")


def test_help_is_a_verb(call_player: Run, call_treegen: Run) -> None:
    for call, verb in ((call_player, "judge"), (call_treegen, "words")):
        assert call("help", verb).stdout == call(verb, "--help").stdout == call("-h", verb).stdout
        assert call("help").stdout == call("--help").stdout == call().stdout
    assert "did you mean words?" in call_treegen("help", "wrds").stderr
