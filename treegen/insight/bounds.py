"""bounds(): for each depth, how many secrets a tree can find at most, and how many the best known tree finds."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypedDict, cast

import numpy as np
import numpy.typing as npt

from player.errors import BadInput, NoSuchTree, require
from player.tree import Tree
from treegen.games.game import Game
from treegen.games.lookup import as_game
from treegen.games.memory import check_options
from treegen.games.numbers import is_of_numbers
from treegen.games.partition import Indices, cell_sizes, cells
from treegen.insight.atlas import game_of_atlas, load
from treegen.insight.rows import Rows
from treegen.insight.shipped import find_proved_tree, find_shipped
from treegen.optimal.build import build
from treegen.optimal.solve import best_in_time
from treegen.search.problem import Prices, huffman, least_cost

_KINDS = ("total", "worst", "fewest-at-max", "candidates", "entropy")  # A shipped tree has one of these kinds.
_MOST_READ = 1_000_000_000  # Bounds that would read more feedbacks than this are left out or made coarser.
_FAR = 10**18  # Bounds stop growing at this number.
_SMALL = 50_000  # A game with a table of at most this size is searched even if the caller sets no time.
_SOON = 5.0  # In that case, the search takes at most this many seconds.
_ENTRIES = 1 << 22  # This many sizes of cells are counted at a time.

Proofs = dict[str, tuple[int, int | None, int]]  # By objective: the proved bound, the best tree's value, and its depth.


class BoundsRow(TypedDict):
    """The bounds on the number of secrets that a tree of at most this depth can find.

    `information`, `counting` and `caps` (None: not computed) are upper bounds by three rules (see `bounds`), and `most`
    is the least upper bound, by any rule or search.  `found` is the greatest number that a known tree finds; `tree` is
    the name of this tree.  `is_enough` is true if the depth suffices to find all secrets (None: open), and `why` is the
    reason.  `best_total` is the least total of known trees that find all secrets within this depth (None: there is
    none), `total_bound` a lower bound of such totals (None: not known), and `is_optimal` is true if they are equal.
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
    most: int


def bounds(game: Game | str, *, time_limit: float | None = None) -> Rows[BoundsRow]:
    """Return, for each depth up to that of the best known tree, a row on the number of secrets that trees can find.

    Four rules can show that a depth is not enough; `why` is the first that does.  `information`: if no guess has more
    than A answers, d guesses have at most A^d sequences of answers.  `counting`: a tree finds one secret at each node
    that can win, and a node has at most one child for each answer that does not win.  `caps`: if no guess divides a
    cell of the first guess into more than C cells, no node below has more than C children.  `search`: the atlas has the
    least depth, or a search of `time_limit` seconds proves it (None: only small games are searched, for five seconds).
    If a depth is enough, `why` is "a tree".  Raises BadInput for a game with weights or without a tree.  For a table
    with costs, a row has the lower bound and the cost of a tree for an objective: on average, or in the worst case.

    >>> [(row["depth"], row["is_enough"], row["why"]) for row in bounds("bulls-3x4")]
    [(1, False, 'information'), (2, False, 'counting'), (3, False, 'caps'), (4, True, 'a tree')]
    """
    game = as_game(game, "bounds")
    check_options(time_limit=time_limit)
    if game.costs is not None:
        return cast("Rows[BoundsRow]", _bounds_of_costs(game, _SOON if time_limit is None else time_limit))
    require(not game.is_grouped, f"{game.brief}: bounds by depth count single possibilities; take table:FILE#identify")
    if game.weights is not None and game.own_labels is not None:
        game = replace(game, weights=None)
    if game.weights is not None:
        why = "bounds by depth count each secret once, but its secrets have weights"
        raise BadInput(f"{game.brief}: {why}; take it without them (leave out --weights, if they are from a file)")
    facts = _Facts(game)
    is_small = len(game.guesses) * len(game.secrets) <= _SMALL or is_of_numbers(game)
    seconds = time_limit or (_SOON if time_limit is None and is_small else 0.0)
    try:
        if seconds > 0:
            facts.search(time.monotonic() + seconds)
        if not facts.trees:
            facts.trees.append((f"treegen build {game.command_name}", build(game, max_depth=None)))
    except NoSuchTree as error:
        raise BadInput(str(error)) from None
    return Rows(map(facts.row, range(1, facts.best_depth + 1)), f"{game.title}: what trees of each depth can find")


def _bounds_of_costs(game: Game, seconds: float) -> Rows[Any]:
    rows = []
    for is_worst, objective in enumerate(("total", "worst")):
        tree = best_in_time(game, objective, time_limit=seconds)
        is_proved = tree is not None and tree.proved
        cost = None if tree is None else tree.cost_figures()[is_worst]
        bound = cost if is_proved else _least_costs(game)[is_worst]
        rows.append({"objective": objective, "bound": bound, "cost": cost, "unit": game.unit, "proved": is_proved})
    return Rows(rows, f"{game.title}: the least costs of trees")


def _least_costs(game: Game) -> tuple[float, float]:
    """Return lower bounds of what a secret costs on average and in the worst case, in units."""
    return game.mean(least_cost(game, Prices())), least_cost(game, Prices(is_worst=True)) / game.scale


class _Facts:
    """The known trees of a game, each with a name, and the proved bounds by objective."""

    def __init__(self, game: Game) -> None:
        self.game, self.trees, self.proofs = game, list[tuple[str, Tree]](), Proofs()
        self._most_if_never_wins, self._most_if_may_win = answer_counts(game)
        self._caps = cap_bounds(game)
        self._most: dict[int, int] = {}  # by depth: the most secrets, proved by a search
        if game.rules is None:
            return
        name = game_of_atlas(game.name)
        for kind in _KINDS:
            tree = find_shipped(name, kind)
            if tree is not None and (tree.game, len(tree.labels)) == (name, len(game.labels)):
                self.trees.append((f"{game.brief if ':' in name else name}.{kind}", tree))
                if kind == "total" and ":" in name and find_proved_tree(game) is not None:
                    self.proofs["total"] = tree.total, tree.total, tree.depth
        for row in load():
            if row["game"] == name and row["lower"] is not None:
                self.proofs[row["objective"]] = row["lower"], row["upper"], row["depth"] or 0
        fewest = self.proofs.get("fewest-at-max")
        if fewest is not None and self._is_proved("depth") and fewest[2] == self.proofs["depth"][0]:
            lower, _, depth = fewest  # at least `lower` secrets need the least depth; a guess less finds the others
            self._most[depth - 1] = len(game.secrets) - lower

    @property
    def best_depth(self) -> int:
        return min((tree.total, tree.depth) for _, tree in self.trees)[1]

    def row(self, depth: int) -> BoundsRow:
        secrets, proofs = len(self.game.secrets), self.proofs
        information, counting, caps = self.by_rules(depth)
        found, name = self.found(depth)
        most = self.most(depth)
        totals = [tree.total for _, tree in self.trees if tree.depth <= depth]
        upper_bounds = (("information", information), ("counting", counting), ("caps", caps), ("search", most))
        excluded = (why for why, bound in upper_bounds if bound is not None and bound < secrets)
        why = "a tree" if totals else next(excluded, "open")
        bound = proofs["total"][0] if totals and "total" in proofs else None
        if totals and "worst" in proofs and "depth" in proofs and depth <= proofs["depth"][0]:
            bound = proofs["worst"][0]  # the least total of trees of the least depth
        best_total = min(totals, default=None)
        return {
            "depth": depth,
            "information": information,
            "counting": counting,
            "caps": caps,
            "found": found,
            "tree": name,
            "is_enough": None if why == "open" else bool(totals),
            "why": why,
            "best_total": best_total,
            "total_bound": bound,
            "is_optimal": best_total is not None and best_total == bound,
            "most": most,
        }

    def by_rules(self, depth: int) -> tuple[int, int, int | None]:
        answers, counting = max(self._most_if_never_wins, self._most_if_may_win), 1
        turns = depth + self.game.names_at_the_end
        for _ in range(turns - 1):
            counting = min(_next_reach(counting, self._most_if_never_wins, self._most_if_may_win), _FAR)
        caps = None if self._caps is None else self._caps[min(turns, len(self._caps)) - 1]
        return min(answers**depth, _FAR), counting, caps

    def found(self, depth: int) -> tuple[int, str]:
        name, best = max(self.trees, key=lambda pair: sum(pair[1].histogram[:depth]))
        return sum(best.histogram[:depth]), name

    def most(self, depth: int) -> int:
        is_excluded = "depth" in self.proofs and depth < self.proofs["depth"][0]
        limits = (*self.by_rules(depth), self._most.get(depth), len(self.game.secrets) - is_excluded)
        return min(limit for limit in limits if limit is not None)

    def search(self, deadline: float) -> None:
        if not self._is_proved("depth") and (tree := self._solve(deadline, " --objective worst", objective="worst")):
            self.proofs["depth"] = (tree.depth, tree.depth, tree.depth)
            self.proofs["worst"] = (tree.total, tree.total, tree.depth)
        if not self._is_proved("total") and (tree := self._solve(deadline, "")):
            self.proofs["total"] = (tree.total, tree.total, tree.depth)
        for depth in range(1, min((tree.depth for _, tree in self.trees), default=0)):
            if self.found(depth)[0] < self.most(depth):
                # Any secret left after `depth` guesses can be found by the whole best tree, in best_depth more guesses.
                prices = [0] * depth + [1] * self.best_depth
                if tree := self._solve(deadline, f" --price {','.join(map(str, prices))}", prices=prices):
                    self._most[depth] = sum(tree.histogram[:depth])

    def _is_proved(self, objective: str) -> bool:
        return objective in self.proofs and self.proofs[objective][0] == self.proofs[objective][1]

    def _solve(self, deadline: float, options: str, **arguments: Any) -> Tree | None:
        """Return the best tree if it is proved, else None; add any tree that is found to the known trees."""
        left = deadline - time.monotonic()
        if left <= 0:
            return None
        tree = best_in_time(self.game, time_limit=left, **arguments)
        if tree is not None:
            self.trees.append((f"treegen solve {self.game.command_name}{options}", tree))
        return tree if tree is not None and tree.proved else None


def average_bounds(game: Game | str) -> tuple[float, float]:
    """Return two lower bounds of the average number of guesses in any tree: by the entropy, and by Huffman's code.

    A tree is a code for the secrets, whose digits are the answers.  If no guess has more than r answers, the average is
    at least the entropy of the secrets over log2 r, and at least the average of the best code with r digits (Huffman
    1952).

    >>> [round(bound, 4) for bound in average_bounds("bulls-4x10")]
    [3.2304, 3.4907]
    """
    game = as_game(game, "average_bounds")
    weights, answers = game.found_together().tolist(), max(2, *answer_counts(game))
    total = sum(weights)
    entropy = sum(weight / total * math.log2(total / weight) for weight in weights) / math.log2(answers)
    return entropy, max(1.0 - game.names_at_the_end, huffman(weights, answers) / total)


def describe_average(game: Game, costs: Sequence[float] = ()) -> str:
    """Return `average_bounds` as a sentence; with costs, these lower bounds, by default those by counting."""
    if game.costs is not None:
        mean, worst = costs or _least_costs(game)
        return f"No tree costs less than {mean:.4f} {game.unit} on average, or {worst:.10g} at most."
    entropy, best_code = average_bounds(game)
    return f"No tree has an average below {entropy:.4f} (entropy) or {best_code:.4f} (Huffman)."


def cap_bounds(game: Game) -> list[int] | None:
    """Return upper bounds of the secrets that a tree of depth 1, 2, ... finds, up to a depth that may be enough.

    In each cell of a first guess, the greatest number of cells that any guess makes of it limits the children of every
    node below (Theorem 3 of docs/theory.md).  The bound is the greatest over all first guesses.  Return None if too
    many feedbacks must be read.

    >>> import treegen as tg
    >>> cap_bounds(tg.game("bulls-4x10"))
    [1, 14, 127, 1315, 5040]
    """
    everything, every = (np.arange(len(some), dtype=np.int32) for some in (game.secrets, game.guesses))
    firsts = _first_guesses(game)
    if len(firsts) * len(game.guesses) * len(game.secrets) > _MOST_READ:
        return None
    # For each first guess: 1 if it can win, and rows [size, two caps, reach (R_j of Theorem 3)] with a column per cell.
    found, starts = list[int](), list[tuple[int, npt.NDArray[np.int64]]]()
    for first in firsts.tolist():
        parts = dict(cells(game, everything, first))
        if set(parts).isdisjoint(game.losing):
            wins = len(parts.pop(game.winning, ()))
            rows = [(len(part), *_caps(game, part, every), 0) for part in parts.values()]
            starts.append((wins, np.array(rows, np.int64).reshape(-1, 4).T))
    while starts and (not found or found[-1] < len(game.secrets)):
        found.append(max(wins + int(reach.sum()) for wins, (_, _, _, reach) in starts))
        if found[-2:-1] == found[-1:]:
            break
        for _, (size, no_win, may_win, reach) in starts:
            grown = np.maximum(no_win * reach, (may_win > 0) * (1 + (may_win - 1) * reach))  # _next_reach()
            reach[:] = np.minimum(size, np.maximum(np.maximum(reach, 1), grown))
    return found or None


def _next_reach(reach: int, no_win: int, may_win: int) -> int:
    """Return R_{j+1} of Theorem 3 from R_j: an upper bound of the secrets that trees find with one guess more."""
    return max(no_win * reach, 1 + (may_win - 1) * reach if may_win else 0)


def answer_counts(game: Game) -> tuple[int, int]:
    """Return the most answers of a guess that never wins, and of a guess that may win (0: there is no such guess).

    An answer, also the winning one, is counted if some secret gives it and it does not lose.  If the game is too large
    to try all guesses, all answers are counted.
    """
    firsts = _first_guesses(game)
    if len(firsts) * len(game.secrets) > _MOST_READ:
        return game.branching, game.branching + 1
    return _caps(game, np.arange(len(game.secrets), dtype=np.int32), firsts)


def _first_guesses(game: Game) -> Indices:
    every = np.arange(len(game.guesses), dtype=np.int32)
    return every if game.symmetry is None else game.symmetry.representatives(()).astype(np.int32)


def _caps(game: Game, candidates: Indices, guesses: Indices) -> tuple[int, int]:
    """Return the most cells into which a guess divides the candidates: for guesses that cannot win, and that may win.

    A losing cell is not counted, since a guess is made only if no candidate is in a losing cell.
    """
    no_win = may_win = 0
    rows = max(1, _ENTRIES // len(game.labels))
    for start in range(0, len(guesses), rows):
        sizes = cell_sizes(game, candidates, guesses[start : start + rows])
        wins, is_cell = sizes[:, game.winning] > 0, sizes > 0
        is_cell[:, list(game.losing)] = False
        counts = is_cell.sum(axis=1)
        no_win, may_win = max(no_win, int(counts[~wins].max(initial=0))), max(may_win, int(counts[wins].max(initial=0)))
    return no_win, may_win


def explain(game: Game, rows: Sequence[Any]) -> str:
    """Return the rows as sentences that explain why each depth is enough or not.

    >>> import treegen as tg
    >>> print(explain(tg.game("mastermind-2x3"), bounds("mastermind-2x3")))
    9 secrets; a guess has at most 5 answers, of which at most 4 do not win.
    1 guess is not enough: there are only 5 sequences of answers.
    2 guesses are not enough: a tree finds one secret at each node that can win, at most 5.
    3 guesses are enough: mastermind-2x3.total finds all secrets. The least total is 21, as is proved.
    No tree has an average below 1.3652 (entropy) or 1.5556 (Huffman); the best known tree has 2.3333.
    """
    if game.costs is not None:
        return describe_average(game, [row["bound"] for row in rows])
    no_win, may_win = answer_counts(game)
    answers, going_on = max(no_win, may_win), max(no_win, may_win - 1)
    lines = [
        f"{len(game.secrets)} secrets; a guess has at most {answers} answers, of which at most {going_on} do not win."
    ]
    one, several = ("question", "questions") if game.names_at_the_end else ("guess", "guesses")
    for row in rows:
        count = f"{row['depth']} {f'{several} are' if row['depth'] > 1 else f'{one} is'}"
        best = f"The best known tree finds {row['found']} secrets"
        best += ", and no tree finds more." if row["found"] == row["most"] else "."
        if row["why"] == "a tree":
            proved, total = row["total_bound"], f"The best known total is {row['best_total']}"
            total += "." if proved is None else f", and it is proved that none is below {proved}."
            total = f"The least total is {proved}, as is proved." if row["is_optimal"] else total
            lines.append(f"{count} enough: {row['tree']} finds all secrets. {total}")
        elif row["why"] == "open":
            lines.append(f"{count} perhaps enough: it is not known whether there is a tree of this depth. {best}")
        else:
            more = f" {best}" * (row["why"] in ("caps", "search"))
            lines.append(f"{count} not enough: {_REASONS[row['why']].format(**row)}{more}")
    totals = [row["best_total"] for row in rows if row["best_total"] is not None]
    best = f"; the best known tree has {min(totals) / len(game.secrets):.4f}." if totals else "."
    lines.append(f"{describe_average(game).removesuffix('.')}{best}")
    return "\n".join(lines)


_REASONS = {
    "information": "there are only {information} sequences of answers.",
    "counting": "a tree finds one secret at each node that can win, at most {counting}.",
    "caps": "no guess makes enough cells of what a first guess leaves; at most {caps} secrets can be found.",
    "search": "all trees of this depth were searched, and none finds every secret.",
}
