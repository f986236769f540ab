"""docs/references.bib: entries are complete, and every key that a page names is there; CITATION.cff is readable."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

import treegen as tg
from treegen.greedy.strategy import STRATEGIES

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "docs" / "references.bib").read_text(encoding="utf-8")
ENTRIES = {
    key: dict(re.findall(r"^  (\w+)\s*= \{(.*)\},?$", body, re.MULTILINE))
    for key, body in re.findall(r"^@\w+\{(\w+),\n(.*?)^\}", TEXT, re.MULTILINE | re.DOTALL)
}


@pytest.mark.parametrize("key", ENTRIES)
def test_an_entry_says_who_what_when_and_where(key: str) -> None:
    entry = ENTRIES[key]
    assert {"author", "title", "year"} <= entry.keys()
    assert {"journal", "booktitle", "publisher", "institution", "eprint", "url"} & entry.keys()
    assert re.fullmatch(r"10\.\d{4,}/\S+", entry.get("doi", "10.1000/none"))


def test_all_entries_are_read_and_all_names_are_entries() -> None:
    assert len(ENTRIES) == TEXT.count("\n@")
    page = (ROOT / "trees" / "PUBLISHED.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\[([a-z]+\d{0,4})[:\]](?!\()", page)) - {"references"}
    assert named <= ENTRIES.keys()
    assert {"knuth1977", "irving1978", "neuwirth1982", "kooi2005", "koyama1993"} <= named


def test_sources_of_strategies_are_entries_or_folklore() -> None:
    for row in STRATEGIES.values():
        author, _, year = row.source.partition(" ")
        assert not year.isdecimal() or f"{author.lower()}{year}" in ENTRIES, row
    assert STRATEGIES["sieve"].source == "Shapiro 1983"
    assert STRATEGIES["most-parts"].strategy == STRATEGIES["most-cells"].strategy


@pytest.mark.needs_core
def test_exhaustive_ends_have_the_totals_that_are_quoted() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "build_published"))
    rows = [row for row in script["MASTERMIND"] if row.spelling == "expected-size" and row.steps]
    game = tg.game("mastermind-4x6")
    assert [script["finish"](game, row)[0] for row in rows] == [5656, 5658]


def test_the_citation_file_has_what_the_format_demands() -> None:
    yaml = pytest.importorskip("yaml")
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors", "version", "license"} <= citation.keys()
    assert citation["cff-version"] == "1.2.0"
