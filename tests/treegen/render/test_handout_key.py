"""The key of handouts: each of its statements against plain rules and a search of everything, without treegen."""

from __future__ import annotations

import random
import re
from collections import Counter
from math import log2
from typing import TYPE_CHECKING

import pytest
from brute import Brute, linear
from twins import plain_game

from player.rules.symbols import show_word
from treegen.games.lookup import as_game
from treegen.insight.lesson import Lesson, lesson

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SMALL = [
    "bulls-1x5", "bulls-2x2", "bulls-2x3", "bulls-2x4=abcd", "bulls-2x5", "bulls-3x3", "bulls-3x4", "bulls-2x3-any",
    "bulls-2x4-any", "bulls-2x3-any-each", "bulls-2x4-matches", "bulls-3x4-matches", "mastermind-1x3",
    "mastermind-2x2", "mastermind-2x3", "mastermind-2x4", "mastermind-3x2", "mastermind-3x3", "mastermind-2x3-each",
    "mastermind-3x2-matches", "mastermind-2x3=red,green,blue", "match-1x4", "match-2x3", "match-3x2",
    "match-2x4-distinct", "match-3x3", "match-2x3-distinct-any", "marks-2x2", "marks-2x3", "marks-3x3",
    "marks-2x4-distinct", "marks-2x3-distinct-any", "number-0..1", "number-0..7", "number--3..5", "number-0..6-free",
    "words-1", "words-2", "words-3", "words-4",
]  # fmt: skip
# Too large to look at everything: what is said of a depth is not checked.
LARGE = [
    "bulls-4x10", "bulls-2x10-nozero", "bulls-4x10-any", "mastermind-4x6", "mastermind-3x3=red,green,blue", "marks-3x4",
    "number-0..20",
]  # fmt: skip


@pytest.mark.parametrize("name", [*SMALL, *LARGE])
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
    named = {show_word(rules, word): word for word in {*guesses, *secrets}}
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
    for total in re.findall(r"total is (\d+)", said[3]):
        least = plain.best(plain.everything, plain.any_guess, linear(depth - 1))
        assert least is not None
        assert least[0] == int(total)
