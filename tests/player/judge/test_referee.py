"""The referee: its summary, and every way in which a program can lose, without leaving a process behind."""

from __future__ import annotations

import os
from textwrap import indent
from typing import TYPE_CHECKING

import pytest

from player import BadInput, Tree, open_tree
from player.judge.conversation import MAX_PENDING
from player.judge.dialects import DIALECTS
from player.judge.match import LOSSES, Outcome
from player.judge.referee import codemakers, play_command, play_tree, summarise
from player.judge.wording import Wording
from player.judge.wrong_tree import changed
from player.rules import names as rules

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

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


def lose(command: Sequence[str], time_limit: float = AMPLE) -> tuple[str, str]:
    (outcome,) = play(command, time_limit=time_limit)
    assert outcome.how in LOSSES or outcome.is_won
    assert "\n" not in outcome.detail
    return outcome.how, outcome.detail


def test_a_tree_finds_every_secret() -> None:
    summary = summarise(play_tree(open_tree("bulls-4x10-any.entropy"), codemakers(JUDGE, JUDGE.rules.secrets(), 7)))
    row = summary.row()
    assert (row["games"], row["won"], row["lost"], row["tally"]) == (5040, 5040, 0, "26408:7:93")
    assert row["histogram"] == (1, 3, 64, 594, 2528, 1757, 93)
    assert row["average"] == round(26408 / 5040, 4)


def test_a_tree_loses_what_it_finds_too_late() -> None:
    tree = open_tree("bulls-3x9.total")
    wording = Wording(DIALECTS["plain"], rules.parse("bulls-3x9"))
    summary = summarise(play_tree(tree, codemakers(wording, wording.rules.secrets(), tree.depth - 1)))
    late = tree.histogram[-1]
    assert len(summary.losses) == late > 0
    assert {(outcome.how, len(outcome.steps)) for outcome in summary.losses} == {("too many guesses", tree.depth - 1)}
    won = tree.total - tree.depth * late
    assert summary.row()["tally"] == f"{won}:{tree.depth - 1}:{tree.histogram[-2]}"


def test_a_tree_without_the_branch_that_is_needed_is_named(tiny: Tree) -> None:
    labels = tiny.labels
    leaf = Tree.from_nodes(("12", True, []), game="bulls-2x3", labels=labels, winning=tiny.winning, losing=())
    won, lost = play_tree(leaf, codemakers(TINY, ["12", "32"], 6))
    assert won.is_won
    assert (lost.how, lost.detail) == ("dead branch", '"10" to 12 fits no secret; possible: 20')


def test_nothing_played_and_nothing_won_have_no_tally() -> None:
    assert summarise([]).row()["tally"] is None


def test_a_perfect_program_wins_every_game_whatever_the_number_of_jobs(program: WriteProgram, tiny: Tree) -> None:
    words = program(PERFECT)
    in_process = list(play_tree(tiny, codemakers(TINY, SECRETS, 6)))
    for jobs in (1, 4):
        outcomes = play(words, SECRETS, jobs=jobs)
        assert all(outcome.is_won for outcome in outcomes)
        assert [outcome.secret for outcome in outcomes] == SECRETS
        assert [outcome.history for outcome in outcomes] == [outcome.history for outcome in in_process]


def test_outcomes_come_in_the_order_of_the_secrets_even_if_the_first_game_is_the_longest(
    program: WriteProgram, tmp_path: Path
) -> None:
    # Secret 12 is found with the first guess, and that game lingers until another one has ended.
    waiting = f"""
path = {str(tmp_path / "ended")!r}
if guess == "12":
    while not os.path.exists(path):
        time.sleep(0.01)
open(path, "w").close()
"""
    assert [outcome.secret for outcome in play(program(PERFECT + waiting), SECRETS, jobs=3)] == SECRETS


@pytest.mark.parametrize(
    ("code", "how", "detail"),
    [
        ("print('32')", "", ""),  # a last guess without waiting for the reply
        ("ask('32'); sys.stdin.read()", "", ""),  # nothing more will come
        ("print('12\\n' * 50000); time.sleep(99)", "too many guesses", "6 guesses did not find it"),
        ("ask('12'); print('why', file=sys.stderr); int('x')", "crash", "exit code 1: ValueError: "),
        ("os.close(1); sys.exit(7)", "crash", "exit code 7"),
        ("os.close(0); print('12')", "end of output", "ended after 1 guess"),
        ("while True: sys.stdout.write('x' * 9999)", "flood", "more than 64 KiB in one turn, from 'xxx"),
        ("print('32\\n12\\n', flush=True); time.sleep(99)", "does not end", "wrote '12' after the winning feedback"),
    ],
)
def test_what_a_program_does_is_named(program: WriteProgram, code: str, how: str, detail: str) -> None:
    named, told = lose(program(code))
    assert named == how
    assert told.startswith(detail)


@pytest.mark.parametrize(
    "code",
    [
        "time.sleep(99)",
        "while True: print(end=' ', flush=True); time.sleep(0.01)",
        "while True: sys.stderr.write('e' * 9999)",
        "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(99)",
        "os.kill(os.getpid(), signal.SIGSTOP)",
    ],
)
def test_a_program_that_takes_too_long_is_cut_off(program: WriteProgram, code: str) -> None:
    assert lose(program(code), time_limit=0.2) == ("silence", "no guess 1 within 0.2 s")


def test_a_game_given_up_halfway_leaves_no_process(
    program: WriteProgram, tmp_path: Path, is_alive: Callable[[int], bool]
) -> None:
    words = program(f"open({str(tmp_path)!r} + f'/pid{{os.getpid()}}', 'w').close()\nask('12')\nask('32')\n")
    games = play_command(words, codemakers(TINY, ["32"] * 20, 6), 3, AMPLE)
    next(games)
    games.close()
    numbers = [int(path.name[3:]) for path in tmp_path.glob("pid*")]
    assert numbers
    assert not [number for number in numbers if is_alive(number)]


def test_no_descriptor_is_left_open(program: WriteProgram) -> None:
    def count() -> int:
        return len(os.listdir("/proc/self/fd"))

    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("it counts descriptors in /proc, as on Linux")
    words = program("ask('12'); sys.exit(1)")
    before = count()
    play(words, ["32"] * 5, jobs=2)
    assert count() == before


@pytest.mark.parametrize("name", ["/nowhere/program", "no-such-program", "", "a\0b", os.curdir])
def test_a_program_that_cannot_be_started_is_bad_input(name: str) -> None:
    with pytest.raises(BadInput, match="cannot be started"):
        play([name])


def test_much_on_standard_error_neither_blocks_nor_stays_in_memory(program: WriteProgram) -> None:
    (outcome,) = play(program("for _ in range(100): sys.stderr.write('e' * 9999)\nask('32')"))
    assert outcome.is_won
    how, detail = lose(program("for _ in range(100): sys.stderr.write('e' * 9999)\nsys.exit('sorry')"))
    assert how == "crash"
    assert len(detail) < MAX_PENDING


def test_the_programs_environment_is_ours(program: WriteProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUESS_FOR_TEST", "32")
    assert play(program("ask(os.environ['GUESS_FOR_TEST'])"))[0].is_won


ROUNDS = Wording(changed(DIALECTS["plain"], rounds=4), rules.parse("bulls-2x3"))


def in_rounds(program: WriteProgram, rounds: int, then: str = "") -> list[Outcome]:
    """Six games in runs of four rounds, with a program that plays so many."""
    searching = PERFECT.partition("while True:")
    one = f"left = [*all]\nwhile True:{searching[2]}{then}"
    code = "all" + searching[0].strip()[4:] + f"\nfor number in range({rounds}):\n" + indent(one, "    ")
    return list(play_command(program(code), codemakers(ROUNDS, SECRETS, 6), 2, AMPLE))


def test_rounds_are_played_one_after_the_other_in_one_run(program: WriteProgram, tiny: Tree) -> None:
    outcomes = in_rounds(program, 4)
    assert [(outcome.secret, outcome.how) for outcome in outcomes] == [(secret, "") for secret in SECRETS]
    assert [len(outcome.before) for outcome in outcomes] == [0, 1, 2, 3, 0, 1]
    by_tree = list(play_tree(tiny, codemakers(ROUNDS, SECRETS, 6)))
    assert [outcome.history for outcome in by_tree] == [outcome.history for outcome in outcomes]


def test_what_goes_wrong_in_a_round_is_named_and_the_rounds_behind_it_are_played(program: WriteProgram) -> None:
    outcomes = in_rounds(program, 4, "if guess == '13': sys.exit(3)")
    assert {outcome.secret for outcome in outcomes} == set(SECRETS)
    first = next(outcome for outcome in outcomes if outcome.how)
    assert (first.secret, first.how, first.detail) == ("21", "crash", "in round 3 of 4: exit code 3")
    assert first.before == ["12", "13"]
