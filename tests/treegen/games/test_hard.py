"""Hard mode and word games: every later guess uses what was told; marks, files and numbers against plain rules."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
import twins
from hypothesis import given
from hypothesis import strategies as st

import treegen as tg
from player.errors import BadInput
from player.rules import names as rules
from player.rules.feedback import broken_hint, marks
from player.rules.lists import WordRules, read_words
from treegen.games.hard import HardMode
from treegen.games.lookup import make
from treegen.insight.verify import verify_bytes

if TYPE_CHECKING:
    from tests.treegen.conftest import Call

# Repeated letters, letters beyond ASCII and beyond 16 bits.
LETTERS = ["abc", "aäß", "eé𝔸"]


def keeps_the_rule(guess: str, told: str, later: str) -> bool:
    """Green letters stay, and no letter is used fewer times than it was marked."""
    stays = all(later[i] == guess[i] for i, mark in enumerate(told) if mark == "2")
    used = Counter(guess[i] for i, mark in enumerate(told) if mark != "0")
    return stays and all(later.count(letter) >= count for letter, count in used.items())


def word_game(secrets: list[str], guesses: list[str] | None = None) -> tg.Game:
    return make(WordRules(sorted(secrets), sorted(guesses or secrets)), 1 << 30)


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


def test_hard_mode_needs_marks() -> None:
    for name in ("bulls-3x4", "match-3x3", "number-0..9"):
        for function in (tg.build, tg.solve):
            with pytest.raises(tg.BadInput, match="hard mode needs a game with marks"):
                function(tg.game(name), guesses="hard")


# ------------------------------------------------------------------------------------------------------------- files

GOOD = b"crane\nslimy\nabide\n"


@pytest.mark.parametrize("name", ["words:", "words:a,b,c", "words:a,", "words:,a", "words:missing.txt", "words:."])
def test_a_bad_name_of_a_list_is_one_line(name: str, call_treegen: Call, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as caught:
        rules.read_game(name)
    assert str(caught.value).isprintable()


def test_a_list_is_known_by_its_words_alone(tmp_path: Path) -> None:
    one, two, three = (tmp_path / f"{i}.txt" for i in range(3))
    one.write_bytes(GOOD)
    two.write_bytes(b"\xef\xbb\xbfslimy\r\nabide\r\ncrane\r\n\r\n")
    three.write_bytes(GOOD + b"speed\n")
    assert read_words(str(one)).name == read_words(str(two)).name
    names = {read_words(f"{a},{b}").name for a in (one, three) for b in (one, three)}
    assert len(names) == 3  # secrets are always guesses, so that one more secret is one more guess


# ----------------------------------------------------------------------------------------------------------- numbers


@pytest.mark.parametrize(("name", "tally"), [("number-0..100", "781:8"), ("number-0..100-free", "717:8")])
def test_the_golden_totals_of_a_range(name: str, tally: str) -> None:
    """781 and 717: checked by a separate program of one dynamic programming."""
    tree = tg.solve(twins.game(name))
    assert f"{tree.total}:{tree.depth}" == tally
    assert verify_bytes(tree.to_bytes()).faults == ()


@pytest.mark.parametrize(
    "name",
    ["number-", "number-5", "number-5..", "number-..5", "number-9..0", "number-5..5", "number-a..b", "number-0..1..2",
     "number-0..9999999999", "number-0..999999999", "number-0..9-any", "number-1.5..2", "number-²..9", "number---1..2"],
)  # fmt: skip
def test_a_bad_range_is_one_line(name: str) -> None:
    with pytest.raises(BadInput) as caught:
        tg.game(name)
    assert str(caught.value).isprintable()
