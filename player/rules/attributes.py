"""Games in which a guess is a row of a table, and the feedback compares it with the secret row, column by column.

The kind of a column stands behind its name in the header, as in `mass@arrow~10%`, and a column without one is `equal`.
The parts of a feedback are `=` (equal), `x` (not equal), `~` (some), `^` and `v` (the secret is higher or lower),
`~^` and `~v` (the same, but close), `g`, `y` and `b` (marks of letters), and numbers.  `3>^` means a distance of three
steps, to higher values of both columns.  Behind a row that equals the secret in every column, but is another, stands x.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from hashlib import sha256
from operator import eq

from player.errors import BadInput, quote, shorten
from player.rules.feedback import MAX_LABELS, MAX_MARKED, FeedbackRule, marks
from player.rules.letters import fold, letters_of, short_form
from player.rules.lists import BY_COLUMNS
from player.rules.tables import Grid, TableRules, read_weight

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from fractions import Fraction
    from typing import Any

_KIND = re.compile(r"(.+?)\s*@(\S.*)")
_LONGEST = 32  # the most characters of a feedback
_MARKS = str.maketrans("012", "byg")


def _direction(guess: Any, secret: Any, signs: str) -> str:
    return signs[1] if secret > guess else signs[0] if secret < guess else ""


def _distance(guess: Any, secret: Any) -> str:
    steps = abs(guess[0] - secret[0]) + abs(guess[1] - secret[1])
    return f"{steps}{_direction(guess[0], secret[0], '<>')}{_direction(guess[1], secret[1], 'v^')}"


# Each rule compares two different values of a column; two equal ones give `=`, and `g` for each of their letters.
KINDS = {
    row.name: row
    for row in (
        FeedbackRule("equal", "equal or not", "Guess Who?", compare=lambda *_: "x"),
        FeedbackRule("arrow", "higher, lower, equal, or close", "Squirdle",
                     compare=lambda a, b: "x" if None in (a, b) else _direction(a, b, "v^")),
        FeedbackRule("shares", "all, some or none", "Loldle", compare=lambda a, b: "~" if {*a} & {*b} else "x"),
        FeedbackRule("distance", "the steps in two columns, and the direction", "Worldle", compare=_distance),
        FeedbackRule("letters", "g, y or b", "Wordle", compare=lambda a, b: marks(a, b).translate(_MARKS)),
        FeedbackRule("likeness", "letters in their place", "Fallout",
                     compare=lambda a, b: str(sum(map(eq, letters_of(a), letters_of(b))))),
        FeedbackRule("common", "letters in common", "Jotto",
                     compare=lambda a, b: str((Counter(letters_of(a)) & Counter(letters_of(b))).total())),
    )
}  # fmt: skip


class Column:
    """A column that is compared (two for `distance`): its kind, what is close, and the value of each possibility.

    `near` is a number (0: nothing is close); with `is_percent` it is a percentage of the guess.
    """

    def __init__(self, name: str, kind: str, near: Fraction | int, is_percent: bool) -> None:
        self.name, self.kind, self.near, self.is_percent = name, kind, near, is_percent
        self.values: dict[str, Any] = {}

    def compare(self, guess: Any, secret: Any) -> str:
        """Return the part of the feedback for two values of the column."""
        if guess == secret:
            return "=" if self.kind != "letters" else "g" * len(letters_of(guess))
        part = KINDS[self.kind].compare(guess, secret)
        return f"~{part}" if self.near and part != "x" and abs(secret - guess) <= self.limit(guess) else part

    def limit(self, guess: Any) -> Any:
        """Return the greatest difference to a number that is close."""
        return abs(guess) * self.near / 100 if self.is_percent else self.near


class ColumnRules(TableRules):
    """The rules of a game in which rows of a table are compared by `columns`."""

    label_form, guess_form = BY_COLUMNS, "a name of its table"

    def __init__(self, columns: Sequence[Column], weights: Mapping[str, int]) -> None:
        super().__init__("win", {}, {name: name for name in weights}, weights)
        self.columns = columns
        self._joint = "/" * any(column.kind in ("distance", "letters", "likeness", "common") for column in columns)
        described = [(one.kind, str(one.near), one.is_percent, sorted(one.values.items())) for one in columns]
        self.name = self.source = f"table:{sha256(repr((described, sorted(weights.items()))).encode()).hexdigest()}"
        del self.labels, self.winning  # they are found when they are needed

    def feedback(self, guess: str, secret: str) -> str:
        """Return the feedback, with a part for each column."""
        parts = [column.compare(column.values[guess], column.values[secret]) for column in self.columns]
        is_other = guess != secret and all(column.values[guess] == column.values[secret] for column in self.columns)
        return self._joint.join([*parts, "x"] if is_other else parts)

    @cached_property
    def labels(self) -> tuple[str, ...]:  # type: ignore[override]
        """The feedbacks that occur, sorted."""
        names = self.secrets()
        return self.checked(self.feedback(guess, secret) for guess in names for secret in names)

    @cached_property
    def winning(self) -> int:  # type: ignore[override]
        """The index of the feedback that wins."""
        name = next(iter(self.weights))
        return self.labels.index(self.feedback(name, name))

    def checked(self, found: Iterable[str]) -> tuple[str, ...]:
        """Return the feedbacks, sorted.  Raises BadInput if a tree cannot store them."""
        labels = tuple(sorted(set(found)))
        if len(labels) > MAX_LABELS or max(map(len, labels)) > _LONGEST:
            raise BadInput(f"{len(labels)} feedbacks of up to {max(map(len, labels))} characters; at most {MAX_LABELS} "
                           f"of {_LONGEST} are allowed; compare fewer columns")  # fmt: skip
        return labels if len(labels) > 1 else (*labels, f"{labels[0]}{self._joint}x")


def split_kinds(grid: Grid, chosen: Sequence[str]) -> dict[int, Column]:
    """Take the kinds out of the header, and return the columns that have one.  Raises BadInput for an unknown kind.

    A word of `chosen` that has @ names the kind of a column; it counts more than the header.
    """
    header, kinds = grid.cells[0], dict[int, Column]()
    for place, cell in enumerate(header):
        if found := _KIND.fullmatch(cell.strip()):
            header[place] = found[1]
            kinds[place] = _read_kind(grid, place, *found.groups())
    names = [short_form(cell) for cell in header]
    for word in chosen:
        name, mark, kind = word.rpartition("@")
        if mark and short_form(name) not in names:
            few = shorten(", ".join(names), 200)
            raise BadInput(f"{grid.file}: no column is called {quote(name)}; choose one of {few}")
        if mark:
            place = names.index(short_form(name))
            kinds[place] = _read_kind(grid, place, name, kind)
    return kinds


def _read_kind(grid: Grid, place: int, name: str, text: str) -> Column:
    kind, mark, size = text.strip().lower().partition("~")
    if kind not in KINDS:
        raise grid.error(0, place, f"{quote(kind)} is not a kind of column; choose one of {', '.join(KINDS)}")
    near = read_weight(size.removesuffix("%")) if mark else 0
    if near is None or (mark and kind != "arrow"):
        raise grid.error(0, place, f"{quote(text)} is not a kind of column; only arrow takes ~N or ~N%")
    return Column(name, kind, near, size.endswith("%"))


def column_rules(
    grid: Grid, kinds: Mapping[int, Column], places: Sequence[int], rows: Mapping[int, str], weights: Mapping[str, int]
) -> ColumnRules:
    """Return the game that compares the columns at these places; `rows` has the name of the possibility in each row."""
    columns, first = list[Column](), list[int]()  # `first` is a column of the kind distance without its second one
    for place in places:
        column = kinds.get(place) or Column(grid.cells[0][place], "equal", 0, False)
        column.values = {name: _read(grid, row, place, column.kind) for row, name in rows.items()}
        words = list(column.values.values()) if column.kind in ("letters", "likeness") else []
        sizes = [len(letters_of(word)) for word in words]
        for row, size in zip(rows, sizes, strict=False):
            if size != sizes[0] or (column.kind == "letters" and size > MAX_MARKED):
                problem = f"the word has {size} letters, and the first {sizes[0]}"
                form = f"write words of one length (for letters, at most {MAX_MARKED})"
                raise grid.error(row, place, f"{problem}; {form}")
        if column.kind == "distance" and not first:
            first.append(place)
            continue
        if column.kind == "distance":
            along = kinds[first.pop()].values
            column.values = {name: (along[name], across) for name, across in column.values.items()}
        columns.append(column)
    if first:
        raise grid.error(0, first[0], "a distance takes two columns of this kind; give another one the kind distance")
    return ColumnRules(columns, weights)


def _read(grid: Grid, row: int, place: int, kind: str) -> Any:
    """Return the value of a cell in a column of a kind.  Raises BadInput for a cell that has none."""
    text = " ".join(grid.cells[row][place].split())
    if kind in ("arrow", "distance"):
        if not text and kind == "arrow":
            return None
        number = read_weight(text.lstrip("+-−"))
        if number is None or (kind == "distance" and (number.denominator > 1 or number >= 10**15)):
            form = "a whole number, as in 12" if kind == "distance" else "one as in 3, -0.25 or 1/3, or leave it empty"
            raise grid.error(row, place, f"{quote(text)} is not a number of the kind {kind}; write {form}")
        number = -number if text[0] in "-−" else number
        return int(number) if number.denominator == 1 else number
    if kind == "shares":
        return tuple(sorted({item.strip() for item in re.split(r"[,;|/]", text)} - {""}))
    if kind == "equal":
        return text
    if not text:
        raise grid.error(row, place, f"the cell is empty; the kind {kind} compares words")
    return fold(text)
