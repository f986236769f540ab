"""build(): the golden tallies, the definition's slow twin, and promises kept or refused."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
import twins

import treegen as tg
from player.errors import GaveUp, NoSuchTree
from treegen.greedy import builder
from treegen.greedy.chooser import Chooser
from treegen.greedy.strategy import find
from treegen.insight.verify import verify_bytes
from treegen.optimal import build

GOLDEN = twins.golden("build.txt", 5)


@pytest.mark.parametrize(("name", "strategy", "pool", "depth", "tally"), GOLDEN, ids=str)
def test_golden(name: str, strategy: str, pool: str, depth: str, tally: str) -> None:
    game = twins.game(name)
    tree = tg.build(game, strategy, guesses=pool, max_depth=None if depth == "none" else int(depth))
    assert tree.tally == tally
    assert verify_bytes(tree.to_bytes()).faults == ()


def test_places_alone_are_searched_with_an_eye_on_what_differs_in_one_place() -> None:
    """With 2,000 positions and without it, nothing of that depth is found."""
    assert tg.build(twins.game("match-4x7"), max_depth=10, effort=2000).depth == 10


def test_exact_below_keeps_the_promise() -> None:
    game = twins.game("mastermind-4x6")
    tree = tg.build(game, max_depth=5, exact_below=30)
    assert (tree.tally, tree.made.split()[-2:]) == ("5700:5:622", ["--exact-below", "30"])
    assert verify_bytes(tree.to_bytes()).faults == ()


@pytest.mark.parametrize(
    ("name", "strategy", "depth"),
    [
        ("bulls-4x8", "entropy", None),
        ("mastermind-4x5", "minimax", 5),
        ("bulls-3x9", "random", None),
        ("marks-3x4", "entropy+hard", None),
        ("match-3x4-distinct", "kooi+in-order", None),
        ("bulls-2x4-any-each", "entropy", None),
    ],
)
def test_threads_change_nothing(name: str, strategy: str, depth: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    game, levels = twins.game(name), []

    class Pool(ThreadPoolExecutor):
        def __init__(self, threads: int) -> None:
            levels.append(threads)
            super().__init__(threads)

    monkeypatch.setattr(builder, "_LEAST_WORK", 1)
    monkeypatch.setattr(builder, "ThreadPoolExecutor", Pool)
    trees = {tg.build(game, strategy, max_depth=depth, threads=threads).to_bytes() for threads in (1, 2, 5)}
    assert len(trees) == 1
    # Where the core makes trees without a table, it has threads of its own.
    is_made_by_the_core = Chooser(game, find(strategy)).makes_trees
    assert set(levels) == (set() if is_made_by_the_core else {2, 5})


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


@pytest.mark.needs_core
def test_a_repair_ends_with_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the exact search, which the repair waits for here."""
    monkeypatch.setattr(build, "_WAIT", 0.0)
    with pytest.raises(NoSuchTree, match=r"no tree of depth 6 exists from first guess 0123 \(proved\)"):
        tg.build(tg.game("bulls-4x10"), max_depth=6, effort=10**9, first="0123")


@pytest.mark.needs_core
@pytest.mark.parametrize(
    ("name", "strategy", "limit", "message"),
    [
        ("bulls-4x10", "entropy", 6, "no tree of depth 6 exists (proved)"),
        ("bulls-4x10", "entropy", 7, None),
        ("mastermind-4x6", "entropy+candidates", 5, "no tree of depth 5 exists with candidates only (proved)"),
    ],
)
def test_what_is_proved_beside_a_repair(name: str, strategy: str, limit: int, message: str | None) -> None:
    found = build._refute(tg.game(name), find(strategy), limit, lambda: False)
    assert (None if found is None else str(found)) == message


def test_a_greedy_tree_can_be_stopped() -> None:
    calls = iter([False] * 5 + [True] * 10**6)
    with pytest.raises(GaveUp, match="stopped"):
        build.greedy_tree(tg.game("bulls-4x6"), "all", None, None, lambda: next(calls))
    tree = build.greedy_tree(tg.game("bulls-4x6"), "all", None, "1234", lambda: False)
    assert tree.tally == tg.build(tg.game("bulls-4x6"), first="1234").tally
