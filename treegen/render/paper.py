"""Scenes as the pages of a PDF, by matplotlib or by Graphviz, whichever is there."""

from __future__ import annotations

import io
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from player.cli.show import printable
from treegen.render import dot
from treegen.render.scene import DARK, LIGHT, Box, Dot, Link, stack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treegen.render.scene import Mark, Scene

_ANCHORS = {"start": "left", "middle": "center", "end": "right"}


def to_pdf(pages: Sequence[Scene], *, theme: str = "light") -> bytes:
    """Return a PDF: one page by Graphviz if that is there, several by matplotlib, else by Graphviz as one long page.

    Raises DotMissing if neither is installed.
    """
    if len(pages) == 1:
        with suppress(dot.DotMissing):
            return dot.to_pdf(pages[0], theme=theme)
    try:
        return _by_matplotlib(pages, theme)
    except ImportError:
        return dot.to_pdf(stack(pages), theme=theme)


def _by_matplotlib(pages: Sequence[Scene], theme: str) -> bytes:
    import matplotlib as mpl
    from matplotlib.backends.backend_pdf import PdfPages
    from matplotlib.figure import Figure

    out, colours = io.BytesIO(), DARK if theme == "dark" else LIGHT
    with mpl.rc_context({"pdf.fonttype": 42}), PdfPages(out, metadata={"CreationDate": None}) as pdf:
        for page in pages:
            figure = Figure(figsize=(page.width / 72, page.height / 72), facecolor=colours["card"])
            axes = figure.add_axes((0, 0, 1, 1))
            axes.set(xlim=(0, page.width), ylim=(page.height, 0))
            axes.set_axis_off()
            for order, mark in enumerate(page.marks):
                _draw(axes, mark, colours, order)
            pdf.savefig(figure, facecolor=colours["card"])
    return out.getvalue()


def _draw(axes: Any, mark: Mark, colours: dict[str, str], order: int) -> None:
    from matplotlib.patches import Circle, FancyBboxPatch, PathPatch
    from matplotlib.path import Path

    if isinstance(mark, Box | Dot | Link):
        fill, dashed = "" if isinstance(mark, Link) else mark.fill, getattr(mark, "dashed", False)
        style: Any = {"facecolor": colours.get(fill, "none"), "edgecolor": colours.get(mark.stroke, "none")}
        style |= {"linewidth": mark.line, "zorder": order, "linestyle": "--" if dashed else "-"}
        if isinstance(mark, Link):
            middle = (mark.x + mark.to_x) / 2
            way = [(mark.x, mark.y), (middle, mark.y), (middle, mark.to_y), (mark.to_x, mark.to_y)]
            patch: Any = PathPatch(Path(way, [1, 4, 4, 4]), **style)
        elif isinstance(mark, Dot):
            patch = Circle((mark.x, mark.y), mark.radius, **style)
        else:
            corners = f"round,pad=0,rounding_size={mark.radius}" if mark.radius else "square,pad=0"
            patch = FancyBboxPatch((mark.x, mark.y), mark.width, mark.height, boxstyle=corners, **style)
        axes.add_patch(patch)
        return
    font = {"family": "monospace" if mark.mono else "sans-serif", "weight": "bold" if mark.bold else "normal"}
    axes.text(
        mark.x, mark.y + 0.36 * mark.size, printable(mark.text), size=mark.size, color=colours[mark.fill], zorder=order,
        ha=_ANCHORS[mark.anchor], va="baseline", parse_math=False, **font,
    )  # fmt: skip
