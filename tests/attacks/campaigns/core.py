"""Hostile arguments to the native core: every function and every method of Search, in any order, from two threads.

A ValueError, TypeError, IndexError, RuntimeError, MemoryError or OverflowError is an answer; anything else is not.  A
crash ends the process, and a hang does so after ten minutes; `tests/tools/sanitize.py` runs this under the sanitizers.
"""

from __future__ import annotations

import struct
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import treegen as tg
from campaigns import campaign
from treegen.games.hard import HardMode
from treegen.native import core
from treegen.native.interface import NEVER

__all__ = ["attack"]

ANSWERS = (ValueError, TypeError, IndexError, RuntimeError, MemoryError, OverflowError)
PATIENCE = 0.1  # seconds until a run is stopped
GAMES = (
    "bulls-2x3", "bulls-2x4-any", "mastermind-2x3", "bulls-3x4", "marks-2x3", "marks-6x2", "match-2x3", "number-0..6",
)  # fmt: skip
Call = dict[str, Any]


@campaign
def attack(draw: Random, number: int, folder: Path) -> str:
    """Make a call, or some."""
    what = draw.choices(list(WAYS), (4, 2, 4, 1))[0]
    return f"{what}: {WAYS[what](draw, _game(draw.choice(GAMES)))}"


@cache
def _game(name: str) -> tg.Game:
    return tg.game(name)


def call(function: Callable[..., Any], arguments: Call) -> str:
    """Whether a call gave an answer, and of what kind."""
    try:
        function(**arguments)
    except ANSWERS as error:
        return type(error).__name__
    return "done"


# --- arguments

NUMBERS = (-1, 0, 1, 2, 3, 255, 256, 257, 1 << 15, (1 << 31) - 1, 1 << 31, -(1 << 31), 1 << 32, (1 << 63) - 1, 1 << 63,
           -(1 << 63), (1 << 64) - 1, 1 << 64, -(1 << 100))  # fmt: skip
VAST = ((1 << 32, 0), (0, 1 << 32), (1 << 31, 0), (0, 1 << 40), ((1 << 32) + 5, 0))  # and yet no bytes
STRANGE: tuple[Any, ...] = (
    None, True, 1.5, float("nan"), "x", b"x", [], [None], ["1"], [1.5], [-1], [1 << 40], {}, object(), range(3),
)  # fmt: skip


def strange(draw: Random) -> Any:
    """Something that is seldom an argument."""
    return draw.choice((draw.choice(STRANGE), draw.choice(NUMBERS), strange_array(draw)))


def strange_array(draw: Random) -> Any:
    """An array of any shape, type and order."""
    shape = draw.choice(((), (0,), (1,), (3,), (6,), (0, 0), (0, 5), (5, 0), (1, 1), (6, 6), (2, 2, 2)))
    dtype = draw.choice(
        ("u1", "u2", "i1", "i4", ">i4", "u4", "i8", "u8", "f4", "f8", "c16", "bool", "O", "S3", "M8[s]")
    )
    array = np.zeros(shape, dtype=dtype)
    if array.dtype.kind == "i":
        array[...] = draw.choice((0, 0, -1, np.iinfo(array.dtype).max, np.iinfo(array.dtype).min))
    elif array.dtype.kind in "uf" and draw.randrange(2):
        array[...] = np.reshape([draw.randrange(256) for _ in range(array.size)], shape)
    array.flags.writeable = draw.random() < 0.8
    return draw.choice((array, array.T, array[::-1] if array.ndim else array))


def spoil(draw: Random, good: Call) -> Call:
    """Good arguments, of which some are no longer."""
    spoiled = dict(good)
    for key in draw.sample(list(good), min(len(good), draw.choice((0, 1, 1, 1, 2)))):
        old = spoiled[key]
        if isinstance(old, np.ndarray) and not draw.randrange(8):
            spoiled[key] = np.zeros(draw.choice(VAST), dtype=old.dtype)
        elif isinstance(old, np.ndarray) and draw.randrange(2):
            spoiled[key] = draw.choice(
                (old[:-1], old[::-1], old.astype("i8"), old.T, old[:0], np.asfortranarray(old), old * 7)
            )
        elif type(old) is int and draw.randrange(2):
            spoiled[key] = draw.choice(NUMBERS)
        else:
            spoiled[key] = strange(draw)
    return spoiled


# --- the functions


def functions(draw: Random, game: tg.Game) -> str:
    """A function of the module."""
    assert core is not None
    some = np.array(sorted(draw.sample(range(len(game.secrets)), draw.randrange(len(game.secrets) + 1))), dtype="i4")
    rules = {"feedbacks": len(game.labels), "winning": game.winning, "losing": list(game.losing)}
    codes = np.array([[ord(symbol) % 4 for symbol in guess[:2]] for guess in game.guesses], dtype=np.uint8)
    good: dict[str, Call] = {
        "cell_sizes": {"table": game.table, "guesses": np.arange(len(game.guesses), dtype="i4"), "candidates": some,
                       "feedbacks": len(game.labels)},
        "choose": {"table": game.table, "candidates": some, "rule": core.Rule(np.arange(len(some) + 1), False), **rules,
                   "candidates_only": False, "allowed": np.ones(len(game.guesses), dtype=np.uint8)},
        "Rule": {"prices": np.arange(9), "greatest": False, "bonus": 0, "separable": 2},
        "greedy_of_codes": {"positions": 2, "symbols": 3, "may_repeat": True, "nozero": False, "winning": 4,
                            "labels": np.array([[0, 1, 2], [3, 3, 5], [4, 5, 5]], dtype=np.uint8),
                            "secrets": np.arange(9, dtype="i4"), "rule": core.Rule(np.arange(10), False)},
        "fill_codes": {"guesses": codes, "secrets": codes[::2].copy(), "symbol_count": 4,
                       "labels": np.zeros((3, 3), dtype=np.uint8)},
    }  # fmt: skip
    name = draw.choice([*good, "its choice"])
    if name != "its choice":
        return call(getattr(core, name), spoil(draw, good[name]))
    its: Call = {"candidates": np.arange(2, 9, dtype="i4"), "asked": [1], "candidates_only": False, "allowed": None}
    return call(core.greedy_of_codes(**good["greedy_of_codes"]).choose, spoil(draw, its))


# --- the search


def good_search(draw: Random, game: tg.Game) -> Call:
    """Arguments of a search that is right."""
    assert core is not None
    prices = draw.choice((None, [1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 0, 1, 5, 5, 9, 9, 9, 9], [1, 2]))
    arguments: Call = {
        "table": np.ascontiguousarray(game.table),
        "feedbacks": len(game.labels),
        "winning": game.winning,
        "losing": list(game.losing),
        "prices": prices,
        "candidates_only": bool(draw.randrange(2)),
        "memory": draw.choice((0, 100, 1 << 12, 1 << 20)),
        "switches": draw.choice((core.ALL, draw.randrange(core.ALL + 1))),
        "symmetric": game.is_symmetric,
        "symbols": None,
        "symbol_count": 0,
        "nozero": False,
        "invariance": "numbers",
        "weights": draw.choice((None, None, [draw.randrange(1, 9) for _ in game.secrets])),
        "words": None,
        "marks": None,
    }
    if game.table.dtype != np.uint8:
        arguments["weights"] = None  # weights and hard mode take tables of one byte
    elif game.name.startswith("marks") and draw.randrange(3):
        rule = HardMode(game)
        arguments |= {"words": rule.words, "marks": rule.marks, "candidates_only": False}
    symmetry = game.symmetry
    if symmetry is not None and draw.randrange(2):
        arguments |= {"symbols": symmetry.symbols, "symbol_count": symmetry.symbol_count, "nozero": symmetry.fixes_zero}
        arguments["invariance"] = symmetry.invariance
    return arguments


def construct(draw: Random, game: tg.Game) -> str:
    """A search of hostile arguments; if there is one after all, it is run."""
    assert core is not None
    arguments = spoil(draw, good_search(draw, game))
    try:
        search = core.Search(**arguments)
    except ANSWERS as error:
        return type(error).__name__
    with Stopper(search):
        return call(search.run, {})


class Stopper:
    """Stops a search after a moment."""

    def __init__(self, search: Any) -> None:
        self._search = search
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._wait)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()
        self._search.go_on()

    def _wait(self) -> None:
        while not self._done.wait(PATIENCE):
            self._search.stop()


def methods(draw: Random, game: tg.Game) -> str:
    """Some methods of a search, in any order and with any arguments."""
    assert core is not None
    search = core.Search(**good_search(draw, game))
    outcome = ""
    for _ in range(draw.randrange(1, 6)):
        name = draw.choice(METHODS)
        arguments = spoil(draw, _arguments(draw, game, name))
        with Stopper(search):
            outcome = call(getattr(search, name), arguments)
    return outcome


METHODS = ("run", "run", "tree", "stop", "go_on", "progress", "drain_proved", "preload", "frontier", "inherit", "lemma")


def _arguments(draw: Random, game: tg.Game, name: str) -> Call:
    assert core is not None
    n = draw.randrange(4)
    if name == "run":
        secrets = sorted(draw.sample(range(len(game.secrets)), draw.randrange(1, len(game.secrets) + 1)))
        return {
            "candidates": draw.choice((None, secrets)),
            "depth": 0,
            "asked": draw.choice((None, None, [], [0])),
            "upper_bound": draw.choice((NEVER, 0, 12, 1 << 40)),
            "threads": draw.choice((1, 1, 2, 5)),
            "horizon": draw.choice((0, 0, 1)),
            "exact": draw.choice((0, 3)),
            "beam": draw.choice((0, 0, 2)),
            "only": draw.choice(([], [0, 1])),
            "hard": draw.choice((0.0, 1e-3)),
        }
    if name == "preload":
        records = [struct.pack("<QQiiq8x", *(draw.randrange(9) for _ in range(5))) for _ in range(n)]
        return {"lemmas": [record[: draw.choice((40, 40, 40, 33))] for record in records]}
    arguments: dict[str, Call] = {
        "lemma": {"path": draw.choices(range(4), k=2 * n), "cost": draw.randrange(9), "guess": draw.randrange(-1, 4)},
        "inherit": {"other": core.Search(**good_search(draw, game))},
    }
    return arguments.get(name, {})


def together(draw: Random, game: tg.Game) -> str:
    """Two threads at one search, each of which does what it likes."""
    assert core is not None
    search = core.Search(**good_search(draw, game))
    names = [draw.choices(METHODS, k=4), draw.choices(METHODS, k=8)]
    calls = [[(name, spoil(draw, _arguments(draw, game, name))) for name in some] for some in names]
    outcomes: list[str] = []
    strange: list[Exception] = []

    def work(some: list[tuple[str, Call]]) -> None:
        try:
            outcomes.extend(call(getattr(search, name), arguments) for name, arguments in some)
        except Exception as error:  # noqa: BLE001  handed on
            strange.append(error)

    with Stopper(search):
        threads = [threading.Thread(target=work, args=(some,)) for some in calls]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    if strange:
        raise strange[0]
    return "done"


WAYS: dict[str, Callable[[Random, tg.Game], str]] = {
    "functions": functions, "construct": construct, "methods": methods, "together": together,
}  # fmt: skip
