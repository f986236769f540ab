"""Markdown that commands write: names in it are text, as a parser of CommonMark reads them."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player.cli import show
from treegen.insight.lesson import lesson
from treegen.render.handout import to_markdown

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from subprocess import CompletedProcess

    Run = Callable[..., CompletedProcess[str]]

markdown_it = pytest.importorskip("markdown_it", reason="it needs markdown-it-py: pip install markdown-it-py")
PIECES = [
    *"\\*_`<>[]()!&#+-=~|$:/. 1a",
    "\n",
    "<b>",
    "&lt;",
    "www.a",
    "http://a",
    "---",
    "1.",
    "2) ",
    "- ",
    "é",
    "日本",
]
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=8).map("".join)


def text_of(document: str) -> str:
    """The text of a document in Markdown, as CommonMark and GitHub's tables show it; nothing in it may be markup."""
    parser = markdown_it.MarkdownIt("commonmark").enable("table")
    html = parser.render(document)
    assert not set(re.findall(r"</?(\w+)", html)) - {
        "h1", "h2", "p", "br", "table", "thead", "tbody", "tr", "th", "td", "pre", "code", "ol", "li",
    }  # fmt: skip
    assert html.count("<ol") == html.count("<h2>Questions") + html.count("<h2>Answers")
    return unescape(re.sub("<[^>]*>", "", html))


@given(TEXTS)
def test_a_paragraph_of_markdown_shows_its_text(text: str) -> None:
    shown = show.printable(text).strip()
    assert text_of(f"{show.markdown(shown)}\n\n1").strip() == f"{shown}\n1".strip()


HOSTILE = ["*a*", "_b_", "<i>", "`c`", "#", "-", "1.", "[d](e)", "&lt;", "```", "~~~", "==="]


def test_names_outside_the_tables_of_a_handout_are_text(monkeypatch: pytest.MonkeyPatch) -> None:
    made = lesson("bulls-3x4")
    text = " ".join(HOSTILE)
    named = replace(
        made, title=text, rules=(text,), tables=tuple((text, header, rows) for _, header, rows in made.tables),
        questions=tuple((text, one) for one in HOSTILE),
    )  # fmt: skip
    monkeypatch.setattr("treegen.render.handout._outline", lambda _: "\n".join(HOSTILE))
    shown = text_of(to_markdown(named))
    assert shown.count(text) == 2 + len(made.tables) + len(HOSTILE)
    assert "\n".join(HOSTILE) in shown
    assert all(f"\n{one}\n" in shown for one in HOSTILE)
    assert text_of(to_markdown(made))


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("next", "--candidates"), ": *a* <i> _b_ `c`"),
        (("review", "--history", "*a*:202"), "*a*:202, cannot be true."),
    ],
)
def test_names_beside_a_table_are_text(words: tuple[str, ...], shown: str, tmp_path: Path, run_treegen: Run) -> None:
    (tmp_path / "*_x_*.txt").write_text("*a*\n_b_\n<i>\n`c`\n")
    done = run_treegen(words[0], "words:*_x_*.txt", *words[1:], "--format", "md", cwd=tmp_path)
    assert shown in text_of(done.stdout)
