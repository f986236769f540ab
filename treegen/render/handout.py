"""A lesson on a sheet, with the drawing of the tree below it, as PDF, PNG, SVG, HTML or Markdown."""

from __future__ import annotations

import re
import textwrap

from player.cli import show, terminal
from player.rules.names import rules_of
from player.tree import Tree
from treegen.insight.lesson import Lesson, write_word
from treegen.insight.rows import rows_html
from treegen.render import picture, svg
from treegen.render.scene import Link, Mark, Page, Scene, Text, move, text_width
from treegen.render.view import Look

FORMATS = ("pdf", "png", "svg", "html", "md")

_MARGIN, _SIZE, _LINE = 40.0, 9.0, 12.5  # The margin of the page, the size of text and the height of a line, in points.
_SMALL, _LEAST_SIZE = 7.5, 7.0  # The size of the lines about columns, and the least size of text in the drawing.


def to_bytes(lesson: Lesson, form: str) -> bytes:
    """Return a lesson in one of FORMATS.  Raises DotMissing for a PDF or PNG if the program dot is not installed."""
    if form in ("html", "md"):
        return (to_html if form == "html" else to_markdown)(lesson).encode()
    scene = to_scene(lesson)
    if not lesson.is_key:  # the tree is below
        tree = drawing(lesson, picture.PAPERS["a4"])
        marks = [*scene.marks, *(move(mark, 0, scene.height) for mark in tree.marks)]
        scene = Scene(scene.title, max(scene.width, tree.width), scene.height + tree.height, marks)
    return picture.write(scene, form)


def drawing(lesson: Lesson, page: Page | None) -> Scene:
    """Draw the tree with its winning answers, with the greatest number of levels that can be read."""
    look = Look(has_wins=True, is_blank=lesson.is_blank, has_symbols=True)
    return picture.choose(lesson.tree, page=page, least=_LEAST_SIZE, look=look).scene


def _lists(lesson: Lesson) -> list[tuple[str, list[str]]]:
    """Return the headings and the texts of the numbered lists, without empty ones."""
    questions, answers = ([pair[i] for pair in lesson.questions if pair[i]] for i in (0, 1))
    return [each for each in (("Questions", questions), ("Answers", answers)) if each[1]]


def to_scene(lesson: Lesson) -> Scene:
    """Return the sheet: A4, or longer if needed; the answers, if it has any, stand under a line to fold."""
    width, height = picture.PAPERS["a4"]
    inner = width - 2 * _MARGIN
    size = min(17.0, 17.0 * inner / text_width(lesson.title, 17, bold=True))
    marks: list[Mark] = [Text(_MARGIN, _MARGIN + 6, lesson.title, size, bold=True)]
    y = _MARGIN + 30
    for part in (part for line in lesson.rules for part in _wrapped(line, inner)):
        marks.append(Text(_MARGIN, y, part, _SIZE))
        y += _LINE
    top = bottom = y
    left, beside, below = _MARGIN, _MARGIN, y
    for rows in lesson.tables:
        # Beside the table before it, or below that, or below all.
        for x, y in ((beside, top), (left, below), (_MARGIN, bottom)):
            table, right, end = _table(*rows, x, y + 8)
            if right <= width - _MARGIN:
                break
        marks += table
        left, top, beside, below, bottom = x, y, right + 20, end, max(bottom, end)
    y = bottom + 4
    for part in (part for line in lesson.columns for part in _wrapped(line, inner, _SMALL)):
        y += 10
        marks.append(Text(_MARGIN, y, part, _SMALL, "faint"))
    y += 24
    for heading, texts in _lists(lesson):
        if heading == "Answers":
            marks.append(Link(_MARGIN, y + 2, width - _MARGIN, y + 2, "edge", 0.75, dashed=True))
            marks.append(Text(width - _MARGIN, y + 10, "fold here", 7, "faint", "end"))
            y += 18
        marks.append(Text(_MARGIN, y, heading, 11, bold=True))
        y += 18
        for i, text in enumerate(texts, 1):
            for j, line in enumerate(_wrapped(text, inner - 22)):
                marks.append(Text(_MARGIN + (14 if j else 0), y, line if j else f"{i}.  {line}", _SIZE))
                y += _LINE
        y += 4
    return Scene(lesson.title, width, max(height, y + _MARGIN / 2), marks)


def _wrapped(text: str, width: float, size: float = _SIZE) -> list[str]:
    return textwrap.wrap(terminal.printable(text), int(width / text_width("n", size))) or [""]


def _table(
    title: str, header: tuple[str, ...], rows: tuple[tuple[str, ...], ...], x: float, y: float
) -> tuple[list[Mark], float, float]:
    widths = [max(len(row[i]) for row in (header, *rows)) * 0.57 * _SIZE + 10 for i in range(len(header))]
    ends = [x + sum(widths[: i + 1]) for i in range(len(header))]
    marks: list[Mark] = [Text(x, y, title, 11, bold=True)]
    for number, row in enumerate((header, *rows)):
        at = y + 18 + number * _LINE
        for i, cell in enumerate(row):
            place = (x, "start") if i == 0 else (ends[i], "end")
            marks.append(Text(place[0], at, cell, _SIZE, "ink" if number else "faint", place[1], mono=i == 0 < number))
    marks.append(Link(x, y + 18 + _LINE / 2, ends[-1], y + 18 + _LINE / 2, "edge", 0.5))
    return marks, max(ends[-1], x + text_width(title, 11, bold=True)), y + 18 + (len(rows) + 1) * _LINE


def to_html(lesson: Lesson) -> str:
    """Return a page of HTML without scripts, with the drawing in it; answers unfold, and are printed on their own."""
    sections = "".join(
        f"<section><h2>{svg.escaped(title)}</h2>"
        f"{rows_html([dict(zip(header, row, strict=True)) for row in rows])}</section>"
        for title, header, rows in lesson.tables
    )
    lists = {
        heading: f"<h2>{heading}</h2>\n<ol>{''.join(f'<li>{svg.escaped(text)}</li>' for text in texts)}</ol>"
        for heading, texts in _lists(lesson)
    }
    tree = [] if lesson.is_key else [f"<figure>{svg.to_svg(drawing(lesson, None))}</figure>"]
    parts = [
        f'<!DOCTYPE html>\n<html lang="en"><meta charset="utf-8"><title>{svg.escaped(lesson.title)}</title>',
        f"<style>{_STYLE}</style>\n<h1>{svg.escaped(lesson.title)}</h1>",
        f"<p>{'<br>'.join(map(svg.escaped, lesson.rules))}</p>\n<div class=\"tables\">{sections}</div>",
        "".join(f"<p class=columns>{svg.escaped(line)}</p>" for line in lesson.columns) + lists.pop("Questions", ""),
        *tree, *(f'<div class="answers">{text}</div>' for text in lists.values()), "</html>\n",
    ]  # fmt: skip
    return "\n".join(parts)


_STYLE = (
    "body{font:11pt sans-serif;max-width:50em;margin:2em auto;padding:0 1em}.tables{display:flex;gap:3em;"
    "flex-wrap:wrap}table{border-collapse:collapse}th,td{padding:.1em .7em;border-bottom:1px solid #ccc;"
    "text-align:right}th:first-child,td:first-child{text-align:left}figure{margin:1em 0}svg{max-width:100%;height:auto}"
    ".columns{font-size:85%;color:#555}@media print{figure,.answers{break-before:page}}"
)


def to_markdown(lesson: Lesson) -> str:
    """Return the lesson as Markdown; its drawing is a line that shows the tree with treegen render."""
    parts = [f"# {_shown(lesson.title)}\n", "\n".join(f"{_shown(line)}  " for line in lesson.rules)]
    for title, header, rows in lesson.tables:
        text = show.render([dict(zip(header, row, strict=True)) for row in rows], "md")
        parts.append(f"\n## {_shown(title)}\n\n{text}")
    parts += [f"\n{_shown(line)}" for line in lesson.columns]
    if not (lesson.is_key or lesson.is_blank):
        outline = _outline(lesson.tree)
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", outline)), default=0))
        parts.append(f"\n## The tree\n\n{fence}text\n{outline}\n{fence}\n")
    for heading, texts in _lists(lesson):
        parts.append(f"\n## {heading}\n")
        parts += [f"{number}. {_shown(text)}" for number, text in enumerate(texts, 1)]
    return "\n".join(parts) + "\n"


def _shown(text: str) -> str:
    return show.markdown(terminal.printable(text))


def _outline(tree: Tree) -> str:
    rules = rules_of(tree)
    nodes = sorted(picture.choose(tree).view.nodes, key=lambda item: item.history)
    return "\n".join(
        f"{'    ' * item.history.count(':')}{item.history.rpartition(':')[2]}{': ' * bool(item.history)}"
        f"{terminal.printable(write_word(rules, item.guess))} ({item.candidates} left)"
        for item in nodes
    )
