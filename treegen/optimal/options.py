"""SearchOptions: how a search is done, made once by the command line or by a public function; and what it reports."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from treegen.games.arguments import check_options
from treegen.native.interface import SearchState

if TYPE_CHECKING:
    from player.tree import Tree
    from treegen.optimal.cluster import Cluster
    from treegen.optimal.objective import Prices
    from treegen.optimal.query import ClusterState


class Report(SearchState):
    """A progress report: the state of a search, with the bound and the cost of the whole problem."""

    prices: Prices  # of this search
    cluster: ClusterState | None  # None: there is none
    tree: Tree | None  # the best one known, which may be too deep for this search


Progress = Callable[[Report], None]


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How a search is done, and what is said of it; nothing here changes the tree that is found."""

    threads: int | None = None  # None: the CPUs available
    memory: int | None = None  # bytes for all tables of a search; None: 512 MiB, or less on a small machine
    time_limit: float | None = None  # seconds
    began: float | None = None  # the time.monotonic() from which they count; None: from when a search begins
    checkpoint: str | os.PathLike[str] | None = None  # a file of proved sets
    cluster: Cluster | None = None
    paranoid: bool = False  # whether what rests on the last two is proved again without them
    certificate: str | os.PathLike[str] | None = None  # a file for the proof
    progress: Progress | None = None  # called several times a second
    tell: Callable[[str], None] | None = None  # called with lines of text
    is_over: Callable[[], bool] | None = None  # polled; the search ends when it is true
    switches: int | None = None  # the speed-ups of the core that are used; None: all

    def __post_init__(self) -> None:
        """Check the values of people."""
        check_options(
            threads=self.threads, memory=self.memory, time_limit=self.time_limit, checkpoint=self.checkpoint,
            progress=self.progress, cluster=self.cluster, certificate=self.certificate, tell=self.tell,
            paranoid=self.paranoid,
        )  # fmt: skip

    @property
    def must_check(self) -> bool:
        """Whether the result has to be proved without what it would rest on."""
        return self.paranoid and (self.checkpoint is not None or self.cluster is not None)

    def late(self, seconds: float) -> float:
        """So many seconds that may pass after the deadline, or fewer where the time limit is short."""
        return seconds if self.time_limit is None else min(seconds, self.time_limit / 5)

    def deadline(self) -> float:
        """The time.monotonic() at which a search has to end."""
        began = time.monotonic() if self.began is None else self.began
        return math.inf if self.time_limit is None else began + self.time_limit
