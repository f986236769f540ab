"""The recipe of a tree: the command that makes it again, written from the fields of its file."""

from __future__ import annotations

from typing import Any

import pytest
from small import small_tree

from player import open_tree

HEAD = "treegen {} bulls-1x3 {} --guesses all --max-depth none"
BUILD, SOLVE = HEAD.format("build", "--strategy entropy"), HEAD.format("solve", "--objective total")


@pytest.mark.parametrize(
    ("made", "fields"),
    [
        ("", {}),
        (BUILD, {"method": "build", "strategy": "entropy"}),
        (BUILD.replace("none", "7 --first 1 --seed 0 --exact-below 3"),
         {"method": "build", "strategy": "entropy", "max_depth": 7, "first_guess": "1", "seed": 0, "exact_below": 3}),
        (BUILD.replace("entropy", "entropy+bonus=4.5+first=1.2"),
         {"method": "build", "strategy": "entropy+bonus=4.5+first=1.2"}),
        (SOLVE, {"method": "solve", "objective": "total", "proved": True, "bound": 6}),
        (SOLVE.replace("none", "5 --first 1"),
         {"method": "solve", "objective": "total", "max_depth": 5, "first_guess": "1"}),
        (f"{SOLVE} --weights FILE", {"method": "solve", "objective": "total", "weights": {"1": 3}}),
        (HEAD.format("solve", "--price 0,0,1"), {"method": "solve", "objective": "price", "prices": (0, 0, 1)}),
        ("treegen import --from json --game bulls-1x3", {"method": "import", "strategy": "json"}),
        ("treegen differentiate --changes 4242", {"method": "differentiate", "changes": 4242}),
    ],
)  # fmt: skip
def test_the_recipe_follows_from_the_fields(made: str, fields: dict[str, Any]) -> None:
    pool = "all" if fields.get("method") in ("build", "solve") else ""
    tree = small_tree(pool=pool, **fields)
    assert tree.made == made
    assert open_tree(tree.to_bytes()).made == made
