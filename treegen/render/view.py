"""The part of a tree in a picture (after a history, to some depth, a path to a secret), and the guesses needed."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import NamedTuple

from player.errors import BadInput, require
from player.rules.spelling import find_word
from player.rules.titles import brief
from player.tree import Tree
from treegen.insight.rows import still_needed


class Shown(NamedTuple):
    """A node of the view: its index in the tree, that of its parent (-1 at the top), and what pictures say of it.

    `label` is the feedback that leads to it, and "" at the top; `worst` and `average` are the guesses still needed.
    `is_folded`: all its children are hidden.  `is_on_path`: it is on the path to the secret.  By weight, `share`
    is that of its candidates in those of its parent, `part` in those of the whole tree, and `own` that of its guess in
    its candidates.
    """

    node: int
    parent: int
    history: str
    guess: str
    label: str
    depth: int
    candidates: int
    worst: int
    average: float
    is_win: bool
    is_folded: bool
    is_on_path: bool
    share: float
    part: float
    own: float


class Rest(NamedTuple):
    """The cells of `parent` that are not on the path to the secret, drawn as one box."""

    parent: int
    cells: int
    candidates: int
    share: float


class Look(NamedTuple):
    """How it is drawn: with winning answers, without guesses and figures, pegs marked by their symbols, for a phone."""

    has_wins: bool = False
    is_blank: bool = False
    has_symbols: bool = False
    is_narrow: bool = False


PLAIN = Look()
BY_WEIGHT = "averages and shares are by weight"  # what pictures of trees with weights say


class View(NamedTuple):
    """The part of a tree in a picture, in breadth-first order; `found_by` is the node that finds the secret, or -1."""

    at: str
    nodes: tuple[Shown, ...]
    rests: tuple[Rest, ...]
    found_by: int
    look: Look = PLAIN


def view(tree: Tree, *, at: str = "", levels: int | None = None, secret: str | None = None, look: Look = PLAIN) -> View:
    """Return `levels` levels of the subtree after the history `at`, and beyond them only the path to `secret`.

    >>> import player
    >>> tree = player.open_tree("bulls-3x9.total")
    >>> len(view(tree, levels=2).nodes), view(tree, levels=1, secret="739").nodes[-1].depth
    (9, 6)
    """
    root = tree.find(at)
    path = _path_to(tree, root, at, secret) if secret is not None else []
    counts, weights, (worst, costs) = tree.candidate_counts(), tree.candidate_weights(), still_needed(tree)
    on_path, depth = set(path), at.count(":")  # the depth of the parent of the root
    nodes, rests, found = list[Shown](), list[Rest](), [(root, -1, at, 1)]
    for node, parent, history, level in found:  # the list grows in this loop
        children, guess = list(tree.children(node)), tree.guesses[node]
        if levels is not None and level >= levels:
            hidden = [child for child in children if child not in on_path]
            children = [child for child in children if child in on_path]
            if hidden and node in on_path:
                share = sum(weights[child] for child in hidden) / weights[node]
                rests.append(Rest(node, len(hidden), sum(counts[child] for child in hidden), share))
        is_folded = not children and tree.fanout[node] > 0 and node not in on_path
        nodes.append(Shown(
            node=node, parent=parent, history=history, guess=guess, depth=depth + level,
            label=tree.labels[tree.feedback[node]] if parent >= 0 else "", candidates=counts[node],
            worst=worst[node], average=costs[node] / weights[node], is_win=tree.is_win(node), is_folded=is_folded,
            is_on_path=node in on_path, share=weights[node] / weights[max(parent, 0)],
            part=weights[node] / weights[0],
            own=1 - sum(weights[child] for child in tree.children(node)) / weights[node],
        ))  # fmt: skip
        before = f"{history},{guess}" if history else guess
        found += [(child, node, f"{before}:{tree.labels[tree.feedback[child]]}", level + 1) for child in children]
    return View(at, tuple(nodes), tuple(rests), path[-1] if path else -1, look)


def _path_to(tree: Tree, root: int, at: str, secret: str) -> list[int]:
    found_at = {guess: i for i, guess in enumerate(tree.guesses) if tree.is_win(i)}
    node = found_at.get(find_word(secret, found_at.__contains__) or secret)
    if node is None:
        raise BadInput(f"{secret[:40]!r} is not a secret of {brief(tree.game)}; one is {min(tree.found())}")
    parents, path = tree.parents(), [node]
    while path[-1] > root:  # a parent comes before its children
        path.append(parents[path[-1]])
    require(path[-1] == root, f"the secret {secret} is not possible after {at}; leave out --at to see its path")
    return path[::-1]


def level_sizes(tree: Tree, at: str = "") -> list[int]:
    """Return the number of nodes at each level of the subtree after a history; its root is the first level."""
    start = tree.find(at)
    stop, sizes = start + 1, []
    while start < stop:
        sizes.append(stop - start)
        start, stop = tree.first[start], tree.first[stop]
    return sizes


def most_levels(sizes: list[int], limit: int) -> int:
    """Return the largest number of levels, at least one, with at most `limit` nodes in total."""
    return max(1, bisect_right(list(accumulate(sizes)), limit))
