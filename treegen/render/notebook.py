"""The display of a tree in notebooks: HTML that can be unfolded, and a small picture."""

from __future__ import annotations

from html import escape

from player.tree import Tree
from player.tree.tree import summary
from treegen.render.view import level_sizes, most_levels, view

_HTML_NODES = 400  # The lists have at most this number of nodes, about 60 kB of HTML.


def tree_html(tree: Tree) -> str:
    """Return HTML with the tally, the histogram, a picture, and lists of the top that unfold, without scripts."""
    return f"<div>{summary(tree)}{tree_svg(tree)}{lists_html(tree)}</div>"


def lists_html(tree: Tree) -> str:
    """Return the top of the tree as lists that unfold."""
    lists: dict[int, list[str]] = {}  # items of the children of each node, from the last
    for item in reversed(view(tree, levels=most_levels(level_sizes(tree), _HTML_NODES)).nodes):
        words = f"{escape(item.label)} → " * (item.parent >= 0) + f"<b>{escape(item.guess)}</b>"
        if item.candidates > 1:
            words += f" {item.candidates:,} left, worst {item.worst}, average {item.average:.2f}"
        if below := "".join(reversed(lists.pop(item.node, []))):
            state = "" if item.parent >= 0 else " open"
            words = f"<details{state}><summary>{words}</summary><ul>{below}</ul></details>"
        elif item.is_folded:
            words += " …"
        lists.setdefault(item.parent, []).append(f"<li>{words}</li>" if item.parent >= 0 else words)
    return lists[-1][0]


def tree_svg(tree: Tree) -> str:
    """Return a picture of the top of the tree as SVG, without references to other files."""
    from treegen.render.picture import to_svg

    return to_svg(tree, theme="light")
