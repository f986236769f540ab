"""Builder: the greedy tree of a strategy, with a guaranteed depth.

With d guesses left, the tree takes the first guess in the order (score, not a candidate, index) all of whose cells
can be finished in d - 1 guesses by the same rule; if there is none, the position has no tree.  Where the plain rule
already keeps the guarantee, that first guess is the plain rule's own.  So the plain tree is made first, level by level,
and only positions whose plain subtree is too deep are searched.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

import numpy as np

from player.errors import BadInput, GaveUp, NoSuchTree
from player.rules.names import Rules
from treegen.games.codes import digits
from treegen.games.game import Game
from treegen.games.memory import available_cpus
from treegen.games.partition import Indices, cells
from treegen.games.subtree import Subtree
from treegen.greedy.chooser import Chooser, Mask
from treegen.greedy.strategy import Strategy, describe_pool

_ENDLESS = 1 << 30  # the depth of a subtree in which the plain rule has nothing to ask
_LEAST_WORK = 1 << 24  # entries of the table that a level must read to be worth threads
_PARTS = 16  # tasks for each thread and level, so that all threads end at about the same time

Progress = Callable[[int, int], None]
Repaired = Callable[[int, int], None]
# The tree of candidates after some guesses, with so many guesses (None: any number); None where there is none.
Solve = Callable[[Indices, tuple[int, ...], int | None], Subtree | None]


@dataclass(slots=True, eq=False)
class _Position:
    """A set of candidates after the guesses `asked`, the guess chosen for it and the positions its cells become.

    `allowed` masks the guesses that may be asked (None: all).  An exact `subtree` stands for guess and children.
    """

    candidates: Indices
    asked: tuple[int, ...]
    allowed: Mask | None = None
    guess: int = -1
    wins: bool = False
    children: list[tuple[int, _Position]] = field(default_factory=list)
    subtree: Subtree | None = None
    depth: int = 1

    @property
    def is_complete(self) -> bool:
        return self.wins or bool(self.children) or self.subtree is not None


class Builder:
    """One build: the strategy, the positions examined so far, and what is known of the sets met so far.

    `limit` is the guaranteed depth (None: the plain rule), `solve` finds trees of cells of at most `exact_below`, and
    the other arguments are those of `treegen.build`.
    `check` is called at every position, also by other threads: what it raises ends the build.  `beside_repair` is
    entered while the plain tree is repaired, and `examined` is told then how many positions were examined.
    """

    def __init__(
        self,
        game: Game,
        rule: Strategy,
        limit: int | None,
        seed: int,
        effort: int,
        exact_below: int = 0,
        solve: Solve = lambda *_: None,
        threads: int | None = None,
        progress: Progress | None = None,
        repaired: Repaired | None = None,
        examined: Callable[[int], None] | None = None,
        check: Callable[[], None] = lambda: None,
        beside_repair: AbstractContextManager[object] | None = None,
    ) -> None:
        self._game, self._rule, self._limit, self._effort = game, rule, limit, effort
        self._exact_below, self._solve_exactly, self._threads = exact_below, solve, threads or available_cpus()
        self._progress, self._repaired = progress, repaired
        self._tell_examined, self._check, self._beside_repair = examined, check, beside_repair or nullcontext()
        self._examined, self._is_repair = 0, False
        self._chooser = Chooser(game, rule, seed)
        self._known: dict[bytes, _Position] = {}  # by candidates
        self._impossible: set[tuple[bytes, int]] = set()
        self._digits = None  # the symbols of the secrets, where only places are told
        if isinstance(game.rules, Rules) and game.rules.rule.tells == ("bulls",):
            self._digits = digits(list(game.secrets), game.rules)
        self._stuck: Indices = np.empty(0, dtype=np.int32)  # the fewest candidates with nothing to ask

    def build(self) -> Subtree:
        """The tree; NoSuchTree when it is proved that there is none of that depth, GaveUp after `effort` positions."""
        game, rule, limit = self._game, self._rule, self._limit
        root = _Position(np.arange(len(game.secrets), dtype=np.int32), ())
        forced = -1
        if rule.opening:
            root.guess = forced = game.find_guess(rule.opening[0])
        if limit is not None and len(root.candidates) > game.capacity(limit):
            raise NoSuchTree(f"no tree of depth {limit} exists (proved)")
        self._fill(root)
        if limit is None or root.depth <= limit:
            return _join(root)
        if rule.script:
            raise BadInput(f"{rule.core} follows a script, whatever depth it takes: {root.depth}; --max-depth none")
        over = sum(_join(root).histogram()[limit:])
        with self._beside_repair:
            self._is_repair = True
            finished = self._finish(root, limit, forced)
        if finished is None:
            where = f" from first guess {rule.opening[0]}" if rule.opening else ""
            raise NoSuchTree(f"no tree of depth {limit} exists{where}{describe_pool(rule.pool)} (proved)")
        if self._repaired is not None and root.depth < _ENDLESS:
            self._repaired(root.depth, over)
        return _join(finished)

    def _fill(self, root: _Position) -> None:
        """Fill in the plain rule's subtree at `root`, and its depths, without recursion.

        Where the rule has nothing to ask, the depth is endless; NoSuchTree if any depth is allowed.
        """
        self._stuck = root.candidates[:0]
        if self._chooser.makes_trees and not self._exact_below:
            self._compute(root)
            return
        order, level, done = [], [root], 0
        while level:
            self._choose_all([position for position in level if position.guess < 0 and not position.is_complete])
            for position in level:
                if position.children or position.subtree is not None:
                    continue  # known from before
                if position.guess >= 0:
                    self._split(position)
                    found = int(position.wins)
                else:
                    found = len(position.candidates) if self._solve(position, None) else 0
                    if not found:
                        self._mark_endless(position)
                        continue
                done += found
                if self._progress is not None and not self._is_repair:
                    self._progress(done, len(root.candidates))
            order += level
            level = [child for position in level for _, child in position.children]
        for position in reversed(order):
            if position.children:
                position.depth = 1 + max(child.depth for _, child in position.children)
        if root.depth >= _ENDLESS and self._limit is None:
            raise self._no_tree(root)

    def _compute(self, root: _Position) -> None:
        """The same by the core, unless the position has its tree."""
        if root.is_complete:
            return
        if root.guess >= 0 and not self._chooser.splits(root.guess, root.candidates):
            raise self._splits_nothing(root.guess)

        def progress(sets: int, found: int) -> None:
            self._count_examined(0 if self._is_repair else sets)
            if self._progress is not None and found >= 0 and not self._is_repair:
                self._progress(found, len(root.candidates))

        if self._is_repair and len(root.candidates) > 2:
            self._count_examined(1)
        root.subtree = self._chooser.tree(root.candidates, root.asked, self._threads, progress)
        root.depth = len(root.subtree.histogram())

    def _choose_all(self, positions: list[_Position]) -> None:
        """Take the plain rule's guess at each position, the large ones in threads; -1 where there is none."""
        positions = [p for p in positions if not 2 < len(p.candidates) <= self._exact_below]
        large = [position for position in positions if len(position.candidates) > 2]
        self._count_examined(len(large))

        def choose(some: list[_Position]) -> None:
            for position in some:
                self._check()
                position.guess = self._chooser.choose(position.candidates, position.asked, position.allowed)

        work = sum(len(position.candidates) for position in large) * len(self._game.guesses)
        if self._threads > 1 and len(large) > 1 and work >= _LEAST_WORK:
            parts = _PARTS * self._threads
            with ThreadPoolExecutor(self._threads) as pool:
                try:
                    list(pool.map(choose, [large[i::parts] for i in range(parts)]))
                except BaseException:
                    pool.shutdown(wait=False, cancel_futures=True)  # an interrupt does not wait for what is left
                    raise
            positions = [position for position in positions if len(position.candidates) <= 2]
        choose(positions)
        for position in positions:
            if len(position.candidates) <= self._exact_below and not self._wins(position):
                position.guess = -1  # the rule's guess may be worse than the least total, so it is solved, too

    def _wins(self, position: _Position) -> bool:
        """Whether the guess of a position wins against one of its candidates: of one or two, none costs less."""
        return position.guess >= 0 and int(self._game.wins_against[position.guess]) in position.candidates

    def _solve(self, position: _Position, left: int | None) -> bool:
        if len(position.candidates) > self._exact_below:
            return False
        position.subtree = self._solve_exactly(position.candidates, position.asked, left)
        if position.subtree is None:
            return False
        position.depth = len(position.subtree.histogram())
        return True

    def _finish(self, position: _Position, depth: int, forced: int = -1) -> _Position | None:
        """The position with a subtree of at most `depth` guesses by the rule above; None where there is none."""
        n = len(position.candidates)
        if n > self._game.capacity(depth):
            return None
        key = (position.candidates.tobytes(), depth)
        if key in self._impossible:  # filled only where the guess is a function of the set
            return None
        if position.depth <= depth and position.is_complete:
            return position
        tried = _Position(position.candidates, position.asked, position.allowed)
        if n <= self._exact_below and forced < 0:
            if self._solve(tried, depth):
                return tried
        else:
            for guess in [forced] if forced >= 0 else self._rank(position, depth):
                tried = _Position(position.candidates, position.asked, position.allowed, guess)
                self._split(tried)
                if position.subtree is not None and position.subtree.guess[0] == guess:
                    self._inherit(position.subtree, tried)
                if self._finish_cells(tried, depth):
                    tried.depth = 1 + max((child.depth for _, child in tried.children), default=0)
                    return tried
        if self._chooser.is_a_function_of_the_set:
            self._impossible.add(key)
        return None

    def _inherit(self, subtree: Subtree, position: _Position) -> None:
        """Take the trees of the cells from that of the plain rule."""
        for (_, child), part in zip(position.children, subtree.below(), strict=True):
            if not child.is_complete:
                child.subtree, child.depth = part, len(part.histogram())

    def _finish_cells(self, position: _Position, depth: int) -> bool:
        children: dict[int, _Position] = {}
        if any(self._longest_line(child.candidates) >= depth for _, child in position.children):
            return False
        for feedback, child in sorted(position.children, key=lambda pair: -len(pair[1].candidates)):
            if len(child.candidates) > self._game.capacity(depth - 1):
                return False
            self._fill(child)
            finished = self._finish(child, depth - 1)
            if finished is None:
                return False
            children[feedback] = finished
        position.children = sorted(children.items())
        return True

    def _longest_line(self, candidates: Indices) -> int:
        """How many candidates differ in one place alone, at most: where only places are told, each takes a guess."""
        if self._digits is None:
            return 1
        codes = self._digits[candidates]
        others = (np.delete(codes, place, axis=1) for place in range(codes.shape[1]))
        return max(int(np.unique(rest, axis=0, return_counts=True)[1].max()) for rest in others)

    def _split(self, position: _Position) -> None:
        game = self._game
        position.wins, position.children = False, []
        if len(position.candidates) == 1 and game.wins_against[position.guess] == position.candidates[0]:
            position.wins = True
            return
        asked = (*position.asked, position.guess)
        hard = self._chooser.hard
        is_shared = self._chooser.is_a_function_of_the_set
        for feedback, cell in cells(game, position.candidates, position.guess):
            if feedback == game.winning:
                position.wins = True
                continue
            is_whole = len(cell) == len(position.candidates) and not self._rule.script
            if feedback in game.losing or is_whole:
                raise self._splits_nothing(position.guess)
            key = cell.tobytes()
            child = self._known.get(key) if is_shared else None
            if child is None:
                allowed = position.allowed
                if hard is not None:
                    allowed = hard.allowed(position.guess, feedback, allowed)
                child = _Position(cell, asked, allowed)
                if is_shared:
                    self._known[key] = child
            position.children.append((feedback, child))

    def _splits_nothing(self, guess: int) -> BadInput:
        return BadInput(f"{self._game.brief}: first guess {self._game.guesses[guess]} splits nothing or may lose")

    def _mark_endless(self, position: _Position) -> None:
        position.depth = _ENDLESS
        if not len(self._stuck) or len(position.candidates) < len(self._stuck):
            self._stuck = position.candidates

    def _no_tree(self, root: _Position) -> NoSuchTree:
        stuck, secrets = self._stuck, self._game.secrets
        some = ", ".join(secrets[i] for i in stuck[:3]) + (", ..." if len(stuck) > 3 else "")
        what = "cannot be told apart" + " without the risk of losing" * bool(self._game.losing)
        what = what if len(stuck) > 1 else "has no guess that finds it"
        pool = describe_pool(self._rule.pool)
        if len(stuck) == 1 or len(stuck) == len(root.candidates):
            return NoSuchTree(f"{self._game.brief}: no tree exists{pool}: {some} {what} (proved)")
        core = self._rule.core
        return NoSuchTree(
            f"{self._game.brief}: {core} comes to {some}, which {what}{pool}; give --max-depth, or treegen solve"
        )

    def _count_examined(self, positions: int) -> None:
        self._examined += positions
        self._check()
        if positions and self._is_repair and self._tell_examined is not None:
            self._tell_examined(self._examined)
        if self._examined > self._effort:
            what, limit = "no tree", ""
            if self._limit is not None:
                what, limit = f"no tree of depth {self._limit}", f" --max-depth {self._limit} --time 10m"
            raise GaveUp(
                f"{what} found within {self._effort} positions; raise --effort or use "
                f'"treegen solve {self._game.command_name}{limit}"'
            )

    def _rank(self, position: _Position, depth: int) -> list[int]:
        self._count_examined(1)
        ranking = self._chooser.rank(position.candidates, position.asked, position.allowed)
        guesses: list[int] = ranking.guesses[ranking.largest <= self._game.capacity(depth - 1)].tolist()
        return guesses


def _join(root: _Position) -> Subtree:
    if root.subtree is not None:
        return root.subtree
    rows: list[tuple[int, bool, int, int]] = []
    pending = [(root, -1, -1)]
    for position, parent, feedback in pending:
        node = len(rows)
        if position.subtree is None:
            rows.append((position.guess, position.wins, parent, feedback))
            pending += [(child, node, label) for label, child in position.children]
        else:
            (guess, wins, *_), *others = zip(*(column.tolist() for column in position.subtree), strict=True)
            rows.append((guess, wins, parent, feedback))
            rows += [(guess, wins, node + above, label) for guess, wins, above, label in others]
    return Subtree.from_rows(rows)
