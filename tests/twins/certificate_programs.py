"""All checkers of certificates: the stand-alone programs, or changed ones, and guesstree; and what they are given."""

from __future__ import annotations

import gzip
import importlib.util
import random
import subprocess
import zlib
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import treegen as tg
from treegen.games.game import Game

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
PYTHON, C = SCRIPTS / "check_certificate.py", SCRIPTS / "check_certificate.c"


def load(source: str, name: str) -> ModuleType:
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, None))  # type: ignore[arg-type]
    exec(compile(source, name, "exec"), module.__dict__)  # noqa: S102
    return module


@cache
def python_checker() -> ModuleType:
    return load(PYTHON.read_text(), "check_certificate")


def by_python(data: bytes) -> str:
    """What the program in Python says of a certificate."""
    try:
        lines: list[str] = python_checker().Checker().check(data, None)
    except (ValueError, zlib.error) as error:
        return f"REJECTED: {error}"
    return "\n".join(lines)


def build(source: str, folder: Path, *options: str) -> Path:
    (folder / "check.c").write_text(source)
    how = ["gcc", *(options or ("-std=c11", "-O2", "-Wall", "-Wextra", "-Werror")), "check.c", "-o", "check"]
    subprocess.run(how, cwd=folder, check=True)
    return folder / "check"


def by_c(data: bytes, program: Path) -> str:
    """What the program in C says of a certificate."""
    text = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    done = subprocess.run([program], input=text, capture_output=True, check=False, timeout=100)
    assert done.returncode in (0, 1), done.stderr
    assert (done.returncode == 0) == done.stdout.startswith(b"CHECKED ")
    return done.stdout.decode().rstrip("\n")


def by_treegen(data: bytes, game: Game | None = None) -> bool:
    """Whether guesstree accepts it, packed or not; `game` is that of a list of words."""
    try:
        tg.check_certificate(data if data[:2] == b"\x1f\x8b" else gzip.compress(data, 1), "c", game=game)
    except tg.BadInput as error:
        if "\n" in str(error):
            raise
        return False
    return True


def proved(told: str) -> list[str] | None:
    """The lines that say what is proved; None if it is not."""
    return [line for line in told.split("\n") if line.startswith("CHECKED ")] or None


def check(cases: Sequence[Case], program: Path) -> None:
    """Fail if a checker says something else than it should."""
    faults = []
    for case in cases:
        c, python = proved(by_c(case.data, program)), proved(by_python(case.data))
        told = {"C": c is not None, "Python": python is not None}
        if case.is_of_guesstree:
            told["guesstree"] = by_treegen(case.data, case.game)
        if {*told.values()} != {told["C"] if case.verdict is None else case.verdict}:
            faults.append(f"{case.kind}: {told}, but it should be {case.verdict}: {case.data!r}")
        elif c != python:
            faults.append(f"{case.kind}: {c} in C, {python} in Python")
    assert not faults, "\n".join([f"{len(faults)} of {len(cases)}", *faults[:9]])


class Case(NamedTuple):
    """A certificate, unpacked; `verdict` is what each checker must say; None: any, if all say the same."""

    kind: str
    data: bytes
    verdict: bool | None
    game: Game | None = None
    is_of_guesstree: bool = True  # guesstree has no games whose secrets cannot be asked


def written(
    name: str, claims: Sequence[str], numbers: Sequence[int] | bytes, *, pool: str = "all", first: str = "-",
    tree: str = "-", lines: Sequence[str] = (),
) -> bytes:  # fmt: skip
    """A certificate as anyone may write it."""
    header = ["guesstree certificate 1", f"game {name}", *lines, f"pool {pool}", f"first {first}", "caps classes"]
    header += [f"tree {tree}", *(f"claim {claim}" for claim in claims), "proof", ""]
    return "\n".join(header).encode() + (numbers if isinstance(numbers, bytes) else pack(numbers))


def listed(secrets: Iterable[str], guesses: Iterable[str]) -> dict[str, Any]:
    """The name and the lines of a game of words."""
    own, every = list(secrets), list(guesses)
    digest = sha256("\n".join([*sorted(own), "", *sorted(every)]).encode()).hexdigest()
    return {
        "name": f"words:{digest}",
        "lines": ["rule marks", f"guesses {' '.join(every)}", f"secrets {' '.join(own)}"],
    }


def pack(numbers: Iterable[int], length: int = 1) -> bytes:
    """Numbers as unsigned LEB128, of at least this many bytes each."""
    packed = bytearray()
    for number in numbers:
        size = max(length, -(-number.bit_length() // 7))
        packed += bytes([number >> 7 * k & 127 | 128 * (k < size - 1) for k in range(size)])
    return bytes(packed)


def words(letters: str) -> Game:
    """A game of some thirty words, and more guesses."""
    some = random.Random(2)
    lists = sorted({"".join(some.choice(letters) for _ in range(4)) for _ in range(80)})
    return tg.Game.from_words(lists[::3], lists)
