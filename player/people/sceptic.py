"""A guesser for a person whose answers may be lies: it searches, as there are no trees of such games."""

from __future__ import annotations

from collections.abc import Sequence

from player.errors import ImpossibleFeedback
from player.people.hints import SAMPLE, WORK, thin
from player.rules.cells import split
from player.rules.history import tell_impossible
from player.rules.lies import Position, after, start, weights, worth
from player.rules.names import AnyRules
from player.tree.columns import State


def propose(rules: AnyRules, position: Position, guesses: Sequence[str]) -> str:
    """The guess whose worst answer leaves the fewest ways to lie, as far as WORK feedbacks tell; a candidate first."""
    alive = sorted(word for part in position for word in part)
    named = rules.rule.naming + alive[0]
    if len(alive) == 1 and rules.is_guess(named):
        return named
    sample = [thin(part, 1 + SAMPLE * len(part) // len(alive)) for part in position]
    ways, likely, count = weights(rules, len(position) - 1), set(alive), WORK // sum(map(len, sample))
    pool = dict.fromkeys([*filter(rules.is_guess, thin(alive, count // 2 + 1)), *thin(guesses, count // 2)])
    return min(pool, key=lambda guess: (_price(rules, guess, sample, ways), guess not in likely, guess))


def _price(rules: AnyRules, guess: str, position: Sequence[Sequence[str]], ways: Sequence[int]) -> int:
    """The most ways to lie that an answer leaves; more than any other where the guess may lose."""
    cells = [{label: len(cell) for label, cell in split(rules, guess, part).items()} for part in position]
    labels = {label for part in cells for label in part}
    if not labels.isdisjoint(rules.labels[index] for index in rules.losing):
        return worth(ways, map(len, position)) + 1
    labels.discard(winning := rules.labels[rules.winning])
    wrong = [len(part) - own.get(winning, 0) for part, own in zip(position, cells, strict=True)]
    price = 0
    for label in labels:
        true = [part.get(label, 0) for part in cells]
        lied = [0, *(most - own for most, own in zip(wrong, true, strict=True))]
        price = max(price, worth(ways, map(sum, zip(true, lied, strict=False))))
    return price


class Sceptic(State):
    """Guesses where up to k answers may be lies: what `Player` is to a tree, this is to a search.

    It may go on after some steps, which leave these candidates.
    """

    def __init__(
        self, rules: AnyRules, lies: int, steps: Sequence[tuple[str, str]] = (), candidates: list[str] | None = None
    ) -> None:
        self.rules, self.lies, self._steps = rules, lies, steps
        self._guesses = thin(rules.guesses(), WORK)
        self._start = start(rules, lies) if candidates is None else [candidates]
        self._first = propose(rules, self._start, self._guesses)
        self.reset()

    def reset(self) -> None:
        """Go back to the first guess, after the steps that came before."""
        self.steps = list(self._steps)
        self._trail = [self._start]
        self._asked = [self._first]

    @property
    def finished(self) -> bool:
        """Whether the last answer was the winning one."""
        return bool(self.steps) and self.steps[-1][1] == self.rules.labels[self.rules.winning]

    @property
    def guess(self) -> str | None:
        """The next guess; None when the game is finished."""
        return None if self.finished else self._asked[-1]

    @property
    def certain(self) -> str | None:
        """The guess that names the secret, once no other one is left."""
        return self._asked[-1] if self.left == 1 else None

    @property
    def left(self) -> int:
        """How many secrets are possible."""
        return sum(map(len, self._trail[-1]))

    def candidates(self) -> list[str]:
        """The secrets that are possible."""
        return [word for part in self._trail[-1] for word in part]

    def possible(self) -> tuple[str, ...]:
        """The labels that can answer the guess now."""
        return tuple(after(self.rules, self._asked[-1], self._trail[-1]))

    def answer(self, label: str) -> str | None:
        """Take an answer, and return the next guess; ImpossibleFeedback where it needs more lies than there may be."""
        found = after(self.rules, self._asked[-1], self._trail[-1])
        if label not in found:
            message = tell_impossible(label, self._asked[-1], self.steps, tuple(found))
            raise ImpossibleFeedback(f"{message}", tuple(found))
        self.steps.append((self._asked[-1], label))
        self._trail.append(found[label])
        if not self.finished:
            self._asked.append(propose(self.rules, found[label], self._guesses))
        return self.guess

    def undo(self) -> bool:
        """Take the last answer back; False, and nothing changes, at the start."""
        if len(self.steps) == len(self._steps):
            return False
        if not self.finished:
            self._asked.pop()
        self.steps.pop()
        self._trail.pop()
        return True
