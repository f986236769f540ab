"""Certificates: made of every kind of proof, read again, refused where they are damaged or prove something else."""

from __future__ import annotations

import gzip
import signal
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from twins import Call, game, weighed

import treegen as tg
from treegen.certificates.certificate import BadCertificate
from treegen.games.game import Game
from treegen.native import core
from treegen.search.checkpoint import Checkpoint
from treegen.search.threads import run_stoppable

pytestmark = pytest.mark.needs_core

ROOT = Path(__file__).resolve().parents[3]


def made(known: Game, path: Path, **options: Any) -> tuple[bytes, tg.Tree]:
    tree = tg.solve(known, certificate=str(path), **options)
    return path.read_bytes(), tree


def test_that_there_is_no_tree(tmp_path: Path) -> None:
    for options, prices in (({"max_depth": 4}, "0,0,0,0"), ({"objective": "worst", "max_depth": 3}, "0,0,0")):
        with pytest.raises(tg.NoSuchTree):
            tg.solve(game("bulls-3x7"), certificate=str(tmp_path / "c"), **options)
        said = tg.check_certificate((tmp_path / "c").read_bytes(), "c")
        assert said[0].startswith(f"bulls-3x7: no tree exists (prices {prices}; ")
    cells = tmp_path / "words"
    cells.write_text("ab\nba\ncd\n")
    with pytest.raises(tg.NoSuchTree):  # with words that share no letters some cannot be told apart in one guess
        tg.solve(tg.game(f"words:{cells}"), certificate=str(tmp_path / "c"), max_depth=1)
    tg.check_certificate((tmp_path / "c").read_bytes(), "c", game=tg.game(f"words:{cells}"))


@pytest.mark.parametrize("name", ["bulls-3x9", pytest.param("mastermind-5x6", marks=pytest.mark.long)])
def test_the_bound_of_a_search_that_was_stopped(name: str, tmp_path: Path) -> None:
    known = game(name)
    if name == "bulls-3x9":  # with weights, which leave no symmetry
        known = weighed(known, [1 + place % 5 for place in range(len(known.secrets))])
    with pytest.raises(tg.StoppedEarly) as early:
        # Their proofs take ten seconds and more on any machine, so that a fifth of a second always stops them.
        tg.solve(known, certificate=str(tmp_path / "c"), time_limit=0.2)
    data, tree = (tmp_path / "c").read_bytes(), early.value.tree
    assert tree is not None
    assert not tree.proved
    said = tg.check_certificate(data, "c", (tree, tree.to_bytes()))
    assert f"no tree costs less than {early.value.bound} " in said[0]


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        ("bulls-3x6", {"objective": "identify"}, "not of --objective identify"),
        ("marks-3x4", {"guesses": "hard"}, "do not cover hard mode"),
        ("number-1..20", {}, "do not cover feedbacks that lose"),
        ("number-1..20-free", {}, "cover code games, word lists and tables, not number-1..20-free"),
        ("bulls-3x6", {"prices": (0, 1, 2, 3, 1 << 45)}, "costs below 2\\^47"),
    ],
)
def test_what_has_no_certificates_is_refused(name: str, options: dict[str, Any], why: str, tmp_path: Path) -> None:
    with pytest.raises(tg.BadInput, match=why):
        tg.solve(game(name), certificate=str(tmp_path / "c"), **options)
    assert not (tmp_path / "c").exists()


def test_the_certificate_of_another_tree_is_refused(tmp_path: Path) -> None:
    data, _ = made(game("bulls-3x6"), tmp_path / "c")
    _, worst = made(game("bulls-3x6"), tmp_path / "d", objective="worst")  # which has the same columns
    for other, why in ((tg.build("bulls-3x6"), "of another tree"), (worst, "does not prove what the tree claims")):
        with pytest.raises(BadCertificate, match=why):
            tg.check_certificate(data, "c", (other, other.to_bytes()))


def test_a_bomb_is_refused() -> None:
    with pytest.raises(BadCertificate, match="more than 256 MiB"):
        tg.check_certificate(gzip.compress(bytes((256 << 20) + 1), 1), "c")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="it needs a signal of a timer")
def test_a_check_can_be_interrupted() -> None:
    assert core is not None
    long, short = (
        gzip.decompress((ROOT / "trees" / "certificates" / f"{name}.total.certificate").read_bytes())
        for name in ("bulls-4x10", "bulls-3x9")
    )
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        with pytest.raises(KeyboardInterrupt):
            core.check_certificate(long)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert core.check_certificate(short) == [58, 6]


def in_turn(data: bytes) -> str:
    assert core is not None
    try:
        return str(core.check_certificate(data))
    except ValueError as error:
        return str(error)


def test_checks_in_threads_wait_for_each_other() -> None:
    data = gzip.decompress((ROOT / "trees" / "certificates" / "bulls-3x9.total.certificate").read_bytes())
    wrong = "there is more than the proof needs (number 1358)"
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(in_turn, [data, data + b"\0"] * 8)) == ["[58, 6]", wrong] * 8


def test_the_commands(tmp_path: Path, call_treegen: Call) -> None:
    done = call_treegen("solve", "bulls-3x6", "--certificate", "a.certificate", "-o", "a.tree", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "a.tree\n")
    done = call_treegen("certify", "a.tree", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "a.certificate\n")
    again = (tmp_path / "a.certificate").read_bytes()
    assert call_treegen("certify", "a.tree", "-o", "b.certificate", "-j", "1", cwd=tmp_path).returncode == 0
    assert (tmp_path / "b.certificate").read_bytes() == again
    (tmp_path / "a.certificate").write_bytes(again[:-9])
    done = call_treegen("verify", "a.tree", "--certificate", "a.certificate", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "a.certificate: not a certificate, or a damaged one\n")
    for arguments in (("a.tree", "a.tree"), ("a.tree", "--optimal")):
        done = call_treegen("verify", *arguments, "--certificate", "b.certificate", cwd=tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    done = call_treegen("certify", "bulls-4x10.entropy", cwd=tmp_path)
    assert (done.returncode, "nothing to certify" in done.stderr) == (2, True)


@pytest.mark.parametrize("name", ["bulls-3x9.total", pytest.param("mastermind-4x6.worst", marks=pytest.mark.long)])
@pytest.mark.parametrize("instructions", ["plain", "ssse3", "avx2", "avx512"])
def test_the_same_machine_and_one_thread_write_the_same_bytes(
    name: str, instructions: str, tmp_path: Path, run_treegen: Call
) -> None:
    # only some machines look up cells, and copy the best columns of a set, so that a table holds other sets
    made = [tmp_path / number for number in "12"]
    for to in made:
        done = run_treegen("certify", name, "-o", to, "-j", "1", env={"GUESSTREE_INSTRUCTIONS": instructions})
        assert done.returncode == 0
    assert made[0].read_bytes() == made[1].read_bytes()
    assert tg.check_certificate(made[0].read_bytes(), tree=name)


def test_with_several_threads_a_certificate_proves_the_same() -> None:
    name = "bulls-3x9.total"
    claims = tg.certify(name, threads=1).claims
    for threads in (2, 5):
        certificate = tg.certify(name, threads=threads)
        assert certificate.claims == claims
        said = tg.check_certificate(certificate.to_bytes(), tree=name, threads=1)
        assert said == tg.check_certificate(certificate.to_bytes(), tree=name, threads=3)


def test_a_certificate_of_the_old_form_is_refused_in_one_line() -> None:
    data = (
        b"guesstree certificate 1\ngame bulls-2x3\npool all\nfirst -\ncaps whole\ntree -\nclaim 1,2,3,... 13\nproof\n\0"
    )
    with pytest.raises(BadCertificate, match=r"^c: not a certificate of guesstree, version 2$"):
        tg.check_certificate(gzip.compress(data), "c")


def test_a_proof_that_is_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds: list[int] = []

    def stop_later_each_time(search: Any, work: Any, is_over: Any) -> Any:
        rounds.append(0)

        def is_late() -> bool:
            rounds[-1] += 1
            return bool(is_over()) or rounds[-1] > len(rounds)

        return run_stoppable(search, work, is_late)

    monkeypatch.setattr("treegen.certificates.certify.run_stoppable", stop_later_each_time)
    data, kept = tg.solve(game("bulls-4x8")).to_bytes(), tmp_path / "proved"
    while True:
        try:
            certificate = tg.certify(data, game("bulls-4x8"), threads=1, checkpoint=str(kept))
            break
        except tg.GaveUp:
            pass
    assert len(rounds) > 3  # two claims, and some that were stopped
    assert len(tg.check_certificate(certificate.to_bytes(), "c", data)) == 2


def test_a_proof_from_elsewhere_is_not_believed(tmp_path: Path) -> None:
    """A proof so far, some of whose bytes are changed, gives a certificate that holds, or one line."""
    known, kept = game("mastermind-3x6"), str(tmp_path / "proved")
    data = tg.solve(known).to_bytes()
    right = tg.certify(data, known, checkpoint=kept).to_bytes()
    store = Checkpoint(kept)
    names = [name for (name,) in store._database.execute("SELECT name FROM problem WHERE name LIKE 'proof of %'")]
    proofs = {name: store.proof_so_far(name) for name in names}
    assert len(names) == 2
    assert tg.certify(data, known, checkpoint=kept).to_bytes() == right
    ends = Counter[str]()
    for seed in range(100):
        random = Random(seed)
        name = random.choice(names)
        changed = bytearray(proofs[name])
        changed[random.randrange(len(changed))] = random.randrange(256)
        store.keep_proof(name, bytes(changed[: random.choice([len(changed), random.randrange(len(changed))])]))
        try:
            certificate = tg.certify(data, known, threads=1, checkpoint=kept)
        except tg.GuesstreeError:
            ends["refused"] += 1
        else:
            ends["proved"] += 1
            assert tg.check_certificate(certificate.to_bytes(), "c", data)
        store.keep_proof(name, proofs[name])
    assert ends["refused"] > 50 > ends["proved"] > 0, ends
    assert store.close() is None
