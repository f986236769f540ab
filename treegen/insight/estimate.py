"""How many guesses are still needed after a guess: exact in small positions, estimated in larger ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from player.errors import NoSuchTree
from treegen.games.game import Game
from treegen.games.partition import Indices, cell_sizes, cells
from treegen.games.subtree import Subtree
from treegen.greedy.chooser import Chooser
from treegen.greedy.strategy import find
from treegen.native import core
from treegen.optimal.engine import make_search
from treegen.optimal.objective import linear

if TYPE_CHECKING:
    from treegen.native._core import Search
    from treegen.native.interface import RunArguments

__all__ = ["Estimator", "Found"]

# In positions of at most this many candidates, every guess that may be among the best is solved exactly: with the core
# this takes at most half a second in bulls-4x10.  Without the core every cost is an estimate.
EXACT_LIMIT = 80 if core is not None else 0
LEAST_ESTIMATED = 10  # guesses, ranked by information, that are estimated even if fewer are shown
_MEMORY = 32 << 20
_ENDLESS = 1 << 30  # the depth of a position in which no guess is allowed


@dataclass(frozen=True, slots=True)
class Found:
    """A guess, its cost (the guesses needed, summed over the candidates by weight), and the most guesses needed."""

    guess: int
    cost: int
    depth: int
    is_exact: bool


class Estimator:
    """Evaluates guesses in one position, given by its candidates (int32, rising) and the guesses that led there."""

    def __init__(self, game: Game, candidates: Indices, asked: tuple[int, ...]) -> None:
        self.game, self.candidates, self.asked = game, candidates, asked
        self._chooser = Chooser(game, find("entropy"), always_stands=True)
        self._search: Search | None = None
        self._is_small = len(candidates) <= EXACT_LIMIT and game.weights is None  # small enough to be solved exactly
        # For each partition: the result of a search, and the upper bound that it was given.
        self._solved: dict[tuple[tuple[int, ...], bytes], tuple[Found | None, int | None]] = {}
        self._memo: dict[bytes, tuple[int, int]] = {}
        self._ranking = self._chooser.rank(candidates, asked)

    def rank(self, top: int, by: str) -> list[Found]:
        """Return the `top` best guesses by one of ORDERS; NoSuchTree if none is known to lead to every secret."""
        ranking = self._ranking
        if by == "bits":
            found = self._first(ranking.guesses, top)
        elif by == "largest":
            order = np.lexsort((ranking.guesses, ranking.wins == 0, ranking.largest))
            found = self._first(ranking.guesses[order], top)
        elif self._is_small:
            found = self._solve_best(top)
        else:
            # Ties keep the order of the ranking.  A minimum number makes the best guess the same for every `top`.
            found = self._first(ranking.guesses, max(top, LEAST_ESTIMATED))
            found = sorted(found, key=lambda one: one.cost)[:top]
        if not found:
            some = ", ".join(self.game.secrets[i] for i in self.candidates[:3]) + ", ..." * (len(self.candidates) > 3)
            raise NoSuchTree(f"{self.game.brief}: no tree is known that distinguishes and finds {some}")
        return found

    def _first(self, guesses: Indices, top: int) -> list[Found]:
        """The first `top` of the guesses that are known to lead to every secret."""
        known = (self._solve(guess, None) if self._is_small else self._estimate(guess) for guess in guesses.tolist())
        return list(islice((found for found in known if found is not None), top))

    def _solve_best(self, top: int) -> list[Found]:
        """The best `top` guesses by exact cost; ties are in the order (bound, not a candidate, index)."""
        n, guesses = len(self.candidates), self._ranking.guesses
        sizes = cell_sizes(self.game, self.candidates, guesses)
        wins = sizes[:, self.game.winning] > 0
        # At best this guess finds one secret, the next guess one in every other cell, and the third guess the rest.
        bounds = 3 * n - ((sizes > 0).sum(axis=1) + wins)
        best: list[Found] = []
        for i in np.lexsort((guesses, ~wins, bounds)).tolist():
            upper_bound = best[-1].cost if len(best) >= top else None
            if upper_bound is not None and bounds[i] >= upper_bound:
                break
            found = self._solve(int(guesses[i]), upper_bound)
            if found is not None:
                best = sorted([*best, found], key=lambda one: one.cost)[:top]
        return best

    def _solve(self, guess: int, upper_bound: int | None) -> Found | None:
        """The least cost after a guess; None if it is not less than `upper_bound`."""
        # Guesses that make the same partition, and win for the same candidate, have the same cost.
        row = self.game.table[guess][self.candidates]
        _, kinds = np.unique(row, return_inverse=True)
        firsts = {kind: place for place, kind in reversed(list(enumerate(kinds.tolist())))}
        key = (tuple(firsts[kind] for kind in kinds.tolist()), (row == self.game.winning).tobytes())
        found, limit = self._solved.get(key, (None, 0))
        if found is None and limit is not None and (upper_bound is None or upper_bound > limit):
            found = self._search_after(guess, upper_bound)
            self._solved[key] = found, upper_bound
        if found is None or (upper_bound is not None and found.cost >= upper_bound):
            return None
        return replace(found, guess=guess)

    def _search_after(self, guess: int, upper_bound: int | None) -> Found | None:
        arguments: RunArguments = {"candidates": self.candidates.tolist(), "first": guess, "threads": 1}
        if upper_bound is not None:
            arguments["upper_bound"] = upper_bound
        if self._search is None:
            self._search = make_search(self.game, "all", linear(None), _MEMORY)
        cost = self._search.run(**arguments)["cost"]
        columns = self._search.tree() if cost is not None else None
        if cost is None or columns is None:
            return None
        return Found(guess, cost, len(Subtree(*columns).histogram()), is_exact=True)

    def _estimate(self, guess: int) -> Found | None:
        """The cost of the entropy strategy after a guess; None if it reaches a position without an allowed guess."""
        cost, depth = self._walk(self.candidates, self.asked, guess)
        return Found(guess, cost, depth, is_exact=False) if depth < _ENDLESS else None

    def _walk(self, candidates: Indices, asked: tuple[int, ...], guess: int) -> tuple[int, int]:
        """The cost and depth of the subtree that the entropy strategy builds after a guess (-1: none is allowed)."""
        cost, depth = int(self.game.secret_weights[candidates].sum()), 1 if guess >= 0 else _ENDLESS
        for feedback, cell in cells(self.game, candidates, guess) if guess >= 0 else ():
            if feedback != self.game.winning:
                key, history = cell.tobytes(), (*asked, guess)
                if key not in self._memo:
                    self._memo[key] = self._walk(cell, history, self._chooser.choose(cell, history))
                below, levels = self._memo[key]
                cost, depth = cost + below, max(depth, 1 + levels)
        return cost, depth
