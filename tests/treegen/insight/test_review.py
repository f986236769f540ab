"""Reviews: contradictions against all subsets; bits and losses: test_brute_force.py."""

from __future__ import annotations

import json
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st

import player
import treegen as tg
from player.rules import names as rules
from player.rules.history import show_history
from treegen.insight.review import Reviewer, find_conflict, review
from treegen.insight.rows import games_of

if TYPE_CHECKING:
    from tests.treegen.conftest import Call

NAMES = ["bulls-3x4", "mastermind-2x4", "marks-2x3", "number-0..9"]
Steps = list[tuple[str, str]]


def consistent(game: tg.Game, steps: Steps) -> list[str]:
    plain = rules.read_game(game.name)
    return [secret for secret in plain.secrets() if all(plain.feedback(guess, secret) == told for guess, told in steps)]


def draw_steps(data: st.DataObject, game: tg.Game) -> Steps:
    """What someone asked and was told: mostly the truth about one secret, sometimes anything."""
    plain = rules.read_game(game.name)
    secret = data.draw(st.sampled_from(game.secrets))
    steps = []
    for _ in range(data.draw(st.integers(1, 6))):
        guess = data.draw(st.sampled_from(game.guesses))
        told = plain.feedback(guess, secret)
        if data.draw(st.integers(0, 3)) == 0:
            told = data.draw(st.sampled_from(game.labels))
        steps.append((guess, told))
    return steps


def plain_conflict(game: tg.Game, steps: Steps) -> tuple[int, ...] | None:
    """The first smallest set of rounds that no secret can all be true for."""
    for size in range(1, len(steps) + 1):
        for some in combinations(range(len(steps)), size):
            if not consistent(game, [steps[i] for i in some]):
                return tuple(i + 1 for i in some)
    return None


def plain_mends(game: tg.Game, steps: Steps) -> dict[int, dict[str, int]]:
    mends: dict[int, dict[str, int]] = {}
    for i, (guess, told) in enumerate(steps):
        for label in game.labels:
            left = consistent(game, [*steps[:i], (guess, label), *steps[i + 1 :]])
            if label != told and left:
                mends.setdefault(i + 1, {})[label] = len(left)
    return mends


@settings(max_examples=150)
@given(st.data(), st.sampled_from(NAMES))
def test_contradictions_are_the_smallest_and_mends_are_all(data: st.DataObject, name: str) -> None:
    game = twins.game(name)
    steps = draw_steps(data, game)
    found = find_conflict(game, show_history(steps))
    assert (found.rounds if found else None) == plain_conflict(game, steps)
    if found:
        assert {number: dict(could) for number, could in found.corrections} == plain_mends(game, steps)


def test_after_a_contradiction_nothing_is_known() -> None:
    rows: list[Any] = review(twins.game("bulls-3x4"), "123:00,132:11")
    assert [list(row.values())[:5] for row in rows] == [[1, "123", "00", 24, 0], [2, "132", "11", 0, 0]]
    assert (rows[0]["bits_got"], rows[0]["is_candidate"], set(list(rows[1].values())[5:])) == (None, True, {None})


def test_the_proved_tree_loses_nothing() -> None:
    reviewer = Reviewer(twins.game("bulls-4x10"))
    for _, history in games_of(player.open_tree("bulls-4x10.total"))[::600]:
        rows: list[Any] = reviewer.review(history, 60)
        assert [(row["lost"], row["verdict"]) for row in rows] == [(0.0, "best")] * len(rows)
        used = len(rows) - rows[0]["expected_before"]
        assert sum(row["lost"] - row["luck"] for row in rows) == pytest.approx(used, abs=1e-3)


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


def test_many_rounds_are_looked_at_soon() -> None:
    """Twenty true rounds and a false one: the smallest contradiction is found without all subsets of them."""
    game = twins.game("bulls-4x10")
    plain = rules.read_game("bulls-4x10")
    steps = [(guess, plain.feedback(guess, "9876")) for guess in game.guesses[:5000:250]]
    found = find_conflict(game, show_history([*steps, ("0123", "30")]))
    assert 21 in (found.rounds if found else ())
    assert find_conflict(game, show_history(steps)) is None
