"""`player play --role duel`: both guess in turn; who wins, and what an undo does."""

from __future__ import annotations

import subprocess
from math import log2
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player import Tree, open_tree
from player.people.duel import HELP, Duel

if TYPE_CHECKING:
    from collections.abc import Callable

    from player.tree import Node

    Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def tree() -> Tree:
    return open_tree("bulls-4x10.entropy")


@pytest.fixture
def duel(tree: Tree) -> Duel:
    return Duel(tree, lambda: "9876")


def answers(duel: Duel, secret: str) -> str:
    """Answer the program's guess for a secret."""
    return duel.reply(duel.rules.feedback(str(duel.mine.player.guess), secret))


def test_the_greeting_and_a_round_show_both_sides(duel: Duel) -> None:
    assert duel.start().endswith("\nround 1, your guess?\n")
    assert duel.reply("4567") == (
        "you    4567: 0 bulls, 2 cows   (1260 candidates left of 5040; 2.00 bits gained, 10.30 to go)\n"
        "round 1, I guess 0123   (5040 candidates): bulls and cows?\n"
    )
    assert duel.reply("0 1") == "score  candidates left: you 1260, I 1440\nround 2, your guess?\n"


def test_the_person_wins(duel: Duel) -> None:
    text = duel.reply("9876")
    assert "Found with 1 guess." in text
    assert not duel.is_over  # the program has its guess of this round
    assert duel.reply("01") == (
        "You win, with 1 round.\n"
        "Review yours: treegen review bulls-4x10 --history 9876:40\n"
        "Review mine: treegen review bulls-4x10 --history 0123:01\n"
    )
    assert duel.is_over


def test_the_program_wins_and_shows_its_secret(duel: Duel) -> None:
    duel.reply("4567")
    assert duel.reply("40") == (
        "Found 0123 with 1 guess.\n"
        "I win, with 1 round. The secret was 9876.\n"
        "Review yours: treegen review bulls-4x10 --history 4567:02\n"
        "Review mine: treegen review bulls-4x10 --history 0123:40\n"
    )
    assert duel.is_over


def test_a_draw(duel: Duel) -> None:
    duel.reply("9876")
    assert "A draw: both with 1 round.\n" in duel.reply("40")


def test_an_undo_takes_answers_back_and_guesses_stand(duel: Duel) -> None:
    assert "guesses stand" in duel.reply("undo")
    duel.reply("4567")
    duel.reply("01")
    duel.reply("5678")
    assert duel.reply("undo").endswith("round 1, I guess 0123   (5040 candidates): bulls and cows?\n")
    assert duel.reply("00").endswith("round 2, I guess 4567   (360 candidates): bulls and cows?\n")
    assert duel.reply("0 2").endswith("\nround 3, your guess?\n")
    assert [guess for guess, _ in duel.yours.game.steps] == ["4567", "5678"]


def test_a_number_that_is_not_there_names_the_wrong_row(duel: Duel) -> None:
    duel.reply("4567")
    duel.reply("01")
    duel.reply("5678")
    assert duel.reply("lost").endswith("What is your secret? (an empty line goes back)\n")
    assert duel.reply("4567").startswith("Row 1: 0123 against 4567 gives 00, but you answered 01.\n")
    duel.reply("lost")
    assert duel.reply("") == "round 2, I guess 1456   (1440 candidates): bulls and cows?\n"


def test_hints_on_either_turn_are_about_the_person_s_guesses(duel: Duel) -> None:
    assert duel.reply("hint").startswith("hint: 0123, says the tree")
    duel.reply("4567")
    assert duel.reply("left") == (
        "1260 candidates left, 10.30 bits to go\nround 1, I guess 0123   (5040 candidates): bulls and cows?\n"
    )
    assert duel.reply("hint").endswith("bulls and cows?\n")


def test_once_my_secret_is_found_hints_are_about_my_guesses(duel: Duel) -> None:
    duel.reply("4567")
    duel.reply("11")
    duel.reply(duel.yours.game.example())
    prompt = duel.reply("hm").splitlines()[-1]
    assert duel.reply("hint").startswith(f"hint: {duel.mine.player.guess} can be answered with ")
    left = duel.mine.left
    assert duel.reply("left") == f"{left} candidates left, {log2(left):.2f} bits to go\n{prompt}\n"
    assert duel.reply("list").split()[0] == min(duel.mine.player.candidates())


@pytest.mark.parametrize("line", ["hm", "0012", "5 5", "!"])
def test_a_wrong_line_asks_again_on_both_turns(duel: Duel, line: str) -> None:
    assert duel.reply(line).endswith("\nround 1, your guess?\n")
    duel.reply("4567")
    assert duel.reply(line).endswith("\nround 1, I guess 0123   (5040 candidates): bulls and cows?\n")
    assert duel.reply("").startswith(HELP)


@pytest.mark.parametrize("lines", [["give up"], ["lost"], ["4567", "give up"]])
def test_giving_up(duel: Duel, lines: list[str]) -> None:
    text = [duel.reply(line) for line in lines][-1]
    assert text.startswith("You give up, and I win. The secret was 9876.\n")
    assert duel.is_over
    assert ("Review yours" in text) == (len(lines) > 1)


def test_on_a_terminal_another_duel_is_offered(tree: Tree) -> None:
    duel = Duel(tree, lambda: "9876", asks_again=True)
    duel.reply("9876")
    assert duel.reply("40").endswith("Play again? (yes, no)\n")
    assert duel.reply("01") == "The duel is over.\nPlay again? (yes, no)\n"
    assert duel.reply("yes") == "A new duel.\nround 1, your guess?\n"
    assert duel.reply("quit") == "The secret was 9876. Bye.\n"
    assert duel.is_over


@pytest.mark.parametrize("secret", ["0123", "9876", "3210"])
@pytest.mark.parametrize("draw", ["6543", None])
def test_whoever_needs_fewer_rounds_wins(tree: Tree, secret: str, draw: str | None) -> None:
    duel = Duel(tree, None if draw is None else lambda: str(draw))
    text = ""
    while not duel.is_over:
        duel.reply("1987" if not duel.yours.game.steps else duel.reply("hint").split()[1].rstrip(","))
        text = answers(duel, secret)
    yours, mine = duel.yours.game, duel.mine.player
    assert yours.is_won or mine.finished
    verdict = "A draw" if yours.is_won and mine.finished else "You win" if yours.is_won else "I win"
    assert verdict in text
    assert len(yours.steps) == len(mine.steps)


@given(
    st.lists(
        st.one_of(
            st.text(max_size=6),
            st.sampled_from(["12", "31", "20", "01", "02", "undo", "lost", "left", "hint", "restart"]),
        ),
        max_size=12,
    )
)
def test_no_line_breaks_the_duel(lines: list[str]) -> None:
    duel = Duel(tiny_tree(), None)
    for line in lines:
        assert duel.reply(line).endswith("\n")
        if duel.is_over:
            return
        assert len(duel.mine.player.steps) <= len(duel.yours.game.steps)


def tiny_tree() -> Tree:
    """`bulls-2x3` by hand: hypothesis wants no fixture that is made anew for each example."""
    after_01: Node = ("23", True, [(1, ("31", True, []))])
    after_10: Node = ("13", True, [(1, ("32", True, []))])
    return Tree.from_nodes(
        ("12", True, [(1, after_01), (2, ("21", True, [])), (3, after_10)]),
        game="bulls-2x3", labels=("00", "01", "02", "10", "20"), winning=4, losing=(),
    )  # fmt: skip


def test_the_command_through_pipes(run_player: Run) -> None:
    result = run_player("play", "--role", "duel", "--secret", "9876", input="4567\n0A1B\n9876\n1 0\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert "You win, with 2 rounds.\n" in result.stdout
    assert result.stdout.count("treegen review bulls-4x10 --history ") == 2
    ended = run_player("play", "--role", "duel", "--secret", "9876", input="4567\n")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.endswith("\nNo more input. The secret was 9876. Bye.\n")
