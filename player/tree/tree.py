"""Tree: a decision tree with its statistics, subtrees and rows; made of nodes, opened and written."""

from __future__ import annotations

import os
from functools import lru_cache
from hashlib import sha256

import msgpack

from player.errors import BadInput, require, shorten
from player.rules.history import read_history, show_history
from player.rules.names import parse, rules_of
from player.rules.titles import brief
from player.tree.columns import VERSION, Columns, Walk
from player.tree.decode import KEYS, decode
from player.tree.files import find_tree, read, read_source
from player.tree.wide import column, write_column

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any, TypeAlias, TypedDict

    # A node while a tree is being made: its guess, whether it may be the secret, and its children by feedback index.
    Node: TypeAlias = tuple[str, bool, Sequence[tuple[int, "Node"]]]
    # What functions take for a tree: itself, a name or path, or the bytes of its file.
    TreeSource: TypeAlias = "Tree | str | os.PathLike[str] | bytes"


if TYPE_CHECKING:

    class NodeRow(TypedDict):
        """A row of `Tree.rows`: a node, what was asked and answered before, and how many secrets are possible there."""

        node: int
        parent: int
        depth: int
        history: str
        guess: str
        is_candidate: bool
        candidates: int
        children: int


class Tree(Columns):
    """A decision tree: one node per guess, in the columns of its file.

    Beside the file's fields (see trees/FORMAT.md): `total`, `depth`, `at_depth`, `average`, `secrets`, `nodes`,
    `cost`; `guesses`, the nodes' guesses as text.  `tree["0123:01"]` is a subtree, `tree.rows()` one dict per node.

    >>> tree = open_tree("bulls-4x10.entropy")
    >>> tree.tally, tree.guesses[0], round(tree.average, 4)
    ('26424:7:99', '0123', 5.2429)
    """

    __slots__ = ()

    @classmethod
    def from_bytes(cls, data: bytes, where: str = "tree") -> Tree:
        """Read a tree file's bytes; TreeFormatError for whatever is not right."""
        return decode(data, where, cls)

    @classmethod
    def from_nodes(cls, root: Node, weights: dict[str, int] | None = None, **fields: Any) -> Tree:
        """Lay nested nodes `(guess, wins, [(feedback index, node), ...])` out as columns; no recursion.

        `weights`: of the guesses that find secrets, 1 where one is not named.
        """
        order, reached, at = [root], [0], 0
        while at < len(order):
            for feedback, child in sorted(order[at][2], key=lambda pair: pair[0]):
                reached.append(feedback)
                order.append(child)
            at += 1
        words = [node[0].encode() for node in order]
        width = max(map(len, words))
        wins = int("".join("01"[node[1]] for node in reversed(order)), 2)
        weighed = tuple((weights or {}).get(node[0], 1) for node in order if node[1])
        return cls(
            guess=b"".join(word.ljust(width, b"\0") for word in words),
            feedback=column(reached, len(fields["labels"])),
            fanout=column((len(node[2]) for node in order), len(fields["labels"])),
            wins=wins.to_bytes((len(order) + 7) // 8, "little"),
            weights=weighed if any(weight > 1 for weight in weighed) else (),
            **fields,
        )

    def to_bytes(self) -> bytes:
        """The tree file's bytes, the one encoding of a tree; sets `sha256`."""
        values: dict[str, Any] = {"magic": "guesstree", "version": VERSION}
        for key in list(KEYS)[2:-1]:
            value = getattr(self, key)
            values[key] = list(value) if isinstance(value, tuple) else value
        values["feedback"], values["fanout"] = write_column(self.feedback), write_column(self.fanout)
        body: bytes = msgpack.packb({**values, "sha256": bytes(32)})[:-32]
        digest = sha256(body)
        self.sha256 = digest.hexdigest()
        return body + digest.digest()

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the tree file, replacing an old one only when the new one is safe on the disk."""
        from player.tree.writer import write_file

        data = self.to_bytes()
        decode(data, os.fspath(path), Tree)  # what cannot be read replaces nothing
        write_file(os.fspath(path), data)

    def __repr__(self) -> str:
        made = self.objective or self.strategy
        game = shorten(brief(self.game))
        return f"Tree({game!r}, {self.tally}{made and f', {shorten(made)}'}{', proved' * self.proved})"

    def _repr_html_(self) -> str:
        from player.tree.notebook import shown, summary

        return shown(self, "html") or summary(self)

    def _repr_svg_(self) -> str | None:
        from player.tree.notebook import shown

        return shown(self, "svg")

    __iter__ = None  # else Python would ask for the subtrees 0, 1, ...

    def __len__(self) -> int:
        return len(self.feedback)

    def __eq__(self, other: object) -> bool:
        names = [name for name in Columns.__slots__ if name not in ("path", "sha256")]
        return isinstance(other, Tree) and all(getattr(self, name) == getattr(other, name) for name in names)

    __hash__ = None  # type: ignore[assignment]

    @property
    def title(self) -> str:
        """What people call the game of the tree, as `Bulls and Cows, 4 of 10 digits`."""
        return rules_of(self).title

    def option(self, name: str) -> str:
        """The value of an option, as `--seed`, in the command that made the tree; "" where it has none."""
        import shlex

        words = shlex.split(self.made)
        return words[words.index(name) + 1] if name in words else ""

    @property
    def method(self) -> str:
        """The verb that made the tree: `build`, `solve`, `import` or `differentiate`; "" where that is not known."""
        return self.made.split(" ")[1] if self.made else ""

    @property
    def strategy(self) -> str:
        """The strategy that `build` took, or the notation that `import` read; "" for any other tree."""
        return self.option("--strategy") or self.option("--from")

    def child(self, node: int, feedback: int) -> int:
        """The node that feedback index `feedback` leads to from `node`, or -1: the one constant-time step."""
        first = self.first
        return self.feedback.find(feedback, first[node], first[node + 1])

    def candidate_counts(self) -> list[int]:
        """For each node, how many secrets are still possible when it asks."""
        return self._summed(self._marks())

    def candidate_weights(self) -> list[int]:
        """For each node, how much the secrets that are still possible weigh together: their number without weights."""
        weights = iter(self.weights)
        return self._summed(next(weights, 1) if mark else 0 for mark in self._marks())

    def _summed(self, values: Iterable[int]) -> list[int]:
        sums = [*values]
        for node in range(len(self) - 1, -1, -1):
            sums[node] += sum(sums[self.first[node] : self.first[node + 1]])
        return sums

    def find(self, history: str) -> int:
        """The node that a history leads to; BadInput where the tree does not go that way."""
        walk = Walk(self)
        self.follow(walk, history)
        require(not walk.finished, f"{history} ends the game: nothing is left to ask")
        return walk.node

    def next_guess(self, history: str = "") -> str | None:
        """Return the guess after a history such as `0123:01`, None when it found the secret; raise as `Player`.

        >>> from player.tree import open_tree
        >>> open_tree("bulls-4x10").next_guess("0123:01,1456:02")
        '4530'
        """
        walk = Walk(self)
        self.follow(walk, history)
        return walk.guess

    def follow(self, walk: Walk, history: str) -> None:
        """Lead a walk from the first guess along a history; BadInput if the tree does not go that way."""
        from player.rules.spelling import find_word, readings, rule_of

        rule, asked = rule_of(self.game), set(self.guesses)
        pairs = read_history(
            history,
            lambda text: find_word(text, asked.__contains__) is not None,
            lambda text: bool(readings(text, rule, self.labels)),
        )
        for guess, feedback in pairs:
            guess = find_word(guess, asked.__contains__) or guess
            if walk.guess != guess:
                before = show_history(walk.steps) or "no answer"
                raise BadInput(f"the tree asks {walk.guess or 'nothing'} after {before}, not {guess}")
            walk.answer(feedback)

    def __getitem__(self, history: str) -> Tree:
        """The subtree that a history leads to, as a tree of its own whose depths count from there."""
        order = [self.find(history)]
        for node in order:
            order.extend(self.children(node))
        nodes: dict[int, Node] = {}
        for node in reversed(order):
            below = [(self.feedback[child], nodes[child]) for child in self.children(node)]
            nodes[node] = (self.guesses[node], self.is_win(node), below)
        fields = {name: getattr(self, name) for name in ("game", "files", "called", "labels", "winning", "losing")}
        return Tree.from_nodes(nodes[order[0]], self.weight_of(), **fields)

    def weight_of(self) -> dict[str, int]:
        """The weight of each secret, by the guess that finds it; empty where each weighs 1."""
        return dict(zip(self.found(), self.weights, strict=True)) if self.weights else {}

    def parents(self) -> list[int]:
        """For each node the index of its parent; -1 for the root."""
        parents = [-1]
        for node, fanout in enumerate(self.fanout):
            parents += [node] * fanout
        return parents

    def rows(self) -> Iterator[NodeRow]:
        """One dict per node, in file order: node, parent, depth, history, guess, is_candidate, candidates, children."""
        counts = self.candidate_counts()
        above = [(-1, "")]  # of the nodes of one level: parent and history
        for depth, start in enumerate(self.levels[:-1], 1):
            below = []
            for node, (parent, history) in enumerate(above, start):
                yield {
                    "node": node, "parent": parent, "depth": depth, "history": history, "guess": self.guesses[node],
                    "is_candidate": self.is_win(node), "candidates": counts[node], "children": self.fanout[node],
                }  # fmt: skip
                so_far = f"{history},{self.guesses[node]}" if history else self.guesses[node]
                below += [(node, f"{so_far}:{self.labels[self.feedback[child]]}") for child in self.children(node)]
            above = below


def open_tree(source: TreeSource) -> Tree:
    """Open a tree: a file's path, a shipped tree's name, a game's name (its `.total` tree), or a file's bytes.

    A text with a path separator in it, or ending in `.tree`, is a path; a tree comes back as it is.  Raises
    TreeFormatError for a bad file, BadInput for a name that is not shipped, and TypeError for anything else.

    >>> open_tree("bulls-4x10")
    Tree('bulls-4x10', 26274:7:91, total, proved)
    """
    if isinstance(source, Tree):
        return source
    if isinstance(source, bytes):
        return Tree.from_bytes(source)
    return read_tree(os.fspath(source))


def shared_tree(source: TreeSource) -> Tree:
    """The same, of a name the same object each time, while its file stays as it is: for those who do not change it."""
    if not isinstance(source, (Tree, bytes)):
        name = os.fspath(source)
        path = find_tree(name)
        if path != name and os.path.isfile(path):
            status = os.stat(path)
            return _read_once(name, status.st_ino, status.st_size, status.st_mtime_ns)
    return open_tree(source)


@lru_cache(maxsize=16)
def _read_once(name: str, *_: int) -> Tree:
    return open_tree(name)


def tree_bytes(source: TreeSource) -> tuple[str, bytes]:
    """What messages call a tree, and the bytes of its file; raises as `open_tree`.  "-" is standard input."""
    if isinstance(source, Tree):
        return source.path or brief(source.game), source.to_bytes()
    return ("tree", source) if isinstance(source, bytes) else read_source(os.fspath(source))


def read_tree(source: str) -> Tree:
    """`open_tree` for a TREE argument of a command, where "-" is standard input."""
    tree = read(source, Tree)
    # The shipped tree of a game with named symbols is in digits.
    if "=" in source and tree.path != source:
        rules = parse(source.partition(".")[0])
        tree.game = rules.name if rules.names else tree.game
    return tree
