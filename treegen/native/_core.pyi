# The types of the native core; README.md documents its functions.

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from treegen.native.interface import RunResult, SearchState, TreeColumns

_Entries: TypeAlias = npt.NDArray[np.uint8 | np.uint16]  # of a table
_Bytes: TypeAlias = npt.NDArray[np.uint8]
_Indices: TypeAlias = npt.NDArray[np.int32]
_Costs: TypeAlias = npt.NDArray[np.int64]

# The cost if there is no tree, where a cost must be a number.
NEVER: int

# Speed-ups by name, whose sum is the argument `switches` of Search (`Switch` in search.hpp).  None changes a result.
SWITCHES: dict[str, int]
ALL: int  # all of them

def cell_sizes(table: _Entries, guesses: _Indices, candidates: _Indices, feedbacks: int) -> _Indices: ...
def choose(
    by_secret: _Entries,
    candidates: _Indices,
    rule: Rule,
    candidates_only: bool,
    feedbacks: int,
    winning: int,
    losing: Sequence[int],
    allowed: _Bytes | None = None,
) -> int: ...
def fill_codes(guesses: _Bytes, secrets: _Bytes, symbol_count: int, labels: _Bytes) -> _Bytes: ...
def fill_marks(guesses: _Bytes, secrets: _Bytes) -> _Bytes: ...
def divide_intervals(costs: _Costs, n: int, most: int, convex: bool) -> None: ...
def solve_intervals(costs: _Costs, n: int) -> None: ...
def check_certificate(data: bytes, threads: int = 1) -> list[int]: ...
def greedy_of_codes(
    positions: int,
    symbols: int,
    may_repeat: bool,
    nozero: bool,
    labels: _Bytes,
    winning: int,
    secrets: _Indices,
    rule: Rule,
) -> Greedy: ...
def greedy_of_words(words: _Bytes, entropy: _Costs, secrets: _Indices, rule: Rule) -> Greedy: ...

class Rule:
    def __init__(
        self,
        prices: _Costs,
        greatest: bool,
        prefer_candidate: bool = True,
        last: bool = False,
        bonus: int = 0,
        separable: int = 0,
    ) -> None: ...

class Greedy:
    def choose(self, candidates: _Indices, asked: Sequence[int], candidates_only: bool) -> int: ...
    def tree(
        self,
        candidates: _Indices,
        asked: Sequence[int],
        opening: Sequence[int],
        candidates_until: int,
        threads: int,
        progress: Callable[[int, int], None],
    ) -> TreeColumns: ...

class Search:
    def __init__(
        self,
        table: _Entries,
        feedbacks: int,
        winning: int,
        losing: Sequence[int] = [],
        prices: Sequence[int] | None = None,
        candidates_only: bool = False,
        symbols: _Bytes | None = None,
        symbol_count: int = 0,
        nozero: bool = False,
        invariance: str = "numbers",
        memory: int = 268435456,
        switches: int = 511,
        symmetric: bool = False,
        weights: Sequence[int] | None = None,
        words: _Bytes | None = None,
        marks: _Bytes | None = None,
    ) -> None: ...
    def run(
        self,
        candidates: Sequence[int] | None = None,
        depth: int = 0,
        asked: Sequence[int] | None = None,
        upper_bound: int = 2305843009213693952,
        threads: int = 1,
        horizon: int = 0,
        exact: int = 0,
        beam: int = 0,
        only: Sequence[int] = [],
        recompute: bool = False,
        openers: int = 0,
        hard: float = 0.0,
    ) -> RunResult: ...
    def tree(self) -> TreeColumns | None: ...
    def certify(
        self, bound: int, first: int, by_class: bool, codes: Sequence[int], threads: int = 1
    ) -> bytes | None: ...
    def inherit(self, other: Search) -> None: ...
    def stop(self) -> None: ...
    def go_on(self) -> None: ...
    def frontier(self) -> list[tuple[int, int | None]]: ...
    def progress(self) -> SearchState: ...
    def drain_proved(self) -> list[bytes]: ...
    def preload(self, lemmas: Sequence[bytes]) -> str | None: ...
    def lemma(self, path: Sequence[int], cost: int, guess: int) -> bytes | None: ...
    @property
    def table_bytes(self) -> int: ...
    @property
    def positions(self) -> int: ...
