"""A secret that the program keeps, and hints: the tree's while it goes that way, else a bounded search's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treegen as tg
from player import BadInput, Tree, open_tree
from player.people import hints as hints_module
from player.people import keeper
from player.people.hints import WORK, Hint, Hints, thin
from player.people.keeper import Keeper
from player.rules import names as rules
from player.rules.cells import broken_hint, split, widest

CODES = rules.parse("bulls-4x10")


@pytest.fixture(scope="module")
def tree() -> Tree:
    return open_tree("bulls-4x10.entropy")


def play(game: Keeper, hints: Hints, *first: str) -> int:
    for guess in first:
        game.answer(guess)
    while not game.is_found:
        game.answer(hints.propose(game.steps, game.candidates() or ()).guess)
        assert len(game.steps) < 12
    return len(game.steps)


def test_on_the_tree_the_hint_is_the_tree_s(tree: Tree) -> None:
    hints = Hints(CODES, tree)
    assert hints.from_tree([]) == "0123"
    assert hints.from_tree([("0123", "01")]) == "1456"
    assert hints.from_tree([("0123", "01"), ("4561", "01")]) is None
    assert hints.from_tree([("0123", "03"), ("0123", "03")]) is None
    assert hints.propose([], CODES.secrets()).source == "the tree"
    assert play(Keeper.of(CODES, lambda: "9876"), hints) <= tree.depth


@pytest.mark.parametrize("secret", ["0123", "9876", "5038"])
def test_off_the_tree_hints_lead_to_a_win(tree: Tree, secret: str) -> None:
    assert play(Keeper.of(CODES, lambda: secret), Hints(CODES, tree), "9012", "9013") <= 9


def test_hints_off_a_tree_of_hard_mode_keep_to_it() -> None:
    game = tg.game("marks-3x6")
    code = rules.parse("marks-3x6")
    for pool in ("hard", "all"):
        tree = tg.build(game, "entropy", guesses=pool)
        free = []
        for secret in code.secrets()[::13]:
            steps = [("112", code.feedback("112", secret))]
            left = [other for other in code.secrets() if code.feedback("112", other) == steps[0][1]]
            free.append(bool(broken_hint(Hints(code, tree).propose(steps, left).guess, steps)))
        assert any(free) == (pool == "all")


@pytest.mark.parametrize("name", ["bulls-3x5", "mastermind-3x4", "bulls-3x5-any", "bulls-1x2"])
def test_hints_alone_beat_an_evasive_keeper(name: str) -> None:
    game = rules.parse(name)
    assert play(Keeper.of(game), Hints(game)) <= 8


@given(st.sets(st.sampled_from(rules.parse("bulls-3x5").secrets()), min_size=1))
def test_a_hint_always_makes_the_candidates_fewer(left: set[str]) -> None:
    candidates, game = sorted(left), rules.parse("bulls-3x5")
    hint = Hints(game).propose([], candidates)
    cells = split(game, hint.guess, candidates)
    assert len(cells) > 1 or candidates == [hint.guess]
    # Nothing was thinned here: it is the best there is.
    best = min(sum(len(cell) ** 2 for cell in split(game, guess, candidates).values()) for guess in game.guesses())
    assert hint.expected * len(candidates) <= best + 1 + 1e-9


def test_in_a_game_too_large_to_list_a_hint_is_a_candidate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints_module, "MAX_LISTED", 10)
    hint = Hints(CODES).propose([], CODES.secrets()[-300:])
    assert hint.is_candidate
    assert hint.expected < 100


def test_the_figures_of_a_hint_are_those_of_its_cells() -> None:
    hint = Hint(CODES, "0123", "", CODES.secrets())
    assert hint.is_candidate
    assert hint.is_exact
    assert round(hint.bits, 2) == 2.77  # what the first question is worth, from its cells: 360, 1440, 1260, 264, ...
    assert not Hint(CODES, "0123", "", ["4567", "4568"]).is_candidate


@pytest.mark.parametrize("name", ["bulls-4x10", "bulls-4x10-any"])
def test_a_search_asks_for_no_more_feedbacks_than_it_may(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    game = rules.parse(name)
    asked = 0

    def counting(rules_: rules.Rules, guess: str, secrets: list[str]) -> dict[str, list[str]]:
        nonlocal asked
        asked += len(secrets)
        return split(rules_, guess, secrets)

    monkeypatch.setattr(hints_module, "split", counting)
    secrets = game.secrets()
    for count in (len(secrets), 251, 3):
        asked = 0
        assert game.is_guess(Hints(game).search(secrets[:count]))
        assert 0 < asked <= WORK


@given(st.lists(st.integers()), st.integers(1, 20))
def test_thinning_keeps_the_order_and_the_number(words: list[int], count: int) -> None:
    numbered = [f"{i} {word}" for i, word in enumerate(words)]
    thinned = list(thin(numbered, count))
    assert thinned == [word for word in numbered if word in set(thinned)]
    assert len(thinned) == min(count, len(words))
    assert thinned == list(thin(numbered, count))


GAMES = ["bulls-2x4", "bulls-3x5", "mastermind-3x3", "bulls-2x4-any"]


@st.composite
def guessed(draw: st.DrawFn) -> tuple[str, list[str]]:
    name = draw(st.sampled_from(GAMES))
    return name, draw(st.lists(st.sampled_from(rules.parse(name).guesses()), max_size=8))


def agreeing(game: Keeper) -> list[str]:
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
    game = Keeper.of(rules.parse(name))
    for guess in guesses:
        before = agreeing(game)
        label = game.answer(guess)
        after = agreeing(game)
        assert after
        assert game.candidates() == after
        assert (game.counted(1), game.counted(), game.left) == (len(before), len(after), len(after))
        assert all(len(cell) <= len(after) for cell in split(game.rules, guess, before).values())
        if label == game.winning:
            assert before == [guess]
        assert game.example() in after


@given(guessed())
def test_an_honest_keeper_answers_for_its_secret_and_undo_is_exact(case: tuple[str, list[str]]) -> None:
    name, guesses = case
    secret = rules.parse(name).secrets()[-1]
    game = Keeper.of(rules.parse(name), lambda: secret)
    states = []
    for guess in guesses:
        states.append((game.steps[:], game.left, game.candidates()))
        assert game.answer(guess) == game.rules.feedback(guess, secret)
        assert secret in (game.candidates() or ())
        assert game.is_found == (guess == secret)
    for state in reversed(states):
        assert game.undo()
        assert (game.steps, game.left, game.candidates()) == state
    assert not game.undo()
    assert game.left == game.rules.secret_count


def test_ties_go_to_the_lowest_label_and_to_the_winning_one_last() -> None:
    assert widest({"20": ["a"], "10": ["b"], "02": ["c"]}, "20") == "02"
    assert widest({"00": ["a"], "10": ["b"]}, "00") == "10"
    assert widest({"20": ["a", "b"], "10": ["c"]}, "20") == "20"
    assert widest({"20": ["a"]}, "20") == "20"


def test_candidates_of_a_large_game_are_listed_when_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "ALWAYS_LISTED", 10)
    game = Keeper.of(rules.parse("bulls-3x5"), lambda: "345")
    assert game.left == 60
    game.answer("123")
    game.answer("124")
    assert game.counted(1) is game.counted() is None
    assert game.candidates() == agreeing(game)
    game.answer("345")
    assert (game.left, game.candidates()) == (1, ["345"])
    monkeypatch.setattr(keeper, "MAX_LISTED", 10)
    assert Keeper.of(game.rules, lambda: "345").candidates() is None
    with pytest.raises(BadInput, match=r"10 at most, and bulls-3x5 has 60; use --level honest"):
        Keeper.of(game.rules)
