"""Searches the pieces of a game: the cells of some first guesses, the small ones first.

    python trees/pieces/search.py mastermind-5x8 5400 12345 11234 11223

appends a line for each piece to trees/pieces/mastermind-5x8.txt: the first guess, the feedback, the number of
candidates, "exact" or "stopped" (after 5,400 seconds), the lower bound of the least total, the total of the best tree
("-" if there is none), and the seconds of the processor.  Pieces that have a line there are not searched again.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

import treegen as tg
from treegen.search.core import make_search, run_native
from treegen.search.problem import Position, Prices, Problem


def main(name: str, seconds: str, *firsts: str) -> None:
    """Search the cells of these first guesses, each for at most `seconds`."""
    game = tg.game(name)
    search = make_search(game, "all", Prices(), 4 << 30)
    path = Path(__file__).parent / f"{name}.txt"
    lines = path.read_text().splitlines() if path.exists() else []
    done = {tuple(line.split()[:2]) for line in lines}
    pieces = []
    for first in firsts:
        guess = game.guesses.index(first)
        row = game.row(guess, slice(None))
        pieces += [
            (np.flatnonzero(row == feedback).astype(np.int32), guess, int(feedback)) for feedback in np.unique(row)
        ]
    for candidates, guess, feedback in sorted(pieces, key=lambda piece: len(piece[0])):
        label = game.labels[feedback].replace(" ", "")
        if feedback == game.winning or (game.guesses[guess], label) in done:
            continue
        problem = Problem(game, position=Position(candidates, (guess,)), depth=1, wants_tree=False)
        began, end = time.process_time(), time.monotonic() + float(seconds)
        found = run_native(search, problem, is_over=lambda end=end: time.monotonic() > end)
        state, cost = "stopped" if found.is_stopped else "exact", "-" if found.cost is None else found.cost
        taken = f"{time.process_time() - began:.1f}"
        with path.open("a") as file:
            print(game.guesses[guess], label, len(candidates), state, found.bound, cost, taken, file=file)


if __name__ == "__main__":
    main(*sys.argv[1:])
