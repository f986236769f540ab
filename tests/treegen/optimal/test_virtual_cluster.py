"""The client of a cluster in virtual time: workers that are far slower, and what is sent to tasks that are at work."""

from __future__ import annotations

import sys

import pytest
from twins import game
from virtual_cluster import VirtualLink, solve

from treegen.games.subtree import Subtree
from treegen.optimal import remote
from treegen.optimal.engine import make_search
from treegen.optimal.objective import linear

pytestmark = [
    pytest.mark.needs_core,
    pytest.mark.skipif(sys.platform != "linux", reason="it reads the clocks of processes as Linux has them"),
]


@pytest.mark.parametrize("slowness", [10.0, 300.0])
def test_the_tree_is_that_of_one_machine_and_tasks_are_called_back(
    slowness: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: set[int] = set()
    change = VirtualLink.change

    def note(link: VirtualLink, workers: list[str], bounds: dict[str, int]) -> None:
        asked.update(bounds.values())
        change(link, workers, bounds)

    monkeypatch.setattr(VirtualLink, "change", note)
    known = game("bulls-4x9")
    search = make_search(known, "all", linear(None), 64 << 20)
    cost = search.run()["cost"]
    columns = search.tree()
    assert columns is not None
    found, times = solve("bulls-4x9", workers=6, slowness=slowness)
    assert found.cost == cost
    assert found.subtree is not None
    assert found.subtree.to_tree(known).to_bytes() == Subtree(*columns).to_tree(known).to_bytes()
    assert 0 < times.work <= 6 * times.seconds
    assert slowness < 100 or asked & {remote.HURRY, remote.GIVE_UP}
