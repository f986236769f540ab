"""The rules in plain Python: names, words, feedback, and what people type."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player import BadInput
from player.rules import names as rules
from player.rules.history import read_feedback, read_history, show_history
from player.rules.spelling import check_guess

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


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("bc", "bulls-4x10"),
        ("mm", "mastermind-4x6"),
        ("p4c6r", "mastermind-4x6"),
        ("p4c10n", "bulls-4x10"),
        ("P5C8R", "mastermind-5x8"),
        ("BULLS-4X10-ANY", "bulls-4x10-any"),
        ("  bulls-4x10\n", "bulls-4x10"),
        ("bulls-04x010", "bulls-4x10"),
        ("bulls-4x10-nozero-any", "bulls-4x10-any-nozero"),
        ("bulls-4x10-any-any", "bulls-4x10-any"),
        ("mastermind-4x6-any", "mastermind-4x6"),  # repeats are allowed anyway
        ("bulls-4x6-nozero", "bulls-4x6"),  # its symbols are 1 to 6
        ("mastermind-4x10-nozero", "mastermind-4x10-nozero"),
    ],
)
def test_other_spellings_of_a_name(name: str, canonical: str) -> None:
    assert rules.parse(name).name == canonical


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("bulls-4x11", "bulls-4x11: at most 10 symbols; did you mean bulls-4x10?"),
        ("p4c11n", "p4c11n: at most 10 symbols; did you mean bulls-4x10?"),
        ("mastermind-7x6", "mastermind-7x6: 1 to 6 positions; did you mean mastermind-6x6?"),
        ("mastermind-0x6", "mastermind-0x6: 1 to 6 positions; did you mean mastermind-1x6?"),
        ("bulls-1x1", "bulls-1x1: at least 2 symbols; did you mean bulls-1x2?"),
        ("bulls-4x0", "bulls-4x0: at least 2 symbols; did you mean bulls-4x4?"),
        ("bulls-4x3", "bulls-4x3: 4 different symbols cannot come from 3; did you mean bulls-4x4?"),
        ("bulls-4x10-all", "bulls-4x10-all: unknown suffix -all; did you mean bulls-4x10?"),
        ("bulls-4x10-any-", "bulls-4x10-any-: unknown suffix -; did you mean bulls-4x10-any?"),
        ("bulls-999999999x10", "bulls-999999999x10: 1 to 6 positions; did you mean bulls-6x10?"),
        ("bulls-4x9999999999", "bulls-4x9999999999: no such game; did you mean bulls-4x9?"),
        ("bull-4x10", "bull-4x10: no such game; did you mean bulls-4x10?"),
        ("masterminds-4x6", "masterminds-4x6: no such game; did you mean mastermind-4x6?"),
        ("bulls-4,10", "bulls-4,10: no such game; did you mean bulls-4x10?"),
        ("p4c6", "p4c6: no such game; did you mean p4c6r?"),
    ],
)
def test_a_bad_name_gets_the_nearest_good_one(name: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        rules.parse(name)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "name",
    [
        "", " ", "-", "bulls", "bulls-", "bulls-4", "bulls-4x", "bulls-x10", "bulls-4x10x2", "bulls--4x10",
        "bulls--4x-10", "bulls-+4x10", "bulls-4_0x10", "bulls-4.0x10", "bulls-٤x١٠", "bulls-４x10", "bulls-²x10",
        "bulls-4×10", "bulls-4x10\0", "bulls 4x10", "pcn", "p4c6-anyr", "pxcxr", "words:", "../bulls-4x10",
        "x" * 100_000, "-" * 100_000, "bulls-" + "9" * 100_000 + "x10", "bulls-4x10" + "-any" * 10_000 + "-\x1b[2J",
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


@pytest.mark.parametrize("game", SMALL, ids=[game.name for game in SMALL])
def test_the_lists_of_a_small_game(game: rules.Rules) -> None:
    secrets, guesses = game.secrets(), game.guesses()
    assert (len(secrets), len(guesses)) == (game.secret_count, game.guess_count)
    for words in (secrets, guesses, game.labels):
        assert list(words) == sorted(set(words))
    assert set(secrets) <= set(guesses)
    assert all(map(game.is_secret, secrets))
    assert all(map(game.is_guess, guesses))
    assert sum(map(game.is_secret, guesses)) == len(secrets)
    never = {"0"} if game.is_nozero and game.positions == 1 else set()
    assert {symbol for word in guesses for symbol in word} == set(game.symbols) - never
    assert set(map(len, guesses)) == {game.positions}
    assert game.labels[game.winning] == f"{game.positions}0"
    answers = {game.feedback(guesses[0], secret) for secret in secrets}
    assert answers <= set(game.labels)


def test_what_the_suffixes_mean() -> None:
    assert all(len(set(word)) == 4 for word in rules.parse("bulls-4x10").guesses())
    assert rules.parse("bulls-2x3-any").guesses() == rules.parse("mastermind-2x3").guesses()
    assert rules.parse("bulls-2x3-any").secrets() == rules.parse("bulls-2x3").secrets()
    nozero = rules.parse("mastermind-2x10-nozero").secrets()
    assert (nozero[0], nozero[-1], len(nozero)) == ("10", "99", 90)
    zero, one, two = ("00", "01", "02", "03", "04"), ("10", "11", "12", "13"), ("20", "21", "22")
    assert rules.parse("bulls-4x10").labels == (*zero, *one, *two, "30", "40")


@given(st.data())
def test_feedback_is_symmetric_a_label_and_wins_only_for_the_secret(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(ALL))
    words = st.text(game.symbols, min_size=game.positions, max_size=game.positions)
    guess, secret = data.draw(words), data.draw(words)
    label = game.feedback(guess, secret)
    assert label == game.feedback(secret, guess)
    assert label in game.labels
    assert (label == game.labels[game.winning]) == (guess == secret)
    assert int(label[0]) + int(label[1]) == (Counter(guess) & Counter(secret)).total()


@given(st.sampled_from(ALL), st.text("0123456789aA ٣²", max_size=7))
def test_a_word_is_a_word_by_its_definition(game: rules.Rules, text: str) -> None:
    fits = len(text) == game.positions and set(text) <= set(game.symbols) and not (game.is_nozero and text[0] == "0")
    assert game.is_guess(text) == (fits and (game.may_repeat or len(set(text)) == len(text)))
    if game.is_guess(text):
        assert check_guess(game, text) == text
    else:
        with pytest.raises(BadInput, match=f"is not a guess of {game.name}: it takes {game.positions} of the symbols"):
            check_guess(game, text)


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        *((typed, "01") for typed in ("01", "0 1", " 0,1\r\n", "0\t1", "0A1B", "0a1b", "0 A 1 B")),
        *((other, other) for other in ("gt", "", "1", "12345", "0B1A", "AAAA", "+++-")),
    ],
)
def test_read_feedback(typed: str, label: str) -> None:
    assert read_feedback(typed) == label


@given(st.text("0123abAB, \t", max_size=8) | st.text(max_size=8))
def test_a_feedback_once_read_stays_itself(typed: str) -> None:
    label = read_feedback(typed)
    assert read_feedback(label) == label


def test_read_history() -> None:
    assert read_history("") == read_history(" \t") == []
    assert read_history("0123:01") == [("0123", "01")]
    both = [("0123", "01"), ("4561", "02")]
    for text in (
        " 0123 : 0 1 ,4561:0A2B ", "0123:01 4561:02", "0123:01;4561:02", "0123:01\n4561:02\n", "0123:01,\n4561:02",
        "0123:0,1,4561:0,2", "0123:0 1 4561:0 2", "0 1 2 3:01; 4,5,6,1:02",
    ):  # fmt: skip
        assert read_history(text) == both, text


@pytest.mark.parametrize(
    ("text", "step"),
    [
        (",", ","), ("0123", "0123"), ("0123:", "0123:"), (":01", ":01"), ("0123:01,", "0123:01,"), (":", ":"),
        ("0123:01,,4561:02", "0123:01,,4561:02"), ("0123:01:02", "0123:01"), ("0123:01;4561", "4561"),
    ],
)  # fmt: skip
def test_a_bad_history_names_the_bad_step(text: str, step: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_history(text)
    assert (
        str(caught.value) == f"{step!r} is not a step of a history; write guess:feedback, as in 0123:01 or crane:bbgyb"
    )


@given(st.lists(st.tuples(st.text("0123456789", min_size=1), st.from_regex(r"[0-6][0-6]|[a-z]{1,3}", fullmatch=True))))
def test_show_history_is_the_inverse_of_read_history(pairs: list[tuple[str, str]]) -> None:
    assert read_history(show_history(pairs)) == pairs


@given(st.text("01AB:, \n") | st.text())
def test_any_history_is_read_or_refused(text: str) -> None:
    try:
        pairs = read_history(text)
    except BadInput:
        return
    assert read_history(show_history(pairs)) == pairs
