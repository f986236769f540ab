"""Builder: the greedy tree of a strategy, with a guaranteed depth.

The plain rule takes the best guess by score at every node.  Its tree is made first, level by level.  If it is deeper
than the limit, the subtrees that are too deep are repaired: with d guesses left, the guesses are tried in the order
(score, not a candidate, index), and the first one is taken whose cells can all be finished within d - 1 guesses in the
same way.  If there is no such guess, the position has no tree.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from player.errors import BadInput, GaveUp, NoSuchTree
from player.rules.names import Rules
from treegen.games.game import Game
from treegen.games.hard import Mask
from treegen.games.numbers import Ints, Level, is_of_numbers, numbers_of
from treegen.games.partition import Indices, cells
from treegen.games.rawtree import RawTree
from treegen.greedy.chooser import Chooser
from treegen.greedy.strategy import Strategy, describe_pool

Progress = Callable[[int, int], None]
# solve(candidates, guesses made, number of guesses left (None: no limit)) returns a tree, or None if there is none.
Solve = Callable[[Indices, tuple[int, ...], int | None], RawTree | None]


class Node(NamedTuple):
    """A set of candidates after the guesses `prior`; `allowed` marks the guesses that may follow (None: all)."""

    candidates: Indices
    prior: tuple[int, ...] = ()
    allowed: Mask | None = None


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """The options of a build.

    `limit` is the guaranteed depth (None: any depth).  `solve` finds exact trees for cells of at most
    `exact_below` candidates.  `check` is called at every position, also by other threads; an exception that it raises
    ends the build.  `beside_repair` is a context that is entered while the plain tree is repaired.  The other options
    are arguments of `treegen.build`.
    """

    limit: int | None
    effort: int
    seed: int = 0
    exact_below: int = 0
    solve: Solve = lambda *_: None
    threads: int | None = None
    progress: Progress = lambda *_: None
    repaired: Progress = lambda *_: None
    examined: Callable[[int], None] = lambda _: None
    check: Callable[[], None] = lambda: None
    beside_repair: AbstractContextManager[object] = field(default_factory=nullcontext)


class Builder:
    """One build of a tree: the strategy, the number of positions examined, and the results for sets of candidates."""

    def __init__(self, game: Game, rule: Strategy, options: BuildOptions) -> None:
        self._game, self._rule, self._options = game, rule, options
        self._examined, self._is_repair = 0, False
        self.chooser = Chooser(game, rule, options.seed)
        # These caches, with candidates as keys, are used only if the guess depends on nothing but the candidates.
        self._guesses: dict[bytes, int] = {}
        self._plain_trees: dict[bytes, RawTree | None] = {}
        self._impossible: set[tuple[bytes, int]] = set()
        # A game of numbers needs no table if the guess depends only on the sizes of cells.
        is_special = rule.score.score_each or rule.in_order or rule.opening[1:] or rule.pool != "all"
        is_limited = options.effort < game.weight or options.exact_below  # then the rule might not choose all guesses
        self._needs_table = is_special or is_limited or game.weights is not None or not is_of_numbers(game)
        has_bulls_only = isinstance(game.rules, Rules) and game.rules.rule.meaning == ("bulls",)
        self._codes = game.source.secrets if has_bulls_only else None  # the symbols of the secrets
        self._stuck: Indices = np.empty(0, dtype=np.int32)  # the smallest set for which the rule has no guess

    def build(self) -> RawTree:
        """Build the tree.  Raises NoSuchTree if it is proved that there is none, GaveUp after `effort` positions."""
        game, rule, limit = self._game, self._rule, self._options.limit
        turns = (0 if limit is None else limit) + game.names_at_the_end
        root = Node(np.arange(len(game.secrets), dtype=np.int32))
        forced = game.find_guess(rule.opening[0]) if rule.opening else -1
        if limit is not None and len(root.candidates) > game.capacity(turns):
            raise NoSuchTree(f"no tree of depth {limit} exists (proved)")
        if forced >= 0 and not self.chooser.splits(forced, root.candidates):
            raise BadInput(f"{game.brief}: first guess {game.guesses[forced]} splits nothing or may lose")
        plain = self._plain_tree(root, forced)
        if limit is None and plain is None:
            raise self._no_tree()
        if plain is not None and (limit is None or len(plain.histogram()) <= turns):
            return plain
        assert limit is not None
        with self._options.beside_repair:
            self._is_repair = True
            finished = self._finish(root, turns, plain, forced)
        if finished is None:
            where = f" from first guess {rule.opening[0]}" if rule.opening else ""
            raise NoSuchTree(f"no tree of depth {limit} exists{where}{describe_pool(rule.pool)} (proved)")
        if plain is not None:
            found = plain.histogram()
            self._options.repaired(len(found) - game.names_at_the_end, sum(found[turns:]))
        return finished

    def _plain_tree(self, node: Node, forced: int = -1) -> RawTree | None:
        """Return the plain rule's tree, or None if the rule has no guess for some set in it."""
        key = node.candidates.tobytes() if self._is_repair and self.chooser.is_a_function_of_the_set else b""
        if key not in self._plain_trees:
            if self.chooser.makes_trees and not self._options.exact_below:
                self._count_examined(self._is_repair and len(node.candidates) > 2)
                tree: RawTree | None = self.chooser.tree(node.candidates, node.prior, self._options.threads, self._tell)
            elif not self._needs_table and not self._is_repair:
                tree = self._tree_of_numbers(node.candidates, forced)
            else:
                tree = self.tree_by_levels(node, forced)
            self._plain_trees[key] = tree
        return self._plain_trees[key] if key else self._plain_trees.pop(key)

    def _tree_of_numbers(self, candidates: Indices, forced: int) -> RawTree:
        """Return the plain rule's tree of a game of numbers, made level by level without the game's table."""
        rule, total, numbers = self._rule, len(candidates), numbers_of(self._game)
        rate, bonus = rule.score.rating(total, is_weighted=False), rule.bonus_score(total)

        def choose(level: Level, made: int) -> Ints:
            options = numbers.options(level, only=[forced] if forced >= 0 and not made else [])
            wins = (options.upto == 0).astype(np.int64)
            sizes = (options.upto, wins, wins * (options.sizes - 1), (1 - wins) * (options.sizes - options.upto))
            return options.best_of_each(rule.order(rate(np.stack(sizes, axis=1)), wins, options.guesses, bonus))

        return numbers.grow(numbers.level(candidates), choose)

    def _tell(self, sets: int, found: int) -> None:
        """Report a level of the plain tree: the number of its sets, and of secrets found (-1: only call `check`)."""
        self._count_examined(0 if self._is_repair else sets)
        if found >= 0 and not self._is_repair:
            self._options.progress(found, len(self._game.secrets))

    def tree_by_levels(self, root: Node, forced: int = -1) -> RawTree | None:
        """Make the plain rule's tree level by level, without the core, or return None if some set has no guess."""
        rows: list[tuple[int, bool, int, int]] = []
        level, done, is_whole = [(root, -1, -1)], 0, True
        self._stuck = root.candidates[:0]
        while level:
            guesses = [forced] if forced >= 0 and not rows else [self._choose(node) for node, _, _ in level]
            below: list[tuple[Node, int, int]] = []
            for (node, parent, feedback), guess in zip(level, guesses, strict=True):
                here, solved = len(rows), None
                if guess >= 0:
                    wins, parts = self._split(node, guess)
                    rows.append((guess, wins, parent, feedback))
                    below += [(part, here, label) for label, part in parts]
                    done += wins
                elif len(node.candidates) <= self._options.exact_below:
                    solved = self._options.solve(node.candidates, node.prior, None)
                if solved is not None:
                    (first, wins, *_), *others = zip(*(column.tolist() for column in solved), strict=True)
                    rows.append((first, wins, parent, feedback))
                    rows += [(guess, wins, here + above, label) for guess, wins, above, label in others]
                    done += len(node.candidates)
                elif guess < 0:
                    is_whole = False
                    if not len(self._stuck) or len(node.candidates) < len(self._stuck):
                        self._stuck = node.candidates
                self._tell(0, done)
            level = below
        return RawTree.from_rows(rows) if is_whole else None

    def _choose(self, node: Node) -> int:
        """Return the plain rule's guess at a node, or -1 if the rule has none or the node shall be solved exactly."""
        size, key, exact = len(node.candidates), node.candidates.tobytes(), self._options.exact_below
        if 2 < size <= exact:
            return -1
        cache = self._guesses if self.chooser.is_a_function_of_the_set else {}
        if key not in cache:
            self._count_examined(size > max(2, exact))
            cache[key] = self.chooser.choose(node.candidates, node.prior, node.allowed)
        # For one or two candidates, a guess that wins against one is optimal; `solve` must replace any other guess.
        guess = cache[key]
        is_best = size > exact or (guess >= 0 and int(self._game.wins_against[guess]) in node.candidates)
        return guess if is_best else -1

    def _split(self, node: Node, guess: int) -> tuple[bool, list[tuple[int, Node]]]:
        """Return whether a guess may win, and the nodes after its other feedbacks, by rising feedback."""
        if len(node.candidates) == 1 and self._game.wins_against[guess] == node.candidates[0]:
            return True, []
        prior, hard, parts = (*node.prior, guess), self.chooser.hard, dict(cells(self._game, node.candidates, guess))
        wins = parts.pop(self._game.winning, None) is not None
        return wins, [
            (feedback, Node(cell, prior, None if hard is None else hard.allowed(guess, feedback, node.allowed)))
            for feedback, cell in parts.items()
        ]

    def _finish(self, node: Node, depth: int, plain: RawTree | None, forced: int = -1) -> RawTree | None:
        """Return the repaired tree of depth at most `depth`, or None; `plain` is the plain rule's tree, if any."""
        size, key = len(node.candidates), (node.candidates.tobytes(), depth)
        if size > self._game.capacity(depth) or key in self._impossible:
            return None
        if plain is not None and len(plain.histogram()) <= depth:
            return plain
        if size <= self._options.exact_below and forced < 0:
            return self._options.solve(node.candidates, node.prior, depth)
        guesses = np.array([forced])
        if forced < 0:
            self._count_examined(1)
            ranking = self.chooser.rank(node.candidates, node.prior, node.allowed)
            guesses = ranking.guesses[ranking.largest <= self._game.capacity(depth - 1)]
        for guess in guesses.tolist():
            finished = self._finish_cells(node, guess, depth, plain)
            if finished is not None:
                return finished
        if self.chooser.is_a_function_of_the_set:
            self._impossible.add(key)
        return None

    def _finish_cells(self, node: Node, guess: int, depth: int, plain: RawTree | None) -> RawTree | None:
        """Return the repaired tree that begins with this guess, or None."""
        wins, parts = self._split(node, guess)
        if any(self._most_in_a_line(part.candidates) >= depth for _, part in parts):
            return None
        below = plain.below() if plain is not None and plain.guess[0] == guess else {}
        finished: dict[int, RawTree] = {}
        for feedback, part in sorted(parts, key=lambda pair: -len(pair[1].candidates)):
            if len(part.candidates) > self._game.capacity(depth - 1):
                return None
            tree = self._finish(part, depth - 1, below.get(feedback) or self._plain_tree(part))
            if tree is None:
                return None
            finished[feedback] = tree
        return RawTree.joined(guess, wins, sorted(finished.items()))

    def _most_in_a_line(self, candidates: Indices) -> int:
        """Return the most candidates that differ in one place only (each takes a guess, if only bulls count), or 1."""
        if self._codes is None:
            return 1
        codes = self._codes[candidates]
        others = (np.delete(codes, place, axis=1) for place in range(codes.shape[1]))
        return max(int(np.unique(rest, axis=0, return_counts=True)[1].max()) for rest in others)

    def _no_tree(self) -> NoSuchTree:
        stuck, secrets, pool = self._stuck, self._game.secrets, describe_pool(self._rule.pool)
        some = ", ".join(secrets[i] for i in stuck[:3]) + ", ..." * (len(stuck) > 3)
        what = "cannot be told apart" + " without the risk of losing" * bool(self._game.losing)
        what = what if len(stuck) > 1 else "has no guess that finds it"
        reason = f"{self._rule.text_of_rule} comes to {some}, which {what}{pool}; give --max-depth, or treegen solve"
        if len(stuck) in (1, len(secrets)):  # then every tree has this set, with any rule
            reason = f"no tree exists{pool}: {some} {what} (proved)"
        return NoSuchTree(f"{self._game.brief}: {reason}")

    def _count_examined(self, positions: int) -> None:
        self._examined += positions
        self._options.check()
        if positions and self._is_repair:
            self._options.examined(self._examined)
        if self._examined > self._options.effort:
            depth = self._options.limit
            of, limit = ("", "") if depth is None else (f" of depth {depth}", f" --max-depth {depth} --time 10m")
            raise GaveUp(
                f"no tree{of} found within {self._options.effort} positions; raise --effort or use "
                f'"treegen solve {self._game.command_name}{limit}"'
            )
