"""Copies of what changes as it is used are independent, and all of it can be pickled."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

import player
from player.judge.codemaker import Codemaker
from player.judge.conversation import Codebreaker
from player.judge.dialects import DIALECTS
from player.judge.match import Match
from player.judge.wording import Wording
from player.people.hints import Sceptic
from player.people.roles import open_play
from player.rules.names import read_game

if TYPE_CHECKING:
    from pathlib import Path

TREE = player.open_tree("bulls-3x9")
WORDING = Wording(DIALECTS["plain"], read_game("bulls-3x9"))


def answer(one: Any, words: list[str]) -> list[Any]:
    return [(one.answer(word), list(one.steps), one.left, sorted(one.candidates())[:3]) for word in words]


def hear(one: Any, replies: list[str]) -> list[Any]:
    said = []
    for reply in replies:
        said.append(one.ask())
        one.receive(reply.encode())
        said.append((one.read(), list(one.steps), one.state))
    return said


def match(one: Any, guesses: list[str]) -> list[Any]:
    return [(one.receive(guess.encode() + b"\n"), one.number, len(one.outcomes)) for guess in guesses]


def talk(one: Any, lines: list[str]) -> list[Any]:
    return [(one.reply(line), one.moves(), one.reveal()) for line in lines]


def doubt(one: Any, answers: list[str]) -> list[Any]:
    return [(one.answer(one.possible()[int(place)]), list(one.steps), one.left) for place in answers]


STATES: dict[str, tuple[Callable[[], Any], Callable[[Any, list[str]], list[Any]], list[str], list[str]]] = {
    "player": (lambda: player.Player(TREE), answer, ["01"], ["01"]),
    "player of a name": (lambda: player.Player("bulls-4x10.entropy"), answer, ["01", "02"], ["01"]),
    "keeper": (lambda: player.Keeper("bulls-3x9", "456"), answer, ["123", "451"], ["452", "456"]),
    "evasive keeper": (lambda: player.Keeper("bulls-3x9"), answer, ["123"], ["452", "456"]),
    "keeper of words": (lambda: player.Keeper("words-5"), answer, ["crane"], ["pilot", "dusty"]),
    "codebreaker": (lambda: Codebreaker(WORDING, TREE), hear, ["0 1\n"], ["0 1\n"]),
    "match": (
        lambda: Match([(i, Codemaker(WORDING, [secret])) for i, secret in enumerate(("123", "456"))]),
        match, ["132", "123"], ["123", "456"],
    ),
    "person guesses": (lambda: open_play("bulls-3x9*2", "guesser", seed=5, asks_again=True), talk,
                       ["123", "456"], ["789", "undo", "restart", "123", "give up", "yes", "147", "give up"]),
    "person keeps": (lambda: open_play("bulls-3x9"), talk, ["01"], ["02", "undo", "01"]),
    "sceptic": (lambda: Sceptic(read_game("bulls-3x4"), 1), doubt, ["0"], ["1", "2"]),
}  # fmt: skip


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])  # noqa: S301 (our own)
@pytest.mark.parametrize("name", STATES)
def test_copies_are_independent(name: str, how: Callable[[Any], Any]) -> None:
    make, use, before, after = STATES[name]
    first, second, untouched = make(), make(), make()
    assert use(first, before) == use(second, before) == use(untouched, before)
    other = how(first)
    expected = use(untouched, after)
    assert use(other, after) == expected  # it goes on as the original would have done
    assert use(first, after) == expected  # and this has not changed meanwhile
    third = how(second)
    assert use(second, after) == use(third, after) == expected  # nor does a copy change with the original


def test_a_name_is_read_once_and_a_file_that_changed_again(tmp_path: Path) -> None:
    assert player.Player("bulls-3x9").tree is player.Player("bulls-3x9").tree
    assert player.Player("bulls-3x9").tree is not player.open_tree("bulls-3x9")  # its owner may change that one
    for name in ("bulls-3x9", "bulls-4x10.entropy"):
        (tmp_path / "my.tree").write_bytes(player.open_tree(name).to_bytes())
        assert player.Player(tmp_path / "my.tree").tree.game == name.partition(".")[0]
