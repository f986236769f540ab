"""The manual pages, the completion scripts and docs/commands.md are made from the parsers of the commands."""

from __future__ import annotations

import runpy
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]

needs_makers = pytest.mark.skipif(
    find_spec("shtab") is None or find_spec("argparse_manpage") is None or sys.version_info[:2] != (3, 11),
    reason="what describes the command lines is made with Python 3.11, shtab and argparse-manpage",
)


@needs_makers
def test_what_describes_the_command_lines_is_made_from_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    script: dict[str, Any] = runpy.run_path(str(ROOT / "scripts" / "builds" / "commands.py"))
    made = dict(script["build"](None))
    assert len(made) == 9
    for path, data in made.items():
        assert data == path.read_bytes(), f"{path.name}: run scripts/build commands"
    by_hand = (ROOT / "docs" / "commands.md").read_text("utf-8").partition(script["MADE"])[0]
    assert len(by_hand.split()) <= 600


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("player pl", ["play"]),
        ("player play --ro", ["--role"]),
        ("player play --role ", ["keeper", "guesser"]),
        ("player play bulls-3", ["bulls-3x9.total"]),
        ("treegen solve bulls-3x9 --obj", ["--objective"]),
    ],
)
def test_a_shell_completes(line: str, words: list[str], run_player: Any, run_treegen: Any) -> None:
    if shutil.which("bash") is None:
        pytest.skip("no bash")
    program, *others = line.split(" ")
    script = {"player": run_player, "treegen": run_treegen}[program]("completion", "bash").stdout
    quoted = " ".join(f"'{word}'" for word in [program, *others])
    end = f"COMP_WORDS=({quoted}); COMP_CWORD={len(others)}; _shtab_{program}; echo ${{COMPREPLY[@]}}"
    done = subprocess.run(["bash", "-c", f"{script}\n{end}"], capture_output=True, text=True, check=True)
    assert done.stdout.split() == words
