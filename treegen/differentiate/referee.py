"""The adaptive referee, which plays all games of a graph with a program over pipes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from time import monotonic
from typing import Any

from player.judge.children import Program, Programs
from player.judge.codemaker import Foul
from player.judge.match import describe_code
from treegen.differentiate.graph import Graph
from treegen.differentiate.session import GraphJudge


def play(
    command: Sequence[str], graph: Graph, games: int, *, seed: int = 0, time_limit: float = 10.0
) -> dict[str, Any]:
    """Play `games` games on `graph` with a program, and return the result as a row of a table.

    The program has `time_limit` seconds for each turn.  `seconds` have passed, most of them in the referee;
    `cpu_seconds` is what the program itself took, as judges count.
    """
    codemaker = GraphJudge(graph, games, seed)
    start, before = monotonic(), os.times()
    with Programs() as programs:
        program = programs.start(command)
        try:
            _talk(program, codemaker, time_limit)
            how, detail = _farewell(program, time_limit)
        except Foul as foul:
            how, detail = foul.how, str(foul)
            if how == "end of output":
                ended, why = _farewell(program, 1.0)
                how, detail = ended or how, f"{detail}: {why}" if why else detail
    seconds, cpu = monotonic() - start, sum(os.times()[2:4]) - sum(before[2:4])  # the processor time of children
    counts = codemaker.questions
    return {
        "vertices": graph.vertices, "edges": len(graph.edges), "changes": codemaker.changes, "games": games,
        "won": len(counts), "worst": max(counts, default=None),
        "average": round(sum(counts) / len(counts), 3) if counts else None, "seconds": round(seconds, 2),
        "cpu_seconds": round(cpu, 2), "result": f"{how}: {detail}" if how else "won",
    }  # fmt: skip


def _talk(program: Program, codemaker: GraphJudge, time_limit: float) -> None:
    deadline = monotonic() + time_limit
    while not program.is_closed:
        text = codemaker.reply().encode()
        if text:
            deadline = monotonic() + time_limit
            program.write(text)
        data = program.listen(deadline - monotonic())
        if monotonic() >= deadline and (codemaker.is_over or data is None):
            where = "still running after the last game" if codemaker.is_over else "no output"
            raise Foul("does not end" if codemaker.is_over else "silence", f"{where} for {time_limit:g} s")
        if data is not None:
            codemaker.receive(data)


def _farewell(program: Program, time_limit: float) -> tuple[str, str]:
    """Return how the program ended badly ("" if it ended well), and end all processes that it left running."""
    code = program.end_code(time_limit)
    if code is None:
        return "does not end", f"still running {time_limit:g} s after it closed its output"
    return ("crash", describe_code(code)) if code else ("", "")
