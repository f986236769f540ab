"""Export of a tree as nested JSON, and as one line per secret.  Neither recurses, so the depth is not limited."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from player.errors import BadInput
from player.tree.tree import open_tree
from treegen.insight.rows import games_of

if TYPE_CHECKING:
    from player.tree.tree import TreeSource


def to_json(tree: TreeSource) -> str:
    """Return nested `{"guess": "0123", "children": {"01": {...}}}`; the winning feedback has no child.

    `tree` is a Tree, or its name, path or bytes.  Raises what `open_tree` raises.

    >>> to_json("bulls-3x9.total")[:44]
    '{"guess": "123", "children": {"00": {"guess"'
    """
    tree = open_tree(tree)
    texts: dict[int, str] = {}
    for node in range(len(tree) - 1, -1, -1):
        children = ", ".join(
            f"{json.dumps(tree.labels[tree.feedback[child]])}: {texts.pop(child)}" for child in tree.children(node)
        )
        texts[node] = f'{{"guess": {json.dumps(tree.guesses[node])}, "children": {{{children}}}}}'
    return texts[0] + "\n"


def to_text(tree: TreeSource) -> str:
    """Return one line per secret, sorted: the secret, a blank, and the history that finds it.

    `tree` is a Tree, or its name, path or bytes.  Raises what `open_tree` raises, and BadInput for a tree whose guesses
    or labels contain blanks or separators, which only a tree in memory can.

    >>> to_text("bulls-3x9.total").splitlines()[0]
    '123 123:30'
    """
    tree = open_tree(tree)
    for word in {*tree.guesses, *tree.labels}:
        if not word.isprintable() or set(word) & set(" ,:#"):
            raise BadInput(f"{word[:40]!r}: a guess or feedback must be printable, without blanks and , : #")
    return "".join(f"{secret} {history}\n" for secret, history in games_of(tree))
