"""Tables and next guesses: estimates that can be had, and what is printed; costs and orders: test_brute_force.py."""

from __future__ import annotations

import math
import time
from itertools import count
from typing import TYPE_CHECKING, Any

import brute
import pytest
import twins
from drawn import draw_weights, weighed
from hypothesis import given, settings
from hypothesis import strategies as st

import treegen as tg
from player.rules import names as rules
from treegen.insight import analysis, evaluate
from treegen.search.problem import Limits, Result

if TYPE_CHECKING:
    from tests.conftest import RunCommand
    from treegen.insight.rows import Rows
    from treegen.insight.rowtypes import NextRow

needs_core = pytest.mark.needs_core
POSITIONS = [
    ("bulls-3x4", ""), ("bulls-3x5", "123:01"), ("mastermind-3x3", "112:10"), ("bulls-2x4-any", "11:10"),
    ("marks-2x4", ""), ("number-0..9", ""), ("number-0..9", "gt4:no"), ("match-2x4", ""),
    ("mastermind-2x5-each", "11:00"), ("bulls-3x4", "123:30"),
]  # fmt: skip


def rows_of(name: str, history: str, **options: Any) -> Rows[NextRow]:
    return tg.next_guesses(twins.game(name), history, **options)


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
        rows = rows_of(name, history, seconds=seconds)
        assert [row["expected_guesses"] for row in rows] == sorted(row["expected_guesses"] for row in rows)
        for row in rows:
            found = plain.best(plain.some(left), plain.any_guess, only=game.guess_index[row["guess"]])
            assert found is not None
            assert row["lower_bound"] <= round(found[0] / len(left), 4) <= row["expected_guesses"]
            assert row["exact"] == (row["lower_bound"] == row["expected_guesses"])
            assert (row["worst"] or 0) <= len(left) + 1


@settings(max_examples=60)
@given(st.data(), st.sampled_from(["bulls-3x4", "mastermind-2x4", "marks-2x3", "number-0..9"]), st.booleans())
def test_tables_are_those_of_plain_computation(data: st.DataObject, name: str, has_weights: bool) -> None:
    game, plain = twins.game(name), rules.read_game(name)
    own = draw_weights(data, len(game.secrets)) if has_weights else [1] * len(game.secrets)
    weight = dict(zip(game.secrets, own, strict=True))
    secret = data.draw(st.sampled_from(game.secrets))
    asked = data.draw(st.lists(st.sampled_from(game.guesses), max_size=2))
    history = ",".join(f"{guess}:{plain.feedback(guess, secret)}" for guess in asked)
    left = [
        other for other in game.secrets if all(plain.feedback(g, other) == plain.feedback(g, secret) for g in asked)
    ]
    whole = sum(weight[each] for each in left)
    guess = data.draw(st.sampled_from(game.guesses))
    *rows, last = tg.table(weighed(game, own), guess, history)
    worth = 0.0
    assert [row["feedback"] for row in rows] == [
        label for label in game.labels if any(plain.feedback(guess, each) == label for each in left)
    ]
    for row in rows:
        cell = [each for each in left if plain.feedback(guess, each) == row["feedback"]]
        share = sum(weight[each] for each in cell) / whole
        worth -= share * math.log2(share)
        rest = -sum(weight[e] / (share * whole) * math.log2(weight[e] / (share * whole)) for e in cell)
        assert row["count"] == len(cell)
        assert row["expected_left"] == pytest.approx(share * len(cell), abs=1e-3)
        assert row["share"] == pytest.approx(share, abs=1e-6)
        assert (row["bits_gained"], row["bits_left"]) == pytest.approx((-math.log2(share), rest), abs=6e-5)
    assert (last["feedback"], last["count"], last["share"]) == ("sum", len(left), 1.0)
    assert last["bits_gained"] == pytest.approx(worth, abs=6e-5)


@pytest.mark.parametrize(("name", "history"), POSITIONS)
def test_all_guesses_are_grouped_by_what_they_tell(name: str, history: str) -> None:
    """Those that may be asked: no candidate loses with them."""
    game = twins.game(name)
    plain = brute.of_game(game)
    moves = [plain.split(plain.some(game.candidates(history).tolist()), guess) for guess in range(len(game.guesses))]
    groups: dict[int, list[int]] = {}
    for move in (move for move in moves if not plain.may_lose(move)):
        groups.setdefault(brute.SCORES["entropy"](plain.sizes(move)), []).append(move.guess)
    rows = analysis.guesses_by_information(game, history)
    assert [row["guesses"] for row in rows] == [len(groups[score]) for score in sorted(groups)]
    for row, score in zip(rows, sorted(groups), strict=True):
        own = {guess for guess in groups[score] if moves[guess].win}
        assert row["example"] == game.guesses[min(own or groups[score])]
        assert row["example_is_candidate"] == bool(own)


def test_a_game_in_which_every_guess_may_lose_has_no_rows(call_treegen: RunCommand) -> None:
    game = tg.Game.from_table([[1, 0], [0, 1]], winning=1, losing=[0])
    assert list(tg.guesses_by_information(game)) == []
    rows = tg.guesses_by_information("number-1..8")
    assert (sum(row["guesses"] for row in rows), {row["example"][:2] for row in rows}) == (7, {"gt"})
    assert [row["example"] for row in tg.guesses_by_information("number-1..8", "gt7:yes")] == ["eq8"]


def test_what_hard_mode_does_not_allow_is_said(call_treegen: RunCommand) -> None:
    shown = call_treegen("next", "marks-3x5", "--history", "123:100", "--guesses", "hard", "--guess", "451", "--guess",
                         "452", "--top", "1")  # fmt: skip
    assert shown.stderr == "round 2: hard mode does not allow 452: 1 must occur, says 123:100\n"
    shown = call_treegen("review", "marks-3x5", "--history", "123:100,452:000", "--guesses", "hard")
    assert shown.stderr == "round 2: hard mode does not allow 452: 1 must occur, says 123:100\n"


def test_secrets_that_cannot_be_told_apart_are_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tg.Game.from_table([[0, 1, 1, 2], [1, 0, 1, 2], [1, 2, 1, 0]], winning=0)
    for by in analysis.ORDERS:
        for history in ("", "g0:1"):
            with pytest.raises(tg.NoSuchTree, match="no tree is known") as caught:
                tg.next_guesses(game, history, by=by)
            assert str(caught.value).isprintable()
    nothing_proved(monkeypatch)
    with pytest.raises(tg.NoSuchTree, match="no tree is known"):
        tg.next_guesses(game, seconds=0.0)


@needs_core
def test_without_the_core(run_treegen: RunCommand) -> None:
    """The same where the search in Python ends in time."""
    for words in (
        ("table", "bulls-3x6", "123"), ("review", "bulls-3x4", "--history", "123:01"),
        ("next", "bulls-3x4", "--by", "bits"),
    ):  # fmt: skip
        assert run_treegen(*words).stdout == run_treegen(*words, env={"GUESSTREE_NO_CORE": "1"}).stdout != ""


@pytest.mark.parametrize("by", analysis.ORDERS)
def test_all_guesses_that_win_against_the_only_candidate_are_named(by: str) -> None:
    game = tg.Game.from_table([[0], [1], [1]], winning=1)
    rows = tg.next_guesses(game, by=by)
    assert [(row["guess"], row["expected_guesses"], row["worst"]) for row in rows] == [("g1", 1, 1), ("g2", 1, 1)]


@pytest.mark.parametrize("by", ["bits", "largest"])
def test_the_time_is_shared_by_the_guesses_that_there_are_and_none_is_lost(
    by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends: list[float] = []

    def stop(_: object, limits: Limits, __: object) -> Result:
        ends.append(limits.deadline)
        return Result(is_stopped=True)

    monkeypatch.setattr(evaluate, "search", stop)
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    game = tg.game("number-0..6")
    wanted = ["gt2", "gt3", "gt1", "gt4", "gt0", "gt5"]
    assert [row["guess"] for row in tg.next_guesses(game, top=1000, by=by, seconds=6.0)] == wanted
    assert ends[0] == pytest.approx(0.75)  # three quarters of a second are for the search
    clock = count()
    monkeypatch.setattr(time, "monotonic", lambda: float(next(clock)))  # it is always too late
    assert [row["guess"] for row in tg.next_guesses(game, top=1000, by=by, seconds=0.0)] == wanted
