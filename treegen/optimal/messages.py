"""What a cluster's client and its workers send each other: problems, tasks and answers, as msgpack.

A message holds names, numbers and columns of numbers.  Nothing in it can run code.  What the client reads is checked
for its form; whether it is true is checked elsewhere (`treegen.optimal.audit`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypedDict, cast

import msgpack
import numpy as np
import numpy.typing as npt

from treegen.games.game import Game
from treegen.games.lookup import game as named_game
from treegen.games.subtree import Subtree
from treegen.games.weights import weigh
from treegen.native.interface import NEVER
from treegen.optimal.checkpoint import Lemmas
from treegen.optimal.frontier import Active, Answer, Cell
from treegen.optimal.frontier.assembly import play
from treegen.optimal.frontier.nodes import Task
from treegen.optimal.objective import Prices
from treegen.optimal.shared_values import Told

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "WORDS", "Failure", "MalformedAnswer", "Order", "Problem", "check_answer", "pack", "pack_answer", "pack_game",
    "pack_lemmas", "pack_told", "unpack_answer", "unpack_game", "unpack_lemmas", "unpack_told",
]  # fmt: skip

_FRONTIER = (np.int32, np.int64, np.int32)  # guess, bound, rank
_PROVED = (np.uint64, np.uint64, np.int32, np.int64, np.int32, np.int32, np.int64)  # the columns of Lemmas
_TOLD = (np.uint64, np.uint64, np.int64, np.int32, np.uint8)  # the columns of Told
_TREE = (np.int32, np.uint8, np.int32, np.int32)  # the columns of a Subtree
_LARGEST = 256 << 20  # bytes of an answer
WORDS = 200  # characters of a worker's message


class Problem(TypedDict):
    """What is searched: the same in all tasks of a search."""

    key: str
    game: dict[str, Any]
    pool: str
    weights: list[int] | None  # None: all weigh 1
    prices: list[int] | None  # None: 1, 2, 3, ... without end
    memory: int  # bytes of all tables of a search
    switches: int | None  # None: all
    relaxed: str  # the key of the same problem without a limit of depth, whose values bound these; empty: there is none


class Order(TypedDict):
    """A task."""

    name: str
    problem: str  # its key
    kind: str
    history: list[int]  # guesses and feedbacks in turn
    guesses: bytes  # int32, rising: the first guesses to try; none: all
    upper_bound: int | None
    seconds: float
    hard: float
    threads: int
    told: list[bytes] | None  # values that others have found
    tell: int  # how many values the answer may bring


class Failure(TypedDict, total=False):
    """Why there is no answer, in one of these."""

    unfit: str  # the worker can do no task
    failed: str  # it failed at this one
    unknown: str  # the key of the problem, which it does not have


class MalformedAnswer(ValueError):
    """A worker sent something that is not an answer; the message says why."""


def pack(message: Mapping[str, Any]) -> bytes:
    """A message in msgpack."""
    packed: bytes = msgpack.packb(message)
    return packed


def pack_game(game: Game) -> dict[str, Any]:
    """A game for a Problem: its name if that describes it, else its table and its texts."""
    if game.rules is not None and ":" not in game.name:
        return {"name": game.name}
    return {
        "table": np.ascontiguousarray(game.table).tobytes(),
        "wide": game.table.dtype == np.uint16,
        "winning": game.winning,
        "losing": list(game.losing),
        "labels": list(game.labels),
        "guesses": list(game.guesses),
        "secrets": list(game.secrets),
    }


def unpack_game(packed: dict[str, Any], weights: Sequence[int] | None) -> Game:
    """The game of pack_game(), with these weights."""
    if "name" in packed:
        game = named_game(packed["name"])
    else:
        table = np.frombuffer(packed["table"], np.uint16 if packed["wide"] else np.uint8)
        game = Game.from_table(
            table.reshape(len(packed["guesses"]), len(packed["secrets"])),
            winning=packed["winning"], losing=tuple(packed["losing"]), labels=tuple(packed["labels"]),
            guesses=tuple(packed["guesses"]), secrets=tuple(packed["secrets"]),
        )  # fmt: skip
    return game if weights is None else weigh(game, np.array(weights, dtype=np.int64))


def pack_answer(answer: Answer) -> bytes:
    """An answer as a worker sends it."""
    return pack({
        "outcome": answer.outcome, "cost": answer.cost, "guess": answer.guess, "seconds": answer.seconds,
        "positions": answer.positions,
        "frontier": None if answer.frontier is None else _bytes(answer.frontier, _FRONTIER),
        "active": [[one.guess, one.bound, [list(cell) for cell in one.cells]] for one in answer.active],
        "tree": None if answer.tree is None else _bytes(answer.tree, _TREE),
        "proved": None if answer.proved is None else pack_lemmas(answer.proved),
        "told": pack_told(answer.told),
    })  # fmt: skip


def _bytes(columns: Sequence[npt.NDArray[Any]], kinds: Sequence[type]) -> list[bytes]:
    return [np.ascontiguousarray(column, kind).tobytes() for column, kind in zip(columns, kinds, strict=True)]


def unpack_answer(answer: object) -> Answer | Failure:
    """What a worker sent; MalformedAnswer for anything that is no answer to any task."""
    if not isinstance(answer, bytes) or len(answer) > _LARGEST:
        raise MalformedAnswer("it is not a message of a sensible size")
    try:
        found = msgpack.unpackb(answer)
    except Exception:  # noqa: BLE001  msgpack raises a dozen kinds, all of them for nonsense
        raise MalformedAnswer("it is not a message in msgpack") from None
    for word in ("unfit", "failed", "unknown"):
        if isinstance(found, dict) and set(found) == {word} and isinstance(found[word], str):
            text = "".join(symbol if symbol.isprintable() else " " for symbol in found[word][:WORDS])
            return cast("Failure", {word: " ".join(text.split())})
    entries = {"outcome", "cost", "guess", "seconds", "positions", "frontier", "active", "tree", "proved", "told"}
    if not isinstance(found, dict) or set(found) != entries:
        raise MalformedAnswer("it has not the entries of an answer")
    _check_result(found)
    frontier = None if found["frontier"] is None else _columns(found["frontier"], _FRONTIER, "guesses")
    tree = None if found["tree"] is None else Subtree(*_columns(found["tree"], _TREE, "tree"))
    return Answer(
        found["outcome"], found["cost"], found["guess"], float(found["seconds"]),
        None if frontier is None else (frontier[0], frontier[1], frontier[2]), _active(found["active"]), tree,
        found["positions"], unpack_lemmas(found["proved"]), unpack_told(found["told"]),
    )  # fmt: skip


def _check_result(found: dict[str, Any]) -> None:
    seconds, positions = found["seconds"], found["positions"]
    if type(seconds) not in (int, float) or not 0 <= seconds < 1e9:
        raise MalformedAnswer(f"it took {str(seconds)[:20]} seconds")
    if type(positions) is not int or not 0 <= positions < 1 << 62:
        raise MalformedAnswer(f"it searched {str(positions)[:20]} sets")
    outcome, cost, guess = found["outcome"], found["cost"], found["guess"]
    has_tree = type(cost) is int and 0 <= cost < NEVER and type(guess) is int and 0 <= guess < 1 << 31
    has_none = cost is None and type(guess) is int and guess == -1
    if not {
        "proved": has_tree, "bounded": has_none, "infeasible": has_none, "stopped": has_tree or has_none,
    }.get(str(outcome), False):  # fmt: skip
        raise MalformedAnswer(f"outcome, cost and guess do not fit each other: {str([outcome, cost, guess])[:80]}")


def _columns(raw: object, kinds: Sequence[type], what: str) -> list[npt.NDArray[Any]]:
    if not isinstance(raw, list) or len(raw) != len(kinds) or not all(type(column) is bytes for column in raw):
        raise MalformedAnswer(f"its {what} are not columns")
    if any(len(column) % np.dtype(kind).itemsize for column, kind in zip(raw, kinds, strict=True)):
        raise MalformedAnswer(f"its {what} are cut short")
    columns: list[npt.NDArray[Any]] = [np.frombuffer(column, kind) for column, kind in zip(raw, kinds, strict=True)]
    if len({len(column) for column in columns}) > 1:
        raise MalformedAnswer(f"the columns of its {what} differ in length")
    return columns


def pack_told(told: Told | None) -> list[bytes] | None:
    """Values of small sets as bytes."""
    return None if told is None else _bytes(told, _TOLD)


def unpack_told(raw: object) -> Told | None:
    """Values of small sets from bytes; MalformedAnswer if they are not columns that fit each other."""
    return None if raw is None else Told(*_columns(raw, _TOLD, "values"))


def pack_lemmas(lemmas: Lemmas) -> list[bytes]:
    """Proved sets as bytes."""
    return _bytes(lemmas, _PROVED)


def unpack_lemmas(raw: object) -> Lemmas | None:
    """Proved sets from bytes; MalformedAnswer if they are not columns that fit each other; None if there are none."""
    if raw is None:
        return None
    if not isinstance(raw, list) or len(raw) != len(_PROVED) or not all(type(column) is bytes for column in raw):
        raise MalformedAnswer("its proved sets are not columns")
    if any(len(column) % np.dtype(kind).itemsize for column, kind in zip(raw, _PROVED, strict=True)):
        raise MalformedAnswer("its proved sets are cut short")
    lemmas = Lemmas(*(np.frombuffer(column, kind) for column, kind in zip(raw, _PROVED, strict=True)))
    rows = len(lemmas.cost)
    if any(len(column) != rows for column in (*lemmas[:5], lemmas.end)):
        raise MalformedAnswer("the columns of its proved sets differ in length")
    steps = np.diff(lemmas.end, prepend=0)
    if (steps < 0).any() or (steps % 2).any() or (lemmas.end[-1] if rows else 0) != len(lemmas.path):
        raise MalformedAnswer("the paths of its proved sets do not fit their ends")
    return lemmas if rows else None


def _active(raw: object) -> list[Active]:
    """The guesses that were begun."""
    try:
        found = [
            Active(guess, bound, [Cell(*cell) for cell in cells])
            for guess, bound, cells in raw  # type: ignore[attr-defined]
        ]
        numbers = [x for one in found for x in (one.guess, one.bound, *(y for cell in one.cells for y in cell[:3]))]
    except (TypeError, ValueError):
        raise MalformedAnswer("the guesses that it began are none") from None
    if not all(type(x) is int and 0 <= x <= NEVER for x in numbers) or not all(
        type(cell.done) is bool for one in found for cell in one.cells
    ):
        raise MalformedAnswer("the guesses that it began are none")
    return found


def check_answer(task: Task, answer: Answer, game: Game, prices: Prices) -> None:
    """Check that an answer fits its task, and play its tree; MalformedAnswer if it cannot be true."""
    _check_told(task, answer.told, game)
    asked = task.rows[:, 1]
    if answer.outcome == "bounded" and task.upper_bound is None:
        raise MalformedAnswer("it is a bound below the limit")
    if answer.guess >= 0:
        if len(asked) and answer.guess not in asked:
            raise MalformedAnswer("its guess was not asked for")
        if answer.guess >= len(game.guesses):
            raise MalformedAnswer("its guess is none")
        if answer.tree is None and task.kind != "rank":
            raise MalformedAnswer("it has no tree of its cost")
    if answer.outcome == "stopped" and task.kind != "beam" and answer.frontier is None:
        raise MalformedAnswer("it does not say what is open")
    if task.kind == "tree" and answer.outcome not in ("proved", "stopped"):
        raise MalformedAnswer("it has no tree of a set that has one")
    if answer.frontier is not None:
        _check_frontier(task, answer, game)
    if answer.tree is not None:
        _check_tree(task, answer, game, prices)


def _check_told(task: Task, told: Told | None, game: Game) -> None:
    if told is None:
        return
    if len(told.work) > task.tell:
        raise MalformedAnswer("it tells more values than it was asked for")
    if ((told.cost < 0) | (told.cost > NEVER) | (told.guess < -1) | (told.guess >= len(game.guesses))).any():
        raise MalformedAnswer("it tells values that no set has")
    if (told.work > 64).any():
        raise MalformedAnswer("it tells values that took for ever")


def _check_frontier(task: Task, answer: Answer, game: Game) -> None:
    assert answer.frontier is not None
    guesses, bounds, ranks = answer.frontier
    if len(guesses) and (guesses[0] < 0 or guesses[-1] >= len(game.guesses) or (np.diff(guesses) <= 0).any()):
        raise MalformedAnswer("its guesses are none, or do not rise")
    if len(guesses) and (bounds.min() < 0 or bounds.max() > NEVER or ranks.min() < 0):
        raise MalformedAnswer("a bound or a rank is negative")
    asked = np.sort(task.rows[:, 1])
    if len(asked) and not np.array_equal(asked, guesses) and not answer.is_empty:
        raise MalformedAnswer("it tells of other guesses than were asked for")
    if not answer.active:
        return
    candidates = game.select(task.history)
    known = set(guesses.tolist())
    for one in answer.active:
        if one.guess not in known:
            raise MalformedAnswer("it began a guess that is none")
        sizes = np.bincount(game.table[one.guess, candidates], minlength=len(game.labels))
        feedbacks = [cell.feedback for cell in one.cells]
        if len(set(feedbacks)) < len(feedbacks) or any(
            cell.feedback >= len(sizes) or cell.size != sizes[cell.feedback] or cell.feedback == game.winning
            for cell in one.cells
        ):
            raise MalformedAnswer("it began a guess with other cells")
        if one.bound < min(NEVER, sum(cell.bound for cell in one.cells)):
            raise MalformedAnswer("what a guess costs is less than what its cells do")


def _check_tree(task: Task, answer: Answer, game: Game, prices: Prices) -> None:
    assert answer.tree is not None
    try:
        found = play(game, task.history, answer.tree)
    except ValueError as error:
        raise MalformedAnswer(f"its tree is none: {error}") from None
    cost = prices.cost([0] * len(task.history) + found)
    if answer.cost is None or cost != answer.cost or answer.tree.guess[0] != answer.guess:
        raise MalformedAnswer(f"its tree costs {cost}, not {answer.cost}")
    if task.given is not None and cost >= task.given and answer.outcome == "proved":
        raise MalformedAnswer("it is not below the limit")
