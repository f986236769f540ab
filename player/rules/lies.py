"""Games in which up to k answers may be lies: what an answer leaves.

A position is the candidates by the lies that each of them would mean, a list for each number, as in
`treegen.lab.lies`, whose plain twin this is.  An answer that ends the game is always true.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import comb

from player.errors import BadInput
from player.rules.cells import split
from player.rules.names import AnyRules

MAX_SECRETS = 20_000  # of a game with lies

Position = list[list[str]]


def start(rules: AnyRules, lies: int) -> Position:
    """Where a game begins; BadInput where it has too many secrets."""
    if lies and rules.secret_count > MAX_SECRETS:
        raise BadInput(f"{rules.brief} has {rules.secret_count} secrets; with lies {MAX_SECRETS} are the most")
    return [rules.secrets(), *([] for _ in range(lies))]


def after(rules: AnyRules, guess: str, position: Position) -> dict[str, Position]:
    """The position that each answer leads to, which wins, loses, is true of a candidate or may be a lie."""
    ends = {rules.labels[index] for index in (rules.winning, *rules.losing)}
    cells = [split(rules, guess, part) for part in position]
    heard = {label for part in cells for label in part}
    if len(position) > 1:
        heard |= split(rules, guess, rules.secrets()).keys() - ends
    found: dict[str, Position] = {}
    for label in sorted(heard):
        left = [list(part.get(label, ())) for part in cells]
        for used in range(1, len(cells) if label not in ends else 0):
            lied = [cell for other, cell in cells[used - 1].items() if other != label and other not in ends]
            left[used] = sorted([*left[used], *(word for cell in lied for word in cell)])
        if any(left):
            found[label] = left
    return found


def _false(rules: AnyRules) -> int:
    """How many false answers a guess may get."""
    return len(rules.labels) - len(rules.losing) - 2


def weights(rules: AnyRules, lies: int, guesses: int = 8) -> list[int]:
    """In how many ways the coming answers may lie about a candidate, by the lies that it means already."""
    ways = [comb(guesses, i) * _false(rules) ** i for i in range(lies + 1)]
    return [sum(ways[: left + 1]) for left in range(lies, -1, -1)]


def worth(ways: Sequence[int], sizes: Iterable[int]) -> int:
    """The ways to lie that a position leaves, by the sizes of its parts; without lies, its candidates."""
    return sum(size * way for size, way in zip(sizes, ways, strict=False))


def evasive(rules: AnyRules, found: Mapping[str, Position]) -> str:
    """Of the answers that `after` found, the one that leaves most ways to lie; the lowest, and the winning one last."""
    winning = rules.labels[rules.winning]
    ways = weights(rules, max(map(len, found.values())) - 1)
    return min(found, key=lambda label: (label == winning, -worth(ways, map(len, found[label])), label))
