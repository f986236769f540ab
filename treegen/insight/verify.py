"""An independent check of a tree: it decodes the file by code of its own, and plays against every secret.

The feedbacks are those of the plain rules of `player.rules` or, in a game without plain rules, of its table.  A secret
must lead to every node, and all figures in the file are counted again.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgpack
import numpy as np

from player.errors import shorten
from player.rules import names
from player.rules.cells import broken_hint
from player.rules.feedback import mark_labels
from player.rules.lists import ListRules
from player.rules.tables import TableRules
from player.tree.decode import COST, WORST_COST
from player.tree.tree import Tree, open_tree, tree_bytes
from treegen.games.game import Game
from treegen.games.lookup import as_game, check_game

if TYPE_CHECKING:
    from player.tree.tree import TreeSource


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of checking a tree: figures, counted again, and `faults` (empty: all claims of the file are true)."""

    tally: str
    secrets: int
    depth: int
    claims_optimal: bool
    faults: tuple[str, ...]
    counted: str = "guesses"  # what the depth counts; "questions" if naming what is certain is free
    costs: str = ""  # what the secrets cost on average and at most, in a table with costs


class GameRules(ListRules):
    """The rules of a game that only its table has."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.name, game.labels, game.winning, game.secrets, game.guess_index, game.losing)
        self.called, self.feedback = game.called, game.feedback  # type: ignore[method-assign]


def verify(source: TreeSource, game: Game | str | None = None) -> Verdict:
    """Check a tree (a name or path, "-" for standard input, the bytes of a file, or a Tree), and list its faults.

    `game`, a game or its name, is needed for games that are read from files.

    Raises TreeFormatError for a file that is not a tree, BadInput for a name that is not shipped and for a game that is
    missing or is not the tree's, and TypeError for arguments of a wrong type.

    >>> import treegen as tg
    >>> tg.verify("bulls-4x10.entropy").faults
    ()
    """
    where, data = tree_bytes(source)
    return verify_bytes(data, where, None if game is None else as_game(game, "verify"))


def prove_again(tree: TreeSource, game: Game | str | None = None, threads: int | None = None) -> list[str]:
    """Prove by a new search that a tree is optimal, and return the faults found.

    `tree` is a Tree, or its name, path or bytes; `game` is as in `verify`, and `threads` as in `solve`.  Raises what
    `open_tree` and `solve` raise.

    >>> prove_again("bulls-3x9.total")
    []
    """
    tree = open_tree(tree)
    if not tree.proved:
        return ["it does not claim to be optimal"]
    from treegen.games.weights import game_of
    from treegen.optimal.solve import solve

    kind = tree.objective.partition(" in ")[0]
    again = solve(
        game_of(tree, None if game is None else as_game(game, "prove_again")),
        {"price": "total", COST: "total", WORST_COST: "worst"}.get(kind, kind),
        prices=tree.prices if tree.objective == "price" else None,
        max_depth=tree.max_depth,
        guesses=tree.pool or "all",
        first=tree.first_guess or None,
        threads=threads,
    )
    if again.prices != tree.prices:
        claim, true = (shorten(",".join(map(str, prices)) or "1,2,3,...", 24) for prices in (tree.prices, again.prices))
        return [f"its prices {claim} are not those of its objective, {true}"]
    if again.cost != tree.cost:
        return [f"it is not optimal: its cost is {tree.cost}, but the least is {again.cost}"]
    if again.depth != tree.depth and tree.objective in ("total", "worst"):
        return [f"it is not optimal: the same cost can be had with depth {again.depth} instead of {tree.depth}"]
    return []


def verify_bytes(
    data: bytes, where: str = "tree", game: Game | None = None, rules: names.AnyRules | None = None
) -> Verdict:
    """Check the bytes of the file `where`, as `verify` does, by `rules` (None: those of `game` or the tree's game)."""
    tree = Tree.from_bytes(data, where)
    claimed = msgpack.unpackb(data)
    if rules is None:
        game = check_game(game, claimed["game"], claimed["files"], path=where)
        if game is not None and ":" in claimed["game"]:
            rules = game.rules or GameRules(game)
    rules = rules or names.read_game(claimed["game"])
    faults = []
    for what, claim, true in (
        ("feedback labels", claimed["labels"], rules.labels),
        ("winning feedbacks", [claimed["winning"]], [rules.winning]),
        ("losing feedbacks", claimed["losing"], rules.losing),
    ):
        if list(claim) != list(true):
            texts = (shorten(" ".join(map(str, values)) or "none") for values in (claim, true))
            faults.append(f"the {what} are not those of its game: {', not '.join(texts)}")
    if hashlib.sha256(data[:-32]).digest() != claimed["sha256"]:
        faults.append("the checksum differs")
    count = len(_numbers(claimed, "feedback"))
    winning = [node for node in range(count) if claimed["wins"][node // 8] >> (node % 8) & 1]
    found = _walk(claimed, rules, tree.strategy, set(winning), faults)
    weights = dict(zip(winning, claimed["weights"] or [1] * len(winning), strict=False))
    histogram = [0] * max((depth for depth, _ in found.values()), default=1)
    for depth, node in set(found.values()):  # a node may find a class of secrets
        histogram[depth - 1] += weights.get(node, 1)
    if isinstance(rules, TableRules):
        sums = Counter[int]()
        for secret, (_, node) in found.items():
            sums[node] += rules.weights[secret]
        faults += [f"node {node} does not have the weight of what it finds, {sums[node]}" for node in sums
                   if sums[node] != weights.get(node)]  # fmt: skip
    is_free = tree.names_at_the_end  # then the last guess of each secret is no question
    at_depth, histogram = histogram[-1], histogram[is_free:]
    total = sum(depth * weight for depth, weight in enumerate(histogram, 1))
    tally = f"{total}:{len(histogram)}:{at_depth}"
    if tree.has_costs:  # the reader has checked the bound
        faults += _check_costs(claimed, tree, rules) if isinstance(rules, TableRules) else []
    else:
        faults += _check_cost(claimed, histogram, is_free)
    counted = "questions" if is_free else "guesses"
    return Verdict(tally, rules.secret_count, len(histogram), tree.proved, tuple(faults), counted, tree.costs())


def _numbers(claimed: dict[str, Any], key: str) -> Sequence[int]:
    """Return a column of the file as numbers; with more than 256 labels, each has two bytes, the lower one first."""
    column: bytes = claimed[key]
    return column if len(claimed["labels"]) <= 256 else np.frombuffer(column, dtype="<u2").tolist()


def _walk(
    claimed: dict[str, Any], rules: names.AnyRules, strategy: str, wins: set[int], faults: list[str]
) -> dict[str, tuple[int, int]]:
    """Play every secret, return the depth and the node at which each is found, and add any faults to `faults`."""
    columns, labels = _numbers(claimed, "feedback"), claimed["labels"]
    count = len(columns)
    width = len(claimed["guess"]) // count
    guesses = [claimed["guess"][i * width : (i + 1) * width].rstrip(b"\0").decode() for i in range(count)]
    children: list[dict[str, int]] = []
    steps: dict[int, list[tuple[str, str]]] = {0: []}  # the guesses and feedbacks that lead to a node
    reached = 1
    for fanout in _numbers(claimed, "fanout"):
        children.append({labels[columns[child]]: child for child in range(reached, reached + fanout)})
        reached += fanout
    winning = labels[claimed["winning"]]
    losing = {labels[index] for index in claimed["losing"]}
    visited, won, found = set(), set(), {}
    feedback = rules.feedback  # looked up only once
    foreign = {node for node, guess in enumerate(guesses) if not rules.is_guess(guess)}
    faults += [f"node {node} asks {guesses[node]}, which is not a guess of its game" for node in sorted(foreign)]
    for secret in rules.secrets():
        node, depth = 0, 1
        while True:
            visited.add(node)
            if node in foreign:
                break
            answer = feedback(guesses[node], secret)
            if answer == winning:
                if node not in wins:
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
            child, depth = children[node][answer], depth + 1
            steps[child] = [*steps[node], (guesses[node], answer)]
            node = child
    dead, unwon = sorted({*range(count)} - visited), sorted(visited & wins - won)
    faults += [f"node {node} ({guesses[node]}) is a dead branch: no secret leads there" for node in dead]
    faults += [f"node {node} ({guesses[node]}) is marked as a win, but no secret ends there" for node in unwon]
    faults += _check_pool(claimed, strategy, guesses, {node: steps[node] for node in visited}, won)
    return found


def _check_pool(
    claimed: dict[str, Any], strategy: str, guesses: Sequence[str], steps: dict[int, list[tuple[str, str]]],
    won: set[int],
) -> list[str]:  # fmt: skip
    """Return faults for the guesses that the pool of the tree forbids; forced first guesses are exempt."""
    pool = claimed["pool"]
    openings = [part[6:].split(".") for part in strategy.split("+")[1:] if part.startswith("first=")]
    opening = len(openings[0]) if openings else int(claimed["first_guess"] != "")
    if pool in ("", "all"):
        return []
    if pool == "hard" and claimed["labels"] != list(mark_labels(len(guesses[0]))):
        return ["the pool is hard, but its feedbacks are not marks"]
    faults = []
    for node, history in sorted(steps.items()):
        if len(history) < opening:
            continue
        if pool == "candidates" and node not in won:
            faults.append(f"node {node} asks {guesses[node]}, which is not a candidate there")
        elif pool == "hard" and broken_hint(guesses[node], history):
            faults.append(f"node {node} asks {guesses[node]} in hard mode: {broken_hint(guesses[node], history)}")
        elif pool not in ("candidates", "hard"):
            return [f"the pool {pool[:40]!r} is not one that guesstree knows"]
    return faults


def _check_costs(claimed: dict[str, Any], tree: Tree, rules: TableRules) -> list[str]:
    spent = [0]
    for above, label in zip(tree.parents()[1:], list(tree.feedback)[1:], strict=True):
        spent.append(spent[above] + rules.costs.get(tree.guesses[above], {}).get(tree.labels[label], 0))
    prices = [rules.scale, *(cost for node, cost in enumerate(spent) if tree.is_win(node))]
    is_right = claimed["prices"] == prices and claimed["objective"].partition(" in ")[2] == rules.unit
    return [] if is_right else ["its costs are not those of its table"]


def _check_cost(claimed: dict[str, Any], histogram: list[int], names_at_the_end: bool) -> list[str]:
    """Return the faults in the prices and the bound, by the histogram that was counted again."""
    if not claimed["objective"]:
        return []
    if claimed["objective"] == "identify" and not names_at_the_end:
        leaves = _numbers(claimed, "fanout").count(0)
        histogram = [sum(depth * found for depth, found in enumerate(histogram, 1)) - leaves]
    prices = claimed["prices"] or list(range(1, len(histogram) + 1))
    if len(histogram) > len(prices):
        return [f"its depth is {len(histogram)}, but only {len(prices)} depths have a price"]
    cost = sum(price * found for price, found in zip(prices, histogram, strict=False))
    if claimed["bound"] is not None and claimed["bound"] > cost:
        return [f"its cost is {cost}, less than the bound {claimed['bound']} that it claims"]
    return []
