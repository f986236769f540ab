"""The match: the games of one run against any program, without a program and by a clock of the test's own."""

from __future__ import annotations

from typing import Any

import pytest

from player.judge.codemaker import Codemaker
from player.judge.conversation import FAILED
from player.judge.dialects import DIALECTS
from player.judge.match import LOSSES, Match
from player.judge.wording import Wording
from player.judge.wrong_tree import changed
from player.rules import names as rules

RULES = rules.parse("bulls-2x3")
LIMIT = 2.0


class Clock:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def match(*secrets: str, clock: Clock | None = None, **words: Any) -> Match:
    wording = Wording(changed(DIALECTS["plain"], **words), RULES)
    games = [Codemaker(wording, [secret], 6) for secret in secrets or ["32"]]
    return Match(list(enumerate(games)), LIMIT, clock or Clock())


def result(played: Match, number: int = 0) -> tuple[str, str]:
    assert played.is_over
    outcome = played.outcomes[number]
    assert outcome.how in LOSSES or outcome.is_won
    assert "\n" not in outcome.detail
    return outcome.how, outcome.detail


# What a program says, chunk by chunk (None: it closes its output), then its exit code and last words, if it ends.
SAID: list[tuple[list[bytes | None], tuple[int, bytes] | None, str, str]] = [
    ([b"12\n", b"13\n", b"32\n", None], (0, b""), "", ""),
    ([b"32", None], (0, b""), "", ""),  # without waiting for the reply
    ([b"123\n"], None, "wrong form", "'123' is not a guess of bulls-2x3"),
    ([b"22\n"], None, "wrong form", "'22' is not a guess of bulls-2x3"),
    ([b"\x1b[2J\n"], None, "wrong form", "'?[2J' is not a guess of bulls-2x3"),
    ([b"3", None], (0, b""), "wrong form", "'3' is not a guess of bulls-2x3"),
    ([b"guess 12\n"], None, "wrong form", "all different; then came '12'"),
    ([b"12\n" * 6], None, "too many guesses", "6 guesses did not find it"),
    ([b"12\n" * 20_000], None, "too many guesses", "6 guesses did not find it"),
    ([b"12\n", None], (3, b""), "crash", "exit code 3"),
    ([b"12\n"], (1, b"Traceback\nValueError: why\n"), "crash", "exit code 1: ValueError: why"),
    ([], (-11, b""), "crash", "signal SIGSEGV"),
    ([b"1", None], (4, b"e" * 4096), "crash", f"exit code 4: {'e' * 197}..."),
    ([b"32\n", None], (5, b""), "crash", "exit code 5 after the winning feedback"),
    ([None], (0, b""), "end of output", "ended after 0 guesses"),
    ([], (0, b""), "end of output", "ended before the secret was found"),
    ([b"12\n", None], (0, b""), "end of output", "ended after 1 guess"),
    ([b"x" * 70_000], None, "flood", "more than 64 KiB in one turn, from 'xxx"),
    ([b" " * 30_000] * 3, None, "flood", "more than 64 KiB in one turn"),
    ([b"12\n", b"y" * 70_000], None, "flood", "more than 64 KiB in one turn, from 'yyy"),
    ([b"32\n", b"12\n"], None, "does not end", "wrote '12' after the winning feedback"),
    ([b"32\n12\n"], None, "does not end", "wrote '12' after the winning feedback"),
]


@pytest.mark.parametrize(("said", "ended", "how", "detail"), SAID)
def test_what_a_program_says_decides(
    said: list[bytes | None], ended: tuple[int, bytes] | None, how: str, detail: str
) -> None:
    played = match()
    for chunk in said:
        played.receive(chunk or b"")
    if ended:
        played.end(*ended)
    named, told = result(played)
    assert named == how
    assert detail in told
    if how in ("wrong form", "flood"):
        assert played.codemaker.state == FAILED


# What a program has said when its time is over.
LATE: list[tuple[list[bytes | None], str, str]] = [
    ([], "silence", "no guess 1 within 2 s"),
    ([b"12\n"], "silence", "no guess 2 within 2 s"),
    ([b"12"], "silence", "no guess 1 within 2 s; sent '12' without a line end"),
    ([b"  \n "], "silence", "no guess 1 within 2 s"),
    ([None], "end of output", "ended after 0 guesses; its output is closed, it is still running"),
    ([b"32\n"], "does not end", "still running 2 s after the winning feedback"),
]


@pytest.mark.parametrize(("said", "how", "detail"), LATE)
def test_what_a_program_has_said_when_it_is_late(said: list[bytes | None], how: str, detail: str) -> None:
    played = match()
    for chunk in said:
        played.receive(chunk or b"")
    played.time_out()
    assert result(played) == (how, detail)
    played.end(9, b"")
    assert result(played) == (how, detail)  # what comes afterwards changes nothing


def test_a_line_that_is_only_a_part_of_a_question_is_named() -> None:
    played = match(ask="? {guess}")
    played.receive(b"12\n")
    played.time_out()
    part = "sent '12', which is only a part of a question such as '? ...'"
    assert result(played) == ("silence", f"no guess 1 within 2 s; {part}")
    ended = match(ask="? {guess}")
    ended.receive(b"? 12\n?")
    ended.receive(b"")
    ended.end(0, b"")
    assert result(ended) == ("end of output", "ended after 1 guess, with only '? '")


def test_time_and_room_are_granted_anew_for_every_move() -> None:
    clock = Clock()
    played = match(clock=clock)
    for seconds, guess in ((1.5, "12"), (0.5, "13"), (1.75, "32")):
        assert played.deadline == clock.now + LIMIT
        clock.now += seconds
        assert played.receive(b" " * 40_000 + guess.encode() + b"\n")
    played.end(0, b"")
    assert played.outcomes[0].is_won
    assert played.outcomes[0].slowest == 1.75


def test_rounds_follow_each_other_in_one_match() -> None:
    clock = Clock()
    played = match("12", "13", "32", rounds=0, clock=clock)
    assert played.start() == "3\n"
    clock.now += 1
    assert played.receive(b"12\n13\n") == "2 0\n2 0\n"
    assert (played.has_won, len(played.unplayed), played.outcomes[0].slowest, played.outcomes[1].slowest) == (
        False, 0, 1, 0,
    )  # fmt: skip
    played.receive(b"32\n")
    played.end(0, b"")
    assert [(outcome.secret, outcome.how, outcome.before) for outcome in played.outcomes.values()] == [
        ("12", "", []), ("13", "", ["12"]), ("32", "", ["12", "13"]),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "code", "number", "how", "detail"),
    [
        (b"12\n13\n", 0, 2, "end of output", "in round 3 of 3: ended after 0 guesses"),
        (b"12\n13\n32\n12\n", 0, 2, "does not end", "in round 3 of 3: wrote '12' after the winning feedback"),
        (b"12\n", 3, 1, "crash", "in round 2 of 3: exit code 3"),
    ],
)
def test_what_goes_wrong_in_a_round_is_named(said: bytes, code: int, number: int, how: str, detail: str) -> None:
    played = match("12", "13", "32", rounds=3)
    played.receive(said)
    if not played.is_over:
        played.receive(b"")
        played.end(code, b"")
    assert result(played, number) == (how, detail)
    assert len(played.outcomes) == number + 1
    two = match("12", "13", rounds=2)
    two.time_out()
    assert result(two) == ("silence", "in round 1 of 2: no guess 1 within 2 s")
    assert len(played.unplayed) == 2 - number
