"""Graphs for differentiate: damaged ones, none at all, and good ones, whose plans are checked by the judge's rules."""

from __future__ import annotations

from pathlib import Path
from random import Random

from campaigns import Fault, campaign
from campaigns.commands import tried
from campaigns.drawn import damage, token, write
from treegen.differentiate.graph import SHAPES, make_shape, read_graph
from treegen.differentiate.session import GraphCodemaker, play

_COMMANDS = 50  # one in so many is tried on the command line, too


@campaign
def attack(draw: Random, number: int, folder: Path) -> str:
    """Read a hostile graph; what is taken must be a graph, and playing it must find every vertex."""
    data = _graph(draw)
    if number % _COMMANDS == 0:
        tried("treegen", ["differentiate", write(folder, "graph", data)], folder, codes=(0, 2, 3))
        tried("treegen", ["differentiate", "--judge"], folder, data)
    graph = read_graph(data)
    if not (1 <= graph.vertices <= 1000 and len(graph.ends_first) == graph.vertices):
        raise Fault(f"{data[:120]!r} is taken as {graph!r}")
    if graph.vertices <= 30:
        # Both ends of the conversation: the codemaker's rules share nothing with what prepared the graph.
        codemaker = GraphCodemaker(graph, min(graph.games, 4))
        play(lambda: codemaker.reply().encode(), lambda text: codemaker.receive(text.encode()))
        if not codemaker.is_over or max(codemaker.questions, default=0) > 20:
            raise Fault(f"{data[:120]!r}: the games went wrong: {codemaker.questions}")
    return "taken"


def _graph(draw: Random) -> bytes:
    n = draw.choice((1, 2, 3, 5, 9, 30))
    good = make_shape(draw.choice(SHAPES), n, draw.randint(0, 3 * n), draw.randrange(1000), draw.randint(0, 4))
    data = good.to_text().encode()
    kind = draw.randrange(5)
    if kind == 0:
        return data.partition(b"\n")[2]  # a bare list of edges
    if kind == 1:
        return b" ".join(token(draw) for _ in range(draw.randint(0, 12)))
    return damage(draw, data) if kind < 4 else data
