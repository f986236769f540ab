"""Graphs for differentiate: damaged ones, none at all, and good ones, whose plans are checked by the judge's rules."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from campaigns import Report
from campaigns.drawn import call, check_command, damage, token, write
from treegen.differentiate.graph import SHAPES, Graph, make_shape, read_graph
from treegen.differentiate.session import Codemaker, play

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMANDS = 50  # one in so many is tried on the command line, too


def attack(budget: int, seed: int, folder: Path) -> Report:
    """Read hostile graphs; what is taken must be a graph, and playing it must find every vertex."""
    report = Report()
    for number, data in enumerate(_graphs(budget, seed)):
        what = f"seed {seed}, graph {number}, {data[:120]!r}"
        call(report, what, partial(_read, report, what, data))
        if number % _COMMANDS == 0:
            check_command(report, "treegen", ["differentiate", write(folder, "graph", data)], codes=(0, 2, 3))
            check_command(report, "treegen", ["differentiate", "--judge"], data)
    return report


def _graphs(budget: int, seed: int) -> Iterator[bytes]:
    rng = random.Random(seed)
    for _ in range(budget):
        n = rng.choice((1, 2, 3, 5, 9, 30))
        good = make_shape(rng.choice(SHAPES), n, rng.randint(0, 3 * n), rng.randrange(1000), rng.randint(0, 4))
        data = good.to_text().encode()
        kind = rng.randrange(5)
        if kind == 0:
            data = data.partition(b"\n")[2]  # a bare list of edges
        if kind == 1:
            data = b" ".join(token(rng) for _ in range(rng.randint(0, 12)))
        elif kind < 4:
            data = damage(rng, data)
        yield data


def _read(report: Report, what: str, data: bytes) -> None:
    graph = read_graph(data)
    if not (1 <= graph.vertices <= 1000 and len(graph.ends_first) == graph.vertices):
        report.fail(f"{what}: taken as {graph!r}")
    elif graph.vertices <= 30:
        _play(report, what, graph)


def _play(report: Report, what: str, graph: Graph) -> None:
    """Both ends of the conversation: the codemaker's rules share nothing with what prepared the graph."""
    codemaker = Codemaker(graph, min(graph.games, 4))
    play(lambda: codemaker.reply().encode(), lambda text: codemaker.receive(text.encode()))
    if not codemaker.is_over or max(codemaker.questions, default=0) > 20:
        report.fail(f"{what}: the games went wrong: {codemaker.questions}")
