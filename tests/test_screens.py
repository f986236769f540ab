"""What the commands show on terminals of 60, 80 and 120 columns: no line is longer, and no word is broken."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from typing import TYPE_CHECKING

import pytest

import player.cli
import treegen.cli
from player.cli.command import load, main_parser

if TYPE_CHECKING:
    from tests.conftest import RunCommand

WIDTHS = [60, 80, 120]
HISTORY = "0123:11,0145:02,2416:11"
TABLES = [
    ["treegen", "games"],
    ["treegen", "strategies"],
    ["treegen", "dialects"],
    ["treegen", "stats", "bulls-4x10.total"],
    ["treegen", "compare", "bulls-3x5", "entropy", "minimax", "knuth+first=123"],
    ["treegen", "table", "bulls-4x10", "0123", "--history", HISTORY],
    ["treegen", "table", "bulls-4x10", "--history", HISTORY],
    ["treegen", "next", "bulls-3x9", "--history", "123:11,145:01", "--top", "4", "--candidates"],
    ["treegen", "review", "bulls-3x9", "--history", "123:01,456:01,789:10"],
    ["treegen", "solve", "bulls-3x5", "--each-first", "3"],
    ["player", "referee", "bulls-3x9.total", "--limit", "6"],
]
BOLD = re.compile(r"\x1b\[[01]m")
VARIES = re.compile(r"\d+\.\d+|[█▏▎▍▌▋▊▉]+")  # seconds, and bars, which fill the width


@pytest.fixture(scope="session")
def starts(run_treegen: RunCommand, run_player: RunCommand) -> dict[str, list[str]]:
    """The words that start each command."""
    runs = {"treegen": run_treegen, "player": run_player}
    return {name: [str(word) for word in run("--version").args[:-1]] for name, run in runs.items()}


def on_terminal(words: list[str], width: int, **env: str) -> tuple[str, str]:
    """What a command writes to a terminal of that width, and what it writes to standard error."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
    path = os.pathsep.join(part for part in sys.path if part)
    with subprocess.Popen(
        words, stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.PIPE, text=True,
        env={**kept, "PYTHONPATH": path, "TERM": "xterm", **env},
    ) as process:  # fmt: skip
        os.close(theirs)
        shown = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # how Linux tells that nobody has the other end open
                break
            if not part:
                break
            shown += part
        os.close(ours)
        assert process.stderr is not None
        told = process.stderr.read()
    return shown.decode().replace("\r\n", "\n"), told


def words_of(text: str) -> set[str]:
    return {word for word in BOLD.sub("", text).split() if not VARIES.fullmatch(word)}


def longest(text: str) -> int:
    return max(map(len, BOLD.sub("", text).splitlines()))


@pytest.mark.parametrize("command", TABLES, ids=" ".join)
def test_tables_fit_the_terminal(
    starts: dict[str, list[str]], call_treegen: RunCommand, call_player: RunCommand, command: list[str]
) -> None:
    name, *words = command
    wide = {"treegen": call_treegen, "player": call_player}[name](*words)
    assert "Left out" not in wide.stderr
    for width in (120, 60):
        shown, told = on_terminal([*starts[name], *words], width)
        assert shown
        assert longest(shown) <= width
        assert not told or longest(told) <= width
        assert words_of(shown) <= words_of(wide.stdout)
        if "Left out" not in told:
            assert words_of(shown) == words_of(wide.stdout)


def test_what_is_left_out_is_told(starts: dict[str, list[str]]) -> None:
    words = [*starts["treegen"], "compare", "bulls-3x5", "entropy", "minimax"]
    shown, told = on_terminal(words, 60)
    assert "gap to optimum" not in told  # it is empty, and no game has it
    assert " ".join(told.split()) == (
        "Left out, as the terminal has only 60 columns: 1st, 2nd, 3rd, 4th, seconds. "
        "--format csv and --json show everything."
    )
    assert "total" in shown
    assert on_terminal([*words, "-q"], 60)[1] == ""


VERBS = [
    (program, verb)
    for program, package in (("treegen", treegen.cli), ("player", player.cli))
    for verb in ("", *(verb for group in package.VERBS.values() for verb in group))
]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(("program", "verb"), VERBS)
def test_help_fits(monkeypatch: pytest.MonkeyPatch, program: str, verb: str, width: int) -> None:
    shown = []
    for columns in (width, 1000):
        monkeypatch.setenv("COLUMNS", str(columns))
        parser = load(program, verb)[0] if verb else main_parser(program)
        shown.append(parser.format_help())
    assert longest(shown[0]) <= width
    assert words_of(shown[0]) == words_of(shown[1])
    assert f"{program} {verb}".strip() in shown[0].partition("\nExample: ")[2]


def test_the_first_page_of_treegen_has_ten_verbs_and_more() -> None:
    first, more = treegen.cli.VERBS.values()
    assert (len(first), list(treegen.cli.VERBS)) == (10, ["Verbs", "More"])
    text = main_parser("treegen").format_help()
    assert text.index("\n  games ") < text.index("\nMore:\n") < text.index("\n  table ")
    assert all(f"\n  {verb} " in text for verb in [*first, *more])


@pytest.mark.parametrize("name", ["treegen", "player"])
def test_a_bare_command_shows_its_help(
    starts: dict[str, list[str]], run_treegen: RunCommand, run_player: RunCommand, name: str
) -> None:
    run = {"treegen": run_treegen, "player": run_player}[name]
    bare = run()
    assert (bare.returncode, bare.stderr) == (0, "")
    assert bare.stdout == run("--help").stdout
    assert "Verbs:" in bare.stdout
    assert "Example:" in bare.stdout
    assert longest(on_terminal(starts[name], 60)[0]) <= 60


def test_columns_goes_before_the_terminal_and_a_pipe_has_no_limit(
    starts: dict[str, list[str]], run_treegen: RunCommand
) -> None:
    assert 60 < longest(on_terminal([*starts["treegen"], "games"], 120)[0]) <= 120
    assert longest(on_terminal([*starts["treegen"], "games"], 120, COLUMNS="60")[0]) <= 60
    assert run_treegen("games", env={"COLUMNS": "60"}).stdout == run_treegen("games").stdout
    assert longest(run_treegen("games").stdout) > 120


def test_the_best_row_is_marked_and_bold_where_that_is_wanted(
    starts: dict[str, list[str]], call_treegen: RunCommand
) -> None:
    words = ["compare", "bulls-3x5", "first", "entropy"]
    command = [*starts["treegen"], *words]
    assert re.search(r"^\x1b\[1m\*  entropy .*\x1b\[0m$", on_terminal(command, 120)[0], re.MULTILINE)
    piped = call_treegen(*words).stdout
    assert re.search(r"^\*  entropy ", piped, re.MULTILINE)
    assert re.search(r"^   first ", piped, re.MULTILINE)
    plain = [on_terminal([*command, "--no-color"], 120), on_terminal(command, 120, NO_COLOR="1"),
             on_terminal(command, 120, TERM="dumb"), (piped, "")]  # fmt: skip
    for shown, _ in plain:
        assert "\x1b" not in shown
        assert "*  entropy" in shown


def test_an_encoding_without_block_characters_gets_ascii(run_treegen: RunCommand, run_player: RunCommand) -> None:
    for run, words in ((run_treegen, ["stats"]), (run_player, ["referee"])):
        shown = run(*words, "bulls-3x9.total").stdout
        assert re.search(r"^ +5 +253 +50\.2%  █{40}$", shown, re.MULTILINE)
        plain = run(*words, "bulls-3x9.total", env={"PYTHONIOENCODING": "ascii"})
        assert plain.returncode == 0
        assert re.search(r"^ +5 +253 +50\.2%  #{40}$", plain.stdout, re.MULTILINE)
        assert re.search(r"^ +1 +1 +0\.2%  #$", plain.stdout, re.MULTILINE)
    for style in ("table", "csv", "md", "json"):
        listed = run_treegen("strategies", "--format", style, env={"PYTHONIOENCODING": "ascii"})
        assert (listed.returncode, listed.stderr) == (0, "")
        assert "n^2" in listed.stdout.replace("\\", "")
