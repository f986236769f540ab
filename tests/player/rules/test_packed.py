"""Many secrets at once compare as each of them does alone."""

from __future__ import annotations

from random import Random

import pytest

import player
from player.rules.cells import keep_most, labels_of, split
from player.rules.feedback import FEEDBACK_RULES, UNKNOWN_RULE
from player.rules.lists import WordRules
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


def test_letters_of_any_alphabet() -> None:
    random = Random(7)
    for letters in ("абвгде", "äöüßéx", "abcdef"):
        words = sorted({"".join(random.choices(letters, k=4)) for _ in range(400)})
        rules = WordRules(words, words)
        for guess in random.sample(words, 20):
            check(rules, guess, words)


def test_what_a_label_does_not_tell_is_left_to_the_rule() -> None:
    assert labels_of(UNKNOWN_RULE, "12", ["12"]) is None
    assert labels_of(FEEDBACK_RULES["marks"], "ab", ["aB"]) is None  # a tree's words may be folded


@pytest.mark.parametrize("secret", [None, "3526"])
def test_a_keeper_answers_as_its_rule_and_lists_who_agrees(secret: str | None) -> None:
    game, random = read_game("bulls-4x6"), Random(3)
    keeper, left = player.Keeper("bulls-4x6", secret), game.secrets()
    for guess in random.sample(game.guesses(), 8):
        sizes: dict[str, int] = {}
        for one in left:
            label = game.feedback(guess, one)
            sizes[label] = sizes.get(label, 0) + 1
        wanted = game.feedback(guess, secret) if secret else min(sizes, key=lambda one: (-sizes[one], one == "40", one))
        assert keeper.answer(guess) == wanted
        left = [one for one in left if game.feedback(guess, one) == wanted]
        assert (keeper.candidates(), keeper.left) == (left, len(left))
    assert keeper.undo()
