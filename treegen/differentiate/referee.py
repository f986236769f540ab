"""The adaptive referee over pipes: one program, one graph, all of its games."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
from collections.abc import Sequence
from time import monotonic, sleep
from typing import Any, NamedTuple

from player.errors import BadInput
from player.session import Foul
from treegen.differentiate.graph import Graph
from treegen.differentiate.session import Keeper

__all__ = ["Result", "play"]

_CHUNK = 64 << 10


class Result(NamedTuple):
    """How a program did on one graph; `how` it lost is "" when it did not."""

    changes: int
    games: int
    questions: list[int]
    how: str
    detail: str
    seconds: float

    def row(self, name: str, graph: Graph) -> dict[str, Any]:
        """The result as a line of a table."""
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
            "result": f"{self.how}: {self.detail}" if self.how else "won",
        }


def play(command: Sequence[str], graph: Graph, games: int, *, seed: int = 0, time_limit: float = 10.0) -> Result:
    """Play `games` games of `graph` against a program, which has `time_limit` seconds for each turn.

    The program runs in a process group of its own, of which nothing is left afterwards.  Raises BadInput where it
    cannot be started.
    """
    keeper = Keeper(graph, games, seed)
    start = monotonic()
    try:
        process = subprocess.Popen(
            command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or error).lower()
        raise BadInput(f"{command[0]}: cannot be started: {reason}; name a program after --") from None
    how = detail = ""
    try:
        _talk(process, keeper, time_limit)
        how, detail = _farewell(process, time_limit)
    except Foul as foul:
        how, detail = foul.how, str(foul)
        if how == "end of output":
            ended, why = _farewell(process, 1.0)
            how, detail = ended or how, f"{detail}: {why}" if why else detail
    finally:
        _end(process)
    return Result(keeper.changes, games, keeper.questions, how, detail, monotonic() - start)


def _talk(process: subprocess.Popen[bytes], keeper: Keeper, time_limit: float) -> None:
    """Pass text between the two until the keeper has played all its games, and the program closed its output."""
    stdin: Any = process.stdin  # Any: Popen's are optional, ours are there
    stdout: Any = process.stdout
    unsent = b""
    with selectors.DefaultSelector() as selector:
        for file in (stdin, stdout):
            os.set_blocking(file.fileno(), False)
        selector.register(stdout, selectors.EVENT_READ)
        deadline = monotonic() + time_limit
        while True:
            said = keeper.reply().encode()
            if said:
                deadline = monotonic() + time_limit
            unsent += said
            unsent = _send(stdin, unsent)
            if unsent and stdin not in selector.get_map():
                selector.register(stdin, selectors.EVENT_WRITE)
            elif not unsent and stdin in selector.get_map():
                selector.unregister(stdin)
            ready = selector.select(max(deadline - monotonic(), 0))
            if not ready and monotonic() >= deadline:
                where = "still running after the last game" if keeper.is_over else "nothing said"
                raise Foul("does not end" if keeper.is_over else "silence", f"{where} for {time_limit:g} s")
            if any(key.fileobj is stdout for key, _ in ready):
                data = os.read(stdout.fileno(), _CHUNK)
                keeper.receive(data)
                if not data:
                    return


def _send(stdin: Any, data: bytes) -> bytes:
    """Send what fits; what is left."""
    try:
        return data[os.write(stdin.fileno(), data) :] if data else b""
    except BlockingIOError:
        return data
    except OSError:
        return b""  # it is gone, which its output will tell


def _farewell(process: subprocess.Popen[bytes], time_limit: float) -> tuple[str, str]:
    """How the program ended, nothing where all is well; whatever it left running is ended, too."""
    deadline = monotonic() + time_limit
    while not _has_ended(process):
        if monotonic() > deadline:
            return "does not end", f"still running {time_limit:g} s after it closed its output"
        sleep(0.002)
    _end(process)
    code = process.returncode
    if code < 0:
        return "crash", f"signal {signal.Signals(-code).name}"
    return ("crash", f"exit code {code}") if code else ("", "")


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    if hasattr(os, "waitid"):
        # Leaves the process unreaped, so that its group can still be ended under its number.
        return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    return process.poll() is not None


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.returncode is None:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass  # PermissionError: how macOS tells that all of the group have ended
        process.wait()
    for file in (process.stdin, process.stdout):
        if file is not None:
            file.close()
