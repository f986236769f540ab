"""What people call games, and that no hash of 64 digits stands where they read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import treegen as tg
from player import open_tree
from player.rules.names import FAMILIES, Rules, parse
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


def test_a_game_of_files_shows_its_files_and_a_short_hash(tmp_path: Path, run_treegen: Run, run_player: Run) -> None:
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
        run_treegen("next", f"words:{words}", "--history", "crame:00000"),
        run_treegen("review", f"words:{words}", "--history", "crane:22222,slate:11111"),
        run_treegen("verify", tree),
        run_treegen("verify", tree, "--game", "bulls-2x3"),
        run_treegen("render", tree, "-o", "-"),
        run_treegen("export", tree, "--to", "c"),
        run_player("play", tree, input="xxxxx\nlost\nxxxxx\n"),
        run_player("judge", tree, "--dialect", "codeforces-753"),
        run_player("referee", tree, "--secret", "zzzzz"),
    ]
    damaged = tmp_path / "damaged.tree"
    damaged.write_bytes(tree.read_bytes()[:-1] + b"x")
    shown.append(run_treegen("stats", damaged))
    assert "build it again: treegen build words:wordle.txt --strategy entropy " in shown[-1].stderr
    assert f"({short})" in shown[4].stdout
    for result in shown:
        assert not LONG.search(result.stdout + result.stderr), result.args
    assert any(short in result.stdout + result.stderr for result in shown)
    assert run_treegen("build", f"words:{words}", "--name", "wordle", cwd=tmp_path).stdout == "wordle.entropy.tree\n"
    refused = run_treegen("build", "bulls-2x3", "--name", "x")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    table = run_treegen("stats", tree).stdout
    assert game.name not in table
    assert game.name in run_treegen("stats", tree, "--json").stdout
