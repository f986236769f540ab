"""The adaptive referee, which plays all games of a graph with a program over pipes."""

from __future__ import annotations

import os
import selectors
import subprocess
from collections.abc import Sequence
from time import monotonic, sleep
from typing import Any, NamedTuple

from player.judge.children import Programs, describe_code, has_ended
from player.judge.codemaker import Foul
from treegen.differentiate.graph import Graph
from treegen.differentiate.session import Codemaker

__all__ = ["Result", "play"]

_CHUNK = 64 << 10


class Result(NamedTuple):
    """The result of a program on one graph; `how` says how it lost, and is "" if it won.

    `seconds` have passed, most of them in the referee; `cpu_seconds` is what the program itself took, as judges count.
    """

    changes: int
    games: int
    questions: list[int]
    how: str
    detail: str
    seconds: float
    cpu_seconds: float

    def row(self, name: str, graph: Graph) -> dict[str, Any]:
        """The result as a row of a table."""
        asked = self.questions
        return {
            "graph": name,
            "vertices": graph.vertices,
            "edges": len(graph.edges),
            "changes": self.changes,
            "games": self.games,
            "won": len(asked),
            "worst": max(asked, default=None),
            "average": round(sum(asked) / len(asked), 3) if asked else None,
            "seconds": round(self.seconds, 2),
            "cpu_seconds": round(self.cpu_seconds, 2),
            "result": f"{self.how}: {self.detail}" if self.how else "won",
        }


def play(command: Sequence[str], graph: Graph, games: int, *, seed: int = 0, time_limit: float = 10.0) -> Result:
    """Play `games` games on `graph` with a program, which has `time_limit` seconds for each turn.

    The program and all processes that it started are ended afterwards.  Raises BadInput if it cannot be started.
    """
    codemaker = Codemaker(graph, games, seed)
    start, before = monotonic(), _cpu_of_children()
    how = detail = ""
    with Programs() as programs:
        process = programs.start(command)
        try:
            _talk(process, codemaker, time_limit)
            how, detail = _farewell(programs, process, time_limit)
        except Foul as foul:
            how, detail = foul.how, str(foul)
            if how == "end of output":
                ended, why = _farewell(programs, process, 1.0)
                how, detail = ended or how, f"{detail}: {why}" if why else detail
    seconds, cpu = monotonic() - start, _cpu_of_children() - before
    return Result(codemaker.changes, games, codemaker.questions, how, detail, seconds, cpu)


def _cpu_of_children() -> float:
    """The processor time of all programs that have ended, in the system, too."""
    times = os.times()
    return times.children_user + times.children_system


def _talk(process: subprocess.Popen[bytes], codemaker: Codemaker, time_limit: float) -> None:
    """Pass text between the program and the codemaker until all games are played and the program closed its output."""
    stdin: Any = process.stdin  # Any: Popen's are optional, ours are there
    stdout: Any = process.stdout
    unsent = b""
    with selectors.DefaultSelector() as selector:
        for file in (stdin, stdout):
            os.set_blocking(file.fileno(), False)
        selector.register(stdout, selectors.EVENT_READ)
        deadline = monotonic() + time_limit
        while True:
            said = codemaker.reply().encode()
            if said:
                deadline = monotonic() + time_limit
            unsent += said
            unsent = _send(stdin, unsent)
            if unsent and stdin not in selector.get_map():
                selector.register(stdin, selectors.EVENT_WRITE)
            elif not unsent and stdin in selector.get_map():
                selector.unregister(stdin)
            ready = selector.select(max(deadline - monotonic(), 0))
            if monotonic() >= deadline and (codemaker.is_over or not ready):
                where = "still running after the last game" if codemaker.is_over else "no output"
                raise Foul("does not end" if codemaker.is_over else "silence", f"{where} for {time_limit:g} s")
            if any(key.fileobj is stdout for key, _ in ready):
                data = os.read(stdout.fileno(), _CHUNK)
                codemaker.receive(data)
                if not data:
                    return


def _send(stdin: Any, data: bytes) -> bytes:
    """Send as much as fits into the pipe, and return the rest."""
    try:
        return data[os.write(stdin.fileno(), data) :] if data else b""
    except BlockingIOError:
        return data
    except OSError:
        return b""  # the program has ended, which reading its output will show


def _farewell(programs: Programs, process: subprocess.Popen[bytes], time_limit: float) -> tuple[str, str]:
    """Return how the program ended badly ("" if it ended well), and end all processes that it left running."""
    deadline = monotonic() + time_limit
    while not has_ended(process):
        if monotonic() > deadline:
            return "does not end", f"still running {time_limit:g} s after it closed its output"
        sleep(0.002)
    programs.end(process)
    code = process.returncode
    return ("crash", describe_code(code)) if code else ("", "")
