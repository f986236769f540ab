"""The columns of a tree file, their derived values, and a walk down the tree.  trees/FORMAT.md has their meanings."""

from __future__ import annotations

from itertools import accumulate, compress, count, pairwise, repeat
from operator import ge, mul, or_

from player.errors import require
from player.rules.feedback import MAX_NARROW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self, TypeAlias, TypeVar

    from player.tree.wide import WideColumn

    Column: TypeAlias = "bytes | WideColumn"
    T = TypeVar("T", bound="Columns")

VERSION = 1
MAX_GUESS_BYTES = 255
MAX_DEPTH = 1 << 17  # also the most entries of any list in a tree file
MAX_FILE_SIZE = 64 << 20
IDENTIFY = "identify"  # the objective that does not count the last guess if the secret is certain
_DIGITS = bytes.maketrans(b"01", b"\0\1")


class State:
    """Base class of changing objects: copies are independent, and share only constant parts, such as a tree."""

    __slots__ = ()

    def __copy__(self) -> Self:
        from copy import deepcopy

        return deepcopy(self)


class Columns:
    """The contents of a tree file, one attribute per key, and the values that follow from the columns.

    `sha256` and `path` describe the file this tree was read from or written to; they are empty if there is none.
    `width` is the number of bytes of a guess (W in FORMAT.md), `guesses` the nodes' guesses as text, `first[i]` the
    index of node i's first child (n + 1 entries: node i's children are `first[i]` up to `first[i + 1]`), `levels[k]`
    the index of the first node at depth k + 1.  `nodes` and `secrets` are numbers of nodes and secrets, and `weight` is
    the sum of the weights of all secrets.  `histogram[k]` is the weight of the secrets that are found with guess k + 1.
    `total` is the sum of the guesses that all secrets need, `average` the mean, `depth` the most guesses that a secret
    needs, and `at_depth` the weight of the secrets that need as many; `tally` is `total:depth:at_depth` as text.  If
    the tree `names_at_the_end`, the guess that names what is certain is counted only in `turns`.
    """

    __slots__ = (
        "at_depth", "average", "bound", "called", "depth", "fanout", "feedback", "files", "first", "first_guess",
        "game", "guess", "guesses", "histogram", "labels", "levels", "losing", "made", "max_depth", "names_at_the_end",
        "nodes", "objective", "path", "pool", "prices", "secrets", "sha256", "tally", "total", "turns", "weight",
        "weights", "width", "winning", "wins",
    )  # fmt: skip

    def __init__(
        self, *, game: str, labels: tuple[str, ...], winning: int, losing: tuple[int, ...], files: tuple[str, ...] = (),
        called: str = "", made: str = "", guess: bytes, feedback: Column, fanout: Column, wins: bytes,
        weights: tuple[int, ...] = (), pool: str = "", max_depth: int | None = None, first_guess: str = "",
        objective: str = "", prices: tuple[int, ...] = (), bound: int | None = None,
    ) -> None:  # fmt: skip
        """Take the columns, check their shape and derive the rest; raise BadInput with the broken rule."""
        self.game, self.files, self.labels, self.winning, self.losing = game, files, labels, winning, losing
        self.called, self.made, self.pool, self.max_depth, self.first_guess = called, made, pool, max_depth, first_guess
        self.objective, self.prices, self.bound = objective, prices, bound
        self.guess, self.feedback, self.fanout, self.wins, self.weights = guess, feedback, fanout, wins, weights
        self.sha256 = self.path = ""
        n = len(feedback)
        require(n, "it has no nodes")
        has_guesses = len(guess) % n == 0 < len(guess) <= n * MAX_GUESS_BYTES
        require(has_guesses and len(fanout) == n and len(wins) == (n + 7) // 8, "the columns differ in length")
        self.width = len(guess) // n
        self.first = list(accumulate(fanout, initial=1))
        require(self.first[n] == n, f"the fanouts name {self.first[n]} nodes, but there are {n}")
        # The children of node i stand from first[i] on, which must be above i; first[0] is always 1.
        require(all(map(ge, self.first[1:n], count(2))), "a node stands before its parent")
        self._check_feedbacks()
        self._take_histogram()
        self._take_guesses()

    def __deepcopy__(self, memo: object) -> Self:
        return self

    @classmethod
    def from_entries(cls, entries: dict[str, Any]) -> Self:
        """Return the columns of a file with these entries, by key."""
        fields: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in entries.items()}
        for key in ("magic", "version", "sha256"):
            del fields[key]
        if len(fields["labels"]) > MAX_NARROW:
            from player.tree.wide import read_wide

            fields |= {key: read_wide(fields[key]) for key in ("feedback", "fanout")}
        columns = cls(**fields)
        columns.sha256 = entries["sha256"].hex()
        return columns

    def _check_feedbacks(self) -> None:
        n, feedback, first = len(self.feedback), self.feedback, self.first
        require(not feedback[0], "the root has a feedback")
        is_right = n == 1 or max(feedback) < len(self.labels)
        is_right = is_right and {self.winning, *self.losing}.isdisjoint(feedback[1:])
        require(is_right, "a feedback that cannot lead to a node")
        not_rising = compress(count(2), map(ge, feedback[1:], feedback[2:]))
        require(set(not_rising).issubset(first), "siblings are not in rising order of feedback")

    def _take_histogram(self) -> None:
        n, first = len(self.feedback), self.first
        wins = int.from_bytes(self.wins, "little")
        require(not wins >> n, "a win is marked past the last node")
        flags = self._win_flags()
        require(0 not in map(or_, self.fanout, flags), "a node has neither a child nor a win")
        levels = [0, 1]
        while levels[-1] < n:
            levels.append(first[levels[-1]])
        self.levels, self.turns = tuple(levels), len(levels) - 1
        histogram = [flags.count(1, start, stop) for start, stop in pairwise(levels)]
        if self.weights:
            found, weights = sum(histogram), len(self.weights)
            require(weights == found, f"{weights} weights for {found} secrets")
            ends = [0, *accumulate(histogram)]
            histogram = [sum(self.weights[start:stop]) for start, stop in pairwise(ends)]
        self.weight, self.at_depth, self.nodes, self.secrets = sum(histogram), histogram[-1], n, flags.count(1)
        last = [self.labels[index] for index in (self.winning, *self.losing)]
        self.names_at_the_end = self.game.startswith("table:") and last == ["found", "missed"]
        self.histogram = tuple(histogram[self.names_at_the_end :])
        self.total, self.depth = sum(map(mul, self.histogram, count(1))), len(self.histogram)
        self.average, self.tally = self.total / self.weight, f"{self.total}:{self.depth}:{self.at_depth}"

    def _win_flags(self) -> bytes:
        """Return one byte per node: 1 if its guess may be the secret."""
        n = len(self.feedback)
        return format(int.from_bytes(self.wins, "little"), f"0{n}b")[::-1].encode().translate(_DIGITS)

    def _take_guesses(self) -> None:
        guess, width = self.guess, self.width
        if guess.isascii() and b"\0" not in guess:
            text = guess.decode()
            self.guesses = [text[i : i + width] for i in range(0, len(text), width)]
            return
        words = [guess[i : i + width].rstrip(b"\0") for i in range(0, len(guess), width)]
        try:
            self.guesses = [word.decode() for word in words]
        except UnicodeDecodeError:
            raise ValueError("a guess is not UTF-8") from None

    def found(self) -> list[str]:
        """Return the secrets that the tree finds, in the order of their nodes."""
        return list(compress(self.guesses, self._win_flags()))

    def is_win(self, node: int) -> bool:
        """Return whether the guess of `node` may be the secret."""
        return bool(self.wins[node >> 3] >> (node & 7) & 1)

    def children(self, node: int) -> range:
        """Return the children of `node`, by rising feedback."""
        return range(self.first[node], self.first[node + 1])

    def child(self, node: int, feedback: int) -> int:
        """Return the node that feedback index `feedback` leads to from `node`, or -1, in constant time."""
        return self.feedback.find(feedback, self.first[node], self.first[node + 1])

    @property
    def has_costs(self) -> bool:
        """Return whether the answers have costs, and `cost` is their sum over all secrets."""
        is_costly = self.objective.startswith(("cost", "worst-cost")) and self.names_at_the_end
        return is_costly and len(self.prices) == 1 + self.secrets and min(self.prices) >= 0 < self.prices[0]

    @property
    def cost(self) -> int | None:
        """Return the sum over all secrets of the price of their depth, or None without an objective."""
        if not self.objective:
            return None
        if self.has_costs:
            return int(sum(map(mul, self.prices[1:], self.weights or repeat(1))))
        cost: int = sum(map(mul, self.prices or count(1), self.histogram))
        # This objective does not count the guess that names the last candidate.
        return cost - self.fanout.count(0) if self.objective == IDENTIFY and not self.names_at_the_end else cost

    @property
    def proved(self) -> bool:
        """Return whether the tree claims to be optimal for its objective: its cost equals its lower bound."""
        return self.bound is not None and self.bound == self.cost


class Walk(State):
    """A place in a tree: the guess there, and the way to it."""

    __slots__ = ("_index", "_trail", "finished", "node", "tree")

    def __init__(self, tree: Columns) -> None:
        self.tree = tree
        self._index = {label: index for index, label in enumerate(tree.labels)}
        self.reset()

    def reset(self) -> None:
        """Go back to the first guess."""
        self.node = 0
        self.finished = False
        self._trail: list[int] = []

    @property
    def steps(self) -> list[tuple[str, str]]:
        """Return the guesses and feedback labels so far."""
        tree, way = self.tree, [*self._trail, self.node]
        pairs = [(tree.guesses[node], tree.labels[tree.feedback[child]]) for node, child in pairwise(way)]
        return pairs + [(tree.guesses[self.node], tree.labels[tree.winning])] * self.finished

    def possible(self) -> tuple[str, ...]:
        """Return the labels that can answer the guess now, in their order; none when the game is finished."""
        tree, node = self.tree, self.node
        indices = [tree.feedback[child] for child in tree.children(node)] + [tree.winning] * tree.is_win(node)
        return () if self.finished else tuple(tree.labels[index] for index in sorted(indices))

    @property
    def guess(self) -> str | None:
        """Return the next guess, or None when the game is finished."""
        return None if self.finished else self.tree.guesses[self.node]

    @property
    def certain(self) -> str | None:
        """Return the secret once it is the only candidate, or else None."""
        return None if self.tree.fanout[self.node] and not self.finished else self.tree.guesses[self.node]

    def answer(self, feedback: str) -> str | None:
        """Take the feedback to `guess`, and return the next guess, or None after a win. Raises as `Player.answer`."""
        tree, node = self.tree, self.node
        require(not self.finished, "the game is over; undo or reset before answering again")
        index = self._index.get(feedback)
        if index is None:
            from player.rules.spelling import find_label, rule_of

            index = self._index.get(find_label(feedback, rule_of(tree.game), tree.labels) or "")
        child = -1 if index is None else tree.child(node, index)
        if child >= 0:
            self._trail.append(node)
            self.node = child
            return tree.guesses[child]
        if index != tree.winning or not tree.is_win(node):
            from player.rules.history import impossible
            from player.rules.names import read_game

            rules = read_game(tree.game) if "=" in tree.game else None
            raise impossible(feedback, tree.guesses[node], self.steps, self.possible(), rules)
        self.finished = True
        return None
