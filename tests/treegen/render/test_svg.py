"""Scenes as SVG, TikZ, PNG and PDF: what is text stays text, and themes differ only in their colours."""

from __future__ import annotations

import re
import subprocess
import xml.etree.ElementTree as ET
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

import player
import treegen as tg
from player.web.theme import DARK_PICTURE, LIGHT_PICTURE, css, symbols_css
from treegen.render import raster, svg, tikz
from treegen.render.codes import Codes
from treegen.render.picture import choose
from treegen.render.scene import Box, Dot, Scene, Text

TREE = player.open_tree("bulls-4x10.total")


def odd_tree() -> player.Tree:
    """Labels and guesses that mean something to XML, to LaTeX and to Graphviz."""
    table = np.array([[2, 0, 0, 1], [0, 2, 1, 1], [0, 1, 2, 0], [0, 0, 1, 2]])
    guesses = ("<b>&amp;", '"\\N"', "</svg>", "\\input{x}%$_^~")
    game = tg.Game.from_table(table, winning=2, labels=("<i>", "\\G&", "]]>"), guesses=guesses, secrets=guesses)
    return tg.build(game, max_depth=None)


@pytest.mark.parametrize("secret", [None, "</svg>"])
def test_words_are_text_and_never_markup(secret: str | None) -> None:
    tree = odd_tree()
    picture = ET.fromstring(svg.to_svg(choose(tree, secret=secret).scene, theme="auto"))
    tags = {element.tag.rpartition("}")[2] for element in picture.iter()}
    assert tags <= {"svg", "title", "style", "rect", "circle", "path", "text"}
    texts = {element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")}
    assert (set(tree.guesses) if secret is None else {"</svg>"}) <= texts


def test_latex_obeys_no_word() -> None:
    text = tikz.to_tikz(choose(odd_tree()).scene)
    assert r"\textbackslash{}input\{x\}\%\$\_\textasciicircum{}\textasciitilde{}" in text
    assert "\\input{" not in text
    body = text.partition("\\begin{tikzpicture}")[2]
    assert body.count("{") == body.count("}")


def test_tikz_is_a_document_whose_colours_are_defined() -> None:
    for options in ({}, {"levels": 1}, {"secret": "0932"}):
        text = tikz.to_tikz(choose(TREE, **options).scene)
        lines = text.splitlines()
        assert lines[1] == r"\documentclass[tikz,border=0pt]{standalone}"
        assert lines[-2:] == [r"\end{tikzpicture}", r"\end{document}"]
        defined = set(re.findall(r"\\definecolor\{([\w-]+)\}\{HTML\}\{[0-9A-F]{6}\}", text))
        used = set(re.findall(r"(?:fill|draw|text)=([\w-]+)", text))
        assert used == defined
        assert all(line.endswith(";") for line in lines if line.startswith(("\\path", "\\node")))


@pytest.mark.needs_pdflatex
def test_latex_takes_it(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text(tikz.to_tikz(choose(odd_tree()).scene))
    subprocess.run(["pdflatex", "-halt-on-error", "a.tex"], cwd=tmp_path, check=True, capture_output=True)


def test_the_moving_picture_is_that_of_its_script() -> None:
    root = Path(__file__).resolve().parents[3]
    spec = spec_from_file_location("game_picture", root / "scripts" / "game_picture.py")
    assert spec
    assert spec.loader
    script = module_from_spec(spec)
    spec.loader.exec_module(script)
    text = script.game_svg()
    assert (root / "docs" / "pictures" / "game.svg").read_text(encoding="utf-8") == text  # scripts/build_pictures
    assert len(text) < 1_000_000
    assert not re.search(r"<script|<image|href|url\(", text)
    texts = ["".join(element.itertext()) for element in ET.fromstring(text).iter()]
    for word in ("5,040 → 720", "7 → 1", "found", "4 bulls, 0 cows", "+0.55"):
        assert word in texts
    # Each part that moves has its moment.
    assert set(re.findall(r'<g class="(k\d+)">', text)) == set(re.findall(r"@keyframes (k\d+)\{", text))


def test_themes_differ_only_in_their_colours() -> None:
    scene = choose(TREE).scene
    light, dark = (svg.to_svg(scene, theme=theme) for theme in ("light", "dark"))
    assert light != dark
    assert re.sub("#[0-9a-f]{6}", "", light) == re.sub("#[0-9a-f]{6}", "", dark)
    auto = svg.to_svg(scene, theme="auto")
    style = re.search("<style>(.*)</style>\n", auto)
    assert style
    assert re.sub(r' class="[^"]*"', "", auto.replace(style[0], "")) == light
    # Every colour that is another one in the dark has its rule.
    for name in set(re.findall(r"[fs]-([\w-]+)[ \"]", auto)):
        if LIGHT_PICTURE.get(name) != DARK_PICTURE.get(name):
            assert f"-{name}{{" in style[1]


def test_the_themes_have_the_same_names_and_the_page_has_their_colours() -> None:
    assert list(LIGHT_PICTURE) == list(DARK_PICTURE)
    assert css().count("--accent: ") == 2
    assert symbols_css().startswith(".s0 { --ground: #0072b2; color: #fff; }\n.s1 { --ground: #e69f00; }")


@pytest.mark.needs_dot
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_png_and_pdf(theme: str) -> None:
    scene = choose(odd_tree()).scene
    assert raster.to_png(scene, theme=theme).startswith(b"\x89PNG")
    assert raster.to_pdf(scene, theme=theme).startswith(b"%PDF")


def test_titles_are_those_that_people_use() -> None:
    assert TREE.title == "Bulls and Cows, 4 of 10 digits"


def test_the_guesses_of_a_game_look_as_its_players_know_them(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("crane\nslate\nshale\nstale\n")
    tree = tg.build(tg.game(f"words:{tmp_path}/words.txt"))
    tiles = Codes(tree).guess("shale", 0, 0, 10, "20022")
    boxes = [mark.fill for mark in tiles if isinstance(mark, Box)]
    assert boxes == ["right", "absent", "absent", "right", "right"]
    assert [mark.text for mark in tiles if isinstance(mark, Text)] == list("SHALE")
    assert Codes(tree).noun == "words"
    mastermind = Codes(player.open_tree("mastermind-4x6.total"))
    pegs = mastermind.guess("1634", 0, 0, 10)
    assert [mark.fill for mark in pegs if isinstance(mark, Dot)] == ["peg-0", "peg-5", "peg-2", "peg-3"]
    assert [mark.text for mark in pegs if isinstance(mark, Text)] == list("AFCD")
    assert mastermind.key == "A to F are the symbols 1 to 6"
    (digits,) = Codes(TREE).guess("0123", 0, 0, 10)
    assert isinstance(digits, Text)
    assert (digits.text, Codes(TREE).noun) == ("0123", "numbers")


def test_characters_that_xml_forbids_are_question_marks() -> None:
    text = svg.to_svg(Scene("a\x01b", 9, 9, [Text(0, 0, "c\x02d"), Box(0, 0, 1, 1, "ink", tip="e\x03f")]))
    assert {"a?b", "c?d", "e?f"} <= {element.text for element in ET.fromstring(text).iter()}
