"""The cells of a guess: the candidates that each answer leaves, also in games with up to k lies.

Many secrets are compared at once, packed into one large integer with a byte for each secret.  A position of a game
with lies is a list of lists: entry i has the candidates for which i of the answers would be lies.  This module is the
plain twin of `treegen.lab.lies`.  An answer that ends the game is always true.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import comb

from player.rules.feedback import FeedbackRule
from player.rules.names import AnyRules

ByLies = list[list[str]]
_MANY = 64  # fewer secrets than this are compared faster one by one


def split(rules: AnyRules, guess: str, secrets: Iterable[str]) -> dict[str, list[str]]:
    """Return the cells of `guess`: for each feedback label that occurs, the secrets that give it, in order."""
    some = list(secrets)
    labels = labels_of(rules.rule, guess, some) if len(some) >= _MANY else None
    cells: dict[str, list[str]] = {}
    for label, secret in zip(labels or [rules.feedback(guess, one) for one in some], some, strict=True):
        cells.setdefault(label, []).append(secret)
    return cells


def labels_of(rule: FeedbackRule, guess: str, secrets: Sequence[str]) -> list[str] | None:
    """Return the label of each secret if the rule counts symbols and all text is ASCII, or else None.

    >>> from player.rules.feedback import FEEDBACK_RULES
    >>> labels_of(FEEDBACK_RULES["cows"], "1122", ["1212", "3411"])
    ['22', '02']
    """
    text = "".join((guess, *secrets))
    if not rule.meaning or rule.is_marked or not text.isascii():
        return None
    data, width, size = text.encode(), len(guess), len(secrets)

    def mapped(column: bytes, *table: int) -> int:
        return int.from_bytes(column.translate(bytes(table).ljust(256, bytes(table[-1:]))), "little")

    # For each symbol of the guess: whether each secret has it at each place (1 or 0), and how often the secret has it.
    columns = [data[width + place :: width] for place in range(width)]
    places = {symbol: [mapped(column, *bytes(ord(symbol)), 1, 0) for column in columns] for symbol in guess}
    counts = {symbol: sum(places[symbol]).to_bytes(size, "little") for symbol in places}
    matches = bulls = sum(places[symbol][place] for place, symbol in enumerate(guess))
    if rule.counting == "each":
        matches = sum(mapped(counts[symbol], 0, 1) for symbol in guess)
    elif rule.counting == "once":
        matches = sum(mapped(counts[symbol], *range(guess.count(symbol) + 1)) for symbol in counts)
    names = tuple(rule.write(code // 16, code % 16 - code // 16) for code in range(256))
    return [names[code] for code in (16 * bulls + matches).to_bytes(size, "little")]


def broken_hint(guess: str, steps: Iterable[tuple[str, str]]) -> str:
    """Return, in words, the first hint of these steps that a guess does not use (hard mode); "" if it uses all hints.

    A letter in the right place must stay there, and a letter must occur at least as often as it was marked.
    """
    for word, marks in steps:
        for place, (letter, mark) in enumerate(zip(word, marks, strict=True)):
            if mark == "2" and guess[place] != letter:
                return f"place {place + 1} must be {letter}, says {word}:{marks}"
        marked = [letter for letter, mark in zip(word, marks, strict=True) if mark != "0"]
        for letter in dict.fromkeys(marked):
            times = marked.count(letter)
            if guess.count(letter) < times:
                return f"{letter} must occur{f' {times} times' * (times > 1)}, says {word}:{marks}"
    return ""


def after(rules: AnyRules, guess: str, position: ByLies) -> dict[str, ByLies]:
    """Return the position after each answer that is possible: true for a candidate, or perhaps a lie."""
    if len(position) == len(position[0]) == 1:  # the usual case: a referee keeps one secret
        return {rules.feedback(guess, position[0][0]): position}
    cells = [split(rules, guess, part) for part in position]
    if len(position) == 1:
        return {label: [cells[0][label]] for label in sorted(cells[0])}
    ends = {rules.labels[index] for index in (rules.winning, *rules.losing)}
    labels = {label for part in cells for label in part} | (split(rules, guess, rules.secrets()).keys() - ends)
    positions: dict[str, ByLies] = {}
    for label in sorted(labels):
        parts = [list(part.get(label, ())) for part in cells]
        for used in range(1, len(cells) if label not in ends else 0):
            lied = [cell for other, cell in cells[used - 1].items() if other != label and other not in ends]
            parts[used] = sorted([*parts[used], *(word for cell in lied for word in cell)])
        if any(parts):
            positions[label] = parts
    return positions


def ways_to_lie(rules: AnyRules, lies: int, guesses: int = 8) -> list[int]:
    """Return a list whose entry i counts the ways in which the next `guesses` answers may lie after i lies so far."""
    false_labels = len(rules.labels) - len(rules.losing) - 2  # all but the true, the winning and the losing labels
    ways = [comb(guesses, i) * false_labels**i for i in range(lies + 1)]
    return [sum(ways[: allowed + 1]) for allowed in range(lies, -1, -1)]


def worth(ways: Sequence[int], sizes: Iterable[int]) -> int:
    """Return the number of ways to lie with parts of these sizes; in a game without lies, the number of candidates."""
    return sum(size * way for size, way in zip(sizes, ways, strict=False))


def evasive(rules: AnyRules, positions: Mapping[str, ByLies]) -> str:
    """Return the label of the answer that leaves most ways to lie; of equally good labels, the lowest.

    The winning label is returned only if no other label is possible.  `positions` are those that `after` returns.
    """
    if len(positions) == 1:
        return next(iter(positions))
    winning = rules.labels[rules.winning]
    ways = ways_to_lie(rules, max(map(len, positions.values())) - 1)
    return min(positions, key=lambda label: (label == winning, -worth(ways, map(len, positions[label])), label))
