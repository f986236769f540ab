"""What public functions take: trees by name, path and bytes; and what they say of a value that makes no sense."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from networkx import Graph

import player
import treegen as tg
from player.judge.codemaker import Foul
from treegen.optimal.outcomes import NotSaved

Function = Callable[..., Any]

NAME, TREE = "bulls-2x4", "bulls-3x9.total"


@pytest.mark.needs_core
@pytest.mark.parametrize("function", [tg.open_tree, tg.verify, tg.to_networkx, tg.to_svg, tg.to_dot, tg.certify])
def test_a_tree_is_taken_by_name_path_and_bytes(function: Function, tmp_path: Path) -> None:
    tree = player.open_tree(TREE)
    tree.write(tmp_path / "a.tree")
    results = [
        function(source) for source in (TREE, tree, tmp_path / "a.tree", str(tmp_path / "a.tree"), tree.to_bytes())
    ]
    if isinstance(results[0], Graph):
        results = [(list(graph.nodes(data=True)), list(graph.edges(data=True))) for graph in results]
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize(
    ("function", "options", "refusal"),
    [
        *((function, {"time_limit": value}, "^time_limit must be at least 0, not ")
          for function in (tg.solve, tg.build) for value in (-1, float("nan"))),
        (tg.next_guesses, {"seconds": -0.5}, "^seconds must be at least 0, not "),
        *((function, {"memory": -1}, "^memory must be at least 0, not -1$") for function in (tg.solve, tg.game)),
        (tg.build, {"threads": -1}, "^threads must be at least 0, not -1$"),
        (tg.best_first_guesses, {"count": 0}, "count must be at least 1"),
        (tg.best_first_guesses, {"count": 1, "objective": "identify"}, "identify"),
        (tg.best_first_guesses, {"count": 1, "max_depth": 2}, "depth 2"),
        (tg.solve, {"max_depth": "none"}, "max_depth takes a whole number, not str"),
        (tg.solve, {"prices": "entropy"}, "prices are a list of whole numbers, such as"),
        (tg.compare, {"strategies": "entropy"}, "strategies are a list of names, such as"),
        (tg.to_svg, {"tree": TREE, "theme": "pink"}, "'pink' is not a theme; choose one of: auto, light, dark"),
        (tg.verify, {"source": TREE, "game": NAME}, "a tree of bulls-3x9, but --game names bulls-2x4"),
    ],
)  # fmt: skip
def test_a_value_that_makes_no_sense_is_refused(function: Function, options: dict[str, Any], refusal: str) -> None:
    with pytest.raises((TypeError, tg.BadInput, tg.NoSuchTree), match=refusal):
        function(*(() if TREE in options.values() else (NAME,)), **options)


def pickled(value: Any) -> Any:
    """Return the value as another process gets it."""
    return pickle.loads(pickle.dumps(value))  # noqa: S301 (our own)


def test_exceptions_games_and_trees_are_the_same_in_another_process() -> None:
    tree = tg.build(NAME)
    interrupted = tg.Interrupted("interrupted", tree, 7)
    interrupted.unsaved = "the disk is full"
    for error in (
        player.ImpossibleFeedback("no", ("00", "01")), tg.StoppedEarly("time is up", tree, 7), interrupted,
        NotSaved("no", tree), Foul("lies", "the answer is wrong"), player.BadInput("what"), player.NoSuchTree("what"),
    ):  # fmt: skip
        again = pickled(error)
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
    for name in ("bulls-3x4", "mastermind-2x3=RGB", "match-2x3", "number-0..9"):
        game = pickled(tg.game(name))
        assert (game.title, game.labels) == (tg.game(name).title, tg.game(name).labels)
        assert tg.build(game) == pickled(tg.build(name))
