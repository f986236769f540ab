"""README shows what the commands print, and the shipped trees as they are."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

import player

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
TYPED = re.compile(r"\d ?\d|\dA\dB")  # what the person of a session answers


def case(session: str) -> ParameterSet:
    """A session as a parameter; what it proves takes too long without the native core."""
    marks = [pytest.mark.needs_core] if "treegen solve" in session else []
    return pytest.param(session, marks=marks, id=session.partition("\n")[0])


@pytest.mark.parametrize("session", [case(session) for session in SESSIONS])
def test_a_session_is_what_the_commands_print(session: str, tmp_path: Path) -> None:
    beside = {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
    shown = re.split(r"^\$ (.*)\n", session, flags=re.MULTILINE)[1:]
    for command, text in zip(shown[::2], shown[1::2], strict=True):
        lines = text.splitlines(keepends=True)
        typed = [line for line in lines if TYPED.fullmatch(line.strip())] if command == "player play" else []
        result = subprocess.run(
            ["bash", "-c", command],
            input="".join(typed),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, **beside},
            cwd=tmp_path,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        assert result.returncode == (1 if "(proved)" in text or "cannot all be true" in text else 0), command
        assert result.stdout.splitlines() == [line.rstrip() for line in lines if line not in typed], shlex.quote(
            command
        )


def test_the_table_of_shipped_trees_is_true() -> None:
    rows = re.findall(r"^\| `([\w.-]+)` \| .* \| (\d+:\d+:\d+) \| ([\d.]+) \| ([\d ]+) \|$", README, re.MULTILINE)
    shown = {name: (tally, average, histogram) for name, tally, average, histogram in rows}
    trees = {name: player.open_tree(name) for name in player.shipped_trees()}
    assert shown == {
        name: (tree.tally, f"{tree.average:.4f}", " ".join(map(str, tree.histogram))) for name, tree in trees.items()
    }


def test_readme_links_lead_somewhere() -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", README) if "://" not in link]
    assert links
    assert not [link for link in links if not (Path(__file__).parents[1] / link).exists()]
