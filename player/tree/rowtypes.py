"""The types of rows of trees, for type checkers only: nothing imports them at run time."""

from __future__ import annotations

from typing import TypedDict


class NodeRow(TypedDict):
    """A row of `Tree.rows`: a node, what was asked and answered before, and how many secrets are possible there."""

    node: int
    parent: int
    depth: int
    history: str
    guess: str
    is_candidate: bool
    candidates: int
    children: int
