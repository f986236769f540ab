"""Without what only Linux and macOS have: the commands work on Windows, or say in one line what does not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from player.rules.titles import command_line

# Takes away what Python lacks on Windows, and lets no file be renamed that is still open.
HIDE = """
import os, signal, subprocess, sys, tempfile, threading
for module in ("fcntl", "grp", "pwd", "resource", "termios"):
    sys.modules[module] = None
gone = ("O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "fork", "geteuid", "getuid", "killpg", "mkfifo", "sched_getaffinity",
        "set_blocking", "setsid", "sysconf", "waitid")
for name in gone:
    delattr(os, name)
for name in ("SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGUSR1"):
    delattr(signal, name)
rename, unix_open = os.replace, os.open
def replace(source, target):
    if any(os.path.realpath(f"/proc/self/fd/{n}") == os.path.realpath(source) for n in os.listdir("/proc/self/fd")):
        raise PermissionError(13, "Permission denied")
    rename(source, target)
def open_file(path, flags, *rest, **more):
    if not more and os.path.isdir(path):
        raise PermissionError(13, "Permission denied")
    return unix_open(path, flags, *rest, **more)
os.replace, os.open = replace, open_file
import importlib
sys.argv = sys.argv[1:]
sys.exit(importlib.import_module(sys.argv[0] + ".cli").main())
"""


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="it looks at open files in /proc")
def test_the_commands_do_without_what_only_unix_has(tmp_path: Path) -> None:
    def run(command: str, text: str = "", code: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-c", HIDE, *command.split()], cwd=tmp_path, input=text, check=False, timeout=120,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
        )  # fmt: skip
        assert done.returncode == code, done.stdout
        return done.stdout

    run("treegen -q build bulls-3x4 -o greedy.tree")
    run("treegen -q solve bulls-2x4 -o best.tree --checkpoint best.checkpoint")
    assert "proved again" in run("treegen verify best.tree --optimal")
    assert "won" in run("player referee greedy.tree")
    run("treegen export greedy.tree --to python -o greedy.py")
    run("player web greedy.tree -o page.html --no-open")
    run("treegen next bulls-3x4 --history 123:11")
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".checkpoint", ".html", ".py", ".tree", ".tree"]
    assert run("player judge", text="0 1\n0 2\n0 2\n1 3\n4 0\n").split()[-1] == "6075"
    refusal = run("player referee bulls-3x9.total -- true", code=2)
    assert (refusal.count("\n"), "Linux, macOS, WSL" in refusal) == (1, True)


def test_commands_in_messages_can_be_pasted_there(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["player", "play", r"C:\my games\a.tree", "bulls-4x10", "--resume", "0123:01,1456:02", ""]
    assert command_line(words[:4]) == r"player play 'C:\my games\a.tree' bulls-4x10"
    monkeypatch.setattr("os.name", "nt")
    quoted = r'player play "C:\my games\a.tree" bulls-4x10 --resume "0123:01,1456:02" ""'
    assert command_line(words) == quoted
