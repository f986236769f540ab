"""What a stranger may write into a tree: texts that are orders somewhere, and trees that hold them."""

from __future__ import annotations

import random
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgpack
import pytest

from player.tree import Tree
from treegen.exchange.export import encode

if TYPE_CHECKING:
    from collections.abc import Iterator

EXPORTS = Path(__file__).parent / "exports"

# Pieces of what ends a comment, a literal, a line or a cell somewhere, or is an order to a tool that reads the file.
PIECES = [
    "*/", "/*", "//", "#", "\\", "\\\\", "??/", "???/", "??'", "?", r"\u002a\u002f", r"\u000a", r"\u00zz", r"\N{TAB}",
    "\n", "\r", "\r\n", "\x0b", "\x0c", "\x00", "\x1a", "\x1b[2J", "\x7f", "\x85", "\u2028", "\u2029", "\u202e",
    "\u2066", "\u200b", "\ufeff", "\xa0", "é", "\U0001f600", "\ud800", '"', "'", "`", "${1}", "$(reboot)", "{{7*7}}",
    "@{ 7*7 }@", "@% endif %@", "@#", "<script>", "</script>", "<!--", "-->", "]]>", "&amp;", "|", ";", "%s", "%n",
    "coding: utf-7", "coding=utf-7", "+AAo-", "vim: set", "+build ignore", "go:build ignore", "int main() {}", "R\"(",
    "import os", "exit(7)", "x", " ", "treegen build bulls-1x3",
]  # fmt: skip


def texts(seed: int, count: int) -> list[str]:
    """So many texts of these pieces."""
    chosen = random.Random(seed)
    return ["".join(chosen.choices(PIECES, k=chosen.randint(1, 5))) for _ in range(count)]


def in_memory(data: bytes) -> Tree:
    """The tree of a file that the reader may refuse."""
    values = msgpack.unpackb(data)
    names = ("game", "winning", "guess", "feedback", "fanout", "wins", "objective", "proved", "bound")
    return Tree(
        **{name: values[name] for name in names},
        **{name: tuple(values[name]) for name in ("labels", "losing", "prices")},
        method="import",
        strategy=values["strategy"],
    )


@contextmanager
def unverified() -> Iterator[None]:
    """Meanwhile nothing keeps a tree that lies from being exported."""

    class Verdict:
        faults = ()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encode, "verify_bytes", lambda *_: Verdict)
        yield
