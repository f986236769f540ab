"""The body of `player judge` without its parser, because the process of a judge must start quickly."""

from __future__ import annotations

import os

from player.errors import require
from player.judge.choose import choose
from player.judge.conversation import ASK, Codebreaker
from player.judge.wording import Wording
from player.rules.names import read_game
from player.tree.columns import Columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from player.people.hints import Sceptic
    from player.tree.columns import T

    Words = dict[str, object]


def play(source: str | None = None, dialect: str | None = None, words: Words | None = None) -> int:
    """Play on standard input and output, with one write per guess and without reading beyond the current turn."""
    require(source != "-", "- cannot be both the tree and the judge; name a tree file")
    words = words or {}
    wording, tree = choose_game(Columns, source, dialect, words)
    if isinstance(tree, Columns) and 0 < wording.dialect.limit < tree.turns:
        from player.judge.wrong_tree import check_depth

        check_depth(wording.dialect, tree, words.get("limit") is not None)
    codebreaker = Codebreaker(wording, tree)
    while not codebreaker.is_over:
        if codebreaker.state == ASK:
            data = codebreaker.ask().encode()
            while data:
                data = data[os.write(1, data) :]
            continue
        while codebreaker.read() is None:
            try:
                data = os.read(0, 4096)
            except OSError:
                data = b""  # the parent process has closed it: no more input will come
            codebreaker.receive(data)
    return 0


def choose_game(kind: type[T], source: str | None, name: str | None, words: Words) -> tuple[Wording, T | Sceptic]:
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
