"""Workers of a cluster that lie or fail: solve must give the true tree, or end with one line that names the worker.

The cluster is a real one but for the network: orders are carried out in threads of this process, by the code that
workers run, and the answers are changed on their way back.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
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
    cluster: Any = LyingCluster(lie, share, draw)
    try:
        return tg.solve(game_of(name), cluster=cluster).to_bytes()
    except (tg.BadInput, tg.GaveUp) as error:
        message = str(error)
        assert message.isprintable()
        assert "worker" in message or "cluster" in message, message
        return message


# The signatures are those of Dask.
# ruff: noqa: ARG002, ARG004
class LyingCluster(Cluster):
    """A cluster without a network whose workers lie."""

    def __init__(self, lie: Lie, share: float, draw: random.Random) -> None:
        self._lie, self._share, self._draw = lie, share, draw
        self._told = 0
        super().__init__("tcp://lies:1", threads=8, tell=lambda _: None)

    @staticmethod
    def _connect(address: str, seconds: int) -> Any:
        return _Threads()

    def _find_workers(self) -> None:
        self._slots = {f"tcp://worker:{i}": 1 for i in range(_WORKERS) if f"tcp://worker:{i}" not in self.refused}
        self._client.change = self._change

    def _stop_tasks(self) -> None:
        names, self._to_stop = self._to_stop, []
        remote.stop(names)

    def _change(self, answer: bytes) -> Any:
        """What the worker sends instead of the answer, now and then."""
        lies = self._draw.random() < self._share if self._share else self._told == 0 and self._draw.random() < 0.1
        if not lies:
            return answer
        self._told += 1
        return self._lie(msgpack.unpackb(answer), self._draw)


class _Threads:
    """What a client of Dask does, by threads of this process."""

    def __init__(self) -> None:
        self.change: Callable[[bytes], Any] = lambda answer: answer
        self._orders: SimpleQueue[tuple[bytes, _Future]] = SimpleQueue()
        for _ in range(_WORKERS):
            threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        while True:
            order, future = self._orders.get()
            try:
                future.end("finished", self.change(remote.work(order)))
            except _Raised:
                future.end("error", None)

    def submit(self, _: Any, order: bytes, *, key: str, pure: bool, workers: list[str]) -> _Future:
        future = _Future()
        self._orders.put((order, future))
        return future

    def gather(self, futures: dict[str, _Future], errors: str) -> dict[str, Any]:
        return {name: future.value for name, future in futures.items() if future.status == "finished"}

    def close(self, timeout: float = 0) -> None:
        pass


class _Raised(Exception):
    """The worker's process raised outside of the search."""


class _Future:
    def __init__(self) -> None:
        self.status, self.value = "pending", None
        self._calls: list[Callable[[_Future], None]] = []
        self._lock = threading.Lock()

    def end(self, status: str, value: Any) -> None:
        with self._lock:
            self.status, self.value = status, value
            calls, self._calls = self._calls, []
        for call in calls:
            call(self)

    def add_done_callback(self, call: Callable[[_Future], None]) -> None:
        with self._lock:
            if self.status == "pending":
                self._calls.append(call)
                return
        call(self)

    def cancel(self) -> None:
        pass


# The lies.


def _raise_bound(by: int) -> Lie:
    def lie(found: dict[str, Any], _: random.Random) -> bytes:
        if found.get("bound") is not None:
            found["bound"] += by
            found["cost"] = None if found["cost"] is None else found["bound"]
        return pack(found)

    return lie


def _refuted(found: dict[str, Any], _: random.Random) -> bytes:
    """A tree was found, but the worker says that there is none so cheap."""
    if found.get("outcome") == "proved":
        found |= {"outcome": "bounded", "cost": None, "bound": found["bound"] + 1, "guess": -1}
    return pack(found)


def _found(found: dict[str, Any], draw: random.Random) -> bytes:
    """No tree so cheap was found, but the worker says that there is one."""
    if found.get("outcome") == "bounded":
        cost = found["bound"] - draw.choice((1, 2, 20))
        found |= {"outcome": "proved", "cost": cost, "bound": cost, "guess": draw.randrange(1600)}
    return pack(found)


def _set(**values: Any) -> Lie:
    return lambda found, _: pack(found | values)


def _other_guess(found: dict[str, Any], draw: random.Random) -> bytes:
    if found.get("outcome") == "proved":
        found["guess"] = draw.choice((draw.randrange(1600), 10**6, -2, 2**40, found["guess"] + 1))
    return pack(found)


def _false_lemmas(found: dict[str, Any], draw: random.Random) -> bytes:
    """The proved sets besides the answer are changed."""
    kinds = zip(found["proved"], remote._COLUMNS, strict=True)
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
    columns = [draw.randbytes(np.dtype(kind).itemsize * rows) for kind in remote._COLUMNS]
    if draw.random() < 0.5:
        columns[-1] = np.cumsum([2] * rows, dtype=np.int64).tobytes()
        columns[-2] = bytes(8 * rows)
    found["proved"] = columns[: draw.choice((7, 7, 6))]
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


NOTHING = {"outcome": "infeasible", "cost": None, "bound": None, "guess": -1}
LIES: dict[str, Lie] = {
    "bound too low": _raise_bound(-5),
    "bound a little too low": _raise_bound(-1),
    "bound too high": _raise_bound(5),
    "bound a little too high": _raise_bound(1),
    "bound far too high": _raise_bound(1 << 61),
    "refuted what it found": _refuted,
    "found what it refuted": _found,
    "nothing exists": _set(**NOTHING),
    "guess out of range": _set(outcome="proved", guess=10**6),
    "bound negative": _set(outcome="bounded", cost=None, bound=-7, guess=-1),
    "bound huge": _set(outcome="bounded", cost=None, bound=2**63, guess=-1),
    "always stopped": _set(outcome="stopped", cost=None, bound=None, guess=-1),
    "types": _set(outcome=3, cost="x", bound=1.5, guess=None),
    "no time": _set(seconds=-1),
    "other guess": _other_guess,
    "false proved sets": _false_lemmas,
    "invented proved sets": _invented_lemmas,
    "garbage": _garbage,
    "flipped bit": _flipped,
    "fails": _fails,
    "raises": _raises,
}
