"""Pictures of trees, for paper and slides: the dot source for Graphviz, and its drawing."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import TYPE_CHECKING

import graphviz

from player.errors import BadInput
from player.rules.whole import is_decimal
from treegen.render.view import View, level_sizes, most_levels, still_to_come, view

if TYPE_CHECKING:
    from player.tree import Tree

__all__ = ["FORMATS", "LEAST_FONT_SIZE", "NODE_LIMIT", "DotMissing", "Fold", "draw", "fold", "read_page", "to_dot"]

FORMATS = ("svg", "png", "pdf")
NODE_LIMIT = 400  # the 5118 nodes of bulls-4x10.total take dot 2.43 15 s, and the picture is 29 m high
INSTALL = "apt-get install graphviz, or brew install graphviz"

Page = tuple[float, float]  # width and height in inches

_CM = 1 / 2.54
_A4 = (21.0 * _CM, 29.7 * _CM)
_PAGES: dict[str, Page] = {"a4": _A4, "16x9": (40 / 3, 7.5)}
_FONT = "Helvetica,Arial,sans-serif"
_FONT_SIZE = 11  # points
_GAP = "&#160;&#160;"  # a browser would merge two ordinary blanks
LEAST_FONT_SIZE = 6  # points; smaller text is not readable on paper

# The inches that a row, a column and the caption take in a picture, measured on the shipped trees with dot 2.43.
_ROW, _COLUMN, _CAPTION = 0.5, 2.9, 0.8

# The palette of Okabe and Ito (2008), which colour-blind readers can distinguish, and tints of it behind text.
# Of text, of edges, of edges beside a marked path, and of that path.
_INK, _GREY, _PALE, _PATH = "#000000", "#6E6E6E", "#ABABAB", "#D55E00"
_CANDIDATE, _ONLY, _FOUND = "#CBE6F7", "#C4EADB", "#F9DFCB"


class DotMissing(BadInput):
    """The program dot is not installed; the message says how to install it."""


@dataclass(frozen=True, slots=True)
class Fold:
    """How much of a tree is shown, and the resulting size of the text in points (11 without a page)."""

    view: View
    nodes: int
    font_size: float


def read_page(text: str) -> Page:
    """Parse `a4`, `16x9` (a slide) or WxH in centimetres, and return the page in inches; BadInput for anything else.

    >>> [round(inches, 2) for inches in read_page("25.4x12.7")]
    [10.0, 5.0]
    """
    if text.lower() in _PAGES:
        return _PAGES[text.lower()]
    width, _, height = text.lower().partition("x")
    page = (float(width) * _CM, float(height) * _CM) if is_decimal(width) and is_decimal(height) else (0.0, 0.0)
    if not all(1 * _CM <= side <= 500 * _CM for side in page):
        raise BadInput(f"{text[:40]!r} is not a size; write a4, 16x9 or WxH in centimetres from 1 to 500, as in 30x20")
    return page


def fold(
    tree: Tree,
    *,
    at: str = "",
    levels: int | None = None,
    secret: str | None = None,
    page: Page | None = None,
    is_forced: bool = False,
) -> Fold:
    """Choose how much of a tree is shown so that it is readable: at most 400 nodes, and text of at least 6 points.

    A given number of levels is always shown, but BadInput is raised if it has more than 400 nodes and not `is_forced`.
    """
    sizes = level_sizes(tree, at)
    if levels is not None or is_forced:
        nodes = sum(sizes[:levels])
        if nodes > NODE_LIMIT and not is_forced:
            raise BadInput(
                f"--levels {levels} shows {nodes} nodes, more than is readable; "
                f"use --levels {most_levels(sizes, NODE_LIMIT)}, --at for a part of the tree, or --force"
            )
        return _folded(view(tree, at=at, levels=levels, secret=secret), page)
    for fewer in range(most_levels(sizes, NODE_LIMIT), 0, -1):
        found = _folded(view(tree, at=at, levels=fewer, secret=secret), page)
        if found.font_size >= LEAST_FONT_SIZE:
            break
    return found


def _folded(what: View, page: Page | None) -> Fold:
    return Fold(what, len(what.shown), _FONT_SIZE * min(1.0, _scale(what, _turn(what, page)) if page else 1.0))


def _scale(what: View, page: Page) -> float:
    """The factor by which a picture must be scaled to fit the page."""
    return min(page[0] / (what.columns * _COLUMN), page[1] / (what.rows * _ROW + _CAPTION))


def _turn(what: View, page: Page) -> Page:
    """A4 in portrait or landscape, whichever fits better; any other page unchanged."""
    landscape = page[1], page[0]
    return landscape if page == _A4 and _scale(what, landscape) > _scale(what, page) else page


def to_dot(tree: Tree, what: View, *, page: Page | None = None) -> str:
    """Return the dot source of a picture, which depends only on the tree, the view and the page.

    A node shows its guess, how many candidates are left, and how many guesses are still needed at most and on average.
    An edge shows its feedback and how many candidates give it; its width is proportional to their share.
    """
    counts, labels = tree.candidate_counts(), tree.labels
    widest = max(len(labels[tree.feedback[item.node]]) + len(f"{counts[item.node]:,}") for item in what.shown)
    # Extra ranks keep lines that fan out from being steep, but with thousands of nodes they cost dot minutes.
    fan = 1 if len(what.shown) > NODE_LIMIT else 3
    picture = _Picture(_graph_attributes(tree, what, page), label_width=0.12 + 0.085 * widest, fan=fan)
    if what.found_by >= 0:
        picture.grey = _PALE
    words = _words(tree)
    for item in what.shown:
        node, is_win = item.node, tree.is_win(item.node)
        picture.box(
            f"n{node}",
            words[node] if counts[node] > 1 else f"<b>{_text(tree.guesses[node])}</b>{_GAP}only one left",
            fill=(_ONLY if counts[node] == 1 else _CANDIDATE) if is_win else "white",
            style="filled" + ",rounded" * is_win + ",dashed" * item.is_folded,
            tip=item.history or tree.title,
            is_on_path=item.is_on_path,
        )
        if item.parent >= 0:
            share = counts[node] / counts[item.parent]
            label = f"<b>{_text(labels[tree.feedback[node]])}</b>{_GAP}{counts[node]:,}"
            picture.line(f"n{item.parent}", f"n{node}", label, share=share, is_on_path=item.is_on_path)
    for rest in what.rests:
        name, share = f"rest{rest.parent}", rest.candidates / counts[rest.parent]
        cells = "1 other cell" if rest.cells == 1 else f"{rest.cells} other cells"
        picture.box(name, f"{cells}: {rest.candidates:,} left", style="filled,dashed", tip=cells)
        picture.line(f"n{rest.parent}", name, "", share=share)
    if what.found_by >= 0:
        node, guess = what.found_by, tree.guesses[what.found_by]
        depth = next(item.depth for item in what.shown if item.node == node)
        text = f"<b>{_text(guess)}</b>{_GAP}found at guess {depth}"
        picture.box("found", text, fill=_FOUND, style="filled,rounded", tip=guess, is_on_path=True)
        label = f"<b>{_text(labels[tree.winning])}</b>{_GAP}1"
        picture.line(f"n{node}", "found", label, share=1 / counts[node], is_on_path=True)
    return str(picture.graph.source)


class _Picture:
    """The boxes and lines of a picture; texts are HTML-like labels, already escaped."""

    def __init__(self, attributes: dict[str, str], label_width: float, fan: int) -> None:
        self.graph = graphviz.Digraph(name="tree", graph_attr=attributes)
        self.label_width, self.fan, self.grey = f"{label_width:.2f}", fan, _GREY
        font = {"fontname": _FONT, "fontsize": str(_FONT_SIZE)}
        self.graph.attr("node", shape="box", color=_INK, margin="0.09,0.04", height="0.2", **font)
        self.graph.attr("edge", arrowhead="none", tailport="e", headport="w")

    def box(
        self, name: str, words: str, *, style: str, tip: str, fill: str = "white", is_on_path: bool = False
    ) -> None:
        """Add a box for a guess, or for cells that are folded."""
        # The double border marks the path in print without colour.
        path = {"color": _PATH, "penwidth": "2", "peripheries": "2"} if is_on_path else {}
        self.graph.node(name, f"<{words}>", style=style, fillcolor=fill, tooltip=_tip(tip), **path)

    def line(self, parent: str, child: str, words: str, *, share: float, is_on_path: bool = False) -> None:
        """Add a line whose width shows its share, with the feedback and its count in the middle.

        The text is a node of its own, all of the same width, because Graphviz puts the label of an edge beside the
        edge, where it may overlap another edge or seem to belong to it.
        """
        style = {"penwidth": f"{1 + 6 * share:.2f}", "color": _PATH if is_on_path else self.grey}
        if not words:
            self.graph.edge(parent, child, minlen=str(self.fan + 1), **style)
            return
        label = f"{child}f"
        self.graph.node(label, f"<{words}>", shape="plaintext", margin="0", width=self.label_width, tooltip=child)
        self.graph.edge(parent, label, minlen=str(self.fan), **style)
        self.graph.edge(label, child, weight="100", **style)


def _words(tree: Tree) -> list[str]:
    """The text of each node: its guess, the candidates left, and the guesses still needed."""
    counts = tree.candidate_counts()
    return [
        f'<b><font point-size="14">{_text(guess)}</font></b>{_GAP}{left:,} left<br/>'
        f"worst {worst}, average {total / left:.2f}"
        for guess, left, worst, total in zip(tree.guesses, counts, *still_to_come(tree), strict=True)
    ]


def _graph_attributes(tree: Tree, what: View, page: Page | None) -> dict[str, str]:
    after = f", after {_text(what.at)}" if what.at else ""
    lines = [
        (
            f"<b>{_text(tree.title)}</b>{after}; the whole tree {tree.tally}: "
            f"at most {tree.depth} guesses, {tree.average:.4f} on average"
        ),
        "worst, average: guesses still to come; rounded and tinted: the guess may be the secret",
    ]
    keys = ["dashed: folded, more lies behind it"] * (any(item.is_folded for item in what.shown) or bool(what.rests))
    keys += ["orange, with a double border: the way to the secret"] * (what.found_by >= 0)
    lines += ["; ".join(keys)] * bool(keys)
    caption = "".join(f'{line}<br align="left"/>' for line in lines)
    attributes = {
        "rankdir": "LR",
        "ordering": "out",
        "nodesep": "0.08",
        "ranksep": "0.35" if len(what.shown) > NODE_LIMIT else "0.15",
        "splines": "line",
        "pad": "0.1",
        "margin": "0",
        "bgcolor": "white",
        "fontname": _FONT,
        "fontsize": str(_FONT_SIZE),
        "label": f"<{caption}>",
        "labeljust": "l",
        "tooltip": _tip(f"{tree.title} {tree.tally}"),
    }
    if page:
        width, height = _turn(what, page)
        attributes |= {"size": f"{width:.3f},{height:.3f}", "ratio": "fill"}
    return attributes


def _text(text: str) -> str:
    """Escape text for an HTML-like label of Graphviz, where a backslash has a meaning, too."""
    return html.escape(text).replace("\\", "\\\\")


def _tip(text: str) -> str:
    """Escape text for an attribute of Graphviz that is not HTML-like."""
    escaped: str = graphviz.escape(text.replace("&", "&amp;"))
    return escaped


def draw(source: str, form: str) -> bytes:
    """Draw a dot source in one of FORMATS; DotMissing if the program dot is not installed."""
    if form == "png":  # Graphviz's default of 96 dots per inch is too coarse for print
        source = source.replace("{", "{ dpi=150", 1)
    try:
        picture: bytes = graphviz.Source(source).pipe(format=form)
    except graphviz.ExecutableNotFound:
        raise DotMissing(f"the program dot is not installed: {INSTALL}") from None
    except graphviz.CalledProcessError as error:
        raise BadInput(f"dot cannot draw this: {error.stderr.decode(errors='replace').strip()[:200]}") from None
    return picture
