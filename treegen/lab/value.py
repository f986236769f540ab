"""The value of a game: the average number of guesses against the worst distribution of secrets.

The codemaker chooses a distribution of the secrets, and the codebreaker a distribution of trees.  By von Neumann's
theorem, there is a number that each of them can guarantee: the value.  The codebreaker may draw a symmetry of the
game, too, so that the codemaker only chooses a weight for each class of equivalent secrets.  A proved optimal tree for
certain weights bounds the value from below, and the best mixture of all trees so far bounds it from above (double
oracle: McMahan, Gordon and Blum 2003).  All numbers are fractions.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul

import numpy as np
import numpy.typing as npt

from player.errors import BadInput, require
from player.tree import Tree
from player.tree.decode import MAX_WEIGHT
from treegen.games.game import Game
from treegen.games.lookup import as_game
from treegen.games.weights import classes_of_secrets, weigh
from treegen.optimal.goal import read_goal
from treegen.optimal.outcomes import StoppedEarly
from treegen.optimal.solve import find_tree
from treegen.search.problem import Limits

_MOST_CLASSES = 200  # Games with more classes of secrets are refused.
_ROUNDED = 10**8  # Rounded weights add up to about this number.
# These fields of a tree do not depend on the weights.
_UNWEIGHTED = "game", "labels", "winning", "losing", "files", "called", "guess", "feedback", "fanout", "wins"

Weights = tuple[Fraction, ...]


@dataclass(frozen=True)
class GameValue:
    """The proved bounds of the value, `lower` <= value <= `upper`, in guesses.

    `classes` are the secrets of each class, and `keeper` the chance of each class, whose secrets are equally likely;
    with this distribution, the codemaker guarantees `lower`.  The codebreaker draws one of `trees`, with the chances
    `mixture`, and a symmetry of the game, and so guarantees `upper`.
    """

    lower: Fraction
    upper: Fraction
    classes: tuple[tuple[str, ...], ...]
    keeper: Weights
    trees: tuple[Tree, ...]
    mixture: Weights

    @property
    def value(self) -> Fraction | None:
        """The value, if it is proved."""
        return self.upper if self.lower == self.upper else None


def value(game: Game | str, *, threads: int | None = None, time_limit: float | None = None) -> GameValue:
    """Return the value of a game, or the bounds that are proved in `time_limit` seconds; `game` is a game or its name.

    Raises BadInput for a game with weights of its own, or with more than 200 classes of secrets.  Raises NoSuchTree if
    there is no tree.

    >>> import treegen as tg
    >>> str(tg.value("mastermind-2x3").value)
    '29/12'
    """
    game = as_game(game, "value")
    if game.weights is not None:
        why = "the value of a game is that of its worst weights"
        raise BadInput(f"{game.brief}: {why}; take it without its own (leave --weights out, if they are from a file)")
    require(game.costs is None, f"{game.brief}: the value of a game counts guesses; leave the row @cost out")
    numbers = classes_of_secrets(game)
    sizes = np.bincount(numbers).tolist()
    if len(sizes) > _MOST_CLASSES:
        why = f"its secrets are of {len(sizes)} classes, as no more of them are equivalent"
        raise BadInput(f"{game.brief}: {why}; at most {_MOST_CLASSES} are possible")
    most = len(game.secrets)  # no optimal tree needs more guesses for a secret
    limits = Limits.within(time_limit, threads=threads)
    keeper: Weights = tuple(Fraction(size, most) for size in sizes)
    lower, best, upper = Fraction(0), keeper, Fraction(most)
    mixture: Weights = ()
    trees: list[Tree] = []
    payoffs: list[list[Fraction]] = []
    while lower < upper and time.monotonic() < limits.deadline:
        weights, unit = _whole(keeper, sizes, most)
        chosen = weigh(game, np.array([max(weight, 1) for weight in weights])[numbers])
        tree: Tree | None
        try:
            tree = find_tree(read_goal(chosen), limits)
            bound = tree.cost or 0
        except StoppedEarly as early:
            tree, bound = early.tree, early.bound
        total = sum(map(mul, weights, sizes))
        if (least := Fraction(bound // unit * unit, total)) > lower:
            lower = least
            best = tuple(Fraction(weight * size, total) for weight, size in zip(weights, sizes, strict=True))
        if tree is None or (row := _payoffs(game, tree, numbers, sizes)) in payoffs:
            break  # nothing new: the weights were rounded, or the time is up
        trees.append(Tree(**{name: getattr(tree, name) for name in _UNWEIGHTED}))
        payoffs.append(row)
        upper, mixture, keeper = solve_matrix(payoffs)
    drawn = tuple(tree for tree, chance in zip(trees, mixture, strict=True) if chance)
    classes = tuple(tuple(np.array(game.secrets)[numbers == i].tolist()) for i in range(len(sizes)))
    return GameValue(lower, upper, classes, best, drawn, tuple(filter(None, mixture)))


def _whole(keeper: Weights, sizes: Sequence[int], most: int) -> tuple[list[int], int]:
    """Return integer weights for a secret of each class, and a unit of which all weights are multiples.

    A search counts a secret of weight 0 as 1, which adds at most `most` to the cost.  The unit is greater than all that
    is added, so that rounding down to the unit removes it.  Weights that would be too large are rounded, to 1 at least,
    and the unit is then 1.
    """
    shares = [chance / size for chance, size in zip(keeper, sizes, strict=True)]
    common = math.lcm(*(share.denominator for share in shares))
    divisor = math.gcd(*(int(share * common) for share in shares))
    unit = 1 + most * sum(size for share, size in zip(shares, sizes, strict=True) if not share)
    if unit * common // divisor + sum(sizes) < MAX_WEIGHT:
        return [int(share * common) // divisor * unit for share in shares], unit
    room = min(_ROUNDED, MAX_WEIGHT - 1 - sum(sizes))
    return [max(1, int(share * room)) for share in shares], 1


def _payoffs(game: Game, tree: Tree, numbers: npt.NDArray[np.int64], sizes: Sequence[int]) -> list[Fraction]:
    """Return the average cost of a secret of each class in a tree."""
    sums = [0] * len(sizes)
    for row in tree.rows():
        if row["is_candidate"]:
            secret = int(game.wins_against[game.guess_index[row["guess"]]])
            sums[numbers[secret]] += row["depth"]
    return list(map(Fraction, sums, sizes))


def solve_matrix(payoffs: Sequence[Sequence[Fraction]]) -> tuple[Fraction, Weights, Weights]:
    """Return the value of a matrix game, and the best mixtures of its rows (to minimise) and columns (to maximise).

    The simplex method with Bland's rule, in fractions, maximises sum y subject to sum y[i] payoffs[i][j] <= 1.

    >>> solve_matrix([[Fraction(1), Fraction(3)], [Fraction(2), Fraction(1)]])
    (Fraction(5, 3), (Fraction(1, 3), Fraction(2, 3)), (Fraction(2, 3), Fraction(1, 3)))
    """
    rows, columns = len(payoffs), len(payoffs[0])
    shift = 1 - min(map(min, payoffs))  # this makes all payoffs positive
    tableau = [
        [payoffs[i][j] + shift for i in range(rows)] + [Fraction(k == j) for k in range(columns)] + [Fraction(1)]
        for j in range(columns)
    ]
    prices = [Fraction(-1)] * rows + [Fraction(0)] * (columns + 1)
    basis = list(range(rows, rows + columns))
    while (enters := next((k for k, price in enumerate(prices[:-1]) if price < 0), None)) is not None:
        _, _, leaves = min((line[-1] / line[enters], basis[j], j) for j, line in enumerate(tableau) if line[enters] > 0)
        pivot = tableau[leaves] = [entry / tableau[leaves][enters] for entry in tableau[leaves]]
        basis[leaves] = enters
        for line in [*(line for line in tableau if line is not pivot), prices]:
            factor = line[enters]
            if factor:
                line[:] = [entry - factor * of_pivot for entry, of_pivot in zip(line, pivot, strict=True)]
    held = dict(zip(basis, (line[-1] for line in tableau), strict=True))
    scale = 1 / prices[-1]
    mixture = tuple(held.get(i, Fraction(0)) * scale for i in range(rows))
    return scale - shift, mixture, tuple(price * scale for price in prices[rows:-1])
