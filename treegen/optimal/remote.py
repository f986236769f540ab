"""The work of a cluster's worker: it searches one set of candidates and answers with what it proved.

A task and its answer are msgpack: names, numbers and columns of numbers.  Nothing in them can run code.
"""

from __future__ import annotations

import threading
import time
from functools import lru_cache
from typing import TYPE_CHECKING, TypedDict, cast, final

import msgpack
import numpy as np

from player import __version__
from treegen.games.game import Game
from treegen.games.lookup import game
from treegen.native import core
from treegen.native.interface import RunResult
from treegen.optimal import checkpoint
from treegen.optimal.checkpoint import Lemmas
from treegen.optimal.engine import make_search
from treegen.optimal.objective import Prices
from treegen.optimal.stoppable import run_stoppable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from treegen.native._core import Search
    from treegen.native.interface import RunArguments

__all__ = ["MalformedAnswer", "describe", "pack_task", "stop", "unfit", "unpack_answer", "work"]

_COLUMNS = (np.uint64, np.uint64, np.int32, np.int64, np.int32, np.int32, np.int64)  # those of Lemmas
_LARGEST = 256 << 20  # bytes of an answer
_WORDS = 200  # characters of a worker's message


class Problem(TypedDict):
    """What is searched: the same in all tasks of a search."""

    game: str
    pool: str
    prices: list[int] | None  # None: 1, 2, 3, ... without end
    memory: int  # bytes of all tables of a search
    switches: int | None  # None: all
    seconds: float  # of CPU time for a task


class Message(Problem):
    """A task: a set, or some first guesses at it."""

    name: str
    guesses: list[int]  # that lead to the set
    feedbacks: list[int]  # to these guesses
    depth: int  # guesses made
    upper_bound: int | None  # None: there is none
    only: list[int]  # the first guesses to try; none: all


@final
class Answer(RunResult):
    """The result of a task, as the core's `run` gives it."""

    seconds: float  # of CPU time


@final
class Failure(TypedDict, total=False):
    """Why there is no result, in one of these."""

    unfit: str  # the worker can do no task
    failed: str  # it failed at this one


class MalformedAnswer(ValueError):
    """A worker sent something that is not an answer; the message says why."""


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


class _SearchPool:
    """The searches of one problem in this process, one for every thread that works on it."""

    def __init__(self, name: str, pool: str, prices: Prices, memory: int, switches: int | None) -> None:
        self.game: Game = game(name)
        self._arguments = (pool, prices, memory, switches)
        self._free: list[Search] = []
        self._lock = threading.Lock()

    def take(self) -> Search:
        """A search that no other thread uses; it keeps what it has proved before."""
        with self._lock:
            if self._free:
                return self._free.pop()
        pool, prices, memory, switches = self._arguments
        return make_search(self.game, pool, prices, memory, switches)

    def give_back(self, search: Search) -> None:
        """Make a search free for other threads."""
        with self._lock:
            self._free.append(search)


_lock = threading.Lock()
_searches = lru_cache(maxsize=1)(_SearchPool)  # those of one problem are kept: a worker serves one search at a time
_stopped: set[str] = set()


def pack_task(message: Message) -> bytes:
    """A task for `work`."""
    return _pack({**message, **describe()})


def unpack_answer(answer: object) -> tuple[Answer | Failure, Lemmas | None]:
    """The result of `work`, and the columns of the other sets that it proved; None if there are none.

    Raises MalformedAnswer for anything that `work` cannot have sent.  Whether the answer is true is not checked here.
    """
    if not isinstance(answer, bytes) or len(answer) > _LARGEST:
        raise MalformedAnswer("it is not a message of a sensible size")
    try:
        found = msgpack.unpackb(answer)
    except Exception:  # noqa: BLE001  msgpack raises a dozen kinds, all of them for nonsense
        raise MalformedAnswer("it is not a message in msgpack") from None
    for word in ("unfit", "failed"):
        if isinstance(found, dict) and set(found) == {word} and isinstance(found[word], str):
            text = "".join(symbol if symbol.isprintable() else " " for symbol in found[word][:_WORDS])
            why = " ".join(text.split())
            return {"unfit": why} if word == "unfit" else {"failed": why}, None
    if not isinstance(found, dict) or set(found) != {"outcome", "cost", "bound", "guess", "seconds", "proved"}:
        raise MalformedAnswer("it has not the entries of an answer")
    proved = _unpack_lemmas(found.pop("proved"))
    result = cast("Answer", found)
    _check_result(result)
    return result, proved


def _check_result(found: Answer) -> None:
    """Check that the result has the types and the form of results of the core's `run`."""
    seconds = found["seconds"]
    if type(seconds) not in (int, float) or not 0 <= seconds < 1e9:
        raise MalformedAnswer(f"it took {str(seconds)[:20]} seconds")
    outcome, cost, bound, guess = (found[entry] for entry in ("outcome", "cost", "bound", "guess"))
    is_number = type(bound) is int and 0 <= bound < 1 << 62
    if type(guess) is not int or not {
        "proved": is_number and cost == bound and type(cost) is int and 0 <= guess < 1 << 31,
        "bounded": is_number and cost is None and guess == -1,
        "infeasible": cost is None and bound is None and guess == -1,
        "stopped": cost is None and (is_number or bound is None) and guess == -1,
    }.get(str(outcome), False):
        raise MalformedAnswer(f"outcome, cost, bound and guess do not fit each other: {str(found)[:80]}")


def _unpack_lemmas(raw: object) -> Lemmas | None:
    """The columns of proved sets; MalformedAnswer if they are not columns of one length."""
    if raw is None:
        return None
    if not isinstance(raw, list) or len(raw) != len(_COLUMNS) or not all(type(column) is bytes for column in raw):
        raise MalformedAnswer("its proved sets are not columns")
    if any(len(column) % np.dtype(kind).itemsize for column, kind in zip(raw, _COLUMNS, strict=True)):
        raise MalformedAnswer("its proved sets are cut short")
    lemmas = Lemmas(*(np.frombuffer(column, kind) for column, kind in zip(raw, _COLUMNS, strict=True)))
    rows = len(lemmas.cost)
    if any(len(column) != rows for column in (*lemmas[:5], lemmas.end)):
        raise MalformedAnswer("the columns of its proved sets differ in length")
    steps = np.diff(lemmas.end, prepend=0)
    if (steps < 0).any() or (steps % 2).any() or (lemmas.end[-1] if rows else 0) != len(lemmas.path):
        raise MalformedAnswer("the paths of its proved sets do not fit their ends")
    return lemmas if rows else None


def stop(tasks: list[str]) -> None:
    """Stop these tasks, now or when they begin."""
    with _lock:
        _stopped.update(tasks)
        while len(_stopped) > 10_000:
            _stopped.pop()


def work(packed: bytes) -> bytes:
    """Search the set of a task: {"outcome", "cost", "bound", "guess", "seconds", "proved"}.

    The answer is {"unfit": why} if this process cannot take part at all, and {"failed": why} if the search raised.
    """
    task: Message = msgpack.unpackb(packed)
    why = unfit("a worker", {**task, "core": core is not None})
    if why:
        return _pack({"unfit": why})
    began = time.process_time()
    try:
        prices = Prices(None if task["prices"] is None else tuple(task["prices"]))
        with _lock:
            searches = _searches(task["game"], task["pool"], prices, task["memory"], task["switches"])
        search = searches.take()
        found = _search(search, searches.game, task)
        proved = [column.tobytes() for column in search.drain_proved()]
        searches.give_back(search)
    except Exception as error:  # noqa: BLE001 (the client gets the message and decides)
        return _pack({"failed": f"{type(error).__name__}: {error}"[:_WORDS]})
    return _pack({**found, "seconds": time.process_time() - began, "proved": proved})


def _pack(answer: Mapping[str, object]) -> bytes:
    packed: bytes = msgpack.packb(answer)
    return packed


def _search(search: Search, rules: Game, task: Message) -> RunResult:
    arguments: RunArguments = {
        "candidates": rules.select(zip(task["guesses"], task["feedbacks"], strict=True)).tolist(),
        "depth": task["depth"],
        "asked": task["guesses"],
        "only": task["only"],
    }
    if task["upper_bound"] is not None:
        arguments["upper_bound"] = task["upper_bound"]
    deadline = time.process_time() + task["seconds"]  # of CPU: on a busy machine a set is no larger than elsewhere

    def is_over() -> bool:
        with _lock:
            return task["name"] in _stopped or time.process_time() > deadline

    if is_over():
        return {"outcome": "stopped", "cost": None, "bound": None, "guess": -1, "firsts": []}
    return run_stoppable(search, lambda: search.run(**arguments), is_over)
