"""Many secrets at once compare as each of them does alone."""

from __future__ import annotations

from random import Random

import pytest

from player.rules.cells import keep_most, labels_of, split
from player.rules.feedback import FEEDBACK_RULES, UNKNOWN_RULE
from player.rules.names import AnyRules, read_game

GAMES = [
    "bulls-4x10", "bulls-3x6-any", "bulls-3x5-any-each", "bulls-3x10-nozero", "bulls-3x12=ABCDEFGHIJab",
    "mastermind-4x6", "mastermind-3x4-each", "mastermind-4x4-matches", "mastermind-6x3", "match-4x4",
    "match-3x6-distinct", "marks-1x8", "marks-5x4", "marks-6x3", "marks-7x3", "marks-8x2", "marks-4x6-distinct",
    "marks-4x4=aBcD", "words-5", "number-1..99",
]  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_cells_are_those_of_each_secret_alone(name: str) -> None:
    rules, random = read_game(name), Random(name)
    secrets, guesses = rules.secrets(), rules.guesses()
    for _ in range(25):
        guess, some = random.choice(guesses), sorted(random.sample(secrets, random.randint(1, min(300, len(secrets)))))
        check(rules, guess, some)
    if rules.rule.tells and all(symbol not in name for symbol in "=B"):
        assert labels_of(rules.rule, guesses[0], secrets) == [rules.feedback(guesses[0], one) for one in secrets]


def check(rules: AnyRules, guess: str, some: list[str]) -> None:
    cells: dict[str, list[str]] = {}
    for secret in some:
        cells.setdefault(rules.feedback(guess, secret), []).append(secret)
    assert list(split(rules, guess, iter(some)).items()) == list(cells.items())
    label, cell = keep_most(rules, guess, some)
    assert (len(cell), cell) == (max(map(len, cells.values())), cells[label])
    for label in rules.labels[-2:]:
        assert keep_most(rules, guess, some, label) == (label, cells.get(label, []))


def test_what_a_label_does_not_tell_is_left_to_the_rule() -> None:
    assert labels_of(UNKNOWN_RULE, "12", ["12"]) is None
    assert labels_of(FEEDBACK_RULES["marks"], "ab", ["aB"]) is None  # a tree's words may be folded
