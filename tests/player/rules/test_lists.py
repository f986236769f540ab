"""Games that are read from files: lists of words, their letters and files; and numbers in texts from outside."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

import treegen as tg
from player.rules.lists import read_words
from player.rules.names import read_game
from player.rules.numbers import is_whole, read_whole
from player.rules.titles import check_files, files_of

if TYPE_CHECKING:
    from pathlib import Path

    from player.rules.names import AnyRules


def list_of(folder: Path, *lines: str) -> AnyRules:
    (folder / "list.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read_game(f"words:{folder / 'list.txt'}")


def test_a_list_in_capitals_is_the_same_game(tmp_path: Path) -> None:
    small = list_of(tmp_path, "regen", "türen", "größe")
    for lines in (["Regen", "Türen", "Größe"], ["REGEN", "TÜREN", "GRÖßE"], ["Regen", "Tu\u0308ren", "Gro\u0308ße"]):
        rules = list_of(tmp_path, *lines)
        assert (rules.name, rules.secrets()) == (small.name, ["größe", "regen", "türen"])
        assert rules.feedback("regen", "türen") == "10022"
    game = tg.game(f"words:{tmp_path / 'list.txt'}")
    for text in ("TÜREN", "tu\u0308ren", "TU\u0308REN"):
        assert game.find_guess(text) == game.guess_index["türen"]


NONE = ["", "-", "--5", "+-3", "+3", "1_0", " 1", "1 ", "1\n", "1.0", "1e3", "0x1", "٣", "３", "²", "nan", "1\x00"]


def test_whole_numbers() -> None:
    for text in NONE:
        assert (is_whole(text), is_whole(text.encode())) == (False, False), text
        assert read_whole(text, -100, 100) is read_whole(text.encode(), -100, 100) is None, text
    for text in ("0", "7", "-7", "007", "-0", "100", "-100", "0" * 6000 + "5"):
        value = int(text[-4:].lstrip("0") or "0")
        assert read_whole(text, -100, 100) == read_whole(text.encode(), -100, 100) == value
    for text in ("101", "-101", "9" * 6000, "-" + "9" * 6000):
        assert is_whole(text)
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


def test_what_a_tree_may_say() -> None:
    """Other files are refused as broken rules of tree files; only a game that is read from none gets here."""
    for files, called in ((("a", DIGEST), ""), (("a", DIGEST, "an swers; rm -rf .txt", DIGEST), "x" * 40)):
        check_files(f"words:{'0' * 64}", files, called)
    check_files(f"differentiating:{'0' * 64}", ("$(x)", DIGEST), "")
    with pytest.raises(ValueError, match="its game is not read from any"):
        check_files("bulls-2x3", ("a", DIGEST), "")
