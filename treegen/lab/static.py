"""Static games: the fewest questions that, asked all at once, distinguish all secrets (the metric dimension).

An integer program chooses K guesses so that the two secrets of each pair answer at least one of them differently.  It
begins with few pairs; pairs that a choice does not distinguish are added.  Symmetries save work: if one solution has a
guess of a class of equivalent guesses, another has the first of this class (orbital branching, Ostrowski et al. 2011).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from player.errors import BadInput, GaveUp, NoSuchTree
from treegen.games.game import Game
from treegen.games.lookup import as_game
from treegen.games.memory import available_memory, check_options, show_size

_CLASSES = 10  # With at most this many classes of equivalent guesses, a guess is fixed before the integer program runs.
_PAIRS = 300  # At most this many pairs are added at a time.
_TRIES, _STEPS = 12, 8  # A local search begins 12 times, and each time changes each guess of a choice 8 times.
_TRIED = 1 << 22  # A change looks at no more than this many entries of the table.
_ENTRY = 24  # The integer program needs this many bytes for each guess and secret, with about one pair for each secret.

Choice = npt.NDArray[np.int64]
Progress = Callable[[int, int, float], None]


@dataclass(frozen=True, slots=True)
class StaticQuestions:
    """Questions to ask at once.

    The answers to the first n of them divide the secrets into `cells[n - 1]` cells, and leave `left[n - 1]` secrets on
    average.  It is proved that fewer than `bound` questions cannot distinguish all secrets.
    """

    questions: tuple[str, ...]
    cells: tuple[int, ...]
    left: tuple[float, ...]
    bound: int

    @property
    def proved(self) -> bool:
        """True if it is proved that fewer questions are not enough."""
        return self.bound == len(self.questions)


def static(game: Game | str, *, time_limit: float | None = None, progress: Progress | None = None) -> StaticQuestions:
    """Return the fewest questions that distinguish all secrets, and the bound that is proved in `time_limit` seconds.

    `progress` is called with the number of questions being tried, the least number that is known to be enough, and the
    seconds left.  Raises BadInput without SciPy, for weights and for a game that is too large, and NoSuchTree if no
    questions distinguish all secrets.

    >>> import treegen as tg
    >>> tg.static("match-2x3").questions
    ('22', '23', '32')
    """
    game = as_game(game, "static")
    check_options(time_limit=time_limit)
    return _StaticSearch(game, math.inf if time_limit is None else time.monotonic() + time_limit, progress).fewest()


class _StaticSearch:
    """The search for a choice of guesses.  Choices are indices into `pool`, the useful guesses, and rows of `table`."""

    def __init__(self, game: Game, end: float, progress: Progress | None) -> None:
        self.game, self.end, self.progress = game, end, progress
        if game.weights is not None:
            raise BadInput(f"{game.brief}: static questions are for secrets without weights, which all count alike")
        needed, free = game.table.size * _ENTRY, available_memory()
        if needed > free:
            sizes = f"{show_size(needed)} for its guesses × secrets, and {show_size(free)} are free"
            raise BadInput(f"{game.brief}: the search for static questions needs {sizes}; use a smaller game")
        is_asked = (game.table != game.table[:, :1]).any(axis=1) & ~np.isin(game.table, game.losing).any(axis=1)
        self.pool = np.flatnonzero(is_asked)
        self.table = np.ascontiguousarray(game.table[self.pool])
        self.pairs = np.empty((2, 0), dtype=np.int64)
        self.random = np.random.default_rng(0)

    def fewest(self) -> StaticQuestions:
        """Return the fewest guesses that distinguish all secrets."""
        secrets = self.game.secrets
        cells = self.cells(np.arange(len(self.pool)))
        if (size := np.bincount(cells)).max() > 1:
            one, other = np.flatnonzero(cells == size.argmax())[:2]
            raise NoSuchTree(f"{self.game.brief}: no questions tell {secrets[one]} and {secrets[other]} apart")
        answers = sorted((len(np.unique(row)) for row in self.table), reverse=True)
        # No choice of guesses has more cells than there are sequences of answers.
        bound = next(count for count in range(len(secrets)) if math.prod(answers[:count]) >= len(secrets))
        best = np.empty(0, dtype=np.int64)
        try:
            while self.missing(best):
                best = self.changed(np.append(best, 0), len(best))[1]
        except TimeoutError:
            why = f"the time ran out before any questions were found, of which {bound} at least are needed"
            raise GaveUp(f"{self.game.brief}: {why}") from None
        with suppress(TimeoutError):
            while bound < len(best):
                if self.missing(fewer := self.improved(best[:-1])):
                    break
                best = fewer
            while bound < len(best):
                better = self.enough(bound, len(best))
                best, bound = (best, bound + 1) if better is None else (better, bound)
        chosen, n = np.sort(best), len(secrets)
        sizes = [np.bincount(self.cells(chosen[: i + 1])) for i in range(len(chosen))]
        left = tuple(float((each**2).sum() / n) for each in sizes)
        questions = tuple(self.game.guesses[i] for i in self.pool[chosen])
        return StaticQuestions(questions, tuple(map(len, sizes)), left, bound)

    def report(self, tried: int, smallest: int) -> None:
        """Report progress; raise TimeoutError when the time is up."""
        if (left := self.end - time.monotonic()) <= 0:
            raise TimeoutError
        if self.progress is not None:
            self.progress(tried, smallest, left)

    def cells(self, chosen: Choice) -> Choice:
        """Return, for each secret, the number of the cell to which the answers to these guesses assign it."""
        found = np.zeros(len(self.game.secrets), dtype=np.int64)
        for place in chosen:
            if found.max() == len(found) - 1:
                break  # each secret has a cell of its own
            found = np.unique(found * len(self.game.labels) + self.table[place], return_inverse=True)[1]
        return found

    def missing(self, chosen: Choice) -> int:
        """Return the number of cells that are missing until each secret has its own."""
        return len(self.game.secrets) - 1 - int(self.cells(chosen).max())

    def changed(self, chosen: Choice, place: int) -> tuple[int, Choice]:
        """Replace the guess at this place to miss fewest cells; return the number of missing cells, and the choice."""
        self.report(len(chosen), len(chosen))
        cells = self.cells(np.delete(chosen, place))
        together = np.bincount(cells)[cells] > 1
        tried = np.arange(len(self.pool))
        if (most := _TRIED // (1 + int(together.sum()))) < len(tried):
            tried = self.random.choice(tried, 1 + most, replace=False)
        keys = (cells[together] * len(self.game.labels)).astype(np.int32) + self.table[tried][:, together]
        keys.sort(axis=1)
        missing = (keys[:, 1:] == keys[:, :-1]).sum(axis=1)
        chosen = chosen.copy()
        chosen[place] = self.random.choice(tried[missing == missing.min()])
        return int(missing.min()), chosen

    def improved(self, start: Choice) -> Choice:
        """Return a good choice with the same number of guesses, found by a local search."""
        best, least = start, self.missing(start)
        with suppress(TimeoutError):
            for _ in range(_TRIES):
                chosen = start
                for place in self.random.integers(len(start), size=_STEPS * len(start)):
                    if not least:
                        return best
                    missing, chosen = self.changed(chosen, int(place))
                    best, least = (chosen, missing) if missing < least else (best, least)
                start = self.random.choice(len(self.pool), len(start), replace=False)
        return best

    def enough(self, count: int, smallest: int) -> Choice | None:
        """Return a choice of `count` guesses that distinguishes all secrets, or None if it is proved that none does."""
        for fixed, is_free in self.branches(count, [], np.ones(len(self.pool), dtype=bool)):
            while (chosen := self.program(count, fixed, is_free)) is not None:
                self.report(count, smallest)
                if not self.missing(chosen):
                    return chosen
                self.add_pairs(chosen)
        return None

    def branches(
        self, count: int, fixed: list[int], is_free: npt.NDArray[np.bool_]
    ) -> Iterator[tuple[list[int], npt.NDArray[np.bool_]]]:
        """Yield fixed guesses and the guesses that may be added to them; by symmetry, these choices are enough."""
        symmetry = self.game.symmetry
        guesses, is_free = self.pool[fixed].tolist(), is_free.copy()
        is_free[fixed] = False
        if symmetry is not None and len(fixed) < count:
            classes = np.unique(symmetry.classes(guesses, [0] * len(guesses))[self.pool], return_inverse=True)[1]
        if symmetry is None or len(fixed) == count or len(np.unique(classes[is_free])) > _CLASSES:
            yield fixed, is_free
            return
        for one in np.argsort(-np.bincount(classes), kind="stable"):
            members = np.flatnonzero(is_free & (classes == one))
            if len(members):
                yield from self.branches(count, [*fixed, int(members[0])], is_free)
                is_free[members] = False

    def program(self, count: int, fixed: list[int], is_free: npt.NDArray[np.bool_]) -> Choice | None:
        """Return a choice of guesses that distinguishes the pairs so far, or None if there is none."""
        try:
            from scipy.optimize import Bounds, LinearConstraint, milp
            from scipy.sparse import csr_array
        except ImportError:
            raise BadInput("static needs scipy: pip install 'guesstree[static]', or pip install scipy") from None
        one, other = self.pairs
        apart = csr_array((self.table[:, one] != self.table[:, other]).T.astype(np.float64))
        is_fixed, every = np.isin(np.arange(len(self.pool)), fixed), np.ones(len(self.pool))
        found: Any = milp(
            0 * every, integrality=every, bounds=Bounds(is_fixed, np.maximum(is_fixed, is_free)),
            constraints=[LinearConstraint(apart, lb=1), LinearConstraint(every[None], count, count)],
            options={} if self.end == math.inf else {"time_limit": max(0.01, self.end - time.monotonic())},
        )  # fmt: skip
        if found.status not in (0, 2):
            raise TimeoutError
        return None if found.status == 2 else np.flatnonzero(found.x > 0.5)

    def add_pairs(self, chosen: Choice) -> None:
        """Add pairs that a choice does not distinguish, first those that the fewest guesses of `pool` distinguish."""
        order = np.argsort(cells := self.cells(chosen), kind="stable")
        new = [
            np.stack([order[:-lag], order[lag:]])[:, cells[order[:-lag]] == cells[order[lag:]]]
            for lag in range(1, int(np.bincount(cells).max()))
        ]
        pairs = np.concatenate(new, axis=1)[:, : 20 * _PAIRS]
        apart = (self.table[:, pairs[0]] != self.table[:, pairs[1]]).sum(axis=0)
        some = pairs[:, np.argsort(apart, kind="stable")[:_PAIRS]]
        self.pairs = np.unique(np.concatenate([self.pairs, some], axis=1), axis=1)
