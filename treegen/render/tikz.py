"""A scene as LaTeX with TikZ: a standalone document, which a paper takes in as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from player.cli.show import printable
from treegen.render.scene import DARK, LIGHT, Box, Dot, Link
from treegen.render.svg import number

if TYPE_CHECKING:
    from treegen.render.scene import Mark, Scene

_HEAD = r"""% {title}
\documentclass[tikz,border=0pt]{{standalone}}
\usepackage[T1]{{fontenc}}
\usepackage[utf8]{{inputenc}}
\usepackage[scaled]{{helvet}}
\usepackage{{courier}}
{colours}
\begin{{document}}
\begin{{tikzpicture}}[x=1bp,y=-1bp,inner sep=0pt,outer sep=0pt]
\path[use as bounding box,fill={ground}] (0,0) rectangle ({width},{height});
"""
_SPECIAL = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}",
    ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}", "\u00b7": r"\textperiodcentered{}",
    "\u2026": r"\ldots{}", "\u2192": r"$\rightarrow$",
} | {symbol: f"\\{symbol}" for symbol in "#$%&_{}"}  # fmt: skip
_ANCHORS = {"start": "west", "middle": "center", "end": "east"}


def to_tikz(scene: Scene, *, theme: str = "light") -> str:
    r"""Return a LaTeX document of one page that is as large as the scene.

    >>> from treegen.render.scene import Scene
    >>> print(to_tikz(Scene("one", 72, 36)).splitlines()[-3])
    \path[use as bounding box,fill=card] (0,0) rectangle (72,36);
    """
    colours = DARK if theme == "dark" else LIGHT
    body = [_mark(mark) for mark in scene.marks]
    used = [name for name in colours if name == "card" or any(f"={name}," in line for line in body)]
    head = _HEAD.format(
        title=printable(scene.title),
        colours="\n".join(f"\\definecolor{{{name}}}{{HTML}}{{{colours[name][1:].upper()}}}" for name in used),
        ground="card",
        width=number(scene.width),
        height=number(scene.height),
    )
    return head + "".join(body) + "\\end{tikzpicture}\n\\end{document}\n"


def _mark(mark: Mark) -> str:
    if isinstance(mark, Link):
        x, y, to_x, to_y, middle = map(number, (mark.x, mark.y, mark.to_x, mark.to_y, (mark.x + mark.to_x) / 2))
        way = f"({x},{y}) .. controls ({middle},{y}) and ({middle},{to_y}) .. ({to_x},{to_y})"
        return f"\\path[{_paint('', mark.stroke, mark.line, mark.dashed)}] {way};\n"
    if isinstance(mark, Dot):
        paint = _paint(mark.fill, mark.stroke, mark.line)
        return f"\\path[{paint}] ({number(mark.x)},{number(mark.y)}) circle[radius={number(mark.radius)}bp];\n"
    if isinstance(mark, Box):
        paint = _paint(mark.fill, mark.stroke, mark.line, mark.dashed)
        corners = f"rounded corners={number(mark.radius)}bp," * (mark.radius > 0)
        ends = f"({number(mark.x)},{number(mark.y)}) rectangle ({number(mark.x + mark.width)},"
        return f"\\path[{corners}{paint}] {ends}{number(mark.y + mark.height)});\n"
    font = r"\ttfamily" if mark.mono else r"\sffamily"
    size = rf"\fontsize{{{number(mark.size)}bp}}{{{number(1.2 * mark.size)}bp}}\selectfont"
    # All texts have the depth and the height of a digit, so that those of one line stand on one line.
    options = f"anchor={_ANCHORS[mark.anchor]},text={mark.fill},text depth=0pt,"
    options += f"text height={number(0.72 * mark.size)}bp,font={font}"
    options += r"\bfseries" * mark.bold + size
    return f"\\node[{options}] at ({number(mark.x)},{number(mark.y)}) {{{_text(mark.text)}}};\n"


def _paint(fill: str, stroke: str, line: float, dashed: bool = False) -> str:
    text = f"fill={fill}," if fill else ""
    return text + (f"draw={stroke},line width={number(line)}bp," + "dashed," * dashed if stroke else "")


def _text(text: str) -> str:
    """Escape text for LaTeX, where `--` and the like would be ligatures."""
    return "".join(_SPECIAL.get(symbol, symbol) for symbol in printable(text)).replace("--", "-{}-")
