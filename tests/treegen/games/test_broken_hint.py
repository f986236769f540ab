"""The plain rule of hard mode, against the masks of the table."""

from __future__ import annotations

from itertools import product

import twins

from player.rules.hard import broken_hint
from treegen.games.hard import HardMode


def test_a_hint_is_broken_where_the_mask_forbids_the_guess() -> None:
    game = twins.game("marks-3x3")
    hard = HardMode(game)
    for (guess, word), (feedback, label) in product(enumerate(game.guesses), enumerate(game.labels)):
        if feedback in game.table[guess]:
            allowed = hard.allowed(guess, feedback)
            for other, text in enumerate(game.guesses):
                assert (broken_hint(text, [(word, label)]) == "") == allowed[other], (word, label, text)


def test_the_first_broken_hint_is_named() -> None:
    steps = [("geese", "01001"), ("crane", "00202")]
    assert broken_hint("slate", steps) == "e must occur 2 times, says geese:01001"
    assert broken_hint("eerie", steps) == "place 3 must be a, says crane:00202"
