"""The notions of the argument why certificates prove what they claim, by plain definitions, and some small games.

Costs are found by looking at all trees; the tables are made by plain rules.  Nothing of guesstree is used.
"""

from __future__ import annotations

from functools import cache, partial
from itertools import combinations, permutations, product
from math import inf
from typing import TYPE_CHECKING, TypeAlias

from forger import answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Word: TypeAlias = tuple[int, ...]
Set: TypeAlias = frozenset[int]
Prices: TypeAlias = tuple[int, ...] | None  # None: 1, 2, 3, ... without end
Ranks: TypeAlias = tuple[int, int]  # plain, able
Tree: TypeAlias = tuple[tuple[int, int], ...]  # (secret, number of the guess that finds it)
Map: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]  # places, names


# The games.


bulls_and_cows, bulls_and_each = partial(answer, "cows"), partial(answer, "each")
only_bulls, marks = partial(answer, "match"), partial(answer, "marks")


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
def trees(game: Game, some: Set, depth: int) -> frozenset[Tree]:
    """All trees that find all of them in that many guesses, each of which splits."""
    if depth == 0:
        return frozenset()
    every = set()
    for guess in allowed(game, some):
        rest = others(game, guess, some)
        if some in rest.values():
            continue
        first = tuple((s, 1) for s in found_by(game, guess, some))
        for parts in product(*(trees(game, cell, depth - 1) for cell in rest.values())):
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


def guess_moved(game: Game, guess: int, by: Map) -> int:
    return game.guesses.index(image(game.guesses[guess], by))


def nothing_known(made: int, cell: Set) -> float:
    return 0
