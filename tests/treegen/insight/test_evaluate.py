"""What positions and guesses cost: golden figures, ties, and intervals where time runs out; see test_brute_force.py."""

from __future__ import annotations

import time
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import twins
from twins import weighed

import treegen as tg
from treegen.games.partition import cells
from treegen.insight import evaluate, shipped
from treegen.insight.evaluate import Evaluator
from treegen.insight.position import find_position
from treegen.native.interface import NEVER
from treegen.search import search as search_module
from treegen.search.problem import Position

if TYPE_CHECKING:
    from tests.treegen.conftest import Call

needs_core = pytest.mark.needs_core
LONG = 600.0  # seconds: enough for every search here
GOLDEN = twins.golden("next.txt")


@pytest.fixture(scope="module")
def evaluators() -> dict[str, Evaluator]:
    """An evaluator of each golden game."""
    return {name: Evaluator(twins.game(name)) for name in sorted({line[0] for line in GOLDEN})}


@needs_core
@pytest.mark.parametrize("line", GOLDEN, ids=" ".join)
def test_golden(line: list[str], evaluators: dict[str, Evaluator]) -> None:
    name, history, left, *best = line
    rows = tg.next_guesses(twins.game(name), history, 3, seconds=LONG, evaluator=evaluators[name])
    wanted = [(guess, round(int(cost) / int(left), 4)) for guess, _, cost in (one.partition("=") for one in best)]
    assert [(row["guess"], row["expected_guesses"]) for row in rows] == wanted
    assert all(row["exact"] and row["lower_bound"] == row["expected_guesses"] for row in rows)
    value = evaluators[name].value(find_position(twins.game(name), history), LONG)
    assert (value.cost, value.is_exact) == (int(best[0].partition("=")[2]), True)


@needs_core
def test_positions_of_a_proved_tree_are_known_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluator = Evaluator(twins.game("bulls-4x10"))
    monkeypatch.setattr(evaluate, "search", None)
    tree = tg.open_tree("bulls-4x10")
    (beside,) = Evaluator(tg.game("words-5")).best(find_position(tg.game("words-5"), ""), 1, 0.0)
    assert (beside.cost, beside.is_exact, beside.depth) == (7648, True, 5)  # it lies beside a named list
    for history in ("", "0123:01", "0123:01,1456:02"):
        below, position = tree[history], find_position(evaluator.game, history)
        found = evaluator.value(position, LONG)
        assert (found.cost, found.depth, found.is_exact) == (below.total, below.depth, True)
        assert evaluator.game.guesses[found.guess] == below.guesses[0]
        assert [found] == evaluator.best(position, 1, LONG) == [evaluator.after(position, found.guess, LONG)]


def test_no_other_tree_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only one of least total without a limit of depth, whose subtrees are optimal, too."""
    game = twins.game("bulls-3x4")
    trees = [
        tg.build(game), tg.solve(game, "worst"), tg.solve(game, max_depth=5), tg.solve(game, first="123"),
        tg.solve(game, guesses="candidates"), tg.solve(weighed(game, [2] * 24)), tg.solve(twins.game("bulls-3x5")),
    ]  # fmt: skip
    for tree in trees:
        monkeypatch.setattr(shipped, "find_shipped", lambda *_, tree=tree: tree)
        assert shipped.find_proved_tree(game, "all") is None
    monkeypatch.setattr(shipped, "find_shipped", lambda *_: tg.solve(game))
    assert [shipped.find_proved_tree(game, pool) is None for pool in ("all", "candidates")] == [False, True]


def test_a_table_of_openers_answers_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game, table = twins.game("bulls-3x4-any"), tmp_path / "table.csv"
    table.write_text("word,total,worst,bound\n123,69,5,69\n134,69,5,69\n112,71,6,70\n")  # not what is true
    monkeypatch.setitem(shipped._OPENERS, game.name, str(table))
    evaluator, start = Evaluator(game), find_position(game, "")
    rows = tg.next_guesses(game, top=2, seconds=0.1, evaluator=evaluator, also=["134", "111"])
    assert [(row["rank"], row["guess"], row["asked"]) for row in rows] == [
        (1, "123", False), (2, "134", True), (None, "111", True),
    ]  # fmt: skip
    assert [(row["worst"], row["exact"]) for row in rows[:2]] == [(5, True)] * 2
    assert evaluator.is_decided(start)
    assert (evaluator.after(start, game.find_guess("112"), 0.0).bound, evaluator.value(start, 0.0).cost) == (70, 69)
    assert Evaluator(game, pool="candidates").value(start, LONG).cost != 69


@pytest.mark.parametrize(("name", "history", "pool"), [
    ("bulls-4x10", "0123:01", "all"), ("bulls-4x10", "5310:02", "candidates"), ("marks-4x6", "", "hard"),
])  # fmt: skip
def test_what_is_not_finished_in_time_is_an_interval(name: str, history: str, pool: str) -> None:
    game = twins.game(name)
    evaluator, position = Evaluator(game, pool=pool), find_position(game, history)
    rows = evaluator.best(position, 12, 0.0)  # a guess for whose estimate there was no time is left out
    assert 1 <= len({row.guess for row in rows}) == len(rows) <= min(12, len(evaluator.rank(position).guesses))
    assert all(0 < row.bound <= (row.cost or 0) for row in rows)
    value, one = evaluator.value(position, 0.0), evaluator.after(position, rows[-1].guess, 0.0)
    assert value.bound <= (value.cost or NEVER) <= min(row.cost or NEVER for row in rows) < NEVER
    assert one.bound <= (one.cost or NEVER)


@pytest.mark.parametrize("history", ["", "9876:11"])
def test_without_time_more_rows_only_show_more(history: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first ten are compared whatever the time, and however many are shown."""
    monkeypatch.setattr(evaluate, "find_proved_tree", lambda *_: None)
    monkeypatch.setattr(search_module, "fits", lambda *_: False)
    seconds = count()
    monkeypatch.setattr(time, "monotonic", lambda: float(next(seconds)))  # the time is up whenever it is looked at
    game = twins.game("bulls-4x10")
    position = find_position(game, history)
    ten = Evaluator(game).best(position, 10, 0.0)
    assert len(ten) == min(10, len(Evaluator(game).rank(position).guesses))
    for shown in (1, 2, 5, 60):
        evaluator = Evaluator(game)
        assert evaluator.best(position, shown, 0.0) == ten[:shown]
        assert not evaluator.is_decided(position)


def test_what_is_not_decided_is_said(call_treegen: Call) -> None:
    told = call_treegen("next", "marks-4x8", "--time", "0.01s", "--top", "60").stderr
    assert 'not decided in 0.01 s: another guess may be better; try a longer --time, or "treegen solve"' in told
    assert "compared in time, fewer than --top 60" in told
    assert call_treegen("next", "bulls-3x9", "--history", "123:11", "--time", "60s").stderr == ""


def test_a_guess_outside_the_pool_takes_a_guess_more_than_the_deepest_of_its_cells() -> None:
    game = twins.game("bulls-3x5")
    evaluator, start = Evaluator(game, pool="candidates"), find_position(game, "123:11")
    found = evaluator.after(start, guess := game.find_guess("123"), LONG)
    below = [evaluator.value(Position(cell, (*start.prior, guess)), LONG) for _, cell in cells(game, start[0], guess)]
    assert found.depth == 1 + max(one.depth or 0 for one in below)
    assert found.cost == len(start.candidates) + sum(one.cost or 0 for one in below)
