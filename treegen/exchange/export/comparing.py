"""How exported code compares a guess with a secret: what is counted, and the label of each count, for any rule."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from player.errors import BadInput
from player.rules.feedback import UNKNOWN_RULE
from player.rules.lists import NumberRules
from player.rules.names import Rules
from treegen.games.lookup import game as make_game

# What may be counted.  Each symbol of a guess has a mark: 2 in its place, 1 elsewhere in the secret ("each" time it is
# asked, or "once" for each one of the secret that is not in its place), else 0; they are counted, or kept in a row.
WAYS = (("once", False), ("each", False), ("once", True), ("each", True))


def fields(rules: Any) -> dict[str, Any]:
    """Return the fields by which templates compare guesses with secrets; BadInput where a rule counts anything else.

    `numbers` are the labels of counts: of n marks 1 and m marks 2 that at n + m * (positions + 1), of a row of marks
    that at the row in base 3; -1 where there is none.  A rule whose row does not say this is tried on all pairs.
    """
    near, is_marked, numbers = "never", False, [0, 1, 2, 3]
    counted = "the answer: 0 and 2 to gt, 1 and 3 to eq"
    if isinstance(rules, Rules) or rules.rule.is_marked:
        near, is_marked, numbers = _described(rules) if rules.rule.tells else _tried(rules)
        counted = "the row of marks in base 3" if is_marked else f"{rules.positions + 1} * bulls + cows"
    elif not isinstance(rules, NumberRules) and rules.rule is not UNKNOWN_RULE:  # of which nothing is compared
        raise BadInput(f"templates cannot compare by the rule of {rules.brief}")
    return {
        "is_near_told": near != "never",
        "is_once": near == "once",
        "is_marked": is_marked,
        "is_number": isinstance(rules, NumberRules),
        "greatest": f"gt{getattr(rules, 'greatest', '')}",
        "numbers": numbers,
        "counted": counted,
    }


def _described(rules: Any) -> tuple[str, bool, list[int]]:
    rule, number = rules.rule, {label: i for i, label in enumerate(rules.labels)}
    if rule.is_marked:
        labels = ["".join(row) for row in product("012", repeat=rules.positions)]
    else:
        most = rules.positions * (rule.near != "never")
        counts = product(range(rules.positions + 1), repeat=2)
        labels = [rule.write(bulls, cows) if cows <= most else "" for bulls, cows in counts]
    return rule.near, rule.is_marked, [number.get(label, -1) for label in labels]


def _tried(rules: Any) -> tuple[str, bool, list[int]]:
    game = make_game(rules.name)
    guesses, secrets = game.source.guesses, game.source.secrets
    for near, is_marked in WAYS:
        numbers = np.full(3**rules.positions if is_marked else (rules.positions + 1) ** 2, -1)
        for guess, row in zip(guesses, game.table, strict=True):
            codes = _codes(guess, secrets, near, is_marked)
            is_new = numbers[codes] < 0
            numbers[codes[is_new]] = row[is_new]
            if (numbers[codes] != row).any():
                break
        else:
            return near, is_marked, numbers.tolist()
    raise BadInput(
        f"libraries and interactors compare by bulls and cows or by marks, on which the feedback of {rules.brief} does "
        "not depend alone; use --form program"
    )


def _codes(guess: npt.NDArray[Any], secrets: npt.NDArray[Any], near: str, is_marked: bool) -> npt.NDArray[np.int64]:
    hits = secrets == guess
    marks, free = 2 * hits.astype(np.int64), ~hits if near == "once" else np.ones_like(hits)
    for i, symbol in enumerate(guess):
        there = (secrets == symbol) & free
        found = np.flatnonzero(there.any(axis=1) & ~hits[:, i])
        marks[found, i] = 1
        if near == "once":
            free[found, there[found].argmax(axis=1)] = False
    positions = len(guess)
    worth = 3 ** np.arange(positions)[::-1] if is_marked else np.ones(positions, dtype=np.int64)
    values = np.array([0, 1, 2 if is_marked else positions + 1])
    return np.asarray((values[marks] * worth).sum(axis=1))
