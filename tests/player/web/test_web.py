"""`player web`: writes the page with a tree in it, opens it, and says where it lies."""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import player
from player.web import PAGE, make_page, name_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from subprocess import CompletedProcess

    from player import Tree

    RunCommand = Callable[..., CompletedProcess[str]]


@pytest.fixture
def a_browser(tmp_path: Path) -> dict[str, str]:
    """The environment with a browser that notes what it is to show."""
    script = tmp_path / "browser"
    script.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$1\" >'{tmp_path}/shown'\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return {"BROWSER": f"{script} %s", "TMPDIR": str(tmp_path)}


def test_the_page_is_written_and_opened(run_player: RunCommand, tmp_path: Path, a_browser: dict[str, str]) -> None:
    done = run_player("web", env=a_browser)
    assert (done.returncode, done.stderr) == (0, "")
    path = Path(done.stdout.removesuffix("\n"))
    assert path.name == "bulls-4x10.total.html"
    assert path.is_relative_to(tmp_path)
    assert path.read_text(encoding="utf-8") == make_page([(path.stem, player.open_tree(path.stem))])
    assert (tmp_path / "shown").read_text() == f"{path.resolve().as_uri()}\n"


def test_where_no_browser_is(run_player: RunCommand, tmp_path: Path) -> None:
    missing = {"BROWSER": str(tmp_path / "no-browser"), "TMPDIR": str(tmp_path), "PATH": ""}
    done = run_player("web", "bulls-3x9", env=missing)
    assert done.returncode == 0
    assert Path(done.stdout.strip()).name == "bulls-3x9.total.html"
    assert done.stderr == "no browser could be started; open this file in one\n"


def test_a_tree_of_ones_own(call_player: RunCommand, tmp_path: Path, tiny: Tree) -> None:
    tree = tmp_path / "my <own>.tree"
    tiny.write(tree)
    done = call_player("web", tree, "-o", tmp_path / "p.html", "--no-open")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{tmp_path / 'p.html'}\n", "")
    text = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert '{"name": "my \\u003cown\\u003e", "data": ' in text
    shown = call_player("web", tree, "-o", "-")
    assert shown.stdout == text


def test_a_tree_from_standard_input_is_called_as_its_game(tiny: Tree) -> None:
    tiny.path = "standard input"
    assert name_of(tiny) == "bulls-2x3"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing"], "nothing: no such game; did you mean "),
        (["missing.tree"], "missing.tree: no such file or directory; name a .tree file"),
        (["bulls-3x9", "-o", "nowhere/p.html"], "nowhere/p.html: cannot write: no such file or directory"),
        (["bulls-3x9", "-o", "."], ".: it is a folder; name a file in it"),
        (["--opem"], "'--opem': no such option of web; did you mean "),
        (["bulls-3x9", "bulls-4x10"], "'bulls-4x10': player web takes no further argument"),
    ],
)
def test_bad_input_is_one_line(call_player: RunCommand, tmp_path: Path, arguments: list[str], message: str) -> None:
    done = call_player("web", *arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1


def test_the_page_is_installed_and_its_sources_are_not(request: pytest.FixtureRequest) -> None:
    folder = Path(PAGE).parent
    assert Path(PAGE).is_file()
    if not request.config.getoption("--checkout"):
        assert {path.name for path in folder.iterdir() if path.name != "__pycache__"} == {
            "__init__.py", "hosted.py", "page.html", "site", "theme.py", "words.py",
        }  # fmt: skip


def test_numpy_is_not_needed(run_player: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise SystemExit('numpy was imported')\n")
    done = run_player("web", "bulls-3x9", "-o", "p.html", "--no-open", cwd=tmp_path, env={"PYTHONSAFEPATH": ""})
    assert (done.returncode, done.stderr) == (0, ""), sys.version
