"""What people write for feedbacks and guesses, that no spelling has two meanings, and what is proposed for others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player import BadInput, open_tree
from player.rules.feedback import FEEDBACK_RULES
from player.rules.misspelt import nearest, suggest
from player.rules.names import parse, read_game
from player.rules.spelling import find_label, read_guess, read_secret

if TYPE_CHECKING:
    from player.rules.names import AnyRules


FAMILIES = ("bulls-{}x{}", "bulls-{}x{}-any", "bulls-{}x{}-any-each", "mastermind-{}x{}", "mastermind-{}x{}-matches",
            "mastermind-{}x{}-each", "match-{}x{}", "match-{}x{}-distinct", "marks-{}x{}")  # fmt: skip
GAMES = [parse(family.format(positions, max(2, positions))) for family in FAMILIES for positions in range(1, 7)]
GAMES += [parse("marks-7x8"), parse("marks-8x8")]
OTHERS = [read_game("number-0..9"), read_game("number-0..9-free")]
games = st.sampled_from([*GAMES, *OTHERS])


@given(games, st.text("0123456789 abcwyg.-●○⚫⚪🟩🟨⬛,/") | st.text(max_size=12))
def test_any_text_is_a_label_or_none_or_refused_in_one_line(game: AnyRules, text: str) -> None:
    labels = game.labels
    try:
        assert find_label(text, game.rule, labels) in (None, *labels)
    except BadInput as error:
        assert str(error).isprintable()  # noqa: PT017
        assert " may mean " in str(error)  # noqa: PT017


@pytest.mark.parametrize(
    ("game", "label", "texts"),
    [
        ("bulls-4x10", "12", ["12", "1,2", "1 2", "1A2B", "1a2b", "1 bull 2 cows", "1 bull, 2 cows",
                              "1 bull and 2 cows", "1B2C", "1b2w", "●○○", "○●○", "⚫⚪⚪", "⚫\ufe0f⚪⚪", "bww", "bcc",
                              "1 black 2 whites", "(1, 2)"]),
        ("bulls-4x10", "00", ["0A0B", "none", "0 bulls 0 cows", "0 bulls", "0C"]),
        ("bulls-4x10", "02", ["2 cows", "○○", "ww", "0A2B", "2w"]),
        ("bulls-4x10", "40", ["4 bulls", "●●●●", "bbbb", "4A", "4A0B"]),
        ("mastermind-4x6", "21", ["●●○", "bbw", "🔴🔴⚪", "2 blacks, 1 white", "2 reds 1 white", "1 white 2 black",
                                  "1w2b", "1C2B", "B2W1", "black black white", "2r1w"]),
        ("mastermind-4x6", "12", ["2c1b", "2 white pegs, 1 black peg", "bulls 1 cows 2"]),
        ("mastermind-4x6-matches", "12", ["1 bull 1 cow", "●○", "bw", "1 2"]),
        ("match-4x6", "2", ["2 bulls", "●●", "bb", "2 blacks"]),
        ("match-4x6", "0", ["none", "0 bulls"]),
        ("marks-5x6", "00212", ["bbgyg", "xxgyg", "..gyg", "--gyg", "⬛⬛🟩🟨🟩", "⬜⬜🟩🟨🟩", "⬜⬛🟧🟦🟧",
                                "0 0 2 1 2", "B B G Y G", "grey gray green yellow green", "Black, b, g, y, Green"]),
        ("number-0..100", "yes", ["Yes", "y", "YES"]),
        ("number-0..100", "right", ["correct", "r"]),
    ],
)  # fmt: skip
def test_the_usual_spellings(game: str, label: str, texts: list[str]) -> None:
    rules = read_game(game)
    assert [find_label(text, rules.rule, rules.labels) for text in texts] == [label] * len(texts)


def test_what_may_mean_two_labels_or_none() -> None:
    for game, text, readings in (
        ("bulls-4x10", "1B", "01 or 10"), ("mastermind-4x6", "2b", "02 or 20"),
        ("mastermind-4x6-matches", "1A2B", "12 or 13"),
    ):  # fmt: skip
        with pytest.raises(BadInput, match=f"^'{text}' may mean {readings}; write one of these$"):
            find_label(text, parse(game).rule, parse(game).labels)
    for text in ("", "31", "0B1A", "5", "ab", "●●●●●", "1 bull 9 cows", "🟩🟨⬛⬛", "01x", "1 sheep"):
        assert find_label(text, FEEDBACK_RULES["cows"], parse("bulls-4x10").labels) is None
    # A label means itself, whatever else it could mean.
    assert find_label("b", FEEDBACK_RULES["cows"], ("b", "1B", "10")) == "b"


def test_a_guess_in_any_case() -> None:
    for text in ("RGBB", "rgbb", "r g b b", "R,G,B,B", " RgBb\n"):
        game = parse("mastermind-4x6=BGORWY")
        assert read_guess(game, text) == read_secret(game, text) == "RGBB"
    game = parse("mastermind-2x4=aAbB")
    assert [read_guess(game, text) for text in ("aB", "Ab", "a b")] == ["aB", "Ab", "ab"]
    with pytest.raises(BadInput, match="is not a guess"):
        read_guess(game, "ac")
    tree = open_tree("bulls-4x10.total")
    assert tree["0123:1A1B 0245: 1 bull"] == tree["0123:11,0245:10"]


KNOWN = ["bulls", "mastermind", "entropy", "minimax", "fewest-at-max"]


@given(st.sampled_from(KNOWN), st.data())
def test_a_word_with_one_letter_off_is_found(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(word) - 1))
    letter = data.draw(st.sampled_from("aeqz"))
    for bad in (word[:at] + word[at + 1 :], word[:at] + letter + word[at:], word[:at] + letter + word[at + 1 :],
                word[:at] + word[at : at + 2][::-1] + word[at + 2 :], word.upper()):  # fmt: skip
        assert nearest(bad, KNOWN) == word
        assert suggest(bad, KNOWN) == f"did you mean {word}?"


# Words for what is right and for what is elsewhere, written anew: a reader that forgets a row of its own fails here.
WORDINGS = [("bull", "cow"), ("black", "white"), ("red", "white"), ("b", "c"), ("b", "w"), ("●", "○"), ("⚫", "⚪")]


def plural(word: str, number: int) -> str:
    return word + "s" * (number != 1 and len(word) > 1)


@st.composite
def said(draw: st.DrawFn) -> tuple[str, int, int]:
    """What a person says of two numbers, in any order and form, and the numbers."""
    right, elsewhere = draw(st.sampled_from(WORDINGS))
    bulls, cows = draw(st.integers(0, 4)), draw(st.integers(0, 4))
    form, gap = draw(st.sampled_from("nwr")), draw(st.sampled_from(["", " ", ", ", "  "]))
    pairs = draw(st.permutations([(bulls, right), (cows, elsewhere)]))
    if form == "r":
        terms = draw(st.permutations([right] * bulls + [elsewhere] * cows))
        text = gap.join(terms) or "none"
    else:
        join = draw(st.sampled_from([gap, " and ", ", "]))
        named = [(f"{number}", plural(word, number)) for number, word in pairs]
        text = join.join(gap.join(term if form == "n" else term[::-1]) for term in named)
    return draw(st.sampled_from([text, text.upper(), text.capitalize()])), bulls, cows


@given(said(), st.sampled_from(["bulls-4x10", "mastermind-4x6", "mastermind-4x6-matches", "mastermind-4x6-each"]))
def test_what_is_said_in_any_order_is_read_right_or_refused(one: tuple[str, int, int], game: str) -> None:
    text, bulls, cows = one
    rules = parse(game)
    label = rules.rule.write(bulls, cows)
    assert find_label(text, rules.rule, rules.labels) == (label if label in rules.labels else None)
