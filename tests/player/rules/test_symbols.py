"""Symbols with names: colours and emoji in the names of games, in what people type and see, and in tree files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import treegen as tg
from player import BadInput, open_tree
from player.rules.names import parse
from player.rules.spelling import read_guess
from player.rules.symbols import show_word

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]

COLOURS = "mastermind-4x6=red,green,blue,yellow,orange,white"
EMOJI = "mastermind-4x6=🔴🟢🔵🟡🟠⚪"


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        (COLOURS, COLOURS),
        (EMOJI, EMOJI),
        ("mastermind-4x6=🔴,🟢,🔵,🟡,🟠,⚪\ufe0f", EMOJI),
        ("mastermind-4x3=red, green, blue", "mastermind-4x3=red,green,blue"),
        ("mastermind-4x3=r,g,b", "mastermind-4x3=bgr"),  # letters are symbols themselves
        ("mastermind-4x6=RGBYOW", "mastermind-4x6=BGORWY"),
    ],
)
def test_names_of_games(name: str, canonical: str) -> None:
    assert parse(name).name == canonical
    assert parse(canonical).name == canonical


@pytest.mark.parametrize(
    ("symbols", "problem"),
    [
        ("red,green", "'red,green' names 2 symbols, not 3"),
        ("red,Red,blue", "names a symbol twice"),
        ("🔴🔴🟢", "names a symbol twice"),
        ("red,a b,c", "'a b' is no name of a symbol"),
        ("red,,c", "'' is no name of a symbol"),
        ("a:b,c,d", "'a:b' is no name of a symbol"),
        ("1st,second,third", "'1st' begins with a digit"),
        ("١٢٣", "begins with a digit"),
        ("\u200d\u200e\u200f", "is no name of a symbol"),
        ("x" * 21 + ",y,z", "is no name of a symbol"),
        ("R!B", "= takes 3 different letters or digits, not 'R!B'"),
        ("", "= takes 3 different letters or digits, not ''"),
    ],
)
def test_bad_names(symbols: str, problem: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse(f"mastermind-2x3={symbols}")
    assert problem in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


def test_more_than_ten_symbols_have_no_names() -> None:
    with pytest.raises(BadInput, match="at most 10 symbols have names"):
        parse("mastermind-2x11=" + ",".join(f"c{letter}" for letter in "abcdefghijk"))


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        (COLOURS, ["red,green,blue,blue", "Red Green Blue Blue", "r g b b", "rgbb", "RGBB", "r,g,blue,b", "1233"]),
        (EMOJI, ["🔴🟢🔵🔵", "🔴 🟢 🔵 🔵", "🔴,🟢,🔵\ufe0f,🔵", "1233"]),
    ],
)
def test_guesses_as_people_write_them(name: str, typed: list[str]) -> None:
    rules = parse(name)
    assert [read_guess(rules, text) for text in typed] == ["1233"] * len(typed)
    for word in rules.secrets()[::97]:
        assert read_guess(rules, show_word(rules, word)) == word


def test_first_letters_that_agree_stand_for_nothing() -> None:
    rules = parse("mastermind-2x3=red,blue,black")
    assert read_guess(rules, "r,black") == "13"
    with pytest.raises(BadInput, match="it takes 2 of the symbols red blue black"):
        read_guess(rules, "rb")


@pytest.mark.parametrize("symbols", ["red,green,blue", "🔴🟢🔵"])
def test_a_tree_is_written_read_verified_and_played(
    symbols: str, tmp_path: Path, run_treegen: Run, run_player: Run
) -> None:
    path = tmp_path / "a.tree"
    name = f"mastermind-2x3={symbols}"
    assert run_treegen("build", "mastermind-2x3", "--symbols", symbols, "-o", path).returncode == 0
    tree = open_tree(path)
    assert (tree.game, tree.tally) == (name, tg.build(tg.game("mastermind-2x3")).tally)
    assert tree.made.startswith(f"treegen build {name} ")
    assert run_treegen("verify", path).returncode == 0
    result = run_player("play", path, input="1 bull\nnone\n")
    assert result.returncode == 0
    shown = show_word(parse(name), tree.guesses[0])
    assert f"guess 1: {shown}   (9 candidates left)" in result.stdout
    history = f"{shown}: 1 bull"
    table = run_treegen("next", name, "--history", history).stdout
    assert parse(name).names[0] in table
    assert run_treegen("next", name, "--history", history, "--json").stdout.count('"guess": "1') > 0


def test_a_shipped_tree_is_played_in_names(run_player: Run) -> None:
    tree = open_tree(EMOJI)
    assert (tree.game, tree.tally) == (EMOJI, open_tree("mastermind-4x6").tally)
    assert "guess 1: 🔴🔴🟢🔵" in run_player("play", EMOJI).stdout
    result = run_player(
        "play", COLOURS, "--role", "guesser", "--secret", "red,green,blue,blue", input="rgby\nr g b b\n"
    )
    assert "red,green,blue,yellow: 3 bulls, 0 cows" in result.stdout
    assert "Found with 2 guesses." in result.stdout
    result = run_player("play", COLOURS, "--role", "duel", "--seed", "1", input="r g b b\n")
    assert "I guess red,red,green,blue" in result.stdout
