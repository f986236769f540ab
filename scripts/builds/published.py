"""The figures of trees/PUBLISHED.md: the tally, average and histogram of each row, from its spelling.

A spelling is that of a strategy, or a shipped tree.  With `for N guesses`, only N guesses follow the strategy, and what
comes after them is the best of all trees: of those of depth D, with `depth D`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import Any

import treegen as tg
from player.errors import BadInput
from treegen.insight.position import find_position
from treegen.search.problem import Limits, Problem, linear
from treegen.search.search import Memory, search

PAGE = Path(__file__).resolve().parents[2] / "trees" / "PUBLISHED.md"
_SPELLING = re.compile(r"`(.+)`(?: for (\d+) guesses)?(?:, depth (\d+))?")


def build(_: Any) -> Iterator[tuple[Path, bytes]]:
    """Yield the page."""
    yield PAGE, make(PAGE.read_text(encoding="utf-8")).encode()


def figures(game: tg.Game, spelling: str, steps: int, limit: int | None) -> tuple[str, str, str]:
    """Return the cells of a row that are computed."""
    if spelling.startswith("random"):
        trees = [tg.build(game, spelling, max_depth=None, seed=seed) for seed in range(10)]
        return "", f"{mean(tree.average for tree in trees):.3f}", ""
    if steps:
        histogram = finish(game, spelling, steps, limit)
    elif spelling in tg.shipped_trees():
        histogram = list(tg.open_tree(spelling).histogram)
    else:
        histogram = list(tg.build(game, spelling, max_depth=None).histogram)
    total = sum(depth * found for depth, found in enumerate(histogram, 1))
    tally = f"{total}:{len(histogram)}:{histogram[-1]}"
    return tally, f"{total / len(game.secrets):.4f}", " ".join(map(str, histogram))


def finish(game: tg.Game, strategy: str, steps: int, limit: int | None) -> list[int]:
    """Return the histogram of a tree that begins with a strategy, and goes on as well as any tree can."""
    found, memory = Counter[int](), Memory(game)
    for row in tg.build(game, strategy, max_depth=None).rows():
        if row["depth"] <= steps:
            found[row["depth"]] += row["is_candidate"]
        elif row["depth"] == steps + 1:
            position = find_position(game, row["history"])
            best = search(Problem(game, prices=linear(limit), position=position, depth=steps), Limits(), memory)
            if best.tree is None:
                raise BadInput(f"{strategy}: no tree of depth {limit} goes on like this")
            found.update(dict(enumerate(best.tree.histogram(), steps + 1)))
    return [found[depth] for depth in range(1, max(found) + 1)]


def make(page: str) -> str:
    """Return the page with the figures as they are computed."""
    lines, game = [], tg.game("bulls-4x10")
    for line in page.splitlines():
        if line.startswith("Game: "):
            game = tg.game(line.split("`")[1])
        columns = line.split("|")
        found = _SPELLING.fullmatch(columns[6].strip()) if len(columns) == 9 else None
        if found:
            computed = figures(game, found[1], int(found[2] or 0), int(found[3]) if found[3] else None)
            columns[3:6] = [f" {cell} ".replace("  ", " ") for cell in computed]
        lines.append("|".join(columns))
    return "\n".join(lines) + "\n"
