"""Conversations with people: transcripts, who wins, what no line may break; the secret that is kept, and hints."""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from player import Keeper, Tree, open_tree
from player.people import hints as hints_module
from player.people.guesser import PersonAsGuesser
from player.people.hints import WORK, Hint
from player.people.roles import open_play
from player.people.secret_holder import PersonAsSecretHolder
from player.rules import names as rules
from player.rules.cells import split

if TYPE_CHECKING:
    from collections.abc import Callable


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


@pytest.mark.parametrize("role", ["keeper", "guesser"])
def test_the_help_lists_exactly_what_works(role: str) -> None:
    """Every word that the help of a role names is understood, and every word that is understood is named."""
    make = partial(open_play, "bulls-4x10.entropy", role, secret="9876" if role == "guesser" else None)
    told = make().reply("help")
    unnamed = {word for word in make().commands if not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", told)}
    assert unnamed <= {"my number is not here"}
    for word in ("hint", "left", "list", "undo", "restart", "help", "h", "?", "u", "lost", "quit", "q", "exit"):
        play = make()
        assert "is not a" not in play.reply(word), word
        assert play.is_over == (word in ("quit", "q", "exit") or (word == "lost" and role != "keeper"))


TYPED = ["12", "31", "20", "01", "02", "undo", "lost", "list", "left", "hint", "restart"]


@settings(max_examples=60)
@given(st.lists(st.one_of(st.text(max_size=8), st.sampled_from(TYPED)), max_size=12))
def test_no_line_breaks_a_conversation(naive: Callable[[str], Tree], lines: list[str]) -> None:
    tree = naive("bulls-2x3")
    plays = [PersonAsSecretHolder(tree), PersonAsGuesser(rules.parse("bulls-2x3"), None)]
    for line in lines:
        for play in plays:
            if play.is_over:
                continue
            assert play.reply(line).endswith("\n")
            if isinstance(play, PersonAsGuesser):
                assert play.game.left


CODES = rules.parse("bulls-4x10")


@pytest.fixture(scope="module")
def tree() -> Tree:
    return open_tree("bulls-4x10.entropy")


def play(game: Keeper, tree: Tree | None = None) -> int:
    while not game.is_found:
        game.answer(Hint(game.rules, tree, game.steps, game.candidates() or ()).guess)
        assert len(game.steps) < 12
    return len(game.steps)


def test_on_the_tree_the_hint_is_the_tree_s(tree: Tree) -> None:
    on, off = [("0123", "01")], [("0123", "01"), ("4561", "01")]
    for steps, guess in (([], "0123"), (on, "1456"), (off, None)):
        left = [word for word in CODES.secrets() if all(CODES.feedback(asked, word) == label for asked, label in steps)]
        hint = Hint(CODES, tree, steps, left)
        assert hint.source == ("a search" if guess is None else "the tree")
        assert guess in (None, hint.guess)
    assert play(Keeper("bulls-4x10", "9876"), tree) <= tree.depth


@pytest.mark.parametrize("name", ["bulls-3x5", "mastermind-3x4", "bulls-3x5-any", "bulls-1x2"])
def test_hints_alone_beat_an_evasive_keeper(name: str) -> None:
    assert play(Keeper(name)) <= 8


@given(st.sets(st.sampled_from(rules.parse("bulls-3x5").secrets()), min_size=1))
def test_a_hint_always_makes_the_candidates_fewer(left: set[str]) -> None:
    candidates, game = sorted(left), rules.parse("bulls-3x5")
    hint = Hint(game, None, [], candidates)
    cells = split(game, hint.guess, candidates)
    assert len(cells) > 1 or candidates == [hint.guess]
    # Nothing was thinned here: it is the best there is.
    best = min(sum(len(cell) ** 2 for cell in split(game, guess, candidates).values()) for guess in game.guesses())
    assert hint.expected * len(candidates) <= best + 1 + 1e-9


@pytest.mark.parametrize("name", ["bulls-4x10", "bulls-4x10-any"])
def test_a_search_asks_for_no_more_feedbacks_than_it_may(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    game = rules.parse(name)
    asked = 0

    def counting(rules_: rules.Rules, guess: str, secrets: list[str]) -> dict[str, list[str]]:
        nonlocal asked
        asked += len(secrets)
        return split(rules_, guess, secrets)

    monkeypatch.setattr(hints_module, "split", counting)
    secrets = game.secrets()
    for count in (len(secrets), 251, 3):
        asked = 0
        assert game.is_guess(Hint(game, None, [], secrets[:count]).guess)
        assert 0 < asked <= WORK + 2 * count  # the figures of the hint take one more


GAMES = ["bulls-2x4", "bulls-3x5", "mastermind-3x3", "bulls-2x4-any"]


@st.composite
def guessed(draw: st.DrawFn) -> tuple[str, list[str]]:
    name = draw(st.sampled_from(GAMES))
    return name, draw(st.lists(st.sampled_from(rules.parse(name).guesses()), max_size=8))


def agreeing(game: Keeper) -> list[str]:
    """The slow way: every secret against every answer."""
    feedback = game.rules.feedback
    return [
        secret
        for secret in game.rules.secrets()
        if all(feedback(guess, secret) == label for guess, label in game.steps)
    ]


@given(guessed())
def test_an_evasive_keeper_never_contradicts_itself(case: tuple[str, list[str]]) -> None:
    name, guesses = case
    game = Keeper(name)
    for guess in guesses:
        before = agreeing(game)
        label = game.answer(guess)
        after = agreeing(game)
        assert after
        assert game.candidates() == after
        assert (game.counted(1), game.counted(), game.left) == (len(before), len(after), len(after))
        assert all(len(cell) <= len(after) for cell in split(game.rules, guess, before).values())
        if label == game.winning:
            assert before == [guess]
        assert game.example() in after


@given(guessed())
def test_an_honest_keeper_answers_for_its_secret_and_undo_is_exact(case: tuple[str, list[str]]) -> None:
    name, guesses = case
    secret = rules.parse(name).secrets()[-1]
    game = Keeper(name, secret)
    states = []
    for guess in guesses:
        states.append((game.steps[:], game.left, game.candidates()))
        assert game.answer(guess) == game.rules.feedback(guess, secret)
        assert secret in (game.candidates() or ())
        assert game.is_found == (guess == secret)
    for state in reversed(states):
        assert game.undo()
        assert (game.steps, game.left, game.candidates()) == state
    assert not game.undo()
    assert game.left == game.rules.secret_count
    for guess in guesses[::-1]:  # other answers after some were taken back
        game.answer(guess)
        assert game.candidates() == agreeing(game)
