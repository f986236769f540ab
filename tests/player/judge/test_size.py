"""How much of our own Python `player judge` loads for a game: what is loaded takes time at every start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import player

MOST_LINES = 1500
CODE = """
import atexit, sys
def report():
    own = [module for name, module in sys.modules.items() if name.partition(".")[0] == "player"]
    print(*sorted({module.__file__ for module in own}), sep="\\n", file=sys.stderr)
atexit.register(report)
from player.cli import main
sys.exit(main(["judge"]))
"""


def test_a_judge_loads_little() -> None:
    folder = str(Path(player.__path__[0]).parent)
    for replies in ("4 0\n", "0 1\n0 2\n"):
        done = subprocess.run(
            [sys.executable, "-c", f"import sys; sys.path[:0] = [{folder!r}]\n{CODE}"],
            input=replies, capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
        assert done.stdout.startswith("0123\n")
        files = [Path(line) for line in done.stderr.splitlines() if line.endswith(".py")]
        assert not any(path.name in ("tree.py", "decode.py", "codemaker.py", "lists.py") for path in files)
        if replies == "4 0\n":
            assert sum(len(path.read_text("utf-8").splitlines()) for path in files) <= MOST_LINES


def test_the_folder_is_easy_to_survey() -> None:
    found = [path.name for path in Path(player.__path__[0]).iterdir() if path.name not in ("__pycache__", "trees")]
    assert len(found) <= 10
