"""A cluster: the same bytes as without, whoever dies meanwhile; and who is refused."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import twins
from campaigns import local_cluster
from campaigns.local_cluster import Scheduler
from drawn import draw_game, weighed
from fake_client import FakeClient
from hypothesis import given, settings
from hypothesis import strategies as st

import treegen as tg
from treegen.optimal import rounds, tasks
from treegen.optimal.cluster import Cluster, ClusterLost
from treegen.optimal.objective import linear
from treegen.optimal.query import Position, Problem, Query
from treegen.optimal.rounds import Rounds
from treegen.optimal.tasks import Job

if TYPE_CHECKING:
    from tests.treegen.conftest import Call

pytest.importorskip("distributed", reason="it needs the extra cluster")
pytestmark = pytest.mark.needs_core

COMMAND = [sys.executable, "-P", "-c", "from treegen.cli import main; main()", "solve"]


def run(*arguments: str | Path, timeout: float = 600) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *map(str, arguments)], capture_output=True, text=True, timeout=timeout, check=False
    )


# --- without Dask


@pytest.fixture(params=[(12, 64), (12, 1)], ids=["shared", "chunks"])
def sizes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cells so large, or not, that small games are shared out; first guesses so many that they are not."""
    monkeypatch.setattr(rounds, "_LARGE", request.param[0])
    monkeypatch.setattr(rounds, "_FEW", request.param[1])


def game_of(name: str, folder: Path) -> tg.Game:
    if name == "table":
        return tg.Game.from_table([[i * j % 5 for j in range(5)] for i in range(2, 9)], winning=4)
    if name == "weighed":
        return weighed(twins.game("bulls-3x6"), [1 + i % 3 for i in range(120)])
    if name != "words":
        return twins.game(name)
    words = sorted({"".join(random.Random(i).choices("abcde", k=4)) for i in range(90)})
    (folder / "secrets").write_text("\n".join(words[::2]))
    (folder / "guesses").write_text("\n".join(words))
    return tg.game(f"words:{folder / 'secrets'},{folder / 'guesses'}")


def outcome(solve: Callable[..., Any], *arguments: Any, **options: Any) -> object:
    """The bytes of the tree, the list of guesses, or why there is none."""
    try:
        found = solve(*arguments, **options)
    except tg.NoSuchTree as none:
        return str(none)
    return found.to_bytes() if isinstance(found, tg.Tree) else found


@pytest.mark.usefixtures("sizes")
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("bulls-4x7", {}),
        ("bulls-4x6", {"objective": "worst"}),
        ("bulls-4x6", {"objective": "fewest-at-max", "max_depth": 6}),
        ("bulls-4x6", {"first": "3456"}),
        ("bulls-4x6", {"guesses": "candidates"}),
        ("mastermind-4x5", {"max_depth": 3}),
        ("mastermind-4x5", {"prices": [0, 0, 0, 0, 1, 100]}),
        ("bulls-3x6-any", {"max_depth": 5}),
        ("mastermind-3x5", {"objective": "identify"}),
        ("marks-3x5", {"guesses": "hard"}),
        ("words", {}),
        ("words", {"guesses": "hard"}),
        ("words", {"objective": "identify"}),
        ("words", {"prices": [0, 1, 5, 9, 9, 9, 9, 9, 9, 9]}),
        ("weighed", {}),
        ("weighed", {"objective": "worst"}),
        ("table", {"objective": "worst"}),
        ("bulls-3x6-any", {"count": 5}),
        ("mastermind-3x5", {"count": 20, "objective": "worst"}),
        ("mastermind-4x4", {"count": 3, "max_depth": 5}),
        ("bulls-3x7", {"count": 4, "max_depth": 2}),
        ("words", {"count": 7, "guesses": "candidates"}),
    ],
    ids=str,
)
def test_all_that_can_be_solved_is_solved_on_a_cluster(name: str, options: dict[str, Any], tmp_path: Path) -> None:
    game, solve = game_of(name, tmp_path), tg.best_first_guesses if "count" in options else tg.solve
    wanted = outcome(solve, game, **options)
    for seed in range(2):
        client = FakeClient(seed, workers=1 + seed * 2, loss=0.2 * seed)
        assert outcome(solve, game, cluster=Cluster(client), **options) == wanted


@settings(max_examples=40)
@given(st.data())
def test_random_tables_give_the_same_bytes(data: st.DataObject) -> None:
    game = draw_game(data)
    options = {"objective": data.draw(st.sampled_from(["total", "worst", "fewest-at-max"]))}
    large, rounds._LARGE = rounds._LARGE, data.draw(st.integers(3, 5))
    try:
        client = FakeClient(data.draw(st.integers(0, 9)), loss=0.2)
        assert outcome(tg.solve, game, cluster=Cluster(client), **options) == outcome(tg.solve, game, **options)
    finally:
        rounds._LARGE = large


def test_a_search_goes_on_from_its_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search ends again and again; the checkpoint also serves a search without a cluster."""
    monkeypatch.setattr(rounds, "_LARGE", 50)
    game, path = twins.game("bulls-4x8"), str(tmp_path / "x.ck")
    wanted = tg.solve(game).to_bytes()
    for most in range(1, 8, 3):
        left = iter(range(most))

        def change(result: Any, left: Iterator[int] = left) -> Any:
            if next(left, None) is None:
                raise MemoryError("too little")
            return result

        with pytest.raises(ClusterLost, match="a task failed 3 times: MemoryError: too little"):
            tg.solve(game, cluster=Cluster(FakeClient(most, change=change)), checkpoint=path)
    said: list[str] = []
    assert tg.solve(game, cluster=Cluster(FakeClient()), checkpoint=path, tell=said.append).to_bytes() == wanted
    assert said[-1].endswith("rests on the workers of tcp://fake:1") or said[-1].startswith(f"rests on {path} and ")
    assert tg.solve(game, checkpoint=path).to_bytes() == wanted


def test_when_time_is_up_the_best_tree_and_a_bound_remain() -> None:
    client = FakeClient()
    with pytest.raises(tg.StoppedEarly) as stopped:
        tg.solve("bulls-5x8", cluster=Cluster(client), time_limit=2)
    tree, bound = stopped.value.tree, stopped.value.bound
    assert tree is not None
    assert 6720 * 3 < bound <= tree.total
    assert tasks._turn.acquire(timeout=60)  # what was at work has ended
    tasks._turn.release()


def test_an_interrupt_stops_the_tasks_and_keeps_the_best_tree() -> None:
    client = FakeClient()

    def interrupt(state: Any) -> None:
        if state["cluster"] is not None and state["cluster"]["tasks"]:
            raise KeyboardInterrupt

    with pytest.raises(tg.Interrupted) as stopped:
        tg.solve("bulls-5x8", cluster=Cluster(client), progress=interrupt)
    assert stopped.value.tree is not None
    assert tasks._turn.acquire(timeout=60)  # what was at work has ended
    tasks._turn.release()


def test_what_does_not_cost_what_was_said_is_not_believed() -> None:
    def lie(result: Any) -> Any:
        cheaper = [one if one.cost is None else replace(one, cost=one.cost - 1) for one in result.outcomes]
        return result._replace(outcomes=cheaper)

    with pytest.raises(tg.GuesstreeError, match=r"the workers of tcp://fake:1: the tree costs .* solve again without"):
        tg.solve("bulls-3x7", cluster=Cluster(FakeClient(change=lie)))


def test_a_certificate_proves_what_a_cluster_found(tmp_path: Path) -> None:
    path, said = tmp_path / "x.certificate", list[str]()
    tree = tg.solve("bulls-4x7", cluster=Cluster(FakeClient()), certificate=path, tell=said.append)
    assert tg.check_certificate(path.read_bytes(), tree=tree)
    tg.solve("bulls-4x7", cluster=Cluster(FakeClient()), paranoid=True, tell=said.append)
    assert not [line for line in said if line.startswith("rests on ")]


def test_a_task_is_answered_as_the_search_would() -> None:
    game = twins.game("bulls-3x6")
    job = Job("k", Problem(game), linear(None), memory=1 << 20)
    tasks._searches.clear()
    cell = Position.after(game, ((0, 1),))
    queries = [Query(cell, 1, only, limit) for only, limit in (((), 10**6), ((3, 5), 10**6), ((), 3))]
    whole, some, none = tasks.work(job, "t", queries, 1e9).outcomes
    assert whole.cost is not None
    assert whole.tree is not None
    assert linear(None).cost([0, *whole.tree.histogram()]) == whole.cost == whole.bound
    assert some.cost is not None
    assert some.cost >= whole.cost
    assert some.tree is not None
    assert some.tree.guess[0] in (3, 5)
    assert (none.cost, none.tree) == (None, None)
    assert none.bound >= 3
    tasks.stop(["late"])
    assert tasks.work(job, "late", [Query()], 1e9).outcomes[0].is_stopped


def test_limits_fall_and_ties_go_to_the_first_guess() -> None:
    job = Job("k", Problem(twins.game("mastermind-3x5")), linear(None), memory=1 << 20)
    shared = Rounds(job)
    first, second = shared.take(), shared.take()
    assert first is not None
    assert second is not None
    (one, places), (_, others) = first.parts[0], second.parts[0]
    assert places is not None
    assert others is not None
    assert places < others
    one.offer(400, others[0], None)
    assert (one.limit(places[0], 10**6), one.limit(others[0], 10**6)) == (401, 400)
    one.offer(400, places[0], None)
    assert (one.limit(places[0], 10**6), one.found) == (400, [(400, places[0])])


def test_other_versions_are_refused() -> None:
    mine = tasks.describe()
    assert tasks.unfit("w", mine) == ""
    assert tasks.unfit("w", {**mine, "version": "0"}).startswith("w has guesstree 0, this is ")
    assert tasks.unfit("w", {**mine, "core": False}).startswith("w has no native core")


def test_without_the_extra_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['distributed'] = None; from treegen.cli import main; main()"
    words = [sys.executable, "-P", "-c", code, "solve", "bulls-2x3", "--cluster", "local:2"]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (2, '--cluster needs distributed: pip install "guesstree[cluster]"\n')


# --- with Dask


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[Scheduler]:
    with local_cluster.scheduler(tmp_path) as here:
        yield here


def check(result: subprocess.CompletedProcess[str], name: str, folder: Path, address: str) -> None:
    assert result.returncode == 0, result.stderr
    assert result.stderr.splitlines()[-1] == f"rests on the workers of {address}"
    assert (folder / "x.tree").read_bytes() == tg.solve(twins.game(name)).to_bytes()


@pytest.mark.parametrize(
    "name", ["bulls-4x8", *(pytest.param(name, marks=pytest.mark.long) for name in ("mastermind-4x7", "bulls-5x7"))]
)
def test_two_processes_give_the_same_bytes(name: str, tmp_path: Path) -> None:
    check(run(name, "--cluster", "local:2", "-o", tmp_path / "x.tree"), name, tmp_path, "local:2")


@pytest.mark.long
def test_a_worker_without_the_core_is_refused(scheduler: Scheduler, tmp_path: Path) -> None:
    with scheduler.worker(GUESSTREE_NO_CORE="1") as bad:
        address = scheduler.wait_for(1)
        result = run("bulls-4x8", "--cluster", address, "-o", "-")
        assert result.returncode == 2
        first, last = result.stderr.splitlines()
        assert first.startswith("tcp://127.0.0.1:")
        assert first.endswith(" has no native core: install guesstree there where a compiler is")
        assert last == f"{address}: the cluster has no workers that can take part"
        with scheduler.worker():
            scheduler.wait_for(2)
            result = run("bulls-4x8", "--cluster", address, "-o", tmp_path / "x.tree")
        assert bad.poll() is None
    assert result.stderr.splitlines()[0] == first
    check(result, "bulls-4x8", tmp_path, address)


@pytest.mark.long
def test_a_killed_worker_changes_nothing(scheduler: Scheduler, tmp_path: Path) -> None:
    with scheduler.worker() as first, scheduler.worker():
        address = scheduler.wait_for(2)
        killer = threading.Timer(2.5, first.kill)
        killer.start()
        result = run("bulls-4x10", "--cluster", address, "-o", tmp_path / "x.tree")
        killer.join()
    check(result, "bulls-4x10", tmp_path, address)


@pytest.mark.long
def test_twenty_kills_of_the_client_change_nothing(scheduler: Scheduler, tmp_path: Path) -> None:
    arguments = ("bulls-4x10", "--checkpoint", tmp_path / "proved", "-o", tmp_path / "x.tree", "--cluster")
    random.seed(20)
    with scheduler.worker(), scheduler.worker():
        address = scheduler.wait_for(2)
        for _ in range(20):
            with subprocess.Popen([*COMMAND, *map(str, arguments), address], stdout=subprocess.DEVNULL) as process:
                time.sleep(random.uniform(0.5, 6.0))
                process.kill()
        result = run(*arguments, address)
    assert result.returncode == 0
    assert (tmp_path / "x.tree").read_bytes() == tg.solve(twins.game("bulls-4x10")).to_bytes()


@pytest.mark.long
def test_a_task_that_ends_workers_ends_the_run(scheduler: Scheduler, tmp_path: Path) -> None:
    """Dask gives a task up after a number of workers that ended at it (its setting allowed-failures)."""
    code = "import os; from treegen.optimal import tasks; tasks._search_of = lambda _: os._exit(1)"
    (tmp_path / "deadly.py").write_text(code)
    with scheduler.worker() as good:
        address = scheduler.wait_for(1)
        good.kill()
        options = ("--preload", str(tmp_path / "deadly.py"))
        with ExitStack() as stack:
            for _ in range(5):
                stack.enter_context(scheduler.worker(*options))
            scheduler.wait_for(5)
            result = run("bulls-4x8", "--cluster", address, "--wait", "20s", "-o", tmp_path / "x.tree")
    assert result.returncode == 3
    assert "worker" in result.stderr.splitlines()[-1]  # the task ended so many, or none is left, if all had one at once
    assert not (tmp_path / "x.tree").exists()


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("local:0", "local takes a number of processes, as in local:2"),
        ("nowhere", "is not a cluster; write tcp://host:port of a Dask scheduler, or local:N"),
        ("tcp://127.0.0.1", "is not a cluster; write tcp://host:port of a Dask scheduler, or local:N"),
        ("tcp://127.0.0.1:1", "no Dask scheduler answers there"),
    ],
)
def test_bad_addresses(address: str, message: str, call_treegen: Call) -> None:
    result = call_treegen("solve", "bulls-2x3", "--cluster", address)
    assert (result.returncode, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    assert message in result.stderr


@pytest.mark.long
@pytest.mark.needs_openssl
def test_tls_takes_the_certificates_of_dask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key, certificate = str(tmp_path / "key.pem"), str(tmp_path / "certificate.pem")
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    subprocess.run([*words, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    options = ("--tls-ca-file", certificate, "--tls-cert", certificate, "--tls-key", key, "--protocol", "tls")
    with local_cluster.scheduler(tmp_path, *options) as here, here.worker():
        import distributed

        make: object = distributed.Security
        assert callable(make)
        security = make(tls_ca_file=certificate, tls_client_cert=certificate, tls_client_key=key)
        address = here.wait_for(1, security)
        assert address.startswith("tls://")
        refused = run("bulls-3x7", "--cluster", address, "-o", tmp_path / "x.tree")
        assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)
        assert "needs certificates" in refused.stderr
        monkeypatch.setenv("DASK_DISTRIBUTED__COMM__TLS__CA_FILE", certificate)
        monkeypatch.setenv("DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT", certificate)
        monkeypatch.setenv("DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY", key)
        result = run("bulls-4x8", "--cluster", address, "-o", tmp_path / "x.tree")
    check(result, "bulls-4x8", tmp_path, address)
