"""build(): greedy trees, whose small cells may be solved exactly."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from player.errors import BadInput
from player.tree import Tree
from player.tree.columns import MAX_DEPTH
from treegen.games.arguments import check_options
from treegen.games.game import Game
from treegen.games.lookup import as_game
from treegen.games.partition import Indices
from treegen.games.subtree import Subtree
from treegen.greedy import strategy as strategies
from treegen.greedy.builder import Builder, Progress, Repaired
from treegen.native import core
from treegen.optimal.engine import DEFAULT_MEMORY, make_search
from treegen.optimal.general import GeneralSearch
from treegen.optimal.objective import linear

if TYPE_CHECKING:
    from treegen.native._core import Search

__all__ = ["DEFAULT_EFFORT", "DEFAULT_LIMITS", "build"]

DEFAULT_EFFORT = 10**6
DEFAULT_LIMITS = {"bulls-4x10": 7, "bulls-4x10-any": 7}


def build(
    game: Game | str,
    strategy: str = "entropy",
    *,
    guesses: str | None = None,
    max_depth: int | str | None = "default",
    first: str | None = None,
    seed: int = 0,
    effort: int = DEFAULT_EFFORT,
    exact_below: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    repaired: Repaired | None = None,
) -> Tree:
    """The greedy tree of a strategy, of depth at most `max_depth` (None: the plain rule; "default": the game's own).

    `game` is a game or its name; `strategy` a name or a spelling (see `treegen.greedy.strategy`); `guesses` its pool
    and `first` its first guess, where given; `seed` is for the random strategy; `effort` bounds the number of positions
    examined; cells of at most `exact_below` candidates get a tree of least total instead of the rule's; `threads`
    (default: the CPUs available) changes nothing in the tree.  `progress(done, secrets)` is called as secrets get their
    place, `repaired(depth, secrets)` if the plain rule needs that depth for so many secrets and so had to be repaired.

    Raises BadInput for a bad strategy or guess, NoSuchTree when it is proved that there is no such tree, GaveUp after
    `effort` positions, and TypeError for arguments of a wrong type.

    >>> import treegen as tg
    >>> tg.build("bulls-3x9")
    Tree('bulls-3x9', 2364:6:49, entropy)
    """
    game = as_game(game, "build")
    check_options(seed=seed, effort=effort, exact_below=exact_below, threads=threads)
    check_options(progress=progress, repaired=repaired)
    rule = strategies.find(strategy)
    if guesses is not None:
        rule = replace(rule, pool=strategies.read_pool(guesses))
    if first is not None:
        rule = replace(rule, opening=(first,))
    limit = DEFAULT_LIMITS.get(game.name) if max_depth == "default" else max_depth
    if limit is not None and (type(limit) is not int or limit < 1):
        raise BadInput(f"--max-depth takes a number from 1 on, or none, not {max_depth!r}")
    exact = None
    if exact_below:
        if rule.pool not in ("all", "candidates") or game.weights is not None or rule.script:
            raise BadInput("--exact-below goes with all guesses or candidates, without weights or a script")
        exact = CellSolver(game, rule.pool, limit, exact_below)
    opening = rule.opening if len(rule.opening) > 1 else ()
    subtree = Builder(game, rule, limit, seed, effort, exact, threads, progress, repaired).build()
    return subtree.to_tree(
        game,
        method="build",
        strategy=rule.core + ("+first=" + ".".join(opening) if opening else ""),
        pool=rule.pool,
        max_depth=None if limit is None else min(limit, MAX_DEPTH),
        first_guess="" if opening else "".join(rule.opening),
        seed=seed if rule.score.is_random else None,
        exact_below=exact_below,
    )


class CellSolver:
    """Least-total trees of cells of at most `size` candidates; equal totals are not compared by depth."""

    def __init__(self, game: Game, pool: str, limit: int | None, size: int) -> None:
        self.size = size
        self._game, self._pool, self._limit = game, pool, limit
        self._searches: dict[bool, Search | GeneralSearch] = {}

    def solve(self, candidates: Indices, asked: tuple[int, ...], left: int | None) -> Subtree | None:
        """The tree of these candidates with `left` guesses (None: any number); None where there is none.

        `asked` are guesses to which some feedbacks leave exactly these candidates: their symmetries are used.
        """
        is_limited = left is not None
        search = self._searches.get(is_limited)
        if search is None:
            search = self._searches[is_limited] = self._make_search(is_limited)
        depth = 0 if left is None or self._limit is None else self._limit - left
        if isinstance(search, GeneralSearch):
            return search.run(candidates, depth=depth)
        outcome = search.run(candidates=candidates.tolist(), depth=depth, asked=list(asked))
        columns = search.tree() if outcome["outcome"] == "proved" else None
        return None if columns is None else Subtree(*columns)

    def _make_search(self, is_limited: bool) -> Search | GeneralSearch:
        prices = linear(self._limit if is_limited else None)
        if core is None:
            return GeneralSearch(self._game, self._pool, prices)
        return make_search(self._game, self._pool, prices, DEFAULT_MEMORY // 8)
