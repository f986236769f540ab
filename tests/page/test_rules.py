"""The page's rules and those of `player.rules.names`, from which scripts/build_page takes the grammar of names."""

from __future__ import annotations

import json
import runpy
import subprocess
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from page_tools import ROOT

from player import BadInput
from player.rules import names
from player.rules import names as rules
from player.rules.names import FAMILIES, Family

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.needs_npm
SUFFIXES = [
    "",
    "-any",
    "-nozero",
    "-any-nozero",
    "-nozero-any",
    "-any-any",
    "-each",
    "-matches",
    "-distinct",
    "-no",
    "=",
]


@pytest.fixture
def evaluate(modules: Path, tmp_path: Path) -> Callable[[str], Any]:
    """Evaluate JavaScript in which `parse` is that of the page, with the grammar of now."""

    def run(expression: str) -> Any:
        grammar = tmp_path / "grammar.json"
        grammar.write_text(json.dumps(runpy.run_path(str(ROOT / "scripts" / "build_page"))["grammar"]()))
        script = tmp_path / "script.mjs"
        source = f'import {{ parse, readCode }} from "./rules.js"; console.log(JSON.stringify({expression}));'
        options = ["--bundle", "--format=esm", f"--alias:grammar={grammar}", f"--outfile={script}", "--log-level=error"]
        folder = ROOT / "player" / "web" / "src"
        subprocess.run([modules / ".bin" / "esbuild", *options], input=source, text=True, cwd=folder, check=True)
        done = subprocess.run(["node", script], stdout=subprocess.PIPE, check=True)
        return json.loads(done.stdout)

    return run


def many_names() -> Iterator[str]:
    """Names of games: canonical ones, others that mean a game, and some that are none."""
    for family, positions, symbols, suffix in product([*FAMILIES, "toString"], range(8), range(13), SUFFIXES):
        name = f"{family}-{positions}x{symbols}{suffix}"
        yield name + "ABCDEFGHIJKLM"[:symbols] if suffix == "=" else name
    yield from ("", "bc", "p4c6r", "bulls", "bulls-4", "bulls-04x10", "bulls-4x1e1", "BULLS-4x10", "number-0..9")


def known(name: str) -> list[object] | None:
    """What the page should know of a game: nothing unless its name is canonical and its feedback bulls and cows."""
    try:
        game = rules.parse(name)
    except BadInput:
        return None
    if game.name != name or game.rule.name != "cows" or "=" in name:
        return None
    return [game.positions, game.symbols, not game.is_distinct, game.may_repeat, game.is_nozero, game.labels[-1]]


def code(name: str) -> list[object] | None:
    """What the reader of trees should know of a code game by its canonical name."""
    try:
        game = rules.parse(name)
    except BadInput:
        return None
    if game.name != name:
        return None
    return [game.symbols, not game.is_distinct, game.may_repeat, game.is_nozero, game.rule.name, game.secret_count]


def test_every_canonical_name_is_known_to_the_reader_of_trees(evaluate: Callable[[str], Any]) -> None:
    shown = (
        "321",
        "123",
        "ABC",
        "CBA",
        "rot,grün,blau",
        "a,b,c",
        "🍎🍐🍊",
        "aé,b,c",
        "é,è,ê",
        "x" * 21 + ",b,c",
        "A,aa,AA",
    )
    asked = [*many_names(), *(f"bulls-2x3{suffix}={text}" for suffix in SUFFIXES[:3] for text in shown)]
    show = "r && [r.symbols, r.secretsRepeat, r.guessesRepeat, r.isNozero, r.rule, r.secretCount]"
    found = evaluate(f"{json.dumps(asked)}.map(readCode).map((r) => {show})")
    assert dict(zip(asked, found, strict=True)) == {name: code(name) for name in asked}


def test_every_name_means_the_same_game(evaluate: Callable[[str], Any]) -> None:
    asked = list(many_names())
    show = "r && [r.positions, r.symbols, r.secretsRepeat, r.guessesRepeat, r.isNozero, r.winning]"
    found = evaluate(f"{json.dumps(asked)}.map(parse).map((r) => {show})")
    assert dict(zip(asked, found, strict=True)) == {name: known(name) for name in asked}


@pytest.mark.parametrize("name", ["bulls-2x4-any", "bulls-2x10-nozero", "mastermind-2x10-nozero", "mastermind-3x3"])
def test_every_guess_gets_the_same_feedback(evaluate: Callable[[str], Any], name: str) -> None:
    game = rules.parse(name)
    table = "r.guesses.map((guess) => r.secrets.map((secret) => r.feedback(guess, secret)))"
    guesses, secrets, feedbacks = evaluate(f"[parse({name!r})].flatMap((r) => [r.guesses, r.secrets, {table}])")
    assert (guesses, secrets) == (game.guesses(), game.secrets())
    assert feedbacks == [[game.feedback(guess, secret) for secret in secrets] for guess in guesses]


def test_a_change_of_the_grammar_reaches_the_page(
    evaluate: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = "['pairs-2x9', 'bulls-6x9', 'bulls-4x10', 'bulls-4x8'].map((name) => parse(name)?.secrets.length ?? null)"
    assert evaluate(asked) == [None, 60480, 5040, 1680]
    monkeypatch.setitem(FAMILIES, "pairs", Family("pairs", "cows", False, (), "an example"))
    monkeypatch.setattr(names, "MAX_POSITIONS", 5)
    monkeypatch.setattr(names, "MAX_SYMBOLS", 9)
    assert evaluate(asked) == [81, None, None, 1680]
