"""How a game of questions about a table ends, and what its answers cost: a part of `Game`."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from player.rules.tables import TableRules
from treegen.games.spelling import Spelling


class Questions(Spelling):
    """The properties of games in tables; other games have guesses of equal cost.  The fields are those of `Game`."""

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
