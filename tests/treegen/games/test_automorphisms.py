"""Symmetries that are found in a table: that they are ones, that none is missed, and that costs stay the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from pathlib import Path
from random import Random

import brute
import numpy as np
import pytest

import treegen as tg
from player.errors import BadInput
from treegen.games.automorphisms import TableSymmetry, first_guesses
from treegen.games.game import Game
from treegen.native import core
from treegen.search.problem import Problem, linear
from treegen.search.search import search

Rows = list[list[int]]
WINNING, LOSING, LABELS = 0, 1, 5


def planted(draw: Random, secrets: int) -> tuple[Rows, list[int]]:
    """A table with a symmetry, and this permutation of its secrets; the feedbacks of each image have new names."""
    image = list(range(secrets))
    for start in range(0, secrets - 1, size := draw.choice((2, 3))):  # turn some of the secrets
        part = image[start : start + size]
        image[start : start + size] = part[1:] + part[:1]
    rows: Rows = []
    seeds = [draw.choices(range(2, LABELS), k=secrets) for _ in range(draw.randint(1, 4))]
    if draw.random() < 0.4:
        seeds[0][draw.randrange(secrets)] = LOSING
    seeds += [[WINNING if at == secret else draw.choice((2, 3)) for at in range(secrets)] for secret in range(secrets)]
    for row in seeds:
        while True:
            names = [WINNING, LOSING, *draw.sample(range(2, LABELS), LABELS - 2)]
            rows.append([names[label] for label in row])
            row = [row[image[at]] for at in range(secrets)]
            if cells_of(row) in [cells_of(old) for old in rows]:
                break
    draw.shuffle(rows)
    return rows, image


def cells_of(row: Sequence[int]) -> tuple[object, ...]:
    """The cells of a guess without the names of feedbacks, but with what wins and what loses."""
    cells = {label: frozenset(at for at, other in enumerate(row) if other == label) for label in row}
    free = frozenset(cell for label, cell in cells.items() if label not in (WINNING, LOSING))
    return cells.get(WINNING), cells.get(LOSING), free


def is_symmetry(rows: Rows, image: Sequence[int], weights: Sequence[int]) -> bool:
    moved = {cells_of([row[at] for at in image]) for row in rows}
    return moved == {cells_of(row) for row in rows} and [weights[at] for at in image] == list(weights)


def game_of(rows: Rows, weights: Sequence[int] | None = None) -> Game:
    labels = [f"f{label}" for label in range(LABELS)]
    return tg.Game.from_table(rows, winning=WINNING, losing=[LOSING], labels=labels, weights=weights)


@pytest.mark.parametrize("seed", range(6))
def test_costs_are_those_of_a_brute_force_with_symmetries(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Among the 300 tables there are some with weights, with limits of depth, and with only candidates as guesses."""
    fewer = 0
    for case in range(50):
        draw = Random(50 * seed + case)
        rows, image = planted(draw, draw.randint(3, 7))
        kinds = [draw.randint(1, 2)] * len(image) if draw.random() < 0.7 else draw.choices((1, 3), k=len(image))
        game, pool = game_of(rows, kinds), draw.choice(("all", "all", "candidates"))
        limit = draw.choice((None, None, 2, 3))
        plain = brute.of_game(game, pool)
        best = plain.best(plain.everything, plain.any_guess, None if limit is None else brute.linear(limit))
        problem = Problem(game, pool, linear(limit))
        found = [search(problem)]
        fewer += len(TableSymmetry(game).representatives) < len({cells_of(row) for row in rows})
        with monkeypatch.context() as patch:
            patch.setattr("treegen.search.search.first_guesses", lambda _: ())
            found.append(search(problem))
        wanted = (None, -1) if best is None else (best[0], best[2].guess)
        assert [(one.cost, one.guess) for one in found] == [wanted] * 2
    assert fewer >= 25  # most planted symmetries are used


def test_only_symmetries_are_taken_and_classes_are_those_of_all() -> None:
    """Every permutation is proposed, also with weights.  A class may be smaller than it could be, but never larger."""
    draw, complete, refused = Random(5), 0, 0
    for case in range(60):
        rows, _ = planted(draw, 5)
        weights = [1] * 5 if case % 2 else draw.choices((1, 2), k=5)
        group = [order for order in permutations(range(5)) if is_symmetry(rows, order, weights)]
        symmetry = TableSymmetry(game_of(rows, weights))
        taken = [order for order in permutations(range(5)) if symmetry.takes(np.array(order))]
        assert taken == group
        refused += 120 - len(taken)
        forms = [cells_of(row) for row in rows]
        wanted = [min(forms.index(cells_of([row[at] for at in order])) for order in group) for row in rows]
        found = TableSymmetry(game_of(rows, weights)).representatives.tolist()
        assert {wanted[guess] for guess in found} == {*wanted}
        complete += set(found) == {*wanted}
    assert complete >= 55
    assert refused >= 6000


def test_questions_of_a_table_that_cannot_be_told_apart_are_tried_once(tmp_path: Path) -> None:
    lines = ["name,a,b,c,d,e", *(f"p{i}," + ",".join("ny"[i >> k & 1] for k in range(5)) for i in range(32))]
    (tmp_path / "cube.csv").write_text("\n".join(lines))
    assert first_guesses(tg.game(f"table:{tmp_path / 'cube.csv'}")) == (0, 5)  # a question, and a name
    (tmp_path / "cube.csv").write_text("\n".join([lines[0], "@cost,1,1,1,1,2", *lines[1:]]))
    assert first_guesses(tg.game(f"table:{tmp_path / 'cube.csv'}")) == ()


@pytest.mark.skipif(core is None, reason="numpy compares thousands of weighings too slowly")
def test_twelve_coins_and_a_code_game_without_its_rules_are_proved() -> None:
    """Each takes minutes if equivalent first guesses are tried."""
    coins = "ABCDEFGHIJKL"
    names = [coin + sign for coin in coins for sign in "+-"]
    weighings = [
        f"{''.join(left)}-{''.join(right)}"
        for size in range(1, 7)
        for left in combinations(coins, size)
        for right in combinations(sorted(set(coins) - set(left)), size)
        if left < right
    ]

    def tell(guess: str, secrets: Sequence[str]) -> list[str]:
        if guess in names:
            return ["right" if guess == secret else "wrong" for secret in secrets]
        left, right = guess.split("-")
        return ["=<>"[((name[0] in left) - (name[0] in right)) * (1 - 2 * (name[1] == "-"))] for name in secrets]

    game = tg.Game.from_function(tell, [*weighings, *names], names, winning="right", losing=["wrong"], by_row=True)
    assert tg.solve(game, "worst").tally == "96:4:24"  # three weighings, and the name
    named = tg.game("mastermind-4x6")
    assert tg.solve(tg.Game.from_table(named.table, winning=named.winning)).tally == "5625:6:7"


def test_a_function_may_fill_a_row_at_once() -> None:
    words = ["cat", "act", "cot"]

    def common(guess: str, secret: str) -> str:
        return str(sum(a == b for a, b in zip(guess, secret, strict=True)))

    one = tg.Game.from_function(common, words, winning="3")
    rows = tg.Game.from_function(
        lambda guess, secrets: np.array([common(guess, secret) for secret in secrets]), words, winning="3", by_row=True
    )
    assert (rows.key, rows.labels) == (one.key, one.labels)
    with pytest.raises(BadInput, match="the feedback function returns 2 labels to cat, not 3"):
        tg.Game.from_function(lambda *_: ["3", "1"], words, winning="3", by_row=True)
