"""Chooses the dialect and the tree by the arguments of a command."""

from __future__ import annotations

from collections.abc import Mapping

from player.errors import require
from player.judge.dialects import DEFAULT, DIALECTS
from player.judge.wording import Wording
from player.rules.names import parse, read_game, rules_of
from player.tree.files import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from player.people.hints import Sceptic
    from player.tree.columns import T


def choose(
    kind: type[T], name: str | None, source: str | None, words: Mapping[str, object] | None = None
) -> tuple[Wording, T]:
    """Return the wording and the tree for the arguments `--dialect` and TREE, either of which may be left out.

    The tree is of the class `kind`: `Columns` are enough to walk down, and load faster than `Tree`.  `words` (see
    `changed`) are for a judge without a row in DIALECTS.  Raises BadInput, which names a tree to use, if the tree does
    not fit the dialect.  Without `--dialect`, the game is that of the tree, in the wording of the default dialect if
    this dialect plays the game, or else of the dialect `plain`.
    """
    dialect = DIALECTS[DEFAULT]
    if name or words:
        from player.judge.wrong_tree import find_worded

        dialect = find_worded(name, words)
    if source is None:
        source = dialect.tree
        require(source, f"{dialect.called} takes any game; name a TREE to play")
    tree = read(source, kind)
    own = rules_of(tree)
    rules = parse(dialect.game) if dialect.game else own
    if own.name == rules.name:
        return Wording(dialect, rules), tree
    from player.judge.wrong_tree import check_fit, find_worded, play_alike

    if not name and not play_alike(rules, own):
        return Wording(find_worded("plain", {"limit": (words or {}).get("limit")}), own), tree
    check_fit(Wording(dialect, rules), tree, own)
    return Wording(dialect, rules if name else own), tree


def choose_game(
    kind: type[T], source: str | None, name: str | None, words: Mapping[str, object]
) -> tuple[Wording, T | Sceptic]:
    """Return the dialect, and the tree of class `kind` or, for a game with lies, as bulls-3x4~1, its guesser."""
    if source and "~" in source:
        from player.judge.wrong_tree import find_worded
        from player.people.hints import Sceptic
        from player.rules.variants import read_lies

        game, lies = read_lies(source)
        if lies:
            rules = read_game(game)
            return Wording(find_worded(name or "plain", words), rules), Sceptic(rules, lies)
    return choose(kind, name, source, words)
