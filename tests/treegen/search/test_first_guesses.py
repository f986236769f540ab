"""The best first guesses: compared with solving from each first guess alone."""

from __future__ import annotations

import csv
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from wordle import wordle

import treegen as tg
from player.errors import BadInput, NoSuchTree
from treegen.optimal.outcomes import StoppedEarly
from treegen.optimal.solve import best_first_guesses
from treegen.search import search as search_module
from treegen.search.core import make_search
from treegen.search.problem import Prices

if TYPE_CHECKING:
    from treegen.games.game import Game

pytestmark = pytest.mark.needs_core

ENDLESS = Prices(None)


def random_game(seed: int, feedbacks: int, secrets: int, guesses: int, losing: tuple[int, ...] = ()) -> Game:
    """A table of random feedbacks, few of which are common, in which guess i wins against secret i."""
    random = np.random.default_rng(seed)
    table = (random.random((guesses, secrets)) ** 3 * (feedbacks - 1)).astype(np.uint8)
    np.fill_diagonal(table, feedbacks - 1)
    labels = tuple(map(str, range(feedbacks)))
    return tg.Game.from_table(table, winning=feedbacks - 1, labels=labels, losing=losing)


def costs_one_by_one(game: Game, prices: Prices, pool: str = "all") -> list[tuple[int, int]]:
    """Every first guess with the least cost of a tree that begins with it, in the order of cost and of guesses."""
    everything = np.arange(len(game.secrets))
    costs = []
    for guess in range(len(game.guesses)):
        found = make_search(game, pool, prices, 1 << 20).run(only=[guess])
        cells = np.bincount(game.table[guess], minlength=len(game.labels))
        wins = int(cells[game.winning])
        place = (-(int((cells > 0).sum()) + wins), 1 - wins, guess)
        if found["cost"] is not None and (pool == "all" or guess in everything):
            costs.append((found["cost"], place, guess))
    return [(guess, cost) for cost, _, guess in sorted(costs)]


@pytest.mark.parametrize("feedbacks", [5, 30, 90, 200])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("prices", [ENDLESS, Prices((1, 2, 3, 4)), Prices((0, 0, 1, 5, 5))])
def test_the_best_are_those_of_each_alone(feedbacks: int, threads: int, prices: Prices) -> None:
    for seed in (0, 3):
        losing = (1,) if seed == 3 else ()
        game = random_game(seed, feedbacks, 20 + 8 * seed, 40 + 10 * seed, losing)
        wanted = costs_one_by_one(game, prices)
        for count in (1, 3, 1000):
            found = make_search(game, "all", prices, 1 << 20).run(openers=count, threads=threads)
            assert found["openers"] == wanted[:count]
            assert (found["guess"], found["cost"]) == (wanted[0] if wanted else (-1, None))


def test_a_large_wide_table_has_the_tree_of_its_best_first_guess() -> None:
    game = random_game(7, 243, 120, 130)  # so large that first guesses are tried by their bounds
    found = make_search(game, "all", ENDLESS, 1 << 20).run(threads=2)
    wanted = costs_one_by_one(game, ENDLESS)
    assert (found["guess"], found["cost"]) == wanted[0]


@pytest.mark.parametrize("pool", ["all", "candidates"])
def test_all_guesses_that_win_against_a_single_secret_are_named(pool: str) -> None:
    game = tg.Game.from_table([[1], [0], [1], [1]], winning=1)
    assert best_first_guesses(game, 5, guesses=pool) == [("g0", 1), ("g2", 1), ("g3", 1)]
    assert best_first_guesses(game, 2, prices=[7], guesses=pool) == [("g0", 7), ("g2", 7)]


def test_what_cannot_be_compared() -> None:
    game = tg.game("bulls-2x4")
    with pytest.raises(BadInput, match="1 on"):
        best_first_guesses(game, 0)
    with pytest.raises(BadInput, match="identify"):
        best_first_guesses(game, 1, "identify")
    with pytest.raises(NoSuchTree, match="depth 2"):
        best_first_guesses(game, 1, max_depth=2)


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
