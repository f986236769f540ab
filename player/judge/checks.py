"""Reads the lines of guesses back, and explains why a dialect cannot be read, with lines that can."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from string import Formatter

from player.errors import BadInput, quote, require, shorten
from player.judge.dialects import Dialect
from player.judge.lines import Line, fields, read_map
from player.rules.names import AnyRules

MARKED = "{spaced:2=RIGHT|1=NEAR|0=NO}"


def squeeze(text: str) -> str:
    """Replace each run of blanks and line ends by one blank, as reading a text word by word does."""
    return " ".join(f".{text}.".split())[1:-1]


def ends(line: Line) -> list[tuple[str, str, str]]:
    """Return for each kind of question the squeezed beginning and end of its line."""
    lines = [(kind, *line.write(f"{kind}\0").partition("\0")) for kind in line.kinds]
    return [(kind, squeeze(head).lstrip(), squeeze(tail).rstrip()) for kind, head, _, tail in lines]


def read_guesses(line: Line, text: str) -> list[str]:
    """Return the guesses that a squeezed text may mean; none for any other text."""
    symbols, found = {word: symbol for symbol, word in line.words.items()}, []
    for kind, head, tail in ends(line):
        if len(text) >= len(head) + len(tail) and text.startswith(head) and text.endswith(tail):
            guess = text[len(head) : len(text) - len(tail)]
            parts = guess.split(" ") if line.blank else guess
            found.append(kind + (guess if kind else "".join(symbols.get(part, part) for part in parts)))
    return found


def invalid_field(dialect: Dialect, rules: AnyRules) -> BadInput:
    """Return the error about a reply with a field that the game does not have."""
    if rules.rule.is_marked and len(dialect.letters) == 2:
        return BadInput(f"--letters {dialect.letters}: marks take three letters, such as GYX")
    worded = " and ".join(map(quote, dict.fromkeys((dialect.reply, dialect.win or dialect.reply))))
    names = " ".join(f"{{{field}}}" for field in fields(rules, rules.labels[0]))
    return BadInput(f"{dialect.called} replies {worded}, but {rules.brief} has only {names}; try {_example(rules)}")


def _example(rules: AnyRules) -> str:
    """Return a reply with which all answers of a game can be told apart."""
    if rules.rule.is_marked:
        return MARKED
    if rules.rule.meaning:
        return " ".join(f"{{{name}}} {name}" for name in rules.rule.meaning)
    return f"{{feedback:{'|'.join(f'{label}={label.upper()}' for label in rules.labels[:4])}}}"


def check_replies(dialect: Dialect, rules: AnyRules, replies: Mapping[str, str]) -> None:
    """Raise BadInput unless replies can be told apart, word by word, and their maps have only keys that come."""
    values_of = [fields(rules, label, dialect.letters) for label in rules.labels]
    for name, words in [(name, words) for _, name, words, _ in Formatter().parse(dialect.reply) if name and words]:
        keys = {one for values in values_of for one in values[name].elements}
        if others := sorted(read_map(words)[0].keys() - keys):
            raise BadInput(f"{{{name}}} is never {quote(others[0])}, but one of: {' '.join(sorted(keys)[:9])}")
    rows = sorted((text.split(), label) for label, text in replies.items())
    for (reply, label), (longer, other) in pairwise(rows):
        if longer[: len(reply)] == reply:
            problem = f"{quote(dialect.reply)}, which is the same for several answers, {label} and {other}"
            if longer != reply:
                start, whole = (quote(" ".join(words)) for words in (reply, longer))
                problem = f"{start} to {label}, with which another reply begins, {whole}"
            raise BadInput(f"{dialect.called} replies {problem}; try {_example(rules)}")


def check_words(dialect: Dialect, rules: AnyRules, question: Line, answer: Line) -> None:
    """Raise BadInput for the line of a guess that cannot be read back, or that has what the game does not have."""
    for line, text in ((question, dialect.ask), (answer, dialect.final or dialect.ask)):
        if line.blank and not getattr(rules, "positions", 0):
            raise BadInput(f"{{spaced}} needs guesses of one length, which {rules.brief} does not have; use {{guess}}")
        if rules.rule.naming:
            problem, way = "writes gt50 and eq50 alike", "{number:gt=> |eq== }"
            both = ends(line)
            is_clear = len(both) > 1 and (both[0][1:] != both[1][1:] or (dialect.final and rules.losing))
        else:
            symbols = {*(rules.symbols or "".join(rules.guesses()))}
            words = [line.words.get(symbol, symbol) for symbol in symbols]
            are_words = all(word.split() == [word] and (line.blank or len(word) == 1) for word in words)
            is_clear = are_words and len({*words}) == len(words) and line.words.keys() <= symbols
            problem = f"does not write each of {shorten(''.join(sorted(symbols)), 40)} as a word of its own"
            way = "{guess}, or words as in {spaced:1=red|2=blue}"
        require(is_clear or not line.words, f"{quote(text)} {problem}; use {way}")
