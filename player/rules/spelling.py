"""How people write feedbacks and guesses: the spellings as rows of tables, and their only reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence

from player.errors import BadInput, check_text, quote, require, shorten
from player.rules.feedback import FeedbackRule
from player.rules.letters import fold, letters_of, not_letters, short_form, spellings_of
from player.rules.lists import UNKNOWN_RULE, WordRules
from player.rules.names import AnyRules, Rules, read_game
from player.rules.titles import hues_of

# Words, letters and pegs for symbols in the right place, and for symbols elsewhere.  A text uses one row; the
# numbers all stand before their words, or all behind them; without numbers, a word counts as often as it is written.
PAIRS = (
    ("bull", "cow"), ("black", "white"), ("red", "white"), ("a", "b"), ("b", "c"), ("b", "w"), ("r", "w"),
    ("●", "○"), ("⚫", "⚪"), ("🔴", "⚪"),
)  # fmt: skip
# Signs that may stand for the marks 0, 1 and 2 of a position; a text uses signs of one row.
MARKS = (("bx.-_", "y", "g"), ("⬛⬜🔲🔳", "🟨🟦", "🟩🟧"))
COLOURS = (("green", "g"), ("yellow", "y"), ("grey", "b"), ("gray", "b"), ("black", "b"))
# Signs of feedbacks by columns; marks of letters and squares mean the same.
_SIGNS = ("=g🟩🟧🟢✅", "~y🟨🟦🟡", "xb⬛⬜🔲🔳🟥🔴❌", "^⬆↑🔼▲🔺", "v⬇↓🔽▼🔻", ">➡→▶", "<⬅←◀")
OF_SIGN = {ord(sign): signs[0] for signs in _SIGNS for sign in signs} | {ord("/"): "", 0x20E3: ""}
SEPARATORS = ",;/()[]&+\ufe0f\ufe0e"
_BLANKS = dict.fromkeys(map(ord, SEPARATORS), " ") | {0xFF10 + digit: str(digit) for digit in range(10)}
_WORDS = sorted({word for pair in PAIRS for word in pair}, key=len, reverse=True)
_TERM = re.compile("[0-9]|" + "|".join(f"{word}s?" if len(word) > 1 else word for word in _WORDS))


def rule_of(game: str) -> FeedbackRule:
    """Return the feedback rule of any game by its name, or UNKNOWN_RULE if its feedbacks are in a table."""
    family, colon, _ = game.partition(":")
    if colon:
        return WordRules.rule if family == "words" else UNKNOWN_RULE
    return read_game(game).rule


def find_label(text: str, rule: FeedbackRule, labels: Sequence[str]) -> str | None:
    """Return the label that a person means by `text`, or None. Raises BadInput if it may mean several."""
    found = readings(text, rule, labels)
    require(len(found) < 2, f"{shorten(text.strip(), 40)!r} may mean {' or '.join(sorted(found))}; write one of these")
    return next(iter(found), None)


def readings(text: str, rule: FeedbackRule, labels: Sequence[str]) -> set[str]:
    """Return the labels that a text may mean."""
    if text.strip() in labels:
        return {text.strip()}
    compact = "".join(text.translate(_BLANKS).split())
    if compact in labels:
        return {compact}
    compact = compact.lower()
    if rule.is_marked:
        for colour, sign in COLOURS:
            compact = compact.replace(colour, sign)
        for row in MARKS:
            marks = {ord(sign): str(mark) for mark, signs in enumerate(row) for sign in signs}
            if compact and all(ord(sign) in marks for sign in compact):
                return {compact.translate(marks)} & set(labels)
        return set()
    if rule is UNKNOWN_RULE:
        signs = compact.translate(OF_SIGN)
        return {label for label in labels if compact == label.lower() or signs == label.translate(OF_SIGN)}
    found = {label for label in labels if compact == label.lower() or compact in rule.spelled.get(label, ())}
    return found | (set(_counted(compact, rule)) & set(labels) if rule.meaning else set())


def _counted(compact: str, rule: FeedbackRule) -> Iterator[str]:
    """Yield the labels that a text may mean if it counts bulls and cows in words, letters or pegs, in any order."""
    compact = re.sub("and|pegs?", "", compact)
    terms = _TERM.findall(compact)
    if compact == "none":
        yield rule.write(0, 0)
    if "".join(terms) != compact or not terms:
        return
    are_numbers = [term.isdigit() for term in terms]
    words = [term.rstrip("s") for term in terms if not term.isdigit()]
    counts = {word: words.count(word) for word in words}
    if any(are_numbers):
        numbers = [int(term) for term in terms if term.isdigit()]
        alternate = [are_numbers[0], not are_numbers[0]] * len(words)
        if are_numbers != alternate or len(counts) < len(words):
            return
        counts = dict(zip(words, numbers, strict=True))
    for right, elsewhere in PAIRS:
        is_of_row = counts.keys() <= ({right, elsewhere} if len(rule.meaning) > 1 else {right})
        # The letters a and b need numbers, and a comes first, as in 1A2B.
        if is_of_row and (right != "a" or (any(are_numbers) and words != ["b", "a"])):
            yield rule.write(counts.get(right, 0), counts.get(elsewhere, 0))
    if rule.meaning == ("bulls", "matches") and words == ["a", "b"] and any(are_numbers):
        yield f"{counts['a']}{counts['b']}"  # in this game, B may be the number of all matches


def respell(rules: AnyRules, text: str) -> str:
    """Return a text with the letters that the game reads in place of others."""
    for letter, one in getattr(rules, "same", {}).items():
        text = text.replace(letter, one)
    return text


def read_guess(rules: AnyRules, text: str) -> str:
    """Return the guess that a person means. Raises BadInput, like `check_guess`, for an invalid guess."""
    found = find_word(respell(rules, text), rules.is_guess, rules.names, rules.symbols)
    return check_guess(rules, text.strip()) if found is None else found


def check_guess(rules: AnyRules, text: str) -> str:
    """Return `text` if it is a guess of the game, or raise BadInput with the form of a valid guess."""
    if rules.is_guess(text):
        return text
    from player.rules.misspelt import nearest

    near = nearest(text, getattr(rules, "guess_list", ()))
    hint = f"; did you mean {near}?" if near else ""
    raise BadInput(f"{quote(text)} is not a guess of {rules.brief}: it takes {rules.guess_form}{hint}")


def read_secret(rules: AnyRules, text: str) -> str | None:
    """Return the secret that a person means, or None."""
    return find_word(respell(rules, text), rules.is_secret, rules.names, rules.symbols)


def name_secret(rules: AnyRules, text: str) -> str:
    """Return the secret that a person means. Raises BadInput if the text is not a secret."""
    secret = read_secret(rules, text)
    if secret is None:
        raise BadInput(f"{shorten(text)!r} is not a secret of {rules.brief}: it takes {rules.secret_form}")
    return secret


def find_unlisted(rules: AnyRules | None, text: str) -> str | None:
    """Return the word that a text means in a game of words if the list of secrets lacks it, or None."""
    if rules is None or rules.noun != "words":
        return None
    word = respell(rules, fold(text.strip()))
    is_word = len(letters_of(word)) == getattr(rules, "positions", 0) and not not_letters(word)
    return word if is_word and not rules.is_secret(word) else None


def admit(rules: AnyRules, text: str | None) -> AnyRules:
    """Return the game in which the word of a text is a secret even if the list of secrets lacks it."""
    word = find_unlisted(rules, text or "")
    return rules.admit(word) if word and not isinstance(rules, Rules) else rules


def agreeing(rules: AnyRules | None, steps: Sequence[tuple[str, str]], *named: str) -> list[str]:
    """Return the words outside the list of secrets that agree with these guesses and feedbacks.

    These words are guesses of the game or of the history, or `named`; they become candidates if no secret agrees.
    Games without words have no such words.
    """
    if rules is None or rules.noun != "words":
        return []
    words = dict.fromkeys([*rules.guesses(), *named, *(guess for guess, _ in steps)])
    fits = [word for word in words if all(rules.feedback(guess, word) == label for guess, label in steps)]
    return [word for word in fits if find_unlisted(rules, word)]


def describe_unlisted(rules: AnyRules, words: Sequence[str]) -> str:
    """Return the sentence about candidates outside the list of secrets."""
    count = rules.secret_count - len(getattr(rules, "admitted", ()))
    if len(words) == 1:
        return f"{words[0]} is not one of the {count} secrets; it is treated as one more"
    few = ", ".join(words[:5]) + ", ..." * (len(words) > 5)
    return f"none of the {count} secrets is left; {len(words)} other words are treated as more: {few}"


def find_word(text: str, is_word: Callable[[str], bool], names: Collection[str] = (), symbols: str = "") -> str | None:
    """Return the word that a text means: it may have blanks, commas or capitals, or use the `names` of `symbols`."""
    check_text("a guess or a secret", text, "0123")
    if not (text.isascii() or is_word(text)):
        from unicodedata import normalize  # only here, because most texts do not need it

        text = normalize("NFC", text)
    tokens = text.translate(_BLANKS).split()
    compact = "".join(tokens)
    cased = {symbol.lower(): symbol for symbol in symbols}
    same_case = "".join(cased.get(symbol.lower(), symbol) for symbol in compact)
    short = short_form(text) if text.isprintable() else ""
    for word in (text.strip(), compact, *spellings_of(compact), compact.upper(), same_case, short):
        if word and is_word(word):
            return word
    symbol_of = {name.lower(): symbol for name, symbol in zip(names, symbols, strict=True)} if names else {}
    # Emoji are also found by the colours in their Unicode names, such as LARGE RED CIRCLE.
    symbol_of |= dict(zip(hues_of(tuple(names)), symbols, strict=False))
    initials: dict[str, str] = {}
    for name, symbol in symbol_of.items():
        initials[name[0]] = "" if name[0] in initials else symbol
    for parts in (tokens, list(compact)):
        word = "".join(symbol_of.get(part.lower()) or initials.get(part.lower()) or "?" for part in parts)
        if symbol_of and is_word(word):
            return word
    return None
