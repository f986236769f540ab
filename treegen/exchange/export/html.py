"""Trees as a page to play and explore: one HTML file that asks nothing of any server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from player.web import make_page, name_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from player.tree import Tree

__all__ = ["to_html"]


def to_html(trees: Sequence[Tree]) -> str:
    """The page with these trees in it, the first one shown first; BadInput for two of one name.

    >>> from player import open_tree
    >>> '"name": "bulls-3x9.total"' in to_html([open_tree("bulls-3x9.total")])
    True
    """
    return make_page((name_of(tree), tree) for tree in trees)
