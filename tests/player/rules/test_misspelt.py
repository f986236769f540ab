"""What messages propose for a word that is off by a letter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treegen as tg
from player import BadInput, open_tree
from player.rules.lists import WordRules
from player.rules.misspelt import nearest, suggest
from player.rules.names import read_game
from player.rules.spelling import read_guess

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

WORDS = ["bulls", "mastermind", "entropy", "minimax", "fewest-at-max"]


@given(st.sampled_from(WORDS), st.data())
def test_a_word_with_one_letter_off_is_found(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(word) - 1))
    letter = data.draw(st.sampled_from("aeqz"))
    for bad in (word[:at] + word[at + 1 :], word[:at] + letter + word[at:], word[:at] + letter + word[at + 1 :],
                word[:at] + word[at : at + 2][::-1] + word[at + 2 :], word.upper()):  # fmt: skip
        assert nearest(bad, WORDS) == word
        assert suggest(bad, WORDS) == f"did you mean {word}?"


def test_a_word_unlike_all_gets_the_list() -> None:
    assert nearest("", WORDS) is nearest("xyz", WORDS) is None
    assert suggest("xyz", WORDS[:2]) == "choose one of: bulls, mastermind"


def test_of_many_words_one_that_differs_in_a_letter_is_found() -> None:
    many = [f"{i:05}" for i in range(5000)]
    assert (nearest("0499x", many), nearest("xx990", many)) == ("04990", None)


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("bull-4x10", "bulls-4x10"), ("masterminds-4x6", "mastermind-4x6"), ("mastremind-4x6", "mastermind-4x6"),
        ("numbers-0..9", "number-0..100"), ("word:list.txt", "words:FILE"),
        ("diferentiating:g", "differentiating:FILE"), ("match4x6", "match-4x6"), ("bulls", "bulls-4x10"),
        ("mastermnd", "mastermind-4x6"),
    ],
)  # fmt: skip
def test_names_of_games(name: str, near: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_game(name)
    assert str(caught.value) == f"{name}: no such game; did you mean {near}?"


def test_guesses_feedbacks_trees_and_objectives() -> None:
    words = WordRules(["crane", "slate", "shone"], ["crane", "slate", "shone"])
    with pytest.raises(BadInput, match=r"did you mean crane\?"):
        read_guess(words, "crame")
    assert read_guess(words, "CRANE") == "crane"
    game = tg.game("bulls-3x4")
    with pytest.raises(BadInput, match=r"possible: 00 .*; did you mean 1 bull 2 cows, 12\?"):
        game.find_feedback("1 bul 2 cows")
    with pytest.raises(BadInput, match=r"'bulls-4x10.totl': no such tree is shipped; did you mean bulls-4x10.total\?"):
        open_tree("bulls-4x10.totl")
    with pytest.raises(BadInput, match=r"'totel' is not an objective; did you mean total\?"):
        tg.solve(game, "totel")
    with pytest.raises(BadInput, match=r"did you mean candidates\?"):
        tg.solve(game, guesses="candidate")


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (["solve", "bulls-2x4", "--objective", "totl"], "total"),
        (["next", "bulls-2x4", "--by", "bit"], "bits"),
        (["export", "--to", "pyhton"], "python"),
        (["stast", "bulls-4x10"], "stats"),
    ],
)
def test_commands(words: list[str], near: str, run_treegen: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    result = run_treegen(*words)
    assert result.returncode == 2
    assert result.stderr.endswith(f"did you mean {near}?\n")
    assert result.stderr.count("\n") == 1
