"""Types at the boundary between Python and the native core: its arguments and results, and the module itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, TypedDict

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treegen.native._core import Search

__all__ = [
    "NEVER", "CellState", "Core", "FrontierColumns", "GuessState", "LemmaColumns", "RunResult",
    "SearchState", "TreeColumns",
]  # fmt: skip

NEVER = 1 << 61  # core.NEVER: the cost if there is no tree, where a cost must be a number

# A tree, parents first: for each node the guess, whether it wins for a candidate (0 or 1), its parent and the feedback
# that leads to it (both -1 at the root).
TreeColumns = tuple[npt.NDArray[np.int32], npt.NDArray[np.uint8], npt.NDArray[np.int32], npt.NDArray[np.int32]]
# First guesses: guess, bound and rank (see Search.frontier).
FrontierColumns = tuple[npt.NDArray[np.int32], npt.NDArray[np.int64], npt.NDArray[np.int32]]
# Proved sets: high and low word of the key, depth, cost, guess, path, end (see Search.drain_proved).
LemmaColumns = tuple[
    npt.NDArray[np.uint64], npt.NDArray[np.uint64], npt.NDArray[np.int32], npt.NDArray[np.int64], npt.NDArray[np.int32],
    npt.NDArray[np.int32], npt.NDArray[np.int64],
]  # fmt: skip


class RunResult(TypedDict):
    """What Search.run returns; costs count the price of every secret."""

    outcome: Literal["proved", "infeasible", "bounded", "stopped"]  # bounded: nothing costs less than upper_bound
    cost: int | None  # None unless proved; if stopped, of the best tree so far
    bound: int | None  # no tree costs less; None: there is no tree
    guess: int  # the first guess of that tree; -1: there is none
    firsts: list[tuple[int, int]]  # the best first guesses with their costs, as many as were asked for and exist


class CellState(TypedDict):
    """A cell of a first guess that is being searched."""

    feedback: int
    size: int  # candidates
    bound: int | None  # None: there is no tree
    cost: int | None  # of the best tree so far; None: there is none yet
    done: bool


class GuessState(TypedDict):
    """A first guess that is being searched."""

    guess: int
    bound: int | None  # None: there is no tree
    cells: list[CellState]


class SearchState(TypedDict):
    """What Search.progress returns."""

    positions: int  # sets searched
    entries: int  # of the transposition table, in use
    capacity: int  # the most entries that fit
    cost: int | None  # of the best tree so far; None: there is none yet
    bound: int | None  # no tree costs less; None: there is no tree
    guesses: list[GuessState]


class Core(Protocol):
    """The module `treegen.native._core` as a type; its stub documents it."""

    NEVER: int
    CELL_CAPS: int
    SYMMETRY: int
    TRANSPOSITION_TABLE: int
    CANDIDATE_BOUNDS: int
    PEAK_BOUNDS: int
    MASK_ROWS: int
    LOOKUPS: int
    IMAGES: int
    LOCAL_TABLES: int
    BEST_COLUMNS: int
    ALL: int

    @property
    def Search(self) -> type[Search]:  # noqa: N802  it is a class
        """The exact search."""

    def cell_sizes(
        self,
        table: npt.NDArray[np.uint8 | np.uint16],
        guesses: npt.NDArray[np.int32],
        candidates: npt.NDArray[np.int32],
        feedbacks: int,
    ) -> npt.NDArray[np.int32]:
        """How many candidates give each feedback to each guess."""  # fmt: skip

    def check_certificate(self, data: bytes) -> list[int]:
        """How many lemmas each claim of a certificate took; ValueError where it is rejected."""

    def choose(
        self,
        by_secret: npt.NDArray[np.uint8 | np.uint16],
        candidates: npt.NDArray[np.int32],
        prices: npt.NDArray[np.int64],
        greatest: bool,
        candidates_only: bool,
        feedbacks: int,
        winning: int,
        losing: Sequence[int],
        prefer_candidate: bool = True,
        last: bool = False,
        bonus: int = 0,
        allowed: npt.NDArray[np.uint8] | None = None,
    ) -> int:
        """The choice of a one-step rule."""  # fmt: skip

    def fill_codes(
        self,
        guesses: npt.NDArray[np.uint8],
        secrets: npt.NDArray[np.uint8],
        symbol_count: int,
        labels: npt.NDArray[np.uint8],
    ) -> npt.NDArray[np.uint8]:
        """The feedback table of codes."""  # fmt: skip
