"""Dialects: the judges' own sample conversations, what their lines look like, and which trees are played where."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from player import BadInput, RemoteProtocolError, Tree, open_tree
from player.judge.choose import choose
from player.judge.codemaker import Codemaker, read_turn
from player.judge.conversation import Codebreaker
from player.judge.dialects import DEFAULT, DIALECTS, Dialect
from player.judge.referee import Summary, codemakers, play_tree
from player.judge.wording import Wording, printable
from player.judge.wrong_tree import changed
from player.rules import names as rules

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    MakeTree = Callable[[str], Tree]
    Run = Callable[..., subprocess.CompletedProcess[str]]


def test_trees_of_both_games_are_played_in_the_judges_problem() -> None:
    for dialect, name, game in ((None, None, "bulls-4x10-any"), (DEFAULT, "bulls-4x10.entropy", "bulls-4x10")):
        judge, tree = choose(Tree, dialect, name)
        assert (judge.dialect.name, judge.rules.name, judge.dialect.limit) == (DEFAULT, "bulls-4x10-any", 7)
        assert tree.game == game


def test_a_line_that_is_too_long_is_refused() -> None:
    for words in ({"ask": "{guess}" + "x" * 394}, {"reply": "x" * 398 + "{bulls} {cows}"}, {"win": "y" * 401}):
        with pytest.raises(BadInput, match=r"^a line has at most 400 characters; '[^']{40}' has 401$"):
            Wording(changed(DIALECTS["plain"], **{"reply": "{bulls} {cows}", **words}), rules.parse("bulls-3x5"))
    assert printable(b"\x1b[31m\xff" + b"x" * 100) == "?[31m?" + "x" * 31 + "..."


def wording(name: str, game: str) -> Wording:
    named = changed(DIALECTS["plain"], ask="? {guess}", final="! {guess}")
    return Wording(named if name == "named" else DIALECTS[name], rules.read_game(game))


# Each begins with a line `== DIALECT GAME SECRETS limit N`; what is asked stands behind `> `, how it ends behind `= `.
TRANSCRIPTS = Path(__file__).with_name("transcripts.txt").read_text("utf-8").split("== ")[1:]


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda text: text.partition("\n")[0])
def test_transcript(transcript: str) -> None:
    head = transcript.partition("\n")[0]
    name, game, secrets, _, limit = head.partition(":")[0].split()
    codemaker = Codemaker(wording(name, game), secrets.split(","), int(limit))
    said = f"{head}\n{codemaker.wording.start()}"
    for line in re.findall(r"^> (.*)\n", transcript, re.MULTILINE):
        codemaker.receive(f"{line}\n".encode())
        assert codemaker.read() == re.sub(r"[?! ]", "", line)
        said += f"> {line}\n{codemaker.answer()}"
        assert codemaker.is_final == (line.startswith("!") and name in ("qoj-18331", "named"))
    assert said + f"= {codemaker.state}\n" == transcript


@pytest.mark.parametrize("name", DIALECTS)
def test_every_dialect_is_played_through_both_ends(name: str, naive: MakeTree) -> None:
    game = {"spoj-mstrmnd": "marks-2x3", "qoj-18331": "match-2x4"}.get(name, "bulls-3x5")
    judge, tree = wording(name, game), naive(game)
    summary = Summary(None, play_tree(tree, codemakers(judge, judge.rules.secrets(), 99)))
    assert (summary.losses, summary.games) == ([], tree.secrets)
    saved = sum(not fanout for fanout in tree.fanout) if judge.has_final else 0
    total = sum(depth * found for depth, found in enumerate(summary.histogram, 1))
    assert total == tree.total - saved


def test_a_number_of_rounds_that_is_none_is_refused(naive: MakeTree) -> None:
    for first in (b"0\n", b"x\n", b"-1\n", b"9999999999\n", b""):
        codebreaker = Codebreaker(wording("qoj-18331", "match-2x3"), naive("match-2x3"))
        codebreaker.receive(first)
        with pytest.raises(RemoteProtocolError):
            codebreaker.read()


@pytest.mark.parametrize("win", ["OK", "You win", "{bulls} {cows} Correct", "7 7"])
def test_a_winning_line_of_its_own_is_one_field_of_a_row(win: str, naive: MakeTree) -> None:
    row = Dialect("other", "bulls-3x5", 0, "{guess}", "{bulls} {cows}", "an example", win=win, rounds=2)
    judge, tree = Wording(row, rules.parse(row.game)), naive("bulls-3x5")
    assert not Summary(None, play_tree(tree, codemakers(judge, judge.rules.secrets(), 99))).losses
    codebreaker = Codebreaker(judge, tree)
    codebreaker.ask()
    for byte in judge.reply("30").encode():
        assert codebreaker.read() is None
        codebreaker.receive(bytes([byte]))
    assert (codebreaker.read(), codebreaker.rounds, codebreaker.ask()) == ("30", 1, "123\n")
    codebreaker.receive(b"3 0\n" if win != "{bulls} {cows} Correct" else b"3 0 Wrong\n")
    with pytest.raises(RemoteProtocolError, match="is not a reply of other"):
        codebreaker.read()


def test_a_judge_in_no_table_by_options(run_player: Run) -> None:
    words = ["--ask", "? {guess}", "--reply", "{bulls}-{cows}", "--final", "! {guess}", "--rounds", "first-line"]
    told = run_player("judge", "bulls-3x9.total", *words, input="2\n3-0\n3-0\n")
    first = open_tree("bulls-3x9.total").guesses[0]
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout == f"? {first}\n! {first}\n" * 2
    report = run_player("referee", "bulls-3x9.total", *words, "--limit", "12", "--json")
    fields = json.loads(report.stdout)
    assert (report.returncode, fields["games"], fields["won"], fields["dialect"]) == (0, 504, 504, "custom")


@pytest.mark.parametrize(
    ("game", "letters", "label", "line"),
    [
        ("bulls-4x10", "BC", "12", "BCC"), ("bulls-4x10", "BC", "00", "none"), ("bulls-4x10", "RW-", "11", "RW--"),
        ("bulls-3x5-matches", "BC", "13", "BCC"), ("match-4x3", "BC", "2", "BB"), ("marks-4x3", "GYX", "2101", "GYXY"),
    ],
)  # fmt: skip
def test_a_judge_may_answer_in_letters(game: str, letters: str, label: str, line: str) -> None:
    judge = Wording(changed(DIALECTS["plain"], letters=letters), rules.parse(game))
    assert judge.reply(label) == f"{line}\n"
    assert judge.read_reply([line.encode()]) == label
    assert len({judge.reply(label) for label in judge.rules.labels}) == len(judge.rules.labels)


@pytest.mark.parametrize(
    ("game", "words", "problem"),
    [
        *(("bulls-3x5", {"letters": letters}, "it takes two or three different ones") for letters in ("B", "BB", "B ")),
        ("marks-4x3", {"letters": "BC"}, "marks take three letters"),
        ("number-1..20", {"ask": "? {spaced}"}, "guesses of one length, which number-1..20 does not have"),
        *(("bulls-3x5", {"reply": "{bulls} {cows}", "win": win}, problem) for win, problem in (
            ("1 0 more", "'1 0' to 10, with which another reply begins, '1 0 more'"), ("1 0", "the same for several"),
            ("{x}", "has only {bulls}"))),
    ],
)  # fmt: skip
def test_words_that_cannot_be_told_apart_are_refused(game: str, words: dict[str, str], problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        Wording(changed(DIALECTS["plain"], **words), rules.read_game(game))


@pytest.mark.parametrize(
    ("game", "words", "label", "said"),
    [
        ("bulls-3x5", {"reply": "{bulls} {bulls:1=bull|bulls}, {cows} {cows:1=cow|cows}"}, "12", "1 bull, 2 cows"),
        ("bulls-3x5", {"reply": "{bulls:0=no bulls|1=a bull|2=2 bulls|3=3 bulls} {cows}"}, "03", "no bulls 3"),
        ("bulls-3x5", {"reply": "{feedback:30=You win|00=cold}"}, "00", "cold"),
        ("bulls-3x5", {"letters": "BC-", "reply": "{spaced:B=black|C=white}"}, "11", "black white -"),
        ("match-3x5", {"reply": "{bulls:0=cold|1=warm|2=hot|3=found it}"}, "3", "found it"),
        ("marks-3x5", {"reply": "{spaced:2=RIGHT|1=NEAR|0=NO}"}, "210", "RIGHT NEAR NO"),
        ("marks-3x5", {"reply": "{marks:2=🟩|1=🟨|0=⬛}"}, "210", "🟩🟨⬛"),
        ("marks-3x5", {"letters": "GYX", "reply": "{spaced}"}, "210", "G Y X"),
        ("number-1..9", {"reply": "{feedback:yes=hot|no=cold|right=that is it|wrong=lost}"}, "right", "that is it"),
    ],
)  # fmt: skip
def test_replies_in_words_are_read_back(game: str, words: dict[str, str], label: str, said: str) -> None:
    judge = Wording(changed(DIALECTS["plain"], **words), rules.read_game(game))
    assert judge.reply(label) == f"{said}\n"
    for told in judge.rules.labels:
        codebreaker = Codebreaker(judge, open_tree("bulls-3x9.total"))
        codebreaker.inbox.receive(judge.reply(told).encode() + b"next ")
        found = codebreaker.inbox.take(judge.reply_end(codebreaker.inbox.words(judge.reply_size)))
        assert found is not None
        assert judge.read_reply(found) == told


@pytest.mark.parametrize(
    ("game", "ask", "guess", "said"),
    [
        ("bulls-3x5", "? {spaced:1=red|2=blue}", "213", "? blue red 3"),
        ("bulls-3x5", "{guess:1=2|2=1}.", "123", "213."),
        ("number-1..99", "{number:gt=>  |eq==  }?", "gt50", ">  50?"),
        ("number-1..99", "{number:eq=is it |above us }", "gt7", "above us 7"),
        ("number--9..9", "? {number}", "gt-3", "? -3"),
    ],
)  # fmt: skip
def test_guesses_in_words_are_read_back(game: str, ask: str, guess: str, said: str) -> None:
    final = "! {number}" if "? {n" in ask else ""
    judge = Wording(changed(DIALECTS["plain"], ask=ask, final=final), rules.read_game(game))
    assert judge.ask(guess) == f"{said}\n"
    for word in judge.rules.guesses():
        line = (judge.final if judge.has_final and word[:2] == "eq" else judge.ask)(word)
        assert read_turn(judge, line.encode().split())[0] == word


@pytest.mark.parametrize(
    ("game", "words", "problem"),
    [
        ("bulls-3x5", {"ask": "{guess:1=one}"}, "of 12345 as a word of its own; use {guess}, or words as in {spaced:1"),
        ("bulls-3x5", {"ask": "{spaced:1=2}"}, "as a word of its own"),
        ("bulls-3x5", {"ask": "{spaced:1=}"}, "as a word of its own"),
        ("bulls-3x5", {"ask": "{spaced:9=nine}"}, "each of 12345 as a word of its own"),
        ("bulls-3x5", {"ask": "{number}"}, "use {guess}, or"),
        ("number-1..9", {"ask": "{guess:g=x}"}, "use {number:gt=> |eq== }"),
        ("number-1..9", {"ask": "{number}"}, "writes gt50 and eq50 alike; use {number:"),
        ("number-1..9-free", {"ask": "? {number}", "final": "! {number}"}, "writes gt50 and eq50 alike"),
        ("number-1..9", {"reply": "{bulls}"}, "try {feedback:no=NO|right=RIGHT|wrong=WRONG|yes=YES}"),
        ("bulls-3x5", {"reply": "2=RIGHT"}, "a map all, as in {spaced:2=RIGHT"),
        ("bulls-3x5", {"reply": "{bulls:7=x} {cows}"}, "{bulls} is never '7', but one of: 0 1 2 3"),
        ("bulls-3x5", {"reply": "{bulls.x} {cows}"}, "has only {bulls}"),
        ("bulls-3x5", {"reply": "{letters:none=}"}, "replies '' to 00"),
        ("marks-3x5", {"reply": "{marks:2=G|1=Y|0=Y}"}, "the same for several answers, 220 and 221; try {spaced:2="),
    ],
)  # fmt: skip
def test_what_cannot_be_said_is_refused_with_what_could(game: str, words: dict[str, str], problem: str) -> None:
    with pytest.raises(BadInput, match=re.escape(problem)) as told:
        Wording(changed(DIALECTS["plain"], **words), rules.read_game(game))
    assert "\n" not in str(told.value)
