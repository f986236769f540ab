"""The order of guesses that cost the same, beside the brute force; what they cost: test_brute_force.py."""

from __future__ import annotations

from random import Random

import brute
import pytest

import treegen as tg
from treegen.insight.evaluate import Evaluator

LONG = 600.0
Row = tuple[int, int | None, int | None]  # a guess, what it costs, and its worst case


def draw(seed: int) -> tg.Game:
    """A small game in which many guesses cost the same: with weights or not, with losing answers or not."""
    random = Random(seed)
    guesses, secrets, answers = random.randint(4, 24), random.randint(2, 10), random.randint(2, 4)
    table = [[random.randrange(answers) for _ in range(secrets)] for _ in range(guesses)]
    own = random.sample(range(guesses), min(secrets, guesses))
    for secret in range(secrets):  # no guess wins twice
        if secret >= len(own):
            own.append(len(table))
            table.append([random.randrange(answers) for _ in range(secrets)])
        table[own[secret]][secret] = answers
    losing = [0] if random.random() < 0.2 and answers > 2 else []
    weights = [random.randint(1, 4) for _ in range(secrets)] if seed % 3 == 0 else None
    return tg.Game.from_table(table, winning=answers, losing=losing, weights=weights)


def ranked(plain: brute.Brute, some: int, by: str = "expected") -> list[Row]:
    """All guesses in the order of `next`, with the least cost and the least worst case that go together."""
    rows = []
    for move in plain.moves(some, plain.any_guess):
        least, depth = plain.cost(move, plain.any_guess), 1
        if least is None:
            continue
        while (cost := plain.cost(move, plain.any_guess, brute.linear(depth))) is None or (
            by == "expected" and cost != least
        ):
            depth += 1
        figures = (cost, depth) if by == "expected" else (depth, cost)
        rows.append((figures, -len(plain.sizes(move)), not move.win, move.guess, cost, depth))
    return [row[3:] for row in sorted(rows)]


@pytest.mark.parametrize("seed", range(90))
def test_next_and_review_agree_with_the_brute_force(seed: int) -> None:
    game, random = draw(seed), Random(seed + 1000)
    plain, evaluator = brute.of_game(game), Evaluator(game)
    secret, steps = random.randrange(len(game.secrets)), list[tuple[int, int]]()
    for guess in [None, *random.sample(range(len(game.guesses)), 3)]:
        told = None if guess is None else int(game.table[guess, secret])
        if guess is not None and told not in (game.winning, *game.losing):
            steps.append((guess, told or 0))
        history = ",".join(f"{game.guesses[asked]}:{game.labels[answer]}" for asked, answer in steps)
        wanted = ranked(plain, plain.follow(steps)[0])
        for top in (1, 3, len(game.guesses)) if wanted else ():
            rows = tg.next_guesses(game, history, top, seconds=LONG, evaluator=evaluator)
            found = [(game.guess_index[row["guess"]], row["expected_total"], row["worst"]) for row in rows]
            assert found == wanted[:top], (history, top)
            assert all(row["exact"] for row in rows)
    for at, row in enumerate(tg.review(game, history, seconds=LONG) if steps else ()):
        rows_there = ranked(plain, plain.follow(steps[:at])[0])
        if row["best_guess"] is not None:
            equals = [guess for guess, cost, _ in rows_there if cost == rows_there[0][1]]
            wanted_guess = steps[at][0] if steps[at][0] in equals else equals[0]
            assert row["best_guess"] == game.guesses[wanted_guess]
    wanted = ranked(plain, plain.everything, "worst") if len(game.secrets) < 8 else []
    for top in (1, 3, len(game.guesses)) if wanted else ():
        rows = tg.next_guesses(game, "", top, "worst", seconds=LONG)
        found = [(game.guess_index[row["guess"]], row["expected_total"], row["worst"]) for row in rows]
        assert found == wanted[:top], top
