"""The core's greedy trees without a table: the same as those of numpy, in random games and under every kind of rule."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from reference import no_core, solved
from twins import long

import treegen as tg
from player.rules import names
from treegen.games import partition, tables
from treegen.greedy import chooser
from treegen.greedy.chooser import Chooser
from treegen.greedy.strategy import TIES, find

pytestmark = pytest.mark.needs_core

PRICED = ["entropy", "minimax", "expected-size", "most-cells", "n-log-n1", "first"]
POOLS = ["all", "candidates"]
MOST = 1500 * 1500  # entries of the tables of numpy


def draw_code_game(draw: Random) -> str:
    while True:
        family = draw.choice(["bulls", "mastermind", "match"])
        suffixes = draw.sample(["-any", "-nozero", "-matches", "-distinct"], draw.randint(0, 2))
        name = f"{family}-{draw.randint(1, 6)}x{draw.randint(2, 10)}{''.join(suffixes)}"
        try:
            known = names.parse(name)
        except tg.BadInput:
            continue
        if known.guess_count * known.secret_count <= MOST:
            return name


def draw_words(draw: Random) -> tuple[list[str], list[str]]:
    """Secrets and other guesses of 2 to 8 letters, of so few letters that many words repeat some."""
    length, letters = draw.randint(2, 8), "abcdefghijkl"[: draw.randint(2, 12)]
    words = sorted({"".join(draw.choices(letters, k=length)) for _ in range(draw.randint(2, 150))})
    return draw.sample(words, draw.randint(1, len(words))), words


def draw_rule(draw: Random) -> str:
    score = draw.choice(PRICED)
    bonus = draw.choice(["", "+bonus=0.5", "+bonus=7"]) if score in ("entropy", "n-log-n1") else ""
    return f"{score}+{draw.choice(list(TIES))}+{draw.choice(POOLS)}{bonus}"


def check(make: Callable[[], tg.Game], rule: str, limit: int | None = None, **options: Any) -> None:
    """The core's tree, or its refusal, is that of numpy, which makes its tables without the core, too."""
    options = {"strategy": rule, "max_depth": limit, **options}
    tree = solved(make(), tg.build, **options)
    with no_core(chooser, partition, tables):
        game = make()
        assert not Chooser(game, find(rule)).makes_trees
        assert solved(game, tg.build, **options | {"threads": 1}) == tree, (game, options)


@pytest.mark.parametrize("seed", [*range(40), *long(range(40, 120))])
def test_random_games_have_the_trees_of_numpy(seed: int) -> None:
    draw = Random(seed)
    make = partial(tg.game, draw_code_game(draw)) if seed % 2 else partial(tg.Game.from_words, *draw_words(draw))
    rule, game = draw_rule(draw), make()
    assert Chooser(game, find(rule)).makes_trees
    first = draw.choice([None, draw.choice(game.guesses)])
    check(make, rule, first=first, threads=draw.randint(1, 3))
    assert game.source.made is None


def test_each_kind_of_instructions_makes_the_same_trees() -> None:
    """Those that this machine has not are run as the best that it has."""
    program = (
        "import treegen as tg; from hashlib import sha256\n"
        "names = ['bulls-4x7', 'mastermind-4x4', 'bulls-5x6', 'mastermind-3x6', 'match-4x3', 'bulls-2x9-any']\n"
        "rules = ['entropy', 'minimax', 'irving']\n"
        "trees = [tg.build(name, rule, max_depth=None) for name in [*names, 'marks-3x4'] for rule in rules]\n"
        "print(sha256(b''.join(tree.to_bytes() for tree in trees)).hexdigest())"
    )
    found = set()
    for instructions in ("plain", "ssse3", "avx2", "avx512", "the best"):
        environment = os.environ | {"GUESSTREE_INSTRUCTIONS": instructions}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        found.add(done.stdout)
    assert len(found) == 1


def test_a_game_whose_table_fits_nowhere_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("treegen.games.game.available_memory", lambda: 2 << 10)
    game = tg.game("bulls-3x6")
    assert tg.build(game).tally == tg.build("bulls-3x6").tally
    with pytest.raises(tg.BadInput, match=r"^bulls-3x6: its table of 120 guesses × 120 secrets takes 14 KiB"):
        tg.solve(game)


def test_what_progress_raises_ends_the_build() -> None:
    def stop(done: int, secrets: int) -> None:
        if done > 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tg.build("bulls-4x7", progress=stop, threads=2)
