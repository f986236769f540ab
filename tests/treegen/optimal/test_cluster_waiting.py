"""A cluster without workers, in a time of its own: what is said of it, and when the search ends."""

from __future__ import annotations

import sys
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from twins import game

import treegen as tg
from treegen.cli import main
from treegen.optimal import cluster, remote
from treegen.optimal.cluster import Cluster, ClusterLost
from treegen.optimal.link import Lesson, LinkLost

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.needs_core

LOST = "the connection to the scheduler is lost"
MORE = "; what was proved is in the checkpoint, if one was named: run it again to go on"


# The signatures are those of Link.
class SilentLink:
    """A worker that is there at times, and never answers; every wait takes as long as it may, and no time at all."""

    address = "tcp://silent:1"
    dashboard = ""

    def __init__(self, is_there: Callable[[float], bool], lost: str = "") -> None:
        self.now, self._is_there, self._lost = 0.0, is_there, lost

    def workers(self) -> dict[str, int]:
        if not self._is_there(self.now) and self._lost:
            raise LinkLost(self._lost)
        return {"w": 1} if self._is_there(self.now) else {}

    def describe(self, workers: list[str]) -> dict[str, object]:
        return dict.fromkeys(workers, remote.describe())

    def learn(self, name: str, worker: str, lesson: Lesson) -> None:
        pass

    def send(self, name: str, worker: str, order: bytes) -> None:
        pass

    def change(self, workers: list[str], bounds: dict[str, int]) -> None:
        pass

    def wait(self, seconds: float) -> list[tuple[str, object, str]]:
        self.now += seconds
        return []

    def forget(self, names: list[str]) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Callable[[SilentLink], None]:
    """Have the time of a link in the client, and the link for every address."""

    def use(link: SilentLink) -> None:
        clock = SimpleNamespace(monotonic=lambda: link.now, time_ns=time.time_ns)
        monkeypatch.setattr(cluster, "time", clock)
        monkeypatch.setitem(sys.modules, "treegen.optimal.dask_link", SimpleNamespace(DaskLink=lambda _: link))

    return use


@pytest.mark.parametrize(
    ("is_there", "lost", "wait", "said", "end"),
    [
        (lambda now: now < 1, "", 60, [11], 61),
        (lambda now: now < 1, "", 30, [11], 31),
        (lambda now: now < 1, LOST, 30, [11], 31),
        (lambda now: now < 1, "", 5, [], 6),
        (lambda now: now < 1 or 20 <= now < 25, "", 30, [11, 35], 55),
    ],
    ids=["default", "wait", "scheduler", "short", "back"],
)
def test_a_search_without_workers_says_so_and_ends(
    is_there: Callable[[float], bool], lost: str, wait: float, said: list[int], end: int,
    use: Callable[[SilentLink], None],
) -> None:  # fmt: skip
    link, told = SilentLink(is_there, lost), []
    use(link)
    why = lost or "no worker is left"
    options = {} if wait == 60 else {"wait": wait}
    workers = Cluster(link, tell=lambda text: told.append((link.now, text)), **options)
    with pytest.raises(ClusterLost) as ended:
        tg.solve(game("bulls-2x3"), cluster=workers)
    assert str(ended.value) == why + MORE
    assert [text for _, text in told] == [f"{why}: the search ends unless a worker comes within {wait - 10:g} s"] * len(
        said
    )
    assert [now for now, _ in told] == pytest.approx(said, abs=2)
    assert link.now == pytest.approx(end, abs=2)


def test_the_command_says_it_in_a_pipe_too(
    use: Callable[[SilentLink], None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use(SilentLink(lambda now: now < 1))
    monkeypatch.setattr(sys, "argv", ["treegen", "solve", "bulls-2x3", "--cluster", "local:2", "--wait", "30s"])
    with pytest.raises(SystemExit) as ended:
        main()
    said = "no worker is left: the search ends unless a worker comes within 20 s\n"
    assert (ended.value.code, *capsys.readouterr()) == (3, "", f"{said}no worker is left{MORE}\n")


@pytest.mark.parametrize("words", [("--wait", "30s"), ("--wait", "0"), ("--wait", "soon", "--cluster", "local:1")])
def test_a_wait_that_means_nothing_is_one_line(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["treegen", "solve", "bulls-2x3", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    out, err = capsys.readouterr()
    assert (ended.value.code, out, err.count("\n"), "wait" in err) == (2, "", 1, True)


@pytest.mark.parametrize(("wait", "error"), [(-1, tg.BadInput), ("60", TypeError)])
def test_a_wait_is_a_number_of_seconds(wait: object, error: type[Exception]) -> None:
    with pytest.raises(error, match="wait takes a number of seconds"):
        Cluster(SilentLink(lambda _: True), wait=wait)  # type: ignore[arg-type]
