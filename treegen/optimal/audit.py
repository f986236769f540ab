"""A complete proof of the sets in a checkpoint, where it is small enough for that.

The search uses proved sets from a checkpoint to go on where it stopped.  Each row is a claim, whose form is checked
when it is read (`Search.preload` of the core).  Here all of them are solved again: each set is searched as if nothing
were known about it, but with what is known about smaller sets.  If all rows hold in this way, all are true, by
induction over the size of the set (docs/theory.md, Theorem 7).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from player.rules.history import show_history
from treegen.games.game import Game
from treegen.native.interface import NEVER
from treegen.optimal.checkpoint import Lemmas
from treegen.optimal.native_search import run_native
from treegen.optimal.objective import Prices
from treegen.optimal.outcomes import FalseClaim
from treegen.optimal.query import Position, Query

if TYPE_CHECKING:
    from treegen.native._core import Search

__all__ = ["prove_again"]

_SECONDS = 5.0  # of processor time
_PART = 0.2  # of the time before a deadline, if that is less


def prove_again(
    search: Search, game: Game, prices: Prices, blocks: Sequence[Lemmas], source: str, *, threads: int, deadline: float
) -> bool:  # fmt: skip
    """Solve all sets again with `search`, which knows them; whether there was time for that.

    It takes at most five seconds of processor time and a fifth of what is left before `deadline`, a time.monotonic().
    Raises FalseClaim at the first row that is false, with the name of their `source`.
    """
    until = time.process_time() + min(_SECONDS, _PART * (deadline - time.monotonic()))

    def is_over() -> bool:
        return time.process_time() > until or time.monotonic() > deadline

    for block in blocks:
        for i, (cost, guess) in enumerate(zip(block.cost.tolist(), block.guess.tolist(), strict=True)):
            path = block.path_of(i)
            steps = list(zip(path[::2], path[1::2], strict=True))
            candidates = game.select(steps)
            depth = 0 if prices.values is None else len(steps)
            limit = NEVER
            least = cost
            if cost < NEVER:
                least += int(game.secret_weights[candidates].sum()) * prices.at(depth + 1)
                limit = least + (guess >= 0)
            if is_over():
                return False
            query = Query(Position(candidates, path[::2]), depth=depth, limit=limit, is_again=True, wants_tree=False)
            found = run_native(search, query, threads, is_over=is_over)
            if found.is_stopped:
                return False
            if guess >= 0:
                is_true = (found.cost, found.guess) == (least, guess)
            else:
                is_true = found.cost is None and (found.bound >= NEVER or cost < NEVER)
            if not is_true:
                history = show_history([(game.guesses[asked], game.labels[feedback]) for asked, feedback in steps])
                what = f"a cost of {'' if guess >= 0 else 'at least '}{cost} (above one guess each)"
                raise FalseClaim(
                    f"{source}: it claims {'that there is no tree' if cost >= NEVER else what} for the candidates after"
                    f" {history or 'no guess'}, which is false (found by solving them again); nothing of it is"
                    " believed: solve again without it"
                )
    return True
