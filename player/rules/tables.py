"""Games in tables of one's own: each row is a possibility, and each column but the first is a question about it.

The first line has the texts of the questions, and the first column the names of the possibilities; a cell is the
answer, any text.  Words that begin with @ are reserved: the column @weight says how often a possibility counts (3, 0.25
or 1/3), and the column @class puts possibilities into groups.  The row `@cost` or, with a unit, `@cost min` has what
each question costs: 3, or by answer `no=1` (others cost nothing) or `3;no=1/2`.

The answer of an empty cell is `none`.  A cell with `red;green` has any of these answers, each as often as the others,
and `?` has any answer of its column, as empty cells have with `unknown`.  Such a possibility is in several branches.

A game is `table:FILE` or `table:FILE#WORD+WORD`.  A word may be a goal: `identify` (ask until one possibility is left),
`group` (ask until one class is left) or `win` (name the possibility, which is a guess).  Without one, the goal is
`group` if there are classes, otherwise `identify`.  In both, a guess that names what is certain ends the game, and a
wrong name loses it; this last guess is no question, and costs nothing.  `transpose` exchanges rows and columns, and
`nonzero` leaves possibilities of weight 0 out.

In trees, histories and messages, names and answers are words: `_` stands for blanks, commas, colons and `#`.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from math import lcm

from player.errors import BadInput, require, shorten
from player.rules.lists import ListRules, show_path, to_text
from player.rules.titles import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Any

GOALS = ("identify", "group", "win")
NO_WEIGHT = "{} is not a weight; write a positive number, as in 3, 0.25 or 1/3"
FOUND, MISSED = "found", "missed"  # the feedbacks to a name
_MAX_SUM = 1 << 31  # the sum of the weights, as whole numbers, is less than this
ENDINGS = (".csv", ".tsv", ".json", ".parquet")
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]*)?(?:[eE]-?[0-9]{1,2})?|\.[0-9]+|[0-9]+/[0-9]*[1-9][0-9]*")


class TableRules(ListRules):
    """The rules of a game in a table.

    `answers` has the label of each possibility by question, `target_of` the name that ends the game for each
    possibility (its own or, for the goal `group`, that of its class), and `weights` whole numbers in the ratio of the
    weights.  `costs` has what the answers to each question cost, as multiples of 1/`scale` of the `unit` (nothing: each
    question counts once).
    """

    family = "table"
    guess_form, secret_form = "a question or a name of its table", "a name of its table"

    def __init__(
        self, goal: str, answers: Mapping[str, Mapping[str, str]], target_of: Mapping[str, str],
        weights: Mapping[str, int], costs: Mapping[str, Mapping[str, int]] = {}, scale: int = 1, unit: str = "",
    ) -> None:  # fmt: skip
        self.goal, self.answers, self.target_of, self.weights = goal, answers, target_of, weights
        self.costs, self.scale, self.unit = costs, scale, unit
        labels = {label for row in answers.values() for label in row.values()} | {FOUND, MISSED}
        ordered = tuple(sorted(labels))
        parts = [sorted(each.items()) for each in (target_of, weights, answers)]
        described = repr((goal, *parts, *([sorted(costs.items()), scale, unit] if costs else [])))
        losing = () if goal == "win" else (ordered.index(MISSED),)
        guesses = dict.fromkeys(sorted([*answers, *target_of.values()]))
        name = f"table:{sha256(described.encode()).hexdigest()}"
        super().__init__(name, ordered, ordered.index(FOUND), dict.fromkeys(sorted(target_of)), guesses, losing)

    def feedback(self, guess: str, secret: str) -> str:
        """Return the answer to a question, or whether a name is right."""
        row = self.answers.get(guess)
        return row[secret] if row is not None else FOUND if self.target_of[secret] == guess else MISSED


class Grid:
    """The cells of a table as texts, row by row, with the file and the line of each row."""

    def __init__(self, file: str, cells: list[list[str]], lines: Sequence[str], is_turned: bool = False) -> None:
        self.file, self.cells, self.lines, self.is_turned = show_path(file), cells, lines, is_turned

    def turned(self) -> Grid:
        """Return the grid with rows and columns exchanged."""
        return Grid(self.file, [list(row) for row in zip(*self.cells, strict=True)], self.lines, True)

    def error(self, row: int, column: int, problem: str) -> BadInput:
        """Return the error about a cell."""
        row, column = (column, row) if self.is_turned else (row, column)
        return BadInput(f"{self.file}: {self.lines[row]}, column {column + 1}: {problem}")


def read_grid(file: str, data: bytes) -> Grid:
    """Return the grid of a file. Raises BadInput for a wrong one."""
    if file.lower().endswith(".parquet"):
        return _parquet(file, data)
    text = to_text(file, data)
    if file.lower().endswith(".json"):
        try:
            rows = json.loads(text, parse_float=str, parse_int=str)
        except (ValueError, RecursionError) as error:
            raise BadInput(f"{shorten(file, 100)}: not JSON: {shorten(str(error), 80)}") from None
        return _read_objects(file, rows)
    first = text.lstrip("\r\n").partition("\n")[0]
    delimiter = "\t" if file.lower().endswith(".tsv") else max(",;\t|", key=first.count)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter, strict=True)
    lines = list[str]()
    grid = Grid(file, [], lines)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                grid.cells.append(row)
                lines.append(f"line {reader.line_num}")
                size, own = len(grid.cells[0]), len(row)
                if own != size:
                    hint = 'put cells that hold commas into "quotation marks"'
                    hint = hint if own > size else "add the cells that are missing"
                    problem = f"the row has {count(own, 'cell')}, but the header has {size}; {hint}"
                    raise grid.error(-1, min(own, size) - 1, problem)
    except csv.Error as error:
        raise BadInput(f"{shorten(file, 100)}: line {reader.line_num}: {error}; mend the quotation marks") from None
    return grid


def _parquet(file: str, data: bytes) -> Grid:
    try:
        from pyarrow import ArrowException, BufferReader, parquet  # type: ignore[import,unused-ignore]
    except ImportError:
        raise BadInput(f"{shorten(file, 100)}: reading it takes pyarrow: pip install pyarrow") from None
    try:
        rows = parquet.read_table(BufferReader(data)).to_pylist()
    except (ArrowException, OSError) as error:
        raise BadInput(f"{shorten(file, 100)}: not Parquet: {shorten(str(error), 80)}") from None
    return _read_objects(file, rows)


def _read_objects(file: str, rows: Any) -> Grid:
    is_list = isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows)
    require(is_list, f'{shorten(file, 100)}: a table is a list of objects, as in [{{"name": "Ada", "hat": "yes"}}]')
    header = list(dict.fromkeys(key for row in rows for key in row))
    return grid_of(file, header, ([row.get(key) for key in header] for row in rows))


def grid_of(file: str, header: Iterable[Any], rows: Iterable[Iterable[Any]]) -> Grid:
    """Return a grid of values of any type, as objects and data frames have them."""
    cells = [[_text(value) for value in row] for row in (header, *rows)]
    return Grid(file, cells, ["the header", *(f"row {number}" for number in range(1, len(cells)))])


def _text(value: Any) -> str:
    if value is None or (not isinstance(value, str) and str(value) in ("nan", "NaT", "<NA>")):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ";".join(map(_text, value))
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def read_weight(text: str) -> Fraction | None:
    """Return the number, not negative, of a text such as 3, 0.25 or 1/3, or None."""
    from fractions import Fraction  # only here: most trees have no weights

    return Fraction(text) if len(text) <= 40 and _NUMBER.fullmatch(text) else None


def whole_weights(weights: Mapping[str, Fraction | int], file: str) -> dict[str, int]:
    """Return positive fractions times their least common denominator. Raises BadInput if their sum is too large.

    >>> from fractions import Fraction
    >>> whole_weights({"Ada": Fraction("0.25"), "Bob": Fraction("0.75"), "Cy": Fraction("2")}, "people.csv")
    {'Ada': 1, 'Bob': 3, 'Cy': 8}
    """
    unit = lcm(*(weight.denominator for weight in weights.values()))
    whole = {secret: int(weight * unit) for secret, weight in weights.items()}
    require(sum(whole.values()) < _MAX_SUM, f"{shorten(file, 100)}: as whole numbers, the weights add up to "
            f"{sum(whole.values())}, and at most {_MAX_SUM - 1} is allowed; round them")  # fmt: skip
    return whole
