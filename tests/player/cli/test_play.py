"""`player play`: the conversation with a person, and the command around it."""

from __future__ import annotations

import os
import re
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from player import open_tree
from player.people.codebreaker import PersonAsCodebreaker
from player.people.codemaker import HELP, PersonAsCodemaker
from player.people.duel import Duel
from player.rules.names import rules_of as tree_rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from player import Tree

    Run = Callable[..., subprocess.CompletedProcess[str]]

FIRST = "guess 1: 0123   (5040 candidates left)\n"
FOUND = "Found 0123 with 1 guess.\nReview it: treegen review bulls-4x10 --history 0123:40\n"
SECOND = "guess 2: 1456   (1440 candidates left)\n"


@pytest.fixture
def play() -> PersonAsCodemaker:
    return PersonAsCodemaker(open_tree("bulls-4x10.entropy"))


@pytest.fixture
def terminal() -> PersonAsCodemaker:
    return PersonAsCodemaker(open_tree("bulls-4x10.entropy"), asks_again=True)


def test_the_greeting_names_the_game_and_the_first_guess(play: PersonAsCodemaker) -> None:
    assert "Bulls and Cows, 4 of 10 digits" in play.start()
    assert play.start().endswith(FIRST)


@pytest.mark.parametrize("line", ["01", "0 1", "0,1", "0A1B", "0a1b", "  0 ,  1 \r\n", "0\t1"])
def test_feedback_is_understood_as_people_type_it(play: PersonAsCodemaker, line: str) -> None:
    assert play.reply(line) == SECOND


@pytest.mark.parametrize("line", ["", "hm", "5", "011", "4 1", "31", "\x1b[2J", "99999999999999999999", "!"])
def test_a_wrong_line_gets_help_and_changes_nothing(play: PersonAsCodemaker, line: str) -> None:
    answer = play.reply(line)
    assert "help" in answer
    assert "\x1b" not in answer
    assert answer.endswith(FIRST)


@pytest.mark.parametrize("line", ["help", "HELP", "h", "?", "help."])
def test_help(play: PersonAsCodemaker, line: str) -> None:
    answer = play.reply(line)
    assert answer.startswith("Answer each guess with its bulls (right place)")
    assert answer.endswith(HELP)


def test_undo_takes_one_answer_back_and_is_friendly_at_the_start(play: PersonAsCodemaker) -> None:
    play.reply("01")
    assert play.reply("undo") == FIRST
    assert play.reply("undo") == "Nothing to undo: this is the first guess.\n" + FIRST
    assert play.reply("01") == SECOND


def test_restart_and_quit(play: PersonAsCodemaker) -> None:
    play.reply("01")
    assert play.reply("restart") == FIRST
    assert play.reply("quit") == "Bye.\n"
    assert play.is_over


def test_an_impossible_feedback_lists_the_possible_and_changes_nothing(play: PersonAsCodemaker) -> None:
    before = play.reply("04")
    answer = play.reply("01")
    assert answer.startswith('"01" to 1230 fits no secret after 0123:04; possible: 04 13 22 40\n')
    assert answer.endswith(before)


@pytest.mark.parametrize("line", ["lost", "not here", "My number is not here!", "my secret is not here"])
def test_a_number_that_is_not_here_names_the_wrong_row(play: PersonAsCodemaker, line: str) -> None:
    assert play.player.tree.guesses[0] == "0123"
    play.reply("01")
    play.reply("02")
    assert "What is your secret?" in play.reply(line)
    assert "cannot be a secret" in play.reply("0012")
    assert "cannot be a secret" in play.reply("12345")
    answer = play.reply("9876")
    assert answer.startswith(
        "Row 1: 0123 against 9876 gives 00, but you answered 01.\n"
        "Row 2: 1456 against 9876 gives 10, but you answered 02.\n"
        'Type "undo" 2 times to correct it, or "restart".\n'
    )
    play.reply("undo")
    assert play.reply("undo") == FIRST


def test_a_number_that_agrees_with_every_answer_gets_the_feedback_it_gives_now(play: PersonAsCodemaker) -> None:
    play.reply("04")
    play.reply("lost")
    answer = play.reply("3210")
    assert answer.startswith("Every answer so far is right for 3210; to 1230 it gives 22.\n")
    assert play.reply("22") != answer


def test_naming_the_number_can_be_left(play: PersonAsCodemaker) -> None:
    play.reply("lost")
    assert play.reply("") == FIRST
    play.reply("lost")
    play.reply("restart")
    assert play.reply("01") == SECOND


def test_one_candidate_left_is_said(play: PersonAsCodemaker) -> None:
    line = play.start()
    secret = "9876"
    while "the only one left" not in line:
        guess = str(play.player.guess)
        line = play.reply(play.rules.feedback(guess, secret))
    assert secret in line
    assert f"Found {secret} with " in play.reply("40")


def test_without_a_terminal_the_win_is_the_end(play: PersonAsCodemaker) -> None:
    assert play.reply("40") == FOUND
    assert play.is_over


def test_feedback_after_the_win_is_told_that_the_game_is_over(terminal: PersonAsCodemaker) -> None:
    assert "Play again?" in terminal.reply("4 0")
    assert not terminal.is_over
    for line in ("01", "40", "lost", "what"):
        assert terminal.reply(line).startswith("The game is over: 0123 was found.\n")
    assert terminal.reply("undo") == FIRST
    terminal.reply("40")
    assert terminal.reply("yes") == FIRST
    terminal.reply("40")
    assert terminal.reply("no") == "Bye.\n"
    assert terminal.is_over


def test_the_command_plays_a_game_through_pipes(run_player: Run) -> None:
    result = run_player("play", "bulls-4x10.entropy", input="01\nundo\n0 0\r\n00\nundo\nundo\n0,4\n0A4B\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert SECOND in result.stdout
    assert result.stdout.endswith("\nNo more answers: bye.\n")


def test_the_win_ends_the_command_whatever_follows(run_player: Run) -> None:
    result = run_player("play", input="40\n01\nmore\n")
    assert result.returncode == 0
    assert result.stdout.endswith(FOUND)


@pytest.mark.parametrize("text", ["", "01", "lost\n", "lost\n12"])
def test_the_end_of_input_is_a_goodbye(run_player: Run, text: str) -> None:
    result = run_player("play", input=text)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.endswith("bye.\n")


@pytest.mark.parametrize("locale", ["C", "POSIX", "C.UTF-8"])
def test_any_bytes_and_any_locale(player_words: list[str], locale: str) -> None:
    typed = b"\xff\xfe\n\xc3\xa9t\xc3\xa9\n\x00\n" + b"x" * 100_000 + b"\n01\n"
    result = subprocess.run(
        [*player_words, "play", "bulls-4x10.entropy"],
        input=typed,
        capture_output=True,
        check=False,
        env={**os.environ, "LANG": locale, "LC_ALL": locale, "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        timeout=60,
    )
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.isascii() == (locale != "C.UTF-8")
    assert result.stdout.decode().count("is not an answer here") == 4
    assert SECOND in result.stdout.decode()


def test_another_game_is_played_from_its_file(run_player: Run, tiny_path: str) -> None:
    result = run_player("play", tiny_path, "--role", "keeper", input="20\n")
    assert "Bulls and Cows, 2 of 3 digits: 2 of the symbols 123, all different" in result.stdout
    relaxed = run_player("play", "bulls-4x10-any", "--role", "guesser", input="give up\n").stdout
    assert "4 of the symbols 0123456789, all different; guesses may repeat symbols.\n" in relaxed
    assert result.stdout.endswith("Found 12 with 1 guess.\nReview it: treegen review bulls-2x3 --history 12:20\n")


def test_on_a_terminal_another_game_is_offered(player_words: list[str]) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    try:
        result = subprocess.Popen([*player_words, "play"], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        os.write(ours, b"40\n01\nyes\nquit\n")
        out, error = result.communicate(timeout=60)
    finally:
        os.close(ours)
        os.close(theirs)
    text = out.decode()
    assert (result.returncode, error) == (0, b"")
    assert text.count("Play again?") == 2
    assert text.count("guess 1: ") == 2
    assert text.endswith("Bye.\n")


def test_hint_left_and_list_in_the_role_of_the_keeper(play: PersonAsCodemaker) -> None:
    play.reply("04")
    guess = "guess 2: 1230   (9 candidates left)\n"
    possible = "04 13 22 40 (any other contradicts an earlier one)"
    assert play.reply("hint") == f"hint: 1230 can be answered with {possible}\n{guess}"
    assert play.reply("left") == f"9 candidates left, 3.17 bits to go\n{guess}"
    assert play.reply("list") == f"1032 1230 1302 2031 2301 2310 3012 3201 3210\n{guess}"
    play.reply("undo")
    assert play.reply("list").endswith(f"\nand 4940 more\n{FIRST}")


def test_a_guess_of_the_keeper_is_told_from_nonsense(play: PersonAsCodemaker) -> None:
    assert play.reply("4567") == (
        "'4567' is a guess, but now I guess and you answer: "
        f"answer 0123 with bulls and cows, as in 01, or type help.\n{FIRST}"
    )


CONVERSATIONS: dict[str, Callable[[Tree], Any]] = {
    "keeper": PersonAsCodemaker,
    "guesser": lambda tree: PersonAsCodebreaker(tree_rules(tree), lambda: "9876", tree),
    "duel": lambda tree: Duel(tree, lambda: "9876"),
}


@pytest.mark.parametrize("role", CONVERSATIONS)
def test_the_help_lists_exactly_what_works(role: str) -> None:
    """Every word that the help of a role names is understood, and every word that is understood is named."""
    tree = open_tree("bulls-4x10.entropy")
    play = CONVERSATIONS[role](tree)
    known = set(play.commands)
    if role == "duel":
        known |= {"hint", "left", "list", "lost"}
    told = CONVERSATIONS[role](tree).reply("help")
    assert {word for word in known if not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", told)} <= {
        "my number is not here"
    }
    for word in ("hint", "left", "list", "undo", "restart", "help", "h", "?", "u", "lost", "quit", "q", "exit"):
        play = CONVERSATIONS[role](tree)
        play.start()
        answer = play.reply(word)
        assert "is not a" not in answer, word
        assert play.is_over == (word in ("quit", "q", "exit") or (word == "lost" and role != "keeper"))


def test_a_secret_may_be_called_like_a_command(naive_path: Callable[[str], str]) -> None:
    play = PersonAsCodemaker(open_tree(naive_path("bulls-1x3=XUQ")))
    play.reply("00")
    play.reply("lost")
    assert "right for U" in play.reply("u")
    assert not play.is_over
    play.reply("q")
    assert play.is_over
