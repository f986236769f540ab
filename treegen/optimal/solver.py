"""solve(): the optimal tree for an objective, and its proof.

One search serves every objective: it minimises a list of prices, one for each depth at which a secret may be found.
The tree of a price list is unique (see `treegen.optimal.general` for the order of guesses).

For `total`, the depth is reduced as long as a tree with the same total needs one guess less in the worst case.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from player.errors import BadInput, NoSuchTree
from player.tree import Tree
from treegen.games.arguments import check_options
from treegen.games.game import Game
from treegen.games.lookup import as_game
from treegen.optimal.finder import TreeFinder
from treegen.optimal.goal import Goal, read_goal
from treegen.optimal.options import SearchOptions
from treegen.optimal.outcomes import FalseClaim, NotSaved

if TYPE_CHECKING:
    from treegen.optimal.cluster import Cluster
    from treegen.optimal.options import Progress


def solve(
    game: Game | str,
    objective: str = "total",
    *,
    prices: Sequence[int] | None = None,
    max_depth: int | None = None,
    guesses: str = "all",
    first: str | None = None,
    threads: int | None = None,
    memory: int | None = None,
    time_limit: float | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    cluster: Cluster | None = None,
    paranoid: bool = False,
    certificate: str | os.PathLike[str] | None = None,
    tell: Callable[[str], None] | None = None,
) -> Tree:
    """The tree of least cost, proved, for an `objective` (a name in OBJECTIVES), or `prices`, a list.

    `game` is a game or its name; `max_depth` forbids deeper trees; `guesses` is the pool, "all" or "candidates";
    `first` forces the first guess; `threads` (default: the CPUs available), `memory` (bytes for all tables of a
    search), `checkpoint` (a file that keeps proved sets), `progress` (called with a dict several times a second, see
    treegen.optimal.options.Report) and `cluster` (a treegen.optimal.cluster.Cluster) change nothing in the tree.

    `tell` is called with lines of text; the last one says what the result rests on without a proof, a checkpoint too
    large to be proved again in seconds or a cluster.  With `paranoid` they must lead to a certificate that holds, and
    the search is repeated without them and must give the same tree.

    `certificate` is a file for the certificate of the result: that the tree is optimal, that there is no tree, or the
    bound that was proved in time; writing it takes time after `time_limit`.

    Raises NoSuchTree when it is proved that there is none, StoppedEarly (a GaveUp, with the best tree and bound so far)
    after `time_limit` seconds (at most ten later, if there is no tree by then), Interrupted (a KeyboardInterrupt, with
    the same) after an interrupt, treegen.optimal.outcomes.FalseClaim if the checkpoint or the cluster is contradicted,
    and NotSaved (with the tree) if the checkpoint could not be written.  Raises BadInput for an argument that makes no
    sense, and TypeError for one of a wrong type.  If the best tree costs what is proved when the time is up, it is
    returned: it is optimal, but another search may find another one of the same cost.  A tree that is not proved costs
    no more than that of build(), unless there was no time for that one.

    >>> import treegen as tg
    >>> tree = tg.solve("bulls-2x4")
    >>> tree.tally, tree.proved, tree.bound
    ('30:3:7', True, 30)
    """
    game = as_game(game, "solve")
    options = SearchOptions(
        threads=threads, memory=memory, time_limit=time_limit, checkpoint=checkpoint, cluster=cluster,
        paranoid=paranoid, certificate=certificate, progress=progress, tell=tell,
    )  # fmt: skip
    return find_tree(read_goal(game, objective, prices, max_depth, guesses, first), options)


def find_tree(goal: Goal, options: SearchOptions) -> Tree:
    """The tree of least cost for a goal: solve(), for arguments that are checked."""
    deadline = options.deadline()
    finder = TreeFinder(goal, options, is_unique=options.must_check)
    tree = finder.solve()
    if options.must_check:
        left = None if options.time_limit is None else max(0.0, deadline - time.monotonic())
        alone = replace(options, checkpoint=None, cluster=None, certificate=None, time_limit=left, began=None)
        if TreeFinder(goal, alone, is_unique=True).solve().to_bytes() != tree.to_bytes():
            raise FalseClaim("searched again without the checkpoint and the cluster, the tree is another one")
        if options.tell is not None:
            options.tell("searched again without the checkpoint and the cluster: the same tree")
    if finder.search.unsaved is not None:
        raise NotSaved(finder.search.unsaved, tree)
    return tree


def best_first_guesses(
    game: Game | str,
    count: int,
    objective: str = "total",
    *,
    prices: Sequence[int] | None = None,
    max_depth: int | None = None,
    guesses: str = "all",
    threads: int | None = None,
    memory: int | None = None,
    time_limit: float | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    cluster: Cluster | None = None,
    tell: Callable[[str], None] | None = None,
) -> list[tuple[str, int]]:
    """The `count` best first guesses with the least cost of a tree that begins with each, proved; the best first.

    The arguments are those of solve(), without "identify".  Of equivalent first guesses, only the first in the order of
    their text is named; equal costs are in the order of treegen.optimal.general.  For "total", a shorter tree of the
    same total makes no first guess better.

    Raises NoSuchTree when it is proved that there is none, StoppedEarly (without a tree) after `time_limit` seconds,
    and BadInput and TypeError as solve() does.

    >>> import treegen as tg
    >>> tg.best_first_guesses("mastermind-2x3", 2)
    [('12', 21), ('11', 24)]
    """
    game = as_game(game, "best_first_guesses")
    check_options(count=count)
    options = SearchOptions(
        threads=threads, memory=memory, time_limit=time_limit, checkpoint=checkpoint, cluster=cluster,
        progress=progress, tell=tell,
    )  # fmt: skip
    return find_openers(read_goal(game, objective, prices, max_depth, guesses), int(count), options)


def find_openers(goal: Goal, count: int, options: SearchOptions) -> list[tuple[str, int]]:
    """The best first guesses with their costs: best_first_guesses(), for arguments that are checked."""
    if goal.objective == "identify":
        raise BadInput("first guesses are compared by what it costs to name the secret: identify is not for them")
    return TreeFinder(goal, options, is_unique=True).find_openers(count)


def find_pareto(goal: Goal, options: SearchOptions) -> list[Tree]:
    """The tree of least total for each worst case, where no smaller one has the same total; the deepest first.

    Raises NoSuchTree where there is no tree at all.
    """
    trees = [find_tree(goal, options)]
    while trees[-1].depth > 1:
        try:
            trees.append(find_tree(replace(goal, max_depth=trees[-1].depth - 1), options))
        except NoSuchTree:
            break
    return trees
