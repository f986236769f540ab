"""The tables of games by their rules, and the symmetries of code games (`bulls-PxC`, `mastermind-PxC`, ...)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from player.rules.names import AnyRules, Rules
from treegen.games.symmetry import CodeSymmetry
from treegen.games.tables import Table, entry_type, marks_table
from treegen.native import core


def symmetry_of(rules: Rules, symbols: npt.NDArray[np.uint8]) -> CodeSymmetry | None:
    """The symmetries of the game of `rules`, whose guesses are `symbols`, uint8 [guesses, positions]; None: unknown."""
    invariance = rules.rule.invariance
    if invariance is None:
        return None
    if invariance == "places" and rules.is_distinct:
        invariance = "numbers"  # renamed apart, the symbols of a secret may become equal
    return CodeSymmetry(symbols, len(rules.symbols), fixes_zero=rules.is_nozero, invariance=invariance)


def feedback_table(guesses: npt.NDArray[Any], secrets: npt.NDArray[Any], rules: AnyRules) -> Table:
    """Return the feedback indices, [guesses, secrets], for guesses and secrets as the rule takes them."""
    rule = rules.rule
    if rule.vectorised is not None:
        return np.asarray(rule.vectorised(guesses, secrets))
    if rule.is_marked:
        return marks_table(guesses, secrets)
    assert isinstance(rules, Rules)
    if not has_counts(rules):
        return feedback_table_by_rule(guesses, secrets, rules)
    if rule.near == "each" or core is None:
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


def has_counts(rules: Rules) -> bool:
    """Whether the feedback depends only on bulls and cows; see `label_of`."""
    return bool(rules.rule.tells) and not rules.rule.is_marked and rules.rule.vectorised is None


@lru_cache(maxsize=1)
def label_of(rules: Rules) -> npt.NDArray[np.uint8]:
    """Return the label index of a rule that depends only on bulls and cows, uint8 [bulls, cows]."""
    labels = np.zeros((rules.positions + 1, rules.positions + 1), dtype=np.uint8)
    index = {label: i for i, label in enumerate(rules.labels)}
    for bulls in range(rules.positions + 1):
        for cows in range(rules.positions + 1 - bulls):
            labels[bulls, cows] = index.get(rules.rule.write(bulls, cows), 0)
    return labels


def feedback_table_by_numpy(guesses: npt.NDArray[np.uint8], secrets: npt.NDArray[np.uint8], rules: Rules) -> Table:
    """The same as `feedback_table`, of a rule that depends only on bulls and cows, without the native core."""
    side, symbols, is_each = rules.positions + 1, range(len(rules.symbols)), rules.rule.near == "each"
    index = label_of(rules).tobytes().ljust(256, b"\0")
    bulls, both = np.zeros((2, len(guesses), len(secrets)), dtype=np.uint8)
    for position in range(rules.positions):
        bulls += guesses[:, position, None] == secrets[:, position]
    for symbol in symbols:
        asked, held = ((words == symbol).sum(axis=1, dtype=np.uint8) for words in (guesses, secrets))
        both += asked[:, None] * (held > 0) if is_each else np.minimum(asked[:, None], held)
    places = bulls * np.uint8(side - 1) + both  # side * bulls + cows
    return np.frombuffer(places.tobytes().translate(index), np.uint8).reshape(places.shape)
