"""`player web`: writes the page with a tree in it, opens it, and says where it lies."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import TYPE_CHECKING

import player
from player.web import make_page
from player.web.words import pack

if TYPE_CHECKING:
    from player import Tree
    from tests.conftest import RunCommand


def test_the_page_is_written_and_opened(run_player: RunCommand, tmp_path: Path) -> None:
    script = tmp_path / "browser"  # a browser that notes what it is to show
    script.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$1\" >'{tmp_path}/shown'\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    done = run_player("web", env={"BROWSER": f"{script} %s", "XDG_CACHE_HOME": str(tmp_path)})
    assert (done.returncode, done.stderr) == (0, "")
    path = Path(done.stdout.removesuffix("\n"))
    assert path.name == "bulls-4x10.total.html"
    assert path.is_relative_to(tmp_path)
    assert path.read_text(encoding="utf-8") == make_page([(path.stem, player.open_tree(path.stem))])
    assert (tmp_path / "shown").read_text() == f"{path.resolve().as_uri()}\n"
    script.unlink()
    done = run_player("web", "bulls-3x9", env={"BROWSER": str(script), "XDG_CACHE_HOME": str(tmp_path), "PATH": ""})
    assert (done.returncode, done.stderr) == (0, "no browser could be started; open this file in one\n")


def test_a_tree_of_ones_own(call_player: RunCommand, tmp_path: Path, tiny: Tree) -> None:
    tree = tmp_path / "my <own>.tree"
    tiny.write(tree)
    done = call_player("web", tree, "-o", tmp_path / "p.html", "--no-open")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{tmp_path / 'p.html'}\n", "")
    text = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert '{"name": "my \\u003cown\\u003e", "data": ' in text
    assert call_player("web", tree, "-o", "-").stdout == text


def test_words_with_letters_of_several_characters_are_not_packed() -> None:
    assert pack(["ab", "ba", "bb"]) == {"letters": "ab", "gaps": "BAA"}
    assert pack(["ba\u0331", "ca"]) is None
