"""The file of a certificate: its claims, its reader and writer, and the comparison with a tree.

A certificate proves, even to programs that do not trust the search, that no tree costs less than a bound.
docs/certificates.md has the format and the rules.  After a search has ended, `Search.certify` of the core writes its
proof.  Two independent programs check certificates: `scripts/check_certificate.c`, which is also compiled into the
core, and `scripts/check_certificate.py`.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from player.errors import BadInput
from player.rules.lists import WordRules
from player.rules.numbers import read_whole
from player.rules.tables import TableRules
from player.tree import Tree
from treegen.games.game import Game
from treegen.games.tables import Table
from treegen.greedy.strategy import POOLS
from treegen.search.problem import ENDLESS, Prices, linear

_FIRST_LINE = "guesstree certificate 2"
_GZIP = b"\x1f\x8b"  # A file packed by gzip begins with these bytes.
MOST_BYTES = 256 << 20  # An unpacked certificate has at most this many bytes.
MOST_PRICES = 1000  # A claim has at most this many prices.
MOST_DEPTH = 250  # A tree in a certificate has at most this depth.
COST_END = 1 << 47  # Every cost is below this number.


class BadCertificate(BadInput):
    """A certificate is damaged, its proof does not hold, or it proves something else than it should."""


class Claim(NamedTuple):
    """The claim that no tree costs less than `bound` at these prices, or, if `bound` is None, that no tree exists."""

    prices: Prices
    bound: int | None

    def __str__(self) -> str:
        return f"{self.prices} {'never' if self.bound is None else self.bound}"


@dataclass(frozen=True)
class Certificate:
    """A certificate: the content of its header, and the numbers of its proofs as bytes."""

    game: str
    lists: tuple[str, ...]  # the lines of a word list or a table, from `rule` on; empty for a code game
    weights: tuple[int, ...]  # the weights of the secrets, or empty if all are 1
    pool: str
    first: str  # the forced first guess, or ""
    tree: str  # the result of `digest_of` for the tree, or ""
    claims: tuple[Claim, ...]
    numbers: bytes  # the tree if there is one, then a proof for each claim

    def to_bytes(self) -> bytes:
        """Return the bytes of the file; equal certificates have equal bytes."""
        lines = [
            _FIRST_LINE,
            f"game {self.game}",
            *self.lists,
            *([f"weights {' '.join(map(str, self.weights))}"] if self.weights else []),
            f"pool {self.pool}",
            f"first {self.first or '-'}",
            f"tree {self.tree or '-'}",
            *(f"claim {claim}" for claim in self.claims),
            "proof",
        ]
        file = BytesIO()
        with gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
            packed.write("".join(f"{line}\n" for line in lines).encode())
            packed.write(self.numbers)
        return file.getvalue()


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of the columns of a tree file: its bytes from the key `labels` to the key `sha256`."""
    return sha256(data[data.find(b"\xa6labels") : -41]).hexdigest()


def claims_of(tree: Tree) -> tuple[Claim, ...]:
    """Return the claims from which the statements of a tree file follow, or none if it states nothing.

    For a proved tree, the bound is its own cost.  If the objective also minimises the depth, a second claim proves that
    no tree of less depth exists, or, for `total`, that each has a greater total.  A tree that is not proved has only a
    bound.
    """
    prices = Prices(tree.prices) if tree.prices else linear(tree.max_depth)
    if not tree.proved:
        return () if tree.bound is None else (Claim(prices, tree.bound),)
    own = Claim(prices, tree.cost)
    if tree.depth <= 1:
        return (own,)
    shorter = tree.depth - 1
    is_least_depth = tree.objective == "worst" or (tree.objective == "fewest-at-max" and tree.max_depth is None)
    if tree.objective == "total":
        return own, Claim(linear(shorter), tree.total + 1)
    return (own, no_tree_of(shorter)) if is_least_depth else (own,)


def no_tree_of(depth: int | None) -> Claim:
    """Return the claim that no tree of this depth exists (None: of any depth)."""
    return Claim(Prices(None if depth is None else (0,) * depth), None)


def proves(certificate: Certificate, tree: Tree) -> bool:
    """Return whether a tree has claims, and a certificate has all of them."""
    claims = claims_of(tree)
    stronger = *claims[:1], no_tree_of((tree.depth or 1) - 1)
    return bool(claims) and any(set(some) <= set(certificate.claims) for some in (claims, stronger))


def unpack(data: bytes, where: str = "certificate") -> bytes:
    """Return the bytes of a certificate, unpacked if packed.  Raises BadCertificate, with `where`, if they are bad."""
    unpacker = zlib.decompressobj(31)
    text, is_good = data, not data.startswith(_GZIP)
    if not is_good:
        with suppress(zlib.error):
            text = unpacker.decompress(data, MOST_BYTES + 1)
            is_good = (unpacker.eof and not unpacker.unused_data) or len(text) > MOST_BYTES  # too long: refused below
    if not is_good:
        raise BadCertificate(f"{where}: not a certificate, or a damaged one")
    if len(text) > MOST_BYTES:
        raise BadCertificate(f"{where}: more than {MOST_BYTES >> 20} MiB")
    return text


def read(data: bytes, where: str = "certificate") -> Certificate:
    """Read the bytes of a certificate, packed or not.  Raises BadCertificate, with `where`, if its form is invalid."""
    header, end, numbers = unpack(data, where).partition(b"\nproof\n")
    lines = header.decode(errors="replace").split("\n") if end else []
    if lines[:1] != [_FIRST_LINE]:
        raise BadCertificate(f"{where}: not a certificate of guesstree, version 2")
    rest = [line.partition(" ")[::2] for line in lines[1:]]
    try:
        return _read_header(rest, numbers)
    except (ValueError, IndexError):
        raise BadCertificate(f"{where}: a line of its header is not valid") from None


def feedback_numbers(game: Game, table: Table, feedbacks: int, winning: int) -> npt.NDArray[np.uint32]:
    """Return the number of each feedback in certificates, [1, feedbacks]; in a table, [guesses, feedbacks].

    It depends only on the meaning of the label or, in such a table, on the order of the answers to each guess.
    """
    assert game.rules is not None
    rule = game.rules.rule
    if isinstance(game.rules, TableRules):
        numbers = np.zeros((len(table), feedbacks), dtype=np.uint32)
        for own, row in zip(numbers, table, strict=True):
            answers, first = np.unique(row[row != winning], return_index=True)
            own[answers[np.argsort(first)]] = np.arange(1, len(answers) + 1)
        return numbers
    if rule.is_marked:
        return np.array([[int(label, 3) for label in game.labels]], dtype=np.uint32)
    counts = [rule.counts(label) for label in game.labels]
    cow_values = len(game.guesses[0]) + 1 if "cows" in counts[0] else 1  # how many values the number of cows can have
    return np.array([[count["bulls"] * cow_values + count.get("cows", 0) for count in counts]], dtype=np.uint32)


def numbers_of(tree: Tree, game: Game) -> bytes:
    """Return the bytes of a tree in a certificate: its guesses, depth first, siblings by rising feedback number."""
    codes = feedback_numbers(game, game.table, len(game.labels), game.winning)
    guesses, todo = [], [(0, np.arange(len(game.secrets)))]
    while todo:
        node, candidates = todo.pop()
        guesses.append(game.find_guess(tree.guesses[node]))
        feedbacks = game.table[guesses[-1], candidates]
        below = {tree.feedback[child]: child for child in tree.children(node)}
        if {*below, *[game.winning] * tree.is_win(node)} != set(feedbacks.tolist()):
            raise BadCertificate(f"the tree is not right about the feedbacks to {tree.guesses[node]}")
        order = sorted(below, key=codes[guesses[-1] % len(codes)].__getitem__, reverse=True)
        todo += [(below[feedback], candidates[feedbacks == feedback]) for feedback in order]
    return _pack(guesses)


def lists_of(game: Game) -> tuple[str, ...]:
    """Return the lines of the header with the lists of a word game or with a table, or no lines for other games."""
    if isinstance(game.rules, TableRules):
        rule, labels = "identify" if game.losing else "win", np.array(game.labels, dtype=object)
        rows = (" ".join(("row", guess, *labels[row])) for guess, row in zip(game.guesses, game.table, strict=True))
        return f"rule {rule}", f"secrets {' '.join(game.secrets)}", *rows
    if not isinstance(game.rules, WordRules):
        return ()
    return "rule marks", f"guesses {' '.join(game.guesses)}", f"secrets {' '.join(game.secrets)}"


def _pack(numbers: Sequence[int]) -> bytes:
    """Pack numbers as unsigned LEB128: seven bits a byte, the lowest first."""
    packed = bytearray()
    for number in numbers:
        while number > 127:
            packed.append(number & 127 | 128)
            number >>= 7
        packed.append(number)
    return bytes(packed)


def _read_header(lines: list[tuple[str, str]], numbers: bytes) -> Certificate:
    """Make a certificate from the lines (key, value) after the first.  Raises ValueError or IndexError."""

    def take(key: str) -> str:
        if lines[0][0] != key:
            raise ValueError(key)
        return lines.pop(0)[1]

    game = take("game")
    lists = list[str]()
    while lines[0][0] in ("rule", "guesses", "secrets", "row"):
        lists.append(" ".join(lines.pop(0)))
    weights = tuple(map(_whole, take("weights").split(" "))) if lines[0][0] == "weights" else ()
    pool, first, tree = take("pool"), take("first"), take("tree")
    claims = []
    if len(set(weights)) == 1 and weights[0] == 1:
        weights = ()  # a file without the line `weights` means the same
    while lines:
        prices, bound = take("claim").split(" ")
        values = None if prices == ENDLESS else tuple(map(_whole, prices.split(",")))
        if values is not None and (len(values) > MOST_PRICES or any(b < a for a, b in pairwise(values))):
            raise ValueError(prices)
        claims.append(Claim(Prices(values), None if bound == "never" else _whole(bound)))
    if pool not in POOLS or not claims or not re.fullmatch("-|[0-9a-f]{64}", tree):
        raise ValueError(tree)
    return Certificate(
        game, tuple(lists), weights, pool, "" if first == "-" else first, "" if tree == "-" else tree, tuple(claims),
        numbers,
    )  # fmt: skip


def _whole(text: str) -> int:
    number = read_whole(text, 0, COST_END)
    if number is None:
        raise ValueError(text)
    return number
