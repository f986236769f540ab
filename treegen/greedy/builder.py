"""build(): the greedy tree of a strategy, with a guaranteed depth.

With d guesses left, the tree takes the first guess in the order (score, not a candidate, index) all of whose cells
can be finished in d - 1 guesses by the same rule; if there is none, the position is hopeless.  Where the plain rule
already keeps the guarantee, that first guess is the plain rule's own, so the plain tree is made first, level by level,
and only positions whose plain subtree is too deep are searched.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from player.errors import BadInput, GaveUp, NoSuchTree
from player.tree import Tree
from treegen.games.game import Game
from treegen.games.partition import Indices, cells
from treegen.greedy import strategy as strategies
from treegen.greedy.chooser import Chooser, Mask
from treegen.greedy.strategy import Strategy

if TYPE_CHECKING:
    from player.tree import Node

__all__ = ["DEFAULT_EFFORT", "DEFAULT_LIMITS", "build"]

DEFAULT_EFFORT = 10**6
_ENDLESS = 1 << 30  # the depth of a subtree in which the plain rule has nothing to ask
DEFAULT_LIMITS = {"bulls-4x10": 7, "bulls-4x10-any": 7}

# A subtree as columns: guess, whether it wins, parent (-1 at the root) and the feedback that leads there.
Cell = tuple[list[int], ...]


class CellSolver(Protocol):
    """What finds least-total subtrees of small cells."""

    def solve(self, candidates: Indices, history: tuple[int, ...], left: int | None) -> Cell | None:
        """The tree of these candidates with `left` guesses (None: any number), None where there is none."""


MakeSolver = Callable[[Game, str, "int | None"], CellSolver]  # of the game, the pool and the limit of depth
Progress = Callable[[int, int], None]
Repaired = Callable[[int, int], None]


class Position:
    """A set of candidates, the guess chosen for it, and the positions its cells become."""

    __slots__ = ("allowed", "candidates", "children", "depth", "guess", "history", "wins")

    def __init__(self, candidates: Indices, history: tuple[int, ...], allowed: Mask | None = None) -> None:
        self.candidates = candidates
        self.history = history
        self.allowed = allowed  # the guesses that may be asked, None for all
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
    make_solver: MakeSolver | None = None,
    progress: Progress | None = None,
    repaired: Repaired | None = None,
) -> Tree:
    """The greedy tree of a strategy, of depth at most `max_depth` (None: the plain rule; "default": the game's own).

    `strategy` is a name or a spelling (see `treegen.greedy.strategy`); `guesses` its pool and `first` its first guess,
    where given; `seed` is for the random strategy; `effort` bounds the positions looked at; cells of at most
    `exact_below` candidates get a tree of least total instead of the rule's, from what `make_solver` makes
    (`treegen.build` hands in the exact search).  `progress(done, secrets)` is called as secrets get their place,
    `repaired(depth, secrets)` where the plain rule needs that depth for so many secrets that it had to be repaired.
    Raises NoSuchTree when it is proved that there is no such tree, GaveUp after `effort`.

    >>> import treegen as tg
    >>> tg.build(tg.game("bulls-3x9")).tally
    '2364:6:49'
    """
    rule = strategies.find(strategy)
    if guesses is not None:
        rule = replace(rule, pool=strategies.read_pool(guesses))
    if first is not None:
        rule = replace(rule, opening=(first,))
    limit = DEFAULT_LIMITS.get(game.name) if max_depth == "default" else max_depth
    if limit is not None and (type(limit) is not int or limit < 1):
        raise BadInput(f"--max-depth takes a number from 1 on, or none, not {max_depth!r}")
    solver = _exact(game, rule, exact_below, limit, make_solver) if exact_below else None
    builder = _Builder(game, rule, limit, seed, effort, progress, solver)
    root = Position(np.arange(len(game.secrets), dtype=np.int32), ())
    forced = -1
    if rule.opening:
        root.guess = forced = game.find_guess(rule.opening[0])
    if limit is not None and len(root.candidates) > builder.capacity(limit):
        raise NoSuchTree(f"no tree of depth {limit} exists (proved)")
    try:
        plain = builder.plain(root)
        finished: Position | None = plain
        if limit is not None and plain.depth > limit:
            if rule.script:
                raise BadInput(
                    f"{rule.core} follows a script, whatever depth it takes: {plain.depth}; --max-depth none"
                )
            plain_depth, over = plain.depth, sum(_histogram(plain)[limit:])
            finished = builder.finish(root, limit, forced=forced)
    except GaveUp:
        what = "no tree" if limit is None else f"no tree of depth {limit}"
        raise GaveUp(f'{what} found within {effort} positions; raise --effort or use "treegen solve"') from None
    if limit is not None and plain.depth > limit:
        if finished is None:
            where = f" from first guess {rule.opening[0]}" if rule.opening else ""
            where += {"all": "", "candidates": " with candidates only"}.get(rule.pool, f" with guesses {rule.pool}")
            raise NoSuchTree(f"no tree of depth {limit} exists{where} (proved)")
        root = finished
        if repaired is not None and plain_depth < _ENDLESS:
            repaired(plain_depth, over)
    return game.tree(_nodes(game, root), _made(game, rule, limit, seed, exact_below))


def _made(game: Game, rule: Strategy, limit: int | None, seed: int, exact_below: int) -> str:
    """The command that makes the tree again."""
    core = rule.core + (f"+first={'.'.join(rule.opening)}" if len(rule.opening) > 1 else "")
    made = f"treegen build {game.name} --strategy {core} --guesses {rule.pool} --max-depth {limit or 'none'}"
    if len(rule.opening) == 1:
        made += f" --first {rule.opening[0]}"
    if rule.score.is_random:
        made += f" --seed {seed}"
    if exact_below:
        made += f" --exact-below {exact_below}"
    return made if game.weights is None else f"{made} --weights FILE"


def _exact(game: Game, rule: Strategy, below: int, limit: int | None, make_solver: MakeSolver | None) -> _Exact:
    if rule.pool not in ("all", "candidates") or game.weights is not None or rule.script:
        raise BadInput("--exact-below goes with all guesses or candidates, without weights or a script")
    if make_solver is None:
        raise BadInput("exact_below needs a solver of cells; treegen.build hands one in")
    return _Exact(below, make_solver(game, rule.pool, limit))


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
        limit: int | None,
        seed: int,
        effort: int,
        progress: Progress | None,
        exact: _Exact | None,
    ) -> None:
        self.game, self.rule, self.limit, self.effort = game, rule, limit, effort
        self.progress = progress
        self.exact = exact
        self.looked_at = 0
        self._chooser = Chooser(game, rule, seed)
        self._plain: dict[bytes, Position] = {}
        self._hopeless: set[tuple[bytes, int]] = set()
        self._capacities = [0, 1]
        self.stuck: Indices = np.empty(0, dtype=np.int32)  # the fewest candidates with nothing to ask

    def capacity(self, depth: int) -> int:
        """No tree finds more secrets than this within `depth` guesses: one at each node, a child per feedback."""
        ways = len(self.game.labels) - 1 - len(self.game.losing)
        while len(self._capacities) <= depth and self._capacities[-1] <= len(self.game.secrets):
            self._capacities.append(1 + ways * self._capacities[-1])
        return self._capacities[min(depth, len(self._capacities) - 1)]

    def plain(self, root: Position) -> Position:
        """Fill in the plain rule's subtree below `root` and its depths, without recursion.

        Where the rule has nothing to ask, the depth is endless; NoSuchTree if that is allowed.
        """
        order, done = [root], 0
        self.stuck = root.candidates[:0]
        for position in order:
            if position.children:
                continue  # met before, and complete
            if self.exact is not None and self.exact.serves(position):
                if not self.exact.finish(self.game, position, None):
                    self._mark_endless(position)
                elif self.progress is not None:
                    done += len(position.candidates)
                    self.progress(done, len(root.candidates))
                continue
            if position.guess < 0:
                position.guess = self._choose(position)
            if position.guess < 0:
                self._mark_endless(position)
                continue
            self._split(position)
            order.extend(child for _, child in position.children)
            if self.progress is not None:
                done += position.wins
                self.progress(done, len(root.candidates))
        for position in reversed(order):
            if position.children:
                position.depth = 1 + max(child.depth for _, child in position.children)
        if root.depth >= _ENDLESS and self.limit is None:
            raise self._no_tree(root)
        return root

    def finish(self, position: Position, depth: int, forced: int = -1) -> Position | None:
        """The position with a subtree of at most `depth` guesses, by the rule above; None where it is hopeless."""
        n = len(position.candidates)
        if n > self.capacity(depth):
            return None
        key = (position.candidates.tobytes(), depth)
        if key in self._hopeless:  # filled only where the guess is a function of the set
            return None
        if position.depth <= depth and self._is_complete(position):
            return position
        if self.exact is not None and n <= self.exact.below and forced < 0:
            fresh = Position(position.candidates, position.history)
            if self.exact.finish(self.game, fresh, depth):
                return fresh
            self._forget_hope(key)
            return None
        guesses = [forced] if forced >= 0 else self._ranked(position, depth)
        for guess in guesses:
            tried = Position(position.candidates, position.history, position.allowed)
            tried.guess = guess
            self._split(tried)
            if self._finish_cells(tried, depth):
                tried.depth = 1 + max((child.depth for _, child in tried.children), default=0)
                return tried
        self._forget_hope(key)
        return None

    def _forget_hope(self, key: tuple[bytes, int]) -> None:
        if self._chooser.is_a_function_of_the_set:
            self._hopeless.add(key)

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
            position.children = []
            return
        history = (*position.history, position.guess)
        hard = self._chooser.hard
        is_shared = self._chooser.is_a_function_of_the_set
        children: list[tuple[int, Position]] = []
        for feedback, cell in cells(game, position.candidates, position.guess):
            if feedback == game.winning:
                position.wins = True
                continue
            is_whole = len(cell) == len(position.candidates) and not self.rule.script
            if feedback in game.losing or is_whole:
                raise BadInput(f"{game.name}: first guess {game.guesses[position.guess]} splits nothing or may lose")
            key = cell.tobytes()
            child = self._plain.get(key) if is_shared else None
            if child is None:
                allowed = position.allowed
                if hard is not None:
                    told = hard.allowed(position.guess, feedback)
                    allowed = told if allowed is None else allowed & told
                child = Position(cell, history, allowed)
                if is_shared:
                    self._plain[key] = child
            children.append((feedback, child))
        position.children = children

    def _choose(self, position: Position) -> int:
        """The plain rule's guess: the first in the order that splits; -1 where there is none."""
        if len(position.candidates) > 2:
            self._look()
        return self._chooser.choose(position.candidates, position.history, position.allowed)

    def _mark_endless(self, position: Position) -> None:
        position.depth = _ENDLESS
        if not len(self.stuck) or len(position.candidates) < len(self.stuck):
            self.stuck = position.candidates

    def _no_tree(self, root: Position) -> NoSuchTree:
        """What to say of a plain rule that has nothing to ask somewhere."""
        stuck, secrets = self.stuck, self.game.secrets
        some = ", ".join(secrets[i] for i in stuck[:3]) + (", ..." if len(stuck) > 3 else "")
        what = "cannot be told apart" if len(stuck) > 1 else "has no guess that finds it"
        pool = {"all": "", "candidates": " with candidates only"}.get(self.rule.pool, f" with guesses {self.rule.pool}")
        if len(stuck) == 1 or len(stuck) == len(root.candidates):
            return NoSuchTree(f"{self.game.name}: no tree exists{pool}: {some} {what} (proved)")
        core = self.rule.core
        return NoSuchTree(
            f"{self.game.name}: {core} comes to {some}, which {what}{pool}; give --max-depth, or treegen solve"
        )

    def _look(self) -> None:
        self.looked_at += 1
        if self.looked_at > self.effort:
            raise GaveUp(f"nothing found within {self.effort} positions")

    def _ranked(self, position: Position, depth: int) -> list[int]:
        """Guesses in the order of the rule, without those whose largest cell cannot be finished by counting."""
        self._look()
        ranking = self._chooser.rank(position.candidates, position.history, position.allowed)
        guesses: list[int] = ranking.guesses[ranking.largest <= self.capacity(depth - 1)].tolist()
        return guesses


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
