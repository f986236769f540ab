"""The recipe of a tree: the command that makes it again, written from the tree's fields."""

from __future__ import annotations

from player.rules.game_files import command_name
from player.rules.numbers import is_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container
    from typing import Any

__all__ = ["is_strategy", "recipe", "words_of"]


def words_of(fields: Any) -> list[str]:
    """The words of the command for people: the files of a game by their names, or FILE where they are not known."""
    if ":" not in fields.game:
        return _words(fields, fields.game)
    words = _words(fields, command_name(fields.game, fields.files))
    if fields.method == "differentiate":
        # With a folder in front, no name is taken for an option.
        names = [f"./{name}" if name.startswith("-") else name for name in fields.files[:1]]
        return [*words[:2], *names, *words[2:]]
    return [*words, "--name", fields.called] if words and fields.called else words


def recipe(fields: Any) -> str:
    """The command for people, "" without a method; ready for a shell where it names files."""
    words = words_of(fields)
    if not fields.files:
        return " ".join(words)
    import shlex

    return shlex.join(words)


def _words(fields: Any, game: str) -> list[str]:
    method = fields.method
    if method == "import":
        return ["treegen", "import", "--from", fields.strategy, "--game", game]
    if method == "differentiate":
        return ["treegen", "differentiate", "--changes", str(fields.changes)]
    if not method:
        return []
    if method == "build":
        how = ["--strategy", fields.strategy]
    elif fields.objective == "price":
        how = ["--price", ",".join(map(str, fields.prices))]
    else:
        how = ["--objective", fields.objective]
    words = ["treegen", method, game, *how, "--guesses", fields.pool, "--max-depth", str(fields.max_depth or "none")]
    if fields.first_guess:
        words += ["--first", fields.first_guess]
    if fields.seed is not None:
        words += ["--seed", str(fields.seed)]
    if fields.exact_below:
        words += ["--exact-below", str(fields.exact_below)]
    return [*words, "--weights", "FILE"] if fields.weights else words


def is_strategy(fields: Any, guesses: Container[str]) -> bool:
    """Whether the notation of import is a plain word, the strategy of build parts like `entropy` and `bonus=4.5`.

    A strategy ends in at most one opening, of guesses that are plain or among `guesses`.
    """
    if fields.method == "import":
        return is_plain(fields.strategy)
    head, first, opening = fields.strategy.partition("+first=")
    parts = [part.removeprefix("bonus=").replace(".", "", part.startswith("bonus=")) for part in head.split("+")]
    is_opening = "." in opening and not fields.first_guess and all(_is_guess(g, guesses) for g in opening.split("."))
    return all(map(is_plain, parts)) and (not first or is_opening)


def _is_guess(word: str, guesses: Container[str]) -> bool:
    # What is no ASCII means nothing to a shell or a compiler; unprintable characters are refused before.
    plain = "".join(symbol for symbol in word if symbol.isascii())
    return word in guesses or (bool(word) and (not plain or is_plain(plain) or not plain.strip("-_")))
