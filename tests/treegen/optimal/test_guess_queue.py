"""The open guesses of a set: each is handed out once, and workers keep to their own parts."""

from __future__ import annotations

import random

import numpy as np
import pytest

from treegen.optimal.frontier.queue import GuessQueue, Rows


def rows_of(guesses: list[int]) -> Rows:
    return np.array([(0, guess, guess) for guess in guesses], np.int64).reshape(-1, 3)


def taken(queue: GuessQueue, worker: str, most: int) -> list[int]:
    found: list[int] = queue.take(worker, most)[:, 1].tolist()
    return found


def full(size: int) -> GuessQueue:
    return GuessQueue(np.arange(size, dtype=np.int32), rows_of(list(range(size))))


def test_a_worker_goes_on_behind_its_last_guesses_and_a_new_one_takes_half_of_the_longest_part() -> None:
    queue = full(100)
    assert taken(queue, "a", 10) == list(range(10))
    assert taken(queue, "b", 10) == list(range(55, 65))
    assert taken(queue, "a", 10) == list(range(10, 20))
    assert taken(queue, "b", 100) == list(range(65, 100))
    assert taken(queue, "b", 5) == list(range(37, 42))  # its part is done
    assert taken(queue, "a", 100) == list(range(20, 37))


def test_what_a_worker_gives_back_it_gets_again() -> None:
    queue = full(100)
    some = queue.take("a", 20)
    taken(queue, "b", 10)
    queue.put(some[5:], "a")
    assert taken(queue, "a", 100) == list(range(5, 60))


def test_the_part_of_a_worker_that_has_left_is_gone_on_with() -> None:
    queue = full(100)
    taken(queue, "a", 10)
    taken(queue, "b", 10)
    queue.leave("a")
    assert taken(queue, "c", 10) == list(range(10, 20))


def test_guesses_come_in_their_turn_and_without_those_that_are_bounded() -> None:
    turns = np.array([2, 0, 1, 3], np.int32)
    queue = GuessQueue(turns, rows_of([0, 1, 2, 3]))
    queue.close(np.array([9, 9, 9, 3]))
    assert len(queue) == 3
    assert taken(queue, "a", 4) == [1, 2, 0]
    assert not len(queue)


@pytest.mark.parametrize("seed", range(20))
def test_each_guess_is_handed_out_once(seed: int) -> None:
    some = random.Random(seed)
    size = some.randrange(1, 200)
    turns = np.array(some.sample(range(size), size), np.int32)
    queue = GuessQueue(turns, rows_of(list(range(size))))
    done: list[int] = []
    while len(queue):
        worker = some.choice("abcdefgh")
        found = queue.take(worker, some.randrange(1, 20))
        assert len(found)
        kept = some.randrange(len(found) + 1) if some.random() < 0.3 else len(found)
        done += found[:kept, 1].tolist()
        queue.put(found[kept:], worker)
        if some.random() < 0.1:
            queue.leave(some.choice("abcdefgh"))
    assert sorted(done) == list(range(size))
