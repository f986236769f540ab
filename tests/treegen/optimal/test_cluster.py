"""A cluster: the same bytes as without, whoever dies meanwhile; and who is refused."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import audits
import numpy as np
import pytest
import twins
from campaigns import local_cluster
from campaigns.local_cluster import Scheduler
from drawn import weighed

import treegen as tg
from treegen.native import core
from treegen.native.interface import NEVER
from treegen.optimal import remote
from treegen.optimal.engine import Problem, make_search
from treegen.optimal.objective import Prices, linear

if TYPE_CHECKING:
    from treegen.native._core import Search
    from treegen.native.interface import RunResult, Task

pytest.importorskip("distributed", reason="it needs the extra cluster")
pytestmark = pytest.mark.needs_core

COMMAND = [sys.executable, "-P", "-c", "from treegen.cli import main; main()", "solve"]


def run(*arguments: str | Path, timeout: float = 300) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *map(str, arguments)], capture_output=True, text=True, timeout=timeout, check=False
    )


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[Scheduler]:
    with local_cluster.scheduler(tmp_path) as here:
        yield here


def test_a_killed_worker_changes_nothing(scheduler: Scheduler, tmp_path: Path) -> None:
    wanted = tg.solve(twins.game("bulls-4x10")).to_bytes()
    with scheduler.worker() as first, scheduler.worker():
        address = scheduler.wait_for(2)
        killer = threading.Timer(2.5, first.kill)
        killer.start()
        result = run("bulls-4x10", "--cluster", address, "-o", tmp_path / "x.tree")
        assert first.poll() is not None
    assert result.returncode == 0
    audits.check(result.stderr)
    assert (tmp_path / "x.tree").read_bytes() == wanted


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
    assert result.returncode == 0
    said, _, rest = result.stderr.partition("\n")
    assert said == first
    audits.check(rest)
    assert (tmp_path / "x.tree").read_bytes() == tg.solve(twins.game("bulls-4x8")).to_bytes()


def kill_and_resume(name: str, address: str, kills: int, longest: float, folder: Path) -> None:
    wanted = tg.solve(twins.game(name)).to_bytes()
    random.seed(kills)
    arguments = (name, "--cluster", address, "--checkpoint", folder / "proved", "-o", folder / "x.tree")
    for _ in range(kills):
        with subprocess.Popen([*COMMAND, *map(str, arguments)], stdout=subprocess.DEVNULL) as process:
            time.sleep(random.uniform(0.5, longest))
            process.kill()
    result = run(*arguments)
    assert result.returncode == 0
    audits.check(result.stderr)
    assert (folder / "x.tree").read_bytes() == wanted


def test_a_killed_client_goes_on_where_it_was(scheduler: Scheduler, tmp_path: Path) -> None:
    with scheduler.worker(), scheduler.worker():
        kill_and_resume("bulls-4x9", scheduler.wait_for(2), 2, 3.0, tmp_path)


@pytest.mark.long
def test_twenty_kills_of_the_client_change_nothing(scheduler: Scheduler, tmp_path: Path) -> None:
    with scheduler.worker(), scheduler.worker():
        kill_and_resume("bulls-4x10", scheduler.wait_for(2), 20, 6.0, tmp_path)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("bulls-4x8", ("--objective", "worst")),
        *(pytest.param(name, (), marks=pytest.mark.long) for name in ("mastermind-4x7", "bulls-4x10", "bulls-5x7")),
    ],
)
def test_two_processes_give_the_same_bytes(name: str, options: tuple[str, ...], tmp_path: Path) -> None:
    trees = []
    for how in (("--cluster", "local:2"), ("-j", "1"), ("-j", "2")):
        result = run(name, *options, *how, "-o", tmp_path / "x.tree")
        assert result.returncode == 0
        audits.check(result.stderr)
        trees.append((tmp_path / "x.tree").read_bytes())
    assert trees[0] == trees[1] == trees[2]


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("local:0", "local takes a number of processes, as in local:2"),
        ("nowhere", "is not a cluster; write tcp://host:port of a Dask scheduler, or local:N"),
        ("tcp://127.0.0.1", "is not a cluster; write tcp://host:port of a Dask scheduler, or local:N"),
        ("tcp://127.0.0.1:1", "no Dask scheduler answers there"),
    ],
)
def test_bad_addresses(address: str, message: str) -> None:
    result = run("bulls-2x3", "--cluster", address)
    assert (result.returncode, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    assert message in result.stderr


# What a worker does instead of its work, as a module that Dask loads at its start.
LIAR = """
import msgpack
from treegen.optimal import remote
honest = remote.__dict__.setdefault("honest", remote.work)  # Dask loads this module twice
def work(order):
    found = msgpack.unpackb(honest(order))
    {}
    return msgpack.packb(found)
remote.work = work
"""


@pytest.mark.parametrize(
    ("lie", "message"),
    [
        ("found['bound'] = -7", "answered what cannot be true: outcome, cost, bound and guess do not fit each other"),
        ("found['guess'] = 10**6 if found['guess'] >= 0 else -1", "answered what cannot be true: "),
        (
            "found.update(outcome='infeasible', cost=None, bound=None, guess=-1)",
            "answered what cannot be true: it costs more than asking its candidates one after the other",
        ),
        (
            "if found['outcome'] == 'proved': found.update(outcome='bounded', cost=None, bound=9**9, guess=-1)",
            "nothing of",
        ),
        (
            "if found['outcome'] == 'proved': found.update(cost=found['cost'] - 1, bound=found['bound'] - 1)",
            "a proved set from there is false; solve again without it",
        ),
        ("raise MemoryError('too little')", " failed 3 times"),
        ("import os; os._exit(1)", None),
    ],
    ids=["negative", "guess", "infeasible", "refuted", "too-low", "raises", "dies"],
)
def test_a_worker_that_lies_or_fails_ends_the_run(
    scheduler: Scheduler, tmp_path: Path, lie: str, message: str | None
) -> None:
    (tmp_path / "liar.py").write_text(LIAR.format(lie))
    with scheduler.worker("--preload", str(tmp_path / "liar.py")):
        address = scheduler.wait_for(1)
        if message is None:  # one that dies is nobody's fault: the others do its work
            with scheduler.worker():
                scheduler.wait_for(2)
                result = run("bulls-4x8", "--cluster", address, "-o", tmp_path / "x.tree")
            assert result.returncode == 0
            audits.check(result.stderr)
            assert (tmp_path / "x.tree").read_bytes() == tg.solve(twins.game("bulls-4x8")).to_bytes()
            return
        result = run("bulls-4x8", "--cluster", address, "-o", tmp_path / "x.tree")
    assert result.returncode == (3 if "failed" in message else 2)
    assert message in result.stderr.splitlines()[-1]
    assert not (tmp_path / "x.tree").exists()


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
    assert result.returncode == 0
    audits.check(result.stderr)
    assert (tmp_path / "x.tree").read_bytes() == tg.solve(twins.game("bulls-4x8")).to_bytes()


def task(**changes: object) -> bytes:
    entries: dict[str, object] = {
        "name": "t", "game": "bulls-3x6", "pool": "all", "weights": None, "prices": None,
        "memory": 1 << 20, "switches": None,
        "guesses": [0], "feedbacks": [1], "depth": 1, "upper_bound": None, "only": [],
        "seconds": 60.0,
    }  # fmt: skip
    return remote.pack_task(cast("remote.Message", {**entries, **changes}))


def answer_to(packed: bytes) -> remote.Answer:
    found, _ = remote.unpack_answer(remote.work(packed))
    assert "outcome" in found
    return found


def test_a_task_is_answered_as_the_search_would() -> None:
    game = twins.game("bulls-3x6")
    candidates = np.flatnonzero(game.table[0] == 1).tolist()
    wanted = make_search(game, "all", linear(None), 1 << 20).run(candidates=candidates, depth=1, asked=[0])
    assert {key: value for key, value in answer_to(task()).items() if key != "seconds"} == wanted
    found = answer_to(task(upper_bound=wanted["cost"]))
    assert (found["outcome"], found["cost"], found["bound"]) == ("bounded", None, wanted["cost"])
    assert answer_to(task(prices=[1, 2], depth=1))["outcome"] == "infeasible"
    weights = [1 + i % 3 for i in range(120)]
    wanted = make_search(weighed(game, weights), "all", linear(None), 1 << 20).run(
        candidates=candidates, depth=1, asked=[0]
    )
    assert {key: value for key, value in answer_to(task(weights=weights)).items() if key != "seconds"} == wanted


def test_what_was_stopped_is_not_searched() -> None:
    remote.stop(["late"])
    found, proved = remote.unpack_answer(remote.work(task(name="late")))
    assert "outcome" in found
    assert (found["outcome"], proved) == ("stopped", None)


def test_other_versions_are_refused() -> None:
    mine = remote.describe()
    assert remote.unfit("w", mine) == ""
    assert remote.unfit("w", {**mine, "version": "0"}).startswith("w has guesstree 0, this is ")
    assert remote.unfit("w", {**mine, "core": False}).startswith("w has no native core")


@pytest.mark.parametrize(
    "name", ["bulls-3x7", "bulls-3x6-any", "mastermind-3x5", "mastermind-4x4", "weights bulls-3x5", "hard marks-3x5"]
)
@pytest.mark.parametrize("prices", [linear(None), linear(6), Prices((0, 1, 1, 5, 5, 9, 9, 9))], ids=str)
def test_sets_searched_elsewhere_change_nothing(name: str, prices: Prices) -> None:
    """Some are answered, some refused, and some wait so long that they become useless."""
    assert core is not None
    kind, _, called = name.rpartition(" ")
    game, pool = twins.game(called), "hard" if kind == "hard" else "all"
    if kind == "weights":
        game = weighed(game, [1 + i * i % 5 for i in range(len(game.secrets))])
    plain = make_search(game, pool, prices, 1 << 20)
    wanted = plain.run()
    for seed in range(3):
        random.seed(seed)
        search, other = (make_search(game, pool, prices, 1 << 20) for _ in range(2))
        search.set_task_range(6, 40, seed)
        done: list[RunResult] = []
        thread = threading.Thread(target=lambda: done.append(search.run(threads=6)))  # noqa: B023
        thread.start()
        taken: list[Task] = []
        while thread.is_alive():
            taken += search.take_tasks(3)
            if not taken:
                time.sleep(0.001)
                continue
            request = taken.pop(random.randrange(len(taken)))
            answer(search, other, game, request, refuse=random.random() < 0.2)
        thread.join()
        assert done == [wanted]
        assert twins.columns(search) == twins.columns(plain)


def answer(here: Search, there: Search, game: tg.Game, task: Task, *, refuse: bool) -> None:
    if refuse:
        here.reject_task(task["id"])
        return
    candidates = np.arange(len(game.secrets))
    for guess, feedback in zip(task["guesses"], task["feedbacks"], strict=True):
        candidates = candidates[game.table[guess][candidates] == feedback]
    assert len(candidates) == task["size"]
    found = there.run(
        candidates=candidates.tolist(), depth=task["depth"], asked=task["guesses"], only=task["only"],
        upper_bound=NEVER if task["upper_bound"] is None else task["upper_bound"],
    )  # fmt: skip
    cost = NEVER if found["bound"] is None else found["bound"]
    here.complete_task(task["id"], cost, found["guess"] if found["outcome"] == "proved" else -1)


def test_without_the_extra_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['distributed'] = None; from treegen.cli import main; main()"
    words = [sys.executable, "-P", "-c", code, "solve", "bulls-2x3", "--cluster", "local:2"]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (2, '--cluster needs distributed: pip install "guesstree[cluster]"\n')


def test_a_game_without_a_name_that_describes_it_is_refused() -> None:
    from treegen.optimal.cluster import Cluster

    game = tg.Game.from_table([[0, 1], [1, 0]], winning=0)
    cluster: Any = Cluster.__new__(Cluster)
    with pytest.raises(tg.BadInput, match="--cluster takes games that a name describes"):
        cluster.begin(None, Problem(game, "all", None), linear(None), 1, None)
