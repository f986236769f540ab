"""The progress line: on terminals of any width, and beside what else is printed."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from treegen.cli.output import fit

COMMAND = [sys.executable, "-P", "-c", "from treegen.cli import main; main()"]
SECONDS = 60


class Screen:
    """What a terminal shows: a character in the last column stays there, and the next one goes to the next line."""

    def __init__(self, columns: int) -> None:
        self.columns, self.lines, self.at, self.wrapped = columns, [""], 0, 0

    def feed(self, text: str) -> None:
        for symbol in re.findall(r"\x1b\[K|[^\x1b]", text):
            line = self.lines[-1]
            if symbol == "\x1b[K":
                self.lines[-1] = line[: self.at]
            elif symbol == "\r":
                self.at = 0
            elif symbol == "\n":
                self.lines.append("")
                self.at = 0
            else:
                if self.at == self.columns:
                    self.lines.append("")
                    self.at, line, self.wrapped = 0, "", self.wrapped + 1
                self.lines[-1] = line[: self.at].ljust(self.at) + symbol + line[self.at + 1 :]
                self.at += 1


def on_a_terminal(words: list[str], columns: int, interrupt: bool = False, cwd: Path | None = None) -> tuple[int, str]:
    """The exit code of a command, and all that a terminal of that width gets."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    with subprocess.Popen([*COMMAND, *words], stdout=slave, stderr=slave, cwd=cwd, env=environment) as process:
        os.close(slave)
        got, began, is_sent = b"", time.monotonic(), False
        while time.monotonic() - began < SECONDS:
            try:
                got += os.read(master, 4096)
            except OSError:
                break  # Linux tells so that the other end is closed
            if interrupt and not is_sent and b" bound " in got:
                process.send_signal(signal.SIGINT)
                is_sent = True
        code = process.wait(SECONDS)
    os.close(master)
    return code, got.decode()


@pytest.mark.needs_core
@pytest.mark.parametrize("columns", [20, 0, *(pytest.param(some, marks=pytest.mark.long) for some in (40, 80))])
def test_the_line_never_scrolls_and_is_gone_before_results(columns: int, tmp_path: Path) -> None:
    code, text = on_a_terminal(["solve", "bulls-5x8", "--time", "3s", "-o", "x.tree"], columns, cwd=tmp_path)
    assert code == 3
    shown = re.findall(r"\r([^\r\n\x1b]+)\x1b\[K", text)
    width = columns or 80
    assert shown
    assert all(len(line) < width for line in shown)
    assert all(re.fullmatch(r"\d+ s(, (no tree yet|best \d+|bound \d+|gap [\d.]+ %|[^,]+))*", line) for line in shown)
    screen = Screen(width)
    screen.feed(text.partition("time is up")[0])
    assert (screen.wrapped, screen.lines) == (0, [""])
    screen = Screen(1000)
    screen.feed(text)
    first, second, third, rest = screen.lines
    assert first.startswith("time is up: the least total is between ")
    assert (second, rest) == ("x.tree", "")
    assert " 6720 secrets, average " in third


@pytest.mark.needs_core
def test_the_line_is_gone_before_what_an_interrupt_tells(tmp_path: Path) -> None:
    code, text = on_a_terminal(["solve", "bulls-5x8"], 60, interrupt=True, cwd=tmp_path)
    assert code == 130
    screen = Screen(1000)
    screen.feed(text)
    *tree, first, second, rest = screen.lines
    assert tree[:1] in ([], ["bulls-5x8.partial.tree"])
    assert first.startswith("interrupted: ")
    assert second.startswith("nothing that was proved is kept")
    assert rest == ""


@pytest.mark.parametrize(
    ("text", "width", "kept"),
    [
        ("12 s, bound 7817, best 7820", 100, "12 s, bound 7817, best 7820"),
        ("12 s, bound 7817, best 7820", 26, "12 s, bound 7817"),
        ("12 s, bound 7817, best 7820", 27, "12 s, bound 7817, best 7820"),
        ("12 s, bound 7817, best 7820", 16, "12 s, bound 7817"),
        ("12 s, bound 7817, best 7820", 15, "12 s"),
        ("12 s, bound", 3, "12 "),
        ("12 s", 0, ""),
        ("\u4e2d\u4e2d, \u4e2d", 7, "\u4e2d\u4e2d"),
        ("a\nb\x1b[2J", 80, "a?b?[2J"),
    ],
)
def test_parts_are_shown_whole_or_not_at_all(text: str, width: int, kept: str) -> None:
    assert fit(text, width) == kept
