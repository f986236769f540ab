"""The moving picture of README: a game of Bulls and Cows that is played, and then reviewed.

It moves by CSS alone.  Where nothing moves, for a reader who wants no motion above all, it shows its last moment.
"""

from __future__ import annotations

from math import log2
from textwrap import wrap
from typing import NamedTuple

from player.tree import open_tree
from player.web.theme import FONTS
from treegen.render.scene import LIGHT, Box, Mark, Text
from treegen.render.svg import dark_style, mark_svg
from treegen.render.view import view

SECRET = "9162"
TOP, ROW = 152, 52
ABOUT = "The secret has four different digits. A bull is a digit in its place, a cow a digit that stands elsewhere."
ROUND, TYPING, ANSWER = 2.0, 0.16, 0.9  # seconds: of a round, from digit to digit, until the answer
PAUSE, REVIEW, STAY = 0.8, 0.55, 4.5  # seconds: before the review, of each of its rows, and for the last moment


class Places(NamedTuple):
    """Where columns begin or end, the sides of a tile, and how many characters of the rules a line has."""

    width: int
    number: int
    tiles: int
    tile: int
    answer: int
    left: int
    bar: int
    lost: int  # 0: it is left out
    luck: int
    line: int


WIDE = Places(838, 32, 58, 36, 244, 424, 160, 694, 794, 70)
NARROW = Places(500, 14, 32, 30, 172, 326, 100, 0, 486, 56)  # at 358 pixels its smallest text is 9.3 high


def game_svg(at: Places = WIDE) -> str:
    """Return the picture as SVG; the same tree gives the same bytes."""
    tree = open_tree("bulls-4x10.total")
    path = [item for item in view(tree, levels=1, secret=SECRET).nodes if item.is_on_path]
    played = len(path) * ROUND + 1
    end = played + PAUSE + len(path) * REVIEW + 1.2 + STAY
    luck = path[0].average - len(path)
    sentence = f"Found at guess {len(path)}. The best play needs {path[0].average:.2f} on average: lost 0.00, "
    sentence += f"luck {luck:+.2f}."
    summary = wrap(sentence.replace("-", "\u2212"), int(at.width / 9.5))
    height = TOP + len(path) * ROW + 36 + 22 * len(summary)
    still: list[Mark] = [
        Box(0.5, 0.5, at.width - 1, height - 1, "card", "line", 1, 14),
        Text(at.number, 42, "A game of Bulls and Cows", 24, bold=True),
        *(Text(at.number, 74 + 21 * i, line, 14.5, "faint") for i, line in enumerate(wrap(ABOUT, at.line))),
        *(Text(x, TOP - 22, word, 13, "faint", "start") for x, word in (
            (at.tiles, "guess"), (at.answer + 4, "feedback"), (at.left, "numbers left"))),
    ]  # fmt: skip
    ends = [(x, word) for x, word in ((at.lost, "lost"), (at.luck, "luck")) if x]
    moments: list[tuple[float, list[Mark]]] = [
        (played + PAUSE, [Text(x, TOP - 22, word, 13, "faint", "end") for x, word in ends])
    ]
    followed = [(item.candidates, item.average, item.label) for item in path[1:]]
    for i, (after, come, label) in enumerate([*followed, (1, 0.0, tree.labels[tree.winning])]):
        item, last = path[i], i + 1 == len(path)
        y, start = TOP + i * ROW + ROW / 2 - 8, i * ROUND
        moments.append((start, [Text(at.number, y, str(i + 1), 13, "faint")]))
        for j, digit in enumerate(item.guess):
            x = at.tiles + j * (at.tile + 5)
            tile = Box(x, y - at.tile / 2, at.tile, at.tile, "paper", "edge", 1, 8)
            typed = Text(x + at.tile / 2, y, digit, 20, "ink", "middle", bold=True)
            moments.append((start + 0.3 + j * TYPING, [tile, typed]))
        answer = "accent" if last else "soft"
        words = ", ".join(f"{n} {noun}{'s' * (n != '1')}" for n, noun in zip(label, ("bull", "cow"), strict=True))
        spoken = Text(at.answer + 74, y, words, 14.5, "on-accent" if last else "accent", "middle", bold=True)
        moments.append((start + ANSWER + 0.3, [Box(at.answer, y - 15, 148, 30, answer, "", 0, 15), spoken]))
        share = log2(after) / log2(path[0].candidates)
        number = "found" if last else f"{item.candidates:,} → {after:,}"
        left: list[Mark] = [] if last else [
            Box(at.left, y + 9, at.bar, 5, "line", "", 0, 2.5),
            Box(at.left, y + 9, max(at.bar * share, 3), 5, "accent", "", 0, 2.5),
        ]  # fmt: skip
        moments.append((start + ANSWER + 0.65, [Text(at.left, y - (0 if last else 6), number, 15), *left]))
        # What a guess of the optimal tree loses is nothing; luck is what its answer was better than the mean.
        luck = item.average - 1 - come
        text, ink = f"{luck:+.2f}".replace("-", "\u2212"), "accent" if luck > 0 else "warn"
        if abs(luck) < 0.005:
            text, ink = "0.00", "faint"
        judged: list[Mark] = [Text(at.lost, y, "0.00", 15, "faint", "end")] if at.lost else []
        judged.append(Text(at.luck, y, text, 15, ink, "end", bold=ink != "faint"))
        moments.append((played + PAUSE + (i + 1) * REVIEW, judged))
    bottom = TOP + len(path) * ROW + 18
    moments.append((
        played + PAUSE + (len(path) + 1) * REVIEW,
        [Box(at.number, bottom - 16, at.width - 2 * at.number, 16 + 22 * len(summary), "soft", "", 0, 10),
         *(Text(at.width / 2, bottom + 3 + 22 * i, line, 15.5, "ink", "middle", bold=True)
           for i, line in enumerate(summary))],
    ))  # fmt: skip
    return _file(still, moments, end, (at.width, height))


def _file(still: list[Mark], moments: list[tuple[float, list[Mark]]], end: float, sides: tuple[int, int]) -> str:
    """Return the SVG file: marks that stay, and marks that appear at a moment and go at the end."""
    body = [mark_svg(mark, LIGHT, named=True) for mark in still]
    frames, classes = [], []
    for i, (start, marks) in enumerate(moments):
        begin, last = 100 * start / end, 97.5
        text = f"{begin:.2f}%{{opacity:0}}{begin + 1.2:.2f}%,{last}%{{opacity:1}}"
        frames.append(f"@keyframes k{i}{{0%,{text}100%{{opacity:0}}}}")
        classes.append(f".k{i}{{animation:k{i} {end:.2f}s linear infinite}}")
        body.append(f'<g class="k{i}">{"".join(mark_svg(mark, LIGHT, named=True) for mark in marks)}</g>')
    style = dark_style("".join(body))
    style += f"@media (prefers-reduced-motion:no-preference){{{''.join(classes)}}}{''.join(frames)}"
    sans = FONTS["sans"].replace('"', "&quot;")
    size = 'width="{0}" height="{1}" viewBox="0 0 {0} {1}"'.format(*sides)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{sans}">',
        "<title>A game of Bulls and Cows is played, and then reviewed</title>",
        f"<style>{style}</style>",
    ]
    return "\n".join((*lines, *body, "</svg>")) + "\n"
