"""Games: the table against its slow twin, the memory bound, and what a history leaves."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import twins
from hypothesis import given
from hypothesis import strategies as st

import treegen as tg
from player.rules import names as rules
from player.rules.feedback import FEEDBACK_RULES, marks
from treegen.games.memory import read_size

SMALL = [
    "bulls-1x2", "bulls-2x2", "bulls-2x5", "bulls-3x4", "bulls-3x3-any", "bulls-2x4-any", "mastermind-1x3",
    "mastermind-3x3", "mastermind-2x10", "mastermind-6x2", "bulls-2x10-nozero", "bulls-2x10-any-nozero",
    "mastermind-2x10-nozero", "bulls-4x4", "bulls-5x5",
]  # fmt: skip


GAMES = {
    **dict.fromkeys(SMALL, "cows"),
    "match-1x2": "match", "match-3x3": "match", "match-2x10-nozero": "match", "match-3x4-distinct": "match",
    "match-2x4-distinct-any": "match", "marks-1x3": "marks", "marks-3x3": "marks", "marks-5x2": "marks",
    "marks-6x2": "marks",
    "marks-3x4-distinct": "marks", "marks-3x4-distinct-any": "marks", "marks-2x10-nozero": "marks",
    "mastermind-3x3-each": "each", "mastermind-4x2-each": "each", "bulls-3x4-any-each": "each",
    "bulls-3x4-each": "cows", "mastermind-3x3-matches": "matches", "bulls-3x4-matches": "matches",
    "bulls-2x4-any-matches": "matches", "mastermind-2x10-matches-nozero": "matches", "bulls-3x4=ABCD": "cows",
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_the_table_is_that_of_the_plain_rules(name: str) -> None:
    game, plain, rule = tg.game(name), rules.parse(name), twins.PLAIN[GAMES[name]]
    assert (game.name, game.labels, game.winning) == (plain.name, plain.labels, plain.winning)
    assert (list(game.secrets), list(game.guesses)) == (plain.secrets(), plain.guesses())
    assert (len(game.secrets), len(game.guesses)) == (plain.secret_count, plain.guess_count)
    for guess, row in zip(game.guesses, game.table.tolist(), strict=True):
        for secret, answer in zip(game.secrets, row, strict=True):
            assert game.labels[answer] == plain.feedback(guess, secret) == rule(guess, secret)
    distinct = "distinct" in name or name.startswith("bulls")
    assert all(len(set(secret)) == len(secret) for secret in game.secrets) == distinct or plain.positions == 1
    for place, own in enumerate(game.own_guess):
        assert game.guesses[own] == game.secrets[place]
        assert (game.table[own, place], game.wins_against[own]) == (game.winning, place)
    assert int((game.wins_against >= 0).sum()) == len(game.secrets)


# Repeated letters, letters beyond ASCII and beyond 16 bits.
LETTERS = ["abc", "aäß", "eé𝔸"]


@given(st.data(), st.sampled_from(LETTERS), st.integers(1, 8))
def test_marks_are_those_of_the_rule(data: st.DataObject, alphabet: str, letters: int) -> None:
    word = st.text(st.sampled_from(alphabet), min_size=letters, max_size=letters)
    words = data.draw(st.lists(word, min_size=1, max_size=24, unique=True))
    game = tg.Game.from_words(words[:12], words[12:])
    assert set(game.secrets) <= set(game.guesses)
    assert game.table.dtype == (np.uint8 if letters < 6 else np.uint16)
    for guess, row in zip(game.guesses, game.table.tolist(), strict=True):
        for secret, answer in zip(game.secrets, row, strict=True):
            assert game.labels[answer] == marks(guess, secret) == twins.plain_marks(guess, secret)


@pytest.mark.parametrize("name", FEEDBACK_RULES)
def test_guess_and_secret_may_be_exchanged_where_a_rule_claims_it(name: str) -> None:
    rule = FEEDBACK_RULES[name]
    pairs = [("".join(a), "".join(b)) for a, b in product(product("1234", repeat=3), repeat=2)]
    assert all(rule.compare(a, b) == rule.compare(b, a) for a, b in pairs) or not rule.is_mutual


def test_a_table_too_large_is_refused_before_it_is_made() -> None:
    with pytest.raises(tg.BadInput, match=r"^bulls-4x10: its table .* takes 24 MiB, and 20 MiB are allowed"):
        tg.game("bulls-4x10", memory=20 << 20)
    assert tg.game("bulls-4x10", memory=5040 * 5040).table.shape == (5040, 5040)


def test_sizes() -> None:
    sizes = {"1": 1, "2k": 2048, "1.5 GiB": 3 << 29, "7MB": 7 << 20, "1t": 1 << 40}
    assert {text: read_size(text) for text in sizes} == sizes
    for text in ("", "0", "-1", "x", "5q", "nan", "inf", "1e99", "G"):
        with pytest.raises(tg.BadInput, match="is not a size"):
            read_size(text)


def test_two_tables_differ_in_name_as_soon_as_anything_differs() -> None:
    names = {
        tg.Game.from_table(table, winning=winning, labels=labels).name
        for table in ([[1, 0], [0, 1]], [[1, 0], [0, 2]])
        for winning, labels in [(1, ("a", "b", "c")), (1, ("a", "b", "d"))]
    }
    assert len(names) == 4


TABLE = [[0, 1], [1, 0]]
OF_TYPES = (
    "cannot be interpreted as an integer", "not iterable", "labels are a list of texts, not str",
    "each of the guesses is a text such as '0123', not int",
)  # fmt: skip


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"labels": ["=", "a:b"]}, "'a:b' cannot be the name of a feedback"),
        ({"labels": ["=", ","]}, "',' cannot be the name of a feedback"),
        ({"labels": ["=", "0A1B"]}, "'0A1B' cannot be the name of a feedback"),
        ({"labels": ["=", "="]}, "'=' is the name of two feedbacks"),
        ({"guesses": ["a", "b c"]}, "'b c' cannot be the name of a guess"),
        ({"guesses": ["a", "a"]}, "'a' is the name of two guesses"),
        ({"guesses": ["a"]}, r"must be uint8 \[1 guesses, 2 secrets\] for 2 feedbacks, not uint8 \[2, 2\]"),
        ({"secrets": ["a", "a"]}, "'a' is the name of two secrets"),
        ({"secrets": ["a", "\n"]}, "cannot be the name of a secret"),
        ({"winning": 9}, "these are 2, and number 9 wins"),
        ({"losing": [5]}, "a losing feedback has no label"),
        ({"weights": [1]}, "each of the 2 secrets needs a weight of at least 1"),
        ({"weights": [1, 0]}, "each of the 2 secrets needs a weight of at least 1"),
        ({"weights": [1, 2**31]}, "the sum must be below 2147483648"),
        ({"table": [[0, 1], [1]]}, "a table is .guesses, secrets. of feedback indices"),
        ({"table": [[0, 0]], "labels": ["a", "b"]}, "."),
        ({"table": [[5]], "labels": ["a", "b"]}, "."),
        ({"table": [[1, 0], [1, 1]], "winning": 1}, "."),
        ({"winning": "="}, "cannot be interpreted as an integer"),
        ({"losing": 3}, "not iterable"),
        ({"labels": "ab"}, "labels are a list of texts, not str"),
        ({"guesses": [1, 2]}, "each of the guesses is a text such as '0123', not int"),
        ({"weights": "ab"}, "cannot be interpreted as an integer"),
    ],
)
def test_a_table_that_no_tree_file_could_hold_is_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(TypeError if told in OF_TYPES else tg.BadInput, match=told):
        tg.Game.from_table(**{"table": TABLE, "winning": 0, **options})


def test_a_table_cannot_be_changed_in_a_game() -> None:
    table = np.array(TABLE, dtype=np.uint8)
    game = tg.Game.from_table(table, winning=0)
    table[0, 0] = 1
    assert game.table.tolist() == TABLE
    for known in (game, tg.game("bulls-2x4")):
        with pytest.raises(ValueError, match="read-only"):
            known.table[0, 0] = 1


def test_a_game_of_a_program_is_solved_played_and_verified(tmp_path: Path) -> None:
    numbers = [str(number) for number in range(1, 8)]

    def compare(guess: str, secret: str) -> str:
        return "equal" if guess == secret else "less" if int(secret) < int(guess) else "more"

    game = tg.Game.from_function(compare, numbers, winning="equal")
    indices = [[game.labels.index(compare(guess, secret)) for secret in numbers] for guess in numbers]
    same = tg.Game.from_table(indices, winning=0, labels=game.labels, guesses=numbers, secrets=numbers)
    assert (same.name, same.labels) == (game.name, ("equal", "less", "more"))
    tree = tg.solve(game)
    tree.write(tmp_path / "a.tree")
    assert tg.verify(tmp_path / "a.tree", game).faults == ()
    walk = tg.Player(tmp_path / "a.tree")
    assert (walk.guess, walk.answer("more"), walk.answer("more"), walk.answer("equal")) == ("4", "6", "7", None)
    weighed = tg.Game.from_function(compare, numbers, winning="equal", weights=[9, *[1] * 6])
    assert (tg.solve(weighed).guesses[0], tg.solve(weighed).weight) == ("1", 15)
    odd: Any = lambda guess, secret: int(guess == secret)  # noqa: E731
    with pytest.raises(TypeError, match="what the feedback function returns is a text such as '01', not int"):
        tg.Game.from_function(odd, numbers, winning="equal")


def test_words_in_memory_are_the_game_of_their_files(tmp_path: Path) -> None:
    secrets, others = ["slate", "crane", "trace"], ["adieu"]
    (tmp_path / "secrets").write_text("\n".join(secrets), encoding="utf-8")
    (tmp_path / "others").write_text("\n".join(others), encoding="utf-8")
    game = tg.Game.from_words(secrets, others)
    filed = tg.game(f"words:{tmp_path / 'secrets'},{tmp_path / 'others'}")
    assert (game.name, game.guesses) == (filed.name, filed.guesses)
    assert np.array_equal(game.table, filed.table)
    weighed = tg.Game.from_words(secrets, weights=[3, 1, 2])
    assert dict(zip(weighed.secrets, weighed.secret_weights.tolist(), strict=True)) == {
        "slate": 3, "crane": 1, "trace": 2,
    }  # fmt: skip


@pytest.mark.parametrize("words", [[], ["a b"], ["abc", "ab"], ["abc", "abc"], ["abcdefghi"]])
def test_words_that_no_list_could_hold_are_refused(words: list[str]) -> None:
    with pytest.raises(tg.BadInput):
        tg.Game.from_words(words)
    with pytest.raises(tg.BadInput):
        tg.Game.from_words(["abc"], [*words, "ab"])
