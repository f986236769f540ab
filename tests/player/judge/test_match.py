"""The judge conversation, both ends over a fake wire; and the games of one run against any program, by a clock."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from player import LocalProtocolError, RemoteProtocolError, open_tree
from player.judge.codemaker import Codemaker
from player.judge.conversation import FAILED, WON, Codebreaker
from player.judge.dialects import DIALECTS
from player.judge.match import Match
from player.judge.wording import Wording
from player.judge.wrong_tree import changed
from player.rules import names as rules

if TYPE_CHECKING:
    from player import Tree


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
    assert bool(outcome.how) != outcome.is_won
    assert "\n" not in outcome.detail
    return outcome.how, outcome.detail


# What a program says, beside those in tests/attacks/judges, chunk by chunk (None: it closes its output), then its exit
# code and last words, if it ends.
SAID: list[tuple[list[bytes | None], tuple[int, bytes] | None, str, str]] = [
    ([b"12\n", b"13\n", b"32\n", None], (0, b""), "", ""),
    ([b"32", None], (0, b""), "", ""),  # without waiting for the reply
    ([b"3", None], (0, b""), "wrong form", "'3' is not a guess of bulls-2x3"),
    ([b"guess 12\n"], None, "wrong form", "all different; then came '12'"),
    ([b"12\n"], (1, b"Traceback\nValueError: why\n"), "crash", "exit code 1: ValueError: why"),
    ([b"32\n", None], (5, b""), "crash", "exit code 5 after the winning feedback"),
    ([], (0, b""), "end of output", "ended before the secret was found"),
    ([b"12\n", None], (0, b""), "end of output", "ended after 1 guess"),
    ([b"12\n", b"y" * 70_000], None, "flood", "more than 64 KiB in one turn, from 'yyy"),
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


def test_time_and_room_are_granted_anew_for_every_move() -> None:
    clock = Clock()
    played = match(clock=clock)
    for seconds, guess in ((1.5, "12"), (1.75, "32")):
        assert played.deadline == clock.now + LIMIT
        clock.now += seconds
        assert played.receive(b" " * 40_000 + guess.encode() + b"\n")
    played.end(0, b"")
    assert (played.outcomes[0].is_won, played.outcomes[0].slowest) == (True, 1.75)


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


def test_what_goes_wrong_in_a_round_is_named() -> None:
    for said, code, number, how, detail in (
        (b"12\n13\n32\n12\n", 0, 2, "does not end", "in round 3 of 3: wrote '12' after the winning feedback"),
        (b"12\n", 3, 1, "crash", "in round 2 of 3: exit code 3"),
    ):
        played = match("12", "13", "32", rounds=3)
        played.receive(said)
        if not played.is_over:
            played.receive(b"")
            played.end(code, b"")
        assert result(played, number) == (how, detail)
        assert (len(played.outcomes), len(played.unplayed)) == (number + 1, 2 - number)


JUDGE = Wording(DIALECTS["codeforces-753"], rules.parse("bulls-4x10-any"))


@pytest.fixture(scope="module")
def tree() -> Tree:
    return open_tree("bulls-4x10.entropy")


@pytest.fixture
def codebreaker(tree: Tree) -> Codebreaker:
    return Codebreaker(JUDGE, tree)


@pytest.mark.parametrize("ends", [b" 0 1\r\n", b"\r\n\t0  \r\n\r\n   1 \n", b"0\n1\n", b"\n\n\n0 1\n", b"0\x0b1\x0c"])
def test_a_reply_is_two_tokens_however_they_are_set(codebreaker: Codebreaker, ends: bytes) -> None:
    codebreaker.ask()
    codebreaker.receive(ends)
    assert (codebreaker.read(), codebreaker.ask()) == ("01", "1456\n")


@pytest.mark.parametrize("seed", range(10))
def test_a_conversation_cut_anywhere_is_the_same_conversation(tree: Tree, seed: int) -> None:
    chance = random.Random(seed)
    secret = chance.choice(JUDGE.rules.secrets())
    codemaker, codebreaker = Codemaker(JUDGE, [secret], 7), Codebreaker(JUDGE, tree)
    while not codemaker.is_over:
        for end, text in ((codemaker, codebreaker.ask()), (codebreaker, None)):
            said = codemaker.answer() if text is None else text
            wire = said.replace(" ", chance.choice([" ", "\n", "\r\n "])).encode()
            while wire:
                assert end.read() is None
                cut = chance.randint(1, len(wire))
                end.receive(wire[:cut])
                wire = wire[cut:]
            assert end.read()
    assert codebreaker.state == WON


@pytest.mark.parametrize("reply", [b"01 23\n", b"banana\n", b"0\nx\n"])
def test_a_malformed_reply_is_named_before_the_rest_comes(codebreaker: Codebreaker, reply: bytes) -> None:
    codebreaker.ask()
    codebreaker.receive(reply)
    with pytest.raises(RemoteProtocolError, match=f"'{' '.join(reply.decode().split())}' is not a reply"):
        codebreaker.read()
    with pytest.raises(LocalProtocolError):
        codebreaker.ask()


def test_endless_blanks_take_no_room(codebreaker: Codebreaker) -> None:
    codebreaker.ask()
    codebreaker.receive(b"0" + b" \r\n\t" * 1000)
    assert codebreaker.read() is None
    assert len(codebreaker.inbox.pending) < 10


def test_the_ends_are_used_in_their_order_or_not_at_all(codebreaker: Codebreaker) -> None:
    with pytest.raises(LocalProtocolError, match="cannot read a reply in state 'ask', only in 'answer'"):
        codebreaker.read()
    assert codebreaker.ask() == "0123\n"
    with pytest.raises(LocalProtocolError, match="cannot ask"):
        codebreaker.ask()
    codemaker = Codemaker(JUDGE, ["0123"])
    with pytest.raises(LocalProtocolError, match="cannot answer"):
        codemaker.answer()
    codemaker.receive(b"")
    with pytest.raises(LocalProtocolError, match="after the end of input"):
        codemaker.receive(b"0123\n")
