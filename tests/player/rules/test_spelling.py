"""What people write for feedbacks and guesses, that no spelling has two meanings, and what is proposed for others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spelt import spellings

import treegen as tg
from player import BadInput, Player, open_tree
from player.rules.feedback import FEEDBACK_RULES
from player.rules.lists import UNKNOWN_RULE, WordRules
from player.rules.misspelt import nearest, suggest
from player.rules.names import parse, read_game
from player.rules.spelling import find_label, find_word, read_guess, read_secret, rule_of

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable


FAMILIES = ("bulls-{}x{}", "bulls-{}x{}-any", "bulls-{}x{}-any-each", "mastermind-{}x{}", "mastermind-{}x{}-matches",
            "mastermind-{}x{}-each", "match-{}x{}", "match-{}x{}-distinct", "marks-{}x{}")  # fmt: skip
GAMES = [parse(family.format(positions, max(2, positions))) for family in FAMILIES for positions in range(1, 7)]
GAMES += [parse("marks-7x8"), parse("marks-8x8")]
OTHERS = [read_game("number-0..9"), read_game("number-0..9-free")]
games = st.sampled_from([*GAMES, *OTHERS])


@given(games, st.data())
def test_each_spelling_of_a_label_is_read_as_that_label(game: object, data: st.DataObject) -> None:
    name, labels = game.name, game.labels  # type: ignore[attr-defined]
    rule = rule_of(name)
    label = data.draw(st.sampled_from(labels))
    offered = spellings(rule, labels, label)
    assert offered[0] == label
    text = data.draw(st.sampled_from(offered))
    for written in (text, text.upper(), text.lower(), f" {text}\r\n", text.replace(" ", "  "), text.replace(" ", ", ")):
        assert find_label(written, rule, labels) == label


@pytest.mark.parametrize("game", [game for game in [*GAMES, *OTHERS] if len(game.labels) <= 729], ids=str)
def test_no_two_labels_share_a_spelling(game: object) -> None:
    name, labels = game.name, game.labels  # type: ignore[attr-defined]
    meant: dict[str, str] = {}
    for label in labels:
        for text in spellings(rule_of(name), labels, label):
            assert meant.setdefault(text.lower(), label) == label, text
    assert len(meant) >= len(labels) * (1 if name.startswith("number") else 2)


@given(st.text("bx.-_yg", min_size=5, max_size=5))
def test_letters_and_signs_of_marks_mix(text: str) -> None:
    labels = parse("marks-5x6").labels
    expected = "".join("2" if sign == "g" else "1" if sign == "y" else "0" for sign in text)
    assert find_label(text, FEEDBACK_RULES["marks"], labels) == expected


@given(games, st.text("0123456789 abcwyg.-●○⚫⚪🟩🟨⬛,/") | st.text(max_size=12))
def test_any_text_is_a_label_or_none_or_refused_in_one_line(game: object, text: str) -> None:
    labels = game.labels  # type: ignore[attr-defined]
    try:
        found = find_label(text, rule_of(game.name), labels)  # type: ignore[attr-defined]
    except BadInput as error:
        problem = str(error)
    else:
        problem = " may mean "
        assert found is None or found in labels
    assert problem.isprintable()
    assert " may mean " in problem


@pytest.mark.parametrize(
    ("game", "label", "texts"),
    [
        ("bulls-4x10", "12", ["12", "1,2", "1 2", "1A2B", "1a2b", "1 bull 2 cows", "1 bull, 2 cows",
                              "1 bull and 2 cows", "1B2C", "1b2w", "●○○", "○●○", "⚫⚪⚪", "⚫\ufe0f⚪⚪", "bww", "bcc",
                              "1 black 2 whites", "(1, 2)"]),
        ("bulls-4x10", "00", ["0A0B", "none", "0 bulls 0 cows", "0 bulls", "0C"]),
        ("bulls-4x10", "02", ["2 cows", "○○", "ww", "0A2B", "2w"]),
        ("bulls-4x10", "40", ["4 bulls", "●●●●", "bbbb", "4A", "4A0B"]),
        ("mastermind-4x6", "21", ["●●○", "bbw", "🔴🔴⚪", "2 blacks, 1 white", "2 reds 1 white"]),
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
    assert [find_label(text, rule_of(game), rules.labels) for text in texts] == [label] * len(texts)


@pytest.mark.parametrize(
    ("game", "text", "readings"),
    [
        ("bulls-4x10", "1B", "01 or 10"),
        ("mastermind-4x6", "2b", "02 or 20"),
        ("mastermind-4x6-matches", "1A2B", "12 or 13"),
    ],
)
def test_what_may_mean_two_labels_is_refused_with_both(game: str, text: str, readings: str) -> None:
    with pytest.raises(BadInput) as caught:
        find_label(text, rule_of(game), parse(game).labels)
    assert str(caught.value) == f"{text!r} may mean {readings}; write one of these"


@pytest.mark.parametrize("text", ["", "31", "0B1A", "5", "ab", "●●●●●", "1 bull 9 cows", "🟩🟨⬛⬛", "01x", "1 sheep"])
def test_what_means_nothing(text: str) -> None:
    assert find_label(text, FEEDBACK_RULES["cows"], parse("bulls-4x10").labels) is None


def test_a_label_means_itself_whatever_else_it_could_mean() -> None:
    assert find_label("b", FEEDBACK_RULES["cows"], ("b", "1B", "10")) == "b"
    assert find_label("1B", FEEDBACK_RULES["cows"], ("01", "10", "1B")) == "1B"
    assert find_label("a/b", UNKNOWN_RULE, ("a/b", "ab")) == "a/b"


def test_a_player_takes_every_spelling() -> None:
    tree = open_tree("bulls-4x10.total")
    for text in spellings(FEEDBACK_RULES["cows"], tree.labels, "11"):
        player = Player(tree)
        player.answer(text)
        assert player.history == "0123:11"
    with pytest.raises(BadInput, match="may mean 01 or 10"):
        Player(tree).answer("1B")
    assert tree["0123:1A1B 0245: 1 bull"] == tree["0123:11,0245:10"]


@pytest.mark.parametrize("text", ["RGBB", "rgbb", "r g b b", "R,G,B,B", " RgBb\n"])
def test_a_guess_in_any_case(text: str) -> None:
    game = parse("mastermind-4x6=BGORWY")
    assert read_guess(game, text) == read_secret(game, text) == "RGBB"


def test_symbols_of_both_cases_are_told_apart() -> None:
    game = parse("mastermind-2x4=aAbB")
    assert [read_guess(game, text) for text in ("aB", "Ab", "a b")] == ["aB", "Ab", "ab"]
    with pytest.raises(BadInput, match="is not a guess"):
        read_guess(game, "ac")
    assert find_word("x", {"y"}.__contains__) is None


KNOWN = ["bulls", "mastermind", "entropy", "minimax", "fewest-at-max"]


@given(st.sampled_from(KNOWN), st.data())
def test_a_word_with_one_letter_off_is_found(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(word) - 1))
    letter = data.draw(st.sampled_from("aeqz"))
    for bad in (word[:at] + word[at + 1 :], word[:at] + letter + word[at:], word[:at] + letter + word[at + 1 :],
                word[:at] + word[at : at + 2][::-1] + word[at + 2 :], word.upper()):  # fmt: skip
        assert nearest(bad, KNOWN) == word
        assert suggest(bad, KNOWN) == f"did you mean {word}?"


def test_a_word_unlike_all_gets_the_list() -> None:
    assert nearest("", KNOWN) is nearest("xyz", KNOWN) is None
    assert suggest("xyz", KNOWN[:2]) == "choose one of: bulls, mastermind"


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("bull-4x10", "bulls-4x10"), ("masterminds-4x6", "mastermind-4x6"), ("mastremind-4x6", "mastermind-4x6"),
        ("numbers-0..9", "number-0..100"), ("word:list.txt", "words:FILE"),
        ("diferentiating:g", "differentiating:FILE"), ("match4x6", "match-4x6"), ("bulls", "bulls-4x10"),
        ("mastermnd", "mastermind-4x6"),
    ],
)  # fmt: skip
def test_names_of_games(name: str, near: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_game(name)
    assert str(caught.value) == f"{name}: no such game; did you mean {near}?"


def test_guesses_feedbacks_trees_and_objectives() -> None:
    words = WordRules(["crane", "slate", "shone"], ["crane", "slate", "shone"])
    with pytest.raises(BadInput, match=r"did you mean crane\?"):
        read_guess(words, "crame")
    assert read_guess(words, "CRANE") == "crane"
    game = tg.game("bulls-3x4")
    with pytest.raises(BadInput, match=r"possible: 00 .*"):
        game.find_feedback("1 bul 2 cows")
    with pytest.raises(BadInput, match=r"'bulls-4x10.totl': no such tree is shipped; did you mean bulls-4x10.total\?"):
        open_tree("bulls-4x10.totl")
    with pytest.raises(BadInput, match=r"'totel' is not an objective; did you mean total\?"):
        tg.solve(game, "totel")
    with pytest.raises(BadInput, match=r"did you mean candidates\?"):
        tg.solve(game, guesses="candidate")


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (["solve", "bulls-2x4", "--objective", "totl"], "total"),
        (["next", "bulls-2x4", "--by", "bit"], "bits"),
        (["export", "--to", "pyhton"], "python"),
        (["stast", "bulls-4x10"], "stats"),
    ],
)
def test_commands(words: list[str], near: str, call_treegen: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    result = call_treegen(*words)
    assert result.returncode == 2
    assert result.stderr.endswith(f"did you mean {near}?\n")
    assert result.stderr.count("\n") == 1


def test_letters_of_colours_stand_for_emoji() -> None:
    rules = parse("mastermind-4x4=🔴🟢🔵🟡")
    assert {read_guess(rules, text) for text in ("rgby", "R G B Y", "red green blue yellow", "🔴🟢🔵🟡")} == {"1234"}


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


@pytest.mark.parametrize(
    ("text", "label"),
    [("1 white 2 black", "21"), ("1w2b", "21"), ("1C2B", "21"), ("1 cow 2 bulls", "21"), ("B2W1", "21"), ("2c1b", "12"),
     ("white white", "02"), ("black black white", "21"), ("2 white", "02"), ("A1B1", "11"), ("1 cow 1 bull", "11"),
     ("2 white pegs, 1 black peg", "12"), ("bulls 1 cows 2", "12"), ("2r1w", "21"),
     # Neither a number for each word, nor one row of words, nor B before A.
     ("white, 2 black", None), ("1 2b", None), ("1 bull 1 white", None), ("B1A2", None), ("1 black 1 black", None)],
)  # fmt: skip
def test_whites_first_and_numbers_behind(text: str, label: str | None) -> None:
    rules = parse("mastermind-4x6")
    assert find_label(text, rules.rule, rules.labels) == label
    if label is not None:
        assert tg.game("bulls-4x10").read_history(f"0123:{text};4567:00") == [("0123", label), ("4567", "00")]
