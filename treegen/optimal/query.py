"""What a search is asked, and what comes of it: the same for every way to search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypedDict

from treegen.games.game import Game
from treegen.games.partition import Indices
from treegen.games.subtree import Subtree
from treegen.native.interface import NEVER, SearchState

History = tuple[tuple[int, int], ...]  # guesses and the feedbacks to them, as indices


@dataclass(frozen=True)
class Problem:
    """What is searched, without the prices: a game, the pool of guesses and the forced first guess.

    With `names`, no question of a game of numbers ends the game: see `treegen.optimal.goal.naming_game`.
    """

    game: Game
    pool: str = "all"
    first: int | None = None
    names: bool = False


class Position(NamedTuple):
    """`candidates` (indices of secrets, int32, rising) are all that the feedbacks to the guesses `asked` leave."""

    candidates: Indices
    asked: tuple[int, ...]

    @classmethod
    def after(cls, game: Game, history: Sequence[tuple[int, int]]) -> Position:
        """The position that a history leads to."""
        return cls(game.select(history), tuple(guess for guess, _ in history))

    def feedbacks(self, game: Game) -> tuple[int, ...]:
        """The feedbacks (their indices) to the guesses asked."""
        return tuple(game.table[list(self.asked), self.candidates[0]].tolist())


@dataclass(frozen=True, slots=True)
class Query:
    """What one run of a search is asked: the least-cost tree of a position, if it costs less than `limit`."""

    position: Position | None = None  # None: all secrets, before the first guess
    depth: int = 0  # the guesses that are counted before it
    only: tuple[int, ...] = ()  # the first guesses to try, rising; none: all
    limit: int = NEVER
    openers: int = 0  # how many of the best first guesses are to be named with their costs, in place of the tree
    horizon: int = 0  # larger sets than `exact` are only bounded after so many guesses; 0: none are
    beam: int = 0  # of larger sets than `exact` only so many guesses are tried, those of the highest entropy; 0: all
    exact: int = 0
    is_again: bool = False  # whether the set is searched even if its cost is known
    wants_tree: bool = True

    @property
    def is_exact(self) -> bool:
        """Whether the least cost is asked, not only a bound or a good tree sooner."""
        return not self.horizon and not self.beam


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a search found: a tree, or None where it was stopped, or no tree costs less than the limit.

    No tree costs less than `bound`; NEVER: there is none.  `cost` and `guess` are of the best tree that was found, and
    its first guess (None and -1: none was).  If the search was stopped, `bounds` are those of single first guesses.
    """

    bound: int = 0
    cost: int | None = None
    guess: int = -1
    tree: Subtree | None = None
    openers: Sequence[tuple[int, int]] = ()  # the best first guesses with their costs, where they were asked for
    bounds: Mapping[int, int] = field(default_factory=dict)  # of first guesses, if openers were asked for
    is_stopped: bool = False


class ClusterState(TypedDict):
    """The part of a progress report that is about a cluster, and the state of its search."""

    workers: int
    tasks: int  # that are being searched
    tasks_per_second: float
    dashboard: str  # the address of the cluster's own page; empty: there is none
    search: SearchState
