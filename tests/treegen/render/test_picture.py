"""What a picture shows of a tree, that it can be read, and its files: text stays text, and themes differ in colours."""

from __future__ import annotations

import re
import runpy
import struct
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

import player
import treegen as tg
from player.errors import BadInput
from player.web.theme import DARK_PICTURE, LIGHT_PICTURE
from treegen.render import layout, svg
from treegen.render.layout import Codes
from treegen.render.picture import LEAST_FONT_SIZE, PAPERS, SCREEN, choose, read_page, to_bytes
from treegen.render.scene import Box, Dot, Mark, Scene, Text, text_width

ROOT = Path(__file__).resolve().parents[3]
TREE = player.open_tree("bulls-4x10.total")
MASTERMIND = player.open_tree("mastermind-4x6.total")
PAGES = ["a4", "a5", "letter", "16x9", "30x20"]


def words(scene: Scene) -> list[str]:
    return [mark.text for mark in scene.marks if isinstance(mark, Text)]


def corners(mark: Mark) -> tuple[float, float, float, float]:
    """Left, right, top and bottom of a mark."""
    if isinstance(mark, Text):
        wide = text_width(mark.text, mark.size, bold=mark.bold, mono=mark.mono)
        left = mark.x - {"start": 0, "middle": wide / 2, "end": wide}[mark.anchor]
        return left, left + wide, mark.y - 0.4 * mark.size, mark.y + 0.4 * mark.size
    if isinstance(mark, Box):
        return mark.x, mark.x + mark.width, mark.y, mark.y + mark.height
    if isinstance(mark, Dot):
        return mark.x - mark.radius, mark.x + mark.radius, mark.y - mark.radius, mark.y + mark.radius
    return min(mark.x, mark.to_x), max(mark.x, mark.to_x), min(mark.y, mark.to_y), max(mark.y, mark.to_y)


def test_what_can_be_read_is_shown() -> None:
    assert choose(TREE).nodes == 14  # two levels; three have 128 nodes, more than a screen holds
    assert choose(TREE, levels=3).nodes == 128
    assert choose(TREE, at="0123:12,0245:11").nodes == 30
    with pytest.raises(BadInput, match="--levels 4 shows 867 nodes, more than is readable; use --levels 3, --at"):
        choose(TREE, levels=4)
    assert choose(TREE, levels=4, is_forced=True).nodes == 867
    assert choose(TREE, is_forced=True).nodes == len(TREE)


@pytest.mark.parametrize("name", player.shipped_trees())
def test_by_default_a_picture_fits_a_screen(name: str) -> None:
    tree = player.open_tree(name)
    for picture in (choose(tree), choose(tree, levels=1), choose(tree, secret=max(tree.found()))):
        assert (picture.scene.width <= SCREEN[0], picture.scene.height <= SCREEN[1]) == (True, True)


def test_pages() -> None:
    assert read_page("A4") == pytest.approx((595.28, 841.89), abs=0.005)
    assert read_page("letter") == (612, 792)
    for bad in ("a6", "10", "0x5", "nanx5", "infx5", "-3x5", "5x", "x", "9999x9"):
        with pytest.raises(BadInput, match="is not a size; write a4, a5, letter, 16x9, phone or WxH in centimetres"):
            read_page(bad)


OPTIONS = [{}, {"levels": 1}, {"levels": 2, "secret": "3456"}, {"secret": "3456"}, {"levels": 3}]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("tree", [TREE, MASTERMIND], ids=["bulls", "mastermind"])
def test_nothing_overlaps_and_nothing_lies_outside(tree: player.Tree, options: dict[str, object]) -> None:
    scene = choose(tree, **options).scene  # type: ignore[arg-type]
    for mark in scene.marks:
        left, right, top, bottom = corners(mark)
        assert 0 <= left <= right <= scene.width
        assert 0 <= top <= bottom <= scene.height
    texts = sorted((corners(mark) for mark in scene.marks if isinstance(mark, Text)), key=lambda sides: sides[2])
    for i, (left, right, _, bottom) in enumerate(texts):
        for other in texts[i + 1 :]:
            assert other[2] >= bottom or other[1] <= left + 0.01 or other[0] >= right - 0.01


def test_the_path_to_a_secret_has_a_node_for_each_level_and_one_for_all_other_answers() -> None:
    shown = words(choose(TREE, secret="0932").scene)
    assert [word for word in shown if word.startswith("guess ")] == [f"guess {i}" for i in range(1, 7)]
    assert [word for word in shown if word.startswith("+")] == [
        "+ 12 answers, 4,823 numbers", "+ 8 answers, 187 numbers", "+ 8 answers, 23 numbers", "+ 3 answers, 3 numbers",
    ]  # fmt: skip
    assert [word for word in shown if re.fullmatch(r"\d{4}", word)] == [
        "0123", "0245", "6372", "0612", "0832", "0932", "0932",
    ]  # fmt: skip
    assert "found at guess 6" in shown
    assert words(choose(TREE, secret="0932", levels=1).scene) == shown
    assert sum(isinstance(mark, Dot) for mark in choose(TREE, secret="0932").scene.marks) == 7


def test_as_many_answers_as_can_be_read_are_shown_and_the_others_are_folded() -> None:
    tree = player.open_tree("words-5.total")
    picture = choose(tree, levels=1)
    children = sorted(tree.children(0), key=lambda child: -tree.candidate_counts()[child])
    shown, counts = picture.nodes - 1, tree.candidate_counts()
    rest = sum(counts[child] for child in children[shown:])
    assert f"+ {len(children) - shown} answers, {rest} words" in words(picture.scene)
    assert picture.scene.height <= SCREEN[1] < layout.answers_scene(tree, picture.view, shown + 1).height


def test_one_level_shows_the_answers_as_bars() -> None:
    picture = choose(TREE, levels=1)
    bars = [mark.width for mark in picture.scene.marks if isinstance(mark, Box) and mark.fill == "accent"]
    counts = [TREE.candidate_counts()[child] for child in TREE.children(0)] + [1]  # of the guess itself
    assert bars == pytest.approx([max(1.5, 240 * count / 1440) for count in counts])
    shown = {*(f"{count:,}" for count in counts), *(TREE.guesses[child] for child in TREE.children(0))}
    assert shown | {"28.6%", "<0.1%", "found"} <= set(words(picture.scene))


@pytest.mark.parametrize("size", [*PAGES, "100x300"])
def test_on_a_page_the_text_can_be_read_and_the_file_has_its_size(size: str) -> None:
    page = read_page(size)
    picture = choose(TREE, page=page)
    assert picture.font_size >= LEAST_FONT_SIZE
    assert picture.nodes == (128 if size == "100x300" else 14)
    assert picture.page in ([page, page[::-1]] if page in PAPERS.values() else [page])
    root = ET.fromstring(to_bytes(picture, "svg"))
    sides = [float(root.get(side, "").removesuffix("pt")) for side in ("width", "height")]
    assert sides == pytest.approx(picture.page, abs=0.006)


@pytest.mark.needs_dot
@pytest.mark.parametrize("size", ["a4", "16x9"])
def test_png_and_pdf_have_exactly_the_size_of_the_page(size: str) -> None:
    picture = choose(TREE, page=read_page(size))
    data, page = to_bytes(picture, "png"), picture.page or (0, 0)
    assert struct.unpack(">II", data[16:24]) == tuple(round(round(side) * 150 / 72) for side in page)
    at = data.index(b"pHYs") + 4
    assert struct.unpack(">IIB", data[at : at + 9]) == (5906, 5906, 1)  # 150 per inch
    found = re.findall(rb"MediaBox \[ 0 0 (\d+) (\d+) \]", to_bytes(picture, "pdf"))
    assert [[int(side) for side in sides] for sides in found] == [[round(side) for side in page]]
    width, height = struct.unpack(">II", to_bytes(choose(TREE, secret="0932"), "png")[16:24])
    assert 0.6 < max(width / 1600, height / 1000) <= 1  # without a page it fits a screen


@pytest.mark.parametrize("secret", [None, "</svg>"])
def test_words_are_text_and_never_markup(secret: str | None) -> None:
    table = np.array([[2, 0, 0, 1], [0, 2, 1, 1], [0, 1, 2, 0], [0, 0, 1, 2]])
    guesses = ("<b>&amp;", '"\\N"', "</svg>", "größe")
    game = tg.Game.from_table(table, winning=2, labels=("<i>", "\\G&", "]]>"), guesses=guesses, secrets=guesses)
    picture = ET.fromstring(svg.to_svg(choose(tg.build(game, max_depth=None), secret=secret).scene, theme="auto"))
    tags = {element.tag.rpartition("}")[2] for element in picture.iter()}
    assert tags <= {"svg", "title", "style", "rect", "circle", "path", "text"}
    texts = {element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")}
    assert (set(guesses) if secret is None else {"</svg>"}) <= texts
    text = svg.to_svg(Scene("a\x01b", 9, 9, [Text(0, 0, "c\x02d"), Box(0, 0, 1, 1, "ink", tip="e\x03f")]))
    assert {"a?b", "c?d", "e?f"} <= {element.text for element in ET.fromstring(text).iter()}


def test_the_moving_picture_is_that_of_its_script() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "builds" / "game_picture.py"))
    for name, places in (("game.svg", "WIDE"), ("game-narrow.svg", "NARROW")):
        text = script["game_svg"](script[places])
        assert (ROOT / "docs" / "pictures" / name).read_text("utf-8") == text, "run scripts/build pictures"
        assert not re.search(r"<script|<image|href|url\(", text)
        texts = {"".join(element.itertext()) for element in ET.fromstring(text).iter()}
        assert {"5,040 → 720", "7 → 1", "found", "4 bulls, 0 cows", "+0.55"} <= texts
        # Each part that moves has its moment.
        assert set(re.findall(r'<g class="(k\d+)">', text)) == set(re.findall(r"@keyframes (k\d+)\{", text))


def test_themes_differ_only_in_their_colours() -> None:
    scene = choose(TREE).scene
    light, dark, auto = (svg.to_svg(scene, theme=theme) for theme in ("light", "dark", "auto"))
    assert light != dark
    assert re.sub("#[0-9a-f]{6}", "", light) == re.sub("#[0-9a-f]{6}", "", dark)
    style = re.findall("<style>.*</style>\n", auto)[0]
    assert re.sub(r' class="[^"]*"', "", auto.replace(style, "")) == light
    # Every colour that is another one in the dark has its rule.
    for name in set(re.findall(r"[fs]-([\w-]+)[ \"]", auto)):
        assert LIGHT_PICTURE.get(name) == DARK_PICTURE.get(name) or f"-{name}{{" in style


def test_the_guesses_of_a_game_look_as_its_players_know_them() -> None:
    tree = tg.build(tg.Game.from_words(["crane", "slate", "große", "stale"]))
    tiles = Codes(tree).guess("große", 0, 0, 10, "20022")
    assert [mark.fill for mark in tiles if isinstance(mark, Box)] == ["right", "absent", "absent", "right", "right"]
    assert [mark.text for mark in tiles if isinstance(mark, Text)] == ["G", "R", "O", "ß", "E"]  # none has a capital SS
    assert Codes(tree).noun == "words"
    mastermind = Codes(player.open_tree("mastermind-4x6.total"))
    pegs = mastermind.guess("1634", 0, 0, 10)
    assert [mark.fill for mark in pegs if isinstance(mark, Dot)] == ["peg-0", "peg-5", "peg-2", "peg-3"]
    assert [mark.text for mark in pegs if isinstance(mark, Text)] == list("AFCD")
    assert mastermind.key == "A to F are the symbols 1 to 6"
    (digits,) = Codes(TREE).guess("0123", 0, 0, 10)
    assert isinstance(digits, Text)
    assert (digits.text, Codes(TREE).noun) == ("0123", "numbers")
