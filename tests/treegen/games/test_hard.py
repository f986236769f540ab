"""Hard mode and word games: every later guess uses what was told; marks, files and numbers against plain rules."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st

import player
import treegen as tg
from player.errors import BadInput
from player.rules import names as rules
from player.rules.feedback import broken_hint, marks
from player.rules.history import read_history
from player.rules.lists import WordRules, read_words
from treegen.games import tables
from treegen.games.hard import HardMode
from treegen.games.lookup import make
from treegen.insight.verify import prove_again, verify_bytes

if TYPE_CHECKING:
    from player.tree import Tree
    from tests.treegen.conftest import Call

# Repeated letters, letters beyond ASCII and beyond 16 bits.
LETTERS = ["abc", "aäß", "eé𝔸"]
STRATEGIES = ["entropy", "minimax", "most-cells", "first", "entropy+last-of-all", "random"]


def keeps_the_rule(guess: str, told: str, later: str) -> bool:
    """Green letters stay, and no letter is used fewer times than it was marked."""
    stays = all(later[i] == guess[i] for i, mark in enumerate(told) if mark == "2")
    used = Counter(guess[i] for i, mark in enumerate(told) if mark != "0")
    return stays and all(later.count(letter) >= count for letter, count in used.items())


def word_game(secrets: list[str], guesses: list[str] | None = None) -> tg.Game:
    return make(WordRules(sorted(secrets), sorted(guesses or secrets)), 1 << 30)


def draw_words(data: st.DataObject, letters: int, most: int, extra: int = 0) -> tg.Game:
    alphabet = data.draw(st.sampled_from(LETTERS))
    word = st.text(st.sampled_from(alphabet), min_size=letters, max_size=letters)
    secrets = data.draw(st.lists(word, min_size=1, max_size=most, unique=True))
    return word_game(secrets, data.draw(st.lists(word, max_size=extra, unique=True)) if extra else None)


def assert_keeps_the_rule(tree: Tree) -> None:
    for row in tree.rows():
        for guess, told in read_history(row["history"]):
            assert keeps_the_rule(guess, told, row["guess"]), row


@given(st.data(), st.integers(1, 8))
def test_marks_are_those_of_the_rule(data: st.DataObject, letters: int) -> None:
    game = draw_words(data, letters, most=12, extra=12)
    assert set(game.secrets) <= set(game.guesses)
    assert game.table.dtype == (np.uint8 if letters < 6 else np.uint16)
    for guess, row in zip(game.guesses, game.table.tolist(), strict=True):
        for secret, answer in zip(game.secrets, row, strict=True):
            assert game.labels[answer] == marks(guess, secret) == twins.plain_marks(guess, secret)


def test_a_large_table_is_made_in_parts_that_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [f"{i:05b}".translate({48: "a", 49: "b"}) for i in range(32)]
    game = word_game(words)
    monkeypatch.setattr(tables, "_BLOCK", 70)
    assert (word_game(words).table == game.table).all()


@given(st.data(), st.integers(2, 5))
def test_what_may_follow_is_what_keeps_the_rule(data: st.DataObject, letters: int) -> None:
    game = draw_words(data, letters, most=12, extra=12)
    hard = HardMode(game)
    guess = data.draw(st.integers(0, len(game.guesses) - 1))
    for feedback, told in enumerate(game.labels):
        allowed = [keeps_the_rule(game.guesses[guess], told, later) for later in game.guesses]
        assert hard.allowed(guess, feedback).tolist() == allowed


@settings(max_examples=40)
@given(st.data())
def test_optimal_trees_keep_the_rule_at_every_node(data: st.DataObject) -> None:
    word = st.text(st.sampled_from("abc"), min_size=4, max_size=4)
    secrets = data.draw(st.lists(word, min_size=8, max_size=14, unique=True))
    game = word_game(secrets, data.draw(st.lists(word, min_size=4, max_size=12, unique=True)))
    tree = tg.solve(game, guesses="hard")
    assert_keeps_the_rule(tree)
    assert verify_bytes(tree.to_bytes(), game=game).faults == ()
    assert prove_again(player.open_tree(tree.to_bytes()), game) == []


@settings(max_examples=80)
@given(st.data(), st.sampled_from(STRATEGIES))
def test_greedy_trees_keep_the_rule_at_every_node(data: st.DataObject, strategy: str) -> None:
    game = draw_words(data, letters=data.draw(st.integers(2, 5)), most=15, extra=15)
    tree = tg.build(game, strategy, guesses="hard", max_depth=None)
    assert_keeps_the_rule(tree)
    assert verify_bytes(tree.to_bytes(), game=game).faults == ()
    assert player.open_tree(tree.to_bytes()) == tree


def test_a_promise_of_depth_keeps_the_rule() -> None:
    """_atch: one guess at a time is all that hard mode allows, once three letters are green."""
    words = ["batch", "catch", "hatch", "latch", "match", "patch", "watch"]
    game = word_game(words, [*words, "blimp", "chunk", "whomp"])
    plain = tg.build(game, guesses="hard", max_depth=None)
    assert_keeps_the_rule(plain)
    least = tg.solve(game, "worst", guesses="hard")
    assert_keeps_the_rule(least)
    assert_keeps_the_rule(tg.build(game, guesses="hard", max_depth=least.depth))
    with pytest.raises(tg.NoSuchTree):
        tg.build(game, guesses="hard", max_depth=least.depth - 1)
    assert tg.solve(game, "worst").depth <= least.depth


def test_a_fixed_second_guess_is_asked_only_where_it_keeps_the_rule() -> None:
    game = word_game(["crane", "slimy", "abide", "speed", "erase", "geese", "sleep", "kebab"])
    tree = tg.build(game, "entropy+first=crane.slimy", guesses="hard", max_depth=None)
    assert_keeps_the_rule(tree)
    assert "slimy" in {tree.guesses[node] for node in tree.children(0)}


def test_a_hint_is_broken_where_the_mask_forbids_the_guess() -> None:
    game = twins.game("marks-3x3")
    hard = HardMode(game)
    for (guess, word), (feedback, label) in product(enumerate(game.guesses), enumerate(game.labels)):
        if feedback in game.table[guess]:
            allowed = hard.allowed(guess, feedback)
            for other, text in enumerate(game.guesses):
                assert (broken_hint(text, [(word, label)]) == "") == allowed[other], (word, label, text)


def test_the_first_broken_hint_is_named() -> None:
    steps = [("geese", "01001"), ("crane", "00202")]
    assert broken_hint("slate", steps) == "e must occur 2 times, says geese:01001"
    assert broken_hint("eerie", steps) == "place 3 must be a, says crane:00202"


def test_hard_mode_needs_marks() -> None:
    for name in ("bulls-3x4", "match-3x3", "number-0..9"):
        for function in (tg.build, tg.solve):
            with pytest.raises(tg.BadInput, match="hard mode needs a game with marks"):
                function(tg.game(name), guesses="hard")


# ------------------------------------------------------------------------------------------------------------- files

GOOD = b"crane\nslimy\nabide\n"


def test_a_bad_list_of_guesses_is_named(tmp_path: Path) -> None:
    """What each bad list is told stands in tests/attacks/words."""
    bad, good = tmp_path / "bad.txt", tmp_path / "good.txt"
    bad.write_bytes(GOOD + b"cran\n")
    good.write_bytes(GOOD)
    with pytest.raises(BadInput, match=f"^{bad}.* line 4"):
        read_words(f"{good},{bad}")


@pytest.mark.parametrize("name", ["words:", "words:a,b,c", "words:a,", "words:,a", "words:missing.txt", "words:."])
def test_a_bad_name_of_a_list_is_one_line(name: str, call_treegen: Call, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as caught:
        rules.read_game(name)
    assert str(caught.value).isprintable()


def test_bad_words_on_the_command_line(call_treegen: Call, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    for data, command in ((b"\xff\n", ["build"]), (GOOD, ["next", "--history", "cran:0000"])):
        words.write_bytes(data)
        result = call_treegen(*command, f"words:{words}")
        assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)


def test_a_list_is_known_by_its_words_alone(tmp_path: Path) -> None:
    one, two, three = (tmp_path / f"{i}.txt" for i in range(3))
    one.write_bytes(GOOD)
    two.write_bytes(b"\xef\xbb\xbfslimy\r\nabide\r\ncrane\r\n\r\n")
    three.write_bytes(GOOD + b"speed\n")
    assert read_words(str(one)).name == read_words(str(two)).name
    names = {read_words(f"{a},{b}").name for a in (one, three) for b in (one, three)}
    assert len(names) == 3  # secrets are always guesses, so that one more secret is one more guess


# ----------------------------------------------------------------------------------------------------------- numbers


@pytest.mark.parametrize(("name", "tally"), [("number-0..100", "781:8"), ("number-0..100-free", "717:8")])
def test_the_golden_totals_of_a_range(name: str, tally: str) -> None:
    """781 and 717: checked by a separate program of one dynamic programming."""
    tree = tg.solve(twins.game(name))
    assert f"{tree.total}:{tree.depth}" == tally
    assert verify_bytes(tree.to_bytes()).faults == ()


def halving_total(n: int) -> int:
    """Questions `greater?` down to one number, and `is it?` then: each number its bits, and one."""
    if n == 1:
        return 1
    return n + min(halving_total(k) + halving_total(n - k) for k in range(1, n))


def free_total(n: int, memo: dict[int, int] | None = None) -> int:
    """Either a part of each side, or one number that may be right (of the rest, the two sides together or one)."""
    known = {0: 0, 1: 1} if memo is None else memo
    if n not in known:
        parts = [free_total(k, known) + free_total(n - k, known) for k in range(1, n)]
        known[n] = n + min(*parts, free_total(n - 1, known))
    return known[n]


@pytest.mark.parametrize(
    ("least", "greatest"), [(0, 1), (1, 2), (-5, -1), (-3, 4), (0, 9), (95, 104), (-10, -1), (1, 13)]
)
def test_other_ranges(least: int, greatest: int) -> None:
    n = greatest - least + 1
    name = f"number-{least}..{greatest}"
    game = tg.game(name)
    assert game.name == name
    for guess, row in zip(game.guesses, game.table.tolist(), strict=True):
        asked = int(guess[2:])
        for secret, answer in zip(game.secrets, row, strict=True):
            number = int(secret)
            truth = (
                ("right" if number == asked else "wrong") if guess[:2] == "eq" else "yes" if number > asked else "no"
            )
            assert game.labels[answer] == truth
    tree = tg.solve(game)
    assert tree.total == halving_total(n)
    assert tree.depth == 1 + math.ceil(math.log2(n))
    greedy = tg.build(game)
    assert greedy.depth == tree.depth
    free = tg.solve(tg.game(f"{name}-free"))
    assert free.total == free_total(n)
    for each in (tree, greedy, free):
        assert verify_bytes(each.to_bytes()).faults == ()
        walker = player.Player(each)
        for secret in game.secrets:
            walker.reset()
            while not walker.finished:
                assert walker.guess is not None
                walker.answer(rules.read_game(each.game).feedback(walker.guess, secret))
            assert walker.history.endswith(f"eq{secret}:right")


@pytest.mark.parametrize(
    "name",
    ["number-", "number-5", "number-5..", "number-..5", "number-9..0", "number-5..5", "number-a..b", "number-0..1..2",
     "number-0..9999999999", "number-0..999999999", "number-0..9-any", "number-1.5..2", "number-²..9", "number---1..2"],
)  # fmt: skip
def test_a_bad_range_is_one_line(name: str) -> None:
    with pytest.raises(BadInput) as caught:
        tg.game(name)
    assert str(caught.value).isprintable()
