"""A scene as an SVG file: no script, no font and no picture from elsewhere."""

from __future__ import annotations

from html import escape

from player.cli.terminal import printable
from player.web.theme import FONTS
from treegen.render.scene import DARK, LIGHT, Box, Dot, Link, Mark, Scene, Text

THEMES = ("auto", "light", "dark")


def to_svg(scene: Scene, *, theme: str = "light") -> str:
    """Return the picture as SVG.

    The theme "auto" is light unless the reader's system is dark.  Its colours are attributes of each mark, which every
    program understands, and a style that only browsers read.
    """
    colours = DARK if theme == "dark" else LIGHT
    width, height = number(scene.width), number(scene.height)
    size = f'width="{width}pt" height="{height}pt" viewBox="0 0 {width} {height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{escape(FONTS["sans"])}">',
        f"<title>{escaped(scene.title)}</title>",
    ]
    body = [mark_svg(mark, colours, named=theme == "auto")
            for mark in (Box(0, 0, scene.width, scene.height, "card"), *scene.marks)]  # fmt: skip
    if theme == "auto":
        lines.append(f"<style>{dark_style(''.join(body))}</style>")
    return "\n".join((*lines, *body, "</svg>")) + "\n"


def dark_style(body: str) -> str:
    """Return the rules that give the marks of a picture, made with `named`, the colours of the dark theme."""
    kinds = [(f"{letter}-{name}", kind, name) for letter, kind in (("f", "fill"), ("s", "stroke")) for name in LIGHT]
    rules = [
        f".{label}{{{kind}:{DARK[name]}}}"
        for label, kind, name in kinds
        if LIGHT[name] != DARK[name] and (f"{label} " in body or f'{label}"' in body)
    ]
    return f"@media (prefers-color-scheme:dark){{{''.join(rules)}}}"


def mark_svg(mark: Mark, colours: dict[str, str], *, named: bool = False) -> str:
    """Return one mark as an element; `named` marks its colours for a style."""
    if isinstance(mark, Text):
        style = f' font-size="{number(mark.size)}"' + ' font-weight="600"' * mark.bold
        style += f' font-family="{escape(FONTS["mono"])}"' * mark.mono
        style += f' text-anchor="{mark.anchor}"' * (mark.anchor != "start")
        place = f'x="{number(mark.x)}" y="{number(mark.y + 0.36 * mark.size)}"'
        return f"<text {place}{style}{_paint(colours, named, mark.fill)}>{escaped(mark.text)}</text>"
    if isinstance(mark, Link):
        middle = number((mark.x + mark.to_x) / 2)
        x, y, to_x, to_y = map(number, (mark.x, mark.y, mark.to_x, mark.to_y))
        path = f"M{x},{y}H{to_x}" if y == to_y else f"M{x},{y}C{middle},{y} {middle},{to_y} {to_x},{to_y}"
        return f'<path d="{path}"{_paint(colours, named, "", mark.stroke, mark.line, mark.dashed)}/>'
    if isinstance(mark, Dot):
        tag, sides = "circle", {"cx": mark.x, "cy": mark.y, "r": mark.radius}
    else:
        tag, sides = "rect", {"x": mark.x, "y": mark.y, "width": mark.width, "height": mark.height}
        sides |= {"rx": mark.radius} if mark.radius > 0 else {}
    shape = f"<{tag}" + "".join(f' {name}="{number(value)}"' for name, value in sides.items())
    shape += _paint(colours, named, mark.fill, mark.stroke, mark.line, isinstance(mark, Box) and mark.dashed)
    return f"{shape}><title>{escaped(mark.tip)}</title></{tag}>" if mark.tip else f"{shape}/>"


def _paint(
    colours: dict[str, str], named: bool, fill: str, stroke: str = "", line: float = 0.0, dashed: bool = False
) -> str:
    text = f' fill="{colours[fill] if fill else "none"}"'
    if stroke:
        text += f' stroke="{colours[stroke]}" stroke-width="{number(line)}"'
        text += f' stroke-dasharray="{number(3 + line)} {number(2 + line)}"' * dashed
    names = [f"{letter}-{name}" for letter, name in (("f", fill), ("s", stroke)) if name]
    return text + f' class="{" ".join(names)}"' * (named and bool(names))


def escaped(text: str) -> str:
    """Escape text; characters that XML does not allow become question marks."""
    return escape(printable(text))


def number(value: float) -> str:
    """Write a length with at most two decimals.

    >>> number(12.0), number(0.126)
    ('12', '0.13')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".") if value else "0"
