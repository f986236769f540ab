"""Hard mode and word games: every later guess uses what was told; and marks against plain rules."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import twins
from hypothesis import given
from hypothesis import strategies as st

import treegen as tg
from player.rules.cells import broken_hint
from player.rules.feedback import marks
from treegen.games.hard import HardMode

# Repeated letters, letters beyond ASCII and beyond 16 bits.
LETTERS = ["abc", "aäß", "eé𝔸"]


@given(st.data(), st.sampled_from(LETTERS), st.integers(1, 8))
def test_marks_are_those_of_the_rule(data: st.DataObject, alphabet: str, letters: int) -> None:
    word = st.text(st.sampled_from(alphabet), min_size=letters, max_size=letters)
    words = data.draw(st.lists(word, min_size=1, max_size=24, unique=True))
    game = tg.Game.from_words(words[:12], words[12:])
    assert set(game.secrets) <= set(game.guesses)
    assert game.table.dtype == (np.uint8 if letters < 6 else np.uint16)
    for guess, row in zip(game.guesses, game.table.tolist(), strict=True):
        for secret, answer in zip(game.secrets, row, strict=True):
            assert game.labels[answer] == marks(guess, secret) == twins.plain_marks(guess, secret)


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
