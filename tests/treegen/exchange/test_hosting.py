"""Hosts: many runs of one exported program in few processes, and what a program that misbehaves there loses by."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

import player
from player.judge.custom import changed
from player.judge.dialects import DIALECTS
from player.judge.referee import Outcome, codemakers, summarise
from player.judge.wording import Wording
from treegen.exchange.export.harness import HOSTS, built
from treegen.exchange.export.hosting import play_hosted
from treegen.exchange.export.targets import LANGUAGES

if TYPE_CHECKING:
    from pathlib import Path

AMPLE = 60.0
MARKS = {"java": pytest.mark.needs_javac, "javascript": pytest.mark.needs_node}
HOSTED = [
    pytest.param(name, marks=[MARKS[name]] if name in MARKS else []) for name, row in LANGUAGES.items() if row.host
]


def worded(game: str, **words: Any) -> Wording:
    return Wording(changed(DIALECTS["plain"], **words), player.rules.names.parse(game))


@pytest.mark.parametrize("language", HOSTED)
@pytest.mark.parametrize(
    "words",
    [{}, {"rounds": 5}, {"ask": "? {guess}", "final": "! {guess}", "rounds": 2}],
    ids=["one round", "five rounds", "a final answer"],
)
def test_every_secret_is_won_by_the_program_that_is_submitted(language: str, words: dict[str, Any]) -> None:
    tree, wording = player.open_tree("bulls-3x9.total"), worded("bulls-3x9", **words)
    with built(language, tree, "program", wording) as (_, host):
        games = codemakers(wording, wording.rules.secrets(), 0)
        outcomes = list(play_hosted(host, games, 2, AMPLE))
    summary = summarise(outcomes)
    assert (summary.games, summary.losses) == (504, [])
    assert sorted(outcome.secret for outcome in outcomes) == wording.rules.secrets()
    leaves = sum(not fanout for fanout in tree.fanout) if wording.has_final else 0
    assert sum(len(outcome.steps) for outcome in outcomes) == tree.total - leaves


PROGRAM = """
import os, sys, time
def ask(guess):
    print(guess, flush=True)
    return sys.stdin.readline().split()
def play():
    for guess in ("12", "13", "21", "23", "31", "32"):
        if ask(guess) == ["2", "0"]:
            return guess
if True:
"""


def play(tmp_path: Path, last: str, wording: Wording | None = None, time_limit: float = AMPLE) -> list[Outcome]:
    file = tmp_path / "program.py"
    file.write_text(PROGRAM + f"    {last}\n")
    wording = wording or worded("bulls-2x3")
    games = codemakers(wording, wording.rules.secrets(), 6)
    outcomes = play_hosted([sys.executable, "-B", str(HOSTS / "host.py"), str(file)], games, 2, time_limit)
    return sorted(outcomes, key=lambda outcome: outcome.secret)


def test_a_program_that_plays_well_wins_and_shares_nothing_between_games(tmp_path: Path) -> None:
    outcomes = play(tmp_path, "play(); names = globals(); assert 'seen' not in names; seen = 1")
    assert [outcome.how for outcome in outcomes] == [""] * 6
    assert [len(outcome.steps) for outcome in outcomes] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("last", "how", "detail"),
    [
        ("play() == '21' and sys.exit(3)", "crash", "exit code 3 after the winning feedback"),
        ("play() == '21' and 1 / 0", "crash", "after the winning feedback: ZeroDivisionError"),
        ("play() == '21' and print('12')", "does not end", "wrote '12' after the winning feedback"),
        ("ask('12'), ask('13'), ask('21') == ['2', '0'] and ask('x') or play()", "does not end", "wrote 'x' after"),
        ("play() == '21' and os.kill(os.getpid(), 9)", "crash", "signal SIGKILL after the winning feedback"),
        ("play() == '21' and time.sleep(0.1)", "", ""),
    ],
)
def test_what_goes_wrong_in_one_game_is_named_and_the_others_are_played(
    tmp_path: Path, last: str, how: str, detail: str
) -> None:
    outcomes = {outcome.secret: outcome for outcome in play(tmp_path, last)}
    assert len(outcomes) == 6
    assert outcomes["21"].how == how
    assert detail in outcomes["21"].detail


@pytest.mark.parametrize(
    ("last", "how", "detail"),
    [
        ("print('x')", "wrong form", "'x' is not a guess of bulls-2x3"),
        ("ask('12') and 1 / 0", "crash", "exit code 1: ZeroDivisionError: division by zero"),
        ("ask('12')", "end of output", "ended after 1 guess"),
        ("os.write(1, b'x' * 200_000)", "flood", "more than 64 KiB in one turn"),
        ("os.kill(os.getppid(), 9)", "crash", "signal SIGKILL"),
    ],
)
def test_a_program_that_loses_every_game(tmp_path: Path, last: str, how: str, detail: str) -> None:
    lost = play(tmp_path, last)[1]
    assert lost.how == how
    assert detail in lost.detail


def test_silence_has_a_limit(tmp_path: Path) -> None:
    assert {outcome.how for outcome in play(tmp_path, "time.sleep(99)", time_limit=0.3)} == {"silence"}


def test_rounds_that_a_loss_kept_from_being_played_are_played(tmp_path: Path) -> None:
    wording = worded("bulls-2x3", rounds=4)
    outcomes = play(tmp_path, "[play() == '13' and sys.exit(3) for _ in range(4)]", wording)
    assert {outcome.secret for outcome in outcomes} == set(wording.rules.secrets())
    losses = {outcome.secret: (outcome.how, outcome.detail) for outcome in outcomes if outcome.how}
    assert losses.pop("21") == ("crash", "exit code 3")
    assert set(losses) <= {"12", "13"}  # which fill up a run
