"""Handouts: what they say is true, as plain rules and a search of everything tell, and text in every format."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from html import unescape
from math import log2
from pathlib import Path

import pytest
from brute import Brute
from hypothesis import given
from hypothesis import strategies as st
from twins import Call, long, plain_game

import treegen as tg
from player.cli import show, terminal
from treegen.games.lookup import as_game
from treegen.insight.lesson import Lesson, lesson, write_word
from treegen.render import picture
from treegen.render.handout import drawing, to_bytes, to_html, to_markdown, to_scene
from treegen.render.scene import Dot, Text, text_width

sheet = cache(lesson)
GAMES = ["bulls-3x4", "mastermind-4x6", "number-0..20", "mastermind-3x3=red,green,blue", "marks-3x4"]


def test_a_depth_beyond_that_of_a_better_tree_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tree of a sheet is the best that is soon found, and the bounds may know a shorter one."""
    longer = tg.build("number-0..6-free", "first", max_depth=None)
    assert longer.depth > 5
    monkeypatch.setattr("treegen.insight.lesson._best_tree", lambda _: longer)
    assert lesson("number-0..6-free").questions[4][1].startswith("4 guesses are enough: ")


@pytest.mark.parametrize("name", GAMES)
def test_the_sheet_holds_everything_within_its_borders(name: str) -> None:
    made = sheet(name)
    page = to_scene(made)
    texts = [mark for mark in page.marks if isinstance(mark, Text)]
    for mark in texts:
        wide = text_width(mark.text, mark.size, bold=mark.bold, mono=mark.mono)
        left = {"start": mark.x, "middle": mark.x - wide / 2, "end": mark.x - wide}[mark.anchor]
        assert 0 <= left <= left + wide <= page.width, mark
        assert 0 <= mark.y <= page.height, mark
    shown = " ".join(mark.text for mark in texts)
    words = [word for asked, answer in made.questions for word in (asked.split()[0], answer.split()[-1])]
    assert all(word in shown for word in ("Questions", "Answers", *words))
    ET.fromstring(to_bytes(made, "svg"))
    assert "<script" not in to_html(made)
    shown = to_markdown(made).replace("\\", "")  # which stand before what Markdown would take for markup
    assert all(text in shown for pair in made.questions for text in pair)


@pytest.mark.needs_dot
def test_the_pdf_is_a_sheet_of_a4_with_the_tree_below(call_treegen: Call, tmp_path: Path) -> None:
    result = call_treegen("handout", "bulls-3x4", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (0, "bulls-3x4.pdf\n")
    data = (tmp_path / "bulls-3x4.pdf").read_bytes()
    assert data.startswith(b"%PDF")
    box = re.findall(rb"/MediaBox \[ ?0 0 (\d+)(?:\.\d+)? (\d+)", data)
    assert [tuple(map(int, sides)) for sides in box] == [(842, 842 + 595)]


def test_what_a_sheet_says_of_its_tree() -> None:
    found, proved = "finds all 24 secrets with", "no tree needs fewer (proved)"
    best = f"The tree bulls-3x4.total, of least total, {found} 72 guesses, 3.0000 on average; {proved}."
    assert sheet("bulls-3x4").rules[-1] == best
    assert lesson("bulls-3x4", "halving").rules[-1] == (
        f"The tree of the strategy halving {found} 81 guesses, 3.3750 on average; "
        "the best needs 72, 3.0000 on average (proved)."
    )


def test_a_sheet_says_what_the_answers_count() -> None:
    told = [" of its bulls, symbols" in sheet(name).rules[2] for name in ("bulls-3x4", "bulls-2x4-any-each")]
    assert told == [True, False]


def test_questions_are_drawn_and_the_answers_may_be_apart(call_treegen: Call, tmp_path: Path) -> None:
    first, again, other = (lesson("bulls-3x4", questions=9, seed=seed) for seed in (1, 1, 2))
    assert first.questions == again.questions != other.questions
    assert len({question for question, _ in first.questions}) == 9
    assert lesson("bulls-3x4", questions=2).questions == sheet("bulls-3x4").questions[:2]
    options = ("--seed", "1", "--questions", "9", "--blank", "--key", "key.md", "-o", "sheet.md")
    assert call_treegen("handout", "bulls-3x4", *options, cwd=tmp_path).stdout == "sheet.md\nkey.md\n"
    asked, answered = ((tmp_path / name).read_text() for name in ("sheet.md", "key.md"))
    for number, (question, answer) in enumerate(first.questions, 1):
        assert question in asked
        assert show.markdown(f"{number}.  {answer}") in answered
    assert "Answers" not in asked
    assert "## The tree\n" not in asked + answered


@pytest.mark.parametrize(("name", "levels"), [("bulls-3x4", 4), ("mastermind-4x6", 2)])
def test_the_tree_is_whole_where_it_fits_and_readable(name: str, levels: int) -> None:
    page, tree = drawing(sheet(name), picture.PAPERS["a4"]), sheet(name).tree
    texts = [mark for mark in page.marks if isinstance(mark, Text)]
    assert {f"guess {i + 1}" for i in range(levels)} == {mark.text for mark in texts if mark.text.startswith("guess ")}
    assert min(mark.size for mark in texts) >= 7
    inner = [node for node in range(len(tree) if levels == tree.depth else 1) if tree.fanout[node]]
    assert sum(mark.text == "found" for mark in texts) == sum(map(tree.is_win, inner))
    blank = drawing(replace(sheet(name), is_blank=True), None).marks
    assert not {mark.text for mark in blank if isinstance(mark, Text) and mark.bold} & set(tree.guesses[1:])


def test_the_tree_and_the_text_have_the_same_symbols() -> None:
    made = sheet("mastermind-3x3=red,green,blue")
    marks = drawing(made, None).marks
    assert {mark.fill for mark in marks if isinstance(mark, Dot)} >= {"hue-red", "hue-green", "hue-blue"}
    letters = {mark.text for mark in marks if isinstance(mark, Text) and "hue" in mark.fill}
    assert letters == set("RGB") == set("".join(row[0] for row in made.tables[2][2]))
    assert "The symbols are R (red), G (green), B (blue)." in made.rules
    marks = drawing(sheet("mastermind-4x6"), None).marks
    assert {mark.text for mark in marks if isinstance(mark, Text) and "peg" in mark.fill} == set("123456")


SMALL = [
    "bulls-1x5", "bulls-2x2", "bulls-2x4=abcd", "bulls-3x4", "bulls-2x3-any", "bulls-2x3-any-each", "bulls-3x4-matches",
    "mastermind-1x3", "mastermind-2x4", "mastermind-3x3", "mastermind-2x3-each", "mastermind-3x2-matches",
    "mastermind-2x3=red,green,blue", "match-1x4", "match-2x4-distinct", "match-3x3", "match-2x3-distinct-any",
    "marks-3x3", "marks-2x3-distinct-any", "number-0..1", "number--3..5", "number-0..6-free", "words-1", "words-2",
]  # fmt: skip
# Too large to look at everything: what is said of a depth is not checked.
LARGE = ["bulls-2x10-nozero", "bulls-4x10-any", "mastermind-4x6", "number-0..20"]


@pytest.mark.parametrize("name", [*SMALL, *long(LARGE)])
def test_each_statement_of_the_key_is_true(name: str, tmp_path: Path) -> None:
    if name.startswith("words"):
        draw = random.Random(name)
        words = sorted({"".join(draw.choices("abcd", k=3)) for _ in range(20)})
        (tmp_path / "guesses").write_text("\n".join(words))
        (tmp_path / "secrets").write_text("\n".join(words[::2]))
        both = f"words:{tmp_path / 'secrets'},{tmp_path / 'guesses'}"
        name = f"words:{tmp_path / 'guesses'}" if draw.random() < 0.5 else both
    made = lesson(name)
    guesses, secrets, feedback = plain_game(name)
    rules = as_game(name, "").rules
    named = {write_word(rules, word): word for word in {*guesses, *secrets}}
    answers = [answer for _, answer in made.questions]
    n, first = len(secrets), made.tree.guesses[0]
    cells = Counter(feedback(first, secret) for secret in secrets)
    widest, expected = max(cells.values()), sum(size / n * log2(n / size) for size in cells.values())
    assert len(answers) == 6
    assert answers[0] == f"{n:,}."
    labels, _, rest = answers[1].partition(": ")
    assert set(labels.split(" or ")) == {label for label, size in cells.items() if size == widest}
    assert rest == f"it leaves {widest:,} of {n:,} secrets, and gains {log2(n / widest):.2f} bits."
    assert answers[2] == f"{expected:.2f}, the sum of share × bits. The secret has log2 {n:,} = {log2(n):.2f} bits."
    halvings = next(count for count in range(99) if 2**count >= n)
    assert answers[3] == (
        f"{halvings}, since 2 to the power of {halvings} is {2**halvings:,}, the first that is not less."
    )
    assert made.tables[0][2][-1] == ("sum", f"{n:,}", "1.0000", "", f"{expected:.4f}")
    assert sum(float(row[2]) for row in made.tables[0][2][:-1]) == pytest.approx(1, abs=0.001)
    # The last secret, and what its guesses gain.
    question, answer = made.questions[5]
    secret = question.removeprefix("The secret is ").partition(". ")[0]
    heading, _, asked = made.tables[2]
    assert heading.endswith(f" for {secret}")
    assert len(asked) == made.tree.depth
    left, steps = secrets, []
    for shown, before, blank in asked:
        reply = feedback(named[shown], named[secret])
        below = [word for word in left if feedback(named[shown], word) == reply]
        steps.append((shown, reply, len(left), len(below)))
        assert (before, blank.strip("_")) == (f"{len(left):,}", "")
        left = below
    assert [named[secret]] == left
    played, _, best = answer.partition(". ")
    assert played == ", ".join(f"{shown}: {reply}" for shown, reply, _, _ in steps)
    most = [step for step in steps if all(step[2] * other[3] >= other[2] * step[3] for other in steps)]
    bits = log2(most[0][2] / most[0][3])
    found = re.fullmatch(r"(.+) gains? most, (.+) bits(?: each)?: (?:it leaves|they leave) (.+)\.", best)
    assert found is not None, best
    assert listed(found[1]) == [step[0] for step in most]
    assert found[2] == f"{bits:.2f}"
    assert listed(found[3]) == [f"{after:,} of {before:,}" for _, _, before, after in most]
    assert (len(most) > 1) == best.startswith(f"{found[1]} gain most") == (" each" in best) == ("they leave" in best)
    check_depth(made, guesses, secrets, feedback, is_small=name not in LARGE)


def listed(text: str) -> list[str]:
    *others, last = text.split(" and ")
    return [*(others[0].split(", ") if others else ()), last]


def check_depth(
    made: Lesson, guesses: list[str], secrets: list[str], feedback: Callable[[str, str], str], *, is_small: bool
) -> None:
    """What the tree needs, and whether one guess less is enough."""
    tree, (question, answer) = made.tree, made.questions[4]
    winning = tree.labels[tree.winning]
    used = []
    for secret in secrets if is_small else secrets[::97]:
        node, count = 0, 1
        while (reply := feedback(tree.guesses[node], secret)) != winning:
            node, count = tree.child(node, tree.labels.index(reply)), count + 1
        used.append(count)
    average, depth = (sum(used) / len(used), max(used)) if is_small else (tree.average, tree.depth)
    needs = f"The tree needs {average:.2f} guesses on average, and {depth} at most."
    assert question == f"{needs} Would {depth - 1} be enough?"
    if not is_small:
        return
    table = [[tree.labels.index(feedback(guess, secret)) for secret in secrets] for guess in guesses]
    plain = Brute(table, tree.winning, tree.losing)
    most = plain.most_found(plain.everything, depth - 1, {})
    said = re.fullmatch(
        r"(\d+) guess(?:es are| is) (not enough|enough): (.+?)"
        r"(?: The best known tree finds (\d+) secrets(, and no tree finds more)?\.)?",
        answer,
    )
    assert said is not None, answer
    assert int(said[1]) == depth - 1
    assert (said[2] == "enough") == (most == len(secrets))
    assert all(most <= int(limit) < len(secrets) for limit in re.findall(r"(?:only|at most) (\d+)", said[3]))
    assert said[4] is None or (int(said[4]) == most if said[5] else int(said[4]) <= most)


def text_of(document: str) -> str:
    """The text of a document in Markdown, as CommonMark and GitHub's tables show it; nothing in it may be markup."""
    markdown_it = pytest.importorskip("markdown_it", reason="it needs markdown-it-py: pip install markdown-it-py")
    html = markdown_it.MarkdownIt("commonmark").enable("table").render(document)
    assert not set(re.findall(r"</?(\w+)", html)) - {
        "h1", "h2", "p", "br", "table", "thead", "tbody", "tr", "th", "td", "pre", "code", "ol", "li",
    }  # fmt: skip
    return unescape(re.sub("<[^>]*>", "", html))


PIECES = [*"\\*_`<>[]()!&#+-=~|$:/. 1a\n", "<b>", "&lt;", "www.a", "http://a", "---", "1.", "2) ", "- ", "日本"]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=8).map("".join))
def test_a_paragraph_of_markdown_shows_its_text(text: str) -> None:
    shown = terminal.printable(text).strip()
    assert text_of(f"{show.markdown(shown)}\n\n1").strip() == f"{shown}\n1".strip()


def test_names_in_a_handout_are_text() -> None:
    hostile = ["*a*", "_b_", "<i>", "`c`", "#", "-", "1.", "[d](e)", "&lt;", "```", "~~~", "==="]
    made, text = sheet("bulls-3x4"), " ".join(hostile)
    tables = tuple((text, header, rows) for _, header, rows in made.tables)
    asked = tuple((text, one) for one in hostile)
    shown = text_of(to_markdown(replace(made, title=text, rules=(text,), tables=tables, questions=asked)))
    assert shown.count(text) == 2 + len(tables) + len(hostile)
    assert all(f"\n{one}\n" in shown for one in hostile)
