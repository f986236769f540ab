#!/usr/bin/env python3
"""Prove known optima again with each speed-up of the search switched off in turn, and compare the results.

No speed-up may change an answer.  Each must change the number of positions searched in some proof, so that it is known
to have been tried; only the way to keep the rows of the table must change nothing at all.  Proofs that take too long
without a speed-up are left out by name.
"""

from __future__ import annotations

import argparse
import random
import sys

import numpy as np

import treegen as tg
from player.rules.lists import WordRules
from treegen.games.weights import weigh
from treegen.native import core
from treegen.search.problem import Limits, Prices, Problem, linear
from treegen.search.search import Memory, search

# The game (see game_of), the pool, the prices, the least cost (None: no tree), and the speed-ups it cannot do without.
Case = tuple[str, str, Prices, "int | None", tuple[str, ...]]
WEIGHTS, WORDS = "with weights ", "words by rule"  # in the names of games
_COSTLY = ("caps", "symmetry", "transposition table", "candidate bounds", "widest counts")
CASES: list[Case] = [
    ("bulls-3x6", "all", linear(None), 436, ()),
    ("bulls-3x9", "all", linear(None), 2337, ("symmetry",)),
    ("mastermind-4x4", "all", Prices((0, 0, 0, 1, 1, 5)), 145, ()),
    ("mastermind-4x6", "all", linear(5), 5626, ("symmetry",)),
    ("bulls-4x7-any", "all", linear(None), 3633, ("symmetry",)),
    ("marks-3x8", "all", linear(None), 1960, ()),
    (WEIGHTS + "bulls-3x6", "all", Prices((0, 1, 1, 4, 9, 9)), 509, ()),
    (WEIGHTS + WORDS, "hard", linear(8), 534, ()),
]
LONG: list[Case] = [
    (WEIGHTS + "bulls-3x7", "all", linear(None), 1515, ()),
    (WORDS, "hard", linear(None), 281, ()),
    ("marks-3x6", "hard", Prices((0, 0, 1, 1, 5, 5, 9)), 291, ()),
    ("bulls-3x9", "all", linear(None), 2337, ()),
    ("mastermind-4x6", "all", linear(None), 5625, ()),
    ("bulls-4x10", "all", linear(None), 26274, ("symmetry",)),
    ("bulls-4x10", "all", Prices((0,) * 6), None, ("symmetry",)),
    ("bulls-4x10-any", "all", linear(None), 26254, _COSTLY),
    ("bulls-5x8", "all", linear(None), 34444, _COSTLY),
]
INHERITED = "inherited bounds"
SWITCHES: dict[str, int] = getattr(core, "SWITCHES", {})
ROWS = "lookups"  # changes nothing but the rows of the table; without them there are no local tables
SAME = ("best columns",)  # finds the same counts sooner, so that the positions need not change


def main() -> int:
    """Run the cases; 1 when an answer differs or a switch changes nothing."""
    parser = argparse.ArgumentParser(
        prog="check_proofs", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--long", action="store_true", help="also larger proofs, which take minutes")
    options = parser.parse_args()
    if core is None:
        print("the native core is not built: nothing to check")
        return 0
    cases = CASES + (LONG if options.long else [])
    tried: set[str] = set()
    failures = sum(check(case, tried) for case in cases) + check_inherited("bulls-3x10", 3575, 6, tried)
    for switch in {*SWITCHES, INHERITED}.difference([ROWS], SAME, tried):
        failures += 1
        print(f"switching {switch} off changed nothing, so it was not tried")
    print(f"{len(cases) + 1} proofs, {failures} failures")
    return 1 if failures else 0


def check(case: Case, tried: set[str]) -> int:
    """One proof with everything on, then with each speed-up off; how many went wrong.  `tried`: what mattered."""
    name, pool, prices, wanted, needed = case
    print(f"{name}, guesses {pool}, prices {prices.values or 'endless'}: {wanted}", flush=True)
    game = game_of(name)
    failures, counts = 0, dict[str, int]()
    for switch in ("", *SWITCHES):
        if switch in needed:
            print(f"  without {switch}: left out, it takes too long")
            continue
        cost, counts[switch] = prove(game, pool, prices, switch)
        is_wrong = cost != wanted or (switch == ROWS and counts[ROWS] != counts["local tables"])
        failures += is_wrong
        print(f"  without {switch or 'nothing'}: {cost}, {counts[switch]} positions{': WRONG' * is_wrong}", flush=True)
    tried.update(switch for switch in counts if counts[switch] != counts[""])
    return failures


def game_of(name: str) -> tg.Game:
    """A named game, or words by rule that share many letters; some secrets count more often where the name says so."""
    if name.startswith(WEIGHTS):
        game = game_of(name.removeprefix(WEIGHTS))
        return weigh(game, np.array([(1, 1, 2, 7)[i * i % 11 % 4] for i in range(len(game.secrets))], dtype=np.int64))
    if name != WORDS:
        return tg.game(name)
    draw = random.Random(1)
    words = sorted(first + end for first in "bdfhlmnprst" for end in ("ight", "ound", "atch", "ills", "aint", "easy"))
    letters = [draw.choices("bdfhlmnprst", k=2) + draw.choices("aiou", k=3) for _ in range(30)]
    others = {"".join(draw.sample(word, 5)) for word in letters}
    return tg.Game.of_rules(WordRules(words, sorted(others.union(words))), 1 << 30)


def check_inherited(name: str, total: int, depth: int, tried: set[str]) -> int:
    """No tree of this total is `depth` deep, with and without the bounds of the search without a limit of depth."""
    print(f"{name}, total {total} within depth {depth}: no tree", flush=True)
    positions, failures = set(), 0
    for inherits in (True, False):
        game = tg.game(name)
        memory = Memory(game, limits=Limits(threads=1))
        if inherits:
            search(Problem(game), memory=memory)
        failures += search(Problem(game, prices=linear(depth), below=total + 1), memory=memory).tree is not None
        count = memory.native(linear(depth)).positions
        positions.add(count)
        print(f"  {'with' if inherits else 'without'} {INHERITED}: {count} positions", flush=True)
    if len(positions) > 1:
        tried.add(INHERITED)
    return failures


def prove(game: tg.Game, pool: str, prices: Prices, without: str) -> tuple[int | None, int]:
    """A proof without a speed-up: the cost, counted from the nodes of the tree, and the positions."""
    limits = Limits(threads=1, switches=core.ALL & ~SWITCHES.get(without, 0))
    memory = Memory(game, pool, limits)
    subtree = search(Problem(game, pool, prices), limits, memory).tree
    return None if subtree is None else prices.cost(subtree.play(game)), memory.native(prices).positions


if __name__ == "__main__":
    sys.exit(main())
