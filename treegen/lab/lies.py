"""Games with lies: up to k answers may be false, as in the game of Ulam and Rényi.

A position has a set of secrets for each number from 0 to k: the secrets for which this number of the answers so far
are lies.  The winning answer is always true; a lie may be any other answer that the guess can get.  A set is an integer
with a bit for each secret, so that an answer takes only a few operations.
"""

from __future__ import annotations

import math
import time
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from player.errors import BadInput, NoSuchTree, require
from player.rules.variants import MAX_LIES, read_lies
from treegen.games.game import Game
from treegen.games.lookup import as_game
from treegen.games.memory import available_memory, check_options, show_size

Task = Generator[Any, Any, Any]
Sets = tuple[int, ...]  # The sets of a position, by the number of lies.

_TREE = 1 << 18  # A greedy tree is made only if guesses times secrets is at most this number.
_NEVER = 1 << 29  # This number of guesses stands for no limit, or for a position in which every guess may lose.


@dataclass(frozen=True, slots=True)
class LiesValue:
    """The proved bounds of a position: at least `lower` and at most `upper` more guesses are needed (None: no bound).

    `guess` is a good next guess, and the first guess of an optimal tree if the bounds are equal.  `candidates` are the
    possible secrets, by the number of answers that are lies if the secret is one of them.
    """

    lower: int
    upper: int | None
    guess: str
    candidates: tuple[tuple[str, ...], ...]


def lies(name: Game | str, count: int | None = None, history: str = "", time_limit: float | None = None) -> LiesValue:
    """Return bounds of the worst case of a game after a history; they are equal if it is proved in time.

    Up to `count` answers may be false (None: the number in `name`, such as `bulls-3x4~1`).  Raises BadInput for numbers
    of lies outside 1 to 4, or an impossible or lost history, and NoSuchTree if an answer that loses is unavoidable.

    >>> import treegen as tg
    >>> tg.lies("number-1..4~1").upper
    6
    """
    check_options(time_limit=time_limit)
    if isinstance(name, str) and count is None:
        name, count = read_lies(name)
    if count is None or not 1 <= count <= MAX_LIES:
        raise BadInput(f"the number of lies is from 1 to {MAX_LIES}, as in bulls-3x4~1")
    game = as_game(name, "lies")
    require(int(game.own_guess.min()) >= 0, f"{game.brief}: a game with lies needs a guess that names each secret")
    search = _LiesSearch(game, count, math.inf if time_limit is None else time.monotonic() + time_limit)
    position = search.after(game.read_history(history))
    require(any(position), f"no secret of {game.brief} has these answers, even if {count} are false; check them")
    return search.value(position)


class _LiesSearch:
    """The search of one game, with the set of secrets that give each answer to each guess."""

    def __init__(self, game: Game, count: int, end: float) -> None:
        self.game, self.count, self.end = game, count, end
        needed, free = len(game.guesses) * len(game.labels) * (len(game.secrets) // 8 + 50), available_memory()
        if needed > free:
            sizes = f"{show_size(needed)}, and {show_size(free)} are free"
            raise BadInput(f"{game.brief}: its answers as sets of secrets take {sizes}; use a smaller game")
        self.wins: list[int] = []
        self.lost: list[int] = []
        self.cells: list[dict[int, int]] = []
        for row in game.table:
            flags = {int(label): np.packbits(row == label, bitorder="little") for label in np.unique(row)}
            sets = {label: int.from_bytes(some.tobytes(), "little") for label, some in flags.items()}
            self.wins.append(sets.pop(game.winning, 0))
            self.lost.append(sum(sets.pop(label, 0) for label in game.losing))
            self.cells.append(sets)
        self.start: Sets = ((1 << len(game.secrets)) - 1, *[0] * count)
        self.firsts = self.every = list(range(len(self.cells)))
        if game.symmetry is not None:
            self.firsts = game.symmetry.representatives(()).tolist()
        self.answers = max(map(len, self.cells))
        # If naming a wrong secret loses, all others must be ruled out before a secret is named.
        self.is_named_last = all(not won or lost for won, lost in zip(self.wins, self.lost, strict=True))
        # By position: a number of guesses that is too small, one that is enough, and the first guess that achieves it.
        self.bounds: dict[Sets, tuple[int, int, int]] = {}
        self.greedy: dict[Sets, int] = {}  # by position: the depth of the greedy tree

    def after(self, steps: list[tuple[str, str]]) -> Sets:
        """Return the position after these guesses and answers."""
        position = self.start
        for guess, answer in steps:
            index, label = self.game.guess_index[guess], self.game.labels.index(answer)
            if label == self.game.winning:
                return tuple(part & self.wins[index] for part in position)
            if label in self.game.losing:
                why = "loses, which is never false: the game is over; leave that step out"
                raise BadInput(f"{answer} to {guess} {why}")
            true = self.cells[index].get(label)
            position = self.child(position, index, true) if true else (0,) * len(position)
        return position

    def child(self, position: Sets, guess: int, true: int) -> Sets:
        """Return the position after an answer that is true for the secrets `true`; for others, it is one more lie."""
        goes_on, below, moved = ~(self.wins[guess] | self.lost[guess]), 0, []
        for part in position:
            moved.append(part & true | below & ~true & goes_on)
            below = part
        return tuple(moved)

    def options(self, position: Sets) -> Iterator[tuple[int, list[Sets]]]:
        """Yield the guesses that cannot lose, with the next positions; of guesses with equal positions, the first."""
        seen: set[tuple[Sets, ...]] = set()
        alive = sum(position)
        for guess in self.firsts if position == self.start else self.every:
            if self.lost[guess] & alive:
                continue
            after = [self.child(position, guess, true) for true in self.cells[guess].values()]
            below = sorted(filter(any, after), key=self.volume, reverse=True)
            if tuple(below) not in seen and position not in below:
                seen.add(tuple(below))
                yield guess, below

    def volume(self, position: Sets, guesses: int = 8) -> int:
        """Return the number of ways to lie in the next `guesses` answers; greedy trees minimise it (Berlekamp 1968)."""
        most = self.answers - 1
        ways = [math.comb(guesses, i) * most**i for i in range(self.count + 1)]
        return sum(part.bit_count() * sum(ways[: self.count + 1 - used]) for used, part in enumerate(position))

    def is_too_large(self, position: Sets, guesses: int) -> bool:
        """Return whether counting proves that this many guesses are not enough."""
        many, nodes = sum(position).bit_count(), [int(self.answers**i) for i in range(guesses)]
        if self.is_named_last:
            return many > 1 and self.volume(position, guesses - 1) > nodes[-1]
        return many > sum(nodes)

    # A search below yields the searches that it needs, and `_run` runs all of them without recursion.

    def is_enough(self, position: Sets, guesses: int) -> Task:
        """Return whether this number of guesses finds every secret, with all possible lies."""
        if sum(position).bit_count() <= min(1, guesses):
            return True
        if guesses <= 1 or (guesses < _NEVER and self.is_too_large(position, guesses)):
            return False
        few, enough, first = self.bounds.get(position, (0, 1 << 30, -1))
        if few < guesses < enough:
            if time.monotonic() > self.end:
                raise TimeoutError
            options = sorted(self.options(position), key=lambda option: sum(map(self.volume, option[1][:1])))
            for one, below in options:
                for each in below:
                    if not (yield self.is_enough(each, guesses - (guesses < _NEVER))):
                        break
                else:
                    enough, first = guesses, one
                    break
            else:
                few = guesses
            self.bounds[position] = few, enough, first
        return guesses >= enough

    def best(self, position: Sets) -> tuple[int, list[Sets]]:
        """Return the guess whose worst answer leaves the least volume, or -1, and the positions that may follow."""
        alive = sum(position)
        if alive.bit_count() == 1:
            return self.wins.index(alive), []
        return min(
            self.options(position),
            key=lambda option: (sum(map(self.volume, option[1][:1])), not self.wins[option[0]] & alive),
            default=(-1, []),
        )

    def depth(self, position: Sets) -> Task:
        """Return the depth of the greedy tree; at least _NEVER if it has a position in which every guess may lose."""
        if position not in self.greedy:
            if time.monotonic() > self.end:
                raise TimeoutError
            guess, below = self.best(position)
            most = 0 if guess >= 0 else _NEVER
            for one in below:
                most = max(most, (yield self.depth(one)))
            self.greedy[position] = 1 + most
        return self.greedy[position]

    def value(self, position: Sets) -> LiesValue:
        """Return the bounds of a position that are proved in time."""
        game, lower, upper = self.game, 1, None
        guess = self.best(position)[0]
        why = "no way to ask finds every secret without the risk of an answer that loses"
        unavoidable = NoSuchTree(f"{game.brief}: {why}")
        if guess < 0:
            raise unavoidable
        while self.is_too_large(position, lower):
            lower += 1
        with suppress(TimeoutError):
            upper = _run(self.depth(position)) if game.table.size <= _TREE else None
            if upper is not None and upper >= _NEVER:
                upper = None
                if not _run(self.is_enough(position, _NEVER)):
                    raise unavoidable
            while lower != upper and not _run(self.is_enough(position, lower)):
                lower += 1
            upper = lower
        guess = self.bounds[position][2] if position in self.bounds and self.bounds[position][1] == upper else guess
        by_lies = (tuple(name for place, name in enumerate(game.secrets) if part >> place & 1) for part in position)
        return LiesValue(lower, upper, game.guesses[guess], tuple(by_lies))


def _run(task: Task) -> Any:
    """Return the result of a search."""
    stack, value = [task], None
    while stack:
        try:
            stack.append(stack[-1].send(value))
            value = None
        except StopIteration as done:
            stack.pop()
            value = done.value
    return value
