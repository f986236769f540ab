"""Hard mode and word games: every later guess uses what was told; marks, files and numbers against plain rules."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest
import twins
from hypothesis import given
from hypothesis import strategies as st

import treegen as tg
from player.rules.cells import broken_hint
from player.rules.feedback import marks
from player.rules.lists import WordRules
from treegen.games.hard import HardMode
from treegen.insight.verify import verify_bytes

if TYPE_CHECKING:
    pass

# Repeated letters, letters beyond ASCII and beyond 16 bits.
LETTERS = ["abc", "aäß", "eé𝔸"]


def keeps_the_rule(guess: str, told: str, later: str) -> bool:
    """Green letters stay, and no letter is used fewer times than it was marked."""
    stays = all(later[i] == guess[i] for i, mark in enumerate(told) if mark == "2")
    used = Counter(guess[i] for i, mark in enumerate(told) if mark != "0")
    return stays and all(later.count(letter) >= count for letter, count in used.items())


def word_game(secrets: list[str], guesses: list[str] | None = None) -> tg.Game:
    return tg.Game.of_rules(WordRules(sorted(secrets), sorted(guesses or secrets)), 1 << 30)


def draw_words(data: st.DataObject, letters: int, most: int, extra: int = 0) -> tg.Game:
    alphabet = data.draw(st.sampled_from(LETTERS))
    word = st.text(st.sampled_from(alphabet), min_size=letters, max_size=letters)
    secrets = data.draw(st.lists(word, min_size=1, max_size=most, unique=True))
    return word_game(secrets, data.draw(st.lists(word, max_size=extra, unique=True)) if extra else None)


@given(st.data(), st.integers(1, 8))
def test_marks_are_those_of_the_rule(data: st.DataObject, letters: int) -> None:
    game = draw_words(data, letters, most=12, extra=12)
    assert set(game.secrets) <= set(game.guesses)
    assert game.table.dtype == (np.uint8 if letters < 6 else np.uint16)
    for guess, row in zip(game.guesses, game.table.tolist(), strict=True):
        for secret, answer in zip(game.secrets, row, strict=True):
            assert game.labels[answer] == marks(guess, secret) == twins.plain_marks(guess, secret)


@given(st.data(), st.integers(2, 5))
def test_what_may_follow_is_what_keeps_the_rule(data: st.DataObject, letters: int) -> None:
    game = draw_words(data, letters, most=12, extra=12)
    hard = HardMode(game)
    guess = data.draw(st.integers(0, len(game.guesses) - 1))
    for feedback, told in enumerate(game.labels):
        allowed = [keeps_the_rule(game.guesses[guess], told, later) for later in game.guesses]
        assert hard.allowed(guess, feedback).tolist() == allowed
        later = data.draw(st.integers(0, len(game.guesses) - 1))
        both = hard.allowed(guess, feedback) & hard.allowed(later, feedback)
        after = hard.after([(guess, feedback), (later, feedback)])
        assert after is not None
        assert (after == both).all()


def test_a_hint_is_broken_where_the_mask_forbids_the_guess() -> None:
    game = twins.game("marks-3x3")
    hard = HardMode(game)
    for (guess, word), (feedback, label) in product(enumerate(game.guesses), enumerate(game.labels)):
        if feedback in game.table[guess]:
            allowed = hard.allowed(guess, feedback)
            for other, text in enumerate(game.guesses):
                assert (broken_hint(text, [(word, label)]) == "") == allowed[other], (word, label, text)


def test_hard_mode_needs_marks() -> None:
    for name in ("bulls-3x4", "match-3x3", "number-0..9"):
        for function in (tg.build, tg.solve):
            with pytest.raises(tg.BadInput, match="hard mode needs a game with marks"):
                function(tg.game(name), guesses="hard")


# ------------------------------------------------------------------------------------------------------------- files

# ----------------------------------------------------------------------------------------------------------- numbers


@pytest.mark.parametrize(("name", "tally"), [("number-0..100", "781:8"), ("number-0..100-free", "717:8")])
def test_the_golden_totals_of_a_range(name: str, tally: str) -> None:
    """781 and 717: checked by a separate program of one dynamic programming."""
    tree = tg.solve(twins.game(name))
    assert f"{tree.total}:{tree.depth}" == tally
    assert verify_bytes(tree.to_bytes()).faults == ()
