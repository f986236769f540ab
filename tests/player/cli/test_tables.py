"""Tables for people: which columns stay, how numbers are aligned, and what a terminal is spared."""

from __future__ import annotations

import pytest

from player.cli.tables import Column, bars, fields, table
from player.cli.terminal import fold, width_of

LOOKS = {
    "name": Column("name", optional=9),
    "total": Column("total guesses"),
    "bits": Column("bits", 2, 1),
    "h1": Column("at 1", optional=2),
    "h2": Column("at 2", optional=2),
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
