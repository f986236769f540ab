"""Bad input to programs that were exported, compiled with sanitizers where the language has them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any
from unittest.mock import patch

from campaigns import Fault, campaign
from campaigns.hostile import wording
from player import open_tree
from treegen.exchange.export.harness import ExportFailed, built
from treegen.exchange.export.languages import LANGUAGES

_SANITIZED = ("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
_INPUTS = 8  # that a program reads
_SECONDS, _MEMORY = 60.0, 1 << 30  # of a program, where its compiler's own checks count as well
# What a program may say of bad input: nothing, or one line of printable ASCII.
_COMPLAINT = re.compile(rb"(expected a reply to [ -~]{5,250}\r?\n)?")
_TOKENS = (b"0", b"1", b"2", b"3", b"00", b"-1", b"0\0", b"\0", b"9" * 40, b"x" * 5000, b"\xff", b"0x1", b"1e9", b"nan")


@campaign
def attack(draw: Random, number: int, folder: Path) -> str:
    """A program of a shipped tree, fed with what no judge writes."""
    languages = [name for name in LANGUAGES if all(map(shutil.which, LANGUAGES[name].needs))]
    Random(0).shuffle(languages)
    language, form = languages[number % len(languages)], "program"
    words: dict[str, Any] = {"reply": "{bulls} {cows}", "rounds": draw.randint(0, 2)}
    if draw.random() < 0.5:
        words |= {"ask": "? {spaced}", "final": "! {spaced}"}
    row = LANGUAGES[language]
    if language in ("c", "cpp"):
        options = (part for part in row.compile[1:] if part != "-O2")
        row = replace(row, compile=(row.compile[0], *_SANITIZED, *options))
    spoken, tree = wording("bulls-3x9", **words), open_tree("bulls-3x9.total")
    try:
        with patch.dict(LANGUAGES, {language: row}), built(language, tree, form, spoken) as command:
            for at in range(_INPUTS):
                told = _bad_input(draw)
                if fault := _feed(command, told, folder):
                    raise Fault(f"{language} {form} at input {at} ({told[:60]!r}, {len(told)} bytes): {fault}")
    except ExportFailed as error:
        raise Fault(f"{language} {form}: {error}") from None
    return "ended by itself"


def _bad_input(draw: Random) -> bytes:
    kind = draw.randrange(5)
    start = draw.choice([b"", b"", b"1\n", b"9223372036854775807\n", b"-1\n", b"Infinity\n", b"nan\n"])
    if kind == 0:
        return start + draw.randbytes(draw.randint(0, 5000))
    if kind == 1:
        return start + draw.choice([b"x", b"0", b"\0", b" ", b"\n", b"0 1 "]) * draw.choice([1, 100, 10_000, 3_000_000])
    if kind == 2:  # like a judge's replies, and cut anywhere
        told = b"".join(b"%d %d\n" % (draw.randint(0, 3), draw.randint(0, 3)) for _ in range(draw.randint(1, 30)))
        return start + told[: draw.randint(0, len(told))]
    told = draw.choice([b" ", b"\n", b"\r\n", b"\t", b"\0"]).join(draw.choices(_TOKENS, k=draw.randint(1, 200)))
    return start + told if kind == 3 else start + b"0 0\n" * draw.randint(0, 3) + told


def _feed(command: list[str], told: bytes, folder: Path) -> str:
    """What is wrong with how the program takes the input; "" where nothing is."""
    (folder / "input").write_bytes(told)
    with open(folder / "input", "rb") as source, tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, stdin=source, stdout=said, stderr=errors, cwd=folder)
        timer = Timer(_SECONDS, process.kill)
        timer.start()
        _, status, used = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        complaint = errors.read(300)
        if process.returncode or not _COMPLAINT.fullmatch(complaint):
            return f"exit code {process.returncode}, {complaint!r}"
        if used.ru_maxrss << 10 > _MEMORY:
            return f"{used.ru_maxrss >> 10} MiB"
        if os.fstat(said.fileno()).st_size > 1 << 20:
            return "more than 1 MiB of output"
    return ""
