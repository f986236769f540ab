"""The native core's own tests, in C++, and how its sources are laid out."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
CORE = HERE.parents[1] / "treegen" / "native"
VERSION = 23  # of clang-format


def run(*words: str | Path, env: Mapping[str, str] | None = None, timeout: int = 600) -> str:
    """What a program prints; the test fails with all of it where the program does."""
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=timeout, env=env)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    return done.stdout


def way(program: str, needed: str, cc: str, cxx: str, instructions: str, *options: str) -> Any:
    """How the tests are built and run; without symbols for a debugger, which would take a fifth of the time."""
    compilers = [f"-DCMAKE_C_COMPILER={cc}", f"-DCMAKE_CXX_COMPILER={cxx}", "-DCMAKE_CXX_FLAGS_DEBUG=-g0"]
    marks = [getattr(pytest.mark, f"needs_{name}") for name in needed.split()]
    return pytest.param(program.split(), [*compilers, *options], instructions.split(), marks=marks, id=program)


ARM, ZIG, TARGET = "aarch64-linux-gnu-", f"{sys.executable};-m;ziglang;c", "-target x86_64-windows-gnu"


@pytest.mark.long
@pytest.mark.parametrize(("program", "options", "all_instructions"), [
    way("core_tests", "cmake g++", "gcc", "g++", "plain ssse3 avx2 avx512"),
    way("qemu-aarch64 core_tests", f"cmake qemu-aarch64 {ARM}g++", f"{ARM}gcc", f"{ARM}g++", "plain neon",
        "-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=aarch64", "-DCMAKE_EXE_LINKER_FLAGS=-static"),
    way("wine core_tests.exe", "cmake wine", f"{ZIG}c", f"{ZIG}++", "plain ssse3 avx2 avx512",
        "-DCMAKE_SYSTEM_NAME=Windows", f"-DCMAKE_C_FLAGS={TARGET}", f"-DCMAKE_CXX_FLAGS={TARGET}",
        "-DCMAKE_CXX_FLAGS_DEBUG=-g0 -fno-sanitize=undefined"),
])  # fmt: skip
def test_the_parts_of_the_core(
    program: list[str], options: list[str], all_instructions: list[str], tmp_path: Path
) -> None:
    """All unit tests, and those of the vector code with each of these instructions.

    Those that this machine has not are run as the best that it has.
    """
    if program[0] == "wine":
        pytest.importorskip("ziglang", reason="it needs ziglang (pip install ziglang), which compiles for Windows")
    run("cmake", "-S", HERE, "-B", tmp_path, *options)
    run("cmake", "--build", tmp_path, "--parallel", "2")
    program = [*program[:-1], str(tmp_path / program[-1])]
    shown = run(*program, timeout=1800).splitlines()
    count = sum(path.read_text().count("\nTEST(") for path in HERE.glob("test_*.cpp"))
    assert shown[-1] == f"{count} tests, 0 failures"
    masks = re.findall(r"\nTEST\((\w+)\)", (HERE / "test_masks.cpp").read_text())
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
