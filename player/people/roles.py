"""The roles of `player play`: the conversation that the options choose, and which options exclude each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from random import Random, randrange

from player.errors import BadInput, require
from player.people.guesser import PersonAsGuesser
from player.people.hints import Sceptic
from player.people.keeper import MAX_LISTED
from player.people.secret_holder import PersonAsSecretHolder
from player.people.talk import Talk
from player.rules.names import AnyRules, read_game, rules_of
from player.rules.spelling import admit, name_secret
from player.rules.variants import read_boards, read_lies
from player.tree import Tree, open_tree


def open_play(
    source: str, role: str | None = None, level: str | None = None, secret: str | None = None,
    seed: int | None = None, asks_again: bool = False, boards: int | None = None,
) -> Talk:  # fmt: skip
    """Return the conversation that a TREE argument and the options choose; None stands for an option left out."""
    source, boards = read_boards(source, boards)
    problem = "several boards are for --role guesser; treegen next GAME*N finds a guess for boards elsewhere"
    require(boards == 1 or role in (None, "guesser"), problem)
    source, lies = read_lies(source)
    require(not lies or boards == 1, "answers may be false on one board")
    role = "guesser" if boards > 1 else role
    if source.strip().lower() == "absurdle":
        role, level = role or "guesser", level if secret or role == "keeper" else level or "evasive"
    if role in (None, "keeper"):
        for name, value in {"--level": level, "--secret": secret, "--seed": seed}.items():
            require(value is None, f"{name} is about the program's secret, and you keep it; add --role guesser")
        guesser = Sceptic(_game_and_tree(source)[0], lies) if lies else open_tree(source)
        return PersonAsSecretHolder(guesser, asks_again)
    rules, hints = _game_and_tree(source)
    problem = f"{rules.brief} has {rules.secret_count} secrets; a game with a person has at most {MAX_LISTED}"
    require(rules.secret_count <= MAX_LISTED, problem)
    for text in (secret or "").split("/"):
        rules = admit(rules, text)
    if boards > 1 and (rules.losing or boards > rules.secret_count):
        why = "a wrong name loses" if rules.losing else f"it has {rules.secret_count} secrets"
        raise BadInput(f"{rules.brief} is not for {boards} boards: {why}")
    draw, drawn = _drawer(rules, level, secret, seed, boards)
    return PersonAsGuesser(rules, draw, hints, asks_again, boards, lies, drawn)


def _game_and_tree(source: str) -> tuple[AnyRules, Tree | None]:
    """Return the game for a guesser, and the tree, if there is one, for hints; `source` may name only a game."""
    try:
        rules = read_game(source)
    except BadInput:
        if source.startswith(("words:", "number-", "table:")):
            raise
        tree = open_tree(source)  # its error names the game that was meant, too
        return rules_of(tree), tree
    with suppress(BadInput):  # a game need not have a tree
        return rules, open_tree(source)
    return rules, None


def _drawer(
    rules: AnyRules, level: str | None, secret: str | None, seed: int | None, boards: int
) -> tuple[Callable[[], Sequence[str]] | None, list[str]]:
    """Return a function that draws a secret for each board, or None for an evasive keeper, and options that do so."""
    if level == "evasive":
        require(secret is None, "an evasive keeper has no secret of its own; leave --secret or --level evasive out")
        return None, ["--level", "evasive"]
    if secret is not None:
        secrets = [name_secret(rules, text) for text in (secret.split("/") if boards > 1 else [secret])]
        found = f"--secret names {len(secrets)} of {boards} secrets"
        require(len(secrets) == boards, f"{found}; write one for each board: {secrets[0]}/...")
        return partial(list, secrets), ["--secret", secret]
    seed = randrange(10**6) if seed is None else seed
    return partial(Random(seed).sample, rules.secrets(), boards), ["--seed", str(seed)]
