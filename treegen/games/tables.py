"""Tables of feedback indices.  A game's rule makes a table in parts; the whole table is made only if it is needed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from player.rules.attributes import Column, ColumnRules
from player.rules.feedback import MAX_NARROW
from player.rules.letters import letters_of
from player.rules.names import AnyRules, Rules
from player.rules.tables import MISSED, TableRules
from treegen.games.memory import available_cpus, check_memory
from treegen.native import core

Table = npt.NDArray[np.uint8 | np.uint16]
Some = npt.NDArray[np.signedinteger] | slice  # The indices of some guesses or secrets.
_MANY = 1 << 30  # Codes of feedbacks are numbered anew when there are more.
_BLOCK = 1 << 19  # Tables are made in blocks of this many entries: no power of 2 from 2**18 to 2**22 was faster.
_MAKING = Lock()  # A thread holds this lock while it makes a table, so that no table is made twice.


def entry_type(labels: int) -> type[np.uint8 | np.uint16]:
    """Return the type of the entries of a table with this number of labels: one byte if possible, else two."""
    return np.uint8 if labels <= MAX_NARROW else np.uint16


def symbols_of(*lists: Sequence[str], alphabet: str = "") -> list[Table]:
    """Return each list of words as indices of letters in the alphabet (by default, all letters): [words, positions]."""
    clusters: dict[str, int] = {}
    letters = [_letters(words, clusters).reshape(len(words), -1) for words in lists]
    every = _letters(alphabet, clusters) if alphabet else np.unique(np.concatenate(letters, axis=None))
    order, entry = np.argsort(every), entry_type(len(every))
    return [order[np.searchsorted(every, some, sorter=order)].astype(entry) for some in letters]


def _letters(words: Sequence[str], clusters: dict[str, int]) -> npt.NDArray[np.uint32]:
    """Return the letters as numbers: their code, or that in `clusters` of those that are several characters."""
    text = "".join(words)
    if text.isascii():
        return np.frombuffer(text.encode("utf-32-le"), dtype="<u4")
    letters = [letter for word in words for letter in letters_of(word)]
    numbers = (ord(one) if len(one) == 1 else clusters.setdefault(one, len(clusters) + 2**21) for one in letters)
    return np.fromiter(numbers, dtype="<u4", count=len(letters))


class LazyTable:
    """The table of a game, feedback indices [guesses, secrets]; games that differ only in weights share it.

    The table is made by the rules from the symbols of guesses and secrets.  The whole may take `memory` bytes.
    """

    def __init__(self, rules: AnyRules, memory: int, guesses: Table, secrets: Table) -> None:
        self.guesses, self.secrets = guesses, secrets
        self.made: Table | None = None  # the whole table, if it has been made
        self._rules, self._memory, self._entries_made = rules, memory, 0
        self._entry = np.dtype(entry_type(len(rules.labels)))

    @classmethod
    def of(cls, table: Table) -> LazyTable:
        """Make a LazyTable that shows a table as read-only."""
        lazy = cls.__new__(cls)
        lazy.made = table.view()
        lazy.made.flags.writeable = False
        return lazy

    @property
    def whole(self) -> Table:
        """The whole table; all CPUs make it on first access.  Raises BadInput if it would take too much memory."""
        if self.made is None:
            with _MAKING, ThreadPoolExecutor(available_cpus()) as pool:
                if self.made is None:
                    check_memory(self._rules, self._memory)
                    table = self._fill(self.guesses, self.secrets, pool.map)
                    table.flags.writeable = False
                    self.made = table
        return self.made

    def part(self, guesses: npt.NDArray[np.int32], secrets: npt.NDArray[np.int32]) -> Table:
        """Return the table of some guesses and some secrets; only this part is made unless the whole table exists.

        When the parts made so far are together as large as the whole table, it is made, if the memory suffices.
        """
        if self.made is None:
            size, whole = len(guesses) * len(secrets), len(self.guesses) * len(self.secrets)
            most = self._memory // self._entry.itemsize
            self._entries_made += size
            if size <= most and not (whole <= most and self._entries_made >= whole):
                return self._fill(self.guesses[guesses], self.secrets[secrets])
        part: Table = self.whole[guesses[:, None], secrets]
        return part

    def row(self, guess: int, secrets: Some) -> Table:
        """Return the feedback indices of some secrets to one guess."""
        if self.made is None:
            return self._fill(self.guesses[guess : guess + 1], self.secrets[secrets]).ravel()
        row: Table = self.made[guess]
        return row[secrets]

    def _fill(self, guesses: Table, secrets: Table, each: Any = map) -> Table:
        """Make the table of these symbols in blocks; `each` is the builtin `map` or one that uses threads."""
        rows = max(1, _BLOCK // max(1, len(secrets)))
        table: Table = np.empty((len(guesses), len(secrets)), dtype=self._entry)

        def fill(start: int) -> None:
            some = slice(start, start + rows)
            table[some] = feedback_table(guesses[some], secrets, self._rules)

        list(each(fill, range(0, len(table), rows)))  # on an interrupt, the blocks that have not begun are cancelled
        return table


def feedback_table(guesses: npt.NDArray[Any], secrets: npt.NDArray[Any], rules: AnyRules) -> Table:
    """Return the table of feedback indices, [guesses, secrets], from the symbols of guesses and secrets."""
    rule = rules.rule
    if rule.vectorised is not None:
        return np.asarray(rule.vectorised(guesses, secrets))
    if rule.is_marked:
        return marks_table(guesses, secrets)
    assert isinstance(rules, Rules)
    if not rule.meaning:  # a rule without a faster way
        place = {label: i for i, label in enumerate(rules.labels)}
        guess_words, secret_words = (
            ["".join(rules.symbols[i] for i in word) for word in words.tolist()] for words in (guesses, secrets)
        )
        pairs = np.empty((len(guesses), len(secrets)), dtype=entry_type(len(place)))
        pairs[:] = [[place[rules.feedback(guess, secret)] for secret in secret_words] for guess in guess_words]
        return pairs
    if rule.counting != "each" and core is not None:
        table: Table = core.fill_codes(guesses, secrets, len(rules.symbols), label_of(rules))
        return table
    side, index = rules.positions + 1, label_of(rules).tobytes().ljust(256, b"\0")
    bulls, both = np.zeros((2, len(guesses), len(secrets)), dtype=np.uint8)
    for position in range(rules.positions):
        bulls += guesses[:, position, None] == secrets[:, position]
    for symbol in range(len(rules.symbols)):
        in_guess, in_secret = ((words == symbol).sum(axis=-1, dtype=np.uint8) for words in (guesses[:, None], secrets))
        both += in_guess * (in_secret > 0) if rule.counting == "each" else np.minimum(in_guess, in_secret)
    places = bulls * np.uint8(side - 1) + both  # side * bulls + cows
    return np.frombuffer(places.tobytes().translate(index), np.uint8).reshape(places.shape)


def table_by_rules(rules: TableRules) -> Table:
    """Return the table of a game in a table: the answers to questions, and to names whether they are right."""
    if isinstance(rules, ColumnRules):
        return table_by_columns(rules)
    secrets, place = rules.secrets(), {label: i for i, label in enumerate(rules.labels)}
    index = {guess: i for i, guess in enumerate(rules.guesses())}
    table = np.full((len(index), len(secrets)), place[MISSED], dtype=entry_type(len(place)))
    for question, answers in rules.answers.items():
        table[index[question]] = [place[answers[secret]] for secret in secrets]
    table[[index[rules.target_of[secret]] for secret in secrets], np.arange(len(secrets))] = rules.winning
    return table


def table_by_columns(rules: ColumnRules) -> Table:
    """Return the table of a game in which rows are compared by columns, and set the labels of its rules.

    Numbers stand for the feedbacks, column by column; the plain rules say what each of those that occur means.
    """
    names = rules.secrets()
    codes = np.eye(len(names), dtype=np.int64)
    for column in rules.columns:
        values = [column.values[name] for name in names]
        place = {value: i for i, value in enumerate(dict.fromkeys(values))}
        part = 2 * _compare(column, list(place)) + np.eye(len(place), dtype=np.int64)
        part = part if part.max() < _MANY else np.unique(part, return_inverse=True)[1].reshape(part.shape)
        rows = np.array([place[value] for value in values])
        codes = codes * (int(part.max()) + 1) + part[rows[:, None], rows]
        if codes.max() >= _MANY:
            codes = np.unique(codes, return_inverse=True)[1].reshape(codes.shape)
    _, example, places = np.unique(codes, return_index=True, return_inverse=True)
    texts = [rules.feedback(names[pair // len(names)], names[pair % len(names)]) for pair in example.tolist()]
    rules.labels = rules.checked(texts)
    index = {label: i for i, label in enumerate(rules.labels)}
    entries: Table = np.asarray(np.array([index[text] for text in texts], dtype=entry_type(len(index)))[places])
    return entries.reshape(len(names), -1)


def _compare(column: Column, values: list[Any]) -> npt.NDArray[np.int64]:
    """Return a number for each pair of different values [guesses, secrets]; equal numbers mean equal feedbacks."""
    kind, codes = column.kind, np.zeros((len(values), len(values)), dtype=np.int64)
    if kind == "letters":
        words, *_ = symbols_of(values)
        return marks_table(words, words).astype(np.int64)
    if kind == "distance":
        along, across = (place - place[:, None] for place in np.array(values, dtype=np.int64).T)
        return np.asarray(9 * (abs(along) + abs(across)) + 3 * np.sign(along) + np.sign(across))
    if kind == "arrow":
        ordered = sorted(value for value in values if value is not None)
        rank = np.array([len(ordered) if value is None else bisect_left(ordered, value) for value in values])
        for row, value in enumerate(values):
            if value is not None:  # how many of the ends a secret reaches: 0 to 3, or 4 if its cell is empty
                near = column.limit(value)
                ends = bisect_left(ordered, value - near), rank[row], bisect_right(ordered, value + near)
                codes[row] = sum((rank >= end).astype(np.int64) for end in (*ends, len(ordered)))
        codes[rank == len(ordered)] = 4
        return codes
    for item in {item for value in values for item in _items(kind, value)}:
        numbers = np.array([_items(kind, value)[item] for value in values], dtype=np.int64)
        codes += np.minimum(numbers, numbers[:, None])
    return (codes > 0).astype(np.int64) if kind == "shares" else codes


def _items(kind: str, value: Any) -> Counter[Any]:
    """Return what two values of a kind may have in common: items, letters or letters in their places."""
    items: Any = () if kind == "equal" else value if kind == "shares" else letters_of(value)
    return Counter(enumerate(items) if kind == "likeness" else items)


def own_labels(table: Table, winning: int, losing: Sequence[int]) -> tuple[Table, int, npt.NDArray[np.int32]]:
    """Return a table in which each guess numbers its own feedbacks from 0, their number, and the labels of each guess.

    The winning feedback is the last but one in every row, and the loss is the last one.  The labels are indices, int32
    [guesses, feedbacks].
    """
    ends = (winning, *losing)
    rows = [np.setdiff1d(row, ends) for row in table]
    count = max(map(len, rows)) + 2
    names = np.full((len(rows), count), losing[0] if losing else winning, dtype=np.int32)
    names[:, -2] = winning
    own: Table = np.where(table == winning, count - 2, count - 1).astype(entry_type(count))
    for guess, labels in enumerate(rows):
        names[guess, : len(labels)] = labels
        is_open = ~np.isin(table[guess], ends)
        own[guess, is_open] = np.searchsorted(labels, table[guess, is_open])
    return own, count, names


@lru_cache(maxsize=1)
def label_of(rules: Rules) -> npt.NDArray[np.uint8]:
    """Return the index of the label by bulls and cows, uint8 [bulls, cows], for a rule that depends only on them."""
    labels = np.zeros((rules.positions + 1, rules.positions + 1), dtype=np.uint8)
    index = {label: i for i, label in enumerate(rules.labels)}
    for bulls in range(rules.positions + 1):
        for cows in range(rules.positions + 1 - bulls):
            labels[bulls, cows] = index.get(rules.rule.write(bulls, cows), 0)
    return labels


def marks_table(guesses: npt.NDArray[Any], secrets: npt.NDArray[Any]) -> Table:
    """Return the table of marks (`player.rules.feedback.marks`), each as a number in base 3: [guesses, secrets]."""
    if guesses.dtype == np.uint8 and core is not None:
        table: Table = core.fill_marks(guesses, secrets)
        return table
    columns = guesses.T[:, :, None]
    missed = [column != letters for column, letters in zip(columns, secrets.T, strict=True)]
    made = np.zeros((len(guesses), len(secrets)), dtype=entry_type(3 ** len(columns)))
    for i, column in enumerate(columns):
        # The mark is 1 if, apart from hits, the secret has this letter more often than the earlier places of the guess.
        unused = np.zeros(made.shape, dtype=np.int8)
        for letters, is_missed in zip(secrets.T, missed, strict=True):
            unused += (letters == column) & is_missed
        for earlier, is_missed in zip(columns[:i], missed, strict=False):
            unused -= (earlier == column) & is_missed
        made *= 3
        made += np.where(missed[i], unused > 0, np.uint8(2))
    return made
