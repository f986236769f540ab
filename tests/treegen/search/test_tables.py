"""The shipped tables: their form, and what is known of them from elsewhere."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import pytest
from wordle import wordle

import treegen as tg

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
@pytest.mark.needs_core
def test_openers_of_wordle_are_proved_again(tmp_path: Path) -> None:
    game = tg.game(wordle(tmp_path))
    exact = [row for row in rows() if row[1] == row[3]]
    for word, total, worst, _ in random.Random().sample(exact, 5):
        tree = tg.solve(game, first=word)
        assert (tree.total, tree.depth) == (total, worst), word
