"""Matches with a program over pipes, several at a time: the one loop that reads programs and answers them."""

from __future__ import annotations

import subprocess
from time import monotonic

from player.judge.children import Programs
from player.judge.match import Match
from player.judge.rounds import Runs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from player.judge.children import Program
    from player.judge.codemaker import Codemaker
    from player.judge.match import Outcome

__all__ = ["play_matches"]


def play_matches(
    command: Sequence[str], games: Iterable[Codemaker], jobs: int, time_limit: float
) -> Generator[Outcome, None, None]:
    """Play every game with a program, `jobs` at a time; yield the outcomes in the order of the games.

    A dialect of several rounds plays so many games in one run of the program (see `Runs`).  A game that only fills up a
    run counts only if it is lost.
    """
    runs = Runs(games)
    running: dict[Program, Match] = {}
    done: dict[int, Outcome] = {}
    following = 0
    with Programs() as programs:
        while True:
            while len(running) < jobs and (run := runs.take()):
                match = Match(run, time_limit)
                program = programs.start(command, stderr=subprocess.PIPE)
                program.write(match.start().encode())
                running[program] = match
            if not running:
                break
            for program in programs.wait(min(match.deadline for match in running.values())):
                _read(program, running[program])
            now = monotonic()
            for program, match in list(running.items()):
                if program.has_ended and not match.is_over:
                    for data in program.rest():
                        match.receive(data)
                    match.end(program.process.returncode, program.last_words)
                elif match.deadline <= now and not match.is_over:
                    match.time_out()
                if match.is_over:
                    del running[program]
                    program.end()
                    done |= match.outcomes
                    runs.give_back(match.unplayed)
            while following in done:
                yield done.pop(following)
                following += 1
        yield from (done[number] for number in sorted(done) if not done[number].is_won)


def _read(program: Program, match: Match) -> None:
    data = program.read()
    if data is None:
        return
    program.write(match.receive(data).encode())
    if program.unsent:
        match.stop_listening()
    if match.has_won:
        program.close_input()
