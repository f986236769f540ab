"""Weights and hard mode in the native core: the same bytes as the search in numpy, whatever is switched off."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from drawn import draw_weights, weighed
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import treegen as tg
from player.rules.lists import WordRules
from treegen.games import lists
from treegen.games.hard import HardMode
from treegen.native import core
from treegen.optimal import engine
from treegen.optimal.engine import Engine, Problem
from treegen.optimal.objective import Prices, linear

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.needs_core

OBJECTIVES = ["total", "worst", "fewest-at-max"]
# The examples of a property in the default set, and in the long one.
some = pytest.mark.parametrize("examples", [60, pytest.param(2000, marks=pytest.mark.long)])


def word_game(secrets: list[str], others: list[str]) -> tg.Game:
    return lists.make(WordRules(sorted(set(secrets)), sorted({*secrets, *others})), 1 << 30)


def made_words(count: int, letters: int, alphabet: str, seed: int) -> list[str]:
    """Words by rule, many of which share their ends."""
    draw = random.Random(seed)
    ends = ["".join(draw.choices(alphabet, k=letters - 2)) for _ in range(count // 5 + 1)]
    words = {"".join(draw.choices(alphabet, k=2)) + draw.choice(ends) for _ in range(3 * count)}
    return draw.sample(sorted(words), min(count, len(words)))


def solved(game: tg.Game, **options: object) -> bytes | str:
    """The tree's bytes, or what was said instead."""
    try:
        return tg.solve(game, **options).to_bytes()  # type: ignore[arg-type]
    except (tg.NoSuchTree, tg.BadInput) as error:
        return str(error)


def in_numpy(game: tg.Game, **options: object) -> bytes | str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "core", None)
        return solved(game, **options)


def draw_table(data: st.DataObject) -> tg.Game:
    """Up to 10 guesses x 8 secrets, 3 to 256 feedbacks; often every secret has its own guess, now and then one loses."""
    labels = data.draw(st.sampled_from([3, 4, 5, 6, 16, 17, 64, 65, 256]))
    secrets = data.draw(st.integers(1, 8))
    guesses = data.draw(st.integers(secrets, 10))
    used = data.draw(st.integers(1, min(labels - 1, 5)))
    row = st.lists(st.integers(0, used - 1), min_size=secrets, max_size=secrets)
    table = data.draw(st.lists(row, min_size=guesses, max_size=guesses))
    is_plain = data.draw(st.booleans())
    for number, entries in enumerate(table):
        wins = number if number < secrets else -1 if is_plain else data.draw(st.integers(-1, secrets - 1))
        if wins >= 0:
            entries[wins] = labels - 1
    if not is_plain:
        table = data.draw(st.permutations(table))
    losing = () if is_plain else data.draw(st.sampled_from([(), (), (0,)]))
    names = tuple(f"f{i}" for i in range(labels))
    return tg.Game.from_table(table, winning=labels - 1, losing=losing, labels=names)


def draw_options(data: st.DataObject, game: tg.Game) -> dict[str, object]:
    options: dict[str, object] = {}
    if data.draw(st.booleans()):
        steps = data.draw(st.lists(st.integers(0, 5), min_size=1, max_size=7))
        options["prices"] = np.cumsum(steps).tolist()
    else:
        options["objective"] = data.draw(st.sampled_from(OBJECTIVES))
    options["max_depth"] = data.draw(st.none() | st.integers(1, 6))
    if data.draw(st.integers(0, 4)) == 0:
        options["first"] = data.draw(st.sampled_from(game.guesses))
    return options


def draw_words(data: st.DataObject, secrets: int, others: int) -> tg.Game:
    letters = data.draw(st.integers(2, 5))
    word = st.text(st.sampled_from(data.draw(st.sampled_from(["ab", "abc", "abcdef", "eé𝔸"]))), min_size=letters, max_size=letters)
    return word_game(
        data.draw(st.lists(word, min_size=1, max_size=secrets, unique=True)), data.draw(st.lists(word, max_size=others))
    )


def compare(data: st.DataObject, game: tg.Game, pool: str) -> None:
    options = {"guesses": pool, **draw_options(data, game)}
    threads, memory = data.draw(st.sampled_from([(1, None), (2, None), (1, 4096), (2, 1)]))
    assert solved(game, threads=threads, memory=memory, **options) == in_numpy(game, **options)


@some
def test_weights_give_the_same_bytes_on_random_tables(examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        game = draw_table(data)
        most = data.draw(st.sampled_from([2, 9, 10_000]))
        game = weighed(game, draw_weights(data, len(game.secrets), most))
        compare(data, game, data.draw(st.sampled_from(["all", "candidates"])))

    check()


@some
def test_hard_mode_gives_the_same_bytes_on_random_words(examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        game = draw_words(data, secrets=10, others=10)
        if data.draw(st.booleans()):
            game = weighed(game, draw_weights(data, len(game.secrets)))
        compare(data, game, "hard")

    check()


LARGE: dict[str, Callable[[], tg.Game]] = {
    "5 letters": lambda: word_game(made_words(45, 5, "abcdef", 1), made_words(60, 5, "abcdef", 2)),
    "3 letters": lambda: word_game(made_words(40, 3, "abcd", 3), made_words(20, 3, "abcd", 4)),
    "4 letters": lambda: word_game(made_words(60, 4, "abcde", 5), made_words(30, 4, "abcde", 6)),
}
"""Enough candidates for tables of peaks and local masks, and with 16, 64 and 256 feedbacks or less."""


@pytest.mark.parametrize("name", LARGE)
@pytest.mark.parametrize("pool", ["all", "hard"])
@pytest.mark.parametrize("has_weights", [False, True])
@pytest.mark.parametrize(
    "some_options", [{}, {"objective": "worst"}, {"prices": [0, 0, 1, 1, 5, 9]}, {"max_depth": 5}], ids=str
)
def test_larger_games_give_the_same_bytes(
    name: str, pool: str, has_weights: bool, some_options: dict[str, object]
) -> None:
    game = LARGE[name]()
    if has_weights:
        draw = random.Random(name)
        game = weighed(game, [draw.choice([1, 1, 2, 50]) for _ in game.secrets])
    elif pool == "all":
        pytest.skip("neither weights nor hard mode")
    options: dict[str, object] = {"guesses": pool, **some_options}
    wanted = in_numpy(game, **options)
    for threads, memory in ((1, None), (2, None), (1, 4096)):
        assert solved(game, threads=threads, memory=memory, **options) == wanted
