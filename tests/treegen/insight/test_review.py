"""Reviews: contradictions against all subsets; bits and losses: test_brute_force.py."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import brute
import pytest
import twins
from hypothesis import given
from hypothesis import strategies as st
from twins import Call

import player
from player.rules.history import show_history
from treegen.insight.review import Reviewer, find_conflict, review
from treegen.insight.rows import plays_of


@given(st.data(), st.sampled_from(["bulls-3x4", "mastermind-2x4", "marks-2x3", "number-0..9"]))
def test_contradictions_are_the_smallest_and_mends_are_all(data: st.DataObject, name: str) -> None:
    """Someone was mostly told the truth about one secret, and sometimes anything."""
    game = twins.game(name)
    plain, secret, steps = brute.of_game(game), data.draw(st.integers(0, len(game.secrets) - 1)), []
    for _ in range(data.draw(st.integers(1, 6))):
        guess = data.draw(st.integers(0, len(game.guesses) - 1))
        is_false = data.draw(st.integers(0, 3)) == 0
        told = data.draw(st.integers(0, len(game.labels) - 1)) if is_false else int(game.table[guess, secret])
        steps.append((guess, told))
    found = find_conflict(game, show_history([(game.guesses[guess], game.labels[told]) for guess, told in steps]))
    subsets = (some for size in range(1, 7) for some in combinations(range(len(steps)), size))
    wanted = next((some for some in subsets if not plain.follow([steps[i] for i in some])[0]), None)
    assert (found.rounds if found else None) == (tuple(i + 1 for i in wanted) if wanted else None)
    mends: dict[int, dict[str, int]] = {}
    for i, (guess, _) in enumerate(steps if wanted else ()):
        for told, label in enumerate(game.labels):
            left, _ = plain.follow([*steps[:i], (guess, told), *steps[i + 1 :]])
            mends.setdefault(i + 1, {}).update({label: left.bit_count()} if left else {})
    known = {number: dict(could) for number, could in found.corrections} if found else {}
    assert known == {number: could for number, could in mends.items() if could}


def test_after_a_contradiction_nothing_is_known() -> None:
    rows: list[Any] = review(twins.game("bulls-3x4"), "123:00,132:11")
    assert [list(row.values())[:5] for row in rows] == [[1, "123", "00", 24, 0], [2, "132", "11", 0, 0]]
    assert (rows[0]["bits_got"], rows[0]["is_candidate"], set(list(rows[1].values())[5:])) == (None, True, {None})


def test_the_proved_tree_loses_nothing() -> None:
    reviewer = Reviewer(twins.game("bulls-4x10"))
    for _, history in plays_of(player.open_tree("bulls-4x10.total"))[::600]:
        rows: list[Any] = reviewer.review(history, 60)
        assert [(row["lost"], row["verdict"]) for row in rows] == [(0.0, "best")] * len(rows)
        used = len(rows) - rows[0]["expected_before"]
        assert sum(row["lost"] - row["luck"] for row in rows) == pytest.approx(used, abs=1e-3)


def test_of_the_best_guesses_the_first_is_named() -> None:
    """The proved tree guesses 789 there, which costs as much."""
    assert review(twins.game("bulls-3x9"), "123:00,456:00,457:10", seconds=60)[2]["best_guess"] == "178"


@pytest.mark.long
def test_where_time_is_short_what_was_lost_is_bounded() -> None:
    rows: list[Any] = review(twins.game("bulls-4x10"), "0123:01,4567:11,0489:01", seconds=0.05)
    truth: list[Any] = review(twins.game("bulls-4x10"), "0123:01,4567:11,0489:01", seconds=1000)
    for row, true in zip(rows, truth, strict=True):
        assert true["exact"]
        assert row["lost_at_least"] - 1e-4 <= true["lost"] <= row["lost_at_most"] + 1e-4


def test_a_contradiction_on_the_command_line(call_treegen: Call) -> None:
    history = "0123:00,0123:40,4567:04"
    result = call_treegen("review", "bulls-4x10", "--history", history)
    assert (result.returncode, result.stderr) == (1, "")
    assert "These cannot all be true: round 1 (0123:00), round 2 (0123:40)." in result.stdout
    assert "Changing round 2, 0123:40, to any of these resolves it: 00 (9 candidates)." in result.stdout
    told = json.loads(call_treegen("review", "bulls-4x10", "--history", history, "--json").stdout)[-1]
    assert told == {"cannot_all_be_true": [1, 2], "mends": [{"round": 2, "could_be": {"00": 9}}]}
