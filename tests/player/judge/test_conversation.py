"""The judge conversation: both ends, over a fake wire."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from player import LocalProtocolError, RemoteProtocolError, open_tree
from player.judge.codemaker import Codemaker
from player.judge.conversation import FAILED, WON, Codebreaker
from player.judge.dialects import DIALECTS
from player.judge.wording import Wording
from player.rules import names as rules

if TYPE_CHECKING:
    from player import Tree

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


def test_the_end_of_input_before_the_win_is_the_judges_fault(tree: Tree) -> None:
    for before in (b"\n", b"0", b"0 1\n", b"0 1\n0"):
        codebreaker = Codebreaker(JUDGE, tree)
        codebreaker.ask()
        codebreaker.receive(before)
        if codebreaker.read():
            codebreaker.ask()
        codebreaker.receive(b"")
        with pytest.raises(RemoteProtocolError, match="the input ended after guess"):
            codebreaker.read()
        assert codebreaker.state == FAILED


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (b"x y\n", "'x y' is not a reply"),
        (b"3 1\n", "'3 1' is not a reply"),
        (b"\x00\xff \x1b[2J\n", r"'\?\? \?\[2J' is not a reply"),
        (b"01 23\n", "'01 23' is not a reply"),
        (b"banana\n", "'banana' is not a reply"),  # before the rest comes
        (b"0\nx\n", "'0 x' is not a reply"),
        (b"1 " + b"1" * 5000, "does not end within"),
    ],
)
def test_a_malformed_reply_is_named(codebreaker: Codebreaker, reply: bytes, message: str) -> None:
    codebreaker.ask()
    codebreaker.receive(reply)
    with pytest.raises(RemoteProtocolError, match=message):
        codebreaker.read()
    with pytest.raises(LocalProtocolError):
        codebreaker.ask()


def test_endless_blanks_take_no_room(codebreaker: Codebreaker) -> None:
    codebreaker.ask()
    codebreaker.receive(b"0" + b" \r\n\t" * 1000)
    assert codebreaker.read() is None
    assert len(codebreaker.inbox.pending) < 10
    codebreaker.receive(b"\n" * (16 << 20))
    with pytest.raises(RemoteProtocolError, match="more than 16 MiB of blanks and line ends came instead of a reply"):
        codebreaker.read()


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
