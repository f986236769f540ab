"""Values of small sets that workers tell each other: who gets what, that it saves work, and that it changes no tree."""

from __future__ import annotations

import numpy as np
import pytest
import twins
from emulator import Emulator

import treegen as tg
from treegen.native.interface import NEVER
from treegen.optimal.engine import make_search
from treegen.optimal.objective import linear
from treegen.optimal.shared_values import SharedValues, Told, most_laborious


def values(*work: int) -> Told:
    """Values that took so much work; their costs tell them apart."""
    n = len(work)
    key = np.arange(n, dtype=np.uint64)
    return Told(key, key, np.array(work, np.int64), np.full(n, -1, np.int32), np.array(work, np.uint8))


def costs(told: Told | None) -> list[int]:
    return [] if told is None else told.cost.tolist()


def test_everyone_hears_once_what_others_told() -> None:
    shared = SharedValues()
    shared.add("a", values(1, 2))
    shared.add("b", values(3))
    shared.add("b", None)
    assert costs(shared.news("a")) == [3]
    assert costs(shared.news("b")) == [1, 2]
    assert shared.news("a") is None
    shared.add("c", values(4))
    assert costs(shared.news("a")) == [4]
    assert costs(shared.news("c")) == [1, 2, 3]
    shared.forget("a")
    assert costs(shared.news("a")) == [3, 4]


def test_what_took_most_work_goes_first() -> None:
    assert costs(most_laborious(values(9, 30, 10, 31, 10), 3)) == [30, 31, 10]
    assert costs(most_laborious(values(9, 10), 3)) == [9, 10]
    assert most_laborious(values(9), 0) is None


def test_many_workers_tell_less_and_one_tells_nothing() -> None:
    assert SharedValues.allowance(1, 10.0) == 0
    assert SharedValues.allowance(2, 10.0) == 2000
    for workers in (64, 512):
        passed_on = workers * (workers - 1) * SharedValues.allowance(workers, 10.0) / 10.0
        assert 400_000 < passed_on <= 500_000


@pytest.mark.needs_core
def test_a_search_that_was_told_the_values_of_another_searches_less() -> None:
    game = twins.game("bulls-4x8")
    one, other = (make_search(game, "all", linear(None), 16 << 20) for _ in range(2))
    one.tell_from(1)
    wanted = one.run()
    told = Told(*one.drain_told())
    assert len(told.work) > 100
    assert len(one.drain_told()[0]) == 0
    other.learn(*told)
    assert other.run() == wanted
    assert other.positions < one.positions / 4
    tree, same = one.tree(), other.tree()
    assert tree is not None
    assert same is not None
    assert [column.tolist() for column in same] == [column.tolist() for column in tree]


@pytest.mark.needs_core
@pytest.mark.parametrize(
    ("column", "value"), [("cost", -1), ("cost", NEVER + 1), ("guess", -2), ("guess", 1680), ("work", 65)]
)
def test_the_core_refuses_what_no_search_tells(column: str, value: int) -> None:
    search = make_search(twins.game("bulls-4x8"), "all", linear(None), 16 << 20)
    told = values(9)
    getattr(told, column)[0] = value
    with pytest.raises(ValueError, match="no search tells"):
        search.learn(*told)


@pytest.mark.needs_core
def test_a_set_without_a_tree_in_a_tree_is_found_out() -> None:
    """The largest cell of the first guess is said to be solved, and the largest cell in it to have no tree."""
    game, prices = twins.game("bulls-4x10"), linear(7)
    search = make_search(game, "all", prices, 16 << 20)
    search.run(asked=[], hard=1e-9)

    def widest(history: tuple[tuple[int, int], ...], guess: int) -> int:
        return int(np.bincount(game.table[guess, game.select(history)]).argmax())

    outer = ((0, widest((), 0)),)
    candidates = game.select(outer).tolist()
    found = search.run(candidates, 1, [0], beam=1, exact=1)
    assert found["cost"] is not None
    inner = (*outer, (found["guess"], widest(outer, found["guess"])))
    keys = [search.key([index for step in history for index in step]) for history in (outer, inner)]
    assert all(keys)
    high, low, _ = zip(*[key for key in keys if key is not None], strict=True)
    search.learn(
        np.array(high, np.uint64), np.array(low, np.uint64),
        np.array([found["cost"] - 2 * len(candidates), NEVER], np.int64),
        np.array([found["guess"], -1], np.int32), np.array([60, 60], np.uint8),
    )  # fmt: skip
    assert search.run(candidates, 1, [0])["guess"] == found["guess"]
    with pytest.raises(RuntimeError, match="a set of the tree has no tree itself"):
        search.tree()


@pytest.mark.needs_core
def test_workers_that_share_find_the_same() -> None:
    game = twins.game("bulls-4x9")
    wanted = tg.solve(game)
    emulator = Emulator(game, linear(None), 8, slowness=10)
    run = emulator.run()
    assert run.tree is not None
    tree = run.tree.to_tree(game)
    assert (tree.guess, tree.feedback) == (wanted.guess, wanted.feedback)
    assert emulator.learned > 0
