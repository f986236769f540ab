"""Trees as networkx graphs, and these as GraphML or node-link JSON by networkx's own writers."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import networkx as nx

from player.tree.tree import open_tree
from treegen.games.memory import check_options
from treegen.render.view import view

if TYPE_CHECKING:
    from player.tree.tree import TreeSource

_ABOUT = (
    "game", "files", "made", "objective", "prices", "cost", "bound", "proved", "tally", "secrets", "total",
    "average_depth", "worst_depth", "histogram", "labels", "winning", "losing", "sha256", "at",
)  # fmt: skip


def to_networkx(tree: TreeSource, *, at: str = "", levels: int | None = None) -> nx.DiGraph[int]:
    """Convert a tree, or `levels` levels of the subtree after the history `at`, to a `networkx.DiGraph`.

    `tree` is a Tree, or its name, path or bytes.  Nodes are numbered as in the tree file, and edges lead from a node to
    its children.  A node has the attributes `guess`, `is_candidate`, `depth`, `history`, `candidates`, `worst` and
    `average` (the guesses still needed, its own included) and `is_folded` (`levels` cut off its children).  An edge has
    `feedback` (the label), `candidates` and `share` (of the candidates of its node).  Averages and shares are by weight
    where secrets have weights.  The graph has the metadata of the tree file.  Every value is a string, a number or a
    bool, so that all writers of networkx accept it: a tuple becomes a string with blanks between the values, and None
    is left out.  The time is linear in the number of nodes.

    Raises BadInput for a history that the tree does not have, what `open_tree` raises, and TypeError
    for arguments of a wrong type.

    >>> import networkx, treegen as tg
    >>> graph = tg.to_networkx("bulls-3x9.total")
    >>> graph.nodes[0]["guess"], graph.nodes[0]["worst"], networkx.dag_longest_path_length(graph)
    ('123', 6, 5)
    """
    tree = open_tree(tree)
    check_options(levels=levels)
    values: dict[str, Any] = {key: getattr(tree, key, None) for key in _ABOUT}
    values |= {"average_depth": tree.average, "worst_depth": tree.depth, "winning": tree.labels[tree.winning], "at": at}
    values["losing"] = tuple(tree.labels[index] for index in tree.losing)
    used = {key: value for key, value in values.items() if value not in (None, "", ())}
    graph = nx.DiGraph(**{key: " ".join(map(str, one)) if isinstance(one, tuple) else one for key, one in used.items()})
    for item in view(tree, at=at, levels=levels).nodes:
        graph.add_node(
            item.node, guess=item.guess, is_candidate=item.is_win, depth=item.depth, history=item.history,
            candidates=item.candidates, worst=item.worst, average=item.average, is_folded=item.is_folded,
        )  # fmt: skip
        if item.parent >= 0:
            graph.add_edge(item.parent, item.node, feedback=item.label, candidates=item.candidates, share=item.share)
    return graph


def to_graphml(graph: nx.DiGraph) -> bytes:
    """Return the graph as GraphML; the bytes do not depend on whether lxml is installed."""
    out = io.BytesIO()
    nx.write_graphml_xml(graph, out)
    return out.getvalue().rstrip(b"\n") + b"\n"


def to_node_link(graph: nx.DiGraph) -> bytes:
    """Return the graph as node-link JSON, which networkx.node_link_graph(data, edges="edges") reads."""
    return json.dumps(nx.node_link_data(graph, edges="edges"), ensure_ascii=False).encode() + b"\n"
