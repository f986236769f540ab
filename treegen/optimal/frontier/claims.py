"""What workers claim, so that a sample of it can be solved again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from treegen.games.partition import cell_sizes
from treegen.native.interface import NEVER
from treegen.optimal.audit import Claim, LemmaClaims
from treegen.optimal.frontier.nodes import History, OpenSet

if TYPE_CHECKING:
    from treegen.games.game import Game
    from treegen.optimal.objective import Prices

__all__ = ["ClaimLog", "FrontierClaims"]

_KEPT = 20_000
_TOP = 32  # guesses that make most cells
_FEW = 1  # guesses of those, and as many of all


class ClaimLog:
    """The claims in the answers of workers: all of them, or an even sample of very many.

    Costs are absolute; guess -1: the set costs at least so much with each of `only` (none: any guess).
    """

    def __init__(self, kept: int = _KEPT) -> None:
        self._kept, self._count = kept, 0
        self._random = random.SystemRandom()
        self.records: list[tuple[History, int, int, tuple[int, ...]]] = []

    def add(self, history: History, cost: int, guess: int = -1, only: Sequence[int] = ()) -> None:
        """Take in a claim."""
        self._count += 1
        if len(self.records) < self._kept:
            self.records.append((history, cost, guess, tuple(only)))
        elif (place := self._random.randrange(self._count)) < self._kept:
            self.records[place] = (history, cost, guess, tuple(only))


class FrontierClaims:
    """All that a result rests on: what the workers claimed, their proved sets, and that no guess was kept quiet about.

    Of each set that was shared out there is a claim about any guess of the game.  With `whole`, a claim is about all
    its guesses; else about a few, half of them drawn from those that make most cells, where a false claim would show.
    That a tree costs no more need not be believed: it is played.
    """

    def __init__(
        self, log: ClaimLog, nodes: Sequence[OpenSet], lemmas: LemmaClaims, game: Game, prices: Prices, seed: int,
        *, pool: str = "all", whole: bool = True,
    ) -> None:  # fmt: skip
        self._log, self._nodes, self._lemmas, self._pool = log, nodes, lemmas, pool
        self._game, self._prices, self._seed, self._is_whole = game, prices, seed, whole

    def __len__(self) -> int:
        return len(self._log.records) + len(self._nodes) + len(self._lemmas)

    def __getitem__(self, index: int) -> Claim:
        if index >= len(self):
            raise IndexError(index)
        rest = index - len(self._log.records)
        if rest >= len(self._nodes):
            lemma = self._lemmas[rest - len(self._nodes)]
            if self._is_whole:
                return lemma
            history = tuple(zip(lemma.path[::2], lemma.path[1::2], strict=True))
            return lemma._replace(guess=-1, only=self._draw(history, (), random.Random(f"{self._seed}/{index}")))
        if rest < 0:
            history, cost, guess, only = self._log.records[index]
        else:
            history, cost, guess, only = *self._nodes[rest].solved, ()
        if not self._is_whole and len(only) != 1:
            only = self._draw(history, only, random.Random(f"{self._seed}/{index}"))
            cost, guess = cost + (guess >= 0 and self._come_before(history, only, guess)), -1
        return self._claim(history, cost, guess, only)

    def _draw(self, history: History, only: Sequence[int], some: random.Random) -> tuple[int, ...]:
        """A few of the guesses (none: all), half of them from those that make most cells."""
        candidates = self._game.select(history)
        guesses = np.array(only, np.int32) if only else np.arange(len(self._game.guesses), dtype=np.int32)
        if not only and self._pool == "candidates":
            guesses = self._game.candidate_guesses(candidates)
        sizes = cell_sizes(self._game, candidates, guesses)
        best = np.argsort(-(sizes > 0).sum(axis=1), kind="stable")[:_TOP].tolist()
        places = {*some.sample(best, min(_FEW, len(best))), *some.sample(range(len(guesses)), min(_FEW, len(guesses)))}
        return tuple(sorted(guesses[list(places)].tolist()))

    def _come_before(self, history: History, guesses: Sequence[int], best: int) -> bool:
        """Whether all of these come before the best one in the order of guesses, so that they cost more."""
        candidates = self._game.select(history)

        def rank(one: int) -> tuple[int, bool, int]:
            cells = np.unique(self._game.table[one, candidates])
            wins = bool(self._game.winning in cells)
            return -(len(cells) + wins), not wins, one

        return all(rank(guess) < rank(best) for guess in guesses)

    def _claim(self, history: History, cost: int, guess: int, only: Sequence[int]) -> Claim:
        """The claim with its cost above the price of the next guess."""
        path = tuple(index for step in history for index in step)
        if cost < NEVER:
            weight = int(self._game.secret_weights[self._game.select(history)].sum())
            cost -= weight * self._prices.at(len(history) + 1)
        return Claim(path, cost, guess, tuple(only))
