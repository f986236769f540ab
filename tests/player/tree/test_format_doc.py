"""trees/FORMAT.md shows a real file: its dump is what the writer makes, and its table names the right bytes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import msgpack
from small import BUILT, small_tree

from player.tree import Player, open_tree
from player.tree.decode import OBJECTIVES
from player.tree.entries import METHODS, VERSION

if TYPE_CHECKING:
    from collections.abc import Callable
    from subprocess import CompletedProcess

PAGE = (Path(__file__).parents[3] / "trees" / "FORMAT.md").read_text(encoding="utf-8")
LINE = re.compile(r"^([0-9a-f]{4})  ((?:[0-9a-f]{2} ){1,16}) *\|(.{1,16})\|$", re.MULTILINE)


def dump() -> bytes:
    data = b""
    for offset, digits, text in LINE.findall(PAGE):
        assert int(offset, 16) == len(data)
        part = bytes.fromhex(digits)
        assert text == "".join(chr(byte) if 32 <= byte < 127 else "." for byte in part)
        data += part
    return data


def test_the_dump_is_what_the_writer_makes() -> None:
    assert dump().hex(" ") == small_tree(**BUILT).to_bytes().hex(" ")
    assert f"Three nodes, {len(dump())} bytes, made by `treegen build bulls-1x3 -o three.tree`" in PAGE


def test_the_dump_is_what_the_command_makes(run_treegen: Callable[..., CompletedProcess[str]], tmp_path: Path) -> None:
    assert run_treegen("build", "bulls-1x3", "-o", tmp_path / "three.tree").returncode == 0
    assert (tmp_path / "three.tree").read_bytes() == dump()


def test_the_dump_opens_and_plays() -> None:
    tree = open_tree(dump())
    assert (len(tree), tree.tally) == (3, "6:3:1")
    player = Player(tree)
    assert [player.guess, player.answer("00"), player.answer("00"), player.answer("10")] == ["1", "2", "3", None]


def test_the_table_explains_every_byte_once() -> None:
    """Each line of the table starts where a key or its value starts, in order, and shows the bytes that stand there."""
    data = dump()
    keys = list(msgpack.unpackb(data))
    starts = [0]
    for key in keys:
        starts.append(data.index(msgpack.packb(key), starts[-1] + 1))
    starts.insert(2, starts[1] + len(msgpack.packb("magic")))
    rows = re.findall(r"^\| ([0-9a-f]{4}) \| (.*?) \| (.*) \|$", PAGE, re.MULTILINE)
    assert [int(at, 16) for at, _, _ in rows] == starts
    for (at, shown, meaning), stop in zip(rows, [*starts[1:], len(data)], strict=True):
        part = data[int(at, 16) : stop]
        place = 0
        for code in re.findall(r"`([0-9a-f ]+)`", shown):
            place = part.index(bytes.fromhex(code), place)
        if at not in ("0000", "0009"):
            assert any(f"`{key}`" in meaning for key in keys if msgpack.packb(key) == part[: len(key) + 1]), meaning
    assert f"of the {len(data) - 32} bytes before {len(data) - 32:04x}" in PAGE


def test_the_page_names_every_key_in_order() -> None:
    described = re.findall(r"^\| `(\w+)` \| ", PAGE, re.MULTILINE)
    assert described == list(msgpack.unpackb(dump()))
    assert f"**format version {VERSION}**" in PAGE


def test_the_page_and_the_reader_name_the_same_objectives_and_methods() -> None:
    for name in filter(None, [*OBJECTIVES, *METHODS]):
        assert f"`{name}`" in PAGE
