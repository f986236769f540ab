"""What people call games and see of them: titles, symbols with names, and no hash of 64 digits."""

from __future__ import annotations

import re
import shlex
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


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("bulls-4x10", "Bulls and Cows, 4 of 10 digits"),
        ("bulls-4x10-any", "Bulls and Cows, 4 of 10 digits, repeats allowed"),
        ("bulls-4x10-any-nozero", "Bulls and Cows, 4 of 10 digits, repeats allowed, no 0 in front"),
        ("bulls-3x4=ABCD", "Bulls and Cows, 3 of 4 letters"),
        ("bulls-2x4=AB12", "Bulls and Cows, 2 of 4 symbols"),
        ("mastermind-4x6", "Mastermind, 4 pegs, 6 colours"),
        ("mastermind-1x6", "Mastermind, 1 peg, 6 colours"),
        ("mastermind-4x6-matches", "Mastermind, 4 pegs, 6 colours, all matches counted"),
        ("match-4x6", "Black-Peg Mastermind, 4 pegs, 6 colours"),
        ("marks-4x10-distinct", "Marked Mastermind, 4 pegs, 10 colours, all different"),
    ],
)
def test_titles_of_codes(name: str, title: str) -> None:
    assert parse(name).title == title


def test_titles_tell_the_games_of_all_families_apart() -> None:
    games = [
        Rules(family, 3, 10, frozenset(suffixes))
        for family in FAMILIES
        for suffixes in [(), ("any",), ("nozero",), ("each",), ("matches",), ("distinct",), ("any", "each")]
    ]
    names = {game.name: game.title for game in games}
    assert len(set(names.values())) == len(names)
    assert tg.game("bulls-3x4").title == "Bulls and Cows, 3 of 4 digits"
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
    assert open_tree(tree).title == game.title
    assert open_tree(tree).game == game.name
    assert open_tree(tree).made.startswith("treegen build words:wordle.txt --strategy entropy ")
    shown = [
        call_treegen("next", f"words:{words}", "--history", "crame:00000"),
        call_treegen("review", f"words:{words}", "--history", "crane:22222,slate:11111"),
        call_treegen("verify", tree),
        call_treegen("verify", tree, "--game", "bulls-2x3"),
        call_treegen("render", tree, "-o", "-"),
        call_treegen("export", tree, "--to", "c"),
        call_player("play", tree, input="xxxxx\nlost\nxxxxx\n"),
        call_player("judge", tree, "--dialect", "codeforces-753"),
        call_player("referee", tree, "--secret", "zzzzz"),
    ]
    damaged = tmp_path / "damaged.tree"
    damaged.write_bytes(tree.read_bytes()[:-1] + b"x")
    shown.append(call_treegen("stats", damaged))
    assert "build it again: treegen build words:wordle.txt --strategy entropy " in shown[-1].stderr
    assert f"({short})" in shown[4].stdout
    for result in shown:
        assert not LONG.search(result.stdout + result.stderr), result.args
    assert any(short in result.stdout + result.stderr for result in shown)
    assert call_treegen("build", f"words:{words}", "--name", "wordle", cwd=tmp_path).stdout == "wordle.entropy.tree\n"
    refused = call_treegen("build", "bulls-2x3", "--name", "x")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    table = call_treegen("stats", tree).stdout
    assert game.name not in table
    assert game.name in call_treegen("stats", tree, "--json").stdout


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
def test_names_of_symbols(name: str, canonical: str) -> None:
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
    symbols: str, tmp_path: Path, call_treegen: Run, call_player: Run
) -> None:
    path = tmp_path / "a.tree"
    name = f"mastermind-2x3={symbols}"
    assert call_treegen("build", "mastermind-2x3", "--symbols", symbols, "-o", path).returncode == 0
    tree = open_tree(path)
    assert (tree.game, tree.tally) == (name, tg.build(tg.game("mastermind-2x3")).tally)
    assert shlex.split(tree.made)[:3] == ["treegen", "build", name]
    assert call_treegen("verify", path).returncode == 0
    result = call_player("play", path, input="1 bull\nnone\n")
    assert result.returncode == 0
    shown = show_word(parse(name), tree.guesses[0])
    assert f"guess 1: {shown}   (9 candidates left)" in result.stdout
    history = f"{shown}: 1 bull"
    table = call_treegen("next", name, "--history", history).stdout
    assert parse(name).names[0] in table
    assert call_treegen("next", name, "--history", history, "--json").stdout.count('"guess": "1') > 0


def test_a_shipped_tree_is_played_in_names(call_player: Run) -> None:
    tree = open_tree(EMOJI)
    assert (tree.game, tree.tally) == (EMOJI, open_tree("mastermind-4x6").tally)
    assert "guess 1: 🔴🔴🟢🔵" in call_player("play", EMOJI).stdout
    result = call_player(
        "play", COLOURS, "--role", "guesser", "--secret", "red,green,blue,blue", input="rgby\nr g b b\n"
    )
    assert "red,green,blue,yellow: 3 bulls, 0 cows" in result.stdout
    assert "Found with 2 guesses." in result.stdout
