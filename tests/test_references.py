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


def test_an_entry_says_who_what_when_and_where() -> None:
    assert len(ENTRIES) == TEXT.count("\n@")
    for key, entry in ENTRIES.items():
        assert {"author", "title", "year"} <= entry.keys(), key
        assert {"journal", "booktitle", "publisher", "institution", "eprint", "url", "howpublished"} & entry.keys(), key


def test_what_names_a_source_names_an_entry() -> None:
    page = (ROOT / "trees" / "PUBLISHED.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\[([a-z]+\d{0,4})[:\]](?!\()", page)) - {"references"}
    rows = json.loads((ROOT / "trees" / "atlas.json").read_text(encoding="utf-8"))
    sources = {re.split("[:,]", row["source"])[0] for row in rows if row["source"]}
    named |= {re.sub(r" and \w+(?= \d)| ", "", source).replace("ä", "ae").lower() for source in sources}
    for row in STRATEGIES.values():
        author, _, year = row.source.partition(" ")
        named |= {f"{author.lower()}{year}"} if year.isdecimal() else set()
    assert named <= ENTRIES.keys()
    assert {"knuth1977", "irving1978", "slovesnov", "jaeger2009", "shapiro1983"} <= named


@pytest.mark.needs_core
def test_exhaustive_ends_have_the_totals_that_are_quoted() -> None:
    finish = runpy.run_path(str(ROOT / "scripts" / "builds" / "published.py"))["finish"]
    game = tg.game("mastermind-4x6")
    histograms = [finish(game, "expected-size", 2, limit) for limit in (None, 5)]
    assert [sum(depth * found for depth, found in enumerate(each, 1)) for each in histograms] == [5656, 5658]
