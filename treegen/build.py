"""build(): the greedy tree of a strategy, with a promised depth.

With d guesses left, the tree takes the first guess in the order (score, not a candidate, index) all of whose cells
can be finished in d - 1 guesses by the same rule; if there is none, the position is hopeless.  Where the plain rule
already keeps the promise, that first guess is the plain rule's own, so the plain tree is made first, level by level,
and only positions whose plain subtree is too deep are searched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from player.tree import Tree
from treegen import strategy as strategies
from treegen.engine import CellSolver
from treegen.errors import BadInput, GaveUp, NoSuchTree
from treegen.game import Game
from treegen.native import core
from treegen.partition import Indices, cell_sizes, cells, first_separating_candidate
from treegen.strategy import Scores, Strategy

if TYPE_CHECKING:
    from player.tree import Node

__all__ = ["DEFAULT_EFFORT", "DEFAULT_LIMITS", "POOLS", "build"]

DEFAULT_EFFORT = 10**6
DEFAULT_LIMITS = {"bulls-4x10": 7, "bulls-4x10-any": 7}
POOLS = ("all", "candidates")

Progress = Callable[[int, int], None]
Repaired = Callable[[int, int], None]


class Position:
    """A set of candidates, the guess chosen for it, and the positions its cells become."""

    __slots__ = ("candidates", "children", "depth", "guess", "history", "wins")

    def __init__(self, candidates: Indices, history: tuple[int, ...]) -> None:
        self.candidates = candidates
        self.history = history
        self.guess = -1
        self.wins = False
        self.children: list[tuple[int, Position]] = []
        self.depth = 1


def build(
    game: Game,
    strategy: str = "entropy",
    *,
    guesses: str | None = None,
    max_depth: int | str | None = "default",
    first: str | None = None,
    seed: int = 0,
    effort: int = DEFAULT_EFFORT,
    exact_below: int = 0,
    progress: Progress | None = None,
    repaired: Repaired | None = None,
) -> Tree:
    """The greedy tree of a strategy, of depth at most `max_depth` (None: the plain rule; "default": the game's own).

    `guesses` is the pool, "all" or "candidates" (None: the strategy's own); `first` forces the first guess; `seed`
    is for the random strategy; `effort` bounds the positions looked at; cells of at most `exact_below` candidates get
    a tree of least total instead of the rule's.  `progress(done, secrets)` is called as
    secrets get their place, `repaired(depth, secrets)` where the plain rule needs that depth for so many secrets that
    the promise was broken.  Raises NoSuchTree when it is proved that there is no such tree, GaveUp after `effort`.

    >>> import treegen as tg
    >>> tg.build(tg.game("bulls-3x9")).tally
    '2364:6:49'
    """
    rule = strategies.find(strategy)
    pool = guesses or rule.pool
    if pool not in POOLS:
        raise BadInput(f"{pool!r} is no pool of guesses; take one of: {', '.join(POOLS)}")
    limit = DEFAULT_LIMITS.get(game.name) if max_depth == "default" else max_depth
    if limit is not None and (type(limit) is not int or limit < 1):
        raise BadInput(f"--max-depth takes a number from 1 on, or none, not {max_depth!r}")
    solver = _Exact(exact_below, CellSolver(game, pool, limit)) if exact_below else None
    builder = _Builder(game, rule, pool, seed, effort, progress, solver)
    root = builder.start(None if first is None else game.find_guess(first))
    if limit is not None and len(root.candidates) > builder.capacity(limit):
        raise NoSuchTree(f"no tree of depth {limit} exists (proved)")
    try:
        plain = builder.plain(root)
        finished: Position | None = plain
        if limit is not None and plain.depth > limit:
            plain_depth, over = plain.depth, sum(_histogram(plain)[limit:])
            finished = builder.finish(root, limit, forced=root.guess if first is not None else -1)
    except GaveUp:
        what = "no tree" if limit is None else f"no tree of depth {limit}"
        raise GaveUp(f'{what} found within {effort} positions; raise --effort or use "treegen solve"') from None
    if limit is not None and plain.depth > limit:
        if finished is None:
            where = f" from first guess {first}" if first is not None else ""
            where += " with candidates only" if pool == "candidates" else ""
            raise NoSuchTree(f"no tree of depth {limit} exists{where} (proved)")
        root = finished
        if repaired is not None:
            repaired(plain_depth, over)
    made = f"treegen build {game.name} --strategy {rule.name} --guesses {pool} --max-depth {limit or 'none'}"
    if first is not None:
        made += f" --first {first}"
    if rule.is_random:
        made += f" --seed {seed}"
    if exact_below:
        made += f" --exact-below {exact_below}"
    return Tree.from_nodes(
        _nodes(game, root), game=game.name, made=made, labels=game.labels, winning=game.winning, losing=game.losing
    )


class _Exact:
    """Least-total subtrees for cells of at most `below` candidates."""

    def __init__(self, below: int, solver: CellSolver) -> None:
        self.below = below
        self._solver = solver

    def serves(self, position: Position) -> bool:
        """Whether the position is small enough, and large enough to have a choice."""
        return 2 < len(position.candidates) <= self.below and position.guess < 0

    def finish(self, game: Game, position: Position, left: int | None) -> bool:
        """Complete the position with at most `left` guesses; False where that cannot be."""
        cell = self._solver.solve(position.candidates, position.history, left)
        if cell is None:
            return False
        nodes = [position] + [Position(position.candidates[:0], ()) for _ in cell[0][1:]]
        for node, guess, wins, parent, feedback in zip(nodes, *cell, strict=True):
            node.guess, node.wins = guess, bool(wins)
            if parent >= 0:
                above = nodes[parent]
                row = game.table[above.guess][above.candidates]
                node.candidates = above.candidates[row == feedback]
                above.children.append((feedback, node))
        for node in reversed(nodes):
            node.children.sort(key=lambda pair: pair[0])
            node.depth = 1 + max((child.depth for _, child in node.children), default=0)
        return True


class _Builder:
    """One build: the rule, the effort spent, and what is known of the sets met so far."""

    def __init__(
        self,
        game: Game,
        rule: Strategy,
        pool: str,
        seed: int,
        effort: int,
        progress: Progress | None,
        exact: _Exact | None,
    ) -> None:
        self.game, self.rule, self.pool, self.seed, self.effort = game, rule, pool, seed, effort
        self.progress = progress
        self.exact = exact
        self.looked_at = 0
        self._prices = rule.price(len(game.secrets))
        self._plain: dict[bytes, Position] = {}
        self._hopeless: set[tuple[bytes, int]] = set()
        self._capacities = [0, 1]
        # A random score differs between equivalent guesses, so nothing may stand for anything.
        self._symmetry = None if rule.is_random else game.symmetry
        self._representatives: dict[tuple[int, ...], Indices | None] = {}

    def start(self, first: int | None) -> Position:
        """The position before the first guess; a forced first guess is already chosen there."""
        root = Position(np.arange(len(self.game.secrets), dtype=np.int32), ())
        if first is not None:
            root.guess = first
        return root

    def capacity(self, depth: int) -> int:
        """No tree finds more secrets than this within `depth` guesses: one at each node, a child per feedback."""
        ways = len(self.game.labels) - 1 - len(self.game.losing)
        while len(self._capacities) <= depth and self._capacities[-1] <= len(self.game.secrets):
            self._capacities.append(1 + ways * self._capacities[-1])
        return self._capacities[min(depth, len(self._capacities) - 1)]

    def plain(self, root: Position) -> Position:
        """Fill in the plain rule's subtree below `root` and its depths, without recursion."""
        order, done = [root], 0
        for position in order:
            if position.children:
                continue  # met before, and complete
            if self.exact is not None and self.exact.serves(position):
                if not self.exact.finish(self.game, position, None):
                    raise self._hopeless_without_limit(position)
                if self.progress is not None:
                    done += len(position.candidates)
                    self.progress(done, len(root.candidates))
                continue
            if position.guess < 0:
                position.guess = self._choose(position)
            self._split(position)
            order.extend(child for _, child in position.children)
            if self.progress is not None:
                done += position.wins
                self.progress(done, len(root.candidates))
        for position in reversed(order):
            if position.children:
                position.depth = 1 + max(child.depth for _, child in position.children)
        return root

    def finish(self, position: Position, depth: int, forced: int = -1) -> Position | None:
        """The position with a subtree of at most `depth` guesses, by the rule above; None where it is hopeless."""
        n = len(position.candidates)
        if n > self.capacity(depth):
            return None
        key = (position.candidates.tobytes(), depth)
        if key in self._hopeless:
            return None
        if position.depth <= depth and self._is_complete(position):
            return position
        if self.exact is not None and n <= self.exact.below and forced < 0:
            fresh = Position(position.candidates, position.history)
            if self.exact.finish(self.game, fresh, depth):
                return fresh
            self._hopeless.add(key)
            return None
        guesses = [forced] if forced >= 0 else self._ranked(position, depth)
        for guess in guesses:
            tried = Position(position.candidates, position.history)
            tried.guess = guess
            self._split(tried)
            if self._finish_cells(tried, depth):
                tried.depth = 1 + max((child.depth for _, child in tried.children), default=0)
                return tried
        self._hopeless.add(key)
        return None

    def _finish_cells(self, position: Position, depth: int) -> bool:
        children: dict[int, Position] = {}
        for feedback, child in sorted(position.children, key=lambda pair: -len(pair[1].candidates)):
            if len(child.candidates) > self.capacity(depth - 1):
                return False
            finished = self.finish(self.plain(child), depth - 1)
            if finished is None:
                return False
            children[feedback] = finished
        position.children = sorted(children.items())
        return True

    @staticmethod
    def _is_complete(position: Position) -> bool:
        return position.guess >= 0 and (position.wins or bool(position.children))

    def _split(self, position: Position) -> None:
        game = self.game
        if len(position.candidates) == 1 and game.wins_against[position.guess] == position.candidates[0]:
            position.wins = True
            return
        history = (*position.history, position.guess)
        children: list[tuple[int, Position]] = []
        for feedback, cell in cells(game, position.candidates, position.guess):
            if feedback == game.winning:
                position.wins = True
                continue
            if feedback in game.losing or len(cell) == len(position.candidates):
                raise BadInput(f"{game.name}: first guess {game.guesses[position.guess]} splits nothing or may lose")
            key = cell.tobytes()
            child = self._plain.get(key)
            if child is None:
                child = self._plain[key] = Position(cell, history)
            children.append((feedback, child))
        position.children = children

    def _choose(self, position: Position) -> int:
        """The plain rule's guess: the first in the order that splits."""
        candidates = position.candidates
        if len(candidates) == 1:
            own = int(self.game.own_guess[candidates[0]])
            if own >= 0:
                return own
        elif not self.rule.is_random:
            # Best under every other rule, and first in its order: see first_separating_candidate.
            found = first_separating_candidate(self.game, candidates)
            if found >= 0 and (len(candidates) <= 2 or self.rule.name != "first"):
                return found
        if core is not None and not self.rule.is_random and len(candidates) > 1:
            self._look()
            found = core.choose(
                self.game.by_secret, candidates, self._prices, self.rule.takes_greatest, self.pool == "candidates",
                len(self.game.labels), self.game.winning, self.game.losing,
            )  # fmt: skip
            if found >= 0:
                return int(found)
        guesses, scores, is_candidate, largest = self._scored(position)
        allowed = np.flatnonzero(largest < len(candidates)) if len(candidates) > 1 else np.arange(len(guesses))
        if not len(allowed):
            raise self._hopeless_without_limit(position)
        order = np.lexsort((guesses[allowed], ~is_candidate[allowed], scores[allowed]))
        return int(guesses[allowed[order[0]]])

    def _hopeless_without_limit(self, position: Position) -> NoSuchTree:
        candidates = position.candidates
        some = ", ".join(self.game.secrets[i] for i in candidates[:3]) + (", ..." if len(candidates) > 3 else "")
        what = "cannot be told apart" if len(candidates) > 1 else "has no guess that finds it"
        return NoSuchTree(f"{self.game.name}: no tree exists: {some} {what} (proved)")

    def _look(self) -> None:
        self.looked_at += 1
        if self.looked_at > self.effort:
            raise GaveUp(f"nothing found within {self.effort} positions")

    def _ranked(self, position: Position, depth: int) -> Sequence[int]:
        """Guesses in the order of the rule, without those whose largest cell cannot be finished by counting."""
        guesses, scores, is_candidate, largest = self._scored(position)
        n = len(position.candidates)
        allowed = np.flatnonzero(largest <= min(self.capacity(depth - 1), n - 1 if n > 1 else 1))
        order = np.lexsort((guesses[allowed], ~is_candidate[allowed], scores[allowed]))
        ranked: list[int] = guesses[allowed[order]].tolist()
        return ranked

    def _scored(self, position: Position) -> tuple[Indices, Scores, np.ndarray, np.ndarray]:
        """Guesses of the pool that cannot lose, with score, whether a candidate, and largest cell still open."""
        self._look()
        game, candidates = self.game, position.candidates
        guesses = self._pool(position)
        sizes = cell_sizes(game, candidates, guesses)
        if guesses is None:
            guesses = np.arange(len(game.guesses), dtype=np.int32)
        if game.losing:
            safe = ~sizes[:, list(game.losing)].any(axis=1)
            guesses, sizes = guesses[safe], sizes[safe]
        if self.rule.is_random:
            scores = strategies.random_scores(self.seed, candidates, guesses)
        else:
            scores = self.rule.scores(sizes, self._prices)
        is_candidate = sizes[:, game.winning] > 0
        largest = sizes.max(axis=1)
        if len(candidates) == 1:
            guesses, scores, largest = guesses[is_candidate], scores[is_candidate], largest[is_candidate]
            is_candidate = is_candidate[is_candidate]
        return guesses, scores, is_candidate, largest

    def _pool(self, position: Position) -> Indices | None:
        """The guesses to look at, one of each class that is known to be equivalent; None for all."""
        game = self.game
        if self.pool == "candidates":
            guesses: Indices | None = game.candidate_guesses(position.candidates)
        else:
            guesses = None
        symmetry, history = self._symmetry, position.history
        if symmetry is None:
            return guesses
        if history not in self._representatives:
            self._representatives[history] = symmetry.representatives(history) if self._pays(history) else None
        representatives = self._representatives[history]
        if representatives is None:
            return guesses
        if guesses is None:
            return representatives
        return np.intersect1d(guesses, representatives, assume_unique=True)

    def _pays(self, history: tuple[int, ...]) -> bool:
        """Whether equivalent guesses are worth finding: later on nearly every guess stands for itself."""
        return len(history) <= 2


def _histogram(root: Position) -> list[int]:
    histogram, level = [], [root]
    while level:
        histogram.append(sum(position.wins for position in level))
        level = [child for position in level for _, child in position.children]
    return histogram


def _nodes(game: Game, root: Position) -> Node:
    """Positions as the nested nodes that Tree.from_nodes takes; no recursion."""
    order = [root]
    for position in order:
        order.extend(child for _, child in position.children)
    made: dict[int, Node] = {}
    for position in reversed(order):
        if id(position) not in made:
            children = [(feedback, made[id(child)]) for feedback, child in position.children]
            made[id(position)] = (game.guesses[position.guess], position.wins, children)
    return made[id(root)]
