"""Strategies: their spelling, what others printed of them, and comparisons."""

from __future__ import annotations

import csv
import io
import json
import runpy
from pathlib import Path
from statistics import mean, stdev

import pytest
from twins import Call

import treegen as tg
from treegen.greedy.strategy import STRATEGIES, find

ROOT = Path(__file__).parents[3]


@pytest.mark.long
def test_the_page_of_published_strategies_is_what_is_computed() -> None:
    page = (ROOT / "trees" / "PUBLISHED.md").read_text(encoding="utf-8")
    assert runpy.run_path(str(ROOT / "scripts" / "builds" / "published.py"))["make"](page) == page


def test_every_row_of_the_table_is_found_by_its_name_and_its_spelling() -> None:
    for name, row in STRATEGIES.items():
        assert find(name) == row.strategy == find(row.strategy.name)
        assert bool(row.summary and row.source)
    strategy = find("entropy+candidates+last-of-all+in-order+first=0123.4567")
    assert find("entropy+first=0123.4567+in-order+last-of-all+candidates") == find(strategy.name) == strategy


def test_compare_prints_what_it_promises(call_treegen: Call, tmp_path: Path) -> None:
    plot = tmp_path / "plot.svg"
    names = ("entropy", "first", "bulls-3x9.total")
    run = call_treegen("compare", "bulls-3x9", *names, "--plot", plot, "--format", "csv")
    assert (run.returncode, run.stderr) == (0, "")
    columns = "strategy,total,average,depth,at_depth,h1,h2,h3,h4,h5,h6,h7,h8,over_limit,gap_to_optimum,seconds"
    assert run.stdout.splitlines()[0] == columns
    rows = list(csv.DictReader(io.StringIO(run.stdout)))
    assert [row["total"] + row["gap_to_optimum"] for row in rows] == ["236427", "2450113", "23370"]
    assert plot.read_text().startswith("<?xml")


def test_the_shipped_tree_is_taken_where_it_is_not_too_deep() -> None:
    found = [tg.compare("bulls-3x9", ["optimal"], max_depth=limit)[0] for limit in (None, 6)]
    assert [(row["total"], row["depth"]) for row in found] == [(2337, 6)] * 2
    (row,) = tg.compare("mastermind-4x6", ["optimal"], max_depth=5)
    assert (row["total"], row["depth"]) == (5626, 5)


def test_over_limit_counts_by_the_games_own_limit() -> None:
    free, limited = (tg.compare("bulls-4x10", ["entropy"], max_depth=limit)[0] for limit in (None, 7))
    assert (free["total"], free["over_limit"], free["gap_to_optimum"], limited["over_limit"]) == (26424, 1, 150, 0)


def test_a_strategy_that_has_no_tree_is_named(call_treegen: Call) -> None:
    with pytest.raises(tg.NoSuchTree, match=r"^first: number-0..20: no tree exists"):
        tg.compare("number-0..20", ["first"])
    result = call_treegen("compare", "number-0..20", "first", "entropy")
    assert result.stdout.split("\n")[1].split()[:5] == ["first", "n/a", "n/a", "n/a", "n/a"]
    assert result.stderr.startswith("first: number-0..20: no tree exists with candidates only: ")


def test_the_mean_of_several_seeds() -> None:
    both = tg.compare("bulls-3x4", ["random", "optimal", "bulls-3x4.worst"], seeds=3, seed=5)
    trees = [tg.build("bulls-3x4", "random", max_depth=None, seed=seed) for seed in (5, 6, 7)]
    row = both[0]
    assert row["total"] == pytest.approx(mean(tree.total for tree in trees), abs=1e-4)
    assert row["average_sd"] == pytest.approx(stdev(tree.average for tree in trees), abs=1e-4)
    assert row["depth"] == max(tree.depth for tree in trees)
    assert sum(row[f"h{k}"] for k in range(1, row["depth"] + 1)) == pytest.approx(24, abs=1e-3)  # type: ignore[literal-required]
    assert [(one["total"], one["average_sd"]) for one in both[1:]] == [(72, None)] * 2


def test_a_series_of_games(call_treegen: Call, tmp_path: Path) -> None:
    strategies = ("number-1..N", "entropy", "first", "optimal")
    run = call_treegen("compare", *strategies, "--n", "7..8", "--plot", "series.svg", "--json", cwd=tmp_path)
    assert [list(row.values()) for row in json.loads(run.stdout)] == [
        [7, "number-1..7", 7, 2.8074, 2.8571, 3.8571, None, 3.8571], [8, "number-1..8", 8, 3.0, 3.0, 4.0, None, 4.0],
    ]  # fmt: skip
    assert run.stderr.count("\n") == 1
    assert "bound by Huffman's code" in (tmp_path / "series.svg").read_text()
