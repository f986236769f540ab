"""TREE arguments that are none: one line on standard error that says what is wrong, exit code 2, and no waiting."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import player
from player import BadInput, TreeFormatError, open_tree, shipped_trees
from player import tree as trees

if TYPE_CHECKING:
    from collections.abc import Callable
    from subprocess import CompletedProcess

    RunCommand = Callable[..., CompletedProcess[str]]

SHIPPED = "bulls-4x10.entropy"
FILE = Path(trees.find_tree(SHIPPED))
needs_a_plain_user = pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")


def make_unreadable(path: Path) -> None:
    path.write_bytes(FILE.read_bytes())
    path.chmod(0)


def make_big(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate((64 << 20) + 1)


MAKERS: dict[str, tuple[Callable[[Path], object], str]] = {
    "a folder": (Path.mkdir, "it is a folder; name a .tree file"),
    "a FIFO": (os.mkfifo, "it is not a regular file; name a .tree file"),
    "above 64 MiB": (make_big, "larger than 64 MiB; this is not a tree file"),
    "empty": (Path.touch, "the file is empty; build the tree again"),
    "text": (lambda path: path.write_text("0123\n"), "this is not a tree file; make one with: treegen build GAME"),
    "cut short": (lambda path: path.write_bytes(FILE.read_bytes()[:-1]), "its end is missing: the file is cut short"),
    "missing": (lambda _: None, "no such file or directory; name a .tree file"),
    "in no folder": (lambda path: path.write_bytes(b""), "not a directory; name a .tree file"),
    "a link to itself": (lambda path: path.symlink_to(path), "too many levels of symbolic links; name a .tree file"),
}
UNREADABLE = pytest.param(
    make_unreadable, "permission denied; name a .tree file", id="unreadable", marks=needs_a_plain_user
)
FILES = [*(pytest.param(make, message, id=name) for name, (make, message) in MAKERS.items()), UNREADABLE]


@pytest.mark.parametrize(("make", "message"), FILES)
def test_files_that_are_no_trees(
    run_treegen: RunCommand, tmp_path: Path, make: Callable[[Path], object], message: str
) -> None:
    path = tmp_path / "t.tree"
    make(path)
    if message.startswith("not a directory"):
        path /= "t.tree"
    with pytest.raises(TreeFormatError) as caught:
        open_tree(path)
    assert str(caught.value).startswith(f"{path}: {message}")
    assert "\n" not in str(caught.value)
    if message.startswith(("it is not a regular", "larger than")):  # neither waits for it nor reads it
        done = run_treegen("verify", path, timeout=20)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{caught.value}\n")


NAMES = {
    "": "'': no such tree is shipped; build one, or choose one of: ",
    "nothing": "nothing: no such game; did you mean ",
    "bulls-4x11": "bulls-4x11: at most 10 symbols; did you mean bulls-4x10? (shipped trees: ",
    "bulls-6x9": "'bulls-6x9': no such tree is shipped; build one, or choose one of: ",
    "bulls-4x10.none": "'bulls-4x10.none': no such tree is shipped; build one, or choose one of: ",
    "..": "'..': no such tree is shipped; build one, or choose one of: ",
    "..entropy": "'..entropy': no such tree is shipped; build one, or choose one of: ",
    f"../{SHIPPED}": f"../{SHIPPED}: no such file or directory; name a .tree file",
    "\x1b[2J": "?[2J: no such game; did you mean ",
    "two\nlines.x": r"'two\nlines.x': no such tree is shipped; build one, or choose one of: ",
    "x" * 10_000: "xxx",
    "y" * 10_000 + ".tree": "yyy",
}


@pytest.mark.parametrize(("name", "message"), NAMES.items(), ids=[repr(name[:20]) for name in NAMES])
def test_names_that_are_no_trees(call_treegen: RunCommand, tmp_path: Path, name: str, message: str) -> None:
    done = call_treegen("stats", name, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1
    assert done.stderr[:-1].isprintable()


@pytest.mark.parametrize("name", [b"\xff\xfe", b"\xff.tree", b"folder/\xff"])
def test_names_that_are_no_text(run_treegen: RunCommand, tmp_path: Path, name: bytes) -> None:
    for locale in ({}, {"LC_ALL": "C"}):
        done = run_treegen("stats", os.fsdecode(name), cwd=tmp_path, env=locale)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["t\0.tree", "t\0", "\ud800.tree", "\ud800"])
def test_names_that_no_command_line_can_have(name: str) -> None:
    with pytest.raises(BadInput) as caught:
        open_tree(name)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", ["bulls-4x10", "bc", "p4c10n", "bc.entropy", "P4C10N.entropy", SHIPPED])
def test_a_game_or_its_alias_means_a_shipped_tree(call_treegen: RunCommand, name: str) -> None:
    wanted = "bulls-4x10.total" if "." not in name and "bulls-4x10.total" in shipped_trees() else SHIPPED
    tree = open_tree(name)
    assert tree == open_tree(wanted)
    assert tree.path == trees.find_tree(wanted)
    if name == "bc":
        done = call_treegen("stats", name, "--json")
        assert json.loads(done.stdout)["sha256"] == tree.sha256


def test_a_path_is_a_path_even_when_a_tree_of_that_name_is_shipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / f"{SHIPPED}.tree").write_bytes(b"")
    for path in (f"{SHIPPED}.tree", f"./{SHIPPED}.tree", tmp_path / f"{SHIPPED}.tree"):
        with pytest.raises(TreeFormatError, match="the file is empty"):
            open_tree(path)
    assert open_tree(SHIPPED).secrets == 5040


@pytest.mark.parametrize(
    ("data", "code", "out", "error"),
    [
        (FILE.read_bytes(), 0, b"26424:7:99", b""),
        (b"", 2, b"", b"standard input: the file is empty; build the tree again\n"),
        (bytes((64 << 20) + 1), 2, b"", b"standard input: larger than 64 MiB; this is not a tree file\n"),
    ],
    ids=["good", "empty", "above 64 MiB"],
)
def test_a_tree_from_standard_input(data: bytes, code: int, out: bytes, error: bytes) -> None:
    env = {**os.environ, "PYTHONPATH": str(Path(player.__file__).parents[1])}
    words = [sys.executable, "-c", "from treegen.cli import main; main()", "verify", "-"]
    done = subprocess.run(words, input=data, env=env, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (code, error)
    assert out in done.stdout


def test_standard_input_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(BadInput, match="standard input is closed"):
        trees.read_tree("-")
