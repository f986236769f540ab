"""What a tree may claim to minimise: the table of trees/FORMAT.md, one line for each way to agree and to disagree."""

from __future__ import annotations

import pytest
from small import BUILT, small_tree

from player import TreeFormatError, open_tree

PRICES, NOT_ALLOWED = "are not those of", "but at most 2 was allowed"


@pytest.mark.parametrize(("objective", "is_proved", "max_depth", "prices", "refusal"), [
    ("total", True, None, (), ""),
    ("total", True, 5, (1, 2, 3, 4, 5), ""),
    ("total", False, 5, (1, 2, 3, 4, 5), ""),
    ("total", True, None, (1, 2, 3, 4, 5), PRICES),
    ("total", True, 5, (1, 2, 3, 4), PRICES),
    ("total", False, None, (1, 1, 1), PRICES),
    ("total", True, 2, (), NOT_ALLOWED),
    ("worst", True, 7, (1, 2, 3), ""),
    ("worst", False, 4, (1, 2, 3, 4), ""),
    ("worst", False, None, (), ""),
    ("worst", True, None, (), PRICES),
    ("worst", True, 4, (1, 2, 3, 4), PRICES),
    ("worst", False, 4, (1, 2, 3), PRICES),
    ("fewest-at-max", True, None, (1, 2, 12), ""),
    ("fewest-at-max", True, 4, (1, 2, 3, 16), ""),
    ("fewest-at-max", False, 4, (1, 2, 3, 16), ""),
    ("fewest-at-max", False, None, (), ""),
    ("fewest-at-max", True, None, (), PRICES),
    ("fewest-at-max", True, None, (1, 2, 13), PRICES),
    ("fewest-at-max", False, 4, (1, 2, 3, 4), PRICES),
    ("identify", True, None, (), ""),
    ("identify", False, 4, (1, 2, 3, 4), "identify has no prices"),
    ("price", True, 3, (1, 1, 1), ""),
    ("price", False, 7, (1, 2, 3), ""),
    ("price", True, None, (), PRICES),
    ("price", True, 3, (1, 2, 3, 4), PRICES),
    ("price", True, None, (1, 2), "only 2 have a price"),
    ("totally", True, None, (), "is not one that guesstree knows"),
])  # fmt: skip
def test_the_prices_of_an_objective(
    objective: str, is_proved: bool, max_depth: int | None, prices: tuple[int, ...], refusal: str
) -> None:
    tree = small_tree(**BUILT, objective=objective, max_depth=max_depth, prices=prices)
    tree.bound = tree.cost if is_proved else None
    data = tree.to_bytes()
    if not refusal:
        read = open_tree(data)
        assert (read.to_bytes(), read.proved) == (data, is_proved)
        return
    with pytest.raises(TreeFormatError, match=refusal):
        open_tree(data)


def test_more_that_cannot_be() -> None:
    with pytest.raises(TreeFormatError, match="takes all guesses"):
        open_tree(small_tree(pool="candidates", objective="identify").to_bytes())
    with pytest.raises(TreeFormatError, match=NOT_ALLOWED):
        open_tree(small_tree(max_depth=2).to_bytes())
    # Where it is not known how a tree was made, neither is the depth that was allowed.
    assert open_tree(small_tree(objective="total", prices=(1, 2, 3, 4)).to_bytes()).cost == 6
    assert not open_tree(small_tree(objective="total", bound=5).to_bytes()).proved
