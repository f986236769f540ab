"""What a judge says before the first guess: how it is written, and read."""

from __future__ import annotations

from player.errors import BadInput
from player.judge.wording import printable
from player.rules.numbers import read_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from player.judge.wording import Wording

MOST_ROUNDS = 10**9 - 1


def start(wording: Wording, rounds: int = 1) -> str:
    """The lines that the judge says at first, for so many rounds."""
    dialect, rules = wording.dialect, wording.rules
    length, symbols = getattr(rules, "positions", 1), rules.symbols
    lines = [str(rounds)] if not dialect.rounds else []
    lines += [dialect.start.format(length=length, symbols=symbols)] if dialect.start else []
    return "".join(f"{line}\n" for line in lines)


def hello(wording: Wording) -> str:
    """The line before the first guess of a round, if there is one."""
    return f"{wording.dialect.hello}\n" if wording.dialect.hello else ""


def read_start(wording: Wording, tokens: Sequence[bytes]) -> int:
    """How many rounds the first `start_size` tokens grant; BadInput where they tell of another game."""
    rest, rounds = list(tokens), wording.dialect.rounds
    if not rounds:
        first = rest.pop(0)
        rounds = read_whole(first, 1, MOST_ROUNDS) or 0
        if not rounds:
            raise BadInput(f"{printable(first)!r} is not a number of rounds")
    expected = start(wording).split()[len(tokens) - len(rest) :]
    if rest != [word.encode() for word in expected]:
        said, meant = printable(b" ".join(rest)), " ".join(expected)
        raise BadInput(f"the judge starts with {said!r}, but {wording.rules.brief} is {meant!r}; name another TREE")
    return rounds


def read_hello(wording: Wording, tokens: Sequence[bytes]) -> None:
    """Check the `hello_size` tokens before a round's first guess; BadInput where they are others."""
    if b" ".join(tokens).decode("latin-1") != " ".join(wording.dialect.hello.split()):
        raise BadInput(
            f"{printable(b' '.join(tokens))!r} comes where {wording.dialect.called} says {wording.dialect.hello}"
        )
