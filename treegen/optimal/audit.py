"""Checks of solved sets from outside: those of a checkpoint, and the answers of a cluster's workers.

The search uses solved sets from outside to go on where it stopped.  Each of them is a claim, which is checked in three
ways.  Its form is checked when it is read (`Search.preload` and `Search.flaw` of the core): its path leads to the set,
its guess is allowed and splits the set, and its cost is possible.  A sample of the claims, drawn with a seed that
cannot be known beforehand, is solved again here: the set is searched as if nothing were known about it, but with what
is known about smaller sets.  After the search, the tree must cost what the search reported (`Engine`).

Solving one claim again relies on the claims about smaller sets.  If all claims hold in this way, all are true, by
induction over the size of the set; so a source that is small enough to be checked completely, as for games that take
seconds, is proved anew.  In a larger source, a false claim is found with the probability that it is drawn.  The first
claim that does not hold refutes the whole source.
"""

from __future__ import annotations

import math
import random
import time
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, Protocol

from player.errors import BadInput
from player.rules.history import show_history
from treegen.games.game import Game
from treegen.native.interface import NEVER
from treegen.optimal.checkpoint import Lemmas
from treegen.optimal.objective import Prices
from treegen.optimal.stoppable import run_stoppable

if TYPE_CHECKING:
    from treegen.native._core import Search
    from treegen.native.interface import RunArguments

__all__ = ["Auditor", "Claim", "Claims", "FalseClaim", "LemmaClaims", "Report"]

_SHARE, _LEAST = 0.01, 20  # of the claims, and how many at least are solved again
_SECONDS = 5.0  # of processor time: as long as there is some of it left, more are
_PART = 0.2  # of the time before a deadline, if that is less


class FalseClaim(BadInput):
    """A source of proved sets makes a false claim; nothing of this source is used."""


class Claim(NamedTuple):
    """That the set which `path` leads to costs `cost` with first guess `guess`, or (guess -1) at least that.

    `path` holds guesses and the feedbacks to them in turn, `cost` counts above the price of the next guess (NEVER:
    there is no tree), `only` are the first guesses that were tried (none: all).
    """

    path: tuple[int, ...]
    cost: int
    guess: int
    only: tuple[int, ...] = ()


class Report(NamedTuple):
    """How many claims a source made, how many of them had to be solved again and were, and the seed of the draw.

    `passed` is how many were drawn and passed over, since solving them again would have taken too long.
    """

    claims: int
    needed: int
    checked: int
    seed: int
    passed: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether the whole sample was checked, so that the source may be relied on."""
        return self.checked + self.passed >= self.needed

    def __str__(self) -> str:
        long = f"; {self.passed} others would have taken too long" if self.passed else ""
        short = "" if self.is_complete else f"; the time was up before the sample of {self.needed} was done"
        return (
            f"{self.claims} proved sets, {self.checked} of them solved again (seed {self.seed}): all true{long}{short}"
        )


class LemmaClaims:
    """The claims that blocks of proved sets make, without a copy of them."""

    def __init__(self, blocks: Sequence[Lemmas]) -> None:
        self._blocks = [block for block in blocks if len(block.cost)]
        self._starts = list(accumulate((len(block.cost) for block in self._blocks), initial=0))

    def __len__(self) -> int:
        return self._starts[-1]

    def __iter__(self) -> Iterator[Claim]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, index: int) -> Claim:
        number = bisect_right(self._starts, index) - 1
        block, row = self._blocks[number], index - self._starts[number]
        return Claim(block.path_of(row), int(block.cost[row]), int(block.guess[row]))


class Claims(Protocol):
    """What a source of claims has: a number of them, each of which can be had."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> Claim: ...


class Auditor:
    """Solves claims about one game, pool and price list again.

    The same `seed` draws the same sample; the default is random.  `threads` is for each search.
    """

    def __init__(self, game: Game, pool: str, prices: Prices, *, threads: int, seed: int | None = None) -> None:
        self._game, self._pool, self._prices, self._threads = game, pool, prices, threads
        self.seed = random.SystemRandom().randrange(10**9) if seed is None else seed

    def check(
        self, search: Search, claims: Claims, source: str, deadline: float = math.inf, *,
        seconds: float = _SECONDS, longest: float = math.inf,
    ) -> Report:  # fmt: skip
        """Solve a sample of the claims again with `search`, which knows them; FalseClaim at the first that is false.

        The sample has at least 1 % of the claims and at least 20, and more if they can be solved within `seconds` of
        processor time and a fifth of what is left before `deadline` (of time.monotonic()), which always ends the check.
        A claim that takes more than `longest` seconds of processor time is passed over, and another one is drawn.
        """
        draw = random.Random(self.seed)
        sample = draw.sample(range(len(claims)), len(claims))
        needed = min(len(claims), max(_LEAST, round(_SHARE * len(claims))))
        until = time.process_time() + min(seconds, _PART * (deadline - time.monotonic()))
        checked = passed = 0
        for i in sample:
            is_extra = checked >= needed
            end = min(until if is_extra else math.inf, time.process_time() + longest)
            true = self._holds(search, claims[i], deadline, end)
            if true is None:
                if time.monotonic() > deadline or (is_extra and time.process_time() > until):
                    break
                passed += 1
            elif not true:
                raise FalseClaim(self._describe(claims[i], source))
            else:
                checked += 1
        return Report(len(claims), needed, checked, self.seed, passed)

    def _holds(self, search: Search, claim: Claim, deadline: float, until: float) -> bool | None:
        """Whether a claim is true; None if the time or the processor time was up before that was known."""

        def is_over() -> bool:
            return time.monotonic() > deadline or time.process_time() > until

        if is_over():
            return None
        path, game = claim.path, self._game
        candidates = game.select(zip(path[::2], path[1::2], strict=True)).tolist()
        depth = 0 if self._prices.values is None else len(path) // 2
        arguments: RunArguments = {
            "candidates": candidates, "depth": depth,
            "asked": list(path[::2]), "only": list(claim.only), "threads": self._threads, "recompute": True,
        }  # fmt: skip
        is_never = claim.cost >= NEVER
        cost = claim.cost + int(game.secret_weights[candidates].sum()) * self._prices.at(
            depth + 1
        )  # as much as if the next guess found all
        if not is_never:
            arguments["upper_bound"] = cost + (claim.guess >= 0)
        found = run_stoppable(search, lambda: search.run(**arguments), is_over)
        outcome = found["outcome"]
        if outcome == "stopped":
            return None
        if claim.guess >= 0:
            return bool(outcome == "proved" and (found["cost"], found["guess"]) == (cost, claim.guess))
        return bool(outcome == "infeasible" or (outcome == "bounded" and not is_never))

    def _describe(self, claim: Claim, source: str) -> str:
        game = self._game
        steps = zip(claim.path[::2], claim.path[1::2], strict=True)
        history = show_history([(game.guesses[guess], game.labels[feedback]) for guess, feedback in steps])
        what = f"a cost of {claim.cost}" if claim.guess >= 0 else f"a cost of at least {claim.cost}"
        what = "that there is no tree" if claim.cost >= NEVER else f"{what} (above one guess each)"
        return (
            f"{source}: it claims {what} for the candidates after {history or 'no guess'}, which is false (found by"
            f" solving them again, seed {self.seed}); nothing of it is believed: solve again without it"
        )
