"""Games with lies: against a plain search of all positions."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest
from twins import Call

import treegen as tg
from treegen.lab.lies import lies

Left = frozenset[tuple[int, int]]  # secrets, and the lies that are left for each


def brute(game: tg.Game, count: int, history: str = "", first: str | None = None) -> int:
    """The worst case, by trying everything."""
    asked = None if first is None else game.find_guess(first)
    table, heard = game.table.tolist(), [sorted({*row} - {game.winning, *game.losing}) for row in game.table.tolist()]

    @cache
    def least(left: Left, made: int) -> int:
        worst = []
        for guess, (row, answers) in enumerate(zip(table, heard, strict=True)):
            if made == 0 and asked not in (None, guess):
                continue
            unfound = [(secret, more) for secret, more in left if row[secret] != game.winning]
            after = [
                frozenset((one, more - (row[one] != label)) for one, more in unfound if row[one] == label or more)
                for label in answers
            ]
            if left not in after and not any(row[secret] in game.losing for secret, _ in left):
                worst.append(max([made + 1, *(least(each, made + 1) for each in after if each)]))
        return min(worst)

    told = [(game.find_guess(guess), game.find_feedback(label)) for guess, label in game.read_history(history)]
    left = [secret for secret in range(len(game.secrets)) if all(table[at][secret] != game.winning for at, _ in told)]
    more = {secret: count - sum(table[at][secret] != label for at, label in told) for secret in left}
    return least(frozenset((secret, lies) for secret, lies in more.items() if lies >= 0), 0)


TINY = (
    "bulls-1x2 bulls-1x3 bulls-1x4 bulls-2x2 bulls-2x3 bulls-2x3-any bulls-3x3 match-1x3 match-2x2 match-3x2 "
    "mastermind-2x2 mastermind-3x2 mastermind-2x2-matches marks-1x3 marks-2x2 marks-2x3-distinct marks-3x2 "
    "match-2x3-distinct match-3x3-distinct number-1..4 number-1..4-free number-1..6"
)


@pytest.mark.parametrize("name", [*TINY.split(), "bulls-1x3~2", "match-2x2~2", "number-1..4~2"])
def test_the_worst_case_is_that_of_a_plain_search(name: str) -> None:
    game, count = tg.game(name.partition("~")[0]), int(name.partition("~")[2] or 1)
    found = lies(game, count)
    assert found.lower == found.upper == brute(game, count) == brute(game, count, first=found.guess)
    assert found.candidates == (game.secrets, *[()] * count)


def test_the_guess_after_a_history_begins_a_best_tree() -> None:
    for name, history in (("mastermind-2x3", "12:01"), ("bulls-2x4", "34:00"), ("bulls-2x4", "43:00,12:00")):
        found, game = lies(name, 1, history), tg.game(name)
        assert found.lower == found.upper == brute(game, 1, history) == brute(game, 1, history, found.guess)


def test_the_command_advises_against_a_liar(call_treegen: Call) -> None:
    told = json.loads(call_treegen("lies", "bulls-2x4~1", "--history", "12:00", "--time", "1h", "--json").stdout)
    assert (told["candidates"][0], told["lower"], told["upper"]) == (["34", "43"], 3, 3)
    assert call_treegen("lies", "bulls-3x5~1", "--time", "0.001s").returncode == 3


WRONG: tuple[tuple[tg.Game | str, int | None, str, str], ...] = (
    ("bulls-2x4", None, "", "the number of lies is from 1 to 4"),
    ("bulls-2x4~5", None, "", "the number of lies is from 1 to 4"),
    ("bulls-2x4~1", None, "12:00,12:01,12:02", "no secret of bulls-2x4 has these answers"),
    (tg.Game.from_table([[0, 1, 2]], winning=0), 1, "", "needs a guess that names each secret"),
)


def test_what_is_not_a_game_with_lies() -> None:
    for game, count, history, told in WRONG:
        with pytest.raises(tg.BadInput, match=told):
            lies(game, count, history)
    with pytest.raises(tg.BadInput, match="games with lies or several boards have no trees: treegen lies"):
        tg.solve("bulls-2x4~1")


@pytest.mark.parametrize("seed", range(60))
def test_answers_that_lose_end_the_game(seed: int) -> None:
    """Of the answers 0 to 3, 1 wins and 2 loses; each secret has a guess that names it."""
    random = Random(seed)
    secrets = random.randint(2, 3)
    rows = [[random.choice([0, 0, 0, 2, 3]) for _ in range(secrets)] for _ in range(secrets + random.randint(0, 5))]
    for secret in range(secrets):
        rows[secret][secret] = 1
    game = tg.Game.from_table(rows, winning=1, losing=[2], labels=["a", "b", "c", "d"])
    try:
        worst = brute(game, 1)
    except ValueError:  # no guess is useful
        with pytest.raises(tg.NoSuchTree, match="without the risk of an answer that loses"):
            lies(game, 1)
    else:
        found = lies(game, 1)
        assert found.lower == found.upper == worst


def test_after_an_answer_that_loses_the_game_is_over() -> None:
    game = tg.Game.from_table([[1, 0, 2], [0, 1, 0], [3, 0, 1]], winning=1, losing=[2], labels=["a", "b", "c", "d"])
    with pytest.raises(tg.BadInput, match="c to g0 loses, which is never false: the game is over; leave that step out"):
        lies(game, 1, "g0:c")
    assert lies(game, 1, "g2:d").candidates == (("s0",), ("s1",))  # what wins or loses is never false


def test_a_game_of_as_many_guesses_as_words_is_no_recursion() -> None:
    words = [chr(0x4E00 + 2 * i) + chr(0x4E01 + 2 * i) for i in range(400)]  # no two have a letter in common
    rows = [[2 if one == other else 0 for other in words] for one in words]
    found = lies(tg.Game.from_table(rows, winning=2, labels=["0", "1", "2"]), 1)
    assert (found.lower, found.upper) == (400, 400)
