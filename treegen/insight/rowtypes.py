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
    upper: int | None  # the value of a tree; None: no tree is known
    status: str  # proved, bounded or open
    average: float | None  # the proved or best total per secret
    depth: int | None
    at_depth: int | None
    first_guess: str
    command: str
    source: str
    sha256: str


class CellRow(TypedDict):
    """A row of `table`: a feedback, and its information.

    In the last row, `sum`, the bits are the expected values, and `expected_left` is the expected number of candidates
    that are left: Σ n² / N of cells of n among N candidates (Irving 1978).
    """

    feedback: str
    count: int  # the number of candidates
    share: float  # the part of the candidates, by weight if there are weights
    bits_gained: float
    bits_left: float
    expected_left: float  # the share times the count


class GroupRow(TypedDict):
    """A row of `guesses_by_information`: the guesses that are expected to gain the same bits."""

    bits: float
    guesses: int  # how many there are
    example: str  # the first candidate among them, otherwise the first guess
    example_is_candidate: bool
    cells: int  # this and what follows is of the example
    largest_cell: int
    expected_left: float  # how many candidates are expected to be left


class _AskedRow(TypedDict, total=False):
    asked: bool  # whether it was asked for; only where some were


class NextRow(_AskedRow):
    """A row of `next_guesses`: a guess, and the further guesses that are needed after it.

    The average and the worst case are those of an optimal continuation, and `exact` is true, unless it could not be
    found in time: then they are achieved by the best continuation that was found.
    """

    rank: int | None  # None: it was asked for, and is not among the best
    guess: str
    is_candidate: bool
    expected_guesses: float  # the average number of guesses still needed, this one included
    worst: int | None  # the maximum; None: not known
    exact: bool
    bits: float
    cells: int
    largest_cell: int
    lower_bound: float  # no continuation needs less on average
    equivalent: int  # how many guesses are equivalent to this one by a symmetry of the game, itself included
    expected_left: float  # how many candidates are expected to be left
    expected_total: int  # this and the next two are exact: over `candidates` they are expected_guesses, lower_bound and
    bound_total: int  # expected_left
    left_total: int
    candidates: int  # their number, or weight


class ReviewRow(TypedDict):
    """A row of `review`: a guess that was asked, compared with the best play; None: not known, or no candidate left.

    The sum of `lost` less the sum of `luck` is the number of guesses used, plus the last `expected_after`, less the
    first `expected_before`.
    """

    round: int
    guess: str
    feedback: str
    before: int  # candidates before and after the feedback
    after: int
    expected_before: float | None  # the guesses that the best play still needs on average, this one included
    expected_with_guess: float | None  # the same if this guess is made
    expected_after: float | None  # what the best play still needs after the feedback
    lost: float | None  # by the guess: 0 for every best one, less than 0 for a better one outside the pool
    luck: float | None  # what the feedback gave: expected_with_guess - 1 - expected_after
    luck_bits: float | None  # the same in bits
    best_guess: str | None  # a best guess of the pool
    verdict: str | None  # one word of review.VERDICTS
    skill: int | None  # skill of the game up to this row: 99 / 2^(guesses lost), at most 99
    luck_score: int | None  # 99 / (1 + 4^-(guesses of luck))
    exact: bool | None  # whether the time was enough; otherwise the values are those of good play
    lost_at_least: float | None
    lost_at_most: float | None
    bits_expected: float | None  # the information that the guess was expected to gain
    bits_got: float | None
    best_bits: float | None  # bits of the most informative guess; best_guess may differ
    cost: float | None  # best_bits less bits_expected
    is_candidate: bool | None  # whether the guess could be the secret
    total_before: int | None  # the totals are the expected figures, times the weight of the candidates, and exact
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
    """A row of `compare`: the figures of the tree of one strategy (None without a tree), or means of several seeds."""

    strategy: str
    total: int
    average: float
    depth: int
    at_depth: int
    over_limit: int | None  # secrets that need more guesses than the limit
    gap_to_optimum: int | None  # the total minus the least total, or None without a shipped tree that proves it
    seconds: float
