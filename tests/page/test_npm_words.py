"""The npm package: words outside the list of secrets, letters of two units, spellings, copies, and bad guesses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import treegen as tg
from player.rules.feedback import marks

if TYPE_CHECKING:
    from pathlib import Path

    from page_tools import JavaScript

pytestmark = pytest.mark.needs_npm


def test_letters_outside_the_first_plane_count_as_one(run: JavaScript) -> None:
    words = ["🔴a🔵", "a🔴🔵", "🔵🔵a", "aab", "🔴🔴🔴"]
    pairs = [(guess, secret) for guess in words for secret in words]
    told = run("pairs.map(([guess, secret]) => g.score(words, guess, secret))", pairs=pairs, words=words)
    assert told == [marks(*pair) for pair in pairs]
    assert run("new g.Keeper(['🔴a', 'a🔴'], { secret: 'a🔴' }).score('🔴a')") == "11"


def test_a_word_outside_the_list_is_one_more_candidate(run: JavaScript, tmp_path: Path) -> None:
    secrets, others = ["bland", "blank", "piano", "speed"], ["crane", "satin", "guano", "llano"]
    (tmp_path / "secrets.txt").write_text("\n".join(secrets))
    (tmp_path / "guesses.txt").write_text("\n".join(others))
    tree = tg.build(game := tg.game(f"words:{tmp_path / 'secrets.txt'},{tmp_path / 'guesses.txt'}"))
    asked = {"lists": {"secrets": secrets, "guesses": others}, "bytes": list(tree.to_bytes())}
    opened = "g.openTree(Uint8Array.from(bytes).buffer)"
    for secret in ["guano", "llano", "mango"]:
        for first in ("satin", "piano"):
            steps = [(first, marks(first, secret)), ("crane", marks("crane", secret))]
            for history in (steps[:1], steps, [*steps, (secret, "22222")]):
                text = ",".join(map(":".join, history))
                fit = [one for one in secrets if all(marks(guess, one) == label for guess, label in history)]
                every = sorted({*others, secret} if history[-1][1] == "22222" else others)
                fit = fit or [one for one in every if all(marks(guess, one) == label for guess, label in history)]
                assert run("g.candidates(lists, text)", text=text, **asked) == fit
                if not fit:
                    continue
                shown = run(f"g.review({opened}, text, lists)", text=text, **asked)
                expected = tg.review(game, text)
                for key in ("before", "after"):
                    assert [row[key] for row in shown] == [row[key] for row in expected], text
    play = f"""(() => {{
        const [o, k] = [new g.Opponent({opened}, lists), new g.Keeper({opened}, {{ secret: "guano" }})];
        while (o.guess !== null) o.answer(k.score(o.guess));
        return [o.steps.at(-1).guess, o.isCertain, o.left, k.isFinished, o.undo(), o.candidates()];
    }})()"""
    assert run(play, **asked)[:5] == ["guano", True, 1, True, True]


def test_sides_are_copied_and_written_as_their_steps(run: JavaScript) -> None:
    made = (
        "(() => { const o = new g.Opponent(g.openTree(tree('bulls-4x10.total'))), k = new g.Keeper(['ab', 'ba'], "
        "{ secret: 'ab' }); o.answer('1 cow'); k.score('ba'); "
        "return [JSON.stringify(o), structuredClone(o), structuredClone(k), JSON.stringify(k)]; })()"
    )
    steps = {"steps": [{"guess": "0123", "label": "01"}]}
    kept = {"steps": [{"guess": "ba", "label": "11"}], "isEvasive": False, "secret": "ab"}
    text, copy, copied, written = run(made)
    assert (json.loads(text), copy, copied, json.loads(written)) == (steps, steps, kept, kept)


def test_answers_and_candidates_read_the_same_spellings(run: JavaScript) -> None:
    for text, label in (("1 cow", "01"), ("A1B1", "11"), ("1 white 1 black", "11"), ("0,2", "02"), ("○", "01")):
        left = run("g.candidates('bulls-4x10', [{ guess: '0123', label }]).length", label=label)
        ask = "((o) => (o.answer(text), o.left))(new g.Opponent(g.openTree(tree('bulls-4x10.total'))))"
        assert run(ask, text=text) == left
        assert run("g.candidates('bulls-4x10', `0123:${text}`).length", text=text) == left
    told = run(
        "(() => { try { return g.candidates('bulls-4x10', '0123:1B'); } catch (error) { return String(error); } })()"
    )
    assert told == 'RangeError: "1B" may mean 01 or 10; write one of these'
