"""Pictures of trees for programs: as SVG, and as the source for Graphviz."""

from __future__ import annotations

from typing import TYPE_CHECKING

from player.errors import BadInput
from player.rules.arguments import check_text
from player.rules.misspelt import suggest
from player.tree.tree import as_tree
from treegen.games.arguments import check_options
from treegen.render import dot, svg
from treegen.render.picture import choose
from treegen.render.view import view

if TYPE_CHECKING:
    from player.tree.tree import TreeSource

__all__ = ["to_dot", "to_svg"]


def to_svg(tree: TreeSource, *, at: str = "", levels: int | None = None, theme: str = "auto") -> str:
    """Draw a tree, or `levels` levels of the subtree after the history `at`, and return the picture as SVG.

    `tree` is a Tree, or its name, path or bytes.  By default as many levels are shown as are readable on a screen; one
    level is the answers to a guess, as bars.  `theme` is "light", "dark" or "auto" (light unless the reader's system is
    dark).  The command `treegen render` has other formats and sizes.

    Raises BadInput for a history that the tree does not have, for levels of more than 400 nodes and for any other
    theme, what `open_tree` raises, and TypeError for arguments of a wrong type.

    >>> import treegen as tg
    >>> tg.to_svg("bulls-3x9", at="123:11", levels=2)[:4]
    '<svg'
    """
    known = as_tree(tree, "to_svg")
    check_text("a theme", theme, "dark")
    if theme not in svg.THEMES:
        raise BadInput(f"{theme[:60]!r} is not a theme; {suggest(theme, svg.THEMES)}")
    check_options(levels=levels)
    return svg.to_svg(choose(known, at=at, levels=levels).scene, theme=theme)


def to_dot(tree: TreeSource, *, at: str = "", levels: int | None = None) -> str:
    """Return the source for Graphviz of a tree, or of `levels` levels of the subtree after the history `at`.

    `tree` is a Tree, or its name, path or bytes.  Raises BadInput for a history that the tree does not have, what
    `open_tree` raises, and TypeError for arguments of a wrong type.

    >>> import treegen as tg
    >>> tg.to_dot("bulls-3x9", levels=2).splitlines()[0]
    'digraph tree {'
    """
    known = as_tree(tree, "to_dot")
    check_options(levels=levels)
    return dot.to_dot(known, view(known, at=at, levels=levels))
