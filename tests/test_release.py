"""scripts/release and scripts/test: how they are called, and what a release refuses before it builds anything."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def run(script: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([script, *arguments], capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("name", ["release", "test"])
def test_help_shows_the_usage_and_does_nothing(name: str) -> None:
    result = run(ROOT / "scripts" / name, "--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert f"\nusage: scripts/{name}" in result.stdout


def test_an_argument_that_release_does_not_know_is_refused() -> None:
    result = run(ROOT / "scripts" / "release", "--publish")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "release: it takes no arguments, but got --publish; usage: scripts/release\n"


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [("CHANGELOG.md", " - 2", ", unreleased"), ("CITATION.cff", "version: ", "version: 9.")],
)
def test_release_refuses_a_version_that_is_not_the_documents(
    file: str, before: str, after: str, tmp_path: Path
) -> None:
    """Before anything is built: a copy of what it looks at is enough."""
    for name in ("scripts/release", "scripts/venv.sh", "player/__init__.py", "CHANGELOG.md", "CITATION.cff"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    changes = tmp_path / "CHANGELOG.md"
    changes.write_text(re.sub(r"(?m)^## ([\d.]+), unreleased$", r"## [\1] - 2026-12-01", changes.read_text()))
    changed = tmp_path / file
    changed.write_text(changed.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    result = run(tmp_path / "scripts" / "release")
    assert result.returncode == 2
    assert result.stderr.startswith(f"release: {file} ")
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "dist").exists()
