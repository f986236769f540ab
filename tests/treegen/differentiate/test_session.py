"""The conversation of a differentiating game: both ends over a wire in memory, and everything that can go wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treegen as tg
from player.errors import GuesstreeError, RemoteProtocolError
from player.judge.codemaker import Foul
from player.judge.conversation import Inbox
from treegen.differentiate.graph import SHAPES, make_shape
from treegen.differentiate.session import Codemaker, QuestionWording, play, read_opening

if TYPE_CHECKING:
    pass


class Wire:
    """What the program writes goes to the codemaker at once; what it says is read in small pieces."""

    def __init__(self, codemaker: Codemaker, piece: int = 1 << 20) -> None:
        self.codemaker, self.piece = codemaker, piece
        self.waiting = b""
        self.heard = b""

    def read(self) -> bytes:
        self.waiting += self.codemaker.reply().encode()
        data, self.waiting = self.waiting[: self.piece], self.waiting[self.piece :]
        self.heard += data
        return data

    def write(self, text: str) -> None:
        assert text.endswith("\n")
        self.codemaker.receive(text.encode())


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("n", [1, 2, 3, 19, 20, 21, 120])
def test_every_vertex_is_found(shape: str, n: int) -> None:
    codemaker = Codemaker(make_shape(shape, n, 1000), n + 1)  # the adaptive game, then each vertex in turn
    wire = Wire(codemaker, 7 if n < 20 else 4096)
    play(wire.read, wire.write)
    wire.read()
    assert codemaker.is_over
    assert len(codemaker.questions) == n + 1
    assert max(codemaker.questions) <= 16


def test_no_games() -> None:
    codemaker = Codemaker(make_shape("path", 5), 0)
    wire = Wire(codemaker)
    play(wire.read, wire.write)
    assert codemaker.is_over


def transcript() -> bytes:
    wire = Wire(Codemaker(make_shape("path", 6), 4))
    play(wire.read, wire.write)
    wire.read()
    return wire.heard


def play_recorded(data: bytes, piece: int = 1 << 20) -> None:
    pieces = [data[i : i + piece] for i in range(0, len(data), piece)]
    play(lambda: pieces.pop(0) if pieces else b"", lambda _: None)


@given(st.integers(1, 50))
def test_pieces_of_any_size_will_do(piece: int) -> None:
    play_recorded(transcript(), piece)


def test_the_last_line_needs_no_end() -> None:
    play_recorded(transcript().rstrip(b"\n"))


def test_input_may_end_nowhere_else() -> None:
    data = transcript()
    for end in range(len(data) - 1):
        with pytest.raises(GuesstreeError) as caught:
            play_recorded(data[:end])
        assert "\n" not in str(caught.value)
        assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "ended after 0 of the 3 numbers"),
        (b"3 2", "ended after 2 of the 3 numbers"),
        (b"3 2 1\n1 2\n3", "ended after 1 of the 2 edges"),
        (b"3 1 1\nx 4\n", "'x' is not a number"),
        (b"3 0 1\nSlow\n", "Slow"),
        (b"3 0 1\nMaybe\n", "'Maybe' is not a reply"),
        (b"3 0 1\nCorrect\n", "fits no secret"),
        (b"1 0 1\nWrong\n", "fits no secret"),
        (b"3 0 1\n", "ended after guess 1"),
    ],
)
def test_bad_judges(data: bytes, complaint: str) -> None:
    with pytest.raises(GuesstreeError, match=complaint):
        play_recorded(data)


def test_questions_of_several_vertices_have_words() -> None:
    wording = QuestionWording()
    assert wording.ask("3+3+17") == "? 3 3 3 17\n"
    with pytest.raises(tg.BadInput):
        wording.read_reply([b"win"])


def test_an_opening_keeps_what_follows() -> None:
    inbox = Inbox()
    assert read_opening(lambda: b"2 1 3\n2 1\nWin\nLose\n", inbox).games == 3
    assert inbox.pending == b"Win\nLose\n"


# The graph is 3 0 2: three vertices without an edge.  After `GOOD`, 1 is worth 0, and 2 and 3 are infinite.
GOOD = b"3\n+ 2 2\n+ 3 3\n+ 3 1\n"


@pytest.mark.parametrize(
    ("said", "how"),
    [
        (b"4243\n", "too many changes"),
        (b"-1\n", "too many changes"),
        (b"x\n", "wrong form"),
        (b"1\n- 1 2\n", "wrong change"),
        (b"1\n* 1 2\n", "wrong form"),
        (b"1\n+ 1 4\n", "wrong form"),
        (b"1\n+ 1 2", "end of output"),
        (GOOD + b"! 1\n", "wrong report"),
        (GOOD + b"! 4\n", "wrong form"),
        (GOOD + b"# 1\n", "wrong form"),
        (GOOD + b"? 1 4\n", "wrong form"),
        (GOOD + b"? 21\n", "wrong form"),
        (GOOD + b"? 2 1 1\n" * 11, "slow"),
        (GOOD + b"? 0\n" * 21, "slow"),
        (GOOD + b"? 1 1\n", "end of output"),
        (b"0\n" + b" " * 70000, "flood"),
        (b"0\n! 1\n", "wrong report"),
    ],
)
def test_fouls(said: bytes, how: str) -> None:
    codemaker = Codemaker(make_shape("empty", 3), 2)
    with pytest.raises(Foul) as caught:
        hear(codemaker, said)
    assert caught.value.how == how


def hear(codemaker: Codemaker, said: bytes) -> None:
    codemaker.receive(said)
    codemaker.receive(b"")


def test_the_keeper_answers_the_truth_and_lets_nobody_guess() -> None:
    codemaker = Codemaker(make_shape("empty", 3), 2)
    codemaker.reply()
    codemaker.receive(GOOD + b"? 1 1\n")
    assert codemaker.reply() == "Draw\n"  # each of the three answers otherwise: the first label
    codemaker.receive(b"! 2\n")
    assert codemaker.reply() == "Correct\n"
    codemaker.receive(b"? 0\n")
    assert codemaker.reply() in ("Lose\n", "Win\n", "Draw\n")


def test_talking_on_after_the_last_game_is_a_foul() -> None:
    codemaker = Codemaker(make_shape("empty", 1), 1)
    with pytest.raises(Foul, match="after the last game"):
        codemaker.receive(b"0\n! 1\n! 1\n")
    codemaker = Codemaker(make_shape("empty", 1), 1)
    codemaker.receive(b"0\n! 1\n")
    with pytest.raises(Foul, match="after the last game"):
        codemaker.receive(b"x")


def test_a_remote_error_names_the_question() -> None:
    with pytest.raises(RemoteProtocolError, match="the input ended after guess 2"):
        play_recorded(b"5 0 1\nDraw\n")


def test_blanks_after_the_last_game_must_end() -> None:
    codemaker = Codemaker(make_shape("empty", 1), 1)
    codemaker.receive(b"0\n! 1\n")
    with pytest.raises(Foul, match="64 KiB of blanks after the last game"):
        codemaker.receive(b"\n" * 100_000)


@pytest.mark.parametrize("data", [b"\n", b"1"])
def test_an_opening_must_end(data: bytes) -> None:
    with pytest.raises(RemoteProtocolError, match="no graph within 16 MiB of input"):
        read_opening(lambda: data * (1 << 20), Inbox())
