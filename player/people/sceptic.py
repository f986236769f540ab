"""A guesser for a person whose answers may be lies: it searches, as there are no trees of such games."""

from __future__ import annotations

from collections.abc import Sequence

from player.errors import ImpossibleFeedback
from player.people.hints import WORK, search, thin
from player.people.keeper import Candidates
from player.rules.history import tell_impossible
from player.rules.names import AnyRules


class Sceptic(Candidates):
    """Guesses where up to k answers may be lies: what `Player` is to a tree, this is to a search.

    It may go on after some steps, which leave these candidates.
    """

    def __init__(
        self, rules: AnyRules, lies: int, steps: Sequence[tuple[str, str]] = (), candidates: list[str] | None = None
    ) -> None:
        self._guesses, self._asked = thin(rules.guesses(), WORK), list[str]()
        super().__init__(rules, lies, candidates, steps)

    def reset(self) -> None:
        """Go back to the first guess, after the steps that came before."""
        super().reset()
        self._asked = self._asked[:1] or [self._search()]

    def _search(self) -> str:
        return search(self.rules, [self.position() or []], self._guesses)

    @property
    def finished(self) -> bool:
        """Whether the last answer was the winning one."""
        return self.is_found

    @property
    def guess(self) -> str | None:
        """The next guess; None when the game is finished."""
        return None if self.finished else self._asked[-1]

    @property
    def certain(self) -> str | None:
        """The guess that names the secret, once no other one is left."""
        return self._asked[-1] if self.left == 1 else None

    def possible(self) -> tuple[str, ...]:
        """The labels that can answer the guess now."""
        return tuple(self._after(self._asked[-1]))

    def answer(self, label: str) -> str | None:
        """Take an answer, and return the next guess; ImpossibleFeedback where it needs more lies than there may be."""
        guess, found = self._asked[-1], self._after(self._asked[-1])
        if label not in found:
            raise ImpossibleFeedback(tell_impossible(label, guess, self.steps, tuple(found)), tuple(found))
        self._add(guess, label, found[label])
        if not self.finished:
            self._asked.append(self._search())
        return self.guess

    def undo(self) -> bool:
        """Take the last answer back; False, and nothing changes, at the start."""
        self._asked = self._asked[: max(1, len(self._asked) - (not self.finished))]
        return super().undo()
