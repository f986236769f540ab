"""Directed graphs in the judge's format: reading, checking, and example shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from player.errors import BadInput, require
from player.judge.wording import printable
from player.rules.lists import read_data
from player.rules.numbers import read_whole
from player.rules.titles import files_of

MAX_VERTICES = 1000  # the judge's limit; the number of questions and changes is guaranteed up to it
MAX_GAMES = 2000
MAX_GRAPH_BYTES = 16 << 20  # twice what the largest graph takes
_FAR = 10**9

Edges = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Graph:
    """An acyclic graph without repeated edges; `edges` is int64 [edges, 2], (from, to), with vertices numbered from 0.

    `games` is how many games the judge announced with it, and `files` is the file that it was read from (see
    `player.rules.titles`).  Raises BadInput for any other graph.
    """

    vertices: int
    edges: Edges = field(repr=False)
    games: int = 0
    files: tuple[str, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        n, edges = self.vertices, self.edges
        require(1 <= n <= MAX_VERTICES, f"{n} vertices; a graph here has 1 to {MAX_VERTICES}")
        outside = (edges < 0) | (edges >= n)
        if outside.any():
            row = int(np.flatnonzero(outside.any(axis=1))[0])
            start, end = edges[row] + 1
            raise BadInput(f"edge {row + 1}, {start} {end}, names a vertex outside 1 to {n}")
        codes = np.sort(edges[:, 0] * n + edges[:, 1])
        repeated = codes[1:][codes[1:] == codes[:-1]]
        if len(repeated):
            start, end = divmod(int(repeated[0]), n)
            raise BadInput(f"edge {start + 1} {end + 1} occurs twice")
        _ = self.ends_first  # raises BadInput if the graph has a cycle

    @cached_property
    def ends_first(self) -> list[int]:
        """All vertices in reverse topological order: each after those that it has an edge to."""
        import networkx as nx

        digraph = nx.DiGraph()
        digraph.add_nodes_from(range(self.vertices))
        digraph.add_edges_from(self.edges.tolist())
        try:
            return list(nx.topological_sort(digraph))[::-1]
        except nx.NetworkXUnfeasible:
            cycle = [start + 1 for start, _ in nx.find_cycle(digraph)]
            vertices = " ".join(map(str, [*cycle[:8], "..."] if len(cycle) > 8 else [*cycle, cycle[0]]))
            raise BadInput(f"the graph has a cycle: {vertices}; it must be acyclic") from None

    def matrix(self) -> npt.NDArray[np.bool_]:
        """Return the adjacency matrix, bool [from, to]."""
        matrix = np.zeros((self.vertices, self.vertices), dtype=bool)
        matrix[self.edges[:, 0], self.edges[:, 1]] = True
        return matrix

    def to_text(self) -> str:
        """Return the graph in the judge's format: `N M T`, then the edges."""
        lines = [f"{self.vertices} {len(self.edges)} {self.games}"]
        lines += [f"{start} {end}" for start, end in (self.edges + 1).tolist()]
        return "\n".join(lines) + "\n"


def read_header(tokens: list[bytes]) -> tuple[int, int, int]:
    """Parse the judge's first line: the numbers of vertices, edges and games."""
    n, m, games = read_numbers(tokens)
    require(1 <= n <= MAX_VERTICES, f"{n} vertices; a graph here has 1 to {MAX_VERTICES}")
    if not 0 <= m <= n * (n - 1) // 2:
        raise BadInput(f"{m} edges; an acyclic graph of {n} vertices has 0 to {n * (n - 1) // 2}")
    require(0 <= games <= MAX_GAMES, f"{games} games; the judge plays up to {MAX_GAMES}")
    return n, m, games


def read_edges(header: tuple[int, int, int], tokens: list[bytes]) -> Graph:
    """Make a graph from a header and the numbers of its edges.  Raises BadInput for too few or too many of them."""
    n, m, games = header
    if len(tokens) != 2 * m:
        found = f"{len(tokens) // 2}{' and a half' * (len(tokens) % 2)}"
        raise BadInput(f"the first line promises {m} edges, but {found} follow")
    return Graph(n, np.array(read_numbers(tokens), dtype=np.int64).reshape(-1, 2) - 1, games)


def read_graph(data: bytes) -> Graph:
    r"""Parse a graph: the judge's input, or a list of edges, one per line, where `#` starts a comment.

    The judge's input begins with `N M T`.  A list of edges has as many vertices as its largest number.

    >>> read_graph(b"3 1 5\n2 1\n")
    Graph(vertices=3, games=5)
    >>> read_graph(b"# two edges\n2 1\n3 1\n")
    Graph(vertices=3, games=0)
    """
    lines = list(filter(None, (line.partition(b"#")[0].split() for line in data.splitlines())))
    require(lines, "the graph is empty; the first line must be N M T, or an edge")
    if len(lines[0]) == 3:
        return read_edges(read_header(lines[0]), [token for line in lines[1:] for token in line])
    for line in lines:
        require(len(line) == 2, f"{printable(b' '.join(line))!r} is not an edge; write two vertices per line")
    edges = np.array([read_numbers(line) for line in lines], dtype=np.int64) - 1
    return Graph(int(edges.max()) + 1, edges)


def open_graph(path: str) -> Graph:
    """Parse the graph in a file, or on standard input for "-", as `read_graph` does."""
    data = read_data(path, MAX_GRAPH_BYTES, "name a file with a graph")
    try:
        return replace(read_graph(data), files=files_of([(path, data)]))
    except BadInput as error:
        raise BadInput(f"{path}: {error}" if path != "-" else str(error)) from None


def read_numbers(tokens: list[bytes]) -> list[int]:
    """Parse whole numbers; BadInput names the token that is not one."""
    numbers = []
    for token in tokens:
        number = read_whole(token, -_FAR, _FAR)
        if number is None:
            wrong = "out of range" if token.removeprefix(b"-").isdigit() else "not a number"
            raise BadInput(f"{printable(token)!r} is {wrong}")
        numbers.append(number)
    return numbers


def _random(n: int, m: int, seed: int) -> Edges:
    rng = np.random.default_rng(seed)
    pairs = np.stack(np.tril_indices(n, -1), axis=1)[rng.choice(n * (n - 1) // 2, size=m, replace=False)]
    return np.asarray(rng.permutation(n)[pairs])


def _layered(n: int, m: int, seed: int) -> Edges:
    rng = np.random.default_rng(seed)
    layer = np.arange(n) * 10 // n
    able = np.argwhere(layer[:, None] == layer + 1)
    return rng.choice(able, size=min(m, len(able)), replace=False)


_MAKERS: dict[str, Callable[[int, int, int], Edges]] = {
    "random": _random,
    "layered": _layered,
    # The first m edges of the complete graph, in which every vertex has an edge to every lower one.
    "complete": lambda n, m, _seed: np.stack(np.tril_indices(n, -1), axis=1)[:m],
    "empty": lambda _n, _m, _seed: np.zeros((0, 2), dtype=np.int64),
    "path": lambda n, _m, _seed: np.stack([np.arange(1, n), np.arange(n - 1)], axis=1),
    # All vertices lead to vertex 1.
    "hub": lambda n, _m, _seed: np.stack([np.arange(1, n), np.zeros(n - 1, dtype=np.int64)], axis=1),
}
SHAPES = tuple(_MAKERS)
MAX_EDGES = 10**5  # limit for a graph that `make_shape` makes


def make_shape(name: str, n: int = MAX_VERTICES, m: int = MAX_EDGES, seed: int = 0, games: int = 0) -> Graph:
    """Return a graph of one of the SHAPES, with n vertices and at most m edges.

    >>> make_shape("path", 4).edges.tolist()
    [[1, 0], [2, 1], [3, 2]]
    """
    return Graph(n, _MAKERS[name](n, min(m, n * (n - 1) // 2), seed), games)


def make_shapes(count: int, seed: int = 0) -> Iterator[tuple[str, Graph]]:
    """Yield the names and graphs of `count` graphs of all SHAPES in turn: the largest of each, then of random sizes.

    >>> [(name, graph.vertices) for name, graph in make_shapes(7)][-2:]
    [('hub', 1000), ('random', 851)]
    """
    rng = np.random.default_rng(seed)
    for number in range(count):
        name = SHAPES[number % len(SHAPES)]
        if number < len(SHAPES):
            yield name, make_shape(name, seed=seed)
        else:
            n, m = int(rng.integers(1, MAX_VERTICES + 1)), int(rng.integers(0, MAX_EDGES + 1))
            yield name, make_shape(name, n, m, seed + number)
