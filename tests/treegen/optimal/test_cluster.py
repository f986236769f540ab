"""A cluster: the same bytes as without, whoever dies meanwhile; and who is refused."""

from __future__ import annotations

import math
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import audits
import msgpack
import numpy as np
import pytest
import twins
from campaigns import local_cluster, workers
from campaigns.local_cluster import Scheduler
from drawn import weighed
from emulator import Emulator

import treegen as tg
from treegen.optimal import cluster, remote
from treegen.optimal.audit import FalseClaim
from treegen.optimal.checkpoint import Checkpoint
from treegen.optimal.cluster import Cluster
from treegen.optimal.engine import make_search
from treegen.optimal.frontier import Answer, Frontier, frontier, saved
from treegen.optimal.messages import pack, pack_game, unpack_answer
from treegen.optimal.objective import linear

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
    if "outcome" in found:
        {}
    return msgpack.packb(found)
remote.work = work
"""
TOO_CHEAP = "if found['cost'] is not None: found['cost'] -= 1"
REFUTED = "found.update(outcome='bounded', cost=None, guess=-1, tree=None)"
NOTHING = "found.update(outcome='infeasible', cost=None, guess=-1, tree=None)"


@pytest.mark.parametrize(
    ("lie", "message"),
    [
        ("found['cost'] = -7", "answered what cannot be true: outcome, cost and guess do not fit each other"),
        ("found['guess'] = 10**6 if found['guess'] >= 0 else -1", "answered what cannot be true: "),
        (NOTHING, "nothing of this cluster is believed"),
        (REFUTED, "nothing of"),
        (TOO_CHEAP, "answered what cannot be true: its tree costs "),
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


def lesson(game: tg.Game, key: str = "k") -> bytes:
    return pack({
        "key": key, "game": pack_game(game), "pool": "all",
        "weights": None if game.weights is None else game.weights.tolist(), "prices": None, "memory": 1 << 20,
        "switches": None, "relaxed": "",
    })  # fmt: skip


def answer_to(key: str = "k", **changes: object) -> Answer:
    entries: dict[str, object] = {
        "name": "t", "problem": key, "kind": "first", "history": [0, 1], "guesses": b"", "upper_bound": None,
        "seconds": 0.0, "hard": 0.0, "threads": 1, "told": None, "tell": 0,
    }  # fmt: skip
    found = unpack_answer(remote.work(pack({**entries, **changes})))
    assert isinstance(found, Answer)
    return found


@pytest.mark.parametrize("weights", [None, [1 + i % 3 for i in range(120)]], ids=["plain", "weights"])
def test_a_task_is_answered_as_the_search_would(weights: list[int] | None) -> None:
    game = twins.game("bulls-3x6")
    if weights is not None:
        game = weighed(game, weights)
    assert remote.learn(lesson(game, str(weights))) == pack({})
    candidates = np.flatnonzero(game.table[0] == 1).tolist()
    search = make_search(game, "all", linear(None), 1 << 20)
    wanted = search.run(candidates=candidates, depth=1, asked=[0])
    found = answer_to(str(weights))
    assert (found.outcome, found.cost, found.guess) == (wanted["outcome"], wanted["cost"], wanted["guess"])
    assert found.tree is not None
    assert [column.tolist() for column in found.tree] == twins.columns(search)
    found = answer_to(str(weights), upper_bound=wanted["cost"])
    assert (found.outcome, found.cost, found.guess) == ("bounded", None, -1)
    assert unpack_answer(remote.work(pack({"problem": "gone"}))) == {"unknown": "gone"}


def test_what_was_stopped_is_not_searched() -> None:
    remote.learn(lesson(twins.game("bulls-3x6")))
    remote.change({"late": remote.STOP, "later": 3})
    order = {"problem": "k", "kind": "first", "history": [], "guesses": b"", "seconds": 0, "hard": 0, "threads": 1}
    found = unpack_answer(remote.work(pack({**order, "name": "late", "upper_bound": None})))
    assert found == {"failed": "it was stopped before it began"}
    assert answer_to(name="later").outcome == "bounded"


def test_other_versions_are_refused() -> None:
    mine = remote.describe()
    assert remote.unfit("w", mine) == ""
    assert remote.unfit("w", {**mine, "version": "0"}).startswith("w has guesstree 0, this is ")
    assert remote.unfit("w", {**mine, "core": False}).startswith("w has no native core")


@pytest.mark.parametrize("share", [0.3, 1.0])
def test_what_workers_keep_quiet_about_is_found(share: float) -> None:
    for seed in range(3):
        ended = workers.solve("bulls-4x8", workers.LIES["kept quiet about guesses"], share, random.Random(seed))
        assert isinstance(ended, str) or ended == tg.solve(twins.game("bulls-4x8")).to_bytes()


def test_without_the_extra_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['distributed'] = None; from treegen.cli import main; main()"
    words = [sys.executable, "-P", "-c", code, "solve", "bulls-2x3", "--cluster", "local:2"]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (2, '--cluster needs distributed: pip install "guesstree[cluster]"\n')


def honest(seed: int = 0) -> Cluster:
    return Cluster(workers.LyingLink(lambda found, _: workers.pack(found), 1.0, random.Random(seed)))


@pytest.fixture(params=[0.2, 0.0005], ids=["whole", "shared"])
def seconds_of_a_task(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """So short, or not, that small games are shared out."""
    monkeypatch.setattr(frontier, "_SHORTEST", request.param)


def game_of(name: str, folder: Path) -> tg.Game:
    if name == "table":
        return tg.Game.from_table([[i * j % 5 for j in range(5)] for i in range(2, 9)], winning=4)
    if name != "words":
        return twins.game(name)
    words = sorted({"".join(random.Random(i).choices("abcde", k=4)) for i in range(90)})
    (folder / "secrets").write_text("\n".join(words[::2]))
    (folder / "guesses").write_text("\n".join(words))
    return tg.game(f"words:{folder / 'secrets'},{folder / 'guesses'}")


@pytest.mark.usefixtures("seconds_of_a_task")
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("bulls-4x7", {}),
        ("bulls-4x7", {"objective": "worst"}),
        ("bulls-4x7", {"objective": "fewest-at-max", "max_depth": 6}),
        ("bulls-4x7", {"first": "3456"}),
        ("bulls-4x7", {"guesses": "candidates"}),
        ("bulls-3x6-any", {"max_depth": 5}),
        ("mastermind-3x5", {"objective": "identify"}),
        ("marks-3x5", {"guesses": "hard"}),
        ("words", {}),
        ("words", {"guesses": "hard"}),
        ("words", {"objective": "identify"}),
        ("words", {"prices": [0, 1, 5, 9, 9, 9, 9, 9, 9, 9]}),
        ("table", {"objective": "worst"}),
    ],
    ids=str,
)
def test_all_that_solve_can_do_it_does_on_a_cluster(name: str, options: dict[str, Any], tmp_path: Path) -> None:
    game = game_of(name, tmp_path)

    def outcome(**cluster: Any) -> object:
        try:
            return tg.solve(game, **options, **cluster).to_bytes()
        except tg.NoSuchTree as none:
            return str(none)

    assert outcome(cluster=honest()) == outcome()


@pytest.mark.usefixtures("seconds_of_a_task")
@pytest.mark.parametrize(
    ("name", "count", "options"),
    [
        ("bulls-3x6-any", 5, {}),
        ("mastermind-3x5", 20, {"objective": "worst"}),
        ("mastermind-4x4", 3, {"max_depth": 5}),
        ("bulls-3x7", 4, {"max_depth": 2}),
        ("words", 7, {"guesses": "candidates"}),
    ],
    ids=str,
)
def test_the_best_first_guesses_are_the_same(name: str, count: int, options: dict[str, Any], tmp_path: Path) -> None:
    game = game_of(name, tmp_path)

    def outcome(**cluster: Any) -> object:
        try:
            return tg.best_first_guesses(game, count, **options, **cluster)
        except tg.NoSuchTree as none:
            return str(none)

    assert outcome(cluster=honest()) == outcome()


def test_a_search_goes_on_from_its_frontier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search is stopped again and again; the checkpoint also serves a search without a cluster."""
    monkeypatch.setattr(frontier, "_SHORTEST", 0.001)
    monkeypatch.setattr(cluster, "_SAVE", (0.0, 0.0))
    game, path = twins.game("bulls-4x8"), tmp_path / "x.ck"
    wanted, seconds = tg.solve(game).to_bytes(), []
    for turn in range(200):
        with monkeypatch.context() as patch:
            turns = iter(range(4))
            patch.setattr(cluster._Run, "_find_overdue", lambda _: next(turns))  # noqa: B023 (it ends the run)
            with suppress(StopIteration):
                tree = tg.solve(game, cluster=honest(turn), checkpoint=str(path))
                break
        state = Checkpoint(str(path))
        rows = state._database.execute("SELECT name, state FROM frontier").fetchall()
        seconds += [len(row[1]) for row in rows]
        state.close()
    assert tree.to_bytes() == wanted
    assert turn > 3
    assert tg.solve(game, checkpoint=str(path)).to_bytes() == wanted


@pytest.mark.parametrize("entry", range(17))
def test_a_damaged_frontier_is_refused_or_harmless(entry: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seal is right; what is in it is not."""
    monkeypatch.setattr(frontier, "_SHORTEST", 0.001)
    game, path, draw = twins.game("bulls-4x7"), tmp_path / "x.ck", random.Random(entry)
    half = Frontier(len(game.secrets), 2)
    emulator = Emulator(game, linear(None), 2, slowness=100)
    for _ in range(12):
        task = half.take("0")
        if task is not None:
            half.put(task, emulator.work(task))
    name = "bulls-4x7 all 1,2,3,... first None below None best 0"
    wanted = tg.solve(game).to_bytes()
    for _ in range(6):
        packed = msgpack.unpackb(saved.dump(half))
        node = packed[3]
        false: list[Any] = [None, -2, 2**62, "x", [], [[]], b"abc", 0, 5000, 0.5, math.nan, True, "closed", "open"]
        node[entry] = draw.choice(false)
        store = Checkpoint(str(path))
        store.save_frontier(name, msgpack.packb(packed))
        store.close()
        try:
            assert tg.solve(game, cluster=honest(), checkpoint=str(path)).to_bytes() == wanted
        except FalseClaim:
            pass
        path.unlink()
