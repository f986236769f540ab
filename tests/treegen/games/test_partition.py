"""Cells and tables: the native core against numpy, and both against the obvious."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import treegen as tg
from player.rules import names as rules
from treegen.games import partition, tables
from treegen.native import core

NAMES = ["bulls-3x5", "bulls-2x4-any", "mastermind-4x3", "mastermind-5x3", "bulls-4x10"]


@pytest.mark.needs_core
@given(st.data())
def test_choose_takes_the_first_in_the_order(data: st.DataObject) -> None:
    """More than 64 guesses (blocks), more than 255 candidates (a byte is full), any number of feedbacks."""
    feedbacks = data.draw(st.sampled_from([2, 3, 14, 100, 256, 300, 8192]))
    guesses, secrets = data.draw(st.integers(1, 150)), data.draw(st.sampled_from([1, 2, 5, 40, 300, 600]))
    random = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    table = random.integers(0, data.draw(st.integers(1, min(feedbacks, 300))), (guesses, secrets))
    n = data.draw(st.integers(1, secrets))
    candidates = np.sort(random.choice(secrets, n, replace=False)).astype(np.int32)
    prices = random.integers(-8, data.draw(st.sampled_from([2, 1000])), n + 1)
    greatest, only, prefer, last = (data.draw(st.booleans()) for _ in range(4))
    bonus = data.draw(st.sampled_from([0, 0, 2]))
    allowed = random.integers(0, 4, guesses).astype(np.uint8) if data.draw(st.booleans()) else None
    winning = data.draw(st.integers(0, min(feedbacks, 300) - 1))
    losing = [f for f in data.draw(st.lists(st.integers(0, feedbacks - 1), max_size=2)) if f != winning]
    best: tuple[tuple[int, bool, int], int] | None = None
    for guess in range(guesses):
        sizes = np.bincount(table[guess, candidates], minlength=feedbacks)
        filled = prices[sizes[sizes > 0]]
        wins = bool(sizes[winning])
        score = int(filled.max() if greatest else filled.sum()) - bonus * wins
        is_late = last and (wins or not prefer)
        key = score, prefer and not wins, -guess if is_late else guess
        is_safe = (sizes > 0).sum() > 1 and not sizes[losing].any()
        if is_safe and (wins or not only) and (allowed is None or allowed[guess]):
            best = min(best or (key, guess), (key, guess))
    assert core is not None
    table = table.astype(np.uint8 if feedbacks <= 256 else np.uint16)
    rule = core.Rule(prices, greatest, prefer, last, bonus)
    found = core.choose(table, candidates, rule, only, feedbacks, winning, losing, allowed)
    assert found == (-1 if best is None else best[1])


@pytest.mark.parametrize("name", [*NAMES[:4], "marks-3x3", "match-3x3", "number-1..9", "number--3..4-free"])
def test_a_table_is_the_same_in_parts_by_threads_and_at_once(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    whole, game = tg.game(name).table, tg.game(name)
    plain = rules.read_game(name)
    told = [[plain.feedback(guess, secret) for secret in plain.secrets()] for guess in plain.guesses()]
    assert (np.array(game.labels)[whole] == told).all()
    guesses = np.arange(len(game.guesses), dtype=np.int32)[1::3]
    secrets = np.arange(len(game.secrets), dtype=np.int32)[::2]
    assert (game.source.part(guesses, secrets) == whole[guesses][:, secrets]).all()
    assert (game.row(1, secrets) == whole[1, secrets]).all()
    sizes = partition.cell_sizes(game, secrets, guesses)
    if not name.startswith("number"):
        assert game.source.made is None
        monkeypatch.setattr(tables, "_BLOCK", 3 * len(game.secrets))
        for _ in range(6):  # as much as the table
            game.source.part(guesses, secrets)
        assert game.source.made is not None
    assert (game.table == whole).all()
    assert (partition.cell_sizes(game, secrets, guesses) == sizes).all()
