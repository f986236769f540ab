"""Scores of one's own: functions, files, and what installed packages add."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from twins import Call

import treegen as tg
from treegen.greedy.own import Partition
from treegen.greedy.strategy import find


@pytest.mark.parametrize("parts", ["", "+candidates", "+last-candidate", "+first-of-all", "+in-order", "+hard"])
def test_a_function_of_sizes_is_the_built_in_score_that_it_repeats(parts: str) -> None:
    game: Any = "marks-2x4-distinct" if parts == "+hard" else "bulls-3x6"
    if not parts:
        game = tg.Game.from_words(["crane", "slate", "trace", "crate"], ["adieu"], weights=[1, 5, 1, 1])
    tree, built_in = (
        tg.build(game, f"mine{parts}", score=lambda sizes: sizes**2),
        tg.build(game, f"expected-size{parts}"),
    )
    assert tree.guess == built_in.guess
    assert tree.strategy == built_in.strategy.replace("expected-size", "mine+own")


def test_a_function_of_partitions_is_the_built_in_score_that_it_repeats() -> None:
    seen: list[Partition] = []

    def largest(partition: Partition) -> int:
        seen.append(partition)
        return max(len(cell) for cell in partition.cells.values())

    tree = tg.build("bulls-2x5", score=largest)
    assert tree.guess == tg.build("bulls-2x5", "minimax").guess
    assert (tree.strategy, tree.option("--seed")) == ("largest+own", "")
    for game, candidates, history, guess, cells in seen:
        assert candidates.tolist() == game.candidates(list(history)).tolist()
        assert all(game.feedback(guess, game.secrets[cell[0]]) == label for label, cell in cells.items())


@pytest.mark.parametrize(
    ("score", "message"),
    [
        (lambda sizes: sizes * np.nan, "the price of a cell of 1 is nan, not a whole number"),
        (lambda sizes: sizes / 4, "the price of a cell of 1 is 0.25, not a whole number below .* round it"),
        (lambda sizes: sizes // 0 + sizes.nothing, "AttributeError: .* 'nothing'"),
        (lambda sizes: 1 if sizes > 2 else 0, "ValueError: .* np.where"),
        (lambda sizes: sizes.max() - sizes, "depends on other cells"),
        (lambda sizes: sizes[:1], "ValueError: it returns the shape"),
        (lambda partition: len(partition.guess) / 4, "the score of 1.* is 0.5, not a whole number"),
        (lambda partition: len(partition.guess) * 10**30, "is 2e.30, not a whole number"),
    ],
)
def test_a_bad_score_is_refused_with_its_file_and_line(score: Callable[[Any], Any], message: str) -> None:
    with pytest.raises(tg.BadInput, match=rf"^{re.escape(__file__)}:{score.__code__.co_firstlineno}: .*{message}"):
        tg.build("bulls-2x4", score=score)


def test_a_bonus_and_too_large_scores() -> None:
    assert tg.build("bulls-2x5", "f+bonus=3", score=lambda sizes: sizes).strategy == "f+own+bonus=3"
    with pytest.raises(tg.BadInput, match="it takes a whole number"):
        tg.build("bulls-2x5", "f+bonus=1.5", score=lambda sizes: sizes)
    with pytest.raises(tg.BadInput, match=r"too many for integer|below 2\*\*62"):
        tg.build("bulls-4x10", score=lambda sizes: sizes**6)


def test_a_score_of_a_file(call_treegen: Call, tmp_path: Path) -> None:
    my, bad = tmp_path / "my.py", tmp_path / "bad.py"
    bad.write_text("import nowhere\n\ndef (\n")
    my.write_text("from math import log\n\ndef cubes(sizes):\n    return sizes**3\n")
    made = call_treegen("build", "bulls-3x6", "--score", "my.py:cubes+candidates", cwd=tmp_path)
    assert made.stdout == "bulls-3x6.cubes+candidates.tree\n"
    tree = tg.open_tree(tmp_path / "bulls-3x6.cubes+candidates.tree")
    assert (tree.strategy, tree.pool) == ("cubes+own", "candidates")
    assert tg.compare("bulls-3x6", [f"{my}:cubes+candidates"])[0]["total"] == tree.total
    for spelled, message in {
        f"{my}:cube": "'cube' is not a function of it; did you mean cubes?",
        f"{my}:cubes+candidate": "'candidate' is not a part of a strategy; did you mean candidates?",
        "none.py:f": "none.py: there is no such file",
        f"{bad}:f": "bad.py:3: SyntaxError: invalid syntax",
        "cubes+own": "cubes is a score of one's own: name its file, as in --score FILE.py:cubes",
    }.items():
        with pytest.raises(tg.BadInput, match=re.escape(message)):
            find(spelled)


def test_a_package_adds_a_score_and_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package that the documents show, as an installer leaves it."""
    document = (Path(__file__).parents[3] / "docs" / "own.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^`(\w+\.\w+)`:\n\n```\w+\n(.*?)```", document, re.MULTILINE | re.DOTALL))
    assert sum(text.count("\n") for text in shown.values()) <= 15
    lines = ["[guesstree.games]", "broken = my_guesses:cubes"]
    for group, points in tomllib.loads(shown["pyproject.toml"])["project"]["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (tmp_path / "my_guesses-1.dist-info").mkdir()
    (tmp_path / "my_guesses-1.dist-info" / "entry_points.txt").write_text("\n".join(lines))
    (tmp_path / "my_guesses.py").write_text(shown["my_guesses.py"])
    monkeypatch.syspath_prepend(tmp_path)
    tree = tg.build("jotto", "cubes")
    assert (tree.strategy, tg.game("jotto").title) == ("cubes+own", "jotto")
    assert tg.build("jotto", tree.strategy) == tree
    assert not tg.verify(tree.to_bytes(), "jotto").faults
    with pytest.raises(tg.BadInput, match=r"did you mean cubes\?"):
        find("cubess")
    with pytest.raises(tg.BadInput, match="broken: my_guesses:cubes failed: TypeError"):
        tg.game("broken")
