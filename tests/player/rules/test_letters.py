"""What counts as the same letter in a game of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treegen as tg
from player.errors import BadInput
from player.rules.lists import fold
from player.rules.names import read_game, rules_of

if TYPE_CHECKING:
    from pathlib import Path

    from player.rules.names import AnyRules

SPLIT = "mo\u0308hre"  # an o, and the dots for it


def words(folder: Path, *lines: str) -> AnyRules:
    (folder / "list.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read_game(f"words:{folder / 'list.txt'}")


@given(st.text())
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_a_list_in_capitals_is_the_same_game(tmp_path: Path) -> None:
    small = words(tmp_path, "regen", "türen", "größe")
    for lines in (["Regen", "Türen", "Größe"], ["REGEN", "TÜREN", "GRÖßE"], ["Regen", "Tu\u0308ren", "Gro\u0308ße"]):
        rules = words(tmp_path, *lines)
        assert (rules.name, rules.secrets()) == (small.name, ["größe", "regen", "türen"])
        assert rules.feedback("regen", "türen") == "10022"


def test_words_that_differ_only_in_case_are_one_word(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="line 2: 'abend' stands on line 1 already"):
        words(tmp_path, "abend", "Abend")


def test_a_tree_takes_capitals_and_split_letters_as_the_list_does(tmp_path: Path) -> None:
    words(tmp_path, "möhre", "regen", "türen")
    game = tg.game(f"words:{tmp_path / 'list.txt'}")
    tree = tg.build(game)
    rules = rules_of(tree)
    for text in ("MÖHRE", SPLIT, SPLIT.upper(), "Möhre"):
        assert not rules.is_guess(text)
        assert rules.feedback(text if len(text) == 5 else fold(text), "möhre") == "22222"
        assert game.find_guess(text) == game.guess_index["möhre"]


def test_the_number_of_letters_is_counted_in_whole_letters(tmp_path: Path) -> None:
    assert words(tmp_path, "blume", SPLIT).secrets() == ["blume", "möhre"]
