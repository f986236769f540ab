"""How a guess compares with many secrets at once: whole numbers that have a byte for each secret are added together."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from player.rules.feedback import FeedbackRule


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
