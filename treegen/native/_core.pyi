"""The native core: partition kernels and the exact search.

Arrays are C-contiguous and of just these types.  What is not of the right type is a TypeError, what is no table, set or
number that makes sense a ValueError, what cannot be done now a RuntimeError.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from treegen.native.interface import LemmaColumns, RunResult, SearchState, Task, TreeColumns

# The cost of what no tree can do, where a cost must be a number.
NEVER: int

# Speed-ups, to be added up for `switches` of Search.  None changes an answer.
CELL_CAPS: int  # bounds know how many cells any guess makes of the cells of a first guess, and of the set itself
SYMMETRY: int  # of equivalent guesses only one is tried
TRANSPOSITION_TABLE: int  # what is known of sets is kept
CANDIDATE_BOUNDS: int  # small sets are solved or bounded by their candidates as guesses
PEAK_BOUNDS: int  # cells are bounded by the most cells that any guess makes of them before they are searched
MASK_ROWS: int  # rows are kept as bit masks where there is memory for them, else as feedbacks
LOOKUPS: int  # rows are kept as feedbacks, and looked up in a register, where the machine can
BEAM_INCUMBENT: int  # a beam search first gives large sets a tree to beat
IMAGES: int  # values of sets are kept up to symmetry
ALL: int  # all of them

def cell_sizes(
    table: npt.NDArray[np.uint8], guesses: npt.NDArray[np.int32], candidates: npt.NDArray[np.int32], feedbacks: int
) -> npt.NDArray[np.int32]:
    """How many candidates answer guesses[i] with feedback f: counts[i, f].

    Entries of the table, [guess, secret], are less than `feedbacks`.
    """

def choose(
    by_secret: npt.NDArray[np.uint8],
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
    """The first guess in the order (score, wins for no candidate, index); -1 if there is none.

    Only guesses count that split the candidates and that none of them answers with a losing feedback.  The score is the
    sum over the cells of prices[size], or the greatest of them, less `bonus` where the guess wins for a candidate.
    `by_secret` is the table as [secret, guess], `allowed` a flag for each guess.  `last`: of equals the highest index.
    """

def fill_codes(
    guesses: npt.NDArray[np.uint8], secrets: npt.NDArray[np.uint8], symbol_count: int, labels: npt.NDArray[np.uint8]
) -> npt.NDArray[np.uint8]:
    """The feedback table of codes, [guess, secret]: labels[bulls, cows] for each pair.

    Codes are given as symbols [code, position], each less than `symbol_count`.
    """

class Search:
    """The exact search of one table, price list and pool of guesses.

    At every node the tree has the first guess by (-(cells + win), not win, index) that attains the least cost, as in
    reference.py, whatever the threads, the memory and the switches.  One run() or tree() at a time: RuntimeError while
    another is at work.
    """

    def __init__(
        self,
        table: npt.NDArray[np.uint8],
        feedbacks: int,
        winning: int,
        losing: Sequence[int] = [],
        prices: Sequence[int] | None = None,
        candidates_only: bool = False,
        symbols: npt.NDArray[np.uint8] | None = None,
        symbol_count: int = 0,
        nozero: bool = False,
        memory: int = 268435456,
        switches: int = 511,
        symmetric: bool = False,
    ) -> None:
        """Make a search of a table [guess, secret].

        `prices`: what a secret costs that is found with guess 1, 2, ...; None is 1, 2, 3, ... without end.  `symbols`:
        the codes [guess, position] of a code game in the order of their text, whose symmetries are then used; `nozero`:
        none begins with symbol 0.  `memory`: bytes of the transposition table.  `symmetric`: the table is its own
        transpose.
        """

    def run(
        self,
        candidates: Sequence[int] | None = None,
        depth: int = 0,
        asked: Sequence[int] | None = None,
        first: int = -1,
        upper_bound: int = 2305843009213693952,
        threads: int = 1,
        horizon: int = 0,
        exact: int = 0,
        beam: int = 0,
        only: Sequence[int] = [],
        recompute: bool = False,
    ) -> RunResult:
        """The least cost of the candidates (None: all; rising) with `depth` guesses made, if less than `upper_bound`.

        `asked`: the guesses made, if the candidates are all that some feedbacks to them leave; only then are symmetries
        used.  `first` or `only`: the first guesses to try.  `horizon`: after so many guesses sets of more than `exact`
        candidates are not searched but bounded, and so is the result.  `beam`: at sets of more than `exact` candidates
        only so many guesses are tried, those of the highest entropy; the result is a tree, but no bound.  `recompute`:
        search this set even if its cost is known.
        """

    def tree(self) -> TreeColumns | None:
        """The tree of the last run, which must have been proved; None after a stop().

        RuntimeError where preload() was given a lie that shows.
        """

    def inherit(self, other: Search) -> None:
        """Take the values of a finished search of the same table without a limit of depth for lower bounds."""

    def stop(self) -> None:
        """Make the run in another thread, or else the next one, return soon."""

    def go_on(self) -> None:
        """Take back a stop() that came after the run."""

    def progress(self) -> SearchState:
        """The state of a run in another thread."""

    def drain_proved(self) -> LemmaColumns:
        """Solved sets that took noticeable time, since the last call: high, low (key), depth, cost, guess, path, end.

        With guess < 0 the cost is a lower bound; NEVER: there is no tree.  path[end[i - 1]:end[i]] are the guesses that
        lead to set i, each followed by its feedback.  Costs count above the price of the next guess.
        """

    def preload(
        self,
        high: npt.NDArray[np.uint64],
        low: npt.NDArray[np.uint64],
        depth: npt.NDArray[np.int32],
        cost: npt.NDArray[np.int64],
        guess: npt.NDArray[np.int32],
        path: npt.NDArray[np.int32],
        end: npt.NDArray[np.int64],
    ) -> tuple[int, str] | None:
        """Take what drain_proved() of a search of the same table, prices and pool gave.

        Returns (row, why) of one that contradicts the rules or another, else None.  Whether they are true is not
        checked.
        """

    def flaw(self, path: Sequence[int], cost: int, guess: int, of_some: bool = False) -> str | None:
        """Why run() cannot have found this of the set that the path leads to, as far as that shows without a search.

        The path holds guesses and feedbacks in turn.  guess -1: the cost is at least that; NEVER: there is no tree.
        `of_some`: run() tried some of the first guesses only.
        """

    def key(self, path: Sequence[int]) -> tuple[int, int, int] | None:
        """What drain_proved() and preload() call the set that this path leads to: high, low, depth.

        None where no search takes the path.
        """

    def set_task_range(self, least: int, most: int, guesses: int = 0) -> None:
        """From now on sets of so many candidates are not searched by the threads of run() but queued as tasks.

        Of larger sets so many guesses at once (0: none); none at all when most < least.
        """

    def take_tasks(self, most: int) -> list[Task]:
        """Sets to search elsewhere, each for run() with the candidates that the feedbacks leave."""

    def complete_task(self, id: int, cost: int, guess: int) -> bool:  # noqa: A002
        """What run() found of a task; guess -1: the cost is at least that; NEVER: there is no tree.

        False when nobody waits for it any more.
        """

    def reject_task(self, id: int) -> bool:  # noqa: A002
        """The set is for the threads of run() after all, which queue the smaller sets they come to.

        False when nobody waits for it any more.
        """

    def reject_tasks(self) -> None:
        """The same of all tasks, and none is queued any more."""

    def cancelled_tasks(self) -> list[int]:
        """The ids of tasks that were taken and have become useless, since the last call."""

    @property
    def positions(self) -> int:
        """Sets searched since the search was made."""
