"""The page's rules and those of `player.rules.names`, from which scripts/build page takes the grammar of names."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from page_tools import JavaScript, bundle
from spelt import spellings

from player import BadInput
from player.rules import names
from player.rules import names as rules
from player.rules.feedback import FEEDBACK_RULES, FeedbackRule
from player.rules.names import FAMILIES, Family
from player.rules.spelling import find_label, rule_of

pytestmark = pytest.mark.needs_npm
PLACES, SYMBOLS = [0, 1, 2, 4, 6, 7], [0, 1, 2, 4, 7, 9, 10, 11, 12]  # at and around each limit
SUFFIXES = [
    "", "-any", "-nozero", "-any-nozero", "-nozero-any", "-any-any", "-each", "-matches", "-distinct", "-no", "=",
]  # fmt: skip


@pytest.fixture
def evaluate(modules: Path, tmp_path: Path) -> Callable[[str], Any]:
    """Evaluate JavaScript in which `parse` and `readCode` are those of the page, with the rows of now."""

    def run(expression: str) -> Any:
        node = JavaScript(tmp_path, bundle(modules, tmp_path, 'export { parse, readCode } from "./rules.js";'))
        found = node(expression)
        node.close()
        return found

    return run


def many_names() -> Iterator[str]:
    """Names of games: canonical ones, others that mean a game, and some that are none."""
    for family, positions, symbols, suffix in product([*FAMILIES, "toString"], PLACES, SYMBOLS, SUFFIXES):
        name = f"{family}-{positions}x{symbols}{suffix}"
        yield name + "ABCDEFGHIJKLM"[:symbols] if suffix == "=" else name
    yield from ("", "bc", "p4c6r", "bulls", "bulls-4", "bulls-04x10", "bulls-4x1e1", "BULLS-4x10", "number-0..9")


def expected(name: str) -> list[object] | None:
    """What the page should know of a game: nothing unless it is a code game and this its canonical name."""
    try:
        game = rules.parse(name)
    except BadInput:
        return None
    if game.name != name:
        return None
    # It plays those with the usual symbols and the usual bulls and cows; of others only their trees are read.
    is_played = game.rule.name == "cows" and "=" not in name
    words = [game.positions, game.symbols, not game.is_distinct, game.may_repeat, game.is_nozero, game.rule.name]
    labels = [len(game.labels), list(game.labels[:99])]
    return [*words, game.secret_count, *labels, is_played, game.labels[-1] if is_played else ""]


def test_every_canonical_name_means_the_same_game(evaluate: Callable[[str], Any]) -> None:
    shown = (
        "321", "123", "ABC", "CBA", "rot,grün,blau", "a,b,c", "🍎🍐🍊", "aé,b,c", "é,è,ê", "x" * 21 + ",b,c", "A,aa,AA",
    )  # fmt: skip
    asked = [*many_names(), *(f"bulls-2x3{suffix}={text}" for suffix in SUFFIXES[:3] for text in shown)]
    words = "r.positions, r.symbols, r.secretsRepeat, r.guessesRepeat, r.isNozero, r.rule.name, r.secretCount"
    played = "parse(r.name) !== null, parse(r.name)?.winning ?? ''"
    show = f"r && [{words}, r.labels.length, r.labels.slice(0, 99), {played}]"
    found = evaluate(f"{json.dumps(asked)}.map(readCode).map((r) => {show})")
    assert dict(zip(asked, found, strict=True)) == {name: expected(name) for name in asked}


def test_every_guess_gets_the_same_feedback(evaluate: Callable[[str], Any]) -> None:
    games = ["bulls-2x4-any", "bulls-2x10-nozero", "mastermind-2x10-nozero", "mastermind-3x3"]
    table = "r.guesses.map((guess) => r.secrets.map((secret) => r.feedback(guess, secret)))"
    found = evaluate(f"{games}.map(parse).map((r) => [r.guesses, r.secrets, {table}])")
    for name, (guesses, secrets, feedbacks) in zip(games, found, strict=True):
        game = rules.parse(name)
        assert (guesses, secrets) == (game.guesses(), game.secrets())
        assert feedbacks == [[game.feedback(guess, secret) for secret in secrets] for guess in guesses]


def test_a_change_of_the_rows_reaches_the_page(evaluate: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = "['pairs-2x9', 'bulls-6x9', 'bulls-4x10', 'bulls-4x8'].map((name) => parse(name)?.secrets.length ?? null)"
    asked = f"[{sizes}, ['sum-2x4', 'match-2x4', 'bulls-2x4'].map((name) => readCode(name)?.labels ?? null)]"
    numbers, bulls = ["0", "1", "2"], ["00", "01", "02", "10", "20"]
    assert evaluate(asked) == [[None, 60480, 5040, 1680], [None, numbers, bulls]]
    monkeypatch.setitem(FAMILIES, "pairs", Family("pairs", "cows", False, (), "an example"))
    # What a rule of its own tells is known to the reader of trees only.
    row = FeedbackRule("sum", "the sum", "", lambda positions: tuple("abcdef"[:positions]), lambda *_: "a")
    monkeypatch.setitem(FEEDBACK_RULES, "sum", row)
    monkeypatch.setitem(FAMILIES, "sum", Family("sum", "sum", False, (), "an example"))
    monkeypatch.setattr(FAMILIES["bulls"], "max_positions", 5)
    monkeypatch.setattr(names, "MAX_SYMBOLS", 9)
    assert evaluate(asked) == [[81, None, None, 1680], [["a", "b"], numbers, bulls]]
    assert evaluate("parse('sum-2x4')") is None


CODES = ["bulls-4x10", "mastermind-4x6", "mastermind-4x6-matches", "mastermind-4x6-each", "match-4x6", "marks-3x4"]
PIECES = [
    *"0123 ,;/abcrwgyx.-", "bull", "bulls", "cow", "cows", "black", "white", "red", "reds", "and", "pegs", "none",
    "green", "grey", "yes", "y", "right", "A", "B", "●", "○", "⚫", "⚪", "🔴", "🟩", "🟨", "⬛", "\ufe0f",
]  # fmt: skip


def test_feedbacks_are_read_as_in_python(modules: Path, tmp_path: Path) -> None:
    source = 'export { readLabel } from "./spelling.js"; export { ruleOf } from "./rules.js";'
    node = JavaScript(tmp_path, bundle(modules, tmp_path, source))
    random = Random(58)
    is_met = 0
    for name in (*CODES, "number-0..9"):
        game = names.read_game(name)
        rule = rule_of(name)
        texts = ["".join(random.choices(PIECES, k=random.randint(1, 6))) for _ in range(1500)]
        texts += [text for label in game.labels for text in spellings(rule, game.labels, label)]
        for bulls, cows in product(range(4), range(4)):
            texts += [f"{cows} cows {bulls} bulls", f"w{cows}b{bulls}", "black" * bulls + " white" * cows]
            texts += [f"{bulls}c{cows}b", f"{cows}b{bulls}a"]
        ask = (
            "texts.map((text) => { try { const found = readLabel(text, { labels, rule: ruleOf(name) }); "
            "return labels.includes(found) ? found : null; } catch (error) { return 'several'; } })"
        )
        expected = []
        for text in texts:
            try:
                expected.append(find_label(text, rule, game.labels))
            except BadInput:
                expected.append("several")
        told = node(ask, texts=texts, labels=game.labels, name=name)
        assert dict(zip(texts, told, strict=True)) == dict(zip(texts, expected, strict=True)), name
        is_met += len({*expected} - {None})
    node.close()
    assert is_met > 60
