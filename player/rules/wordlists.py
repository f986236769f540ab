"""Lists of words in the forms that people have: a word a line, rows, columns with numbers, JSON and JavaScript."""

from __future__ import annotations

import re
from collections import Counter

from player.errors import BadInput
from player.rules.feedback import MAX_MARKED
from player.rules.letters import QUOTES, describe, fold, fold_list, not_letters
from player.rules.numbers import shorten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeAlias

    Lines: TypeAlias = "list[tuple[int, str]]"  # words with the numbers of their lines

_FORMS = 'write one word a line, or ["crane", "slate"], or {"secrets": ["crane"], "guesses": ["slate"]}'
_HEADINGS = frozenset(("word", "words", "secret", "secrets", "answer", "answers", "guess", "guesses", "solution"))
# Parts of the names of two lists that tell which of them has the secrets.
_SECRETS = ("secret", "solution", "answer", "target", "hidden")
_GUESSES = ("guess", "allow", "herring", "valid", "accept", "other")
_NUMBER = re.compile(r"[-+]?[0-9][0-9.]*(e[-+]?[0-9]+)?%?")
_SEPARATOR = re.compile(r"[ \t,;]+")
_COMMENT = re.compile(r"(?<![^ \t])#.*")
# What stands before the first bracket in JSON and JavaScript: comments, and the name of a list.
_HEAD = re.compile(
    r"(?:\s|(?://|#)[^\n]*|/\*.*?\*/)*(?:(?:export|const|let|var|import|module|window)\b[^\[{]*|[\w$.]+\s*=\s*)?[\[{]",
    re.DOTALL,
)
_TOKEN = re.compile(
    r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`\\]*`|(?://|\#)[^\n]*|/\*.*?\*/|[\w$]+|\S""", re.DOTALL
)


def gather(read: Iterable[tuple[str, str, int | None]]) -> tuple[list[str], list[str], str]:
    """The secrets and the guesses, in small letters, and what was changed or left out, in one line.

    `read` has of each file its path, its text, and the length of the words that are taken (None: they have one length).
    Raises BadInput with the line for a text that is not a list, and for words that are not of letters.
    """
    told: list[str] = []
    lists = [
        (path, size, words)
        for path, text, size in read
        for words in (_arrays(path, text) if _HEAD.match(text) else [_column(path, text, told)])
    ]
    if len(lists) > 2:
        raise BadInput(f"{lists[2][0]}: more than a list of secrets and a list of guesses; {_FORMS}")
    found = check_lists(lists, told)
    return found[0], found[-1], "; ".join(told)


def check_lists(read: Sequence[tuple[str, int | None, Lines]], told: list[str]) -> list[list[str]]:
    """The words of lists in small letters; adds to `told` what was changed or left out.

    `read` has of each list its path, the length of the words that are taken (None: they have one length), and all its
    words with their lines.  Raises BadInput with the line for words that are not of letters, or of another length.
    """
    lists: list[tuple[str, Lines]] = []
    for path, size, words in read:
        wanted = len(fold(lists[0][1][0][1])) if lists else None
        lists.append((path, _choose(path, words, size, wanted, told)))
    folded, decided = fold_list([word for _, words in lists for _, word in words])
    told += decided
    found = []
    for path, words in lists:
        own, folded = folded[: len(words)], folded[len(words) :]
        found.append(list(dict.fromkeys(own)))
        if repeated := len(own) - len(found[-1]):
            told.append(f"{path}: {_count(repeated)} repeated (capitals do not count), and taken once")
    return found


def read_rows(text: str) -> list[tuple[int, list[str]]]:
    """The cells of each line, without their quotes, and its number; comments and empty lines are left out."""
    rows = []
    # str.splitlines would also end a line at U+2028 or U+0085.
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        cells = _SEPARATOR.split(_COMMENT.sub("", line) if "#" in line else line)
        if cells := [_unquoted(cell) for cell in cells if cell]:
            rows.append((number, cells))
    return rows


def _unquoted(cell: str) -> str:
    return cell[1:-1] if len(cell) > 2 and cell[0] in QUOTES and cell[-1] in QUOTES else cell


def _column(path: str, text: str, told: list[str]) -> Lines:
    """The words of rows: all cells of a row, or the first one where numbers follow it."""
    rows = read_rows(text)
    kinds = [[_NUMBER.fullmatch(cell.lower()) is not None for cell in cells] for _, cells in rows]
    counted = [not kind[0] and all(kind[1:]) and len(kind) > 1 for kind in kinds]
    _, first = rows[0] if rows else (0, [""])
    is_short = len(first) == 1 and first[0].lower() in _HEADINGS
    if (is_short and any(len(cells[0]) != len(first[0]) for _, cells in rows)) or (
        len(first) > 1 and not any(kinds[0]) and len(rows) > 1 and all(counted[1:])
    ):
        told.append(f"{path}: line {rows[0][0]} is read as a heading")
        del rows[0], kinds[0], counted[0]
    words: Lines = []
    for (line, cells), kind, is_counted in zip(rows, kinds, counted, strict=True):
        if any(kind) and not all(kind) and not is_counted:
            raise BadInput(f"{path}: line {line}: numbers stand behind a word, and not between words; {_FORMS}")
        words += [(line, cell) for cell in (cells[:1] if is_counted else cells)]
    if any(counted):
        told.append(f"{path}: the numbers behind {_count(sum(counted))} are not used; --weights takes them")
    return words


def _arrays(path: str, text: str) -> list[Lines]:
    """The lists of words in JSON or JavaScript, one or two, the secrets first."""
    lists: list[tuple[int, str, Lines]] = []
    line, last, name, depth, is_open = 1, 0, "", 0, False
    for token in _TOKEN.finditer(text):
        line, last, sign = line + text.count("\n", last, token.start()), token.start(), token[0]
        is_text = len(sign) > 1 and sign[0] in "'\"`"
        if sign.startswith(("//", "/*", "#")):
            continue
        if sign in "'\"`" or (is_open and not is_text and sign not in "],"):
            shown = shorten(text[last : last + 40].partition("\n")[0], 20)
            raise BadInput(f"{path}: line {line}: {shown!r} is not a word in quotes; {_FORMS}")
        if is_text and is_open:
            lists[-1][2].append((line, _text(path, line, sign)))
        elif sign == "[":
            is_open = True
            lists.append((_rank(name.lower()), name, []))
        elif sign == "]" and is_open:
            is_open = False
        elif sign in "{()}]":
            depth += 1 if sign in "{(" else -1
        elif sign not in ",;:=":
            name = sign.strip("'\"`")
    if is_open or depth:
        raise BadInput(f"{path}: line {line}: its brackets do not match; {_FORMS}")
    lists = sorted((found for found in lists if found[2]), key=lambda found: found[0])
    if not 1 <= len(lists) <= 2:
        raise BadInput(f"{path}: it has {len(lists)} lists of words; {_FORMS}")
    if len({rank for rank, _, _ in lists}) != len(lists):
        names = " and ".join(repr(shorten(name, 30)) for _, name, _ in lists)
        raise BadInput(f"{path}: the names {names} do not say which list has the secrets; {_FORMS}")
    return [words for _, _, words in lists]


def _rank(name: str) -> int:
    """0 for the name of a list of secrets, 2 for one of guesses, 1 for one that may be either."""
    return 0 if any(part in name for part in _SECRETS) else 1 + any(part in name for part in _GUESSES)


def _text(path: str, line: int, quoted: str) -> str:
    """The text in quotes of JSON or JavaScript."""
    if "\\" not in quoted:
        return quoted[1:-1].strip(" \t")
    from json import loads  # only here: words seldom have escapes

    try:
        return str(loads(f'"{quoted[1:-1]}"'))
    except ValueError:
        raise BadInput(f"{path}: line {line}: {shorten(quoted, 40)} is not a text of JSON") from None


def _choose(path: str, words: Lines, size: int | None, wanted: int | None, told: list[str]) -> Lines:
    """The words of `size` letters, or all where it is None; they must have one length, `wanted` where that is given."""
    if not any(word for _, word in words):
        raise BadInput(f"{path}: it is empty; write one word a line")
    bad = not_letters("".join(word for _, word in words))
    good = [(line, word) for line, word in words if bad.isdisjoint(word)] if bad else words
    for line, word in words if bad else ():
        if not bad.isdisjoint(word) and (size is None or not word.isprintable()):
            sign = next(filter(bad.__contains__, word))
            raise BadInput(
                f"{path}: line {line}: {shorten(word, 40)!r} is not a word: it holds {describe(sign)}; a word has no "
                "blanks, commas, colons, #, quotation marks, brackets and characters that cannot be seen"
            )
    sizes = [len(fold(word)) for _, word in good]
    lengths = Counter(sizes)
    counts = [f"{_letters(n)} ({lengths[n]})" for n in range(1, MAX_MARKED + 1) if lengths[n]]
    if longer := sum(lengths[n] for n in lengths if n > MAX_MARKED):
        counts.append(f"more letters ({longer})")
    lists = f"the list has words of {', '.join(counts) or 'no letters'}"
    kept = [(*entry, n) for entry, n in zip(good, sizes, strict=True) if size in (None, n)]
    if not kept:
        raise BadInput(f"{path}: no word has {_letters(size or 0)}; {lists}")
    expected = wanted or kept[0][2]
    for line, word, n in kept:
        if n != expected:
            best = wanted or max(range(1, MAX_MARKED + 1), key=lengths.__getitem__)
            file = "/dev/stdin" if path == "-" else path  # -#5 would be an option
            hint = f"; {file}#{best} takes those of {_letters(best)}" * bool(size is None and lengths[best])
            raise BadInput(
                f"{path}: line {line}: {shorten(word, 40)!r} has {_letters(n)}, not {expected}; {lists}{hint}"
            )
    if expected > MAX_MARKED:
        raise BadInput(f"{path}: words of {expected} letters; marks are told for at most {MAX_MARKED}")
    if len(kept) < len(words):
        signs = f" and {_count(len(words) - len(good))} with signs that are not letters" * (good is not words)
        told.append(f"{path}: left out {_count(len(good) - len(kept))} of other lengths{signs}")
    return [(line, word) for line, word, _ in kept]


def _letters(n: int) -> str:
    return f"{n} letter{'s' * (n != 1)}"


def _count(words: int) -> str:
    return f"{words} word{'s' * (words != 1)}"
