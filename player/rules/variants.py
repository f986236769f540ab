"""Games that trees do not know: with several boards, as GAME*N, and with lies, as GAME~K."""

from __future__ import annotations

from player.errors import BadInput
from player.rules.numbers import read_whole, shorten

MAX_BOARDS, MAX_LIES = 16, 4


def read_boards(name: str, boards: int | None = None) -> tuple[str, int]:
    """The game of `GAME*N`, and how many boards that or an option (None: it was left out) means; BadInput for too many.

    >>> read_boards("words-5*4"), read_boards("words-5", 2), read_boards("words-5")
    (('words-5', 4), ('words-5', 2), ('words-5', 1))
    """
    is_path = ":" in name or name.endswith(".tree")  # which may hold stars
    game, star, text = ("", "", "") if is_path else name.rpartition("*")
    count = read_whole(text, 1, 10**6) if star else boards or 1
    if count is None or (boards or count) != count:
        raise BadInput(f"{shorten(name)}: 1 to 16 boards are written GAME*N or --boards N, as in words-5*4, once")
    if count > MAX_BOARDS:
        raise BadInput(f"{count} boards: {MAX_BOARDS} at most, as the first guess would take too long")
    return (game if star else name), count


def read_lies(name: str) -> tuple[str, int]:
    """The game of `GAME~K`, and how many answers may be false; BadInput for too many.

    >>> read_lies("bulls-3x4~1"), read_lies("bulls-3x4")
    (('bulls-3x4', 1), ('bulls-3x4', 0))
    """
    is_path = ":" in name or "/" in name or name.endswith(".tree")
    game, mark, text = (name, "", "") if is_path else name.partition("~")
    count = read_whole(text, 1, 50) if mark else 0
    if count and count > MAX_LIES:
        raise BadInput(f"{count} lies: {MAX_LIES} at most, as a tree for more would be too large")
    if count is None:
        raise BadInput(f"{shorten(name)}: the number of lies is from 1 to {MAX_LIES}, as in bulls-3x4~1")
    return game, count


def refuse_variant(name: str) -> None:
    """Raise BadInput for a game with lies or several boards where none can be: they have no trees."""
    mark = next((sign for sign in name if not ((sign.isascii() and sign.isalnum()) or sign in "-.=,")), "")
    if ":" not in name and mark == "~":
        raise BadInput(
            f"{name[:40]}: a tree finds a secret once, and not in games with lies: treegen lies, player play"
        )
    if ":" not in name and mark == "*" != name[:1]:
        raise BadInput(f"{name[:40]}: several boards have no trees: treegen next {name[:40]}, compare, or player play")
