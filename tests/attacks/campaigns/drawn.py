"""Pieces of hostile text, and damage to a good text."""

from __future__ import annotations

from pathlib import Path
from random import Random

__all__ = ["NUMBERS", "damage", "token", "write"]

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


def token(draw: Random) -> bytes:
    """A number that is none, or a piece of text that nobody expects."""
    return draw.choice(draw.choice((NUMBERS, PIECES)))


def damage(draw: Random, data: bytes) -> bytes:
    """A good text with a few things wrong."""
    for _ in range(draw.randint(1, 4)):
        at = draw.randrange(len(data) + 1)
        to = min(len(data), at + draw.choice((0, 0, 1, 2, 10, len(data))))
        kind = draw.randrange(6)
        if kind == 0:
            data = data[:at] + token(draw) + data[to:]
        elif kind == 1:
            data = data[:at] + draw.randbytes(draw.randint(1, 8)) + data[to:]
        elif kind == 2:
            data = data[:at] + data[at:to] * draw.choice((2, 3, 50)) + data[to:]
        elif kind == 3:
            data = data[:at]
        else:
            fields = data.split(b" ")
            fields[draw.randrange(len(fields))] = token(draw)
            data = b" ".join(fields)
    return data[: 1 << 20]


def write(folder: Path, name: str, data: bytes) -> str:
    """A file of these bytes; its path."""
    path = folder / name
    path.write_bytes(data)
    return str(path)
