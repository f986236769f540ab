"""Certificates: files that prove what a tree costs at least, for programs that share nothing with this one.

docs/certificates.md has the format and the rules.  A certificate is made by going through a search once more
(`Search.certify` of the core), and checked by the program `scripts/check_certificate.c`, which the core contains.
`scripts/check_certificate.py` checks the same files, and shares no code with it.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from itertools import pairwise
from math import factorial
from typing import NamedTuple, Protocol

import numpy as np

from player.errors import BadInput
from player.rules.lists import WordRules
from player.rules.names import FAMILIES, Rules
from player.rules.numbers import read_whole
from player.tree import Tree
from treegen.games.game import Game
from treegen.native import core
from treegen.optimal.objective import POOLS, Prices, linear

__all__ = [
    "BadCertificate", "Certificate", "Claim", "check", "claims_of", "codes_of", "make", "no_tree_of",
    "numbers_of", "proves", "read",
    "reason_against", "tree_numbers", "unpack",
]  # fmt: skip

_FIRST_LINE = "guesstree certificate 1"
_GZIP = b"\x1f\x8b"
_MOST_BYTES = 256 << 20  # unpacked
_MOST_PRICES = 1000
_MOST_DEPTH = 250  # of a tree in a certificate
_MOST_ENTRIES = 1 << 30  # of a table of feedbacks
_MOST_STEPS = 4e10  # classes * guesses * secrets, for which class caps are computed
_END = 1 << 47  # of all costs
_END_WEIGHT = 1 << 32  # of all secrets together
_ENDLESS = "1,2,3,..."


class BadCertificate(BadInput):
    """A certificate is damaged, or proves something else than it should, or nothing."""


class Claim(NamedTuple):
    """That no tree costs less than `bound` by a price list; None: that there is no tree at all."""

    prices: Prices
    bound: int | None

    def __str__(self) -> str:
        return f"{_show(self.prices)} {'never' if self.bound is None else self.bound}"


class Prove(Protocol):
    """What makes the numbers of a proof; `first` is the index of the forced first guess, -1 where there is none."""

    def __call__(self, claim: Claim, *, first: int, by_class: bool, codes: list[int]) -> bytes: ...


@dataclass(frozen=True)
class Certificate:
    """A certificate: the lines of its header, and its numbers as they stand in the file."""

    game: str
    lists: tuple[str, ...]  # the lines `rule`, `guesses` and `secrets` of a word list; none of a code game
    weights: tuple[int, ...]  # of the secrets; none where all are 1
    pool: str
    first: str  # the forced first guess; "" where there is none
    by_class: bool  # whether class caps are used
    tree: str  # the sha256 of the tree file; "" where there is no tree
    claims: tuple[Claim, ...]
    numbers: bytes  # of the tree, and of a proof for each claim

    def to_bytes(self) -> bytes:
        """The bytes of the file, the same ones whenever it is written."""
        lines = [
            _FIRST_LINE,
            f"game {self.game}",
            *self.lists,
            *([f"weights {' '.join(map(str, self.weights))}"] if self.weights else []),
            f"pool {self.pool}",
            f"first {self.first or '-'}",
            f"caps {'classes' if self.by_class else 'whole'}",
            f"tree {self.tree or '-'}",
            *(f"claim {claim}" for claim in self.claims),
            "proof",
        ]
        file = BytesIO()
        with gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
            packed.write("".join(f"{line}\n" for line in lines).encode())
            packed.write(self.numbers)
        return file.getvalue()


def claims_of(tree: Tree, exists: Callable[[int], bool]) -> tuple[Claim, ...]:
    """What has to be proved for what a tree claims of itself; none where it claims nothing.

    An optimal tree for `worst` or `fewest-at-max` has the least depth there is, and one for `total` the least depth of
    that total: no tree has a depth less, or (where one `exists`) it costs more.  If a tree is not proved to be optimal,
    its bound is all that can be proved.
    """
    prices = Prices(tree.prices) if tree.prices else linear(tree.max_depth)
    if not tree.proved:
        return () if tree.bound is None else (Claim(prices, tree.bound),)
    own = Claim(prices, tree.cost)
    if tree.depth == 1:
        return (own,)
    shorter = tree.depth - 1
    is_least_depth = tree.objective == "worst" or (tree.objective == "fewest-at-max" and tree.max_depth is None)
    if tree.objective == "total" and exists(shorter):
        return own, Claim(linear(shorter), tree.total + 1)
    return (own, no_tree_of(shorter)) if is_least_depth or tree.objective == "total" else (own,)


def no_tree_of(depth: int | None) -> Claim:
    """That there is no tree of this depth; None: of any depth."""
    return Claim(Prices(None if depth is None else (0,) * depth), None)


def proves(certificate: Certificate, tree: Tree) -> bool:
    """Whether a certificate claims all that a tree claims of itself; a tree that claims nothing cannot be certified."""
    return any(
        claims and set(claims) <= set(certificate.claims)
        for claims in (claims_of(tree, lambda _: True), claims_of(tree, lambda _: False))
    )


def reason_against(game: Game, pool: str, objective: str = "", first: int | None = None) -> str | None:
    """Why there are no certificates of this kind, or None; `first` is the index of a forced first guess."""
    if first is not None and len(np.unique(game.table[first])) == 1:
        return f"certificates take a first guess that tells secrets apart, not {game.guesses[first]}"
    if objective == "identify":
        return "certificates are of trees that name the secret, not of --objective identify"
    if pool == "hard":
        return "certificates do not cover hard mode"
    if game.losing:
        return f"certificates do not cover feedbacks that lose, as in {game.brief}"
    if not isinstance(game.rules, (Rules, WordRules)):
        return f"certificates cover code games and word lists, not {game.brief}"
    if isinstance(game.rules, Rules) and not game.rules.row.is_certified:
        known = [row.name for row in FAMILIES.values() if row.is_certified]
        return f"certificates know the games {', '.join(known)} and word lists, not {game.brief}"
    if len(game.guesses) * len(game.secrets) > _MOST_ENTRIES:
        return f"certificates take tables of up to 2^30 entries; that of {game.brief} is larger"
    if game.weights is not None and game.table.dtype != np.uint8:
        return "certificates do not cover weights with more than 256 feedbacks"
    return None


def make(
    game: Game,
    pool: str,
    first: int | None,
    tree: tuple[Tree, bytes] | None,
    claims: Sequence[Claim],
    prove: Prove,
) -> Certificate:
    """Make the certificate of some claims, and of a tree with the bytes of its file.

    `prove` makes each proof: see `Search.certify`.
    """
    reason = reason_against(game, pool, first=first)
    if reason is not None:
        raise BadInput(reason)
    for claim in claims:
        prices = claim.prices.values
        last = len(game.secrets) if prices is None else prices[-1]
        if last * game.weight >= _END or len(prices or ()) > _MOST_PRICES:
            raise BadInput(f"certificates take up to {_MOST_PRICES} prices, and costs below 2^47")
    if game.weight >= _END_WEIGHT:
        raise BadInput("certificates take weights of less than 2^32 together")
    if tree is not None and tree[0].depth > _MOST_DEPTH:
        raise BadInput(f"certificates take trees of up to {_MOST_DEPTH} guesses")
    by_class, codes = _may_use_classes(game), codes_of(game)
    asked = -1 if first is None else first
    numbers = [] if tree is None else [numbers_of(tree[0], game)]
    numbers += [prove(claim, first=asked, by_class=by_class, codes=codes) for claim in claims]
    certificate = Certificate(
        game=game.name,
        lists=_lists(game),
        weights=() if game.weights is None else tuple(game.weights.tolist()),
        pool=pool,
        first="" if first is None else game.guesses[first],
        by_class=by_class,
        tree="" if tree is None else sha256(tree[1]).hexdigest(),
        claims=tuple(claims),
        numbers=b"".join(numbers),
    )
    if sum(map(len, certificate.lists)) + len(certificate.numbers) > _MOST_BYTES // 2:
        raise BadInput("the proof is too long for a certificate")
    return certificate


def unpack(data: bytes, where: str = "certificate") -> bytes:
    """Return the unpacked bytes of a certificate, which may be bare; BadCertificate if they are damaged or too long."""
    unpacker = zlib.decompressobj(31)
    text, is_whole = data, not data.startswith(_GZIP)
    if not is_whole:
        with suppress(zlib.error):
            text = unpacker.decompress(data, _MOST_BYTES + 1)
            is_whole = (unpacker.eof and not unpacker.unused_data) or len(text) > _MOST_BYTES
    if not is_whole:
        raise BadCertificate(f"{where}: not a certificate, or a damaged one")
    if len(text) > _MOST_BYTES:
        raise BadCertificate(f"{where}: more than {_MOST_BYTES >> 20} MiB")
    return text


def read(data: bytes, where: str = "certificate") -> Certificate:
    """Read the bytes of a certificate, packed or not; BadCertificate for whatever is not right in its form."""
    header, end, numbers = unpack(data, where).partition(b"\nproof\n")
    try:
        lines = header.decode().split("\n") if end else []
    except UnicodeDecodeError:
        lines = []
    if lines[:1] != [_FIRST_LINE]:
        raise BadCertificate(f"{where}: not a certificate of guesstree, version 1")
    rest = [line.partition(" ")[::2] for line in lines[1:]]
    try:
        return _read_header(rest, numbers)
    except (ValueError, IndexError):
        raise BadCertificate(f"{where}: a line of its header is not right") from None


def check(data: bytes, certificate: Certificate, game: Game, where: str = "certificate") -> list[int]:
    """Check all that `data` proves, a certificate of `game`; return the number of lemmas of each claim.

    The core runs the code of scripts/check_certificate.c, which believes nothing in it.  Raises BadCertificate if a
    proof does not hold.  Whether the tree in it is the right one is for the caller to compare (`tree_numbers`).
    """
    assert core is not None
    reason = reason_against(game, certificate.pool)
    if reason is not None:
        raise BadCertificate(f"{where}: {reason}")
    weights = () if game.weights is None else tuple(game.weights.tolist())
    if (certificate.lists, certificate.weights) != (_lists(game), weights):
        raise BadCertificate(f"{where}: it is about another game, or other weights")
    try:
        return core.check_certificate(unpack(data, where))
    except ValueError as error:
        raise BadCertificate(f"{where}: the proof does not hold: {error}") from None


def codes_of(game: Game) -> list[int]:
    """The number of each feedback in certificates: they are named by what they say, not by their order here."""
    assert game.rules is not None
    rule = game.rules.rule
    if rule.is_marked:
        return [int(label, 3) for label in game.labels]
    told = [rule.counts(label) for label in game.labels]
    cows = len(game.guesses[0]) + 1 if "cows" in told[0] else 1
    return [counts["bulls"] * cows + counts.get("cows", 0) for counts in told]


def numbers_of(tree: Tree, game: Game) -> bytes:
    """A tree as a certificate has it: its guesses in the order of a walk, by rising numbers of the feedbacks.

    Raises BadCertificate for a tree that is not right about its game.
    """
    codes = codes_of(game)
    guesses, todo = [], [(0, np.arange(len(game.secrets)))]
    while todo:
        node, candidates = todo.pop()
        guesses.append(game.find_guess(tree.guesses[node]))
        told = game.table[guesses[-1], candidates]
        below = {tree.feedback[child]: child for child in tree.children(node)}
        if {*below, *[game.winning] * tree.is_win(node)} != set(told.tolist()):
            raise BadCertificate(f"the tree is not right about the feedbacks to {tree.guesses[node]}")
        ways = sorted(below, key=lambda way: -codes[way])
        todo += [(below[way], candidates[told == way]) for way in ways]
    return _pack(guesses)


def tree_numbers(certificate: Certificate, game: Game) -> bytes:
    """The part of the numbers that is the tree, which is played; BadCertificate if it asks what is not allowed."""
    if not certificate.tree:
        return b""
    by_code = np.argsort(codes_of(game))
    numbers = iter(_unpack(certificate.numbers))
    used = 0
    todo = [(np.arange(len(game.secrets)), 1)]
    while todo:
        candidates, depth = todo.pop()
        guess, size = next(numbers, (len(game.guesses), 0))
        if guess >= len(game.guesses) or depth > _MOST_DEPTH:
            raise BadCertificate("the tree in it is damaged")
        is_first = not used and certificate.first
        used += size
        told = game.table[guess, candidates]
        if is_first and game.guesses[guess] != certificate.first:
            raise BadCertificate("the tree in it begins with another first guess")
        if not is_first and certificate.pool == "candidates" and game.winning not in told:
            raise BadCertificate("the tree in it asks a guess that is no candidate")
        cells = [candidates[told == feedback] for feedback in by_code.tolist() if feedback != game.winning]
        todo += [(cell, depth + 1) for cell in reversed(cells) if len(cell)]
    return certificate.numbers[:used]


def _may_use_classes(game: Game) -> bool:
    """Whether the caps of each class of guesses take a bearable time."""
    classes = len(game.guesses)
    if game.symmetry is not None and game.weights is None:
        permuted = factorial(game.symmetry.symbols.shape[1]) if game.symmetry.moves_feedbacks else 1
        classes = min(classes, permuted * len(game.symmetry.representatives([])))
    return classes * len(game.guesses) * len(game.secrets) <= _MOST_STEPS


def _lists(game: Game) -> tuple[str, ...]:
    if not isinstance(game.rules, WordRules):
        return ()
    return "rule marks", f"guesses {' '.join(game.guesses)}", f"secrets {' '.join(game.secrets)}"


def _show(prices: Prices) -> str:
    return _ENDLESS if prices.values is None else ",".join(map(str, prices.values))


def _pack(numbers: Sequence[int]) -> bytes:
    """Numbers as unsigned LEB128: seven bits a byte, the lowest first."""
    packed = bytearray()
    for number in numbers:
        while number > 127:
            packed.append(number & 127 | 128)
            number >>= 7
        packed.append(number)
    return bytes(packed)


def _unpack(data: bytes) -> Iterator[tuple[int, int]]:
    """The numbers at the beginning of some bytes, and how many bytes each takes."""
    number = size = 0
    for byte in data:
        number |= (byte & 127) << 7 * size
        size += 1
        if byte < 128:
            yield number, size
            number = size = 0
        elif size == 9:
            return


def _read_header(lines: list[tuple[str, str]], numbers: bytes) -> Certificate:
    """The certificate with these lines (key, value) after the first; ValueError or IndexError for anything else."""

    def take(key: str) -> str:
        if lines[0][0] != key:
            raise ValueError(key)
        return lines.pop(0)[1]

    game = take("game")
    lists = tuple(f"{key} {take(key)}" for key in ("rule", "guesses", "secrets")) if lines[0][0] == "rule" else ()
    weights = tuple(map(_whole, take("weights").split(" "))) if lines[0][0] == "weights" else ()
    pool, first, caps, tree = take("pool"), take("first"), take("caps"), take("tree")
    claims = []
    if len(set(weights)) == 1 and weights[0] == 1:
        weights = ()  # as if the line was not there
    while lines:
        prices, bound = take("claim").split(" ")
        values = None if prices == _ENDLESS else tuple(map(_whole, prices.split(",")))
        if values is not None and (len(values) > _MOST_PRICES or any(b < a for a, b in pairwise(values))):
            raise ValueError(prices)
        claims.append(Claim(Prices(values), None if bound == "never" else _whole(bound)))
    good = pool in POOLS and caps in ("classes", "whole") and bool(claims)
    if not good or not (tree == "-" or (len(tree) == 64 and set(tree) <= set("0123456789abcdef"))):
        raise ValueError(tree)
    return Certificate(
        game, lists, weights, pool, "" if first == "-" else first, caps == "classes",
        "" if tree == "-" else tree, tuple(claims), numbers,
    )  # fmt: skip


def _whole(text: str) -> int:
    number = read_whole(text, 0, _END)
    if number is None:
        raise ValueError(text)
    return number
