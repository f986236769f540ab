"""Games in which up to k answers may be lies: what an answer leaves.

A position is the candidates by the lies that each of them would mean, a list for each number, as in
`treegen.lab.lies`, whose plain twin this is.  An answer that ends the game is always true.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import comb

from player.errors import BadInput
from player.rules.names import AnyRules, read_game, split
from player.rules.numbers import read_whole, shorten

MAX_LIES = 4
MAX_SECRETS = 20_000  # of a game with lies

Position = list[list[str]]


def read_lies(name: str) -> tuple[str, int]:
    """The game of `GAME~K`, and how many answers may be false; BadInput for too many.

    >>> read_lies("bulls-3x4~1"), read_lies("bulls-3x4")
    (('bulls-3x4', 1), ('bulls-3x4', 0))
    """
    is_path = ":" in name or "/" in name or name.endswith(".tree")
    game, mark, text = (name, "", "") if is_path else name.partition("~")
    count = read_whole(text, 1, 50) if mark else 0
    if count is None:
        raise BadInput(f"{shorten(name)}: the number of lies is from 1 to {MAX_LIES}, as in bulls-3x4~1")
    if count > MAX_LIES:
        rules, guesses = read_game(game), 1
        while (ends := rules.secret_count * weights(rules, count, guesses)[0]) > (_false(rules) + 1) ** guesses:
            guesses += 1
        raise BadInput(  # 10 µs and 100 bytes an end
            f"{count} lies: {MAX_LIES} at most; a tree for these needs {guesses} guesses or more and has {ends:.0e} "
            f"ends, for which it would take {ends / 1e7:.2g} GB and {ends / 3.6e8:.2g} hours"
        )
    return game, count


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
