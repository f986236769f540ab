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

COPIES: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]  # noqa: S301 (its own)
TREE = player.open_tree("bulls-3x9")
WORDING = Wording(DIALECTS["plain"], read_game("bulls-3x9"))


def walk(one: Any, answers: list[str]) -> list[Any]:
    return [(one.answer(label), one.history, one.left, one.guess, one.finished) for label in answers]


def ask(one: Any, guesses: list[str]) -> list[Any]:
    return [(one.answer(guess), list(one.steps), one.left, one.candidates()[:3], one.is_found) for guess in guesses]


def guess_wrong(one: Any, _: list[str]) -> list[Any]:
    said = []
    for reply in (b"0 1\n", b"0 2\n", b"1 0\n"):
        if one.state in ("won", "failed"):
            break
        said.append(one.ask())
        one.receive(reply)
        try:
            said.append((one.read(), list(one.steps), one.state))
        except player.GuesstreeError as error:
            said.append((str(error), list(one.steps), one.state))
    return said


def listen(one: Any, guesses: list[str]) -> list[Any]:
    said = []
    for guess in guesses:
        one.receive(guess.encode() + b"\n")
        said.append((one.read(), one.answer(), list(one.steps), list(one.secrets)[:3]))
    return said


def match(one: Any, guesses: list[str]) -> list[Any]:
    return [(one.receive(guess.encode() + b"\n"), one.number, len(one.outcomes)) for guess in guesses]


def talk(one: Any, lines: list[str]) -> list[Any]:
    return [(one.reply(line), one.moves(), one.reveal()) for line in lines]


def doubt(one: Any, answers: list[str]) -> list[Any]:
    return [(one.answer(one.possible()[int(place)]), list(one.steps), one.left) for place in answers]


STATES: dict[str, tuple[Callable[[], Any], Callable[[Any, list[str]], list[Any]], list[str], list[str]]] = {
    "player": (lambda: player.Player(TREE), walk, ["01"], ["01"]),
    "player of a name": (lambda: player.Player("bulls-4x10.entropy"), walk, ["01", "02"], ["01"]),
    "keeper": (lambda: player.Keeper("bulls-3x9", "456"), ask, ["123", "451"], ["452", "456"]),
    "evasive keeper": (lambda: player.Keeper("bulls-3x9"), ask, ["123"], ["452", "456"]),
    "keeper of words": (lambda: player.Keeper("words-5"), ask, ["crane"], ["pilot", "dusty"]),
    "keeper of a tree": (lambda: player.Keeper(player.open_tree("words-5")), ask, ["crane"], ["pilot"]),
    "keeper of numbers": (lambda: player.Keeper("number-1..30"), ask, ["gt15"], ["gt20", "gt25"]),
    "codebreaker": (lambda: Codebreaker(Wording(DIALECTS["plain"], read_game("bulls-3x9")), TREE), guess_wrong, [], []),
    "codemaker": (lambda: Codemaker(WORDING, WORDING.rules.secrets()), listen, ["123"], ["456", "478"]),
    "match": (
        lambda: Match([(i, Codemaker(WORDING, [secret])) for i, secret in enumerate(("123", "456"))]),
        match, ["132", "123"], ["123", "456"],
    ),
    "person guesses": (lambda: open_play("bulls-3x9*2", "guesser", seed=5, asks_again=True), talk,
                       ["123", "456"], ["789", "undo", "restart", "123", "give up", "yes", "147", "give up"]),
    "person keeps": (lambda: open_play("bulls-3x9"), talk, ["01"], ["02", "undo", "01"]),
    "sceptic": (lambda: Sceptic(read_game("bulls-3x4"), 1), doubt, ["0"], ["1", "2"]),
}  # fmt: skip


@pytest.mark.parametrize("how", range(len(COPIES)), ids=["copy", "deepcopy", "pickle"])
@pytest.mark.parametrize("name", STATES)
def test_copies_are_independent(name: str, how: int) -> None:
    make, use, before, after = STATES[name]
    first, second, untouched = make(), make(), make()
    assert use(first, before) == use(second, before) == use(untouched, before)
    other = COPIES[how](first)
    wanted = use(untouched, after)
    assert use(other, after) == wanted  # it goes on as the original would have done
    assert use(first, after) == wanted  # and this has not changed meanwhile
    third = COPIES[how](second)
    assert use(second, after) == wanted  # nor does a copy change with the original
    assert use(third, after) == wanted


def test_copies_share_the_tree() -> None:
    one = player.Player(TREE)
    assert copy.copy(one).tree is copy.deepcopy(one).tree is one.copy().tree is TREE


def test_a_subclass_keeps_what_it_adds() -> None:
    class Counting(player.Player):
        def __init__(self, tree: player.Tree, name: str) -> None:
            super().__init__(tree)
            self.name, self.seen = name, list[str]()

    one = Counting(TREE, "first")
    other = copy.copy(one)
    other.seen.append("01")
    other.answer("01")
    assert (one.seen, one.history, other.name, other.history) == ([], "", "first", "123:01")


def test_a_name_is_read_once_and_a_file_that_changed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert player.Player("bulls-3x9").tree is player.Player("bulls-3x9").tree
    assert player.Player("bulls-3x9").tree is not player.open_tree("bulls-3x9")  # which its owner may change
    data = {name: player.open_tree(name).to_bytes() for name in ("bulls-3x9", "bulls-4x10.entropy")}
    path = tmp_path / "my.tree"
    for name, own in data.items():
        path.write_bytes(own)
        for source in (str(path), path):
            assert player.Player(source).game == name.partition(".")[0]
    monkeypatch.setattr("player.tree.files.trees_folder", lambda: str(tmp_path))
    for name, own in data.items():
        (tmp_path / "own.total.tree").write_bytes(own)
        assert player.Player("own.total").game == name.partition(".")[0]
