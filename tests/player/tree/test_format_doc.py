"""trees/FORMAT.md shows a real file: its bytes are those that the writer makes, and its table has the keys."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import msgpack
from small import BUILT, small_tree

from player.tree import Player, open_tree
from player.tree.columns import VERSION
from player.tree.decode import _OPTIONS, OBJECTIVES

if TYPE_CHECKING:
    from collections.abc import Callable
    from subprocess import CompletedProcess

PAGE = (Path(__file__).parents[3] / "trees" / "FORMAT.md").read_text(encoding="utf-8")
LINE = re.compile(
    r"^([0-9a-f]{4})  ((?:(?:[0-9a-f]{2})+|'.*?')(?: (?:(?:[0-9a-f]{2})+|'.*?'))*)(?:  .+)?$", re.MULTILINE
)


def dump() -> bytes:
    """The file that the page shows: bytes in hexadecimal, and quoted ASCII; each line begins where it says."""
    data = b""
    for offset, shown in LINE.findall(PAGE):
        assert int(offset, 16) == len(data)
        for quoted, digits in re.findall(r"'(.*?)'|([0-9a-f]+)", shown):
            data += quoted.encode("ascii") or bytes.fromhex(digits)
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


def test_each_key_stands_in_a_line_of_its_own() -> None:
    shown = [line for _, line in LINE.findall(PAGE)]
    assert [re.findall("'(.*?)'", line)[0] for line in shown[1:]] == list(msgpack.unpackb(dump()))
    assert f"of the {len(dump()) - 32} bytes before" in PAGE


def test_the_page_names_every_key_in_order() -> None:
    described = re.findall(r"^\|`(\w+)`\|", PAGE, re.MULTILINE)
    assert described == list(msgpack.unpackb(dump()))
    assert f"**format version {VERSION}**" in PAGE


def test_the_page_and_the_reader_name_the_same_objectives_and_options() -> None:
    for name in filter(None, [*OBJECTIVES, *(f"--{option}" for option in _OPTIONS.split("|"))]):
        assert f"`{name}`" in PAGE
    assert len(PAGE.split()) <= 1800
