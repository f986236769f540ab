"""What a worker does with a task."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from treegen.games.subtree import Subtree
from treegen.native.interface import NEVER
from treegen.optimal.frontier.assembly import play
from treegen.optimal.frontier.nodes import Active, Answer, Cell, History

if TYPE_CHECKING:
    from treegen.games.game import Game
    from treegen.native._core import Search
    from treegen.optimal.objective import Prices

__all__ = ["search_task"]

_BEAM = (5, 50)  # guesses at a set of a quick tree, unless it has so few candidates
_AT_ONCE = 1e-9  # seconds: no guess is begun


def search_task(
    search: Search,
    game: Game,
    prices: Prices,
    *,
    kind: str,
    history: History,
    guesses: Sequence[int],
    upper_bound: int | None,
    seconds: float,
    hard: float,
    threads: int = 1,
    on_end: Callable[[], None] = lambda: None,
) -> Answer:
    """Do a task, in the process of a worker; the fields are those of a Task, `seconds` of the answer are left at 0.

    `on_end` is called when the search has ended; from then on it must not be stopped, as its tree is walked.

    What a beam finds at a set depends on the history that leads there, as equivalent guesses are left out.  So where a
    value was lost from the table, the tree may cost more or less than was reported; its own cost is what counts.
    """
    is_beam = kind == "beam"
    if kind == "rank":
        seconds, hard = _AT_ONCE, 0.0
    found = search.run(
        game.select(history).tolist(), len(history), [guess for guess, _ in history],
        upper_bound=NEVER if upper_bound is None else upper_bound, only=guesses, threads=threads,
        beam=_BEAM[0] if is_beam else 0, exact=_BEAM[1] if is_beam else 0, soft=seconds, hard=hard,
    )  # fmt: skip
    on_end()
    answer = Answer(found["outcome"], found["cost"], found["guess"], 0.0)
    if kind == "rank" or (found["outcome"] == "stopped" and not is_beam):
        answer.frontier = search.frontier()
    if kind == "rank":
        return Answer("stopped", None, -1, 0.0, answer.frontier)
    if found["outcome"] == "stopped" and not is_beam:
        answer.active = [
            Active(
                guess["guess"],
                _number(guess["bound"]),
                [Cell(cell["feedback"], cell["size"], _number(cell["bound"]), cell["done"]) for cell in guess["cells"]],
            )
            for guess in search.progress()["guesses"]
        ]
    if found["guess"] >= 0:
        columns = search.tree()
        answer.tree = None if columns is None else Subtree(*columns)
    if not is_beam:
        return answer
    if answer.tree is not None:
        answer.cost = prices.cost([0] * len(history) + play(game, history, answer.tree))
        if upper_bound is None or answer.cost < upper_bound:
            return answer
    return Answer("stopped", None, -1, 0.0)


def _number(cost: int | None) -> int:
    return NEVER if cost is None else cost
