"""A third checker of certificates, written from "The format, version 1" of docs/certificates.md alone.

It follows that page step by step and uses none of the shortcuts that the page allows, so it is slow. Numbers like (3)
are those of the page's steps.
"""

from __future__ import annotations

import itertools
import math
import re
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

Some = tuple[int, ...]  # the numbers of secrets, rising
INFINITE, LIMIT = 1 << 48, 1 << 47
SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def require(holds: bool, reason: str) -> None:
    """Reject the certificate unless the condition holds."""
    if not holds:
        raise ValueError(reason)


def number(text: str) -> int:
    """The value of a number of the text."""
    require(re.fullmatch("0|[1-9][0-9]{,14}", text) is not None and int(text) < LIMIT, f"{text[:20]!r} is no number")
    return int(text)


def numbers(data: bytes) -> list[int]:
    """The numbers after the text, the first one last."""
    found, value, shift = list[int](), 0, 0
    for byte in data:
        require(shift < 63, "a number has more than 9 bytes")
        value, shift = value | (byte & 127) << shift, shift + 7
        if byte < 128:
            found.append(value)
            value = shift = 0
    require(shift == 0, "the last number has no end")
    return found[::-1]


def unpack(data: bytes) -> bytes:
    """The bytes of the certificate, which may be one gzip member."""
    if data[:2] == b"\x1f\x8b":
        member = zlib.decompressobj(wbits=31)
        try:
            data = member.decompress(data, 2**28 + 1)
        except zlib.error as error:
            raise ValueError(f"the gzip file is damaged: {error}") from error
        require(len(data) > 2**28 or (member.eof and not member.unused_data), "this is not exactly one gzip member")
    require(len(data) <= 2**28, "there are too many bytes")
    return data


def feedback(rule: str, guess: str, secret: str) -> int:
    """The number of the feedback to a guess."""
    places = range(len(guess))
    right, near = {k for k in places if guess[k] == secret[k]}, set[int]()
    for k in (k for k in places if k not in right):
        near |= set([i for i in places if i not in right | near and guess[i] == secret[k]][:1])
    if rule == "match":
        return len(right)
    if rule == "marks":
        return sum((2 * (i in right) + (i in near)) * 3 ** (len(guess) - 1 - i) for i in places)
    others = sum(i not in right and guess[i] in secret for i in places) if rule == "each" else len(near)
    return len(right) * (len(guess) + 1) + others


class Game:
    """A game, with its table of feedbacks by guess and secret, and the secrets that guesses win for."""

    def __init__(self, rule: str, guesses: list[str], secrets: list[str], symbols: str = "") -> None:
        require(len(secrets) > 0 and len(guesses) * len(secrets) <= 2**30, "there is no secret, or there are too many")
        self.guesses, self.secrets, self.symbols, self.places = guesses, secrets, symbols, len(secrets[0])
        self.table = [[feedback(rule, guess, secret) for secret in secrets] for guess in guesses]
        self.winning = feedback(rule, secrets[0], secrets[0])
        self.winner = {g: secrets.index(word) for g, word in enumerate(guesses) if word in set(secrets)}

    def cells(self, guess: int, some: Some) -> dict[int, Some]:
        """The cells of a guess, by rising feedback."""
        found: dict[int, list[int]] = {}
        for secret in some:
            found.setdefault(self.table[guess][secret], []).append(secret)
        return {f: tuple(found[f]) for f in sorted(found)}


def code_game(name: str) -> Game:
    head, equals, given = name.partition("=")
    parts = re.fullmatch("(bulls|mastermind|match|marks)-([1-8])x([1-9][0-9]?)((?:-[a-z]+)*)", head)
    require(parts is not None, "this is not the name of a game")
    assert parts
    family, places, c, ends = parts[1], int(parts[2]), int(parts[3]), parts[4].split("-")[1:]
    may_end = {"any", "nozero", "distinct", *(("each", "matches") if family in ("bulls", "mastermind") else ())}
    require(len(set(ends)) == len(ends) and set(ends) <= may_end and not {"each", "matches"} <= set(ends), "a suffix")
    symbols = SYMBOLS[:10] if c == 10 else SYMBOLS[1 : c + 1]
    if equals and len(set(given)) == len(given) == c and set(given) <= set(SYMBOLS):
        symbols = "".join(sorted(given))
    elif equals:
        names = given.split(",") if "," in given else list(given)
        require(len(set(names)) == len(names) == c and not set(names) <= set(SYMBOLS), "the names are wrong")
        require(all(1 <= len(x) <= 20 and not set(x) & set(" :#=./\\;+-") for x in names), "a name is wrong")
        equals = ""
    is_zero = "nozero" in ends
    require(2 <= c <= (62 if equals else 10) and (not is_zero or "0" in symbols), "the symbols are wrong")
    is_distinct = family == "bulls" or "distinct" in ends
    totals = [math.perm(c, places) if is_distinct else c**places, c**places]
    if is_zero:
        totals = [total - total // c for total in totals]
    has_repeats = not is_distinct or "any" in ends
    require(totals[0] * totals[has_repeats] <= 2**30, "there are too many words")
    every = ["".join(x) for x in itertools.product(symbols, repeat=places) if not (is_zero and x[0] == "0")]
    secrets = [x for x in every if not is_distinct or len(set(x)) == places]
    return Game("each" if "each" in ends else family, every if has_repeats else secrets, secrets, symbols)


class Proof:
    """The reader of a tree and of lemmas; `prices` and what follows them belong to one claim."""

    def __init__(self, game: Game, weights: list[int], pool: str, first: int | None, rest: list[int]) -> None:
        self.game, self.weights, self.pool, self.first, self.rest = game, weights, pool, first, rest
        self.may_rename = game.symbols != ""
        self.ranks: dict[Some, tuple[int, int]] = {}

    def weigh(self, some: Iterable[int]) -> int:
        return sum(self.weights[secret] for secret in some)

    def is_allowed(self, guess: int, some: Some) -> bool:
        return self.pool == "all" or self.game.winner.get(guess) in some

    def read(self) -> int:
        require(self.rest != [], "there are too few numbers")
        return self.rest.pop()

    def guess(self) -> int:
        guess = self.read()
        require(guess < len(self.game.guesses), "there is no such guess")
        return guess

    def tree(self, some: Some, depth: int) -> dict[int, int]:
        """Which guess of a subtree finds which secret."""
        guess, found = self.guess(), {}
        is_forced = depth == 1 and self.first is not None
        require(depth <= 250, "the tree is too deep")
        require(guess == self.first if is_forced else self.is_allowed(guess, some), "a guess is not allowed")
        for f, cell in self.game.cells(guess, some).items():
            found.update({cell[0]: depth} if f == self.game.winning else self.tree(cell, depth + 1))
        return found

    def prove(self, prices: list[int] | None, least: int | None) -> None:
        """Read the proof of a claim (2); no prices are 1,2,3,... and no bound is `never`."""
        self.prices, self.lemmas, self.candidates = prices, dict[tuple[Some, int], int](), 0
        bound = INFINITE if least is None else least - self.price(1) * sum(self.weights)
        self.lemma(tuple(range(len(self.weights))), 0, bound, 1)

    def price(self, k: int) -> int:
        return self.prices[k - 1] if self.prices else k

    def left(self, d: int) -> float:
        return max(0, len(self.prices) - d) if self.prices else math.inf

    def deeper(self, d: int) -> int:
        return d + 1 if self.prices else 0

    def rel(self, d: int, i: int) -> int:
        return self.price(d + i) - self.price(d + 1)

    def lemma(self, some: Some, d: int, least: int, nesting: int) -> None:
        """Read a lemma, and reject it unless it holds (3, 4)."""
        game, self.candidates = self.game, self.candidates + len(some)
        require(nesting <= 250 and self.candidates <= 2**29, "there are too many lemmas")
        count, is_symmetric = divmod(self.read(), 2)
        lowest = self.symmetries(some) if is_symmetric else list(range(len(game.guesses)))
        for _ in range(count):
            guess, answer, bound = self.guess(), self.read(), self.read()
            part = game.cells(guess, some).get(answer, ())
            require(answer != game.winning and 0 < len(part) < len(some) and bound < LIMIT, "a lemma is wrong")
            self.lemma(part, self.deeper(d), bound or INFINITE, nesting + 1)
        is_forced = nesting == 1 and self.first is not None
        for guess in range(len(game.guesses)) if self.left(d) > 0 else ():
            is_useless = len(some) > 1 and len(game.cells(guess, some)) == 1
            is_needed = lowest[guess] == guess and self.is_allowed(guess, some) and not is_useless
            if guess == self.first if is_forced else is_needed:
                self.close(guess, some, d, least)
        if nesting > 1:
            self.lemmas[some, d] = max(least, self.lemmas.get((some, d), 0))

    def close(self, guess: int, some: Some, d: int, least: int) -> None:
        """Reject a guess that may cost less (5)."""
        cells = [cell for f, cell in self.game.cells(guess, some).items() if f != self.game.winning]
        cost = 0 if self.left(d) == 1 else self.rel(d, 2) * sum(map(self.weigh, cells))
        for cell in cells:
            if cost < least:  # otherwise it is closed by less than all cells
                at = self.deeper(d)
                cost += max(self.own(cell, at), self.lemmas.get((cell, at), 0))
        require(cost >= least, f"guess {guess} costs {cost} after {d} others, not {least}")

    def rank(self, some: Some) -> tuple[int, int]:
        """How many cells a guess makes at most: `plain` and `able`."""
        if some not in self.ranks:
            most = [0, 0]
            for guess, row in enumerate(self.game.table):
                wins = self.game.winner.get(guess) in some
                most[wins] = max(most[wins], len({row[secret] for secret in some}))
            self.ranks[some] = most[0] if self.pool == "all" else 0, most[1]
        return self.ranks[some]

    def own(self, some: Some, d: int) -> int:
        """What is counted for a cell (6)."""
        (plain, able), n = self.rank(some), len(some)
        heaviest = sorted((self.weights[secret] for secret in some), reverse=True)

        def bound(c: int, w: int) -> int:
            if self.left(d) == 0:
                return INFINITE
            if n == 1:
                return 0
            if c < 2:
                return INFINITE
            cost, found, reach, i = 0, w, 1, 1
            while found < n:
                if i >= self.left(d) or i > n:
                    return INFINITE
                cost += (self.rel(d, i + 1) - self.rel(d, i)) * sum(heaviest[found:])
                found = w + (c - w) * reach
                reach = min(n, max(plain * reach, 1 + (able - 1) * reach if able else 0))
                i += 1
            return cost

        return min(bound(min(plain, n), 0), bound(min(able, n), 1))

    def symmetries(self, some: Some) -> list[int]:
        """The least number in the orbit of each guess, by the generators that are read (7)."""
        require(self.may_rename, "symmetries do not belong to words and weights")
        count = self.read()
        require(count <= 100, "there are too many generators")
        images, lowest = [self.generator(some) for _ in range(count)], list(range(len(self.game.guesses)))
        for start in range(len(lowest)):
            reached = [start] if lowest[start] == start else []
            for to in (image[guess] for guess in reached for image in images):
                if lowest[to] > start:
                    lowest[to] = start
                    reached.append(to)
        return lowest

    def generator(self, some: Some) -> list[int]:
        """The image of each guess by the generator that is read and tested."""
        game, moved = self.game, []
        places, names = [self.read() for _ in range(game.places)], [self.read() for _ in game.symbols]
        for order in places, names:
            require(sorted(order) == list(range(len(order))), "a generator is no permutation")
        new = {symbol: game.symbols[name] for symbol, name in zip(game.symbols, names, strict=True)}
        for words in game.guesses, game.secrets:
            at = {word: i for i, word in enumerate(words)}
            moved.append([at.get("".join(new[word[i]] for i in places), -1) for word in words])
        guesses, secrets = moved
        require(-1 not in guesses + secrets, "the image of a word is not in the game")
        for guess, row in enumerate(game.table):
            there, won = game.table[guesses[guess]], game.winner.get(guess)
            pairs = {(f, there[secret]) for f, secret in zip(row, secrets, strict=True)}
            require(len(pairs) == len({f for f, _ in pairs}) == len({f for _, f in pairs}), "this is no symmetry")
            require(game.winner.get(guesses[guess]) == (None if won is None else secrets[won]), "another secret wins")
        require({secrets[secret] for secret in some} == {*some}, "the candidates have other images")
        return guesses


def read_claim(text: str, omega: int, secrets: int) -> tuple[list[int] | None, int | None]:
    listed, _, bound = text.partition(" ")
    prices = None if listed == "1,2,3,..." else [number(price) for price in listed.split(",")]
    require(prices is None or (len(prices) <= 1000 and prices == sorted(prices)), "the prices are wrong")
    require(omega * max(1, prices[-1] if prices else secrets) < LIMIT, "the prices are too high")
    return prices, None if bound == "never" else number(bound)


def check(data: bytes) -> list[str]:
    """What a certificate proves, a text for each claim; raises ValueError if it is rejected."""
    text, proof, rest = unpack(data).partition(b"\nproof\n")
    lines = text.decode().split("\n")  # a wrong encoding is a ValueError, too
    require(proof != b"" and not re.search("[\0-\x1f\x7f-\x9f]", "".join(lines)), "there is no proof after plain text")

    def line(key: str) -> str:
        require(bool(lines) and lines[0].startswith(f"{key} "), f"the line {key} is missing")
        return lines.pop(0)[len(key) + 1 :]

    require(line("guesstree certificate") == "1", "this is another version")
    if (name := line("game")).startswith("words:"):
        require(re.fullmatch("words:[0-9a-f]{64}", name) is not None and line("rule") == "marks", "the list is wrong")
        guesses, secrets = lists = [line("guesses").split(" "), line("secrets").split(" ")]
        lengths = {len(word) for words in lists for word in words}
        require(len(lengths) == 1 and lengths <= {*range(1, 9)}, "the words are too long, or of two lengths")
        require(all(len(set(words)) == len(words) for words in lists), "a word stands twice")
        game = Game("marks", guesses, secrets)
    else:
        game = code_game(name)
    is_weighted = bool(lines) and lines[0].startswith("weights ")
    weights = [number(n) for n in line("weights").split(" ")] if is_weighted else [1] * len(game.secrets)
    require(len(weights) == len(game.secrets) and min(weights) > 0 and sum(weights) < 1 << 32, "the weights are wrong")
    pool, first, caps, tree = (line(key) for key in ("pool", "first", "caps", "tree"))
    require(pool in ("all", "candidates") and caps in ("classes", "whole"), "the pool or the caps are wrong")
    require(first in ("-", *game.guesses), "the first guess is not in the game")
    require(re.fullmatch("-|[0-9a-f]{64}", tree) is not None, "the SHA-256 is wrong")
    claims = []
    while lines:
        claims.append(read_claim(line("claim"), sum(weights), len(game.secrets)))
    require(1 <= len(claims) <= 100, "there are no claims or too many")

    every = tuple(range(len(game.secrets)))
    checker = Proof(game, weights, pool, None if first == "-" else game.guesses.index(first), numbers(rest))
    checker.may_rename &= not is_weighted
    require(checker.first is None or len(game.cells(checker.first, every)) > 1, "the first guess tells nothing")  # (1)
    found = {} if tree == "-" else checker.tree(every, 1)
    texts = []
    for prices, least in claims:
        checker.prove(prices, least)
        texts.append("no tree exists" if least is None else f"no tree costs less than {least}")
        if found:
            is_deeper = max(found.values()) > checker.left(0)
            cost = INFINITE if is_deeper else sum(weights[s] * checker.price(k) for s, k in found.items())
            require(cost >= (INFINITE if least is None else least), "the tree costs less")
            texts[-1] += "" if is_deeper else f"; the tree costs {cost}"
    require(checker.rest == [], "something is left over")
    return texts
