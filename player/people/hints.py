"""Guesses for people: of the tree as long as it has the history, then of a bounded search, which also allows lies."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from math import ceil, log2, prod
from random import Random

from player.errors import BadInput
from player.people.keeper import Candidates
from player.rules.cells import ByLies, broken_hint, split, ways_to_lie, worth
from player.rules.history import Pairs, impossible, show_history
from player.rules.names import AnyRules
from player.tree import Tree

# The most feedbacks of one search: at 2 to 4 µs each, a search takes 0.1 to 0.25 s on a machine of 2024.
WORK = 60_000
SAMPLE = 250  # the most candidates with which a search compares each guess


class Hint:
    """A guess after these steps, which leave one candidate or more on each open board.

    It is the guess of the tree if the tree has the history, or else of a search; `source` names the tree or the search.
    `is_candidate`: the guess may be the secret; `bits`: its information; `expected`: how many it leaves on average.
    """

    def __init__(self, rules: AnyRules, tree: Tree | None, steps: Pairs, *boards: Sequence[str]) -> None:
        self.guess, self.source = "", "the tree"
        if tree is not None and not (steps and len(boards) > 1):
            with suppress(BadInput):  # it raises BadInput if the tree does not have this history
                self.guess = tree.guesses[tree.find(show_history(steps))]
        if not self.guess:
            marks = steps if tree is not None and tree.pool == "hard" else ()
            self.guess, self.source = search(rules, [[list(board)] for board in boards], marks), "a search"
        self.is_candidate, self.bits, self.expected = False, 0.0, 0.0
        for candidates in boards:
            cells, total = split(rules, self.guess, candidates), len(candidates)
            self.is_candidate |= self.guess in candidates or rules.labels[rules.winning] in cells
            self.bits += sum(len(cell) * log2(total / len(cell)) for cell in cells.values()) / total
            self.expected += sum(len(cell) ** 2 for cell in cells.values()) / total


@lru_cache(maxsize=4)
def _guesses(rules: AnyRules) -> Sequence[str]:
    """Return the guesses of a game, WORK of them at most."""
    return thin(rules.guesses(), WORK)


def search(rules: AnyRules, boards: Sequence[ByLies], hints: Sequence[tuple[str, str]] = ()) -> str:
    """Return the guess that leaves fewest candidates, among a bounded number of guesses and candidates.

    Of equally good guesses, a candidate comes first, then the first in the order of the text.  The guess always reduces
    the candidates, and it uses all `hints`, as each candidate does.  On several boards, the product over the boards
    counts.  If answers may be false, only the worst answer counts, by the ways to lie that it leaves.
    """
    alive = min((sorted(word for part in board for word in part) for board in boards), key=len)
    named, ways = rules.rule.naming + alive[0], ways_to_lie(rules, len(boards[0]) - 1)
    if len(alive) <= (1 if rules.losing or len(ways) > 1 else 2) and rules.is_guess(named):
        return named
    most = SAMPLE / len(boards)
    samples = [[thin(part, ceil(most * len(part) / sum(map(len, board)))) for part in board] for board in boards]
    words = [word for board in samples for part in board for word in part]
    sample, budget = list(dict.fromkeys(words)), WORK // len(words)
    # Up to half of the guesses are from the sample, since each of these excludes at least itself.
    own = list(filter(rules.is_guess, thin(sample, budget // 2 + 1)))
    pool = dict.fromkeys([*own, *thin(_guesses(rules), budget - len(own))])
    price = {
        guess: prod(1 + _price(rules, guess, board, ways) for board in samples)
        for guess in pool
        if not broken_hint(guess, hints)
    }
    likely = set(sample)
    return min(price, key=lambda guess: (price[guess], guess not in likely, guess))


def _price(rules: AnyRules, guess: str, position: Sequence[Sequence[str]], ways: Sequence[int]) -> int:
    """Return a measure of the candidates after a guess, unless it wins; a guess that may lose costs most."""
    cells = [{label: len(cell) for label, cell in split(rules, guess, part).items()} for part in position]
    labels = {label for part in cells for label in part}
    if any(rules.labels[index] in labels for index in rules.losing):
        return worth(ways, map(len, position)) ** 2 + 1
    labels.discard(winning := rules.labels[rules.winning])
    wrong = [len(part) - own.get(winning, 0) for part, own in zip(position, cells, strict=True)]
    sizes = []
    for label in labels:
        true = [part.get(label, 0) for part in cells]
        lied = [0, *(most - own for most, own in zip(wrong, true, strict=True))]
        sizes.append(worth(ways, map(sum, zip(true, lied, strict=False))))
    return max(sizes, default=0) if len(ways) > 1 else sum(size**2 for size in sizes)


def thin(words: Sequence[str], count: int) -> Sequence[str]:
    """Return `count` of the words at most, in order, drawn with a fixed seed; at even steps, they might be alike."""
    if len(words) <= count:
        return words
    return [words[i] for i in sorted(Random(count).sample(range(len(words)), count))]


class Sceptic(Candidates):
    """A player whose guesses come from a search, for up to `lies` false answers; it has the methods of `Player`.

    The game may begin after some `steps`, which leave these `secrets`.
    """

    _guesses: Sequence[str] = ()  # the guesses so far, and the one now

    def reset(self) -> None:
        """Go back to the first guess, after the steps at the beginning."""
        super().reset()
        self._guesses = self._guesses[:1] or [search(self.rules, [self.position() or []])]

    finished = Candidates.is_found

    @property
    def guess(self) -> str | None:
        """Return the next guess, or None when the game is finished."""
        return None if self.finished else self._guesses[-1]

    @property
    def certain(self) -> str | None:
        """Return the guess that names the secret once it is the only candidate, or else None."""
        return self._guesses[-1] if self.left == 1 else None

    def possible(self) -> tuple[str, ...]:
        """Return the labels that can answer the guess now."""
        return tuple(self._after(self._guesses[-1]))

    def answer(self, label: str) -> str | None:
        """Take an answer, and return the next guess. Raises ImpossibleFeedback if that needs more lies than allowed."""
        guess, positions = self._guesses[-1], self._after(self._guesses[-1])
        if label not in positions:
            raise impossible(label, guess, self.steps, tuple(positions), self.rules)
        self._add(guess, label, positions[label])
        if not self.finished:
            self._guesses = [*self._guesses, search(self.rules, [self.position() or []])]
        return self.guess

    def undo(self) -> bool:
        """Take the last answer back; return False, and change nothing, at the start."""
        self._guesses = self._guesses[: max(1, len(self._guesses) - (not self.finished))]
        return super().undo()
