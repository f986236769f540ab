"""Pickles: what a program hands from one process to another comes out as it went in."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import player
import treegen as tg
from player.judge.codemaker import Foul
from treegen.optimal.outcomes import NotSaved


def pickled(value: Any) -> Any:
    """The value in another process."""
    return pickle.loads(pickle.dumps(value))  # noqa: S301 (our own)


def test_exceptions_keep_what_they_tell() -> None:
    tree = tg.open_tree("bulls-3x9.total")
    interrupted = tg.Interrupted("interrupted", tree, 7)
    interrupted.unsaved = "the disk is full"
    told: list[BaseException] = [
        player.ImpossibleFeedback("no", ("00", "01")), tg.StoppedEarly("time is up", tree, 7), interrupted,
        NotSaved("no", tree), Foul("lies", "the answer is wrong"),
    ]  # fmt: skip
    for error in told:
        again = pickled(error)
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
    for kind in (player.BadInput, player.TreeFormatError, player.NoSuchTree, player.GaveUp, player.LocalProtocolError):
        assert str(pickled(kind("what"))) == "what"


@pytest.mark.parametrize("name", ["bulls-3x4", "mastermind-2x3=RGB", "match-2x3", "number-0..9"])
def test_games_trees_and_players_are_the_same(name: str) -> None:
    game = pickled(tg.game(name))
    tree = tg.build(name)
    assert (game.title, game.labels) == (tg.game(name).title, tree.labels)
    assert tg.build(game) == pickled(tree) == tree
    walk = tg.Player(tree)
    walk.answer(walk.possible()[0])
    assert pickled(walk).history == walk.history
