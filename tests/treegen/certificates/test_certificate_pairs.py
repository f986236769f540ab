"""Pairs of a tree and a certificate: accepted only where every field of both agrees, and no bad tree is called optimal.

A certificate here is always made of true claims with good proofs: what is wrong is what it is taken for.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small import sealed
from twins import Call, game

import treegen as tg
from treegen.certificates.certificate import Certificate, Claim, digest_of, no_tree_of
from treegen.certificates.certify import Certifier
from treegen.games.game import Game
from treegen.games.weights import weigh
from treegen.insight.verify import prove_again
from treegen.search.problem import Prices, fewest_at_max, linear
from treegen.search.search import Memory

pytestmark = pytest.mark.needs_core
NAME = "bulls-3x6"
NAMED = "bulls-3x6=red,green,blue,white,black,pink"


def weighted(known: Game, last: int = 1) -> Game:
    weights = np.arange(1, len(known.secrets) + 1, dtype=np.int64)
    weights[-1] *= last
    return weigh(known, weights)


def prove(known: Game, tree: tg.Tree, data: bytes, *claims: Claim, pool: str = "all", first: str = "") -> Certificate:
    """The certificate of these claims beside a file; `tree` is what its numbers are."""
    certifier = Certifier(Memory(known, pool), known.find_guess(first) if first else None)
    return certifier.make((tree, data), claims)


@cache
def good() -> tuple[tg.Tree, Certificate]:
    tree = tg.solve(game(NAME))
    return tree, tg.certify(tree)


@cache
def greedy() -> tg.Tree:
    """A tree that is far from the best, with the same first guess and pool."""
    return tg.build(game(NAME), "minimax")


def refusal(certificate: Certificate, data: bytes, known: Game | None = None) -> str:
    with pytest.raises(tg.GuesstreeError) as caught:
        tg.check_certificate(certificate.to_bytes(), "c", data, known)
    (line,) = str(caught.value).splitlines()
    return line


def recounted(tree: tg.Tree, weights: list[int]) -> dict[str, Any]:
    """What a file says of these weights of the secrets, in the order of its nodes."""
    own, histogram = iter(weights), []
    for start, stop in zip(tree.levels, tree.levels[1:], strict=False):
        histogram.append(sum(next(own) for node in range(start, stop) if tree.is_win(node)))
    total = sum(depth * found for depth, found in enumerate(histogram, 1))
    tally = f"{total}:{len(histogram)}:{histogram[-1]}"
    return {"weights": weights, "histogram": histogram, "tally": tally, "bound": total}


def test_the_pair_is_good_as_it_is() -> None:
    tree, certificate = good()
    assert (
        "no tree costs less than 436 (prices 1,2,3,...; " in tg.check_certificate(certificate.to_bytes(), tree=tree)[0]
    )
    data = sealed(tree, game=NAMED)
    named = replace(certificate, game=NAMED, tree=digest_of(data))
    assert tg.check_certificate(named.to_bytes(), tree=data)[0].startswith(f"{NAMED}: no tree costs less than 436 ")


def told(
    tree: tg.Tree, claims: tuple[Claim, ...], known: Game, values: dict[str, Any], **options: Any
) -> tuple[bytes, Certificate]:
    """A tree that calls itself optimal at the first claim, and a certificate of these claims, all of them true."""
    data = sealed(tree, **({"bound": claims[0].bound} | values))
    return data, prove(known, tree, data, *claims, **options)


def limited_pair() -> tuple[bytes, Certificate]:
    """The best tree of a limited depth, without a word of the limit, where a deeper one costs less."""
    some = random.Random(0)
    heavy = game("mastermind-2x3")
    heavy = weigh(heavy, np.array([some.choice((1, 1, 1, 1, 50)) for _ in heavy.secrets]))
    limited = tg.solve(heavy, max_depth=3)
    assert limited.total > tg.solve(heavy).total
    return told(limited, (Claim(linear(3), limited.total), no_tree_of(2)), heavy, {"max_depth": None})


def bad_pairs() -> Iterator[tuple[str, tuple[bytes, Certificate]]]:
    """Bad trees that call themselves optimal, and certificates of something true that are taken for their own."""
    known, bad, best = game(NAME), greedy(), good()[0]
    none, total, is_total = no_tree_of(bad.depth - 1), Claim(linear(None), best.total), {"objective": "total"}
    flat = Claim(Prices((1,) * bad.depth), bad.secrets)
    for objective in ("total", "worst", "fewest-at-max"):
        values: dict[str, Any] = {"objective": objective, "prices": [1] * bad.depth}
        yield f"flat prices, {objective}", told(bad, (flat, none), known, values)
    values = {"objective": "fewest-at-max", "prices": [*range(1, best.depth + 1)]}
    claim = Claim(linear(best.depth), best.total)
    yield "the prices of total, fewest-at-max", told(best, (claim, none), known, values)
    prices = fewest_at_max(bad.depth + 1, bad.weight)
    values = {"objective": "fewest-at-max", "prices": prices.values}
    yield "fewest-at-max of another depth", told(best, (Claim(prices, best.total), none), known, values)
    claim = Claim(linear(None), bad.total - bad.fanout.count(0))
    yield "identify", told(bad, (claim,), known, {"objective": "identify"})
    claim = Claim(linear(None), bad.total)
    yield "weights in the certificate", told(bad, (claim, none), weighted(known), is_total)
    values = is_total | recounted(bad, [1, 2] * (bad.secrets // 2))
    yield "other weights", told(bad, (Claim(linear(None), values["bound"]), none), weighted(known), values)
    yield "a limit of depth", limited_pair()
    yield "a first guess", told(bad, (total, none), known, is_total, first=bad.guesses[0])
    small = game("mastermind-2x3")
    dear = tg.solve(small, first="11")
    claim = Claim(linear(None), dear.total)
    yield "the bound of a first guess", told(dear, (claim,), small, {"first_guess": ""}, first="11")
    yield "candidates", told(best, (total, none), known, is_total, pool="candidates")
    ways = bytearray(best.feedback)
    assert best.fanout[-1] == 0
    ways[-1] = next(way for way in range(ways[-1] + 1, len(best.labels)) if way != best.winning)
    yield "wrong feedbacks", told(best, (total, none), known, {"feedback": bytes(ways)})


def test_no_bad_tree_is_called_optimal(tmp_path: Path, call_treegen: Call) -> None:
    for kind, (data, certificate) in bad_pairs():
        assert refusal(certificate, data), kind
        (tmp_path / "x.tree").write_bytes(data)
        (tmp_path / "c").write_bytes(certificate.to_bytes())
        done = call_treegen("verify", "x.tree", "--certificate", "c", cwd=tmp_path)
        assert done.returncode in (1, 2), kind
        assert (done.stdout + done.stderr).count("\n") == 1, kind
        assert "optimal" not in done.stdout.replace("not of --objective", ""), kind


DIGEST = sha256(b"1 2 3 4 5 6 7 8 9 10 11 12").hexdigest()[:12]
WEIGHTS: dict[str, Game | None] = {
    "none": None,
    "equal": game("bulls-2x4"),
    "own": weighted(game("bulls-2x4")),
    "other": weighted(game("bulls-2x4"), 2),
}


@pytest.mark.parametrize(
    ("of", "tree", "given", "is_good"),
    [
        ("own", "none", "none", True), ("own", "none", "equal", False), ("own", "none", "own", True),
        ("own", "none", "other", False), ("equal", "none", "own", False), ("equal", "none", "equal", True),
        ("own", "own", "none", True), ("own", "own", "own", True), ("own", "own", "other", False),
        ("own", "own", "equal", True),  # without weights, a game only says which files the tree's game is read from
        ("own", "equal", "none", False), ("own", "equal", "own", False), ("own", "other", "none", False),
        ("equal", "own", "none", False), ("equal", "equal", "own", False), ("equal", "equal", "none", True),
    ],
)  # fmt: skip
def test_the_weights_of_certificate_tree_and_game_are_equal(of: str, tree: str, given: str, is_good: bool) -> None:
    known, played, named = (WEIGHTS[name] for name in (of, tree, given))
    assert known is not None
    best = tg.solve(known if played is None else played)
    # The claim is true of the certificate's weights, and is that of the tree where its weights are less.
    bound = min(tg.solve(known).total, best.total)
    certificate = prove(known, best, best.to_bytes(), Claim(linear(None), bound), no_tree_of(best.depth - 1))
    arguments = certificate.to_bytes(), "c", None if played is None else best, named
    if is_good:
        sentences = tg.check_certificate(*arguments)
        assert all((f", weighted {DIGEST}; " in sentence) == (of == "own") for sentence in sentences)
        return
    with pytest.raises(tg.BadInput, match="weight") as caught:
        tg.check_certificate(*arguments)
    assert "\n" not in str(caught.value)


def test_a_tree_is_proved_with_its_own_weights_only() -> None:
    tree = tg.solve(game("bulls-2x4"))
    for function in (tg.certify, prove_again):
        with pytest.raises(tg.BadInput, match="the weights of bulls-2x4 are not those of the tree"):
            function(tree, WEIGHTS["own"])


@pytest.mark.parametrize("where", ["tree", "certificate", "both"])
def test_the_lists_are_compared(where: str) -> None:
    one, other = (tg.Game.from_words(["ab", "ba", "cd", "ac", last]) for last in ("bd", "bc"))
    tree = tg.solve(one)
    certificate = tg.certify(tree, one)
    assert tg.check_certificate(certificate.to_bytes(), "c", tree, one)
    data = sealed(tree, game=other.name, files=[]) if where != "certificate" else tree.to_bytes()
    lists: dict[str, Any] = (
        {"lists": tuple(line.replace("bd", "bc") for line in certificate.lists)} if where != "tree" else {}
    )
    changed = replace(certificate, tree=digest_of(data), **lists)
    for known in (one, other):
        assert refusal(changed, data, known)


@pytest.mark.parametrize(("words", "first"), [("ab", "cd"), ("ab cd", "ef"), ("ab", "ab")])
def test_a_first_guess_without_a_certificate_is_refused_before_the_search(
    words: str, first: str, tmp_path: Path
) -> None:
    known, certificate = tg.Game.from_words(words.split(), ["ab", "cd", "ef"]), tmp_path / "c"
    with pytest.raises(tg.BadInput, match=f"^certificates take a first guess that tells secrets apart, not {first}$"):
        tg.solve(known, first=first, certificate=certificate, progress=unwanted)
    assert not certificate.exists()
    tree = tg.solve(known, "worst", certificate=certificate)
    assert tg.check_certificate(certificate.read_bytes(), tree=tree, game=known)


def unwanted(_: object) -> None:
    raise AssertionError("a search has begun")
