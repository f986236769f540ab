"""The judge conversation: both ends, over a fake wire."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from player import LocalProtocolError, RemoteProtocolError, open_tree, rules
from player.judge.dialects import DIALECTS, Wording
from player.judge.session import ANSWER, ASK, FAILED, FLOOD, LOST, START, TRANSITIONS, WON, Foul, Guesser, Keeper

if TYPE_CHECKING:
    from collections.abc import Sequence

    from player import Tree

JUDGE = Wording(DIALECTS["codeforces-753"], rules.parse("bulls-4x10-any"))
GYM = Wording(DIALECTS["gym-101192d"], rules.parse("bulls-4x10"))
TINY = Wording(DIALECTS["plain"], rules.parse("bulls-2x3"))


@pytest.fixture(scope="module")
def tree() -> Tree:
    return open_tree("bulls-4x10.entropy")


@pytest.fixture
def guesser(tree: Tree) -> Guesser:
    return Guesser(JUDGE, tree)


def converse(guesser: Guesser, keeper: Keeper) -> None:
    while not keeper.is_over:
        keeper.receive(guesser.ask().encode())
        assert keeper.read()
        guesser.receive(keeper.answer().encode())
        assert guesser.read()


def replies(keeper: Keeper, guesses: str) -> list[str]:
    answered = []
    for guess in guesses.split():
        keeper.receive(guess.encode() + b"\n")
        assert keeper.read() == guess
        answered.append(keeper.answer().rstrip("\n"))
    return answered


def test_every_transition_leaves_an_open_state_and_every_open_state_can_fail() -> None:
    assert {state for state, _ in TRANSITIONS} == {START, ASK, ANSWER}
    assert set(TRANSITIONS.values()) == {START, ASK, ANSWER, WON, LOST, FAILED}
    assert [TRANSITIONS[state, "fault"] for state in (START, ASK, ANSWER)] == [FAILED] * 3


def test_the_feedbacks_of_the_statement() -> None:
    assert replies(Keeper(JUDGE, ["0427"]), "0724") == ["2 2"]
    assert replies(Keeper(JUDGE, ["0123"]), "0330") == ["1 1"]


def test_the_sample_conversation_of_the_statement() -> None:
    keeper = Keeper(JUDGE, ["0123"], limit=7)
    assert replies(keeper, "8000 0179 3159 3210 0112 0123") == ["0 1", "2 0", "1 1", "0 4", "2 1", "4 0"]
    assert keeper.state == WON


@pytest.mark.parametrize(("wording", "secrets"), [(JUDGE, 5040), (GYM, 5040), (TINY, 6)])
def test_the_two_ends_find_every_secret(wording: Wording, secrets: int, tree: Tree, tiny: Tree) -> None:
    played = tiny if wording is TINY else tree
    guesses = []
    for secret in wording.rules.secrets():
        guesser, keeper = Guesser(wording, played), Keeper(wording, [secret], wording.dialect.limit)
        converse(guesser, keeper)
        assert (guesser.state, keeper.state) == (WON, WON)
        assert guesser.steps == keeper.steps
        assert keeper.steps[-1][0] == secret
        guesses.append(len(keeper.steps))
    assert len(guesses) == secrets
    assert sum(guesses) == played.total


@pytest.mark.parametrize("ends", [b" 0 1\r\n", b"\r\n\t0  \r\n\r\n   1 \n", b"0\n1\n", b"\n\n\n0 1\n", b"0\x0b1\x0c"])
def test_a_reply_is_two_tokens_however_they_are_set(guesser: Guesser, ends: bytes) -> None:
    guesser.ask()
    guesser.receive(ends)
    assert (guesser.read(), guesser.ask()) == ("01", "1456\n")


def test_a_reply_may_come_byte_by_byte(guesser: Guesser) -> None:
    guesser.ask()
    for byte in b"  0 \r\n 1":
        guesser.receive(bytes([byte]))
        assert guesser.read() is None
    guesser.receive(b"\n")
    assert guesser.read() == "01"


def test_replies_that_come_early_wait_for_their_turn(guesser: Guesser) -> None:
    guesser.ask()
    guesser.receive(b"0 1\n0 2\n4 0")
    assert guesser.read() == "01"
    guesser.ask()
    assert guesser.read() == "02"


@pytest.mark.parametrize("seed", range(20))
def test_a_conversation_cut_anywhere_is_the_same_conversation(tree: Tree, seed: int) -> None:
    chance = random.Random(seed)
    secret = chance.choice(JUDGE.rules.secrets())
    keeper, guesser = Keeper(JUDGE, [secret], 7), Guesser(JUDGE, tree)
    while not keeper.is_over:
        for end, text in ((keeper, guesser.ask()), (guesser, None)):
            said = keeper.answer() if text is None else text
            wire = said.replace(" ", chance.choice([" ", "\n", "\r\n "])).encode()
            while wire:
                assert end.read() is None
                cut = chance.randint(1, len(wire))
                end.receive(wire[:cut])
                wire = wire[cut:]
            assert end.read()
    assert guesser.state == WON


def test_the_last_reply_may_end_with_the_input(guesser: Guesser) -> None:
    guesser.ask()
    guesser.receive(b"4 0")
    assert guesser.read() is None
    guesser.receive(b"")
    assert (guesser.read(), guesser.state) == ("40", WON)


@pytest.mark.parametrize("before", [b"\n", b"0", b"0 ", b"0 1\n", b"0 1\n0", b" \r\n"])
def test_the_end_of_input_at_any_point_before_the_win_is_the_judges_fault(guesser: Guesser, before: bytes) -> None:
    guesser.ask()
    guesser.receive(before)
    if guesser.read():
        guesser.ask()
    guesser.receive(b"")
    with pytest.raises(RemoteProtocolError, match="the input ended after guess"):
        guesser.read()
    assert guesser.state == FAILED


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (b"x y\n", "'x y' is no reply"),
        (b"5 0\n", "'5 0' is no reply"),
        (b"3 1\n", "'3 1' is no reply"),
        (b"-1 -1\n", "'-1 -1' is no reply"),
        (b"\x00\xff \x1b[2J\n", r"'\?\? \?\[2J' is no reply"),
        (b"01 23\n", "'01 23' is no reply"),
        (b"1" * 5000, "does not end within"),
        (b"1 " + b"1" * 5000, "does not end within"),
    ],
)
def test_a_malformed_reply_is_named(guesser: Guesser, reply: bytes, message: str) -> None:
    guesser.ask()
    guesser.receive(reply)
    with pytest.raises(RemoteProtocolError, match=message):
        guesser.read()
    with pytest.raises(LocalProtocolError):
        guesser.ask()


def test_an_impossible_reply_names_the_possible_ones(guesser: Guesser) -> None:
    guesser.ask()
    guesser.receive(b"0 4\n0 1\n")
    assert guesser.read() == "04"
    guess = guesser.ask().strip()
    with pytest.raises(RemoteProtocolError, match=f'"01" to {guess} fits no secret after 0123:04; possible: '):
        guesser.read()


def test_endless_blanks_take_no_room(guesser: Guesser) -> None:
    guesser.ask()
    guesser.receive(b"0")
    for _ in range(100):
        guesser.receive(b" \r\n\t" * 1000)
        assert guesser.read() is None
    assert len(guesser.inbox.pending) < 10


def test_the_ends_are_used_in_their_order_or_not_at_all(guesser: Guesser) -> None:
    with pytest.raises(LocalProtocolError, match="cannot read a reply in state 'ask', only in 'answer'"):
        guesser.read()
    assert guesser.ask() == "0123\n"
    with pytest.raises(LocalProtocolError, match="cannot ask"):
        guesser.ask()
    guesser.receive(b"4 0\n")
    assert guesser.read() == "40"
    for action in (guesser.ask, guesser.read):
        with pytest.raises(LocalProtocolError):
            action()
    keeper = Keeper(JUDGE, ["0123"])
    with pytest.raises(LocalProtocolError, match="cannot answer"):
        keeper.answer()
    keeper.receive(b"")
    with pytest.raises(LocalProtocolError, match="after the end of input"):
        keeper.receive(b"0123\n")


@pytest.mark.parametrize(
    ("wording", "data", "how"),
    [
        (JUDGE, b"012\n", "wrong form"),
        (JUDGE, b"01234\n", "wrong form"),
        (JUDGE, b"01a3\n", "wrong form"),
        (JUDGE, b"\xff\xfe\n", "wrong form"),
        (GYM, b"0012\n", "wrong form"),
        (JUDGE, b"x" * (FLOOD + 1), "flood"),
        (JUDGE, b"\n" * (FLOOD + 1), "flood"),
    ],
)
def test_the_keeper_names_what_a_guesser_does_wrong(wording: Wording, data: bytes, how: str) -> None:
    keeper = Keeper(wording, ["0123"])
    keeper.receive(data)
    with pytest.raises(Foul) as caught:
        keeper.read()
    assert (caught.value.how, keeper.state) == (how, FAILED)


@pytest.mark.parametrize("before", [b"\n", b"0456\n", b"0456\n \n"])
def test_a_guesser_that_ends_before_the_win(before: bytes) -> None:
    keeper = Keeper(JUDGE, ["0123"])
    keeper.receive(before)
    if keeper.read():
        keeper.answer()
    keeper.receive(b"")
    with pytest.raises(Foul, match=r"ended after [01] guesses") as caught:
        keeper.read()
    assert caught.value.how == "end of output"


def test_half_a_guess_before_the_end_is_a_wrong_form() -> None:
    keeper = Keeper(JUDGE, ["0123"])
    keeper.receive(b"01")
    assert keeper.read() is None
    keeper.receive(b"")
    with pytest.raises(Foul, match="'01' is no guess"):
        keeper.read()


def test_a_last_guess_may_end_with_the_output() -> None:
    keeper = Keeper(JUDGE, ["0123"])
    keeper.receive(b"0123")
    assert keeper.read() is None
    keeper.receive(b"")
    assert keeper.read() == "0123"


def test_the_limit_counts_the_winning_guess() -> None:
    late = Keeper(JUDGE, ["0123"], limit=2)
    assert replies(late, "4567 0123") == ["0 0", "4 0"]
    assert late.state == WON
    lost = Keeper(JUDGE, ["0123"], limit=2)
    assert replies(lost, "4567 0124") == ["0 0", "3 0"]
    assert lost.state == LOST


def play_adaptive(secrets: Sequence[str], guesses: str) -> Keeper:
    keeper = Keeper(JUDGE, secrets)
    replies(keeper, guesses)
    return keeper


def test_an_adaptive_keeper_keeps_what_agrees_with_its_answers() -> None:
    keeper = play_adaptive(JUDGE.rules.secrets(), "0123 4567 8901")
    feedback = JUDGE.rules.feedback
    assert keeper.steps[0] == ("0123", "01")  # the largest cell: 1440
    agreeing = [
        secret
        for secret in JUDGE.rules.secrets()
        if all(feedback(guess, secret) == label for guess, label in keeper.steps)
    ]
    assert keeper.secrets == agreeing


def test_an_adaptive_keeper_gives_in_only_when_nothing_else_is_left() -> None:
    keeper = play_adaptive(["0123", "4567"], "0123")
    assert keeper.secrets == ["4567"]
    assert replies(keeper, "4567") == ["4 0"]


def test_blanks_must_end(guesser: Guesser) -> None:
    def hear_blanks() -> None:
        for _ in range(100):
            guesser.receive(b"\n" * (1 << 20))
            guesser.read()

    guesser.ask()
    with pytest.raises(RemoteProtocolError, match="more than 16 MiB of blanks and line ends came instead of a reply"):
        hear_blanks()
