"""build(): the golden tallies, the definition's slow twin, and promises kept or refused."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import brute
import numpy as np
import pytest
import twins
from brute import Rule

import treegen as tg
from player.errors import GaveUp, NoSuchTree
from treegen.greedy import builder
from treegen.greedy.chooser import Chooser
from treegen.greedy.score import SCORES, Score
from treegen.greedy.strategy import find
from treegen.insight.verify import verify_bytes
from treegen.optimal import build

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

GOLDEN = [
    line.split()[:5]
    for line in (Path(__file__).parents[2] / "golden" / "build.txt").read_text().splitlines()
    if not line.startswith("#")
]
SMALL = ["bulls-1x2", "bulls-2x4", "bulls-3x4", "mastermind-2x4", "bulls-3x3-any"]
POOLS = ["all", "candidates"]


@pytest.mark.parametrize(("name", "strategy", "pool", "depth", "tally"), GOLDEN, ids=str)
def test_golden(name: str, strategy: str, pool: str, depth: str, tally: str) -> None:
    game = twins.game(name)
    tree = tg.build(game, strategy, guesses=pool, max_depth=None if depth == "none" else int(depth))
    assert tree.tally == tally
    assert verify_bytes(tree.to_bytes()).faults == ()


def test_detective_gandi_prints_these_shares() -> None:
    tree = tg.build(twins.game("bulls-3x9"))
    assert tree.histogram == (1, 6, 31, 121, 296, 49)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("strategy", brute.SCORES)
@pytest.mark.parametrize("pool", POOLS)
def test_small_games_follow_the_definition_guess_for_guess(name: str, strategy: str, pool: str) -> None:
    game = twins.game(name)
    plain = tg.build(game, strategy, guesses=pool, max_depth=None)
    for depth in (None, plain.depth - 1, plain.depth - 2):
        if depth is None or depth > 0:
            wanted = brute.of_game(game).greedy(Rule(strategy, pool=pool), depth or len(game.secrets) + 1)
            assert outcome(game, strategy, pool, depth) == wanted


PAIRED = Score("largest-then-bits", "", "", SCORES["minimax"].price, takes_greatest=True, then=SCORES["entropy"])
FIRST_PAIRED = Score("none-then-parts", "", "", then=SCORES["most-cells"])


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize(
    ("row", "twin"),
    [(PAIRED, lambda sizes: (max(sizes), brute.SCORES["entropy"](sizes))), (FIRST_PAIRED, lambda sizes: -len(sizes))],
)
def test_a_score_may_leave_equal_guesses_to_another(
    name: str, row: Score, twin: Callable[[Sequence[int]], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SCORES, row.name, row)
    monkeypatch.setitem(brute.SCORES, row.name, twin)
    game = twins.game(name)
    wanted = brute.of_game(game).greedy(Rule(row.name), len(game.secrets))
    assert outcome(game, row.name, "all", None) == wanted
    weights = [2000, 1, 2000, 3, 2]
    game = tg.Game.from_words(["ab", "ac", "ba", "bb", "ca"], weights=weights)
    ranked = Chooser(game, find(row.name)).rank(np.arange(5, dtype=np.int32), ()).guesses.tolist()
    cells = [np.bincount(line, weights, len(game.labels)).astype(int).tolist() for line in game.table]
    scores = [twin([weight for weight in line if weight]) for line in cells]
    assert ranked == sorted(range(5), key=lambda guess: (scores[guess], -weights[guess], guess))
    with pytest.raises(tg.BadInput, match="a bonus is in bits"):
        tg.build(game, f"{row.name}+bonus=1")


def outcome(game: tg.Game, strategy: str, pool: str, depth: int | None) -> brute.Tree | None:
    try:
        return brute.nested(tg.build(game, strategy, guesses=pool, max_depth=depth), game)
    except tg.NoSuchTree:
        return None


def test_the_judges_games_promise_seven_by_themselves() -> None:
    told: list[tuple[int, int]] = []
    tree = tg.build(twins.game("bulls-4x10"), repaired=lambda depth, over: told.append((depth, over)))
    assert (tree.depth, told) == (7, [(8, 1)])
    assert tg.build(twins.game("bulls-4x10-any")).depth == 7


def test_places_alone_are_searched_with_an_eye_on_what_differs_in_one_place() -> None:
    """With 2,000 positions and without it, nothing of that depth is found."""
    assert tg.build(twins.game("match-4x7"), max_depth=10, effort=2000).depth == 10


@pytest.mark.parametrize("game", ["match-2x4", "match-3x3", "match-3x4-distinct"])
def test_the_greedy_tree_of_places_alone_keeps_every_depth_that_is_possible(game: str) -> None:
    made = twins.game(game)
    for depth in range(1, tg.build(made, max_depth=None).depth):
        wanted = brute.of_game(made).greedy(Rule("entropy"), depth)
        assert outcome(made, "entropy", "all", depth) == wanted


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_a_limit_impossible_by_counting_is_refused_at_once(depth: int) -> None:
    with pytest.raises(tg.NoSuchTree, match=rf"^no tree of depth {depth} exists \(proved\)$"):
        tg.build(twins.game("bulls-4x10"), max_depth=depth, effort=1)


def test_a_limit_impossible_by_search_is_refused_too() -> None:
    for name, depth in (("bulls-2x6", 3), ("mastermind-4x3", 3), ("bulls-3x10", 5)):
        with pytest.raises(tg.NoSuchTree, match=r"\(proved\)"):
            tg.build(twins.game(name), max_depth=depth)


def test_effort_runs_out_without_a_tree() -> None:
    with pytest.raises(tg.GaveUp, match=r'^no tree of depth 6 found within 500 positions; raise --effort or use "tree'):
        tg.build(twins.game("bulls-4x10"), max_depth=6, effort=500)


def test_a_forced_first_guess_is_asked_first() -> None:
    tree = tg.build(twins.game("bulls-3x9"), first="987")
    assert (tree.guesses[0], tree.total) == ("987", 2364)
    with pytest.raises(tg.BadInput, match="not a guess of bulls-3x9"):
        tg.build(twins.game("bulls-3x9"), first="988")


@pytest.mark.parametrize("depth", [0, -1, 2.5, True, "seven"])
def test_a_depth_that_is_none_is_refused(depth: object) -> None:
    with pytest.raises(tg.BadInput if depth in (0, -1) else TypeError, match="max_depth takes a whole number"):
        tg.build(twins.game("bulls-2x2"), max_depth=depth)  # type: ignore[arg-type]


@pytest.mark.needs_core
@pytest.mark.parametrize(("below", "total"), [(0, 2364), (504, 2337)])
def test_exact_below_runs_from_greedy_to_optimal(below: int, total: int) -> None:
    assert tg.build(twins.game("bulls-3x9"), exact_below=below).total == total


@pytest.mark.needs_core
@pytest.mark.parametrize("rule", ["kooi+first-of-all", "kooi+last-of-all", "entropy+last-of-all", "random+all"])
def test_cells_of_two_are_exact_too(rule: str) -> None:
    """Whatever comes first in the rule, one of two candidates is asked, which needs three guesses for both."""
    game = twins.game("bulls-2x4-any-each")
    tree = tg.build(game, rule, exact_below=2, max_depth=None)
    counts = tree.candidate_counts()
    pairs = [node for node, count in enumerate(counts) if count == 2]
    assert pairs
    assert all(tree.is_win(node) for node in pairs)
    if rule == "kooi+first-of-all":
        assert (tree.tally, tg.build(game, rule, max_depth=None).tally) == ("31:3:8", "32:3:9")


def test_exact_below_keeps_the_promise() -> None:
    game = twins.game("mastermind-4x6")
    tree = tg.build(game, max_depth=5, exact_below=30)
    assert (tree.tally, tree.made.split()[-2:]) == ("5700:5:622", ["--exact-below", "30"])
    assert verify_bytes(tree.to_bytes()).faults == ()


@pytest.mark.needs_core
@pytest.mark.parametrize("name", ["bulls-2x4", "mastermind-2x4", "bulls-3x3"])
@pytest.mark.parametrize("depth", [None, 4])
def test_exact_below_is_the_same_without_the_core(
    name: str, depth: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = twins.game(name)
    wanted = tg.build(game, max_depth=depth, exact_below=8).total
    monkeypatch.setattr("treegen.search.core.core", None)
    assert tg.build(game, max_depth=depth, exact_below=8).total == wanted


@pytest.mark.parametrize(
    ("name", "strategy", "depth"),
    [
        ("bulls-4x8", "entropy", None),
        ("mastermind-4x5", "minimax", 5),
        ("bulls-3x9", "random", None),
        ("marks-3x4", "entropy+hard", None),
        ("match-3x4-distinct", "kooi+in-order", None),
        ("bulls-2x4-any-each", "entropy", None),
        pytest.param("bulls-4x10-any", "digits-then-permute", None, marks=pytest.mark.long),
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
    with pytest.raises(GaveUp, match='use "treegen solve match-3x8 --max-depth 9 --time 10m"') as stopped:
        tg.build(tg.game("match-3x8"), max_depth=9, time_limit=10_000, examined=examined)
    assert str(stopped.value).startswith("time is up: no tree of depth 9 was found, but none is ruled out either")


@pytest.mark.needs_core
@pytest.mark.parametrize(
    ("name", "limit", "options", "where"),
    [
        ("bulls-4x10", 6, {"first": "0123"}, " from first guess 0123"),
        ("mastermind-4x6", 5, {"guesses": "candidates"}, " with candidates only"),
    ],
)
def test_a_repair_ends_with_a_proof(
    name: str, limit: int, options: dict[str, str], where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of the exact search, which the repair waits for here."""
    monkeypatch.setattr(build, "_WAIT", 0.0)
    with pytest.raises(NoSuchTree, match=re.escape(f"no tree of depth {limit} exists{where} (proved)")):
        tg.build(tg.game(name), max_depth=limit, effort=10**9, **options)  # type: ignore[arg-type]


@pytest.mark.needs_core
@pytest.mark.parametrize(
    ("name", "strategy", "limit", "message"),
    [
        ("bulls-4x10", "entropy+candidates-until-3", 6, "no tree of depth 6 exists (proved)"),
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
