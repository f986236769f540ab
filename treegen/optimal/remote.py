"""The work of a cluster's worker: it searches what the tasks of a frontier ask for, and answers with what it proved.

A worker keeps one search for each problem, with one table of proved sets and one set of masks, whatever the number of
its threads.  All of them work at one task.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import msgpack
import numpy as np

from player import __version__
from treegen.native import core
from treegen.native.interface import NEVER
from treegen.optimal import checkpoint
from treegen.optimal.checkpoint import Lemmas
from treegen.optimal.engine import make_search
from treegen.optimal.frontier.tasks import search_task
from treegen.optimal.messages import WORDS, Problem, pack, pack_answer, unpack_game, unpack_lemmas, unpack_told
from treegen.optimal.objective import Prices
from treegen.optimal.shared_values import LEAST_WORK, Told, most_laborious

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from treegen.games.game import Game
    from treegen.native._core import Search
    from treegen.optimal.messages import Order

__all__ = ["GIVE_UP", "HURRY", "STOP", "change", "describe", "learn", "unfit", "work"]

# Instead of an upper bound: a task is stopped, and nobody waits for its answer; it begins no other first guess; it is
# stopped, and answers what is left.
STOP, HURRY, GIVE_UP = 0, -1, -2
_REMEMBERED = 10_000  # tasks that were stopped before they began


def describe() -> dict[str, object]:
    """What must be the same on all workers."""
    return {"version": __version__, "meaning": checkpoint.VERSION, "core": core is not None}


def unfit(who: str, theirs: Mapping[str, object]) -> str:
    """Why this worker cannot take part, in a line; empty if it can."""
    if not theirs.get("core"):
        return f"{who} has no native core: install guesstree there where a compiler is"
    if (theirs.get("version"), theirs.get("meaning")) != (__version__, checkpoint.VERSION):
        return f"{who} has guesstree {theirs.get('version')}, this is {__version__}: install the same version there"
    return ""


class _Problem:
    """A problem that this process has a search for."""

    def __init__(self, key: str, game: Game, prices: Prices, search: Search) -> None:
        self.key, self.game, self.prices, self.search = key, game, prices, search


_turn = threading.Lock()  # of the thread that searches
_lock = threading.Lock()  # guards the following
_problems: dict[str, _Problem] = {}  # the last one, and its relaxed one
_running: dict[str, Search] = {}  # the task at work, by its name
_waiting: dict[str, int] = {}  # by task: the upper bound that came before it was begun; 0: it is to be stopped


def learn(packed: bytes, lemmas: Sequence[list[bytes]] = (), relaxed: Sequence[list[bytes]] = ()) -> bytes:
    """Prepare the search of a problem: {} or {"failed": why}.

    `lemmas` are what was proved of it before, and `relaxed` what others have proved of the relaxed problem.
    """
    try:
        given: Problem = msgpack.unpackb(packed)
        with _turn:
            if given["key"] not in _problems:
                _prepare(given, lemmas, relaxed)
    except Exception as error:  # noqa: BLE001 (the client gets the message and decides)
        return pack({"failed": f"{type(error).__name__}: {error}"[:WORDS]})
    return pack({})


def _prepare(given: Problem, lemmas: Sequence[list[bytes]], relaxed: Sequence[list[bytes]]) -> None:
    old = _problems.get(given["relaxed"])
    for key in [key for key in _problems if key != given["relaxed"]]:
        del _problems[key]  # the memory is needed
    game = old.game if old is not None else unpack_game(given["game"], given["weights"])
    prices = Prices(None if given["prices"] is None else tuple(given["prices"]))
    search = make_search(game, given["pool"], prices, given["memory"], given["switches"])
    if given["relaxed"]:
        if old is None:
            endless = make_search(game, given["pool"], Prices(None), given["memory"], given["switches"])
            old = _problems[given["relaxed"]] = _Problem(given["relaxed"], game, Prices(None), endless)
        _preload(old.search, relaxed)
        search.inherit(old.search)
    _preload(search, lemmas)
    search.run(asked=[], hard=1e-9)  # prepares what all tasks need
    search.tell_from(LEAST_WORK)
    _problems[given["key"]] = _Problem(given["key"], game, prices, search)


def _preload(search: Search, lemmas: Sequence[list[bytes]]) -> None:
    for raw in lemmas:
        block = unpack_lemmas(raw)
        if block is not None:
            search.preload(*block)


def change(bounds: dict[str, int]) -> None:
    """Lower the upper bounds of tasks, now or when they begin, or STOP, HURRY or have one GIVE_UP."""
    with _lock:
        for name, bound in bounds.items():
            search = _running.get(name)
            if search is None:
                if bound >= STOP:
                    _waiting[name] = min(bound, _waiting.get(name, NEVER))
                while len(_waiting) > _REMEMBERED:
                    del _waiting[next(iter(_waiting))]
            elif bound == HURRY:
                search.hurry()
            elif bound in (STOP, GIVE_UP):
                search.stop()
            else:
                search.tighten(bound)


def work(packed: bytes) -> bytes:
    """Do a task: the answer, or {"unfit": why}, {"failed": why} or {"unknown": key}."""
    try:
        order: Order = msgpack.unpackb(packed)
        with _turn:
            problem = _problems.get(order["problem"])
            if problem is None:
                return pack({"unknown": order["problem"]})
            return _work(problem, order)
    except Exception as error:  # noqa: BLE001 (the client gets the message and decides)
        return pack({"failed": f"{type(error).__name__}: {error}"[:WORDS]})


def _end(name: str, search: Search) -> None:
    """A task is at work no more: what comes to stop it comes too late."""
    with _lock:
        _running.pop(name, None)
        search.go_on()


def _work(problem: _Problem, order: Order) -> bytes:
    search, name = problem.search, order["name"]
    began, positions = time.perf_counter(), search.positions
    with _lock:
        bound = _waiting.pop(name, NEVER)
        if bound != STOP:
            search.go_on()
            _running[name] = search
    if bound == STOP:
        return pack({"failed": "it was stopped before it began"})
    told = unpack_told(order["told"])
    if told is not None:
        search.learn(*told)
    path = order["history"]
    upper = NEVER if order["upper_bound"] is None else order["upper_bound"]
    try:
        answer = search_task(
            search, problem.game, problem.prices, kind=order["kind"],
            history=tuple(zip(path[::2], path[1::2], strict=True)),
            guesses=np.frombuffer(order["guesses"], np.int32).tolist(), upper_bound=min(upper, bound),
            seconds=order["seconds"], hard=order["hard"], threads=order["threads"], on_end=lambda: _end(name, search),
        )  # fmt: skip
    finally:
        _end(name, search)
    answer.proved = Lemmas(*search.drain_proved())
    answer.told = most_laborious(Told(*search.drain_told()), order["tell"])
    answer.seconds = time.perf_counter() - began
    answer.positions = search.positions - positions
    return pack_answer(answer)
