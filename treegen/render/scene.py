"""A picture as boxes, dots, links and lines of text, in points from the top left; colours are names of the theme."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from player.web.theme import DARK_PICTURE, HUES, LIGHT_PICTURE, SYMBOLS

_PEGS = {f"peg-{i}": colour for i, (colour, _) in enumerate(SYMBOLS)}
_PEGS |= {f"on-peg-{i}": ink for i, (_, ink) in enumerate(SYMBOLS)}
_PEGS |= {f"{of}-{name}": pair[i] for name, pair in HUES.items() for i, of in enumerate(("hue", "on-hue"))}
# All programs read colours of six digits, and not all those of three.
LIGHT, DARK = (
    {name: colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])
     for name, colour in (theme | _PEGS).items()}
    for theme in (LIGHT_PICTURE, DARK_PICTURE)
)  # fmt: skip

Page = tuple[float, float]  # width and height in points

MARGIN = 12.0  # points around a picture on a page


class Box(NamedTuple):
    """A rectangle: its left, its top and its size; `radius` rounds its corners, and "" draws no fill or no stroke."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    stroke: str = ""
    line: float = 0.75
    radius: float = 0.0
    dashed: bool = False
    tip: str = ""


class Dot(NamedTuple):
    """A circle around (x, y)."""

    x: float
    y: float
    radius: float
    fill: str = ""
    stroke: str = ""
    line: float = 0.75
    tip: str = ""


class Link(NamedTuple):
    """A curve from (x, y) to (to_x, to_y) that leaves and arrives horizontally; a straight line where y is the same."""

    x: float
    y: float
    to_x: float
    to_y: float
    stroke: str
    line: float = 1.0
    dashed: bool = False


class Text(NamedTuple):
    """One line of text whose middle has the height y; x is its start, its middle or its end, as `anchor` says."""

    x: float
    y: float
    text: str
    size: float = 10.0
    fill: str = "ink"
    anchor: str = "start"
    bold: bool = False
    mono: bool = False


Mark: TypeAlias = Box | Dot | Link | Text


class Scene(NamedTuple):
    """A picture: its title, its size, and its marks, of which later ones cover earlier ones."""

    title: str
    width: float
    height: float
    marks: list[Mark]

    def scale_on(self, page: Page) -> float:
        """Return the factor by which the picture is scaled on a page; it is enlarged at most by half."""
        return min((page[0] - 2 * MARGIN) / self.width, (page[1] - 2 * MARGIN) / self.height, 1.5)


def text_width(text: str, size: float, *, bold: bool = False, mono: bool = False) -> float:
    """Return how wide a text is at most in usual fonts, in points.

    >>> text_width("0123", 10, mono=True)
    24.4
    """
    wide = sum(2 if ord(symbol) >= 0x1100 else 1.25 if symbol in "<=>^~" and not mono else 1 for symbol in text)
    return wide * size * (0.61 if mono else 0.68 if bold else 0.6)


def move(mark: Mark, right: float, down: float, scale: float = 1.0) -> Mark:
    """Return a mark scaled, and then moved."""
    moved = {"x": right, "to_x": right, "y": down, "to_y": down}
    scaled = {**moved, "width": 0.0, "height": 0.0, "radius": 0.0, "line": 0.0, "size": 0.0}
    values: dict[str, Any] = mark._asdict()
    return mark._replace(**{name: value * scale + scaled[name] for name, value in values.items() if name in scaled})
