"""The one-step rules that rank guesses, as rows of one table.  Scores are integers: less is better, equal is equal."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from treegen.errors import BadInput
from treegen.partition import Indices

__all__ = ["STRATEGIES", "Strategy", "find", "integer_logs", "random_scores"]

Scores = npt.NDArray[np.int64]
_SCALE_BITS = 40


@dataclass(frozen=True, slots=True)
class Strategy:
    """A rule: the score of a guess is the sum (or the greatest) of a price over its cells; the least is best.

    `price(n)` gives int64 [n + 1], the prices of cells of 0 to n candidates.  Ties go to a guess that may be the
    secret, then to the lowest index.  `pool` is where guesses come from unless the user says otherwise.
    """

    name: str
    summary: str
    source: str
    price: Callable[[int], Scores]
    takes_greatest: bool = False
    pool: str = "all"
    is_random: bool = False

    def scores(self, sizes: npt.NDArray[Any], prices: Scores) -> Scores:
        """int64 [guesses] from the cell sizes, int [guesses, feedbacks], and the prices of all sizes."""
        prices = prices[sizes]
        scores: Scores = prices.max(axis=1) if self.takes_greatest else prices.sum(axis=1)
        return scores


def integer_logs(n: int) -> Scores:
    """L(0..n), int64: L(p) = round(2**40 · log2 p) for primes, L(ab) = L(a) + L(b), L(0) = 0.

    Sums of n·L(n) compare as the entropies do, and are equal exactly where the products of the n**n are.

    >>> logs = integer_logs(10)
    >>> int(logs[2]) == 2**40, int(logs[6]) == int(logs[2] + logs[3])
    (True, True)
    """
    logs = np.zeros(n + 1, dtype=np.int64)
    for prime in range(2, n + 1):
        if logs[prime]:  # composite: a smaller prime has been here
            continue
        log, power = _round_log2(prime), prime
        while power <= n:
            logs[power::power] += log
            power *= prime
    return logs


def _round_log2(prime: int) -> int:
    """round(2**40 · log2 prime): by the mathematics library, or exactly where its last bit could matter."""
    scaled = math.log2(prime) * float(2**_SCALE_BITS)
    floor = math.floor(scaled)
    if abs(scaled - floor - 0.5) > 2**-6:
        return round(scaled)
    # Bit by bit: square, and halve whenever the square passes 2.
    whole = prime.bit_length() - 1
    mantissa, unit = (prime << 128) >> whole, 1 << 128
    log = whole
    for _ in range(_SCALE_BITS + 1):
        mantissa = mantissa * mantissa >> 128
        log <<= 1
        if mantissa >= 2 * unit:
            mantissa >>= 1
            log += 1
    return (log + 1) >> 1


def _entropy(n: int) -> Scores:
    return _checked(np.arange(n + 1, dtype=np.int64), integer_logs(n), n)


def _n_log_n1(n: int) -> Scores:
    return _checked(np.arange(n + 1, dtype=np.int64), integer_logs(n + 1)[1:], n)


def _checked(sizes: Scores, logs: Scores, n: int) -> Scores:
    if n * (int(logs[-1]) + 1) * 2 >= 2**63:
        raise BadInput(f"{n} candidates are too many for integer entropy; take minimax or most-cells")
    return sizes * logs


def _sizes(n: int) -> Scores:
    return np.arange(n + 1, dtype=np.int64)


def _squares(n: int) -> Scores:
    return _sizes(n) ** 2


def _minus_one_each(n: int) -> Scores:
    prices = np.full(n + 1, -1, dtype=np.int64)
    prices[0] = 0
    return prices


def _nothing(n: int) -> Scores:
    return np.zeros(n + 1, dtype=np.int64)


_ROWS = (
    Strategy("entropy", "most information: least Σ n·log n over the cells", "Neuwirth 1982", _entropy),
    Strategy("minimax", "smallest largest cell", "Knuth 1977", _sizes, takes_greatest=True),
    Strategy("expected-size", "least expected cell: Σ n²", "Irving 1979", _squares),
    Strategy("most-cells", "most different feedbacks", "Kooi 2005", _minus_one_each),
    Strategy("n-log-n1", "least Σ n·ln(n+1) over the cells", "entropy, biased towards many cells", _n_log_n1),
    Strategy("first", "the first guess that may be the secret", "Shapiro 1983", _nothing, pool="candidates"),
    Strategy(
        "random", "a random guess that may be the secret, by --seed", "folklore", _nothing,
        pool="candidates", is_random=True,
    ),
)  # fmt: skip
STRATEGIES = {row.name: row for row in _ROWS}


def find(name: str) -> Strategy:
    """The strategy of that name; BadInput with the nearest one otherwise."""
    if name not in STRATEGIES:
        import difflib

        near = difflib.get_close_matches(name, STRATEGIES, n=1, cutoff=0)
        raise BadInput(f"{name!r}: no such strategy; did you mean {near[0]}? (treegen strategies lists them)")
    return STRATEGIES[name]


def random_scores(seed: int, candidates: Indices, guesses: Indices) -> Scores:
    """Scores that depend on nothing but seed, set and guess: the same on any machine (splitmix64, Steele 2014)."""
    with np.errstate(over="ignore"):
        members = _mix(candidates.astype(np.uint64) + np.uint64(1)).sum(dtype=np.uint64)
        start = _mix(np.array([members ^ np.uint64(seed & (2**64 - 1))], dtype=np.uint64))
        return (_mix(guesses.astype(np.uint64) ^ start) >> np.uint64(1)).astype(np.int64)


def _mix(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    values = values + np.uint64(0x9E3779B97F4A7C15)
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))
