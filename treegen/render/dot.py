"""The source of a tree for Graphviz, which lays it out; and PNG and PDF files of a source or a scene."""

from __future__ import annotations

import html
import struct
import zlib
from collections.abc import Iterator

import graphviz

from player.cli.terminal import printable
from player.errors import BadInput
from player.tree import Tree
from treegen.render.scene import DARK, LIGHT, Box, Dot, Link, Mark, Page, Scene, text_width
from treegen.render.svg import number
from treegen.render.view import BY_WEIGHT, View

NODE_LIMIT = 400  # More nodes are hard to read, and thousands take dot 15 seconds.
INSTALL = "apt-get install graphviz, or brew install graphviz"

_FONT = "Helvetica,Arial,sans-serif"
_FONT_SIZE = "11"  # The size of all text, in points.
_GAP = "&#160;&#160;"  # These blanks cannot break, since a browser would merge ordinary ones.
# The colours of text, of edges, of edges beside a marked path, and of the path; then those of the boxes.
_INK, _GREY, _PALE, _PATH = LIGHT["ink"], LIGHT["edge"], LIGHT["link"], LIGHT["warn"]
_CANDIDATE, _FOUND = LIGHT["soft"], LIGHT["warn-soft"]


class DotMissing(BadInput):
    """The program dot is not installed; the message says how to install it."""


def to_dot(tree: Tree, what: View, *, page: Page | None = None) -> str:
    """Return the dot source of a picture, which depends only on the tree, the view and the page.

    The text of a line is a node of its own, all of the same width, because Graphviz puts the label of an edge beside
    the edge, and there it may overlap another edge or seem to belong to it.
    """
    graph = graphviz.Digraph(name="tree", graph_attr=_graph_attributes(tree, what, page))
    graph.attr("node", shape="box", color=_INK, margin="0.09,0.04", height="0.2", fontname=_FONT, fontsize=_FONT_SIZE)
    graph.attr("edge", arrowhead="none", tailport="e", headport="w")
    widest = max(len(tree.labels[tree.feedback[item.node]]) + len(f"{item.candidates:,}") for item in what.nodes)
    width, grey = f"{0.12 + 0.085 * widest:.2f}", _GREY if what.found_by < 0 else _PALE
    # Extra ranks keep lines that fan out from being steep, but with thousands of nodes they cost dot minutes.
    fan = 1 if len(what.nodes) > NODE_LIMIT else 3

    def box(name: str, words: str, style: str, tip: str, fill: str = "white", *, is_on_path: bool = False) -> None:
        # The double border marks the path in print without colour.
        path = {"color": _PATH, "penwidth": "2", "peripheries": "2"} if is_on_path else {}
        graph.node(name, f"<{words}>", style=style, fillcolor=fill, tooltip=_tip(tip), **path)

    def line(parent: int, child: str, words: str, share: float, *, is_on_path: bool = False) -> None:
        """Add a line whose width shows its share, with a feedback and its count in the middle."""
        style = {"penwidth": f"{1 + 6 * share:.2f}", "color": _PATH if is_on_path else grey}
        if words:
            graph.node(f"{child}f", f"<{words}>", shape="plaintext", margin="0", width=width, tooltip=child)
            graph.edge(f"n{parent}", f"{child}f", minlen=str(fan), **style)
            graph.edge(f"{child}f", child, weight="100", **style)
        else:
            graph.edge(f"n{parent}", child, minlen=str(fan + 1), **style)

    for item in what.nodes:
        name, guess, left = f"n{item.node}", _text(item.guess), f"{item.candidates:,}"
        words = f'<b><font point-size="14">{guess}</font></b>{_GAP}{left} left<br/>'
        words += f"worst {item.worst}, average {item.average:.2f}"
        words = words if item.candidates > 1 else f"<b>{guess}</b>{_GAP}only one left"
        style = "filled" + ",rounded" * item.is_win + ",dashed" * item.is_folded
        fill = _CANDIDATE if item.is_win else "white"
        box(name, words, style, item.history or tree.title, fill, is_on_path=item.is_on_path)
        if item.parent >= 0:
            words = f"<b>{_text(item.label)}</b>{_GAP}{left}"
            line(item.parent, name, words, item.share, is_on_path=item.is_on_path)
    for rest in what.rests:
        cells = "1 other cell" if rest.cells == 1 else f"{rest.cells} other cells"
        box(f"rest{rest.parent}", f"{cells}: {rest.candidates:,} left", "filled,dashed", cells)
        line(rest.parent, f"rest{rest.parent}", "", rest.share)
    for item in (item for item in what.nodes if item.node == what.found_by):
        words = f"<b>{_text(item.guess)}</b>{_GAP}found at guess {item.depth}"
        box("found", words, "filled,rounded", item.guess, _FOUND, is_on_path=True)
        line(item.node, "found", f"<b>{_text(tree.labels[tree.winning])}</b>{_GAP}1", item.own, is_on_path=True)
    return str(graph.source)


def _graph_attributes(tree: Tree, what: View, page: Page | None) -> dict[str, str]:
    after = f", after {_text(what.at)}" if what.at else ""
    about = f"<b>{_text(tree.title)}</b>{after}; the whole tree {tree.tally}: "
    counted = "questions" if tree.names_at_the_end else "guesses"
    lines = [f"{about}at most {tree.depth} {counted}, {tree.average:.4f} on average"]
    lines += [tree.costs()] * tree.has_costs
    lines.append(f"worst, average: {counted} still to come; rounded and tinted: the guess may be the secret")
    lines[-1] += f"; {BY_WEIGHT}" * bool(tree.weights)
    keys = ["dashed: folded, more lies behind it"] * (any(item.is_folded for item in what.nodes) or bool(what.rests))
    keys += ["orange, with a double border: the path to the secret"] * (what.found_by >= 0)
    lines += ["; ".join(keys)] * bool(keys)
    caption = "".join(f'{line}<br align="left"/>' for line in lines)
    is_large = len(what.nodes) > NODE_LIMIT
    fitted = {"size": f"{page[0] / 72:.3f},{page[1] / 72:.3f}", "ratio": "fill"} if page else {}
    return {
        "rankdir": "LR", "ordering": "out", "nodesep": "0.08", "ranksep": "0.35" if is_large else "0.15",
        "splines": "line", "pad": "0.1", "margin": "0", "bgcolor": "white", "fontname": _FONT, "fontsize": _FONT_SIZE,
        "label": f"<{caption}>", "labeljust": "l", "tooltip": _tip(f"{tree.title} {tree.tally}"), **fitted,
    }  # fmt: skip


def _text(text: str) -> str:
    """Escape text for an HTML-like label of Graphviz, where a backslash has a meaning, too."""
    return html.escape(text).replace("\\", "\\\\")


def _tip(text: str) -> str:
    escaped: str = graphviz.escape(text.replace("&", "&amp;"))  # a type that is never read as HTML
    return escaped


_SANS, _MONO = "Helvetica,Arial,DejaVu Sans,sans-serif", "Menlo,Consolas,DejaVu Sans Mono,monospace"


def paint(scene: Scene, form: str, *, theme: str = "light", dpi: int = 150) -> bytes:
    """Return a PDF of one page, or a PNG with `dpi` pixels per inch, which its header states.

    Raises DotMissing if the program dot is not installed.
    """
    source = graphviz.Source(_pinned(scene, theme, 72 if form == "pdf" else dpi))
    try:  # every node and edge has its place, which Graphviz keeps
        picture = bytes(source.pipe(format=form, quiet=True, engine="neato", neato_no_op=2))
    except graphviz.ExecutableNotFound:
        raise DotMissing(f"the program dot is not installed: {INSTALL}") from None
    except graphviz.CalledProcessError as error:
        raise BadInput(f"dot cannot draw this: {error.stderr.decode(errors='replace').strip()[:200]}") from None
    if form == "pdf":
        return picture
    about = b"pHYs" + struct.pack(">IIB", *(2 * [round(dpi / 0.0254)]), 1)
    chunk = struct.pack(">I", len(about) - 4) + about + struct.pack(">I", zlib.crc32(about))
    header = 8 + 12 + 13  # bytes of the file's header and first chunk
    return picture[:header] + chunk + picture[header:]


def _pinned(scene: Scene, theme: str, dpi: int) -> str:
    colours = DARK if theme == "dark" else LIGHT
    head = [
        f'graph picture {{ graph [pad=0 margin=0 outputorder=edgesfirst dpi={dpi} bgcolor="{colours["card"]}"]',
        'node [label="" fixedsize=true margin=0 shape=none]',
        f"page [style=invis shape=box {_place(scene, 0, 0, scene.width, scene.height)}]",
    ]
    lines = [line for i, mark in enumerate(scene.marks) for line in _lines(scene, mark, i, colours)]
    return "\n".join((*head, *lines, "}")) + "\n"


def _lines(scene: Scene, mark: Mark, i: int, colours: dict[str, str]) -> Iterator[str]:
    if isinstance(mark, Link):
        middle, high = (mark.x + mark.to_x) / 2, scene.height
        points = ((mark.x, mark.y), (middle, mark.y), (middle, mark.to_y), (mark.to_x, mark.to_y))
        for end, (x, y) in (("a", points[0]), ("b", points[3])):
            yield f"{end}{i} [width=0 height=0 {_place(scene, x, y, 0, 0)}]"
        way = " ".join(f"{number(x)},{number(high - y)}" for x, y in points)
        style = f'color="{colours[mark.stroke]}" penwidth={number(mark.line)}' + " style=dashed" * mark.dashed
        yield f'a{i} -- b{i} [pos="{way}" {style}]'
    elif isinstance(mark, Box | Dot):
        shape, styles = "box", ["filled"] * bool(mark.fill)
        if isinstance(mark, Box):
            where = _place(scene, mark.x, mark.y, mark.width, mark.height)
            styles += ["rounded"] * (mark.radius > 0) + ["dashed"] * mark.dashed
        else:
            shape, left, top, side = "circle", mark.x - mark.radius, mark.y - mark.radius, 2 * mark.radius
            where = _place(scene, left, top, side, side)
        line = f'color="{colours[mark.stroke]}" penwidth={number(mark.line)}' if mark.stroke else "penwidth=0"
        fill = f'fillcolor="{colours[mark.fill]}"' if mark.fill else ""
        yield f'm{i} [shape={shape} style="{",".join(styles)}" {where} {line} {fill}]'
    else:
        wide = text_width(mark.text, mark.size, bold=mark.bold, mono=mark.mono)
        left = {"start": mark.x, "middle": mark.x - wide / 2, "end": mark.x - wide}[mark.anchor]
        # Graphviz puts the middle of a line a little higher than that of its digits.
        where = _place(scene, left, mark.y - 0.6 * mark.size + 0.06 * mark.size, wide, 1.2 * mark.size)
        ending = {"start": "\\l", "middle": "", "end": "\\r"}[mark.anchor]
        font = (_MONO if mark.mono else _SANS) + " bold" * mark.bold
        style = f'fontname="{font}" fontsize={number(mark.size)} fontcolor="{colours[mark.fill]}"'
        yield f'm{i} [{where} {style} label="{_quote(mark.text)}{ending}"]'


def _quote(text: str) -> str:
    """Escape text for a label in quotes, where Graphviz reads backslashes and entities."""
    for symbol, escaped in (("\\", "\\\\"), ('"', '\\"'), ("&", "&amp;")):
        text = text.replace(symbol, escaped)
    return printable(text)


def _place(scene: Scene, x: float, y: float, width: float, height: float) -> str:
    """Return a node's middle, counted from the bottom left, and its size in inches."""
    middle = f"{x + width / 2:.3f},{scene.height - y - height / 2:.3f}"
    return f'pos="{middle}" width={width / 72:.5f} height={height / 72:.5f}'
