"""TREE arguments that are none: one line on standard error that says what is wrong, exit code 2, and no waiting."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import player
from player import BadInput, TreeFormatError, open_tree
from player import tree as trees

if TYPE_CHECKING:
    from collections.abc import Callable
    from subprocess import CompletedProcess

    RunCommand = Callable[..., CompletedProcess[str]]

SHIPPED = "bulls-4x10.entropy"
FILE = Path(trees.find_tree(SHIPPED))
MAKERS: dict[str, Callable[[Path], object]] = {
    "it is not a regular file; name a .tree file": os.mkfifo,
    "larger than 64 MiB; this is not a tree file": lambda path: path.write_bytes(bytes((64 << 20) + 1)),
    "the file is empty; build the tree again": Path.touch,
    "this is not a tree file; make one with: treegen build GAME": lambda path: path.write_text("0123\n"),
    "no such file or directory; name a .tree file": lambda _: None,
    "too many levels of symbolic links; name a .tree file": lambda path: path.symlink_to(path),
}


@pytest.mark.parametrize("message", MAKERS)
def test_files_that_are_no_trees(run_treegen: RunCommand, tmp_path: Path, message: str) -> None:
    path = tmp_path / "t.tree"
    MAKERS[message](path)
    with pytest.raises(TreeFormatError) as caught:
        open_tree(path)
    assert str(caught.value).startswith(f"{path}: {message}")
    assert "\n" not in str(caught.value)
    if message.startswith(("it is not a regular", "larger than")):  # neither waits for it nor reads it
        done = run_treegen("verify", path, timeout=20)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{caught.value}\n")


def test_a_game_or_its_alias_means_a_shipped_tree_and_a_path_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, meant in (("bc", "bulls-4x10.total"), ("p4c10n", "bulls-4x10.total"), ("P4C10N.entropy", SHIPPED)):
        assert open_tree(name).path == trees.find_tree(meant)
    monkeypatch.chdir(tmp_path)
    (tmp_path / f"{SHIPPED}.tree").write_bytes(b"")
    for path in (f"{SHIPPED}.tree", f"./{SHIPPED}.tree", tmp_path / f"{SHIPPED}.tree"):
        with pytest.raises(TreeFormatError, match="the file is empty"):
            open_tree(path)
    assert open_tree(SHIPPED).secrets == 5040


def test_a_tree_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    env = {**os.environ, "PYTHONPATH": str(Path(player.__file__).parents[1])}
    words = [sys.executable, "-c", "from treegen.cli import main; main()", "verify", "-"]
    for data, code, out, error in (
        (FILE.read_bytes(), 0, b"26424:7:99", b""),
        (b"", 2, b"", b"standard input: the file is empty; build the tree again\n"),
        (bytes((64 << 20) + 1), 2, b"", b"standard input: larger than 64 MiB; this is not a tree file\n"),
    ):
        done = subprocess.run(words, input=data, env=env, capture_output=True, timeout=60, check=False)
        assert (done.returncode, done.stderr, out in done.stdout) == (code, error, True)
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(BadInput, match="standard input is closed"):
        trees.open_tree("-")
