"""Games without trees: with several boards, as GAME*N, and with lies, as GAME~K."""

from __future__ import annotations

from player.errors import BadInput, shorten
from player.rules.numbers import read_whole

MAX_BOARDS, MAX_LIES = 16, 4


def read_boards(name: str, boards: int | None = None) -> tuple[str, int]:
    """Return the game of `GAME*N`, and the number of boards: N, or else `boards`, or 1. Raises BadInput for too many.

    >>> read_boards("words-5*4"), read_boards("words-5", 2), read_boards("words-5")
    (('words-5', 4), ('words-5', 2), ('words-5', 1))
    """
    is_path = ":" in name or name.endswith(".tree")  # a path may hold stars
    game, star, text = ("", "", "") if is_path else name.rpartition("*")
    count = read_whole(text, 1, MAX_BOARDS) if star else boards or 1
    if not count or not (boards or count) == count <= MAX_BOARDS:
        raise BadInput(f"{shorten(name)}: 1 to 16 boards are written GAME*N or --boards N, as in words-5*4, once")
    return (game if star else name), count


def read_lies(name: str) -> tuple[str, int]:
    """Return the game of `GAME~K`, and the number of answers that may be false. Raises BadInput for too many.

    >>> read_lies("bulls-3x4~1"), read_lies("bulls-3x4")
    (('bulls-3x4', 1), ('bulls-3x4', 0))
    """
    is_path = ":" in name or "/" in name or name.endswith(".tree")
    game, mark, text = (name, "", "") if is_path else name.partition("~")
    count = read_whole(text, 1, MAX_LIES) if mark else 0
    if count is None:
        raise BadInput(f"{shorten(name)}: the number of lies is from 1 to {MAX_LIES}, as in bulls-3x4~1")
    return game, count


def refuse_variant(name: str) -> None:
    """Raise BadInput for a game with lies or several boards, because it has no tree."""
    game = "" if ":" in name else name.partition("=")[0]
    if "~" in game or "*" in game[1:]:
        problem = "games with lies or several boards have no trees: treegen lies, next, or player play"
        raise BadInput(f"{shorten(name, 40)}: {problem}")
