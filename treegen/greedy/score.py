"""The scores of one-step rules as rows of a table; scores are integers, so that equal ones are exactly equal."""

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
from treegen.games.partition import Indices

Scores = npt.NDArray[np.int64]
SCALE_BITS = 40
BONUS_UNIT = 1 << SCALE_BITS  # one bit of information, divided by the number of candidates
_MANY = 1 << 16  # logarithms of more sizes than this are computed as they occur, not listed
MOST = 1 << 62  # the limit of scores, which leaves room to subtract a bonus


@dataclass(frozen=True, slots=True)
class Score:
    """A rule: the score of a guess is the sum (or the greatest) of a price over its cells; the least is best.

    `price(sizes)` gives the prices, int64, of cells of these sizes; it also accepts floats, to test for overflow.  A
    rule that needs integer logarithms has `log_price(sizes, logs)` instead, where `logs` is a function from sizes to
    their logarithms.  A score that does not come from the sizes is drawn: `draw` gives it, int64 [guesses], by the
    game, the seed, the candidates, the guesses before, and the guesses to score.  `is_own`: it is one's own (see
    `treegen.greedy.own`).  `compare(scores, totals)` corrects scores that depend on the number of candidates, or on
    their weight.
    """

    name: str
    summary: str
    source: str
    price: Callable[[Scores], Scores] = lambda sizes: 0 * sizes
    log_price: Callable[[Scores, Callable[[Scores], Scores]], Scores] | None = None
    takes_greatest: bool = False
    draw: Callable[..., Scores] | None = None
    is_own: bool = False
    compare: Callable[[Scores, Scores], Scores] | None = None

    def prices(self, n: int) -> Scores:
        """Return the prices of cells of 0 to n candidates, int64 [n + 1].  Raises BadInput if scores may overflow."""
        return self._checked(np.arange(n + 1, dtype=np.int64), n, lambda some: integer_logs(n + 1, scale_bits(n))[some])

    def price_weights(self, sizes: Scores, total: int) -> Scores:
        """Return the prices of cells by the weight in them, int64 of any shape, of at most `total` together.

        Raises BadInput if scores may need more than 64 bits.
        """
        if self.log_price is not None and total <= _MANY:
            return self.prices(total)[sizes]
        # No list of logarithms, and fewer bits of them, so that the sums stay within 64.
        unit = self.bonus_unit(total)
        return self._checked(sizes, total, lambda some: np.rint(np.log2(np.maximum(some, 1)) * unit).astype(np.int64))

    def _checked(self, sizes: Scores, total: int, logs: Callable[[Scores], Scores]) -> Scores:
        """Return the prices of sizes.  Raises BadInput if cells of `total` together may have a score beyond int64.

        Floating point shows how large it may be.  A score is a sum of prices, each of which is a size times what the
        price is for one of it, so that it is at most `total` times the most for one.
        """
        rough: Any = sizes.astype(np.float64)
        if self.log_price is None:
            prices, rough = self.price(sizes), self.price(rough)
        else:
            prices, rough = self.log_price(sizes, logs), self.log_price(rough, lambda some: logs(some.astype(np.int64)))
        prices[sizes == 0] = 0
        if np.max(np.abs(rough) * total / np.maximum(sizes, 1), initial=0) >= MOST:
            raise BadInput(f"{total} candidates are too many for integer {self.name}; take minimax or most-cells")
        return prices

    def bonus_unit(self, total: int) -> int:
        """Return the price of one bit of information, divided by the weight of the candidates, if all weigh `total`."""
        return BONUS_UNIT if total <= _MANY else 1 << max(0, min(SCALE_BITS, 55 - total.bit_length()))

    def rating(self, total: int, *, is_weighted: bool) -> Callable[[npt.NDArray[Any]], Scores]:
        """Return a function from the sizes of cells, or the weights in them, to the scores of the guesses.

        It takes int [guesses, feedbacks] and returns int64 [guesses]; all candidates are, or weigh, at most `total`.
        Raises BadInput if scores may need more than 64 bits; with weights, the function does.
        """
        listed = None if is_weighted else self.prices(total)

        def rate(sizes: npt.NDArray[Any]) -> Scores:
            prices = self.price_weights(sizes, total) if listed is None else listed[sizes]
            scores: Scores = prices.max(axis=1) if self.takes_greatest else prices.sum(axis=1)
            if self.compare is not None:
                scores = self.compare(scores, sizes.sum(axis=1, dtype=np.int64))
            return scores

        return rate

    def prefers_single_cells(self, n: int) -> bool:
        """Return whether n cells of n candidates score less than any others; for n of at most 2, they do."""
        prices, sizes = self.prices(n), np.arange(n + 1, dtype=np.int64)
        costs = (prices - prices[min(n, 1)] * (1 if self.takes_greatest else sizes))[2:]
        return bool((costs > 0).all())


def scale_bits(total: int) -> int:
    """Return the number of bits after the point of logarithms, so that scores of `total` candidates fit into 64."""
    return SCALE_BITS if total * total.bit_length() < MOST >> SCALE_BITS else 36


@lru_cache(maxsize=4)  # weights ask for the same list at every position
def integer_logs(n: int, bits: int = SCALE_BITS) -> Scores:
    """List L(0..n), int64, read-only: L(p) = round(2**bits · log2 p) for primes, L(ab) = L(a) + L(b), L(0) = 0.

    Sums of n·L(n) compare as the entropies do, and are equal exactly where the products of the n**n are.

    >>> logs = integer_logs(10)
    >>> int(logs[2]) == 2**40, int(logs[6]) == int(logs[2] + logs[3])
    (True, True)
    """
    logs = np.zeros(n + 1, dtype=np.int64)
    for prime in range(2, n + 1):
        if logs[prime]:  # composite: a smaller prime has been here
            continue
        log, power = _round_log2(prime, bits), prime
        while power <= n:
            logs[power::power] += log
            power *= prime
    logs.setflags(write=False)
    return logs


def _round_log2(prime: int, bits: int = SCALE_BITS) -> int:
    """Return round(2**bits · log2 prime), by the math library, or with 50 digits if its last bit could matter."""
    scaled = math.log2(prime) * float(2**bits)
    if abs(scaled - math.floor(scaled) - 0.5) > 2**-6:
        return round(scaled)
    with localcontext(prec=50):
        return round(Decimal(prime).ln() / Decimal(2).ln() * (1 << bits))


def _random_scores(_: object, seed: int, candidates: Indices, __: object, guesses: Indices) -> Scores:
    """Score by seed, set and guess alone, so that scores are the same on any machine (splitmix64, 2014)."""
    with np.errstate(over="ignore"):
        members = _mix(candidates.astype(np.uint64) + np.uint64(1)).sum(dtype=np.uint64)
        start = _mix(np.array([members ^ np.uint64(seed & (2**64 - 1))], dtype=np.uint64))
        return (_mix(guesses.astype(np.uint64) ^ start) >> np.uint64(1)).astype(np.int64)


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
            compare=lambda largest, totals: np.abs(2 * largest - totals),
        ),
        Score("first", "the first guess that may be the secret", "Shapiro 1983"),
        Score("random", "a random guess that may be the secret, by --seed", "folklore", draw=_random_scores),
    )
}
