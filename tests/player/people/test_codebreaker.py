"""`player play --role guesser`: the conversation, and the command around it."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player import open_tree
from player.people.codebreaker import HELP, PersonAsCodebreaker
from player.rules import names as rules

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., subprocess.CompletedProcess[str]]

GUESSER = ("play", "--role", "guesser")
FIRST = "0123: 0 bulls, 0 cows   (360 candidates left of 5040; 3.81 bits gained, 8.49 to go)\nguess 2?\n"
REVIEW = "Review it: treegen review bulls-4x10 --history "


@pytest.fixture
def play() -> PersonAsCodebreaker:
    return PersonAsCodebreaker(rules.parse("bulls-4x10"), lambda: "9876", open_tree("bulls-4x10.entropy"))


def test_the_greeting_names_the_game_and_what_is_open(play: PersonAsCodebreaker) -> None:
    assert "Bulls and Cows, 4 of 10 digits" in play.start()
    assert "5040 candidates, 12.30 bits to go" in play.start()
    assert play.start().endswith("guess 1?\n")


@pytest.mark.parametrize("line", ["0123", " 0123\r\n", "0 1 2 3", "0,1,2,3", "guess 0123", "GUESS 0 1 2 3"])
def test_a_guess_as_people_type_it(play: PersonAsCodebreaker, line: str) -> None:
    assert play.reply(line) == FIRST


@pytest.mark.parametrize("line", ["hm", "0012", "01234", "\x1b[2J", "9" * 200, "!", "guess", "guess hint", "١٢٣٤"])
def test_what_is_no_guess_gets_one_line_and_changes_nothing(play: PersonAsCodebreaker, line: str) -> None:
    answer = play.reply(line)
    assert "help" in answer
    assert "\x1b" not in answer
    assert len(answer) < 200
    assert answer.endswith("\nguess 1?\n")
    assert play.reply("0123") == FIRST


def test_a_win_counts_the_guesses_and_names_the_review(play: PersonAsCodebreaker) -> None:
    play.reply("0123")
    assert play.reply("9876") == f"9876: 4 bulls, 0 cows   Found with 2 guesses.\n{REVIEW}0123:00,9876:40\n"
    assert play.is_over
    assert play.end() == ""


def test_left_list_and_undo(play: PersonAsCodebreaker) -> None:
    assert play.reply("left") == "5040 candidates left, 12.30 bits to go\nguess 1?\n"
    assert play.reply("list").endswith("\nand 4940 more\nguess 1?\n")
    assert play.reply("undo") == "Nothing to undo: no guess was made.\nguess 1?\n"
    play.reply("0123")
    play.reply("6987")
    assert play.reply("undo") == "Taken back: 6987.\nguess 2?\n"
    assert play.reply("left").startswith("360 candidates left, 8.49 bits")


def test_the_list_is_what_agrees(play: PersonAsCodebreaker) -> None:
    play.reply("0123")
    play.reply("4567")
    shown = play.reply("list").splitlines()
    agree = [
        secret
        for secret in play.rules.secrets()
        if play.rules.feedback("0123", secret) == "00" and play.rules.feedback("4567", secret) == "02"
    ]
    assert shown[-1] == "guess 3?"
    assert " ".join(shown[:-1]).split() == agree
    assert all(len(line) <= 78 for line in shown)


def test_the_hint_is_the_tree_s_and_off_it_a_good_one(play: PersonAsCodebreaker) -> None:
    assert play.reply("hint").startswith("hint: 0123, says the tree: may be the secret; worth 2.77 bits, leaves 931 ")
    play.reply("9012")
    hint = play.reply("hint")
    assert "says a search" in hint
    assert hint.endswith("guess 2?\n")


def test_a_hint_that_cannot_be_the_secret_is_not_said_to_tell_most() -> None:
    """The tree looks further ahead than the next feedback, and a search does not try every guess."""
    play = PersonAsCodebreaker(rules.parse("bulls-4x10"), lambda: "0124", tree=open_tree("bulls-4x10.total"))
    play.reply("0123")
    assert ", says the tree: cannot be the secret; worth " in play.reply("hint")


def test_following_the_hints_wins(play: PersonAsCodebreaker) -> None:
    play.reply("1987")
    while not play.is_over:
        play.reply(play.reply("hint").split()[1].rstrip(","))
        assert len(play.game.steps) <= 9


@pytest.mark.parametrize("line", ["give up", "Give up!", "lost"])
def test_giving_up_shows_the_secret_and_the_review(play: PersonAsCodebreaker, line: str) -> None:
    play.reply("0123")
    assert play.reply(line) == f"The secret was 9876.\n{REVIEW}0123:00\n"
    assert play.is_over


def test_restart_help_and_quit(play: PersonAsCodebreaker) -> None:
    assert play.reply("help").startswith(HELP)
    assert play.reply("").startswith(HELP)
    play.reply("0123")
    assert play.reply("restart") == "I chose again: 5040 candidates.\nguess 1?\n"
    assert play.reply("0123") == FIRST
    assert play.reply("quit") == "The secret was 9876. Bye.\n"
    assert play.is_over


def test_on_a_terminal_another_game_is_offered() -> None:
    drawn = iter(["9876", "0123"])
    play = PersonAsCodebreaker(rules.parse("bulls-4x10"), lambda: next(drawn), asks_again=True)
    assert play.reply("9876").endswith("Play again? (yes, no)\n")
    assert play.reply("0123") == "The game is over. The secret was 9876.\nPlay again? (yes, no)\n"
    assert play.reply("yes").endswith("guess 1?\n")
    assert "Found with 1 guess." in play.reply("0123")
    assert play.reply("no") == "Bye.\n"
    assert play.is_over


def test_an_evasive_keeper_answers_what_leaves_most_and_can_be_beaten() -> None:
    play = PersonAsCodebreaker(rules.parse("bulls-4x10"), None)
    assert play.reply("0123").startswith("0123: 0 bulls, 1 cow   (1440 candidates left")
    assert play.reveal().startswith("It could still be any of 1440 secrets, such as ")
    while not play.is_over:
        play.reply(play.reply("hint").split()[1].rstrip(","))
    assert play.game.left == 1
    assert len(play.game.steps) <= 9


@given(
    st.lists(st.one_of(st.text(max_size=8), st.sampled_from(["12", "31", "list", "left", "hint", "undo", "restart"])))
)
def test_no_line_breaks_the_conversation(lines: list[str]) -> None:
    play = PersonAsCodebreaker(rules.parse("bulls-2x3"), None)
    for line in lines:
        assert play.reply(line).endswith("\n")
        if play.is_over:
            return
        assert play.game.left


def test_a_large_game_is_played_without_listing(run_player: Run) -> None:
    arguments = ("play", "mastermind-6x10", "--role", "guesser", "--secret", "123456")
    result = run_player(*arguments, input="000000\n123456\n")
    assert "000000: 0 bulls, 0 cows   (left counts the candidates)\n" in result.stdout
    assert "Found with 2 guesses." in result.stdout


def test_the_command_through_pipes(run_player: Run) -> None:
    result = run_player(*GUESSER, "--secret", "9876", input="0123\nundo\n0123\n\n9876\nmore\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert FIRST in result.stdout
    assert result.stdout.endswith(f"{REVIEW}0123:00,9876:40\n")


@pytest.mark.parametrize("text", ["", "0123", "hint\n"])
def test_the_end_of_input_is_polite(run_player: Run, text: str) -> None:
    result = run_player(*GUESSER, "--secret", "9876", input=text)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.endswith("\nNo more guesses. The secret was 9876. Bye.\n")


def test_a_seed_draws_the_same_secrets(run_player: Run) -> None:
    games = [run_player(*GUESSER, "--seed", seed, input="quit\n").stdout for seed in ("1", "1", "2")]
    assert games[0] == games[1] != games[2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--level", "evasive"], "--level is about the program's secret"),
        (["--role", "keeper", "--seed", "1"], "--seed is about"),
        (["--role", "guesser", "--secret", "0012"], "'0012' is not a secret of bulls-4x10"),
        (["--role", "guesser", "--level", "evasive", "--secret", "0123"], "an evasive keeper has no secret"),
        (["--role", "guesser", "--level", "cruel"], "--level 'cruel': choose one of: honest, evasive"),
        (["--role", "duel", "--seed", "-1"], "--seed '-1': it takes a whole number from 0 on"),
        (["mastermind-6x10", "--role", "guesser", "--level", "evasive"], "use --level honest"),
        (["mastermind-6x10", "--role", "duel"], "no such tree is shipped"),
        (["bulls-4x11", "--role", "guesser"], "did you mean bulls-4x10?"),
        (["missing.tree", "--role", "guesser"], "missing.tree: no such file"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_2(run_player: Run, arguments: list[str], message: str) -> None:
    result = run_player("play", *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("role", ["guesser", "duel"])
def test_an_interrupt_ends_with_130(player_words: list[str], role: str) -> None:
    words = [*player_words, "play", "--role", role]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        while b"guess?" not in (line := process.stdout.readline()) and line != b"guess 1?\n":
            assert line
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr is not None
        assert process.stderr.read() == b""


@pytest.mark.parametrize("role", ["keeper", "guesser", "duel"])
def test_playing_imports_neither_numpy_nor_treegen(role: str) -> None:
    code = (
        "import sys\nfrom player.cli import main\n"
        f"code = main(['play', '--role', {role!r}])\n"
        "print([name for name in sys.modules if name.partition('.')[0] in ('numpy', 'treegen')], code)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        input="9012\nhint\n",
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert result.stdout.endswith("[] 0\n")
