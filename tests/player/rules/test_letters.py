"""What is a letter of a word, and which capitals and small letters are the same one."""

from __future__ import annotations

import sys
import unicodedata
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treegen as tg
from player.errors import BadInput
from player.rules.letters import capitals, fold, not_letters, small
from player.rules.names import read_game, rules_of
from player.rules.spelling import read_guess

# Unicode's property Quotation_Mark, and what else people put around or between words.
QUOTATION_MARKS = "\"'«»‘’‚‛“”„‟‹›⹂「」『』〝〞〟﹁﹂﹃﹄＂＇｢｣"
OTHERS = "`´,;:#|()[]{}<>，；：、､（）［］｛｝【】〔〕《》〈〉،؛\u037e\u05f3\u05f4"


@pytest.mark.parametrize("sign", [*QUOTATION_MARKS, *OTHERS])
def test_quotation_marks_and_separators_are_not_letters(sign: str, tmp_path: Path) -> None:
    assert not_letters(f"a{sign}b") == {sign}
    (tmp_path / "list.txt").write_text(f"abc\nx{sign}y\n", encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        read_game(f"words:{tmp_path / 'list.txt'}")
    assert "line 2: " in str(caught.value)
    with pytest.raises(BadInput, match="is not a word"):
        tg.Game.from_words([f"a{sign}b"])


def test_letters_of_all_scripts_and_signs_of_equations_are_letters() -> None:
    assert not_letters("aéßñøæ ı".replace(" ", "")) == set()
    assert not_letters("абвñλשلअ字かカー한ไทยქ") == set()
    assert not_letters("0123456789+-*/=^!?&@%$_~.") == set()
    assert not_letters("e\u0301 \u0e34".replace(" ", "")) == set()  # marks that stand on letters


def test_no_letter_becomes_two_and_each_capital_has_one_small_letter() -> None:
    """Every character of Unicode, alone, in the middle of a word, and at its end."""
    for code in range(sys.maxunicode + 1):
        letter = chr(code)
        if not letter.isprintable() or unicodedata.category(letter)[0] == "M":
            continue
        small = fold(letter)
        assert len(small) == 1, hex(code)
        assert fold(f"x{letter}x") == f"x{small}x", hex(code)
        assert fold(f"xx{letter}") == f"xx{small}", hex(code)


def fold_list(words: list[str]) -> list[str]:
    table = capitals(words)
    return [small(word, table) for word in words]


@given(st.lists(st.text("aAiIıİσςΣßẞéÉe\u0301\u0307zZ", min_size=1, max_size=4), min_size=1))
def test_a_list_is_folded_letter_by_letter(words: list[str]) -> None:
    folded = fold_list(words)
    assert fold_list(folded) == folded
    whole = {letter: fold_list([*words, letter])[-1] for letter in set("".join(words)) if letter.isalpha()}
    for word, lowered in zip(words, folded, strict=True):
        if word.isalpha():
            assert lowered == "".join(whole[letter] for letter in word)


TURKISH = ["ILIK", "ılık", "İPEK", "ipek", "IŞIK", "KINA"]


@pytest.mark.parametrize("words", list(permutations(TURKISH, 3)), ids=" ".join)
def test_a_turkish_list_has_its_own_capitals(words: tuple[str, ...], tmp_path: Path) -> None:
    turkish = {"I": "ı", "İ": "i"}
    is_turkish = any(letter in "ıİ" for word in words for letter in word)
    small = ["".join(turkish.get(c, c.lower()) if is_turkish else c.lower() for c in word) for word in words]
    (tmp_path / "list.txt").write_text("\n".join(words), encoding="utf-8")
    rules = read_game(f"words:{tmp_path / 'list.txt'}")
    assert rules.secrets() == sorted(set(small))
    tree = rules_of(tg.build(f"words:{tmp_path / 'list.txt'}"))
    for word, meant in zip(words, small, strict=True):
        assert read_guess(rules, word) == meant == read_guess(tree, word)


def test_any_other_list_has_usual_capitals(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("IRATE\nirate\nslice\n", encoding="utf-8")
    rules = read_game(f"words:{tmp_path / 'list.txt'}")
    assert rules.secrets() == ["irate", "slice"]
    assert rules_of(tg.build(f"words:{tmp_path / 'list.txt'}")).is_guess("ırate") is False


@pytest.mark.parametrize(
    ("words", "small"),
    [
        (["οδος", "σάος"], ["οδος", "σάος"]),  # as it was written
        (["οδος", "Σάος", "σάος"], ["οδος", "σάος"]),
        (["ΟΔΟΣ", "οδοσ", "οδος", "Σάος"], ["οδοσ", "σάοσ"]),
        (["ΟΔΟΣ"], ["οδοσ"]),
    ],
)
def test_a_capital_sigma_is_one_letter(words: list[str], small: list[str], tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("\n".join(words), encoding="utf-8")
    rules = read_game(f"words:{path}")
    assert rules.secrets() == small
    tree = tg.build(f"words:{path}")
    for word in words:
        assert read_guess(rules, word.upper()) in small
        assert read_guess(rules, word) == read_guess(rules_of(tree), word) == read_guess(rules_of(tree), word.upper())
        assert tg.game(f"words:{path}").find_guess(word) == tg.game(f"words:{path}").find_guess(word.upper())
