"""`treegen export --to html`: trees in one page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from player import open_tree
from player.web import make_page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from subprocess import CompletedProcess

    RunCommand = Callable[..., CompletedProcess[str]]


def test_several_trees_in_one_page(run_treegen: RunCommand, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    done = run_treegen("export", "bulls-3x9.total", "mastermind-4x6", "--to", "html", "-o", path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    names = ["bulls-3x9.total", "mastermind-4x6.total"]
    assert path.read_text(encoding="utf-8") == make_page((name, open_tree(name)) for name in names)
    assert run_treegen("export", *names, "--to", "html").stdout == path.read_text(encoding="utf-8")
    assert re.findall(r'\{"name": "([^"]*)"', path.read_text(encoding="utf-8")) == names


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bulls-3x9", "bulls-3x9.total", "--to", "html"], "bulls-3x9.total: two trees of one name; rename a file"),
        (
            ["bulls-3x9", "mastermind-4x6", "--to", "json"],
            "--to json takes one TREE, not 2; only --to html takes several trees",
        ),
    ],
)
def test_bad_input_is_one_line(run_treegen: RunCommand, arguments: list[str], message: str) -> None:
    done = run_treegen("export", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1
