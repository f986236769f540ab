"""What a tree shows of itself in a notebook: by treegen where that is installed, else its figures alone."""

from __future__ import annotations

from html import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from player.tree import Tree

__all__ = ["html", "summary", "svg"]


def html(tree: Tree) -> str:
    """The tally, the histogram and the top of the tree; without treegen the first two."""
    try:
        from treegen.render.notebook import tree_html
    except ImportError:
        return summary(tree)
    return tree_html(tree)


def svg(tree: Tree) -> str | None:
    """The top of the tree as a picture; None, which notebooks understand, without treegen or the program dot."""
    try:
        from treegen.render.notebook import tree_svg
    except ImportError:
        return None
    return tree_svg(tree)


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
