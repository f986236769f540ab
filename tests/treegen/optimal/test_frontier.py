"""The frontier: workers in virtual time find the tree of one machine, whatever they lose and however late they are."""

from __future__ import annotations

import random
import threading
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest
from emulator import Emulator
from twins import game

from treegen.games.subtree import Subtree
from treegen.native.interface import NEVER
from treegen.optimal.audit import LemmaClaims
from treegen.optimal.engine import make_search
from treegen.optimal.frontier import Active, Answer, Cell, Frontier
from treegen.optimal.frontier.claims import FrontierClaims
from treegen.optimal.objective import Prices, linear

if TYPE_CHECKING:
    from treegen.native.interface import RunArguments, RunResult

pytestmark = pytest.mark.needs_core

PRICES: dict[str, Prices] = {
    "total": linear(None),
    "limit": linear(6),
    "worst": Prices((0, 0, 0, 0, 0, 0)),
    "fewest": Prices((0, 0, 0, 0, 1, 100)),
    "none": Prices((0, 0, 0)),
}


def alone(name: str, prices: Prices) -> bytes | None:
    search = make_search(game(name), "all", prices, 64 << 20)
    columns = None if search.run()["cost"] is None else search.tree()
    return None if columns is None else Subtree(*columns).to_tree(game(name)).to_bytes()


@pytest.mark.parametrize("kind", PRICES)
@pytest.mark.parametrize("name", ["bulls-4x7", "mastermind-4x5", "bulls-3x8-any", "mastermind-3x8"])
def test_the_tree_is_that_of_one_machine(name: str, kind: str) -> None:
    expected = alone(name, PRICES[kind])
    for seed in range(6):
        some = random.Random(f"{name} {kind} {seed}")
        found = Emulator(
            game(name), PRICES[kind], workers=some.choice([1, 2, 5, 16]), slowness=some.choice([10, 100, 1000]),
            deaths=some.choice([0, 0.1, 0.3]), spread=some.choice([0, 3, 30]),
            restarts=some.choice([0, 0.1]), threads=some.choice([1, 3]), checks=True, seed=seed,
        ).run()  # fmt: skip
        assert (found.tree and found.tree.to_tree(game(name)).to_bytes()) == expected


@pytest.mark.long
@pytest.mark.parametrize("objective", ["total", "worst", "fewest-at-max"])
@pytest.mark.parametrize("name", ["bulls-4x10", "bulls-5x7", "mastermind-4x7"])
def test_a_hundred_runs_with_kills_delays_and_restarts(name: str, objective: str) -> None:
    """The price lists are those of the objective, of the depth that is least."""
    depth = 7 if name == "bulls-4x10" else 6
    prices = {
        "total": linear(None), "worst": linear(depth), "fewest-at-max": Prices((*[0] * (depth - 1), 1)),
    }[objective]  # fmt: skip
    expected = alone(name, prices)
    for seed in range(100):
        some = random.Random(f"{name} {objective} {seed}")
        found = Emulator(
            game(name), prices, workers=some.choice([2, 8, 64]), slowness=some.choice([3, 10]),
            deaths=some.choice([0, 0.03, 0.1]), spread=some.choice([0, 3, 30]), restarts=some.choice([0, 0.02]),
            memory=32 << 20, seed=seed,
        ).run()  # fmt: skip
        assert (found.tree and found.tree.to_tree(game(name)).to_bytes()) == expected


@pytest.mark.parametrize("kind", ["total", "limit"])
@pytest.mark.parametrize("name", ["bulls-4x7", "mastermind-3x6", "bulls-3x6-any"])
def test_a_first_guess_an_upper_bound_and_the_best_guesses(name: str, kind: str) -> None:
    prices = PRICES[kind]
    search = make_search(game(name), "all", prices, 64 << 20)
    firsts = [(cost, guess) for guess, cost in search.run(firsts=5)["firsts"]]
    best = search.run()["cost"]
    assert best is not None
    guess = len(game(name).guesses) // 2
    forced = search.run(first=guess)
    for seed in range(4):
        some = random.Random(f"{name} {kind} {seed}")
        how = {"workers": some.choice([1, 5]), "slowness": some.choice([100, 1000]), "deaths": 0.1, "restarts": 0.05}

        def run(**options: int) -> Emulator:
            emulator = Emulator(game(name), prices, checks=True, seed=seed, **how, **options)  # type: ignore[arg-type] # noqa: B023
            emulator.run()
            return emulator

        assert run(first=guess).frontier.root.best == forced["cost"]
        assert run(upper_bound=best + 1).frontier.root.best == best
        assert run(upper_bound=best).frontier.bound == best
        assert run(upper_bound=best).frontier.root.best is None
        assert [(cost, guess) for cost, _, guess in run(keep=5).frontier.root.firsts] == firsts


@pytest.mark.parametrize("kind", PRICES)
@pytest.mark.parametrize("name", ["bulls-3x7", "mastermind-3x6", "bulls-3x6-any"])
@pytest.mark.parametrize("is_whole", [False, True])
def test_all_that_a_result_rests_on_is_true(name: str, kind: str, *, is_whole: bool) -> None:
    prices, known = PRICES[kind], game(name)
    emulator = Emulator(known, prices, workers=4, slowness=1000, deaths=0.2, spread=5, restarts=0.1, seed=1)
    cost = emulator.run().cost
    frontier = emulator.frontier
    assert frontier.bound == (NEVER if cost is None else cost)
    whole = make_search(known, "all", prices, 1 << 20)
    claims = FrontierClaims(frontier.claims, frontier.sets(), LemmaClaims([]), known, prices, 1, whole=is_whole)
    for claim in (claims[index] for index in range(len(claims))):
        history = tuple(zip(claim.path[::2], claim.path[1::2], strict=True))
        candidates = known.select(history).tolist()
        found = whole.run(candidates, len(history), [asked for asked, _ in history], only=claim.only)
        true = NEVER if found["cost"] is None else found["cost"] - len(candidates) * prices.at(len(history) + 1)
        assert true >= claim.cost
        assert claim.guess < 0 or (true, found["guess"]) == (claim.cost, claim.guess)


@pytest.mark.parametrize("budget", [{"hard": 1e-9}, {"soft": 1e-9}, {"soft": 1e-3}, {"hard": 2e-3}, {}])
@pytest.mark.parametrize("name", ["bulls-3x7", "mastermind-3x6", "bulls-3x6-any", "match-3x4"])
def test_what_is_left_is_bounded_truly(name: str, budget: RunArguments) -> None:
    cut, whole = (make_search(game(name), "all", linear(None), 1 << 20) for _ in range(2))
    found = cut.run(**budget)
    guesses, bounds, ranks = cut.frontier()
    assert (np.diff(guesses) > 0).all()
    for guess, bound, rank in zip(guesses.tolist(), bounds.tolist(), ranks.tolist(), strict=True):
        true = whole.run(only=[guess])["cost"]
        assert true is not None
        assert (found["bound"] or 0) <= bound <= true
        assert rank > 0
        if guess == found["guess"]:
            assert true == found["cost"]
    for active in cut.progress()["guesses"]:
        for cell in active["cells"]:
            candidates = game(name).select([(active["guess"], cell["feedback"])]).tolist()
            cost = whole.run(candidates, 1, [active["guess"]])["cost"]
            assert cost is not None
            assert cell["size"] == len(candidates)
            assert (cell["bound"] or 0) <= cost


def test_a_guess_costs_at_least_what_its_cells_do_wherever_two_threads_are_stopped() -> None:
    known = game("bulls-4x10")
    search = make_search(known, "all", linear(None), 64 << 20)
    candidates = known.select([(0, 1)]).tolist()
    cost = search.run(candidates, 1, [0], beam=5, exact=50)["cost"]
    assert cost is not None
    begun = 0
    for turn in range(100):
        search.run(candidates, 1, [0], upper_bound=cost, threads=2, hard=0.002 * (1 + turn % 10))
        for active in search.progress()["guesses"]:
            begun += 1
            assert (active["bound"] or NEVER) >= sum(cell["bound"] or 0 for cell in active["cells"])
    assert begun


def test_a_guess_whose_cells_all_have_a_tree_lowers_the_limits_of_the_others() -> None:
    frontier = Frontier(1000, 4)
    first = frontier.take("a")
    assert first is not None
    columns = np.arange(3, dtype=np.int32), np.array([100, 130, 131], np.int64), np.array([9, 8, 7], np.int32)
    begun = Active(0, 100, [Cell(1, 400, 50, done=False), Cell(2, 500, 50, done=False)])
    frontier.put(first, Answer("stopped", None, -1, 1.0, columns, [begun]))
    beams = [frontier.take(worker) for worker in "ab"]
    for beam, cost in zip(beams, (60, 70), strict=True):
        assert beam is not None
        assert beam.kind == "beam"
        frontier.put(beam, Answer("proved", cost, 0, 1.0))
    assert frontier.cost == 60 + 70
    assert frontier.rows_of(frontier.root)[:, 1].tolist() == [1]  # it may cost as much, the last one costs more
    assert frontier.bound == 100


def test_an_upper_bound_is_lowered_on_the_way() -> None:
    search = make_search(game("bulls-4x10"), "all", linear(None), 64 << 20)
    found: list[RunResult] = []
    runner = threading.Thread(target=lambda: found.append(search.run()))
    runner.start()
    while runner.is_alive():
        search.tighten(20000)  # of a run that has begun
        time.sleep(0.001)
    runner.join()
    assert found[0]["outcome"] in ("bounded", "proved")  # proved where the only first guess was begun before
    assert found[0]["bound"] is not None
    assert found[0]["bound"] <= 26274
