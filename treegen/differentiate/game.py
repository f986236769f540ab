"""Differentiating games (Codeforces 1442F): change a few edges of an acyclic graph to make every vertex identifiable.

The secret is a vertex.  A question is a multiset of vertices, and its answer is who wins the token game on the question
and the secret together.  By Smith's theory (1966), every vertex of a graph with cycles has a nim-value, which is finite
or infinite; an infinite value is described by the set K of the finite values that the vertex has edges to.  For a
question of value g, a secret of finite value a answers Lose if a = g, otherwise Win; an infinite secret answers Win if
g is in K, otherwise Draw.  Two infinite values answer Draw.

So a few question vertices are made a complete graph with the values 0, 1, 2, ...; every other vertex is made infinite
and gets its own set K.  A question vertex costs the edges that it lacks, and a set costs the edges in which it differs
from the present ones.  A vertex is infinite without a further change if it has an edge to another infinite vertex whose
K does not contain the mex of its own; all others need a loop.
"""

from __future__ import annotations

import hashlib
import shlex
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from player.errors import GaveUp
from player.tree import Tree
from treegen.differentiate.graph import Graph, open_graph
from treegen.differentiate.signatures import assign
from treegen.games.game import Game
from treegen.games.tables import LazyTable
from treegen.optimal.build import build

MAX_CHANGES = 4242
MAX_QUESTIONS = 20
LABELS = ("Correct", "Draw", "Lose", "Win", "Wrong")
CORRECT, DRAW, LOSE, WIN, WRONG = range(5)
_EFFORT = 5000  # positions to examine for a tree; two per vertex are enough if nothing has to be repaired
_CROWDS = 64  # the number of largest classes of equal vertices that are examined to choose the next question vertex

Matrix = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Plan:
    """How a graph is changed: the edges `added` and `removed`, int64 [edges, 2], with vertices numbered from 0.

    `questions` are the question vertices by rising nim-value, int64 [questions].  `signature`, int64 [vertices], is the
    set K of each other vertex as bits, and -1 for a question vertex.
    """

    graph: Graph
    questions: Indices = field(repr=False)
    signature: Indices = field(repr=False)
    added: Indices = field(repr=False)
    removed: Indices = field(repr=False)

    @property
    def changes(self) -> int:
        """The number of edges added and removed."""
        return len(self.added) + len(self.removed)

    def changed_edges(self) -> Indices:
        """Return the edges after the changes, sorted; int64 [edges, 2]."""
        n = self.graph.vertices
        codes = np.setdiff1d(self.graph.edges @ (n, 1), self.removed @ (n, 1))
        return np.stack(np.divmod(np.union1d(codes, self.added @ (n, 1)), n), axis=1).astype(np.int64)

    def lines(self) -> list[str]:
        """Return the changes in the judge's format: their number, then lines `+ a b` and `- a b`."""
        lines = [str(self.changes)]
        for sign, edges in (("+", self.added), ("-", self.removed)):
            lines += [f"{sign} {start} {end}" for start, end in (edges + 1).tolist()]
        return lines


def prepare(graph: Graph, changes: int = MAX_CHANGES) -> Plan:
    """Return the plan of at most `changes` changes with the fewest question vertices, or raise GaveUp.

    Each question vertex is needed at most once, so no vertex needs more questions than that.  For
    1000 vertices and 4242 changes, 16 are always enough.  The worst case is that all vertices are alike (by Hall's
    theorem, because every ball of signatures has the same size), which costs 120 + 984 + 3084 changes.

    >>> from treegen.differentiate.graph import make_shape
    >>> plan = prepare(make_shape("empty", 4))
    >>> len(plan.questions), plan.lines()
    (2, ['4', '+ 2 1', '+ 3 3', '+ 4 4', '+ 3 1'])
    """
    matrix = graph.matrix()
    n = graph.vertices
    chosen = _question_vertices(matrix, min(n, MAX_QUESTIONS))
    for count in range(1, len(chosen) + 1):
        plan = _plan(graph, matrix, np.array(chosen[:count], dtype=np.int64), changes)
        if plan is not None:
            return plan
    raise GaveUp(f"no plan of at most {changes} changes found; allow more")


def _question_vertices(matrix: Matrix, most: int) -> list[int]:
    """Choose question vertices one after another; each has edges only to earlier ones, and splits the others well."""
    n = len(matrix)
    waiting = matrix.sum(axis=1)  # edges to vertices that have not been chosen
    is_open = np.ones(n, dtype=bool)
    crowd = np.zeros(n, dtype=np.int64)
    chosen: list[int] = []
    while len(chosen) < most:
        able = np.flatnonzero(is_open & (waiting == 0))
        sizes = np.bincount(crowd[is_open])
        largest = np.argsort(-sizes, kind="stable")[:_CROWDS]
        members = ((crowd == largest[:, None]) & is_open).astype(np.float32)
        pointing = members @ matrix[:, able].astype(np.float32)
        parted = np.minimum(pointing, sizes[largest][:, None] - pointing).sum(axis=0)
        lacking = len(chosen) - matrix[able][:, chosen].sum(axis=1)
        best = int(able[np.argmax(parted - 2 * lacking)])
        chosen.append(best)
        is_open[best] = False
        waiting -= matrix[:, best]
        crowd = np.unique(2 * crowd + matrix[:, best], return_inverse=True)[1]
    return chosen


def _plan(graph: Graph, matrix: Matrix, query: Indices, changes: int) -> Plan | None:
    n, count = graph.vertices, len(query)
    others = np.setdiff1d(np.arange(n), query)
    powers = 1 << np.arange(count, dtype=np.int64)
    pairs = query[np.stack(np.tril_indices(count, -1), axis=1)]
    lacking = pairs[~matrix[pairs[:, 0], pairs[:, 1]]].tolist()
    present = matrix[np.ix_(others, query)] @ powers
    flips = assign(present, count, changes - len(lacking))
    if flips is None:
        return None
    signature = _exchanged(graph, matrix, others, present, flips)
    flips = signature[others]
    loops = [(vertex, vertex) for vertex in _finite(matrix, signature)]
    rows, bits = np.nonzero((present ^ flips)[:, None] & powers)
    is_added = (flips[rows] >> bits & 1).astype(bool)
    edges = np.stack([others[rows], query[bits]], axis=1)
    added = np.array([*lacking, *loops, *edges[is_added].tolist()], dtype=np.int64).reshape(-1, 2)
    plan = Plan(graph, query, signature, added, edges[~is_added])
    return plan if plan.changes <= changes else None


def _exchanged(graph: Graph, matrix: Matrix, others: Indices, present: Indices, flips: Indices) -> Indices:
    """Exchange signatures between vertices that have the same edges, so that fewer vertices need a loop.

    In order from the sinks of the graph, a vertex takes the lowest mex that the set of one of its successors lacks.
    """
    signature = np.full(graph.vertices, -1, dtype=np.int64)
    # For each set of present edges: the signatures for vertices with these edges, by their mex.
    pools: dict[int, dict[int, list[int]]] = {}
    for now, target in sorted(zip(present.tolist(), flips.tolist(), strict=True), reverse=True):
        mex = (~target & (target + 1)).bit_length() - 1  # the least value that is not in the set
        pools.setdefault(now, {}).setdefault(mex, []).append(target)
    own = dict(zip(others.tolist(), present.tolist(), strict=True))
    for vertex in graph.ends_first:
        if vertex in own:
            pool = pools[own[vertex]]
            ends = np.flatnonzero(matrix[vertex] & (signature >= 0))
            common = int(np.bitwise_and.reduce(signature[ends])) if len(ends) else -1
            mex = min(pool, key=lambda mex: (common >> mex & 1, mex))
            signature[vertex] = pool[mex].pop()
            if not pool[mex]:
                del pool[mex]
    return signature


def _finite(matrix: Matrix, signature: Indices) -> list[int]:
    """Return the vertices that are finite without a loop: every infinite successor has their mex in its own set."""
    others = np.flatnonzero(signature >= 0)
    sets = signature[others]
    lowest_absent = ~sets & (sets + 1)  # as a bit
    reaches = matrix[np.ix_(others, others)]
    lacks_mex = (sets[None, :] & lowest_absent[:, None]) == 0
    return [int(vertex) for vertex in others[~(reaches & lacks_mex).any(axis=1)]]


def make(plan: Plan) -> Game:
    """Return the game of a changed graph.  A vertex v is a secret, with the guesses `v` (question) and `!v` (report).

    The name of the game is `differentiating:` and the SHA-256 of the changed graph.
    """
    n = plan.graph.vertices
    secrets = tuple(sorted(str(vertex + 1) for vertex in range(n)))
    order = np.array([int(secret) - 1 for secret in secrets])
    reports = np.full((n, n), WRONG, dtype=np.uint8)
    np.fill_diagonal(reports, CORRECT)
    changed = plan.changed_edges()
    described = f"{n}\n" + "\n".join(f"{start + 1} {end + 1}" for start, end in changed.tolist())
    return Game(
        name=f"differentiating:{hashlib.sha256(described.encode()).hexdigest()}",
        secrets=secrets,
        guesses=(*(f"!{secret}" for secret in secrets), *secrets),
        labels=LABELS,
        winning=CORRECT,
        source=LazyTable.of(np.concatenate([reports, _answers(plan)[np.ix_(order, order)]])),
        losing=(WRONG,),
    )


def _answers(plan: Plan) -> npt.NDArray[np.uint8]:
    signature, query = plan.signature, plan.questions
    value = np.full(len(signature), -1)
    value[query] = np.arange(len(query))
    is_finite = value >= 0
    # If one value is finite and the other infinite: Win if the finite one is in the set of the other.
    member = (signature[None, :] >> np.maximum(value, 0)[:, None] & 1).astype(bool)
    mixed = is_finite[:, None] & ~is_finite[None, :] & member
    answers = np.where(mixed | mixed.T, WIN, DRAW)
    equal = np.where(value[:, None] == value[None, :], LOSE, WIN)
    return np.where(is_finite[:, None] & is_finite[None, :], equal, answers).astype(np.uint8)


def build_tree(plan: Plan, changes: int = MAX_CHANGES) -> Tree:
    """Return a tree that identifies every vertex with at most as many questions as question vertices, and a report."""
    game = make(plan)
    try:
        tree = build(game, max_depth=len(plan.questions) + 1, effort=_EFFORT)
    except GaveUp:
        # With only the question vertices as questions, a tree exists: each is asked at most once.
        rows = sorted([*range(len(game.secrets)), *(game.find_guess(str(vertex + 1)) for vertex in plan.questions)])
        guesses = tuple(game.guesses[row] for row in rows)
        fewer = replace(game, guesses=guesses, source=LazyTable.of(game.table[rows]))
        tree = build(fewer, max_depth=len(plan.questions) + 1)
    if plan.graph.files:
        tree.files = plan.graph.files
        name = tree.files[0]
        # With a folder in front, no name is taken for an option.
        words = ["treegen", "differentiate", f"./{name}" if name.startswith("-") else name, "--changes", str(changes)]
        tree.made, tree.pool, tree.max_depth, tree.first_guess = shlex.join(words), "", None, ""
    return tree


def load(path: str) -> Game:
    """Return the game of the graph in a file ("-": standard input), after `prepare`, or raise BadInput."""
    graph = open_graph(path)
    return replace(make(prepare(graph)), files=graph.files)
