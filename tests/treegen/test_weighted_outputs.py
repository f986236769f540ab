"""Each output that shows a figure of a tree with weights, against the games that the tree plays, written out."""

from __future__ import annotations

import json
import random
import re
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import networkx as nx
import pytest
from twins import Call

import treegen as tg
from player.tree.tree import summary
from treegen.exchange.export.languages import LANGUAGES
from treegen.render import plots
from treegen.render.notebook import lists_html
from treegen.render.picture import choose
from treegen.render.scene import Text

SECRETS = ["".join(digits) for digits in permutations("1234", 3)]
GAME = "bulls-3x4"


def answer(guess: str, secret: str) -> str:
    bulls = sum(a == b for a, b in zip(guess, secret, strict=True))
    return f"{bulls}{len(set(guess) & set(secret)) - bulls}"


class Node(NamedTuple):
    guess: str
    left: int
    weight: int
    worst: int
    average: float


class Known:
    """A tree of the command solve, and all figures that follow from its games as `export --to text` lists them."""

    def __init__(self, path: Path, weights: dict[str, int], games: dict[str, list[str]]) -> None:
        self.path, self.weights, self.games = path, weights, games
        self.tree = tg.open_tree(path)

    def node(self, history: str) -> Node:
        steps = history.split(",") if history else []
        games = {secret: game for secret, game in self.games.items() if game[: len(steps)] == steps}
        to_come = {secret: len(game) - len(steps) for secret, game in games.items()}
        weight = sum(self.weights[secret] for secret in games)
        total = sum(self.weights[secret] * more for secret, more in to_come.items())
        guesses = {game[len(steps)].partition(":")[0] for game in games.values()}
        assert len(guesses) == 1
        return Node(guesses.pop(), len(games), weight, max(to_come.values()), total / weight)

    def histories(self) -> set[str]:
        return {",".join(game[:depth]) for game in self.games.values() for depth in range(len(game))}


@pytest.fixture
def known(tmp_path: Path, call_treegen: Call) -> Known:
    draw = random.Random(7)
    weights = {secret: draw.randint(1, 30) for secret in SECRETS}
    path, listed = tmp_path / "w.tree", tmp_path / "wt.txt"
    listed.write_text("".join(f"{secret} {weight}\n" for secret, weight in weights.items()))
    call_treegen("solve", GAME, "--weights", listed, "-q", "-o", path)
    lines = call_treegen("export", path, "--to", "text").stdout.splitlines()
    games = {secret: history.split(",") for secret, history in (line.split(" ") for line in lines)}
    assert sorted(games) == SECRETS
    for secret, game in games.items():
        assert [step.partition(":")[2] for step in game] == [answer(step[:3], secret) for step in game]
    return Known(path, weights, games)


def test_the_tree_itself(known: Known, call_treegen: Call, call_player: Call) -> None:
    root = known.node("")
    total = round(root.average * root.weight)
    by_depth = [
        sum(known.weights[s] for s, game in known.games.items() if len(game) == k + 1) for k in range(root.worst)
    ]
    tally = f"{total}:{root.worst}:{by_depth[-1]}"
    stats = json.loads(call_treegen("stats", known.path, "--json").stdout)
    assert (stats["tally"], stats["secrets"], stats["weight"]) == (tally, 24, root.weight)
    assert (stats["average"], stats["histogram"]) == (pytest.approx(root.average), by_depth)
    assert re.search(r"^guesses  weight", call_treegen("stats", known.path).stdout, re.MULTILINE)
    referee = json.loads(call_player("referee", known.path, "--json").stdout)
    assert (referee["games"], referee["won"], referee["tally"]) == (24, 24, tally)
    assert (referee["average"], referee["histogram"]) == (round(root.average, 4), by_depth)


def test_what_programs_read(known: Known, tmp_path: Path, call_treegen: Call) -> None:
    call_treegen("render", known.path, "-o", tmp_path / "a.json")
    call_treegen("render", known.path, "-o", tmp_path / "a.graphml")
    read = nx.node_link_graph(json.loads((tmp_path / "a.json").read_text()), edges="edges")
    for graph in (tg.to_networkx(known.path), read, nx.read_graphml(tmp_path / "a.graphml", node_type=int)):
        assert graph.graph["average_depth"] == pytest.approx(known.node("").average)
        assert {row["history"] for row in graph.nodes.values()} == known.histories()
        for row in graph.nodes.values():
            node = known.node(row["history"])
            assert (row["guess"], row["candidates"], row["worst"]) == (node.guess, node.left, node.worst)
            assert row["average"] == pytest.approx(node.average)
        for above, below, row in graph.edges(data=True):
            parts = [known.node(graph.nodes[node]["history"]).weight for node in (above, below)]
            assert row["share"] == pytest.approx(parts[1] / parts[0])


def test_what_people_see_of_a_node(known: Known) -> None:
    nodes = [node for node in map(known.node, known.histories()) if node.left > 1]
    shown = sorted((node.guess, f"{node.left}", f"worst {node.worst}, average {node.average:.2f}") for node in nodes)
    boxes = re.findall(
        r'<b><font point-size="14">(\d+)</font></b>&#160;&#160;(\d+) left<br/>(.*?)>', tg.to_dot(known.path)
    )
    folds = re.findall(r"<b>(\d+)</b> (\d+) left, (worst \d, average [\d.]+)", lists_html(known.tree))
    assert sorted(boxes) == sorted(folds) == shown
    widths = dict(re.findall(r"n\d+f -> n(\d+) \[color=\S+ penwidth=([\d.]+)", tg.to_dot(known.path)))
    parents, rows = known.tree.parents(), [known.node(row["history"]).weight for row in known.tree.rows()]
    assert widths == {str(node): f"{1 + 6 * rows[node] / rows[parents[node]]:.2f}" for node in range(1, len(rows))}
    assert "<th>weight</th>" in summary(known.tree)
    assert f"24 secrets, {known.node('').average:.4f} guesses on average" in summary(known.tree)


def test_pictures_and_plots(known: Known) -> None:
    root = known.node("")
    scene = choose(known.tree, levels=1).scene
    shown = " | ".join(mark.text for mark in scene.marks if isinstance(mark, Text))
    assert f"{root.average:.4f} guesses on average, at most {root.worst}" in shown
    for history in (history for history in known.histories() if history.count(":") == 1):
        assert f"{history[-2:]} | {100 * known.node(history).weight / root.weight:.1f}% | " in shown
    pytest.importorskip("matplotlib")
    mean, _ = plots.left_by_guess(known.tree)
    for depth in range(root.worst):
        nodes = [known.node(history) for history in known.histories() if history.count(":") == depth]
        assert mean[depth] == pytest.approx(sum(n.left * n.weight for n in nodes) / sum(n.weight for n in nodes))


def test_exports_have_the_weights(known: Known, call_treegen: Call) -> None:
    average = f"{known.node('').average:.4f} on average by weight"
    for language in LANGUAGES:
        assert average in call_treegen("export", known.path, "--to", language, "-o", "-").stdout, language
    columns = json.loads(call_treegen("export", known.path, "--to", "json", "--form", "columns", "-o", "-").stdout)
    won = [guess for guess, wins in zip(columns["guess"], columns["wins"], strict=True) if wins]
    assert dict(zip(won, columns["weights"], strict=True)) == known.weights
