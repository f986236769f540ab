"""A tree as a picture: the text that Graphviz draws, made for paper and slides, and the drawing itself."""

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

__all__ = [
    "FORMATS",
    "LEAST_FONT_SIZE",
    "NODE_LIMIT",
    "DotMissing",
    "Fold",
    "draw",
    "fold",
    "level_sizes",
    "read_page",
    "to_dot",
]

FORMATS = ("svg", "png", "pdf")
NODE_LIMIT = 400  # measured: dot 2.43 takes 15 s and 29 m of paper for the 5118 nodes of bulls-4x10.total
INSTALL = "apt-get install graphviz, or brew install graphviz"

Page = tuple[float, float]  # width and height in inches

_CM = 1 / 2.54
_A4 = (21.0 * _CM, 29.7 * _CM)
_PAGES: dict[str, Page] = {"a4": _A4, "16x9": (40 / 3, 7.5)}
_FONT = "Helvetica,Arial,sans-serif"
_FONT_SIZE = 11  # points
_GAP = "&#160;&#160;"  # two blanks would be one in a browser
LEAST_FONT_SIZE = 6  # points: what is smaller cannot be read on paper

# Inches that a row, a column and the words below take of a picture, measured on the shipped trees with dot 2.43.
_ROW, _COLUMN, _CAPTION = 0.5, 2.9, 0.8

# The palette of Okabe and Ito (2008), which the colour-blind can tell apart, and tints of it behind text.
_INK, _GREY, _PALE, _PATH = "#000000", "#6E6E6E", "#ABABAB", "#D55E00"
_CANDIDATE, _ONLY, _FOUND = "#CBE6F7", "#C4EADB", "#F9DFCB"


class DotMissing(BadInput):
    """The program dot is not installed; the message says how to get it."""


@dataclass(frozen=True, slots=True)
class Fold:
    """How much of a tree is shown, and in what size its text comes out (in points; 11 without a page)."""

    view: View
    nodes: int
    font_size: float


def read_page(text: str) -> Page:
    """The page that `a4`, `16x9` (a slide) or WxH in centimetres mean, in inches; BadInput for anything else.

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
    """As much of the tree as can be read: at most 400 nodes, and on a page text of at least 6 points.

    Levels that are asked for are shown, unless they have more than 400 nodes: BadInput then, if not `is_forced`.
    """
    sizes = level_sizes(tree, at)
    if levels is not None or is_forced:
        nodes = sum(sizes[:levels])
        if nodes > NODE_LIMIT and not is_forced:
            raise BadInput(
                f"--levels {levels} shows {nodes} nodes, more than can be read; "
                f"take --levels {most_levels(sizes, NODE_LIMIT)}, a part with --at, or --force"
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
    """How much a picture must shrink to fit the page."""
    return min(page[0] / (what.columns * _COLUMN), page[1] / (what.rows * _ROW + _CAPTION))


def _turn(what: View, page: Page) -> Page:
    """A4 upright or lying, whichever fits better; any other page as it is."""
    lying = page[1], page[0]
    return lying if page == _A4 and _scale(what, lying) > _scale(what, page) else page


def to_dot(tree: Tree, what: View, *, page: Page | None = None) -> str:
    """The picture as text for Graphviz: a function of the tree, the view and the page alone.

    A node says its guess, how many candidates are left, and the guesses still to come: worst and average.  An edge
    says its feedback and how many candidates give it; the more of those before, the wider its line.
    """
    counts, labels = tree.candidate_counts(), tree.labels
    widest = max(len(labels[tree.feedback[item.node]]) + len(f"{counts[item.node]:,}") for item in what.shown)
    # Ranks in between keep lines that fan out from being steep, and take dot minutes where there are thousands.
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
            tip=item.history or tree.game,
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
    """Boxes and lines as they look in every picture; words are HTML-like labels, already escaped."""

    def __init__(self, attributes: dict[str, str], label_width: float, fan: int) -> None:
        self.graph = graphviz.Digraph(name="tree", graph_attr=attributes)
        self.label_width, self.fan, self.grey = f"{label_width:.2f}", fan, _GREY
        font = {"fontname": _FONT, "fontsize": str(_FONT_SIZE)}
        self.graph.attr("node", shape="box", color=_INK, margin="0.09,0.04", height="0.2", **font)
        self.graph.attr("edge", arrowhead="none", tailport="e", headport="w")

    def box(
        self, name: str, words: str, *, style: str, tip: str, fill: str = "white", is_on_path: bool = False
    ) -> None:
        """A guess, or cells that are folded."""
        # In grey print the double border is what tells.
        path = {"color": _PATH, "penwidth": "2", "peripheries": "2"} if is_on_path else {}
        self.graph.node(name, f"<{words}>", style=style, fillcolor=fill, tooltip=_tip(tip), **path)

    def line(self, parent: str, child: str, words: str, *, share: float, is_on_path: bool = False) -> None:
        """A line as wide as its share, with the feedback and its count in its middle.

        The words are a node of their own, all of one width: Graphviz puts the label of an edge beside it, where it
        may be taken for that of another edge, or lie upon it.
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
    """What each node says: its guess, the candidates left, the guesses still to come."""
    counts = tree.candidate_counts()
    return [
        f'<b><font point-size="14">{_text(guess)}</font></b>{_GAP}{left:,} left<br/>'
        f"worst {worst}, average {total / left:.2f}"
        for guess, left, worst, total in zip(tree.guesses, counts, *still_to_come(tree), strict=True)
    ]


def _graph_attributes(tree: Tree, what: View, page: Page | None) -> dict[str, str]:
    after = f", after {_text(what.at)}" if what.at else ""
    family, colon, digest = tree.game.partition(":")
    lines = [
        (
            f"<b>{_text(family + colon + digest[:8])}</b>{after}; the whole tree {tree.tally}: "
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
        "tooltip": _tip(f"{tree.game} {tree.tally}"),
    }
    if page:
        width, height = _turn(what, page)
        attributes |= {"size": f"{width:.3f},{height:.3f}", "ratio": "fill"}
    return attributes


def _text(text: str) -> str:
    """Text that Graphviz takes as it is, in an HTML-like label: a backslash, too, would mean something there."""
    return html.escape(text).replace("\\", "\\\\")


def _tip(text: str) -> str:
    """Text that Graphviz takes as it is, in an attribute that is not HTML."""
    escaped: str = graphviz.escape(text.replace("&", "&amp;"))
    return escaped


def draw(source: str, form: str) -> bytes:
    """The picture of a dot text, in one of FORMATS; DotMissing where the program dot is not installed."""
    if form == "png":  # Graphviz's own 96 points an inch are too coarse to print
        source = source.replace("{", "{ dpi=150", 1)
    try:
        picture: bytes = graphviz.Source(source).pipe(format=form)
    except graphviz.ExecutableNotFound:
        raise DotMissing(f"the program dot is not installed: {INSTALL}") from None
    except graphviz.CalledProcessError as error:
        raise BadInput(f"dot cannot draw this: {error.stderr.decode(errors='replace').strip()[:200]}") from None
    return picture
