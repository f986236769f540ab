"""Strategies: integer logarithms, scores, and the seeded one."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
import twins

import treegen as tg
from treegen.greedy import score as scores
from treegen.greedy.score import SCORES, Score, integer_logs


def test_logs_add_up_and_primes_are_rounded_right() -> None:
    logs = integer_logs(5040)
    assert logs[0] == logs[1] == 0
    for n in (6, 360, 5040, 4096, 2 * 2503):
        factors = [p for p in range(2, n + 1) if n % p == 0 and all(p % q for q in range(2, p))]
        whole = sum(int(logs[p]) * next(k for k in range(1, 20) if n % p ** (k + 1)) for p in factors)
        assert logs[n] == whole
    for prime in (3, 7, 5003, 4999):
        # 2**(L - 1/2) < prime**(2**40) < 2**(L + 1/2), looked at through 200 exact bits
        assert abs(exact_log2(prime) * 2**40 - int(logs[prime])) <= Fraction(1, 2)


def exact_log2(n: int, bits: int = 90) -> Fraction:
    """log2 n, rounded down, bit by bit with 400-bit integers."""
    whole = n.bit_length() - 1
    mantissa, log = (n << 400) >> whole, whole
    for _ in range(bits):
        mantissa = mantissa * mantissa >> 400
        log <<= 1
        if mantissa >> 401:
            mantissa >>= 1
            log += 1
    return Fraction(log, 2**bits)


def test_the_exact_logarithm_agrees_with_the_library_away_from_ties(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = [scores._round_log2(prime) for prime in (2, 3, 5, 7, 11, 4999)]
    monkeypatch.setattr(math, "log2", lambda prime: (exact_log2(prime).__floor__() * 2**40 + 0.5) / 2**40)
    assert [scores._round_log2(prime) for prime in (2, 3, 5, 7, 11, 4999)] == plain


def test_too_many_candidates_for_integers_are_refused() -> None:
    with pytest.raises(tg.BadInput, match="too many for integer entropy"):
        SCORES["entropy"].prices(4 * 10**6)


CUBES = Score("cubes", "least Σ n³ over the cells", "an example", lambda sizes: sizes**3)


@pytest.mark.parametrize(
    ("row", "total"), [(CUBES, 2_200_000), (SCORES["expected-size"], 2**31), (SCORES["entropy"], 2**58)]
)
def test_a_price_that_64_bits_cannot_hold_is_refused(row: Score, total: int) -> None:
    """2,200,000 cubed is negative in 64 bits, which would make the worst cell the best."""
    with pytest.raises(tg.BadInput, match=f"{total} candidates are too many for integer {row.name}"):
        row.price_weights(np.array([[total, 1], [total // 2, total // 2]]), total)
    if row is CUBES:
        with pytest.raises(tg.BadInput, match="too many for integer cubes"):
            row.prices(total)


@pytest.mark.parametrize(
    "row", [CUBES, *(SCORES[name] for name in ("entropy", "minimax", "expected-size", "n-log-n1"))]
)
@pytest.mark.parametrize("total", [1000, 1_600_000])
def test_weights_are_priced_exactly_where_they_fit(row: Score, total: int) -> None:
    sizes = np.array([[total, 0, 0], [total - 7, 7, 0], [total // 2, total // 2 - 3, 3]])
    scores = row.rating(total, is_weighted=True)(sizes).tolist()
    assert scores == sorted(scores, reverse=True)
    if row.log_price is None and not row.takes_greatest:
        exact = [sum(int(row.price(np.array(size, dtype=object))) for size in cells) for cells in sizes.tolist()]
        assert scores == exact


def test_the_largest_bonus_fits_whatever_the_weights() -> None:
    game = tg.Game.from_words(["ab", "ba", "ac"], weights=[(1 << 30) - 2, (1 << 30) - 2, 1])
    assert tg.build(game, "entropy+bonus=1000").depth == 2


def test_heavy_weights_rank_as_light_ones() -> None:
    """Above 65536 in all, logarithms are no longer listed: a common factor must not change a choice."""
    plain = tg.game("bulls-3x4")
    light = [1 + i % 5 for i in range(24)]
    one = tg.build(twins.weighed(plain, light), max_depth=None)
    for factor in (10**4, 10**7):
        assert tg.build(twins.weighed(plain, [factor * each for each in light]), max_depth=None).guesses == one.guesses
