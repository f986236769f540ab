"""The packed text: how short it is, and that it is the tree, guess for guess."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import player
import treegen as tg
from player.errors import BadInput
from player.judge.choose import choose
from player.rules.names import SYMBOLS
from treegen.exchange.export import packed
from treegen.exchange.export.encode import ALPHABET
from treegen.exchange.export.harness import built
from treegen.exchange.export.minify import minify
from treegen.exchange.export.targets import render
from treegen.games.partition import cells

if TYPE_CHECKING:
    from player import Tree


class Decoder:
    """The text read back, as the head of treegen/exchange/export/packed.py says it: the slow twin of the one in C++."""

    def __init__(self, text: str) -> None:
        self.digits = iter(ALPHABET.index(symbol) for symbol in text)
        self.seen: dict[tuple[str, int], list[int]] = {}
        self.width, self.code = 85 << 40, 0
        for _ in range(packed.FIRST_DIGITS):
            self.code = self.code * 85 + next(self.digits, 0)

    def take(self, part: int) -> int:
        bit = int(self.code >= part)
        self.code -= part * bit
        self.width = self.width - part if bit else part
        while self.width < 1 << 40:
            self.width, self.code = self.width * 85, self.code * 85 + next(self.digits, 0)
        return bit

    def number(self, model: str) -> int:
        length, bit = -1, 1
        while bit:
            length += 1
            seen = self.seen.setdefault((model, length), [1, 1])
            bit = self.take(self.width // sum(seen) * seen[0])
            seen[bit] += 2
        value = 1
        for _ in range(length):
            value = value * 2 + self.take(self.width // 2)
        return value - 1


def unpack(text: str, game: tg.Game) -> list[str]:
    """The guesses of the tree that was packed, parent before child."""
    decoder = Decoder(text)
    guesses, waiting = [], [np.arange(len(game.secrets), dtype=np.int32)]
    while waiting:
        candidates = waiting.pop()
        keys, size = packed.keys(game, candidates), "small" if len(candidates) <= packed.SMALL else "large"
        key = np.unique(keys)[decoder.number(f"{size} key")]
        guess = int(np.flatnonzero(keys == key)[decoder.number(f"{size} place")])
        guesses.append(game.guesses[guess])
        waiting += [cell for label, cell in reversed(cells(game, candidates, guess)) if label != game.winning]
    return guesses


def preorder(tree: Tree) -> list[str]:
    """The guesses, parent before child, children by rising feedback."""
    guesses, waiting = [], [0]
    while waiting:
        node = waiting.pop()
        guesses.append(tree.guesses[node])
        waiting += reversed(tree.children(node))
    return guesses


@pytest.mark.long
@pytest.mark.parametrize("name", ["bulls-4x10.total", "bulls-4x10-any.total"])
@pytest.mark.needs_core
def test_the_judges_trees_fit_in_130_characters_and_the_program_in_4_kb(name: str) -> None:
    """The smallest public text of the 26274 tree has 812; ours 119."""
    wording, tree = choose(None, name)
    source = render("cpp", tree, "packed", wording)
    assert len(source.encode()) <= 4000
    for word in (tree.game, tree.tally, "0BSD", "Verified", "treegen solve"):
        assert word in source
    (text,) = re.findall(r'\(\):\w+\("(.*?)"\)', source)
    assert len(text) <= 130
    if not tree.game.endswith("-any"):  # which takes twice as long
        assert unpack(text, tg.game(tree.game)) == preorder(tree)


@pytest.mark.parametrize(
    ("tree", "small", "longest"),
    [
        *((name, packed.SMALL, 50) for name in ("bulls-3x9.total", "mastermind-4x6.total")),
        ("mastermind-4x6.worst", packed.SMALL, 400),
        *((name, small, 9999) for name in ("entropy", "first", "minimax") for small in (0, 4, 16)),
    ],
)
def test_any_tree_comes_back_guess_for_guess(
    tree: str, small: int, longest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed, "SMALL", small)
    made = player.open_tree(tree) if "." in tree else tg.build("bulls-3x7-any", tree, max_depth=None)
    game = tg.game(made.game)
    text = packed.pack(made, game)
    assert len(text) <= longest
    assert unpack(text, game) == preorder(made)


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 5000)), max_size=200))
@settings(max_examples=60)
def test_numbers_come_back(items: list[tuple[str, int]]) -> None:
    encoder = packed._Encoder()
    for model, number in items:
        encoder.number(number, model)
    text = encoder.text()
    assert set(text) <= set(ALPHABET)
    decoder = Decoder(text)
    assert [decoder.number(model) for model, _ in items] == [number for _, number in items]


@getattr(pytest.mark, "needs_g++")  # type: ignore[untyped-decorator]
def test_a_departing_tree_is_the_same_in_cpp() -> None:
    """The decoder in C++ shares no line with the one in Python."""
    game = tg.game("bulls-3x7-any")
    tree = tg.build(game, "minimax", max_depth=None)
    wording, _ = choose(None, "bulls-3x9.total")
    wording = type(wording)(wording.dialect, player.rules.names.parse("bulls-3x7-any"))
    with built("cpp", tree, "packed", wording) as command:
        for history in ("123:01", "123:10", "123:00", "123:02"):
            walk = player.Player(tree)
            asked, told = [walk.guess], b""
            for label in [history.partition(":")[2], *["00", "01", "10"]]:
                if label not in walk.possible():
                    break
                walk.answer(label)
                asked.append(walk.guess)
                told += " ".join(label).encode() + b"\n"
            result = subprocess.run(command, input=told, capture_output=True, check=True)
            assert result.stdout.decode().split() == asked


@pytest.mark.parametrize("name", ["number-0..9", "bulls-2x40=" + SYMBOLS[:40], "match-4x6"])
def test_games_that_the_rule_does_not_know_are_refused(name: str) -> None:
    class Other:
        game = name

    with pytest.raises(BadInput, match="use --form program"):
        packed.fields(Other())  # type: ignore[arg-type]


def test_minify_keeps_words_apart_and_texts_whole() -> None:
    source = "// head\n#include <cstdio>\nint main() { // say\n    int longer = 1;\n"
    source += '    return longer + +longer; "a  // b"; }\n'
    assert minify(source) == '// head\n#include<cstdio>\nint main(){int a=1;\nreturn a+ +a;\n"a  // b";\n}\n'
