"""Tree files of more than 256 labels, which have two bytes per node for feedback and fanout."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import msgpack
import pytest

from player import Tree, TreeFormatError
from player.rules.feedback import mark_labels
from player.tree.columns import Columns, WideColumn, column, read_wide, write_column
from player.tree.decode import decode

LABELS = tuple(f"f{index}" for index in range(600))
# Asks a; after f1 b, after f258 c, which f513 takes to d: each byte of these numbers is another.
ROOT: Any = ("a", True, [(1, ("b", True, [])), (258, ("c", True, [(513, ("d", True, []))]))])
TREE = Tree.from_nodes(ROOT, game=f"table:{'0' * 64}", labels=LABELS, winning=599, losing=(2, 300))
DATA = TREE.to_bytes()


def sealed(**changes: Any) -> bytes:
    """The file with other values, and the checksum that they take."""
    values = {**msgpack.unpackb(DATA), **changes}
    body: bytes = msgpack.packb(values | {"sha256": bytes(32)})[:-32]
    return body + hashlib.sha256(body).digest()


def refusal(data: bytes) -> str:
    with pytest.raises(TreeFormatError) as caught:
        decode(data, "a.tree", Columns)
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 300
    return message


def test_two_bytes_the_lower_one_first() -> None:
    values = msgpack.unpackb(DATA)
    assert values["feedback"] == b"\0\0\1\0\2\1\1\2"
    assert values["fanout"] == b"\2\0\0\0\1\0\0\0"
    assert (values["guess"], values["wins"], values["tally"]) == (b"abcd", b"\x0f", "8:3:1")


def test_the_tree_comes_back() -> None:
    tree = Tree.from_bytes(DATA)
    assert tree == TREE
    assert tree.to_bytes() == DATA
    assert [row["history"] for row in tree.rows()] == ["", "a:f1", "a:f258", "a:f258,c:f513"]
    assert [tree.child(0, feedback) for feedback in (0, 1, 2, 258, 513)] == [-1, 1, -1, 2, -1]
    assert tree["a:f258"].tally == "3:2:1"


def test_257_labels_are_the_fewest_that_take_two_bytes() -> None:
    root: Any = ("a", True, [(1, ("b", True, []))])
    for count, size in ((256, 2), (257, 4), (8192, 4)):
        tree = Tree.from_nodes(root, game=TREE.game, labels=tuple(f"f{i}" for i in range(count)), winning=0, losing=())
        values = msgpack.unpackb(tree.to_bytes())
        assert (len(values["feedback"]), len(values["fanout"])) == (size, size)
        assert Tree.from_bytes(tree.to_bytes()) == tree
    tree = Tree.from_nodes(root, game=TREE.game, labels=tuple(f"f{i}" for i in range(8193)), winning=0, losing=())
    assert "not 2 to 8192 different words" in refusal(tree.to_bytes())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"labels": list(LABELS[:256]), "winning": 0, "losing": []}, "the columns differ in length"),
        ({"labels": [*LABELS[:-1], LABELS[0]]}, "not 2 to 8192 different words"),
        ({"feedback": b"\0\0\1\0\2\1\1"}, "the columns differ in length"),
        ({"feedback": b"\0\0\1\0\2\1"}, "the columns differ in length"),
        ({"fanout": b"\2\0\0\0\1\0\0"}, "the columns differ in length"),
        ({"fanout": b"\2\0\1\0"}, "the columns differ in length"),
        ({"feedback": b"", "fanout": b"", "guess": b"", "wins": b""}, "it has no nodes"),
        ({"feedback": b"\0\1\1\0\2\1\1\2"}, "the root has a feedback"),
        ({"feedback": b"\0\0\1\0\2\1\x58\2"}, "a feedback that cannot lead to a node"),  # 600
        ({"feedback": b"\0\0\1\0\2\1\x57\2"}, "a feedback that cannot lead to a node"),  # 599 wins
        ({"feedback": b"\0\0\1\0\x2c\1\1\2"}, "a feedback that cannot lead to a node"),  # 300 loses
        ({"feedback": b"\0\0\2\1\1\0\1\2"}, "siblings are not in rising order of feedback"),
        ({"feedback": b"\0\0\1\0\1\0\1\2"}, "siblings are not in rising order of feedback"),
        ({"fanout": b"\2\1\0\0\1\0\0\0"}, "the fanouts name 260 nodes, but there are 4"),
        ({"fanout": b"\1\0\0\0\2\0\0\0"}, "a node stands before its parent"),
        ({"wins": b"\x0d"}, "a node has neither a child nor a win"),
        ({"losing": [300, 2]}, "the losing feedbacks are not rising indices"),
        ({"losing": [2, 600]}, "a losing feedback has no label"),
        ({"winning": 600}, "the winning feedback has no label"),
        ({"tally": "8:3:2"}, "is not that of its nodes"),
    ],
    ids=str,
)
def test_one_broken_rule(changes: dict[str, Any], message: str) -> None:
    assert message in refusal(sealed(**changes))


def test_changed_columns_are_refused_or_a_tree_that_is_written_so() -> None:
    chance = random.Random(1)
    accepted = 0
    for _ in range(400):
        values = {key: bytearray(msgpack.unpackb(DATA)[key]) for key in ("feedback", "fanout")}
        some = values[chance.choice(["feedback", "fanout"])]
        some[chance.randrange(len(some))] = chance.randrange(256)
        data = sealed(**{key: bytes(value) for key, value in values.items()})
        try:
            tree = Tree.from_bytes(data)
        except TreeFormatError:
            continue
        assert tree.to_bytes() == data
        accepted += 1
    assert accepted


@pytest.mark.parametrize("letters", [6, 8])
def test_words_of_six_to_eight_letters_have_all_marks(letters: int) -> None:
    words = ["ab" * (letters // 2), "ba" * (letters // 2)]
    labels = mark_labels(letters)
    root: Any = (words[0], True, [(labels.index("1" * letters), (words[1], True, []))])
    tree = Tree.from_nodes(root, game=f"words:{'0' * 64}", labels=labels, winning=len(labels) - 1, losing=())
    assert Tree.from_bytes(tree.to_bytes()) == tree
    tree.files, tree.called = ("a.txt", "0" * 64), "mine"
    assert Tree.from_bytes(tree.to_bytes()) == tree
    short = Tree.from_nodes(root, game=tree.game, labels=labels[:-1], winning=len(labels) - 2, losing=())
    assert f"the feedbacks are not the marks of words of {letters} letters" in refusal(short.to_bytes())


def test_a_column_is_what_the_number_of_labels_asks_for() -> None:
    assert column([0, 255], 256) == b"\0\xff"
    wide = column([0, 255], 257)
    assert isinstance(wide, WideColumn)
    assert write_column(wide) == b"\0\0\xff\0"
    assert read_wide(b"\0\0\xff\0\1\2") == WideColumn((0, 255, 513))
    assert [wide.find(255, 0, 2), wide.find(255, 0, 1), wide.find(7, 0, 2)] == [1, -1, -1]
