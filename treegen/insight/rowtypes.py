"""The types of the rows that the analyses return: dicts with these keys, in this order."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class AtlasRow(TypedDict):
    """A row of `atlas`: a game and an objective, whose least value is between `lower` and `upper`."""

    game: str
    secrets: int
    objective: str
    value: str  # the value as text: a number, or a–b if it is open
    lower: int | None  # the proved lower bound, if there is one
    upper: int | None  # the value of the best tree, if there is one
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

    In the last row, `sum`, the bits are expected values, and `expected_left` is the expected number of candidates after
    the guess: Σ n² / N for cells of n among N candidates (Irving 1978).
    """

    feedback: str
    count: int  # the number of candidates
    share: float  # the part of the candidates, by weight if there are weights
    bits_gained: float
    bits_left: float
    expected_left: float  # the share times the count


class GroupRow(TypedDict):
    """A row of `guesses_by_information`: the guesses that are expected to gain the same number of bits."""

    bits: float
    guesses: int  # the number of guesses that gain this number of bits
    example: str  # the first candidate among these guesses, or else the first guess
    example_is_candidate: bool
    cells: int  # this figure and the next two are of the example
    largest_cell: int
    expected_left: float  # the expected number of candidates after the guess


class NextRow(TypedDict):
    """A row of `next_guesses`: a guess, and how many guesses are then needed, this one included.

    If `exact` is true, these are the figures of an optimal continuation; otherwise, of the best one found in time.
    """

    rank: int | None  # None: the guess is one of `also`, and not among the best
    guess: str
    is_candidate: bool
    expected_guesses: float  # the average number of guesses still needed, this one included
    worst: int | None  # the greatest number of guesses still needed, or None if it was not found
    exact: bool
    bits: float
    cells: int
    largest_cell: int
    lower_bound: float  # no continuation needs fewer guesses on average
    equivalent: int  # the number of guesses that a symmetry of the game makes equivalent, this one included
    expected_left: float  # the expected number of candidates after the guess
    expected_total: int  # the exact value of expected_guesses times candidates
    bound_total: int  # the exact value of lower_bound times candidates
    left_total: int  # the exact value of expected_left times candidates
    candidates: int  # the number of candidates, or their weight
    asked: NotRequired[bool]  # whether the guess was one of `also`; the key is missing if `also` was empty


class ReviewRow(TypedDict):
    """A row of `review`: a guess of the game, compared with the best play.

    A value is None if no candidate is left, or if it was not found in time.  The sum of `lost` minus the sum of `luck`
    is the number of guesses, plus the last `expected_after`, minus the first `expected_before`.
    """

    round: int
    guess: str
    feedback: str
    before: int  # the number of candidates before the feedback
    after: int  # the number of candidates after the feedback
    expected_before: float | None  # the guesses that the best play needs on average before this guess
    expected_with_guess: float | None  # the guesses that the best play with this guess needs on average
    expected_after: float | None  # the guesses that the best play needs on average after the feedback
    lost: float | None  # expected_with_guess - expected_before: 0 for a best guess, negative only outside the pool
    luck: float | None  # expected_with_guess - 1 - expected_after
    luck_bits: float | None  # bits_got - bits_expected
    best_guess: str | None  # a best guess of the pool
    verdict: str | None  # one word of review.VERDICTS
    skill: int | None  # 99 / 2^(the sum of lost up to this row), at most 99
    luck_score: int | None  # 99 / (1 + 4^-(the sum of luck up to this row))
    exact: bool | None  # whether the values are proved; otherwise they are those of good play
    lost_at_least: float | None  # a lower bound of lost
    lost_at_most: float | None  # an upper bound of lost
    bits_expected: float | None  # the information that the guess was expected to gain
    bits_got: float | None  # the information that the feedback gained
    best_bits: float | None  # the bits that the most informative guess was expected to gain
    cost: float | None  # best_bits - bits_expected
    is_candidate: bool | None  # whether the guess could be the secret
    total_before: int | None  # the exact value of expected_before times the weight of the candidates before
    total_with_guess: int | None  # the exact value of expected_with_guess times that weight
    total_after: int | None  # the exact value of expected_after times the weight of the candidates after


class ComparisonRow(TypedDict):
    """A row of `compare`: the figures of a strategy's tree, or the means for several seeds; None without a tree.

    `h1`, `h2`, ... are the numbers of secrets found at guess 1, 2, ...; rows of deeper trees have h11, h12, ..., too.
    """

    strategy: str
    total: int
    average: float
    average_sd: NotRequired[float | None]  # only with several seeds
    depth: int
    at_depth: int
    h1: NotRequired[int]
    h2: NotRequired[int]
    h3: NotRequired[int]
    h4: NotRequired[int]
    h5: NotRequired[int]
    h6: NotRequired[int]
    h7: NotRequired[int]
    h8: NotRequired[int]
    h9: NotRequired[int]
    h10: NotRequired[int]
    over_limit: int | None  # the number of secrets that need more guesses than the limit
    gap_to_optimum: int | None  # the total minus the least total, if a shipped tree proves the least total
    seconds: float
