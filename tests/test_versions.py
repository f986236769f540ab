"""The commands with the lowest versions that pyproject.toml allows, and with the newest on the newest Python.

All other tests run with the newest on one Python.  The native core is built for that Python, so that on another one the
commands run without it; the workflow in .github builds it on each.
"""

from __future__ import annotations

import os
import re
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
"""
WITH_CORE = "treegen solve bulls-2x3 --checkpoint proved -o again.tree\n"

pytestmark = [
    pytest.mark.skipif(os.environ.get("CI") != "true", reason="it installs other versions: CI=true runs it"),
    pytest.mark.skipif(sys.platform == "win32", reason="a virtual environment of Windows has other folders"),
]


def requirements() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    return [*project["dependencies"], *(one for extra in EXTRAS for one in optional[extra])]


def run_all(python: str, packages: list[str], folder: Path, *, has_core: bool) -> None:
    """Run the commands in an environment with these packages and a copy of what is installed here."""
    subprocess.run([python, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    own = str(folder / "venv" / "bin" / "python")
    install = [sys.executable, "-m", "pip", "--python", own, "install", "--quiet", "--no-compile"]
    done = subprocess.run([*install, "--only-binary=:all:", *packages], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for package in (player, treegen):
        leave = shutil.ignore_patterns("__pycache__", *([] if has_core else ["_core*.so"]))
        shutil.copytree(package.__path__[0], folder / package.__name__, ignore=leave)
    (folder / "jobs").write_text('{"game": "bulls-2x3"}\n')
    environment = {**os.environ, "PYTHONPATH": str(folder)}  # also if PYTHONSAFEPATH keeps the folder out
    for line in (COMMANDS + WITH_CORE * has_core).strip().splitlines():
        words = [own, "-m", *line.split()]
        done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), line


def test_the_lowest_versions_that_are_allowed(tmp_path: Path) -> None:
    if sys.version_info[:2] != LOWEST:
        pytest.skip("the lowest versions are tried on the lowest Python")
    run_all(sys.executable, [one.replace(">=", "==") for one in requirements()], tmp_path, has_core=True)


def test_the_newest_versions_on_the_newest_python(tmp_path: Path) -> None:
    minor = sys.version_info[1]
    newer = (shutil.which(f"python3.{number}") for number in range(30, minor, -1))
    newest = next(filter(None, newer), None)
    if newest is None or subprocess.run([newest, "-c", "import ensurepip, venv"], check=False).returncode:
        pytest.skip("no newer Python than the one that runs the tests is on this machine")
    run_all(newest, [re.split("[<>=]", one)[0] for one in requirements()], tmp_path, has_core=False)
