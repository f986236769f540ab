"""The least-cost tree by looking at everything, with weights and hard mode: plain Python, no bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import twins

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import treegen as tg
    from player.tree import Tree


class Problem(NamedTuple):
    """A game as plain lists; `may_follow(guess, feedback, later)` is the rule of hard mode, None without."""

    table: list[list[int]]
    winning: int
    losing: tuple[int, ...]
    weights: list[int]
    pool: str = "all"
    may_follow: Callable[[int, int, int], bool] | None = None


def problem_of(game: tg.Game, pool: str = "all", may_follow: Callable[[int, int, int], bool] | None = None) -> Problem:
    weights = [1] * len(game.secrets) if game.weights is None else game.weights.tolist()
    return Problem(game.table.tolist(), game.winning, game.losing, weights, pool, may_follow)


def least(
    problem: Problem,
    price: Callable[[int], int | None],
    candidates: Sequence[int],
    depth: int = 1,
    told: tuple[tuple[int, int], ...] = (),
    only: int | None = None,
    memo: dict[Any, tuple[int, Any] | None] | None = None,
) -> tuple[int, Any] | None:
    """Cost and tree `(guess, wins, children)`, the first guess by (-(cells + win), not win, index) that attains it."""
    here = price(depth)
    if here is None:
        return None
    memo = {} if memo is None else memo
    key = (tuple(candidates), depth, told if problem.may_follow else (), only)
    if key in memo:
        return memo[key]
    best: tuple[int, Any] | None = None
    ranked = []
    for guess in range(len(problem.table)) if only is None else [only]:
        cells = twins.cells(problem.table, candidates, guess)
        win = problem.winning in cells
        if set(cells) & set(problem.losing) or not (len(cells) > 1 or (win and len(candidates) == 1)):
            continue
        if problem.pool == "candidates" and not win and only is None:
            continue
        if problem.may_follow is not None and not all(problem.may_follow(*step, guess) for step in told):
            continue
        ranked.append((-(len(cells) + win), not win, guess, cells))
    for _, no_win, guess, cells in sorted(ranked):
        cost, children = 0, []
        for feedback, cell in cells.items():
            if feedback == problem.winning:
                cost += here * problem.weights[cell[0]]
                continue
            below = least(problem, price, cell, depth + 1, (*told, (guess, feedback)), memo=memo)
            if below is None:
                break
            cost += below[0]
            children.append((feedback, below[1]))
        else:
            if best is None or cost < best[0]:
                best = cost, (guess, not no_win, children)
    memo[key] = best
    return best


def most_found(problem: Problem, candidates: Sequence[int], depth: int, memo: dict[Any, int] | None = None) -> int:
    """The most candidates that are found within a depth, whatever becomes of the others."""
    memo = {} if memo is None else memo
    key = tuple(candidates), depth
    if depth and key not in memo:
        memo[key] = 0
        for guess in range(len(problem.table)):
            cells = twins.cells(problem.table, candidates, guess)
            if not set(cells) & set(problem.losing):
                wins = len(cells.pop(problem.winning, ()))
                below = sum(most_found(problem, cell, depth - 1, memo) for cell in cells.values())
                memo[key] = max(memo[key], wins + below)
    return memo[key] if depth else 0


def depth_of(node: Any) -> int:
    return 1 + max((depth_of(child) for _, child in node[2]), default=0)


def linear(limit: int | None) -> Callable[[int], int | None]:
    return lambda depth: None if limit is not None and depth > limit else depth


def listed(prices: Sequence[int]) -> Callable[[int], int | None]:
    return lambda depth: prices[depth - 1] if depth <= len(prices) else None


def solve(
    problem: Problem, objective: str, max_depth: int | None = None, prices: Sequence[int] = (), first: int | None = None
) -> tuple[int, Any] | None:
    """What `treegen solve` promises: cost and tree, None where there is none."""
    everything = range(len(problem.weights))

    def run(price: Callable[[int], int | None]) -> tuple[int, Any] | None:
        return least(problem, price, everything, only=first)

    if objective == "price":
        return run(listed(prices[:max_depth]))
    if objective == "total":
        found = run(linear(max_depth))
        while found is not None:
            shorter = run(linear(depth_of(found[1]) - 1))
            if shorter is None or shorter[0] > found[0]:
                break
            found = shorter
        return found
    deepest = len(problem.weights) if max_depth is None else max_depth
    depth = next((depth for depth in range(1, deepest + 1) if run(linear(depth)) is not None), None)
    if depth is None:
        return None
    if objective == "worst":
        return run(linear(depth))
    limit = max_depth or depth
    return run(listed([*range(1, limit), limit + sum(problem.weights) * limit]))


def nested(tree: Tree, game: tg.Game) -> Any:
    """A tree as `(guess, wins, children)`, guesses by index."""

    def node(at: int) -> Any:
        children = [(tree.feedback[child], node(child)) for child in tree.children(at)]
        return game.guess_index[tree.guesses[at]], tree.is_win(at), children

    return node(0)
