"""Lists of words in the forms in which people have them: a word a line, rows, numbers, JSON and JavaScript."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from player.errors import BadInput, quote, require, shorten
from player.rules.feedback import MAX_MARKED
from player.rules.letters import QUOTES, describe, fold, letters_of, not_letters, small, table_of_small_letters

Lines = list[tuple[int, str]]  # words with the numbers of their lines
_FORMS = 'write one word a line, or ["crane", "slate"], or {"secrets": ["crane"], "guesses": ["slate"]}'
_HEADINGS = frozenset(("word", "words", "secret", "secrets", "answer", "answers", "guess", "guesses", "solution"))
_SECRETS = ("secret", "solution", "answer", "target", "hidden")  # parts of the names of lists of secrets
_NUMBER = re.compile(r"[-+]?[0-9][0-9.]*(e[-+]?[0-9]+)?%?")
_SEPARATOR = re.compile(r"[ \t,;]+")
_QUOTED = re.compile(rf"\A[{QUOTES}](.+)[{QUOTES}]\Z")
_COMMENT = re.compile(r"(?<![^ \t])#.*")
# In JSON and JavaScript, comments and the name of a list may stand before the first bracket.
_HEAD = re.compile(
    r"(?>\s+|(?://|#)[^\n]*|/\*.*?\*/)*+"
    r"(?:(?:export|const|let|var|import|module|window)\b[^\[{]*|[\w$.]++\s*=\s*)?[\[{]",
    re.DOTALL,
)
_LITERAL = r"""(?:"[^"\\\n]*"|'[^'\\\n]*'|`[^`\\\n]*`)"""
_COMMENT_OR_LITERAL = re.compile(rf"({_LITERAL})|(?://|(?<!\S)#)[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)  # literals stay
_ARRAY = re.compile(rf"""(?:(?<![\w$])([\w$]++)["']?[\s:=]*+)?\[((?:[\s,]|{_LITERAL})*+)\]""")  # a list, with its name


def gather(files: Iterable[tuple[str, str, int | None]]) -> tuple[list[str], list[str], str]:
    """Return the secrets and the guesses, in small letters, and a note, in one line, on changes and omissions.

    `files` has the path of each, its text, and the length of the words to take from it (None: all have one length).
    Raises BadInput, with the line, for a text that is not a list, and for words with signs that are not letters.
    """
    notes: list[str] = []
    lists = [
        (path, size, words)
        for path, text, size in files
        for words in (_arrays(path, text) if _HEAD.match(text) else [_column(path, text, notes)])
    ]
    if len(lists) > 2:
        raise BadInput(f"{lists[2][0]}: more than a list of secrets and a list of guesses; {_FORMS}")
    return check_lists(lists, notes)


def check_lists(lists: Sequence[tuple[str, int | None, Lines]], notes: list[str]) -> tuple[list[str], list[str], str]:
    """Return what `gather` returns, for lists of words with their paths and the lengths to take."""
    size_of_all = None
    chosen: list[tuple[str, list[str]]] = []
    for path, size, lines in lists:
        chosen.append((path, _choose(path, lines, size, size_of_all, notes)))
        size_of_all = len(letters_of(fold(chosen[0][1][0])))
    table = table_of_small_letters([word for _, words in chosen for word in words])
    found = [list(dict.fromkeys(small(word, table) for word in words)) for _, words in chosen]
    for (path, words), unique in zip(chosen, found, strict=True):
        if len(unique) < len(words):
            notes.append(f"{path}: repeated words (capitals do not count), counted once: {len(words) - len(unique)}")
    return found[0], found[-1], "; ".join(notes)


def read_rows(text: str) -> list[tuple[int, list[str]]]:
    """Return the number and the cells of each line, without quotes; comments and empty lines are left out."""
    rows = []
    # str.splitlines would also end a line at U+2028 or U+0085.
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if line.isalnum():
            rows.append((number, [line]))
        elif cells := [cell for cell in _SEPARATOR.split(_COMMENT.sub("", line)) if cell]:
            rows.append((number, [_QUOTED.sub(r"\1", cell) for cell in cells]))
    return rows


def _column(path: str, text: str, notes: list[str]) -> Lines:
    """Return the words of rows: all cells of a row, or only the first one if numbers follow it."""
    rows = read_rows(text)
    are_numbers = [[bool(not cell.isalpha() and _NUMBER.fullmatch(cell.lower())) for cell in row] for _, row in rows]
    numbered = [not one[0] and all(one[1:]) and len(one) > 1 for one in are_numbers]
    _, first = rows[0] if rows else (0, [""])
    is_heading_word = len(first) == 1 and first[0].lower() in _HEADINGS
    if (is_heading_word and any(len(cells[0]) != len(first[0]) for _, cells in rows)) or (
        len(first) > 1 and not any(are_numbers[0]) and len(rows) > 1 and all(numbered[1:])
    ):
        notes.append(f"{path}: line {rows[0][0]} is read as a heading")
        del rows[0], are_numbers[0], numbered[0]
    words: Lines = []
    for (line, cells), is_number, has_numbers in zip(rows, are_numbers, numbered, strict=True):
        if any(is_number) and not all(is_number) and not has_numbers:
            raise BadInput(f"{path}: line {line}: numbers may stand behind a word, but not between words; {_FORMS}")
        words += [(line, cell) for cell in (cells[:1] if has_numbers else cells)]
    if any(numbered):
        notes.append(f"{path}: numbers behind words, not used (--weights takes them): {sum(numbered)}")
    return words


def _arrays(path: str, text: str) -> list[Lines]:
    """Return the lists of words in JSON or JavaScript, one or two, the secrets first."""
    text = _COMMENT_OR_LITERAL.sub(lambda found: found[1] or _line_ends(found), text)
    text = re.sub(r"(?:\\u[0-9A-Fa-f]{4})+", lambda escapes: str(json.loads(f'"{escapes[0]}"')), text)
    rest = re.sub(_LITERAL, "", _ARRAY.sub(_line_ends, text))
    wrong = re.search(r"\[[\s,]*+|(?=\])", rest)
    if wrong or rest.count("{") != rest.count("}"):
        end = wrong.end() if wrong else len(rest)
        text = shorten(rest[end : end + 40].partition("\n")[0], 20)
        line = rest.count("\n", 0, end) + 1
        raise BadInput(f"{path}: line {line}: {text or 'the end'!r} is not a word in quotes; {_FORMS}")
    # Line ends stand for the text before a list, so that the words of the list have the right line numbers.
    found = [(match[1] or "", "\n" * text.count("\n", 0, match.start(2)) + match[2]) for match in _ARRAY.finditer(text)]
    found = [(name, words) for name, words in found if words.strip()]
    is_first = [any(part in name.lower() for part in _SECRETS) for name, _ in found]
    if not 1 <= len(found) <= 2 or (len(found) == 2 and is_first[0] == is_first[1]):
        names = " and ".join(repr(shorten(name, 30)) for name, _ in found[:9])
        expected = "expected one list, or two of which one is named secrets"
        raise BadInput(f"{path}: {len(found)} lists of words ({names}); {expected}; {_FORMS}")
    rows = [read_rows(words) for _, words in (found[::-1] if is_first[-1] else found)]
    return [[(line, cell) for line, cells in rows_of_list for cell in cells] for rows_of_list in rows]


def _line_ends(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


def _choose(path: str, words: Lines, size: int | None, size_of_all: int | None, notes: list[str]) -> list[str]:
    """Return the words of `size` letters (None: all). Raises BadInput unless all have one length (`size_of_all`)."""
    bad = not_letters("".join(word for _, word in words))
    good: list[tuple[int, int, str]] = []
    for line, word in words:
        if not bad or bad.isdisjoint(word):
            good.append((len(letters_of(fold(word))), line, word))
        elif size is None or not word.isprintable():
            signs = "blanks, commas, colons, #, quotation marks, brackets and characters that cannot be seen"
            problem = f"{quote(word)} is not a word: it holds {describe(next(filter(bad.__contains__, word)))}"
            raise BadInput(f"{path}: line {line}: {problem}; a word has no {signs}")
    lengths = Counter(n for n, _, _ in good)
    counts = f"it has words of {', '.join(f'{n} ({lengths[n]})' for n in sorted(lengths)[:30])} letters"
    entries = [entry for entry in good if size in (None, entry[0])]
    if not entries:
        problem = f"no word has {size} letters; {counts}" if size and words else "it is empty; write one word a line"
        raise BadInput(f"{path}: {problem}")
    expected = size_of_all or entries[0][0]
    for n, line, word in entries:
        if n != expected:
            best = size_of_all or max(range(1, MAX_MARKED + 1), key=lengths.__getitem__)
            file = "/dev/stdin" if path == "-" else path  # a command would take -#5 for an option
            hint = f"; {file}#{best} takes those of {best}" * bool(size is None and lengths[best])
            raise BadInput(f"{path}: line {line}: {quote(word)} has {n} letters, not {expected}; {counts}{hint}")
    require(0 < expected <= MAX_MARKED, f"{path}: words of {expected} letters; marks are for at most {MAX_MARKED}")
    if len(entries) < len(words):
        others, odd = len(good) - len(entries), len(words) - len(good)
        notes.append(f"{path}: left out: words of other lengths ({others}), with signs that are not letters ({odd})")
    return [word for _, _, word in entries]
