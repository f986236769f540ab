"""What is kept of the files that a game is read from, and what a tree may say of them."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

import pytest

from player.rules.game_files import check_files, files_of
from player.rules.lists import read_words

if TYPE_CHECKING:
    from pathlib import Path

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
    kept = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)  # so that what was written stays until it is read
    try:
        pipe.write_bytes(TEXT)
        rules = read_words(str(pipe))
    finally:
        os.close(kept)
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
