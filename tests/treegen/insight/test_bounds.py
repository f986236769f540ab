"""Bounds by depth: what they say of the known games, and the atlas; that no tree beats them: test_brute_force.py."""

from __future__ import annotations

import itertools
import json
import operator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from twins import Call

import treegen as tg
from player.errors import BadInput
from treegen.insight.atlas import atlas, load
from treegen.insight.bounds import bounds, explain
from treegen.search.problem import huffman


def test_why_seven_guesses_suffice_for_bulls_and_cows_and_six_do_not(call_treegen: Call) -> None:
    rows = bounds("bulls-4x10")
    assert json.loads(call_treegen("bounds", "bulls-4x10", "--json").stdout) == rows
    assert [row["why"] for row in rows] == [*["information"] * 3, "counting", "search", "search", "a tree"]
    assert [row["found"] for row in rows] == [1, 14, 123, 795, 3179, 4990, 5040]
    assert (rows[6]["best_total"], rows[6]["total_bound"], rows[6]["is_optimal"]) == (26274, 26274, True)
    # At least 50 secrets need the seventh guess, as is proved, and a tree is shipped.
    assert [row["depth"] for row in rows if row["found"] == row["most"]] == [1, 2, 6, 7]
    assert "finds 4990 secrets, and no tree finds more." in explain(tg.game("bulls-4x10"), rows)
    # In Mastermind, the caps alone show that four guesses do not suffice.
    rows = bounds("mastermind-4x6")
    assert [row["why"] for row in rows] == ["information", "information", "counting", "caps", "a tree", "a tree"]
    assert [row["best_total"] for row in rows] == [None, None, None, None, 5626, 5625]


@given(st.lists(st.integers(1, 20), min_size=1, max_size=5), st.integers(2, 4))
def test_no_code_is_shorter_than_huffmans(weights: list[int], answers: int) -> None:
    """Lengths of code words are possible exactly where Kraft's sum is at most 1 (McMillan 1956)."""
    codes = itertools.product(range(len(weights)), repeat=len(weights))
    lengths = (code for code in codes if sum(Fraction(1, answers**length) for length in code) <= 1)
    assert huffman(weights, answers) == min(sum(map(operator.mul, weights, code)) for code in lengths)


def test_a_game_whose_trees_are_deep_is_not_searched_in_vain() -> None:
    """Each guess tells only whether it is the secret, so that the tree is a chain."""
    table = [[int(guess != secret) for secret in range(200)] for guess in range(200)]
    rows = bounds(tg.Game.from_table(table, winning=0))
    assert [row["found"] for row in rows[:3]] == [1, 2, 3]
    assert (len(rows), rows[-2]["why"]) == (200, "counting")


def test_the_atlas_answers_for_a_game(call_treegen: Call) -> None:
    rows = {row["objective"]: row for row in atlas("mm")}
    assert (rows["total"]["value"], rows["depth"]["value"], rows["worst"]["value"]) == ("5625", "5", "5626")
    assert rows["total"]["average"] == pytest.approx(5625 / 1296, abs=1e-6)
    renamed = call_treegen("atlas", "mastermind-4x6=RGBYOW", "--json").stdout
    assert json.loads(renamed) == list(rows.values())
    assert "28878–29144" in call_treegen("atlas", "bulls-6x7").stdout
    assert len(call_treegen("atlas", "--format", "csv").stdout.splitlines()) == 1 + len(load())
    for name in ("bulls-6x9", "words:none.txt", "nothing"):
        assert call_treegen("atlas", name).stderr.count("\n") == 1
    with pytest.raises(BadInput, match=r"^number-0..5 is not in the atlas; .* treegen solve number-0..5$"):
        atlas("number-0..5")  # a good name is not called wrong
