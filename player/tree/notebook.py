"""How notebooks show trees: by statistics, or by a picture that an installed package such as treegen draws."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def to_text(tree: Any, form: str) -> str | None:
    """Return a tree as "html" or "svg", by the entry point of this name in `guesstree.notebook`, else None."""
    from importlib.metadata import entry_points

    for point in entry_points(group="guesstree.notebook", name=form):
        try:
            text: str = point.load()(tree)
        except ImportError:
            continue
        return text
    return None


def summary(tree: Any) -> str:
    """Return the tally and the histogram as HTML, readable without its colours."""
    from html import escape

    most = max(tree.histogram)
    rows = "".join(
        f'<tr><td style="text-align:right">{depth}</td><td style="text-align:right">{found:,}</td>'
        '<td style="text-align:left"><div aria-hidden="true" style="background:#0072B2;height:0.8em;'
        f'width:{12 * found / most:.2f}em"></div></td></tr>'
        for depth, found in enumerate(tree.histogram, 1)
    )
    counted = "weight" if tree.weights else "secrets"
    proved = ", proved optimal" if tree.proved else ""
    return (
        f"<p><b>{escape(tree.title)}</b> {tree.tally}{proved}: {tree.secrets:,} secrets, "
        f"{tree.average:.4f} guesses on average, at most {tree.depth}</p>"
        f"<table><thead><tr><th>guess</th><th>{counted}</th><th></th></tr></thead><tbody>{rows}</tbody></table>"
    )
