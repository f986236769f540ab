"""RawTree: a tree of indices, as every builder returns it; it can be played, and converted to a `Tree`."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from player.rules.tables import TableRules
from player.rules.titles import command_name
from player.tree import Tree
from player.tree.decode import COST, MAX_TEXT
from player.tree.wide import column
from treegen.games.game import Game


def command_of(tree: Tree, verb: str, *how: str, seed: int | None = None, exact_below: int = 0) -> str:
    """Return the command that makes a tree again; `how`, `seed` and `exact_below` are options.

    In the command, FILE stands for files whose name is unknown.  Return "" if a tree file cannot hold the command.
    """
    game = command_name(tree.game, tree.files) if ":" in tree.game else tree.game
    words = ["treegen", verb]
    if verb == "import":
        words += [*how, "--game", game]
    else:
        words += [game, *how, "--guesses", tree.pool, "--max-depth", str(tree.max_depth or "none")]
        words += ["--first", tree.first_guess] if tree.first_guess else []
        words += ["--seed", str(seed)] if seed is not None else []
        words += ["--exact-below", str(exact_below)] if exact_below else []
        is_own = tree.game.startswith("table:") and tree.files  # the weights of a table's file stand in it
        words += ["--weights", "FILE"] if tree.weights and not is_own else []
    command = shlex.join([*words, "--name", tree.called] if tree.called else words)
    return command if len(command) <= MAX_TEXT else ""


class RawTree(NamedTuple):
    """A tree as columns with an entry for each node, parents before their children (see `Search.tree` of the core).

    `wins` is 1 if the guess of the node may be the secret, otherwise 0; `parent` and `feedback` are -1 at the root.
    """

    guess: npt.NDArray[np.int32]
    wins: npt.NDArray[np.uint8]
    parent: npt.NDArray[np.int32]
    feedback: npt.NDArray[np.int32]

    @classmethod
    def from_rows(cls, rows: Iterable[tuple[int, bool, int, int]]) -> RawTree:
        """Make a tree from rows (guess, wins, parent, feedback)."""
        guess, wins, parent, feedback = np.array(list(rows), dtype=np.int32).T
        return cls(guess, wins.astype(np.uint8), parent, feedback)

    @classmethod
    def joined(cls, guess: int, wins: bool, parts: Iterable[tuple[int, RawTree]]) -> RawTree:
        """Make the tree of a guess and of its subtrees `parts`, each with its feedback."""
        columns, size = [cls.from_rows([(guess, wins, -1, -1)])], 1
        for label, part in parts:
            parent, feedback = part.parent + size, part.feedback.copy()
            parent[0], feedback[0] = 0, label
            columns.append(part._replace(parent=parent, feedback=feedback))
            size += len(parent)
        return cls(*map(np.concatenate, zip(*columns, strict=True)))

    def without(self, is_out: npt.NDArray[np.bool_]) -> RawTree:
        """Return the tree without some nodes, and without their children."""
        place = np.cumsum(~is_out, dtype=np.int32) - 1
        parent = self.parent[~is_out]
        parent[1:] = place[parent[1:]]
        return RawTree(self.guess[~is_out], self.wins[~is_out], parent, self.feedback[~is_out])

    def below(self) -> dict[int, RawTree]:
        """Return the subtrees below the root, by feedback."""
        owner = np.arange(len(self.parent), dtype=np.int32)
        while len(deep := np.flatnonzero(self.parent[owner] > 0)):
            owner[deep] = self.parent[owner[deep]]
        parts = dict[int, RawTree]()
        for root in np.flatnonzero(self.parent == 0).tolist():
            nodes = np.flatnonzero(owner == root)
            parent, feedback = np.searchsorted(nodes, self.parent[nodes]).astype(np.int32), self.feedback[nodes]
            parent[0] = feedback[0] = -1
            parts[int(self.feedback[root])] = RawTree(self.guess[nodes], self.wins[nodes], parent, feedback)
        return parts

    def play(self, game: Game, history: Sequence[tuple[int, int]] = ()) -> list[int]:
        """Play against all secrets after a history of indices; return the weight of those found at depth 1, 2, ...

        Raises ValueError if a secret is not found.
        """
        return self.played(game, history)[0]

    def played(self, game: Game, history: Sequence[tuple[int, int]] = ()) -> tuple[list[int], npt.NDArray[np.int64]]:
        """Return what `play` does, and the weight that each node finds; int64 [nodes]."""
        here = np.zeros(len(self.guess), dtype=np.int64)
        labels = len(game.labels)
        keys = self.parent.astype(np.int64) * labels + self.feedback
        order = np.argsort(keys[1:], kind="stable") + 1
        rising = keys[order]
        secrets = game.select(history)
        at = np.zeros(len(secrets), np.int64)
        found: list[int] = []
        while len(secrets):
            answers = game.table[self.guess[at], secrets].astype(np.int64)
            goes_on = answers != game.winning
            found.append(int(game.secret_weights[secrets[~goes_on]].sum()))
            np.add.at(here, at[~goes_on], game.secret_weights[secrets[~goes_on]])
            secrets, steps = secrets[goes_on], at[goes_on] * labels + answers[goes_on]
            places = np.minimum(np.searchsorted(rising, steps), max(0, len(rising) - 1))
            if len(found) > len(self.guess) or (len(steps) and (not len(rising) or (rising[places] != steps).any())):
                raise ValueError("it does not find every secret")
            at = order[places] if len(steps) else steps
        return found, here

    def histogram(self, game: Game | None = None) -> list[int]:
        """Return the number of winning nodes, or with `game` the weight of their secrets, at depth 1, 2, and so on."""
        depths: list[int] = []
        for above in self.parent.tolist():
            depths.append(1 if above < 0 else depths[above] + 1)
        weights = None if game is None else game.secret_weights[game.wins_against[self.guess[self.wins > 0]]]
        found: list[int] = np.bincount(np.array(depths)[self.wins > 0], weights)[1:].astype(np.int64).tolist()
        return found

    def spent(self, costs: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return what the answers cost that lead to each node, by the costs of a game; int64 [nodes]."""
        spent = [0]
        for above, step in zip(self.parent[1:], costs[self.guess[self.parent], self.feedback][1:], strict=True):
            spent.append(spent[above] + step)
        return np.array(spent, dtype=np.int64)

    def to_tree(self, game: Game, **fields: Any) -> Tree:
        """Convert to a Tree, level by level, siblings by rising feedback; `fields` are further fields of the Tree."""
        nodes = np.arange(len(self.guess))
        by_parent = np.lexsort((self.feedback, self.parent))
        starts = np.searchsorted(self.parent[by_parent], nodes).tolist()
        fanout = np.bincount(self.parent[by_parent[1:]], minlength=len(nodes))
        children, fanouts = by_parent.tolist(), fanout.tolist()
        order = children[:1]
        for node in order:
            order += children[starts[node] : starts[node] + fanouts[node]]
        guesses, wins = self.guess[order], self.wins[order]
        weights = () if game.weights is None else game.weights[game.wins_against[guesses[wins > 0]]].tolist()
        if game.is_grouped:  # a node may find several secrets
            weights = self.played(game)[1][order][wins > 0].tolist()
        if game.costs is not None and isinstance(game.rules, TableRules):
            fields["prices"] = (game.scale, *self.spent(game.costs)[order][wins > 0].tolist())
            fields["objective"] = COST + f" in {game.rules.unit}" * bool(game.rules.unit)
        return Tree(
            game=game.name,
            files=game.files,
            called=game.called if game.files else "",
            labels=game.labels,
            winning=game.winning,
            losing=game.losing,
            guess=np.array([game.guesses[guess].encode() for guess in guesses.tolist()]).tobytes(),
            feedback=column(self.feedback[order].clip(0).tolist(), len(game.labels)),
            fanout=column(fanout[order].tolist(), len(game.labels)),
            wins=np.packbits(wins, bitorder="little").tobytes(),
            weights=tuple(weights) if any(weight > 1 for weight in weights) else (),
            **fields,
        )
