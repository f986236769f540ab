"""Weights and prices: damaged files, numbers that are none, and sums at the edge of 64 bits, proved by plain Python."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import treegen as tg
from campaigns import Report
from campaigns.drawn import NUMBERS, call, check_command, damage, token, write
from treegen.games.game import Game
from treegen.games.weights import MAX_WEIGHT, read_weights
from treegen.insight.verify import verify_bytes
from treegen.optimal.objective import MAX_COST, OBJECTIVES

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMANDS = 50  # one in so many is tried on the command line, too
_GAME = "bulls-2x3"


def attack(budget: int, seed: int, folder: Path) -> Report:
    """Half of the inputs are files of weights, half are price lists."""
    report, rng, plain = Report(), random.Random(seed), tg.game(_GAME)
    for number, data in enumerate(_files(budget // 2, rng, plain)):
        what = f"seed {seed}, weights {number}, {data[:200]!r}"
        path = write(folder, "weights", data)
        call(report, what, partial(_solve_weighed, report, what, plain, path))
        if number % _COMMANDS == 0:
            words = ["solve", _GAME, "--weights", path, "-j", "1", "-o", str(folder / "a.tree")]
            check_command(report, "treegen", words)
    for number in range(budget - budget // 2):
        prices = _prices(rng, len(plain.secrets))
        what = f"seed {seed}, prices {number}, {prices!r}"
        call(report, what, partial(_solve_priced, report, what, plain, prices))
        if number % _COMMANDS == 0:
            text = ",".join(map(str, prices)) if rng.randrange(2) else rng.choice(NUMBERS).decode(errors="replace")
            words = ["solve", _GAME, f"--price={text}", "-j", "1", "-o", str(folder / "a.tree")]
            check_command(report, "treegen", words, codes=(0, 1, 2))
    return report


def _files(budget: int, rng: random.Random, game: Game) -> Iterator[bytes]:
    for _ in range(budget):
        most = rng.choice((1, 5, 10**6, MAX_WEIGHT // 6, MAX_WEIGHT // 5, MAX_WEIGHT, 2**63, 2**64))
        lines = [f"{secret} {rng.choice((1, rng.randint(1, most), most))}" for secret in game.secrets]
        rng.shuffle(lines)
        data = "\n".join(lines).encode()
        kind = rng.randrange(4)
        if kind == 0:
            data = damage(rng, data)
        elif kind == 1:
            secret, _, _ = lines[0].partition(" ")
            data = data.replace(lines[0].encode(), f"{secret} ".encode() + token(rng), 1)
        yield data


def _prices(rng: random.Random, secrets: int) -> list[int]:
    edge = MAX_COST // secrets
    most = rng.choice((3, 100, 10**9, edge, edge + 1, 4 * edge, 2**58, 2**62, 2**63, 2**64, 10**400))
    prices = sorted(rng.choice((0, 1, rng.randint(0, most), most)) for _ in range(rng.randint(0, 6)))
    if prices and rng.randrange(5) == 0:
        prices[rng.randrange(len(prices))] = rng.choice((-1, -(2**63), most))
    return prices


def _solve_weighed(report: Report, what: str, plain: Game, path: str) -> None:
    game = read_weights(plain, path)
    objective = list(OBJECTIVES)[game.weight % len(OBJECTIVES)]
    if objective == "identify" and game.weights is not None:
        objective = "total"
    tree = tg.solve(game, objective, threads=1)
    _check(report, what, tree)


def _solve_priced(report: Report, what: str, game: Game, prices: list[int]) -> None:
    try:
        tree = tg.solve(game, prices=prices, threads=1)
    except tg.NoSuchTree:
        # Three guesses always do in this game, two never: the second may leave two secrets.
        if len(prices) > 3:
            report.fail(f"{what}: called impossible")
        raise
    _check(report, what, tree)


def _check(report: Report, what: str, tree: tg.Tree) -> None:
    """The cost counted again in numbers without a bound, and the file checked."""
    prices = tree.prices or list(range(1, tree.depth + 1))
    cost = sum(price * found for price, found in zip(prices, tree.histogram, strict=False))
    faults = verify_bytes(tree.to_bytes()).faults
    if (tree.objective != "identify" and tree.cost != cost) or faults or not tree.proved:
        report.fail(f"{what}: cost {tree.cost}, counted again {cost}; {faults[:2]}")
