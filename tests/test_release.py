"""scripts/release, test and build: how they are called, what a release refuses, and how files are compared."""

from __future__ import annotations

import gzip
import re
import runpy
import shutil
import subprocess
import sys
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


def test_a_build_says_where_a_file_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    differences = runpy.run_path(str(ROOT / "scripts" / "build"))["differences"]
    file = tmp_path / "file"
    assert differences(file, b"") == ["is missing"]
    file.write_bytes(b"a\nb\n")
    assert differences(file, b"a\nb\n") == []
    assert differences(file, b"a\nc\n") == ["differs from what is made now: line 2, 'c'"]
    assert differences(file, b"a\nb") == ["differs from what is made now: the end of its lines"]
    file.write_bytes(gzip.compress(b"packed", 1))
    assert differences(file, gzip.compress(b"packed", 9)) == []
    assert differences(file, gzip.compress(b"others", 9)) == ["differs from what is made now: line 1, 'others'"]


@pytest.mark.parametrize("words", [["nothing"], ["trees", "nothing"], ["page", "--lint"]], ids=" ".join)
def test_what_cannot_be_built_is_refused(words: list[str]) -> None:
    result = run(Path(sys.executable), str(ROOT / "scripts" / "build"), *words)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.splitlines()[-1].startswith("build: ")
