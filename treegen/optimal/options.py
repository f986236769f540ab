"""What a solve is asked for, as one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from player.errors import BadInput
from player.tree.columns import MAX_DEPTH
from treegen.optimal.objective import OBJECTIVES, POOLS

if TYPE_CHECKING:
    from treegen.games.game import Game

__all__ = ["SolveOptions"]


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """What the tree shall be, and by what means it is found; the means change nothing in the tree.

    `objective` is a name in OBJECTIVES, or "price" for the list `prices`; `max_depth` forbids deeper trees; `pool` says
    where guesses come from; `first` forces the first guess.  `threads` (None: the CPUs available), `memory` (bytes for
    the transposition table; None: a default), `time_limit` (seconds), `checkpoint` (a file that keeps proved sets),
    `paranoid` (believe nothing of it) and `sample_seed` (which of it is solved again; None: chance) are the means.
    """

    objective: str = "total"
    prices: tuple[int, ...] | None = None
    max_depth: int | None = None
    pool: str = "all"
    first: str | None = None
    threads: int | None = None
    memory: int | None = None
    time_limit: float | None = None
    checkpoint: str | None = None
    paranoid: bool = False
    sample_seed: int | None = None

    def check(self, game: Game, *, on_cluster: bool) -> None:
        """Raise BadInput for values that mean nothing, or nothing together."""
        if self.prices is None and self.objective not in OBJECTIVES:
            known = ", ".join(OBJECTIVES)
            raise BadInput(f"{self.objective[:60]!r} is not an objective; choose one of: {known}, or a list of prices")
        if self.pool not in POOLS:
            raise BadInput(f"{self.pool[:60]!r} is not a valid pool; choose one of: {', '.join(POOLS)}")
        depth = self.max_depth
        if depth is not None and (type(depth) is not int or not 1 <= depth <= MAX_DEPTH):
            raise BadInput(f"--max-depth takes a number from 1 to {MAX_DEPTH}, or none, not {str(depth)[:60]!r}")
        if on_cluster and (game.weights is not None or self.pool == "hard"):
            raise BadInput("--cluster searches with the native core, which knows no weights and no hard mode")
        if self.objective == "identify" and (self.pool != "all" or on_cluster):
            raise BadInput("identify asks any guess, on this machine: leave --guesses and --cluster out")

    def command(self, game: Game) -> str:
        """The command that makes the tree again."""
        how = f"--objective {self.objective}" if self.prices is None else f"--price {','.join(map(str, self.prices))}"
        command = f"treegen solve {game.name} {how} --guesses {self.pool} --max-depth {self.max_depth or 'none'}"
        if self.first is not None:
            command += f" --first {self.first}"
        return command if game.weights is None else f"{command} --weights FILE"
