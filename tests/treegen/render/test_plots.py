"""The figures behind the plots."""

from __future__ import annotations

import warnings
from itertools import pairwise
from pathlib import Path

import pytest

import player
import treegen as tg
from player.errors import BadInput
from treegen.render import plots

pytest.importorskip("matplotlib", reason="it needs matplotlib: pip install matplotlib")

TREE = player.open_tree("bulls-3x9.total")
ROWS = [(name, player.open_tree(name).histogram) for name in ("bulls-4x10.total", "bulls-4x10.entropy")]


def test_bars_are_the_histograms() -> None:
    axes = plots.histograms(ROWS).axes[0]
    assert [[bar.get_height() for bar in bars] for bars in axes.containers] == [list(found) for _, found in ROWS]
    bars = sorted((bar.get_x(), bar.get_x() + bar.get_width()) for bar in axes.patches)  # type: ignore[attr-defined]
    assert all(left[1] <= right[0] + 1e-9 for left, right in pairwise(bars))
    shown = [text.get_text() for text in axes.get_legend().get_texts()]  # type: ignore[union-attr]
    assert shown == [*(name for name, _ in ROWS), "mean 5.2131", "mean 5.2429"]
    figure = plots.histograms([(f"{name} {i}", found) for i in range(3) for name, found in ROWS])
    assert [[bar.get_height() for bar in axes.containers[0]] for axes in figure.axes] == [list(f) for _, f in ROWS] * 3
    assert figure.axes[1].get_title(loc="left") == "bulls-4x10.entropy 0: mean 5.2429"
    assert {axes.get_xlim() for axes in figure.axes} == {figure.axes[0].get_xlim()}


def test_information_names_the_best_and_marks_the_tree() -> None:
    game = tg.game("bulls-3x9")
    axes = plots.information(game, tree=TREE).axes[0]
    names = [text.get_text().split("\n")[0] for text in axes.get_xticklabels()]
    assert names == ["00", "01", "02", "03", "10", "11", "12", "20"]
    assert [text.get_text() for text in axes.texts][:2] == ["456", "245"]
    diamonds = [line for line in axes.get_lines() if line.get_marker() == "D"]
    assert len(diamonds) == len(names)
    assert not [line for line in plots.information(game, "124", tree=TREE).axes[0].get_lines()
                if line.get_marker() == "D"]  # fmt: skip
    with pytest.raises(BadInput, match="'999' is not a guess of bulls-3x9"):
        plots.information(game, "999")
    with pytest.raises(BadInput, match="no cell of bulls-1x2 has two candidates"):
        plots.information(tg.game("bulls-1x2"))


def test_entropy_has_a_dot_for_each_pair_of_bits_and_cost() -> None:
    axes = plots.entropy("bulls-3x9", "123:11", tree=TREE).axes[0]
    dots = [place for dots in axes.collections for place in dots.get_offsets().tolist()]  # type: ignore[union-attr]
    rows = tg.next_guesses("bulls-3x9", "123:11", 1000, "bits", seconds=60)
    assert sorted(map(tuple, dots)) == sorted({(row["bits"], row["expected_guesses"] - 1) for row in rows})
    assert f"36 candidates, {sum(row['equivalent'] for row in rows)} guesses" in axes.get_xlabel()
    (diamond,) = [line for line in axes.get_lines() if line.get_marker() == "D"]
    assert (diamond.get_label(), diamond.get_markerfacecolor()) == ("what the tree asks", "none")
    chosen = tg.next_guesses("bulls-3x9", "123:11", 1)[0]  # the tree is optimal
    assert diamond.get_ydata()[0] == chosen["expected_guesses"] - 1  # type: ignore[index]
    (diamond,) = plots.entropy("bulls-3x9", "456:11", tree=TREE).axes[0].get_lines()
    assert diamond.get_label() == "a best guess"


def test_every_kind_of_plot_is_drawn_without_a_warning() -> None:
    many = [(f"tree {i}", TREE) for i in range(plots.MAX_SERIES)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for figure in (
            plots.histograms([(name, tree.histogram) for name, tree in many]), plots.histograms([("one", (1,))]),
            plots.candidates_left(many), plots.entropy("mastermind-2x3"), plots.information(tg.game("mastermind-2x3")),
        ):  # fmt: skip
            assert plots.to_bytes(figure, "svg").startswith(b"<?xml")


def test_what_cannot_be_plotted(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"the name of a plot must end in \.svg, \.png or \.pdf"):
        plots.save(lambda: plots.histograms(ROWS), tmp_path / "a.gif")
    for rows in ([], ROWS * 5):
        with pytest.raises(BadInput, match="1 to 8 trees, not"):
            plots.histograms(rows)
