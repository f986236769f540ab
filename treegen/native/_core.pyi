"""The native core: partition kernels and the exact search.

Arrays must be C-contiguous and have exactly these types.  The entries of a table are uint8, or uint16 where there are
more than 256 feedbacks.  A wrong type raises TypeError, an invalid table, set or number ValueError, and a call that is
not possible in the present state RuntimeError.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from treegen.native.interface import FrontierColumns, LemmaColumns, RunResult, SearchState, TreeColumns

# The cost if there is no tree, where a cost must be a number.
NEVER: int

# Speed-ups by name, whose sum is the argument `switches` of Search (`Switch` in search.hpp).  None changes a result.
SWITCHES: dict[str, int]
ALL: int  # all of them

def cell_sizes(
    table: npt.NDArray[np.uint8 | np.uint16],
    guesses: npt.NDArray[np.int32],
    candidates: npt.NDArray[np.int32],
    feedbacks: int,
) -> npt.NDArray[np.int32]:
    """Return counts[i, f]: how many candidates answer guesses[i] with feedback f.

    Entries of the table, [guess, secret], must be less than `feedbacks`.
    """

def choose(
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
    """Return the first guess in the order (score, wins for no candidate, index); -1 if there is none.

    A guess must split the candidates, and none of them may answer it with a losing feedback.  The score is the sum over
    the cells of prices[size], or the greatest of them, less `bonus` if the guess wins for a candidate.  `by_secret` is
    the table as [secret, guess], and `allowed` a flag for each guess.  With `last`, ties go to the highest index.
    """

def fill_codes(
    guesses: npt.NDArray[np.uint8], secrets: npt.NDArray[np.uint8], symbol_count: int, labels: npt.NDArray[np.uint8]
) -> npt.NDArray[np.uint8]:
    """Return the feedback table of codes, [guess, secret]: labels[bulls, cows] for each pair.

    Codes are symbols [code, position], each less than `symbol_count`.
    """

def check_certificate(data: bytes) -> list[int]:
    """Check the bytes of a certificate, unpacked, with scripts/check_certificate.c; return the lemmas of each claim.

    ValueError with the reason where it is rejected.  One certificate is checked at a time; the others wait.
    """

class Search:
    """The exact search of one table, price list and pool of guesses.

    At every node the tree has the first guess by (-(cells + win), not win, index) that attains the least cost, as in
    general.py, for any number of threads, any memory and any switches.  Only one run() or tree() is possible at a
    time; RuntimeError while another one is running.
    """

    def __init__(
        self,
        table: npt.NDArray[np.uint8 | np.uint16],
        feedbacks: int,
        winning: int,
        losing: Sequence[int] = [],
        prices: Sequence[int] | None = None,
        candidates_only: bool = False,
        symbols: npt.NDArray[np.uint8] | None = None,
        symbol_count: int = 0,
        nozero: bool = False,
        told: str = "numbers",
        memory: int = 268435456,
        switches: int = 511,
        symmetric: bool = False,
        weights: Sequence[int] | None = None,
        words: npt.NDArray[np.uint8] | None = None,
        marks: npt.NDArray[np.uint8] | None = None,
    ) -> None:
        """Make a search of a table [guess, secret].

        `prices`: the prices of secrets found with guess 1, 2, ...; None is the infinite list 1, 2, 3, ....  `symbols`:
        the codes [guess, position] of a code game, sorted by their text, whose symmetries are then used; `nozero`: no
        code begins with symbol 0; `told`: what a feedback tells, "numbers", "places" (only how many agree, and secrets
        may be any codes) or "marks" (of each position, as a number in base 3).  `memory`: bytes of all large tables;
        the transposition table gets what the others leave, at least a quarter.  `symmetric`: the table is its own
        transpose.  `weights`: of each secret; None: all weigh 1.  `words` [guess, place] and `marks` [feedback, place]:
        hard mode, in which each guess must use what the marks (0, 1, 2) of the guesses before told; then run() needs
        `asked`.
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
        firsts: int = 0,
        hard: float = 0.0,
    ) -> RunResult:
        """Compute the least cost of the candidates (None: all; rising) after `depth` guesses, if < `upper_bound`.

        `asked`: the guesses made, if the candidates are all that some feedbacks to them leave; only then are symmetries
        used.  `first` or `only`: the first guesses to try.  `horizon`: after this number of guesses, sets of more than
        `exact` candidates are bounded instead of searched, and the result is a lower bound.  `beam`: at sets of more
        than `exact` candidates, only this number of guesses is tried, those of the highest entropy; the result is a
        tree, but not a bound.  `recompute`: search this set even if its cost is known.  `firsts`: how many of the
        best first guesses are proved and returned, without `horizon` and `beam`.  `hard`: seconds after which the run
        is stopped; 0: none.  See frontier() for what is left.
        """

    def tree(self) -> TreeColumns | None:
        """Return the tree of the last run, which must have found one; None after a stop().

        RuntimeError if a false value given to preload() is detected.
        """

    def certify(self, bound: int, first: int, by_class: bool, codes: Sequence[int]) -> bytes | None:
        """Return the proof, for a certificate, that a tree costs at least `bound`, after a run(); None after a stop().

        NEVER: that there is no tree.  `first` is the only first guess (-1: any), `by_class` whether class caps are
        used, `codes` the number of each feedback in certificates.  RuntimeError where the claim is false, or a value
        that preload() was given.
        """

    def inherit(self, other: Search) -> None:
        """Use the values of a finished search of the same table, without a depth limit, as lower bounds."""

    def stop(self) -> None:
        """Make the run in another thread, or otherwise the next run, return soon."""

    def go_on(self) -> None:
        """Revoke a stop() that came after the run."""

    def frontier(self) -> FrontierColumns:
        """Return the first guesses that the last run might try, rising: guess, bound and rank.

        No tree that begins with the guess costs less than its bound; NEVER: there is none.  The order of guesses is
        that of falling ranks, then of rising guesses.
        """

    def progress(self) -> SearchState:
        """Return the state of a run in another thread."""

    def drain_proved(self) -> LemmaColumns:
        """Return the sets solved since the last call that took noticeable time.

        The columns are high and low (the key), depth, cost, guess, path and end.  With guess < 0, the cost is a lower
        bound; NEVER means that there is no tree.  path[end[i - 1]:end[i]] are the guesses that lead to set i, each
        followed by its feedback.  Costs are relative to the price of the next guess.
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
        """Load the result of drain_proved() of a search of the same table, prices and pool.

        Returns (row, why) for a row that contradicts the rules or another row, otherwise None.  It does not check
        whether the rows are true.
        """

    def key(self, path: Sequence[int]) -> tuple[int, int, int] | None:
        """Return the key (high, low, depth) of the set that this path leads to, as drain_proved() uses it.

        None if no search takes the path.
        """

    @property
    def table_bytes(self) -> int:
        """The memory of all large tables: rows of masks and of bounds, and the transposition table when it is full."""

    @property
    def positions(self) -> int:
        """The number of sets searched since the search was made."""
