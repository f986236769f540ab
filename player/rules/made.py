"""The command in a tree file that makes the tree again: its grammar.  A stranger may have written it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container

__all__ = ["OBJECTIVES", "is_command"]

# What a tree may say that it minimises; "" is a tree of a strategy, "price" one of a price list.
OBJECTIVES = ("", "total", "worst", "fewest-at-max", "identify", "price")


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


def _is_name(word: str) -> bool:
    return word.isascii() and word.replace("-", "").replace("_", "").isalnum()


def _is_part(part: str) -> bool:
    """Whether it is a part of a strategy but the opening: `entropy`, `candidates-until-3`, `bonus=4.5`."""
    number = part.removeprefix("bonus=")
    return _is_name(part) or (number != part and _is_name(number.replace(".", "", 1)))


_OPTIONS: dict[str, Callable[[str], bool]] = {
    "--guesses": _is_name,
    "--max-depth": lambda word: word == "none" or _is_number(word),
    "--seed": _is_number,
    "--exact-below": _is_number,
    "--weights": lambda word: word == "FILE",
    "--objective": lambda word: word in OBJECTIVES[1:-1],
    "--price": lambda word: all(map(_is_number, word.split(","))),
    "--from": _is_name,
    "--changes": _is_number,
}
# The options of each verb beside GAME, which follows the verb or, of import, --game.
_VERBS = {
    "build": ("--strategy", "--guesses", "--max-depth", "--first", "--seed", "--exact-below", "--weights"),
    "solve": ("--objective", "--price", "--guesses", "--max-depth", "--first", "--weights"),
    "import": ("--from", "--game"),
    "differentiate": ("--changes",),
}


def is_command(made: str, game: str = "", guesses: Container[str] = ()) -> bool:
    """Whether `made` is a command of treegen as its own writers spell it, one blank between words, for this game.

    `guesses` are those that may be named whatever is in them; any others are of letters, digits, - and _.  Without
    `game` any name of a game will do.

    >>> is_command("treegen solve bulls-4x10 --price 0,0,1 --guesses all --max-depth none --first 0123", "bulls-4x10")
    True
    >>> is_command("treegen build bulls-4x10; reboot"), is_command("treegen build mastermind-4x6", "bulls-4x10")
    (False, False)
    """
    program, *words = made.split(" ")
    verb = words.pop(0) if words else ""
    if program != "treegen" or verb not in _VERBS:
        return False
    if verb in ("build", "solve") and not (words and _is_game(words.pop(0), game)):
        return False
    return len(words) % 2 == 0 and all(
        option in _VERBS[verb] and _is_value(option, value, game, guesses)
        for option, value in zip(words[::2], words[1::2], strict=True)
    )


def _is_value(option: str, value: str, game: str, guesses: Container[str]) -> bool:
    if option == "--game":
        return _is_game(value, game)
    if option == "--first":
        return _is_guess(value, guesses)
    if option == "--strategy":
        head, first, opening = value.partition("+first=")
        return all(map(_is_part, head.split("+"))) and (
            not first or all(_is_guess(guess, guesses) for guess in opening.split("."))
        )
    return _OPTIONS[option](value)


def _is_game(word: str, game: str) -> bool:
    return word == game if game else _is_name("".join("-" if symbol in ":=." else symbol for symbol in word))


def _is_guess(word: str, guesses: Container[str]) -> bool:
    # What is no ASCII means nothing to a shell or a compiler; unprintable characters are refused before.
    plain = "".join(symbol for symbol in word if symbol.isascii())
    return word in guesses or (bool(word) and (not plain or _is_name(plain) or not plain.strip("-_")))
