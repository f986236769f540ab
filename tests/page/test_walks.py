"""Walks through the page, as walks.txt has them: what a person does behind `>`, and below it all that this changes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from page_tools import OpenPage, Page, play, press, reload, settle

pytestmark = pytest.mark.needs_chromium
TEXT = Path(__file__).with_name("walks.txt").read_text(encoding="utf-8")
WALKS = re.findall(r"^# ([^\n]*)\n\n(.*?)\n(?=\n# |\Z)", TEXT, re.MULTILINE | re.DOTALL)
# What is seen and heard, by name, once all is drawn and stands in the address: a guess off the tree is computed.
SCREEN = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const isDone = ({ view }) => !view?.codebreaker || view.isPersonsTurn || view.codebreaker.now.guess !== undefined;
  do {
    await frame();
    await frame();
    await new Promise((done) => setTimeout(done, 10));
  } while (!isDone(guesstree));
  const all = (spec) => [...document.querySelectorAll(spec)].filter((one) => one.checkVisibility());
  const text = (one) => one.innerText.replace(/\\s+/g, " ").trim();
  const name = (one) => one?.ariaLabel ?? (one ? text(one) : "");
  const texts = (spec) => all(spec).map(text).filter(Boolean).join(" | ");
  const row = (one) => {
    const [guess, answer, right] = [".code", ".feedback", ".right .feedback"].map((spec) => one.querySelector(spec));
    return `${name(guess)}:${answer.innerText.trim() || name(answer)}${right ? ` not ${name(right)}` : ""}`;
  };
  const focus = document.activeElement;
  return {
    address: decodeURIComponent(location.hash),
    notice: texts(".notice p"),
    rows: all(".board .row:not(.empty)").map(row).join(", "),
    guess: name(all(".now .code.big")[0]),
    end: texts(".end .result, .end > p"),
    verdict: texts(".verdict"),
    problem: texts(".problem"),
    said: text(guesstree.status),
    kept: localStorage.getItem("guesstree.stats.bulls-4x10"),
    focus: focus.dataset.key ?? focus.tagName,
  };
}"""


def act(page: Page, words: str) -> None:
    """Do what a line says."""
    verb, _, rest = words.partition(" ")
    label, _, value = rest.partition(" = ")
    if verb == "at":  # as if the browser was closed, and opened again at that time
        time, _, address = rest.partition(" ")
        page.clock.set_fixed_time(time)
        page.evaluate("address => history.replaceState(null, '', address || '#')", address)
        reload(page)
    elif verb == "until":
        for _ in range(40):
            page.keyboard.press("Tab")
            if rest in page.evaluate("Object.values(document.activeElement.dataset)"):
                break
    else:
        ways: dict[str, Callable[[], object]] = {
            "press": lambda: press(page, rest), "type": lambda: page.keyboard.type(rest),
            "key": lambda: page.keyboard.press(rest), "guess": lambda: play(page, rest), "reload": lambda: reload(page),
            "fill": lambda: page.get_by_label(label).fill(value), "back": page.go_back, "forward": page.go_forward,
            "choose": lambda: page.get_by_label(label, exact=label == "Tree").select_option(value),
            "go": lambda: page.evaluate("hash => location.hash = hash", rest),
            "run": lambda: page.evaluate(rest),
        }  # fmt: skip
        ways[verb]()


def walk(open_page: OpenPage, lines: list[str]) -> list[str]:
    """The walk with what it shows."""
    walked: list[str] = []
    before: dict[str, str] = {}
    settings: dict[str, Any] = {"timezone_id": "UTC"} if any(line.startswith("> at") for line in lines) else {}
    page = None
    for line in lines:
        if not line.startswith("> "):
            continue
        if line.startswith("> open"):
            page = open_page(line.removeprefix("> open").strip(), **settings)
        else:
            assert page
            act(page, line.removeprefix("> "))
        now = {key: str(value or "") for key, value in page.evaluate(SCREEN).items()}
        walked += [line, *(f"{key}: {now[key]}".strip() for key in now if now[key] != before.get(key, ""))]
        before = now
    return walked


@pytest.mark.parametrize(("title", "text"), WALKS, ids=[title for title, _ in WALKS])
def test_a_walk_shows_what_is_written(open_page: OpenPage, title: str, text: str) -> None:
    lines = text.splitlines()
    assert walk(open_page, lines) == lines


def test_each_control_of_a_view_has_a_name_of_its_own(open_page: OpenPage) -> None:
    page = open_page("#mode=guess&level=honest")
    for mode in ("Think of one", "Study", "Settings", "Guess"):
        press(page, mode)
        settle(page)
        shown = page.locator("dialog" if mode == "Settings" else "body").aria_snapshot()
        controls = re.findall(r"^ *- (?:button|combobox|textbox|searchbox|link)\b(.*)", shown, re.MULTILINE)
        names = [re.match(r'(?: "([^"]+)")?', text)[1] for text in controls]  # type: ignore[index]
        assert None not in names
        assert sorted(set(names)) == sorted(names), mode
        page.keyboard.press("Escape")
