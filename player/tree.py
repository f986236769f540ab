"""Tree: the columns, statistics and subtrees of a decision tree; Player: the walk through one."""

from __future__ import annotations

import os

from player import format as tree_format
from player import rules
from player.errors import BadInput, ImpossibleFeedback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, TypeAlias

    # A node while a tree is being made: its guess, whether it may be the secret, and its children by feedback index.
    Node: TypeAlias = tuple[str, bool, Sequence[tuple[int, "Node"]]]

__all__ = ["Player", "Tree", "open_tree", "shipped_trees"]


class Tree(tree_format.Fields):
    """A decision tree: one node per guess, in the columns of its file.

    Beside the file's fields (see `player.format`): `total`, `depth`, `at_depth`, `average`, `secrets`, `nodes`,
    `cost`; `guesses`, the nodes' guesses as text.  `tree["0123:01"]` is a subtree, `tree.rows()` one dict per node.

    >>> tree = open_tree("bulls-4x10.entropy")
    >>> tree.tally, tree.guesses[0], round(tree.average, 4)
    ('26424:7:99', '0123', 5.2429)
    """

    __slots__ = ("_candidate_counts", "path")

    def __init__(self, **fields: Any) -> None:
        super().__init__(**fields)
        self._finish()

    def _finish(self) -> None:
        self._candidate_counts: list[int] | None = None
        self.path = ""

    @classmethod
    def from_bytes(cls, data: bytes, where: str = "tree") -> Tree:
        """Read a tree file's bytes; TreeFormatError for whatever is not right."""
        fields = tree_format.decode(data, where)
        tree = cls.__new__(cls)
        for name in tree_format.Fields.__slots__:
            setattr(tree, name, getattr(fields, name))
        tree._finish()
        return tree

    @classmethod
    def from_nodes(cls, root: Node, weights: dict[str, int] | None = None, **fields: Any) -> Tree:
        """Lay nested nodes `(guess, wins, [(feedback index, node), ...])` out as columns; no recursion.

        `weights`: of the guesses that find secrets, 1 where one is not named.
        """
        order, reached, at = [root], bytearray(1), 0
        while at < len(order):
            for feedback, child in sorted(order[at][2], key=lambda pair: pair[0]):
                reached.append(feedback)
                order.append(child)
            at += 1
        words = [node[0].encode() for node in order]
        width = max(map(len, words))
        wins = int("".join("01"[node[1]] for node in reversed(order)), 2)
        return cls(
            guess=b"".join(word.ljust(width, b"\0") for word in words),
            feedback=bytes(reached),
            fanout=bytes(len(node[2]) for node in order),
            wins=wins.to_bytes((len(order) + 7) // 8, "little"),
            weights=_weigh([node[0] for node in order if node[1]], weights or {}),
            **fields,
        )

    def to_bytes(self) -> bytes:
        """The tree file's bytes."""
        return tree_format.encode(self)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the tree file, replacing an old one only when the new one is safe on the disk."""
        data = self.to_bytes()
        tree_format.decode(data, os.fspath(path))  # what cannot be read replaces nothing
        tree_format.write_file(os.fspath(path), data)

    def __repr__(self) -> str:
        return f"Tree({self.game!r}, {self.tally})"

    def _repr_html_(self) -> str:
        return _shown_in_notebooks("tree_html", self) or ""

    def _repr_svg_(self) -> str | None:
        return _shown_in_notebooks("tree_svg", self)

    def __len__(self) -> int:
        return len(self.feedback)

    def __eq__(self, other: object) -> bool:
        names = [name for name in tree_format.Fields.__slots__ if name != "sha256"]
        return isinstance(other, Tree) and all(getattr(self, name) == getattr(other, name) for name in names)

    __hash__ = None  # type: ignore[assignment]

    @property
    def nodes(self) -> int:
        """Number of nodes."""
        return len(self.feedback)

    @property
    def secrets(self) -> int:
        """Number of secrets that the tree finds."""
        return int.from_bytes(self.wins, "little").bit_count()

    @property
    def weight(self) -> int:
        """The weights of all secrets together: their number, where each weighs 1."""
        return sum(self.histogram)

    @property
    def total(self) -> int:
        """Sum over all secrets of the guesses they need."""
        return sum(depth * found for depth, found in enumerate(self.histogram, 1))

    @property
    def depth(self) -> int:
        """The guesses needed for the worst secret."""
        return len(self.histogram)

    @property
    def at_depth(self) -> int:
        """How many secrets need `depth` guesses."""
        return self.histogram[-1]

    @property
    def average(self) -> float:
        """Total / secrets, each as often as it weighs."""
        return self.total / self.weight

    def is_win(self, node: int) -> bool:
        """Whether the guess of `node` may be the secret."""
        return bool(self.wins[node >> 3] >> (node & 7) & 1)

    def child(self, node: int, feedback: int) -> int:
        """The node that feedback index `feedback` leads to from `node`, or -1: the one constant-time step."""
        first = self.first
        return self.feedback.find(feedback, first[node], first[node + 1])

    def children(self, node: int) -> range:
        """The children of `node`, by rising feedback."""
        return range(self.first[node], self.first[node + 1])

    def candidate_counts(self) -> list[int]:
        """For each node, how many secrets are still possible when it asks."""
        if self._candidate_counts is None:
            counts = [int(self.is_win(node)) for node in range(len(self))]
            for node in range(len(self) - 1, -1, -1):
                counts[node] += sum(counts[self.first[node] : self.first[node + 1]])
            self._candidate_counts = counts
        return self._candidate_counts

    def find(self, history: str) -> int:
        """The node that a history leads to; BadInput where the tree does not go that way.

        >>> tree = open_tree("bulls-4x10.entropy")
        >>> tree.guesses[tree.find("0123:01")]
        '1456'
        """
        player = Player(self)
        for guess, feedback in rules.read_history(history):
            if player.guess != guess:
                raise BadInput(
                    f"the tree asks {player.guess} after {player.history or 'nothing'}, not {guess}"
                    if player.guess
                    else f"{player.history} ends the game"
                )
            player.answer(feedback)
        if player.finished:
            raise BadInput(f"{history} ends the game: nothing is left to ask")
        return player.node

    def __getitem__(self, history: str) -> Tree:
        """The subtree that a history leads to, as a tree of its own whose depths count from there."""
        order = [self.find(history)]
        for node in order:
            order.extend(self.children(node))
        width = self.width
        words = [self.guess[node * width : (node + 1) * width] for node in order]
        narrow = max(len(word.rstrip(b"\0")) for word in words)
        wins = int("".join("01"[self.is_win(node)] for node in reversed(order)), 2)
        return Tree(
            game=self.game,
            labels=self.labels,
            winning=self.winning,
            losing=self.losing,
            guess=b"".join(word[:narrow] for word in words),
            feedback=bytes([0, *(self.feedback[node] for node in order[1:])]),
            fanout=bytes(self.fanout[node] for node in order),
            wins=wins.to_bytes((len(order) + 7) // 8, "little"),
            weights=_weigh([self.guesses[node] for node in order if self.is_win(node)], self.weight_of()),
        )

    def weight_of(self) -> dict[str, int]:
        """The weight of each secret, by the guess that finds it; empty where each weighs 1."""
        return dict(zip(self.found(), self.weights, strict=True)) if self.weights else {}

    def parents(self) -> list[int]:
        """For each node the index of its parent; -1 for the root."""
        parents = [-1]
        for node, fanout in enumerate(self.fanout):
            parents += [node] * fanout
        return parents

    def rows(self) -> Iterator[dict[str, Any]]:
        """One dict per node, in file order: node, parent, depth, history, guess, is_candidate, candidates, children.

        `history` is what was asked and answered before; `candidates` how many secrets are possible there.
        """
        counts = self.candidate_counts()
        above = [(-1, "")]  # of the nodes of one level: parent and history
        for depth, start in enumerate(self.levels[:-1], 1):
            below = []
            for node, (parent, history) in enumerate(above, start):
                yield {
                    "node": node,
                    "parent": parent,
                    "depth": depth,
                    "history": history,
                    "guess": self.guesses[node],
                    "is_candidate": self.is_win(node),
                    "candidates": counts[node],
                    "children": self.fanout[node],
                }
                so_far = f"{history},{self.guesses[node]}" if history else self.guesses[node]
                below += [(node, f"{so_far}:{self.labels[self.feedback[child]]}") for child in self.children(node)]
            above = below


def _shown_in_notebooks(what: str, tree: Tree) -> str | None:
    """How a tree shows itself is not for this module to know: by treegen where that is installed, else in figures."""
    from importlib import import_module

    for home in ("treegen.render.notebook", "player.people.display"):
        try:
            shown: str | None = getattr(import_module(home), what)(tree)
        except ImportError:
            continue
        return shown
    return None


def _weigh(found: list[str], weights: dict[str, int]) -> tuple[int, ...]:
    """The column of weights: empty where each is 1."""
    column = tuple(weights.get(guess, 1) for guess in found)
    return column if any(weight > 1 for weight in column) else ()


class Player:
    """A walk down a tree: what to ask now, and what the answer leads to.

    >>> player = Player(open_tree("bulls-4x10.entropy"))
    >>> player.guess, player.answer("01"), player.history
    ('0123', '1456', '0123:01')
    """

    __slots__ = ("_index", "_trail", "finished", "node", "tree")

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.node = 0
        self.finished = False
        self._trail: list[int] = []
        self._index = {label: index for index, label in enumerate(tree.labels)}

    @property
    def guess(self) -> str | None:
        """The next guess; None when the game is finished."""
        return None if self.finished else self.tree.guesses[self.node]

    def answer(self, feedback: str) -> str | None:
        """Take the feedback to `guess`, and return the next guess, None after the winning feedback.

        Raises ImpossibleFeedback, with the labels that can come in `.possible`, when no secret gives this feedback
        here, and BadInput after the end of the game; the state is then as before.
        """
        tree, node = self.tree, self.node
        index = self._index.get(feedback)
        if index is None or self.finished:
            index = self._slow_index(feedback)
        child = tree.feedback.find(index, tree.first[node], tree.first[node + 1])
        if child >= 0:
            self._trail.append(node)
            self.node = child
            return tree.guesses[child]
        if index != tree.winning or not tree.is_win(node):
            raise self._impossible(feedback)
        self.finished = True
        return None

    def _slow_index(self, feedback: str) -> int:
        if self.finished:
            raise BadInput("the game is over; undo or reset before answering again")
        index = self._index.get(rules.read_feedback(feedback))
        if index is None:
            raise self._impossible(feedback)
        return index

    def _impossible(self, feedback: str) -> ImpossibleFeedback:
        possible = self.possible()
        after = f" after {self.history}" if self._trail else ""
        shown = "".join(symbol if symbol.isprintable() else "?" for symbol in feedback.strip()[:40])
        return ImpossibleFeedback(
            f'"{shown}" to {self.guess} fits no secret{after}; possible: {" ".join(possible)}', possible
        )

    def possible(self) -> tuple[str, ...]:
        """The labels that can answer the guess now, in their order; none when the game is finished."""
        if self.finished:
            return ()
        tree = self.tree
        indices = [tree.feedback[child] for child in tree.children(self.node)]
        if tree.is_win(self.node):
            indices.append(tree.winning)
        return tuple(tree.labels[index] for index in sorted(indices))

    @property
    def steps(self) -> list[tuple[str, str]]:
        """The guesses and feedback labels so far."""
        tree = self.tree
        ways = [*self._trail[1:], self.node] if self._trail else []
        pairs = [
            (tree.guesses[node], tree.labels[tree.feedback[child]])
            for node, child in zip(self._trail, ways, strict=True)
        ]
        if self.finished:
            pairs.append((tree.guesses[self.node], tree.labels[tree.winning]))
        return pairs

    @property
    def history(self) -> str:
        """The guesses and feedbacks so far, written `0123:01,4561:02`."""
        return rules.show_history(self.steps)

    def undo(self) -> bool:
        """Take the last feedback back; False, and nothing changes, at the start."""
        if self.finished:
            self.finished = False
        elif self._trail:
            self.node = self._trail.pop()
        else:
            return False
        return True

    def reset(self) -> None:
        """Go back to the first guess."""
        self.node = 0
        self.finished = False
        self._trail.clear()

    def copy(self) -> Player:
        """An independent player at the same place."""
        other = Player.__new__(Player)
        other.tree, other.node, other.finished, other._index = self.tree, self.node, self.finished, self._index
        other._trail = self._trail[:]
        return other

    def candidates(self) -> list[str]:
        """The secrets still possible, in the order of their text."""
        tree = self.tree
        if self.finished:
            return [tree.guesses[self.node]]
        found, start, stop = [], self.node, self.node + 1
        while start < stop:
            found += [tree.guesses[node] for node in range(start, stop) if tree.is_win(node)]
            start, stop = tree.first[start], tree.first[stop]
        return sorted(found)


def open_tree(source: str | os.PathLike[str] | bytes) -> Tree:
    """Open a tree: a file's path, a shipped tree's name, a game's name (its `.total` tree), or a file's bytes.

    A text with a path separator in it, or ending in `.tree`, is a path.  Raises TreeFormatError for a bad file and
    BadInput for a name that is not shipped.
    """
    if isinstance(source, bytes):
        return Tree.from_bytes(source)
    path = find_tree(os.fspath(source))
    tree = Tree.from_bytes(tree_format.read_file(path), path)
    tree.path = path
    return tree


def trees_folder() -> str:
    """The folder of the shipped trees: inside the installed package, beside it in a checkout."""
    here = os.path.dirname(os.path.abspath(__file__))
    inside = os.path.join(here, "trees")
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(here), "trees")


def shipped_trees() -> list[str]:
    """Names of the shipped trees, sorted."""
    try:
        names = os.listdir(trees_folder())
    except OSError:
        return []
    return sorted(name[:-5] for name in names if name.endswith(".tree"))


def find_tree(name: str) -> str:
    """The path that a TREE argument means; BadInput when it is a name that is not shipped."""
    if os.sep in name or "/" in name or name.endswith(".tree"):
        return name
    shipped, typed = shipped_trees(), name
    if name not in shipped:
        game, dot, how = name.partition(".")
        try:
            game = rules.parse(game).name
        except BadInput as error:
            if not dot and name:
                raise BadInput(f"{error} (shipped trees: {', '.join(shipped)})") from None
        wanted = [f"{game}.{how}"] if dot else [f"{game}.total", f"{game}.entropy"]
        found = [candidate for candidate in wanted if candidate in shipped]
        for name in () if found else wanted:
            path = os.path.join(trees_folder(), "atlas", f"{name}.tree")
            if os.path.isfile(path):
                return path
        if not found:
            raise BadInput(
                f"{typed[:80]!r}: no such tree is shipped; build one, or choose one of: {', '.join(shipped)}"
            )
        name = found[0]
    return os.path.join(trees_folder(), name + ".tree")


def read_source(source: str) -> tuple[str, bytes]:
    """The path and the bytes behind a TREE argument of a command, where "-" is standard input."""
    if source != "-":
        path = find_tree(source)
        return path, tree_format.read_file(path)
    import sys

    if sys.stdin is None:
        raise BadInput("standard input is closed; name a .tree file")
    return "standard input", sys.stdin.buffer.read(tree_format.MAX_FILE_SIZE + 1)


def read_tree(source: str) -> Tree:
    """`open_tree` for a TREE argument of a command."""
    path, data = read_source(source)
    tree = Tree.from_bytes(data, path)
    tree.path = path
    return tree
