"""Without what only Linux and macOS have: the commands work on Windows, or say in one line what does not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

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
command, sys.argv = sys.argv[1], sys.argv[1:]
"""
RUN = {
    "player": HIDE + "from player.cli import main\nsys.exit(main())",
    "treegen": HIDE + "from treegen.cli import main\nsys.exit(main())",
}
pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="it looks at open files in /proc")


def run(folder: Path, *command: str, text: str = "", code: int = 0) -> str:
    """What a command prints, its errors included."""
    done = subprocess.run(
        [sys.executable, "-c", RUN[command[0]], *command], cwd=folder, input=text, check=False, timeout=120,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == code, done.stdout
    return done.stdout


def test_building_solving_and_verifying(tmp_path: Path) -> None:
    run(tmp_path, "treegen", "-q", "build", "bulls-3x4", "-o", "greedy.tree")
    run(tmp_path, "treegen", "-q", "solve", "bulls-2x4", "-o", "best.tree", "--checkpoint", "best.checkpoint")
    assert "proved again" in run(tmp_path, "treegen", "verify", "best.tree", "--optimal")
    assert "won" in run(tmp_path, "player", "referee", "greedy.tree")
    run(tmp_path, "treegen", "export", "greedy.tree", "--to", "python", "-o", "greedy.py")
    run(tmp_path, "player", "web", "greedy.tree", "-o", "page.html", "--no-open")
    run(tmp_path, "treegen", "next", "bulls-3x4", "--history", "123:11")
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".checkpoint", ".html", ".py", ".tree", ".tree"]


def test_the_judges_protocol(tmp_path: Path) -> None:
    assert run(tmp_path, "player", "judge", text="0 1\n0 2\n0 2\n1 3\n4 0\n").split()[-1] == "6075"


def test_that_no_programs_are_run(tmp_path: Path) -> None:
    shown = run(tmp_path, "player", "referee", "bulls-3x9.total", "--", "true", code=2)
    assert shown.count("\n") == 1
    assert "Linux, macOS, WSL" in shown
