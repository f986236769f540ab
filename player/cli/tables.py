"""Tables for people: as wide as the terminal at most, with headings in words, aligned numbers, and bars."""

from __future__ import annotations

from collections import namedtuple

from player.cli.terminal import fold, for_output, longest_word, printable, width_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any, TypeAlias

    _Cells: TypeAlias = tuple[str, Sequence[str], bool]  # heading, cells, whether they are numbers

LEAST_TEXT = 20  # a column of text is not made narrower than this while another column can be left out
MOST_DIGITS = 4  # decimal places of a column that declares no number of them
MOST_BARS = 40  # a histogram has at most this number of bars; deeper trees are drawn in groups of depths
LONGEST_BAR = 40
NOT_AVAILABLE = "n/a"  # in place of a number
_GAP = 2  # blanks between two columns
_MARK = "*  "  # before the best rows of a table


# The display of a column: its heading, its decimal places, and how soon it is left out.  One whose `optional` is 0 is
# always there; of the others, those with the highest number are left out first, and those of the same number together.
Look = namedtuple("Look", "heading digits optional", defaults=(None, 0))  # noqa: PYI024  # typing starts slowly


def look_of(key: str) -> Look:
    """Return the look of the column of a key that has no declaration."""
    return Look(key.removeprefix("is_").replace("_", " "))


def table(
    rows: Sequence[Mapping[str, Any]], look_up: Callable[[str], Look] = look_of, *, width: int | None = None,
    best: str = "", is_bold: bool = False,
) -> tuple[str, list[str]]:  # fmt: skip
    """Lay out rows that share their keys as a table of at most `width` characters; also return the omitted headings.

    Headings and texts are wrapped at blanks, never within a word, and columns are left out as they declare.  A table
    that does not fit even so is wider.  Columns without any value are left out.  The rows with the least value of the
    key `best` (the largest, if it is written as `-bits`) are marked with an asterisk and, with `is_bold`, in bold type.
    """
    looks = {key: look_up(key) for key in rows[0]}
    columns = {key: texts_of([row[key] for row in rows], looks[key].digits) for key in rows[0]}
    columns = {key: texts for key, texts in columns.items() if any(texts)} or columns
    is_number = {key: all(_is_number(row[key]) for row in rows) for key in columns}
    marked = _marks(rows, best)
    gutter = width_of(_MARK) if marked else 0
    keys, first = list(columns), next(iter(columns))
    while True:
        measured = [(looks[key].heading, columns[key], is_number[key]) for key in keys]
        widths, fits = _fit(measured, None if width is None else width - gutter, LEAST_TEXT)
        soonest = max((looks[key].optional for key in keys if key != first), default=0)
        if fits or not soonest:
            break
        keys = [key for key in keys if looks[key].optional < soonest or key == first]
    if not fits and width is not None:
        widths, _ = _fit(measured, width - gutter, 0)
    lines = []
    for number, block in enumerate(_lay(measured, widths), -1):
        for place, line in enumerate(block):
            mark = _MARK if number in marked and not place else ""
            line = f"{mark:{gutter}}{line}".rstrip()
            lines.append(f"\x1b[1m{line}\x1b[0m" if number in marked and is_bold else line)
    return "\n".join(lines) + "\n", [looks[key].heading for key in columns if key not in keys]


def _marks(rows: Sequence[Mapping[str, Any]], best: str) -> set[int]:
    key, sign = best.removeprefix("-"), -1 if best.startswith("-") else 1
    values = [sign * row[key] if best and row.get(key) not in (None, NOT_AVAILABLE) else None for row in rows]
    numbers = [value for value in values if value is not None]
    marked = {i for i, value in enumerate(values) if numbers and value == min(numbers)}
    return marked if len(marked) < len(rows) else set()


def texts_of(values: Sequence[Any], digits: int | None = None) -> list[str]:
    """Return the cells of a column.  Numbers with decimals get the same number of places, to align the points.

    >>> texts_of([2.9383, 3, None]), texts_of([True, None]), texts_of([(1, 7), "first-line"])
    (['2.9383', '3.0000', ''], ['yes', ''], ['1 7', 'first-line'])
    """
    if any(isinstance(value, float) for value in values) and all(map(_is_number, values)):
        if digits is None:
            digits = max(1, *(len(_decimals(value)) for value in values if value not in (None, NOT_AVAILABLE)))
        return [_text(value) if value in (None, NOT_AVAILABLE) else f"{value:z.{digits}f}" for value in values]
    return [_text(value) for value in values]


def _is_number(value: Any) -> bool:
    return value in (None, NOT_AVAILABLE) or (isinstance(value, (int, float)) and not isinstance(value, bool))


def _decimals(value: float) -> str:
    return f"{value:.{MOST_DIGITS}f}".partition(".")[2].rstrip("0")


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.{max(1, len(_decimals(value)))}f}"
    if isinstance(value, (list, tuple)):
        return " ".join(map(_text, value))
    return "" if value is None else for_output(printable(str(value)))


def _fit(measured: Sequence[_Cells], room: int | None, least: int) -> tuple[list[int], bool]:
    widths, floors = [], []
    for heading, cells, is_number in measured:
        widest = max(map(width_of, cells), default=0)
        widths.append(max(width_of(heading), widest))
        words = widest if is_number else max(min(widest, least), *map(longest_word, cells), 0)
        floors.append(max(longest_word(heading), words))
    while room is not None and sum(widths) + _GAP * (len(widths) - 1) > room:
        spare = [(width, i) for i, width in enumerate(widths) if width > floors[i]]
        if not spare:
            return widths, False
        widths[max(spare)[1]] -= 1
    return widths, True


def _lay(measured: Sequence[_Cells], widths: Sequence[int]) -> Iterator[list[str]]:
    """Yield the lines of the headings, aligned at the bottom, and then those of each row, aligned at the top."""
    rights = [is_number for _, _, is_number in measured]
    folded = [[fold(text, widths[i]) for text in (head, *cells)] for i, (head, cells, _) in enumerate(measured)]
    widths = [max(width_of(line) for lines in column for line in lines) for column in folded]
    for number, block in enumerate(zip(*folded, strict=True)):
        height = max(map(len, block))
        blanks = [[""] * (height - len(lines)) for lines in block]
        filled = [lines + more if number else more + lines for lines, more in zip(block, blanks, strict=True)]
        yield [(" " * _GAP).join(map(_pad, line, widths, rights)) for line in zip(*filled, strict=True)]


def _pad(text: str, width: int, is_right: bool) -> str:
    blanks = " " * (width - width_of(text))
    return blanks + text if is_right else text + blanks


def fields(
    row: Mapping[str, Any], look_up: Callable[[str], Look] = look_of, *, width: int | None = None
) -> tuple[str, list[str]]:
    """Lay out one row with a line for each key that has a value; also return the omitted headings."""
    cells = [(look, texts_of([row[key]], look.digits)[0]) for key in row for look in [look_up(key)]]
    cells = [(look, text) for look, text in cells if text]
    indent = max((width_of(look.heading) for look, _ in cells), default=0) + _GAP
    room = max([1, *(width_of(text) for _, text in cells)] if width is None else [1, width - indent])
    dropped = [look.heading for look, text in cells if look.optional and longest_word(text) > room]
    pairs = [(look.heading, text) for look, text in cells if look.heading not in dropped]
    columns = [("", column, False) for column in zip(*pairs, strict=True)]
    lines = [line for block in _lay(columns, [indent - _GAP, room]) for line in block][1:]
    return "".join(f"{line.rstrip()}\n" for line in lines), dropped


def bars(counts: Sequence[int], unit: str = "guesses", what: str = "secrets", *, width: int | None = None) -> str:
    """Draw a histogram with a bar, the count and its share for each number of `unit`, beginning with 1.

    The bars are drawn with block characters, or with # if the encoding of standard output has none.

    >>> print(bars((1, 4, 16), width=40), end="")
    guesses  secrets  share
          1        1   4.8%  █
          2        4  19.0%  ████
          3       16  76.2%  ███████████████
    """
    whole, step = sum(counts), -(-len(counts) // MOST_BARS)
    groups = [(start + 1, min(start + step, len(counts))) for start in range(0, len(counts), step or 1)]
    sums = [sum(counts[first - 1 : last]) for first, last in groups]
    columns: list[_Cells] = [
        (unit, [str(first) if first == last else f"{first}-{last}" for first, last in groups], True),
        (what, list(map(str, sums)), True),
        ("share", [f"{100 * count / max(1, whole):.1f}%" for count in sums], True),
    ]
    widths, _ = _fit(columns, None, 0)
    room = LONGEST_BAR if width is None else max(0, min(LONGEST_BAR, width - sum(widths) - _GAP * len(widths)))
    mark, most = "█" if for_output("█") == "█" else "#", max(sums, default=0)
    drawn = [mark * max(1, round(room * count / most)) if count and room else "" for count in sums]
    columns.append(("", drawn, False))
    return "".join(f"{line.rstrip()}\n" for block in _lay(columns, [*widths, room]) for line in block)
