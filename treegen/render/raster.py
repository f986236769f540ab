"""A scene as PNG or PDF, drawn by Graphviz at the places that the scene gives."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

from player.cli.show import printable
from treegen.render.dot import draw
from treegen.render.scene import DARK, LIGHT, Box, Dot, Link, text_width
from treegen.render.svg import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from treegen.render.scene import Mark, Scene

_SANS, _MONO = "Helvetica,Arial,DejaVu Sans,sans-serif", "Menlo,Consolas,DejaVu Sans Mono,monospace"


def to_png(scene: Scene, *, theme: str = "light", dpi: int = 96) -> bytes:
    """Return a PNG with so many pixels per inch, which says so; DotMissing if the program dot is not installed."""
    picture = draw(_pinned(scene, theme, dpi), "png", is_placed=True)
    about = b"pHYs" + struct.pack(">IIB", *(2 * [round(dpi / 0.0254)]), 1)
    chunk = struct.pack(">I", len(about) - 4) + about + struct.pack(">I", zlib.crc32(about))
    header = 8 + 12 + 13  # of the file and of its first chunk
    return picture[:header] + chunk + picture[header:]


def to_pdf(scene: Scene, *, theme: str = "light") -> bytes:
    """Return a PDF of one page; DotMissing if the program dot is not installed."""
    return draw(_pinned(scene, theme, 72), "pdf", is_placed=True)


def _pinned(scene: Scene, theme: str, dpi: int) -> str:
    """The source for Graphviz: a node for each mark, at its place."""
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
        styles = ["filled"] * bool(mark.fill)
        if isinstance(mark, Box):
            where = _place(scene, mark.x, mark.y, mark.width, mark.height)
            styles += ["rounded"] * (mark.radius > 0) + ["dashed"] * mark.dashed
        else:
            where = _place(scene, mark.x - mark.radius, mark.y - mark.radius, 2 * mark.radius, 2 * mark.radius)
        shape = "box" if isinstance(mark, Box) else "circle"
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
    """A node's middle, counted from the bottom left, and its size in inches."""
    middle = f"{x + width / 2:.3f},{scene.height - y - height / 2:.3f}"
    return f'pos="{middle}" width={width / 72:.5f} height={height / 72:.5f}'
