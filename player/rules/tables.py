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
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import chain, product
from math import lcm, prod

from player.errors import BadInput, quote, require, shorten
from player.rules.feedback import MAX_ANSWERS
from player.rules.history import read_feedback
from player.rules.letters import short_form
from player.rules.lists import MAX_LIST_BYTES, ListRules, folders, read_data, to_text
from player.rules.numbers import HOW_TO_WEIGH, read_weight, whole_weights
from player.rules.titles import count, files_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Any

GOALS = ("identify", "group", "win")
WEIGHT, CLASS, COST = "@weight", "@class", "@cost"
FOUND, MISSED = "found", "missed"  # the feedbacks to a name
ENDINGS = (".csv", ".tsv", ".json", ".parquet")
MAX_SUM = 1 << 31  # the sum of the weights, as whole numbers, is less than this
MAX_COST = 1 << 53  # the weights times all costs, as whole numbers, are less than this
_WORDS = (*GOALS, "transpose", "nonzero", "unknown")
_MOST_ROWS = 1 << 14  # the most possibilities, if one with several answers counts for each choice among them
_MOST_BYTES, _LONGEST = 255, 32  # the most bytes of a question or a name, and the most characters of an answer
_COST = re.compile(rf"{COST}(?:[\s(]+([^\W_]{{1,12}}|[€$£¥%])\)?)?", re.IGNORECASE)


class TableRules(ListRules):
    """The rules of a game in a table.

    `answers` has the label of each possibility by question, `target_of` the name that ends the game for each
    possibility (its own or, for the goal `group`, that of its class), and `weights` whole numbers in the ratio of the
    weights.  `costs` has what the answers to each question cost, as multiples of 1/`scale` of the `unit` (nothing: each
    question counts once).
    """

    family, noun = "table", "possibilities"
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


def read_table(text: str) -> TableRules:
    """Return the game of `FILE` or `FILE#WORD+WORD`. Raises BadInput, with the line and column, for a wrong file."""
    path = os.path.expanduser(text)
    file, mark, words = ("", "", "") if os.path.isfile(path) else path.rpartition("#")
    file, chosen = (file, words.split("+")) if mark else (path, [])
    if not os.path.isfile(file) and file == os.path.basename(file):  # one of the tables that are installed
        file = next(filter(os.path.isfile, (os.path.join(folder, file) for folder in folders())), file)
    require(file, "table: takes a file, as in table:FILE.csv")
    data = read_data(file, MAX_LIST_BYTES)
    grid = _parquet(file, data) if file.lower().endswith(".parquet") else _read_text(file, to_text(file, data))
    rules = rules_of_grid(grid, chosen)
    rules.source, rules.files = f"table:{text}", files_of([(file + mark + words * bool(mark), data)])
    return rules


def find_table(game: str, files: Sequence[str], folder: str = "") -> TableRules | None:
    """Return the game of a tree from its file in this folder or another one, or None if it is in neither.

    Raises BadInput if the file is not as it was when the tree was built.
    """
    for place in dict.fromkeys(("", folder, *folders())) if files else ():
        path = os.path.join(place, files[0])
        if os.path.isfile(path) or os.path.isfile(path.rpartition("#")[0]):
            rules = read_table(path)
            require(rules.name == game, changed(files))
            return rules
    return None


def changed(files: Sequence[str]) -> str:
    """Return the message that the file of a table is not as it was."""
    return f"{files[0]} has changed since the tree was built: build the tree again, or restore the table"


class Grid:
    """The cells of a table as texts, row by row, with the file and the line of each row."""

    def __init__(self, file: str, cells: list[list[str]], lines: Sequence[str], is_turned: bool = False) -> None:
        self.file, self.cells, self.lines, self.is_turned = file, cells, lines, is_turned

    def turned(self) -> Grid:
        """Return the grid with rows and columns exchanged."""
        return Grid(self.file, [list(row) for row in zip(*self.cells, strict=True)], self.lines, True)

    def error(self, row: int, column: int, problem: str) -> BadInput:
        """Return the error about a cell."""
        row, column = (column, row) if self.is_turned else (row, column)
        file = "standard input" if self.file == "-" else shorten(self.file, 100)
        return BadInput(f"{file}: {self.lines[row]}, column {column + 1}: {problem}")


def _read_text(file: str, text: str) -> Grid:
    if file.lower().endswith(".json"):
        try:
            rows = json.loads(text, parse_float=str, parse_int=str)
        except (ValueError, RecursionError) as error:
            raise BadInput(f"{shorten(file, 100)}: not JSON: {shorten(str(error), 80)}") from None
        return _read_objects(file, rows)
    first = text.lstrip("\r\n").partition("\n")[0]
    delimiter = "\t" if file.lower().endswith(".tsv") else max(",;\t|", key=first.count)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter, strict=True)
    cells, lines = list[list[str]](), list[str]()
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                cells.append(row)
                lines.append(f"line {reader.line_num}")
                if len(row) != len(cells[0]):
                    where = f"{shorten(file, 100)}: {lines[-1]}, column {min(len(row), len(cells[0]))}"
                    hint = 'put cells that hold commas into "quotation marks"'
                    hint = hint if len(row) > len(cells[0]) else "add the cells that are missing"
                    raise BadInput(f"{where}: the row has {count(len(row), 'cell')}, but the header has "
                                   f"{len(cells[0])}; {hint}")  # fmt: skip
    except csv.Error as error:
        raise BadInput(f"{shorten(file, 100)}: line {reader.line_num}: {error}; mend the quotation marks") from None
    return Grid(file, cells, lines)


def _parquet(file: str, data: bytes) -> Grid:
    try:
        from pyarrow import ArrowException, BufferReader, parquet  # type: ignore[import-untyped,unused-ignore]
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


def rules_of_grid(grid: Grid, chosen: Sequence[str] = ()) -> TableRules:
    """Return the game of a grid, with the words behind # of its name. Raises BadInput for a wrong grid."""
    from fractions import Fraction  # only here: most trees have no weights

    from player.rules.attributes import column_rules, split_kinds  # only here: it imports this module

    if unknown := [word for word in chosen if word not in _WORDS and "@" not in word]:
        raise BadInput(f"{shorten(grid.file, 100)}: {quote(unknown[0])} is not a goal or another word behind #; "
                       f"choose one of {', '.join(_WORDS)}")  # fmt: skip
    grid = grid.turned() if "transpose" in chosen else grid
    cells, goals = grid.cells, [goal for goal in GOALS if goal in chosen]
    has_kinds = "@" in "".join(chosen) or any("@" in text.strip()[1:] for text in (cells[0] if cells else ()))
    kinds = split_kinds(grid, chosen) if has_kinds else {}
    if len(cells) < 2 or len(cells[0]) < 2 - bool(kinds):
        raise BadInput(f"{shorten(grid.file, 100)}: a table has a header, a row for each possibility, and a column "
                       "for each question, as in name,hat,glasses")  # fmt: skip
    special = _reserved(grid)
    is_group = CLASS in special
    require(len(goals) < 2, f"{shorten(grid.file, 100)}: one goal is enough, not {' and '.join(goals)}")
    costly = [row for row in range(1, len(cells)) if _COST.fullmatch(cells[row][0].strip())]
    is_wrong = kinds and (is_group or costly or goals not in ([], ["win"]))
    require(not is_wrong, f"{shorten(grid.file, 100)}: columns with kinds have the goal win, and no classes or costs")
    is_right = len(costly) <= (goals != ["win"])
    require(is_right, f"{shorten(grid.file, 100)}: one row {COST} is enough, and for the goal win there is none")
    goal = goals[0] if goals else "group" if is_group else "identify"
    require(is_group or goal != "group", f"{shorten(grid.file, 100)}: the goal group needs the column {CLASS}")
    rows = [row for row in range(1, len(cells)) if row not in costly]
    names = dict(zip(rows, _names(grid, [(row, 0) for row in rows], "possibility"), strict=True))
    columns = [column for column in range(1, len(cells[0])) if column not in special.values()]
    questions = _names(grid, [(0, column) for column in columns], "question")
    weights: dict[int, Fraction | int] = dict.fromkeys(rows, 1)
    if WEIGHT in special:
        weights = {row: _weight(grid, row, special[WEIGHT], "nonzero" in chosen) for row in rows}
        rows = [row for row in rows if weights[row]]
        require(rows, f"{shorten(grid.file, 100)}: every possibility has the weight 0")
    if kinds:
        compared = [0] * (0 in kinds) + columns
        row_names = {row: names[row] for row in rows}
        exact = _whole(grid, {name: weights[row] for row, name in row_names.items()})
        return column_rules(grid, kinds, compared, row_names, exact)
    classes = _short(grid, [(row, special[CLASS]) for row in rows], "class") if goal == "group" else []
    labels = {column: _labels(grid, rows, column, "unknown" in chosen) for column in columns}
    choices = {row: prod(len(labels[column][row]) for column in columns) for row in rows}
    has_several = sum(choices.values()) > len(rows)
    limit = len(rows) if goal == "win" else _MOST_ROWS
    if sum(choices.values()) > limit:
        most = max(rows, key=lambda row: choices[row])
        raise grid.error(most, 0, f"the cells of {quote(names[most])} allow {choices[most]} rows of answers, and all "
                         f"possibilities may have {limit}; write fewer answers")  # fmt: skip
    parts: dict[tuple[str, ...], list[int]] = {}
    for row in rows:  # rows that no question tells apart are one possibility, unless one can be named
        for choice in product(*(labels[column][row] for column in columns)):
            parts.setdefault((names[row], *choice) if goal == "win" else choice, []).append(row)
    class_of = dict(zip(rows, classes, strict=True)) if classes else names
    target_of = dict[str, str]()
    for part in parts.values():
        secret = name = _joined([names[row] for row in part])
        while secret in target_of:  # another choice among its answers
            secret += f"~{len(target_of)}"
        target_of[secret] = _joined(sorted({class_of[row] for row in part})) if classes else name
    used = {*target_of.values()}
    questions = [_unlike(question, used) for question in questions]
    answers = {
        question: {secret: choice[place] for secret, choice in zip(target_of, parts, strict=True)}
        for place, question in enumerate(questions, -len(questions))
    }
    shares = (sum(weights[row] * Fraction(1, choices[row]) for row in part) for part in parts.values())
    exact = _whole(grid, dict(zip(target_of, shares, strict=True)))
    costs = _read_costs(grid, costly[0], dict(zip(questions, labels.items(), strict=True)), exact) if costly else ()
    # The choices of a possibility are found together, as a class is.
    rules = TableRules("group" if has_several else goal, answers, target_of, exact, *costs)
    alike = dict.fromkeys(tuple(part) for part in parts.values() if len({class_of[row] for row in part}) > 1)
    if alike:
        few = "; ".join(", ".join(names[row] for row in part) for part in list(alike)[:5])
        what = "some answers do not tell these apart" if has_several else "no question tells these apart"
        rules.note = f"{what}: {shorten(few, 300)}{'; ...' * (len(alike) > 5)}"
    return rules


def _reserved(grid: Grid) -> dict[str, int]:
    """Return the columns of reserved words. Raises BadInput for an unknown one."""
    found = {text.strip().lower(): column for column, text in enumerate(grid.cells[0]) if column}
    for word, column in found.items():
        if word.startswith("@") and word not in (WEIGHT, CLASS):
            raise grid.error(0, column, f"{quote(word)} is not a reserved word; write {WEIGHT} or {CLASS}")
    return {word: column for word, column in found.items() if word.startswith("@")}


def _whole(grid: Grid, weights: Mapping[str, Fraction | int]) -> dict[str, int]:
    exact = whole_weights(weights.values())
    require(sum(exact) < MAX_SUM, f"{shorten(grid.file, 100)}: as whole numbers, the weights add up to "
            f"{sum(exact)}, and at most {MAX_SUM - 1} is allowed; round them")  # fmt: skip
    return dict(zip(weights, exact, strict=True))


def _names(grid: Grid, places: Sequence[tuple[int, int]], what: str) -> list[str]:
    """Return the words of cells that name something. Raises BadInput for an empty one and for two equal ones."""
    words, seen = _short(grid, places, what), dict[str, tuple[int, int]]()
    for word, (row, column) in zip(words, places, strict=True):
        if grid.cells[row][column].strip().startswith("@"):
            more = f"write {COST} or, with a unit, {COST} min" if word.lower().startswith(COST) else "no such row"
            raise grid.error(row, column, f"{quote(grid.cells[row][column].strip())} is a reserved word: {more}")
        if word in seen:
            first, is_in_line = seen[word], (what == "question") == grid.is_turned
            where = f"in {grid.lines[max(first)]}" if is_in_line else f"in column {max(first) + 1}"
            raise grid.error(row, column, f"{quote(word)} is already the name of a {what} {where}; give it another")
        seen[word] = row, column
    return words


def _short(grid: Grid, places: Iterable[tuple[int, int]], what: str) -> list[str]:
    words = []
    for row, column in places:
        words.append(short_form(grid.cells[row][column]))
        if not 0 < len(words[-1].encode()) <= _MOST_BYTES:
            problem = f"{quote(words[-1])} has more than {_MOST_BYTES} bytes" if words[-1] else "the cell is empty"
            raise grid.error(row, column, f"{problem}; write the {what} in 1 to {_MOST_BYTES} bytes")
    return words


def _labels(grid: Grid, rows: Sequence[int], column: int, is_unknown: bool) -> dict[int, tuple[str, ...]]:
    """Return the possible labels of each row in a column."""
    labels, text_of = dict[int, tuple[str, ...]](), dict[str, str]()
    for row in rows:
        texts = [" ".join(part.split()) for part in grid.cells[row][column].split(";")]
        texts = [text for text in texts if text] or [""]
        texts = [] if texts in (["?"], [""] * is_unknown) else texts
        labels[row] = tuple(dict.fromkeys(map(_label, texts)))
        for word, text in zip(map(_label, texts), texts, strict=True):
            if text_of.setdefault(word, text) != text:
                form = f"make their first {_LONGEST - 3} signs differ"
                raise grid.error(row, column, f"{quote(text)} and {quote(text_of[word])} look alike as {word}; {form}")
    if len(text_of) > MAX_ANSWERS:
        raise grid.error(0, column, f"the question has {len(text_of)} answers, and at most {MAX_ANSWERS} are allowed")
    return {row: own or tuple(text_of) or ("none",) for row, own in labels.items()}


def _label(text: str) -> str:
    """Return the label of an answer: not like the feedback to a name, nor like 0A1B, which is read as two numbers."""
    word = short_form(text) or "none"
    word = word if len(word) <= _LONGEST else word[: _LONGEST - 3] + "..."
    return word + "_" * (word in (FOUND, MISSED) or read_feedback(word) != word)


def _read_costs(grid: Grid, row: int, questions: Mapping[str, Any], weights: Mapping[str, int]) -> Any:
    """Return what the answers to each question cost in whole parts of a unit, the number of parts, and the unit."""
    exact = {question: _costs(grid, row, column, sorted({*chain(*labels.values())}))
             for question, (column, labels) in questions.items()}  # fmt: skip
    scale = lcm(*(cost.denominator for costs in exact.values() for cost in costs.values()))
    whole = {question: {label: int(cost * scale) for label, cost in costs.items()} for question, costs in exact.items()}
    is_small = sum(weights.values()) * sum(max(costs.values()) for costs in whole.values()) < MAX_COST
    require(is_small, f"{shorten(grid.file, 100)}: the costs pass 64 bits as whole numbers; round them")
    return whole, scale, grid.cells[row][0].strip()[len(COST) :].strip(" ()")


def _costs(grid: Grid, row: int, column: int, labels: Sequence[str]) -> dict[str, Fraction | int]:
    """Return what the answers of a column cost."""
    costs: dict[str, Fraction | int] = dict.fromkeys(labels, 0)
    for part in sorted(grid.cells[row][column].split(";"), key=lambda part: "=" in part):
        answer, mark, text = part.rpartition("=")
        cost, named = read_weight(text.strip()), [label for label in labels if not mark or label == _label(answer)]
        if cost is None or not named:
            form = "3, 0.5 or no=1/3 with an answer of the column"
            raise grid.error(row, column, f"{quote(part.strip())} is not a cost; write one as in {form}")
        costs |= dict.fromkeys(named, cost)
    return costs


def _weight(grid: Grid, row: int, column: int, may_be_zero: bool) -> Fraction:
    text, name = grid.cells[row][column].strip(), quote(grid.cells[row][0].strip())
    weight = read_weight(text)
    if weight is None:
        raise grid.error(row, column, f"{quote(text)} is not a weight; {HOW_TO_WEIGH}")
    if not weight and not may_be_zero:
        raise grid.error(row, column, f"{name} has the weight 0; remove it, or write FILE#nonzero to leave it out")
    return weight


def _unlike(word: str, others: set[str]) -> str:
    """Return a question with question marks behind it until it is not in the set, and add it to the set."""
    while word in others:
        word += "?"
    others.add(word)
    return word


def _joined(names: Sequence[str]) -> str:
    """Return the name of several possibilities, in short if it is long."""
    name = "|".join(names)
    if len(name.encode()) > _MOST_BYTES:
        name = f"{names[0][:50]}|{len(names) - 1}_more_{sha256(name.encode()).hexdigest()[:8]}"
    return name
