"""The game so far, in the forms that people have it in."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import treegen as tg
from player.cli.show import colour_marks
from player.cli.tables import table
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


def test_marks_of_words_are_shown_as_people_see_them(
    run_treegen: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    (tmp_path / "few.txt").write_text("crane\ndoubt\nmount\nguilt\n")
    game = f"words:{tmp_path / 'few.txt'}"
    played = ["review", game, "--answer", "mount", "guilt", "doubt", "mount"]
    shown = run_treegen(*played).stdout.splitlines()
    assert shown[1].split()[:3] == ["1", "guilt", "⬛🟨⬛⬛🟩"]
    assert (
        "1. guilt leaves 2 of 4 words: doubt, mount; doubt was better, which leaves 1.0 on average, and here 1."
        in shown
    )
    assert "3. mount is the secret; no guess was better." in shown
    plain = run_treegen(*played, env={"PYTHONIOENCODING": "ascii"}).stdout.splitlines()
    assert plain[1].split()[2] == "01002"
    row = json.loads(run_treegen(*played, "--json").stdout)[0]
    assert (row["feedback"], row["words"], row["best_leaves"], row["best_left"]) == (
        "01002",
        ["doubt", "mount"],
        1.0,
        1,
    )
    assert run_treegen("next", game, "guilt:01002").stdout.endswith("2 candidates left after guilt ⬛🟨⬛⬛🟩\n")
    assert "🟩🟩🟩🟩🟩" in run_treegen("table", game, "doubt").stdout
    wrong = run_treegen("review", game, "guilt:01002", "doubt:00000")
    assert "These cannot all be true: round 1 (guilt:⬛🟨⬛⬛🟩), round 2 (doubt:⬛⬛⬛⬛⬛)." in wrong.stdout


def test_letters_are_coloured_where_they_can_be() -> None:
    text, _ = table([{"round": 1, "guess": "crane", "feedback": "⬛🟨🟩⬛🟩", "after": 3}])
    shown = colour_marks(text).splitlines()[1]
    assert (shown.count("\x1b[30;42m"), shown.count("\x1b[30;43m r")) == (2, 1)
    assert re.sub(r"\x1b\[[0-9;]*m", "", shown) == "    1  crane   c r a n e      3"
    assert colour_marks("10: ⬛🟨🟩") == "10: ⬛🟨🟩"
