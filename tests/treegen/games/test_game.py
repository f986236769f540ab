"""Games: the table against its slow twin, the memory bound, and what a history leaves."""

from __future__ import annotations

import numpy as np
import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st

import treegen as tg
from player.rules import names as rules
from treegen.games.memory import read_size

SMALL = [
    "bulls-1x2", "bulls-2x2", "bulls-2x5", "bulls-3x4", "bulls-3x3-any", "bulls-2x4-any", "mastermind-1x3",
    "mastermind-3x3", "mastermind-2x10", "mastermind-6x2", "bulls-2x10-nozero", "bulls-2x10-any-nozero",
    "mastermind-2x10-nozero", "bulls-4x4", "bulls-5x5",
]  # fmt: skip


@pytest.mark.parametrize("name", SMALL)
def test_table_is_that_of_the_plain_rules(name: str) -> None:
    game, plain = tg.game(name), rules.parse(name)
    assert (list(game.secrets), list(game.guesses)) == (plain.secrets(), plain.guesses())
    assert (len(game.secrets), len(game.guesses)) == (plain.secret_count, plain.guess_count)
    assert game.table.tolist() == twins.feedback_table(name)
    assert (game.labels, game.winning) == (plain.labels, plain.winning)


@pytest.mark.parametrize("name", ["bulls-4x10", "bulls-4x10-any", "mastermind-4x6", "mastermind-5x4", "bulls-6x6"])
@settings(deadline=None)  # the first example makes the table
@given(data=st.data())
def test_large_tables_agree_wherever_one_looks(name: str, data: st.DataObject) -> None:
    game, plain = twins.game(name), rules.parse(name)
    guess = data.draw(st.integers(0, len(game.guesses) - 1))
    secret = data.draw(st.integers(0, len(game.secrets) - 1))
    label = game.labels[game.table[guess, secret]]
    assert label == plain.feedback(game.guesses[guess], game.secrets[secret])


@pytest.mark.parametrize("name", SMALL)
def test_own_guess_wins_and_nothing_else_does(name: str) -> None:
    game = tg.game(name)
    for secret, guess in enumerate(game.own_guess):
        assert game.guesses[guess] == game.secrets[secret]
        assert game.wins_against[guess] == secret
    assert int((game.wins_against >= 0).sum()) == len(game.secrets)
    assert np.array_equal(game.by_secret, game.table.T)


def test_a_table_too_large_is_refused_before_it_is_made() -> None:
    with pytest.raises(tg.BadInput, match=r"^bulls-4x10: its table .* takes 24 MiB, and 20 MiB are allowed"):
        tg.game("bulls-4x10", memory=20 << 20)
    assert tg.game("bulls-4x10", memory=5040 * 5040).table.shape == (5040, 5040)


@pytest.mark.parametrize("name", ["bulls-6x10", "mastermind-6x10"])
def test_the_largest_names_are_refused_at_once(name: str) -> None:
    with pytest.raises(tg.BadInput, match=r"; (raise --memory or )?use a smaller game$"):
        tg.game(name, memory=8 << 30)


@pytest.mark.parametrize(
    ("text", "size"), [("1", 1), ("2k", 2048), ("1.5 GiB", 3 << 29), ("7MB", 7 << 20), ("1t", 1 << 40)]
)
def test_sizes(text: str, size: int) -> None:
    assert read_size(text) == size


@pytest.mark.parametrize("text", ["", "0", "-1", "x", "5q", "nan", "inf", "1e99", "G"])
def test_bad_sizes(text: str) -> None:
    with pytest.raises(tg.BadInput, match="is not a size"):
        read_size(text)


def test_history_leaves_the_consistent_secrets() -> None:
    """The worked game of a paper: secret 9876, candidates 5040, 360, 84, 21, 5."""
    game = tg.game("bulls-4x10")
    steps = [("0123", "0A0B"), ("4567", "0A2B"), ("8975", "1A2B"), ("7948", "0A3B")]
    counts = [len(game.candidates(",".join(f"{guess}:{mark}" for guess, mark in steps[:n]))) for n in range(5)]
    assert counts == [5040, 360, 84, 21, 5]


@pytest.mark.parametrize("history", ["0012:00", "012:00", "0123:31", "0123:", "0123", "0123:00,", "01234:00"])
def test_a_bad_history_is_one_clear_line(history: str) -> None:
    with pytest.raises(tg.BadInput) as caught:
        tg.game("bulls-4x10").candidates(history)
    assert "\n" not in str(caught.value)


def test_from_table_refuses_what_is_no_game() -> None:
    for table, winning in [([[0, 0]], 0), ([[5]], 9), ([[1, 0], [1, 1]], 1)]:
        with pytest.raises(tg.BadInput):
            tg.Game.from_table(table, winning=winning, labels=("a", "b"))


def test_two_tables_differ_in_name_as_soon_as_anything_differs() -> None:
    names = {
        tg.Game.from_table(table, winning=winning, labels=labels).name
        for table in ([[1, 0], [0, 1]], [[1, 0], [0, 2]])
        for winning, labels in [(1, ("a", "b", "c")), (1, ("a", "b", "d"))]
    }
    assert len(names) == 4
