"""Independent check of a tree, with another reader of the file and another implementation of feedback than elsewhere.

Every secret is played with the plain-Python rules of `player.rules`; no branch may be dead, and all figures in the
file are counted again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgpack
import numpy as np

from player.errors import BadInput
from player.rules import names as rules
from player.tree import Tree, read_source
from treegen.games.game import Game

__all__ = ["Verdict", "prove_again", "verify", "verify_bytes"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the check of one tree found; `faults` is empty if everything that the file claims is true."""

    tally: str
    secrets: int
    depth: int
    claims_optimal: bool
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Own:
    """The rules of a game, for comparison with what the tree says about it."""

    secrets: list[str]
    feedback: Callable[[str, str], str]
    is_guess: Callable[[str], bool]
    labels: tuple[str, ...]
    winning: int
    losing: tuple[int, ...]


def verify(source: str, game: Game | None = None) -> Verdict:
    """Check a tree by name or path, "-" being standard input; `game` is needed for games that are read from files.

    Raises TreeFormatError for a file that cannot be read as a tree at all.

    >>> import treegen as tg
    >>> tg.verify("bulls-4x10.entropy").faults
    ()
    """
    path, data = read_source(source)
    return verify_bytes(data, path, game)


def prove_again(tree: Tree, game: Game | None = None, threads: int | None = None) -> list[str]:
    """Prove again that the tree is optimal, by a new search; returns the faults found."""
    if not tree.proved:
        return ["it does not claim to be optimal"]
    from treegen.games.lookup import game as make
    from treegen.games.weights import weigh
    from treegen.optimal.solver import solve

    known = game or make(tree.game)
    if tree.weights:
        weights = np.ones(len(known.secrets), dtype=np.int64)
        for guess, weight in tree.weight_of().items():
            weights[known.wins_against[known.find_guess(guess)]] = weight
        known = weigh(known, weights)
    again = solve(
        known,
        "total" if tree.objective == "price" else tree.objective,
        prices=tree.prices if tree.objective == "price" else None,
        max_depth=tree.max_depth,
        guesses=tree.pool or "all",
        first=tree.first_guess or None,
        threads=threads,
    )
    faults = []
    if again.prices != tree.prices:
        faults.append(
            f"its prices {_first_prices(tree.prices)} are not those of its objective, {_first_prices(again.prices)}"
        )
    elif again.cost != tree.cost:
        faults.append(f"it is not optimal: its cost is {tree.cost}, but the least is {again.cost}")
    elif again.depth != tree.depth and tree.objective in ("total", "worst"):
        faults.append(f"it is not optimal: the same cost can be had with depth {again.depth} instead of {tree.depth}")
    return faults


def _first_prices(prices: tuple[int, ...]) -> str:
    return ",".join(map(str, prices[:10])) + ",..." * (len(prices) > 10) or "1,2,3,..."


def verify_bytes(data: bytes, where: str = "tree", game: Game | None = None) -> Verdict:
    """Check the bytes of a tree file, as `verify` does."""
    Tree.from_bytes(data, where)
    claimed = msgpack.unpackb(data)
    own = _own_rules(claimed["game"], game)
    faults = [
        f"the {what} are not those of its game: {_shown(told)}, not {_shown(true)}"
        for what, told, true in (
            ("feedback labels", claimed["labels"], own.labels),
            ("winning feedbacks", [claimed["winning"]], [own.winning]),
            ("losing feedbacks", claimed["losing"], own.losing),
        )
        if list(told) != list(true)
    ]
    if hashlib.sha256(data[:-32]).digest() != claimed["sha256"]:
        faults.append("the checksum differs")
    found = _walk(claimed, own, faults)
    winning = [node for node in range(len(claimed["feedback"])) if claimed["wins"][node // 8] >> (node % 8) & 1]
    weights = dict(zip(winning, claimed.get("weights") or [1] * len(winning), strict=False))
    histogram = [0] * max((depth for depth, _ in found.values()), default=1)
    for depth, node in found.values():
        histogram[depth - 1] += weights.get(node, 1)
    total = sum(depth * weight for depth, weight in enumerate(histogram, 1))
    tally = f"{total}:{len(histogram)}:{histogram[-1]}"
    for what, truth in (("histogram", histogram), ("tally", tally)):
        if claimed[what] != truth:
            faults.append(f"the {what} is {truth}, not {claimed[what]}")
    faults += _check_cost(claimed, histogram)
    return Verdict(tally, len(own.secrets), len(histogram), claimed["proved"], tuple(faults))


def _own_rules(name: str, game: Game | None) -> _Own:
    """The game of that name: the plain rules, or the given game's table where it has none.

    Raises BadInput where the game given is another one, or none is given and the name alone does not tell it.
    """
    if game is not None and game.name != name:
        raise BadInput(f"this is a tree of {_brief(name)}, but --game names {_brief(game.name)}")
    known = rules.read_game(name) if ":" not in name else None if game is None else game.rules
    if known is not None:
        return _Own(known.secrets(), known.feedback, known.is_guess, known.labels, known.winning, tuple(known.losing))
    if game is None:
        raise BadInput(f"this tree's game is read from files ({name[:40]}...); name them with --game")
    given = game
    places = {secret: i for i, secret in enumerate(given.secrets)}

    def looked_up(guess: str, secret: str) -> str:
        return given.labels[int(given.table[given.guess_index[guess], places[secret]])]

    return _Own(
        list(given.secrets),
        looked_up,
        given.guess_index.__contains__,
        given.labels,
        given.winning,
        given.losing,
    )


def _brief(name: str) -> str:
    return name if len(name) <= 40 else f"{name[:30]}..."


def _shown(values: Sequence[object]) -> str:
    text = " ".join(map(str, values)) or "none"
    return text if len(text) <= 60 else f"{text[:57]}..."


def _walk(claimed: dict[str, Any], own: _Own, faults: list[str]) -> dict[str, tuple[int, int]]:
    """Play every secret; the depth and the node at which each is found.  What went wrong is added to `faults`."""
    columns, labels = claimed["feedback"], claimed["labels"]
    count = len(columns)
    width = len(claimed["guess"]) // count
    guesses = [claimed["guess"][i * width : (i + 1) * width].rstrip(b"\0").decode() for i in range(count)]
    children: list[dict[str, int]] = []
    reached = 1
    for fanout in claimed["fanout"]:
        children.append({labels[columns[child]]: child for child in range(reached, reached + fanout)})
        reached += fanout
    winning = labels[claimed["winning"]]
    losing = {labels[index] for index in claimed["losing"]}
    visited, won, found = set(), set(), {}
    foreign = {node for node, guess in enumerate(guesses) if not own.is_guess(guess)}
    faults += [f"node {node} asks {guesses[node]}, which is not a guess of its game" for node in sorted(foreign)]
    for secret in own.secrets:
        node, depth = 0, 1
        while True:
            visited.add(node)
            if node in foreign:
                break
            answer = own.feedback(guesses[node], secret)
            if answer == winning:
                if not claimed["wins"][node // 8] >> (node % 8) & 1:
                    faults.append(f"secret {secret}: guess {guesses[node]} is right, but not marked so")
                won.add(node)
                found[secret] = (depth, node)
                break
            if answer in losing:
                faults.append(f"secret {secret}: guess {guesses[node]} loses the game ({answer})")
                break
            if answer not in children[node]:
                faults.append(f"secret {secret}: no branch for {answer} to {guesses[node]} at guess {depth}")
                break
            node, depth = children[node][answer], depth + 1
    faults += [
        f"node {node} ({guesses[node]}) is a dead branch: no secret leads there"
        for node in range(count)
        if node not in visited
    ]
    faults += [
        f"node {node} ({guesses[node]}) is marked as a win, but no secret ends there"
        for node in sorted(visited - won)
        if claimed["wins"][node // 8] >> (node % 8) & 1
    ]
    return found


def _check_cost(claimed: dict[str, Any], histogram: list[int]) -> list[str]:
    """Check that the objective, the prices, the cost and the bound fit each other."""
    if not claimed["objective"]:
        return ["it is called optimal without an objective"] if claimed["proved"] else []
    if claimed["objective"] == "identify":
        histogram = [sum(depth * found for depth, found in enumerate(histogram, 1)) - claimed["fanout"].count(0)]
    prices = claimed["prices"] or list(range(1, len(histogram) + 1))
    if len(histogram) > len(prices):
        return [f"its depth is {len(histogram)}, but only {len(prices)} have a price"]
    cost = sum(price * found for price, found in zip(prices, histogram, strict=False))
    if claimed["bound"] is not None and claimed["bound"] > cost:
        return [f"its cost is {cost}, less than the bound {claimed['bound']} that it claims"]
    if claimed["proved"] and claimed["bound"] != cost:
        return [f"it is called optimal, but its cost {cost} is not its bound {claimed['bound']}"]
    return []
