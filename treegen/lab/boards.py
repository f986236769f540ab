"""Several boards at once: each guess is made on all open boards, and the game ends when all secrets are found."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise, product
from math import prod
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from player.errors import BadInput
from treegen.games.game import Game
from treegen.games.partition import Indices, cell_sizes

Values = npt.NDArray[np.float64]  # A number for each guess.
Cell = tuple[int, ...]  # The indices of candidates of one board, rising.

# One bit of missing information takes this many guesses on a board, and 1/m of them if m open boards share the guesses.
_BIT = 0.5
_SORTED = 64  # The cells of at most this many candidates are counted by sorting.
_KEPT_BYTES = 1 << 26  # `Boards._bits` takes at most this many bytes.
_COMPLETE = 4000  # All guesses are compared if guesses times combinations of candidates is at most this number.
_SEARCHED, _WIDTH = 64, 6  # A search compares the best 6 guesses if there are at most 64 combinations of candidates.
_NEVER = 1 << 60  # A cost of this size stands for an impossible game.


class Choice(NamedTuple):
    """A guess, with the expected numbers of guesses until all boards are solved, and of boards that it solves.

    If `exact` is true, no play after this guess needs fewer guesses; `bits` is its expected information on all boards.
    """

    guess: int
    expected_guesses: float
    exact: bool
    solved: float
    bits: float


class Boards:
    """Chooses guesses for several boards of a game, whose secrets are drawn independently.

    A position consists of the candidates of each open board, as indices.  The number of further guesses is estimated
    from the number of open boards and of missing bits.  If few combinations of candidates are left, a search compares
    the best guesses; if it compares all guesses, the result is exact.

    >>> import treegen as tg
    >>> Boards(tg.game("bulls-2x4")).rank([range(12), range(12)], 1)[0].exact
    True
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        if game.losing or game.weights is not None or (game.own_guess < 0).any():
            requirement = "a game without weights, in which any secret may be a guess"
            raise BadInput(f"{game.brief}: several boards take {requirement}")
        sizes = np.arange(len(game.secrets) + 1, dtype=np.float64)
        self._total_bits: Values = sizes * np.log2(np.maximum(sizes, 1))  # by size of a cell: size times missing bits
        self._bits: dict[bytes, npt.NDArray[np.float32]] = {}
        self._known: dict[tuple[Cell, ...], tuple[int, bool]] = {}  # the results of _least()

    def rank(self, boards: Sequence[Sequence[int]], count: int) -> list[Choice]:
        """Return the `count` best guesses by `expected_guesses`; `boards` has the candidates of each open board."""
        cells = tuple(sorted(tuple(board) for board in boards))
        size, exact = prod(map(len, cells)), set[int]()
        solved, bits, expected = self._figures(cells)
        order = np.argsort(np.round(expected, 4), kind="stable")
        if size <= _SEARCHED or self._is_complete(size):
            order = order if self._is_complete(size) else order[: max(count, _WIDTH)]
            for guess in order.tolist():
                cost, is_exact = self._after(cells, guess, _NEVER) or (_NEVER, False)
                expected[guess] = cost / size
                exact |= {guess} if is_exact else set()
            order = order[np.argsort(np.round(expected[order], 4), kind="stable")]
        now = sum(float(self._total_bits[len(cell)]) / len(cell) for cell in cells)
        expected, solved, gained = (np.round(figures, 4).tolist() for figures in (expected, solved, now - bits))
        return [
            Choice(guess, expected[guess], guess in exact, solved[guess], gained[guess])
            for guess in order[:count].tolist()
        ]

    def play(self, secrets: Sequence[int]) -> int:
        """Return the number of guesses that a game with these secrets takes."""
        left, guess_count = dict.fromkeys(range(len(secrets)), self.game.select(())), 0
        while left:
            row = self.game.table[self.rank([cell.tolist() for cell in left.values()], 1)[0].guess]
            left = {board: cell[row[cell] == row[secrets[board]]] for board, cell in left.items()}
            left = {board: cell for board, cell in left.items() if row[secrets[board]] != self.game.winning}
            guess_count += 1
        return guess_count

    def games(self, boards: int, count: int, seed: int) -> list[int]:
        """Return the number of guesses of each of `count` games, whose secrets are different and drawn from a seed."""
        generator, secrets = Random(seed), range(len(self.game.secrets))
        return [self.play(generator.sample(secrets, boards)) for _ in range(count)]

    def _figures(self, cells: Sequence[Cell]) -> tuple[Values, Values, Values]:
        """Return for each guess the boards that it solves, the bits missing after it, and the guesses until the end.

        All are expected numbers for all boards together; the guess itself counts as one of the guesses until the end.
        """
        solved, bits = np.zeros(len(self.game.guesses)), np.zeros(len(self.game.guesses))
        for cell in cells:
            solved[self.game.own_guess[list(cell)]] += 1 / len(cell)
            bits += self._bits_of(np.array(cell, dtype=np.int32))
        return solved, bits, 1 + len(cells) - solved + _BIT / len(cells) * bits

    def _bits_of(self, cell: Indices) -> npt.NDArray[np.float32]:
        """Return, for each guess, the bits that are missing after it on a board with the candidates `cell`."""
        key = cell.tobytes()
        if key in self._bits:
            return self._bits[key]
        if len(cell) <= _SORTED:
            rows = np.sort(self.game.table[:, cell].T, axis=0)
            bits, run = np.zeros(rows.shape[1]), np.ones(rows.shape[1], dtype=np.intp)
            for above, row in pairwise(rows):
                is_same = row == above
                bits += np.where(is_same, 0, self._total_bits[run])
                run = np.where(is_same, run + 1, 1)
            bits += self._total_bits[run]
        else:
            bits = self._total_bits[cell_sizes(self.game, cell)].sum(axis=1)
        if len(self._bits) * 4 * len(bits) > _KEPT_BYTES:
            self._bits.clear()
        self._bits[key] = (bits / len(cell)).astype(np.float32)
        return self._bits[key]

    def _is_complete(self, size: int) -> bool:
        """Return whether all guesses are compared if `size` combinations of candidates are left."""
        return size * len(self.game.guesses) <= _COMPLETE

    def _least(self, cells: tuple[Cell, ...]) -> tuple[int, bool]:
        """Return the guesses until the end, summed over all combinations of candidates, and whether the sum is optimal.

        If not all guesses are compared, only the guess with the best estimate is tried.
        """
        size = prod(map(len, cells))
        if size == 1:  # one guess solves all boards with the same secret
            return len(set(cells)), True
        if cells not in self._known:
            bound, best, is_complete = _bound(cells), (_NEVER, False), self._is_complete(size)
            for guess in np.argsort(self._figures(cells)[2], kind="stable").tolist():
                found = self._after(cells, guess, best[0])
                best = min(best, found or best)
                if best[0] == bound or (found and not is_complete):
                    break
            self._known[cells] = best[0], best[0] == bound or (best[1] and is_complete)
        return self._known[cells]

    def _after(self, cells: tuple[Cell, ...], guess: int, limit: int) -> tuple[int, bool] | None:
        """Return the result of `_least` if this guess comes first, or None if it splits nothing or passes the limit."""
        parts = [self._cells(cell, guess) for cell in cells]
        if all(len(part) == 1 and part[0] for part in parts):
            return None
        cost, is_exact = prod(map(len, cells)), True
        for rest in product(*parts):
            more = self._least(tuple(sorted(cell for cell in rest if cell)))
            cost, is_exact = cost + more[0], is_exact and more[1]
            if cost >= limit:
                return None
        return cost, is_exact

    def _cells(self, cell: Cell, guess: int) -> list[Cell]:
        """Return the cells of a guess; the winning one is empty, as the board is solved."""
        parts: dict[int, list[int]] = {}
        for one in cell:
            parts.setdefault(int(self.game.table[guess, one]), []).append(one)
        return [() if feedback == self.game.winning else tuple(part) for feedback, part in parts.items()]


def _bound(cells: Sequence[Cell]) -> int:
    """Return a lower bound of the guesses, summed over all combinations of candidates.

    A combination needs a guess for each different secret, and one more unless the first guess is one of them.
    """
    size = prod(map(len, cells))
    same = sum(size // (len(a) * len(b)) * len({*a} & {*b}) for a, b in combinations(cells, 2))
    missed = min(prod(len(cell) - (one in cell) for cell in cells) for one in {one for cell in cells for one in cell})
    return len(cells) * size - same + missed
