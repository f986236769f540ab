"""Gives certificates to all checkers: the programs in C and in Python, and guesstree."""

from __future__ import annotations

import gzip
import subprocess
import zlib
from typing import TYPE_CHECKING, NamedTuple

from certificate_programs import C, python_checker

import treegen as tg

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from forger import Puzzle

# Gives the files 0, 1, ... to the checker in C, to each in a process of its own, but without starting a program.
DRIVER = r"""
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int check_main(int argc, char **argv);
int main(int argc, char **argv) {
    for (int i = 0; argc == 2 && i < atoi(argv[1]); i++) {
        char in[20], out[20], *words[] = {argv[0], NULL};
        snprintf(in, sizeof in, "%d", i), snprintf(out, sizeof out, "%d.out", i);
        int status = 0, child = fork();
        if (child == 0) exit(freopen(in, "rb", stdin) && freopen(out, "wb", stdout) ? check_main(1, words) : 9);
        if (child < 0 || waitpid(child, &status, 0) != child) return 1;
        printf("%d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1), fflush(stdout);
    }
    return 0;
}
"""


class Case(NamedTuple):
    """A certificate, unpacked; `verdict` is what each checker must say; None: any, if all say the same."""

    kind: str
    data: bytes
    verdict: bool | None
    puzzle: Puzzle


def by_python(data: bytes) -> list[str] | None:
    """The lines that say what is proved; None if it is not."""
    try:
        lines: list[str] = python_checker().Checker().check(data, None)
    except (ValueError, zlib.error):
        return None
    return [line for line in lines if line.startswith("CHECKED ")]


def by_treegen(data: bytes, puzzle: Puzzle) -> bool:
    game, weights = puzzle.game, puzzle.weights or None
    known = None if game.symbols else tg.Game.from_words(game.secrets, game.guesses, weights=weights)
    try:
        tg.check_certificate(data, "c", game=known)
    except tg.BadInput:
        return False
    return True


def build(folder: Path) -> Path:
    """The driver of the checker in C."""
    (folder / "driver.c").write_text(DRIVER)
    subprocess.run(["gcc", "-O2", "-c", "-Dmain=check_main", C, "-o", "check.o"], cwd=folder, check=True)
    subprocess.run(["gcc", "-O2", "driver.c", "check.o", "-o", "driver"], cwd=folder, check=True)
    return folder / "driver"


def by_c(datas: Sequence[bytes], driver: Path, folder: Path) -> list[list[str] | None]:
    """The lines that say what each proves; None if it does not."""
    for i, data in enumerate(datas):
        (folder / str(i)).write_bytes(data)
    done = subprocess.run([driver, str(len(datas))], cwd=folder, capture_output=True, text=True, check=True)
    told: list[list[str] | None] = []
    for i, code in enumerate(done.stdout.split()):
        lines = (folder / f"{i}.out").read_text().splitlines()
        assert code in ("0", "1"), datas[i]
        told.append([line for line in lines if line.startswith("CHECKED ")] if code == "0" else None)
    return told


def check(cases: Sequence[Case], driver: Path, folder: Path) -> None:
    """Fail if a checker says something else than it should."""
    faults = []
    for case, c in zip(cases, by_c([case.data for case in cases], driver, folder), strict=True):
        python = by_python(case.data)
        told = {"C": c is not None, "Python": python is not None}
        if case.puzzle.is_closed():
            told["guesstree"] = by_treegen(gzip.compress(case.data, 1), case.puzzle)
        if {*told.values()} != {told["C"] if case.verdict is None else case.verdict}:
            faults.append(f"{case.kind}: {told}, but it should be {case.verdict}: {case.data!r}")
        elif c != python:
            faults.append(f"{case.kind}: {c} in C, {python} in Python")
    assert not faults, "\n".join([f"{len(faults)} of {len(cases)}", *faults[:9]])
