"""300 drawn games with drawn options: costs, tallies and the bytes of trees are those of tests/golden/searches.txt.

The brute force says that a cost is right.  This says that a tree is the same one as before, whichever way to search was
taken: the trees of a price list are unique, so that a change of the search must leave every line as it is.

`python tests/treegen/test_golden_searches.py` prints the lines as they are now.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1] / "twins")]

from brute_cases import SCORES, TIES, Case

import treegen as tg
from player.errors import BadInput, NoSuchTree
from player.tree import Tree

GOLDEN = Path(__file__).parents[1] / "golden" / "searches.txt"
GAMES = 300


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:12]


def describe(tree: Tree) -> str:
    """Cost, tally, and the digests of the columns and of the file."""
    columns = repr((list(tree.guesses), list(tree.feedback), list(tree.fanout))).encode()
    return f"{tree.cost} {tree.tally} {digest(columns)} {digest(tree.to_bytes())}"


def solve(case: Case) -> str:
    draw = case.draw
    objective = draw.choice(("total", "total", "worst", "fewest-at-max", "price", "identify"))
    first = draw.choice(case.game.guesses) if draw.random() < 0.3 else None
    limit = draw.choice((None, None, None, 3, 4, 5, 6))
    prices = sorted(draw.choices((0, 1, 2, 3, 5, 9, 40), k=draw.randint(1, 8))) if objective == "price" else None
    goal: dict[str, Any] = {"prices": prices} if prices else {"objective": objective}
    found = tg.solve(case.game, **goal, guesses=case.pool, max_depth=limit, first=first, memory=1 << 20, threads=1)
    return f"solve {objective} {describe(found)}"


def build(case: Case) -> str:
    draw = case.draw
    strategy = f"{draw.choice(SCORES)}+{draw.choice(TIES)}"
    options: dict[str, Any] = {"max_depth": draw.choice((None, None, 4, 5, 7)), "seed": draw.randrange(9)}
    options |= {"first": draw.choice(case.game.guesses)} if draw.random() < 0.3 else {}
    options |= {"exact_below": 4} if case.pool != "hard" and case.game.weights is None and draw.random() < 0.3 else {}
    return f"build {strategy} {describe(tg.build(case.game, strategy, guesses=case.pool, **options))}"


def openers(case: Case) -> str:
    objective, count = case.draw.choice(("total", "worst", "fewest-at-max")), case.draw.choice((1, 3, 9))
    limit = case.draw.choice((None, None, 3, 4))
    found = tg.best_first_guesses(case.game, count, objective, guesses=case.pool, max_depth=limit, memory=1 << 20)
    return f"openers {objective} {' '.join(f'{guess}={cost}' for guess, cost in found)}"


def next_guesses(case: Case) -> str:
    by, history = case.draw.choice(("expected", "worst", "bits", "largest")), case.text(case.history())
    rows = tg.next_guesses(case.game, history, 3, by, guesses=case.pool, seconds=1e4)
    return f"next {by} " + " ".join(
        "/".join(f"{value:.6g}" if isinstance(value, float) else str(value) for value in row.values()) for row in rows
    )


def find(seed: int) -> str:
    """The line of one game."""
    case = Case(20_000 + seed)
    ask = case.draw.choice((solve, solve, solve, build, build, openers, next_guesses))
    try:
        found = ask(case)
    except (NoSuchTree, BadInput) as error:
        found = f"{ask.__name__} {type(error).__name__}"
    return f"{seed} {found}"


@pytest.mark.needs_core
def test_every_drawn_search_gives_what_it_gave() -> None:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    wanted = [line for line in lines if not line.startswith("#")]
    assert len(wanted) == GAMES
    assert [find(seed) for seed in range(GAMES)] == wanted


if __name__ == "__main__":
    head = "# game, what was asked, and the result: of trees the cost, the tally, digests of columns and file"
    sys.stdout.write("\n".join([head, *map(find, range(GAMES)), ""]))
