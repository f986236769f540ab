"""Shares: the rows of squares that games of words copy, with any text around them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from player.errors import BadInput, require
from player.rules.spelling import MARKS
from player.rules.titles import count

_SQUARES = {ord(sign): str(mark) for mark, signs in enumerate(MARKS[1]) for sign in signs}
_RUN = re.compile(f"[{''.join(MARKS[1])}]+")
_LOOKS = dict.fromkeys((0xFE0E, 0xFE0F))  # whether a square is shown as text or in colours
# What a headline ends with, as `1,234 🎉 3/6` or `X/6`, with numbers in the spelling of any country; it is not a date.
_HEADLINE = re.compile(r"(?:(\d[\d.,'’\s]*)\W*?)?(?<![\w/])(\d{1,2}|[Xx])/([1-9]\d?)(?![\d/])")
_LINK = re.compile(r"\S*(?:://|\w\.\w)\S*/\S*")


class Row(NamedTuple):
    """The marks of one line, of one board or of several side by side; `is_apart`: an empty line is above it."""

    line: int
    marks: list[str]
    is_apart: bool


class Share(NamedTuple):
    """The number of boards, the number of the puzzle, and how many guesses found all words; 0 if one was not found."""

    boards: int
    number: int | None
    tries: int


def find_rows(text: str, positions: int) -> list[Row]:
    """Return the lines of a text that hold rows of squares, one for each letter of a word."""
    rows: list[Row] = []
    is_apart = False
    for number, line in enumerate(text.split("\n"), 1):
        if marks := _marks_of(line, positions):
            rows.append(Row(number, marks, is_apart))
        is_apart = not line.strip()
    if len(rows) == 1:  # the paste has lost its line ends
        return [Row(rows[0].line, [marks], False) for marks in rows[0].marks]
    return rows


def _marks_of(line: str, positions: int) -> list[str]:
    line = line.translate(_LOOKS)
    runs = [run.translate(_SQUARES) for run in _RUN.findall(line)]
    if _RUN.sub("", line).strip():  # squares of other numbers are part of a sentence
        return [run for run in runs if len(run) == positions]
    whole = "".join(runs)
    if len(whole) % positions:
        return runs
    return [whole[at : at + positions] for at in range(0, len(whole), positions)]


def boards_of(rows: Sequence[Row], positions: int) -> list[list[str]]:
    """Return the rows of each board; an empty line parts boards that stand above one another.

    A board ends once it is solved; rows that other games fill up are left out.
    """
    boards: list[list[str]] = []
    block: list[list[str]] = []
    for number, row in enumerate(rows, 1):
        wrong = next((marks for marks in row.marks if len(marks) != positions), None)
        if wrong is not None:
            raise BadInput(f"row {number} has {count(len(wrong), 'square')}, and words have {positions} letters")
        if not block or (row.is_apart and len(block) > 1):
            block = [[] for _ in row.marks]
            boards += block
        if len(row.marks) != len(block):
            raise BadInput(f"row {number} is of {count(len(row.marks), 'board')}, and those above are of {len(block)}")
        for board, marks in zip(block, row.marks, strict=True):
            is_over = board[-1:] == ["2" * positions]
            if not is_over:
                board.append(marks)
            elif len(block) == 1 or marks.strip("0"):
                raise BadInput(f"row {number} comes after the one in which the word was found")
    return boards


def without_links(text: str) -> str:
    """Return a text without addresses of pages."""
    return _LINK.sub(" ", text)


def words_of(text: str) -> list[str]:
    """Return the words of a text without squares and addresses."""
    return _RUN.sub(" ", without_links(text).translate(_LOOKS)).replace(",", " ").split()


def read_shares(text: str, positions: int) -> tuple[list[Share], list[str]]:
    """Return the shares of a text, each once, and a message about each damaged one, with its line."""
    shares: list[Share] = []
    problems: list[str] = []
    for line, head, rows in _parts(text, positions):
        try:
            share = _read(head, rows, positions)
            is_new = share.number is None or share[:2] not in (other[:2] for other in shares)
            require(is_new, f"puzzle {share.number} a second time")
            shares.append(share)
        except BadInput as error:
            problems.append(f"line {line}: {error}")
    return shares, problems


def _parts(text: str, positions: int) -> Iterator[tuple[int, re.Match[str] | None, list[Row]]]:
    """Yield the line at which each share begins, its headline, if any, and its rows."""
    by_line = {row.line: row for row in find_rows(text, positions)}
    line, rows = 0, list[Row]()
    head: re.Match[str] | None = None
    for number, content in enumerate([*text.split("\n"), "the end"], 1):
        row, found = by_line.get(number), _HEADLINE.search(content)
        if rows and (rows[-1].marks == ["2" * positions] or (row is None and content.strip())):
            yield line, head, rows
            head, rows = None, []
        if row is not None:
            line = line if head or rows else number
            rows.append(row)
        elif found:
            if head and head[1]:
                yield line, head, rows
            line, head = number, found
    if head and head[1]:
        yield line, head, rows


def _read(head: re.Match[str] | None, rows: list[Row], positions: int) -> Share:
    score = f"{head[2].upper()}/{head[3]}" if head else ""
    require(rows, f"no squares follow {score}")
    boards = boards_of(rows, positions)
    tries, is_solved = max(map(len, boards)), all(board[-1] == "2" * positions for board in boards)
    if not is_solved and tries < (int(head[3]) if head else 5 + len(boards)):
        raise BadInput(f"the share ends after {count(tries, 'row')}, before its word was found")
    if head and len(boards) == 1 and head[2].upper() not in ((f"{tries}", f"{tries:02}") if is_solved else "X"):
        raise BadInput(f"the headline says {score}, and the word was {'' if is_solved else 'not '}found in {tries}")
    digits = re.sub(r"\D", "", (head and head[1]) or "")
    return Share(len(boards), int(digits) if digits else None, tries * is_solved)


def count_shares(shares: Sequence[Share]) -> dict[str, Any]:
    """Return the figures of shares of equally many boards: in the order of their numbers, if all have one."""
    numbers = [share.number for share in shares if share.number is not None]
    is_numbered = len(numbers) == len(shares)
    tries = [share.tries for share in shares if share.tries]
    streak = longest = last = 0
    for share in sorted(shares, key=lambda share: share.number or 0) if is_numbered else shares:
        is_next = not is_numbered or share.number == last + 1
        streak = (streak * is_next + 1) * (share.tries > 0)
        longest, last = max(longest, streak), share.number or 0
    return {
        "boards": shares[0].boards, "games": len(shares), "solved": len(tries),
        "average": round(sum(tries) / len(tries), 4) if tries else None, "streak": streak, "longest_streak": longest,
        "histogram": [tries.count(number) for number in range(1, max(tries, default=0) + 1)],
    }  # fmt: skip
