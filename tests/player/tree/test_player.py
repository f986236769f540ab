"""Player: the walk down a tree, checked against the plain rules at every node."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from player import BadInput, ImpossibleFeedback, Player, Tree, open_tree
from player.rules import names as rules
from player.rules.cells import split
from player.rules.history import read_history

if TYPE_CHECKING:
    from pathlib import Path

    from player.tree import Node
    from player.tree.tree import TreeSource

GAMES = ["bulls-1x2", "bulls-2x4", "bulls-3x5", "mastermind-2x3", "mastermind-3x3", "bulls-2x4-any"]


@cache
def plain_tree(name: str, opening: str = "") -> Tree:
    """The tree that asks the opening, if there is one, and then always the middle one of those that can be right."""
    game = rules.parse(name)

    def node(candidates: list[str], guess: str = "") -> Node:
        guess = guess or candidates[len(candidates) // 2]
        cells = split(game, guess, candidates)
        won = cells.pop(game.labels[game.winning], [])
        return guess, bool(won), [(game.labels.index(label), node(cell)) for label, cell in cells.items()]

    root = node(game.secrets(), opening)
    return Tree.from_nodes(root, game=name, labels=game.labels, winning=game.winning, losing=game.losing)


TREES = {**{name: plain_tree(name) for name in GAMES}, "bulls-2x5-any": plain_tree("bulls-2x5-any", "11")}


@pytest.fixture(params=TREES)
def tree(request: pytest.FixtureRequest) -> Tree:
    return open_tree(TREES[request.param].to_bytes())


@pytest.fixture
def player() -> Player:
    """At the start of the shipped entropy tree."""
    return Player(open_tree("bulls-4x10.entropy"))


def snapshot(player: Player) -> tuple[object, ...]:
    return (player.node, player.guess, player.finished, player.history, player.steps, player.possible())


def test_candidates_and_possible_feedbacks_are_those_of_the_rules(tree: Tree) -> None:
    game = rules.parse(tree.game)
    for row in tree.rows():
        player = Player(tree)
        steps = read_history(row["history"])
        for _, feedback in steps:
            player.answer(feedback)
        fits = [s for s in game.secrets() if all(game.feedback(guess, s) == feedback for guess, feedback in steps)]
        assert player.candidates() == fits
        assert len(fits) == row["candidates"]
        assert player.possible() == tuple(sorted({game.feedback(row["guess"], secret) for secret in fits}))
        assert player.history == row["history"]


def test_feedback_that_fits_no_secret_changes_nothing(tree: Tree) -> None:
    for row in tree.rows():
        player = Player(tree)
        for _, feedback in read_history(row["history"]):
            player.answer(feedback)
        before = snapshot(player)
        for label in (*tree.labels, "99", "", "x"):
            if label not in player.possible():
                with pytest.raises(ImpossibleFeedback) as caught:
                    player.answer(label)
                assert caught.value.possible == player.possible()
                after = f" after {row['history']}" if row["history"] else ""
                assert str(caught.value) == (
                    f'"{label}" to {row["guess"]} fits no secret{after}; possible: {" ".join(player.possible())}'
                )
                assert snapshot(player) == before


@pytest.mark.parametrize("typed", ["\x1b[2J", "0\n1\n9", "\u202e01", "9" * 10_000])
def test_a_strange_feedback_is_shown_in_one_short_printable_line(player: Player, typed: str) -> None:
    with pytest.raises(ImpossibleFeedback) as caught:
        player.answer(typed)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


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


PAIRS = ["bulls-3x5", "mastermind-3x3", "bulls-2x4-any-each", "mastermind-2x3-matches"]


@pytest.mark.parametrize("name", PAIRS)
def test_a_feedback_of_two_numbers_is_a_pair_or_the_numbers(name: str) -> None:
    tree = plain_tree(name)
    for row in tree.rows():
        walk = Player(tree)
        for _, label in read_history(row["history"]):
            assert walk.copy().answer((int(label[0]), int(label[1]))) == walk.copy().answer(label)
            assert walk.copy().answer(int(label[0]), int(label[1])) == walk.answer(label)
        assert walk.history == row["history"]


def test_a_pair_that_fits_no_secret_changes_nothing(player: Player) -> None:
    before = snapshot(player)
    for pair in ((3, 1), (1, 10), (9, 9), (-1, 0), (0, -1), (11, 0)):
        with pytest.raises(ImpossibleFeedback) as caught:
            player.answer(pair)
        assert caught.value.possible == player.possible()
        assert snapshot(player) == before
    assert player.answer((4, 0)) is None
    with pytest.raises(BadInput, match="the game is over"):
        player.answer(4, 0)


@pytest.mark.parametrize(
    ("feedback", "named"),
    [
        ((1,), "int"), (((1,),), "tuple"), (((1, 2, 3),), "tuple"), (("0", "1"), "str and str"),
        ((0.0, 1), "float and int"), (("01", 1), "str and int"), ((None,), "NoneType"), ((b"01",), "bytes"),
    ],
)  # fmt: skip
def test_what_is_no_feedback_is_named(player: Player, feedback: tuple[Any, ...], named: str) -> None:
    before = snapshot(player)
    with pytest.raises(TypeError) as caught:
        player.answer(*feedback)
    assert str(caught.value) == f"answer() takes a feedback such as '40', (4, 0) or 4, 0, not {named}"
    assert snapshot(player) == before


@pytest.mark.parametrize("name", ["match-2x3", "marks-2x3"])
def test_other_games_take_labels_only(name: str) -> None:
    walk = Player(plain_tree(name))
    label = walk.tree.labels[-1]
    odd: Any
    for odd in ((1, 1), 1):
        with pytest.raises(TypeError) as caught:
            walk.answer(odd)
        assert str(caught.value) == f"answer() takes a feedback such as {label!r}, not {type(odd).__name__}"
    assert walk.answer(label) is None


def test_a_tree_is_taken_by_name_path_and_bytes(tmp_path: Path) -> None:
    tree = open_tree("bulls-3x9.total")
    tree.write(tmp_path / "a.tree")
    path = tmp_path / "a.tree"
    sources: list[TreeSource] = ["bulls-3x9", "bulls-3x9.total", path, str(path), tree.to_bytes(), tree]
    for source in sources:
        assert Player(source).tree == open_tree(source) == tree
    assert Player(tree).tree is tree
    with pytest.raises(BadInput, match="no such tree is shipped"):
        Player("bulls-6x10.total")
    odd: Any
    for odd in (3, None, ["bulls-3x9"], bytearray(b"x")):
        for function in (Player, open_tree):
            with pytest.raises(TypeError) as caught:
                function(odd)
            kind = type(odd).__name__
            assert str(caught.value) == f"{function.__name__}() takes a Tree, or its name, path or bytes, not {kind}"


def test_it_shows_where_it_is(tmp_path: Path) -> None:
    walk = Player("bulls-4x10")
    assert repr(walk) == "<Player bulls-4x10.total: guess 0123, 5040 candidates left>"
    walk.answer("30")
    for label in ("30", "20", "10"):
        while label in walk.possible() and len(walk.candidates()) > 1:
            walk.answer(label)
    left = len(walk.candidates())
    assert repr(walk) == f"<Player bulls-4x10.total: guess {walk.guess}, {left} candidate{'s' * (left > 1)} left>"
    walk.reset()
    walk.answer("40")
    assert repr(walk) == "<Player bulls-4x10.total: found 0123 with 1 guess>"
    assert repr(Player(plain_tree("bulls-1x2"))) == "<Player bulls-1x2: guess 2, 2 candidates left>"
    open_tree("bulls-3x9").write(tmp_path / "a\x1b[2J.tree")
    assert repr(Player(tmp_path / "a\x1b[2J.tree")).isprintable()
