"""A good guess for a person: the tree's while the history is on it, else the best of a bounded search."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2, prod

from player.errors import ImpossibleFeedback
from player.people.keeper import MAX_LISTED
from player.rules.cells import broken_hint, split
from player.rules.names import AnyRules
from player.tree import Tree
from player.tree.player import Player

# Feedbacks of one search: at 2 to 4 µs each, 0.1 to 0.25 s on a machine of 2024.
WORK = 60_000
SAMPLE = 250  # of so many candidates the cells of a guess are looked at
MAX_MEASURED = 20_000  # up to so many candidates the hint's own cells are counted over all of them


class Hint:
    """A guess and what is known of it.

    `boards` are the candidates of each board, mostly of one.  `is_candidate`: it may be the secret; `bits`: the
    information it is worth; `expected`: how many candidates it leaves on average; `is_exact`: both were counted over
    all candidates; `source`: who proposes it.
    """

    def __init__(self, rules: AnyRules, guess: str, source: str, *boards: Sequence[str]) -> None:
        self.guess, self.source = guess, source
        self.is_exact, self.is_candidate, self.bits, self.expected = True, False, 0.0, 0.0
        for candidates in boards:
            measured = candidates if len(candidates) <= MAX_MEASURED else thin(candidates, SAMPLE)
            cells, total = split(rules, guess, measured), len(measured)
            self.is_exact &= total == len(candidates)
            self.is_candidate |= guess in candidates or rules.labels[rules.winning] in cells
            self.bits += sum(len(cell) * log2(total / len(cell)) for cell in cells.values()) / total
            self.expected += sum(len(cell) ** 2 for cell in cells.values()) * len(candidates) / total**2


class Hints:
    """Proposes guesses of one game; `tree`, where there is one, knows best."""

    def __init__(self, rules: AnyRules, tree: Tree | None = None) -> None:
        self.rules, self.tree = rules, tree
        self._guesses: Sequence[str] | None = None

    def propose(self, steps: Sequence[tuple[str, str]], *boards: Sequence[str]) -> Hint:
        """A hint after these guesses and feedbacks, which leave candidates, one at least, on each open board."""
        guess = None if steps and len(boards) > 1 else self.from_tree(steps)
        if guess is not None:
            return Hint(self.rules, guess, "the tree", *boards)
        return Hint(self.rules, self.search(*boards, steps=steps), "a search", *boards)

    def from_tree(self, steps: Sequence[tuple[str, str]]) -> str | None:
        """What the tree asks after these guesses and feedbacks; None where it does not go that way."""
        if self.tree is None:
            return None
        player = Player(self.tree)
        for guess, label in steps:
            if player.guess != guess:
                return None
            try:
                player.answer(label)
            except ImpossibleFeedback:
                return None
        return player.guess

    def search(self, *boards: Sequence[str], steps: Sequence[tuple[str, str]] = ()) -> str:
        """The guess that leaves fewest candidates on average, of at most WORK / sample guesses and candidates.

        Of equally good ones a candidate, then the first.  Always one that makes the candidates fewer.  Where the tree
        is one of hard mode, the guess uses every hint of `steps`, as each candidate does.  On several boards the least
        product counts.
        """
        fewest = min(boards, key=len)
        may_name = self.rules.is_guess(fewest[0])  # not of numbers, which are asked as in eq42
        if len(fewest) <= 2 and may_name:
            return fewest[0]
        samples = [thin(candidates, SAMPLE // len(boards)) for candidates in boards]
        sample = list(dict.fromkeys(word for part in samples for word in part))
        budget = WORK // sum(map(len, samples))
        own = thin(sample, budget // 2 + 1) if may_name else ()  # of the sample: each leaves at least itself aside
        pool = dict.fromkeys([*own, *thin(self.guesses(), budget - len(own))])
        if self.tree is not None and self.tree.pool == "hard":
            pool = {guess: None for guess in pool if not broken_hint(guess, steps)}
        likely = set(sample)
        price = {guess: prod(1 + self._price(guess, part) for part in samples) for guess in pool}
        return min(pool, key=lambda guess: (price[guess], guess not in likely, guess))

    def _price(self, guess: str, sample: Sequence[str]) -> int:
        """Σ over the cells of size², the winning one left out; more than any other where the guess may lose."""
        rules = self.rules
        cells = split(rules, guess, sample)
        if any(rules.labels[index] in cells for index in rules.losing):
            return len(sample) ** 2 + 1
        return sum(len(cell) ** 2 for cell in cells.values()) - (rules.labels[rules.winning] in cells)

    def guesses(self) -> Sequence[str]:
        """The guesses of the game, WORK of them at most; none of a game too large to list."""
        if self._guesses is None:
            is_listed = self.rules.secret_count <= MAX_LISTED
            self._guesses = thin(self.rules.guesses(), WORK) if is_listed else ()
        return self._guesses


def thin(words: Sequence[str], count: int) -> Sequence[str]:
    """At most `count` of the words, the same each time, in their order; drawn, as even steps meet one last symbol."""
    if len(words) <= count:
        return words
    from random import Random

    return [words[i] for i in sorted(Random(count).sample(range(len(words)), count))]
