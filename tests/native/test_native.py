"""The native core's own tests, in C++, and how its sources are laid out."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

HERE = Path(__file__).resolve().parent
CORE = HERE.parents[1] / "treegen" / "native"
VERSION = 23  # of clang-format


def run(*words: str | Path, env: Mapping[str, str] | None = None, timeout: int = 600) -> str:
    """What a program prints; the test fails with all of it where the program does."""
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=timeout, env=env)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    return done.stdout


@getattr(pytest.mark, "needs_g++")  # type: ignore[untyped-decorator]
@pytest.mark.needs_cmake
@pytest.mark.long
def test_the_parts_of_the_core(tmp_path: Path) -> None:
    # Without symbols for a debugger, which would take a fifth of the time.
    build(tmp_path, "-DCMAKE_C_COMPILER=gcc", "-DCMAKE_CXX_COMPILER=g++", "-DCMAKE_CXX_FLAGS_DEBUG=-g0")
    run_all([tmp_path / "core_tests"], ("plain", "ssse3", "avx2", "avx512", "vbmi"))


@getattr(pytest.mark, "needs_aarch64-linux-gnu-g++")  # type: ignore[untyped-decorator]
@getattr(pytest.mark, "needs_qemu-aarch64")  # type: ignore[untyped-decorator]
@pytest.mark.needs_cmake
@pytest.mark.long
def test_the_parts_of_the_core_on_arm64(tmp_path: Path) -> None:
    build(
        tmp_path, "-DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc", "-DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++",
        "-DCMAKE_SYSTEM_NAME=Linux",
        "-DCMAKE_SYSTEM_PROCESSOR=aarch64", "-DCMAKE_EXE_LINKER_FLAGS=-static", "-DCMAKE_CXX_FLAGS_DEBUG=-g0",
    )  # fmt: skip
    run_all(["qemu-aarch64", tmp_path / "core_tests"], ("plain", "neon"))


@pytest.mark.needs_wine
@pytest.mark.needs_cmake
@pytest.mark.long
def test_the_parts_of_the_core_on_windows(tmp_path: Path) -> None:
    pytest.importorskip("ziglang", reason="it needs ziglang (pip install ziglang), which compiles for Windows")
    build(
        tmp_path, f"-DCMAKE_C_COMPILER={sys.executable};-m;ziglang;cc",
        f"-DCMAKE_CXX_COMPILER={sys.executable};-m;ziglang;c++", "-DCMAKE_SYSTEM_NAME=Windows",
        "-DCMAKE_C_FLAGS=-target x86_64-windows-gnu", "-DCMAKE_CXX_FLAGS=-target x86_64-windows-gnu",
        "-DCMAKE_CXX_FLAGS_DEBUG=-g0 -fno-sanitize=undefined",
    )  # fmt: skip
    run_all(["wine", tmp_path / "core_tests.exe"], ("plain", "ssse3", "avx2", "avx512"))


def build(folder: Path, *options: str) -> None:
    """Build the unit tests in a folder."""
    run("cmake", "-S", HERE, "-B", folder, *options)
    run("cmake", "--build", folder, "--parallel", "2")


def run_all(program: list[str | Path], all_instructions: Sequence[str]) -> None:
    """Run all unit tests, and those of the vector code with each of these instructions.

    Those that this machine has not are run as the best that it has.
    """
    shown = run(*program, timeout=1800).splitlines()
    count = sum(path.read_text().count("\nTEST(") for path in HERE.glob("test_*.cpp"))
    assert shown[-1] == f"{count} tests, 0 failures"
    masks = re.findall(r"\nTEST\((\w+)\)", (HERE / "test_masks.cpp").read_text())
    masks.append("the_choice_of_a_rule_is_the_first_in_its_order")
    for instructions in all_instructions:
        environment = {**os.environ, "GUESSTREE_INSTRUCTIONS": instructions}
        shown = run(*program, *masks, env=environment).splitlines()
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
