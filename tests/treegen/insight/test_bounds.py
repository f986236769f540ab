"""Bounds by depth: that no tree beats them, what they say of the known games, and the atlas that they use."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable

import pytest

import treegen as tg
from player.errors import BadInput
from treegen.insight.atlas import atlas, load
from treegen.insight.bounds import bounds, cap_bounds, explain

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_why_seven_guesses_suffice_for_bulls_and_cows_and_six_do_not() -> None:
    rows = bounds("bulls-4x10")
    assert [row["why"] for row in rows] == [*["information"] * 3, "counting", "search", "search", "a tree"]
    assert [row["found"] for row in rows] == [1, 14, 123, 795, 3179, 4990, 5040]
    assert (rows[6]["best_total"], rows[6]["total_bound"], rows[6]["is_optimal"]) == (26274, 26274, True)


def test_the_caps_alone_show_that_four_guesses_do_not_suffice_for_mastermind() -> None:
    rows = bounds("mastermind-4x6")
    assert [row["why"] for row in rows] == ["information", "information", "counting", "caps", "a tree", "a tree"]
    assert [row["best_total"] for row in rows] == [None, None, None, None, 5626, 5625]


@pytest.mark.parametrize("game", sorted({row["game"] for row in load() if 0 < row["cpu_s"] < 0.5})[::3])
def test_no_tree_of_the_atlas_finds_more_than_the_bounds_allow(game: str) -> None:
    for row in bounds(game):
        assert row["found"] <= min(row["information"], row["counting"], row["caps"] or 10**9)
        assert row["best_total"] is None or row["best_total"] >= (row["total_bound"] or 0)
    depth = next(row for row in load() if (row["game"], row["objective"]) == (game, "depth"))
    assert depth["lower"] <= [row["is_enough"] for row in bounds(game)].index(True) + 1 == depth["upper"]


@pytest.mark.parametrize("name", ["bulls-2x5", "mastermind-3x3", "bulls-3x4-any", "match-3x3", "marks-2x4"])
def test_cap_bounds_are_not_below_the_most_that_a_tree_finds(name: str) -> None:
    """The most that any tree finds within a depth is n less the least cost of the price list 0, ..., 0, 1, 1, ..."""
    game = tg.game(name)
    caps = cap_bounds(game)
    assert caps is not None
    for depth, most in enumerate(caps, 1):
        late = [0] * depth + [1] * (len(game.secrets) - depth)
        least = tg.solve(game, prices=late).cost
        assert len(game.secrets) - (least or 0) <= most


def test_losing_answers_and_a_search_of_its_own() -> None:
    rows = bounds("number-0..20", time_limit=60)
    assert [row["is_enough"] for row in rows] == [False] * 5 + [True]
    assert rows[4]["why"] == "search"
    assert (rows[5]["best_total"], rows[5]["is_optimal"]) == (115, True)
    without = bounds("number-0..20")
    assert (without[4]["why"], without[4]["is_enough"], without[5]["total_bound"]) == ("open", None, None)
    assert "perhaps" in explain(tg.game("number-0..20"), without)


def test_the_command_prints_the_table_and_the_reasons(run_treegen: Run) -> None:
    shown = run_treegen("bounds", "bulls-4x10").stdout
    assert "6 guesses are not enough" in shown
    assert "7 guesses are enough: bulls-4x10.total" in shown
    rows = json.loads(run_treegen("bounds", "bulls-4x10", "--json").stdout)
    assert rows == bounds("bulls-4x10")
    header, *lines = run_treegen("bounds", "bulls-4x10", "--format", "csv").stdout.splitlines()
    assert header.split(",") == list(rows[0])
    assert len(lines) == 7


def test_weights_are_refused(run_treegen: Run, tmp_path: object) -> None:
    path = f"{tmp_path}/weights.txt"
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"{secret} 2\n" for secret in tg.game("bulls-2x4").secrets)
    result = run_treegen("bounds", "bulls-2x4", "--weights", path)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert "--weights" in result.stderr


def test_the_atlas_answers_for_a_game(run_treegen: Run) -> None:
    rows = {row["objective"]: row for row in atlas("mm")}
    assert (rows["total"]["value"], rows["depth"]["value"], rows["worst"]["value"]) == ("5625", "5", "5626")
    assert rows["total"]["average"] == pytest.approx(5625 / 1296, abs=1e-6)
    renamed = run_treegen("atlas", "mastermind-4x6=RGBYOW", "--json").stdout
    assert json.loads(renamed) == list(rows.values())
    assert "28878–29144" in run_treegen("atlas", "bulls-6x7").stdout
    assert len(run_treegen("atlas", "--format", "csv").stdout.splitlines()) == 1 + len(load())


@pytest.mark.parametrize("name", ["bulls-6x9", "words:none.txt", "nothing", "number-0..5"])
def test_a_game_that_is_not_in_the_atlas(run_treegen: Run, name: str) -> None:
    with pytest.raises(BadInput):
        atlas(name)
    result = run_treegen("atlas", name)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
