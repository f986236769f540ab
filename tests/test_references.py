"""docs/references.bib: entries are complete, and every key that a page names is there."""

from __future__ import annotations

import json
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
    assert {"journal", "booktitle", "publisher", "institution", "eprint", "url", "howpublished"} & entry.keys()
    assert re.fullmatch(r"10\.\d{4,}/\S+", entry.get("doi", "10.1000/none"))


def test_all_entries_are_read_and_all_names_are_entries() -> None:
    assert len(ENTRIES) == TEXT.count("\n@")
    page = (ROOT / "trees" / "PUBLISHED.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\[([a-z]+\d{0,4})[:\]](?!\()", page)) - {"references"}
    assert named <= ENTRIES.keys()
    assert {"selby2022", "bertsimas2024", "erdos1963", "chvatal1983", "goddard2003"} <= ENTRIES.keys()
    assert {"knuth1977", "irving1978", "neuwirth1982", "kooi2005", "koyama1993"} <= named


def test_sources_of_the_atlas_are_entries() -> None:
    rows = json.loads((ROOT / "trees" / "atlas.json").read_text(encoding="utf-8"))
    sources = {re.split("[:,]", row["source"])[0] for row in rows if row["source"]}
    keys = {re.sub(r" and \w+(?= \d)| ", "", source).replace("ä", "ae").lower() for source in sources}
    assert keys <= ENTRIES.keys()
    assert {"slovesnov", "supermastermind", "ludwig2023", "chen2004b", "jaeger2009"} <= keys


def test_sources_of_strategies_are_entries_or_folklore() -> None:
    for row in STRATEGIES.values():
        author, _, year = row.source.partition(" ")
        assert not year.isdecimal() or f"{author.lower()}{year}" in ENTRIES, row
    assert STRATEGIES["sieve"].source == "Shapiro 1983"
    assert STRATEGIES["most-parts"].strategy == STRATEGIES["most-cells"].strategy


@pytest.mark.needs_core
def test_exhaustive_ends_have_the_totals_that_are_quoted() -> None:
    finish = runpy.run_path(str(ROOT / "scripts" / "builds" / "published.py"))["finish"]
    game = tg.game("mastermind-4x6")
    histograms = [finish(game, "expected-size", 2, limit) for limit in (None, 5)]
    assert [sum(depth * found for depth, found in enumerate(each, 1)) for each in histograms] == [5656, 5658]
