"""What people call games and see of them: titles, symbols with names, and no hash of 64 digits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import treegen as tg
from player import BadInput, open_tree
from player.rules.names import FAMILIES, Rules, parse
from player.rules.spelling import read_guess
from player.rules.symbols import show_word
from player.rules.titles import title_of_list

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]


LONG = re.compile(r"[0-9a-f]{64}")


def test_titles_tell_the_games_of_all_families_apart() -> None:
    games = [
        Rules(family, 3, 10, frozenset(suffixes))
        for family in FAMILIES
        for suffixes in [(), ("any",), ("nozero",), ("each",), ("matches",), ("distinct",), ("any", "each")]
    ]
    titles = {game.name: game.title for game in games}
    assert len(set(titles.values())) == len(titles)
    for name, title in (
        ("bulls-4x10-any-nozero", "Bulls and Cows, 4 of 10 digits, repeats allowed, no 0 in front"),
        ("bulls-2x4=AB12", "Bulls and Cows, 2 of 4 symbols"), ("mastermind-1x6", "Mastermind, 1 peg, 6 colours"),
        ("match-4x6", "Black-Peg Mastermind, 4 pegs, 6 colours"), ("bulls-3x4=ABCD", "Bulls and Cows, 3 of 4 letters"),
        ("marks-4x10-distinct", "Marked Mastermind, 4 pegs, 10 colours, all different"),
    ):  # fmt: skip
        assert parse(name).title == tg.game(name).title == title
    assert open_tree("mastermind-4x6.total").title == "Mastermind, 4 pegs, 6 colours"
    assert title_of_list("number--5..5-free") == "Guess the Number, -5 to 5, eq at any time"


def test_a_game_of_files_shows_its_files_and_a_short_hash(tmp_path: Path, call_treegen: Run, call_player: Run) -> None:
    words, tree = tmp_path / "wordle.txt", tmp_path / "wordle.tree"
    words.write_text("crane\nslate\nshone\ncramp\n")
    game = tg.game(f"words:{words}")
    short = game.name[6:14]
    assert game.title == f"Words, wordle.txt ({short})"
    assert game.brief == f"words:{short}"
    tg.build(game).write(tree)
    read = open_tree(tree)
    assert (read.title, read.game) == (game.title, game.name)
    assert read.made.startswith("treegen build words:wordle.txt --strategy entropy ")
    damaged = tmp_path / "damaged.tree"
    damaged.write_bytes(tree.read_bytes()[:-1] + b"x")
    shown = [
        call_treegen("review", f"words:{words}", "--history", "crane:22222,slate:11111"),
        call_treegen("verify", tree, "--game", "bulls-2x3"),
        call_treegen("render", tree, "-o", "-"),
        call_player("play", tree, input="xxxxx\nlost\nxxxxx\n"),
        call_player("judge", tree, "--dialect", "codeforces-753"),
        call_player("referee", tree, "--secret", "zzzzz"),
        call_treegen("stats", damaged),
    ]
    assert "build it again: treegen build words:wordle.txt --strategy entropy " in shown[-1].stderr
    assert not [result.args for result in shown if LONG.search(result.stdout + result.stderr)]
    assert game.name in call_treegen("stats", tree, "--json").stdout


COLOURS = "mastermind-4x6=red,green,blue,yellow,orange,white"
EMOJI = "mastermind-4x6=🔴🟢🔵🟡🟠⚪"


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        (COLOURS, COLOURS), (EMOJI, EMOJI), ("mastermind-4x6=🔴,🟢,🔵,🟡,🟠,⚪\ufe0f", EMOJI),
        ("mastermind-4x3=r, g,b", "mastermind-4x3=bgr"), ("mastermind-4x6=RGBYOW", "mastermind-4x6=BGORWY"),
    ],
)  # fmt: skip
def test_names_of_symbols(name: str, canonical: str) -> None:
    assert parse(name).name == parse(canonical).name == canonical


@pytest.mark.parametrize(
    ("symbols", "problem"),
    [
        ("red,green", "'red,green' names 2 symbols, not 3"), ("🔴🔴🟢", "names a symbol twice"),
        ("red,a b,c", "'a b' is no name of a symbol"), ("a:b,c,d", "'a:b' is no name of a symbol"),
        ("1st,second,third", "'1st' begins with a digit"), ("\u200d\u200e\u200f", "is no name of a symbol"),
        ("x" * 21 + ",y,z", "is no name of a symbol"), ("R!B", "= takes 3 different letters or digits, not 'R!B'"),
    ],
)  # fmt: skip
def test_bad_names(symbols: str, problem: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse(f"mastermind-2x3={symbols}")
    assert problem in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


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


def test_a_shipped_tree_is_played_in_names(call_player: Run) -> None:
    assert (open_tree(EMOJI).game, open_tree(EMOJI).tally) == (EMOJI, open_tree("mastermind-4x6").tally)
    words = ["play", COLOURS, "--role", "guesser", "--secret", "red,green,blue,blue"]
    assert "red,green,blue,yellow: 3 bulls, 0 cows" in call_player(*words, input="rgby\nr g b b\n").stdout
    with pytest.raises(BadInput, match="it takes 2 of the symbols red blue black"):  # two begin with b
        read_guess(parse("mastermind-2x3=red,blue,black"), "rb")
