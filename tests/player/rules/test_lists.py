"""Games that are read from files: lists of words, their letters and files; and numbers in texts from outside."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treegen as tg
from player.cli.command import read_count, read_duration, read_jobs, read_seed
from player.errors import BadInput
from player.rules.letters import fold
from player.rules.lists import read_data, read_words
from player.rules.names import read_game, rules_of
from player.rules.numbers import is_decimal, is_whole, read_whole
from player.rules.titles import check_files, files_of

if TYPE_CHECKING:
    from pathlib import Path

    from player.rules.names import AnyRules


SPLIT = "mo\u0308hre"  # an o, and the dots for it


def list_of(folder: Path, *lines: str) -> AnyRules:
    (folder / "list.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read_game(f"words:{folder / 'list.txt'}")


@given(st.text())
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_a_list_in_capitals_is_the_same_game(tmp_path: Path) -> None:
    small = list_of(tmp_path, "regen", "türen", "größe")
    for lines in (["Regen", "Türen", "Größe"], ["REGEN", "TÜREN", "GRÖßE"], ["Regen", "Tu\u0308ren", "Gro\u0308ße"]):
        rules = list_of(tmp_path, *lines)
        assert (rules.name, rules.secrets()) == (small.name, ["größe", "regen", "türen"])
        assert rules.feedback("regen", "türen") == "10022"


def test_words_that_differ_only_in_case_are_one_word(tmp_path: Path) -> None:
    rules = list_of(tmp_path, "abend", "Abend", "ABEND", "blume")
    assert rules.secrets() == ["abend", "blume"]
    assert rules.note == f"{tmp_path / 'list.txt'}: repeated words (capitals do not count), taken once: 2"


def test_a_tree_takes_capitals_and_split_letters_as_the_list_does(tmp_path: Path) -> None:
    list_of(tmp_path, "möhre", "regen", "türen")
    game = tg.game(f"words:{tmp_path / 'list.txt'}")
    tree = tg.build(game)
    rules = rules_of(tree)
    for text in ("MÖHRE", SPLIT, SPLIT.upper(), "Möhre"):
        assert not rules.is_guess(text)
        assert rules.feedback(text if len(text) == 5 else fold(text), "möhre") == "22222"
        assert game.find_guess(text) == game.guess_index["möhre"]


def test_the_number_of_letters_is_counted_in_whole_letters(tmp_path: Path) -> None:
    assert list_of(tmp_path, "blume", SPLIT).secrets() == ["blume", "möhre"]


NONE = ["", "-", "--5", "+-3", "+3", "1_0", " 1", "1 ", "1\n", "1.0", "1e3", "0x1", "٣", "３", "²", "nan", "1\x00"]


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_whole_number(text: str) -> None:
    assert not is_whole(text)
    assert not is_whole(text.encode())
    assert read_whole(text, -100, 100) is None
    assert read_whole(text.encode(), -100, 100) is None


@pytest.mark.parametrize("text", ["0", "7", "-7", "007", "-0", "100", "-100", "0" * 6000 + "5"])
def test_whole_numbers(text: str) -> None:
    assert read_whole(text, -100, 100) == read_whole(text.encode(), -100, 100) == int(text[-4:].lstrip("0") or "0")


@pytest.mark.parametrize("text", ["101", "-101", "9" * 6000, "-" + "9" * 6000])
def test_whole_numbers_outside_the_bounds(text: str) -> None:
    assert is_whole(text)
    assert read_whole(text, -100, 100) is None


@pytest.mark.parametrize("text", ["1_0", "\u0663", "1e1", "inf", "nan", "-1", " 1", "1.2.3", "9" * 6000])
def test_options_take_digits_only(text: str) -> None:
    assert not is_decimal(text)
    for read in (read_count, read_seed, read_jobs, read_duration):
        with pytest.raises(ValueError, match="it takes"):
            read(text)


def test_so_many_programs_at_a_time_are_not_meant() -> None:
    assert read_jobs("1024") == 1024
    with pytest.raises(ValueError, match="from 1 on, up to 1024"):
        read_jobs("1025")


def test_a_file_is_read_no_further_than_needed(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=f"{tmp_path}: is a directory"):
        read_data(str(tmp_path), 100)
    if Path("/dev/zero").exists():
        with pytest.raises(BadInput, match="/dev/zero: larger than 1 MiB; name another"):
            read_data("/dev/zero", 1 << 20, "name another")
    with pytest.raises(BadInput, match="no file has such a name"):
        read_data("a\0b", 100)


TEXT = b"crane\nslate\n"
DIGEST = hashlib.sha256(TEXT).hexdigest()
OTHER = hashlib.sha256(b"").hexdigest()
WORDS = f"words:{'0' * 64}"
GRAPH = f"differentiating:{'0' * 64}"


@pytest.fixture
def words(tmp_path: Path) -> Path:
    path = tmp_path / "words.txt"
    path.write_bytes(TEXT)
    return path


def test_names_without_folders_and_hashes_of_the_bytes(words: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_words(str(words)).files == ("words.txt", DIGEST)
    monkeypatch.chdir(words.parent)
    (words.parent / "more.txt").write_bytes(b"\xef\xbb\xbfcrane\r\nslate\r\nshone")
    digest = hashlib.sha256(b"\xef\xbb\xbfcrane\r\nslate\r\nshone").hexdigest()
    assert read_words("words.txt,./more.txt").files == ("words.txt", DIGEST, "more.txt", digest)
    (words.parent / "link.txt").symlink_to(words)
    assert read_words("link.txt").files == ("link.txt", DIGEST)


@pytest.mark.parametrize("name", ["a\\b.txt", "a\nb.txt", "a\x1bb.txt", "a\u202eb.txt", " a.txt", "a,b.txt", "-"])
def test_a_file_whose_name_is_not_taken_is_not_known(words: Path, name: str) -> None:
    path = words.with_name(name)
    path.write_bytes(TEXT)
    assert files_of([(str(words), TEXT)]) == ("words.txt", DIGEST)
    assert files_of([(str(words), TEXT), (str(path), TEXT)]) == ()


def test_what_is_no_file_is_not_known(tmp_path: Path) -> None:
    for path in ("-", "/dev/stdin", "/dev/null", "/dev/fd/0", "/proc/self/status", str(tmp_path)):
        assert files_of([(path, TEXT)]) == ()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_not_known(tmp_path: Path) -> None:
    pipe = tmp_path / "words.txt"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_bytes, args=(TEXT,))
    writer.start()
    rules = read_words(str(pipe))
    writer.join()
    assert (rules.secret_count, rules.files) == (2, ())


@pytest.mark.parametrize(
    ("game", "files", "called"),
    [
        (WORDS, ("a", DIGEST), ""),
        (WORDS, ("a", DIGEST, "a", OTHER), "wordle"),
        (WORDS, ("an swers; rm -rf .txt", DIGEST), "x" * 40),
        (GRAPH, ("$(x)", DIGEST), ""),
        (WORDS, ("\u00e9" * 255, DIGEST), ""),
    ],
)
def test_what_a_tree_may_say(game: str, files: tuple[str, ...], called: str) -> None:
    check_files(game, files, called)


def test_what_no_game_says() -> None:
    """Files that are not right are refused as broken rules of tree files; this is what no file gets as far as."""
    for game in ("bulls-2x3", "words"):
        with pytest.raises(ValueError, match="its game is not read from any"):
            check_files(game, ("a", DIGEST), "")
