"""The search of the native core: `make_search` makes a search, and `run_native` runs it and converts its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from player.errors import BadInput
from treegen.games.game import Game
from treegen.games.hard import HardMode
from treegen.games.memory import address_space, available_cpus, available_memory
from treegen.games.rawtree import RawTree
from treegen.games.tables import entry_type
from treegen.native import core
from treegen.native.interface import NEVER
from treegen.search.problem import Prices, Problem, Result
from treegen.search.threads import run_stoppable

if TYPE_CHECKING:
    from treegen.native._core import Search

DEFAULT_MEMORY = 512 << 20  # The tables of a search have this many bytes, which bulls-4x10 fills within seconds.
_THREAD = 192 << 20  # A thread takes up to this much address space: its stack, scratch memory and malloc's arena.


def run_native(search: Search, problem: Problem, threads: int = 1, is_over: Callable[[], bool] | None = None) -> Result:
    """Run a search of the core.  Raises RuntimeError if the result contradicts itself.

    If there is a function `is_over`, the search runs in another thread, and stops as soon as the function returns True.
    """

    def work() -> Result:
        at = problem.position
        found = search.run(
            None if at is None else at.candidates.tolist(),
            problem.depth,
            None if at is None else list(at.prior),
            only=problem.first,
            upper_bound=problem.below,
            threads=threads,
            horizon=problem.horizon,
            beam=problem.beam,
            exact=problem.exact,
            recompute=problem.searches_again,
            openers=problem.best,
        )
        is_proved, is_stopped = found["outcome"] == "proved", found["outcome"] == "stopped"
        columns = search.tree() if problem.wants_tree and is_proved else None
        bound, bounds = NEVER if found["bound"] is None else found["bound"], dict[int, int]()
        if is_stopped and problem.best:
            bounds = {guess: max(bound, NEVER if own is None else own) for guess, own in search.frontier()}
        if columns is not None and (own := problem.game.own_labels) is not None:
            guess, wins, parent, feedback = columns
            columns = guess, wins, parent, np.where(parent < 0, -1, own[2][guess[parent], feedback]).astype(np.int32)
        is_stopped |= is_proved and problem.wants_tree and columns is None  # stopped while it formed the tree
        tree = None if columns is None else RawTree(*columns)
        return Result(bound, found["cost"], found["guess"], tree, found["openers"], bounds, is_stopped)

    return work() if is_over is None else run_stoppable(search, work, is_over)


def fits(game: Game, pool: str) -> bool:
    """Return whether the native core is built and can search this game."""
    has_bytes = entry_type(len(game.labels) if game.own_labels is None else game.own_labels[1]) == np.uint8
    is_plain = pool != "hard" and game.weights is None
    can_search = bool(core) and not game.is_grouped and game.costs is None and (has_bytes or is_plain)
    return can_search and (pool != "hard" or HardMode(game).words is not None)


def fit_to_machine(threads: int | None, memory: int | None) -> tuple[int, int]:
    """Return the number of threads of a search and the bytes for its tables; None stands for the default value.

    There is room for two searches at once: one without a limit of depth, and one that uses the values of the first.
    """
    space = address_space()
    memory = memory or min(DEFAULT_MEMORY, available_memory() // 2, space // 4)
    return min(threads or available_cpus(), max(1, (space - 2 * memory) // _THREAD)), memory


def make_search(game: Game, pool: str, prices: Prices, memory: int, switches: int | None = None) -> Search:
    """Make a native search for a list of prices; `memory` is in bytes, and `switches` are the speed-ups (None: all)."""
    assert core is not None
    symmetry = game.symmetry
    rule = HardMode(game) if pool == "hard" else None
    table, count, winning, losing = game.searched
    try:
        return core.Search(
            np.ascontiguousarray(table),
            count,
            winning,
            losing,
            None if prices.values is None else list(prices.values),
            candidates_only=pool == "candidates",
            symbols=None if symmetry is None else symmetry.symbols,
            symbol_count=0 if symmetry is None else symmetry.symbol_count,
            nozero=symmetry is not None and symmetry.fixes_zero,
            invariance="numbers" if symmetry is None else symmetry.invariance,
            memory=memory,
            switches=core.ALL if switches is None else switches,
            symmetric=game.is_symmetric,
            weights=None if game.weights is None else game.weights.tolist(),
            words=None if rule is None else rule.words,
            marks=None if rule is None else rule.marks,
        )
    except ValueError as error:
        if rule is None:
            raise
        raise BadInput(f"{game.brief}: {error}") from None
