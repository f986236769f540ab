"""build(): the greedy tree of a strategy, in which small cells may be solved exactly."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import partial
from operator import index
from typing import Any

from player.errors import BadInput, GaveUp, NoSuchTree
from player.tree import Tree
from player.tree.columns import MAX_DEPTH
from treegen.games.game import Game
from treegen.games.lookup import as_game
from treegen.games.memory import check_options
from treegen.games.partition import Indices
from treegen.games.rawtree import RawTree, command_of
from treegen.greedy import strategy as strategies
from treegen.greedy.builder import Builder, BuildOptions, Progress
from treegen.greedy.own import Function
from treegen.greedy.score import SCORES
from treegen.greedy.strategy import Strategy
from treegen.optimal.outcomes import no_such_tree
from treegen.search.core import DEFAULT_MEMORY
from treegen.search.problem import Limits, Position, Prices, Problem, linear
from treegen.search.search import Memory, search
from treegen.search.threads import Background

DEFAULT_EFFORT = 10**6  # By default, build() examines at most this many positions.
_EFFORT, _ENDLESS = 2_000, 10**9  # The most positions of greedy_tree(): with a limit of depth, and without it.
_TRIED = ("entropy", "most-cells", "expected-size", "minimax", "n-log-n1", "halving")
_WAIT = 1.0  # After this many seconds of repair, a search begins that may prove that no tree exists.
DEFAULT_LIMITS = {"bulls-4x10": 7, "bulls-4x10-any": 7}  # Games whose trees have a limit of depth by default.


def build(
    game: Game | str,
    strategy: str | None = None,
    *,
    score: Function | None = None,
    guesses: str | None = None,
    max_depth: int | str | None = "default",
    first: str | None = None,
    seed: int = 0,
    effort: int = DEFAULT_EFFORT,
    exact_below: int = 0,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
    examined: Callable[[int], None] | None = None,
    repaired: Progress | None = None,
) -> Tree:
    """Build the greedy tree of a strategy, of depth at most `max_depth` (None: any; "default": see DEFAULT_LIMITS).

    `game` is a game or its name.  `strategy` is a name or a spelling (see `treegen.greedy.strategy`), by default
    entropy.  `score` is a function of your own (see `treegen.greedy.own`); `strategy` then begins with its name.
    `guesses` is the pool, `first` the first guess, and `seed` is for the random strategy.  `effort` limits the number
    of positions examined.  A cell of at most `exact_below` candidates gets a tree of least total.  `threads` (default:
    the CPUs available) does not change the tree.  `progress(done, secrets)` is called as secrets get their places in
    the tree, and `examined(positions)` while a tree that is too deep is repaired.  After the repair, `repaired(depth,
    secrets)` is called: the tree had this depth before, and this number of secrets needed more guesses than allowed.

    Raises BadInput for an invalid strategy or guess, NoSuchTree if it is proved that there is no such tree, GaveUp
    after `effort` positions or `time_limit` seconds, and TypeError for arguments of a wrong type.  While a tree is
    repaired, a search tries to prove that no tree of this depth exists.

    >>> import treegen as tg
    >>> tg.build("bulls-3x9")
    Tree('bulls-3x9', 2364:6:49, entropy)
    """
    game = as_game(game, "build")
    check_options(exact_below=exact_below, threads=threads, time_limit=time_limit)
    rule = strategies.find(("entropy" if score is None else "") if strategy is None else strategy, score)
    pool = rule.pool if guesses is None else strategies.read_pool(guesses)
    forced = rule.opening if first is None else (first,)
    rule = replace(rule, pool=pool, opening=tuple(game.guesses[game.find_guess(guess)] for guess in forced))
    chosen = DEFAULT_LIMITS.get(game.name) if max_depth == "default" else max_depth
    check_options(max_depth=chosen)  # type: ignore[arg-type]
    limit = None if chosen is None else index(chosen)  # type: ignore[arg-type]
    turns = None if limit is None else limit + game.names_at_the_end
    memory = None
    if exact_below:
        is_other = game.weights is not None or (game.costs is not None and limit is not None)
        if rule.pool not in ("all", "candidates") or is_other:
            more = "without weights; with costs, leave --max-depth out"
            raise BadInput(f"--exact-below goes with all guesses or candidates, {more}")
        memory = Memory(game, rule.pool, Limits(threads=1, memory=DEFAULT_MEMORY // 8))

    def solve(candidates: Indices, prior: tuple[int, ...], guesses_left: int | None) -> RawTree | None:
        """Return the tree of least total for candidates after the guesses `prior`."""
        depth, most = (0, None) if guesses_left is None or turns is None else (turns - guesses_left, turns)
        problem = Problem(game, rule.pool, linear(most), Position(candidates, prior), depth)
        return search(problem, memory=memory).tree

    opening = rule.opening if len(rule.opening) > 1 else ()
    refuter = Background(partial(_refute, game, rule, limit), _WAIT)
    deadline = math.inf if time_limit is None else time.monotonic() + time_limit

    def check() -> None:
        if refuter.found is not None:
            raise refuter.found
        if time.monotonic() > deadline:
            if refuter.future is None:
                raise GaveUp("time is up before the plain tree was finished; give it more --time")
            raise GaveUp(
                f"time is up: no tree of depth {limit} was found, but none is ruled out either; "
                "give it more --time, a larger --max-depth, or use "
                f'"treegen solve {game.command_name} --max-depth {limit} --time 10m"'
            )

    calls = {"check": check, "beside_repair": refuter, "progress": progress, "repaired": repaired, "examined": examined}
    others: dict[str, Any] = {name: call for name, call in calls.items() if call is not None}
    options = BuildOptions(limit, effort, seed, exact_below, solve, threads, **others)
    depth, first_guess = None if limit is None else min(limit, MAX_DEPTH), "" if opening else "".join(rule.opening)
    found = Builder(game, rule, options).build()
    tree = found.to_tree(game, pool=rule.pool, max_depth=depth, first_guess=first_guess)
    spelling = rule.text_of_rule + ("+first=" + ".".join(opening) if opening else "")
    shown_seed = seed if rule.score is SCORES["random"] else None
    tree.made = command_of(tree, "build", "--strategy", spelling, seed=shown_seed, exact_below=exact_below)
    return tree


def greedy_tree(game: Game, pool: str, limit: int | None, first: str | None, is_over: Callable[[], bool]) -> Tree:
    """Build a greedy tree by entropy, in a table the best of several strategies; `limit` and `first` may be None."""

    def check() -> None:
        if is_over():
            raise GaveUp("stopped")

    effort, best = _ENDLESS if limit is None else _EFFORT, None
    tried = _TRIED if game.own_labels is not None else _TRIED[:1]
    for name in tried if game.costs is None else ("entropy-per-cost",):
        rule = replace(strategies.find(name), pool=pool, opening=() if first is None else (first,))
        with nullcontext() if best is None else suppress(GaveUp):
            tree = Builder(game, rule, BuildOptions(limit, effort, threads=1, check=check)).build().to_tree(game)
            best = tree if best is None or tree.total < best.total else best
    assert best is not None
    return best


def _refute(game: Game, rule: Strategy, limit: int | None, is_over: Callable[[], bool]) -> NoSuchTree | None:
    assert limit is not None
    first = game.find_guess(rule.opening[0]) if rule.opening else None
    # A forced first guess need not be in the pool.
    pool = rule.pool if first is None or game.wins_against[first] >= 0 else "all"
    limits = Limits(threads=1, is_over=is_over)
    memory = Memory(game, pool, limits)
    if memory.is_without_core:
        return None
    prices = Prices((0,) * (limit + game.names_at_the_end))
    found = search(Problem(game, pool, prices, first=() if first is None else (first,)), limits, memory)
    if found.is_stopped or found.tree is not None:
        return None
    return no_such_tree(game, limit, rule.opening[0] if rule.opening else None, pool)
