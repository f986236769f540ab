"""Game: secrets, guesses, feedback labels and the table; `game()` makes one from its name."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from player.errors import BadInput
from player.rules import names as rules
from player.rules.arguments import check_text
from player.rules.feedback import MAX_LABELS, MAX_NARROW
from player.rules.history import read_history
from player.rules.misspelt import nearest
from player.rules.names import shorten
from player.rules.spelling import MARKS, find_label, find_word, kind_of, may_be_label, near_label
from player.rules.titles import brief, title_of_list
from treegen.games.symmetry import CodeSymmetry

__all__ = ["Game", "Table", "entry_type"]

Table = npt.NDArray[np.uint8 | np.uint16]


def entry_type(labels: int) -> type[np.uint8 | np.uint16]:
    """The type of feedback indices in a table, by the number of labels: one byte where that is enough, else two."""
    return np.uint8 if labels <= MAX_NARROW else np.uint16


@dataclass(frozen=True, eq=False)
class Game:
    """A guessing game: everything that builders need to know of its rules.

    `table` is [guesses, secrets]: the index in `labels` of the feedback that a secret gives to a guess, as uint8, or as
    uint16 where there are more than 256 labels.
    `winning` is the feedback that ends the game, `losing` are those that lose it (a guess is asked only if no candidate
    gives such a feedback).  `symmetry` finds equivalent guesses; None if none are known.  `is_symmetric` says that the
    guesses are the secrets and the table equals its transpose.  `weights`, int64 [secrets], from 1 on, are how often
    each secret counts (None: once).  `rules` are the plain rules if the game has a name; `called` is the title that
    was chosen for a game that is read from files, and `files` are the names of these without folders and their SHA-256
    in hexadecimal, alternately; empty where they are not known.

    Raises BadInput when a guess wins against two secrets or the shapes do not fit.

    >>> import treegen as tg
    >>> tg.game("bulls-3x9").table.shape
    (504, 504)
    """

    name: str
    secrets: tuple[str, ...]
    guesses: tuple[str, ...]
    labels: tuple[str, ...]
    winning: int
    table: Table = field(repr=False)
    losing: tuple[int, ...] = ()
    symmetry: CodeSymmetry | None = field(default=None, repr=False)
    is_symmetric: bool = False
    weights: npt.NDArray[np.int64] | None = field(default=None, repr=False)
    rules: rules.AnyRules | None = field(default=None, repr=False)
    called: str = field(default="", repr=False)
    files: tuple[str, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        entry = np.dtype(entry_type(len(self.labels)))
        if self.table.dtype != entry or self.table.shape != (len(self.guesses), len(self.secrets)):
            raise BadInput(
                f"{self.brief}: the table must be {entry} [guesses, secrets] for {len(self.labels)} feedbacks"
            )
        if not self.secrets or not self.guesses:
            raise BadInput(f"{self.brief}: a game needs at least one secret and one guess")
        count = len(self.labels)
        if not 2 <= count <= MAX_LABELS or not 0 <= self.winning < count or self.winning in self.losing:
            raise BadInput(f"{self.brief}: 2 to {MAX_LABELS} feedbacks, one of them winning and not losing")
        if self.rules is None:  # the named games are right by construction, and large
            if int(self.table.max()) >= len(self.labels):
                raise BadInput(f"{self.brief}: the table names feedback {int(self.table.max())}, which has no label")
            if int((self.table == self.winning).sum(axis=1).max()) > 1:
                raise BadInput(f"{self.brief}: a guess wins against two secrets at once")

    @property
    def title(self) -> str:
        """What people call the game, as `Bulls and Cows, 4 of 10 digits`."""
        return self.called or (title_of_list(self.name) if self.rules is None else self.rules.title)

    @property
    def brief(self) -> str:
        """The name for messages: of a game that is read from files, only the first digits of its hash."""
        return brief(self.name)

    def __repr__(self) -> str:
        counts = f"{len(self.secrets)} secrets, {len(self.guesses)} guesses, {len(self.labels)} feedbacks"
        return f"Game({shorten(self.brief)!r}, {counts}{', weighted' * (self.weights is not None)})"

    @property
    def typed(self) -> str:
        """The name in commands that messages recommend: GAME where the name is made from the contents of files."""
        return "GAME" if ":" in self.name else shlex.quote(self.name)

    @cached_property
    def by_secret(self) -> Table:
        """The table with a row per secret, [secrets, guesses]; the same array where feedback is symmetric."""
        return self.table if self.is_symmetric else np.ascontiguousarray(self.table.T)

    @cached_property
    def guess_index(self) -> dict[str, int]:
        """The index of each guess."""
        return {guess: i for i, guess in enumerate(self.guesses)}

    @cached_property
    def _is_asked_by_name(self) -> bool:
        """Whether the guess that wins against a secret is that secret, as in all named games but the numbers."""
        return self.rules is not None and set(self.secrets) <= self.guess_index.keys()

    @cached_property
    def own_guess(self) -> npt.NDArray[np.int32]:
        """For each secret the lowest index of a guess that wins against it, -1 where there is none; int32 [secrets]."""
        if self._is_asked_by_name and self.guesses == self.secrets:
            return np.arange(len(self.secrets), dtype=np.int32)
        own = np.full(len(self.secrets), -1, dtype=np.int32)
        if self._is_asked_by_name:
            own[:] = [self.guess_index[secret] for secret in self.secrets]
        else:
            guesses, secrets = np.nonzero(self.table == self.winning)
            own[secrets[::-1]] = guesses[::-1]
        return own

    @cached_property
    def wins_against(self) -> npt.NDArray[np.int32]:
        """For each guess the secret that it wins against, -1 where there is none; int32 [guesses]."""
        if self._is_asked_by_name and self.guesses == self.secrets:
            return self.own_guess
        wins = np.full(len(self.guesses), -1, dtype=np.int32)
        if self._is_asked_by_name:
            wins[self.own_guess] = np.arange(len(self.secrets))
        else:
            guesses, secrets = np.nonzero(self.table == self.winning)
            wins[guesses] = secrets
        return wins

    @property
    def weight(self) -> int:
        """The weights of all secrets together: their number where each weighs 1."""
        return int(self.secret_weights.sum())

    @cached_property
    def secret_weights(self) -> npt.NDArray[np.int64]:
        """The weight of each secret, 1 unless the game has weights; int64 [secrets]."""
        return np.ones(len(self.secrets), dtype=np.int64) if self.weights is None else self.weights

    @property
    def branching(self) -> int:
        """The number of feedbacks after which a game goes on."""
        return len(self.labels) - 1 - len(self.losing)

    def capacity(self, depth: int) -> int:
        """A bound for the secrets that a tree of this depth can find: one at each node, and a child per feedback."""
        nodes = 0
        for _ in range(depth):
            nodes = 1 + self.branching * nodes
            if nodes >= len(self.secrets):
                break
        return nodes

    def tells_nothing(self, guess: int) -> bool:
        """Whether all secrets, at least two, give the same feedback to a guess: no tree begins with it."""
        return len(self.secrets) > 1 and bool((self.table[guess] == self.table[guess, 0]).all())

    def candidate_guesses(self, candidates: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """Indices, rising, of all guesses that win against one of the candidates."""
        if self._is_one_to_one:
            own = np.sort(self.own_guess[candidates])
            return own[own >= 0]
        return np.flatnonzero(np.isin(self.wins_against, candidates)).astype(np.int32)

    @cached_property
    def _is_one_to_one(self) -> bool:
        """Whether no secret has two guesses that win against it."""
        return int((self.wins_against >= 0).sum()) == int((self.own_guess >= 0).sum())

    def candidates(self, history: str | list[tuple[str, str]]) -> npt.NDArray[np.int32]:
        """Indices of the secrets that a history leaves, rising; BadInput for a guess or feedback that is none."""
        pairs = self.read_history(history) if isinstance(history, str) else history
        return self.select((self.find_guess(guess), self.find_feedback(feedback)) for guess, feedback in pairs)

    def select(self, steps: Iterable[tuple[int, int]]) -> npt.NDArray[np.int32]:
        """Indices of the secrets that give these feedbacks to these guesses (both as indices), rising."""
        left = np.arange(len(self.secrets), dtype=np.int32)
        for guess, feedback in steps:
            left = left[self.table[guess][left] == feedback]
        return left

    def read_history(self, history: str) -> list[tuple[str, str]]:
        """The guesses and feedback labels of a history, however it is written; BadInput for what is none of the game's.

        >>> import treegen as tg
        >>> tg.game("bulls-4x10").read_history("0123:0A1B 4561:0,2; 4635: 1 bull 2 cows")
        [('0123', '01'), ('4561', '02'), ('4635', '12')]
        """
        kind = kind_of(self.name)
        pairs = read_history(
            history,
            lambda text: self._guess_of(text) is not None,
            lambda text: may_be_label(text, kind, self.labels),
        )
        found = [(self.find_guess(guess), self.find_feedback(feedback)) for guess, feedback in pairs]
        return [(self.guesses[guess], self.labels[feedback]) for guess, feedback in found]

    def find_guess(self, guess: str) -> int:
        """The index of a guess, however it is written.

        BadInput that says what a guess looks like when it is none, TypeError for no text.
        """
        check_text("a guess", guess, self.guesses[0])
        index = self._guess_of(guess)
        if index is None:
            if self.rules is not None:
                self.rules.check_guess(guess)
            near = nearest(guess, self.guesses)
            hint = f"did you mean {near}?" if near else f"one is {self.guesses[0]}"
            raise BadInput(f"{shorten(guess)!r} is not a guess of {self.brief}; {hint}")
        return index

    def _guess_of(self, text: str) -> int | None:
        index = self.guess_index.get(text)
        if index is not None:
            return index
        names, symbols = getattr(self.rules, "names", ()), getattr(self.rules, "symbols", "")
        word = find_word(text, self.guess_index.__contains__, names, symbols)
        return None if word is None else self.guess_index[word]

    def find_feedback(self, feedback: str) -> int:
        """The index of a feedback, however it is written.

        BadInput that lists the labels when it is none, TypeError for no text.
        """
        check_text("a feedback", feedback, self.labels[0])
        kind = kind_of(self.name)
        label = find_label(feedback, kind, self.labels)
        if label is None:
            told = f"possible: {shorten(' '.join(self.labels), 400)}"
            if kind == "marks":
                told = f"write a mark for each place ({MARKS})"
            hint = near_label(feedback, kind, self.labels)
            raise BadInput(f"{feedback!r} is not a feedback of {self.brief}; {told}{hint}")
        return self.labels.index(label)

    @classmethod
    def from_table(
        cls,
        table: Any,
        *,
        winning: int,
        losing: tuple[int, ...] = (),
        labels: tuple[str, ...] = (),
        guesses: tuple[str, ...] = (),
        secrets: tuple[str, ...] = (),
    ) -> Game:
        """A game from any table [guess][secret] of feedback indices; names are made up where none are given.

        Its own name is `table:` and the SHA-256 of all that defines it, so that a tree file finds its game again.
        """
        array = np.asarray(table)
        if array.ndim != 2 or not array.size or array.dtype.kind not in "biu":
            raise BadInput("a table is [guesses, secrets] of feedback indices, with at least one of each")
        least, most = int(array.min()), int(array.max())
        labels = labels or tuple(map(str, range(max(most + 1, winning + 1, 2))))
        if least < 0 or most >= MAX_LABELS:
            raise BadInput(
                f"a table holds feedback indices from 0 to {MAX_LABELS - 1}, not {least if least < 0 else most}"
            )
        array = np.ascontiguousarray(array, dtype=entry_type(max(len(labels), most + 1)))
        guesses = guesses or tuple(f"g{i}" for i in range(array.shape[0]))
        secrets = secrets or tuple(f"s{i}" for i in range(array.shape[1]))
        described = repr((labels, guesses, secrets, winning, losing, array.shape)).encode()
        digest = hashlib.sha256(described + array.tobytes()).hexdigest()
        return cls(f"table:{digest}", secrets, guesses, labels, winning, array, losing)
