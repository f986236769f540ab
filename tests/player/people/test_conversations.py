"""Conversations with people: transcripts of every role, who wins, and what no line may break."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from player import Tree, open_tree
from player.people.codebreaker import PersonAsCodebreaker
from player.people.codemaker import PersonAsCodemaker
from player.people.roles import open_play
from player.people.talk import list_candidates
from player.rules import names as rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from player.tree import Node

# Each begins with a line `== TREE OPTIONS`; what a person types stands behind `> `, and `(end)` is the end of input.  A
# prompt that is the same as the one before is left out.
TRANSCRIPTS = Path(__file__).with_name("transcripts.txt").read_text("utf-8").split("== ")[1:]


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda text: text.partition("\n")[0])
def test_transcript(transcript: str) -> None:
    source, *words = transcript.partition("\n")[0].replace(" --terminal", "").split()
    options: dict[str, Any] = {name[2:]: value for name, value in zip(words[::2], words[1::2], strict=True)}
    play = open_play(source, **options, asks_again="--terminal" in transcript)
    said = transcript.partition("\n")[0] + "\n" + play.start()
    for line in re.findall(r"^> (.*)\n", transcript, re.MULTILINE):
        assert not play.is_over
        said += f"> {line}\n" + (play.end() if line == "(end)" else play.reply(line))
    prompts = list(re.finditer(r"^guess .*\n", said, re.MULTILINE))
    for before, prompt in reversed(list(pairwise(prompts))):
        if before[0] == prompt[0]:
            said = said[: prompt.start()] + said[prompt.end() :]
    assert said == transcript
    assert play.end() == "" or "> (end)" in transcript


def test_each_game_has_a_secret_of_its_own() -> None:
    drawn = iter(["9876", "0123"])
    play = PersonAsCodebreaker(rules.parse("bulls-4x10"), lambda: next(drawn), asks_again=True)
    assert [play.reply(line).count("Found with 1 guess.") for line in ("9876", "yes", "0123")] == [1, 0, 1]
    assert play.end() == ""
    assert play.reply("no") == "Bye.\n"


@pytest.mark.parametrize(("secret", "first"), [("9876", "1987"), (None, "0123")])
def test_following_the_hints_wins(secret: str | None, first: str) -> None:
    tree = open_tree("bulls-4x10.entropy") if secret else None
    play = PersonAsCodebreaker(rules.parse("bulls-4x10"), (lambda: secret) if secret else None, tree)
    play.reply(first)
    while not play.is_over:
        play.reply(play.reply("hint").split()[1].rstrip(","))
    assert play.game.is_found
    assert play.game.left == 1
    assert len(play.game.steps) <= 9


def test_a_list_that_is_whole_does_not_say_and_0_more() -> None:
    assert [list_candidates(["12"] * count).count("more") for count in (1, 100, 101)] == [0, 0, 1]


ROLES: dict[str, Callable[[Tree], Any]] = {
    "keeper": PersonAsCodemaker,
    "guesser": lambda tree: PersonAsCodebreaker(rules.rules_of(tree), lambda: "9876", tree),
}


@pytest.mark.parametrize("role", ROLES)
def test_the_help_lists_exactly_what_works(role: str) -> None:
    """Every word that the help of a role names is understood, and every word that is understood is named."""
    tree = open_tree("bulls-4x10.entropy")
    known = set(ROLES[role](tree).commands)
    told = ROLES[role](tree).reply("help")
    unnamed = {word for word in known if not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", told)}
    assert unnamed <= {"my number is not here"}
    for word in ("hint", "left", "list", "undo", "restart", "help", "h", "?", "u", "lost", "quit", "q", "exit"):
        play = ROLES[role](tree)
        assert "is not a" not in play.reply(word), word
        assert play.is_over == (word in ("quit", "q", "exit") or (word == "lost" and role != "keeper"))


def test_a_secret_may_be_called_like_a_command(naive_path: Callable[[str], str]) -> None:
    play = PersonAsCodemaker(open_tree(naive_path("bulls-1x3=XUQ")))
    play.reply("00")
    play.reply("lost")
    assert "right for U" in play.reply("u")
    assert not play.is_over
    play.reply("q")
    assert play.is_over


def tiny_tree() -> Tree:
    """`bulls-2x3` by hand: hypothesis wants no fixture that is made anew for each example."""
    after_01: Node = ("23", True, [(1, ("31", True, []))])
    after_10: Node = ("13", True, [(1, ("32", True, []))])
    return Tree.from_nodes(
        ("12", True, [(1, after_01), (2, ("21", True, [])), (3, after_10)]),
        game="bulls-2x3", labels=("00", "01", "02", "10", "20"), winning=4, losing=(),
    )  # fmt: skip


TYPED = ["12", "31", "20", "01", "02", "undo", "lost", "list", "left", "hint", "restart"]


@settings(max_examples=60)
@given(st.lists(st.one_of(st.text(max_size=8), st.sampled_from(TYPED)), max_size=12))
def test_no_line_breaks_a_conversation(lines: list[str]) -> None:
    tree = tiny_tree()
    plays = [PersonAsCodemaker(tree), PersonAsCodebreaker(rules.parse("bulls-2x3"), None)]
    for line in lines:
        for play in plays:
            if play.is_over:
                continue
            assert play.reply(line).endswith("\n")
            if isinstance(play, PersonAsCodebreaker):
                assert play.game.left
