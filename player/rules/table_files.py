"""The game of a table: what the header and the first column mean, and how a tree finds the file of its game."""

from __future__ import annotations

import os
import re
from hashlib import sha256
from itertools import chain, product
from math import lcm, prod

from player.errors import BadInput, quote, require, shorten
from player.rules.attributes import column_rules, split_kinds
from player.rules.feedback import MAX_ANSWERS
from player.rules.history import read_feedback
from player.rules.letters import short_form
from player.rules.lists import MAX_LIST_BYTES, folders, read_data
from player.rules.tables import FOUND, GOALS, MISSED, NO_WEIGHT, Grid, TableRules, read_grid, read_weight, whole_weights
from player.rules.titles import files_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from fractions import Fraction
    from typing import Any

WEIGHT, CLASS, COST = "@weight", "@class", "@cost"
MAX_COST = 1 << 53  # the weights times all costs, as whole numbers, are less than this
_WORDS = (*GOALS, "transpose", "nonzero", "unknown")
_MOST_ROWS = 1 << 14  # the most possibilities, if one with several answers counts for each choice among them
_MOST_BYTES, _LONGEST = 255, 32  # the most bytes of a question or a name, and the most characters of an answer
_COST = re.compile(rf"{COST}(?:[\s(]+([^\W_]{{1,12}}|[€$£¥%])\)?)?", re.IGNORECASE)


def read_table(text: str) -> TableRules:
    """Return the game of `FILE` or `FILE#WORD+WORD`. Raises BadInput, with the line and column, for a wrong file."""
    path = os.path.expanduser(text)
    file, mark, words = ("", "", "") if os.path.isfile(path) else path.rpartition("#")
    file, chosen = (file, words.split("+")) if mark else (path, [])
    if not os.path.isfile(file) and file == os.path.basename(file):  # one of the tables that are installed
        file = next(filter(os.path.isfile, (os.path.join(folder, file) for folder in folders())), file)
    require(file, "table: takes a file, as in table:FILE.csv")
    data = read_data(file, MAX_LIST_BYTES)
    rules = rules_of_grid(read_grid(file, data), chosen)
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


def rules_of_grid(grid: Grid, chosen: Sequence[str] = ()) -> TableRules:
    """Return the game of a grid, with the words behind # of its name. Raises BadInput for a wrong grid."""
    from fractions import Fraction  # only here: most trees have no weights

    if unknown := [word for word in chosen if word not in _WORDS and "@" not in word]:
        raise BadInput(f"{grid.file}: {quote(unknown[0])} is not a goal or another word behind #; "
                       f"choose one of {', '.join(_WORDS)}")  # fmt: skip
    grid = grid.turned() if "transpose" in chosen else grid
    cells, goals = grid.cells, [goal for goal in GOALS if goal in chosen]
    has_kinds = "@" in "".join(chosen) or any("@" in text.strip()[1:] for text in (cells[0] if cells else ()))
    kinds = split_kinds(grid, chosen) if has_kinds else {}
    costly = [row for row in range(1, len(cells)) if _COST.fullmatch(cells[row][0].strip())]
    if len(cells) - len(costly) < 2 or len(cells[0]) < 2 - bool(kinds):
        raise BadInput(f"{grid.file}: a table has a header, a row for each possibility, and a column "
                       "for each question, as in name,hat,glasses")  # fmt: skip
    special = _reserved(grid, costly)
    is_group = CLASS in special
    require(len(goals) < 2, f"{grid.file}: one goal is enough, not {' and '.join(goals)}")
    is_wrong = kinds and (is_group or costly or goals not in ([], ["win"]))
    require(not is_wrong, f"{grid.file}: columns with kinds have the goal win, and no classes or costs")
    is_right = len(costly) <= (goals != ["win"])
    require(is_right, f"{grid.file}: one row {COST} is enough, and for the goal win there is none")
    goal = goals[0] if goals else "group" if is_group else "identify"
    require(is_group or goal != "group", f"{grid.file}: the goal group needs the column {CLASS}")
    rows = [row for row in range(1, len(cells)) if row not in costly]
    names = dict(zip(rows, _names(grid, [(row, 0) for row in rows], "possibility"), strict=True))
    columns = [column for column in range(1, len(cells[0])) if column not in special.values()]
    questions = _names(grid, [(0, column) for column in columns], "question")
    weights: dict[int, Fraction | int] = dict.fromkeys(rows, 1)
    if WEIGHT in special:
        weights = {row: _weight(grid, row, special[WEIGHT], "nonzero" in chosen) for row in rows}
        rows = [row for row in rows if weights[row]]
        require(rows, f"{grid.file}: every possibility has the weight 0")
    if kinds:
        compared = [0] * (0 in kinds) + columns
        row_names = {row: names[row] for row in rows}
        exact = whole_weights({name: weights[row] for row, name in row_names.items()}, grid.file)
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
    exact = whole_weights(dict(zip(target_of, shares, strict=True)), grid.file)
    columns_of = dict(zip(questions, labels.items(), strict=True))
    costs = _costs(grid, costly[0], columns_of, sum(exact.values())) if costly else ()
    # The choices of a possibility are found together, as a class is.
    rules = TableRules("group" if has_several else goal, answers, target_of, exact, *costs)
    alike = dict.fromkeys(tuple(part) for part in parts.values() if len({class_of[row] for row in part}) > 1)
    if alike:
        few = "; ".join(", ".join(names[row] for row in part) for part in list(alike)[:5])
        what = "some answers do not tell these apart" if has_several else "no question tells these apart"
        rules.note = f"{what}: {shorten(few, 300)}{'; ...' * (len(alike) > 5)}"
    return rules


def _reserved(grid: Grid, costly: Sequence[int]) -> dict[str, int]:
    """Return the columns of reserved words. Raises BadInput for another one, and for a weight of costs."""
    words = ((text.strip().lower(), column) for column, text in enumerate(grid.cells[0]) if column)
    found = {word: column for word, column in words if word.startswith("@")}
    for word, column in found.items():
        if word not in (WEIGHT, CLASS):
            raise grid.error(0, column, f"{quote(word)} is not a reserved word; write {WEIGHT} or {CLASS}")
        for row in costly:
            if grid.cells[row][column].strip():
                raise grid.error(row, column, f"{COST} has no weight and no class; leave the cell empty")
    return found


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
        texts = [] if "?" in texts or texts == [""] * is_unknown else texts
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


def _costs(grid: Grid, row: int, questions: Mapping[str, Any], weight: int) -> Any:
    """Return what the answers to each question cost in whole parts of a unit, the number of parts, and the unit."""
    exact: dict[str, dict[str, Fraction | int]] = {}
    for question, (column, labels) in questions.items():
        costs: dict[str, Fraction | int] = dict.fromkeys(sorted({*chain(*labels.values())}), 0)
        seen = set[str]()
        for part in sorted(grid.cells[row][column].split(";"), key=lambda part: "=" in part):
            answer, mark, text = part.rpartition("=")
            cost, named = read_weight(text.strip()), [label for label in costs if not mark or label == _label(answer)]
            if cost is None or not named or answer.strip() in seen:
                form = "3, 0.5 or no=1/3 with an answer of the column, and each only once"
                raise grid.error(row, column, f"{quote(part.strip())} is not a cost; write one as in {form}")
            seen.add(answer.strip())
            costs |= dict.fromkeys(named, cost)
        exact[question] = costs
    scale = lcm(*(cost.denominator for costs in exact.values() for cost in costs.values()))
    whole = {question: {label: int(cost * scale) for label, cost in costs.items()} for question, costs in exact.items()}
    is_small = weight * sum(max(costs.values()) for costs in whole.values()) < MAX_COST
    require(is_small, f"{grid.file}: as whole numbers, the costs pass 64 bits; round them")
    return whole, scale, grid.cells[row][0].strip()[len(COST) :].strip(" ()")


def _weight(grid: Grid, row: int, column: int, may_be_zero: bool) -> Fraction:
    text, name = grid.cells[row][column].strip(), quote(grid.cells[row][0].strip())
    weight = read_weight(text)
    if weight is None:
        raise grid.error(row, column, NO_WEIGHT.format(quote(text)))
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
