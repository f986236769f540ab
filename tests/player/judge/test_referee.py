"""The referee: its summary, and every way in which a program can lose, without leaving a process behind."""

from __future__ import annotations

import os
from textwrap import indent
from typing import TYPE_CHECKING

import pytest

from player import BadInput, Tree, open_tree
from player.judge.dialects import DIALECTS
from player.judge.match import Outcome
from player.judge.referee import codemakers, play_command, play_tree, summarise
from player.judge.wording import Wording
from player.judge.wrong_tree import changed
from player.rules import names as rules

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    WriteProgram = Callable[[str], list[str]]

JUDGE = Wording(DIALECTS["codeforces-753"], rules.parse("bulls-4x10-any"))
TINY = Wording(DIALECTS["plain"], rules.parse("bulls-2x3"))
SECRETS = TINY.rules.secrets()
# The time limit where it is not what is tested: never reached, however busy the machine is.
AMPLE = 60.0

PERFECT = """
left = ["12", "13", "21", "23", "31", "32"]
def score(a, b):
    bulls = sum(x == y for x, y in zip(a, b))
    return [str(bulls), str(len(set(a) & set(b)) - bulls)]
while True:
    guess = left[0]
    reply = ask(guess)
    if reply == ["2", "0"]:
        break
    left = [secret for secret in left if score(guess, secret) == reply and secret != guess]
"""


def play(command: Sequence[str], secrets: Sequence[str] = ("32",), limit: int = 6, **how: float) -> list[Outcome]:
    time_limit, jobs = how.get("time_limit", AMPLE), int(how.get("jobs", 1))
    return list(play_command(command, codemakers(TINY, secrets, limit), jobs, time_limit))


def test_a_tree_finds_every_secret() -> None:
    summary = summarise(play_tree(open_tree("bulls-4x10-any.entropy"), codemakers(JUDGE, JUDGE.rules.secrets(), 7)))
    row = summary.row()
    assert (row["games"], row["won"], row["lost"], row["tally"]) == (5040, 5040, 0, "26408:7:93")
    assert row["histogram"] == (1, 3, 64, 594, 2528, 1757, 93)
    assert row["average"] == round(26408 / 5040, 4)


def test_a_tree_without_the_branch_that_is_needed_is_named(tiny: Tree) -> None:
    labels = tiny.labels
    leaf = Tree.from_nodes(("12", True, []), game="bulls-2x3", labels=labels, winning=tiny.winning, losing=())
    won, lost = play_tree(leaf, codemakers(TINY, ["12", "32"], 6))
    assert won.is_won
    assert (lost.how, lost.detail) == ("dead branch", '"10" to 12 fits no secret; possible: 20')


def test_a_perfect_program_wins_every_game_whatever_the_number_of_jobs(program: WriteProgram, tiny: Tree) -> None:
    words = program(PERFECT)
    in_process = list(play_tree(tiny, codemakers(TINY, SECRETS, 6)))
    for jobs in (1, 4):
        outcomes = play(words, SECRETS, jobs=jobs)
        assert all(outcome.is_won for outcome in outcomes)
        assert [outcome.secret for outcome in outcomes] == SECRETS
        assert [outcome.history for outcome in outcomes] == [outcome.history for outcome in in_process]


def test_no_descriptor_is_left_open(program: WriteProgram) -> None:
    def count() -> int:
        return len(os.listdir("/proc/self/fd"))

    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("it counts descriptors in /proc, as on Linux")
    words = program("ask('12'); sys.exit(1)")
    before = count()
    play(words, ["32"] * 5, jobs=2)
    assert count() == before


def test_a_program_that_cannot_be_started_is_bad_input() -> None:
    for name in ("/nowhere/program", "no-such-program", "", "a\0b", os.curdir):
        with pytest.raises(BadInput, match="cannot be started"):
            play([name])


ROUNDS = Wording(changed(DIALECTS["plain"], rounds=4), rules.parse("bulls-2x3"))


def in_rounds(program: WriteProgram, rounds: int) -> list[Outcome]:
    """Six games in runs of four rounds, with a program that plays `rounds` of them."""
    searching = PERFECT.partition("while True:")
    one = f"left = [*all]\nwhile True:{searching[2]}"
    code = "all" + searching[0].strip()[4:] + f"\nfor number in range({rounds}):\n" + indent(one, "    ")
    return list(play_command(program(code), codemakers(ROUNDS, SECRETS, 6), 2, AMPLE))


def test_rounds_are_played_one_after_the_other_in_one_run(program: WriteProgram, tiny: Tree) -> None:
    outcomes = in_rounds(program, 4)
    assert [(outcome.secret, outcome.how) for outcome in outcomes] == [(secret, "") for secret in SECRETS]
    assert [len(outcome.before) for outcome in outcomes] == [0, 1, 2, 3, 0, 1]
    by_tree = list(play_tree(tiny, codemakers(ROUNDS, SECRETS, 6)))
    assert [outcome.history for outcome in by_tree] == [outcome.history for outcome in outcomes]
