"""What is shown of a tree, what is still to come from each node, and the same for Graphviz and networkx."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import player
import treegen as tg
from player.errors import BadInput
from treegen.render import dot
from treegen.render.view import level_sizes, view

TREE = player.open_tree("bulls-3x9.total")
SECRETS = sorted(TREE.found())


def test_the_whole_tree_is_shown_as_its_rows_say() -> None:
    shown = view(TREE).nodes
    assert [(item.node, item.parent, item.depth, item.history) for item in shown] == [
        (row["node"], row["parent"], row["depth"], row["history"]) for row in TREE.rows()
    ]
    assert not any(item.is_folded or item.is_on_path for item in shown)


@given(st.integers(1, 8), st.sampled_from(SECRETS))
def test_levels_and_the_way_to_a_secret(levels: int, secret: str) -> None:
    what = view(TREE, levels=levels, secret=secret)
    steps = player.Player(TREE)
    way = [item for item in what.nodes if item.is_on_path]
    counts = TREE.candidate_counts()
    for item in way:
        assert (item.history, item.node) == (steps.history, steps.node)
        below = [child.node for child in what.nodes if child.parent == item.node]
        rest = [rest for rest in what.rests if rest.parent == item.node]
        # Nothing is lost: the guess itself, the cells that are shown and those that are drawn as one are all of them.
        hidden = sum(one.candidates for one in rest)
        assert TREE.is_win(item.node) + sum(counts[node] for node in below) + hidden == counts[item.node]
        assert len(below) + sum(one.cells for one in rest) == TREE.fanout[item.node]
        if item.node != what.found_by:
            on_path = [child for child in what.nodes if child.parent == item.node and child.is_on_path]
            steps.answer(TREE.labels[TREE.feedback[on_path[0].node]])
    assert steps.guess == secret
    assert all(item.depth <= levels for item in what.nodes if not item.is_on_path)
    assert all(item.is_folded == (item.depth == levels and TREE.fanout[item.node] > 0) for item in what.nodes
               if not item.is_on_path)  # fmt: skip


@given(st.sampled_from([row["history"] for row in TREE.rows()]), st.integers(1, 4))
def test_a_part_has_the_nodes_of_the_subtree(at: str, levels: int) -> None:
    part = TREE[at]
    assert level_sizes(TREE, at) == level_sizes(part)
    shown, alone = view(TREE, at=at, levels=levels).nodes, view(part, levels=levels).nodes
    assert [(TREE.guesses[item.node], item.is_folded) for item in shown] == [
        (part.guesses[item.node], item.is_folded) for item in alone
    ]
    assert all(item.history.startswith(at) for item in shown)


def test_bad_places_and_secrets() -> None:
    for at, secret, told in (
        ("456:01", None, "the tree asks 123 after no answer, not 456"),
        ("", "112", "'112' is not a secret of bulls-3x9; one is 123"),
        ("123:00", "123", "the secret 123 is not possible after 123:00"),
    ):
        with pytest.raises(BadInput, match=told):
            view(TREE, at=at, secret=secret)


GRAPH = tg.to_networkx(TREE)


def test_the_graph_says_what_the_file_says() -> None:
    about = GRAPH.graph
    told = [about[name] for name in ("game", "tally", "histogram", "proved", "bound", "objective", "labels")]
    assert told == ["bulls-3x9", "2337:6:55", "1 5 29 161 253 55", True, 2337, "total", " ".join(TREE.labels)]
    assert not any(isinstance(value, (tuple, list, type(None))) for value in about.values())


def test_a_part_keeps_its_numbers_and_histories() -> None:
    part = tg.to_networkx(TREE, at="123:01", levels=2)
    assert part.graph["at"] == "123:01"
    for node, figures in part.nodes(data=True):
        whole = GRAPH.nodes[node]
        assert {**figures, "is_folded": False} == whole
        assert figures["is_folded"] == (figures["depth"] == 3 and TREE.fanout[node] > 0)
    assert list(part.edges(data=True)) == [
        edge for edge in GRAPH.edges(data=True) if edge[1] in part and edge[0] in part
    ]


def test_the_way_to_a_secret_is_highlighted_to_its_end() -> None:
    tree = player.open_tree("bulls-4x10.total")
    source = dot.to_dot(tree, view(tree, levels=1, secret="0932"))
    assert "<b>0932</b>&#160;&#160;found at guess 6" in source
    assert "12 other cells: 4,823 left" in source
    marked = r'(?m)^\t(?:n\d+|found) \[.*color="#a03d06".* penwidth=2 peripheries=2'
    assert len(re.findall(marked, source)) == 7
    assert "#a03d06" not in dot.to_dot(tree, view(tree, levels=2))
