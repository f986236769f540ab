"""Tree: whatever the reader accepts, every method works on it, with any number of labels; no recursion."""

from __future__ import annotations

import sys
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from player import BadInput, Player, Tree, TreeFormatError, open_tree
from player.tree.columns import MAX_DEPTH

if TYPE_CHECKING:
    from player.tree import NestedNode


TABLE = "table:" + "0" * 64
LABELS = ("lo", "hi", "eq", "no")
WINNING, LOSING = 2, 3


def make(root: NestedNode, **more: Any) -> Tree:
    fields: dict[str, Any] = {"game": TABLE, "labels": LABELS, "winning": WINNING, "losing": (LOSING,)}
    return Tree.from_nodes(root, **fields | more)


def chain(length: int, wins_at: int = 1) -> Tree:
    """A tree that asks 0, 1, 2, ... one after the other; every `wins_at`-th guess may be the secret."""
    node: NestedNode = (str(length - 1), True, [])
    for number in range(length - 2, -1, -1):
        node = (str(number), number % wins_at == 0, [(number % 2, node)])
    return make(node)


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """Trees of a game read from files, whose guesses are any words."""
    size = draw(st.integers(1, 24))
    text = st.text(st.characters(exclude_categories=["Z", "C"], exclude_characters=",:#"), min_size=1, max_size=4)
    words = draw(st.lists(text, min_size=size, max_size=size, unique=True))
    children: list[dict[int, int]] = [{}]
    for node in range(1, size):
        free = [(at, way) for at in range(node) for way in (0, 1) if way not in children[at]]
        at, way = draw(st.sampled_from(free))
        children[at][way] = node
        children.append({})
    nodes: list[NestedNode] = []
    for word, below in zip(reversed(words), reversed(children), strict=True):
        wins = draw(st.booleans()) or not below
        nodes.append((word, wins, [(way, nodes[size - 1 - child]) for way, child in below.items()]))
    prices = sorted(draw(st.lists(st.integers(-3, 1 << 40), min_size=size, max_size=size)))
    objectives: list[dict[str, Any]] = [{}, {"objective": "total"}, {"objective": "price", "prices": (*prices,)}]
    tree = make(nodes[-1], **draw(st.sampled_from(objectives)))
    if tree.cost is not None:
        tree.bound = draw(st.none() | st.just(tree.cost) | st.integers(-(1 << 63), tree.cost))
    return tree


def use(tree: Tree) -> None:
    """Call everything; all of it must agree."""
    rows = list(tree.rows())
    secrets = sorted(row["guess"] for row in rows if row["is_candidate"])
    assert len(rows) == len(tree) == tree.nodes
    assert len(secrets) == len(set(secrets)) == tree.secrets == sum(tree.histogram) == tree.candidate_counts()[0]
    assert tree.total == sum(row["depth"] for row in rows if row["is_candidate"]) == round(tree.average * tree.secrets)
    assert tree.depth == max(row["depth"] for row in rows)
    assert tree.tally == f"{tree.total}:{tree.depth}:{tree.at_depth}"
    assert tree.cost is None or isinstance(tree.cost, int)
    assert repr(tree).startswith("Tree(")
    assert [row["parent"] for row in rows] == tree.parents()
    for node, row in enumerate(rows):
        assert tree.find(row["history"]) == row["node"] == node
        assert tree.is_win(node) == row["is_candidate"]
        assert [rows[child]["parent"] for child in tree.children(node)] == [node] * row["children"]
        assert [tree.child(node, tree.feedback[child]) for child in tree.children(node)] == [*tree.children(node)]
        assert tree.child(node, tree.winning) == -1
        below = tree[row["history"]]
        assert (below.guesses[0], below.secrets) == (row["guess"], row["candidates"])
        walk = Player(tree)
        for label in (step.rpartition(":")[2] for step in row["history"].split(",") if step):
            walk.answer(label)
        assert (walk.node, walk.history) == (node, row["history"])
        assert walk.candidates() == sorted(below.guesses[i] for i in range(len(below)) if below.is_win(i))
        assert len(walk.possible()) == row["children"] + row["is_candidate"]


@given(trees())
def test_a_tree_comes_back_and_every_method_works(tree: Tree) -> None:
    data = tree.to_bytes()
    read = open_tree(data)
    assert read.to_bytes() == data
    assert read == tree
    assert read.guesses == tree.guesses
    use(read)


@given(st.binary(max_size=300), st.integers(0, 300))
def test_no_bytes_whatever_crash_the_reader(noise: bytes, start: int) -> None:
    body = chain(3).to_bytes()[:-41][:start] + noise
    for file in (noise, body, body + b"\xa6sha256\xc4\x20" + sha256(body + b"\xa6sha256\xc4\x20").digest()):
        try:
            open_tree(file)
        except TreeFormatError as error:
            assert str(error).isprintable()  # noqa: PT017


def test_find_and_subtrees() -> None:
    tree = chain(4)
    assert (tree.find(""), tree.find("0:lo, 1:hi"), tree["0:lo"].tally, tree[""] == tree) == (0, 2, "6:3:1", True)
    for history, message in {
        "0:lo,3:lo": "the tree asks 1 after 0:lo, not 3",
        "0:eq,1:lo": "the tree asks nothing after 0:eq, not 1",
        "0:lo,1:no": '"no" to 1 fits no secret after 0:lo; possible: hi eq',
        "0": "'0' is not a step of a history; write guess:feedback, as in 0123:01 or crane:bbgyb",
    }.items():
        with pytest.raises(BadInput) as caught:
            tree.find(history)
        assert str(caught.value) == message


DEEP = 100_000


def test_a_deep_tree_opens_without_recursion() -> None:
    assert sys.getrecursionlimit() < DEEP
    tree = chain(DEEP)
    assert tree.tally == f"{DEEP * (DEEP + 1) // 2}:{DEEP}:1"
    data = tree.to_bytes()
    read = open_tree(data)
    assert read.to_bytes() == data
    assert (read.depth, read.histogram[:3], read.candidate_counts()[:2]) == (DEEP, (1, 1, 1), [DEEP, DEEP - 1])
    player = Player(read)
    for number in range(DEEP - 1):
        assert player.answer(LABELS[number % 2]) == str(number + 1)
    assert player.candidates() == [str(DEEP - 1)]
    assert player.answer("eq") is None
    assert player.undo()
    player.reset()
    assert len(player.candidates()) == DEEP
    tree = chain(MAX_DEPTH + 1)
    with pytest.raises(TreeFormatError, match="its depth is 131073, and at most 131072 makes sense"):
        open_tree(tree.to_bytes())


FEEDBACKS = tuple(f"f{index}" for index in range(600))
# Asks a; after f1 b, after f258 c, which f513 takes to d: each byte of these numbers is another.
ROOT: Any = ("a", True, [(1, ("b", True, [])), (258, ("c", True, [(513, ("d", True, []))]))])
WIDE = make(ROOT, labels=FEEDBACKS, winning=599, losing=(2, 300))


def test_two_bytes_the_lower_one_first() -> None:
    values = msgpack.unpackb(WIDE.to_bytes())
    assert (values["feedback"], values["fanout"]) == (b"\0\0\1\0\2\1\1\2", b"\2\0\0\0\1\0\0\0")
    assert (values["guess"], values["wins"]) == (b"abcd", b"\x0f")
    root: Any = ("a", True, [(1, ("b", True, []))])
    for count, size in ((256, 2), (257, 4), (8192, 4)):
        tree = make(root, labels=tuple(f"f{i}" for i in range(count)), winning=0, losing=())
        values = msgpack.unpackb(tree.to_bytes())
        assert (len(values["feedback"]), len(values["fanout"])) == (size, size)
        assert Tree.from_bytes(tree.to_bytes()) == tree
