"""How notebooks display a tree: as HTML that can be unfolded, and as a small picture."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from player.tree.notebook import summary
from treegen.render.view import level_sizes, most_levels, still_to_come

if TYPE_CHECKING:
    from player.tree import Tree

_HTML_NODES = 400  # about 60 kB of HTML


def tree_html(tree: Tree) -> str:
    """Return HTML with the tally, the histogram, a picture, and lists of the top that unfold, without scripts."""
    return f"<div>{summary(tree)}{tree_svg(tree)}{lists_html(tree)}</div>"


def lists_html(tree: Tree) -> str:
    """Return the top of the tree as lists that unfold."""
    levels = most_levels(level_sizes(tree), _HTML_NODES)
    stop = tree.levels[levels] if levels < tree.depth else len(tree)
    counts, (worst, average) = tree.candidate_counts(), still_to_come(tree)
    texts: dict[int, str] = {}
    for node in range(stop - 1, -1, -1):  # children come after their parent
        left = counts[node]
        feedback = f"{escape(tree.labels[tree.feedback[node]])} → " if node else ""
        words = f"{feedback}<b>{escape(tree.guesses[node])}</b>"
        if left > 1:
            words += f" {left:,} left, worst {worst[node]}, average {average[node]:.2f}"
        below = [texts.pop(child) for child in tree.children(node) if child < stop]
        if below:
            state = "" if node else " open"
            words = f"<details{state}><summary>{words}</summary><ul>{''.join(below)}</ul></details>"
        elif tree.fanout[node]:
            words += " …"
        texts[node] = f"<li>{words}</li>" if node else words
    return texts[0]


def tree_svg(tree: Tree) -> str:
    """Return a picture of the top of the tree as SVG, which needs nothing from elsewhere."""
    from treegen.render.picture import choose
    from treegen.render.svg import to_svg

    return to_svg(choose(tree).scene)
