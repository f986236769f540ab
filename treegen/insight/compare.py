"""Comparison of strategies on one game.  By default each strategy is used as it is, without a guaranteed depth."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import cast

from player import tree as trees
from player.errors import NoSuchTree, check_text
from player.tree import Tree
from treegen.games.arguments import check_options
from treegen.games.game import Game
from treegen.games.lookup import as_game, check_game
from treegen.insight.known import find_shipped
from treegen.insight.rows import Rows
from treegen.insight.rowtypes import ComparisonRow
from treegen.optimal.building import DEFAULT_LIMITS, build

DEFAULT = ("entropy", "minimax", "expected-size", "most-cells", "n-log-n1", "first", "random")


def compare(
    game: Game | str,
    strategies: Iterable[str] = DEFAULT,
    *,
    max_depth: int | None = None,
    limit: int | None = None,
    seed: int = 0,
    report: Callable[[str, Tree, float], None] | None = None,
) -> Rows[ComparisonRow]:
    """Build the tree of each strategy, and return a row of figures for each; `game` is a game or its name.

    A strategy is a name, a composition (`entropy+candidates`), the file of a tree, or the name of a shipped tree.  A
    row has the keys `strategy`, `total`, `average`, `depth`, `at_depth`, `h1`, `h2`, ... (secrets found at that guess),
    `over_limit` (secrets that need more than `limit` guesses; the default limit is that of the game, if it has one),
    `gap_to_optimum` (the total less the least total; None if no shipped tree proves it) and `seconds`.  `report` is
    called with the name, the tree and the seconds of each strategy when it is finished.

    Raises BadInput for an unknown strategy, or a tree of another game, NoSuchTree or GaveUp as `build` does, and
    TypeError for arguments of a wrong type.  Default strategies that have no tree of the game are left out.

    >>> import treegen as tg
    >>> rows = tg.compare("bulls-3x9", ["entropy"])
    >>> rows[0]["total"], rows[0]["gap_to_optimum"]
    (2364, 27)
    """
    game = as_game(game, "compare")
    check_options(limit=limit, seed=seed, report=report)
    if isinstance(strategies, (str, bytes)) or not isinstance(strategies, Iterable):
        raise TypeError(f"strategies are a list of names, such as ['entropy'], not {type(strategies).__name__}")
    limit = DEFAULT_LIMITS.get(game.name) if limit is None else limit
    least = optimum(game)
    made = []
    for name in strategies:
        start = time.perf_counter()
        try:
            tree = _tree(game, name, max_depth, seed)
        except NoSuchTree as error:
            if strategies is not DEFAULT:
                raise NoSuchTree(f"{name}: {error}") from None
            continue
        seconds = time.perf_counter() - start
        made.append((name, tree, seconds))
        if report is not None:
            report(name, tree, seconds)
    deepest = max((tree.depth for _, tree, _ in made), default=0)
    rows = [
        {
            "strategy": name,
            "total": tree.total,
            "average": round(tree.average, 4),
            "depth": tree.depth,
            "at_depth": tree.at_depth,
            **{f"h{k}": sum(tree.histogram[k - 1 : k]) for k in range(1, deepest + 1)},
            "over_limit": None if limit is None else sum(tree.histogram[limit:]),
            "gap_to_optimum": None if least is None else tree.total - least,
            "seconds": round(seconds, 3),
        }
        for name, tree, seconds in made
    ]
    return Rows(cast("list[ComparisonRow]", rows), f"strategies of {game.brief}")


def optimum(game: Game) -> int | None:
    """The least total of the game according to its shipped tree; None if no shipped tree proves it."""
    tree = None if game.weights is not None else find_shipped(game.name, "total")
    return tree.total if tree is not None and tree.proved else None


def _tree(game: Game, name: str, max_depth: int | None, seed: int) -> Tree:
    check_text("a strategy", name, "entropy")
    if name.endswith(".tree") or ("/" in name and ".py" not in name) or name in trees.shipped_trees():
        tree = trees.read_tree(name)
        check_game(game, tree.game, tree.files, name, "not of")
        return tree
    return build(game, name, max_depth=max_depth, seed=seed)
