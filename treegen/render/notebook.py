"""What notebooks show: a tree as HTML that unfolds and as a small picture, and rows of figures as a table."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from player import display
from treegen.render.view import level_sizes, most_levels, still_to_come

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from player.tree import Tree

__all__ = ["rows_html", "tree_html", "tree_svg"]

_HTML_NODES = 400  # about 60 kB of HTML
_PICTURE_NODES = 40  # what fits a screen


def tree_html(tree: Tree) -> str:
    """The tally, the histogram, and the top of the tree as lists that unfold; no script, no style but widths."""
    levels = most_levels(level_sizes(tree), _HTML_NODES)
    stop = tree.levels[levels] if levels < tree.depth else len(tree)
    counts, (worst, total) = tree.candidate_counts(), still_to_come(tree)
    texts: dict[int, str] = {}
    for node in range(stop - 1, -1, -1):  # children come after their parent
        left = counts[node]
        feedback = f"{escape(tree.labels[tree.feedback[node]])} → " if node else ""
        words = f"{feedback}<b>{escape(tree.guesses[node])}</b>"
        if left > 1:
            words += f" {left:,} left, worst {worst[node]}, average {total[node] / left:.2f}"
        below = [texts.pop(child) for child in tree.children(node) if child < stop]
        if below:
            state = "" if node else " open"
            words = f"<details{state}><summary>{words}</summary><ul>{''.join(below)}</ul></details>"
        elif tree.fanout[node]:
            words += " …"
        texts[node] = f"<li>{words}</li>" if node else words
    return f"<div>{display.summary(tree)}{texts[0]}</div>"


def tree_svg(tree: Tree) -> str | None:
    """A picture of the top of the tree; None where the program dot is not installed."""
    from treegen.render import dot

    levels = most_levels(level_sizes(tree), _PICTURE_NODES)
    source = dot.to_dot(tree, dot.fold(tree, levels=levels).view)
    try:
        return dot.draw(source, "svg").decode()
    except dot.DotMissing:
        return None


def rows_html(rows: Sequence[Mapping[str, Any]], title: str = "") -> str:
    """Rows of figures as an HTML table, its columns the keys in the order in which they first come; all is escaped.

    >>> rows_html([{"bits": 2.77}])
    '<table><thead><tr><th>bits</th></tr></thead><tbody><tr><td style="text-align:right">2.77</td></tr></tbody></table>'
    """
    keys = list(dict.fromkeys(key for row in rows for key in row))
    head = "".join(f"<th>{escape(key)}</th>" for key in keys)
    body = "".join(f"<tr>{''.join(_cell(row.get(key)) for key in keys)}</tr>" for row in rows)
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        text = f"{value:,}" if isinstance(value, int) else f"{value:.6g}"
        return f'<td style="text-align:right">{text}</td>'
    if isinstance(value, (list, tuple)):
        value = " ".join(map(str, value))
    return f"<td>{'' if value is None else escape(str(value).lower() if isinstance(value, bool) else str(value))}</td>"
