"""Scores of one's own: a function of a program, file or installed package becomes a `Score` like those of SCORES."""

from __future__ import annotations

import os
import runpy
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from player.errors import BadInput, require
from player.rules.misspelt import suggest
from player.rules.numbers import is_plain
from treegen.games.game import Game
from treegen.games.partition import Indices, cells
from treegen.greedy.score import MOST, Score, Scores

Function = Callable[[Any], Any]  # The argument is an array of the sizes of cells, or a Partition.


class Partition(NamedTuple):
    """The candidates divided by a guess, for scores that need more than the sizes of the cells."""

    game: Game
    candidates: Indices  # the indices of the secrets that are still possible, int32 rising
    history: tuple[tuple[str, str], ...]  # the guesses made before `guess`, with their feedbacks
    guess: str
    cells: dict[str, Indices]  # the candidates that give each feedback, by its label


def own_score(function: Function, name: str = "") -> Score:
    """Make a score from a function of the sizes of cells or, if its parameter is called `partition`, of a Partition.

    A function of sizes takes an int64 array, of any shape, of sizes that are at least 1, and returns integer prices of
    this shape; a function of a Partition returns an integer.  Otherwise, the score raises BadInput with file and line.

    >>> own_score(lambda sizes: sizes**2, "squares").prices(4).tolist()
    [0, 1, 4, 9, 16]
    """
    name = name or getattr(function, "__name__", "")
    make = partial(Score, name if is_plain(name) else "score", "a score of one's own", "own", is_own=True)
    takes_partition = getattr(getattr(function, "__code__", None), "co_varnames", ())[:1] == ("partition",)
    return make(score_each=partial(_score_each, function)) if takes_partition else make(price=partial(_price, function))


def read_function(path: str, name: str) -> Function:
    """Run a Python file and return its function of this name.  Raises BadInput if the file fails or has none."""
    require(os.path.isfile(path), f"{path}: there is no such file")
    try:
        found = runpy.run_path(path)
    except (Exception, SystemExit) as error:
        file_as_code = SimpleNamespace(co_filename=path, co_firstlineno=getattr(error, "lineno", 1))
        raise _bad(file_as_code, f"{type(error).__name__}: {error}", error) from error
    function: Function | None = found.get(name)
    if not callable(function):
        own = [key for key, value in found.items() if getattr(value, "__module__", "") == found["__name__"]]
        raise BadInput(f"{path}: {name[:60]!r} is not a function of it; {suggest(name, own) if own else 'it has none'}")
    return function


def _price(function: Function, sizes: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the prices of sizes as int64; if the sizes are floats, return the prices as floats."""
    filled = np.maximum(sizes, 1)  # the function need not accept 0: the caller gives empty cells the price 0
    if filled.dtype.kind == "f":
        try:
            return _call(function, filled.copy(), filled.shape).astype(np.float64)
        except BadInput:  # the function need not accept floats
            return _price(function, sizes.astype(np.int64)).astype(np.float64)
    prices = _whole(function, _call(function, filled.copy(), filled.shape), filled, "the price of a cell of {}")
    pair = filled[1::-1].copy()  # the first two sizes in reverse order
    if (_call(function, pair, pair.shape) != prices[1::-1]).any():
        raise _bad(function, "the price of a cell depends on other cells; only a function of `partition` may do that")
    return prices


def _score_each(
    function: Function, game: Game, _: int, candidates: Indices, prior: Sequence[int], guesses: Indices
) -> Scores:
    """Return the score of each guess by a function of partitions."""
    history = tuple((game.guesses[one], game.labels[game.table[one, candidates[0]]]) for one in prior)
    names, values = [game.guesses[guess] for guess in guesses], []
    for guess, name in zip(guesses.tolist(), names, strict=True):
        parts = {game.labels[feedback]: cell for feedback, cell in cells(game, candidates, guess)}
        values.append(_call(function, Partition(game, candidates, history, name, parts)))
    return _whole(function, np.array(values), names, "the score of {}")


def _call(function: Function, argument: Any, shape: tuple[int, ...] = ()) -> npt.NDArray[Any]:
    try:
        with np.errstate(all="ignore"):  # NaN and infinity are reported below
            found = np.asarray(function(argument))
            if found.shape not in ((), shape):
                raise ValueError(f"it returns the shape {found.shape} for sizes of the shape {shape}")
            return np.broadcast_to(found if found.dtype.kind in "biu" else found.astype(np.float64), shape)
    except Exception as error:
        hint = " (sizes are an array: np.where(...) in place of if)" if "truth value" in str(error) else ""
        raise _bad(function, f"{type(error).__name__}: {error}{hint}", error) from error


def _whole(function: Function, values: npt.NDArray[Any], names: Sequence[Any] | Scores, what: str) -> Scores:
    """Return the values as int64.  Raises BadInput, which names the first value that is too large or not whole."""
    bad = ~((values == np.rint(values)) & (np.abs(values.astype(np.float64)) < MOST))
    if bad.any():
        flaw = f"{what.format(np.asarray(names)[bad].flat[0])} is {values[bad].flat[0]}, not a whole number below 2**62"
        raise _bad(function, f"{flaw}; round it, scaled if need be")
    return values.astype(np.int64)


def _bad(function: Any, text: str, error: BaseException | None = None) -> BadInput:
    """Return a BadInput with a function's file and line, or with the line in that file where the error was raised."""
    code = getattr(function, "__code__", function)
    file, first = getattr(code, "co_filename", ""), getattr(code, "co_firstlineno", 0)
    frames = traceback.extract_tb(None if error is None else error.__traceback__)
    line = [first, *(frame.lineno for frame in frames if frame.filename == file)][-1]
    return BadInput(f"{f'{file}:{line}' if file else f'{function!r:.60}'}: {text}")
