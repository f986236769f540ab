"""The packed text: how short it is, and that it is the tree, guess for guess."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import player
import treegen as tg
from player.errors import BadInput
from player.judge.choose import choose
from treegen.exchange.export import packed
from treegen.exchange.export.encode import ALPHABET
from treegen.exchange.export.minify import minify
from treegen.exchange.export.targets import render
from treegen.exchange.export.trial import built

if TYPE_CHECKING:
    from player import Tree


def preorder(tree: Tree) -> list[str]:
    """The guesses, parent before child, children by rising feedback."""
    guesses, waiting = [], [0]
    while waiting:
        node = waiting.pop()
        guesses.append(tree.guesses[node])
        waiting += reversed(tree.children(node))
    return guesses


@pytest.mark.parametrize("name", ["bulls-4x10.total", "bulls-4x10-any.total"])
@pytest.mark.needs_core
def test_the_judges_trees_fit_in_200_characters_and_the_program_in_4_kb(name: str) -> None:
    """The smallest public text of the 26274 tree has 812; ours 78."""
    wording, tree = choose(None, name)
    source = render("cpp", tree, "packed", wording)
    assert len(source.encode()) <= 4000
    for word in (tree.game, tree.tally, "0BSD", "Verified", "treegen solve"):
        assert word in source
    (text,) = re.findall(r'const char\*\w+="(.*?)"', source)
    assert len(text) <= 100
    assert packed.unpack(text, tg.game(tree.game)) == preorder(tree)


@pytest.mark.parametrize("name", ["bulls-3x9.total", "mastermind-4x6.total", "mastermind-4x6.worst"])
def test_other_proved_trees_come_back_guess_for_guess(name: str) -> None:
    tree = player.open_tree(name)
    game = tg.game(tree.game)
    text = packed.pack(tree, game)
    assert len(text) <= {"bulls-3x9.total": 20, "mastermind-4x6.total": 40}.get(name, 400)
    assert packed.unpack(text, game) == preorder(tree)


@pytest.mark.parametrize("strategy", ["entropy", "first", "minimax"])
@pytest.mark.parametrize("small", [1, 4, 12])
def test_a_tree_that_departs_from_the_rule_is_stored(strategy: str, small: int) -> None:
    game = tg.game("bulls-3x7-any")
    tree = tg.build(game, strategy, max_depth=None)
    assert packed.unpack(packed.pack(tree, game, small), game, small) == preorder(tree)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5000)), max_size=200))
@settings(max_examples=60)
def test_numbers_and_bits_come_back(items: list[tuple[bool, int]]) -> None:
    encoder = packed._Encoder()
    for bit, number in items:
        encoder.bit(int(bit), "bit")
        encoder.number(number, "number")
    text = encoder.text()
    assert set(text) <= set(ALPHABET)
    decoder = packed._Decoder(text)
    assert [(bool(decoder.bit("bit")), decoder.number("number")) for _ in items] == items


@getattr(pytest.mark, "needs_g++")  # type: ignore[untyped-decorator]
def test_a_departing_tree_is_the_same_in_cpp() -> None:
    """The decoder in C++ shares no line with the one in Python."""
    game = tg.game("bulls-3x7-any")
    tree = tg.build(game, "minimax", max_depth=None)
    wording, _ = choose(None, "bulls-3x9.total")
    wording = type(wording)(wording.dialect, player.rules.parse("bulls-3x7-any"))
    with built("cpp", tree, "packed", wording) as (command, _source):
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


def test_games_that_the_rule_does_not_know_are_refused() -> None:
    class Other:
        game = "number-0..9"

    with pytest.raises(BadInput, match="take --form program"):
        packed.fields(Other())  # type: ignore[arg-type]


def test_minify_keeps_words_apart_and_texts_whole() -> None:
    source = "// head\n#include <cstdio>\nint main() { // say\n    int longer = 1;\n"
    source += '    return longer + +longer; "a  // b"; }\n'
    assert minify(source) == '// head\n#include<cstdio>\nint main(){int a=1;\nreturn a+ +a;\n"a  // b";\n}\n'
