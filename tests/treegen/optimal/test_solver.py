"""solve(): the golden optima, all searches against the reference byte for byte, and what may not change an answer."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
import twins
from reference import in_numpy, solved
from twins import Call, long

import treegen as tg
from player.tree import Tree
from treegen.insight.verify import verify_bytes
from treegen.native import core
from treegen.native.interface import NEVER
from treegen.search.core import make_search
from treegen.search.problem import Prices, fewest_at_max, linear

GOLDEN = twins.golden("solve.txt", 6)
OBJECTIVES = ["total", "worst", "fewest-at-max"]
POOLS = ["all", "candidates"]
CODES = [
    "bulls-2x4", "bulls-2x5", "bulls-2x6", "bulls-2x3-any", "bulls-3x3", "bulls-3x4", "bulls-2x4-any", "mastermind-2x4",
    "mastermind-3x2", "mastermind-4x2", "match-2x4", "match-3x3", "match-3x4-distinct", "match-2x6-nozero=012345",
    "marks-3x3", "marks-2x3-distinct-any", "marks-2x4-nozero=0123", "mastermind-3x2-each", "bulls-2x3-any-each",
    "bulls-2x5-nozero=01234", "mastermind-2x4-nozero=0123", "mastermind-3x3-matches",
]  # fmt: skip


@pytest.mark.needs_core
@pytest.mark.parametrize(("name", "pool", "objective", "depth", "cost", "tally"), GOLDEN, ids=str)
def test_golden(name: str, pool: str, objective: str, depth: str, cost: str, tally: str) -> None:
    limit = None if depth == "none" else int(depth)
    tree = tg.solve(twins.game(name), objective, guesses=pool, max_depth=limit)
    assert (tree.cost, tree.tally, tree.proved, tree.bound) == (int(cost), tally, True, int(cost))
    assert verify_bytes(tree.to_bytes()).faults == ()


FEEDBACKS = [
    *range(2, 7), 15, 16, 17, 32, 33, 63, 64, 65, 100, 255, 256, 257, 300, 511, 512, 513, 729, 1000, 2187, 3000
]  # fmt: skip


def draw_game(draw: Random) -> tg.Game:
    """Up to 12 guesses × 9 secrets, 2 to 3000 feedbacks, at most one winning entry a row, some losing feedbacks."""
    labels, secrets = draw.choice(FEEDBACKS), draw.randint(1, 9)
    winning, *others = draw.sample(range(labels), labels)
    losing, often = others[: draw.choice((0, 0, 1, 2))], draw.choices(others, k=draw.randint(2, 8))
    table = [draw.choices(often, k=secrets) for _ in range(draw.randint(1, 12))]
    for number, entries in enumerate(table):
        wins = draw.randint(-2, secrets - 1) if number >= secrets else number
        if wins >= 0:
            entries[wins] = winning
    game = tg.Game.from_table(table, winning=winning, losing=losing, labels=[f"f{i}" for i in range(labels)])
    return twins.weighed(game, draw.choices(range(1, draw.choice((2, 3, 10, 10_000))), k=secrets))


@pytest.mark.needs_core
@pytest.mark.parametrize("examples", [100, pytest.param(6000, marks=pytest.mark.long)])
def test_native_and_numpy_agree(examples: int) -> None:
    """On random tables and on small code games: a search that stops a kind of guess too early showed on these only."""
    for seed in range(examples):
        draw = Random(seed)
        game = draw_game(draw) if draw.random() < 0.75 else twins.game(draw.choice(CODES))
        options: dict[str, Any] = {"guesses": draw.choice(POOLS)}
        if draw.random() < 0.5:
            options["prices"] = list(accumulate(draw.choices(range(6), k=draw.randint(1, 7))))
        else:
            options |= {"objective": draw.choice(OBJECTIVES), "max_depth": draw.choice((None, *range(1, 7)))}
        options["first"] = draw.choice(game.guesses) if draw.random() < 0.2 else None
        threads, memory = draw.choice([(1, None), (2, None), (1, 4096), (2, 1)])
        assert solved(game, threads=threads, memory=memory, **options) == in_numpy(game, **options), seed


@pytest.mark.needs_core
@pytest.mark.parametrize(
    "name", ["mastermind-4x4", "bulls-3x6-any",
             *long(("bulls-4x6", "bulls-3x7", "mastermind-3x6"))]
)  # fmt: skip
@pytest.mark.parametrize("pool", POOLS)
def test_threads_that_share_out_guesses_find_the_same(name: str, pool: str) -> None:
    """Sets of a hundred candidates and more, whatever the limit of the cost, which may be too low for any tree."""
    game = twins.game(name)
    for prices in (linear(None), linear(4), Prices((0, 0, 0, 0, 0, 1, 1))):
        draw = np.random.default_rng(7)
        for count in draw.integers(100, min(len(game.secrets), 240), 2).tolist():
            candidates = np.sort(draw.choice(len(game.secrets), count, replace=False)).tolist()
            cost = make_search(game, pool, prices, 1 << 20).run(candidates=candidates)["cost"]
            for bound in [NEVER] if cost is None else [NEVER, cost, cost + 1, cost + 9]:
                found = []
                for threads in (1, 2, 7):
                    search = make_search(game, pool, prices, 1 << 20)
                    what = search.run(candidates=candidates, threads=threads, upper_bound=bound)
                    columns = search.tree() if what["guess"] >= 0 else None
                    found.append((what, None if columns is None else [column.tolist() for column in columns]))
                assert found[1:] == 2 * found[:1]


@pytest.mark.needs_core
@pytest.mark.parametrize("prices", [linear(None), linear(14)])
@pytest.mark.parametrize("name", ["bulls-3x9", "bulls-3x8-any", "mastermind-4x5", "marks-3x8", "match-3x8"])
def test_all_tables_of_a_search_fit_into_its_memory(name: str, prices: Prices) -> None:
    assert core is not None
    game = twins.game(name)
    for switches in (core.ALL, core.ALL & ~core.SWITCHES["lookups"]):
        for memory in (8 << 20, 11 << 20):
            search = make_search(game, "all", prices, memory, switches)
            found = search.run()
            assert found["outcome"] == "proved"
            # the rows of the bounds are made as needed, and what they will take is not known exactly
            assert 0.85 * memory < search.table_bytes < 1.02 * memory
        # with too little memory for the rows, a quarter is left for the values of sets
        assert make_search(game, "all", prices, 1 << 16, switches).progress()["capacity"] == (1 << 14) // 32


@pytest.mark.parametrize("objective", ["total", "worst", "fewest-at-max"])
@pytest.mark.parametrize(("table", "losing", "first", "said"), [
    ([[0], [2]], (), None, "no tree exists: s0 has no guess that finds it (proved)"),
    ([[1, 0, 2]], (), None, "no tree exists: s1 has no guess that finds it (proved)"),
    ([[1, 0, 0], [0, 1, 0], [2, 0, 1], [0, 0, 0]], (0,), None,
     "no tree exists: some secrets cannot be told apart without the risk of losing (proved)"),
    ([[0], [1]], (), "g0", "no tree begins with g0, which does not find s0"),
    ([[1, 2], [2, 1]], (2,), "g1", "no tree begins with g1, which may lose"),
    ([[1, 2], [2, 1], [0, 0]], (), "g2", "no tree begins with g2, which tells no secrets apart"),
])  # fmt: skip
def test_why_there_is_no_tree(
    objective: str, table: list[list[int]], losing: tuple[int, ...], first: str | None, said: str
) -> None:
    game = tg.Game.from_table(table, winning=1, losing=losing)
    with pytest.raises(tg.NoSuchTree) as caught:
        tg.solve(game, objective, first=first)
    assert str(caught.value) == f"{game.brief}: {said}"


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"prices": []}, tg.BadInput, "has at least one"),
        ({"prices": [1, 2**62]}, tg.BadInput, "pass 64 bits"),
        ({"prices": [1.5]}, TypeError, "whole numbers"),
        ({"prices": [10**5000, 1]}, tg.BadInput, "10\\^30 or more"),
        ({"prices": [-(10**5000)]}, tg.BadInput, "10\\^30 or more"),
        ({"objective": "least"}, tg.BadInput, "is not an objective"),
        ({"max_depth": 0}, tg.BadInput, "max_depth"),
        ({"first": "11"}, tg.BadInput, "'11' is not a guess"),
        ({"game": "bulls-2x3-any", "guesses": "candidates", "first": "11"}, tg.BadInput, "is no possible secret"),
    ],
)
def test_bad_options(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        tg.solve(**{"game": "bulls-2x2", **options})


def test_the_largest_price_is_the_cores_own() -> None:
    game = tg.game("bulls-2x3")
    most = 2**59 // 6
    assert tg.solve(game, prices=[most] * 4).cost == 6 * most
    for price in (most + 1, 2**58, 10**40, 10**5000):
        with pytest.raises(tg.BadInput, match=f"pass 64 bits; the largest price of this game is {most}$"):
            tg.solve(game, prices=[price] * 4)
    assert fewest_at_max(7, 5040).values == (1, 2, 3, 4, 5, 6, 7 + 7 * 5040)
    with pytest.raises(tg.BadInput, match="2147483647 secrets within 4 guesses passes 64 bits; take smaller weights"):
        fewest_at_max(4, 2**31 - 1)


# ----------------------------------------------------- identify: the fewest questions until the secret is certain


def test_the_command(call_treegen: Call, tmp_path: Path) -> None:
    path = tmp_path / "t.tree"
    assert call_treegen("solve", "bulls-3x4", "--objective", "identify", "-o", path).returncode == 0
    assert "optimal: proved again" in call_treegen("verify", path, "--optimal").stdout
    refused = call_treegen("solve", "bulls-3x4", "--objective", "identify", "--guesses", "candidates")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)


@pytest.mark.needs_core
def test_the_tree_of_a_search_that_was_stopped_can_be_read() -> None:
    with pytest.raises(tg.StoppedEarly) as early:
        tg.solve("mastermind-4x6", "identify", max_depth=9, time_limit=0.01)
    tree = early.value.tree
    assert tree is not None
    data = tree.to_bytes()
    assert (tree.prices, tree.max_depth, Tree.from_bytes(data).to_bytes()) == ((), 9, data)


@pytest.mark.parametrize("weights", [None, [1], [10]])
@pytest.mark.parametrize("first", [None, "g0", "g1"])
@pytest.mark.parametrize("max_depth", [None, 1, 3])
def test_a_single_secret_is_certain_whatever_it_weighs(
    weights: list[int] | None, first: str | None, max_depth: int | None, tmp_path: Path
) -> None:
    game = tg.Game.from_table([[1], [1], [2]], winning=1, weights=weights)
    tree = tg.solve(game, "identify", first=first, max_depth=max_depth)
    assert (tree.cost, tree.bound, tree.proved, tree.guesses) == (0, 0, True, [first or "g0"])
    tree.write(tmp_path / "one.tree")
    assert tg.open_tree(tmp_path / "one.tree") == tree
    with pytest.raises(tg.NoSuchTree, match=r"no tree begins with g2, which does not find s0$"):
        tg.solve(game, "identify", first="g2")
