"""The game so far, in the forms that people have it in."""

from __future__ import annotations

import pytest

import treegen as tg
from player.errors import BadInput
from treegen.cli.steps import read_steps

GAME = tg.Game.from_words(["crane", "doubt", "mount", "guilt"])
WHOLE = "crane:00020,doubt:02202,mount:22222"


@pytest.mark.parametrize(
    "typed",
    [
        "crane:00020 doubt:02202 mount:22222",
        "CRANE:bbbgb,doubt:bgGbg,mount:ggggg",
        "crane 00020 doubt 02202 mount 22222",
        "Wordle 1,234 3/6*\n\n⬛⬛⬛🟩⬛\n⬛🟩🟩⬛🟩\n🟩🟩🟩🟩🟩\ncrane doubt mount",
        "crane doubt mount Wordle 1.234 3/6 ⬜⬜⬜🟧⬜ ⬜🟧🟧⬜🟧 🟧🟧🟧🟧🟧",
        "crane: ⬛⬛⬛🟩⬛ doubt:02202 mount:22222".replace(": ", ":"),
    ],
)
def test_forms_of_one_game(typed: str) -> None:
    assert read_steps(GAME, [typed]) == WHOLE
    assert read_steps(GAME, typed.split()) == WHOLE
    assert read_steps(GAME, typed.split(), "mount") == WHOLE


def test_an_answer_tells_the_feedbacks() -> None:
    assert read_steps(GAME, ["crane", "doubt", "mount"], "mount") == WHOLE
    assert read_steps(GAME, ["doubt", "mount"], "mount", "crane:00020") == WHOLE


@pytest.mark.parametrize(
    ("typed", "answer", "told"),
    [
        ("crane doubt:02202", None, "crane has no feedback"),
        ("crane 00020 02202", None, "1 guess and 2 feedbacks do not go together"),
        ("crane:00000", "mount", "crane:00000 is not what mount gives to it, which is 00020"),
        ("crane crame", "mount", "did you mean crane"),
        ("crane", "mounts", "'mounts' is not a secret"),
    ],
)
def test_what_is_wrong_is_named(typed: str, answer: str | None, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        read_steps(GAME, typed.split(), answer)
