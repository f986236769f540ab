"""How people write feedbacks and guesses: the spellings as rows of tables, and the one reader of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from player.errors import BadInput, check_text
from player.rules.feedback import FeedbackRule
from player.rules.letters import spellings_of
from player.rules.names import AnyRules
from player.rules.numbers import shorten

# The first line of what Wordle copies: `Wordle 1,234 3/6*`.
HEADLINE = r"\b[^\W\d]\w* +#?\d[\d.,]* +[\dXx]/\d+\*?"
# Words for what is in the right place, and what is elsewhere, with a number in front; without plural, in small letters.
_COUNTED = (("bull", "cow"), ("a", "b"), ("b", "c"), ("b", "w"), ("black", "white"), ("red", "white"))
# Pegs for the same, one for each; in any order.
_PEGS = (("●", "○"), ("⚫", "⚪"), ("🔴", "⚪"), ("b", "w"), ("b", "c"))
# What may stand for the marks 0, 1 and 2 of a position; in one text only signs of one row.
_MARKS = (("bx.-_", "y", "g"), ("⬛⬜🔲🔳", "🟨🟦", "🟩🟧"))
_COLOURS = (("green", "g"), ("yellow", "y"), ("grey", "b"), ("gray", "b"), ("black", "b"))
_SEPARATORS = dict.fromkeys(map(ord, ",;/()[]&+\ufe0f\ufe0e"), " ")
_tables: dict[tuple[str, tuple[str, ...]], dict[str, set[str]]] = {}


def spellings(rule: FeedbackRule, labels: Sequence[str], label: str) -> list[str]:
    """All spellings that are understood for a label of a game with this rule, the label itself first."""
    found = [label]
    if rule.is_marked:
        found.append(" ".join(label))
        for row in _MARKS:
            most = max(len(row[int(mark)]) for mark in label)
            found += ["".join(row[int(mark)][: i + 1][-1] for mark in label) for i in range(most)]
    else:
        found += [" ".join(label), ",".join(label)] if label.isdigit() else []
        found += [text for text, meant in _said(rule, labels) if meant == label]
    return [text for text in dict.fromkeys(found) if _readings(text, rule, tuple(labels)) == {label}]


def find_label(text: str, rule: FeedbackRule, labels: Sequence[str]) -> str | None:
    """The label that a person means by `text`, None where it means none; BadInput where it may mean several."""
    found = _readings(text, rule, tuple(labels))
    if len(found) > 1:
        raise BadInput(f"{shorten(text.strip(), 40)!r} may mean {' or '.join(sorted(found))}; write one of these")
    return next(iter(found), None)


def may_be_label(text: str, rule: FeedbackRule, labels: Sequence[str]) -> bool:
    """Whether a text means a label, or may mean several."""
    return bool(_readings(text, rule, tuple(labels)))


def near_label(text: str, rule: FeedbackRule, labels: Sequence[str]) -> str:
    """The end of a message about a feedback that is none: what it may have been meant for; "" where nothing is near."""
    if rule.is_marked:
        given, needed = len("".join(text.translate(_SEPARATORS).split())), len(labels[0])
        return "" if given == needed else f"; {needed} marks are needed, not {given}"
    if len(text.strip()) < 3:
        return ""
    from player.rules.misspelt import nearest

    meant = dict(_said(rule, labels))
    near = nearest(text, [spelled for spelled in meant if not spelled.isdigit() and spelled.isascii()])
    if near is None:
        return ""
    return f"; did you mean {near}{f', {meant[near]}' if meant[near] != near else ''}?"


def _readings(text: str, rule: FeedbackRule, labels: tuple[str, ...]) -> set[str]:
    if text.strip() in labels:
        return {text.strip()}
    compact = "".join(text.translate(_SEPARATORS).split())
    if compact in labels:
        return {compact}
    compact = compact.lower()
    if rule.is_marked:
        for colour, sign in _COLOURS:
            compact = compact.replace(colour, sign)
        for row in _MARKS:
            marks = {ord(sign): str(mark) for mark, signs in enumerate(row) for sign in signs}
            if compact and all(ord(sign) in marks for sign in compact):
                return {compact.translate(marks)} & set(labels)
        return set()
    table = _tables.get((rule.name, labels))
    if table is None:
        table = _tables[rule.name, labels] = {}
        for spelled, label in _said(rule, labels):
            table.setdefault(_normal(spelled), set()).add(label)
    pegs = "" if any(map(str.isdigit, compact)) else "".join(sorted(compact))
    return table.get(_normal(compact)) or table.get(pegs) or set()


def _normal(text: str) -> str:
    """A spelling without blanks, capitals, plurals and the like; pegs alone in one order."""
    text = "".join(text.lower().split()).replace("and", "")
    for words in _COUNTED:
        for word in words:
            text = text.replace(f"{word}s", word) if len(word) > 1 else text
    return text


def _said(rule: FeedbackRule, labels: Sequence[str]) -> Iterator[tuple[str, str]]:
    for label in labels:
        yield label, label
        yield from ((text, label) for text in rule.spelled.get(label, ()))
        counts = rule.counts(label)
        if "cows" in counts:
            if "matches" in rule.tells:
                yield f"{counts['bulls']}A{counts['matches']}B", label  # as the numbers are told
            yield from ((text, label) for text in _pair(counts["bulls"], counts["cows"]))
        elif counts:
            bulls = counts["bulls"]
            yield from ((f"{bulls} {word}{'s' * (bulls != 1 and len(word) > 1)}", label) for word, _ in _COUNTED[1:])
            yield f"{bulls} bull{'s' * (bulls != 1)}", label
            yield from (((right * bulls) or "none", label) for right, _ in _PEGS)


def _pair(bulls: int, cows: int) -> Iterator[str]:
    for right, elsewhere in _COUNTED:
        gap = " " if len(right) > 1 else ""
        first = f"{bulls}{gap}{right}{'s' * (bulls != 1 and bool(gap))}"
        second = f"{cows}{gap}{elsewhere}{'s' * (cows != 1 and bool(gap))}"
        if gap == "":
            first, second = first.upper(), second.upper()
        yield f"{first}{gap}{second}"
        if not cows:
            yield first
        if not bulls:
            yield second
    for right, elsewhere in _PEGS:
        yield "".join(sorted(right * bulls + elsewhere * cows)) or "none"
        yield right * bulls + elsewhere * cows or "none"


def read_guess(rules: AnyRules, text: str) -> str:
    """The guess that a person means; BadInput, as of `check_guess`, where it is none."""
    found = find_word(text, rules.is_guess, rules.names, rules.symbols)
    return rules.check_guess(shorten(text.strip(), 60)) if found is None else found


def read_secret(rules: AnyRules, text: str) -> str | None:
    """The secret that a person means; None where it is none."""
    return find_word(text, rules.is_secret, rules.names, rules.symbols)


def name_secret(rules: AnyRules, text: str) -> str:
    """The same; BadInput where it is none."""
    secret = read_secret(rules, text)
    if secret is None:
        raise BadInput(f"{shorten(text)!r} is not a secret of {rules.brief}: it takes {rules.secret_form}")
    return secret


def find_word(text: str, is_word: Callable[[str], bool], names: Collection[str] = (), symbols: str = "") -> str | None:
    """The word that a text means, with blanks or commas, in capitals or not, in the `names` of `symbols`."""
    check_text("a guess or a secret", text, "0123")
    if not (text.isascii() or is_word(text)):
        from unicodedata import normalize  # only here: most texts never pay for it

        text = normalize("NFC", text)
    tokens = text.translate(_SEPARATORS).split()
    compact = "".join(tokens)
    own = {symbol.lower(): symbol for symbol in symbols}
    same_case = "".join(own.get(symbol.lower(), symbol) for symbol in compact)
    for meant in (text.strip(), compact, *spellings_of(compact), compact.upper(), same_case):
        if meant and is_word(meant):
            return meant
    known = {name.lower(): symbol for name, symbol in zip(names, symbols, strict=True)} if names else {}
    if known and not "".join(known).isalpha():  # emoji go by the colours in their names, as in LARGE RED CIRCLE
        from unicodedata import name as called

        words = [called(name[0], "?").removeprefix("LARGE ").removeprefix("MEDIUM ") for name in names]
        known |= {word.lower().split()[0]: symbol for word, symbol in zip(words, symbols, strict=True)}
    initials: dict[str, str] = {}
    for name, symbol in known.items():
        initials[name[0]] = "" if name[0] in initials else symbol
    for spelled in (tokens, list(compact)):
        meant = "".join(known.get(word.lower()) or initials.get(word.lower()) or "?" for word in spelled)
        if known and is_word(meant):
            return meant
    return None
