"""Command lines that are refused: each line of tests/golden/refusals.txt is one line on standard error, and no file."""

from __future__ import annotations

import codecs
import shlex
from pathlib import Path

import pytest
from twins import Call

TABLE = (Path(__file__).parent / "golden" / "refusals.txt").read_text(encoding="ascii").splitlines()


@pytest.mark.parametrize("row", [row for row in TABLE if row[0] != "#"])
def test_it_is_refused_in_one_line(call_treegen: Call, call_player: Call, row: str, tmp_path: Path) -> None:
    code, line, message = (*row.split("  "), "")[:3]
    command, *words = shlex.split(codecs.decode(line, "unicode_escape").replace("{word}", "x" * 10_000))
    call = {"treegen": call_treegen, "player": call_player}[command]
    done = call(*words, cwd=tmp_path, env={"XDG_DATA_HOME": str(tmp_path)})
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (int(code), "", 1)
    assert message in done.stderr
    assert done.stderr[:-1].isprintable()
    assert len(done.stderr) < 600 or "{word}.tree" in line  # a path is shown whole
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
