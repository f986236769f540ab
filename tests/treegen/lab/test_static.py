"""Static games: all choices of a few guesses are tried, and published metric dimensions are found again."""

from __future__ import annotations

import json
from itertools import combinations, count
from types import SimpleNamespace

import numpy as np
import pytest
from twins import Call

import treegen as tg
from treegen.lab.static import static

pytest.importorskip("scipy")


def cells(game: tg.Game, chosen: tuple[int, ...]) -> int:
    """How many cells these questions make."""
    return int(np.unique(game.table[list(chosen)], axis=1).shape[1])


@pytest.mark.parametrize("name", ["marks-2x3", "match-2x3", "mastermind-2x4", "bulls-2x4", "number-1..5-free"])
def test_no_fewer_questions_are_enough(name: str) -> None:
    game, found = tg.game(name), static(name)
    asked = tuple(map(game.find_guess, found.questions))
    assert [cells(game, asked[: i + 1]) for i in range(found.bound)] == list(found.cells)
    assert (found.proved, found.cells[-1], found.left[-1]) == (True, len(game.secrets), 1)
    fewer = combinations(range(len(game.guesses)), found.bound - 1)
    assert max(cells(game, chosen) for chosen in fewer) < len(game.secrets)


# Goddard 2003: two pegs, ⌈2c/3⌉; A303735: hypercubes; Cáceres et al. 2007: ⌊(4c - 2)/3⌋; Jäger and Drewes 2019: ⌊3c/2⌋.
@pytest.mark.parametrize(
    ("name", "published"),
    [
        ("mastermind-2x5", 4), ("match-2x4", 4), ("number-1..9", 8),
        pytest.param("match-5x2", 4, marks=pytest.mark.long), pytest.param("match-3x4", 6, marks=pytest.mark.long),
    ],
)  # fmt: skip
def test_published_values(name: str, published: int) -> None:
    found = static(name)
    assert (found.bound, found.proved) == (published, True)


def test_what_cannot_be_asked_at_once() -> None:
    same = tg.Game.from_table([[0, 1, 1]], winning=0, secrets=["a", "b", "c"])
    with pytest.raises(tg.NoSuchTree, match="no questions tell b and c apart"):
        static(same)
    alone = static(tg.Game.from_table([[0]], winning=0))
    assert (alone.questions, alone.proved) == ((), True)
    with pytest.raises(tg.GaveUp, match="before any questions were found, of which 4 at least are needed"):
        static("match-2x9", time_limit=0)


def test_when_the_time_is_up_a_bound_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr("treegen.lab.static.time", SimpleNamespace(monotonic=lambda: next(ticks)))
    few = static("match-2x9", time_limit=100)
    assert (few.proved, few.bound, few.cells[-1]) == (False, 4, 81)


def test_the_command_says_what_is_proved(call_treegen: Call) -> None:
    told = json.loads(call_treegen("static", "mastermind-2x3", "--win", "--json").stdout)
    assert (len(told["questions"]), told["guesses"], told["bound"], told["proved"]) == (2, 3, 2, True)
