"""A tree as a networkx graph, and that graph as GraphML or JSON by networkx's own writers."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import networkx as nx

from treegen.render.view import still_to_come, view

if TYPE_CHECKING:
    from player.tree import Tree

__all__ = ["to_graphml", "to_networkx", "to_node_link"]


def to_networkx(tree: Tree, *, at: str = "", levels: int | None = None) -> nx.DiGraph:
    """The tree as a networkx.DiGraph, an edge for every feedback; below a history, so many levels deep, if given.

    Nodes are numbered as in the tree file.  A node has `guess`, `is_candidate`, `depth`, `history`, `candidates`,
    `worst` and `average` (guesses still to come, its own counted) and `is_folded` (it has cells that `levels` cut
    off); an edge `feedback` (the label), `candidates` and `share` (of those of its node); the graph what the tree
    file says of itself.  All values are text, numbers or truth values, so that every writer of networkx takes them:
    tuples are text with blanks between, and what is None is left out.
    Raises BadInput for a history that the tree does not know.

    >>> import networkx, player, treegen as tg
    >>> graph = tg.to_networkx(player.open_tree("bulls-3x9.total"))
    >>> graph.nodes[0]["guess"], graph.nodes[0]["worst"], networkx.dag_longest_path_length(graph)
    ('123', 6, 5)
    """
    shown = view(tree, at=at, levels=levels).shown
    counts = tree.candidate_counts()
    worst, total = still_to_come(tree)
    graph = nx.DiGraph(**_plain(_about(tree, at)))
    for item in shown:
        node = item.node
        graph.add_node(
            node,
            guess=tree.guesses[node],
            is_candidate=tree.is_win(node),
            depth=item.depth,
            history=item.history,
            candidates=counts[node],
            worst=worst[node],
            average=total[node] / counts[node],
            is_folded=item.is_folded,
        )
        if item.parent >= 0:
            graph.add_edge(
                item.parent,
                node,
                feedback=tree.labels[tree.feedback[node]],
                candidates=counts[node],
                share=counts[node] / counts[item.parent],
            )
    return graph


def _about(tree: Tree, at: str) -> dict[str, Any]:
    """What the tree file says of itself."""
    return {
        "game": tree.game,
        "made": tree.made,
        "objective": tree.objective or None,
        "prices": tree.prices or None,
        "cost": tree.cost,
        "bound": tree.bound,
        "proved": tree.proved,
        "tally": tree.tally,
        "secrets": tree.secrets,
        "total": tree.total,
        "average_depth": tree.average,
        "worst_depth": tree.depth,
        "histogram": tree.histogram,
        "labels": tree.labels,
        "winning": tree.labels[tree.winning],
        "losing": tuple(tree.labels[index] for index in tree.losing) or None,
        "sha256": tree.sha256 or None,
        "at": at or None,
    }


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Tuples as text, nothing for None."""
    return {
        key: " ".join(map(str, value)) if isinstance(value, tuple) else value
        for key, value in values.items()
        if value is not None
    }


def to_graphml(graph: nx.DiGraph) -> bytes:
    """The graph as GraphML, the same bytes whether or not lxml is installed."""
    out = io.BytesIO()
    nx.write_graphml_xml(graph, out)
    return out.getvalue().rstrip(b"\n") + b"\n"


def to_node_link(graph: nx.DiGraph) -> bytes:
    """The graph as the node-link JSON that networkx.node_link_graph(data, edges="edges") reads."""
    return json.dumps(nx.node_link_data(graph, edges="edges"), ensure_ascii=False).encode() + b"\n"
