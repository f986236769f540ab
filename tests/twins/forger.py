"""Certificates of tiny games, with exact proofs, to be forged: of the least cost, and of more than that.

Nothing is shared with guesstree: the plain rules of the games are those of the twins, and the least cost and the format
are written again here, from docs/certificates.md.  The least cost is found by looking at all guesses, without any
bound.  A proof has a lemma with the exact cost of each cell, so that the plain sum over its cells closes a guess: a
checker that finds such a proof of the least cost too weak is as wrong as one that believes a proof of more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from itertools import permutations
from typing import TYPE_CHECKING, Any, NamedTuple

from twins import PLAIN, plain_codes

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Iterator, Sequence

Generator = tuple[tuple[int, ...], tuple[int, ...]]  # places and names
Some = tuple[int, ...]  # candidates
Prices = tuple[int, ...]

INFINITE = 1 << 48  # the cost of what no tree can do
ENDLESS: Prices = ()  # 1, 2, 3, ... without end

# At most 18 secrets and 27 guesses; each family, suffix and kind of symbols.
NAMES = [
    "bulls-1x2", "bulls-1x5", "bulls-1x10-nozero", "bulls-2x2", "bulls-2x3", "bulls-2x4", "bulls-3x3",
    "bulls-2x2-any", "bulls-2x3-any", "bulls-2x4-any", "bulls-3x3-any", "bulls-2x3-any-each",
    "bulls-2x4-any-matches", "bulls-2x3-matches", "bulls-2x4-nozero=0QRS", "bulls-2x3-any-nozero=0QR",
    "bulls-2x3-any-each-nozero=0ab", "bulls-2x3=QRS", "bulls-2x4=red,green,blue,white", "mastermind-1x2-nozero=0A",
    "mastermind-1x4", "mastermind-2x2", "mastermind-2x3", "mastermind-2x4", "mastermind-3x2", "mastermind-4x2",
    "mastermind-2x3-each", "mastermind-3x2-matches", "mastermind-2x4-nozero=0ABC", "mastermind-2x3=🔴🟢🔵",
    "match-1x3", "match-1x9", "match-2x3", "match-2x4", "match-3x2", "match-4x2", "match-2x3-distinct",
    "match-2x3-any-distinct", "match-2x4-distinct=BDac", "match-2x3-nozero=012", "marks-1x4", "marks-2x3",
    "marks-2x4", "marks-3x2", "marks-4x2", "marks-2x3-distinct", "marks-3x3-any-distinct", "marks-2x3-nozero=0xy",
    "marks-2x3=rot,grün,blau",
]  # fmt: skip


def answer(rule: str, guess: str, secret: str) -> int:
    """The number of the feedback to a guess, by the plain rules."""
    told = PLAIN[rule](guess, secret)
    if rule in ("match", "marks"):
        return int(told, 3 if rule == "marks" else 10)
    right, others = map(int, told)
    return right * (len(guess) + 1) + others - right * (rule == "matches")


@dataclass(frozen=True, eq=False)
class Game:
    """A game: its name and lists as a header has them, and `table[guess][secret]`, the numbers of the feedbacks."""

    name: str
    symbols: str  # none of a word list
    guesses: tuple[str, ...]
    secrets: tuple[str, ...]
    table: list[list[int]]
    win: int


def make(name: str, rule: str, symbols: str, guesses: Sequence[str], secrets: Sequence[str]) -> Game:
    table = [[answer(rule, guess, secret) for secret in secrets] for guess in guesses]
    return Game(name, symbols, tuple(guesses), tuple(secrets), table, answer(rule, secrets[0], secrets[0]))


def word_game(secrets: Iterable[str], others: Iterable[str] = ()) -> Game:
    own = sorted(secrets)
    every = sorted({*own, *others})
    digest = sha256("\n".join([*own, "", *every]).encode()).hexdigest()
    return make(f"words:{digest}", "marks", "", every, own)


@cache
def code_game(name: str) -> Game:
    """A game of codes, whose symbols are digits where they are not plain letters."""
    plain, _, shown = name.partition("=")
    codes = plain_codes(name if re.fullmatch("[0-9A-Za-z]+", shown) else plain)
    return make(name, codes.rule, codes.symbols, codes.guesses, codes.secrets)


@cache
def image(game: Game, generator: Generator) -> tuple[list[int], list[int]] | None:
    """Where a symmetry of the game takes each guess and each secret; None if it is none."""
    every = [range(len(game.secrets[0])), range(len(game.symbols))]
    if not game.symbols or [sorted(order) for order in generator] != [list(order) for order in every]:
        return None
    places, names = generator
    new = {symbol: game.symbols[name] for symbol, name in zip(game.symbols, names, strict=True)}
    moved = []
    for words in game.guesses, game.secrets:
        at = {word: i for i, word in enumerate(words)}
        moved.append([at.get("".join(new[word[i]] for i in places), -1) for word in words])
    if -1 in moved[0] + moved[1]:
        return None
    for row, there in zip(game.table, (game.table[guess] for guess in moved[0]), strict=True):
        pairs = {(game.win, game.win), *zip(row, (there[secret] for secret in moved[1]), strict=True)}
        if not len(pairs) == len({old for old, _ in pairs}) == len({new for _, new in pairs}):
            return None
    return moved[0], moved[1]


def lowest(game: Game, generators: Iterable[Generator]) -> set[int]:
    """The lowest guess of each orbit under those generators that are symmetries."""
    label, moves = list(range(len(game.guesses))), [image(game, generator) for generator in generators]
    for _ in label:
        for move in moves:
            for guess, to in enumerate(move[0] if move else ()):
                label[guess] = label[to] = min(label[guess], label[to])
    return set(label)


@dataclass
class Lemma:
    """A lemma as the file has it; those in it have a guess, a feedback and a bound (0: infinite)."""

    some: Some
    generators: list[Generator] | None = None
    nested: list[tuple[int, int, int, Lemma]] = field(default_factory=list)

    def numbers(self) -> Iterator[int]:
        yield 2 * len(self.nested) + (self.generators is not None)
        if self.generators is not None:
            yield len(self.generators)
            yield from (number for generator in self.generators for order in generator for number in order)
        for *head, lemma in self.nested:
            yield from head
            yield from lemma.numbers()

    def all(self) -> Iterator[Lemma]:
        yield self
        for *_, lemma in self.nested:
            yield from lemma.all()


class Style(NamedTuple):
    """How a proof is written."""

    generators: tuple[Generator, ...] | None = None  # None: without symmetries
    are_sorted_out: bool = True  # only those generators are named that are symmetries and keep the set
    is_lazy: bool = True  # without lemmas where the simplest counting is enough
    more: int = 0  # each bound of a nested lemma is so much too high


@dataclass(frozen=True)
class Puzzle:
    """A game with all that a header says but the claims; `first` is the index of a guess."""

    game: Game
    pool: str = "all"
    first: int | None = None
    weights: tuple[int, ...] = ()
    memo: dict[Any, Any] = field(default_factory=dict, repr=False)

    def everything(self) -> Some:
        return tuple(range(len(self.game.secrets)))

    def is_closed(self) -> bool:
        """Whether all secrets may be asked."""
        return {*self.game.secrets} <= {*self.game.guesses}

    def weigh(self, some: Iterable[int]) -> int:
        return sum(self.weights[secret] if self.weights else 1 for secret in some)

    def cells(self, guess: int, some: Some) -> dict[int, Some]:
        found: dict[int, list[int]] = {}
        for secret in some:
            found.setdefault(self.game.table[guess][secret], []).append(secret)
        return {feedback: tuple(found[feedback]) for feedback in sorted(found)}

    def is_forced(self, some: Some, depth: int) -> bool:
        return self.first is not None and depth == 0 and len(some) == len(self.game.secrets)

    def allowed(self, some: Some, depth: int) -> Iterator[tuple[int, dict[int, Some]]]:
        """The guesses that may be made, with their cells, without those that are never needed."""
        is_forced = self.is_forced(some, depth)
        for guess in [self.first or 0] if is_forced else range(len(self.game.guesses)):
            cells = self.cells(guess, some)
            wins = self.game.win in cells
            is_needed = len(cells) > 1 or (wins and len(some) == 1 and not is_forced)
            if is_needed and (is_forced or wins or self.pool == "all"):
                yield guess, cells

    def least(self, prices: Prices, some: Some, depth: int = 0) -> tuple[int, int]:
        """The least cost of finding these secrets after so many guesses (always 0 with endless prices), and a guess."""
        key = prices, some, depth
        if key not in self.memo:
            best = (INFINITE, -1)
            for guess, cells in self.allowed(some, depth) if not prices or depth < len(prices) else ():
                won = cells.pop(self.game.win, ())
                cost = self.weigh(won) * prices[depth] if prices else self.weigh(some)
                cost += sum(self.least(prices, cell, depth + bool(prices))[0] for cell in cells.values())
                best = min(best, (cost, guess))
            self.memo[key] = best
        found: tuple[int, int] = self.memo[key]
        return found

    def excess(self, prices: Prices, some: Some, depth: int) -> int:
        """The least cost beyond that of finding all with the next guess: what lemmas are about."""
        cost, _ = self.least(prices, some, depth)
        return cost if cost >= INFINITE else cost - (prices[depth] if prices else 1) * self.weigh(some)

    def later(self, prices: Prices, some: Iterable[int], depth: int) -> int:
        """What it costs more to find these with the guess after the next one."""
        weight = self.weigh(some)
        return (weight > 0) * INFINITE if prices and depth + 1 >= len(prices) else (
            weight * (prices[depth + 1] - prices[depth] if prices else 1)
        )  # fmt: skip

    def write(self, prices: Prices, style: Style, some: Some, depth: int, least: int, known: set[Any]) -> Lemma:
        """The lemma that these cost at least so much, with lemmas for the cells of each guess that needs them."""
        lemma, deeper = Lemma(some), depth + bool(prices)
        if style.generators is not None:
            lemma.generators = [each for each in style.generators if not style.are_sorted_out or self.keeps(each, some)]
        firsts = lowest(self.game, [] if self.is_forced(some, depth) else lemma.generators or [])
        for guess, cells in self.allowed(some, depth):
            won = cells.pop(self.game.win, ())
            rests = [sorted(cell, key=lambda secret: self.weigh((secret,)))[:-1] for cell in cells.values()]
            counted = self.later(prices, {*some} - {*won}, depth) + sum(self.later(prices, c, deeper) for c in rests)
            if guess in firsts and not (style.is_lazy and counted >= least):
                for feedback, cell in cells.items():
                    bound = self.excess(prices, cell, deeper)
                    bound += style.more * (bound < INFINITE)
                    # Of two that may be asked the cost is counted, and after the last price, too.
                    is_counted = len(cell) < 3 and self.is_closed() and not style.more
                    if bound and not (is_counted or deeper >= len(prices) > 0 or (cell, deeper) in known):
                        proof = self.write(prices, style, cell, deeper, bound, known)
                        lemma.nested.append((guess, feedback, bound % INFINITE, proof))
                        known.add((cell, deeper))
        return lemma

    def prove(self, prices: Prices, bound: int, style: Style) -> Lemma:
        """The proof of a claim."""
        base = (prices[0] if prices else 1) * self.weigh(self.everything())
        return self.write(prices, style, self.everything(), 0, bound - base * (bound < INFINITE), set())

    def keeps(self, generator: Generator, some: Some) -> bool:
        move = image(self.game, generator)
        return move is not None and {move[1][secret] for secret in some} == {*some}

    def plant(self, prices: Prices, some: Some, depth: int, choose: Callable[..., int]) -> tuple[list[int], int]:
        """A tree as the file has it, and what it costs; `choose` may alter a guess."""
        guess = self.least(prices, some, depth if prices else 0)[1]
        guess = choose(some, depth, self.game.guesses.index(self.game.secrets[some[0]]) if guess < 0 else guess)
        cells = self.cells(guess, some) if guess < len(self.game.guesses) else {}
        price = depth + 1 if not prices else prices[depth] if depth < len(prices) else INFINITE
        numbers, cost = [guess], price * self.weigh(cells.pop(self.game.win, ()))
        for cell in cells.values():
            below, more = self.plant(prices, cell, depth + 1, choose)
            numbers, cost = numbers + below, cost + more
        return numbers, cost

    def header(self, claims: Iterable[tuple[Prices, int]], caps: str = "whole", tree: str = "-") -> bytes:
        """The text before the numbers."""
        game, lines = self.game, ["guesstree certificate 1", f"game {self.game.name}"]
        if not game.symbols:
            lines += ["rule marks", f"guesses {' '.join(game.guesses)}", f"secrets {' '.join(game.secrets)}"]
        if self.weights:
            lines.append(f"weights {' '.join(map(str, self.weights))}")
        first = "-" if self.first is None else game.guesses[self.first]
        lines += [f"pool {self.pool}", f"first {first}", f"caps {caps}", f"tree {tree}"]
        for prices, bound in claims:
            said = ",".join(map(str, prices)) or "1,2,3,..."
            lines.append(f"claim {said} {'never' if bound >= INFINITE else bound}")
        return "\n".join([*lines, "proof", ""]).encode()


def pack(numbers: Iterable[int], length: int = 1) -> bytes:
    """Numbers as unsigned LEB128, of at least so many bytes each."""
    packed = bytearray()
    for number in numbers:
        size = max(length, -(-number.bit_length() // 7))
        packed += bytes([number >> 7 * k & 127 | 128 * (k < size - 1) for k in range(size)])
    return bytes(packed)


def draw_generators(some: random.Random, game: Game) -> tuple[Generator, ...]:
    """A few permutations of places and symbols, symmetries or not."""
    orders, names = list(permutations(range(len(game.secrets[0])))), range(len(game.symbols))
    return tuple(
        (some.choice(orders), tuple(some.sample(names, len(names)) if some.random() < 0.7 else names))
        for _ in range(some.randrange(1, 6))
    )
