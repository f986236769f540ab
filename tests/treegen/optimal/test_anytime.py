"""What a limit of time leaves: bounds that hold, trees that are near; and tables too large for masks."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import replace
from random import Random
from typing import Any

import pytest
import twins

import treegen as tg
from player.tree import Tree
from treegen.games.rawtree import RawTree
from treegen.optimal import best as anytime
from treegen.optimal import solve
from treegen.optimal.best import BestSoFar, Report
from treegen.optimal.goal import read_goal
from treegen.search.core import make_search
from treegen.search.problem import Limits, Prices, Problem, Result, linear
from treegen.search.search import Memory, search

pytestmark = pytest.mark.needs_core


@pytest.mark.parametrize("name", ["bulls-3x7", "bulls-4x7", "mastermind-4x5", "mastermind-5x3", "bulls-3x5-any"])
@pytest.mark.parametrize("prices", [linear(None), linear(7), Prices((0, 1, 1, 5, 5, 9, 9, 9))], ids=str)
def test_horizons_give_bounds_and_beams_trees_and_neither_spoils_the_search(name: str, prices: Prices) -> None:
    game = twins.game(name)
    wanted, search = make_search(game, "all", prices, 1 << 22).run(), make_search(game, "all", prices, 1 << 22)
    least = wanted["cost"]
    assert least is not None
    bars = [math.ceil(part * least) for part in (0.8, 0.9, 0.95, 0.98, 1, 1.02)]
    bounds = [search.run(horizon=horizon, upper_bound=bar)["bound"] for bar in bars for horizon in (2, 3)]
    for horizon, exact in ((1, 0), (1, 20), (2, 0), (2, 20), (3, 0), (9, 0)):
        found = search.run(horizon=horizon, exact=exact, threads=2)
        assert found["outcome"] in ("bounded", "infeasible")
        bounds.append(found["bound"])
    assert all(bound is not None and bound <= least for bound in bounds)
    assert bounds[-1] == least  # beyond the last guess
    assert search.run() == wanted
    for beam, exact in ((1, 0), (2, 20), (3, 50), (10**6, 0)):
        found = search.run(beam=beam, exact=exact, threads=2)
        if found["outcome"] == "infeasible":
            assert prices.values is not None
            continue
        columns = search.tree()
        assert columns is not None
        assert prices.cost(RawTree(*columns).play(game)) == found["cost"]
        assert (found["cost"] or 0) >= least
    assert found["cost"] == least  # all guesses
    assert search.run() == wanted


def test_trees_and_bounds_close_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no time for the search itself, and as much as they want for the rest."""
    monkeypatch.setattr(anytime, "_TRY", 0.0)

    def search_some(problem: Problem, limits: Limits, memory: Memory) -> Result:
        is_exact = not problem.horizon and not problem.beam
        return search(problem, replace(limits, deadline=-math.inf) if is_exact else limits, memory)

    monkeypatch.setattr(solve, "search", search_some)
    game = twins.game("bulls-4x9")
    optimum = 14914  # proved: trees/ATLAS.md
    limits = Limits(time.monotonic() + 60, threads=1)
    finder = solve._Finder(read_goal(game), limits, Memory(game, limits=limits))
    anytime.search_in_time(finder.ask, finder.best, finder.deadline, is_exact=False)
    best = finder.best
    assert best.tree is not None
    assert best.bound <= optimum <= best.cost
    assert (best.cost - best.bound) / best.cost < 0.02


def test_the_bound_that_is_told_holds_at_every_moment() -> None:
    optimum = 14914  # proved: trees/ATLAS.md
    search = make_search(twins.game("bulls-4x9"), "all", linear(None), 1 << 24)
    found: list[object] = []
    runner = threading.Thread(target=lambda: found.append(search.run(threads=2)["cost"]))
    runner.start()
    while runner.is_alive():
        now = search.progress()
        assert now["bound"] is not None
        assert now["bound"] <= optimum
        assert now["cost"] is None or now["cost"] >= optimum
    assert found == [optimum]


def test_a_tree_that_costs_what_is_proved_is_optimal(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no time to find it once more by the order of guesses; a tree of less depth may still be left open."""
    game = twins.game("bulls-4x8")
    best = tg.solve(game)

    def stop(_: object, known: BestSoFar, *__: object, **___: object) -> Result:
        known.add_tree(best)
        known.bound = best.total
        return Result(best.total, is_stopped=True)

    monkeypatch.setattr(solve, "search_in_time", stop)
    monkeypatch.setattr(solve, "_FOR_DEPTH", 60.0)
    for prices in (None, range(1, 8)):
        tree = tg.solve(game, prices=prices, time_limit=60)
        assert (tree.proved, tree.bound, tree.tally) == (True, best.total, best.tally)
    monkeypatch.setattr(solve, "_FOR_DEPTH", 0.0)
    monkeypatch.setattr(solve, "search", lambda *_: Result(is_stopped=True))
    message = rf"the least total is {best.total} .* proved\), but perhaps not with depth {best.depth}"
    with pytest.raises(tg.StoppedEarly, match=message) as early:
        tg.solve(game, time_limit=60)
    assert early.value.tree is not None
    assert (early.value.tree.proved, early.value.bound) == (False, best.total)


@pytest.mark.parametrize("limit", [None, *twins.long([7])])
def test_the_best_tree_of_a_search_that_is_stopped_is_kept(limit: int | None) -> None:
    """As soon as the search tells its cost, that tree can be had; a proof takes long after that."""
    costs: list[int] = []

    def progress(state: Report) -> None:
        if state["cost"] is not None:
            costs.append(state["cost"])

    game = twins.game("mastermind-4x8")
    limits = Limits(threads=1, progress=progress, is_over=lambda: bool(costs))
    found = search(Problem(game, prices=linear(limit)), limits)
    assert found.is_stopped
    assert found.tree is not None
    total = linear(limit).cost(found.tree.histogram())
    assert total <= costs[0]
    assert 4096 < found.bound <= total


@pytest.mark.parametrize(("name", "objective"), [("bulls-5x8", "total"), ("bulls-4x10", "identify")])
def test_a_greedy_tree_is_known_while_the_search_has_none(name: str, objective: str) -> None:
    """And an interrupt hands it over, in Python as in a notebook; names are not counted where they are not asked."""
    told: list[tuple[int | None, int | None]] = []

    def progress(state: Report) -> None:
        told.append((state["bound"], state["cost"]))
        if state["cost"] is not None:
            raise KeyboardInterrupt

    before = threading.active_count()
    with pytest.raises(tg.Interrupted) as stopped:
        tg.solve(twins.game(name), objective, threads=1, progress=progress)
    assert threading.active_count() == before
    tree = stopped.value.tree
    assert tree is not None
    assert (tree.objective, tree.cost, tree.bound) == (objective, told[-1][1], stopped.value.bound)
    assert tree.cost == tree.total - (tree.fanout.count(0) if objective == "identify" else 0)
    assert not tree.proved
    assert told[-1][0] is not None
    assert told[-1][0] <= stopped.value.bound <= (tree.cost or 0)


def test_an_interrupt_waits_for_a_greedy_tree_and_another_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def progress(_: Report) -> None:
        raise KeyboardInterrupt

    def be_interrupted(*_: object) -> Tree:
        raise KeyboardInterrupt

    before = threading.active_count()
    with pytest.raises(tg.Interrupted, match="the least total is between") as stopped:
        tg.solve(twins.game("bulls-4x10"), threads=1, progress=progress)
    assert stopped.value.tree is not None
    monkeypatch.setattr(solve, "greedy_tree", be_interrupted)
    with pytest.raises(tg.Interrupted, match="no tree was found yet") as stopped:
        tg.solve(twins.game("bulls-4x10"), threads=1, progress=progress)
    assert (stopped.value.tree, threading.active_count()) == (None, before)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("mastermind-5x4", {}), ("bulls-4x7", {"max_depth": 6}), ("bulls-3x7-any", {"guesses": "candidates"}),
        ("marks-4x4", {}), ("bulls-3x6", {"objective": "identify"}), ("bulls-4x7", {"first": "1234"}),
    ],
)  # fmt: skip
def test_a_large_table_is_not_made_where_the_time_is_short(
    monkeypatch: pytest.MonkeyPatch, name: str, changes: dict[str, Any]
) -> None:
    """A greedy tree is there, which finds every secret by the plain rules."""
    monkeypatch.setattr("treegen.search.search._LARGE", 1)
    game = tg.game(name)
    is_made = changes.get("objective") == "identify"  # that takes another table
    with pytest.raises(tg.StoppedEarly) as stopped:
        tg.solve(game, time_limit=1e-9, **changes)
    tree = stopped.value.tree
    assert tree is not None
    assert (game.source.made is not None) == is_made
    monkeypatch.undo()
    assert tg.verify(tree).faults == ()
    assert tree.depth <= changes.get("max_depth", tree.depth)
    assert stopped.value.bound <= (tg.solve(name, **changes).cost or 0) <= (tree.cost or tree.total)


def test_an_error_of_the_progress_function_is_its_own() -> None:
    error = ValueError("mine")

    def progress(_: Report) -> None:
        raise error

    with pytest.raises(ValueError, match="mine") as caught:
        tg.solve(twins.game("bulls-4x10"), threads=1, progress=progress)
    assert caught.value is error


@pytest.mark.parametrize("seed", [0, 1, *twins.long(range(2, 6))])
def test_a_search_that_is_stopped_returns_no_worse_tree_than_build(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random questions about 60 secrets, each with a guess that names it; nothing else is found in time."""
    random = Random(seed)
    rows = [[random.randrange(2) for _ in range(60)] for _ in range(30)]
    rows += [[2 if secret == named else 0 for secret in range(60)] for named in range(60)]
    weights = [random.randint(1, 50) for _ in range(60)] if seed % 2 else None
    game = tg.Game.from_table(rows, winning=2, weights=weights)

    def stop(_: object, best: BestSoFar, *__: object, **___: object) -> Result:
        assert best.greedy.future is not None
        best.greedy.future.exception(60)
        return Result(0, is_stopped=True)

    monkeypatch.setattr(solve, "search_in_time", stop)
    with pytest.raises(tg.StoppedEarly) as early:
        tg.solve(game, time_limit=50.0)
    assert early.value.tree is not None
    assert early.value.tree.total <= tg.build(game, max_depth=None).total
