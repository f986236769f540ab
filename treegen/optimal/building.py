"""build(): greedy trees, whose small cells may be solved exactly."""

from __future__ import annotations

from player.tree import Tree
from treegen.games.game import Game
from treegen.greedy import builder
from treegen.greedy.builder import DEFAULT_EFFORT, Progress, Repaired
from treegen.optimal.cells import CellSolver

__all__ = ["build"]


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

    `strategy` is a name or a spelling (see `treegen.greedy.strategy`); `guesses` its pool and `first` its first guess,
    where given; `seed` is for the random strategy; `effort` bounds the positions looked at; cells of at most
    `exact_below` candidates get a tree of least total instead of the rule's.  `progress(done, secrets)` is called as
    secrets get their place, `repaired(depth, secrets)` where the plain rule needs that depth for so many secrets that
    it had to be repaired.  Raises BadInput for a bad strategy or guess, NoSuchTree when it is proved that there is no
    such tree, GaveUp after `effort` positions.

    >>> import treegen as tg
    >>> tg.build(tg.game("bulls-3x9")).tally
    '2364:6:49'
    """
    return builder.build(
        game,
        strategy,
        guesses=guesses,
        max_depth=max_depth,
        first=first,
        seed=seed,
        effort=effort,
        exact_below=exact_below,
        make_solver=CellSolver,
        progress=progress,
        repaired=repaired,
    )
