"""Positions with few candidates of long lists of words: no table of the whole lists is made."""

from __future__ import annotations

from itertools import islice, product

import treegen as tg
from player.rules.feedback import marks
from treegen.insight.position import find_position, narrow


def test_few_candidates_make_a_small_game() -> None:
    words = ["".join(word) for word in islice(product("abcdefghij", repeat=8), 0, 10**8, 16_000)]
    game = tg.Game.from_words(words)
    history = f"{words[1]}:{marks(words[1], words[77])},{words[2000]}:{marks(words[2000], words[77])}"
    small = narrow(game, history)[0]
    left = [word for word in words if all(marks(one, word) == marks(one, words[77]) for one in (words[1], words[2000]))]
    assert list(small.secrets) == sorted(left)
    assert small.guesses == game.guesses
    assert find_position(small, history).prior == find_position(game, history).prior
    row = tg.next_guesses(game, history, top=1, seconds=0.1)[0]
    assert row["candidates"] == len(left)
    assert game.source.made is None
    assert narrow(game, "")[0] is game
