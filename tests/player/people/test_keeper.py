"""The keeper of a secret, for programs."""

from __future__ import annotations

import player


def test_it_answers_and_counts_what_is_left() -> None:
    keeper, guesser = player.Keeper("bulls-3x6", "451"), player.Player(player.open_tree("bulls-3x9"))
    assert guesser.game == "bulls-3x9"
    assert keeper.left == 120
    assert (keeper.answer("123"), keeper.left, keeper.is_found) == ("01", len(keeper.candidates() or []), False)
    assert keeper.answer("4 5 1") == "30"
    assert keeper.is_found
    assert keeper.steps == [("123", "01"), ("451", "30")]
    assert keeper.undo()
    assert not keeper.is_found


def test_a_walk_tells_how_many_are_left() -> None:
    walk = player.Player("bulls-4x10")
    assert (walk.left, len(walk.secrets), walk.is_certain, walk.labels[-1]) == (5040, 5040, False, "40")
    for label in ("01", "02", "00"):
        walk.answer(label)
        assert walk.left == len(walk.candidates())
    while walk.guess is not None:
        walk.answer(walk.possible()[-1])
    assert walk.is_certain
    assert walk.left == 1
