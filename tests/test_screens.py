"""What the commands show on terminals of 60, 80 and 120 columns: no line is longer, and no word is broken."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from twins import Call

import player.cli
import treegen.cli

TABLES = [
    "treegen games", "treegen strategies", "treegen dialects", "treegen stats bulls-4x10.total",
    "treegen compare bulls-3x5 entropy minimax knuth+first=123",
    "treegen table bulls-4x10 0123 --history 0123:11,0145:02,2416:11",
    "treegen table bulls-4x10 --history 0123:11,0145:02,2416:11",
    "treegen next bulls-3x9 --history 123:11,145:01 --top 4 --candidates",
    "treegen review bulls-3x9 --history 123:01,456:01,789:10", "treegen solve bulls-3x5 --each-first 3",
    "player referee bulls-3x9.total --limit 6",
]  # fmt: skip
BOLD = re.compile(r"\x1b\[[01]m")
VARIES = re.compile(r"\d+\.\d+|[█▏▎▍▌▋▊▉]+")  # seconds, and bars, which fill the width


def words_of(text: str) -> set[str]:
    return {word for word in BOLD.sub("", text).split() if not VARIES.fullmatch(word)}


def longest(text: str) -> int:
    return max(map(len, BOLD.sub("", text).splitlines()))


@pytest.mark.parametrize("line", TABLES)
@pytest.mark.parametrize("width", [60, pytest.param(120, marks=pytest.mark.long)])
def test_tables_fit_the_terminal(
    on_terminal: Any, call_treegen: Call, call_player: Call, line: str, width: int, tmp_path: Path
) -> None:
    name, *words = line.split()
    wide = {"treegen": call_treegen, "player": call_player}[name](*words)
    assert "Left out" not in wide.stderr
    _, shown = on_terminal(f"{line} 2>{tmp_path}/errors", columns=width)
    errors = (tmp_path / "errors").read_text()
    assert max(longest(shown), longest(errors or " ")) <= width
    assert words_of(shown) <= words_of(wide.stdout)
    if "Left out" in errors:
        said = " ".join(errors.split())
        assert re.search(f"Left out, as the terminal has only {width} columns: .*csv and --json show everything.", said)
    else:
        assert words_of(shown) == words_of(wide.stdout)


def test_a_quiet_command_does_not_say_what_is_left_out(on_terminal: Any, call_treegen: Call, tmp_path: Path) -> None:
    line = "treegen compare bulls-3x5 entropy minimax -q"
    _, shown = on_terminal(f"{line} 2>{tmp_path}/errors", columns=60)
    assert words_of(shown) < words_of(call_treegen(*line.split()[1:]).stdout)
    assert (tmp_path / "errors").read_text() == ""


@pytest.mark.parametrize("program", ["treegen", "player"])
def test_help_fits(call_treegen: Call, call_player: Call, program: str) -> None:
    call, package = {"treegen": (call_treegen, treegen.cli), "player": (call_player, player.cli)}[program]
    for verb in ("", *(verb for group in package.VERBS.values() for verb in group)):
        shown = []
        for columns in (60, 80, 120, 1000):
            shown.append(call(*filter(None, [verb]), "--help", env={"COLUMNS": str(columns)}).stdout)
            assert longest(shown[-1]) <= columns
        assert all(words_of(text) == words_of(shown[-1]) for text in shown)
        assert f"{program} {verb}".strip() in shown[0].partition("\nExample: ")[2]


def test_the_first_page_of_treegen_has_ten_verbs_and_more(call_treegen: Call) -> None:
    first, more = treegen.cli.VERBS.values()
    assert (len(first), list(treegen.cli.VERBS)) == (10, ["Verbs", "More"])
    text = call_treegen("--help").stdout
    assert text.index("\n  games ") < text.index("\nMore:\n") < text.index("\n  table ")
    assert all(f"\n  {verb} " in text for verb in [*first, *more])


def test_columns_goes_before_the_terminal_and_a_pipe_has_no_limit(on_terminal: Any, call_treegen: Call) -> None:
    assert 60 < longest(on_terminal("treegen games", columns=120)[1]) <= 120
    assert longest(on_terminal("treegen games", columns=120, env={"COLUMNS": "60"})[1]) <= 60
    assert longest(call_treegen("games", env={"COLUMNS": "60"}).stdout) > 120


def test_the_best_row_is_marked_and_bold_where_that_is_wanted(on_terminal: Any) -> None:
    line = "treegen compare bulls-3x5 first entropy"
    assert re.search(r"^\x1b\[1m\*  entropy .*\x1b\[0m$", on_terminal(line, columns=120)[1], re.MULTILINE)
    for words, env in ((line, {"NO_COLOR": "1"}), (line, {"TERM": "dumb"})):
        _, shown = on_terminal(words, columns=120, env=env)
        assert "\x1b" not in shown
        assert re.search(r"^\*  entropy .*", shown, re.MULTILINE)
        assert re.search(r"^   first ", shown, re.MULTILINE)


def test_an_encoding_without_block_characters_gets_ascii(call_treegen: Call, run_treegen: Call) -> None:
    shown = call_treegen("stats", "bulls-3x9.total").stdout
    assert re.search(r"^ +5 +253 +50\.2%  █{40}$", shown, re.MULTILINE)
    plain = run_treegen("stats", "bulls-3x9.total", env={"PYTHONIOENCODING": "ascii"})
    assert plain.returncode == 0
    assert re.search(r"^ +5 +253 +50\.2%  #{40}$", plain.stdout, re.MULTILINE)
    listed = run_treegen("strategies", env={"PYTHONIOENCODING": "ascii"})
    assert (listed.returncode, listed.stderr, "n^2" in listed.stdout) == (0, "", True)
