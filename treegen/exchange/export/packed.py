"""The packed text of a tree: only what a stated rule does not imply, entropy-coded.

Nodes are told parent before child, children by rising feedback.  At a node the rule knows the candidates:

- With at most `small` candidates the rule is the exact search: the first guess, in its order (see
  `treegen.optimal.general`), that attains the least total of this set.  One bit says whether the tree asks it.
- With more, or where the tree departs from the search, the guesses stand in classes of equal cell sizes, by rising
  key `(score << 40) + (hash >> 24)`.  Score is Σ m·L(2m+1) over the sizes m of the cells but the winning one,
  less `BONUS` where the guess may win; L(m) = 64·b + ⌊64·m / 2^b⌋ − 64 with b = ⌊log₂ m⌋ is about 64·log₂ m; hash is
  Σ h·mₖ over the labels k by Horner's scheme modulo 2^64.  Two numbers are told: the class and the place in it.

A number r is told as the length of r + 1 in binary less one, in unary, and its lower bits.  Every bit goes through an
arithmetic coder (Rissanen & Langdon, 1979); unary and yes-or-no bits have adaptive models, (n₀ + ½) / (n + 1) for a
zero (Krichevsky & Trofimov, 1981).  The coder's number is written in base 85.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from player.errors import BadInput
from player.rules.names import Rules, rules_of
from player.tree import Tree
from treegen.exchange.export.encode import ALPHABET
from treegen.games.game import Game
from treegen.games.lookup import game as make_game
from treegen.games.partition import cell_sizes, cells

__all__ = ["BONUS", "HASH", "SMALL", "Predictor", "fields", "pack", "unpack"]

# Candidates that the exact search still takes.  Measured on bulls-4x10-any.total with 8, 12, 16, 20: 123, 92, 79, 67
# digits, and 0.36, 0.36, 0.37, 0.46 s to start in C++.
SMALL = 16
BONUS = 100
HASH = 0x9E3779B97F4A7C15
_LEAST = 1 << 40  # the coder's range never falls below
_BASE = len(ALPHABET)
MAX_POSITIONS = 5  # of the decoder: its sets of labels are 32 bits wide


class Predictor:
    """What the rule says of a set of candidates of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        sizes = range(len(game.secrets) + 1)
        self._worth = np.array([m * _log(2 * m + 1) for m in sizes], dtype=np.int64)
        self._known: dict[bytes, tuple[int, int]] = {}

    def keys(self, candidates: npt.NDArray[np.int32]) -> npt.NDArray[np.uint64]:
        """The key of every guess, uint64 [guesses]: equal where the cell sizes are equal."""
        game = self.game
        sizes = np.asarray(cell_sizes(game, candidates)).astype(np.int64)
        hashed = np.zeros(len(sizes), dtype=np.uint64)
        for label in range(sizes.shape[1]):
            hashed = hashed * np.uint64(HASH) + sizes[:, label].astype(np.uint64)
        wins = sizes[:, game.winning].copy()
        sizes[:, game.winning] = 0
        score = self._worth[sizes].sum(axis=1) + BONUS * (1 - wins)
        keys: npt.NDArray[np.uint64] = (score.astype(np.uint64) << np.uint64(40)) + (hashed >> np.uint64(24))
        return keys

    def best(self, candidates: npt.NDArray[np.int32]) -> tuple[int, int]:
        """The least total of a small set, and the first guess in the search's order that attains it."""
        name = candidates.tobytes()
        if name not in self._known:
            self._known[name] = self._search(candidates)
        return self._known[name]

    def _search(self, candidates: npt.NDArray[np.int32]) -> tuple[int, int]:
        game, n = self.game, len(candidates)
        own = game.candidate_guesses(candidates)
        block = game.table[own[:, None], candidates]
        for row, guess in zip(block, own.tolist(), strict=True):
            if len(set(row.tolist())) == n:
                return 2 * n - 1, guess
        masks = np.bitwise_or.reduce(np.uint64(1) << game.by_secret[candidates].astype(np.uint64), axis=0)
        wins = (masks >> np.uint64(game.winning) & np.uint64(1)).astype(np.int64)
        count = np.bitwise_count(masks).astype(np.int64)
        value = 2 * (count + wins) + wins
        least, chosen = 1 << 30, -1
        for guess in np.lexsort((np.arange(len(value)), -value)).tolist():
            if 3 * n - int(value[guess]) // 2 >= least or count[guess] < 2:
                break
            cost = 3 * n - int(value[guess]) // 2
            for label, cell in cells(game, candidates, guess):
                if label != game.winning and cost < least:
                    cost += self.best(cell)[0] - (2 * len(cell) - 1)
            if cost < least:
                least, chosen = cost, guess
        return least, chosen


def pack(tree: Tree, game: Game, small: int = SMALL) -> str:
    """The packed text of a tree of a code game: printable, without anything to escape in any language."""
    encoder = _Encoder()
    for node, candidates, predictor in _walk(tree, game):
        guess = game.guess_index[tree.guesses[node]]
        if len(candidates) <= small:
            is_implied = predictor.best(candidates)[1] == guess
            encoder.bit(int(not is_implied), "departs")
            if is_implied:
                continue
        keys = predictor.keys(candidates)
        encoder.number(len(np.unique(keys[keys < keys[guess]])), "class")
        encoder.number(int((keys[:guess] == keys[guess]).sum()), "place")
    return encoder.text()


def unpack(text: str, game: Game, small: int = SMALL) -> list[str]:
    """The guesses of the tree that `pack` told, parent before child: the slow twin of the decoder in C++."""
    decoder, predictor = _Decoder(text), Predictor(game)
    guesses, waiting = [], [np.arange(len(game.secrets), dtype=np.int32)]
    while waiting:
        candidates = waiting.pop()
        if len(candidates) <= small and not decoder.bit("departs"):
            guess = predictor.best(candidates)[1]
        else:
            keys = predictor.keys(candidates)
            key = np.unique(keys)[decoder.number("class")]
            guess = int(np.flatnonzero(keys == key)[decoder.number("place")])
        guesses.append(game.guesses[guess])
        waiting += [cell for label, cell in reversed(cells(game, candidates, guess)) if label != game.winning]
    return guesses


def fields(tree: Tree) -> dict[str, Any]:
    """What the template of the packed program is filled with; BadInput for games that its rule does not know."""
    rules = rules_of(tree)
    if not isinstance(rules, Rules) or rules.rule.name != "cows" or rules.positions > MAX_POSITIONS:
        raise BadInput(
            f"the packed form knows bulls and mastermind with the usual cows, up to {MAX_POSITIONS} positions, "
            f"not {tree.game[:40]}; take --form program"
        )
    return {
        "text": pack(tree, make_game(tree.game)),
        "alphabet": ALPHABET,
        "positions": rules.positions,
        "symbols": rules.symbols,
        "labels": len(rules.labels),
        "small": SMALL,
        "bonus": BONUS,
        "hash": HASH,
        "first_digits": _first_digits(),
        "is_distinct": rules.is_distinct,
        "may_repeat": rules.may_repeat,
        "is_nozero": rules.is_nozero,
    }


def _walk(tree: Tree, game: Game) -> Iterator[tuple[int, npt.NDArray[np.int32], Predictor]]:
    """Every node with its candidates, parent before child, children by rising feedback."""
    predictor = Predictor(game)
    waiting = [(0, np.arange(len(game.secrets), dtype=np.int32))]
    while waiting:
        node, candidates = waiting.pop()
        yield node, candidates, predictor
        cell = dict(cells(game, candidates, game.guess_index[tree.guesses[node]]))
        waiting += [(child, cell[tree.feedback[child]]) for child in reversed(tree.children(node))]


def _log(m: int) -> int:
    """About 64·log₂ m, in integers that are the same everywhere."""
    b = m.bit_length() - 1
    return 64 * b + ((m << 6) >> b) - 64


class _Models:
    """The counts of zeros and ones of each adaptive model, and how a number becomes bits."""

    def __init__(self) -> None:
        self.counts: dict[tuple[str, int], list[int]] = {}

    def split(self, width: int, model: str, position: int) -> tuple[int, list[int]]:
        """The part of `width` that stands for a zero, and the model's counts."""
        counts = self.counts.setdefault((model, position), [1, 1])
        return width // (counts[0] + counts[1]) * counts[0], counts


class _Encoder:
    """Bits to a number in base 85; exact, as Python's integers do not end."""

    def __init__(self) -> None:
        self._models = _Models()
        self._low, self._width, self._digits = 0, _LEAST * _BASE, 0

    def bit(self, value: int, model: str, position: int = 0) -> None:
        part, counts = self._models.split(self._width, model, position)
        self._take(value, part)
        counts[value] += 2

    def number(self, value: int, model: str) -> None:
        length = (value + 1).bit_length() - 1
        for position in range(length + 1):
            self.bit(int(position < length), model, position)
        for shift in reversed(range(length)):
            self._take((value + 1) >> shift & 1, self._width // 2)

    def _take(self, value: int, part: int) -> None:
        self._low += part * value
        self._width = self._width - part if value else part
        while self._width < _LEAST:
            self._low, self._width, self._digits = self._low * _BASE, self._width * _BASE, self._digits + 1

    def text(self) -> str:
        """The shortest text whose number, continued by first digits of the alphabet, lies in the range."""
        length = self._digits
        scale, start = 1, _first_digits()
        total = self._digits + start
        while True:
            # Numbers with `length` digits kept of `total`.
            scale = _BASE ** (total - length)
            number = -(-self._low // scale)
            if length <= total and number * scale < self._low + self._width:
                break
            length += 1
        digits = []
        for _ in range(length):
            number, digit = divmod(number, _BASE)
            digits.append(ALPHABET[digit])
        return "".join(reversed(digits))


class _Decoder:
    def __init__(self, text: str) -> None:
        self._models = _Models()
        self._digits = iter(ALPHABET.index(symbol) for symbol in text)
        self._width, self._code = _LEAST * _BASE, 0
        for _ in range(_first_digits()):
            self._code = self._code * _BASE + next(self._digits, 0)

    def bit(self, model: str, position: int = 0) -> int:
        part, counts = self._models.split(self._width, model, position)
        value = self._take(part)
        counts[value] += 2
        return value

    def number(self, model: str) -> int:
        length = 0
        while self.bit(model, length):
            length += 1
        value = 1
        for _ in range(length):
            value = value * 2 + self._take(self._width // 2)
        return value - 1

    def _take(self, part: int) -> int:
        value = int(self._code >= part)
        self._code -= part * value
        self._width = self._width - part if value else part
        while self._width < _LEAST:
            self._width, self._code = self._width * _BASE, self._code * _BASE + next(self._digits, 0)
        return value


def _first_digits() -> int:
    """Digits whose value can be any number below the first range."""
    count = 0
    while _BASE**count < _LEAST * _BASE:
        count += 1
    return count
