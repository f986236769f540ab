"""The tables of code games (`bulls-PxC`, `mastermind-PxC`, ...), each computed as one matrix product; symmetries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from player.rules.names import Rules
from treegen.games.symmetry import CodeSymmetry
from treegen.games.tables import Table, entry_type, marks_table
from treegen.native import core

__all__ = ["digits", "feedback_table", "feedback_table_by_numpy", "symmetry_of"]

_BLOCK = 1 << 18  # entries in a block of the product: 1 MiB of float32, which fits in the cache


def symmetry_of(rules: Rules, symbols: npt.NDArray[np.uint8]) -> CodeSymmetry | None:
    """The symmetries of the game of `rules`, whose guesses are `symbols`, uint8 [guesses, positions]; None: unknown."""
    invariance = rules.rule.invariance
    if invariance is None:
        return None
    if invariance == "places" and rules.is_distinct:
        invariance = "numbers"  # renamed apart, the symbols of a secret may become equal
    return CodeSymmetry(symbols, len(rules.symbols), fixes_zero=rules.is_nozero, invariance=invariance)


def digits(words: list[str], rules: Rules) -> npt.NDArray[np.uint8]:
    """Return the words as uint8 [words, positions]: the index of each symbol in `rules.symbols`."""
    letters = np.frombuffer("".join(words).encode(), dtype=np.uint8).reshape(len(words), rules.positions)
    places = np.zeros(128, dtype=np.uint8)
    places[np.frombuffer(rules.symbols.encode(), dtype=np.uint8)] = np.arange(len(rules.symbols), dtype=np.uint8)
    return places[letters]


def feedback_table(guesses: npt.NDArray[np.uint8], secrets: npt.NDArray[np.uint8], rules: Rules) -> Table:
    """Return the feedback indices, [guesses, secrets], for guesses and secrets as uint8 [n, positions]."""
    rule = rules.rule
    if rule.vectorised is not None:
        return _by_blocks(rule.vectorised, guesses, secrets, entry_type(len(rules.labels)))
    if rule.is_marked:
        return marks_table(guesses, secrets)
    if not rule.tells:
        return feedback_table_by_rule(guesses, secrets, rules)
    if rule.near == "each":
        return each_table(guesses, secrets, rules)
    if core is None:
        return feedback_table_by_numpy(guesses, secrets, rules)
    table: Table = core.fill_codes(guesses, secrets, len(rules.symbols), label_of(rules))
    return table


def feedback_table_by_rule(guesses: npt.NDArray[np.uint8], secrets: npt.NDArray[np.uint8], rules: Rules) -> Table:
    """The same table by the plain rule, pair by pair: for rules without a faster way, and to test the others."""
    index = {label: i for i, label in enumerate(rules.labels)}
    asked, kept = (["".join(rules.symbols[i] for i in word) for word in words.tolist()] for words in (guesses, secrets))
    table = np.empty((len(asked), len(kept)), dtype=entry_type(len(rules.labels)))
    for row, guess in zip(table, asked, strict=True):
        row[:] = [index[rules.feedback(guess, secret)] for secret in kept]
    return table


def label_of(rules: Rules) -> npt.NDArray[np.uint8]:
    """Return the label index of a rule that depends only on bulls and cows, uint8 [bulls, cows]."""
    labels = np.zeros((rules.positions + 1, rules.positions + 1), dtype=np.uint8)
    index = {label: i for i, label in enumerate(rules.labels)}
    for bulls in range(rules.positions + 1):
        for cows in range(rules.positions + 1 - bulls):
            labels[bulls, cows] = index.get(rules.rule.write(bulls, cows), 0)
    return labels


def each_table(guesses: npt.NDArray[np.uint8], secrets: npt.NDArray[np.uint8], rules: Rules) -> Table:
    """The table, uint8 [guesses, secrets], of a rule with a cow for each symbol of the guess that is elsewhere."""
    labels = label_of(rules)

    def compare(asked: npt.NDArray[np.uint8], kept: npt.NDArray[np.uint8]) -> Table:
        held = asked[:, None, :, None] == kept[None, :, None, :]
        bulls = np.diagonal(held, axis1=2, axis2=3).sum(axis=2)
        found: Table = labels[bulls, held.any(axis=3).sum(axis=2) - bulls]
        return found

    return _by_blocks(compare, guesses, secrets, np.uint8)


def _by_blocks(
    compare: Callable[[npt.NDArray[np.uint8], npt.NDArray[np.uint8]], npt.NDArray[Any]],
    guesses: npt.NDArray[np.uint8],
    secrets: npt.NDArray[np.uint8],
    entry: type[np.uint8 | np.uint16],
) -> Table:
    """The table of a function of some guesses and all secrets, which is asked for a block of rows at a time."""
    table = np.empty((len(guesses), len(secrets)), dtype=entry)
    rows = max(1, _BLOCK // len(secrets))
    for start in range(0, len(guesses), rows):
        table[start : start + rows] = compare(guesses[start : start + rows], secrets)
    return table


def feedback_table_by_numpy(guesses: npt.NDArray[np.uint8], secrets: npt.NDArray[np.uint8], rules: Rules) -> Table:
    """The same as `feedback_table`, without the native core.

    Bulls are an inner product of the indicators "position p has symbol c", and matches one of the indicators "symbol c
    occurs at least k times", which sums the smaller count of each symbol.  One matrix product, with weight P + 1 for
    the indicators of the first kind, gives matches + (P + 1)·bulls; a table of 256 bytes maps that to the index.  All
    numbers are small integers, which float32 represents exactly.
    """
    positions, symbols = rules.positions, len(rules.symbols)
    weight = positions + 1
    index = bytearray(256)
    labels = label_of(rules)
    for bulls in range(weight):
        for cows in range(weight - bulls):
            index[bulls + cows + weight * bulls] = labels[bulls, cows]
    right = np.ascontiguousarray(_features(secrets, symbols, positions, 1).T)

    def compare(asked: npt.NDArray[np.uint8], _: object) -> Table:
        block = (_features(asked, symbols, positions, weight) @ right).astype(np.uint8)
        return np.frombuffer(block.tobytes().translate(index), np.uint8).reshape(block.shape)

    return _by_blocks(compare, guesses, secrets, np.uint8)


def _features(words: npt.NDArray[np.uint8], symbols: int, positions: int, weight: int) -> npt.NDArray[np.float32]:
    held = words[:, :, None] == np.arange(symbols, dtype=np.uint8)  # [words, positions, symbols]
    counts = held.sum(axis=1)
    at_least = counts[:, None, :] >= np.arange(1, positions + 1)[:, None]  # [words, k, symbols]
    most = int(counts.max())
    parts = (held.reshape(len(words), -1) * weight, at_least[:, :most].reshape(len(words), -1))
    padding = (positions - most) * symbols
    return np.concatenate([*parts, np.zeros((len(words), padding))], axis=1).astype(np.float32)
