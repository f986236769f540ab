"""Equivalent guesses: the fast classes against the whole group, and that equivalent guesses split alike."""

from __future__ import annotations

import numpy as np
import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st

from treegen.games.partition import cell_sizes

HISTORIES = [
    ("bulls-3x5", []), ("bulls-3x5", ["123"]), ("bulls-3x5", ["123", "214"]), ("bulls-3x5", ["123", "231"]),
    ("bulls-2x6", ["12", "34"]), ("bulls-3x4-any", ["112"]), ("bulls-3x4-any", ["112", "334"]), ("mastermind-3x4", []),
    ("mastermind-3x4", ["112"]), ("mastermind-3x4", ["123", "231"]), ("mastermind-2x5", ["11", "22"]),
    ("mastermind-4x3", ["1122", "2211"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "history"), HISTORIES)
def test_representatives_are_the_lowest_of_each_class(name: str, history: list[str]) -> None:
    game = twins.game(name)
    assert game.symmetry is not None
    found = game.symmetry.representatives([game.find_guess(guess) for guess in history])
    wanted = [min(members) for members in twins.equivalent(name, history)]
    assert [game.guesses[guess] for guess in found] == sorted(wanted)


@pytest.mark.parametrize(
    ("used", "left"), [("0123", 209), ("0124", 501), ("0125", 1045), ("0126", 1960), ("0127", 3360), ("0128", 5040)]
)
def test_merging_unused_digits_alone_gives_the_published_counts(used: str, left: int) -> None:
    """A paper's table, by the largest digit used so far; it merges unused digits only, so we merge at least as much."""
    game = twins.game("bulls-4x10")
    assert game.symmetry is not None
    largest = int(used[-1])
    kept = [g for g in game.guesses if introduces_in_order(g, largest)]
    assert len(kept) == left
    history = [game.find_guess(used)] + ([game.find_guess("0124")] if largest > 3 else [])
    assert len(game.symmetry.representatives(history)) <= left


def introduces_in_order(guess: str, largest: int) -> bool:
    for digit in map(int, guess):
        if digit > largest + 1:
            return False
        largest = max(largest, digit)
    return True


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_equivalent_guesses_have_equal_cell_sizes(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["bulls-2x5", "mastermind-2x4", "bulls-2x4-any"]))
    game = twins.game(name)
    secret = data.draw(st.sampled_from(game.secrets))
    asked = data.draw(st.lists(st.sampled_from(game.guesses), max_size=2))
    plain = [(guess, game.labels[game.table[game.find_guess(guess), game.secrets.index(secret)]]) for guess in asked]
    sizes = cell_sizes(game, game.candidates(plain))
    for members in twins.equivalent(name, asked):
        indices = [game.find_guess(guess) for guess in members]
        assert all(np.array_equal(sizes[indices[0]], sizes[index]) for index in indices)


def test_zero_stays_where_it_is() -> None:
    game = twins.game("bulls-2x10-nozero")
    assert game.symmetry is not None
    assert [game.guesses[guess] for guess in game.symmetry.representatives([])] == ["10", "12"]
