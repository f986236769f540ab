"""The roles of `player play`: which conversation the options mean, and which of them do not go together."""

from __future__ import annotations

from player.errors import BadInput
from player.rules import names as grammar
from player.tree import open_tree, read_tree, shipped_trees

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from player.rules.names import AnyRules
    from player.tree import Tree

    class Play(Protocol):
        """A conversation with a person: print `start()`, then `reply(line)` until `is_over`, or `end()`."""

        is_over: bool

        def start(self) -> str: ...
        def reply(self, line: str) -> str: ...
        def end(self) -> str: ...


__all__ = ["open_play"]


def open_play(
    source: str,
    role: str | None = None,
    level: str | None = None,
    secret: str | None = None,
    seed: int | None = None,
    asks_again: bool = False,
) -> Play:
    """The conversation that a TREE argument and the options mean; None stands for an option left out.

    Raises BadInput, in one line, for options that do not go together and for a secret that the game does not have.
    """
    role = role or "keeper"
    given = {"--level": level, "--secret": secret, "--seed": seed}
    if role == "keeper":
        _refuse_keeper_options([name for name, value in given.items() if value is not None])
        from player.people.codemaker import PersonAsCodemaker, check_playable

        tree = read_tree(source)
        check_playable(tree)
        return PersonAsCodemaker(tree, asks_again)
    if role == "duel":
        from player.people.codemaker import check_playable
        from player.people.duel import Duel

        tree = read_tree(source)
        check_playable(tree)
        return Duel(tree, _drawer(grammar.rules_of(tree), level, secret, seed), asks_again)
    from player.people.codebreaker import PersonAsCodebreaker

    rules, hints = _game_and_tree(source)
    return PersonAsCodebreaker(rules, _drawer(rules, level, secret, seed), hints, asks_again)


def _refuse_keeper_options(names: list[str]) -> None:
    if names:
        raise BadInput(f"{names[0]} is about the program's secret, and you keep it; add --role guesser or --role duel")


def _game_and_tree(source: str) -> tuple[AnyRules, Tree | None]:
    """A guesser needs a game only: a game's name does, and its shipped tree, where there is one, gives the hints."""
    try:
        rules = grammar.read_game(source)
    except BadInput:
        if source.startswith(("words:", "number-")):
            raise
        from player.people.codemaker import check_playable

        tree = read_tree(source)  # its complaint names the game that was meant, too
        check_playable(tree)
        return grammar.rules_of(tree), tree
    shipped = shipped_trees()
    names = [name for name in (f"{rules.name}.total", f"{rules.name}.entropy") if name in shipped]
    return rules, open_tree(names[0]) if names else None


def _drawer(rules: AnyRules, level: str | None, secret: str | None, seed: int | None) -> Callable[[], str] | None:
    """What draws the program's secret for each new game; None for an evasive keeper."""
    if level == "evasive":
        if secret is not None:
            raise BadInput("an evasive keeper has no secret of its own; leave --secret or --level evasive out")
        return None
    if secret is not None:
        if not rules.is_secret(secret):
            raise BadInput(f"{secret[:60]!r} is not a secret of {rules.name}: it takes {rules.describe_secret()}")
        return lambda: secret
    from player.people.kept import MAX_LISTED

    if rules.secret_count > MAX_LISTED:
        raise BadInput(f"{rules.name} has {rules.secret_count} secrets, too many to draw one; name one with --secret")
    from random import Random

    generator = Random(seed)
    return lambda: generator.choice(rules.secrets())
