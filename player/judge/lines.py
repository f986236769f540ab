"""The lines of a conversation with a judge: how guesses and the fields of replies are written, also in other words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from player.rules.names import AnyRules


class Value:
    """The value of a field of a reply: one element, or one for each position, and what stands between them.

    A map behind a colon writes elements in other words: `{marks:2=G|1=Y|0=X}`, and `{bulls:1=bull|bulls}`, where a text
    without a key is for all others.
    """

    def __init__(self, elements: Iterable[str], blank: str = "", text: str = "") -> None:
        self.elements, self.blank, self._text = tuple(elements), blank, text

    def __format__(self, words: str) -> str:
        if not words:
            return self._text or self.blank.join(self.elements)
        texts, others = read_map(words)
        return self.blank.join(texts.get(one, one if others is None else others) for one in self.elements)


def read_map(words: str) -> tuple[dict[str, str], str | None]:
    """Return the texts of a map by their keys, and the one without a key, or None.

    >>> read_map("0=none|1=one|many")
    ({'0': 'none', '1': 'one'}, 'many')
    """
    parts = [part.partition("=") for part in words.split("|")] if words else []
    others = [part for part, sign, _ in parts if not sign]
    return {key: text for key, sign, text in parts if sign}, others[-1] if others else None


def fields(rules: AnyRules, label: str, letters: str = "") -> dict[str, Value]:
    """Return the values of a label's fields, such as `bulls`, for the rule of its game.

    `letters` stand for symbols in place, elsewhere, and neither; with two letters, the counts omit the last kind.
    """
    rule, counts = rules.rule, rules.rule.counts(label)
    found = {name: Value([str(count)]) for name, count in counts.items()}
    if rule.is_marked:
        row: Iterable[str] = label.translate(dict(zip(b"210", letters or "GYX", strict=True)))
        found |= {"bulls": Value([str(label.count("2"))]), "marks": Value(label)}
        found |= {"signs": Value([str(int(mark) - 1) for mark in label], " ")}
    elif counts:
        right, elsewhere, *neither = list(letters or "BC")
        symbols = right * counts["bulls"] + elsewhere * counts.get("cows", 0)
        row = symbols.ljust(getattr(rules, "positions", 1), neither[0]) if neither else symbols or ["none"]
    else:
        return {"feedback": Value([label])}
    spaced = label if rule.is_marked and not letters else row
    feedback = Value([label], text=" ".join(label) if counts else "")
    return found | {"feedback": feedback, "letters": Value(row), "spaced": Value(spaced, " ")}


class Line:
    """The line of a guess: `head`, the symbols with `blank` between them, and `tail`; `words` are the texts of symbols.

    In games of numbers, the symbols of gt50 are g, which has the text of the question, t without text, 5 and 0; the
    line then has `kinds`.
    """

    def __init__(
        self, head: str, tail: str, blank: str, words: Mapping[str, str], kinds: Sequence[str] = ("",)
    ) -> None:
        self.head, self.tail, self.blank, self.words, self.kinds = head, tail, blank, words, kinds

    def write(self, guess: str) -> str:
        """Return the line of a guess."""
        return f"{self.head}{self.blank.join(self.words.get(symbol, symbol) for symbol in guess)}{self.tail}"


def read_line(line: str, kinds: Sequence[str] = ("gt", "eq")) -> Line | None:
    """Return the line of a guess, or None unless it has `{guess}`, `{spaced}` or `{number}` once, perhaps with a map.

    >>> read_line("? {spaced:1=red|2=blue}").write("212"), read_line("{number:gt=> |eq== }").write("gt50")
    ('? blue red blue', '> 50')
    """
    slots = [part.partition("}")[0] for part in line.split("{")[1:] if "}" in part]
    slots = [slot for slot in slots if slot.partition(":")[0] in ("guess", "spaced", "number")]
    if len(slots) != 1:
        return None
    (head, tail), (name, _, words) = line.split(f"{{{slots[0]}}}"), slots[0].partition(":")
    texts, others = read_map(words)
    if name == "number":
        texts = {kind[0]: texts.get(kind, others or "") for kind in kinds} | {"t": "", "q": ""}
        return Line(head, tail, "", texts, kinds)
    return Line(head, tail, " " * (name == "spaced"), texts)
