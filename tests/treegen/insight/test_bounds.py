"""Bounds by depth: what they say of the known games, and the atlas; that no tree beats them: test_brute_force.py."""

from __future__ import annotations

import itertools
import json
import operator
import subprocess
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import treegen as tg
from player.errors import BadInput
from treegen.insight.atlas import atlas, load
from treegen.insight.bounds import answer_counts, average_bounds, bounds, explain, huffman

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_why_seven_guesses_suffice_for_bulls_and_cows_and_six_do_not() -> None:
    rows = bounds("bulls-4x10")
    assert [row["why"] for row in rows] == [*["information"] * 3, "counting", "search", "search", "a tree"]
    assert [row["found"] for row in rows] == [1, 14, 123, 795, 3179, 4990, 5040]
    assert (rows[6]["best_total"], rows[6]["total_bound"], rows[6]["is_optimal"]) == (26274, 26274, True)
    # At least 50 secrets need the seventh guess, as is proved, and a tree is shipped.
    assert [row["found"] == row["most"] for row in rows] == [True, True, False, False, False, True, True]
    assert rows[5]["most"] == 5040 - 50
    assert "finds 4990 secrets, and no tree finds more." in explain(tg.game("bulls-4x10"), rows)
    # In Mastermind, the caps alone show that four guesses do not suffice.
    rows = bounds("mastermind-4x6")
    assert [row["why"] for row in rows] == ["information", "information", "counting", "caps", "a tree", "a tree"]
    assert [row["best_total"] for row in rows] == [None, None, None, None, 5626, 5625]


@pytest.mark.parametrize("game", sorted({row["game"] for row in load() if 0 < row["cpu_s"] < 0.5})[::3])
def test_no_tree_of_the_atlas_finds_more_than_the_bounds_allow(game: str) -> None:
    rows = bounds(game)
    for row in rows:
        assert row["found"] <= min(row["information"], row["counting"], row["caps"] or 10**9)
        assert row["best_total"] is None or row["best_total"] >= (row["total_bound"] or 0)
    depth = next(row for row in load() if (row["game"], row["objective"]) == (game, "depth"))
    total = next((row["upper"] for row in load() if (row["game"], row["objective"]) == (game, "total")), None)
    entropy, code = average_bounds(game)
    assert entropy <= code + 1e-9
    assert total is None or code * len(tg.game(game).secrets) <= total
    assert depth["lower"] <= [row["is_enough"] for row in rows].index(True) + 1 == depth["upper"]


@settings(max_examples=40)
@given(st.lists(st.integers(1, 20), min_size=1, max_size=5), st.integers(2, 4))
def test_no_code_is_shorter_than_huffmans(weights: list[int], answers: int) -> None:
    """Lengths of code words are possible exactly where Kraft's sum is at most 1 (McMillan 1956)."""
    codes = itertools.product(range(len(weights)), repeat=len(weights))
    lengths = (code for code in codes if sum(Fraction(1, answers**length) for length in code) <= 1)
    assert huffman(weights, answers) == min(sum(map(operator.mul, weights, code)) for code in lengths)


@pytest.mark.parametrize("name", ["number-0..20", "number-0..9-free", "bulls-3x4", "bulls-4x4-any", "mastermind-2x5"])
def test_answers_are_counted_as_each_guess_has_them(name: str) -> None:
    """Counted by the plain rules, guess by guess; equivalent guesses are all looked at."""
    game = tg.game(name)
    assert game.rules is not None
    lost, won = {game.labels[i] for i in game.losing}, game.labels[game.winning]
    answers = [{game.rules.feedback(guess, secret) for secret in game.secrets} - lost for guess in game.guesses]
    plain = max((len(some) for some in answers if won not in some), default=0)
    assert answer_counts(game) == (plain, max(len(some) for some in answers if won in some))


def test_a_game_whose_trees_are_deep_is_not_searched_in_vain() -> None:
    """Each guess tells only whether it is the secret, so that the tree is a chain."""
    table = [[int(guess != secret) for secret in range(200)] for guess in range(200)]
    rows = bounds(tg.Game.from_table(table, winning=0))
    assert [row["found"] for row in rows[:3]] == [1, 2, 3]
    assert (len(rows), rows[-2]["why"]) == (200, "counting")


def test_the_command_prints_the_table_and_the_reasons(call_treegen: Run) -> None:
    shown = call_treegen("bounds", "bulls-4x10").stdout
    assert "6 guesses are not enough" in shown
    assert "7 guesses are enough: bulls-4x10.total" in shown
    rows = json.loads(call_treegen("bounds", "bulls-4x10", "--json").stdout)
    assert rows == bounds("bulls-4x10")


def test_the_atlas_answers_for_a_game(call_treegen: Run) -> None:
    rows = {row["objective"]: row for row in atlas("mm")}
    assert (rows["total"]["value"], rows["depth"]["value"], rows["worst"]["value"]) == ("5625", "5", "5626")
    assert rows["total"]["average"] == pytest.approx(5625 / 1296, abs=1e-6)
    renamed = call_treegen("atlas", "mastermind-4x6=RGBYOW", "--json").stdout
    assert json.loads(renamed) == list(rows.values())
    assert "28878–29144" in call_treegen("atlas", "bulls-6x7").stdout
    assert len(call_treegen("atlas", "--format", "csv").stdout.splitlines()) == 1 + len(load())


@pytest.mark.parametrize("name", ["bulls-6x9", "words:none.txt", "nothing", "number-0..5"])
def test_a_game_that_is_not_in_the_atlas(name: str) -> None:
    with pytest.raises(BadInput) as caught:
        atlas(name)
    assert "\n" not in str(caught.value)
    if name == "number-0..5":  # a good name is not called wrong
        assert str(caught.value).startswith("number-0..5 is not in the atlas; ")
        assert str(caught.value).endswith(" treegen solve number-0..5")
