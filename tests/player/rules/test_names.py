"""The rules in plain Python: names, titles, words, feedback, histories; many secrets at once compare as each does."""

from __future__ import annotations

import contextlib
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treegen as tg
from player import BadInput, open_tree
from player.rules import names as rules
from player.rules.cells import labels_of, split
from player.rules.history import read_history, show_history
from player.rules.names import FAMILIES, Rules, parse, read_game
from player.rules.spelling import read_guess
from player.rules.titles import show_word, title_of_other

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    Run = Callable[..., subprocess.CompletedProcess[str]]


ALL_NAMES = [
    f"{family}-{positions}x{symbols}{suffix}"
    for family, suffixes in {"bulls": ("", "-any"), "mastermind": ("",)}.items()
    for positions in range(1, rules.MAX_POSITIONS + 1)
    for symbols in range(max(2, positions if family == "bulls" else 2), rules.MAX_SYMBOLS + 1)
    for suffix in suffixes
]
ALL_NAMES += [f"{name}-nozero" for name in ALL_NAMES if "x10" in name]
ALL = [rules.parse(name) for name in ALL_NAMES]
SMALL = [game for game in ALL if game.guess_count <= 1500]


def test_every_canonical_name_is_its_own() -> None:
    assert [game.name for game in ALL] == ALL_NAMES
    assert len(set(ALL_NAMES)) == len(ALL_NAMES) == 160


COLOURS = "mastermind-4x6=red,green,blue,yellow,orange,white"
EMOJI = "mastermind-4x6=🔴🟢🔵🟡🟠⚪"


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("bc", "bulls-4x10"), ("mm", "mastermind-4x6"), ("p4c6r", "mastermind-4x6"), ("P4C10n", "bulls-4x10"),
        ("BULLS-4X10-ANY", "bulls-4x10-any"), ("  bulls-04x010\n", "bulls-4x10"),
        ("bulls-4x10-nozero-any-any", "bulls-4x10-any-nozero"), ("mastermind-4x6-any", "mastermind-4x6"),
        ("bulls-4x6-nozero", "bulls-4x6"), ("mastermind-4x10-nozero", "mastermind-4x10-nozero"),
        (COLOURS, COLOURS), (EMOJI, EMOJI), ("mastermind-4x6=🔴,🟢,🔵,🟡,🟠,⚪\ufe0f", EMOJI),
        ("mastermind-4x3=r, g,b", "mastermind-4x3=bgr"), ("mastermind-4x6=RGBYOW", "mastermind-4x6=BGORWY"),
    ],
)  # fmt: skip
def test_other_spellings_of_a_name_and_of_symbols(name: str, canonical: str) -> None:
    assert rules.parse(name).name == rules.parse(canonical).name == canonical


@pytest.mark.parametrize(
    "name",
    [
        "", "-", "bulls", "bulls-", "bulls-4", "bulls-x10", "bulls-4x10x2", "bulls--4x10", "bulls-+4x10",
        "bulls-4_0x10", "bulls-4.0x10", "bulls-٤x١٠", "bulls-４x10", "bulls-²x10", "bulls-4x10\0", "bulls 4x10", "pcn",
        "../bulls-4x10", "x" * 100_000, "bulls-" + "9" * 100_000 + "x10",
        "bulls-4x10" + "-any" * 10_000 + "-\x1b[2J",
    ],
)  # fmt: skip
def test_other_bad_names_get_one_short_line(name: str) -> None:
    with pytest.raises(BadInput) as caught:
        rules.parse(name)
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 160
    near = message.rpartition("did you mean ")[2].removesuffix("?")
    assert rules.parse(near).positions > 0


def test_the_lists_of_small_games() -> None:
    for game in SMALL:
        secrets, guesses = game.secrets(), game.guesses()
        assert (len(secrets), len(guesses)) == (game.secret_count, game.guess_count)
        for words in (secrets, guesses, game.labels):
            assert list(words) == sorted(set(words))
        assert set(secrets) == {word for word in guesses if game.is_secret(word)}
        assert all(map(game.is_guess, guesses))
        never = {"0"} if game.is_nozero and game.positions == 1 else set()
        assert {symbol for word in guesses for symbol in word} == set(game.symbols) - never
        assert game.labels[game.winning] == f"{game.positions}0"


@given(st.sampled_from(ALL), st.text("0123456789aA ٣²", max_size=7))
def test_a_word_is_a_word_by_its_definition(game: rules.Rules, text: str) -> None:
    fits = len(text) == game.positions and set(text) <= set(game.symbols) and not (game.is_nozero and text[0] == "0")
    assert game.is_guess(text) == (fits and (game.may_repeat or len(set(text)) == len(text)))


def test_read_history() -> None:
    assert read_history("") == read_history(" \t") == []
    for text in (
        " 0123 : 0 1 ,4561:0A2B ", "0123:01 4561:02", "0123:01;4561:02", "0123:01\n4561:02\n", "0123:01,\n4561:02",
        "0123:0,1,4561:0,2", "0123:0 1 4561:0 2", "0 1 2 3:01; 4,5,6,1:02", "0123:0a1b 4561:0 A 2 B",
        "0123:01,4561:02,", "0123:01,; 4561:0,2 , ",
    ):  # fmt: skip
        assert read_history(text) == [("0123", "01"), ("4561", "02")], text


def test_a_bad_history_names_the_bad_step() -> None:
    for text, step in (
        (",", ","), ("0123", "0123"), (":01", ":01"), ("0123:01,,", "0123:01,"),
        ("0123:01,,4561:02", "0123:01,,4561:02"), ("0123:01:02", "0123:01"), ("0123:01;4561", "4561"),
    ):  # fmt: skip
        with pytest.raises(BadInput, match=f"^'{step}' is not a step of a history; write guess:feedback, as in "):
            read_history(text)


@given(st.text("01AB:, \n") | st.text())
def test_any_history_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(BadInput):
        pairs = read_history(text)
        assert read_history(show_history(pairs)) == pairs


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
        cells: dict[str, list[str]] = {}
        for secret in some:
            cells.setdefault(rules.feedback(guess, secret), []).append(secret)
        assert list(split(rules, guess, iter(some)).items()) == list(cells.items())
    found = labels_of(rules.rule, guesses[0], secrets)
    assert found in (None, [rules.feedback(guesses[0], secret) for secret in secrets])


def test_titles_tell_the_games_of_all_families_apart() -> None:
    games = [
        Rules(family, 3, 10, frozenset(suffixes))
        for family in FAMILIES
        for suffixes in [(), ("any",), ("nozero",), ("each",), ("matches",), ("distinct",), ("any", "each")]
    ]
    titles = {game.name: game.title for game in games}
    assert len(set(titles.values())) == len(titles)
    for name, title in (
        ("bulls-4x10-any-nozero", "Bulls and Cows, 4 of 10 digits, repeats allowed, no 0 in front"),
        ("bulls-2x4=AB12", "Bulls and Cows, 2 of 4 symbols"), ("mastermind-1x6", "Mastermind, 1 peg, 6 colours"),
        ("match-4x6", "Black-Peg Mastermind, 4 pegs, 6 colours"), ("bulls-3x4=ABCD", "Bulls and Cows, 3 of 4 letters"),
        ("marks-4x10-distinct", "Marked Mastermind, 4 pegs, 10 colours, all different"),
    ):  # fmt: skip
        assert parse(name).title == tg.game(name).title == title
    assert open_tree("mastermind-4x6.total").title == "Mastermind, 4 pegs, 6 colours"
    assert title_of_other("number--5..5-free") == "Guess the Number, -5 to 5, eq at any time"


@pytest.mark.parametrize(
    ("symbols", "problem"),
    [
        ("red,green", "'red,green' names 2 symbols, not 3"), ("🔴🔴🟢", "names a symbol twice"),
        ("red,a b,c", "'a b' does not name a symbol"), ("a:b,c,d", "'a:b' does not name a symbol"),
        ("1st,second,third", "'1st' does not name a symbol"), ("\u200d\u200e\u200f", "does not name a symbol"),
        ("x" * 21 + ",y,z", "does not name a symbol"), ("R!B", "= takes 3 different letters or digits, not 'R!B'"),
    ],
)  # fmt: skip
def test_bad_names(symbols: str, problem: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse(f"mastermind-2x3={symbols}")
    assert problem in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        (COLOURS, ["red,green,blue,blue", "Red Green Blue Blue", "r g b b", "rgbb", "RGBB", "r,g,blue,b", "1233"]),
        (EMOJI, ["🔴🟢🔵🔵", "🔴 🟢 🔵 🔵", "🔴,🟢,🔵\ufe0f,🔵", "1233"]),
    ],
)
def test_guesses_as_people_write_them(name: str, typed: list[str]) -> None:
    rules = parse(name)
    assert [read_guess(rules, text) for text in typed] == ["1233"] * len(typed)
    for word in rules.secrets()[::97]:
        assert read_guess(rules, show_word(rules, word)) == word


def test_a_shipped_tree_is_played_in_names(call_player: Run) -> None:
    assert (open_tree(EMOJI).game, open_tree(EMOJI).tally) == (EMOJI, open_tree("mastermind-4x6").tally)
    words = ["play", COLOURS, "--role", "guesser", "--secret", "red,green,blue,blue"]
    assert "red,green,blue,yellow: 3 bulls, 0 cows" in call_player(*words, input="rgby\nr g b b\n").stdout
    with pytest.raises(BadInput, match="it takes 2 of the symbols red blue black"):  # two begin with b
        read_guess(parse("mastermind-2x3=red,blue,black"), "rb")
