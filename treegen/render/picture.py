"""A picture of a tree, with as many levels as can be read on its page; its files, and the functions for programs."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from player.errors import BadInput, check_text, require
from player.rules.misspelt import suggest
from player.rules.numbers import is_decimal
from player.tree.tree import open_tree
from treegen.games.memory import check_options
from treegen.render import dot, layout, svg
from treegen.render.scene import Page, Scene, move
from treegen.render.view import PLAIN, Look, View, level_sizes, most_levels, view

if TYPE_CHECKING:
    from player.tree.tree import Tree, TreeSource

LEAST_FONT_SIZE = 6.0  # Text of fewer points is not readable on paper.

_CM = 72 / 2.54
# The papers and their sizes in points; a picture may be upright or turned.
PAPERS: dict[str, Page] = {"a4": (21.0 * _CM, 29.7 * _CM), "a5": (14.8 * _CM, 21.0 * _CM), "letter": (612.0, 792.0)}
SCREEN: Page = (1200.0, 750.0)  # A screen has 1600 by 1000 pixels of CSS.
PRINT_DPI, _SCREEN_DPI = 150, 96


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, the part of the tree in it, its number of nodes, and the size of the smallest text in points.

    `page` is None if the picture has the size that it needs.
    """

    scene: Scene
    view: View
    nodes: int
    font_size: float
    page: Page | None


def read_page(text: str) -> Page:
    """Parse a paper (`a4`, `a5`, `letter`), `16x9` (a slide) or WxH in centimetres, and return the page in points.

    Raises BadInput for anything else.

    >>> [round(points, 1) for points in read_page("25.4x12.7")]
    [720.0, 360.0]
    """
    width, _, height = text.lower().partition("x")
    sides = (float(width) * _CM, float(height) * _CM) if is_decimal(width) and is_decimal(height) else (0.0, 0.0)
    page = {"16x9": (960.0, 540.0), **PAPERS}.get(text.lower(), sides)
    sizes = "a4, a5, letter, 16x9, phone or WxH in centimetres from 1 to 500, as in 30x20"
    require(all(0.999 * _CM <= side <= 500.001 * _CM for side in page), f"{text[:40]!r} is not a size; write {sizes}")
    return page


def choose(
    tree: Tree,
    *,
    at: str = "",
    levels: int | None = None,
    secret: str | None = None,
    page: Page | None = None,
    is_forced: bool = False,
    least: float = LEAST_FONT_SIZE,
    look: Look = PLAIN,
) -> Picture:
    """Choose the part of a tree to draw, and draw it.

    With a `secret` and at most one level, this is the path to the secret; without a secret, one level means the answers
    to a guess.  By default, as many levels are drawn as fit the page or screen, with text of at least `least` points.

    >>> import player
    >>> choose(player.open_tree("bulls-4x10.total")).nodes
    14
    """
    sizes = level_sizes(tree, at)
    if look.is_narrow and secret is None:
        if is_forced or (levels or 1) > 1:
            raise BadInput("a phone shows one level, or the path to a secret; leave out --levels and --force")
        levels = 1

    def draw(scene: Callable[[Tree, View], Scene], levels: int | None, secret: str | None = None) -> Picture:
        what = view(tree, at=at, levels=levels, secret=secret, look=look)
        return _placed(scene(tree, what), what, page)

    if secret is not None and (levels == 1 or (levels is None and not is_forced)):
        return draw(layout.path_scene, 1, secret)
    if levels != 1 and (levels is not None or is_forced):
        nodes = sum(sizes[:levels])
        if nodes > dot.NODE_LIMIT and not is_forced:
            raise BadInput(
                f"--levels {levels} shows {nodes} nodes, more than is readable; "
                f"use --levels {most_levels(sizes, dot.NODE_LIMIT)}, --at for a part of the tree, or --force"
            )
        return draw(layout.tree_scene, levels, secret)
    for fewer in range(most_levels(sizes, dot.NODE_LIMIT) if levels is None else 1, 1, -1):
        picture = draw(layout.tree_scene, fewer)
        if _is_readable(picture, least):
            return picture

    def answers(count: int) -> Picture:
        return replace(draw(partial(layout.answers_scene, most=count), 1), nodes=1 + count)

    most = tree.fanout[tree.find(at)]
    if most > 1 and not is_forced:  # more answers never make a picture smaller
        counts = range(2, most + 1)
        most = 1 + bisect_left(counts, True, key=lambda count: not _is_readable(answers(count), least))
    return answers(most)


def _is_readable(picture: Picture, least: float) -> bool:
    if picture.page:
        return picture.font_size >= least
    return picture.scene.width <= SCREEN[0] and picture.scene.height <= SCREEN[1]


def _placed(scene: Scene, what: View, page: Page | None) -> Picture:
    """Return the picture in the middle of its page, upright or turned, so that the picture is larger."""
    scale = 1.0
    if page:
        turned = (page[1], page[0])
        sides = [page, turned] if page in PAPERS.values() else [page]
        page = max(sides, key=scene.scale_on)
        scale = scene.scale_on(page)
        right, down = (page[0] - scale * scene.width) / 2, (page[1] - scale * scene.height) / 2
        scene = Scene(scene.title, *page, [move(mark, right, down, scale) for mark in scene.marks])
    return Picture(scene, what, len(what.nodes), layout.SMALL * scale, page)


def to_bytes(picture: Picture, form: str, theme: str = "auto") -> bytes:
    """Return an "svg", "png" or "pdf" in a theme of `svg.THEMES`; only an SVG can be "auto", others are light."""
    # As sharp as print, if it fits a screen.
    width, height = picture.scene.width, picture.scene.height
    fitting = int(_SCREEN_DPI * min(SCREEN[0] / width, SCREEN[1] / height))
    dpi = PRINT_DPI if picture.page else min(max(fitting, _SCREEN_DPI), PRINT_DPI)
    return write(picture.scene, form, theme, dpi)


def write(scene: Scene, form: str, theme: str = "light", dpi: int = PRINT_DPI) -> bytes:
    """Return any scene as SVG, PNG or PDF.  Raises DotMissing for a PDF or PNG if the program dot is not installed."""
    return svg.to_svg(scene, theme=theme).encode() if form == "svg" else dot.paint(scene, form, theme=theme, dpi=dpi)


def to_svg(tree: TreeSource, *, at: str = "", levels: int | None = None, theme: str = "auto") -> str:
    """Draw a tree, or `levels` levels of the subtree after the history `at`, and return the picture as SVG.

    `tree` is a Tree, or its name, path or bytes.  By default as many levels are drawn as are readable on a screen; one
    level is the answers to a guess, as bars.  `theme` is "light", "dark" or "auto" (light unless the reader's system is
    dark).  The command `treegen render` has other formats and sizes.

    Raises BadInput for a history that the tree does not have, for levels of more than 400 nodes and for any other
    theme, what `open_tree` raises, and TypeError for arguments of a wrong type.

    >>> import treegen as tg
    >>> tg.to_svg("bulls-3x9", at="123:11", levels=2)[:4]
    '<svg'
    """
    opened = open_tree(tree)
    check_text("a theme", theme, "dark")
    require(theme in svg.THEMES, f"{theme[:60]!r} is not a theme; {suggest(theme, svg.THEMES)}")
    check_options(levels=levels)
    return svg.to_svg(choose(opened, at=at, levels=levels).scene, theme=theme)


def to_dot(tree: TreeSource, *, at: str = "", levels: int | None = None) -> str:
    """Return the source for Graphviz of a tree, or of `levels` levels of the subtree after the history `at`.

    `tree` is a Tree, or its name, path or bytes.  Raises BadInput for a history that the tree does not have, what
    `open_tree` raises, and TypeError for arguments of a wrong type.

    >>> import treegen as tg
    >>> tg.to_dot("bulls-3x9", levels=2).splitlines()[0]
    'digraph tree {'
    """
    opened = open_tree(tree)
    check_options(levels=levels)
    return dot.to_dot(opened, view(opened, at=at, levels=levels))
