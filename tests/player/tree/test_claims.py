"""What a tree may claim to minimise: the table of trees/FORMAT.md, one line for each way to agree and to disagree."""

from __future__ import annotations

from typing import Any

import pytest
from small import small_tree

from player import Tree, TreeFormatError, open_tree

PRICES, DEPTH, ALL = "are not those of", "but at most 2 was allowed", "takes all guesses"
SOLVED: dict[str, Any] = {"method": "solve", "pool": "all"}


def tree_of(**fields: Any) -> Tree:
    """The small tree, whose bound is its cost if it is proved."""
    tree = small_tree(**fields)
    if tree.proved:
        tree.bound = tree.cost
    return tree


@pytest.mark.parametrize(
    ("objective", "proved", "max_depth", "prices", "refusal"),
    [
        ("total", True, None, (), ""),
        ("total", True, 5, (1, 2, 3, 4, 5), ""),
        ("total", False, 5, (1, 2, 3, 4, 5), ""),
        ("total", True, None, (1, 2, 3, 4, 5), PRICES),
        ("total", True, 5, (1, 2, 3, 4), PRICES),
        ("total", False, None, (1, 1, 1), PRICES),
        ("total", True, 3, (1, 1, 1), PRICES),
        ("total", True, 2, (), DEPTH),
        ("worst", True, None, (1, 2, 3), ""),
        ("worst", True, 7, (1, 2, 3), ""),
        ("worst", False, 4, (1, 2, 3, 4), ""),
        ("worst", False, None, (), ""),
        ("worst", True, None, (), PRICES),
        ("worst", True, 4, (1, 2, 3, 4), PRICES),
        ("worst", False, 4, (1, 2, 3), PRICES),
        ("worst", True, None, (1, 1, 1), PRICES),
        ("fewest-at-max", True, None, (1, 2, 12), ""),
        ("fewest-at-max", True, 4, (1, 2, 3, 16), ""),
        ("fewest-at-max", False, 4, (1, 2, 3, 16), ""),
        ("fewest-at-max", False, None, (), ""),
        ("fewest-at-max", True, None, (), PRICES),
        ("fewest-at-max", True, None, (1, 2, 3, 16), PRICES),
        ("fewest-at-max", True, 4, (1, 2, 12), PRICES),
        ("fewest-at-max", True, None, (1, 2, 13), PRICES),
        ("fewest-at-max", False, 4, (1, 2, 3, 4), PRICES),
        ("identify", True, None, (), ""),
        ("identify", False, 4, (), ""),
        ("identify", False, 4, (1, 2, 3, 4), "identify has no prices"),
        ("price", True, None, (0, 0, 9), ""),
        ("price", True, 3, (1, 1, 1), ""),
        ("price", False, 7, (1, 2, 3), ""),
        ("price", True, None, (), "a tree that was solved"),
        ("price", True, 3, (1, 2, 3, 4), PRICES),
        ("price", True, None, (1, 2), "only 2 have a price"),
        ("totally", True, None, (), "is not one that guesstree knows"),
    ],
)
def test_the_prices_of_an_objective(
    objective: str, proved: bool, max_depth: int | None, prices: tuple[int, ...], refusal: str
) -> None:
    tree = tree_of(**SOLVED, objective=objective, proved=proved, max_depth=max_depth, prices=prices)
    data = tree.to_bytes()
    if not refusal:
        assert open_tree(data).to_bytes() == data
        return
    with pytest.raises(TreeFormatError, match=refusal) as caught:
        open_tree(data)
    assert "\n" not in str(caught.value)


def test_more_that_cannot_be() -> None:
    with pytest.raises(TreeFormatError, match=ALL):
        open_tree(tree_of(**SOLVED | {"pool": "candidates"}, objective="identify").to_bytes())
    with pytest.raises(TreeFormatError, match=DEPTH):
        open_tree(tree_of(method="build", strategy="entropy", pool="all", max_depth=2).to_bytes())
    # Where the method is not known, neither is the depth that was allowed.
    assert open_tree(tree_of(objective="total", prices=(1, 2, 3, 4)).to_bytes()).cost == 6
