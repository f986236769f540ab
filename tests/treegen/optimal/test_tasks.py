"""What a worker answers to a task."""

from __future__ import annotations

import random

import pytest
from twins import game

from treegen.optimal.engine import make_search
from treegen.optimal.frontier import tasks
from treegen.optimal.frontier.assembly import play
from treegen.optimal.objective import linear

_BYTES = 10_000  # of a table that soon is full


@pytest.mark.needs_core
def test_a_quick_tree_costs_what_it_is_said_to_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where values were lost from the table, and are not found again: those of a beam depend on the history."""
    known, prices = game("mastermind-4x6"), linear(None)
    assert known.symmetry is not None
    sets = [
        ((guess, feedback),)
        for guess in known.symmetry.representatives([]).tolist()
        for feedback in range(len(known.labels))
        if len(known.select(((guess, feedback),))) >= 100
    ]
    some = random.Random(1)
    for _ in range(30):
        search = make_search(known, "all", prices, _BYTES)
        for history in some.sample(sets, len(sets)):
            monkeypatch.setattr(tasks, "_BEAM", some.choice([(5, 50), (3, 20), (2, 10)]))
            answer = tasks.search_task(
                search, known, prices, kind="beam", history=history, guesses=[], upper_bound=None, seconds=0.0, hard=0.0
            )
            assert answer.tree is not None
            assert answer.cost == prices.cost([0, *play(known, history, answer.tree)])
