"""Workers of a cluster that lie or fail: solve must give the true tree, or end with one line that names the worker.

The cluster is a real one but for the network: tasks are done in threads of this process, by the code that workers run,
and the answers are changed on their way back.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import msgpack
import numpy as np

import treegen as tg
from campaigns import Report
from campaigns.checkpoints import game_of, true_tree
from campaigns.sandbox import isolated, judge
from treegen.native import core
from treegen.optimal import remote
from treegen.optimal.cluster import Cluster
from treegen.optimal.frontier import frontier
from treegen.optimal.link import Lesson

__all__ = ["attack"]

GAMES = ("bulls-4x8", "mastermind-3x7", "bulls-4x8")
_WORKERS = 2
Lie = Callable[[dict[str, Any], random.Random], Any]


def attack(budget: int, seed: int, _: Path) -> Report:
    """Try so many false workers."""
    report = Report()
    if core is None:
        report.add("left out: no native core")
        return report
    for number in range(budget):
        draw = random.Random(f"{seed}/{number}")
        name, (kind, lie) = draw.choice(GAMES), draw.choice(list(LIES.items()))
        share = draw.choice((1.0, 1.0, 0.3, 0.05, 0.0))
        wanted = true_tree(name)
        game_of(name)
        what = f"{name}, {kind}, of {share} of the answers, seed {seed}/{number}"
        ended = isolated(lambda: solve(name, lie, share, draw), wall=120)  # noqa: B023
        judge(report, what, ended, wanted)
    return report


def solve(name: str, lie: Lie, share: float, draw: random.Random) -> bytes | str:
    """The tree, or the message with which the cluster was refused; share 0 means one single lie."""
    before = frontier._SHORTEST  # seconds of a task: now and then so short that such small games are shared out
    try:
        frontier._SHORTEST = draw.choice((before, 0.005, 0.0005))
        return tg.solve(game_of(name), cluster=Cluster(LyingLink(lie, share, draw))).to_bytes()
    except (tg.BadInput, tg.GaveUp) as error:
        message = str(error)
        assert message.isprintable()
        assert "worker" in message or "cluster" in message, message
        return message
    finally:
        frontier._SHORTEST = before


# The signatures are those of Link.
# ruff: noqa: ARG002
class LyingLink:
    """Workers that are threads of this process, one at work at a time, each with a memory of its own, and lie."""

    address = "tcp://lies:1"
    dashboard = ""

    def __init__(self, lie: Lie, share: float, draw: random.Random) -> None:
        self._lie, self._share, self._draw = lie, share, draw
        self._told = 0
        self._alone = threading.Lock()
        self._memory: dict[str, Any] = {}  # by worker: its problems
        self._orders: SimpleQueue[tuple[str, Callable[[], Any]]] = SimpleQueue()
        self._answers: SimpleQueue[tuple[str, object, str]] = SimpleQueue()
        for _ in range(_WORKERS):
            threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        while True:
            name, call = self._orders.get()
            if not name:
                return
            try:
                self._answers.put((name, call(), ""))
            except _Raised:
                self._answers.put((name, None, "it failed outside of the search; its log says more"))

    def _change(self, answer: bytes) -> Any:
        """What the worker sends instead of the answer, now and then."""
        lies = self._draw.random() < self._share if self._share else self._told == 0 and self._draw.random() < 0.1
        if not lies or "outcome" not in msgpack.unpackb(answer):
            return answer
        self._told += 1
        return self._lie(msgpack.unpackb(answer), self._draw)

    def workers(self) -> dict[str, int]:
        return {f"tcp://worker:{i}": 1 for i in range(_WORKERS)}

    def describe(self, workers: list[str]) -> dict[str, object]:
        return dict.fromkeys(workers, remote.describe())

    def learn(self, name: str, worker: str, lesson: Lesson) -> None:
        self._orders.put((name, lambda: self._on(worker, lambda: remote.learn(*lesson))))

    def send(self, name: str, worker: str, order: bytes) -> None:
        self._orders.put((name, lambda: self._change(self._on(worker, lambda: remote.work(order)))))

    def _on(self, worker: str, call: Callable[[], bytes]) -> bytes:
        """Call it in the memory of that worker."""
        with self._alone:
            remote._problems = self._memory.setdefault(worker, {})
            try:
                return call()
            finally:
                remote._problems = {}

    def change(self, workers: list[str], bounds: dict[str, int]) -> None:
        remote.change(bounds)

    def wait(self, seconds: float) -> list[tuple[str, object, str]]:
        try:
            return [self._answers.get(timeout=seconds)]
        except Empty:
            return []

    def forget(self, names: list[str]) -> None:
        pass

    def close(self) -> None:
        for _ in range(_WORKERS):
            self._orders.put(("", lambda: None))
        with self._alone:
            self._memory.clear()
            remote._problems = {}


class _Raised(Exception):
    """The worker's process raised outside of the search."""


# The lies.


def _raise_cost(by: int) -> Lie:
    def lie(found: dict[str, Any], _: random.Random) -> bytes:
        if found["cost"] is not None:
            found["cost"] += by
        return pack(found)

    return lie


def _raise_bounds(by: int) -> Lie:
    """What is left costs more than is true, or less."""

    def lie(found: dict[str, Any], _: random.Random) -> bytes:
        if found["frontier"] is not None:
            bounds = np.frombuffer(found["frontier"][1], np.int64)
            found["frontier"][1] = (bounds + by).tobytes()
        return pack(found)

    return lie


def _raise_cells(found: dict[str, Any], draw: random.Random) -> bytes:
    """A cell of a guess that was begun costs more than is true; and so does the guess, now and then."""
    by = draw.choice((1, 2, 50))
    for one in found["active"]:
        one[1] += by * draw.choice((0, 1))
        for cell in one[2]:
            cell[2] += by
    return pack(found)


def _forget_guesses(found: dict[str, Any], draw: random.Random) -> bytes:
    """Some guesses that are left are kept quiet about."""
    if found["frontier"] is not None:
        columns = [np.frombuffer(x, kind) for x, kind in zip(found["frontier"], _COLUMNS, strict=True)]
        keep = np.array([draw.random() < 0.5 for _ in columns[0]], bool)
        found["frontier"] = [column[keep].tobytes() for column in columns]
    return pack(found)


def _forget_cells(found: dict[str, Any], draw: random.Random) -> bytes:
    """Some cells of a guess that was begun are said to be solved."""
    for one in found["active"]:
        for cell in one[2]:
            cell[3] = cell[3] or draw.random() < 0.5
    return pack(found)


def _refuted(found: dict[str, Any], _: random.Random) -> bytes:
    """A tree was found, but the worker says that there is none so cheap."""
    if found["outcome"] == "proved":
        found |= {"outcome": "bounded", "cost": None, "guess": -1, "tree": None}
    return pack(found)


def _quick_too_low(found: dict[str, Any], _: random.Random) -> bytes:
    """A tree that does not come with its answer costs less than is possible."""
    if found["outcome"] == "proved" and found["tree"] is None:
        found["cost"] -= 3
    return pack(found)


def _found(found: dict[str, Any], draw: random.Random) -> bytes:
    """No tree so cheap was found, but the worker says that there is one."""
    if found["outcome"] == "bounded":
        found |= {"outcome": "proved", "cost": draw.randrange(1, 9000), "guess": draw.randrange(1600)}
    return pack(found)


def _set(**values: Any) -> Lie:
    return lambda found, _: pack(found | values)


def _other_guess(found: dict[str, Any], draw: random.Random) -> bytes:
    if found["outcome"] == "proved":
        found["guess"] = draw.choice((draw.randrange(1600), 10**6, -2, 2**40, found["guess"] + 1))
    return pack(found)


def _other_tree(found: dict[str, Any], draw: random.Random) -> bytes:
    """The tree is changed somewhere."""
    if found["tree"] is not None:
        column = draw.randrange(4)
        data = bytearray(found["tree"][column])
        data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
        found["tree"][column] = bytes(data)
    return pack(found)


def _false_lemmas(found: dict[str, Any], draw: random.Random) -> bytes:
    """The proved sets besides the answer are changed."""
    if found["proved"] is None:
        return pack(found)
    kinds = zip(found["proved"], _KINDS, strict=True)
    columns = [np.frombuffer(column, kind).copy() for column, kind in kinds]
    some = [column for column in columns if len(column)]
    for _ in range(draw.choice((1, 5)) if some else 0):
        column = draw.choice(some)
        place = draw.randrange(len(column))
        value = int(column[place])
        column[place] = draw.choice((0, 1, 7, 10**6, value + 1, max(0, value - 1))) & 0x7FFFFFFF
    found["proved"] = [column.tobytes() for column in columns]
    return pack(found)


def _invented_lemmas(found: dict[str, Any], draw: random.Random) -> bytes:
    """Proved sets that nobody asked for, cut short or with paths that lead nowhere."""
    rows = draw.randrange(1, 4)
    columns = [draw.randbytes(np.dtype(kind).itemsize * rows) for kind in _KINDS]
    if draw.random() < 0.5:
        columns[-1] = np.cumsum([2] * rows, dtype=np.int64).tobytes()
        columns[-2] = bytes(8 * rows)
    found["proved"] = columns[: draw.choice((7, 7, 6))]
    return pack(found)


def _false_told(found: dict[str, Any], draw: random.Random) -> bytes:
    """The values for other workers are false: too low, too high, exact where they are bounds."""
    if found["told"] is None:
        return pack(found)
    cost, guess = (np.frombuffer(found["told"][i], kind).copy() for i, kind in ((2, np.int64), (3, np.int32)))
    chosen = np.array([draw.random() for _ in cost]) < draw.choice((1.0, 0.1))
    cost[chosen] = np.maximum(0, cost[chosen] + draw.choice((-5, -1, 1, 5, 1000)))
    guess[chosen] = draw.choice((guess[chosen], -1, draw.randrange(300)))
    found["told"][2:4] = cost.tobytes(), guess.tobytes()
    return pack(found)


def _invented_told(found: dict[str, Any], draw: random.Random) -> bytes:
    """Values for other workers that no search tells, or that do not fit each other."""
    rows = draw.choice((1, 3, 100_000))
    found["told"] = [draw.randbytes(np.dtype(kind).itemsize * rows) for kind in _TOLD][: draw.choice((5, 5, 4))]
    return pack(found)


def _garbage(_: dict[str, Any], draw: random.Random) -> Any:
    return draw.choice((
        draw.randbytes(draw.choice((0, 1, 100, 10_000))), "text", None, 7, [], {}, b"\x80", b"\xc0", b"\x01",
        msgpack.packb({"outcome": "proved"}), msgpack.packb([[]] * 50), msgpack.packb({"failed": "\x1b[31m" * 100}),
        msgpack.packb({"unfit": 1}), msgpack.packb({"unfit": "it has the wrong version"}), b"\xdd\xff\xff\xff\xff",
    ))  # fmt: skip


def _flipped(found: dict[str, Any], draw: random.Random) -> bytes:
    data = bytearray(pack(found))
    data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    return bytes(data)


def _fails(_: dict[str, Any], draw: random.Random) -> Any:
    return msgpack.packb({"failed": "MemoryError: " + "x" * draw.randrange(1000)})


def _raises(_: dict[str, Any], __: random.Random) -> Any:
    raise _Raised


def pack(found: dict[str, Any]) -> bytes:
    """An answer as a worker packs it."""
    packed: bytes = msgpack.packb(found)
    return packed


_COLUMNS = (np.int32, np.int64, np.int32)  # of guesses that are left
_TOLD = (np.uint64, np.uint64, np.int64, np.int32, np.uint8)  # of values for other workers
_KINDS = (np.uint64, np.uint64, np.int32, np.int64, np.int32, np.int32, np.int64)  # of proved sets
NOTHING = {"outcome": "infeasible", "cost": None, "guess": -1}
LIES: dict[str, Lie] = {
    "cost too low": _raise_cost(-5),
    "cost a little too low": _raise_cost(-1),
    "cost too high": _raise_cost(5),
    "cost far too high": _raise_cost(1 << 61),
    "bounds a little too high": _raise_bounds(1),
    "bounds too high": _raise_bounds(20),
    "bounds too low": _raise_bounds(-20),
    "bounds of cells": _raise_cells,
    "kept quiet about guesses": _forget_guesses,
    "kept quiet about cells": _forget_cells,
    "refuted what it found": _refuted,
    "found what it refuted": _found,
    "a quick tree too low": _quick_too_low,
    "nothing exists": _set(**NOTHING),
    "guess out of range": _set(outcome="proved", guess=10**6),
    "always stopped": _set(outcome="stopped", cost=None, guess=-1),
    "stopped with nothing": _set(
        outcome="stopped", cost=None, guess=-1, frontier=[b"", b"", b""], active=[], tree=None
    ),
    "types": _set(outcome=3, cost="x", bound=1.5, guess=None),
    "no time": _set(seconds=-1),
    "other guess": _other_guess,
    "other tree": _other_tree,
    "false proved sets": _false_lemmas,
    "invented proved sets": _invented_lemmas,
    "false values for others": _false_told,
    "invented values for others": _invented_told,
    "garbage": _garbage,
    "flipped bit": _flipped,
    "fails": _fails,
    "raises": _raises,
}
