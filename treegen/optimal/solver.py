"""solve(): the optimal tree for an objective, and its proof.

One search serves every objective: it minimises a list of prices, one for each depth at which a secret may be found.
At a set of candidates, guesses are tried in one total order, a function of the set alone:

    (-(cells + win), not win, index)

`cells` being the number of non-empty cells (the winning one included) and `win` 1 where the guess may be the secret.
At every node the tree takes the first guess in this order that attains the least cost of that set at that depth, so
the tree of a price list is unique, whoever searches it and however.

`total` ends with the least depth at which the least total can be had: as long as some tree has the same total and one
guess less in the worst case, the tree of the shorter list is taken.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

from player.errors import BadInput, GaveUp, NoSuchTree
from player.format import MAX_DEPTH
from player.tree import Tree
from treegen.games.game import Game
from treegen.optimal import objective as objectives
from treegen.optimal.anytime import Estimate, run_in_time
from treegen.optimal.audit import FalseClaim
from treegen.optimal.engine import Engine, Helper, Problem, Progress, Result, Tell
from treegen.optimal.identify import naming_game, solve_identify
from treegen.optimal.objective import OBJECTIVES, POOLS, Prices

__all__ = ["NotSaved", "StoppedEarly", "solve"]


class StoppedEarly(GaveUp):
    """The time ran out: `tree` is the best found so far (None where there is none), `bound` a proved lower bound."""

    def __init__(self, message: str, tree: Tree | None, bound: int) -> None:
        super().__init__(message)
        self.tree = tree
        self.bound = bound


class NotSaved(BadInput):
    """The `tree` was found and proved, but not all that was proved on the way could be written to the checkpoint."""

    def __init__(self, message: str, tree: Tree) -> None:
        super().__init__(message)
        self.tree = tree


@dataclass(frozen=True, slots=True)
class _Wish:
    """What is asked for, besides the prices."""

    objective: str
    pool: str
    first: str | None
    max_depth: int | None
    prices: tuple[int, ...] | None


def solve(
    game: Game,
    objective: str = "total",
    *,
    prices: Sequence[int] | None = None,
    max_depth: int | None = None,
    guesses: str = "all",
    first: str | None = None,
    threads: int | None = None,
    memory: int | None = None,
    time_limit: float | None = None,
    checkpoint: str | None = None,
    progress: Progress | None = None,
    cluster: Helper | None = None,
    paranoid: bool = False,
    sample_seed: int | None = None,
    tell: Tell | None = None,
) -> Tree:
    """The tree of least cost, proved, for an `objective` (a name in OBJECTIVES), or `prices`, a list.

    `max_depth` forbids deeper trees; `guesses` is the pool, "all" or "candidates"; `first` forces the first guess;
    `threads` (default: the CPUs available), `memory` (bytes for the memory of solved sets), `checkpoint` (a file that
    keeps proved sets), `progress` and `cluster` (who searches, a treegen.cluster.Cluster) change nothing in the tree.

    What a checkpoint or a cluster says is checked by a sample, drawn with `sample_seed` (by default one that nobody can
    know beforehand) and reported to `tell`, which is called with lines of text.  With `paranoid` nothing they say
    counts in the end: the search is made once more without them, and must give the same tree.

    Raises NoSuchTree when it is proved that there is none, StoppedEarly (a GaveUp, with the best tree and bound so far)
    after `time_limit` seconds, treegen.audit.FalseClaim where the checkpoint or the cluster says what is not true, and
    NotSaved (with the tree) where the checkpoint could not be written.

    >>> import treegen as tg
    >>> tree = tg.solve(tg.game("bulls-2x4"))
    >>> tree.tally, tree.proved, tree.bound
    ('30:3:7', True, 30)
    """
    if prices is not None:
        objective = "price"
    elif objective not in OBJECTIVES:
        raise BadInput(f"{objective[:60]!r} is no objective; take one of: {', '.join(OBJECTIVES)}, or a list of prices")
    _check_options(game, objective, max_depth, guesses, cluster)
    wish = _Wish(objective, guesses, first, max_depth, None if prices is None else tuple(prices))
    problem = Problem(game, guesses, None if first is None else game.find_guess(first))
    if objective == "identify":
        problem = Problem(naming_game(game), "all", problem.first)
    deadline = math.inf if time_limit is None else time.monotonic() + time_limit

    def find(engine: Engine) -> Tree:
        if objective == "identify":
            return solve_identify(engine, game, _made(game, wish), max_depth)
        return _OBJECTIVES[objective](engine, wish)

    with Engine(problem, threads, memory, checkpoint, deadline, progress, cluster, tell, sample_seed) as engine:
        tree = find(engine)
    if paranoid and (checkpoint is not None or cluster is not None):
        with Engine(problem, threads, memory, None, deadline, progress) as alone:
            again = find(alone)
        if again.to_bytes() != tree.to_bytes():
            raise FalseClaim("searched again without the checkpoint and the cluster, the tree is another one")
        if tell is not None:
            tell("searched again without the checkpoint and the cluster: the same tree")
    if engine.unsaved is not None:
        raise NotSaved(engine.unsaved, tree)
    return tree


def _check_options(game: Game, objective: str, max_depth: object, guesses: str, cluster: Helper | None) -> None:
    """BadInput for options that mean nothing, or nothing together."""
    if guesses not in POOLS:
        raise BadInput(f"{guesses[:60]!r} is no pool of guesses; take one of: {', '.join(POOLS)}")
    if max_depth is not None and (type(max_depth) is not int or not 1 <= max_depth <= MAX_DEPTH):
        raise BadInput(f"--max-depth takes a number from 1 to {MAX_DEPTH}, or none, not {str(max_depth)[:60]!r}")
    if cluster is not None and (game.weights is not None or guesses == "hard"):
        raise BadInput("--cluster searches with the native core, which knows no weights and no hard mode")
    if objective == "identify" and (guesses != "all" or cluster is not None):
        raise BadInput("identify asks any guess, on this machine: leave --guesses and --cluster out")


def _solve_total(engine: Engine, wish: _Wish) -> Tree:
    """Least total; among those trees, least depth."""
    prices = objectives.linear(wish.max_depth)
    tree = _prove(engine, wish, prices)
    while tree.depth > 1:
        shorter = _attempt(engine, wish, objectives.linear(tree.depth - 1), below=tree.total + 1, best=tree)
        if shorter is None:
            break
        tree = shorter
    return _claim(tree, wish, prices)


def _solve_worst(engine: Engine, wish: _Wish) -> Tree:
    """Least depth; among those trees, least total."""
    prices = objectives.linear(_least_depth(engine, wish))
    return _claim(_prove(engine, wish, prices), wish, prices)


def _solve_fewest_at_max(engine: Engine, wish: _Wish) -> Tree:
    """Fewest secrets at the greatest depth; among those trees, the least total."""
    limit = _least_depth(engine, wish) if wish.max_depth is None else wish.max_depth
    prices = objectives.fewest_at_max(limit, engine.problem.game.weight)
    return _claim(_prove(engine, wish, prices), wish, prices)


def _solve_price(engine: Engine, wish: _Wish) -> Tree:
    """Least cost by the given list."""
    prices = objectives.check_prices(wish.prices or (), engine.problem.game.weight)
    if wish.max_depth is not None and prices.values is not None:
        prices = Prices(prices.values[: wish.max_depth])
    return _claim(_prove(engine, wish, prices), wish, prices)


_OBJECTIVES = {
    "total": _solve_total,
    "worst": _solve_worst,
    "fewest-at-max": _solve_fewest_at_max,
    "price": _solve_price,
}


def _least_depth(engine: Engine, wish: _Wish) -> int:
    """The least depth of any tree, each lesser one being proved impossible."""
    game = engine.problem.game
    depth = 1
    # No tree needs more guesses than there are secrets, so that a greater depth proves that there is none at all.
    while depth <= len(game.secrets) and engine.problem.capacity(depth) < len(game.secrets):
        depth += 1
    while True:
        if wish.max_depth is not None and depth > wish.max_depth:
            raise _no_such_tree(engine, wish, wish.max_depth)
        free = Prices((0,) * depth)
        if _attempt(engine, wish, free, below=None, best=None) is not None:
            return depth
        if depth >= len(game.secrets):
            raise _no_such_tree(engine, wish, None)
        depth += 1


def _prove(engine: Engine, wish: _Wish, prices: Prices) -> Tree:
    """The tree of a price list; NoSuchTree when it is proved that there is none."""
    if prices.limit is not None and engine.problem.capacity(prices.limit) < len(engine.problem.game.secrets):
        raise _no_such_tree(engine, wish, prices.limit)
    tree = _attempt(engine, wish, prices, below=None, best=None)
    if tree is None:
        raise _no_such_tree(engine, wish, prices.limit)
    return tree


def _no_such_tree(engine: Engine, wish: _Wish, limit: int | None) -> NoSuchTree:
    where = "" if wish.first is None else f" from first guess {wish.first}"
    where += {"all": "", "candidates": " with candidates only", "hard": " in hard mode"}[wish.pool]
    if limit is None:
        name = engine.problem.game.name
        return NoSuchTree(f"{name}: no tree exists{where}: some secrets cannot be told apart (proved)")
    return NoSuchTree(f"no tree of depth {limit} exists{where} (proved)")


def _attempt(engine: Engine, wish: _Wish, prices: Prices, below: int | None, best: Tree | None) -> Tree | None:
    """The tree of a price list, if its cost is below `below`, else None; StoppedEarly when time runs out."""
    estimate = None
    if below is None and math.isfinite(engine.deadline) and prices == _wanted_prices(engine, wish):
        result, estimate = run_in_time(engine, prices)
    else:
        result = engine.run(prices, below)
    if result.root is not None:
        return _tree(engine, wish, result)
    if not result.stopped:
        return None
    wanted = _wanted_prices(engine, wish)
    if estimate is None:
        estimate = Estimate(wanted)
        if best is not None:
            estimate.add_tree(best)
            estimate.bound = best.total
        else:
            estimate.add_quick_tree(engine)
    raise _stopped(engine, wish, wanted, estimate.tree, estimate.bound)


def _tree(engine: Engine, wish: _Wish, result: Result) -> Tree:
    game = engine.problem.game
    assert result.root is not None
    return game.tree(result.root, _made(game, wish))


def _wanted_prices(engine: Engine, wish: _Wish) -> Prices:
    """The prices that say what a tree is worth when the search was stopped early."""
    if wish.objective == "price":
        return Prices((wish.prices or ())[: wish.max_depth])
    if wish.objective == "fewest-at-max" and wish.max_depth is not None:
        return objectives.fewest_at_max(wish.max_depth, engine.problem.game.weight)
    return objectives.linear(wish.max_depth)


def _stopped(engine: Engine, wish: _Wish, prices: Prices, tree: Tree | None, bound: int) -> StoppedEarly:
    what = "total" if wish.objective == "total" else "cost"
    secrets = engine.problem.game.weight
    bound = max(bound, engine.problem.counting_bound(prices))
    if tree is None:
        return StoppedEarly(f"time is up: the {what} is at least {bound}, and no tree was found yet", None, bound)
    cost = prices.cost(tree.histogram)
    tree.objective, tree.bound, tree.proved = wish.objective, bound, False
    tree.prices = prices.values or ()
    tree.made = _made(engine.problem.game, wish)
    gap = f", within {100 * (cost - bound) / cost:.2f} % of optimal" if cost and bound else ""
    message = f"time is up: the least {what} is between {bound} and {cost} ({cost / secrets:.4f} a secret{gap})"
    return StoppedEarly(message, tree, bound)


def _claim(tree: Tree, wish: _Wish, prices: Prices) -> Tree:
    """The tree with what was proved of it."""
    tree.objective = wish.objective
    tree.prices = prices.values or ()
    tree.bound = prices.cost(tree.histogram)
    tree.proved = True
    return tree


def _made(game: Game, wish: _Wish) -> str:
    """The command that makes the tree again."""
    if wish.prices is not None:
        how = f"--price {','.join(map(str, wish.prices))}"
    else:
        how = f"--objective {wish.objective}"
    made = f"treegen solve {game.name} {how} --guesses {wish.pool} --max-depth {wish.max_depth or 'none'}"
    if wish.first is not None:
        made += f" --first {wish.first}"
    return made if game.weights is None else f"{made} --weights FILE"
