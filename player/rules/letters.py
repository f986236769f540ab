"""Letters of words: which characters are letters, and which of them count as the same letter."""

from __future__ import annotations

from collections.abc import Iterable

QUOTES = "\"'`´“”„‟‘’‚‛«»‹›「」『』〝〞〟＂＇"
_SEPARATORS = frozenset(" ,:;#|()[]{}<>、،؛՝፣፤፥′″׳״⹂﹅" + QUOTES)
_SIGNS_OF_HISTORIES = dict.fromkeys(map(ord, ",:;#"), " ")
_JOINERS = "\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d"  # the viramas of scripts in which consonants join
_SMALL = str.maketrans("İΣ", "iσ")
_TURKISH, _GREEK = _SMALL | str.maketrans("I", "ı"), _SMALL | str.maketrans("ς", "σ")


def letters_of(word: str) -> list[str]:
    """Return the letters of a word: characters with their marks, and consonants that a virama joins.

    These are the grapheme clusters of Unicode (UAX #29) that words can have.

    >>> letters_of("வணக்கம்"), letters_of("नमस्ते"), letters_of("crane")
    (['வ', 'ண', 'க்', 'க', 'ம்'], ['न', 'म', 'स्ते'], ['c', 'r', 'a', 'n', 'e'])
    """
    if word.isascii():
        return list(word)
    from unicodedata import category  # only here: most words never pay for it

    letters: list[str] = []
    for symbol in word:
        if letters and (category(symbol)[0] == "M" or (letters[-1][-1] in _JOINERS and symbol.isalpha())):
            letters[-1] += symbol
        else:
            letters.append(symbol)
    return letters


def not_letters(text: str) -> set[str]:
    """Return the characters that no word may have: quotation marks, separators, and invisible characters."""
    return {symbol for symbol in set(text) if not _is_letter(symbol)}


def _is_letter(symbol: str) -> bool:
    if symbol.isascii() or symbol.isalnum() or not symbol.isprintable():
        return symbol.isprintable() and symbol not in _SEPARATORS
    from unicodedata import category, normalize  # only here, because most words do not need it

    is_bracket = category(symbol) in ("Ps", "Pe", "Pi", "Pf")
    return not is_bracket and _SEPARATORS.isdisjoint((symbol, normalize("NFKC", symbol)[0]))


def describe(symbol: str) -> str:
    """Return the code and the name of a character, such as `U+200D ZERO WIDTH JOINER`."""
    from unicodedata import name

    # Unicode has no names for control characters; the ones below occur in files.
    named = {"\0": "NUL", "\t": "TAB", "\v": "VERTICAL TAB", "\f": "FORM FEED", "\x1b": "ESCAPE", "\x85": "NEXT LINE"}
    return f"U+{ord(symbol):04X} {name(symbol, '') or named.get(symbol, 'a control character')}"


def fold(word: str) -> str:
    """Return a word in small letters, each letter one character if Unicode has one for it.

    Capitals and small letters are the same letters, and a letter with an accent is the same letter whether it is
    written as one character or as two.  No character becomes two, and each capital has one small letter at all places
    of a word: i for İ, σ for Σ.
    """
    return small(word, _SMALL)


def table_of_small_letters(words: list[str]) -> dict[int, int]:
    """Return the table that `small` needs for the words of a list: small letters that differ from those of `str.lower`.

    In a list with ı or İ, the small letter of I is ı.  If a word of the list ends in Σ, every ς is read as σ.
    """
    is_turkish = not {"ı", "İ"}.isdisjoint("".join(words))
    is_greek = any("Σ" in word and "ς" in word.replace("ς", "").lower() for word in words)
    return _SMALL | (_TURKISH if is_turkish else {}) | (_GREEK if is_greek else {})


def spellings_of(text: str) -> Iterable[str]:
    """Yield the words in small letters that a typed word may mean; the first that is in the list counts."""
    if "I" in text:
        yield small(text, _TURKISH)  # this spelling has ı, which only Turkish lists have
    yield text.lower()  # this keeps a ς at the end; for lists whose words end in σ, the next spelling is tried
    if not text.isascii():
        yield small(text, _GREEK)


def small(word: str, table: dict[int, int]) -> str:
    """Return a word in small letters; `table` comes from `table_of_small_letters`."""
    if word.isascii() and ord("I") not in table:
        return word.lower()
    return _compose(_compose(word).translate(table).lower())


def _compose(word: str) -> str:
    """Return a word with each letter and its marks in one character if Unicode has one; no character becomes two."""
    if word.isascii():
        return word
    import re
    from unicodedata import normalize

    unsafe = "".join(symbol for symbol in set(word) if len(normalize("NFC", symbol)) > 1)
    parts = re.split(f"([{unsafe}])", word) if unsafe else [word]
    return "".join(part if part in unsafe else normalize("NFC", part) for part in parts)


def short_form(text: str) -> str:
    """Return a name as a word that histories and trees may have: `_` for blanks, commas, colons, semicolons and `#`.

    >>> short_form("Korea, Republic of"), short_form("Mr. Mime")
    ('Korea_Republic_of', 'Mr._Mime')
    """
    word = "_".join(text.translate(_SIGNS_OF_HISTORIES).split())
    return word if word.isprintable() else "".join(filter(str.isprintable, word))
