"""The feedback rules: tables against plain ones, and what each rule says of its symmetries."""

from __future__ import annotations

from itertools import product

import pytest
import twins

import treegen as tg
from player.rules import names as rules
from player.rules.feedback import FEEDBACK_RULES
from treegen.insight.verify import verify_bytes

GAMES = {
    "match-1x2": "match", "match-3x3": "match", "match-2x10-nozero": "match", "match-3x4-distinct": "match",
    "match-2x4-distinct-any": "match", "marks-1x3": "marks", "marks-3x3": "marks", "marks-5x2": "marks",
    "marks-3x4-distinct": "marks", "marks-3x4-distinct-any": "marks", "marks-2x10-nozero": "marks",
    "mastermind-3x3-each": "each", "mastermind-4x2-each": "each", "bulls-3x4-any-each": "each",
    "bulls-3x4-each": "cows", "mastermind-3x3-matches": "matches", "bulls-3x4-matches": "matches",
    "bulls-2x4-any-matches": "matches", "mastermind-2x10-matches-nozero": "matches", "bulls-3x4=ABCD": "cows",
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_tables_are_those_of_the_plain_rules(name: str) -> None:
    game, plain = tg.game(name), rules.parse(name)
    rule = twins.PLAIN[GAMES[name]]
    assert game.name == plain.name
    for guess, row in zip(game.guesses, game.table.tolist(), strict=True):
        for secret, answer in zip(game.secrets, row, strict=True):
            assert game.labels[answer] == plain.feedback(guess, secret) == rule(guess, secret)
    distinct = "distinct" in name or name.startswith("bulls")
    assert all(len(set(secret)) == len(secret) for secret in game.secrets) == distinct or plain.positions == 1
    for place, own in enumerate(game.own_guess):
        assert game.labels[game.table[own, place]] == game.labels[game.winning]


@pytest.mark.parametrize("name", [*GAMES, "number-0..40", "number--7..9-free"])
def test_every_game_is_built_and_verified(name: str) -> None:
    game = twins.game(name)
    for strategy in ("entropy", "minimax"):
        tree = tg.build(game, strategy)
        assert verify_bytes(tree.to_bytes()).faults == ()


@pytest.mark.parametrize("name", FEEDBACK_RULES)
def test_guess_and_secret_may_be_exchanged_where_a_rule_claims_it(name: str) -> None:
    rule = FEEDBACK_RULES[name]
    words = ["".join(word) for word in product("1234", repeat=3)]
    pairs = [(guess, secret) for guess in words for secret in words]
    assert all(rule.compare(a, b) == rule.compare(b, a) for a, b in pairs) or not rule.is_mutual
