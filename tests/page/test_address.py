"""The browser's language is spoken, and whatever its storage holds, the page starts."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from page_tools import OpenPage

pytestmark = pytest.mark.needs_chromium


def test_the_browsers_language_is_spoken_and_answers_have_its_form(open_page: OpenPage) -> None:
    english = ("Think of a secret", "0 bulls 1 cow")
    spoken = {"ru-RU": ("Загадайте число", "0 быков 1 корова"), "zh-CN": ("请想好一个谜底", "0A1B"), "fr": english}
    for locale, (title, answer) in spoken.items():
        page = open_page("#mode=solve", locale=locale)
        assert page.locator("h1").inner_text() == title
        page.keyboard.type("01")
        assert page.locator(".row .feedback").inner_text() == answer


# What is not as the page writes it counts as nothing.
MODES = ("guess", "solve", "duel", "explore")
GOOD: dict[str, Any] = {
    "game": {"place": {"h": "0123:01", "y": "4567:10", "daily": "2024-02-29", "challenge": "x", "level": "honest"},
             "secret": "4567", "isOver": False, "hasGivenUp": True},
    "stats": {"games": 3, "counts": [0, 1, 2], "streak": 1, "day": "2024-02-29"},
}  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, 5, -1, 0.5, 1e308, "", "x", "0123:40,0123:40", "0123:0A1B", ":,:", "é" * 9, "2024-02-30", "9999-01-01",
    [], [[]], ["0123:01"], [5], {}, {"h": 5}, {"length": 9}, {"trim": 1}, {"toString": None}, {"__proto__": {"h": "1"}},
)  # fmt: skip
TEXTS = [
    "", "nonsense", "null", "7", "[]", "[7]", '"', '{"place":{"h":5}}', '{"place":{"h":{"trim":5}}}', "__proto__",
    "constructor", "2024-02-29", "2024-02-29 0123:01 up", "2024-02-29 0123:40,0123:40", "2024-02-29 0123:x",
    "2024-02-29 :",
    "2024-02-30 1:1", "x" * 100_000, "[" * 10_000, json.dumps({"place": {"h": "0123:01," * 9000}}), "\0", "\ud83d",
]  # fmt: skip
ALSO_TODAY = """texts => texts.map((text) => text.replaceAll("2024-02-29", new Date().toISOString().slice(0, 10)))"""
# Every key that the page knows gets the text, and every mode is opened as a page that was just loaded opens it.
TRY_ALL = """([texts, modes]) => {
  const failed = [];
  const names = [...guesstree.sources.keys()];
  const games = [...names, ...names.map((name) => name.split(".")[0])];
  const kinds = ["lang", "notation", "theme", "counts", ...games.flatMap((name) => [
    `stats.${name}`, `daily.${name}`, ...modes.map((mode) => `game.${mode}.${name}`)])];
  for (const text of texts) {
    for (const kind of kinds) localStorage.setItem(`guesstree.${kind}`, text);
    for (const mode of modes) {
      for (const place of [{ mode }, ...(mode === "guess" ? [{ mode, tree: names[1] }, { mode, h: "0123:01" }] : [])]) {
        try {
          guesstree.open(place, { isKept: true });
          if (guesstree.main.innerText.length < 9) failed.push([text, mode, "blank"]);
        } catch (error) {
          failed.push([text, mode, String(error)]);
        }
      }
    }
  }
  return failed;
}"""


def mutants(seed: int, count: int) -> list[str]:
    """What the page writes itself, with one or two of its parts exchanged for something else."""
    some, made = random.Random(seed), []
    for _ in range(count):
        value = json.loads(json.dumps(some.choice(list(GOOD.values()))))
        for _ in range(some.randrange(1, 3)):
            part = value
            while isinstance(part, dict | list) and part:
                keys = list(part) if isinstance(part, dict) else range(len(part))
                key = some.choice(list(keys))
                if some.randrange(2) or not isinstance(part[key], dict | list):
                    part[key] = some.choice(VALUES)
                    break
                part = part[key]
        made.append(json.dumps(value))
    return made


@pytest.mark.parametrize("count", [10, pytest.param(2000, marks=pytest.mark.long)])
def test_the_page_opens_whatever_is_kept(open_page: OpenPage, count: int) -> None:
    page = open_page()
    texts = [*TEXTS, *map(json.dumps, VALUES), *map(json.dumps, GOOD.values()), *mutants(7, count)]
    texts = page.evaluate(ALSO_TODAY, texts)
    for start in range(0, len(texts), 20):
        assert page.evaluate(TRY_ALL, [texts[start : start + 20], MODES]) == []
