"""Scores of one's own: functions, files, and what installed packages add."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import twins

import player
import treegen as tg
from treegen.greedy.own import Partition
from treegen.greedy.strategy import find

if TYPE_CHECKING:
    from collections.abc import Callable
    from subprocess import CompletedProcess

DOCUMENT = Path(__file__).parents[3] / "docs" / "middle.md"


@pytest.mark.parametrize("parts", ["", "+candidates", "+last-candidate", "+first-of-all", "+in-order", "+hard"])
def test_a_function_of_sizes_is_the_built_in_score_that_it_repeats(parts: str) -> None:
    name = "marks-2x4-distinct" if parts == "+hard" else "bulls-3x6"
    tree = tg.build(name, f"mine{parts}", score=lambda sizes: sizes**2)
    built_in = tg.build(name, f"expected-size{parts}")
    assert (tree.tally, tree.guess) == (built_in.tally, built_in.guess)
    assert tree.strategy == built_in.strategy.replace("expected-size", "mine+own")


def test_a_function_of_partitions_is_the_built_in_score_that_it_repeats() -> None:
    seen: list[Partition] = []

    def largest(partition: Partition) -> int:
        seen.append(partition)
        return max(len(cell) for cell in partition.cells.values())

    tree = tg.build("bulls-2x5", score=largest)
    assert tree.guess == tg.build("bulls-2x5", "minimax").guess
    assert (tree.strategy, tree.seed) == ("largest+own", None)
    for one in seen:
        assert one.candidates.tolist() == one.game.candidates(list(one.history)).tolist()
        assert sorted(np.concatenate([*one.cells.values()]).tolist()) == one.candidates.tolist()
        secret = {label: one.game.secrets[cell[0]] for label, cell in one.cells.items()}
        assert all(one.game.feedback(one.guess, secret[label]) == label for label in secret)


def test_weights_and_a_bonus_count() -> None:
    game = tg.Game.from_words(["crane", "slate", "trace", "crate"], ["adieu"], weights=[1, 5, 1, 1])
    assert tg.build(game, score=lambda sizes: sizes**2).guess == tg.build(game, "expected-size").guess
    plain, bonus = (tg.build("bulls-2x5", f"f{part}", score=lambda sizes: sizes) for part in ("", "+bonus=3"))
    assert (bonus.strategy, plain.strategy) == ("f+own+bonus=3", "f+own")
    with pytest.raises(tg.BadInput, match="takes a whole number off"):
        tg.build("bulls-2x5", "f+bonus=1.5", score=lambda sizes: sizes)


def bad_sizes(sizes: Any) -> Any:
    return list(sizes) if sizes.size < 3 else sizes[:2]


@pytest.mark.parametrize(
    ("score", "message"),
    [
        (lambda sizes: np.log(sizes - 1), "the price of a cell of 1 is -inf, not a whole number"),
        (lambda sizes: sizes * np.nan, "the price of a cell of 1 is nan, not a whole number"),
        (lambda sizes: sizes / 4, "the price of a cell of 1 is 0.25, not a whole number; round it"),
        (lambda sizes: sizes * 1e20, "is 1e.20, too large"),
        (lambda sizes: sizes // 0 + sizes.nothing, "AttributeError: .* 'nothing'"),
        (lambda sizes: 1 if sizes > 2 else 0, "ValueError: .* np.where"),
        (lambda sizes: sizes.max() - sizes, "depends on other cells"),
        (bad_sizes, "each has one of its own"),
        (lambda sizes: [None][sizes[0] * 0], "a score is a whole number, not None"),
        (lambda partition: len(partition.guess) / 4, "the score of 1.* is 0.5, not a whole number"),
        (lambda partition: len(partition.guess) * 10**30, "a score is a whole number, not 2000"),
        (lambda partition: len(partition.history) // 0, "ZeroDivisionError"),
    ],
)
def test_a_bad_score_is_refused_with_its_file_and_line(score: Callable[[Any], Any], message: str) -> None:
    line = score.__code__.co_firstlineno
    with pytest.raises(tg.BadInput, match=rf"^{re.escape(__file__)}:{line}: .*{message}"):
        tg.build("bulls-2x4", score=score)


def test_scores_of_another_size_are_refused() -> None:
    with pytest.raises(tg.BadInput, match=r"too many for integer|too large"):
        tg.build("bulls-4x10", score=lambda sizes: sizes**6)
    with pytest.raises(TypeError, match="score takes a function"):
        tg.build("bulls-2x4", score="cubes")  # type: ignore[arg-type]


def test_a_score_of_a_file(
    run_treegen: Callable[..., CompletedProcess[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my.py").write_text("from math import log\n\ndef cubes(sizes):\n    return sizes**3\n")
    (tmp_path / "bad.py").write_text("import nowhere\n")
    (tmp_path / "worse.py").write_text("\ndef (\n")
    made = run_treegen("build", "bulls-3x6", "--score", "my.py:cubes+candidates", cwd=tmp_path)
    assert made.stdout == "bulls-3x6.cubes+candidates.tree\n"
    tree = player.open_tree(tmp_path / "bulls-3x6.cubes+candidates.tree")
    assert (tree.strategy, tree.pool) == ("cubes+own", "candidates")
    found = run_treegen("compare", "bulls-3x6", "my.py:cube", cwd=tmp_path)
    assert (found.returncode, found.stderr) == (2, "my.py: 'cube' is not a function of it; did you mean cubes?\n")
    monkeypatch.chdir(tmp_path)
    assert tg.compare("bulls-3x6", ["./my.py:cubes+candidates"])[0]["total"] == tree.total
    for spelled, message in {
        "my.py": "my.py: choose one of: cubes",
        "none.py:f": "none.py: there is no such file",
        "bad.py:f": "bad.py:1: ModuleNotFoundError: No module named 'nowhere'",
        "worse.py:f": "worse.py:2: invalid syntax",
        "my.py:cubes+candidate": "'candidate' is not a part of a strategy; did you mean candidates?",
        "cubes+own": "cubes is a score of one's own: name its file, as in --score FILE.py:cubes",
    }.items():
        with pytest.raises(tg.BadInput, match=re.escape(message)):
            find(spelled)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package that the documents show, as an installer leaves it."""
    shown = dict(re.findall(r"^`(\w+\.\w+)`:?\n\n```\w+\n(.*?)```", DOCUMENT.read_text(), re.MULTILINE | re.DOTALL))
    assert sum(text.count("\n") for text in shown.values()) <= 15
    groups = tomllib.loads(shown["pyproject.toml"])["project"]["entry-points"]
    lines = [f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in points.items()) for group, points in groups.items()]
    (folder := tmp_path / "my_guesses-1.dist-info").mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: my-guesses\nVersion: 1\n")
    (folder / "entry_points.txt").write_text("".join(lines) + "[guesstree.games]\nbroken = my_guesses:cubes\n")
    (tmp_path / "my_guesses.py").write_text(shown["my_guesses.py"])
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_a_package_adds_a_score_and_a_game(package: Path) -> None:
    tree = tg.build("jotto", "cubes")
    assert (tree.strategy, tg.game("jotto").title) == ("cubes+own", "jotto")
    assert tg.build("jotto", tree.strategy) == tree
    assert not tg.verify(tree.to_bytes(), "jotto").faults
    assert tg.compare("bulls-3x6", ["cubes"])[0]["total"] == tg.build("bulls-3x6", score=lambda sizes: sizes**3).total
    with pytest.raises(tg.BadInput, match=r"did you mean cubes\?"):
        tg.build("bulls-3x6", "cubess")
    with pytest.raises(tg.BadInput, match=r"broken: my_guesses:cubes \(package my-guesses\): TypeError"):
        tg.game("broken")
    assert twins.game("bulls-3x6").name == "bulls-3x6"
