"""The packed text of a tree: the rank of each guess by a fixed rule, entropy-coded.

Nodes are coded parent before child, and children by rising feedback, so the decoder knows the candidates at every node.
Each guess has a key, and two numbers are coded: how many smaller keys there are, and how many earlier guesses have the
same key.  The better the rule, the more of these numbers are zero.  Let m be the sizes of the cells of a guess, and n
the number of candidates:

- Where all secrets are candidates, each key is 0, so that the first guess takes no time to decode.
- For at most `SMALL` candidates, the key is 5·n − 2·(number of cells) − 3·(1 if the guess may win).
- For more, it is `(score << 40) + (hash >> 24)`.  The score is Σ m·L(2m+1) over all cells except the winning one, less
  `BONUS` if the guess may win; L(m) = 64·b + ⌊64·m / 2^b⌋ − 64 with b = ⌊log₂ m⌋ is about 64·log₂ m.  The hash is
  Σ h·mₖ over the labels k by Horner's scheme modulo 2^64, so that equal keys mean equal cell sizes.

A number r is coded as the length of r + 1 in binary less one, in unary, followed by its lower bits.  Every bit passes
through an arithmetic coder (Rissanen & Langdon, 1979).  Unary bits have adaptive models, with the probability
(n₀ + ½) / (n + 1) of a zero (Krichevsky & Trofimov, 1981).  The coder's number is written in base 85.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from functools import cache, partial, reduce
from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt

from player.errors import BadInput
from player.rules.names import AnyRules, Rules, rules_of
from player.rules.titles import brief
from player.tree import Tree
from treegen.exchange.export.encode import ALPHABET, BASE, to_digits
from treegen.games.game import Game
from treegen.games.lookup import game as make_game
from treegen.games.partition import cell_sizes, cells

SMALL = 16  # measured on bulls-4x10.total with 8, 16, 30: 130, 119, 149 digits
BONUS = 100
HASH = 0x9E3779B97F4A7C15
MAX_POSITIONS = 5  # the decoder's sets of labels have 32 bits
MAX_PLACES = 64  # and its sets of symbols have 64
_LEAST = 1 << 40  # the coder's range is never smaller
MANY = 60  # candidates from which on classes of equivalent guesses are worth looking for
_BITS = np.uint32(1) << np.arange(32, dtype=np.uint32)
_ONES = np.array([number.bit_count() for number in range(1 << 16)], dtype=np.uint8)
# It is shown by a function that takes another one, which makes a text from the seconds since the start.
progress: ContextVar[Callable[[Callable[[float], str]], object]] = ContextVar("progress", default=bool)
_last: dict[bytes, str] = {}  # the text of the last tree: whoever tests a program makes it several times
Equivalent = tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]  # one guess of each class, and the class of each guess
FIRST_DIGITS = next(n for n in range(64) if BASE**n >= _LEAST * BASE)  # enough for any number in the first range


def keys(game: Game, candidates: npt.NDArray[np.int32], classes: Equivalent | None = None) -> npt.NDArray[np.uint64]:
    """Return the key of each guess for these candidates, uint64 [guesses]."""
    if len(candidates) == len(game.secrets):
        return np.zeros(len(game.guesses), dtype=np.uint64)
    if len(candidates) <= SMALL:  # the labels that occur, as bits of a number
        rows = game.table if game.is_symmetric else game.table.T
        told = reduce(np.bitwise_or, (_BITS[rows[candidate]] for candidate in candidates))
        told_of = 2 * (_ONES[told & 0xFFFF] + _ONES[told >> 16]) + 3 * (told >> game.winning & 1)
        return np.asarray(5 * len(candidates) - told_of, dtype=np.uint64)
    guesses, classes_of = classes or (np.arange(len(game.guesses)), slice(None))
    sizes = np.asarray(cell_sizes(game, candidates, guesses.astype(np.int32))).T.astype(np.uint64, order="C")
    prices = np.array([m * _log(2 * m + 1) for m in range(int(sizes.max()) + 1)], dtype=np.uint64)
    hashed, score = np.zeros((2, len(guesses)), dtype=np.uint64)
    for label, row in enumerate(sizes):
        hashed = hashed * np.uint64(HASH) + row
        score += prices[row] if label != game.winning else BONUS * (1 - row)
    return np.asarray((score << np.uint64(40)) + (hashed >> np.uint64(24)))[classes_of]


def pack(tree: Tree, game: Game) -> str:
    """Return the packed text of a tree of a code game: printable characters that no language needs to escape."""
    encoder, symmetry, number, show = _Encoder(), game.symmetry, count(1), progress.get()

    @cache  # the cells of a guess share its classes
    def classes(asked: tuple[int, ...]) -> Equivalent | None:
        return np.unique(symmetry.classes(asked), return_index=True, return_inverse=True)[1:] if symmetry else None

    waiting: list[tuple[int, npt.NDArray[np.int32], tuple[int, ...]]] = [
        (0, np.arange(len(game.secrets), dtype=np.int32), ())
    ]
    while waiting:
        show(partial("{1} of {0} nodes are packed, {2:.0f} s".format, len(tree), next(number)))
        node, candidates, asked = waiting.pop()
        guess = game.guess_index[tree.guesses[node]]
        rank = place = 0  # of a guess that is the only candidate
        if len(candidates) > 1 or game.table[guess, candidates[0]] != game.winning:
            known = keys(game, candidates, classes(asked) if len(candidates) >= MANY else None)
            rank = len(np.unique(known[known < known[guess]]))
            place = int((known[:guess] == known[guess]).sum())
        size = "small" if len(candidates) <= SMALL else "large"
        encoder.number(rank, f"{size} key")
        encoder.number(place, f"{size} place")
        cell = dict(cells(game, candidates, guess))
        waiting += [(child, cell[tree.feedback[child]], (*asked, guess)) for child in reversed(tree.children(node))]
    return encoder.text()


def is_possible(game: AnyRules) -> bool:
    """Whether the program of the packed form knows a game."""
    return (
        isinstance(game, Rules)
        and game.rule.has_usual_cows
        and game.positions <= MAX_POSITIONS
        and game.positions * len(game.symbols) <= MAX_PLACES
    )


def most_seconds(tree: Tree) -> float:
    """Return about how many seconds of processor time the program takes when it has to decode the whole tree.

    It compares each candidate of each node with each guess, in some 4 ns: 3.2 to 3.5 ns were measured (g++ -O2, four
    games from bulls-5x7 to bulls-5x10).
    """
    return 4e-9 * sum(tree.candidate_counts()) * rules_of(tree).guess_count


def fields(tree: Tree) -> dict[str, Any]:
    """Return the fields of the template of the packed program; BadInput for games that it does not support."""
    rules = rules_of(tree)
    if not is_possible(rules):
        raise BadInput(
            f"the packed form supports bulls and mastermind with the usual cows, up to {MAX_POSITIONS} positions and "
            f"{MAX_PLACES} for positions times symbols, not {brief(tree.game)}; use --form program"
        )
    known = {"small": SMALL, "bonus": BONUS, "hash": HASH, "first_digits": FIRST_DIGITS, "alphabet": ALPHABET}
    return known | {"rules": rules, "text": _text(tree)}


def _text(tree: Tree) -> str:
    data = tree.to_bytes()
    if data not in _last:
        _last.clear()
        _last[data] = pack(tree, make_game(tree.game))
    return _last[data]


def _log(m: int) -> int:
    """About 64·log₂ m, in integers, so that it is the same on every machine."""
    b = m.bit_length() - 1
    return 64 * b + ((m << 6) >> b) - 64


class _Encoder:
    """An arithmetic coder that writes base 85; it is exact because Python's integers are unbounded."""

    def __init__(self) -> None:
        self._models: dict[tuple[str, int], list[int]] = {}  # zeros and ones seen: 1, 3, 5, ...
        self._low, self._width, self._digits = 0, _LEAST * BASE, 0

    def number(self, value: int, model: str) -> None:
        length = (value + 1).bit_length() - 1
        for position in range(length + 1):
            bit = int(position < length)
            seen = self._models.setdefault((model, position), [1, 1])
            self._take(bit, self._width // sum(seen) * seen[0])
            seen[bit] += 2
        for shift in reversed(range(length)):
            self._take((value + 1) >> shift & 1, self._width // 2)

    def _take(self, value: int, part: int) -> None:
        self._low += part * value
        self._width = self._width - part if value else part
        while self._width < _LEAST:
            self._low, self._width, self._digits = self._low * BASE, self._width * BASE, self._digits + 1

    def text(self) -> str:
        """Return the shortest text whose number, padded with the first digit of the alphabet, is in the range."""
        total = self._digits + FIRST_DIGITS
        for length in range(self._digits, total + 1):
            scale = BASE ** (total - length)
            number = -(-self._low // scale)
            if number * scale < self._low + self._width:
                break
        return to_digits(number, length)
