"""A part of `Game`: how people write its histories, how a game of questions ends, and what its answers cost."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from player.errors import BadInput, check_text, shorten
from player.rules.history import read_history
from player.rules.lists import ListRules
from player.rules.names import AnyRules
from player.rules.spelling import find_label, find_unlisted, find_word, read_guess, readings, respell
from player.rules.tables import TableRules
from player.rules.titles import brief


class Spelling:
    """The readers of texts that mean names of a game, and properties of games in tables; the fields are Game's."""

    name: str
    secrets: tuple[str, ...]
    guesses: tuple[str, ...]
    labels: tuple[str, ...]
    winning: int
    losing: tuple[int, ...]
    rules: AnyRules | None
    files: tuple[str, ...]

    @property
    def brief(self) -> str:
        """The name in messages: for a game that is read from files, the name of the list or the start of its hash."""
        return brief(self.name, self.files)

    @cached_property
    def guess_index(self) -> dict[str, int]:
        """The index of each guess."""
        return {guess: i for i, guess in enumerate(self.guesses)}

    def read_history(self, history: str) -> list[tuple[str, str]]:
        """Return the guesses and labels of a history in any notation.  Raises BadInput for an unknown step.

        >>> import treegen as tg
        >>> tg.game("bulls-4x10").read_history("0123:0A1B 4561:0,2; 4635: 1 bull 2 cows")
        [('0123', '01'), ('4561', '02'), ('4635', '12')]
        """
        pairs = read_history(history, self._is_guess, lambda text: bool(readings(text, self.syntax.rule, self.labels)))
        steps = [(guess, self.find_feedback(feedback)) for guess, feedback in pairs]
        return [(self._read_guess(guess, label), self.labels[label]) for guess, label in steps]

    def _read_guess(self, text: str, label: int) -> str:
        is_unlisted = label == self.winning and not self._is_guess(text)  # the secret may be a word outside the lists
        return (find_unlisted(self.rules, text) if is_unlisted else None) or self.guesses[self.find_guess(text)]

    def _is_guess(self, text: str) -> bool:
        rules = self.syntax
        word = respell(rules, text)
        return text in self.guess_index or find_word(word, rules.is_guess, rules.names, rules.symbols) is not None

    @cached_property
    def syntax(self) -> AnyRules:
        """The rules that read guesses and secrets: `rules`, or, if the game has none, rules with its lists."""
        lists = dict.fromkeys(self.secrets), dict.fromkeys(self.guesses)
        return self.rules or ListRules(self.name, self.labels, self.winning, *lists, self.losing)

    def find_guess(self, guess: str) -> int:
        """Return the index of a guess in any notation.

        Raises BadInput, with an example of a valid guess, or TypeError if it is not a string.
        """
        check_text("a guess", guess, "0123")
        return self.guess_index[guess if guess in self.guess_index else read_guess(self.syntax, guess)]

    def find_feedback(self, feedback: str) -> int:
        """Return the index of a feedback in any notation.

        Raises BadInput, with the possible labels, or TypeError if it is not a string.
        """
        check_text("a feedback", feedback, self.labels[0])
        rule = self.syntax.rule
        label = find_label(feedback, rule, self.labels)
        if label is None:
            hint = f"write {rule.label_form}" if rule.is_marked else f"possible: {shorten(' '.join(self.labels), 400)}"
            raise BadInput(f"{feedback!r} is not a feedback of {self.brief}; {hint}")
        return self.labels.index(label)

    @property
    def names_at_the_end(self) -> bool:
        """True if guesses are questions of a table until one secret or one class is left, which is then named."""
        return isinstance(self.rules, TableRules) and self.rules.goal != "win"

    @property
    def counts_names(self) -> bool:
        """True if searches count the names at the end, which cost nothing: not in a table with costs."""
        return self.names_at_the_end and self.costs is None

    @property
    def is_grouped(self) -> bool:
        """True if a guess may win against several secrets: it names their class."""
        return isinstance(self.rules, TableRules) and self.rules.goal == "group"

    @cached_property
    def costs(self) -> npt.NDArray[np.int64] | None:
        """For a game in a table with costs, what each answer to each guess costs, [guesses, labels]; otherwise None."""
        own = self.rules.costs if isinstance(self.rules, TableRules) else {}
        rows = [own.get(guess, {}) for guess in self.guesses]
        return np.array([[row.get(label, 0) for label in self.labels] for row in rows]) if own else None

    @property
    def scale(self) -> int:
        """The number of parts of a unit in which costs are whole; 1 without costs."""
        return self.rules.scale if isinstance(self.rules, TableRules) else 1

    def step(self, guess: int, feedback: int) -> int:
        """Return what an answer costs, in parts of a unit, or 1 without costs."""
        return 1 if self.costs is None else int(self.costs[guess, feedback])

    @cached_property
    def usual(self) -> float:
        """The mean cost of a guess, in units; 1 without costs."""
        return 1.0 if self.costs is None else float(self.costs.max(axis=1).mean()) / self.scale or 1.0

    @property
    def unit(self) -> str:
        """The unit of what trees cost, for messages."""
        own = self.rules.unit if isinstance(self.rules, TableRules) else ""
        return "guesses" if self.costs is None else own or "units"

    @cached_property
    def cheapest(self) -> int:
        """For a game with costs, what the cheapest answer costs to a question that has several answers."""
        own = self.rules.costs if isinstance(self.rules, TableRules) else {}
        return min((min(costs.values()) for costs in own.values() if len(costs) > 1), default=0)
