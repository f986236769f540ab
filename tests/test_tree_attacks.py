"""Named attacks on the reader of trees, one small file each in tests/attacks/trees, and lies that hypothesis finds.

`scripts/attack trees` makes many more from a seed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from player import Tree, TreeFormatError, open_tree
from player.rules import names as rules
from treegen.cli import main as treegen_main
from treegen.insight.verify import verify_bytes

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests" / "attacks"))

from campaigns.tree_changes import Node, columns_of, pack  # noqa: E402
from campaigns.tree_truth import lie_in  # noqa: E402

if TYPE_CHECKING:
    from tests.conftest import RunCommand

FOLDER = Path(__file__).parent / "attacks" / "trees"
NAMED = [line.split(None, 2) for line in (FOLDER / "expected.txt").read_text(encoding="utf-8").splitlines()[1:]]
CODES = {"refused": 2, "false": 1, "true": 0}


def test_every_file_is_in_the_table() -> None:
    assert sorted(name for name, _, _ in NAMED) == sorted(path.name for path in FOLDER.glob("*.tree"))
    assert all(path.stat().st_size < 2048 for path in FOLDER.glob("*.tree"))


@pytest.mark.parametrize(("name", "outcome", "words"), NAMED, ids=[name for name, _, _ in NAMED])
def test_a_named_attack_ends_as_expected(
    name: str, outcome: str, words: str, run_player: RunCommand, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    path = FOLDER / name
    if outcome == "refused":
        with pytest.raises(TreeFormatError) as caught:
            open_tree(path)
        message = str(caught.value)
        assert message.startswith(f"{path}: {words}")
        assert message.isprintable()
        assert len(message) < 300 + len(str(path)) * 2
    else:
        open_tree(path)

    judged = run_player("judge", path)
    assert judged.returncode == 2  # nobody answers
    assert judged.stderr.count("\n") == 1
    assert (words in judged.stderr) == (outcome == "refused")

    monkeypatch.setattr(sys, "argv", ["treegen", "verify", str(path)])
    with pytest.raises(SystemExit) as ended:
        treegen_main()
    assert ended.value.code == CODES[outcome]
    printed = capsys.readouterr()
    assert words in (printed.err if outcome == "refused" else printed.out)
    assert printed.err.count("\n") == (outcome == "refused")


GAMES = ("bulls-1x3", "bulls-2x3", "match-2x2", "marks-2x2", "number-0..3", "bulls-2x3-any")


@st.composite
def games_and_trees(draw: st.DrawFn) -> tuple[rules.AnyRules, Node, dict[str, Any]]:
    """A game, the root of one of its true trees, and the other values of its file."""
    game = rules.read_game(draw(st.sampled_from(GAMES)))
    guesses = game.guesses()

    def node(candidates: list[str]) -> Node:
        good = []
        for guess in guesses:
            cells: dict[str, list[str]] = {}
            for secret in candidates:
                cells.setdefault(game.feedback(guess, secret), []).append(secret)
            wins = bool(cells.pop(game.labels[game.winning], []))
            loses = any(game.labels[index] in cells for index in game.losing)
            if not loses and (wins if len(candidates) == 1 else len(cells) + wins > 1):
                good.append((guess, wins, cells))
        guess, wins, cells = draw(st.sampled_from(good))
        return [guess, wins, {game.labels.index(label): node(cell) for label, cell in sorted(cells.items())}, 1]

    values: dict[str, Any] = {
        "magic": "guesstree",
        "version": 1,
        "game": game.name,
        "files": [],
        "called": "",
        "method": "",
        "strategy": "",
        "pool": "",
        "max_depth": None,
        "first_guess": "",
        "seed": None,
        "exact_below": 0,
        "changes": None,
        "objective": "",
        "prices": [],
        "proved": False,
        "bound": None,
        "labels": list(game.labels),
        "winning": game.winning,
        "losing": list(game.losing),
        "tally": "",
        "histogram": [],
        "guess": b"",
        "feedback": b"",
        "fanout": b"",
        "wins": b"",
        "weights": [],
    }
    return game, node(game.secrets()), values


NUMBERS = st.integers(-1, 30)
CLAIMS: dict[str, st.SearchStrategy[Any]] = {
    "objective": st.sampled_from(["total", "price", "worst"]),
    "prices": st.lists(NUMBERS, max_size=6).map(sorted),
    "proved": st.booleans(),
    "bound": st.none() | NUMBERS,
}
SHAPE: dict[str, st.SearchStrategy[Any]] = {
    "winning": st.integers(0, 8),
    "losing": st.lists(st.integers(0, 8), max_size=2),
    "game": st.sampled_from(GAMES),
    "histogram": st.lists(NUMBERS, max_size=4),
    "tally": st.sampled_from(["6:3:1", "13:3:2", "8:2:3"]),
}
FIELDS: st.SearchStrategy[dict[str, Any]] = (
    st.just({}) | st.fixed_dictionaries({}, optional=CLAIMS) | st.fixed_dictionaries({}, optional=SHAPE)
)


@given(games_and_trees(), FIELDS, st.data())
@settings(max_examples=800)
def test_what_is_accepted_is_verified_only_if_a_third_reader_agrees(
    drawn: tuple[rules.AnyRules, Node, dict[str, Any]], fields: dict[str, Any], data: st.DataObject
) -> None:
    game, root, values = drawn
    meaning = list(game.labels), game.winning, list(game.losing)
    good = pack(columns_of(root, values))
    assert verify_bytes(good).faults == ()
    assert lie_in(good, game.secrets(), game.feedback, meaning) == ""

    nodes = [root]
    for node in nodes:
        nodes.extend(node[2].values())
    for _ in range(data.draw(st.integers(0, 3))):
        change(data, game, data.draw(st.sampled_from(nodes)), data.draw(st.sampled_from(nodes)))
    lying = pack({**columns_of(root, values, tells=True), **fields})
    try:
        tree = open_tree(lying)
    except TreeFormatError as error:
        message = str(error)
    else:
        message = "fine"
        check_verify(tree, lying)
    assert message.isprintable()
    assert len(message) < 300


def check_verify(tree: Tree, lying: bytes) -> None:
    named = rules.read_game(tree.game)
    lie = lie_in(lying, named.secrets(), named.feedback, (list(named.labels), named.winning, list(named.losing)))
    assert bool(verify_bytes(lying).faults) == bool(lie)


def change(data: st.DataObject, game: rules.AnyRules, node: Node, other: Node) -> None:
    """Change a node; the result is still a tree."""
    how = data.draw(st.integers(-3, 5))
    if how <= 0:  # the change that most often keeps all secrets
        node[0], other[0] = other[0], node[0]
    elif how == 1:
        node[0] = data.draw(st.sampled_from(game.guesses()))
    elif how == 2:
        node[1] = not node[1]
    elif how == 3 and node[2]:
        del node[2][data.draw(st.sampled_from(sorted(node[2])))]
    elif how == 4 and node[2]:
        way = data.draw(st.sampled_from(sorted(node[2])))
        node[2][data.draw(st.integers(0, len(game.labels) - 1))] = node[2].pop(way)
    elif how == 5:
        leaf = [data.draw(st.sampled_from(game.guesses())), True, {}, 1]
        node[2].setdefault(data.draw(st.integers(0, len(game.labels) - 1)), leaf)
