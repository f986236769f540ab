"""What a checkpoint says is checked: rows and results; and a write that fails loses nothing."""

from __future__ import annotations

import math
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import twins
from campaigns import checkpoints

import treegen as tg
from treegen.optimal.outcomes import NotSaved
from treegen.search.checkpoint import Checkpoint
from treegen.search.core import make_search
from treegen.search.problem import Limits, Prices, Problem, linear
from treegen.search.search import Memory, search
from treegen.search.threads import Background

pytestmark = pytest.mark.needs_core
GAME = "bulls-4x8"


def checkpoint(folder: Path) -> Path:
    path = folder / "x.ck"
    checkpoints.write(path, GAME, [list(row) for row in checkpoints.true_lemmas(GAME)])
    return path


@pytest.mark.parametrize(("seconds", "said"), [(1000.0, []), (0.0, ["rests on {}"])])
def test_a_small_checkpoint_is_proved_again_and_a_large_one_is_named(
    seconds: float, said: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("treegen.search.checkpoint._PROOF_SECONDS", seconds)
    path, lines = checkpoint(tmp_path), list[str]()
    tree = tg.solve(twins.game(GAME), checkpoint=str(path), tell=lines.append)
    assert lines == [line.format(path) for line in said]
    assert tree.to_bytes() == checkpoints.true_tree(GAME)
    certificate = tmp_path / "x.certificate"
    tg.solve(twins.game(GAME), checkpoint=str(path), tell=lines.append, certificate=certificate)
    assert lines == [line.format(path) for line in said]
    assert tg.check_certificate(certificate.read_bytes(), tree=tree)


def test_a_lie_in_the_memory_shows_in_the_tree() -> None:
    """The sample apart: cost and tree are compared, and a guess that fits nothing does not make the walk endless."""
    game = twins.game(GAME)

    class Lying(Memory):
        def native(self, prices: Prices, deadline: float = math.inf) -> Any:
            search = super().native(prices, deadline)
            row = next(list(row) for row in checkpoints.true_lemmas(GAME) if row[2] > 40)
            row[2] -= 2
            assert search.preload([checkpoints.record_of(row)]) is None
            return search

    with pytest.raises(tg.GuesstreeError, match="the tree costs"):
        search(Problem(game), memory=Lying(game, limits=Limits(threads=1)))


def test_what_cannot_be_true_is_not_believed() -> None:
    memory, prices = Memory(twins.game("bulls-3x5"), "all", Limits(memory=1 << 20)), linear(None)
    assert memory.accept_proved(prices, [(((0, 1),), 1, -1)])
    assert not memory.accept_proved(prices, [(((0, 1),), 10**6, -1)])


def test_damaged_rows_are_left_out_and_told(tmp_path: Path) -> None:
    path = checkpoint(tmp_path)
    said: list[str] = []
    with sqlite3.connect(path) as database:
        checkpoints.teach(database)
        database.execute(
            "UPDATE proved SET lemma = changed(lemma, 'cost', field(lemma, 'cost') + 1)"
            " WHERE key IN (SELECT key FROM proved LIMIT 3)"
        )
    database.close()
    tree = tg.solve(twins.game(GAME), checkpoint=str(path), tell=said.append)
    assert said[0] == f"{path}: 3 damaged rows are left out"
    assert tree.to_bytes() == checkpoints.true_tree(GAME)


def test_what_cannot_be_written_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("treegen.search.checkpoint._RETRY", 1e9)
    path = tmp_path / "x.ck"
    said: list[str] = []
    store = Checkpoint(str(path), said.append)
    store.choose("a problem")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    search = make_search(twins.game("bulls-4x9"), "all", linear(None), 32 << 20)
    search.run()
    lemmas = search.drain_proved()
    store.add(lemmas)
    assert said == [f"{path}: cannot write (database is locked); the search goes on and will try again"]
    other.execute("ROLLBACK")
    store.add(lemmas)  # too soon to try again
    assert other.execute("SELECT count(*) FROM proved").fetchone() == (0,)
    other.close()
    assert store.close() is None
    again = Checkpoint(str(path))
    again.choose("a problem")
    assert sum(map(len, again.load())) == len(lemmas)
    again.choose("another problem")
    assert list(again.load()) == []
    assert again.close() is None


def test_a_tree_that_was_found_survives_a_checkpoint_that_was_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("treegen.search.checkpoint._LAST_PATIENCE", 0.1)
    path = tmp_path / "x.ck"
    Checkpoint(str(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as database:

        def lock(_: object) -> None:
            if not database.in_transaction:
                database.execute("BEGIN IMMEDIATE")

        with pytest.raises(NotSaved, match="could not be written: the next run solves them again") as caught:
            tg.solve(twins.game("bulls-4x9"), checkpoint=str(path), progress=lock, threads=1)
    assert caught.value.tree.to_bytes() == tg.solve(twins.game("bulls-4x9")).to_bytes()
    assert caught.value.exit_code == 2


def test_the_walk_of_a_tree_can_be_stopped() -> None:
    search = make_search(twins.game("bulls-4x8"), "all", linear(None), 0)
    assert search.run()["outcome"] == "proved"
    search.stop()
    assert search.tree() is None
    assert search.tree() is not None


def test_work_beside_other_work_is_stopped_at_the_end_and_may_fail() -> None:
    began = threading.Event()

    def run(is_over: Callable[[], bool]) -> int:
        began.set()
        while not is_over():
            pass
        raise tg.GuesstreeError("stopped")

    before = threading.active_count()
    with Background(run, 0) as work:
        assert began.wait(60)
    assert (work.found, threading.active_count()) == (None, before)
    with Background(lambda _: 7, 0) as other:
        while other.found is None:
            time.sleep(0.001)
        assert other.found == 7
    with Background(lambda _: began.clear(), 3600):  # which does not begin before its time
        pass
    assert began.is_set()
