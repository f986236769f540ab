"""The referee: plays secrets against a tree in this process, or against any program over pipes."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import count
from subprocess import PIPE
from time import monotonic

from player.errors import RemoteProtocolError
from player.judge.children import Program, Programs
from player.judge.codemaker import Codemaker
from player.judge.conversation import Codebreaker
from player.judge.match import Match, Outcome
from player.judge.wording import Wording
from player.people.hints import Sceptic
from player.tree import Tree

_FILL = 1 << 40  # the least number of a game that only fills up a run


def codemakers(
    wording: Wording, secrets: Sequence[str], limit: int, is_adaptive: bool = False, lies: int = 0
) -> Iterator[Codemaker]:
    """Return the games to play: one for each secret or, if `is_adaptive`, one with all secrets for each round."""
    groups = [secrets] * (wording.dialect.rounds or 1) if is_adaptive else ([secret] for secret in secrets)
    return (Codemaker(wording, group, limit, lies) for group in groups)


def play_tree(tree: Tree | Sceptic, games: Iterable[Codemaker]) -> Generator[Outcome, None, None]:
    """Play a tree in this process: the two ends of the conversation joined by a wire of bytes."""
    for codemaker in games:
        match, codebreaker = Match([(0, codemaker)]), Codebreaker(codemaker.wording, tree)
        text = match.start()
        try:
            while True:
                if text:
                    codebreaker.receive(text.encode())
                    codebreaker.read()
                if match.is_over or match.has_won:
                    break
                text = match.receive(codebreaker.ask().encode())
        except RemoteProtocolError as error:
            match.lose("dead branch", str(error))
        match.end(0, b"")
        yield match.outcomes[0]


def play_command(
    command: Sequence[str], games: Iterable[Codemaker], jobs: int = 1, time_limit: float = 2.0, rounds: int = 1
) -> Generator[Outcome, None, None]:
    """Play a program, started anew for every game, up to `jobs` at a time; `time_limit` is in seconds for each move.

    In a dialect of N rounds, a run of the program plays N of the games one after the other; if the first line has the
    number of rounds, N is `rounds`.  The last run is filled up with the first games again; these count only if they are
    lost; games that were not played because an earlier one was lost get a new run.

    Raises BadInput if the program cannot be started.  All processes are ended when the iteration ends in any way.
    """
    waiting = deque(enumerate(games))
    first, fills = [codemaker for _, codemaker in waiting], count(_FILL)
    rounds = first[0].wording.dialect.rounds or rounds if first else 1
    running: dict[Program, Match] = {}
    done: dict[int, Outcome] = {}
    following = 0
    with Programs() as programs:
        while True:
            while len(running) < jobs and waiting:
                run = [waiting.popleft() for _ in range(min(rounds, len(waiting)))]
                run += [(next(fills), first[at % len(first)].again()) for at in range(rounds - len(run))]
                match = Match(run, time_limit)
                program = programs.start(command, stderr=PIPE)
                program.write(match.start().encode())
                running[program] = match
            if not running:
                break
            for program in programs.wait(min(match.deadline for match in running.values())):
                _read(program, running[program])
            now = monotonic()
            for program, match in list(running.items()):
                if program.has_ended and not match.is_over:
                    for data in (program.end_and_read(), b""):
                        match.receive(data)
                    match.end(program.returncode, program.last_words)
                elif match.deadline <= now and not match.is_over:
                    match.time_out()
                if match.is_over:
                    del running[program]
                    program.end()
                    done |= match.outcomes
                    waiting.extend(unplayed for unplayed in match.unplayed if unplayed[0] < _FILL)
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
        match.lose("does not listen", f"left the replies to {match.codemaker.guess_count} unread")
    if match.has_won:
        program.close(program.stdin)


class Summary:
    """The result of a series of games: counts, times and lost games; a generator `outcomes` is played to its end.

    The weights of the `tree`, if there is one, apply to the histogram, but not to the numbers of games.
    """

    def __init__(self, tree: Tree | None = None, outcomes: Iterable[Outcome] = ()) -> None:
        self.weights = {} if tree is None else tree.weight_of()
        self._names = tree is not None and tree.names_at_the_end  # then the last guess is no question
        self.games = 0
        self.histogram: list[int] = []
        self.losses: list[Outcome] = []
        self.slowest = 0.0
        self.last: Outcome | None = None
        for outcome in outcomes:
            self.add(outcome)

    def add(self, outcome: Outcome) -> None:
        """Count one more game."""
        self.games += 1
        self.last = outcome
        self.slowest = max(self.slowest, outcome.slowest)
        if not outcome.is_won:
            self.losses.append(outcome)
            return
        guesses = max(1, len(outcome.steps) - self._names)
        self.histogram += [0] * (guesses - len(self.histogram))
        self.histogram[guesses - 1] += self.weights.get(outcome.secret) or self.weights.get(f"eq{outcome.secret}", 1)

    def row(self) -> dict[str, object]:
        """Return games, won, lost; tally, histogram and average of those won; the slowest move in milliseconds."""
        histogram, won = self.histogram, self.games - len(self.losses)
        total = sum(depth * found for depth, found in enumerate(histogram, 1))
        return {
            "games": self.games, "won": won, "lost": len(self.losses),
            "tally": f"{total}:{len(histogram)}:{histogram[-1]}" if won else None, "histogram": tuple(histogram),
            "average": round(total / sum(histogram), 4) if won else None, "slowest_ms": round(1000 * self.slowest, 1),
        }  # fmt: skip
