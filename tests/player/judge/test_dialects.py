"""Dialects: the judges' own sample conversations, what their lines look like, and which trees are played where."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from player import BadInput, RemoteProtocolError, Tree, open_tree
from player.judge.choose import choose, find_worded
from player.judge.codemaker import Codemaker
from player.judge.conversation import ASK, START, WON, Codebreaker
from player.judge.dialects import DEFAULT, DIALECTS, Dialect
from player.judge.referee import codemakers, play_tree, summarise
from player.judge.wording import Wording, printable
from player.judge.wrong_tree import changed
from player.rules import names as rules
from player.rules.lists import WordRules

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    MakeTree = Callable[[str], Tree]
    Run = Callable[..., subprocess.CompletedProcess[str]]


def test_the_default_dialect_has_its_own_tree() -> None:
    judge, tree = choose(Tree, None, None)
    assert (judge.dialect.name, tree.game, judge.dialect.limit) == (DEFAULT, "bulls-4x10-any", 7)


@pytest.mark.parametrize("name", ["bulls-4x10.entropy", "bulls-4x10-any.entropy"])
def test_trees_of_both_games_are_played_in_the_judges_problem(name: str) -> None:
    assert choose(Tree, "codeforces-753", name)[0].rules.name == "bulls-4x10-any"


def test_a_tree_that_repeats_digits_is_refused_where_only_distinct_ones_are_allowed() -> None:
    with pytest.raises(BadInput) as caught:
        choose(Tree, "gym-101192d", "bulls-4x10-any.entropy")
    message = str(caught.value)
    assert message.startswith("gym-101192d allows only distinct digits, but bulls-4x10-any.entropy asks ")
    asked = message.partition(" asks ")[2][:4]
    assert len(set(asked)) < 4
    assert message.partition("; ")[2] in ("use bulls-4x10.total", "use bulls-4x10.entropy")


@pytest.mark.parametrize("game", ["bulls-2x3", "mastermind-4x3"])
def test_a_tree_of_another_game_is_played_plainly_when_no_dialect_is_named(
    naive_path: Callable[[str], str], game: str
) -> None:
    judge, tree = choose(Tree, None, naive_path(game))
    assert (judge.dialect.name, judge.rules.name, tree.game) == ("plain", game, game)


@pytest.mark.parametrize("ask", ["I would like to ask of the number {guess}, please", "?  {guess}", "?\t{spaced} ?"])
def test_a_question_is_read_whole(ask: str, naive: MakeTree) -> None:
    """A message shows 40 characters of it; blanks of any kind and number are one."""
    tree = naive("bulls-3x5")
    judge = Wording(changed(DIALECTS["plain"], ask=ask), rules.parse("bulls-3x5"))
    assert not summarise(play_tree(tree, codemakers(judge, judge.rules.secrets(), 99))).losses


def test_guesses_that_are_not_ascii_come_over_the_wire() -> None:
    judge = Wording(DIALECTS["plain"], WordRules(["äö", "öä"], ["äö", "öä"]))
    codemaker = Codemaker(judge, ["äö"])
    codemaker.receive("öä\n".encode())
    assert codemaker.read() == "öä"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (b"1\x01\n", "'1?'"),
        (b"x" * 60_000 + b"\n", f"'{'x' * 37}...'"),
        (b"\xff\xfe\n", "'??'"),
        (b"12345\n", "'12345'"),
    ],
)
def test_what_is_not_a_guess_is_shown_short(said: bytes, shown: str) -> None:
    codemaker = Codemaker(Wording(DIALECTS["plain"], rules.parse("mastermind-2x3")), ["11"])
    codemaker.receive(said)
    with pytest.raises(RemoteProtocolError) as caught:
        codemaker.read()
    told = str(caught.value).replace("\ufffd", "?")
    assert told.startswith(f"{shown} is not a guess of mastermind-2x3")


@pytest.mark.parametrize(
    "words", [{"ask": "{guess}" + "x" * 394}, {"reply": "x" * 398 + "{bulls} {cows}"}, {"win": "y" * 401}]
)
def test_a_line_that_is_too_long_is_refused(words: dict[str, str]) -> None:
    row = changed(DIALECTS["plain"], **{"reply": "{bulls} {cows}", **words})
    with pytest.raises(BadInput, match=r"^a line has at most 400 characters; '[^']{40}' has 401$"):
        Wording(row, rules.parse("bulls-3x5"))
    Wording(
        changed(row, **{key: line.replace("xx", "", 1).replace("yy", "y") for key, line in words.items()}),
        rules.parse("bulls-3x5"),
    )


def test_what_came_over_a_wire_is_shown_short_and_harmless() -> None:
    assert printable(b"\x1b[31m\xff" + b"x" * 100) == "?[31m?" + "x" * 31 + "..."


def wording(name: str, game: str) -> Wording:
    return Wording(DIALECTS[name], rules.parse(game))


# Each begins with a line `== DIALECT GAME SECRETS limit N`; what is asked stands behind `> `, how it ends behind `= `.
TRANSCRIPTS = Path(__file__).with_name("transcripts.txt").read_text("utf-8").split("== ")[1:]


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda text: text.partition("\n")[0])
def test_transcript(transcript: str) -> None:
    head = transcript.partition("\n")[0]
    name, game, secrets, _, limit = head.partition(":")[0].split()
    codemaker = Codemaker(wording(name, game), secrets.split(","), int(limit))
    said = f"{head}\n{codemaker.start()}"
    for line in re.findall(r"^> (.*)\n", transcript, re.MULTILINE):
        codemaker.receive(f"{line}\n".encode())
        assert codemaker.read() == re.sub(r"[?! ]", "", line)
        said += f"> {line}\n{codemaker.answer()}"
        assert codemaker.is_final == (line.startswith("!") and name == "qoj-18331")
    assert said + f"= {codemaker.state}\n" == transcript


@pytest.mark.parametrize("name", DIALECTS)
def test_every_dialect_is_played_through_both_ends(name: str, naive: MakeTree) -> None:
    game = {"spoj-mstrmnd": "marks-2x3", "qoj-18331": "match-2x4"}.get(name, "bulls-3x5")
    judge, tree = wording(name, game), naive(game)
    summary = summarise(play_tree(tree, codemakers(judge, judge.rules.secrets(), 99)))
    assert (summary.losses, summary.games) == ([], tree.secrets)
    saved = sum(not fanout for fanout in tree.fanout) if judge.has_final else 0
    total = sum(depth * found for depth, found in enumerate(summary.histogram, 1))
    assert total == tree.total - saved


def test_the_guesser_plays_one_round_after_the_other(naive: MakeTree) -> None:
    judge, tree = wording("qoj-18331", "match-2x3"), naive("match-2x3")
    codebreaker = Codebreaker(judge, tree)
    assert codebreaker.state == START
    codebreaker.receive(b"2\n")
    assert (codebreaker.read(), codebreaker.rounds, codebreaker.state) == ("", 2, ASK)
    assert codebreaker.ask() == "? 11\n"
    codebreaker.receive(b"2 ")
    assert codebreaker.read() == "2"
    assert (codebreaker.ask(), codebreaker.state, codebreaker.rounds) == ("! 11\n", ASK, 1)
    assert codebreaker.ask() == "? 11\n"
    codebreaker.receive(b"2 ")
    codebreaker.read()
    assert (codebreaker.ask(), codebreaker.state) == ("! 11\n", WON)


@pytest.mark.parametrize("first", [b"0\n", b"x\n", b"-1\n", b"9999999999\n", b""])
def test_a_number_of_rounds_that_is_none_is_refused(first: bytes, naive: MakeTree) -> None:
    codebreaker = Codebreaker(wording("qoj-18331", "match-2x3"), naive("match-2x3"))
    codebreaker.receive(first)
    with pytest.raises(RemoteProtocolError):
        codebreaker.read()


def test_distinct_trees_fit_where_repeats_count_otherwise() -> None:
    assert choose(Tree, "spj-int1c", None)[1].game == "bulls-4x10"
    with pytest.raises(BadInput, match=r"asks 4456; use bulls-4x10\.total"):
        choose(Tree, "spj-int1c", "bulls-4x10-any.total")


def test_a_default_tree_that_is_not_shipped_is_named() -> None:
    row = Dialect("other", "bulls-6x9", 0, "{guess}", "{bulls} {cows}", "an example")
    DIALECTS["other"] = row
    try:
        with pytest.raises(
            BadInput, match="no tree of bulls-6x9 is shipped for other; name one made by: treegen build"
        ):
            choose(Tree, "other", None)
        with pytest.raises(
            BadInput, match=r"name one of depth at most 13; .*: treegen solve match-4x10 --max-depth 13 "
        ):
            choose(Tree, "qoj-18331", None)
    finally:
        del DIALECTS["other"]


@pytest.mark.parametrize("win", ["OK", "You win", "{bulls} {cows} Correct", "7 7"])
def test_a_winning_line_of_its_own_is_one_field_of_a_row(win: str, naive: MakeTree) -> None:
    row = Dialect("other", "bulls-3x5", 0, "{guess}", "{bulls} {cows}", "an example", win=win, rounds=2)
    judge, tree = Wording(row, rules.parse(row.game)), naive("bulls-3x5")
    assert not summarise(play_tree(tree, codemakers(judge, judge.rules.secrets(), 99))).losses
    codebreaker = Codebreaker(judge, tree)
    codebreaker.ask()
    for byte in judge.reply("30").encode():
        assert codebreaker.read() is None
        codebreaker.receive(bytes([byte]))
    assert (codebreaker.read(), codebreaker.rounds, codebreaker.ask()) == ("30", 1, "123\n")
    codebreaker.receive(b"3 0\n" if win != "{bulls} {cows} Correct" else b"3 0 Wrong\n")
    with pytest.raises(RemoteProtocolError, match="is not a reply of other"):
        codebreaker.read()


@pytest.mark.parametrize(
    ("win", "problem"),
    [("1 more word", "must begin with another word"), ("1 0", "the same for several"), ("{x}", "tells only {bulls}")],
)
def test_a_winning_line_that_cannot_be_told_from_replies_is_refused(win: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        Wording(changed(DIALECTS["plain"], reply="{bulls} {cows}", win=win), rules.parse("bulls-3x5"))


def test_new_words_start_from_no_judges_game() -> None:
    row = find_worded(None, {"ask": "? {guess}"})
    assert (row.game, row.limit, row.tree, row.name) == ("", 0, "bulls-4x10-any.total", "custom")
    assert find_worded(None, {"limit": 50}).game == "bulls-4x10-any"
    assert find_worded("gym-101192d", {"reply": "{bulls} {cows}"}).game == "bulls-4x10"


def test_a_judge_in_no_table_by_options(run_player: Run) -> None:
    words = ["--ask", "? {guess}", "--reply", "{bulls}-{cows}", "--final", "! {guess}", "--rounds", "first-line"]
    told = run_player("judge", "bulls-3x9.total", *words, input="2\n3-0\n3-0\n")
    first = open_tree("bulls-3x9.total").guesses[0]
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout == f"? {first}\n! {first}\n" * 2
    report = run_player("referee", "bulls-3x9.total", *words, "--limit", "12", "--json")
    fields = json.loads(report.stdout)
    assert (report.returncode, fields["games"], fields["won"], fields["dialect"]) == (0, 504, 504, "custom")


def test_the_judge_wins_through_pipes_in_several_rounds(call_player: Run, player_words: list[str]) -> None:
    words = ["bulls-4x10-nozero.total", "--reply", "{bulls} bulls {cows}", "--rounds", "first-line"]
    result = call_player("referee", *words, "--secret", "9876", "--json", "--", *player_words, "judge", *words)
    assert (result.returncode, json.loads(result.stdout)["won"]) == (0, 1)
    options = ["--final", "! {guess}", "--ask", "? {guess}", "--limit", "1"]
    lost = call_player(
        "referee", "bulls-3x9.total", *options, "--secret", "123", "456", "--json", "--",
        *player_words, "judge", "bulls-3x9.total", *options[:4],
    )  # fmt: skip
    report = json.loads(lost.stdout)
    assert (lost.returncode, report["lost"]) == (1, 1)
    assert report["losses"][0]["how"] == "too many guesses"
    assert "--final '! {guess}'" in report["losses"][0]["replay"]


@pytest.mark.parametrize(
    ("game", "letters", "label", "said"),
    [
        ("bulls-4x10", "BC", "12", "BCC"),
        ("bulls-4x10", "BC", "00", "none"),
        ("bulls-4x10", "RW-", "11", "RW--"),
        ("bulls-3x5-matches", "BC", "13", "BCC"),
        ("match-4x3", "BC", "2", "BB"),
        ("marks-4x3", "GYX", "2101", "GYXY"),
    ],
)
def test_a_judge_may_answer_in_letters(game: str, letters: str, label: str, said: str) -> None:
    judge = Wording(changed(DIALECTS["plain"], letters=letters), rules.parse(game))
    assert judge.reply(label) == f"{said}\n"
    assert judge.read_reply([said.encode()]) == label
    assert len({judge.reply(label) for label in judge.rules.labels}) == len(judge.rules.labels)


@pytest.mark.parametrize("letters", ["B", "BB", "ABCD", "B ", ""])
def test_letters_that_cannot_be_told_apart_are_refused(letters: str) -> None:
    with pytest.raises(BadInput, match="it takes two or three different ones"):
        changed(DIALECTS["plain"], letters=letters)


def test_guesses_of_several_lengths_are_not_spaced() -> None:
    with pytest.raises(BadInput, match=r"guesses of one length, which number-1\.\.20 does not have; use {guess}"):
        Wording(changed(DIALECTS["plain"], ask="? {spaced}"), rules.read_game("number-1..20"))
    judge = Wording(changed(DIALECTS["plain"], ask="? {spaced}"), rules.read_game("number-10..20"))
    assert judge.ask_size == 5


def test_marks_take_three_letters() -> None:
    with pytest.raises(BadInput, match="marks take three letters"):
        Wording(changed(DIALECTS["plain"], letters="BC"), rules.parse("marks-4x3"))
