"""Trees of games that are read from files say which files, and the command that they show makes them again."""

from __future__ import annotations

import hashlib
import json
import shlex
from typing import TYPE_CHECKING

import pytest

import treegen as tg
from player import open_tree

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import RunCommand
    from tests.treegen.conftest import Call

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


def test_only_names_and_hashes_are_kept(call_treegen: RunCommand, folder: Path) -> None:
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
    assert (f"answers.txt ({digests[0][:8]})" in lines[2], f"allowed.txt ({digests[1][:8]})" in lines[3]) == (
        True,
        True,
    )


def test_what_comes_through_a_pipe_has_no_files(call_treegen: RunCommand, folder: Path) -> None:
    assert (
        call_treegen("build", "words:-", "--name", "wordle", "-o", "a.tree", input=ANSWERS, cwd=folder).returncode == 0
    )
    tree = open_tree(folder / "a.tree")
    assert (tree.files, tree.called) == ((), "")
    assert tree.made.startswith("treegen build words:FILE --strategy entropy ")


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
