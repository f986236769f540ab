"""game(), which makes a game from its name, and checks of games that are arguments of other functions."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from player.errors import BadInput, check_text
from player.rules import names as rules
from player.rules.lists import read_named
from player.rules.table_files import changed, find_table
from player.rules.titles import LIST, brief, command_line, command_name
from treegen.games.game import Game
from treegen.games.memory import check_options

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def game(name: str, *, memory: int | None = None) -> Game:
    """Make a game from its name, which may be an alias; the game has the canonical name.

    The feedback table takes len(guesses) × len(secrets) bytes, or twice as many with more than 256 feedbacks.  `memory`
    limits these bytes (None: half of the available memory, which is not checked until the table is needed).  Greedy
    trees of codes and words do not need the table.  Raises BadInput for an unknown name, a file that cannot be read,
    and a table that is too large, and TypeError if the name is not a string.

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
        made = load("games", name.strip(), call=True)
        if not isinstance(made, Game):
            raise
        return replace(made, called=made.called or name.strip())
    return Game.of_rules(plain_rules, memory)


def added(group: str) -> dict[str, EntryPoint]:
    """Return the entry points that installed packages add to the group `guesstree.GROUP`, by name."""
    from importlib.metadata import entry_points  # this import takes as long as solving a small game

    return {point.name: point for point in entry_points(group=f"guesstree.{group}")}


def load(group: str, name: str, *, call: bool = False) -> Any:
    """Return the object that a package adds under a name (`call`: its result), or None.  Raises BadInput on error."""
    point = added(group).get(name)
    try:
        found = point and point.load()
        return found() if call and found else found
    except Exception as error:
        raise BadInput(f"{name}: {point and point.value} failed: {type(error).__name__}: {error}") from error


def as_game(value: Game | str, caller: str) -> Game:
    """Return the game for an argument that is a game or the name of one.

    Raises BadInput as `game` does, and TypeError for anything else; the message has the name of the function `caller`.

    >>> as_game("mm", "build")
    Game('mastermind-4x6', 1296 secrets, 1296 guesses, 14 feedbacks)
    """
    if isinstance(value, Game):
        return value
    if not isinstance(value, str):
        raise TypeError(f"{caller}() takes a Game or the name of one, such as 'bulls-4x10', not {type(value).__name__}")
    return game(value)


def check_game(
    game: Game | None, name: str, files: Sequence[str], tree: str = "this", but: str = "but --game names",
    path: str = "",
) -> Game | None:  # fmt: skip
    """Check that `game` is the game of a tree, which has the name `name` and is read from `files`; return `game`.

    If `game` is None, return the game of a named list, or None if the name is enough to make the game; otherwise raise
    BadInput.  `tree` and `but` are parts of a message such as "this is a tree of A, but --game names B".  A table is
    found beside the `path` of its tree, too.
    """
    expected = show_files(files) or brief(name)
    if game is None:
        if ":" in name:
            rules_of_list = read_named(files[0].removesuffix(LIST)) if len(files) == 2 else None
            if rules_of_list is not None and rules_of_list.name == name:
                return Game.of_rules(rules_of_list)
            if name.startswith("table:") and (table := find_table(name, files, os.path.dirname(path))):
                return Game.of_rules(table)
            how = f"--game {command_line([command_name(name, files)])}" if files else "--game"
            raise BadInput(f"this tree's game is read from files ({expected}); name them with {how}")
    elif game.name != name:
        other = show_files(game.files) or brief(game.name)
        if expected == other:  # two games `differentiating` of one file, with other --changes
            expected, other = brief(name), game.brief
        if name.startswith("table:") and [*files[:1]] == [*game.files[:1]] != []:
            raise BadInput(changed(files))
        raise BadInput(f"{tree} is a tree of {expected}, {but} {other}")
    return game


def show_files(files: Sequence[str]) -> str:
    """Return the names of the files, each with the first digits of its hash, for messages."""
    return ", ".join(f"{name} ({digest[:8]})" for name, digest in zip(files[::2], files[1::2], strict=True))
