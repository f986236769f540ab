"""Games of more than 256 feedbacks, whose indices take two bytes: from the table to the player."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

import treegen as tg
from player import Player, open_tree
from player.rules.feedback import marks
from treegen.exchange.export import codec
from treegen.games import partition
from treegen.games.memory import check_memory
from treegen.games.tables import LazyTable
from treegen.insight.verify import verify_bytes
from treegen.native import core

if TYPE_CHECKING:
    from player.tree.rowtypes import NodeRow
    from tests.conftest import RunCommand


def nodes(tree: tg.Tree) -> list[NodeRow]:
    return list(tree.rows())


def test_a_table_of_two_bytes_takes_twice_the_memory() -> None:
    game = tg.game("marks-6x2")
    assert game.table.nbytes == 2 * 64 * 64
    check_memory(game.rules, 2 * 64 * 64)  # type: ignore[arg-type]
    with pytest.raises(tg.BadInput, match="takes 8 KiB, and 8 KiB are allowed"):
        tg.game("marks-6x2", memory=2 * 64 * 64 - 1)


def test_a_table_has_as_many_bytes_as_its_labels_need() -> None:
    table = [[0, 1], [1, 0]]
    assert tg.Game.from_table(table, winning=1).table.dtype == np.uint8
    names = tuple(f"f{index}" for index in range(300))
    assert tg.Game.from_table(table, winning=1, labels=names).table.dtype == np.uint16
    assert tg.Game.from_table([[300, 1], [1, 0]], winning=300).table.dtype == np.uint16
    for bad in ([[8192, 1], [1, 0]], [[-1, 1], [1, 0]], [[0.5, 1], [1, 0]]):
        with pytest.raises(tg.BadInput):
            tg.Game.from_table(bad, winning=1)
    for labels in (names[:256], names):
        entry = np.uint16 if len(labels) == 256 else np.uint8
        with pytest.raises(tg.BadInput, match="the table must be"):
            tg.Game("table:", ("a", "b"), ("a", "b"), labels, 1, LazyTable.of(np.array(table, dtype=entry)))


@pytest.mark.needs_core
def test_cells_are_counted_alike_with_and_without_the_core() -> None:
    random = np.random.default_rng(1)
    table = random.integers(0, 2000, (80, 70))
    table[table == 7] = 8
    game = tg.Game.from_table(table, winning=7, labels=tuple(f"f{i}" for i in range(2000)))
    candidates = np.arange(0, 70, 3, dtype=np.int32)
    guesses = np.arange(5, 60, 2, dtype=np.int32)
    for some in (np.arange(80, dtype=np.int32), guesses):
        sizes = partition.cell_sizes(game, candidates, some)
        assert (sizes == partition.cell_weights_by_numpy(game, candidates, some)).all()
        assert (sizes.sum(axis=1) == len(candidates)).all()


@pytest.mark.needs_core
def test_the_core_refuses_other_tables() -> None:
    assert core is not None
    one = np.zeros(1, dtype=np.int32)
    for table, feedbacks in ((np.zeros((1, 1), np.uint8), 257), (np.zeros((1, 1), np.uint16), 8193)):
        with pytest.raises(ValueError, match="feedbacks"):
            core.cell_sizes(table, one, one, feedbacks)
        with pytest.raises(ValueError, match="feedbacks"):
            core.Search(table, feedbacks, 0)
    for kind in (np.int32, np.int16, np.uint32, np.float32, bool):
        with pytest.raises(TypeError):
            core.Search(np.zeros((1, 1), kind), 300, 0)
        with pytest.raises(TypeError):
            core.cell_sizes(np.zeros((1, 1), kind), one, one, 300)
    # false entries are not counted, and not read past any counter
    wide = np.full((1, 1), 65535, dtype=np.uint16)
    assert not core.cell_sizes(wide, one, one, 300).any()
    assert core.choose(wide, one, core.Rule(np.zeros(2, np.int64), False), False, 300, 0, []) == -1


# --- the commands, on words and equations made by rule

WORDS = sorted({"".join(Random(number).choices("abcdefgh", k=6)) for number in range(60)})
EQUATIONS = [f"{a}+{b}={a + b}" for a in range(10, 90, 7) for b in range(10, 99 - a, 9)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the lists and a tree of each."""
    path = tmp_path_factory.mktemp("wide")
    for name, words in (("six", WORDS), ("eight", EQUATIONS)):
        (path / f"{name}.txt").write_text("\n".join(words) + "\n")
        game = tg.game(f"words:{path / name}.txt")
        tg.build(game).write(path / f"{name}.tree")
        tg.solve(game).write(path / f"{name}.total.tree")
    return path


@pytest.mark.parametrize("name", ["six", "eight"])
def test_trees_verify_and_find_every_word(name: str, folder: Path) -> None:
    game = tg.game(f"words:{folder / name}.txt")
    for path in (folder / f"{name}.tree", folder / f"{name}.total.tree"):
        tree = open_tree(path)
        assert verify_bytes(path.read_bytes(), game=game).faults == ()
        for secret in game.secrets:
            player = Player(tree)
            while player.guess != secret:
                assert player.guess is not None
                player.answer(marks(player.guess, secret))
            player.answer("2" * len(secret))
            assert player.finished
    assert tree.proved
    assert tree.total <= open_tree(folder / f"{name}.tree").total


def test_the_commands_of_treegen_know_them(folder: Path, call_treegen: RunCommand) -> None:
    words, tree = f"words:{folder / 'six'}.txt", folder / "six.total.tree"
    for arguments, shown in (
        (("build", words, "-o", folder / "again.tree"), "again.tree"),
        (("solve", words, "-o", folder / "again.tree", "-j", "1"), "again.tree"),
        (("verify", tree, "--game", words, "--optimal"), "proved again"),
        (("stats", tree), "proved     yes"),
        (("render", tree, "-o", folder / "drawn.dot"), "drawn.dot"),
        (("export", tree, "--to", "text", "-o", folder / "lines.txt"), ""),
        (("import", folder / "lines.txt", "--game", words, "-o", folder / "read.tree"), "read.tree"),
    ):
        done = call_treegen(*arguments)
        assert (done.returncode, shown in done.stdout) == (0, True), (arguments, done.stdout, done.stderr)
    assert (folder / "again.tree").read_bytes() == tree.read_bytes()
    assert nodes(open_tree(folder / "read.tree")) == nodes(open_tree(tree))
    columns = json.loads(codec.columns(open_tree(tree)))
    assert max(columns["feedback"]) > 255


def test_source_code_is_made_of_them(folder: Path, call_treegen: RunCommand) -> None:
    path = folder / "marks.tree"
    tg.build(tg.game("marks-6x2")).write(path)
    done = call_treegen("export", path, "--to", "python", "--test")
    assert (done.returncode, done.stdout.split()[-1]) == (0, "64"), done.stdout + done.stderr


def test_player_plays_them(folder: Path, run_player: RunCommand) -> None:
    path = folder / "six.total.tree"
    tree = open_tree(path)
    first, second = tree.guesses[0], tree.guesses[1]
    label = tree.labels[tree.feedback[1]]
    done = run_player("judge", path, input=f"{label}\n222222\n")
    assert (done.returncode, done.stdout.split()[:2]) == (0, [first, second])
    done = run_player("play", path, input=f"{label}\nno\n222222\n")
    assert (done.returncode, f"Found {second}" in done.stdout) == (0, True), done.stdout
    done = run_player("referee", path)
    assert (done.returncode, tree.tally in done.stdout) == (0, True), done.stdout


def test_a_feedback_that_fits_nothing_is_told_in_a_line_that_can_be_read(folder: Path, call_player: RunCommand) -> None:
    many = folder / "many.tree"
    tg.build(tg.game("marks-6x3")).write(many)
    done = call_player("judge", many, input="000000\n")
    assert done.returncode != 0
    assert len(done.stderr) < 700
    assert done.stderr.rstrip().endswith(" ...")
