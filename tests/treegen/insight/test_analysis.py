"""Tables and next guesses: figures, estimates that can be had, and what is printed; costs: test_brute_force.py."""

from __future__ import annotations

import brute
import pytest
import twins
from twins import Call

import treegen as tg
from treegen.insight import analysis, evaluate
from treegen.search.problem import Result

POSITIONS = [
    ("bulls-3x4", ""), ("bulls-3x5", "123:01"), ("mastermind-3x3", "112:10"), ("bulls-2x4-any", "11:10"),
    ("marks-2x4", ""), ("number-0..9", ""), ("number-0..9", "gt4:no"), ("match-2x4", ""),
    ("mastermind-2x5-each", "11:00"), ("bulls-3x4", "123:30"),
]  # fmt: skip

GOLDEN = twins.golden("tables.txt")


def nothing_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no search end in time."""
    monkeypatch.setattr(evaluate.Evaluator, "_prove_best", lambda *_: ([], Result(is_stopped=True)))
    monkeypatch.setattr(evaluate.Evaluator, "_costs_up_to", lambda *_: None)


@pytest.mark.parametrize(("name", "history"), POSITIONS)
def test_estimates_can_be_had(name: str, history: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exact optimum after the guess lies between the bound and the estimate, whatever time there was for it."""
    game = twins.game(name)
    left, plain = game.candidates(history).tolist(), brute.of_game(game)
    nothing_proved(monkeypatch)
    for seconds in (0.0, 60.0):
        rows = tg.next_guesses(game, history, seconds=seconds)
        assert [row["expected_guesses"] for row in rows] == sorted(row["expected_guesses"] for row in rows)
        for row in rows:
            found = plain.best(plain.some(left), plain.any_guess, only=game.guess_index[row["guess"]])
            assert found is not None
            assert row["lower_bound"] <= round(found[0] / len(left), 4) <= row["expected_guesses"]
            assert row["exact"] == (row["lower_bound"] == row["expected_guesses"])
            assert (row["worst"] or 0) <= len(left) + 1


def test_a_table_counts_weights() -> None:
    rows = tg.table(tg.Game.from_words(["ab", "ac", "ad", "bc"], ["xy"], weights=[2, 1, 1, 4]), "ab")
    assert [tuple(row.values())[1:] for row in rows] == [
        (1, 0.5, 1.0, 0.0, 0.5), (2, 0.25, 2.0, 1.0, 0.5), (1, 0.25, 2.0, 0.0, 0.25), (4, 1.0, 1.5, 0.25, 1.25),
    ]  # fmt: skip


def test_a_game_in_which_every_guess_may_lose_has_no_rows() -> None:
    game = tg.Game.from_table([[1, 0], [0, 1]], winning=1, losing=[0])
    assert list(tg.guesses_by_information(game)) == []
    rows = tg.guesses_by_information("number-1..8")
    assert (sum(row["guesses"] for row in rows), {row["example"][:2] for row in rows}) == (7, {"gt"})
    assert [row["example"] for row in tg.guesses_by_information("number-1..8", "gt7:yes")] == ["eq8"]


def test_what_hard_mode_does_not_allow_is_said(call_treegen: Call) -> None:
    asked = ("--history", "123:100", "--guess", "451", "--guess", "452", "--top", "1")
    for words in (("next", "marks-3x5", *asked), ("review", "marks-3x5", "--history", "123:100,452:000")):
        told = call_treegen(*words, "--guesses", "hard").stderr
        assert told == "round 2: hard mode does not allow 452: 1 must occur, says 123:100\n"


def test_secrets_that_cannot_be_told_apart_are_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tg.Game.from_table([[0, 1, 1, 2], [1, 0, 1, 2], [1, 2, 1, 0]], winning=0)
    for by in analysis.ORDERS:
        with pytest.raises(tg.NoSuchTree, match="no tree is known"):
            tg.next_guesses(game, "g0:1", by=by)
    nothing_proved(monkeypatch)
    with pytest.raises(tg.NoSuchTree, match="no tree is known"):
        tg.next_guesses(game, seconds=0.0)


@pytest.mark.parametrize("line", GOLDEN, ids=" ".join)
def test_golden(line: list[str]) -> None:
    kind, name, history, *rest = line
    game, history = twins.game(name), "" if history == "-" else history
    if kind == "left":
        assert len(game.candidates(history)) == int(rest[0])
    elif kind == "groups":
        groups = tg.guesses_by_information(game, history)
        assert [f"{row['bits']:.3f}x{row['guesses']}" for row in groups] == list(reversed(rest))
    else:
        *rows, last = tg.table(game, rest[0], history)
        sizes = [row["count"] for row in rows]
        assert {
            "cells": [f"{row['feedback']}={row['count']}" for row in rows],
            "sizes": list(map(str, sorted(sizes))),
            "largest": [str(max(sizes))],
            "bits": [f"{last['bits_gained']:.{len(rest[1].partition('.')[2])}f}"],
        }[kind] == (sorted(rest[1:], key=int) if kind == "sizes" else rest[1:])


def test_rows_have_whole_numbers_beside_rounded_ones(call_treegen: Call) -> None:
    weighted = tg.Game.from_words(["crane", "slate", "trace", "crate"], weights=[1, 5, 1, 2])
    for game, history in (("bulls-3x6", "123:10"), (weighted, "")):
        for row in tg.next_guesses(game, history, seconds=60):
            for key, total in (("expected_guesses", "expected"), ("lower_bound", "bound"), ("expected_left", "left")):
                assert round(row[f"{total}_total"] / row["candidates"], 4) == row[key]  # type: ignore[literal-required]
    for one in tg.review("bulls-3x6", "123:10,145:02", seconds=60):
        for key, left in (("before", "before"), ("with_guess", "before"), ("after", "after")):
            assert round(one[f"total_{key}"] / one[left], 4) == one[f"expected_{key}"]  # type: ignore[literal-required]
    assert "total" not in call_treegen("review", "bulls-3x6", "123:10", "--csv").stdout
