"""The scores of one-step rules, as rows of a table.

A score is an integer, so that equally good guesses have exactly equal scores.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, localcontext
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from player.errors import BadInput
from treegen.games.partition import Indices, cell_weights

Scores = npt.NDArray[np.int64]
SCALE_BITS = 40  # Logarithms in scores have this many bits after the point.
_LISTED = 1 << 16  # Logarithms come from a list without weights, and with weights that add up to at most this number.
MOST = 1 << 62  # Every score is below this limit, which leaves room to subtract a bonus.


@dataclass(frozen=True, slots=True)
class Score:
    """A rule: a guess scores the sum (the maximum, if `takes_greatest`) of its cells' prices; the least score is best.

    `price(sizes)` returns the prices, int64, of cells of these sizes; it also accepts floats, to test for overflow.  A
    rule with logarithms has `log_price(sizes, logs)` instead; `logs` is a function from sizes to integer logarithms.
    If the score does not depend on sizes alone, `score_each(game, seed, candidates, guesses made, guesses)` returns the
    scores of the last argument, int64 [guesses].  `adjust(scores, totals)` adjusts the scores to the number of
    candidates, or their weight.  `is_own` is true for a score of one's own (see `treegen.greedy.own`).
    """

    name: str
    summary: str
    source: str
    price: Callable[[Scores], Scores] = lambda sizes: 0 * sizes
    log_price: Callable[[Scores, Callable[[Scores], Scores]], Scores] | None = None
    takes_greatest: bool = False
    score_each: Callable[..., Scores] | None = None
    is_own: bool = False
    adjust: Callable[[Scores, Scores], Scores] | None = None

    def prices(self, n: int) -> Scores:
        """Return the prices of cells of 0 to n candidates, int64 [n + 1].  Raises BadInput if scores may overflow."""
        return self._checked(np.arange(n + 1, dtype=np.int64), n, lambda each: integer_logs(n + 1, scale_bits(n))[each])

    def price_weights(self, weights: Scores, total: int) -> Scores:
        """Return the prices of cells by their weights, int64 of any shape; all weights add up to `total`.

        Raises BadInput if scores may need more than 64 bits.
        """
        if self.log_price is not None and total <= _LISTED:
            return self.prices(total)[weights]
        # Logarithms of larger numbers have fewer bits, so that the sums stay within 64 bits.
        unit = self.weighted_bit(total)
        return self._checked(weights, total, lambda each: np.rint(np.log2(np.maximum(each, 1)) * unit).astype(np.int64))

    def _checked(self, sizes: Scores, total: int, logs: Callable[[Scores], Scores]) -> Scores:
        """Return the prices of sizes.  Raises BadInput if the score of cells that add up to `total` may overflow int64.

        The test uses floating point: a score is at most `total` times the greatest price per candidate of a cell.
        """
        rough: Any = sizes.astype(np.float64)
        if self.log_price is None:
            prices, rough = self.price(sizes), self.price(rough)
        else:
            prices, rough = self.log_price(sizes, logs), self.log_price(rough, lambda each: logs(each.astype(np.int64)))
        prices[sizes == 0] = 0
        if np.max(np.abs(rough) * total / np.maximum(sizes, 1), initial=0) >= MOST:
            raise BadInput(f"{total} candidates are too many for integer {self.name}; take minimax or most-cells")
        return prices

    def weighted_bit(self, total: int) -> int:
        """Return the value of one bit in logarithms of `price_weights` (without weights: 1 << scale_bits(total))."""
        return 1 << SCALE_BITS if total <= _LISTED else 1 << max(0, min(SCALE_BITS, 55 - total.bit_length()))

    def rating(self, total: int, *, is_weighted: bool) -> Callable[[npt.NDArray[Any]], Scores]:
        """Return a function from the sizes of cells, or their weights, to the scores of the guesses.

        The function takes int [guesses, feedbacks], rows that add up to at most `total`, and returns int64 [guesses].
        If scores may need more than 64 bits, this method raises BadInput, or, with weights, the function does.
        """
        listed = None if is_weighted else self.prices(total)

        def rate(sizes: npt.NDArray[Any]) -> Scores:
            prices = self.price_weights(sizes, total) if listed is None else listed[sizes]
            scores: Scores = prices.max(axis=1) if self.takes_greatest else prices.sum(axis=1)
            if self.adjust is not None:
                scores = self.adjust(scores, sizes.sum(axis=1, dtype=np.int64))
            return scores

        return rate

    def prefers_single_cells(self, n: int) -> bool:
        """Return whether n cells of one candidate each score better than other cells of n > 1 (without `adjust`)."""
        prices, sizes = self.prices(n), np.arange(n + 1, dtype=np.int64)
        costs = (prices - prices[min(n, 1)] * (1 if self.takes_greatest else sizes))[2:]
        return bool((costs > 0).all())


def scale_bits(total: int) -> int:
    """Return how many bits after the point logarithms may have, so that scores of `total` candidates fit 64 bits."""
    return SCALE_BITS if total * total.bit_length() < MOST >> SCALE_BITS else 36


@lru_cache(maxsize=4)  # with weights, the same list is needed at every position
def integer_logs(n: int, bits: int = SCALE_BITS) -> Scores:
    """Return L(0..n), int64, read-only: L(p) = round(2**bits · log2 p) for primes, L(ab) = L(a) + L(b), L(0) = 0.

    Greater sums of n·L(n) have smaller entropies, and two sums are equal if and only if their products of n**n are.

    >>> logs = integer_logs(10)
    >>> int(logs[2]) == 2**40, int(logs[6]) == int(logs[2] + logs[3])
    (True, True)
    """
    logs = np.zeros(n + 1, dtype=np.int64)
    for prime in range(2, n + 1):
        if logs[prime]:  # the number is composite
            continue
        log, power = _round_log2(prime, bits), prime
        while power <= n:
            logs[power::power] += log
            power *= prime
    logs.setflags(write=False)
    return logs


def _round_log2(prime: int, bits: int = SCALE_BITS) -> int:
    """Return round(2**bits · log2 prime), computed with 50 digits if the math library might lead to a wrong result."""
    scaled = math.log2(prime) * float(2**bits)
    if abs(scaled - math.floor(scaled) - 0.5) > 2**-6:
        return round(scaled)
    with localcontext(prec=50):
        return round(Decimal(prime).ln() / Decimal(2).ln() * (1 << bits))


def _random_scores(_: object, seed: int, candidates: Indices, __: object, guesses: Indices) -> Scores:
    """Return a hash of seed, set and guess as the score of each guess, the same on any machine (splitmix64, 2014)."""
    with np.errstate(over="ignore"):
        members = _mix(candidates.astype(np.uint64) + np.uint64(1)).sum(dtype=np.uint64)
        start = _mix(np.array([members ^ np.uint64(seed & (2**64 - 1))], dtype=np.uint64))
        return (_mix(guesses.astype(np.uint64) ^ start) >> np.uint64(1)).astype(np.int64)


def _entropy_per_cost(game: Any, _: int, candidates: Indices, __: object, guesses: Indices) -> Scores:
    """Return minus the information that each guess gains, divided by what its answer is expected to cost."""
    weights = cell_weights(game, candidates, guesses)
    totals, rate = weights.sum(axis=1), SCORES["entropy"].price_weights
    gained = rate(totals, game.weight) - rate(weights, game.weight).sum(axis=1)
    spent = totals if game.costs is None else (game.costs[guesses] * weights).sum(axis=1)
    return -np.where(spent > 0, np.rint(gained / np.maximum(spent, 1)), MOST >> 1).astype(np.int64)


def _mix(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    values = values + np.uint64(0x9E3779B97F4A7C15)
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


SCORES = {
    row.name: row
    for row in (
        Score(
            "entropy",
            "most information: least Σ n·log n over the cells",
            "Neuwirth 1982",
            log_price=lambda sizes, logs: sizes * logs(sizes),
        ),
        Score("minimax", "smallest largest cell", "Knuth 1977", lambda sizes: sizes.copy(), takes_greatest=True),
        Score("expected-size", "least expected cell: Σ n²", "Irving 1978", lambda sizes: sizes**2),
        Score("most-cells", "most different feedbacks", "Kooi 2005", lambda sizes: -(sizes > 0).astype(np.int64)),
        Score(
            "n-log-n1",
            "least Σ n·ln(n+1) over the cells",
            "entropy, biased towards many cells",
            log_price=lambda sizes, logs: sizes * logs(sizes + 1),
        ),
        Score(
            "halving",
            "largest cell nearest to half of the candidates",
            "folklore",
            lambda sizes: sizes.copy(),
            takes_greatest=True,
            adjust=lambda largest, totals: np.abs(2 * largest - totals),
        ),
        Score("first", "the first guess that may be the secret", "Shapiro 1983"),
        Score("entropy-per-cost", "most information for its expected cost", "folklore", score_each=_entropy_per_cost),
        Score("random", "a random guess that may be the secret, by --seed", "folklore", score_each=_random_scores),
    )
}
