"""The source of a tree for Graphviz, which lays it out, and what Graphviz draws."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

import graphviz

from player.errors import BadInput
from treegen.render.scene import LIGHT
from treegen.render.view import still_to_come

if TYPE_CHECKING:
    from player.tree import Tree
    from treegen.render.scene import Page
    from treegen.render.view import View

NODE_LIMIT = 400  # what can be read; thousands of nodes take dot 15 s
INSTALL = "apt-get install graphviz, or brew install graphviz"

_FONT = "Helvetica,Arial,sans-serif"
_FONT_SIZE = 11  # points
_GAP = "&#160;&#160;"  # a browser would merge two ordinary blanks
# The colours of the theme: of text, of edges, of edges beside a marked path, and of that path; and of the boxes.
_INK, _GREY, _PALE, _PATH = LIGHT["ink"], LIGHT["edge"], LIGHT["link"], LIGHT["warn"]
_CANDIDATE, _FOUND = LIGHT["soft"], LIGHT["warn-soft"]


class DotMissing(BadInput):
    """The program dot is not installed; the message says how to install it."""


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
            fill=_CANDIDATE if is_win else "white",
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
    keys += ["orange, with a double border: the path to the secret"] * (what.found_by >= 0)
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
        attributes |= {"size": f"{page[0] / 72:.3f},{page[1] / 72:.3f}", "ratio": "fill"}
    return attributes


def _text(text: str) -> str:
    """Escape text for an HTML-like label of Graphviz, where a backslash has a meaning, too."""
    return html.escape(text).replace("\\", "\\\\")


def _tip(text: str) -> str:
    """Escape text for an attribute of Graphviz that is not HTML-like."""
    escaped: str = graphviz.escape(text.replace("&", "&amp;"))
    return escaped


def draw(source: str, form: str, *, is_placed: bool = False) -> bytes:
    """Draw a dot source as "svg", "png" or "pdf"; DotMissing if the program dot is not installed.

    In a source that `is_placed`, every node and edge has its place, which Graphviz keeps.
    """
    if form == "png" and not is_placed:  # Graphviz's default of 96 dots per inch is too coarse for print
        source = source.replace("{", "{ dpi=150", 1)
    placing: dict[str, Any] = {"engine": "neato", "neato_no_op": 2} if is_placed else {}
    try:
        picture: bytes = graphviz.Source(source).pipe(format=form, quiet=True, **placing)
    except graphviz.ExecutableNotFound:
        raise DotMissing(f"the program dot is not installed: {INSTALL}") from None
    except graphviz.CalledProcessError as error:
        raise BadInput(f"dot cannot draw this: {error.stderr.decode(errors='replace').strip()[:200]}") from None
    return picture
