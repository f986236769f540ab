"""A game by brute force, with sets of secrets as bits of a number: what trees cost, and which trees a rule builds.

It shares no code with treegen.  A tree is `(guess, wins, {feedback: tree})`.  There are no bounds, no symmetries and no
order of search: every guess is tried for every set that comes up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import log2, prod
from typing import Any, NamedTuple

import treegen
from player import tree as trees

Tree = tuple[int, bool, dict[int, Any]]
Prices = tuple[int, ...] | None  # by depth; None: 1, 2, 3, ... without end

_WORD = (1 << 64) - 1

# What is least for the best guess, by the sizes of its cells: whole numbers, no rounding at all.
SCORES: dict[str, Callable[[Sequence[int]], Any]] = {
    "entropy": lambda sizes: prod(size**size for size in sizes),  # least is least Σ n·log n
    "n-log-n1": lambda sizes: prod((size + 1) ** size for size in sizes),
    "minimax": max,
    "halving": lambda sizes: abs(2 * max(sizes) - sum(sizes)),
    "expected-size": lambda sizes: sum(size**2 for size in sizes),
    "most-cells": lambda sizes: -len(sizes),
    "first": lambda _: 0,
}


class Move(NamedTuple):
    """A guess at a set: the set that it wins against (0: none), and the other cells by feedback."""

    guess: int
    win: int
    cells: dict[int, int]

    @property
    def place(self) -> tuple[int, bool, int]:
        """Where it comes in the order of guesses; the least is first."""
        return -(len(self.cells) + 2 * bool(self.win)), not self.win, self.guess


class Rule(NamedTuple):
    """A greedy rule: `score`, `tie` and `pool` by their names."""

    score: str
    tie: str = "first-candidate"
    pool: str = "all"
    bonus: float = 0.0
    opening: tuple[int, ...] = ()
    seed: int = 0
    exact_below: int = 0
    symbols: str = ""  # of guesses that introduce unused ones in this order; empty: in any order


class Brute:
    """A game of a table [guess][secret]; `words` are the guesses as text, in which hard mode keeps to the marks."""

    def __init__(
        self,
        table: Sequence[Sequence[int]],
        winning: int,
        losing: Sequence[int] = (),
        weights: Sequence[int] | None = None,
        pool: str = "all",
        words: Sequence[str] = (),
        labels: Sequence[str] = (),
    ) -> None:
        self.table, self.winning, self.losing, self.pool = table, winning, frozenset(losing), pool
        self.words, self.labels = words, labels
        self.secrets = len(table[0])
        self.weights = [1] * self.secrets if weights is None else list(weights)
        self.everything, self.any_guess = (1 << self.secrets) - 1, (1 << len(table)) - 1
        self.masks: list[dict[int, int]] = []
        for row in table:
            cells: dict[int, int] = {}
            for secret, feedback in enumerate(row):
                cells[feedback] = cells.get(feedback, 0) | 1 << secret
            self.masks.append(dict(sorted(cells.items())))
        self._weight = {0: 0}
        self._questions: dict[tuple[int, int | None], int | None] = {}
        self._memo: dict[Any, tuple[int, tuple[int, bool, int], Move] | None] = {}

    # --- sets and guesses

    @staticmethod
    def some(secrets: Iterable[int]) -> int:
        """The set of these secrets."""
        return sum(1 << secret for secret in secrets)

    def weight(self, some: int) -> int:
        """The weights of a set, added up."""
        if some not in self._weight:
            low = some & -some
            self._weight[some] = self.weights[low.bit_length() - 1] + self.weight(some ^ low)
        return self._weight[some]

    def sizes(self, move: Move) -> list[int]:
        return [cell.bit_count() for cell in (move.win, *move.cells.values()) if cell]

    def gains(self, move: Move) -> list[int]:
        """The weights of the cells."""
        return [self.weight(cell) for cell in (move.win, *move.cells.values()) if cell]

    def split(self, some: int, guess: int) -> Move:
        cells = {feedback: some & mask for feedback, mask in self.masks[guess].items() if some & mask}
        return Move(guess, cells.pop(self.winning, 0), cells)

    def may_lose(self, move: Move) -> bool:
        return not self.losing.isdisjoint(move.cells)

    def is_useful(self, some: int, move: Move) -> bool:
        """Whether it splits the set, or finds its only secret."""
        return len(move.cells) + bool(move.win) > 1 or move.win == some

    def moves(self, some: int, allowed: int, only: int | None = None) -> Iterator[Move]:
        """The guesses that a tree may begin with; a forced one need not be in the pool."""
        for guess in range(len(self.table)) if only is None else (only,):
            if only is None and not allowed >> guess & 1:
                continue
            move = self.split(some, guess)
            if self.may_lose(move) or not self.is_useful(some, move):
                continue
            if self.pool == "candidates" and not move.win and only is None:
                continue
            yield move

    def after(self, allowed: int, guess: int, feedback: int) -> int:
        """The guesses that are still allowed."""
        if self.pool != "hard":
            return allowed
        word, marks = self.words[guess], self.labels[feedback]
        marked = Counter(letter for letter, mark in zip(word, marks, strict=True) if mark != "0")
        for later, text in enumerate(self.words):
            stays = all(mark != "2" or text[place] == word[place] for place, mark in enumerate(marks))
            if not stays or any(text.count(letter) < count for letter, count in marked.items()):
                allowed &= ~(1 << later)
        return allowed

    def follow(self, history: Sequence[tuple[int, int]]) -> tuple[int, int]:
        """The candidates and the guesses that a history leaves."""
        some, allowed = self.everything, self.any_guess
        for guess, feedback in history:
            some &= self.masks[guess].get(feedback, 0)
            allowed = self.after(allowed, guess, feedback)
        return some, allowed

    # --- least costs

    def best(
        self, some: int, allowed: int, prices: Prices = None, made: int = 0, only: int | None = None
    ) -> tuple[int, tuple[int, bool, int], Move] | None:
        """The least cost, and the first guess in the order of guesses that attains it; None where there is no tree."""
        made = 0 if prices is None else made  # the base is added where a guess is made
        key = some, allowed, prices, made, only
        if key not in self._memo:
            found = (
                (cost, move.place, move)
                for move in self.moves(some, allowed, only)
                if (cost := self.cost(move, allowed, prices, made)) is not None
            )
            self._memo[key] = min(found, default=None)
        return self._memo[key]

    def cost(self, move: Move, allowed: int, prices: Prices = None, made: int = 0) -> int | None:
        """What a guess costs with the best play after it."""
        if prices is not None and made >= len(prices):
            return None
        cost = self.weight(move.win) * (1 if prices is None else prices[made])
        for feedback, cell in move.cells.items():
            below = self.best(cell, self.after(allowed, move.guess, feedback), prices, made + 1)
            if below is None:
                return None
            cost += below[0] + (self.weight(cell) if prices is None else 0)
        return cost

    def tree(self, some: int, allowed: int, prices: Prices = None, made: int = 0, only: int | None = None) -> Tree:
        """The tree of least cost, with the first guess of the order everywhere."""
        found = self.best(some, allowed, prices, made, only)
        assert found is not None
        move = found[2]
        return move.guess, bool(move.win), {
            feedback: self.tree(cell, self.after(allowed, move.guess, feedback), prices, made + 1)
            for feedback, cell in move.cells.items()
        }  # fmt: skip

    def least_depth(self, some: int, allowed: int, only: int | None = None, cost: int | None = None) -> int | None:
        """The least depth of a tree, or of a tree of this cost; None where there is none."""
        for depth in range(1, some.bit_count() + 1):
            found = self.best(some, allowed, linear(depth), 0, only)
            if found is not None and (cost is None or found[0] == cost):
                return depth
        return None

    def solve(
        self, objective: str, prices: Prices = None, max_depth: int | None = None, only: int | None = None
    ) -> Tree | None:
        """The tree of `solve` by its definition; None where there is none.  Not for identify."""
        root = self.everything, self.any_guess

        def attempt(values: Prices) -> Tree | None:
            return None if self.best(*root, values, 0, only) is None else self.tree(*root, values, 0, only)

        if objective == "price":
            assert prices is not None
            return attempt(prices[:max_depth])
        if objective == "total":
            found = attempt(None if max_depth is None else linear(max_depth))
            while found is not None and depth_of(found) > 1:
                shorter = attempt(linear(depth_of(found) - 1))
                if shorter is None or self.total(shorter) > self.total(found):
                    break
                found = shorter
            return found
        depth = self.least_depth(*root, only)
        if depth is None or (max_depth is not None and depth > max_depth):
            return None
        if objective == "worst":
            return attempt(linear(depth))
        assert objective == "fewest-at-max"
        limit = max_depth or depth
        return attempt((*range(1, limit), limit + sum(self.weights) * limit))

    def identify(self, some: int, left: int | None, only: int | None = None) -> int | None:
        """The questions until the secret is certain, added up; None where there is no tree of that depth."""
        if left == 0:
            return None
        if not some & (some - 1):
            return 0 if only is None or self.split(some, only).win else None
        if only is None and (some, left) in self._questions:
            return self._questions[some, left]
        costs = []
        for guess in range(len(self.table)) if only is None else (only,):
            move = self.split(some, guess)
            if self.may_lose(move) or not self.is_useful(some, move):
                continue
            parts = [
                self.identify(cell, None if left is None else left - 1)
                for cell in (move.win, *move.cells.values()) if cell
            ]  # fmt: skip
            if None not in parts:
                costs.append(some.bit_count() + sum(part or 0 for part in parts))
        least = min(costs, default=None)
        if only is None:
            self._questions[some, left] = least
        return least

    def total(self, tree: Tree, prices: Prices = None, made: int = 0, some: int | None = None) -> int:
        """What a tree costs."""
        move = self.split(self.everything if some is None else some, tree[0])
        price = made + 1 if prices is None else prices[made]
        below = sum(self.total(tree[2][feedback], prices, made + 1, cell) for feedback, cell in move.cells.items())
        return price * self.weight(move.win) + below

    def cost_of(self, objective: str, tree: Tree, prices: Prices = None, max_depth: int | None = None) -> int:
        """What a tree of solve() costs by its objective."""
        if objective == "fewest-at-max":
            most = max_depth or depth_of(tree)
            prices = (*range(1, most), most + sum(self.weights) * most)
        return self.total(tree, prices)

    def most_found(self, some: int, depth: int, memo: dict[Any, int]) -> int:
        """The most secrets that are found within a depth, whatever becomes of the others."""
        if depth and (some, depth) not in memo:
            splits = (self.split(some, guess) for guess in range(len(self.table)))
            memo[some, depth] = max(
                (
                    bool(move.win) + sum(self.most_found(cell, depth - 1, memo) for cell in move.cells.values())
                    for move in splits
                    if not self.may_lose(move)
                ),
                default=0,
            )
        return memo[some, depth] if depth else 0

    # --- greedy rules

    def greedy(self, rule: Rule, left: int | None) -> Tree | None:
        """The tree of a rule: of depth at most `left`, repaired where necessary; None: the plain rule."""
        return self._greedy(rule, self.everything, self.any_guess, (), left)

    def _greedy(self, rule: Rule, some: int, allowed: int, asked: tuple[int, ...], left: int | None) -> Tree | None:
        if left == 0:
            return None
        small = some.bit_count()
        ranked = self._ranked(rule, some, allowed, asked)
        is_solved = small <= rule.exact_below and (asked or not rule.opening)
        if is_solved and (small > 2 or not ranked or not ranked[0].win):
            return self._exact(some, allowed, left)
        for move in ranked[:1] if left is None else ranked:
            below = {
                feedback: self._greedy(
                    rule,
                    cell,
                    self.after(allowed, move.guess, feedback),
                    (*asked, move.guess),
                    None if left is None else left - 1,
                )
                for feedback, cell in move.cells.items()
            }
            if None not in below.values():
                return move.guess, bool(move.win), below
        return None

    def _exact(self, some: int, allowed: int, left: int | None) -> Tree | None:
        if self.best(some, allowed) is None:
            return None
        free = self.tree(some, allowed)
        if left is None or depth_of(free) <= left:
            return free
        return None if self.best(some, allowed, linear(left)) is None else self.tree(some, allowed, linear(left))

    def _ranked(self, rule: Rule, some: int, allowed: int, asked: tuple[int, ...]) -> list[Move]:
        """The guesses in the order of a rule."""
        made = len(asked)
        if made < len(rule.opening):
            fixed = self.split(some, rule.opening[made])
            can_ask = self.is_useful(some, fixed) and not self.may_lose(fixed)
            if not made or (can_ask and allowed >> fixed.guess & 1):
                return [fixed] * can_ask
        is_from_candidates = rule.pool == "candidates"
        ranked = []
        for guess in range(len(self.table)):
            move = self.split(some, guess)
            if not allowed >> guess & 1 or self.may_lose(move) or not self.is_useful(some, move):
                continue
            if (is_from_candidates and not move.win) or not (some == move.win or self._is_in_order(rule, guess, asked)):
                continue
            is_last = rule.tie.startswith("last") and (move.win or rule.tie == "last-of-all")
            prefer = -self.weight(move.win) if rule.tie.endswith("candidate") else 0
            score = self.score(rule, some, move)
            key = (0, 0, guess) if some == move.win else (score, prefer, -guess if is_last else guess)
            ranked.append((key, move))
        return [move for _, move in sorted(ranked)]

    def _is_in_order(self, rule: Rule, guess: int, asked: tuple[int, ...]) -> bool:
        """Whether a guess introduces the first of the symbols that no guess before has, then the next one."""
        used = {letter for one in asked for letter in self.words[one]}
        for letter in self.words[guess] if rule.symbols else "":
            if not used.issuperset(rule.symbols[: rule.symbols.index(letter)]):
                return False
            used.add(letter)
        return True

    def score(self, rule: Rule, some: int, move: Move) -> Any:
        """What is least for the best guess; whole numbers, except where there is a bonus."""
        sizes = self.gains(move)
        if rule.score == "random":
            members = sum(_mix(secret + 1) for secret in range(self.secrets) if some >> secret & 1) & _WORD
            return _mix(move.guess ^ _mix(members ^ rule.seed)) >> 1
        if rule.bonus:
            more = 1 if rule.score == "n-log-n1" else 0
            bits = sum(size * log2(size + more) for size in sizes)
            share = self.weight(some) / some.bit_count()
            return round(bits - rule.bonus * share * bool(move.win), 9)
        return SCORES[rule.score](sizes)


def of_game(game: treegen.Game, pool: str = "all") -> Brute:
    """A game of treegen."""
    weights = None if game.weights is None else game.weights.tolist()
    return Brute(game.table.tolist(), game.winning, game.losing, weights, pool, game.guesses, game.labels)


def nested(tree: trees.Tree, game: treegen.Game) -> Tree:
    """A tree of treegen."""

    def node(at: int) -> Tree:
        below = {tree.feedback[child]: node(child) for child in tree.children(at)}
        return game.guess_index[tree.guesses[at]], tree.is_win(at), below

    return node(0)


def linear(depth: int) -> tuple[int, ...]:
    return tuple(range(1, depth + 1))


def depth_of(tree: Tree) -> int:
    return 1 + max(map(depth_of, tree[2].values()), default=0)


def _mix(value: int) -> int:
    """splitmix64."""
    value = value + 0x9E3779B97F4A7C15 & _WORD
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    value = (value ^ value >> 27) * 0x94D049BB133111EB & _WORD
    return value ^ value >> 31
