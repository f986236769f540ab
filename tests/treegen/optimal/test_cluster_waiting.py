"""A cluster without workers, in a time of its own: what is said of it, and when the search ends."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import Future
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from fake_client import FakeClient, FakeFuture
from twins import game

import treegen as tg
from treegen.optimal import cluster, jobs
from treegen.optimal.cluster import Cluster, ClusterLost
from treegen.optimal.goal import read_goal

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.treegen.conftest import Call

pytestmark = pytest.mark.needs_core

COMMAND = [sys.executable, "-P", "-c", "from treegen.cli import main; main()"]
LOST = "the connection to the scheduler is lost"
MORE = "; what was proved is in the checkpoint, if one was named: run it again to go on"


# The signatures are those of Dask.
# ruff: noqa: ARG002
class SilentClient(FakeClient):
    """A worker that is there at times, and never answers."""

    def __init__(self, is_there: Callable[[float], bool], lost: str = "") -> None:
        super().__init__()
        self.now, self._is_there, self._lost = 0.0, is_there, lost

    def scheduler_info(self, n_workers: int) -> dict[str, Any]:
        if not self._is_there(self.now) and self._lost:
            raise OSError("gone")
        return {"workers": {"w": {}} if self._is_there(self.now) else {}}

    def submit(self, *_: object, **__: object) -> FakeFuture:
        return FakeFuture(lambda: None)

    def close(self, timeout: float) -> None:
        pass

    def clock(self) -> float:
        """The time, which passes whenever somebody asks."""
        self.now += 0.05
        return self.now


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Callable[[SilentClient], None]:
    """Have the time of a client, which takes the place of every address."""

    def use(client: SilentClient) -> None:
        monkeypatch.setattr(cluster, "time", SimpleNamespace(monotonic=client.clock, time_ns=time.time_ns))
        monkeypatch.setattr(cluster, "_PAUSE", 0.0)
        module = SimpleNamespace(connect=lambda *_: client, find_scheduler=lambda _: ("tcp://silent:1", None))
        monkeypatch.setitem(sys.modules, "treegen.optimal.scheduler", module)

    return use


@pytest.mark.parametrize(
    ("is_there", "lost", "wait", "said", "end"),
    [
        (lambda now: now < 1, "", 60, [11], 61),
        (lambda now: now < 1, "", 30, [11], 31),
        (lambda now: now < 1, f"{LOST} (gone)", 30, [11], 31),
        (lambda now: now < 1, "", 5, [], 6),
        (lambda now: now < 1 or 20 <= now < 25, "", 30, [11, 35], 55),
    ],
    ids=["default", "wait", "scheduler", "short", "back"],
)
def test_a_search_without_workers_says_so_and_ends(
    is_there: Callable[[float], bool], lost: str, wait: float, said: list[int], end: int,
    use: Callable[[SilentClient], None],
) -> None:  # fmt: skip
    client, told = SilentClient(is_there, lost), list[tuple[float, str]]()
    use(client)
    why = lost or "no worker is left"
    options = {} if wait == 60 else {"wait": wait}
    workers = Cluster(client, tell=lambda text: told.append((client.now, text)), **options)
    with pytest.raises(ClusterLost) as ended:
        tg.solve(game("bulls-2x3"), cluster=workers)
    assert str(ended.value) == why + MORE
    assert [text.partition(" within ")[0] for _, text in told] == [
        f"{why}: the search ends unless a worker comes"
    ] * len(said)
    assert [now for now, _ in told] == pytest.approx(said, abs=3)
    assert client.now == pytest.approx(end, abs=4)


def test_the_command_says_it_in_a_pipe_too(use: Callable[[SilentClient], None], call_treegen: Call) -> None:
    use(SilentClient(lambda now: now < 1))
    done = call_treegen("solve", "bulls-2x3", "--cluster", "tcp://silent:1", "--wait", "30s")
    said, last = done.stderr.splitlines()
    assert (done.returncode, done.stdout, last) == (3, "", f"no worker is left{MORE}")
    assert said.startswith("no worker is left: the search ends unless a worker comes within ")


@pytest.mark.parametrize("silent", ["scheduler_info", "run", "scatter"])
def test_a_scheduler_that_no_longer_answers_ends_the_search(silent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In real time, as calls that never return take it."""
    client, never, begun = SilentClient(lambda _: True), threading.Event(), list[str]()
    monkeypatch.setattr(cluster, "_LOOK", 0.05)

    def stop(name: str) -> Callable[..., Any]:
        call = getattr(client, name)

        def calls(*words: Any, **more: Any) -> Any:
            if silent in begun:
                never.wait()
            begun.append(name)
            return call(*words, **more)

        return calls

    for name in ("scheduler_info", "run", "scatter", "cancel"):  # all of them, from the first call of one on
        monkeypatch.setattr(client, name, stop(name))
    try:
        with pytest.raises((ClusterLost, tg.BadInput), match=r"no answer within|no workers"):
            tg.solve(game("bulls-2x3"), cluster=Cluster(client, wait=0.3))
    finally:
        never.set()
    assert silent in begun


def test_a_socket_that_accepts_and_says_nothing_is_one_line(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="it needs the extra cluster")
    (tmp_path / "jobs").write_text('{"game": "bulls-2x3"}\n')
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        verbs = (["solve", "bulls-2x3", "--wait", "1s"], ["solve", "bulls-2x3", "--time", "1s"],
                 ["jobs", "jobs", "-o", "results", "--wait", "1s"])  # fmt: skip
        begun = [
            subprocess.Popen([*COMMAND, *words, "--cluster", address], cwd=tmp_path, stdout=-1, stderr=-1, text=True)
            for words in verbs
        ]
        for process in begun:
            assert process.communicate() == (
                "", f"{address}: no Dask scheduler answers there: there was no answer within 1 s\n"
            )  # fmt: skip
            assert process.returncode == 2


def test_jobs_look_whether_the_workers_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent(jobs.Processes):
        looks = 0

        def submit(self, *work: object) -> Future[jobs.Result]:
            return Future()

        def check(self) -> None:
            self.looks += 1
            if self.looks > 2:
                raise tg.GaveUp("silent")

    monkeypatch.setattr(jobs, "_LOOK", 0.01)
    with pytest.raises(tg.GaveUp, match="silent"):
        jobs.run_jobs([jobs.Job(read_goal(game("bulls-2x3")), None, {})], Silent(1, {}), lambda _: None)


@pytest.mark.parametrize("words", ["--wait 30s", "--wait 0", "--wait soon --cluster local:1"])
def test_a_wait_that_means_nothing_is_one_line(words: str, call_treegen: Call) -> None:
    done = call_treegen("solve", "bulls-2x3", *words.split())
    assert (done.returncode, done.stdout, done.stderr.count("\n"), "wait" in done.stderr) == (2, "", 1, True)


@pytest.mark.parametrize(("wait", "error"), [(-1, tg.BadInput), ("60", TypeError)])
def test_a_wait_is_a_number_of_seconds(wait: object, error: type[Exception]) -> None:
    with pytest.raises(error, match="wait takes a number of seconds"):
        Cluster(SilentClient(lambda _: True), wait=wait)  # type: ignore[arg-type]
