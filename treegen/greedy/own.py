"""Scores of one's own: functions of a program, of a file or of an installed package, as rows like those of SCORES."""

from __future__ import annotations

import inspect
import math
import os
import runpy
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from player.errors import BadInput
from player.rules.misspelt import suggest
from player.rules.numbers import is_plain
from treegen.games.game import Game
from treegen.games.packages import load
from treegen.games.partition import Indices, cells
from treegen.greedy.score import MOST, Score, Scores, Seen

Function = Callable[[Any], Any]  # of an array of sizes, or of a Partition


@dataclass(frozen=True, slots=True, eq=False)
class Partition:
    """What a guess makes of the candidates, for scores that look further than the sizes of its cells.

    `candidates` are the indices of the secrets that are left, int32 rising; `history` is what was asked before, with
    the answers; `cells` are the candidates that give each feedback to `guess`, by its label.
    """

    game: Game
    candidates: Indices
    history: tuple[tuple[str, str], ...]
    guess: str
    cells: dict[str, Indices]


def own_score(function: Function, name: str = "") -> Score:
    """The score that a function gives: by the sizes of cells, or if its parameter is called `partition`, by those.

    The function of sizes takes int64 of any shape, from 1 on, and returns the prices, whole numbers of the same shape;
    the function of a Partition returns one whole number.  Raises TypeError for what is no function, and the score
    BadInput, with file and line, where the function raises or returns anything else.

    >>> own_score(lambda sizes: sizes**2, "squares").prices(4).tolist()
    [0, 1, 4, 9, 16]
    """
    if not callable(function):
        raise TypeError(f"score takes a function of the sizes of cells, not {type(function).__name__}")
    name = name or getattr(function, "__name__", "")
    row = partial(Score, name if is_plain(name) else "score", "a score of one's own", "own", is_own=True)
    try:
        first = next(iter(inspect.signature(function).parameters), "")
    except ValueError:  # numpy's own functions say nothing of their parameters
        first = ""
    return row(draw=partial(_look, function)) if first == "partition" else row(price=partial(_price, function))


def read_score(path: str, name: str) -> Score:
    """The score of a function of a Python file; BadInput where there is none, or where the file cannot be run."""
    try:
        if not os.path.isfile(path):
            raise BadInput(f"{path}: there is no such file")
        found = runpy.run_path(path)
    except SyntaxError as error:
        raise BadInput(f"{error.filename}:{error.lineno}: {error.msg}") from error
    except BadInput:
        raise
    except (Exception, SystemExit) as error:
        raise BadInput(f"{path}:{_line(error, path, 1)}: {type(error).__name__}: {error}") from error
    if not callable(found.get(name)):
        own = [value for value in found.values() if inspect.isfunction(value) and value.__code__.co_filename == path]
        functions = [function.__name__ for function in own]
        what = f"{name[:60]!r} is not a function of it; " if name else ""
        raise BadInput(f"{path}: {what}{suggest(name, functions) if functions else 'it has no function'}")
    return own_score(found[name], name)


def added_score(name: str) -> Score | None:
    """The score that an installed package adds under this name (group `guesstree.scores`); None if there is none."""
    function = load("scores", name)
    return None if function is None else own_score(function, name)


def _price(function: Function, sizes: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The prices of sizes, int64; of sizes in floating point in floating point, where the function takes these."""
    some = np.maximum(sizes, 1)  # what no candidate gives costs nothing
    if some.dtype.kind == "f":
        try:
            return np.asarray(function(some.copy()), dtype=np.float64)
        except Exception:  # noqa: BLE001  whole numbers are all that it has to take
            return _price(function, sizes.astype(np.int64)).astype(np.float64)
    turn = slice(-2, None, -1) if len(some) > 1 else slice(None)  # without the last, the other way round
    found, others = (np.asarray(_call(function, part.copy())) for part in (some, some[turn]))
    if found.shape not in ((), some.shape):
        raise BadInput(f"{_where(function)}: {some.size} sizes get {found.size} prices; each has one of its own")
    prices = _whole(function, np.broadcast_to(found, some.shape), some, "the price of a cell of {}")
    if others.shape not in ((), some[turn].shape) or (prices[turn] != others).any():
        raise BadInput(f"{_where(function)}: the price of a cell depends on other cells; a score of partitions may")
    return prices


def _look(function: Function, seen: Seen) -> Scores:
    """The scores of guesses by a function of partitions."""
    game, candidates = seen.game, seen.candidates
    history = tuple((game.guesses[one], game.labels[game.table[one, candidates[0]]]) for one in seen.asked)
    values = []
    for guess in seen.guesses.tolist():
        parts = {game.labels[feedback]: cell for feedback, cell in cells(game, candidates, guess)}
        values.append(_call(function, Partition(game, candidates, history, game.guesses[guess], parts)))
    return _whole(function, np.array(values), [game.guesses[guess] for guess in seen.guesses], "the score of {}")


def _call(function: Function, argument: Any) -> Any:
    try:
        with np.errstate(all="ignore"):  # what is no number is found, and named
            return function(argument)
    except Exception as error:
        hint = " (sizes are an array: np.where(...) in place of if)" if "truth value" in str(error) else ""
        raise BadInput(f"{_where(function, error)}: {type(error).__name__}: {error}{hint}") from error


def _whole(function: Function, values: npt.NDArray[Any], names: Sequence[Any] | Scores, what: str) -> Scores:
    """The values as int64; BadInput for the first of them that is not a whole number, or too large."""
    if values.dtype.kind not in "biuf" or values.shape[:1] != (len(names),):
        raise BadInput(f"{_where(function)}: a score is a whole number, not {values.flat[0]!r:.60}")
    bad = ~((values == np.rint(values)) & (np.abs(values.astype(np.float64)) < MOST))
    if bad.any():
        name, value = np.asarray(names)[bad].flat[0], values[bad].flat[0]
        how = "too large" if MOST <= abs(float(value)) < math.inf else "not a whole number; round it, scaled if need be"
        raise BadInput(f"{_where(function)}: {what.format(name)} is {value}, {how}")
    return values.astype(np.int64)


def _where(function: Function, error: BaseException | None = None) -> str:
    """The file and line of a function, or where in that file an error was raised; its name where it is not Python."""
    code = getattr(function, "__code__", None)
    if code is None:
        return str(getattr(function, "__name__", type(function).__name__))
    return f"{code.co_filename}:{_line(error, code.co_filename, code.co_firstlineno)}"


def _line(error: BaseException | None, file: str, otherwise: int) -> int | None:
    frames = traceback.extract_tb(None if error is None else error.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if frame.filename == file), otherwise)
