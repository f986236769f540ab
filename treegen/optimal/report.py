"""What is said of a search while it goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from player.tree import Tree
from treegen.native.interface import SearchState
from treegen.optimal.objective import Prices

__all__ = ["ClusterState", "Progress", "Report"]


class ClusterState(TypedDict):
    """The part of a progress report that is about a cluster, and the state of its search."""

    workers: int
    tasks: int  # that are being searched
    tasks_per_second: float
    dashboard: str  # the address of the cluster's own page; empty: there is none
    search: SearchState


class Report(SearchState):
    """A progress report: the state of a search, with the bound and the cost of the whole problem."""

    prices: Prices  # of this search
    cluster: ClusterState | None  # None: there is none
    tree: Tree | None  # the best one known, which may be too deep for this search


Progress = Callable[[Report], None]
