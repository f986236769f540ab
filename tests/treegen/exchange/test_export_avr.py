"""Exported C where an int has 16 bits: compiled by avr-gcc, and played on a simulated ATmega328P."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

import player
import treegen as tg
from player.tree import Tree
from treegen.exchange.export.targets import render
from treegen.exchange.export.text import to_text

pytestmark = [getattr(pytest.mark, "needs_avr-gcc"), pytest.mark.needs_simavr]
DRILLS = Path(__file__).parent / "drills"
COMPILE = ("avr-gcc", "-mmcu=atmega328p", "-Os", "-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Werror")


def compiled(folder: Path, tree: Tree) -> subprocess.CompletedProcess[str]:
    (folder / "opponent.h").write_text(render("c", tree, "library", None, "opponent"))
    (folder / "drill.h").write_text((DRILLS / "drill.c").read_text())
    command = [*COMPILE, "-I", str(folder), str(DRILLS / "avr.c"), "-o", str(folder / "drill.elf")]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_every_secret_is_played_by_both_sides_with_16_bits(tmp_path: Path) -> None:
    tree = tg.build("bulls-3x4")
    done = compiled(tmp_path, tree)
    assert (done.returncode, done.stderr) == (0, "")
    command = ["simavr", "-m", "atmega328p", "-f", "16000000", str(tmp_path / "drill.elf")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    # The simulator colours what the port sends, and writes a line end as a full stop, too.
    said = re.sub(r"\x1b\[\d*m", "", done.stdout + done.stderr)
    lines = re.findall(r"^((?:\d|evasive|refused).*?)\.?$", said, re.MULTILINE)
    assert lines[: tree.secrets] == to_text(tree).splitlines()
    assert lines[tree.secrets].startswith("evasive 123:")
    assert lines[tree.secrets + 1] == "refused 5"


@pytest.mark.parametrize("name", ["bulls-3x9.total", "bulls-4x10.total"])
def test_a_tree_that_does_not_fit_is_an_error(name: str, tmp_path: Path) -> None:
    """The first one is larger than the memory of this machine, the second than its addresses."""
    done = compiled(tmp_path, player.open_tree(name))
    assert done.returncode != 0
    assert re.search(r'#error "this tree takes \d+ bytes of memory, which this machine does not have"', done.stderr)
