"""What public functions take: games and trees by name, too; what is of a wrong type is named in one line."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from networkx import Graph

import player
import treegen as tg
from treegen.exchange.export.text import to_json, to_text
from treegen.games.lookup import as_game
from treegen.games.weights import weigh
from treegen.greedy.strategy import STRATEGIES, find
from treegen.insight.review import find_conflict
from treegen.insight.rows import Rows
from treegen.insight.verify import prove_again
from treegen.render.picture import choose, to_bytes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NAME = "bulls-2x4"
TREE = "bulls-3x9.total"
# Arguments of each function, the game or the tree being the first.
GAMES: dict[Callable[..., Any], dict[str, Any]] = {
    tg.build: {"game": NAME},
    tg.solve: {"game": NAME},
    tg.best_first_guesses: {"game": NAME, "count": 1},
    tg.table: {"game": NAME, "guess": "12"},
    tg.guesses_by_information: {"game": NAME},
    tg.next_guesses: {"game": NAME},
    tg.review: {"game": NAME, "history": "12:01"},
    tg.atlas: {"game": NAME},
    tg.compare: {"game": NAME, "strategies": ["entropy"]},
    find_conflict: {"game": NAME, "history": "12:01,12:02"},
}
TREES: dict[Callable[..., Any], dict[str, Any]] = {
    tg.open_tree: {"source": TREE},
    tg.verify: {"source": TREE},
    tg.to_networkx: {"tree": TREE},
    tg.to_svg: {"tree": TREE},
    tg.to_dot: {"tree": TREE},
    to_json: {"tree": TREE},
    to_text: {"tree": TREE},
}
KEEPERS: dict[Callable[..., Any], dict[str, Any]] = {
    player.Keeper: {"game": NAME, "secret": "12"},
    player.feedback: {"game": TREE.partition(".")[0], "guess": "123", "secret": "123"},
    player.Keeper("bulls-3x9").answer: {"guess": "123"},
}
CORE: dict[Callable[..., Any], dict[str, Any]] = {tg.certify: {"source": TREE}, prove_again: {"tree": TREE}}


def called(function: Callable[..., Any]) -> str:
    return function.__name__


def plain(result: Any) -> Any:
    """What a function returned, to be compared: without the times that it took."""
    if isinstance(result, Graph):
        return list(result.nodes(data=True)), list(result.edges(data=True))
    return [row | {"seconds": 0} for row in result] if isinstance(result, Rows) else result


@pytest.mark.parametrize("function", GAMES, ids=called)
def test_a_game_is_taken_by_name(function: Callable[..., Any]) -> None:
    arguments = GAMES[function]
    assert plain(function(**{**arguments, "game": tg.game(NAME)})) == plain(function(**arguments))
    assert plain(function(**{**arguments, "game": "BULLS-2x4"})) == plain(function(**arguments))
    with pytest.raises(tg.BadInput, match="did you mean"):
        function(**{**arguments, "game": "bulls-2x"})
    with pytest.raises(TypeError) as caught:
        function(**{**arguments, "game": 3})
    wanted = "takes a Game or the name of one, such as 'bulls-4x10', not int"
    assert str(caught.value) == f"{function.__name__}() {wanted}"


@pytest.mark.parametrize(
    "function", [*TREES, *(pytest.param(one, marks=pytest.mark.needs_core) for one in CORE)], ids=called
)
def test_a_tree_is_taken_by_name_path_and_bytes(function: Callable[..., Any], tmp_path: Path) -> None:
    arguments = {**TREES, **CORE}[function]
    key = next(iter(arguments))
    tree = player.open_tree(TREE)
    tree.write(tmp_path / "a.tree")
    told = plain(function(**arguments))
    for source in (tree, tmp_path / "a.tree", str(tmp_path / "a.tree"), tree.to_bytes()):
        assert plain(function(**{**arguments, key: source})) == told
    with pytest.raises(TypeError) as caught:
        function(**{**arguments, key: 3})
    assert str(caught.value) == f"{function.__name__}() takes a Tree, or its name, path or bytes, not int"


@pytest.mark.needs_core
def test_the_game_of_a_tree_and_a_certificate_may_be_named(tmp_path: Path) -> None:
    certificate = tg.certify(TREE, "bulls-3x9").to_bytes()
    tree = player.open_tree(TREE)
    told = tg.check_certificate(certificate, "it")
    for source in (TREE, tree, tree.to_bytes(), (tree, tree.to_bytes())):
        assert tg.check_certificate(certificate, tree=source, game="bulls-3x9") == told
    assert tg.verify(TREE, "bulls-3x9").faults == ()
    with pytest.raises(tg.BadInput, match="this is a tree of bulls-3x9, but --game names bulls-2x4"):
        tg.verify(TREE, NAME)


class Odd:
    """Nothing that any function takes."""


# What can be shown as it is, or is looked at only where it is needed.
UNCHECKED = {"where", "seed", "examined", "repaired", "progress", "tell", "evaluator"}


@pytest.mark.needs_core
@pytest.mark.parametrize("function", [*GAMES, *TREES, *CORE, *KEEPERS, tg.game, tg.check_certificate], ids=called)
def test_each_argument_of_a_wrong_type_is_named_in_one_line(function: Callable[..., Any]) -> None:
    good = {**GAMES, **TREES, **CORE, **KEEPERS, tg.game: {"name": NAME}}.get(function)
    if good is None:
        good = {"data": tg.certify(TREE).to_bytes()}
    for name in inspect.signature(function).parameters:
        if name in UNCHECKED:
            continue
        with pytest.raises((TypeError, tg.BadInput), match="Odd") as caught:
            function(**{**good, name: Odd()})
        assert str(caught.value).isprintable()


@pytest.mark.parametrize(("name", "value"), [("threads", -1), ("memory", -1), ("exact_below", -1)])
def test_a_number_that_is_too_small_is_bad_input(name: str, value: int) -> None:
    function: Callable[..., Any] = tg.solve if name == "memory" else tg.build
    with pytest.raises(tg.BadInput, match=f"^{name} takes a .* from 0 on, not -1$"):
        function(NAME, **{name: value})


@pytest.mark.parametrize("seconds", [-1, -0.5, float("nan"), float("-inf")])
def test_a_time_that_is_none_is_bad_input(seconds: float) -> None:
    for function in (tg.solve, tg.build):
        with pytest.raises(tg.BadInput, match=r"^time_limit takes a number of seconds from 0 on, not "):
            function(NAME, time_limit=seconds)
    for name in (tg.next_guesses, tg.review):
        with pytest.raises(tg.BadInput, match=r"^seconds takes a number of seconds from 0 on, not "):
            name(NAME, "12:01", seconds=seconds)


def test_whole_numbers_of_numpy_are_numbers() -> None:
    one: Any = np.int32(1)
    three: Any = np.int64(3)
    prices: Any = np.array([1, 2, 4])
    assert tg.solve(NAME, max_depth=three, prices=prices) == tg.solve(NAME, max_depth=3, prices=[1, 2, 4])
    assert tg.build(NAME, max_depth=three, threads=one).max_depth == 3
    assert tg.next_guesses(NAME, top=three) == tg.next_guesses(NAME, top=3)
    assert len(tg.best_first_guesses(NAME, one)) == 1
    walk = player.Player("bulls-4x10")
    assert walk.answer(np.int64(0), np.int64(1)) == "1456"
    assert walk.answer([0, 2]) == "4530"


@pytest.mark.parametrize(
    ("function", "options", "told"),
    [
        (tg.solve, {"max_depth": "none"}, "max_depth takes a whole number, not str"),
        (tg.best_first_guesses, {"count": "2"}, "count takes a whole number, not str"),
        (tg.build, {"max_depth": 2.5}, "'float' object cannot be interpreted as an integer"),
        (tg.solve, {"prices": ["a"]}, "prices are a list of whole numbers, such as [1, 2, 4], not ['a']"),
        (player.Tree.from_bytes, {"data": "x"}, "Tree.from_bytes() takes the bytes of a tree file, not str"),
    ],
)
def test_a_wrong_type_is_told(function: Callable[..., Any], options: dict[str, Any], told: str) -> None:
    with pytest.raises(TypeError) as caught:
        function(**({"game": NAME} if "data" not in options else {}), **options)
    assert str(caught.value) == told


def test_a_picture_has_a_theme_and_a_format_that_exist() -> None:
    assert (
        tg.to_svg(TREE, levels=2, theme="dark") != tg.to_svg(TREE, levels=2) == tg.to_svg(TREE, levels=2, theme="auto")
    )
    with pytest.raises(tg.BadInput, match="'pink' is not a theme; choose one of: auto, light, dark"):
        tg.to_svg(TREE, theme="pink")
    with pytest.raises(tg.BadInput, match="'gif' is not a format of pictures"):
        to_bytes(choose(player.open_tree(TREE)), "gif")


def test_a_tree_is_neither_a_list_nor_a_set() -> None:
    tree: Any = player.open_tree(TREE)
    with pytest.raises(TypeError, match="'Tree' object is not iterable"):
        list(tree)
    with pytest.raises(TypeError, match=r"not a container|not iterable"):
        assert "123" in tree


def test_a_text_is_no_list_of_strategies_or_prices() -> None:
    odd: Any = "entropy"
    with pytest.raises(TypeError, match="strategies are a list of names, such as"):
        tg.compare(NAME, odd)
    with pytest.raises(TypeError, match="prices are a list of whole numbers, such as"):
        tg.solve(NAME, prices=odd)


def test_games_strategies_and_trees_show_what_they_are() -> None:
    game = tg.game("mm")
    assert as_game(game, "build") is game
    assert repr(game) == "Game('mastermind-4x6', 1296 secrets, 1296 guesses, 14 feedbacks)"
    weights = game.secret_weights.copy()
    weights[0] = 2
    assert repr(weigh(game, weights)).endswith("14 feedbacks, weighted)")
    long = tg.Game.from_table([[0, 1], [1, 0]], winning=1)
    assert len(repr(long)) < 120
    assert repr(find("entropy+first=0123+candidates")) == "Strategy('entropy+candidates+first=0123')"
    assert all(repr(row.strategy) == f"Strategy({row.strategy.name!r})" for row in STRATEGIES.values())
    tree = tg.build(NAME, "minimax")
    assert repr(tree) == f"Tree('{NAME}', {tree.tally}, minimax)"
    assert repr(player.open_tree(TREE)) == "Tree('bulls-3x9', 2337:6:55, total, proved)"
    assert repr(tree[f"{tree.guesses[0]}:00"]).count(",") == 1


def test_an_analysis_shows_itself_as_a_table() -> None:
    for rows in (tg.compare(NAME, ["entropy"]), tg.next_guesses(NAME), tg.table(NAME, "12")):
        assert rows.title in rows._repr_html_()
