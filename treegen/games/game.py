"""Game: secrets, guesses, labels of feedbacks and a table.  `treegen.games.lookup.game` makes one from its name."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from player.errors import BadInput, check_text, require, shorten
from player.rules.feedback import MAX_ANSWERS, MAX_LABELS
from player.rules.lists import ListRules, NumberRules, WordRules
from player.rules.names import AnyRules, Rules
from player.rules.spelling import name_secret
from player.rules.table_files import rules_of_grid
from player.rules.tables import TableRules, grid_of
from player.rules.titles import command_line, is_named, title_of_other
from player.rules.wordlists import check_lists
from treegen.games.described import Feedback, check_names, table_of, texts, weights_of
from treegen.games.memory import MOST_UNCHECKED_GUESSES, available_memory, check_memory
from treegen.games.spelling import Spelling
from treegen.games.symmetry import CodeSymmetry
from treegen.games.tables import LazyTable, Some, Table, entry_type, own_labels, symbols_of, table_by_rules


@dataclass(frozen=True, eq=False)
class Game(Spelling):
    """A guessing game: everything that builders need to know of its rules.

    `table`, [guesses, secrets], has the index in `labels` of the feedback that each secret gives to each guess, as
    uint8, or as uint16 with more than 256 labels; `source` is the LazyTable behind it.  `winning` is the index of the
    feedback that wins the game, and `losing` has those that lose it; builders make no guess that might lose.
    `symmetry` finds equivalent guesses (None: none are known).  `is_symmetric` means that the guesses are the secrets
    and the table equals its transpose.  `weights`, int64 [secrets], are how often each secret counts (None: each once).
    `rules` are the plain rules of the game (None: it has only a table).  A game that is read from files may have a
    title `called`, and `files` has the name of each file without its folder, followed by its SHA-256 in hexadecimal.

    Raises BadInput if a guess wins against two secrets or the shapes do not fit.

    >>> import treegen as tg
    >>> tg.game("bulls-3x9").table.shape
    (504, 504)
    """

    name: str
    secrets: tuple[str, ...]
    guesses: tuple[str, ...]
    labels: tuple[str, ...]
    winning: int
    source: LazyTable = field(repr=False)
    losing: tuple[int, ...] = ()
    symmetry: CodeSymmetry | None = field(default=None, repr=False)
    is_symmetric: bool = False
    weights: npt.NDArray[np.int64] | None = field(default=None, repr=False)
    rules: AnyRules | None = field(default=None, repr=False)
    called: str = field(default="", repr=False)
    files: tuple[str, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        require(self.secrets and self.guesses, f"{self.brief}: a game needs at least one secret and one guess")
        count, most = len(self.labels), MAX_LABELS if isinstance(self.rules, TableRules) else MAX_ANSWERS
        if not 2 <= count <= most or not 0 <= self.winning < count or self.winning in self.losing:
            raise BadInput(
                f"{self.brief}: there are 2 to {most} feedbacks, one of them winning and not losing; these are "
                f"{count}, and number {self.winning} wins"
            )
        require(all(0 <= one < count for one in self.losing), f"{self.brief}: a losing feedback has no label")
        if self.rules is None:  # games with rules are correct by construction, and their tables are large
            entry = np.dtype(entry_type(count))
            if self.table.dtype != entry or self.table.shape != (len(self.guesses), len(self.secrets)):
                raise BadInput(
                    f"{self.brief}: the table must be {entry} [{len(self.guesses)} guesses, {len(self.secrets)} "
                    f"secrets] for {count} feedbacks, not {self.table.dtype} {list(self.table.shape)}"
                )
            check_names(self.labels, self.guesses, self.secrets)
            if int(self.table.max()) >= len(self.labels):
                raise BadInput(f"{self.brief}: the table names feedback {int(self.table.max())}, which has no label")
            if int((self.table == self.winning).sum(axis=1).max()) > 1:
                raise BadInput(f"{self.brief}: a guess wins against two secrets at once")

    @property
    def table(self) -> Table:
        """The whole table, read-only."""
        return self.source.whole

    def row(self, guess: int, secrets: Some) -> Table:
        """Return the feedbacks that some secrets (their indices) give to a guess."""
        return self.source.row(guess, secrets)

    @property
    def title(self) -> str:
        """The title of the game for people, such as `Bulls and Cows, 4 of 10 digits`."""
        return self.called or (title_of_other(self.name) if self.rules is None else self.rules.title)

    @cached_property
    def key(self) -> str:
        """A text that no two games share: the name, which contains a hash of files, and a hash of the weights."""
        weights = b"" if self.weights is None else self.weights.astype("<i8").tobytes()
        return self.name + (f" weights {hashlib.blake2b(weights, digest_size=16).hexdigest()}" if weights else "")

    def __repr__(self) -> str:
        counts = f"{len(self.secrets)} secrets, {len(self.guesses)} guesses, {len(self.labels)} feedbacks"
        return f"Game({shorten(self.brief)!r}, {counts}{', weighted' * (self.weights is not None)})"

    @property
    def command_name(self) -> str:
        """The name in commands that messages recommend: just GAME for a game from files, unless its list has a name."""
        return "GAME" if ":" in self.name and not is_named(self.files) else command_line([self.brief])

    @cached_property
    def own_guess(self) -> npt.NDArray[np.int32]:
        """For each secret, the first guess that wins against it, or -1; int32 [secrets]."""
        if self.is_grouped:
            own: npt.NDArray[np.int32] = (self.table == self.winning).argmax(axis=0).astype(np.int32)
            return own
        first = np.full(len(self.secrets), -1, dtype=np.int32)
        winning = np.flatnonzero(self.wins_against >= 0)[::-1]  # falling, so that the lowest index is set last
        first[self.wins_against[winning]] = winning
        return first

    @cached_property
    def wins_against(self) -> npt.NDArray[np.int32]:
        """For each guess, the secret (the last one of a class) against which it wins, or -1; int32 [guesses]."""
        wins = np.full(len(self.guesses), -1, dtype=np.int32)
        names = [] if self.rules is None else [self.rules.rule.naming + secret for secret in self.secrets]
        if names and set(names) <= self.guess_index.keys():  # each secret has a guess that names it: no table is needed
            wins[[self.guess_index[name] for name in names]] = np.arange(len(self.secrets))
        else:
            guesses, secrets = np.nonzero(self.table == self.winning)
            wins[guesses] = secrets
        return wins

    @property
    def weight(self) -> int:
        """The sum of the weights of all secrets; without weights, the number of secrets."""
        return int(self.secret_weights.sum())

    def mean(self, cost: int) -> float:
        """Return what a secret costs on average, in units, if all together cost this."""
        return round(cost / self.weight / self.scale, 4)

    @cached_property
    def secret_weights(self) -> npt.NDArray[np.int64]:
        """The weight of each secret, 1 unless the game has weights; int64 [secrets]."""
        return np.ones(len(self.secrets), dtype=np.int64) if self.weights is None else self.weights

    def found_together(self, candidates: Some = slice(None)) -> npt.NDArray[np.int64]:
        """Return the weights of some secrets or, if a guess finds a whole class, those of the classes."""
        weights = self.secret_weights[candidates]
        if not self.is_grouped:
            return weights
        sums = np.bincount(self.own_guess[candidates], weights.astype(np.float64)).astype(np.int64)
        return sums[sums > 0]

    @property
    def branching(self) -> int:
        """The most feedbacks to a guess after which the game goes on."""
        count = len(self.labels) if self.own_labels is None else self.own_labels[1] - (not self.losing)
        return count - 1 - len(self.losing)

    @cached_property
    def own_labels(self) -> tuple[Table, int, npt.NDArray[np.int32]] | None:
        """For a game in a table, the table in which each guess numbers its own feedbacks from 0; otherwise None.

        The other values are the number of these feedbacks, of which the last two are the winning one and the loss, and
        the index in `labels` of each of them, int32 [guesses, feedbacks].
        """
        ends = self.winning, self.losing
        return own_labels(self.table, *ends) if isinstance(self.rules, TableRules) else None

    @property
    def searched(self) -> tuple[Table, int, int, list[int]]:
        """The table for the core, the number of its feedbacks, the winning one, and those that lose."""
        if self.own_labels is None:
            return self.table, len(self.labels), self.winning, list(self.losing)
        table, count, _ = self.own_labels
        return table, count - (not self.losing), count - 2, [count - 1] * len(self.losing)

    def capacity(self, depth: int) -> int:
        """Return the most secrets that a tree of this depth can find, or any number that suffices for all secrets."""
        if self.is_grouped:  # a node may find any number of secrets
            return len(self.secrets)
        nodes = 0
        for _ in range(depth):
            nodes = 1 + self.branching * nodes
            if nodes >= len(self.secrets):
                break
        return nodes

    def candidate_guesses(self, candidates: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """Return the guesses (their indices, rising) that win against one of the candidates."""
        if self.is_grouped:
            return np.unique(self.own_guess[candidates])
        return np.flatnonzero(np.isin(self.wins_against, candidates)).astype(np.int32)

    def candidates(self, history: str | list[tuple[str, str]]) -> npt.NDArray[np.int32]:
        """Return the candidates after a history, as rising indices.  Raises BadInput for unknown steps."""
        pairs = self.read_history(history) if isinstance(history, str) else history
        return self.select((self.find_guess(guess), self.find_feedback(feedback)) for guess, feedback in pairs)

    def select(self, steps: Iterable[tuple[int, int]]) -> npt.NDArray[np.int32]:
        """Return the secrets that give these feedbacks to these guesses, all as indices, in rising order."""
        candidates = np.arange(len(self.secrets), dtype=np.int32)
        for guess, feedback in steps:
            candidates = candidates[self.row(guess, candidates) == feedback]
        return candidates

    def feedback(self, guess: str, secret: str) -> str:
        """Return the label of the feedback that a secret gives to a guess, both in any notation.

        Raises BadInput, with an example of a valid guess or secret, or TypeError if one is not a string.

        >>> import treegen as tg
        >>> tg.game("bulls-4x10").feedback("0123", "4530")
        '02'
        """
        check_text("a secret", secret, self.secrets[0])
        indices = np.array([self.secrets.index(name_secret(self.syntax, secret))])
        return self.labels[int(self.row(self.find_guess(guess), indices)[0])]

    @classmethod
    def of_rules(cls, rules: AnyRules, memory: int | None = None) -> Game:
        """Make a game from plain rules; its table may take `memory` bytes (None: half of the available memory).

        Raises BadInput if the table would be too large.  If `memory` is None, most games are not checked until they
        need the table.
        """
        allowed = available_memory() // 2 if memory is None else memory
        if isinstance(rules, TableRules):
            table = table_by_rules(rules)
            check_memory(rules, allowed)
            names, counts = rules.secrets(), [rules.weights[secret] for secret in rules.secrets()]
            return cls(
                rules.name, tuple(names), tuple(rules.guesses()), rules.labels, rules.winning,
                LazyTable.of(table), rules.losing, weights=weights_of(counts, len(names)), rules=rules,
                files=rules.files,
            )  # fmt: skip
        if memory is not None or isinstance(rules, NumberRules) or rules.guess_count > MOST_UNCHECKED_GUESSES:
            check_memory(rules, allowed)
        secrets = rules.secrets()
        guesses = secrets if rules.guess_count == rules.secret_count else rules.guesses()
        if isinstance(rules, NumberRules):
            symbols: list[Any] = [np.array([(int(guess[2:]), guess[:2] == "eq") for guess in guesses])]
            symbols.append(np.array(list(map(int, secrets))))
        else:
            symbols = symbols_of(guesses, secrets, alphabet=rules.symbols)
        return cls(
            name=rules.name,
            secrets=tuple(secrets),
            guesses=tuple(guesses),
            labels=rules.labels,
            winning=rules.winning,
            source=LazyTable(rules, allowed, *symbols),
            losing=rules.losing,
            symmetry=CodeSymmetry(rules, symbols[0]) if rules.rule.invariance and isinstance(rules, Rules) else None,
            is_symmetric=rules.rule.is_mutual and guesses is secrets,
            rules=rules,
            files=rules.files,
            called=rules.called if isinstance(rules, ListRules) else "",
        )

    @classmethod
    def from_table(
        cls,
        table: Any,
        *,
        winning: int | None = None,
        losing: Iterable[int] = (),
        labels: Iterable[str] = (),
        guesses: Iterable[str] = (),
        secrets: Iterable[str] = (),
        weights: Iterable[int] | None = None,
        goal: str = "",
    ) -> Game:
        """Make a game from any table `[guess][secret]` of feedback indices; an empty list of names gets default names.

        A data frame of pandas or polars, or any object with columns and rows as they have, is read as `table:FILE` is
        (see `player.rules.tables`): each row is a possibility.  It takes only `goal`, the words behind # of that name.

        `winning` and `losing` are indices, too; `weights` are how often each secret counts (None: once).  The name of
        the game is `table:` and the SHA-256 of all but the weights, so that a tree file can be matched with its game.

        Raises BadInput as the class does, and for an invalid table, for duplicate names, and for names that a tree file
        cannot store; and TypeError for arguments of a wrong type.

        >>> import treegen as tg
        >>> scale = tg.Game.from_table(
        ...     [[1, 0, 0], [2, 1, 0], [2, 2, 1]], winning=1, labels=["less", "equal", "more"], secrets=["1", "2", "3"]
        ... )
        >>> tg.solve(scale).tally
        '5:2:2'
        """
        if hasattr(table, "columns"):
            if any(one is not None for one in (winning, weights)) or any((losing, labels, guesses, secrets)):
                raise TypeError("from_table() of a data frame takes only `goal`; weights are its column @weight")
            table = table.reset_index() if getattr(getattr(table, "index", None), "name", None) else table
            rows = table.rows() if hasattr(table, "rows") else table.itertuples(index=False, name=None)
            return cls.of_rules(rules_of_grid(grid_of("the frame", table.columns, rows), goal.split("+") * bool(goal)))
        if winning is None:
            raise TypeError("from_table() of indices takes `winning`, the index of the feedback that ends the game")
        array = table_of(table)
        most, won, lost = int(array.max()), index(winning), tuple(sorted({index(feedback) for feedback in losing}))
        label_names = texts("labels", labels) or tuple(map(str, range(max(most + 1, 2))))
        entries: Table = array.astype(entry_type(max(len(label_names), most + 1)), order="C")  # a copy
        guess_names = texts("guesses", guesses) or tuple(f"g{i}" for i in range(array.shape[0]))
        secret_names = texts("secrets", secrets) or tuple(f"s{i}" for i in range(array.shape[1]))
        described = repr((label_names, guess_names, secret_names, won, lost, array.shape)).encode()
        key = hashlib.sha256(described + entries.tobytes()).hexdigest()
        source, counts = LazyTable.of(entries), weights_of(weights, array.shape[1])
        return cls(f"table:{key}", secret_names, guess_names, label_names, won, source, lost, weights=counts)

    @classmethod
    def from_function(
        cls,
        feedback: Feedback,
        guesses: Iterable[str],
        secrets: Iterable[str] | None = None,
        *,
        winning: str,
        losing: Iterable[str] = (),
        weights: Iterable[int] | None = None,
        by_row: bool = False,
    ) -> Game:
        """Make a game from a function of a guess and a secret that returns the label of the feedback.

        `secrets` are by default the guesses, `winning` is the label that ends the game, `losing` are the labels that
        lose it, and `weights` are how often each secret counts (None: once each).  The function is called once for each
        pair of a guess and a secret, or, with `by_row`, for each guess and the tuple of all secrets, to return a list.
        The labels are sorted by their text.  Raises what `from_table` raises.

        >>> import treegen as tg
        >>> def compare(guess, secret):
        ...     return "equal" if guess == secret else "less" if int(secret) < int(guess) else "more"
        >>> tree = tg.solve(tg.Game.from_function(compare, map(str, range(1, 8)), winning="equal"))
        >>> tree.tally, tree.guesses[0]
        ('17:3:4', '4')
        """
        check_text("winning", winning, "40")
        guess_names, lost = texts("guesses", guesses), texts("losing", losing)
        secret_names = guess_names if secrets is None else texts("secrets", secrets)
        compare: Any = feedback if by_row else lambda guess, names: [feedback(guess, secret) for secret in names]
        number = {label: i for i, label in enumerate(dict.fromkeys([winning, *lost]))}  # in the order of appearance
        answers = np.empty((len(guess_names), len(secret_names)), dtype=np.int32)
        for guess, answers_of_guess in zip(guess_names, answers, strict=True):
            row = list(compare(guess, secret_names))
            wrong = f"the feedback function returns {len(row)} labels to {shorten(guess)}, not {len(secret_names)}"
            require(len(row) == len(secret_names), wrong)
            for label in set(row) - number.keys():
                check_text("what the feedback function returns", label, "01")
                number[str(label)] = len(number)
            answers_of_guess[:] = [number[label] for label in row]
        place = {label: i for i, label in enumerate(sorted(number))}
        return cls.from_table(
            np.array([place[label] for label in number])[answers],
            winning=place[winning],
            losing=[place[label] for label in lost],
            labels=list(place),
            guesses=guess_names,
            secrets=secret_names,
            weights=weights,
        )

    @classmethod
    def from_words(
        cls, secrets: Iterable[str], guesses: Iterable[str] = (), *, weights: Iterable[int] | None = None
    ) -> Game:
        """Make a word game, whose feedback is a mark for each letter, like `words:SECRETS,GUESSES` from files.

        The secrets and the further `guesses` may be guessed; `weights` are in the order of the secrets (None: all 1).
        All words have the same length, of at most eight letters.  Raises BadInput for other words, and TypeError for
        arguments of a wrong type.

        >>> import treegen as tg
        >>> game = tg.Game.from_words(["crane", "slate", "trace"], ["adieu"])
        >>> game.feedback("slate", "crane"), tg.solve(game).tally
        ('00202', '5:2:2')
        """
        words, others = texts("secrets", secrets), texts("guesses", guesses)
        lists = [("secrets", words), ("guesses", others)][: 1 + bool(others)]
        *_, repeated = check_lists([(name, None, list(enumerate(each, 1))) for name, each in lists], [])
        if repeated:
            raise BadInput(repeated)
        counts = weights_of(weights, len(words))
        if counts is not None:  # the game sorts its secrets by their text
            counts = counts[np.argsort(np.array(words), kind="stable")]
        return replace(cls.of_rules(WordRules(words, others)), weights=counts)
