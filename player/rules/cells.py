"""The cells of a guess: what each answer leaves, in games with up to k lies, too.

Many secrets are compared at once, as numbers with a byte for each.  The candidates of a game with lies stand by the
lies that each of them would mean, a list for each number, as in `treegen.lab.lies`, whose plain twin this is.  An
answer that ends the game is always true.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import comb

from player.rules.feedback import FeedbackRule
from player.rules.letters import letters_of
from player.rules.names import AnyRules

ByLies = list[list[str]]
_MANY = 64  # secrets that are compared all at once; fewer are compared sooner one by one


def split(rules: AnyRules, guess: str, secrets: Iterable[str]) -> dict[str, list[str]]:
    """The cells of `guess`: for each feedback label that occurs, the secrets that give it, in their order."""
    some = list(secrets)
    labels = labels_of(rules.rule, guess, some) if len(some) >= _MANY else None
    cells: dict[str, list[str]] = {}
    for label, secret in zip(labels or [rules.feedback(guess, one) for one in some], some, strict=True):
        cells.setdefault(label, []).append(secret)
    return cells


def labels_of(rule: FeedbackRule, guess: str, secrets: Sequence[str]) -> list[str] | None:
    """The label of each secret, by a rule that tells numbers; None where only `compare` knows them.

    >>> from player.rules.feedback import FEEDBACK_RULES
    >>> labels_of(FEEDBACK_RULES["cows"], "1122", ["1212", "3411"])
    ['22', '02']
    """
    text = "".join((guess, *secrets))
    if not rule.tells or rule.is_marked or not text.isascii():
        return None
    data, width, size = text.encode(), len(guess), len(secrets)

    def mapped(column: bytes, *table: int) -> int:
        return int.from_bytes(column.translate(bytes(table).ljust(256, bytes(table[-1:]))), "little")

    # For each symbol of the guess the places where the secret has it, 1 or 0, and for each how often the secret has it.
    columns = [data[width + place :: width] for place in range(width)]
    places = {symbol: [mapped(column, *bytes(ord(symbol)), 1, 0) for column in columns] for symbol in guess}
    held = {symbol: sum(places[symbol]).to_bytes(size, "little") for symbol in places}
    matches = right = sum(places[symbol][place] for place, symbol in enumerate(guess))
    if rule.near == "each":
        matches = sum(mapped(held[symbol], 0, 1) for symbol in guess)
    elif rule.near == "once":
        matches = sum(mapped(held[symbol], *range(guess.count(symbol) + 1)) for symbol in held)
    names = tuple(rule.write(code // 16, code % 16 - code // 16) for code in range(256))
    return [names[code] for code in (16 * right + matches).to_bytes(size, "little")]


def broken_hint(guess: str, steps: Iterable[tuple[str, str]]) -> str:
    """The first hint of these guesses and marks that a guess does not use, in words; "" where it uses all (hard mode).

    A letter in the right place must stay there, and a letter must occur at least as often as it was marked.
    """
    letters = letters_of(guess)
    for asked, marks in steps:
        word = letters_of(asked)
        for place, (letter, mark) in enumerate(zip(word, marks, strict=True)):
            if mark == "2" and letters[place] != letter:
                return f"place {place + 1} must be {letter}, says {asked}:{marks}"
        marked = [letter for letter, mark in zip(word, marks, strict=True) if mark != "0"]
        for letter in dict.fromkeys(marked):
            times = marked.count(letter)
            if letters.count(letter) < times:
                return f"{letter} must occur{f' {times} times' * (times > 1)}, says {asked}:{marks}"
    return ""


def after(rules: AnyRules, guess: str, position: ByLies) -> dict[str, ByLies]:
    """The position that each answer leads to, which wins, loses, is true of a candidate or may be a lie."""
    if len(position) == len(position[0]) == 1:  # mostly, as a referee keeps one secret
        return {rules.feedback(guess, position[0][0]): position}
    cells = [split(rules, guess, part) for part in position]
    if len(position) == 1:
        return {label: [cells[0][label]] for label in sorted(cells[0])}
    ends = {rules.labels[index] for index in (rules.winning, *rules.losing)}
    heard = {label for part in cells for label in part} | (split(rules, guess, rules.secrets()).keys() - ends)
    found: dict[str, ByLies] = {}
    for label in sorted(heard):
        left = [list(part.get(label, ())) for part in cells]
        for used in range(1, len(cells) if label not in ends else 0):
            lied = [cell for other, cell in cells[used - 1].items() if other != label and other not in ends]
            left[used] = sorted([*left[used], *(word for cell in lied for word in cell)])
        if any(left):
            found[label] = left
    return found


def weights(rules: AnyRules, lies: int, guesses: int = 8) -> list[int]:
    """In how many ways the coming answers may lie about a candidate, by the lies that it means already."""
    false = len(rules.labels) - len(rules.losing) - 2  # answers that a guess may get
    ways = [comb(guesses, i) * false**i for i in range(lies + 1)]
    return [sum(ways[: left + 1]) for left in range(lies, -1, -1)]


def worth(ways: Sequence[int], sizes: Iterable[int]) -> int:
    """The ways to lie that a position leaves, by the sizes of its parts; without lies, its candidates."""
    return sum(size * way for size, way in zip(sizes, ways, strict=False))


def evasive(rules: AnyRules, found: Mapping[str, ByLies]) -> str:
    """Of the answers that `after` found, the one that leaves most ways to lie; the lowest, and the winning one last."""
    if len(found) == 1:
        return next(iter(found))
    winning = rules.labels[rules.winning]
    ways = weights(rules, max(map(len, found.values())) - 1)
    return min(found, key=lambda label: (label == winning, -worth(ways, map(len, found[label])), label))
