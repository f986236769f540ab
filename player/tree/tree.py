"""Tree: a decision tree with its statistics, subtrees and rows; how it is made from nodes, opened and written."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from itertools import compress

import msgpack

from player.errors import BadInput, require, shorten
from player.rules.history import read_history, show_history
from player.rules.names import parse, rules_of
from player.rules.titles import brief
from player.tree.columns import VERSION, Columns, Walk
from player.tree.decode import KEYS, decode
from player.tree.files import find_tree, read, read_source
from player.tree.wide import column
from player.tree.writer import write_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any, TypeAlias, TypedDict

    # A tree as an argument of a function: itself, a name or path, or the bytes of its file.
    TreeSource: TypeAlias = "Tree | str | os.PathLike[str] | bytes"

    class NodeRow(TypedDict):
        """A row of `Tree.rows`: a node, the guesses and answers before it, and the number of secrets possible there."""

        node: int
        parent: int
        depth: int
        history: str
        guess: str
        is_candidate: bool
        candidates: int
        children: int


# A node of a tree in the making: its guess, whether it may be the secret, and its children by feedback index.
NestedNode: TypeAlias = "tuple[str, bool, Sequence[tuple[int, NestedNode]]]"


class Tree(Columns):
    """A decision tree: one node per guess, in the columns of its file.

    Beside the file's fields (see trees/FORMAT.md): `total`, `depth`, `at_depth` (the secrets at that depth), `average`,
    `secrets`, `nodes`, `cost`; `guesses` as text.  `tree["0123:01"]` is a subtree, `tree.rows()` one dict per node.

    >>> tree = open_tree("bulls-4x10.entropy")
    >>> tree.tally, tree.guesses[0], round(tree.average, 4)
    ('26424:7:99', '0123', 5.2429)
    """

    __slots__ = ()

    @classmethod
    def from_bytes(cls, data: bytes, where: str = "tree") -> Tree:
        """Read a tree file's bytes, which messages call `where`. Raises TreeFormatError for any error in them."""
        return decode(data, where, cls)

    @classmethod
    def from_nodes(cls, root: NestedNode, weights: dict[str, int] | list[int] | None = None, **fields: Any) -> Tree:
        """Lay nested nodes `(guess, wins, [(feedback index, node), ...])` out as columns.

        `weights` has weights of secrets by the guesses that find them (1 if missing), or those of the nodes that do,
        level by level; `fields` are those of the class.
        """
        order, feedbacks, at = [root], [0], 0
        while at < len(order):
            for feedback, child in sorted(order[at][2], key=lambda pair: pair[0]):
                feedbacks.append(feedback)
                order.append(child)
            at += 1
        words = [node[0].encode() for node in order]
        width = max(map(len, words))
        wins = int("".join("01"[node[1]] for node in reversed(order)), 2)
        by_guess = {} if weights is None or isinstance(weights, list) else weights
        weighed = weights if isinstance(weights, list) else [by_guess.get(node[0], 1) for node in order if node[1]]
        return cls(
            guess=b"".join(word.ljust(width, b"\0") for word in words),
            feedback=column(feedbacks, len(fields["labels"])),
            fanout=column((len(node[2]) for node in order), len(fields["labels"])),
            wins=wins.to_bytes((len(order) + 7) // 8, "little"),
            weights=tuple(weighed) if any(weight > 1 for weight in weighed) else (),
            **fields,
        )

    def to_bytes(self) -> bytes:
        """Return the tree file's bytes, the one encoding of a tree, and set `sha256`."""
        values: dict[str, Any] = {"magic": "guesstree", "version": VERSION}
        for key in list(KEYS)[2:-1]:
            value = getattr(self, key)
            values[key] = list(value) if isinstance(value, tuple) else value
        values["feedback"], values["fanout"] = bytes(self.feedback), bytes(self.fanout)
        body: bytes = msgpack.packb({**values, "sha256": bytes(32)})[:-32]
        digest = sha256(body)
        self.sha256 = digest.hexdigest()
        return body + digest.digest()

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the tree file, replacing an old one only when the new one is safe on the disk."""
        data = self.to_bytes()
        decode(data, os.fspath(path), Tree)  # a file that cannot be read replaces nothing
        write_file(os.fspath(path), data)

    def __repr__(self) -> str:
        goal = self.objective or self.strategy
        game = shorten(brief(self.game))
        return f"Tree({game!r}, {self.tally}{goal and f', {shorten(goal)}'}{', proved' * self.proved})"

    def _repr_html_(self) -> str:
        return self._as("html") or summary(self)

    def _repr_svg_(self) -> str | None:
        return self._as("svg")

    def _as(self, form: str) -> str | None:
        """Return it as "html" or "svg", by a package with an entry point of that name in `guesstree.notebook`."""
        from importlib.metadata import entry_points

        for point in entry_points(group="guesstree.notebook", name=form):
            with suppress(ImportError):
                text: str = point.load()(self)
                return text
        return None

    __iter__ = None  # without this, Python would iterate over the subtrees 0, 1, ...

    def __len__(self) -> int:
        return len(self.feedback)

    def __eq__(self, other: object) -> bool:
        names = [name for name in Columns.__slots__ if name not in ("path", "sha256")]
        return isinstance(other, Tree) and all(getattr(self, name) == getattr(other, name) for name in names)

    __hash__ = None  # type: ignore[assignment]

    @property
    def title(self) -> str:
        """Return the name of the game for people, such as `Bulls and Cows, 4 of 10 digits`."""
        return rules_of(self).title

    def option(self, name: str) -> str:
        """Return the value of an option, such as `--seed`, in the command that made the tree, or "" without it."""
        import shlex

        words = shlex.split(self.made)
        return words[words.index(name) + 1] if name in words else ""

    @property
    def method(self) -> str:
        """Return the verb that made the tree, `build`, `solve`, `import` or `differentiate`, or "" if it is unknown."""
        return self.made.split(" ")[1] if self.made else ""

    @property
    def strategy(self) -> str:
        """Return the strategy of `build`, or the notation that `import` read, or "" for any other tree."""
        return self.option("--strategy") or self.option("--from")

    def cost_figures(self) -> tuple[float, float]:
        """Return the mean and the greatest cost of the secrets, in units."""
        return round((self.cost or 0) / self.weight / self.prices[0], 4), max(self.prices[1:]) / self.prices[0]

    def costs(self) -> str:
        """Return what the secrets cost on average and at most, with the unit, or "" without costs."""
        (mean, most), unit = self.cost_figures() if self.has_costs else (0.0, 0.0), self.objective.partition(" in ")[2]
        return f"{mean:.4f}{unit and f' {unit}'} on average, {most:.10g} at most" * self.has_costs

    def candidate_counts(self) -> list[int]:
        """Return, for each node, the number of secrets that are possible before its guess."""
        return self._summed(self._win_flags())

    def candidate_weights(self) -> list[int]:
        """Return, for each node, the sum of the weights of the secrets that are possible before its guess."""
        weights = iter(self.weights)
        return self._summed(next(weights, 1) if wins else 0 for wins in self._win_flags())

    def _summed(self, values: Iterable[int]) -> list[int]:
        sums = [*values]
        for node in range(len(self) - 1, -1, -1):
            sums[node] += sum(sums[self.first[node] : self.first[node + 1]])
        return sums

    def find(self, history: str) -> int:
        """Return the node that a history leads to. Raises BadInput if a guess is not the one that the tree makes."""
        walk = self.follow(history)
        require(not walk.finished, f"{history} ends the game: there is no next guess")
        return walk.node

    def next_guess(self, history: str = "") -> str | None:
        """Return the guess after a history such as `0123:01`, None when it found the secret; raise as `Player`.

        >>> from player.tree import open_tree
        >>> open_tree("bulls-4x10").next_guess("0123:01,1456:02")
        '4530'
        """
        return self.follow(history).guess

    def follow(self, history: str, walk: Walk | None = None) -> Walk:
        """Return a walk along a history from the first guess. Raises BadInput if the tree has other guesses."""
        from player.rules.spelling import find_word, readings, rule_of

        rule, words = rule_of(self.game), set(self.guesses)
        pairs = read_history(
            history,
            lambda text: find_word(text, words.__contains__) is not None,
            lambda text: bool(readings(text, rule, self.labels)),
        )
        walk = walk or Walk(self)
        for guess, feedback in pairs:
            guess = find_word(guess, words.__contains__) or guess
            if walk.guess != guess:
                before = show_history(walk.steps) or "no answer"
                raise BadInput(f"the tree asks {walk.guess or 'nothing'} after {before}, not {guess}")
            walk.answer(feedback)
        return walk

    def __getitem__(self, history: str) -> Tree:
        """Return the subtree that a history leads to, as a tree of its own whose depths count from there."""
        order = [self.find(history)]
        for node in order:
            order.extend(self.children(node))
        nodes: dict[int, NestedNode] = {}
        for node in reversed(order):
            below = [(self.feedback[child], nodes[child]) for child in self.children(node)]
            nodes[node] = (self.guesses[node], self.is_win(node), below)
        fields = {name: getattr(self, name) for name in ("game", "files", "called", "labels", "winning", "losing")}
        weights = dict(zip(compress(range(len(self)), self._win_flags()), self.weights, strict=False))
        return Tree.from_nodes(nodes[order[0]], [weights.get(node, 1) for node in order if self.is_win(node)], **fields)

    def weight_of(self) -> dict[str, int]:
        """Return the weight of each secret, by the guess that finds it, or nothing if each weighs 1."""
        return dict(zip(self.found(), self.weights, strict=True)) if self.weights else {}

    def parents(self) -> list[int]:
        """Return, for each node, the index of its parent; -1 for the root."""
        parents = [-1]
        for node, fanout in enumerate(self.fanout):
            parents += [node] * fanout
        return parents

    def rows(self) -> Iterator[NodeRow]:
        """Yield one dict per node, in file order, with the keys of `NodeRow`."""
        counts = self.candidate_counts()
        above = [(-1, "")]  # the parent and the history of each node of the level
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


def summary(tree: Tree) -> str:
    """Return the tally and the histogram as HTML, for notebooks; it is readable without its colours."""
    from html import escape

    most = max(tree.histogram)
    rows = "".join(
        f'<tr><td style="text-align:right">{depth}</td><td style="text-align:right">{found:,}</td>'
        '<td style="text-align:left"><div aria-hidden="true" style="background:#0072B2;height:0.8em;'
        f'width:{12 * found / most:.2f}em"></div></td></tr>'
        for depth, found in enumerate(tree.histogram, 1)
    )
    counted = "weight" if tree.weights else "secrets"
    proved = ", proved optimal" if tree.proved else ""
    return (
        f"<p><b>{escape(tree.title)}</b> {tree.tally}{proved}: {tree.secrets:,} secrets, "
        f"{tree.average:.4f} guesses on average, at most {tree.depth}</p>"
        f"<table><thead><tr><th>guess</th><th>{counted}</th><th></th></tr></thead><tbody>{rows}</tbody></table>"
    )


def open_tree(source: TreeSource) -> Tree:
    """Open a tree: a file's path, a shipped tree's name, a game's name (its `.total` tree), or a file's bytes.

    A text with a path separator in it, or ending in `.tree`, is a path, and "-" is standard input; a Tree comes back as
    it is.  Raises TreeFormatError for a bad file, BadInput for an unknown name, and TypeError for other objects.

    >>> open_tree("bulls-4x10")
    Tree('bulls-4x10', 26274:7:91, total, proved)
    """
    if isinstance(source, Tree):
        return source
    if isinstance(source, bytes):
        return Tree.from_bytes(source)
    name = os.fspath(source)
    tree = read(name, Tree)
    if "=" in name and tree.path != name:  # the shipped tree has digits in place of named symbols
        rules = parse(name.partition(".")[0])
        tree.game = rules.name if rules.names else tree.game
    return tree


def shared_tree(source: TreeSource) -> Tree:
    """Open a tree that the caller must not change: a name gives the same object while its file stays the same."""
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
    """Return the name of a tree for messages, and the bytes of its file. Raises the errors of `open_tree`."""
    if isinstance(source, Tree):
        return source.path or brief(source.game), source.to_bytes()
    return ("tree", source) if isinstance(source, bytes) else read_source(os.fspath(source))
