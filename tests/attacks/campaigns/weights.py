"""Weights and prices: damaged files, numbers that are none, and sums at the edge of 64 bits, proved by plain Python."""

from __future__ import annotations

from pathlib import Path
from random import Random

import treegen as tg
from campaigns import Fault, campaign
from campaigns.commands import tried
from campaigns.drawn import NUMBERS, damage, token, write
from player.tree.decode import MAX_WEIGHT
from treegen.games.game import Game
from treegen.games.weights import read_weights
from treegen.insight.verify import verify_bytes
from treegen.optimal.goal import OBJECTIVES
from treegen.search.problem import MAX_COST

_COMMANDS = 50  # one in so many is tried on the command line, too
_GAME = "bulls-2x3"


@campaign
def attack(draw: Random, number: int, folder: Path) -> str:
    """Half of the inputs are files of weights, half are price lists."""
    plain, solve = tg.game(_GAME), ["solve", _GAME, "-j", "1", "-o", str(folder / "a.tree")]
    is_tried = number % _COMMANDS < 2
    if number % 2:
        path = write(folder, "weights", _weights(draw, plain))
        if is_tried:
            tried("treegen", [*solve, "--weights", path], folder)
        return _solve_weighed(plain, path)
    prices = _prices(draw, len(plain.secrets))
    if is_tried:
        text = ",".join(map(str, prices)) if draw.randrange(2) else draw.choice(NUMBERS).decode(errors="replace")
        tried("treegen", [*solve, f"--price={text}"], folder, codes=(0, 1, 2))
    return _solve_priced(plain, prices)


def _weights(draw: Random, game: Game) -> bytes:
    most = draw.choice((1, 5, 10**6, MAX_WEIGHT // 6, MAX_WEIGHT // 5, MAX_WEIGHT, 2**63, 2**64))
    lines = [f"{secret} {draw.choice((1, draw.randint(1, most), most))}" for secret in game.secrets]
    draw.shuffle(lines)
    data = "\n".join(lines).encode()
    kind = draw.randrange(4)
    if kind == 0:
        return damage(draw, data)
    first = lines[0].encode()
    return data.replace(first, first.partition(b" ")[0] + b" " + token(draw), 1) if kind == 1 else data


def _prices(draw: Random, secrets: int) -> list[int]:
    edge = MAX_COST // secrets
    most = draw.choice((3, 100, 10**9, edge, edge + 1, 4 * edge, 2**58, 2**62, 2**63, 2**64, 10**400))
    prices = sorted(draw.choice((0, 1, draw.randint(0, most), most)) for _ in range(draw.randint(0, 6)))
    if prices and draw.randrange(5) == 0:
        prices[draw.randrange(len(prices))] = draw.choice((-1, -(2**63), most))
    return prices


def _solve_weighed(plain: Game, path: str) -> str:
    game = read_weights(plain, path)
    objective = list(OBJECTIVES)[game.weight % len(OBJECTIVES)]
    if objective == "identify" and game.weights is not None:
        objective = "total"
    return _check(tg.solve(game, objective, threads=1))


def _solve_priced(game: Game, prices: list[int]) -> str:
    try:
        return _check(tg.solve(game, prices=prices, threads=1))
    except tg.NoSuchTree:
        # Three guesses always do in this game, two never: the second may leave two secrets.
        if len(prices) > 3:
            raise Fault(f"{prices!r}: called impossible") from None
        raise


def _check(tree: tg.Tree) -> str:
    """The cost counted again in numbers without a bound, and the file checked."""
    prices = tree.prices or list(range(1, tree.depth + 1))
    cost = sum(price * found for price, found in zip(prices, tree.histogram, strict=False))
    faults = verify_bytes(tree.to_bytes()).faults
    if (tree.objective != "identify" and tree.cost != cost) or faults or not tree.proved:
        raise Fault(f"{tree!r}: cost {tree.cost}, counted again {cost}; {faults[:2]}")
    return "taken"
