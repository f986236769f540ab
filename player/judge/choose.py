"""The dialect and the tree that arguments mean."""

from __future__ import annotations

from player.errors import BadInput
from player.judge.dialects import DEFAULT, DIALECTS, Dialect
from player.judge.wording import Wording, printable
from player.rules.names import parse, rules_of
from player.tree.files import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from player.tree.columns import T

_OPEN = DIALECTS["plain"]  # what a tree of another game than the default dialect's is played in


def choose(
    kind: type[T], name: str | None, source: str | None, words: Mapping[str, Any] | None = None
) -> tuple[Wording, T]:
    """The dialect and the tree that the arguments `--dialect` and TREE mean, either of which may be left out.

    The tree is of the class `kind`: `Columns` are enough to walk down, and load faster than `Tree`.  `words` (see
    `changed`) are for a judge that no row describes.  Raises BadInput in one line, which names what to use, when they
    do not fit.  When no dialect is asked for, the game is the tree's own: in the wording of the default dialect if
    that plays it, else in the dialect `plain`.
    """
    dialect = find_worded(name, words)
    if source is None:
        source = dialect.tree
        if not source:
            raise BadInput(f"{dialect.called} takes any game; name a TREE to play")
    try:
        tree = read(source, kind)
    except BadInput:
        if source != dialect.tree:
            raise
        from player.judge.wrong_tree import missing_tree

        raise BadInput(missing_tree(dialect, source)) from None
    own = rules_of(tree)
    rules = parse(dialect.game) if dialect.game else own
    if own.name == rules.name:
        return Wording(dialect, rules), tree
    from player.judge.wrong_tree import check_fit, have_same_secrets

    if not name and not have_same_secrets(rules, own):
        dialect = find_worded("plain", {"limit": (words or {}).get("limit")})
        return Wording(dialect, own), tree
    check_fit(Wording(dialect, rules), tree, own, source)
    return Wording(dialect, rules if name else own), tree


def find_worded(name: str | None, words: Mapping[str, Any] | None = None) -> Dialect:
    """The row called `name`, or the default one, changed by `words`; new wording alone starts from no judge's game."""
    words = {key: value for key, value in (words or {}).items() if value is not None}
    if name and name not in DIALECTS:
        from player.judge.wrong_tree import suggest_dialect

        raise BadInput(f"{printable(name.encode())!r}: no such dialect; {suggest_dialect(name)}")
    base = DIALECTS[name or DEFAULT]
    if not name and any(key != "limit" for key in words):
        base = Dialect(_OPEN.name, "", 0, _OPEN.ask, _OPEN.reply, _OPEN.about, tree=base.tree)
    if not words:
        return base
    from player.judge.wrong_tree import changed

    return changed(base, **words)
