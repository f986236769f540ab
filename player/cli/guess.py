"""The body of `player judge` without its parser, because the process of a judge must start quickly."""

from __future__ import annotations

import os

from player.errors import require
from player.judge.choose import choose_game
from player.judge.conversation import ASK, Codebreaker
from player.tree.columns import Columns


def play(source: str | None = None, dialect: str | None = None, words: dict[str, object] | None = None) -> int:
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
