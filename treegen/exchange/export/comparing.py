"""How exported code compares a guess with a secret: what is counted, and the label of each count, for any rule."""

from __future__ import annotations

from itertools import product
from typing import Any

from player.errors import BadInput
from player.rules.feedback import UNKNOWN_RULE
from player.rules.lists import NumberRules
from player.rules.names import Rules


def fields(rules: Any) -> dict[str, Any]:
    """Return the fields by which templates compare guesses with secrets; BadInput where a rule counts anything else.

    Each symbol of a guess has a mark: 2 in its place, 1 elsewhere in the secret ("each" time it is asked, or "once" for
    each one of the secret that is not in its place), else 0; they are counted, or kept in a row.  `numbers` are the
    labels of counts: of n marks 1 and m marks 2 that at n + m * (positions + 1), of a row of marks that at the row in
    base 3; -1 where there is none.
    """
    rule, number = rules.rule, {label: i for i, label in enumerate(rules.labels)}
    numbers, counted = [0, 1, 2, 3], "the answer: 0 and 2 to gt, 1 and 3 to eq"
    if rule.is_marked:
        labels = ["".join(row) for row in product("012", repeat=rules.positions)]
        numbers, counted = [number.get(label, -1) for label in labels], "the row of marks in base 3"
    elif isinstance(rules, Rules) and rule.tells:
        most = rules.positions * (rule.near != "never")
        counts = product(range(rules.positions + 1), repeat=2)
        labels = [rule.write(bulls, cows) if cows <= most else "" for bulls, cows in counts]
        numbers, counted = [number.get(label, -1) for label in labels], f"{rules.positions + 1} * bulls + cows"
    elif not isinstance(rules, NumberRules) and rule is not UNKNOWN_RULE:  # of which nothing is compared
        known = "libraries and interactors compare by bulls and cows or by marks"
        raise BadInput(f"{known}, on which the feedback of {rules.brief} does not depend alone; use --form program")
    return {
        "is_near_told": rule.near != "never",
        "is_once": rule.near == "once",
        "is_marked": rule.is_marked,
        "is_number": isinstance(rules, NumberRules),
        "greatest": f"gt{getattr(rules, 'greatest', '')}",
        "numbers": numbers,
        "counted": counted,
    }
