"""treegen render, as a stranger runs it."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from twins import Call

import treegen as tg
from treegen.render import network


def test_a_picture_is_written_under_the_trees_name(call_treegen: Call, tmp_path: Path) -> None:
    result = call_treegen("render", "bulls-4x10.total", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (0, "bulls-4x10.total.svg\n")
    assert result.stderr == "14 of 5118 nodes are shown, to be readable; --levels N or --force shows more\n"
    assert (tmp_path / "bulls-4x10.total.svg").read_bytes().startswith(b"<svg")


@pytest.mark.needs_dot
@pytest.mark.parametrize(("form", "start"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_pictures(form: str, start: bytes, call_treegen: Call, tmp_path: Path) -> None:
    path = tmp_path / f"out.{form}"
    options = ["--at", "0123:12", "--levels", "2", "--secret", "0932", "--size", "16x9"]
    result = call_treegen("render", "bulls-4x10.total", *options, "-o", path)
    assert (result.returncode, result.stdout, result.stderr) == (0, f"{path}\n", "")
    assert path.read_bytes().startswith(start)


def test_what_is_written_can_be_named(call_treegen: Call, tmp_path: Path) -> None:
    printed = call_treegen("render", "bulls-3x9.total", "--levels", "1", "--to", "svg", "-o", "-")
    assert (printed.stdout[:5], printed.returncode, printed.stderr) == ("<svg ", 0, "")
    assert call_treegen("render", "bulls-3x9.total", "--to", "svg", "-o", tmp_path / "a.txt").returncode == 0
    assert (tmp_path / "a.txt").read_text().startswith("<svg ")
    graph = tg.to_networkx("bulls-3x9.total")
    for name, data in (("a.graphml", network.to_graphml(graph)), ("a.json", network.to_node_link(graph))):
        assert call_treegen("render", "bulls-3x9.total", "-o", tmp_path / name).stderr == ""
        assert (tmp_path / name).read_bytes() == data
    call_treegen("render", "bulls-3x9.total", "--at", "123:01", "--levels", "1", "-o", tmp_path / "b.json")
    assert len(json.loads((tmp_path / "b.json").read_text())["nodes"]) == 1


def test_without_dot_the_text_is_written_and_it_says_how_to_go_on(call_treegen: Call, tmp_path: Path) -> None:
    """What it proposes is quoted, where the name of the tree came from elsewhere."""
    name = "$(echo PWNED);a b"
    tg.open_tree("bulls-3x9.total").write(tmp_path / f"{name}.tree")
    result = call_treegen("render", f"{name}.tree", "--to", "png", cwd=tmp_path, env={"PATH": str(tmp_path)})
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        "the program dot is not installed: apt-get install graphviz, or brew install graphviz; "
        f"wrote {name}.dot instead: dot -Tpng -o '{name}.png' '{name}.dot'\n"
    )
    assert (tmp_path / f"{name}.dot").read_text().startswith("digraph tree {")
    assert not (tmp_path / f"{name}.png").exists()


def test_text_is_readable_on_a_phone_and_told_if_it_is_too_small(call_treegen: Call, tmp_path: Path) -> None:
    """Of a picture that is 358 pixels wide, no text is less than 9 high, as that is where the site shows it."""
    small = call_treegen("render", "bulls-4x10.total", "--levels", "3", "--size", "a4", "-o", "-")
    assert small.stderr == "the text is only 2.7 points high; use fewer --levels or a larger --size\n"
    path = tmp_path / "phone.svg"
    for words in ("bulls-4x10.total", "bulls-4x10.total --secret 0932", "mastermind-4x6.total --secret 3623"):
        assert call_treegen("render", *words.split(), "--size", "phone", "-o", path).stderr == ""
        text = path.read_text(encoding="utf-8")
        width = float(re.findall(r'viewBox="0 0 ([\d.]+) ', text)[0])
        assert min(float(size) for size in re.findall(r'font-size[=:]\s*"?([\d.]+)', text)) * 358 / width >= 9


def test_plots(call_treegen: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "matplotlib", None)
        result = call_treegen("render", "bulls-3x9.total", "--plot", "left", "-o", tmp_path / "a.svg")
    assert result.returncode == 2
    assert result.stderr == "plots need matplotlib: pip install 'guesstree[plots]', or pip install matplotlib\n"
    pytest.importorskip("matplotlib", reason="it needs matplotlib: pip install matplotlib")
    for kind, trees in (
        ("histogram", ["bulls-3x9.total", "mastermind-4x6.worst"]),
        ("information", ["bulls-3x9.total"]),
    ):
        result = call_treegen("render", *trees, "--plot", kind, cwd=tmp_path)
        assert (result.returncode, result.stdout, result.stderr) == (0, f"bulls-3x9.total.{kind}.svg\n", "")
        assert b"<svg" in (tmp_path / f"bulls-3x9.total.{kind}.svg").read_bytes()
