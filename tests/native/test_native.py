"""The native core's own tests, in C++, and how its sources are laid out."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping

HERE = Path(__file__).resolve().parent
CORE = HERE.parents[1] / "treegen" / "native"
VERSION = 23  # of clang-format


def run(*words: str | Path, env: Mapping[str, str] | None = None) -> str:
    """What a program prints; the test fails with all of it where the program does."""
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=600, env=env)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    return done.stdout


@getattr(pytest.mark, "needs_g++")  # type: ignore[untyped-decorator]
@pytest.mark.needs_cmake
def test_the_parts_of_the_core(tmp_path: Path) -> None:
    # Without symbols for a debugger, which would take a fifth of the time.
    run("cmake", "-S", HERE, "-B", tmp_path, "-DCMAKE_CXX_COMPILER=g++", "-DCMAKE_CXX_FLAGS_DEBUG=-g0")
    run("cmake", "--build", tmp_path, "--parallel", "2")
    shown = run(tmp_path / "core_tests").splitlines()
    count = sum(path.read_text().count("\nTEST(") for path in HERE.glob("test_*.cpp"))
    assert shown[-1] == f"{count} tests, 0 failures"
    # All vector code that this machine can run; what it has not is run as the best that it has.
    masks = re.findall(r"\nTEST\((\w+)\)", (HERE / "test_masks.cpp").read_text())
    for instructions in ("plain", "ssse3", "avx2", "avx512", "vbmi"):
        environment = {**os.environ, "GUESSTREE_INSTRUCTIONS": instructions}
        shown = run(tmp_path / "core_tests", *masks, env=environment).splitlines()
        assert shown[-1] == f"{len(masks)} tests, 0 failures"


@getattr(pytest.mark, "needs_clang-format")  # type: ignore[untyped-decorator]
def test_the_sources_are_laid_out() -> None:
    version = re.search(r"version (\d+)", run("clang-format", "--version"))
    if version is None or int(version[1]) != VERSION:
        pytest.skip(f"versions differ in details: pip install clang-format=={VERSION}.*")
    sources = sorted(path for folder in (CORE, HERE) for path in folder.glob("*.[ch]pp"))
    assert sources
    run("clang-format", "--dry-run", "--Werror", *sources)


def test_every_header_says_at_its_head_what_it_is_for() -> None:
    for header in sorted(CORE.glob("*.hpp")):
        head = header.read_text().split("#pragma once")[0].splitlines()
        assert len(head) >= 3, header.name
        assert all(line.startswith("//") for line in head), header.name
