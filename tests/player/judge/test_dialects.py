"""Dialects: what a judge's lines look like, and which trees are played where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from player import BadInput
from player.judge.choose import choose, find_dialect
from player.judge.codemaker import read_turn
from player.judge.dialects import DEFAULT, DIALECTS, Dialect
from player.judge.wording import Wording, printable
from player.rules import names as rules

if TYPE_CHECKING:
    from collections.abc import Callable

WORDINGS = [Wording(row, rules.parse(row.game or "mastermind-3x6")) for row in DIALECTS.values()]


@pytest.mark.parametrize("wording", WORDINGS, ids=lambda wording: wording.dialect.name)
def test_every_reply_is_read_as_it_was_written(wording: Wording) -> None:
    labels = wording.rules.labels
    assert [wording.read_reply(wording.reply(label).encode().split()) for label in labels] == list(labels)
    assert {len(wording.reply(label).split()) for label in labels} == {wording.reply_size}


@pytest.mark.parametrize("wording", WORDINGS, ids=lambda wording: wording.dialect.name)
def test_every_guess_is_read_as_it_was_asked(wording: Wording) -> None:
    for guess in wording.rules.guesses()[::37]:
        tokens = wording.ask(guess).encode().split()
        assert len(tokens) == wording.ask_size
        assert read_turn(wording, tokens)[0] == guess


@pytest.mark.parametrize("reply", [b"4 1", b"3 1", b"5 0", b"x 0", b"0 \xff", b"00 1"])
def test_a_reply_that_no_secret_gives_is_refused(reply: bytes) -> None:
    with pytest.raises(BadInput, match="is not a reply of codeforces-753"):
        WORDINGS[0].read_reply(reply.split())


def test_the_gym_takes_no_blank_in_a_reply_and_no_repeat_in_a_guess() -> None:
    gym = Wording(DIALECTS["gym-101192d"], rules.parse("bulls-4x10"))
    assert gym.reply("22") == "22\n"
    with pytest.raises(BadInput, match="'0012' is not a guess of bulls-4x10"):
        read_turn(gym, [b"0012"])


def test_a_row_with_words_around_the_guess_and_letters_in_the_reply_needs_only_data() -> None:
    row = Dialect("other", "bulls-4x10", 0, "? {guess}", "{bulls}A{cows}B", "an example")
    wording = Wording(row, rules.parse(row.game))
    assert (wording.ask("0123"), wording.reply("12")) == ("? 0123\n", "1A2B\n")
    assert read_turn(wording, [b"?", b"0123"])[0] == "0123"
    assert wording.read_reply([b"1A2B"]) == "12"
    with pytest.raises(BadInput, match="is not a question of other"):
        read_turn(wording, [b"!", b"0123"])


def test_the_default_dialect_has_its_own_tree() -> None:
    wording, tree = choose(None, None)
    assert (wording.dialect.name, tree.game, wording.dialect.limit) == (DEFAULT, "bulls-4x10-any", 7)


@pytest.mark.parametrize("name", ["bulls-4x10.entropy", "bulls-4x10-any.entropy"])
def test_trees_of_both_games_are_played_in_the_judges_problem(name: str) -> None:
    assert choose("codeforces-753", name)[0].rules.name == "bulls-4x10-any"


def test_a_tree_that_repeats_digits_is_refused_where_only_distinct_ones_are_allowed() -> None:
    with pytest.raises(BadInput) as caught:
        choose("gym-101192d", "bulls-4x10-any.entropy")
    message = str(caught.value)
    assert message.startswith("gym-101192d allows only distinct digits, but bulls-4x10-any.entropy asks ")
    asked = message.partition(" asks ")[2][:4]
    assert len(set(asked)) < 4
    assert message.partition("; ")[2] in ("use bulls-4x10.total", "use bulls-4x10.entropy")


@pytest.mark.parametrize("game", ["bulls-2x3", "mastermind-4x3", "bulls-4x5"])
def test_a_tree_of_another_game_is_refused_when_the_dialect_is_named(
    naive_path: Callable[[str], str], game: str
) -> None:
    path = naive_path(game)
    with pytest.raises(BadInput) as caught:
        choose("codeforces-753", path)
    message = str(caught.value)
    assert message.startswith(f"codeforces-753 plays bulls-4x10-any, but {path} is a tree of {game}; use bulls-4x10")
    assert "\n" not in message


@pytest.mark.parametrize("game", ["bulls-2x3", "mastermind-4x3"])
def test_a_tree_of_another_game_is_played_plainly_when_no_dialect_is_named(
    naive_path: Callable[[str], str], game: str
) -> None:
    wording, tree = choose(None, naive_path(game))
    assert (wording.dialect.name, wording.rules.name, tree.game) == ("plain", game, game)


def test_plain_has_no_tree_of_its_own() -> None:
    with pytest.raises(BadInput, match="name a TREE"):
        choose("plain", None)


def test_an_unknown_dialect_gets_the_nearest_name() -> None:
    with pytest.raises(BadInput, match=r"'gym-10192d': no such dialect; did you mean gym-101192d\?"):
        find_dialect("gym-10192d")
    with pytest.raises(BadInput, match=r"choose one of: .*gym-101192d"):
        find_dialect("\x1b[2Jqq")


def test_what_came_over_a_wire_is_shown_short_and_harmless() -> None:
    assert printable(b"\x1b[31m\xff" + b"x" * 100) == "?[31m?" + "x" * 31 + "..."
