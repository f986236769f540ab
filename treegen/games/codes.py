"""The code games: `bulls-PxC` and `mastermind-PxC`, with their feedback table as one matrix product."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from player.rules import Rules
from treegen.errors import BadInput
from treegen.game import Game, Table, show_size
from treegen.native import core
from treegen.symmetry import CodeSymmetry

__all__ = ["digits", "feedback_table", "feedback_table_by_numpy", "make"]

_BLOCK = 1 << 18  # entries of one block of the product: 1 MiB of float32, which stays in the cache


def make(rules: Rules, memory: int) -> Game:
    """The game of `rules`; BadInput, before anything is allocated, when its table needs more than `memory` bytes."""
    size = rules.guess_count * rules.secret_count
    if size > memory:
        raise BadInput(
            f"{rules.name}: its table of {rules.guess_count} guesses × {rules.secret_count} secrets takes "
            f"{show_size(size)}, and {show_size(memory)} are allowed; raise --memory or take a smaller game"
        )
    secrets = rules.secrets()
    guesses = secrets if rules.guess_count == rules.secret_count else rules.guesses()
    symbols = digits(guesses, rules)
    return Game(
        name=rules.name,
        secrets=tuple(secrets),
        guesses=tuple(guesses),
        labels=rules.labels,
        winning=rules.winning,
        table=feedback_table(symbols, digits(secrets, rules), rules),
        symmetry=CodeSymmetry(symbols, len(rules.symbols), fixes_zero=rules.is_nozero),
    )


def digits(words: list[str], rules: Rules) -> npt.NDArray[np.uint8]:
    """Words as uint8 [words, positions], each symbol by its place in `rules.symbols`."""
    letters = np.frombuffer("".join(words).encode(), dtype=np.uint8).reshape(len(words), rules.positions)
    return letters - np.uint8(ord(rules.symbols[0]))


def feedback_table(guesses: npt.NDArray[np.uint8], secrets: npt.NDArray[np.uint8], rules: Rules) -> Table:
    """uint8 [guesses, secrets] of feedback indices from the symbols of both, uint8 [n, positions]."""
    if core is None:
        return feedback_table_by_numpy(guesses, secrets, rules)
    labels = np.zeros((rules.positions + 1, rules.positions + 1), dtype=np.uint8)
    for i, label in enumerate(rules.labels):
        labels[int(label[0]), int(label[1])] = i
    table: Table = core.fill_codes(guesses, secrets, len(rules.symbols), labels)
    return table


def feedback_table_by_numpy(guesses: npt.NDArray[np.uint8], secrets: npt.NDArray[np.uint8], rules: Rules) -> Table:
    """The twin of `feedback_table` that needs no compiler.

    Bulls and matching symbols are both inner products: of the indicators "position p holds symbol c", and of
    "symbol c occurs at least k times", whose products add up to Σ over symbols of the lesser count.  One product
    with weights 1 + P for the first kind gives matches + (P + 1)·bulls, which a table of 256 bytes turns into
    the index.  All numbers are small integers, exact in float32.
    """
    positions, symbols = rules.positions, len(rules.symbols)
    weight = positions + 1
    index = bytearray(256)
    for i, label in enumerate(rules.labels):
        bulls, cows = int(label[0]), int(label[1])
        index[bulls + cows + weight * bulls] = i
    left = _features(guesses, symbols, positions, weight)
    right = np.ascontiguousarray(_features(secrets, symbols, positions, 1).T)
    table = np.empty((len(guesses), len(secrets)), dtype=np.uint8)
    rows = max(1, _BLOCK // len(secrets))
    for start in range(0, len(guesses), rows):
        block = (left[start : start + rows] @ right).astype(np.uint8)
        table[start : start + rows] = np.frombuffer(block.tobytes().translate(index), np.uint8).reshape(block.shape)
    return table


def _features(words: npt.NDArray[np.uint8], symbols: int, positions: int, weight: int) -> npt.NDArray[np.float32]:
    held = words[:, :, None] == np.arange(symbols, dtype=np.uint8)  # [words, positions, symbols]
    counts = held.sum(axis=1)
    at_least = counts[:, None, :] >= np.arange(1, positions + 1)[:, None]  # [words, k, symbols]
    most = int(counts.max())
    parts = (held.reshape(len(words), -1) * weight, at_least[:, :most].reshape(len(words), -1))
    padding = (positions - most) * symbols
    return np.concatenate([*parts, np.zeros((len(words), padding))], axis=1).astype(np.float32)
