"""The progress line: on terminals of any width, and beside what else is printed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from twins import long

from treegen.cli.output import fit


@pytest.mark.needs_core
@pytest.mark.parametrize("columns", [20, 0, *long((40, 80))])
def test_the_line_never_scrolls_and_is_gone_before_results(on_terminal: Any, columns: int, tmp_path: Path) -> None:
    code, text = on_terminal("treegen solve bulls-5x8 --time 3s -o x.tree", columns=columns, cwd=tmp_path)
    assert code == 3
    shown = re.findall(r"\r([^\r\n\x1b]+)\x1b\[K", text)
    width = columns or 80
    assert shown
    assert all(len(line) < width for line in shown)
    assert all(re.fullmatch(r"\d+ s(, (no tree yet|best \d+|bound \d+|gap [\d.]+ %|[^,]+))*", line) for line in shown)
    progress, _, results = text.rpartition("\r\x1b[K")
    assert "\n" not in progress
    first, second, third = results.splitlines()
    assert first.startswith("time is up: the least total is between ")
    assert second == "x.tree"
    assert " 6720 secrets, average " in third


@pytest.mark.needs_core
def test_the_line_is_gone_before_what_an_interrupt_tells(on_terminal: Any, tmp_path: Path) -> None:
    code, text = on_terminal("treegen solve bulls-5x8", columns=60, interrupt=" bound ", cwd=tmp_path)
    assert code == 130
    *tree, first, second = text.rpartition("\r\x1b[K")[2].splitlines()
    assert tree[:1] in ([], ["bulls-5x8.partial.tree"])
    assert first.startswith("interrupted: ")
    assert second.startswith("nothing that was proved is kept")


@pytest.mark.parametrize(
    ("text", "width", "kept"),
    [
        ("12 s, bound 7817, best 7820", 26, "12 s, bound 7817"), ("12 s, bound 7817, best 7820", 15, "12 s"),
        ("12 s, bound 7817, best 7820", 27, "12 s, bound 7817, best 7820"), ("12 s, bound", 3, "12 "), ("12 s", 0, ""),
        ("\u4e2d\u4e2d, \u4e2d", 7, "\u4e2d\u4e2d"), ("a\nb\x1b[2J", 80, "a?b?[2J"),
    ],
)  # fmt: skip
def test_parts_are_shown_whole_or_not_at_all(text: str, width: int, kept: str) -> None:
    assert fit(text, width) == kept
