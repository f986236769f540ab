"""Shares of games of words: their squares among other text, of one board and of several, and figures of many."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import treegen as tg
from player.errors import BadInput
from treegen.cli.shares import boards_of, count_shares, find_rows, read_shares
from treegen.cli.steps import read_boards, read_steps

if TYPE_CHECKING:
    from tests.conftest import RunCommand

GAME = tg.Game.from_words(["plumb", "stork", "cider", "vague", "hello"])
SQUARES = str.maketrans("012", "⬜🟨🟩")


def told(guess: str, secret: str) -> str:
    """The squares of a guess, by counting: greens first, then yellows from the left."""
    marks = ["2" if a == b else "0" for a, b in zip(guess, secret, strict=True)]
    rest = [b for a, b in zip(guess, secret, strict=True) if a != b]
    for place, letter in enumerate(guess):
        if marks[place] == "0" and letter in rest:
            rest.remove(letter)
            marks[place] = "1"
    return "".join(marks).translate(SQUARES)


ROWS = [told("stork", "cider"), told("vague", "cider"), told("cider", "cider")]
WHOLE = "stork:00010,vague:00001,cider:22222"


@pytest.mark.parametrize("number", ["1,234", "1\u202f234", "1\u00a0234", "1’234", "1 234", "#987", "№ ٣٤٥", ""])
@pytest.mark.parametrize("name", ["Wordle", "#Wort des Tages", "hello wordl", "Le Mot (FR) 🎉", "言葉で"])
def test_whatever_stands_around_the_squares_is_passed_over(name: str, number: str) -> None:
    for end in ("", "\n\nhttps://www.example.org/games/wordle", "\nphew! 🟩"):
        share = f"{name} {number} 🎉 3/6*\n\n" + "\n".join(ROWS) + end
        assert read_steps(GAME, ["stork", "vague", "cider", share]) == WHOLE
        assert read_steps(GAME, [share.replace("⬜", "⬜\ufe0f"), "stork,vague,cider"]) == WHOLE
    apart = "\n".join(" ".join(row) for row in ROWS)
    assert (
        read_steps(GAME, ["stork vague cider", apart.replace("⬜", "⬛").replace("🟨", "🟦").replace("🟩", "🟧")])
        == WHOLE
    )
    with pytest.raises(BadInput, match=r"^2 guesses and 3 rows of squares: .*; passed over: storc "):
        read_steps(GAME, ["storc", "vague", "cider", "Wordle 7 3/6\n" + "\n".join(ROWS)])


def test_rows_of_several_boards(run_treegen: RunCommand, tmp_path: Path) -> None:
    secrets, guesses = ["stork", "cider", "hello"], ["stork", "vague", "cider", "hello"]
    columns = []
    for secret in secrets:
        rows = [told(guess, secret) for guess in guesses]
        end = guesses.index(secret) + 1
        columns.append(rows[:end] + ["⬛" * 5] * (len(rows) - end))
    pair = "\n".join(" ".join(row) for row in zip(*columns[:2], strict=True))
    share = "Daily Fourdle #12\n1️⃣3️⃣\n4️⃣\n" + pair + "\n\n" + "\n".join(columns[2])
    boards = boards_of(find_rows(share, 5), 5)
    assert [[row.translate(SQUARES) for row in board] for board in boards] == [
        columns[0][:1], columns[1][:3], columns[2],
    ]  # fmt: skip
    words = tmp_path / "few.txt"
    words.write_text("\n".join(GAME.secrets))
    found = run_treegen("review", f"words:{words}", *guesses, share, "--json")
    assert [(row["board"], row["guess"]) for row in json.loads(found.stdout)] == [
        (board, guess) for board, secret in enumerate(secrets, 1) for guess in guesses[: guesses.index(secret) + 1]
    ]
    shown = run_treegen("next", f"words:{words}", "--boards", "3", *guesses, share)
    assert shown.stdout.splitlines()[-3:] == [f"board {n}: solved: {one}" for n, one in enumerate(secrets, 1)]
    refused = run_treegen("next", f"words:{words}", *guesses, share)
    assert (refused.returncode, refused.stderr) == (2, "the share has 3 boards; write --boards 3\n")
    for squares, message in (
        ("🟩🟩🟩🟩🟩 ⬜⬜⬜⬜⬜\n⬛⬛🟨⬛⬛ ⬜⬜⬜⬜⬜", "row 2 comes after"),
        ("⬜⬜⬜⬜\n🟩🟩🟩🟩🟩", "row 1 has 4 squares"),
        ("🟩🟩🟩🟩🟩 ⬜⬜⬜⬜⬜\n⬜⬜⬜⬜⬜", "row 2 is of 1 board"),
    ):  # fmt: skip
        with pytest.raises(BadInput, match=message):
            boards_of(find_rows(squares, 5), 5)


def test_many_shares_are_counted_and_bad_ones_are_named(call_treegen: RunCommand, tmp_path: Path) -> None:
    def share(number: int, score: str, rows: int, is_found: bool = True) -> str:
        return (
            f"[12/03/24, 9:0{rows}] Ann: Wordle {number:,} {score}\n\n"
            + "⬛⬛⬛🟨⬛\n" * (rows - is_found)
            + ("🟩🟩🟩🟩🟩\n" * is_found)
        )

    text = share(1500, "3/6", 3) + "Bob: 3/4 of us!\n" + share(1501, "X/6", 6, False) + share(1503, "2/6*", 2)
    text += share(1504, "4/6", 4) + share(1504, "4/6", 4) + share(1505, "5/6", 4) + share(1506, "X/6", 3, False)
    shares, problems = read_shares(text + "Wordle 1,507 3/6\n", 5)
    assert [tuple(share) for share in shares] == [(1, 1500, 3), (1, 1501, 0), (1, 1503, 2), (1, 1504, 4)]
    lines = [number for number, line in enumerate(text.splitlines(), 1) if "Ann" in line][4:]
    assert [problem.partition(": ")[0] for problem in problems] == [f"line {n}" for n in (*lines, text.count("\n") + 1)]
    figures = {"games": 4, "solved": 3, "average": 3.0, "streak": 2, "distribution": [0, 1, 1, 1]}
    assert count_shares(shares) == {"boards": 1, **figures}
    (tmp_path / "s.txt").write_text(text)
    done = call_treegen("review", "words-5", "--shares", tmp_path / "s.txt")
    assert (done.returncode, done.stderr.count("\n")) == (1, 3)
    assert "      3      1  33.3%  ████" in done.stdout
    assert json.loads(call_treegen("review", "words-5", "--shares", tmp_path / "s.txt", "--json").stdout) == [
        count_shares(shares)
    ]


@pytest.mark.parametrize(
    ("headline", "number"),
    [
        ("وردل ١٬٢٣٤ ٣/٦", 1234), ("वर्डल १२३४ ३/६", 1234), ("ワードル １２３４ ３／６", 1234),
        ("Wordle 1234 3 / 6", 1234), ("Wordle 1.234 3/6", 1234), ("Wordle 2024-05-03 3/6", None),
        ("Wordle 03/05/2024 3/6", None), ("Wordle 3.5.2024 3/6", None), ("Wordle (3/6)", None),
    ],
)  # fmt: skip
def test_numbers_of_puzzles_in_any_digits(headline: str, number: int | None) -> None:
    assert read_shares(headline + "\n\n" + "\n".join(ROWS), 5) == ([(1, number, 3)], [])


def test_steps_are_read_as_histories_are(call_treegen: RunCommand) -> None:
    for steps in (
        ["stork:grey grey grey yellow grey"], ["stork:", "bbbyb"], ["stork: bbbyb,"], ["stork:0,0,0,1,0"],
        ["stork:０００１０"], ["stork:0 0 0 1 0,"],
        ["stork:grey", "grey", "grey", "yellow", "grey"],
    ):  # fmt: skip
        assert read_steps(GAME, steps) == "stork:00010", steps
    game = "bulls-3x5=oak,elm,fir,ash,yew"
    for steps in (["oak,elm,fir:0 1", "ash yew oak:1,0"], ["Oak", "Elm", "Fir:01;ash,yew,oak:10"]):
        done = call_treegen("next", game, *steps, "--top", "1")
        message = '"10" to ash,yew,oak fits no secret after oak,elm,fir:01; possible: 02 03 11 12 20 30 ('
        assert (done.returncode, done.stderr.partition('"treegen')[0]) == (2, message)


def test_each_feedback_is_compared_with_the_answer(call_treegen: RunCommand) -> None:
    with pytest.raises(BadInput, match=r"^stork:00000 is not what cider gives to it, which is 00010$"):
        read_steps(GAME, ["stork:00000", "vague"], "cider")
    played = ["--answer", "oak elm ash", "oak,elm,fir:10", "oak yew fir:10", "ash oak elm:01"]
    done = call_treegen("review", "bulls-3x5=oak,elm,fir,ash,yew", *played)
    assert [" ".join(line.split()) for line in done.stdout.splitlines()] == [
        "round guess feedback right feedback right", "1 oak,elm,fir 10 20 no", "2 oak,yew,fir 10 10 yes",
        "3 ash,oak,elm 01 03 no",
    ]  # fmt: skip
    wrong = ["oak,elm,fir:10 is not what oak elm ash gives to it, which is 20"]
    wrong += ["ash,oak,elm:01 is not what oak elm ash gives to it, which is 03"]
    assert (done.returncode, done.stderr) == (2, "; ".join(wrong) + "\n")
    rows = json.loads(call_treegen("next", "bulls-3x5", "--answer", "124", "123:10", "145:10", "--json").stdout)
    assert [(row["guess"], row["right_feedback"], row["is_right"]) for row in rows] == [
        ("123", "20", False), ("145", "11", False),
    ]  # fmt: skip


def test_the_boards_of_a_history() -> None:
    game = tg.game("bulls-3x5")
    whole = [[("123", "30")], [("123", "02"), ("231", "30")]]
    for text in ("123:30/02 231:-/30", "123: 30 / 02 , 231 : - / 30", "123:30/02;231:-/30,"):
        assert read_boards(game, [text], 2) == whole, text
    for text, message in (
        ("123:30/02 231:30/30", "board 1 is solved by guess 1; later, a solved board has -, as in 231:-/30"),
        ("123:02/02 231:30/-", "board 2 ends, unsolved, after guess 1; .*, as in 231:30/-"),
        ("123:30/02 231:/30", "'231:/30' has no feedback for each of 2 boards; write - .*, as in 231:-/30"),
        ("123:30", "'123:30' has no feedback for each of 2 boards; write - .*, as in 123:30/-"),
    ):
        with pytest.raises(BadInput, match=message):
            read_boards(game, [text], 2)
