"""What both programs make of their command lines, and the tables that they show."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from player.cli.command import load
from player.cli.tables import Look, bars, fields, table
from player.cli.terminal import fold, width_of

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("player referee --reply -{bulls} --win -x- -j4", {"reply": "-{bulls}", "win": "-x-", "jobs": 4}),
        ("player referee --secret 12 -q 31 --limit 3", {"secret": ["12"], "tree": "31", "quiet": True, "limit": 3}),
        ("player referee --secret 12 31 a.tree --secret=23", {"secret": ["12", "31", "23"], "tree": "a.tree"}),
        ("player referee a.tree -- ./mine --secret 1", {"command": ["./mine", "--secret", "1"], "tree": "a.tree"}),
        ("player judge --ask --reply", {"ask": "--reply", "reply": None}),
        ("treegen compare bulls-3x9 entropy --limit 7 minimax", {"strategies": ["entropy", "minimax"], "limit": 7}),
        ("treegen next -qv 1 12:00 --history a --top 3 --history -b 13:01", {
            "game": "1", "steps": ["12:00", "13:01"], "history": ["a", "-b"], "quiet": True, "is_verbose": True}),
        ("treegen stats - --json", {"tree": "-", "style": "json"}),
        ("treegen build g -o -my.tree --seed -5", {"path": "-my.tree", "seed": -5, "strategy": "entropy"}),
    ],
)  # fmt: skip
def test_what_a_command_line_says(line: str, found: dict[str, object]) -> None:
    program, verb, *words = line.split()
    args = load(program, verb)[0].read(words)
    assert {name: getattr(args, name) for name in found} == found


def test_next_shows_five_columns_and_all_where_that_is_wanted(call_treegen: Run) -> None:
    def heads(*words: str) -> list[str]:
        return call_treegen("next", "bulls-3x4", *words).stdout.splitlines()[0].split()

    assert heads() == ["guess", "candidate", "expected", "worst", "exact"]
    assert heads("--by", "bits") == [*heads(), "bits"]
    assert heads("--guess", "214")[-1] == "asked"
    assert {"rank", "cells", "equivalent"} < set(heads("--all-columns"))
    assert heads("--csv") == heads("--csv", "--all-columns")
    row = json.loads(call_treegen("next", "bulls-3x4", "--json").stdout)[0]
    assert list(row)[:4] == ["rank", "guess", "is_candidate", "expected_guesses"]


def test_help_is_a_verb(call_player: Run, call_treegen: Run) -> None:
    for call, verb in ((call_player, "judge"), (call_treegen, "words")):
        assert call("help", verb).stdout == call(verb, "--help").stdout == call("-h", verb).stdout
        assert call("help").stdout == call("--help").stdout == call().stdout
    assert "did you mean words?" in call_treegen("help", "wrds").stderr


LOOKS = {
    "name": Look("name", optional=9),
    "total": Look("total guesses"),
    "bits": Look("bits", 2, 1),
    "h1": Look("at 1", optional=2),
    "h2": Look("at 2", optional=2),
}
ROWS = [
    {"name": "entropy", "total": 18, "bits": 2.3456, "h1": 1, "h2": 3},
    {"name": "minimax", "total": 20, "bits": 12.0, "h1": 1, "h2": 2},
]


@pytest.mark.parametrize(
    ("width", "left", "lines"),
    [
        (None, [], ["name     total guesses   bits  at 1  at 2", "entropy             18   2.35     1     3"]),
        (37, [], ["           total", "name     guesses   bits  at 1  at 2"]),
        (31, [], ["           total         at  at", "name     guesses   bits   1   2"]),
        (30, ["at 1", "at 2"], ["name     total guesses   bits", "entropy             18   2.35"]),
        (20, ["bits", "at 1", "at 2"], ["           total", "name     guesses", "entropy       18"]),
        (5, ["bits", "at 1", "at 2"], ["           total", "name     guesses", "entropy       18"]),
    ],
)
def test_columns_are_narrowed_and_then_left_out(width: int | None, left: list[str], lines: list[str]) -> None:
    """The first column always stays, whatever it declares, and columns with the same number go together."""
    shown, dropped = table(ROWS, LOOKS.__getitem__, width=width)
    assert (dropped, shown.splitlines()[: len(lines)]) == (left, lines)


def test_columns_and_fields_without_values_are_not_shown() -> None:
    row = {"game": "x", "limit": None, "made": "", "seconds": 0.5, "none": ()}
    assert table([row])[0] == "game  seconds\nx         0.5\n"
    assert fields(row)[0] == "game     x\nseconds  0.5\n"
    assert table([{"limit": None}])[0] == "limit\n\n"


def test_what_a_terminal_would_obey_is_not_shown() -> None:
    row = {"name": "a\x1b[2J\nb"}
    assert table([row])[0].splitlines()[1] == fields(row)[0].split()[1] == "a?[2J?b"


def test_wide_characters_take_two_columns() -> None:
    assert (width_of("猜数字"), width_of("e\u0301"), width_of("é")) == (6, 1, 1)
    assert fold("猜数 字", 6) == ["猜数", "字"]
    assert table([{"word": "猜数字", "left": 1}, {"word": "abc", "left": 2}])[0].splitlines()[1:] == [
        "猜数字     1", "abc        2",
    ]  # fmt: skip


def test_bars_fit_and_deep_trees_are_shown_in_groups() -> None:
    shown = bars([1] * 1000, width=60).splitlines()
    assert len(shown) == 41
    assert shown[1].split()[:2] == ["1-25", "25"]
    assert shown[-1].split()[:2] == ["976-1000", "25"]
    for width in (10, 30, 60, 80):
        lines = bars([0, 4, 200], width=width).splitlines()
        assert max(map(len, lines)) <= max(width, 23)
    assert lines[1] == "      1        0   0.0%"
    assert lines[3].endswith("█" * 40)
    assert bars([]) == "guesses  secrets  share\n"
    assert bars([0, 0]).count("0.0%") == 2
