"""Player: the walk down a tree, checked against the plain rules at every node."""

from __future__ import annotations

import json
import re
import runpy
import sys
from copy import copy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import treegen as tg
from player import BadInput, ImpossibleFeedback, Player, Tree, open_tree
from player.rules import names as rules
from player.rules.history import read_history
from treegen.exchange.export.codec import columns

GAMES = ["bulls-1x2", "bulls-2x4", "bulls-3x5", "mastermind-2x3", "mastermind-3x3", "bulls-2x4-any"]
TREES = {**{name: tg.build(name) for name in GAMES}, "bulls-2x5-any": tg.build("bulls-2x5-any", first="11")}


@pytest.fixture
def player() -> Player:
    """At the start of the shipped entropy tree."""
    return Player(open_tree("bulls-4x10.entropy"))


def snapshot(player: Player) -> tuple[object, ...]:
    return (player.node, player.guess, player.finished, player.history, player.steps, player.possible())


@pytest.mark.parametrize("tree", TREES.values(), ids=TREES)
def test_each_walk_is_that_of_the_rules(tree: Tree) -> None:
    game = rules.parse(tree.game)
    for row in tree.rows():
        player = Player(tree)
        steps = read_history(row["history"])
        for _, feedback in steps:
            if game.rule.meaning == ("bulls", "cows"):
                bulls, cows = map(int, feedback)
                assert copy(player).answer((bulls, cows)) == copy(player).answer(bulls, cows)
            player.answer(feedback)
        fits = [s for s in game.secrets() if all(game.feedback(guess, s) == feedback for guess, feedback in steps)]
        assert player.candidates() == fits
        assert len(fits) == player.left == row["candidates"]
        assert player.possible() == tuple(sorted({game.feedback(row["guess"], secret) for secret in fits}))
        assert player.history == row["history"]
        before = snapshot(player)
        for label in (*tree.labels, "99", "", "x"):
            if label not in player.possible():
                with pytest.raises(ImpossibleFeedback) as caught:
                    player.answer(label)
                assert caught.value.possible == player.possible()
                after = f" after {row['history']}" if row["history"] else ""
                possible = " ".join(player.possible())
                assert str(caught.value) == f'"{label}" to {row["guess"]} fits no secret{after}; possible: {possible}'
                assert snapshot(player) == before


def test_after_the_win_nothing_is_answered(player: Player) -> None:
    assert player.answer("40") is None
    before = snapshot(player)
    assert before[1:4] == (None, True, "0123:40")
    assert player.candidates() == ["0123"]
    assert player.possible() == ()
    for label in ("40", "01", "x"):
        with pytest.raises(BadInput) as caught:
            player.answer(label)
        assert str(caught.value) == "the game is over; undo or reset before answering again"
        assert snapshot(player) == before


def test_undo_goes_back_one_answer_at_a_time(player: Player) -> None:
    states = [snapshot(player)]
    assert not player.undo()
    assert snapshot(player) == states[0]
    for label in ("01", "02"):
        player.answer(label)
        states.append(snapshot(player))
    winning = "40"
    while not player.finished:
        player.answer(winning if winning in player.possible() else player.possible()[0])
        states.append(snapshot(player))
    while states:
        assert snapshot(player) == states.pop()
        assert player.undo() == bool(states)


def test_a_pair_that_fits_no_secret_and_what_is_no_feedback_change_nothing(player: Player) -> None:
    before = snapshot(player)
    odd: Any
    for odd in ((3, 1), (1, 10), (9, 9), (-1, 0), (11, 0), "\x1b[2J", "0\n1\n9", "\u202e01", "9" * 10_000):
        with pytest.raises(ImpossibleFeedback) as caught:
            player.answer(odd)
        assert caught.value.possible == player.possible()
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 200
    for odd, kind in (
        ((1,), "int"), (((1, 2, 3),), "tuple"), (("0", "1"), "tuple"), ((0.0, 1), "tuple"),
        ((None,), "NoneType"), ((b"01",), "bytes"),
    ):  # fmt: skip
        with pytest.raises(TypeError) as wrong:
            player.answer(*odd)
        assert str(wrong.value) == f"answer() takes a feedback such as '40', or its numbers if it has two, not {kind}"
    assert snapshot(player) == before


@pytest.mark.parametrize("tree", TREES.values(), ids=TREES)
def test_a_history_gives_the_player_and_the_next_guess(tree: Tree) -> None:
    player, played = Player(tree), 0
    while not player.finished:
        at = Player(tree, player.history)
        assert (at.guess, at.steps, at.left, at.history) == (player.guess, player.steps, player.left, player.history)
        assert tree.next_guess(player.history) == player.guess
        player.answer(player.possible()[0])
        played += 1
    at = Player(tree, player.history)
    assert (at.finished, at.guess, tree.next_guess(player.history)) == (True, None, None)
    assert sum(at.undo() for _ in range(99)) == played
    with pytest.raises(BadInput, match="the tree asks"):
        Player(tree, f"{tree.guesses[-1]}:{tree.labels[0]}")


def test_the_recipe_of_a_server_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a stand-in for Flask, which need not be installed."""
    request = SimpleNamespace(args={"history": "0123:01,1456:02"})
    app = SimpleNamespace(get=lambda _: lambda view: view)
    monkeypatch.setitem(sys.modules, "flask", SimpleNamespace(Flask=lambda _: app, request=request))
    view = runpy.run_path(str(Path(__file__).parents[3] / "docs" / "recipes" / "server.py"))["next_guess"]
    assert view() == {"guess": "4530"}
    request.args = {"history": "0123:99"}
    assert view()[1] == 400


@pytest.mark.parametrize("name", ["next.dart", "next.swift"])
def test_recipes_name_columns_that_are_there_and_their_walk_is_right(name: str) -> None:
    """They are not compiled: the walk is done here with the columns that they name, as they do it."""
    text = (Path(__file__).parents[3] / "docs" / "recipes" / name).read_text(encoding="utf-8")
    tree = json.loads(columns(open_tree("bulls-3x9.total")))
    asked = set(re.findall(r"tree\['(\w+)'\]|tree\.(\w+)(?![\w(])", text))
    used = {word for pair in asked for word in pair if word and word != "json"}
    assert used == {"guess", "labels", "feedback", "fanout", "winning"}
    first = [1]
    for size in tree["fanout"]:
        first.append(first[-1] + size)
    for secret in ("123", "987", "456"):
        player, node = Player("bulls-3x9.total"), 0
        while True:
            assert tree["guess"][node] == player.guess
            label = rules.parse("bulls-3x9").feedback(tree["guess"][node], secret)
            player.answer(label)
            index = tree["labels"].index(label)
            if index == tree["winning"]:
                break
            node = next(child for child in range(first[node], first[node + 1]) if tree["feedback"][child] == index)
        assert player.finished
