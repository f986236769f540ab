"""Static games: the fewest questions that, asked all at once, tell every secret apart (the metric dimension).

An integer program chooses K guesses so that each pair of secrets is answered differently by one of them, or pays; the
pairs are added when a choice leaves them together.  Guesses that symmetries lead to each other are tried once: a choice
has one of a class, and by symmetry the representative, or none (orbital branching, Ostrowski et al. 2011).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from player.errors import BadInput, GaveUp, NoSuchTree
from treegen.games.arguments import check_options
from treegen.games.lookup import as_game
from treegen.games.memory import available_memory, show_size

if TYPE_CHECKING:
    from treegen.games.game import Game

_CLASSES = 10  # of guesses, at most, for one of each to be fixed before the program chooses the others
_PAIRS = 300  # that are added at a time
_TRIES, _STEPS = 12, 8  # beginnings of a search for a good choice; changes of each of its guesses
_TRIED = 1 << 22  # entries of the table that are looked at for a change
_ENTRY = 24  # bytes of the program for each guess and secret: it has about as many pairs as there are secrets

Choice = npt.NDArray[np.int64]
Progress = Callable[[int, int, float], None]


@dataclass(frozen=True, slots=True)
class StaticQuestions:
    """Questions to ask at once, and for each of them what it and those before it do.

    Their answers divide the secrets into `cells`, which leave `left` secrets on average.  `bound` is what is proved: no
    fewer questions tell all secrets apart, or so many questions have no more cells, or leave no fewer secrets.
    `proved` says that there is no gap.
    """

    questions: tuple[str, ...]
    cells: tuple[int, ...]
    left: tuple[float, ...]
    bound: float
    proved: bool


def static(
    game: Game | str, *, count: int | None = None, by_rest: bool = False, time_limit: float | None = None,
    progress: Progress | None = None,
) -> StaticQuestions:  # fmt: skip
    """The fewest questions that tell all secrets apart, or the best `count` questions, and what is proved in time.

    The best have most cells, or with `by_rest` leave the fewest secrets on average.  `progress` gets how many questions
    are tried, how many are known to suffice, and the seconds left.  Raises BadInput where SciPy is missing, for weights
    and for a game that is too large; NoSuchTree where no questions tell all secrets apart.

    >>> import treegen as tg
    >>> tg.static("match-2x3").questions
    ('22', '23', '32')
    """
    game = as_game(game, "static")
    check_options(limit=count, time_limit=time_limit, progress=progress)
    search = _Search(game, math.inf if time_limit is None else time.monotonic() + time_limit, progress)
    if count is None or not len(search.asked):
        return search.fewest()
    return search.best(min(count, len(search.asked)), by_rest)


class _OutOfTime(Exception):
    pass


class _Search:
    """Choices of guesses of a game: indices into `asked`, the guesses that may be asked, of which `table` has rows."""

    def __init__(self, game: Game, end: float, progress: Progress | None) -> None:
        self.game, self.end, self.progress = game, end, progress
        needed, free = game.table.size * _ENTRY, available_memory()
        if game.weights is not None:
            raise BadInput(f"{game.brief}: static questions are for secrets without weights, which all count alike")
        if needed > free:
            sizes = f"{show_size(needed)} for its guesses × secrets, and {show_size(free)} are free"
            raise BadInput(f"{game.brief}: the search for static questions needs {sizes}; use a smaller game")
        is_asked = (game.table != game.table[:, :1]).any(axis=1) & ~np.isin(game.table, game.losing).any(axis=1)
        self.asked = np.flatnonzero(is_asked)
        self.table = np.ascontiguousarray(game.table[self.asked])
        self.pairs = np.empty((2, 0), dtype=np.int64)
        self.random = np.random.default_rng(0)
        self.answers = sorted((len(np.unique(row)) for row in self.table), reverse=True)

    def most(self, count: int) -> int:
        """No choice of so many guesses has more cells: there are only so many sequences of answers."""
        return min(len(self.game.secrets), math.prod(self.answers[:count]))

    def fewest(self) -> StaticQuestions:
        """The fewest guesses that tell all secrets apart."""
        secrets = self.game.secrets
        cells = self.cells(np.arange(len(self.asked)))
        if (size := np.bincount(cells)).max() > 1:
            one, other = np.flatnonzero(cells == size.argmax())[:2]
            raise NoSuchTree(f"{self.game.brief}: no questions tell {secrets[one]} and {secrets[other]} apart")
        bound = next(count for count in range(len(secrets)) if self.most(count) >= len(secrets))
        known = np.empty(0, dtype=np.int64)
        try:
            while self.price(known, by_rest=False):
                known = self.changed(np.append(known, 0), len(known), by_rest=False)[1]
        except _OutOfTime:
            told = f"the time ran out before any questions were found, of which {bound} at least are needed"
            raise GaveUp(f"{self.game.brief}: {told}") from None
        try:
            while bound < len(known):
                if self.price(fewer := self.improved(known[:-1], by_rest=False), by_rest=False):
                    break
                known = fewer
            while bound < len(known):
                better = self.better(bound, 1, len(known), by_rest=False)
                known, bound = (known, bound + 1) if better is None else (better, bound)
        except _OutOfTime:
            pass
        return self.result(known, bound, proved=bound == len(known))

    def best(self, count: int, by_rest: bool) -> StaticQuestions:
        """The best `count` guesses."""
        found = self.improved(self.random.choice(len(self.asked), count, replace=False), by_rest)
        n = len(self.game.secrets)
        at_least = 0 if by_rest else n - self.most(count)
        try:
            while (price := self.price(found, by_rest)) > at_least:
                better = self.better(count, price, count, by_rest)
                found, at_least = (found, price) if better is None else (better, at_least)
        except _OutOfTime:
            pass
        bound = 1 + 2 * at_least / n if by_rest else n - at_least
        return self.result(found, bound, proved=self.price(found, by_rest) == at_least)

    def result(self, chosen: Choice, bound: float, *, proved: bool) -> StaticQuestions:
        chosen, n = np.sort(chosen), len(self.game.secrets)
        sizes = [np.bincount(self.cells(chosen[: i + 1])) for i in range(len(chosen))]
        left = tuple(float((each**2).sum() / n) for each in sizes)
        questions = tuple(self.game.guesses[i] for i in self.asked[chosen])
        return StaticQuestions(questions, tuple(map(len, sizes)), left, bound, proved)

    def tell(self, tried: int, known: int) -> None:
        """Report progress; raise _OutOfTime when the time is up."""
        if (left := self.end - time.monotonic()) <= 0:
            raise _OutOfTime
        if self.progress is not None:
            self.progress(tried, known, left)

    def cells(self, chosen: Choice) -> Choice:
        """The number of the cell of each secret."""
        found = np.zeros(len(self.game.secrets), dtype=np.int64)
        for place in chosen:
            if found.max() == len(found) - 1:
                break  # all are apart
            row = self.table[place]
            found = np.unique(found * len(self.game.labels) + row, return_inverse=True)[1]
        return found

    def price(self, chosen: Choice, by_rest: bool) -> int:
        """How many pairs of secrets are not told apart (`by_rest`), or how many cells are missing."""
        return int(_prices(self.cells(chosen)[None], by_rest)[0])

    def changed(self, chosen: Choice, place: int, by_rest: bool) -> tuple[int, Choice]:
        """The least price with another guess in this place, and one of the best choices."""
        self.tell(len(chosen), len(chosen))
        cells = self.cells(np.delete(chosen, place))
        together = np.bincount(cells)[cells] > 1
        tried = np.arange(len(self.asked))
        if (most := _TRIED // (1 + int(together.sum()))) < len(tried):
            tried = self.random.choice(tried, 1 + most, replace=False)
        keys = (cells[together] * len(self.game.labels)).astype(np.int32) + self.table[tried][:, together]
        prices = _prices(keys, by_rest)
        chosen = chosen.copy()
        chosen[place] = self.random.choice(tried[prices == prices.min()])
        return int(prices.min()), chosen

    def improved(self, start: Choice, by_rest: bool) -> Choice:
        """A good choice of as many guesses, by changing one after the other."""
        best, least = start, self.price(start, by_rest)
        try:
            for _ in range(_TRIES):
                chosen = start
                for place in self.random.integers(len(start), size=_STEPS * len(start)):
                    if not least:
                        return best
                    price, chosen = self.changed(chosen, int(place), by_rest)
                    best, least = (chosen, price) if price < least else (best, least)
                start = self.random.choice(len(self.asked), len(start), replace=False)
        except _OutOfTime:
            pass
        return best

    def better(self, count: int, price: int, known: int, by_rest: bool) -> Choice | None:
        """A choice of `count` guesses that costs less; None: there is none (proved)."""
        for fixed, is_free in self.branches(count, [], np.ones(len(self.asked), dtype=bool)):
            while (chosen := self.program(count, price, by_rest, fixed, is_free)) is not None:
                self.tell(count, known)
                if self.price(chosen, by_rest) < price:
                    return chosen
                self.add_pairs(chosen)
        return None

    def branches(
        self, count: int, fixed: list[int], is_free: npt.NDArray[np.bool_]
    ) -> Iterator[tuple[list[int], npt.NDArray[np.bool_]]]:
        """Guesses that are fixed, and those that may be added: by symmetry, no other choices need be tried."""
        symmetry = self.game.symmetry
        history, is_free = self.asked[fixed].tolist(), is_free.copy()
        is_free[fixed] = False
        if symmetry is not None and len(fixed) < count:
            classes = np.unique(symmetry.classes(history, [0] * len(history))[self.asked], return_inverse=True)[1]
        if symmetry is None or len(fixed) == count or len(np.unique(classes[is_free])) > _CLASSES:
            yield fixed, is_free
            return
        for one in np.argsort(-np.bincount(classes), kind="stable"):
            members = np.flatnonzero(is_free & (classes == one))
            if len(members):
                yield from self.branches(count, [*fixed, int(members[0])], is_free)
                is_free[members] = False

    def program(
        self, count: int, price: int, by_rest: bool, fixed: list[int], is_free: npt.NDArray[np.bool_]
    ) -> Choice | None:
        """A choice that costs less if only the pairs so far must be told apart or paid for; None: there is none."""
        try:
            from scipy.optimize import Bounds, LinearConstraint, milp
            from scipy.sparse import csr_array, hstack
        except ImportError:
            raise BadInput("static needs scipy: pip install 'guesstree[static]', or pip install scipy") from None
        one, other = self.pairs
        paid = np.arange(len(one)) if by_rest else np.unique(other, return_inverse=True)[1]
        guesses, owners = len(self.asked), int(paid.max(initial=-1)) + 1
        rows = csr_array((self.table[:, one] != self.table[:, other]).T.astype(np.float64))
        pays = csr_array((np.ones(len(one)), (np.arange(len(one)), paid)), shape=(len(one), owners))
        is_guess = np.repeat([True, False], [guesses, owners])
        is_fixed = np.isin(np.arange(guesses + owners), fixed)
        upper = np.maximum(is_fixed, np.append(is_free, [min(1, price - 1)] * owners))
        found: Any = milp(
            ~is_guess, integrality=is_guess, bounds=Bounds(is_fixed, upper),
            constraints=[
                LinearConstraint(hstack([rows, pays]), lb=1),
                LinearConstraint(is_guess[None], count, count),
                LinearConstraint(~is_guess[None], ub=price - 1),
            ],
            options={} if self.end == math.inf else {"time_limit": max(0.01, self.end - time.monotonic())},
        )  # fmt: skip
        if found.status not in (0, 2):
            raise _OutOfTime
        return None if found.status == 2 else np.flatnonzero(found.x[:guesses] > 0.5)

    def add_pairs(self, chosen: Choice) -> None:
        """Add pairs of secrets that this choice leaves together: those that the fewest guesses tell apart."""
        order = np.argsort(cells := self.cells(chosen), kind="stable")
        new = [
            np.stack([order[:-lag], order[lag:]])[:, cells[order[:-lag]] == cells[order[lag:]]]
            for lag in range(1, int(np.bincount(cells).max()))
        ]
        pairs = np.concatenate(new, axis=1)[:, : 20 * _PAIRS]
        apart = (self.table[:, pairs[0]] != self.table[:, pairs[1]]).sum(axis=0)
        some = pairs[:, np.argsort(apart, kind="stable")[:_PAIRS]]
        self.pairs = np.unique(np.concatenate([self.pairs, some], axis=1), axis=1)


def _prices(cells: npt.NDArray[np.integer[Any]], by_rest: bool) -> Choice:
    """For each row, whose entries are the cells of secrets: what `_Search.price` says."""
    ordered = np.sort(cells, axis=1)
    prices = np.zeros(len(ordered), dtype=np.int64)
    for lag in range(1, ordered.shape[1] if by_rest else min(2, ordered.shape[1])):
        same = (ordered[:, lag:] == ordered[:, :-lag]).sum(axis=1)
        if not same.any():
            break
        prices += same
    return prices
