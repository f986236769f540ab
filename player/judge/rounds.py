"""Which games are played in one run of a program, in dialects of several rounds."""

from __future__ import annotations

from itertools import count, islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from player.judge.codemaker import Codemaker

__all__ = ["Runs"]

_FILL = 1 << 40  # the numbers from here on are of games that fill up a run


class Runs:
    """The games of each run: in a dialect of N rounds N at a time, otherwise one.

    Each game comes with its number.  The last run is filled up with the first games again, under numbers beyond all
    others; games that the loss of an earlier one kept from being played are given back, and have a new run.

    >>> from player.judge.custom import changed
    >>> from player.judge.dialects import DIALECTS
    >>> from player.judge.referee import codemakers
    >>> from player.judge.wording import Wording
    >>> from player.rules.names import parse
    >>> wording = Wording(changed(DIALECTS["plain"], rounds=2), parse("bulls-2x3"))
    >>> runs = Runs(codemakers(wording, ["12", "13", "21"], 0))
    >>> [game.secrets for _, game in runs.take()], [game.secrets for _, game in runs.take()], runs.take()
    ([['12'], ['13']], [['21'], ['12']], [])
    """

    def __init__(self, games: Iterable[Codemaker]) -> None:
        self._waiting = enumerate(games)
        self._again: list[tuple[int, Codemaker]] = []
        self._first: list[Codemaker] = []
        self._fills = count(_FILL)

    def take(self) -> list[tuple[int, Codemaker]]:
        """The games of the next run; none when all have been played."""
        games = self._again[:1] or list(islice(self._waiting, 1))
        if not games:
            return []
        rounds = games[0][1].wording.dialect.rounds or 1
        games = self._again[:rounds] or games
        self._again = self._again[rounds:]
        games += islice(self._waiting, rounds - len(games))
        self._first = self._first or [codemaker.again() for _, codemaker in games[: rounds - 1]]
        for at in range(rounds - len(games)):
            games.append((next(self._fills), self._first[at % len(self._first)].again()))
        return games

    def give_back(self, games: Sequence[tuple[int, Codemaker]]) -> None:
        """Take games of a run that has ended before they were played."""
        self._again += [(number, codemaker) for number, codemaker in games if number < _FILL]
