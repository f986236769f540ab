"""The cells of a guess: what each answer leaves; many secrets are compared at once, as numbers with a byte for each."""

from __future__ import annotations

from collections import Counter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence, Sized

    from player.rules.feedback import FeedbackRule
    from player.rules.names import AnyRules

_MANY = 64  # secrets that are compared all at once; fewer are compared sooner one by one


def split(rules: AnyRules, guess: str, secrets: Iterable[str]) -> dict[str, list[str]]:
    """The cells of `guess`: for each feedback label that occurs, the secrets that give it, in their order."""
    some = list(secrets)
    cells: dict[str, list[str]] = {}
    for label, secret in zip(_labels(rules, guess, some), some, strict=True):
        cells.setdefault(label, []).append(secret)
    return cells


def _labels(rules: AnyRules, guess: str, secrets: list[str]) -> list[str]:
    """The label that each secret gives."""
    labels = labels_of(rules.rule, guess, secrets) if len(secrets) >= _MANY else None
    return labels or [rules.feedback(guess, secret) for secret in secrets]


def widest(cells: Mapping[str, Sized], winning: str) -> str:
    """The label of the largest cell; of several the lowest, and the winning one only where nothing else is left."""
    return min(cells, key=lambda label: (-len(cells[label]), label == winning, label))


def keep_most(rules: AnyRules, guess: str, secrets: Iterable[str], label: str | None = None) -> tuple[str, list[str]]:
    """The answer of a codemaker who may have any of the secrets, that of the widest cell or `label`, and its cell."""
    some = list(secrets)
    labels = _labels(rules, guess, some)
    if label is None:
        sizes = {one: range(size) for one, size in Counter(labels).items()}
        label = widest(sizes, rules.labels[rules.winning])
    return label, [secret for secret, one in zip(some, labels, strict=True) if one == label]


def labels_of(rule: FeedbackRule, guess: str, secrets: Sequence[str]) -> list[str] | None:
    """The label of each secret, by a rule that tells something of its symbols; None where only `compare` knows them.

    >>> from player.rules.feedback import FEEDBACK_RULES
    >>> labels_of(FEEDBACK_RULES["cows"], "1122", ["1212", "3411"])
    ['22', '02']
    """
    text = "".join((guess, *secrets))
    if not rule.tells or not text.isascii() or (rule.is_marked and text != text.lower()):  # which may be folded
        return None
    data, width, size = text.encode(), len(guess), len(secrets)
    columns = [data[width + place :: width] for place in range(width)]

    def mapped(column: bytes, *table: int) -> int:
        return int.from_bytes(column.translate(bytes(table).ljust(256, bytes(table[-1:]))), "little")

    def is_more(counts: int) -> int:
        return mapped(counts.to_bytes(size, "little"), 0, 1)

    # For each symbol of the guess the places where the secret has it, 1 or 0, and for each how often the secret has it.
    places = {symbol: [mapped(column, *bytes(ord(symbol)), 1, 0) for column in columns] for symbol in guess}
    held = {symbol: sum(places[symbol]) for symbol in places}
    right = [places[symbol][place] for place, symbol in enumerate(guess)]
    if rule.is_marked:
        codes, names = [0, 0], rule.labels(width)
        for symbol, here in zip(guess, right, strict=True):
            held[symbol] -= here
        for place, (symbol, here) in enumerate(zip(guess, right, strict=True)):
            elsewhere = is_more(held[symbol]) & ~here
            held[symbol] -= elsewhere
            half = place < width - 5  # a byte has room for five marks
            codes[half] = 3 * codes[half] + 2 * here + elsewhere
        low, high = (code.to_bytes(size, "little") for code in codes)
        if width <= 5:
            return [names[code] for code in low]
        return [names[243 * more + code] for code, more in zip(low, high, strict=True)]
    if rule.near == "each":
        matches = sum(is_more(held[symbol]) for symbol in guess)
    elif rule.near == "once":
        counts = {symbol: range(guess.count(symbol) + 1) for symbol in held}
        matches = sum(mapped(held[symbol].to_bytes(size, "little"), *counts[symbol]) for symbol in held)
    else:
        matches = sum(right)
    names = tuple(rule.write(code // 16, code % 16 - code // 16) for code in range(256))
    return [names[code] for code in (16 * sum(right) + matches).to_bytes(size, "little")]


def broken_hint(guess: str, steps: Iterable[tuple[str, str]]) -> str:
    """The first hint of these guesses and marks that a guess does not use, in words; "" where it uses all (hard mode).

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
