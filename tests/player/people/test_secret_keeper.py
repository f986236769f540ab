"""A secret that the program keeps: answers, candidates, undo; and the cells behind an evasive keeper."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player import BadInput
from player.people import secret_keeper
from player.people.secret_keeper import SecretKeeper
from player.rules import names as rules
from player.rules.cells import split, widest

GAMES = ["bulls-2x4", "bulls-3x5", "mastermind-3x3", "bulls-2x4-any"]


@st.composite
def guessed(draw: st.DrawFn) -> tuple[str, list[str]]:
    name = draw(st.sampled_from(GAMES))
    return name, draw(st.lists(st.sampled_from(rules.parse(name).guesses()), max_size=8))


def agreeing(game: SecretKeeper) -> list[str]:
    """The slow way: every secret against every answer."""
    feedback = game.rules.feedback
    return [
        secret
        for secret in game.rules.secrets()
        if all(feedback(guess, secret) == label for guess, label in game.steps)
    ]


@given(guessed())
def test_an_evasive_keeper_never_contradicts_itself(case: tuple[str, list[str]]) -> None:
    name, guesses = case
    game = SecretKeeper(rules.parse(name))
    for guess in guesses:
        before = agreeing(game)
        label = game.guess(guess)
        after = agreeing(game)
        assert after
        assert game.candidates() == after
        assert (game.left_before, game.left) == (len(before), len(after))
        assert all(len(cell) <= len(after) for cell in split(game.rules, guess, before).values())
        if label == game.winning:
            assert before == [guess]
        assert game.example() in after


@given(guessed())
def test_an_honest_keeper_answers_for_its_secret_and_undo_is_exact(case: tuple[str, list[str]]) -> None:
    name, guesses = case
    secret = rules.parse(name).secrets()[-1]
    game = SecretKeeper(rules.parse(name), lambda: secret)
    states = []
    for guess in guesses:
        states.append((game.steps[:], game.left, game.candidates()))
        assert game.guess(guess) == game.rules.feedback(guess, secret)
        assert secret in (game.candidates() or ())
        assert game.is_won == (guess == secret)
    for guess, state in zip(reversed(guesses), reversed(states), strict=True):
        assert game.undo() == guess
        assert (game.steps, game.left, game.candidates()) == state
    assert game.undo() is None
    assert game.left == game.rules.secret_count


def test_ties_go_to_the_lowest_label_and_to_the_winning_one_last() -> None:
    assert widest({"20": ["a"], "10": ["b"], "02": ["c"]}, "20") == "02"
    assert widest({"00": ["a"], "10": ["b"]}, "00") == "10"
    assert widest({"20": ["a", "b"], "10": ["c"]}, "20") == "20"
    assert widest({"20": ["a"]}, "20") == "20"


def test_candidates_of_a_large_game_are_listed_when_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secret_keeper, "ALWAYS_LISTED", 10)
    game = SecretKeeper(rules.parse("bulls-3x5"), lambda: "345")
    assert game.left == 60
    game.guess("123")
    game.guess("124")
    assert game.left_before is game.left is None
    assert game.candidates() == agreeing(game)
    game.guess("345")
    assert (game.left, game.candidates()) == (1, ["345"])
    monkeypatch.setattr(secret_keeper, "MAX_LISTED", 10)
    assert SecretKeeper(game.rules, lambda: "345").candidates() is None
    with pytest.raises(BadInput, match=r"10 at most, and bulls-3x5 has 60; use --level honest"):
        SecretKeeper(game.rules)


def test_what_is_no_guess_changes_nothing() -> None:
    game = SecretKeeper(rules.parse("bulls-4x10"), lambda: "9876")
    with pytest.raises(BadInput, match="not a guess of bulls-4x10"):
        game.guess("0012")
    assert (game.steps, game.left) == ([], 5040)
