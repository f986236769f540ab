"""The order of guesses that cost the same, beside a brute force that shares no code with treegen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest

import treegen as tg
from treegen.insight.evaluate import Evaluator

if TYPE_CHECKING:
    from treegen.insight.rowtypes import NextRow

LONG = 600.0
NEVER = (1 << 40, 0)
Figures = tuple[int, int]  # the least cost, and the least worst case at that cost


class Plain:
    """A table [guess][secret] of feedbacks, of which `winning` wins and those in `losing` lose."""

    def __init__(
        self, table: Sequence[Sequence[int]], winning: int, losing: Sequence[int], weights: Sequence[int]
    ) -> None:
        self.table, self.winning, self.losing, self.weights = table, winning, losing, weights
        self.least: Callable[[tuple[int, ...]], Figures] = cache(self._least)

    def _least(self, left: tuple[int, ...]) -> Figures:
        return min((self.with_guess(guess, left) for guess in range(len(self.table))), default=NEVER)

    def cells(self, guess: int, left: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
        answers = sorted({self.table[guess][secret] for secret in left})
        return {answer: tuple(secret for secret in left if self.table[guess][secret] == answer) for answer in answers}

    def with_guess(self, guess: int, left: tuple[int, ...]) -> Figures:
        cells = self.cells(guess, left)
        if any(answer in self.losing for answer in cells) or (len(cells) == 1 and self.winning not in cells):
            return NEVER
        below = [self.least(cell) for answer, cell in cells.items() if answer != self.winning]
        cost = sum(self.weights[secret] for secret in left) + sum(one for one, _ in below)
        return (cost, 1 + max((depth for _, depth in below), default=0)) if cost < NEVER[0] else NEVER

    def within(self, left: tuple[int, ...], limit: int, only: int | None = None) -> int:
        """The least cost of a tree of `limit` guesses at most."""
        best = NEVER[0]
        for guess in range(len(self.table)) if only is None and limit else (only,) if limit else ():
            cells = self.cells(guess, left)
            if any(answer in self.losing for answer in cells) or (len(cells) == 1 and self.winning not in cells):
                continue
            rest = (self.within(cell, limit - 1) for answer, cell in cells.items() if answer != self.winning)
            best = min(best, sum(self.weights[secret] for secret in left) + sum(rest))
        return best

    def rank_by_worst(self, left: tuple[int, ...]) -> list[tuple[int, int, int]]:
        """Guesses with their least worst case and the least cost within it, in the order of `next --by worst`."""
        rows = []
        for guess in range(len(self.table)):
            costs = (self.within(left, limit, guess) for limit in range(1, len(left) + 1))
            for worst, cost in enumerate(costs, 1):
                if cost < NEVER[0]:
                    cells = self.cells(guess, left)
                    rows.append(((worst, cost), -len(cells), self.winning not in cells, guess))
                    break
        return [(guess, cost, worst) for (worst, cost), _, _, guess in sorted(rows)]

    def rank(self, left: tuple[int, ...]) -> list[tuple[int, int, int]]:
        """Guesses with their figures, in the order of `next`."""
        rows = []
        for guess in range(len(self.table)):
            (cost, worst), cells = self.with_guess(guess, left), self.cells(guess, left)
            rows.append(((cost, worst), -len(cells), self.winning not in cells, guess))
        return [(guess, cost, worst) for (cost, worst), _, _, guess in sorted(rows) if cost < NEVER[0]]


def figures(game: tg.Game, rows: Sequence[NextRow]) -> list[tuple[int, int | None, int | None]]:
    return [(game.guess_index[row["guess"]], row["expected_total"], row["worst"]) for row in rows]


def draw(seed: int) -> tuple[tg.Game, Plain]:
    """A small game in which many guesses cost the same: with weights or not, with losing answers or not."""
    random = Random(seed)
    guesses, secrets = random.randint(4, 24), random.randint(2, 10)
    answers = random.randint(2, 4)
    table = [[random.randrange(answers) for _ in range(secrets)] for _ in range(guesses)]
    own = random.sample(range(guesses), min(secrets, guesses))
    for secret, guess in enumerate(own):
        table[guess][secret] = answers
    for secret in range(len(own), secrets):  # no guess wins twice
        table.append([random.randrange(answers) for _ in range(secrets)])
        table[-1][secret] = answers
    losing = [0] if random.random() < 0.2 and answers > 2 else []
    weights = [random.randint(1, 4) if seed % 3 == 0 else 1 for _ in range(secrets)]
    game = tg.Game.from_table(table, winning=answers, losing=losing, weights=weights if seed % 3 == 0 else None)
    return game, Plain(table, answers, losing, weights)


def follow(game: tg.Game, plain: Plain, random: Random, steps: int) -> tuple[str, tuple[int, ...]]:
    """A history of random guesses, the feedbacks as of a random secret, which is not found; and what it leaves."""
    secret, left, history = random.randrange(len(game.secrets)), tuple(range(len(game.secrets))), []
    for _ in range(steps):
        guess = random.randrange(len(game.guesses))
        answer = plain.table[guess][secret]
        if answer != plain.winning and answer not in plain.losing:
            left = plain.cells(guess, left)[answer]
            history.append(f"{game.guesses[guess]}:{game.labels[answer]}")
    return ",".join(history), left


@pytest.mark.parametrize("seed", range(120))
def test_of_guesses_that_cost_the_same_the_smaller_worst_case_comes_first(seed: int) -> None:
    game, plain = draw(seed)
    random, evaluator = Random(seed + 1000), Evaluator(game)
    for steps in (0, 1, 1, 2):
        history, left = follow(game, plain, random, steps)
        wanted = plain.rank(left)
        whole = sum(plain.weights[secret] for secret in left)
        for top in (1, 3, len(game.guesses)) if wanted else ():
            rows = tg.next_guesses(game, history, top, seconds=LONG, evaluator=evaluator)
            assert figures(game, rows) == wanted[:top], (history, top)
            assert all(row["exact"] and row["candidates"] == whole for row in rows)


@pytest.mark.parametrize("seed", range(40))
def test_of_guesses_of_one_worst_case_the_cheapest_comes_first(seed: int) -> None:
    game, plain = draw(seed)
    wanted = plain.rank_by_worst(tuple(range(len(game.secrets)))) if len(game.secrets) < 8 else []
    for top in (1, 3, len(game.guesses)) if wanted else ():
        rows = tg.next_guesses(game, "", top, "worst", seconds=LONG)
        assert figures(game, rows) == wanted[:top], top


@pytest.mark.parametrize("seed", range(60))
def test_a_review_names_the_first_of_them(seed: int) -> None:
    game, plain = draw(seed)
    history, _ = follow(game, plain, Random(seed), 3)
    for one, row in zip(
        follow_back(game, history), tg.review(game, history, seconds=LONG) if history else (), strict=True
    ):
        left = plain_left(plain, one[:-1])
        wanted = plain.rank(left)
        cost, _ = plain.with_guess(one[-1][0], left)
        if row["best_guess"] is not None:
            assert row["best_guess"] == game.guesses[one[-1][0] if cost == wanted[0][1] else wanted[0][0]]


def follow_back(game: tg.Game, history: str) -> list[list[tuple[int, int]]]:
    """The steps up to each round."""
    steps = [step.split(":") for step in history.split(",") if step]
    pairs = [(game.guess_index[guess], game.labels.index(answer)) for guess, answer in steps]
    return [pairs[: i + 1] for i in range(len(pairs))]


def plain_left(plain: Plain, steps: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(
        secret
        for secret in range(len(plain.weights))
        if all(plain.table[guess][secret] == told for guess, told in steps)
    )
