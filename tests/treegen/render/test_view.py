"""What is shown of a tree, what is still to come from each node, and the same for Graphviz and networkx."""

from __future__ import annotations

import io
import json
import re

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import player
import treegen as tg
from player.errors import BadInput
from treegen.render import dot
from treegen.render.network import to_graphml, to_node_link
from treegen.render.view import level_sizes, most_levels, still_to_come, view

TREE = player.open_tree("bulls-3x9.total")
SECRETS = sorted(TREE.found())


def test_still_to_come_agrees_with_every_subtree() -> None:
    worst, average = still_to_come(TREE)
    for row in TREE.rows():
        part = TREE[row["history"]]
        assert (worst[row["node"]], average[row["node"]]) == (part.depth, part.average)


def test_the_whole_tree_is_shown_as_its_rows_say() -> None:
    shown = view(TREE).shown
    assert [(item.node, item.parent, item.depth, item.history) for item in shown] == [
        (row["node"], row["parent"], row["depth"], row["history"]) for row in TREE.rows()
    ]
    assert not any(item.is_folded or item.is_on_path for item in shown)


@given(st.integers(1, 8), st.sampled_from(SECRETS))
def test_levels_and_the_way_to_a_secret(levels: int, secret: str) -> None:
    what = view(TREE, levels=levels, secret=secret)
    steps = player.Player(TREE)
    way = [item for item in what.shown if item.is_on_path]
    counts = TREE.candidate_counts()
    for item in way:
        assert (item.history, item.node) == (steps.history, steps.node)
        below = [child.node for child in what.shown if child.parent == item.node]
        rest = [rest for rest in what.rests if rest.parent == item.node]
        # Nothing is lost: the guess itself, the cells that are shown and those that are drawn as one are all of them.
        hidden = sum(one.candidates for one in rest)
        assert TREE.is_win(item.node) + sum(counts[node] for node in below) + hidden == counts[item.node]
        assert len(below) + sum(one.cells for one in rest) == TREE.fanout[item.node]
        if item.node != what.found_by:
            on_path = [child for child in what.shown if child.parent == item.node and child.is_on_path]
            steps.answer(TREE.labels[TREE.feedback[on_path[0].node]])
    assert steps.guess == secret
    assert all(item.depth <= levels for item in what.shown if not item.is_on_path)
    assert all(item.is_folded == (item.depth == levels and TREE.fanout[item.node] > 0) for item in what.shown
               if not item.is_on_path)  # fmt: skip


@given(st.sampled_from([row["history"] for row in TREE.rows()]), st.integers(1, 4))
def test_a_part_has_the_nodes_of_the_subtree(at: str, levels: int) -> None:
    part = TREE[at]
    assert level_sizes(TREE, at) == level_sizes(part)
    shown, alone = view(TREE, at=at, levels=levels).shown, view(part, levels=levels).shown
    assert [TREE.guesses[item.node] for item in shown] == [part.guesses[item.node] for item in alone]
    assert [item.is_folded for item in shown] == [item.is_folded for item in alone]
    assert all(item.history.startswith(at) for item in shown)
    assert shown[0].depth == at.count(":") + 1


def test_bad_places_and_secrets() -> None:
    with pytest.raises(BadInput, match="the tree first asks 123, not 456"):
        view(TREE, at="456:01")
    with pytest.raises(BadInput, match="'112' is not a secret of bulls-3x9; one is 123"):
        view(TREE, secret="112")
    with pytest.raises(BadInput, match="the secret 123 is not possible after 123:00"):
        view(TREE, at="123:00", secret="123")


@pytest.mark.parametrize(("limit", "levels"), [(1, 1), (13, 1), (14, 2), (163, 2), (164, 3), (10**6, 4)])
def test_most_levels(limit: int, levels: int) -> None:
    assert most_levels([1, 13, 150, 900], limit) == levels


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


LARGE = player.open_tree("bulls-4x10.total")


def text(**options: object) -> str:
    return dot.to_dot(LARGE, view(LARGE, **options))  # type: ignore[arg-type]


def test_nodes_and_lines_say_what_the_tree_says() -> None:
    source = text(levels=2)
    assert ">0123</font></b>&#160;&#160;5,040 left<br/>worst 7, average 5.21>" in source
    assert ">1456</font></b>&#160;&#160;1,440 left<br/>worst 6, average " in source
    assert "n2f [label=<<b>01</b>&#160;&#160;1,440>" in source
    assert len(re.findall(r"^\tn\d+ \[", source, re.MULTILINE)) == 14
    assert source.count("dashed") == 13 + 1  # and the key below


def test_a_line_is_as_wide_as_its_share() -> None:
    widths = {int(node): float(width) for node, width in re.findall(r"n0:?\w* -> n(\d+)f \[.*penwidth=([\d.]+)",
                                                                  text(levels=2))}  # fmt: skip
    counts = LARGE.candidate_counts()
    assert len(widths) == 13
    for node, width in widths.items():
        assert width == pytest.approx(1 + 6 * counts[node] / 5040, abs=0.006)


def test_the_way_to_a_secret_is_highlighted_to_its_end() -> None:
    source = text(levels=1, secret="0932")
    assert "<b>0932</b>&#160;&#160;found at guess 6" in source
    assert "12 other cells: 4,823 left" in source
    assert (
        len(re.findall(r'^\t(?:n\d+|found) \[.*color="#a03d06".* penwidth=2 peripheries=2', source, re.MULTILINE)) == 7
    )
    assert "#a03d06" not in text(levels=2)


def test_the_same_tree_gives_the_same_text() -> None:
    again = player.Tree.from_bytes(LARGE.to_bytes())
    options = {"at": "0123:03", "secret": "1034"}
    assert dot.to_dot(again, view(again, **options)) == text(**options)  # type: ignore[arg-type]


@pytest.mark.needs_dot
@pytest.mark.parametrize(("form", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_draw(form: str, start: bytes) -> None:
    assert dot.draw(text(levels=2), form).startswith(start)


def test_without_dot_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(dot.DotMissing, match="dot is not installed: apt-get install graphviz, or brew"):
        dot.draw(text(levels=1), "svg")
