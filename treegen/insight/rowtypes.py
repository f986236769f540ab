"""The types of the rows that analyses return: dicts with these keys, in this order."""

from __future__ import annotations

from typing import TypedDict


class AtlasRow(TypedDict):
    """A row of `atlas`: a game and an objective, whose least value is between `lower` and `upper`."""

    game: str
    secrets: int
    objective: str
    value: str  # as people read it: a number, or a–b while it is open
    lower: int | None  # proved; None: nothing is known
    upper: int | None  # of a tree; None: no tree is known
    status: str  # proved, bounded or open
    average: float | None  # of a proved or best known total, per secret
    depth: int | None
    at_depth: int | None
    first_guess: str
    command: str
    source: str
    sha256: str


class CellRow(TypedDict):
    """A row of `table`: a feedback, and what it tells; the last row, `sum`, has the expected values."""

    feedback: str
    count: int
    share: float
    bits_gained: float
    bits_left: float
    expected_left: float


class GroupRow(TypedDict):
    """A row of `guesses_by_information`: the guesses that are expected to gain the same bits."""

    bits: float
    guesses: int
    example: str
    example_is_candidate: bool
    cells: int
    largest_cell: int
    expected_left: float


class _AskedRow(TypedDict, total=False):
    asked: bool  # whether it was asked for; only where some were


class NextRow(_AskedRow):
    """A row of `next_guesses`: a guess, and what is still needed if it is asked."""

    rank: int | None  # None: it was asked for, and is not among the best
    guess: str
    is_candidate: bool
    expected_guesses: float
    worst: int | None  # None: not known
    exact: bool
    bits: float
    cells: int
    largest_cell: int
    lower_bound: float
    equivalent: int
    expected_left: float
    expected_total: int
    bound_total: int
    left_total: int
    candidates: int


class ReviewRow(TypedDict):
    """A row of `review`: a guess that was asked, compared with the best play; None: not known, or no candidate left."""

    round: int
    guess: str
    feedback: str
    before: int
    after: int
    expected_before: float | None
    expected_with_guess: float | None
    expected_after: float | None
    lost: float | None
    luck: float | None
    luck_bits: float | None
    best_guess: str | None
    verdict: str | None
    skill: int | None
    luck_score: int | None
    exact: bool | None
    lost_at_least: float | None
    lost_at_most: float | None
    bits_expected: float | None
    bits_got: float | None
    best_bits: float | None
    cost: float | None
    is_candidate: bool | None
    total_before: int | None
    total_with_guess: int | None
    total_after: int | None


class _FoundRow(TypedDict, total=False):
    """How many secrets are found at guess 1, 2, ...; deeper trees have more keys, which go on in the same way."""

    h1: int
    h2: int
    h3: int
    h4: int
    h5: int
    h6: int
    h7: int
    h8: int
    h9: int
    h10: int
    average_sd: float | None  # only with several seeds


class ComparisonRow(_FoundRow):
    """A row of `compare`: the figures of the tree of one strategy; None if there is none, means of several seeds."""

    strategy: str
    total: int
    average: float
    depth: int
    at_depth: int
    over_limit: int | None
    gap_to_optimum: int | None
    seconds: float
