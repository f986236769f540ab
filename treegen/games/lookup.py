"""The function that makes a game from its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from player.errors import BadInput, check_text, command_line
from player.rules import names as rules
from player.rules.lists import read_named
from player.rules.titles import LIST, brief, command_name
from treegen.games.arguments import check_options
from treegen.games.game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def game(name: str, *, memory: int | None = None) -> Game:
    """Make the game of a name, with its feedback table, which takes len(guesses) × len(secrets) bytes,
    or twice as many with more than 256 feedbacks.

    `memory` bounds the table, in bytes; by default it is half of the available memory, and checked only when the table
    is needed, which greedy trees of codes and words do without.  Aliases are understood, and the game has its canonical
    name.  Raises BadInput for a name that neither guesstree nor an installed package has, a file that cannot be read,
    and a table that would be too large, before it is allocated; and TypeError if the name is not a string.

    >>> import treegen as tg
    >>> game = tg.game("mm")
    >>> game.name, game.table.shape
    ('mastermind-4x6', (1296, 1296))
    """
    check_text("the name of a game", name, "bulls-4x10")
    check_options(memory=memory)
    try:
        plain_rules = rules.read_game(name)
    except BadInput:
        family, _, path = name.partition(":")
        read = load("families", family) if path else None
        if read is not None:
            return read(path)  # type: ignore[no-any-return]
        made = load("games", name.strip(), is_called=True)
        if not isinstance(made, Game):
            raise
        return replace(made, called=made.called or name.strip())
    return Game.of_rules(plain_rules, memory)


def added(group: str) -> dict[str, EntryPoint]:
    """Return the entry points `guesstree.GROUP` of the installed packages, by name."""
    from importlib.metadata import entry_points  # this import takes as long as to solve a small game

    return {point.name: point for point in entry_points(group=f"guesstree.{group}")}


def load(group: str, name: str, *, is_called: bool = False) -> Any:
    """Return the object that a package adds under a name, its result if called, or None.  BadInput if it fails."""
    point = added(group).get(name)
    try:
        found = point and point.load()
        return found() if is_called and found else found
    except Exception as error:
        raise BadInput(f"{name}: {point and point.value} failed: {type(error).__name__}: {error}") from error


def as_game(value: Game | str, caller: str) -> Game:
    """Return the game that an argument of the function `caller` means: a game, or the name of one.

    Raises BadInput as `game` does, and TypeError for anything else; the message names `caller`.

    >>> as_game("mm", "build")
    Game('mastermind-4x6', 1296 secrets, 1296 guesses, 14 feedbacks)
    """
    if isinstance(value, Game):
        return value
    if not isinstance(value, str):
        raise TypeError(f"{caller}() takes a Game or the name of one, such as 'bulls-4x10', not {type(value).__name__}")
    return game(value)


def check_game(
    game: Game | None, name: str, files: Sequence[str], tree: str = "this", but: str = "but --game names"
) -> Game | None:
    """Return the game of a tree of the game `name`, read from `files`.  Raises BadInput if `game` is another one.

    `game` may be None for a game that is not read from files, or only from a named list.  None is returned if `name`
    alone makes it.  Messages call the tree `tree`, and `but` introduces the name of the other game.
    """
    own = show_files(files) or brief(name)
    if game is None:
        if ":" in name:
            listed = read_named(files[0].removesuffix(LIST)) if len(files) == 2 else None
            if listed is not None and listed.name == name:
                return Game.of_rules(listed)
            how = f"--game {command_line([command_name(name, files)])}" if files else "--game"
            raise BadInput(f"this tree's game is read from files ({own}); name them with {how}")
    elif game.name != name:
        other = show_files(game.files) or brief(game.name)
        if own == other:  # the same file, with another number of changes
            own, other = brief(name), game.brief
        raise BadInput(f"{tree} is a tree of {own}, {but} {other}")
    return game


def show_files(files: Sequence[str]) -> str:
    """Return the names of the files, each with the first digits of its hash."""
    return ", ".join(f"{name} ({digest[:8]})" for name, digest in zip(files[::2], files[1::2], strict=True))
