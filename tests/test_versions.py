"""The commands with the lowest versions that pyproject.toml allows; all other tests run with the newest."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import player
import treegen

ROOT = Path(__file__).resolve().parents[1]
LOWEST = (3, 11)
EXTRAS = ("plots", "static")
COMMANDS = """
treegen --help
treegen games --json
treegen solve --help
treegen build bulls-2x3 -o greedy.tree
treegen solve bulls-3x4 --objective worst -o best.tree
treegen solve bulls-3x4 --each-first 2 --csv
treegen verify best.tree
treegen stats best.tree --json
treegen export best.tree --to python -o best.py
treegen render best.tree -o best.svg
treegen render best.tree -o best.graphml
treegen render best.tree --plot entropy -o plot.svg
treegen next bulls-3x4 --history 123:02
treegen static bulls-2x4
treegen jobs jobs --workers 1 -o results
treegen handout bulls-2x3 -o page.html
player referee best.tree
treegen solve bulls-2x3 --checkpoint proved -o again.tree
"""


@pytest.mark.skipif(os.environ.get("CI") != "true", reason="it installs other versions: CI=true runs it")
@pytest.mark.skipif(sys.platform == "win32", reason="a virtual environment of Windows has other folders")
@pytest.mark.skipif(sys.version_info[:2] != LOWEST, reason="the lowest versions are tried on the lowest Python")
@pytest.mark.long
def test_the_lowest_versions_that_are_allowed(tmp_path: Path) -> None:
    """In an environment with these versions and a copy of the packages that are installed here."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    needed = [*project["dependencies"], *(one for extra in EXTRAS for one in optional[extra])]
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    own = str(tmp_path / "venv" / "bin" / "python")
    install = [sys.executable, "-m", "pip", "--python", own, "install", "--quiet", "--no-compile"]
    versions = [one.replace(">=", "==") for one in needed]
    done = subprocess.run([*install, "--only-binary=:all:", *versions], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for package in (player, treegen):
        leave = shutil.ignore_patterns("__pycache__")
        shutil.copytree(package.__path__[0], tmp_path / package.__name__, ignore=leave)
    (tmp_path / "jobs").write_text('{"game": "bulls-2x3"}\n')
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}  # also if PYTHONSAFEPATH keeps the folder out
    for line in COMMANDS.strip().splitlines():
        words = [own, "-m", *line.split()]
        done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), line
