"""Export of a tree as nested JSON, and as one line per secret.  Neither recurses, so the depth is not limited."""

from __future__ import annotations

import json

from player.errors import BadInput
from player.tree import Tree

__all__ = ["to_json", "to_text"]


def to_json(tree: Tree) -> str:
    """Return nested `{"guess": "0123", "children": {"01": {...}}}`; the winning feedback has no child."""
    texts: dict[int, str] = {}
    for node in range(len(tree) - 1, -1, -1):
        children = ", ".join(
            f"{json.dumps(tree.labels[tree.feedback[child]])}: {texts.pop(child)}" for child in tree.children(node)
        )
        texts[node] = f'{{"guess": {json.dumps(tree.guesses[node])}, "children": {{{children}}}}}'
    return texts[0] + "\n"


def to_text(tree: Tree) -> str:
    """Return one line per secret, sorted: the secret, a blank, and the history that finds it.

    Raises BadInput for a tree whose guesses or labels contain blanks or separators, which only a tree in memory can.
    """
    for word in {*tree.guesses, *tree.labels}:
        if not word.isprintable() or set(word) & set(" ,:#"):
            raise BadInput(f"{word[:40]!r}: a guess or feedback must be printable, without blanks and , : #")
    lines = []
    winning = tree.labels[tree.winning]
    for row in tree.rows():
        if row["is_candidate"]:
            step = f"{row['guess']}:{winning}"
            path = f"{row['history']},{step}" if row["history"] else step
            lines.append(f"{row['guess']} {path}\n")
    return "".join(sorted(lines))
