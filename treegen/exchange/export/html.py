"""Export of trees as a page to play and explore: one HTML file that works offline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from player.web import make_page, name_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from player.tree import Tree

__all__ = ["to_html"]


def to_html(trees: Sequence[Tree]) -> str:
    """Return the page with these trees, which shows the first of them; BadInput if two have the same name.

    >>> from player import open_tree
    >>> '"name": "bulls-3x9.total"' in to_html([open_tree("bulls-3x9.total")])
    True
    """
    return make_page((name_of(tree), tree) for tree in trees)
