"""Comparison of strategies on one game or on a series of games, by default without a limit of depth."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from statistics import fmean, stdev
from typing import Any, cast

from player.errors import GaveUp, NoSuchTree, check_text, require
from player.tree import Tree, open_tree
from treegen.games.game import Game
from treegen.games.lookup import as_game, check_game
from treegen.games.memory import check_options
from treegen.games.weights import game_of
from treegen.greedy.score import SCORES
from treegen.greedy.strategy import find
from treegen.insight.bounds import average_bounds
from treegen.insight.rows import Rows
from treegen.insight.rowtypes import ComparisonRow
from treegen.insight.shipped import find_proved_tree
from treegen.optimal.build import DEFAULT_LIMITS, build
from treegen.optimal.solve import solve

DEFAULT = ("entropy", "minimax", "expected-size", "most-cells", "n-log-n1", "first", "random")
OPTIMAL = "optimal"
SERIES = ("entropy", "halving", "minimax", OPTIMAL)
_PATIENCE = 60.0  # An optimal tree that is not shipped is searched for this many seconds.


def compare(
    game: Game | str,
    strategies: Iterable[str] = DEFAULT,
    *,
    max_depth: int | None = None,
    limit: int | None = None,
    seed: int = 0,
    seeds: int = 1,
    report: Callable[[str, Tree, float], None] | None = None,
) -> Rows[ComparisonRow]:
    """Build the tree of each strategy, and return a `ComparisonRow` for each; `game` is a game or its name.

    A strategy is a name, a composition (`entropy+candidates`), the file of a tree, the name of a shipped tree, or
    `optimal`.  No tree is built that is deeper than `max_depth` (None: any depth).  `over_limit` of a row counts the
    secrets found deeper than `limit`, by default the usual limit of the game, if it has one.  `report` is called with
    the name, the tree and the seconds of each tree when it is finished.

    With `seeds` above 1, a random strategy has a tree for each of the seeds `seed`, `seed` + 1, ...  Then `depth` is
    the greatest depth, the other figures are means, and `average_sd` is the standard deviation of the
    averages.  The figures of a strategy without a tree are None, and `notes` of the rows has the reasons.

    Raises BadInput for an unknown strategy, or a tree of another game, NoSuchTree or GaveUp as `build` does if no
    strategy has a tree, and TypeError for arguments of a wrong type.  Default strategies without a tree are left out.

    >>> import treegen as tg
    >>> rows = tg.compare("bulls-3x9", ["entropy"])
    >>> rows[0]["total"], rows[0]["gap_to_optimum"]
    (2364, 27)
    """
    game = as_game(game, "compare")
    check_options(limit=limit, seeds=seeds)
    if isinstance(strategies, (str, bytes)) or not isinstance(strategies, Iterable):
        raise TypeError(f"strategies are a list of names, such as ['entropy'], not {type(strategies).__name__}")
    limit = DEFAULT_LIMITS.get(game.name) if limit is None else limit
    best = find_proved_tree(game)
    results: list[tuple[str, list[Tree], float]] = []
    failed: list[NoSuchTree | GaveUp] = []
    for name in strategies:
        start = time.perf_counter()
        try:
            found = trees_of(game, name, max_depth, range(seed, seed + seeds))
        except (NoSuchTree, GaveUp) as error:
            if strategies is not DEFAULT:
                failed.append(type(error)(f"{name}: {error}"))
                results.append((name, [], 0.0))
            continue
        seconds = time.perf_counter() - start
        results.append((name, found, seconds))
        for tree in found:
            if report is not None:
                report(name if len(found) == 1 else f"{name}, seed {tree.option('--seed')}", tree, seconds / len(found))
    if failed and len(failed) == len(results):
        raise failed[0]
    deepest = max((tree.depth for _, found, _ in results for tree in found), default=0)
    rows = []
    for name, found, seconds in results:
        depth, total = max((tree.depth for tree in found), default=None), _mean([tree.total for tree in found])
        counts = {f"h{k}": _mean([sum(tree.histogram[k - 1 : k]) for tree in found]) for k in range(1, deepest + 1)}
        averages, figures = [tree.average for tree in found], [tree.cost_figures() for tree in found if tree.has_costs]
        worst = max((most for _, most in figures), default=None)
        costs: dict[str, Any] = {"cost": _mean([mean for mean, _ in figures]), "worst_cost": worst}
        deviation = {"average_sd": round(stdev(averages), 4) if len(averages) > 1 else None}
        rows.append(
            {
                "strategy": name,
                "total": total,
                "average": round(fmean(averages), 4) if averages else None,
                **(costs if game.costs is not None else {}),
                **(deviation if seeds > 1 else {}),
                "depth": depth,
                "at_depth": counts.get(f"h{depth}"),
                **counts,
                "over_limit": None if limit is None else _mean([sum(tree.histogram[limit:]) for tree in found]),
                "gap_to_optimum": None if best is None or total is None else round(total - best.total, 4),
                "seconds": round(seconds, 3),
            }
        )
    return Rows(cast("list[ComparisonRow]", rows), f"strategies of {game.brief}", [str(error) for error in failed])


def compare_series(
    name: str, values: Iterable[int], strategies: Iterable[str] = SERIES, **options: Any
) -> Rows[dict[str, Any]]:
    """Return a row with the average of each strategy for each game of a series; N in `name` takes these `values`.

    A row has the keys `n`, `game`, `secrets`, `entropy_bound` and `huffman_bound` (see `average_bounds`), and the names
    of the strategies (see `compare`).  If a strategy has no tree, its value is None, and `notes` of the rows has the
    reason, for the last game in which this happened.  `options` are those of `compare`.  Raises what `compare` raises.

    >>> compare_series("number-1..N", [3, 4], ["minimax"])[0]
    {'n': 3, 'game': 'number-1..3', 'secrets': 3, 'entropy_bound': 1.585, 'huffman_bound': 1.6667, 'minimax': 2.6667}
    """
    rows, notes, strategies = [], dict[str, str](), list(strategies)
    for n in values:
        game = as_game(name.replace("N", str(n)), "compare_series")
        entropy, huffman = average_bounds(game)
        try:
            found = compare(game, strategies, **options)
            averages, why = {row["strategy"]: row["average"] for row in found}, found.notes
        except (NoSuchTree, GaveUp) as error:
            averages, why = {}, [str(error)]
        notes |= {line.partition(":")[0]: line for line in why}
        bounds = {"entropy_bound": round(entropy, 4), "huffman_bound": round(huffman, 4)}
        figures = {strategy: averages.get(strategy) for strategy in strategies}
        rows.append({"n": n, "game": game.brief, "secrets": len(game.secrets), **bounds, **figures})
    return Rows(rows, f"average guesses in {name}", notes.values())


def trees_of(game: Game, name: str, max_depth: int | None, seeds: range = range(1)) -> list[Tree]:
    """Return the tree of a strategy, or, if the strategy is random, a tree for each seed; see `compare`."""
    check_text("a strategy", name, "entropy")
    if name.endswith(".tree") or (".py" not in name and ("." in name.partition("+")[0] or "/" in name)):
        tree = open_tree(name)
        check_game(game, tree.game, tree.files, name, "not of")
        require(game_of(tree, game) is game, f"{name}: its secrets have other weights than those of {game.brief}")
        return [tree]
    if name == OPTIMAL:
        proved = find_proved_tree(game)
        is_allowed = proved is not None and (max_depth is None or proved.depth <= max_depth)
        return [proved if proved and is_allowed else solve(game, max_depth=max_depth, time_limit=_PATIENCE)]
    seeds = seeds if find(name).score is SCORES["random"] else seeds[:1]
    return [build(game, name, max_depth=max_depth, seed=seed) for seed in seeds]


def _mean(counts: list[Any]) -> int | float | None:
    return counts[0] if len(counts) == 1 else round(fmean(counts), 4) if counts else None
