"""Several boards at once: the least number of guesses beside brute force, and the commands."""

from __future__ import annotations

import json
from functools import cache
from itertools import product
from random import Random

import pytest
from twins import Call

import treegen as tg
from treegen.lab.boards import Boards

Left = frozenset[tuple[int, ...]]  # secrets of the boards, -1 once a board is solved


def brute_force(game: tg.Game) -> int:
    """The guesses that the best play needs for all pairs of secrets together."""

    @cache
    def least(left: Left) -> int:
        best = 1 << 30
        for row in game.table.tolist():
            parts: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
            for pair in left:
                told = tuple(-1 if secret < 0 else row[secret] for secret in pair)
                after = tuple(-1 if label == game.winning else one for one, label in zip(pair, told, strict=True))
                parts.setdefault(told, set()).add(after)
            if list(parts.values()) != [left]:
                best = min(best, len(left) + sum(least(frozenset(part - {(-1, -1)})) for part in parts.values()))
        return best if left else 0

    return least(frozenset(product(range(len(game.secrets)), repeat=2)))


@pytest.mark.parametrize("name", ["bulls-2x3", "match-2x2", "mastermind-2x3", "match-1x4", "number-1..3-free"])
def test_tiny_games_need_as_many_guesses_as_by_brute_force(name: str) -> None:
    game = tg.game(name)
    boards, secrets, total = Boards(game), range(len(game.secrets)), brute_force(game)
    best = boards.rank([secrets, secrets], 1)[0]
    assert (best.exact, round(best.expected_guesses * len(secrets) ** 2)) == (True, total)
    assert sum(map(boards.play, product(secrets, repeat=2))) == total


def test_the_boards_that_a_guess_may_solve() -> None:
    game, cells = tg.game("bulls-2x4"), [[0, 1, 2], [2, 3], [5]]
    for one in Boards(game).rank(cells, len(game.guesses)):
        assert one.solved == pytest.approx(sum((one.guess in cell) / len(cell) for cell in cells), abs=1e-4)


def test_a_board_that_is_certain_is_solved_at_once() -> None:
    game, codes = tg.game("bulls-3x6"), ["123", "345", "561"]
    boards = Boards(game)
    assert game.guesses[boards.rank([[game.secrets.index(code)] for code in codes], 1)[0].guess] in codes
    assert boards.games(4, 3, 1) == boards.games(4, 3, 1)


def test_the_next_guess_on_boards(call_treegen: Call) -> None:
    found = call_treegen("next", "bulls-2x4*3", "12:01/10/20", "--json", "--top", "2")
    assert json.loads(found.stdout)[2] == {"candidates_left": [4, 4, 1], "open": [True, True, False]}
    same = ["--history", "12:01", "--history", "12:10", "--history", "12:20"]
    assert call_treegen("next", "bulls-2x4", "--boards", "3", *same, "--json", "--top", "2").stdout == found.stdout
    table = call_treegen("next", "bulls-2x4*2", "12:20/01", "13:-/00", "--candidates").stdout
    assert "board 1: solved: 12\n" in table
    (row,) = json.loads(call_treegen("compare", "bulls-2x4*2", "--games", "5", "--limit", "9", "--json").stdout)
    assert (row["boards"], row["games"], row["over_limit"]) == (2, 5, 0)


@pytest.mark.parametrize("name", ["bulls-3x6", "mastermind-3x4", "words-5"])
def test_guesses_are_in_the_order_of_the_figure_that_is_shown(name: str) -> None:
    game, random = tg.game(name), Random(name)
    every = range(len(game.secrets))
    for size in (2, 5, 30, 100):
        cells = [sorted(random.sample(every, min(size, len(every)))) for _ in range(random.randint(2, 4))]
        shown = [one.expected_guesses for one in Boards(game).rank(cells, 12)]
        assert shown == sorted(shown)
