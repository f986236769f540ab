"""Programs for words that are known only at run time: they play as our strategy does, and fit LeetCode's functions."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from player.errors import BadInput
from treegen.exchange.export.live import check_live, render_live

DOCUMENT = (Path(__file__).resolve().parents[3] / "docs" / "judges.md").read_text(encoding="utf-8")


CPP = pytest.param("cpp", "each", "entropy", marks=getattr(pytest.mark, "needs_g++"))


@pytest.mark.parametrize(
    ("language", "rule", "strategy"), [("python", "match", "entropy"), ("python", "marks", "minimax"), CPP]
)
def test_it_asks_as_many_guesses_as_the_tree_of_its_list(language: str, rule: str, strategy: str) -> None:
    words = {"ask": "? {spaced}", "reply": "so {feedback}", "win": "it is it" if rule == "each" else None}
    row = check_live(language, rule, strategy, words, lists=4, seed=1)
    assert (row["average"], row["worst"]) == (row["ours"], row["ours_worst"])
    assert row["source_bytes"] < 4000


def functions(rule: str, **words: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(render_live("python", "library", rule, "entropy", words), names)  # noqa: S102 (what it wrote itself)
    return names


def test_the_feedback_of_leetcode_299() -> None:
    feedback = functions("cows", reply="{bulls}A{cows}B")["feedback"]
    assert [feedback("7810", "1807"), feedback("0111", "1123"), feedback("1", "1")] == ["1A3B", "1A1B", "1A0B"]


def test_the_solution_of_leetcode_843_in_the_document_wins() -> None:
    names, draw = functions("match"), Random(0)
    (shown,) = re.findall(r"(?ms)^    (class Solution.*?)\n\n", DOCUMENT)
    exec(shown.replace("\n    ", "\n"), names)  # noqa: S102 (a document of ours)

    class Master:
        asked = ""

        def guess(self, word: str) -> int:
            self.asked += f"{word} "
            return sum(a == b for a, b in zip(word, secret, strict=True))

    words = sorted({"".join(draw.choices("abcdef", k=6)) for _ in range(100)})
    for secret in [*draw.sample(words, 10), "??????"]:  # the last one is in no list: it ends when no word fits
        master = Master()
        names["Solution"]().findSecretWord(words, master)
        assert 0 < len(master.asked.split()) <= 12
        assert secret == "??????" or master.asked.endswith(f"{secret} ")


def test_what_it_cannot_say_is_refused() -> None:
    for language, rule, words, told in (
        ("go", "match", {}, "not --to go --form program; it knows cpp, python, --form"),
        ("cpp", "mach", {}, "--rule 'mach': it takes one of: cows, each, matches, match, marks"),
        ("cpp", "match", {"reply": "{cows}"}, "has only {bulls} {feedback}"),
        ("cpp", "match", {"final": "{guess}"}, "takes no --final"),
        ("cpp", "cows", {"win": "OK"}, "as many words as replies"),
    ):
        with pytest.raises(BadInput, match=re.escape(told)):
            render_live(language, "program", rule, "entropy", words)
