"""What a tree shows of itself in a notebook where treegen is not installed: its figures."""

from __future__ import annotations

from html import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from player.tree import Tree

__all__ = ["summary", "tree_html", "tree_svg"]


def tree_html(tree: Tree) -> str:
    """The tally and the histogram."""
    return summary(tree)


def tree_svg(_: Tree) -> str | None:
    """None, which notebooks understand: there is no picture without treegen."""
    return None


def summary(tree: Tree) -> str:
    """The tally and the histogram as HTML, readable without its colours."""
    most = max(tree.histogram)
    rows = "".join(
        f'<tr><td style="text-align:right">{depth}</td><td style="text-align:right">{found:,}</td>'
        '<td style="text-align:left"><div aria-hidden="true" style="background:#0072B2;height:0.8em;'
        f'width:{12 * found / most:.2f}em"></div></td></tr>'
        for depth, found in enumerate(tree.histogram, 1)
    )
    proved = ", proved optimal" if tree.proved else ""
    return (
        f"<p><b>{escape(tree.game)}</b> {tree.tally}{proved}: {tree.secrets:,} secrets, "
        f"{tree.average:.4f} guesses on average, at most {tree.depth}</p>"
        f"<table><thead><tr><th>guess</th><th>secrets</th><th></th></tr></thead><tbody>{rows}</tbody></table>"
    )
