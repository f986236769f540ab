"""Games of more than 256 feedbacks, whose indices take two bytes: from the table to the player."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import twins
from twins import Call

import treegen as tg
from player import open_tree
from player.rules.feedback import marks
from treegen.games import partition
from treegen.greedy import chooser


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


@pytest.mark.needs_core
@pytest.mark.parametrize(
    ("name", "labels"),
    [("bulls-3x6", 300), ("mastermind-3x4", 8192), ("number-0..30", 257), ("bulls-2x4", 256)],
)
@pytest.mark.parametrize(
    "options", [{}, {"objective": "worst"}, {"prices": [0, 0, 0, 1, 1, 1, 5, 9]}, {"guesses": "candidates"}], ids=str
)
def test_feedbacks_that_never_come_change_no_tree(
    name: str, labels: int, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = twins.game(name)
    wide, greedy = with_gaps(game, labels), list(tg.build(game, max_depth=None).rows())
    assert list(tg.build(wide, max_depth=None).rows()) == greedy
    with monkeypatch.context() as patch:
        for module in (chooser, partition):
            patch.setattr(module, "core", None)
        assert list(tg.build(wide, max_depth=None).rows()) == greedy
    try:
        tree = tg.solve(game, **options)  # type: ignore[arg-type]
    except tg.NoSuchTree:
        with pytest.raises(tg.NoSuchTree):
            tg.solve(wide, **options)  # type: ignore[arg-type]
        return
    for threads in (1, 2):
        again = tg.solve(wide, threads=threads, **options)  # type: ignore[arg-type]
        assert (list(again.rows()), again.cost) == (list(tree.rows()), tree.cost)


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


def test_words_of_eight_letters_are_built_verified_and_played(
    tmp_path: Path, call_treegen: Call, call_player: Call, run_player: Call
) -> None:
    (tmp_path / "list").write_text(
        "\n".join(f"{a}+{b}={a + b}" for a in range(10, 90, 7) for b in range(10, 99 - a, 9))
    )
    game = tg.game(f"words:{tmp_path / 'list'}")
    for options in ({}, {"guesses": "hard"}):
        assert tg.verify(tg.build(game, max_depth=None, **options), game).faults == ()  # type: ignore[arg-type]
    for words, shown in (
        ("solve words:list -o a.tree", "a.tree"), ("verify ./a.tree --game words:list --optimal", "proved again"),
        ("export ./a.tree --to text -o lines", ""), ("import lines --game words:list -o read.tree", "read.tree"),
    ):  # fmt: skip
        done = call_treegen(*words.split(), cwd=tmp_path)
        assert (done.returncode, shown in done.stdout) == (0, True), (words, done.stdout, done.stderr)
    tree = open_tree(tmp_path / "a.tree")
    assert list(open_tree(tmp_path / "read.tree").rows()) == list(tree.rows())
    assert Counter(marks(tree.guesses[0], secret) for secret in game.secrets) == {
        row["feedback"]: row["count"] for row in tg.table(game, tree.guesses[0])[:-1]
    }
    label = tree.labels[tree.feedback[1]]
    done = run_player("judge", tmp_path / "a.tree", input=f"{label}\n22222222\n")
    assert (done.returncode, done.stdout.split()) == (0, tree.guesses[:2])
    assert tree.tally in call_player("referee", tmp_path / "a.tree").stdout
    refused = run_player("judge", tmp_path / "a.tree", input="99999999\n")
    assert (refused.returncode, len(refused.stderr) < 700) == (2, True)
