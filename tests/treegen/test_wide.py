"""Games of more than 256 feedbacks, whose indices take two bytes: from the table to the player."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
import twins

import treegen as tg
from player import Player, open_tree
from player.rules.feedback import marks
from treegen.games import partition
from treegen.games.weights import weigh
from treegen.greedy import chooser

if TYPE_CHECKING:
    from player.tree.tree import NodeRow
    from tests.conftest import RunCommand


def with_gaps(game: tg.Game, labels: int) -> tg.Game:
    """The same game with more feedbacks, most of which never come; those that do keep their order."""
    step = (labels - 1) // (len(game.labels) - 1)
    places = [step * index for index in range(len(game.labels))]
    named = dict(zip(places, game.labels, strict=True))
    return tg.Game.from_table(
        np.array(places)[game.table],
        winning=places[game.winning],
        losing=tuple(places[index] for index in game.losing),
        labels=tuple(named.get(index, f"never{index}") for index in range(labels)),
        guesses=game.guesses,
        secrets=game.secrets,
    )


def nodes(tree: tg.Tree) -> list[NodeRow]:
    return list(tree.rows())


@pytest.mark.needs_core
@pytest.mark.parametrize(
    ("name", "labels"),
    [("bulls-3x6", 300), ("bulls-3x6", 8192), ("mastermind-3x4", 1000), ("number-0..30", 257)],
)
@pytest.mark.parametrize(
    "options", [{}, {"objective": "worst"}, {"prices": [0, 0, 0, 1, 1, 1, 5, 9]}, {"guesses": "candidates"}], ids=str
)
def test_feedbacks_that_never_come_change_no_optimal_tree(name: str, labels: int, options: dict[str, object]) -> None:
    game = twins.game(name)
    wide = with_gaps(game, labels)
    try:
        tree = tg.solve(game, **options)  # type: ignore[arg-type]
    except tg.NoSuchTree:
        with pytest.raises(tg.NoSuchTree):
            tg.solve(wide, **options)  # type: ignore[arg-type]
        return
    for threads in (1, 2):
        again = tg.solve(wide, threads=threads, **options)  # type: ignore[arg-type]
        assert (nodes(again), again.cost) == (nodes(tree), tree.cost)


@pytest.mark.parametrize("name", ["bulls-3x6", "mastermind-3x4"])
@pytest.mark.parametrize("strategy", ["entropy", "minimax", "most-cells", "entropy+last-of-all"])
def test_feedbacks_that_never_come_change_no_greedy_tree(
    name: str, strategy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = twins.game(name)
    wide, tree = with_gaps(game, 1000), nodes(tg.build(game, strategy, max_depth=None))
    assert nodes(tg.build(wide, strategy, max_depth=None)) == tree
    for module in (chooser, partition):
        monkeypatch.setattr(module, "core", None)
    assert nodes(tg.build(wide, strategy, max_depth=None)) == tree


def test_a_table_has_as_many_bytes_as_its_labels_need() -> None:
    table = [[0, 1], [1, 0]]
    assert tg.Game.from_table(table, winning=1).table.dtype == np.uint8
    names = tuple(f"f{index}" for index in range(300))
    assert tg.Game.from_table(table, winning=1, labels=names).table.dtype == np.uint16
    assert tg.Game.from_table([[300, 1], [1, 0]], winning=300).table.dtype == np.uint16
    for bad in ([[8192, 1], [1, 0]], [[-1, 1], [1, 0]], [[0.5, 1], [1, 0]]):
        with pytest.raises(tg.BadInput):
            tg.Game.from_table(bad, winning=1)
    assert tg.game("marks-6x2").table.nbytes == 2 * 64 * 64
    with pytest.raises(tg.BadInput, match="takes 8 KiB, and 8 KiB are allowed"):
        tg.game("marks-6x2", memory=2 * 64 * 64 - 1)


# Words and equations made by rule.
WORDS = sorted({"".join(Random(number).choices("abcdefgh", k=6)) for number in range(60)})
EQUATIONS = [f"{a}+{b}={a + b}" for a in range(10, 90, 7) for b in range(10, 99 - a, 9)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the lists and a tree of each."""
    path = tmp_path_factory.mktemp("wide")
    for name, words in (("six", WORDS), ("eight", EQUATIONS)):
        (path / f"{name}.txt").write_text("\n".join(words) + "\n")
        tg.solve(tg.game(f"words:{path / name}.txt")).write(path / f"{name}.tree")
    return path


@pytest.mark.parametrize("name", ["six", "eight"])
def test_trees_verify_and_find_every_word(name: str, folder: Path) -> None:
    game, tree = tg.game(f"words:{folder / name}.txt"), open_tree(folder / f"{name}.tree")
    assert tree.proved
    assert tg.verify(tree, game).faults == ()
    for secret in game.secrets:
        player = Player(tree)
        while player.guess != secret:
            player.answer(marks(str(player.guess), secret))
        player.answer("2" * len(secret))
        assert player.finished
    first = tree.guesses[0]
    cells = Counter(marks(first, secret) for secret in game.secrets)
    assert {row["feedback"]: row["count"] for row in tg.table(game, first)[:-1]} == cells
    history = f"{first}:{tree.labels[tree.feedback[1]]}"
    assert tg.next_guesses(game, history, top=1)[0]["expected_guesses"] == round(tree[history].average, 4)
    heavy = weigh(game, np.arange(1, len(game.secrets) + 1, dtype=np.int64))
    for other in (tg.build(game, guesses="hard", max_depth=None), tg.build(heavy, max_depth=None)):
        assert tg.verify(other, game).faults == ()


def test_the_commands_know_them(folder: Path, call_treegen: RunCommand, run_player: RunCommand) -> None:
    words, path = f"words:{folder / 'six'}.txt", folder / "six.tree"
    for arguments, shown in (
        (("build", words, "-o", folder / "again.tree"), "again.tree"),
        (("verify", path, "--game", words, "--optimal"), "proved again"),
        (("stats", path), "proved     yes"),
        (("render", path, "-o", folder / "drawn.dot"), "drawn.dot"),
        (("export", path, "--to", "text", "-o", folder / "lines.txt"), ""),
        (("import", folder / "lines.txt", "--game", words, "-o", folder / "read.tree"), "read.tree"),
    ):
        done = call_treegen(*arguments)
        assert (done.returncode, shown in done.stdout) == (0, True), (arguments, done.stdout, done.stderr)
    tree = open_tree(path)
    assert nodes(open_tree(folder / "read.tree")) == nodes(tree)
    first, second, label = tree.guesses[0], tree.guesses[1], tree.labels[tree.feedback[1]]
    done = run_player("judge", path, input=f"{label}\n222222\n")
    assert (done.returncode, done.stdout.split()[:2]) == (0, [first, second])
    done = run_player("referee", path)
    assert (done.returncode, tree.tally in done.stdout) == (0, True), done.stdout
    tg.build(tg.game("marks-6x3")).write(folder / "many.tree")
    done = run_player("judge", folder / "many.tree", input="000000\n")
    assert (done.returncode, len(done.stderr) < 700, done.stderr.rstrip()[-4:]) == (2, True, " ...")
