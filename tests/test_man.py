"""The manual pages are what --help prints; scripts/build_man makes them."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("name", ["treegen", "player"])
def test_the_manual_page_is_the_help(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    page = runpy.run_path(str(ROOT / "scripts" / "build_man"))["page"](name)
    assert page == (ROOT / name / "man" / f"{name}.1").read_text("utf-8"), "run scripts/build_man"
    assert page.count(".nf\n") == page.count(".fi\n") > 5
    assert all(line.startswith((".", "\\&", f"{name} \\-")) for line in page.splitlines())
