"""The page ranks guesses that cost the same as `treegen next` does, with WebAssembly and without."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from test_core import ask, random_steps

import treegen
from treegen.insight.evaluate import Evaluator

if TYPE_CHECKING:
    from page_tools import OpenPage

    from treegen.games.game import Game

PLAIN = "guesstree.core = new guesstree.core.constructor({ isPlain: true })"


def small(game: Game, draw: random.Random, least: int, most: int) -> str:
    """Random steps that leave some candidates."""
    while True:
        steps = random_steps(game, draw, draw.randint(1, 4))
        if least <= len(game.candidates(steps)) <= most:
            return steps


@pytest.mark.needs_chromium
@pytest.mark.needs_core
@pytest.mark.parametrize(("name", "is_plain", "most"), [
    ("bulls-4x10", False, 20), ("mastermind-4x6", False, 20), ("bulls-3x8", False, 20),
    ("mastermind-3x5", True, 12), ("match-3x4", True, 9),
])  # fmt: skip
def test_guesses_that_cost_the_same_are_in_the_order_of_treegen(
    open_page: OpenPage, name: str, is_plain: bool, most: int
) -> None:
    game, draw, page = treegen.game(name), random.Random(name), open_page()
    if is_plain:
        page.evaluate(PLAIN)
    evaluator = Evaluator(game)
    for _ in range(12):
        steps = small(game, draw, 3, most)
        found = ask(page, name, steps, count=5)
        assert found["engine"] == ("plain" if is_plain else "wasm")
        rows = [(row["guess"], row["cost"], row["depth"]) for row in found["rows"]]
        if is_plain and game.symmetry is not None:  # it knows no symmetries: only the best one can be compared
            rows = rows[:1]
        wanted = treegen.next_guesses(game, steps, 5, seconds=600, evaluator=evaluator)[: len(rows)]
        assert rows == [(row["guess"], row["expected_total"], row["worst"]) for row in wanted], steps
        assert ask(page, name, steps, "value")["guess"] == rows[0][0]
