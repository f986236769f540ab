"""What the kinds of attack on texts share: pieces of hostile text, damage to a good text, and command lines."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from player.errors import GuesstreeError

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from campaigns import Report

__all__ = ["NUMBERS", "call", "check_command", "damage", "run_command", "token", "write"]

PATIENCE = 60.0  # seconds until a command counts as endless

NUMBERS = (
    b"0", b"-0", b"1", b"-1", b"+1", b"--5", b"+-3", b"-+3", b"1_0", b"_1", b"1.0", b".5", b"1e3", b"0x1f", b"inf",
    b"nan", b"007", b"2147483647", b"2147483648", b"-2147483649", b"9223372036854775807", b"9223372036854775808",
    b"18446744073709551616", b"9" * 4300, b"9" * 4301, b"-" + b"9" * 6000, b"0" * 6000,
    "\u0663".encode(), "\uff11\uff10".encode(), "\u00b2".encode(), "\u2212".encode() + b"3",
)  # fmt: skip
_UNSEEN = "\u00a0\u00ad\u0301\u200b\u200d\u200f\u2028\u202e\u3000\ue000\ufeff\uffff\U0001f7e9\U000e0001"
PIECES = (
    b"", b" ", b"\t", b"\n", b"\r", b"\r\n", b"\0", b"\x0b", b"\x0c", b"\x1b[2J", b"\x85", b"\xff", b"\xfe\xff",
    b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xc0\xaf", b"#", b",", b":", b";", b"-", b"+", b"?", b"!", b"'", b'"',
    b"\\", b"%s", b"{guess}", b"$(x)", b"../", *(symbol.encode() for symbol in _UNSEEN),
)  # fmt: skip


def token(rng: random.Random) -> bytes:
    """A number that is none, or a piece of text that nobody expects."""
    return rng.choice(rng.choice((NUMBERS, PIECES)))


def damage(rng: random.Random, data: bytes) -> bytes:
    """A good text with a few things wrong."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data) + 1)
        to = min(len(data), at + rng.choice((0, 0, 1, 2, 10, len(data))))
        kind = rng.randrange(6)
        if kind == 0:
            data = data[:at] + token(rng) + data[to:]
        elif kind == 1:
            data = data[:at] + rng.randbytes(rng.randint(1, 8)) + data[to:]
        elif kind == 2:
            data = data[:at] + data[at:to] * rng.choice((2, 3, 50)) + data[to:]
        elif kind == 3:
            data = data[:at]
        else:
            fields = data.split(b" ")
            fields[rng.randrange(len(fields))] = token(rng)
            data = b" ".join(fields)
    return data[: 1 << 20]


def call(report: Report, what: str, function: Callable[[], object]) -> None:
    """Call what reads an input: it may take or refuse it, and nothing else."""
    try:
        function()
    except GuesstreeError as error:
        text = str(error)
        if not text or not text.isprintable() or len(text) > 500:
            report.fail(f"{what}: the message is not one short line: {text[:600]!r}")
        else:
            report.add("refused")
    except Exception as error:  # noqa: BLE001 - any other exception is a fault
        report.fail(f"{what}: {type(error).__name__}: {str(error)[:200]}")
    else:
        report.add("taken")


def run_command(program: str, words: Sequence[str], data: bytes = b"") -> subprocess.CompletedProcess[bytes] | None:
    """Run the command `treegen` or `player` as from a shell; None where it does not end."""
    start = [
        sys.executable,
        "-c",
        f"import sys; sys.argv[0] = {program!r}; from {program}.cli import main; sys.exit(main())",
    ]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    try:
        return subprocess.run([*start, *words], input=data, capture_output=True, check=False, env=env, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return None


def check_command(
    report: Report, program: str, words: Sequence[str], data: bytes = b"", codes: Sequence[int] = (0, 2)
) -> subprocess.CompletedProcess[bytes] | None:
    """Run a command: it must end, with one of the `codes`, and where it refuses with one line and no traceback."""
    what = f"{program} {' '.join(words)} < {data[:200]!r}"
    done = run_command(program, words, data)
    if done is None:
        report.fail(f"{what}: does not end within {PATIENCE:g} s")
    elif b"Traceback" in done.stderr or done.returncode not in codes:
        report.fail(f"{what}: exit code {done.returncode}: {done.stderr[-300:]!r}")
    elif done.returncode == 2 and len(done.stderr.splitlines()) != 1:
        report.fail(f"{what}: not one line: {done.stderr[:300]!r}")
    else:
        report.add(f"command ended with {done.returncode}")
    return done


def write(folder: Path, name: str, data: bytes) -> str:
    """A file of these bytes; its path."""
    path = folder / name
    path.write_bytes(data)
    return str(path)
