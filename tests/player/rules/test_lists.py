"""Games that are read from files: lists of words, their letters and files; and numbers in texts from outside."""

from __future__ import annotations

import hashlib
import os
import sys
import unicodedata
from itertools import permutations
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treegen as tg
from player.rules.letters import fold, not_letters, small, table_of_small_letters
from player.rules.lists import read_words
from player.rules.names import read_game, rules_of
from player.rules.numbers import read_whole
from player.rules.spelling import read_guess
from player.rules.titles import files_of

if TYPE_CHECKING:
    from collections.abc import Iterable


NONE = ["", "-", "--5", "+-3", "+3", "1_0", " 1", "1 ", "1\n", "1.0", "1e3", "0x1", "٣", "３", "²", "nan", "1\x00"]


def test_whole_numbers() -> None:
    for text in NONE:
        assert read_whole(text, -100, 100) is read_whole(text.encode(), -100, 100) is None, text
    for text in ("0", "7", "-7", "007", "-0", "100", "-100", "0" * 3000 + "5"):
        value = int(text[-4:].lstrip("0") or "0")
        assert read_whole(text, -100, 100) == read_whole(text.encode(), -100, 100) == value
    for text in ("101", "-101", "9" * 6000, "-" + "9" * 6000):
        assert read_whole(text, -100, 100) is None


TEXT = b"crane\nslate\n"
DIGEST = hashlib.sha256(TEXT).hexdigest()


def test_names_without_folders_and_hashes_of_the_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = tmp_path / "words.txt"
    words.write_bytes(TEXT)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "link.txt").symlink_to(words)
    assert read_words("./words.txt,link.txt").files == ("words.txt", DIGEST, "link.txt", DIGEST)
    for name in ("a\\b.txt", "a\nb.txt", "a\x1bb.txt", "a\u202eb.txt", " a.txt", "a,b.txt", "-"):
        (tmp_path / name).write_bytes(TEXT)
        assert files_of([(str(words), TEXT), (str(tmp_path / name), TEXT)]) == ()
    for other in ("/dev/stdin", "/dev/null", "/proc/self/status", str(tmp_path)):
        assert files_of([(other, TEXT)]) == ()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_not_known(tmp_path: Path) -> None:
    pipe = tmp_path / "words.txt"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_bytes, args=(TEXT,))
    writer.start()
    rules = read_words(str(pipe))
    writer.join()
    assert (rules.secret_count, rules.files) == (2, ())


# Unicode's property Quotation_Mark, and what else people put around or between words.
QUOTATION_MARKS = "\"'«»‘’‚‛“”„‟‹›⹂「」『』〝〞〟﹁﹂﹃﹄＂＇｢｣"
OTHERS = "`´,;:#|()[]{}<>，；：、､（）［］｛｝【】〔〕《》〈〉،؛\u037e\u05f3\u05f4"


def test_quotation_marks_and_separators_are_not_letters_and_all_that_words_and_equations_hold_is() -> None:
    assert not [sign for sign in QUOTATION_MARKS + OTHERS if not_letters(f"a{sign}b") != {sign}]
    assert not_letters("aéßñøæıабвñλשلअ字かカー한ไทยქ0123456789+-*/=^!?&@%$_~.e\u0301\u0e34") == set()


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
    table = table_of_small_letters(words)
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
    check_list(words, dict(zip(words, small, strict=True)), tmp_path)


def check_list(words: Iterable[str], meant: dict[str, str], folder: Path) -> None:
    """Check that what is typed means the same word of the list and of a tree that was built of it."""
    path = folder / "list.txt"
    path.write_text("\n".join(words), encoding="utf-8")
    rules = read_game(f"words:{path}")
    tree = rules_of(tg.build(f"words:{path}"))
    assert rules.secrets() == sorted({*meant.values()})
    for typed, word in meant.items():
        assert read_guess(rules, typed) == word == read_guess(tree, typed)


@pytest.mark.parametrize(
    ("words", "small"),
    [
        (["οδος", "σάος"], ["οδος", "σάος"]),  # as it was written
        (["οδος", "Σάος", "σάος"], ["οδος", "σάος", "σάος"]),
        (["ΟΔΟΣ", "οδοσ", "οδος", "Σάος"], ["οδοσ", "οδοσ", "οδοσ", "σάοσ"]),
        (["IRATE", "irate", "slice"], ["irate", "irate", "slice"]),
        (["Tu\u0308ren", "TÜREN", "RÉGEN"], ["türen", "türen", "régen"]),
    ],
)
def test_a_word_in_capitals_is_that_word(words: list[str], small: list[str], tmp_path: Path) -> None:
    meant = dict(zip(words, small, strict=True))
    check_list(words, meant | {word.upper(): low for word, low in meant.items()}, tmp_path)
