"""Shares: the rows of squares that games of words copy, with any text around them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from player.errors import BadInput, require
from player.rules.spelling import MARKS
from player.rules.titles import count

_SQUARES = {ord(sign): str(mark) for mark, signs in enumerate(MARKS[1]) for sign in signs}
_RUN = re.compile(f"[{''.join(MARKS[1])}]+")
_BLANKS = dict.fromkeys(map(ord, ",:"), " ")
_LOOKS = dict.fromkeys((0xFE0E, 0xFE0F))  # whether a square is shown as text or in colours
# What a headline ends with, as `1,234 🎉 3/6`, `X/6` or `12 4&5/7`, with numbers as any country writes them; no date.
_HEADLINE = re.compile(
    r"(?:(?<![\d/.-])(\d{1,3}(?:[.,'’٬\s]\d{3})+|\d+)[^\w&/-]{1,9})?"
    r"(?<![\w/&])((?:[\dXx]{1,2}&)*(?:\d{1,2}|[Xx])) ?/ ?([1-9]\d?)(?![\d/])"
)


Rows = Mapping[int, list[str]]  # the marks of lines by their numbers, each of one board or of several side by side


class Share(NamedTuple):
    """The number of boards, the number of the puzzle, and how many guesses found all words; 0 if one was not found."""

    boards: int
    number: int | None
    tries: int


def words_of(text: str) -> list[str]:
    """Return the words of a text without squares and addresses of pages."""
    words = [word for word in text.split() if "://" not in word and "." not in word.rpartition("/")[0]]
    return _RUN.sub(" ", " ".join(words).translate(_LOOKS)).translate(_BLANKS).split()


def find_rows(text: str, positions: int) -> Rows:
    """Return the rows of squares in the lines of a text, one square for each letter of a word."""
    rows = {}
    for number, line in enumerate(text.translate(_LOOKS).split("\n"), 1):
        runs = _RUN.findall(line)
        if words_of(line):  # squares of other numbers are part of a sentence
            runs = [run for run in runs if len(run) == positions]
        whole = "".join(runs).translate(_SQUARES)
        rows[number] = [whole[at : at + positions] for at in range(0, len(whole), positions)]
    return {number: row for number, row in rows.items() if row}


def boards_of(rows: Rows, positions: int) -> list[list[str]]:
    """Return the rows of each board; other lines part boards that stand above one another.

    A board ends once it is solved; rows that other games fill up are left out.
    """
    boards, block, last = list[list[str]](), list[list[str]](), 0
    if len(rows) == 1:  # the paste has lost its line ends
        rows = dict(enumerate([marks] for row in rows.values() for marks in row))
    for number, (line, row) in enumerate(rows.items(), 1):
        for marks in row:
            problem = f"row {number} has {count(len(marks), 'square')}, and words have {positions} letters"
            require(len(marks) == positions, problem)
        if not block or (line > last + 1 and len(block) > 1):
            block = [[] for _ in row]
            boards += block
        problem = f"row {number} is of {count(len(row), 'board')}, and those above are of {len(block)}"
        require(len(row) == len(block), problem)
        for board, marks in zip(block, row, strict=True):
            is_open = board[-1:] != ["2" * positions]
            problem = f"row {number} comes after the one in which the word was found"
            require(is_open or (len(block) > 1 and not marks.strip("0")), problem)
            board += [marks] * is_open
        last = line
    return boards


def read_shares(text: str, positions: int) -> tuple[list[Share], list[str]]:
    """Return the shares of a text, each once, and a message about each damaged one, with its line."""
    found = find_rows(text, positions)
    parts: list[tuple[int, re.Match[str] | None, dict[int, list[str]]]] = []
    is_open = False  # whether a row belongs to the last part
    text = re.sub(r"\d", lambda digit: str(int(digit[0])), text).replace("／", "/")  # digits of other scripts
    for number, line in enumerate(text.split("\n"), 1):
        row, head = found.get(number), _HEADLINE.search(line)
        if head or (row and not is_open):
            parts.append((number, head, {}))
            is_open = True
        if row:
            parts[-1][2][number] = row
            is_open = row != ["2" * positions]
        elif line.strip() and parts and parts[-1][2]:
            is_open = False
    shares, problems = list[Share](), list[str]()
    for number, head, rows in parts:
        if not rows and not (head and head[1]):  # not a headline
            continue
        try:
            share = _read(head, rows, positions)
            is_new = share.number is None or share[:2] not in (other[:2] for other in shares)
            require(is_new, f"puzzle {share.number} a second time")
            shares.append(share)
        except BadInput as error:
            problems.append(f"line {number}: {error}")
    return shares, problems


def _read(head: re.Match[str] | None, rows: Rows, positions: int) -> Share:
    boards = boards_of(rows, positions)
    require(boards, "no squares follow the headline")
    tries, is_solved = max(map(len, boards)), all(board[-1] == "2" * positions for board in boards)
    most = int(head[3]) if head else 5 + len(boards)
    require(is_solved or tries >= most, f"the share ends after {count(tries, 'row')}, before its word was found")
    if head:
        score, result = head[2].upper(), str(tries) if is_solved else "X"
        scores = [one.lstrip("0").rjust(2) for one in score.split("&")]
        require(max(scores) == result.rjust(2), f"the headline says {score}/{most}, and the squares {result}/{most}")
    digits = re.sub(r"\D", "", (head and head[1]) or "")
    return Share(len(boards), int(digits) if digits else None, tries * is_solved)


def count_shares(shares: Sequence[Share]) -> dict[str, Any]:
    """Return the figures of shares of equally many boards: in the order of their numbers, if all have one."""
    is_numbered = all(share.number is not None for share in shares)
    tries = [share.tries for share in shares if share.tries]
    streak = last = 0
    for share in sorted(shares, key=lambda share: share.number or 0) if is_numbered else shares:
        streak = (streak * (not is_numbered or share.number == last + 1) + 1) * (share.tries > 0)
        last = share.number or 0
    average = round(sum(tries) / len(tries), 4) if tries else None
    distribution = [tries.count(number) for number in range(1, max(tries, default=0) + 1)]
    figures = {"boards": shares[0].boards, "games": len(shares), "solved": len(tries), "average": average}
    return {**figures, "streak": streak, "distribution": distribution}
