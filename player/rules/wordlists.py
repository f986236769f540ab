"""Lists of words in the forms that people have: a word a line, rows, columns with numbers, JSON and JavaScript."""

from __future__ import annotations

import json
import re
from collections import Counter

from player.errors import BadInput
from player.rules.feedback import MAX_MARKED
from player.rules.letters import QUOTES, capitals, describe, fold, not_letters, small
from player.rules.numbers import shorten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeAlias

    Lines: TypeAlias = "list[tuple[int, str]]"  # words with the numbers of their lines

_FORMS = 'write one word a line, or ["crane", "slate"], or {"secrets": ["crane"], "guesses": ["slate"]}'
_HEADINGS = frozenset(("word", "words", "secret", "secrets", "answer", "answers", "guess", "guesses", "solution"))
_SECRETS = ("secret", "solution", "answer", "target", "hidden")  # what the name of the list of secrets contains
_NUMBER = re.compile(r"[-+]?[0-9][0-9.]*(e[-+]?[0-9]+)?%?")
_SEPARATOR = re.compile(r"[ \t,;]+")
_QUOTED = re.compile(f"[{QUOTES}](.+)[{QUOTES}]")
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
    return check_lists(lists, told)


def check_lists(lists: Sequence[tuple[str, int | None, Lines]], told: list[str]) -> tuple[list[str], list[str], str]:
    """The same for lists whose words are known, with their paths and the lengths that are taken."""
    wanted = None
    chosen: list[tuple[str, list[str]]] = []
    for path, size, words in lists:
        chosen.append((path, _choose(path, words, size, wanted, told)))
        wanted = len(fold(chosen[0][1][0]))
    table, decided = capitals([word for _, words in chosen for word in words])
    found = [list(dict.fromkeys(small(word, table) for word in words)) for _, words in chosen]
    for (path, words), unique in zip(chosen, found, strict=True):
        if len(unique) < len(words):
            told.append(f"{path}: repeated words (capitals do not count), taken once: {len(words) - len(unique)}")
    return found[0], found[-1], "; ".join(told + decided)


def read_rows(text: str) -> list[tuple[int, list[str]]]:
    """The cells of each line, without their quotes, and its number; comments and empty lines are left out."""
    rows = []
    # str.splitlines would also end a line at U+2028 or U+0085.
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        cells = [line] if line.isalnum() else [cell for cell in _SEPARATOR.split(_COMMENT.sub("", line)) if cell]
        if cells:
            rows.append((number, [_QUOTED.sub(r"\1", cell) for cell in cells]))
    return rows


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
        told.append(f"{path}: numbers behind words, not used (--weights takes them): {sum(counted)}")
    return words


def _arrays(path: str, text: str) -> list[Lines]:
    """The lists of words in JSON or JavaScript, one or two, the secrets first."""
    lists: list[tuple[bool, str, Lines]] = []
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
            lists[-1][2].append((line, _unquoted(path, line, sign)))
        elif sign == "[":
            is_open = True
            lists.append((any(part in name.lower() for part in _SECRETS), name, []))
        elif sign == "]" and is_open:
            is_open = False
        elif sign in "{()}]":
            depth += 1 if sign in "{(" else -1
        elif sign not in ",;:=":
            name = sign.strip("'\"`")
    if is_open or depth:
        raise BadInput(f"{path}: line {line}: its brackets do not match; {_FORMS}")
    lists = [found for found in lists if found[2]]
    if not 1 <= len(lists) <= 2:
        raise BadInput(f"{path}: it has {len(lists)} lists of words; {_FORMS}")
    if len(lists) == 2 and lists[0][0] == lists[1][0]:
        names = " and ".join(repr(shorten(name, 30)) for _, name, _ in lists)
        raise BadInput(f"{path}: the names {names} do not say which list has the secrets; {_FORMS}")
    return [words for _, _, words in sorted(lists, key=lambda found: not found[0])]


def _unquoted(path: str, line: int, text: str) -> str:
    try:
        return (str(json.loads(f'"{text[1:-1]}"')) if "\\" in text else text[1:-1]).strip(" \t")
    except ValueError:
        raise BadInput(f"{path}: line {line}: {shorten(text, 40)} is not a text of JSON") from None


def _choose(path: str, words: Lines, size: int | None, wanted: int | None, told: list[str]) -> list[str]:
    """The words of `size` letters, or all where it is None; they must have one length, `wanted` where that is given."""
    bad = not_letters("".join(word for _, word in words))
    good: list[tuple[int, int, str]] = []
    for line, word in words:
        if not bad or bad.isdisjoint(word):
            good.append((len(fold(word)), line, word))
        elif size is None or not word.isprintable():
            sign = next(filter(bad.__contains__, word))
            raise BadInput(
                f"{path}: line {line}: {shorten(word, 40)!r} is not a word: it holds {describe(sign)}; a word has no "
                "blanks, commas, colons, #, quotation marks, brackets and characters that cannot be seen"
            )
    lengths = Counter(n for n, _, _ in good)
    counts = f"it has words of {', '.join(f'{n} ({lengths[n]})' for n in sorted(lengths)[:30])} letters"
    kept = [entry for entry in good if size in (None, entry[0])]
    if not kept:
        what = f"no word has {size} letters; {counts}" if size and words else "it is empty; write one word a line"
        raise BadInput(f"{path}: {what}")
    expected = wanted or kept[0][0]
    for n, line, word in kept:
        if n != expected:
            best = wanted or max(range(1, MAX_MARKED + 1), key=lengths.__getitem__)
            file = "/dev/stdin" if path == "-" else path  # -#5 would be an option
            hint = f"; {file}#{best} takes those of {best}" * bool(size is None and lengths[best])
            raise BadInput(
                f"{path}: line {line}: {shorten(word, 40)!r} has {n} letters, not {expected}; {counts}{hint}"
            )
    if not 0 < expected <= MAX_MARKED:
        raise BadInput(f"{path}: words of {expected} letters; marks are told for at most {MAX_MARKED}")
    if len(kept) < len(words):
        others, odd = len(good) - len(kept), len(words) - len(good)
        told.append(f"{path}: left out: words of other lengths ({others}), with signs that are not letters ({odd})")
    return [word for _, _, word in kept]
