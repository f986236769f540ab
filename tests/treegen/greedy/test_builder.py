"""build(): the golden tallies, the definition's slow twin, and promises kept or refused."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import twins

import treegen as tg
from player.errors import GaveUp, NoSuchTree
from treegen.insight.verify import verify_bytes
from treegen.optimal import build

GOLDEN = twins.golden("build.txt", 5)


@pytest.mark.parametrize(
    ("name", "strategy", "pool", "depth", "tally"), [*GOLDEN[::3], *twins.long(GOLDEN[1::3] + GOLDEN[2::3])]
)
def test_golden(name: str, strategy: str, pool: str, depth: str, tally: str) -> None:
    game = twins.game(name)
    tree = tg.build(game, strategy, guesses=pool, max_depth=None if depth == "none" else int(depth))
    assert tree.tally == tally
    assert verify_bytes(tree.to_bytes()).faults == ()


def test_places_alone_are_searched_with_an_eye_on_what_differs_in_one_place() -> None:
    """With 2,000 positions and without it, nothing of that depth is found."""
    assert tg.build(twins.game("match-4x7"), max_depth=10, effort=2000).depth == 10


def test_a_repair_keeps_to_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def examined(positions: int) -> None:
        nonlocal now
        now += positions

    monkeypatch.setattr(build, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(build, "_WAIT", 3600.0)
    with pytest.raises(GaveUp, match='use "treegen solve match-4x5 --max-depth 7 --time 10m"') as stopped:
        tg.build(tg.game("match-4x5"), max_depth=7, time_limit=300, examined=examined)
    assert str(stopped.value).startswith("time is up: no tree of depth 7 was found, but none is ruled out either")


@pytest.mark.long
@pytest.mark.needs_core
def test_a_repair_ends_with_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the exact search, which the repair waits for here."""
    monkeypatch.setattr(build, "_WAIT", 0.0)
    with pytest.raises(NoSuchTree, match=r"no tree of depth 6 exists from first guess 0123 \(proved\)"):
        tg.build(tg.game("bulls-4x10"), max_depth=6, effort=10**9, first="0123")


def test_a_greedy_tree_can_be_stopped() -> None:
    calls = iter([False] * 5 + [True] * 10**6)
    with pytest.raises(GaveUp, match="stopped"):
        build.greedy_tree(tg.game("bulls-4x6"), "all", None, None, lambda: next(calls))
    tree = build.greedy_tree(tg.game("bulls-4x6"), "all", None, "1234", lambda: False)
    assert tree.tally == tg.build(tg.game("bulls-4x6"), first="1234").tally
