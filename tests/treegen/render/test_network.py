"""A tree as a networkx graph, and back from what networkx writes of it."""

from __future__ import annotations

import io
import json

import networkx as nx
import pytest

import player
import treegen as tg
from treegen.render.network import to_graphml, to_node_link

TREE = player.open_tree("bulls-3x9.total")
GRAPH = tg.to_networkx(TREE)


def test_every_node_and_edge_has_its_figures() -> None:
    assert nx.is_arborescence(GRAPH)
    rows = list(TREE.rows())
    assert list(GRAPH) == [row["node"] for row in rows]
    for row in rows:
        node = GRAPH.nodes[row["node"]]
        assert {key: node[key] for key in ("guess", "is_candidate", "depth", "history", "candidates")} == {
            key: row[key] for key in ("guess", "is_candidate", "depth", "history", "candidates")
        }
        if row["parent"] >= 0:
            edge = GRAPH.edges[row["parent"], row["node"]]
            assert row["history"].endswith(f"{rows[row['parent']]['guess']}:{edge['feedback']}")
            assert edge["candidates"] == row["candidates"]
            assert edge["share"] == row["candidates"] / rows[row["parent"]]["candidates"]
    assert GRAPH.nodes[0]["worst"] == TREE.depth
    assert GRAPH.nodes[0]["average"] == pytest.approx(TREE.average)


def test_the_graph_says_what_the_file_says() -> None:
    about = GRAPH.graph
    assert (about["game"], about["tally"], about["histogram"]) == ("bulls-3x9", "2337:6:55", "1 5 29 161 253 55")
    assert (about["proved"], about["bound"], about["objective"]) == (True, 2337, "total")
    assert about["labels"].split() == list(TREE.labels)
    assert "losing" not in about
    assert not any(isinstance(value, (tuple, list, type(None))) for value in about.values())


def test_graphml_reads_back_the_same() -> None:
    data = to_graphml(GRAPH)
    assert data == to_graphml(tg.to_networkx(player.Tree.from_bytes(TREE.to_bytes())))
    back = nx.read_graphml(io.BytesIO(data), node_type=int)
    assert dict(back.nodes(data=True)) == dict(GRAPH.nodes(data=True))
    assert list(back.edges(data=True)) == list(GRAPH.edges(data=True))
    assert {key: back.graph[key] for key in GRAPH.graph} == GRAPH.graph


def test_node_link_json_reads_back_the_same() -> None:
    back = nx.node_link_graph(json.loads(to_node_link(GRAPH)), edges="edges")
    assert nx.utils.graphs_equal(back, GRAPH)


def test_a_part_keeps_its_numbers_and_histories() -> None:
    part = tg.to_networkx(TREE, at="123:01", levels=2)
    assert part.graph["at"] == "123:01"
    for node, figures in part.nodes(data=True):
        whole = GRAPH.nodes[node]
        assert {**figures, "is_folded": False} == whole
        assert figures["is_folded"] == (figures["depth"] == 3 and TREE.fanout[node] > 0)
    assert nx.utils.graphs_equal(GRAPH.subgraph(part).copy(), GRAPH.subgraph(part.nodes).copy())
    assert list(part.edges(data=True)) == [
        edge for edge in GRAPH.edges(data=True) if edge[1] in part and edge[0] in part
    ]
