"""Why a depth suffices or not: the most secrets that trees of each depth can find, and those that known trees find."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

import numpy as np

from player.errors import BadInput, NoSuchTree, TreeFormatError
from player.tree import Tree, open_tree
from treegen.games.arguments import check_options
from treegen.games.lookup import as_game
from treegen.games.partition import Indices, cell_sizes, cells
from treegen.insight.atlas import game_of_atlas, load
from treegen.insight.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treegen.games.game import Game

__all__ = ["BoundsRow", "bounds", "cap_bounds", "explain"]

_KINDS = ("total", "worst", "fewest-at-max", "candidates", "entropy")  # trees that may be shipped or in the atlas
_MOST_READ = 1_000_000_000  # feedbacks that the cap bound reads; it is left out where there are more
_FAR = 10**18  # bounds are not counted further

Proofs = dict[str, tuple[int, int | None, int]]  # by objective: the least value, that of a tree, and its depth


class BoundsRow(TypedDict):
    """What trees of at most this depth can find.

    No such tree finds more secrets than `information`, `counting` and `caps` (None: not computed).  `found` is the most
    that a known tree finds, and `tree` names it.  `is_enough` says whether the depth suffices (None: open), `why` what
    decides it.  `best_total` is the least total of a known tree (None: there is none), and no tree has a total
    below `total_bound` (None: not known); `is_optimal` if they are equal.
    """

    depth: int
    information: int
    counting: int
    caps: int | None
    found: int
    tree: str
    is_enough: bool | None
    why: str
    best_total: int | None
    total_bound: int | None
    is_optimal: bool


def bounds(game: Game | str, *, time_limit: float | None = None) -> Rows[BoundsRow]:
    """Return what trees of depth 1, 2, ... can find, up to the depth of the best known tree.

    Four rules exclude depths; `why` names the first that does.  `information`: L answers to each of d guesses have L^d
    sequences.  `counting`: a tree finds one secret at each node, which has one child for each answer that does not win.
    `caps`: a node has no more children than a guess makes cells of what the first guess leaves.  `search`: the atlas
    says so, or the search of `time_limit` seconds that is made if the atlas does not.  What suffices is shown by a
    tree.  Raises BadInput for a game with weights, or one of which no tree is found.

    >>> [(row["depth"], row["is_enough"], row["why"]) for row in bounds("bulls-3x4")]
    [(1, False, 'information'), (2, False, 'counting'), (3, False, 'caps'), (4, True, 'a tree')]
    """
    game = as_game(game, "bounds")
    check_options(time_limit=time_limit)
    if game.weights is not None:
        raise BadInput("bounds counts secrets, so it takes no weights; leave out --weights")
    trees, proofs = _known(game, time_limit)
    reach = cap_bounds(game)
    best = min((tree for _, tree in trees), key=lambda tree: (tree.total, tree.depth))
    return Rows(
        [_row(game, depth, trees, proofs, reach) for depth in range(1, best.depth + 1)],
        f"{game.title}: what trees of each depth can find",
    )


def _row(
    game: Game, depth: int, trees: list[tuple[str, Tree]], proofs: Proofs, reach: Sequence[int] | None
) -> BoundsRow:
    secrets = len(game.secrets)
    information, counting = min(len(game.labels) ** depth, _FAR), _nodes(game.branching, depth)
    caps = None if reach is None else reach[min(depth, len(reach)) - 1]
    name, finder = max(trees, key=lambda known: sum(known[1].histogram[:depth]))
    kept = [tree for _, tree in trees if tree.depth <= depth]
    if kept:
        why = "a tree"
    else:
        most_found = (("information", information), ("counting", counting), ("caps", caps))
        excluded = [rule for rule, most in most_found if most is not None and most < secrets]
        excluded += ["search"] * ("depth" in proofs and depth < proofs["depth"][0])
        why = excluded[0] if excluded else "open"
    best_total = min((tree.total for tree in kept), default=None)
    total_bound = _total_bound(proofs, depth) if kept else None
    return BoundsRow(
        depth=depth,
        information=information,
        counting=counting,
        caps=caps,
        found=sum(finder.histogram[:depth]),
        tree=name,
        is_enough=None if why == "open" else bool(kept),
        why=why,
        best_total=best_total,
        total_bound=total_bound,
        is_optimal=best_total is not None and best_total == total_bound,
    )


def _known(game: Game, time_limit: float | None) -> tuple[list[tuple[str, Tree]], Proofs]:
    """Known trees of a game with their names, and what is proved; a greedy tree where there is no other."""
    from treegen.optimal.building import build
    from treegen.optimal.solver import StoppedEarly, solve

    trees, proofs = [], Proofs()
    if game.rules is not None and ":" not in game.name and not game.name.startswith("number-"):
        name = game_of_atlas(game.name)
        for kind in _KINDS:
            try:
                tree = open_tree(f"{name}.{kind}")
            except (BadInput, TreeFormatError):
                continue
            if (tree.game, len(tree.labels)) == (name, len(game.labels)):
                trees.append((f"{name}.{kind}", tree))
        proofs = {
            row["objective"]: (row["lower"], row["upper"], row["depth"] or 0)
            for row in load()
            if row["game"] == name and row["lower"] is not None
        }
    is_open = "depth" not in proofs or proofs["depth"][0] != proofs["depth"][1]
    if time_limit is not None and is_open:
        command = f"treegen solve {game.typed} --objective worst"
        try:
            tree = solve(game, "worst", time_limit=time_limit)
        except StoppedEarly as early:
            if early.tree is not None:
                trees.append((command, early.tree))
        else:
            trees.append((command, tree))
            proofs["depth"] = (tree.depth, tree.depth, tree.depth)
            proofs["worst"] = (tree.total, tree.total, tree.depth)
    if not trees:
        try:
            trees.append((f"treegen build {game.typed}", build(game, max_depth=None)))
        except NoSuchTree as error:
            raise BadInput(f"{game.brief}: {error}") from None
    return trees, proofs


def _nodes(branching: int, depth: int) -> int:
    """The nodes of a full tree, at most _FAR: C_d of docs/theory.md."""
    nodes = 0
    for _ in range(depth):
        nodes = min(1 + branching * nodes, _FAR)
    return nodes


def _total_bound(proofs: Proofs, depth: int) -> int | None:
    """What a tree of at most this depth costs at least, as far as it is proved."""
    if "worst" in proofs and "depth" in proofs and depth <= proofs["depth"][0]:
        return proofs["worst"][0]
    return proofs["total"][0] if "total" in proofs else None


def cap_bounds(game: Game) -> list[int] | None:
    """Return how many secrets a tree of depth 1, 2, ... finds at most, up to a depth that may suffice.

    The first guess leaves cells.  Of each cell, all guesses are tried for the most cells that they make of it, which
    caps the children of every node below (Theorem 3 of docs/theory.md).  The first guess that allows most counts.
    None where this takes too long.

    >>> import treegen as tg
    >>> cap_bounds(tg.game("bulls-4x10"))
    [1, 14, 127, 1315, 5040]
    """
    everything = np.arange(len(game.secrets), dtype=np.int32)
    firsts = np.arange(len(game.guesses)) if game.symmetry is None else game.symmetry.representatives(())
    if len(firsts) * len(game.guesses) * len(game.secrets) > _MOST_READ:
        return None
    found: list[int] = []
    starts: list[tuple[int, list[_Cell]]] = []
    for first in firsts.tolist():
        parts = dict(cells(game, everything, first))
        if set(parts).isdisjoint(game.losing):
            wins = len(parts.pop(game.winning, ()))
            starts.append((wins, [_Cell(len(part), *_caps(game, part)) for part in parts.values()]))
    while starts and (not found or found[-1] < len(game.secrets)):
        found.append(max(wins + sum(cell.reach for cell in below) for wins, below in starts))
        if found[-2:-1] == found[-1:]:
            break
        for _, below in starts:
            for cell in below:
                cell.go_on()
    return found or None


@dataclass(slots=True)
class _Cell:
    """A cell of a first guess: its secrets, and the most cells that a guess makes of it that wins for none, or for one.

    `reach` is R_j: no tree of depth j finds more of its secrets, nor of those of any part.
    """

    size: int
    plain: int
    winning: int
    reach: int = 0

    def go_on(self) -> None:
        """Go on from depth j to j + 1."""
        by_winning = 1 + (self.winning - 1) * self.reach if self.winning else 0
        more = max(self.plain * self.reach, by_winning) if self.reach else 1
        self.reach = min(self.size, max(more, self.reach))


def _caps(game: Game, candidates: Indices) -> tuple[int, int]:
    """The most cells that a guess makes of the candidates: one that wins for none of them, and one that does."""
    if game.losing:  # a guess may be allowed on a part only
        return game.branching, game.branching + 1
    sizes = cell_sizes(game, candidates)
    made, wins = (sizes > 0).sum(axis=1), sizes[:, game.winning] > 0
    return int(made[~wins].max(initial=0)), int(made[wins].max(initial=0))


def explain(game: Game, rows: Sequence[BoundsRow]) -> str:
    """Return the rows as sentences: why each depth suffices or not.

    >>> import treegen as tg
    >>> print(explain(tg.game("mastermind-2x3"), bounds("mastermind-2x3")))
    9 secrets; a guess has 5 answers, of which 4 do not win.
    1 guess is not enough: there are only 5 sequences of answers.
    2 guesses are not enough: a tree has at most 5 nodes, and finds one secret at each.
    3 guesses are enough: mastermind-2x3.total finds all secrets. The least total is 21, as is proved.
    """
    lines = [
        f"{len(game.secrets)} secrets; a guess has {len(game.labels)} answers, of which {game.branching} do not win."
    ]
    for row in rows:
        count = f"{row['depth']} guess{'es are' if row['depth'] > 1 else ' is'}"
        best = f"The best known tree finds {row['found']} secrets."
        if row["why"] == "a tree":
            if row["is_optimal"]:
                total = f"The least total is {row['best_total']}, as is proved."
            else:
                known = (
                    "" if row["total_bound"] is None else f", and it is proved that none is below {row['total_bound']}"
                )
                total = f"The best known total is {row['best_total']}{known}."
            lines.append(f"{count} enough: {row['tree']} finds all secrets. {total}")
        elif row["is_enough"] is None:
            lines.append(f"{count} perhaps enough: it is not known whether there is a tree of this depth. {best}")
        else:
            lines.append(f"{count} not enough: {_REASONS[row['why']].format(**row)}" + (
                f" {best}" if row["why"] in ("caps", "search") else ""
            ))  # fmt: skip
    return "\n".join(lines)


_REASONS = {
    "information": "there are only {information} sequences of answers.",
    "counting": "a tree has at most {counting} nodes, and finds one secret at each.",
    "caps": "no guess makes enough cells of what a first guess leaves; at most {caps} secrets can be found.",
    "search": "all trees of this depth were searched, and none finds every secret.",
}
