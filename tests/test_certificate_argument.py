"""The statements S1 to S19 of the argument why certificates prove what they claim, on all sets of small games.

Costs are found by looking at all trees; the tables are made by plain rules. Nothing of guesstree is used.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from functools import cache
from itertools import combinations, pairwise, permutations, product
from math import inf, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Word: TypeAlias = tuple[int, ...]
Set: TypeAlias = frozenset[int]
Prices: TypeAlias = tuple[int, ...] | None  # None: 1, 2, 3, ... without end
Ranks: TypeAlias = tuple[int, int]  # plain, able
Tree: TypeAlias = tuple[tuple[int, int], ...]  # (secret, number of the guess that finds it)
Map: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]  # places, names


# The games.


def bulls_and_cows(guess: Word, secret: Word) -> int:
    bulls = sum(x == y for x, y in zip(guess, secret, strict=True))
    both = sum(min(guess.count(x), secret.count(x)) for x in set(guess))
    return bulls * (len(guess) + 1) + both - bulls


def bulls_and_each(guess: Word, secret: Word) -> int:
    bulls = sum(x == y for x, y in zip(guess, secret, strict=True))
    return bulls * (len(guess) + 1) + sum(x != y and x in secret for x, y in zip(guess, secret, strict=True))


def only_bulls(guess: Word, secret: Word) -> int:
    return sum(x == y for x, y in zip(guess, secret, strict=True))


def marks(guess: Word, secret: Word) -> int:
    left = [y for x, y in zip(guess, secret, strict=True) if x != y]
    number = 0
    for x, y in zip(guess, secret, strict=True):
        mark = 2 if x == y else int(x in left)
        if mark == 1:
            left.remove(x)
        number = 3 * number + mark
    return number


class Game:
    def __init__(
        self,
        guesses: Sequence[Word],
        secrets: Sequence[Word],
        rule: Callable[[Word, Word], int],
        pool: str = "all",
        weights: Sequence[int] | None = None,
    ) -> None:
        self.guesses, self.secrets, self.rule, self.pool = list(guesses), list(secrets), rule, pool
        self.table = [[rule(guess, secret) for secret in secrets] for guess in guesses]
        self.has_weights, self.weights = weights is not None, list(weights or [1] * len(secrets))
        self.everything: Set = frozenset(range(len(secrets)))

    def weight(self, some: Set) -> int:
        return sum(self.weights[s] for s in some) if self.has_weights else len(some)

    def with_(self, pool: str = "all", weights: Sequence[int] | None = None) -> Game:
        return Game(self.guesses, self.secrets, self.rule, pool, weights)


def codes(places: int, symbols: int, *, distinct: bool = False) -> list[Word]:
    return [word for word in product(range(symbols), repeat=places) if not distinct or len(set(word)) == places]


def words(*texts: str) -> list[Word]:
    return [tuple(map(ord, text)) for text in texts]


BULLS_2X2_ANY = Game(codes(2, 2), codes(2, 2, distinct=True), bulls_and_cows)
BULLS_2X3 = Game(codes(2, 3, distinct=True), codes(2, 3, distinct=True), bulls_and_cows)
BULLS_2X3_ANY = Game(codes(2, 3), codes(2, 3, distinct=True), bulls_and_cows)
BULLS_2X4 = Game(codes(2, 4, distinct=True), codes(2, 4, distinct=True), bulls_and_cows)
MASTERMIND_2X3 = Game(codes(2, 3), codes(2, 3), bulls_and_cows)
EACH_3X2 = Game(codes(3, 2), codes(3, 2), bulls_and_each)
MATCH_2X3 = Game(codes(2, 3), codes(2, 3), only_bulls)
MARKS_2X3 = Game(codes(2, 3), codes(2, 3), marks)
MARKS_3X2 = Game(codes(3, 2), codes(3, 2), marks)
NOZERO_2X3 = Game([w for w in codes(2, 3) if w[0]], [w for w in codes(2, 3) if w[0]], bulls_and_cows)
WORDS = Game(words("abc", "abd", "acd", "bbd", "cab", "ddd"), words("abc", "abd", "acd", "bbd"), marks)
_STEPS = words("aaab", "aaac", "aaad", "aaae", "aaaf", "bcde", "zzzz")
LADDER = Game(_STEPS, _STEPS, marks)  # only bcde splits the first five
UNKNOWN = Game(words("abc", "abd", "bcd"), words("abc", "abd", "acd"), marks)  # no guess wins for acd

SMALL = [BULLS_2X3, BULLS_2X3_ANY, MASTERMIND_2X3, EACH_3X2, MATCH_2X3, MARKS_2X3, WORDS, LADDER, UNKNOWN]
CANDIDATES = [game.with_(pool="candidates") for game in (BULLS_2X3, MASTERMIND_2X3, MARKS_2X3, LADDER, UNKNOWN)]
HEAVY = [
    game.with_(pool, [1 + k * k % 7 for k in range(len(game.secrets))])
    for game in (BULLS_2X3, BULLS_2X3_ANY, WORDS)
    for pool in ("all", "candidates")
]
LISTS = [(1, 2, 3), (0, 0, 1), (0, 1, 5, 5, 9)]
PRICES: list[Prices] = [None, *LISTS]


def subsets(some: Set, most: int = 99) -> Iterator[Set]:
    for size in range(1, min(most, len(some)) + 1):
        yield from map(frozenset, combinations(sorted(some), size))


def some_subsets(game: Game) -> Iterator[Set]:
    yield from subsets(game.everything, 5 if len(game.secrets) < 10 else 3)
    yield game.everything


@cache
def cells(game: Game, guess: int, some: Set) -> dict[int, Set]:
    told: dict[int, set[int]] = {}
    for secret in some:
        told.setdefault(game.table[guess][secret], set()).add(secret)
    return {feedback: frozenset(told[feedback]) for feedback in sorted(told)}


@cache
def found_by(game: Game, guess: int, some: Set) -> Set:
    return frozenset(s for s in some if game.secrets[s] == game.guesses[guess])


@cache
def others(game: Game, guess: int, some: Set) -> dict[int, Set]:
    won = found_by(game, guess, some)
    return {feedback: cell for feedback, cell in cells(game, guess, some).items() if cell != won}


@cache
def allowed(game: Game, some: Set) -> list[int]:
    every = range(len(game.guesses))
    return [g for g in every if game.pool == "all" or found_by(game, g, some)]


# Exact costs, over all trees.


def price(prices: Prices, k: int) -> float:
    if prices is None:
        return k
    return prices[k - 1] if k <= len(prices) else inf


def left(prices: Prices, made: int) -> float:
    return inf if prices is None else len(prices) - made


def rel(prices: Prices, made: int, k: int) -> float:
    return price(prices, made + k) - price(prices, made + 1)


def depths(prices: Prices) -> tuple[int, ...]:
    return (0,) if prices is None else (0, 1)


def below(prices: Prices, made: int) -> int:
    return 0 if prices is None else made + 1


def times(factor: float, amount: int) -> float:
    return factor * amount if amount else 0


@cache
def least_total(game: Game, prices: Prices, some: Set, made: int) -> float:
    """The least sum of prices; without end, only of trees whose guesses split (see S2)."""
    if left(prices, made) < 1:
        return inf
    best = inf
    for guess in allowed(game, some):
        rest = others(game, guess, some)
        if prices is None and some in rest.values():
            continue
        first = times(price(prices, made + 1), game.weight(found_by(game, guess, some)))
        best = min(best, first + sum(least_total(game, prices, cell, made + 1) for cell in rest.values()))
    return best


@cache
def cost(game: Game, prices: Prices, some: Set, made: int = 0) -> float:
    if left(prices, made) < 1:
        return inf
    return least_total(game, prices, some, made) - price(prices, made + 1) * game.weight(some)


@cache
def cost_after(game: Game, prices: Prices, some: Set, made: int, guess: int) -> float:
    """The same of the trees that begin with this guess."""
    if left(prices, made) < 1:
        return inf
    first = price(prices, made + 1) * game.weight(found_by(game, guess, some))
    parts = others(game, guess, some).values()
    total = first + sum(least_total(game, prices, cell, made + 1) for cell in parts)
    return total - price(prices, made + 1) * game.weight(some)


@cache
def trees(game: Game, some: Set, depth: int, *, waste: bool = False) -> frozenset[Tree]:
    """All trees that find all of them in that many guesses."""
    if depth == 0:
        return frozenset()
    every = set()
    for guess in allowed(game, some):
        rest = others(game, guess, some)
        if some in rest.values() and not waste:
            continue
        first = tuple((s, 1) for s in found_by(game, guess, some))
        for parts in product(*(trees(game, cell, depth - 1, waste=waste) for cell in rest.values())):
            every.add(tuple(sorted(first + tuple((s, k + 1) for part in parts for s, k in part))))
    return frozenset(every)


# The bounds, as in the format's description.


@cache
def ranks(game: Game, some: Set) -> Ranks:
    plain = able = 0
    for guess in allowed(game, some):
        count = len(cells(game, guess, some))
        if found_by(game, guess, some):
            able = max(able, count)
        else:
            plain = max(plain, count)
    return plain, able


def inherited(game: Game, of: Ranks) -> Ranks:
    plain, able = of
    return (0 if game.pool == "candidates" else max(plain, able - 1)), able


def both(a: Ranks, b: Ranks) -> Ranks:
    return min(a[0], b[0]), min(a[1], b[1])


def next_reach(n: int, reach: int, of: Ranks) -> int:
    plain, able = of
    return min(n, max(plain * reach, 1 + (able - 1) * reach if able else 0))


def tail(weights: tuple[int, ...], k: int) -> int:
    return sum(sorted(weights)[: max(0, len(weights) - k)])


def guess_bound(game: Game, prices: Prices, some: Set, made: int, count: int, win: int, of: Ranks) -> float:
    return guess_bound_of(prices, tuple(sorted(game.weights[s] for s in some)), made, count, win, of)


@cache
def guess_bound_of(prices: Prices, weights: tuple[int, ...], made: int, count: int, win: int, of: Ranks) -> float:
    n = len(weights)
    if n <= 1:
        return 0 if left(prices, made) >= 1 else inf
    if count < 2:
        return inf
    total, found, reach, i = 0.0, win, 1, 1
    while found < n:
        if i >= left(prices, made) or i > n:
            return inf
        total += (rel(prices, made, i + 1) - rel(prices, made, i)) * tail(weights, found)
        found = win + (count - win) * reach
        reach = next_reach(n, reach, of)
        i += 1
    return total


@cache
def set_bound(game: Game, prices: Prices, some: Set, made: int, of: Ranks) -> float:
    n, (plain, able) = len(some), of
    if n <= 1:
        return 0 if left(prices, made) >= 1 else inf
    without = guess_bound(game, prices, some, made, min(plain, n), 0, of)
    return min(without, guess_bound(game, prices, some, made, min(able, n), 1, of))


@cache
def class_caps(game: Game, guess: int, feedback: int) -> Ranks:
    return inherited(game, ranks(game, cells(game, guess, game.everything)[feedback]))


def by_cells(game: Game, prices: Prices, some: Set, made: int, guess: int, bounds: Iterable[float]) -> float:
    """The sum over the cells of a guess, one bound for each."""
    step = rel(prices, made, 2) if left(prices, made) >= 2 else 0  # then a cell costs inf
    return times(step, game.weight(some) - game.weight(found_by(game, guess, some))) + sum(bounds)


def sizes_rule(game: Game, prices: Prices, some: Set, made: int, guess: int, *, by_class: bool = False) -> float:
    """With the caps of the set; `by_class`: or those of the cell of all secrets, where they are lower."""
    mine, deeper = inherited(game, ranks(game, some)), below(prices, made)
    bounds = [
        set_bound(game, prices, cell, deeper, both(mine, class_caps(game, guess, feedback)) if by_class else mine)
        for feedback, cell in others(game, guess, some).items()
    ]
    return by_cells(game, prices, some, made, guess, bounds)


def cells_rule(
    game: Game, prices: Prices, some: Set, made: int, guess: int, known: Callable[[int, Set], float]
) -> float:
    """`known(made, cell)` is the remembered lemma, 0 if there is none."""
    deeper = below(prices, made)
    bounds = [
        max(known(deeper, cell), set_bound(game, prices, cell, deeper, ranks(game, cell)))
        for cell in others(game, guess, some).values()
    ]
    return by_cells(game, prices, some, made, guess, bounds)


# Symmetries.


def image(word: Word, by: Map) -> Word:
    places, names = by
    return tuple(names[word[place]] for place in places)


def swaps(game: Game) -> list[Map]:
    """The swaps of two neighbouring places, and of two neighbouring symbols."""
    places = tuple(range(len(game.secrets[0])))
    names = tuple(range(1 + max(max(word) for word in game.guesses + game.secrets)))
    swapped: list[Map] = [((*places[:i], i + 1, i, *places[i + 2 :]), names) for i in places[:-1]]
    return swapped + [(places, (*names[:x], x + 1, x, *names[x + 2 :])) for x in names[:-1]]


def every_map(game: Game) -> list[Map]:
    places, names = len(game.secrets[0]), 1 + max(max(word) for word in game.guesses + game.secrets)
    return list(product(permutations(range(places)), permutations(range(names))))


def stays(game: Game, by: Map) -> bool:
    return all({image(word, by) for word in some} == set(some) for some in (game.guesses, game.secrets))


def is_good(game: Game, by: Map) -> bool:
    if not stays(game, by):
        return False
    for guess in game.guesses:
        pairs = {(game.rule(guess, s), game.rule(image(guess, by), image(s, by))) for s in game.secrets}
        if not len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs}):
            return False
    return True


def is_fixed(game: Game, by: Map) -> bool:
    return stays(game, by) and all(
        game.rule(image(guess, by), image(secret, by)) == game.rule(guess, secret)
        for guess, secret in product(game.guesses, game.secrets)
    )


def passes(game: Game, by: Map) -> bool:
    """The test of a checker: for each guess, a feedback becomes another one, but always the same."""
    if not stays(game, by):
        return False
    for guess in game.guesses:
        becomes: dict[int, int] = {}
        for s in game.secrets:
            told = game.rule(image(guess, by), image(s, by))
            if becomes.setdefault(game.rule(guess, s), told) != told:
                return False
    return True


def moved(game: Game, some: Set, by: Map) -> Set:
    return frozenset(game.secrets.index(image(game.secrets[s], by)) for s in some)


def guess_moved(game: Game, guess: int, by: Map) -> int:
    return game.guesses.index(image(game.guesses[guess], by))


def orbits(game: Game, by: Sequence[Map]) -> list[int]:
    """For each guess the lowest that is tied to it."""
    lowest = list(range(len(game.guesses)))
    steps = [(g, guess_moved(game, g, one)) for one in by for g in range(len(lowest))]
    while any(lowest[a] != lowest[b] for a, b in steps):
        for a, b in steps:
            lowest[a] = lowest[b] = min(lowest[a], lowest[b])
    return lowest


# S1: Relative costs.


def paid(game: Game, prices: Prices, made: int, tree: Tree) -> float:
    return sum(game.weights[s] * rel(prices, made, k) for s, k in tree)


def test_s1_relative_costs_are_those_of_the_best_tree() -> None:
    for game in [BULLS_2X3, WORDS, HEAVY[0], CANDIDATES[0]]:
        for some, prices, made in product(subsets(game.everything), LISTS, (0, 1)):
            extra = [paid(game, prices, made, tree) for tree in trees(game, some, len(prices) - made)]
            assert cost(game, prices, some, made) == min(extra, default=inf)
            assert all(x >= 0 for x in extra)


# S2: Guesses that split nothing.


def test_s2_guesses_that_split_nothing_never_help() -> None:
    for game in [BULLS_2X3, BULLS_2X2_ANY, WORDS, UNKNOWN, HEAVY[0]]:
        for some, prices in product(subsets(game.everything, 5), LISTS):
            for made in range(len(prices)):
                wasted, thrifty = (trees(game, some, len(prices) - made, waste=waste) for waste in (True, False))
                least = [
                    min((paid(game, prices, made, tree) for tree in every), default=inf) for every in (wasted, thrifty)
                ]
                assert least[0] == least[1]
                assert least_total(game, prices, some, made) <= least_total(game, prices, some, made + 1)
                assert all(k <= len(some) for tree in thrifty for _, k in tree)


@pytest.mark.long
def test_s2_without_end_a_long_list_does() -> None:
    for game in SMALL + CANDIDATES:
        long = tuple(range(1, len(game.secrets) + 2))
        for some in subsets(game.everything, 5):
            assert cost(game, None, some) == cost(game, long, some)


def test_s2_needs_prices_that_never_fall() -> None:
    some, falling = BULLS_2X2_ANY.everything, (5, 4, 1, 1)
    split = {g for g in range(4) if len(cells(BULLS_2X2_ANY, g, some)) > 1}
    assert least_total(BULLS_2X2_ANY, falling, some, 0) == 2  # 00, 00, 01, 10
    assert min(cost_after(BULLS_2X2_ANY, falling, some, 0, g) for g in split) + 2 * 5 > 2


# S3: Parts of a set make no more cells.


def test_s3_parts_make_no_more_cells() -> None:
    for game in [*SMALL, *CANDIDATES]:
        for some in subsets(game.everything):
            plain, able = inherited(game, ranks(game, some))
            for part in subsets(some):
                for guess in allowed(game, part):
                    count = len(cells(game, guess, part))
                    assert count <= len(cells(game, guess, some))
                    assert count <= (able if found_by(game, guess, part) else plain)


def test_s3_a_guess_that_leaves_the_set_makes_one_cell_less() -> None:
    for game in SMALL:
        for some in subsets(game.everything):
            for part in subsets(some):
                for guess in range(len(game.guesses)):
                    if found_by(game, guess, some) - part:
                        assert len(cells(game, guess, part)) <= len(cells(game, guess, some)) - 1


# S4: Reach.


@cache
def most_found(game: Game, some: Set, guesses: int) -> int:
    if guesses == 0 or not some:
        return 0
    best = 0
    for guess in allowed(game, some):
        rest = others(game, guess, some).values()
        best = max(best, len(found_by(game, guess, some)) + sum(most_found(game, cell, guesses - 1) for cell in rest))
    return best


def test_s4_reach_bounds_what_any_tree_of_any_part_finds() -> None:
    tight = 0
    for game in [*SMALL, *CANDIDATES]:
        for some in subsets(game.everything):
            reach = 1
            for guesses in (1, 2, 3):
                found = max(most_found(game, part, guesses) for part in subsets(some))
                assert found <= reach
                tight += found == reach
                reach = next_reach(len(some), reach, ranks(game, some))
    assert tight > 1000


# S5: Costs by what is not yet found.


def test_s5_costs_are_steps_times_what_is_missing() -> None:
    for game in [BULLS_2X3, WORDS, *HEAVY]:
        for some, prices in product(subsets(game.everything, 4), LISTS):
            weights = tuple(game.weights[s] for s in some)
            for tree in trees(game, some, len(prices)):
                total = least = 0.0
                for i in range(1, len(prices)):
                    step, late = rel(prices, 0, i + 1) - rel(prices, 0, i), [s for s, k in tree if k > i]
                    total += step * sum(game.weights[s] for s in late)
                    least += step * tail(weights, len(some) - len(late))
                assert least <= total == paid(game, prices, 0, tree)


def test_s5_the_tail_is_the_least_weight_that_is_left() -> None:
    weights = (3, 1, 4, 1, 5, 9)
    for k in range(len(weights) + 1):
        assert tail(weights, k) == min(sum(weights) - sum(some) for some in combinations(weights, k))


# S6: The bound of a guess (rank).


def test_s6_rank_never_exceeds_the_cost_of_a_guess() -> None:
    tight = 0
    for game in [*SMALL, *CANDIDATES, *HEAVY, BULLS_2X4]:
        for some, prices in product(some_subsets(game), PRICES):
            for made, guess in product(depths(prices), allowed(game, some)):
                count, win = len(cells(game, guess, some)), len(found_by(game, guess, some))
                if len(some) > 1 and count < 2:
                    continue  # S2
                bound = guess_bound(game, prices, some, made, count, win, ranks(game, some))
                exact = cost_after(game, prices, some, made, guess)
                assert bound <= exact
                tight += bound == exact
    assert tight > 10_000


def test_s6_fewer_cells_are_never_cheaper() -> None:
    for some, prices, plain, able in product(subsets(BULLS_2X3.everything), PRICES, range(4), range(4)):
        for win in (0, 1):
            bounds = [guess_bound(BULLS_2X3, prices, some, 0, count, win, (plain, able)) for count in range(7)]
            assert all(a >= b for a, b in pairwise(bounds))


# S7: The bound of a set.


def test_s7_the_bound_of_a_set_never_exceeds_its_cost() -> None:
    tight = 0
    for game in [*SMALL, *CANDIDATES, *HEAVY, BULLS_2X4]:
        for some, prices in product(some_subsets(game), PRICES):
            for made in depths(prices):
                bound, exact = set_bound(game, prices, some, made, ranks(game, some)), cost(game, prices, some, made)
                assert bound <= exact
                tight += bound == exact
    assert tight > 5000


def test_s7_what_a_set_passes_on_bounds_its_parts() -> None:
    for game in [*SMALL, *CANDIDATES]:
        for some in subsets(game.everything):
            passed = inherited(game, ranks(game, some))
            for part, prices in product(subsets(some), (None, (0, 0, 1))):
                assert set_bound(game, prices, part, 0, passed) <= cost(game, prices, part)


# S8: A guess costs the step and its cells.


def test_s8_a_guess_costs_the_step_and_its_cells() -> None:
    for game in [*SMALL, *CANDIDATES, *HEAVY]:
        for some, prices in product(subsets(game.everything, 5), PRICES):
            for made, guess in product(depths(prices), allowed(game, some)):
                costs = [cost(game, prices, cell, below(prices, made)) for cell in others(game, guess, some).values()]
                assert by_cells(game, prices, some, made, guess, costs) == cost_after(game, prices, some, made, guess)


# S9: What never proves more than the sum over the cells.


def test_s9_rank_proves_no_more_than_sizes_nor_sizes_than_cells() -> None:
    kinds = set()
    for game in [*SMALL, *CANDIDATES, *HEAVY, BULLS_2X4]:
        for some, prices in product(some_subsets(game), PRICES):
            for made, guess in product(depths(prices), range(len(game.guesses))):
                count, win = len(cells(game, guess, some)), len(found_by(game, guess, some))
                if len(some) > 1 and count < 2:
                    continue  # S2
                rank = guess_bound(game, prices, some, made, count, win, ranks(game, some))
                sizes, classes = (sizes_rule(game, prices, some, made, guess, by_class=x) for x in (False, True))
                by_ranks = cells_rule(game, prices, some, made, guess, nothing_known)
                exact = cost_after(game, prices, some, made, guess)
                assert rank <= sizes <= classes <= by_ranks <= exact
                kinds.add((rank < sizes, sizes < classes, classes < by_ranks, by_ranks < exact))
    assert {True, False} == {kind[0] for kind in kinds} == {kind[1] for kind in kinds} == {kind[2] for kind in kinds}


def test_s9_plain_alone_would_be_false() -> None:
    ladder, last = LADDER.everything - {6}, 4  # aaaf leaves aaab, aaac, aaad, aaae; bcde, now plain, splits them
    cell = frozenset(range(4))
    caps = class_caps(LADDER, last, LADDER.table[last][0])
    assert (ranks(LADDER, ladder), caps) == ((1, 6), (4, 2))
    assert cost(LADDER, None, cell) == 4
    assert set_bound(LADDER, None, cell, 0, both(inherited(LADDER, (1, 6)), caps)) == 4
    assert set_bound(LADDER, None, cell, 0, both((1, 6), caps)) == 6


# S10: Caps of the cells of all secrets.


def test_s10_class_caps_hold_for_all_parts_of_a_cell() -> None:
    for game in [*SMALL, *CANDIDATES]:
        for guess in range(len(game.guesses)):
            for feedback, cell in cells(game, guess, game.everything).items():
                plain, able = class_caps(game, guess, feedback)
                for part in subsets(cell):
                    for other in allowed(game, part):
                        assert len(cells(game, other, part)) <= (able if found_by(game, other, part) else plain)


def test_s10_maps_that_change_no_feedback_keep_them() -> None:
    for game in [BULLS_2X3, BULLS_2X4, MASTERMIND_2X3, MARKS_2X3, NOZERO_2X3]:
        for by, guess in product(filter(lambda by: is_fixed(game, by), swaps(game)), range(len(game.guesses))):
            for feedback in cells(game, guess, game.everything):
                assert class_caps(game, guess, feedback) == class_caps(game, guess_moved(game, guess, by), feedback)


def test_s10_good_maps_that_change_feedbacks_do_not() -> None:
    game, by = Game(codes(3, 3), codes(3, 3), marks), ((0, 2, 1), (0, 1, 2))
    guess = game.guesses.index((0, 0, 1))
    other = guess_moved(game, guess, by)
    assert is_good(game, by)
    assert game.guesses[other] == (0, 1, 0)
    assert len(cells(game, guess, game.everything)[2]) == 4  # 0 0 2
    assert len(cells(game, other, game.everything)[2]) == 1
    assert class_caps(game, guess, 2) != class_caps(game, other, 2)


# S11: The cells rule, and remembered lemmas.


def test_s11_the_best_of_several_bounds_of_each_cell_is_one() -> None:
    draw = random.Random(11)
    for game in [*SMALL, *CANDIDATES, *HEAVY]:
        for some, prices in product(subsets(game.everything, 4), PRICES):
            known = lemmas(game, prices, draw)
            for made, guess in product(depths(prices), allowed(game, some)):
                assert cells_rule(game, prices, some, made, guess, known) <= cost_after(game, prices, some, made, guess)


def lemmas(game: Game, prices: Prices, draw: random.Random) -> Callable[[int, Set], float]:
    """True ones, half of them as strong as can be."""

    def known(made: int, some: Set) -> float:
        exact = cost(game, prices, some, made)
        return exact if draw.random() < 0.5 else draw.randrange(1 + int(exact)) if isfinite(exact) else 0

    return known


def test_s11_without_end_all_depths_are_alike() -> None:
    for game in [*SMALL, *CANDIDATES]:
        long = tuple(range(1, len(game.secrets) + 3))
        for some, made in product(subsets(game.everything, 4), (0, 1, 2)):
            assert cost(game, long, some, made) == cost(game, None, some)


def test_s11_in_a_list_a_lemma_serves_its_depth_only() -> None:
    for prices in LISTS:
        assert any(
            cost(BULLS_2X3, prices, some, 0) != cost(BULLS_2X3, prices, some, 1)
            for some in subsets(BULLS_2X3.everything)
        )
    some = frozenset((0, 1, 2))
    costs = [cost(BULLS_2X3, (0, 5, 5, 5, 5), some, made) for made in (0, 1)]
    assert costs == [10, 0]  # no order among them: deeper may be cheaper, as costs are relative


# S12: Good maps.


def test_s12_good_maps_are_found_by_the_test_of_a_checker_and_are_a_group() -> None:
    kinds = set()
    for game in [BULLS_2X3, BULLS_2X3_ANY, BULLS_2X4, MASTERMIND_2X3, EACH_3X2, MATCH_2X3, MARKS_3X2, NOZERO_2X3]:
        good = [by for by in every_map(game) if is_good(game, by)]
        for by in every_map(game):
            assert passes(game, by) == (by in good)
            kinds.add((passes(game, by), is_fixed(game, by), game.rule is marks))
        for one, other in product(good[:24], good[-24:]):
            places = tuple(one[0][place] for place in other[0])
            names = tuple(other[1][name] for name in one[1])
            assert image(image(game.secrets[0], one), other) == image(game.secrets[0], (places, names))
            assert (places, names) in good
    assert kinds == {(True, True, False), (False, False, False), (True, True, True), (True, False, True)}


def test_s12_a_map_that_is_not_good_does_not_pass() -> None:
    # With the order of numbers as the rule, no renaming but one that keeps it is good, although all words stay words.
    game = Game(codes(1, 3), codes(1, 3), lambda guess, secret: (guess > secret) - (guess < secret) + 1)
    good = [by for by in every_map(game) if is_good(game, by)]
    assert [passes(game, by) for by in every_map(game)] == [by in good for by in every_map(game)]
    assert len(good) == 2 < len([by for by in every_map(game) if stays(game, by)]) == 6


def test_s12_swaps_that_move_the_zero_are_not_good() -> None:
    assert [is_good(NOZERO_2X3, by) for by in swaps(NOZERO_2X3)] == [False, False, True]


# S13: Images, and one guess of each orbit.


def test_s13_images_cost_the_same() -> None:
    for game in [BULLS_2X3, MASTERMIND_2X3, MARKS_2X3, NOZERO_2X3, *CANDIDATES[:2]]:
        for by in filter(lambda by: is_good(game, by), swaps(game)):
            for some, prices in product(subsets(game.everything), (None, (0, 0, 1))):
                assert cost(game, prices, some) == cost(game, prices, moved(game, some, by))


def test_s13_guesses_of_one_orbit_cost_the_same() -> None:
    together = 0
    for game in [BULLS_2X3, BULLS_2X3_ANY, MASTERMIND_2X3, MATCH_2X3, MARKS_2X3, *CANDIDATES[:2]]:
        good = [by for by in every_map(game) if is_good(game, by)]
        for some in subsets(game.everything, 6):
            lowest = orbits(game, [by for by in good if moved(game, some, by) == some])
            for guess, first in enumerate(lowest):
                assert (guess in allowed(game, some)) == (first in allowed(game, some))
                assert cost_after(game, None, some, 0, guess) == cost_after(game, None, some, 0, first)
                together += guess != first
    assert together > 1000


def test_s13_weights_forbid_it() -> None:
    by = swaps(HEAVY[0])[0]
    assert is_good(HEAVY[0], by)
    assert any(
        cost(HEAVY[0], None, some) != cost(HEAVY[0], None, moved(HEAVY[0], some, by))
        for some in subsets(HEAVY[0].everything)
    )


# S14: Marks.


def test_s14_places_may_be_permuted_although_marks_of_equal_symbols_go_from_the_left() -> None:
    for game in [MARKS_2X3, MARKS_3X2, Game(codes(3, 3), codes(3, 3), marks), Game(codes(4, 2), codes(4, 2), marks)]:
        assert all(is_good(game, by) for by in every_map(game))
    assert not is_fixed(MARKS_3X2, ((1, 0, 2), (0, 1)))


# S15: A forced first guess.


def test_s15_a_forced_guess_is_bounded_by_the_ranks_of_all() -> None:
    for game, prices in product([*SMALL, *CANDIDATES, BULLS_2X2_ANY], PRICES):
        for guess in range(len(game.guesses)):
            some, exact = game.everything, cost_after(game, prices, game.everything, 0, guess)
            count, win = len(cells(game, guess, some)), len(found_by(game, guess, some))
            if count >= 2:
                assert guess_bound(game, prices, some, 0, count, win, ranks(game, some)) <= exact
            assert cells_rule(game, prices, some, 0, guess, nothing_known) <= exact


def test_s15_a_forced_guess_may_split_nothing() -> None:
    some = BULLS_2X2_ANY.everything
    assert len(cells(BULLS_2X2_ANY, 0, some)) == 1
    assert guess_bound(BULLS_2X2_ANY, None, some, 0, 1, 0, ranks(BULLS_2X2_ANY, some)) == inf
    assert cost_after(BULLS_2X2_ANY, None, some, 0, 0) == 1 + 2  # 00, 01, 10: with guesses 2 and 3


def test_s15_its_own_rank_is_not_that_of_all() -> None:
    some = BULLS_2X3_ANY.everything
    assert (
        guess_bound(BULLS_2X3_ANY, None, some, 0, 2, 0, (2, 0))
        == 12
        > cost_after(BULLS_2X3_ANY, None, some, 0, 0)
        == 10
    )


def test_s15_it_need_not_be_the_lowest_of_its_orbit() -> None:
    lowest = orbits(BULLS_2X3, swaps(BULLS_2X3))
    assert set(lowest) == {0}
    assert [guess for guess in range(6) if guess == 5 and lowest[guess] == guess] == []  # none is left to close


def test_s15_it_need_not_be_a_candidate() -> None:
    game, some = BULLS_2X3_ANY.with_("candidates"), BULLS_2X3_ANY.everything
    assert 0 not in allowed(game, some)  # if only these were closed, none would be
    assert cost_after(game, None, some, 0, 0) == 10 == cells_rule(game, None, some, 0, 0, nothing_known)


# S16: The pool of candidates.


def test_s16_every_guess_of_the_candidates_splits() -> None:
    for game in CANDIDATES:
        for some in subsets(game.everything):
            assert ranks(game, some)[0] == 0
            assert all(len(cells(game, guess, some)) > 1 or len(some) == 1 for guess in allowed(game, some))
            assert all(set(allowed(game, part)) <= set(allowed(game, some)) for part in subsets(some))


def test_s16_parts_cost_no_more_with_all_guesses_but_may_with_candidates() -> None:
    for game in SMALL:
        for some in subsets(game.everything):
            assert all(cost(game, None, part) <= cost(game, None, some) for part in subsets(some))
    ladder, some = LADDER.with_("candidates"), frozenset(range(6))
    assert cost(ladder, None, some) == 5 < cost(ladder, None, some - {5}) == 10


# S17: Infinity and the limits of arithmetic.

INFINITY = 1 << 48


def test_s17_what_is_finite_is_below_infinity() -> None:
    for game, prices in product([*SMALL, *CANDIDATES, *HEAVY], PRICES):
        most = (len(game.secrets) if prices is None else prices[-1]) * game.weight(game.everything)
        for some in subsets(game.everything, 5):
            for guess in allowed(game, some):
                if prices is None and some in others(game, guess, some).values():
                    continue
                exact = cost_after(game, prices, some, 0, guess)
                assert exact == inf or exact <= most


def test_s17_sums_may_be_cut() -> None:
    draw = random.Random(17)
    for _ in range(2000):
        terms = [draw.choice((0, 1, draw.randrange(INFINITY), INFINITY)) for _ in range(draw.randrange(1, 9))]
        cut = 0
        for term in terms:
            cut = min(INFINITY, cut + term)
            assert cut + INFINITY < 1 << 63
        assert cut == min(INFINITY, sum(terms))
    assert (INFINITY << 16) % (1 << 64) == 0  # infinity times a weight does not fit, and would be nothing at all


# S18: Nested lemmas.


def accepts(game: Game, prices: Prices, some: Set, made: int, least: float, known: Callable[[int, Set], float]) -> bool:
    """Whether every allowed guess is closed, without symmetries."""
    if left(prices, made) < 1:
        return True
    for guess in allowed(game, some):
        is_needed = len(some) == 1 or len(cells(game, guess, some)) > 1
        if is_needed and cells_rule(game, prices, some, made, guess, known) < least:
            return False
    return True


def nothing_known(made: int, cell: Set) -> float:
    return 0


def test_s18_whatever_is_accepted_is_true_and_all_that_is_true_can_be_proved() -> None:
    for game in [BULLS_2X3, MASTERMIND_2X3, WORDS, LADDER, UNKNOWN, HEAVY[0], *CANDIDATES[:2]]:
        for prices in (None, (0, 0, 1), (0, 5, 5, 6)):
            proved: dict[tuple[int, Set], float] = {}

            def known(made: int, cell: Set, proved: dict[tuple[int, Set], float] = proved) -> float:
                return proved.get((made, cell), 0)

            for some in subsets(game.everything, 5):  # the smaller ones first
                for made in (0,) if prices is None else range(len(prices), -1, -1):
                    exact = cost(game, prices, some, made)
                    assert accepts(game, prices, some, made, exact, known) or game is UNKNOWN
                    assert exact == inf or not accepts(game, prices, some, made, exact + 1, known)
                    proved[made, some] = exact


def test_s18_that_no_guess_finds_a_secret_is_not_proved() -> None:
    some = frozenset({2})  # acd, which is no guess
    assert cost(UNKNOWN, None, some) == inf
    assert not accepts(UNKNOWN, None, some, 0, inf, nothing_known)


# S19: What is claimed.


def test_s19_a_tree_must_keep_to_the_pool_and_the_first_guess() -> None:
    some = frozenset(range(5))
    assert cost(LADDER, None, some) == 5 < cost(LADDER.with_("candidates"), None, some) == 10
    assert cost(BULLS_2X2_ANY, None, BULLS_2X2_ANY.everything) < cost_after(
        BULLS_2X2_ANY, None, BULLS_2X2_ANY.everything, 0, 0
    )


def test_s19_no_secret_at_all_would_prove_anything() -> None:
    empty = codes(3, 2, distinct=True)
    assert empty == []
    assert accepts(Game(empty, empty, bulls_and_cows), None, frozenset(), 0, inf, nothing_known)


def test_s19_a_guess_must_win_for_one_secret_at_most() -> None:
    def order(guess: Word, secret: Word) -> int:
        a, b = (int("".join(map(chr, word))) for word in (guess, secret))
        return 1 + (b > a) - (b < a)

    game = Game(words("7"), words("7", "07"), order)  # as numbers, 7 is 07: told apart by nothing, and both are right
    assert cells(game, 0, game.everything) == {1: game.everything}
    assert accepts(game, None, game.everything, 0, inf, nothing_known)


@pytest.mark.needs_coqc
def test_coq_accepts_the_proof_and_needs_no_axiom(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).resolve().parents[1] / "docs" / "certificates.v", tmp_path)
    done = subprocess.run(["coqc", "-q", "certificates.v"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split("\n")) == (0, ["Closed under the global context"] * 2 + [""])
