"""The best first guesses: compared with solving from each first guess alone."""

from __future__ import annotations

import csv
import random
import re
from pathlib import Path

import numpy as np
import pytest
from wordle import wordle

import treegen as tg
from treegen.optimal.outcomes import StoppedEarly
from treegen.optimal.solve import best_first_guesses
from treegen.search import search as search_module
from treegen.search.core import make_search
from treegen.search.problem import Prices

pytestmark = pytest.mark.needs_core


@pytest.mark.parametrize("prices", [Prices(None), Prices((0, 0, 1, 5, 5))])
@pytest.mark.parametrize(("feedbacks", "secrets"), [(30, 44), (243, 120)])
def test_the_best_in_wide_tables_are_those_of_each_alone(feedbacks: int, secrets: int, prices: Prices) -> None:
    """Random feedbacks, few of which are common; in the larger table, first guesses are tried by their bounds."""
    draw, guesses, winning = np.random.default_rng(7), secrets + 10, feedbacks - 1
    table = (draw.random((guesses, secrets)) ** 3 * winning).astype(np.uint8)
    np.fill_diagonal(table, winning)
    game = tg.Game.from_table(
        table, winning=winning, losing=[winning - 1], labels=[str(label) for label in range(feedbacks)]
    )
    wanted = []
    for guess, row in enumerate(game.table.tolist()):
        cost = make_search(game, "all", prices, 1 << 20).run(only=[guess])["cost"]
        if cost is not None:
            wins = winning in row
            wanted.append((cost, -len({*row}) - wins, not wins, guess))
    rows = [(guess, cost) for cost, *_, guess in sorted(wanted)]
    assert len(rows) > 10 or prices.values
    for count, threads in ((1, 2), (3, 1), (1000, 2)):
        found = make_search(game, "all", prices, 1 << 20).run(openers=count, threads=threads)
        assert found["openers"] == rows[:count]
        assert (found["guess"], found["cost"]) == (rows[0] if rows else (-1, None))


@pytest.mark.parametrize("pool", ["all", "candidates"])
def test_all_guesses_that_win_against_a_single_secret_are_named(pool: str) -> None:
    game = tg.Game.from_table([[1], [0], [1], [1]], winning=1)
    assert best_first_guesses(game, 5, guesses=pool) == [("g0", 1), ("g2", 1), ("g3", 1)]
    assert best_first_guesses(game, 2, prices=[7], guesses=pool) == [("g0", 7), ("g2", 7)]


@pytest.mark.parametrize("without_core", [False, True])
def test_what_is_known_when_the_time_is_up(without_core: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if without_core:
        monkeypatch.setattr(search_module, "fits", lambda *_: False)
    with pytest.raises(StoppedEarly) as caught:
        best_first_guesses("mastermind-4x8", 3, time_limit=0.1)
    found = re.fullmatch(
        r"time is up: the total of every first guess is at least (\d+), "
        r"and the best found so far is (\d{4}) with (\d+) "
        r"\((.*) a secret\)", str(caught.value)
    )  # fmt: skip
    assert found is not None, str(caught.value)
    assert int(found[1]) <= 20471 <= int(found[3])  # the least total, in the atlas
    assert float(found[4]) == round(int(found[3]) / 4096, 4)


TABLE = Path(__file__).resolve().parents[3] / "trees" / "tables" / "wordle-openers.csv"
# The best ones, found in one search of all first guesses (docs/optimal.md).
KNOWN = {"salet": 7920, "reast": 7923, "crate": 7926, "trace": 7926, "slate": 7928, "crane": 7930, "carle": 7937}


def rows() -> list[tuple[str, int, int, int]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return [(row["word"], int(row["total"]), int(row["worst"]), int(row["bound"])) for row in csv.DictReader(file)]


def test_openers_of_wordle() -> None:
    table = rows()
    assert table == sorted(table, key=lambda row: (row[1:], row[0]))
    assert len({row[0] for row in table}) == len(table)
    exact = {word: total for word, total, _, bound in table if total == bound}
    assert KNOWN.items() <= exact.items()
    assert min(total for _, total, _, _ in table) == exact["salet"]
    assert all(7920 < total and bound <= total for word, total, _, bound in table if word != "salet")
    assert len(table) == 12972
    assert len(exact) >= 5315
    assert TABLE.stat().st_size < 300_000


@pytest.mark.long
def test_openers_of_wordle_are_proved_again(tmp_path: Path) -> None:
    game = tg.game(wordle(tmp_path))
    exact = [row for row in rows() if row[1] == row[3]]
    for word, total, worst, _ in random.Random().sample(exact, 5):
        tree = tg.solve(game, first=word)
        assert (tree.total, tree.depth) == (total, worst), word
