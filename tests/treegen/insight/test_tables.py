"""Tables of information: the printed figures, and the forms of the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import twins

import treegen as tg

if TYPE_CHECKING:
    from collections.abc import Callable
    from subprocess import CompletedProcess

GOLDEN = [
    line.split()
    for line in (Path(__file__).parents[2] / "golden" / "tables.txt").read_text().splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize("line", GOLDEN, ids=" ".join)
def test_golden(line: list[str]) -> None:
    kind, name, history, *rest = line
    game, history = twins.game(name), "" if history == "-" else history
    if kind == "left":
        assert len(game.candidates(history)) == int(rest[0])
        return
    if kind == "groups":
        groups = tg.guesses_by_information(game, history)
        assert [f"{row['bits']:.3f}x{row['guesses']}" for row in groups] == list(reversed(rest))
        assert sum(row["guesses"] for row in groups) == len(game.guesses)
        return
    rows, guess = tg.table(game, rest[0], history), rest[0]
    if kind == "cells":
        assert [f"{row['feedback']}={row['count']}" for row in rows[:-1]] == rest[1:]
        assert rows[-1]["count"] == sum(int(cell.partition("=")[2]) for cell in rest[1:])
    elif kind == "sizes":
        assert sorted(row["count"] for row in rows[:-1]) == sorted(map(int, rest[1:]))
    elif kind == "largest":
        assert max(row["count"] for row in rows[:-1]) == int(rest[1])
    else:
        decimals = len(rest[1].partition(".")[2])
        assert f"{rows[-1]['bits_gained']:.{decimals}f}" == rest[1], guess


def test_every_form_has_the_same_figures(call_treegen: Callable[..., CompletedProcess[str]]) -> None:
    as_json = json.loads(call_treegen("table", "bulls-3x9", "123", "--json").stdout)
    as_csv = call_treegen("table", "bulls-3x9", "123", "--format", "csv").stdout.splitlines()
    assert as_csv[0] == "feedback,count,share,bits_gained,bits_left,expected_left"
    assert as_csv[1:] == [",".join(str(value) for value in row.values()) for row in as_json]
    as_md = call_treegen("table", "bulls-3x9", "123", "--format", "md").stdout.splitlines()
    assert len(as_md) == len(as_csv) + 1
    assert as_json[-1]["feedback"] == "sum"


def test_rows_have_whole_numbers_beside_rounded_ones(call_treegen: Callable[..., CompletedProcess[str]]) -> None:
    weighted = tg.Game.from_words(["crane", "slate", "trace", "crate"], weights=[1, 5, 1, 2])
    for game, history in (("bulls-3x6", "123:10"), (weighted, "")):
        for row in tg.next_guesses(game, history, seconds=60):
            for key, total in (("expected_guesses", "expected"), ("lower_bound", "bound"), ("expected_left", "left")):
                assert round(row[f"{total}_total"] / row["candidates"], 4) == row[key]  # type: ignore[literal-required]
    for one in tg.review("bulls-3x6", "123:10,145:02", seconds=60):
        for key, count in (("before", "before"), ("with_guess", "before"), ("after", "after")):
            assert round(one[f"total_{key}"] / one[count], 4) == one[f"expected_{key}"]  # type: ignore[literal-required]
    assert "total" not in call_treegen("review", "bulls-3x6", "123:10", "--csv").stdout


def test_rows_as_parquet(call_treegen: Callable[..., CompletedProcess[str]], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="it needs pyarrow (pip install '.[parquet]')")
    assert call_treegen("table", "bulls-3x6", "123", "--parquet", tmp_path / "rows").stdout == ""
    assert parquet.read_table(tmp_path / "rows").to_pylist() == tg.table("bulls-3x6", "123")
    (tmp_path / "jobs").write_text('{"game": "bulls-2x4", "time": 9}\n{"game": "bulls-2x4", "time": "9m"}\n')
    mixed = call_treegen("jobs", tmp_path / "jobs", "-o", tmp_path / "results", "--parquet", tmp_path / "none")
    assert (mixed.returncode, mixed.stderr[:11]) == (2, "--parquet: "), "texts and numbers in one column"
