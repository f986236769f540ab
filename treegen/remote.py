"""What a worker of a cluster does: it searches one set of candidates and answers with what it proved.

An order and its answer are msgpack: names, numbers and columns of numbers.  Nothing in them can run code.
"""

from __future__ import annotations

import threading
import time
from typing import Any

import msgpack
import numpy as np

from player import __version__
from treegen import checkpoint
from treegen.checkpoint import Columns
from treegen.engine import make_search
from treegen.game import Game, game
from treegen.native import core
from treegen.objective import Prices

__all__ = ["describe", "pack_order", "stop", "unfit", "unpack_answer", "work"]

_COLUMNS = (np.uint64, np.uint64, np.int32, np.int64, np.int32)  # those of a checkpoint


def describe() -> dict[str, Any]:
    """What must be the same on all workers."""
    return {"version": __version__, "meaning": checkpoint.VERSION, "core": core is not None}


def unfit(who: str, theirs: dict[str, Any]) -> str:
    """Why this worker cannot take part, in a line; empty when it can."""
    if not theirs.get("core"):
        return f"{who} has no native core: install guesstree there where a compiler is"
    if (theirs.get("version"), theirs.get("meaning")) != (__version__, checkpoint.VERSION):
        return f"{who} has guesstree {theirs.get('version')}, this is {__version__}: install the same version there"
    return ""


class _Bench:
    """The searches of one problem in this process: one for every thread that works on it."""

    def __init__(self, name: str, pool: str, prices: Prices, memory: int, switches: int | None) -> None:
        self.game: Game = game(name)
        self._arguments = (pool, prices, memory, switches)
        self._free: list[Any] = []
        self._lock = threading.Lock()

    def take(self) -> Any:
        """A search that no other thread uses; it remembers what it did before."""
        with self._lock:
            if self._free:
                return self._free.pop()
        pool, prices, memory, switches = self._arguments
        return make_search(self.game, pool, prices, memory, switches)

    def give_back(self, search: Any) -> None:
        """Let another thread have it."""
        with self._lock:
            self._free.append(search)


_lock = threading.Lock()
_bench: tuple[Any, _Bench | None] = (None, None)
_stopped: set[str] = set()


def pack_order(**entries: Any) -> bytes:
    """An order for `work`."""
    packed: bytes = msgpack.packb({**entries, **describe()})
    return packed


def unpack_answer(answer: bytes) -> tuple[dict[str, Any], Columns | None]:
    """What `work` found, and the columns of what it proved besides; None where that is nothing."""
    found: dict[str, Any] = msgpack.unpackb(answer)
    raw = found.pop("proved", None)
    if not raw or not raw[0]:
        return found, None
    return found, tuple(np.frombuffer(column, kind) for column, kind in zip(raw, _COLUMNS, strict=True))


def stop(tasks: list[str]) -> None:
    """End these orders, now or when they begin."""
    with _lock:
        _stopped.update(tasks)
        while len(_stopped) > 10_000:
            _stopped.pop()


def work(order: bytes) -> bytes:
    """Search the set of an order: {"outcome", "cost", "bound", "guess", "seconds", "proved"}, or {"unfit": why}."""
    wish = msgpack.unpackb(order)
    why = unfit("a worker", {**wish, "core": core is not None})
    if why:
        return _pack({"unfit": why})
    began = time.process_time()
    bench = _bench_of(wish)
    search = bench.take()
    try:
        found = _search(search, bench.game, wish)
        proved = [column.tobytes() for column in search.drain_proved()]
    finally:
        bench.give_back(search)
    return _pack({**found, "seconds": time.process_time() - began, "proved": proved})


def _pack(answer: dict[str, Any]) -> bytes:
    packed: bytes = msgpack.packb(answer)
    return packed


def _bench_of(wish: dict[str, Any]) -> _Bench:
    """The bench of the order's problem; only one is kept, since a worker serves one search at a time."""
    global _bench  # noqa: PLW0603 (a worker's process has one bench)
    values = wish["prices"]
    prices = Prices(None if values is None else tuple(values))
    key = (wish["game"], wish["pool"], prices, wish["memory"], wish["switches"])
    with _lock:
        known, bench = _bench
        if bench is None or known != key:
            bench = _Bench(*key)
            _bench = key, bench
        return bench


def _search(search: Any, rules: Game, wish: dict[str, Any]) -> dict[str, Any]:
    candidates = np.arange(len(rules.secrets))
    for guess, feedback in zip(wish["guesses"], wish["feedbacks"], strict=True):
        candidates = candidates[rules.table[guess][candidates] == feedback]
    arguments = {
        "candidates": candidates.tolist(),
        "depth": wish["depth"],
        "history": wish["guesses"],
        "only": wish["only"],
    }
    if wish["upper"] is not None:
        arguments["upper"] = wish["upper"]
    # Of CPU: on a busy machine a set is no larger than elsewhere.
    done, deadline = threading.Event(), time.process_time() + wish["seconds"]

    def watch() -> None:
        while not done.wait(0.02):
            with _lock:
                over = wish["task"] in _stopped or time.process_time() > deadline
            if over:
                search.stop()
                return

    with _lock:
        if wish["task"] in _stopped:
            return {"outcome": "stopped", "cost": None, "bound": None, "guess": -1}
    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        found: dict[str, Any] = search.run(**arguments)
    finally:
        done.set()
        watcher.join()
        search.go_on()
    return found
