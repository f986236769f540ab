"""Forged certificates: true ones with changes.  No checker accepts more than the brute force finds, and all agree."""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import brute
import numpy as np
import pytest
from certificate_programs import Case, by_treegen, check, pack
from twins import long

import treegen as tg
from player.rules.table_files import rules_of_grid
from player.rules.tables import TableRules, grid_of
from treegen.games.weights import weigh

pytestmark = [pytest.mark.needs_core, pytest.mark.needs_gcc]

# At most 24 secrets and 27 guesses; each family, suffix and kind of symbols.
NAMES = (
    "bulls-1x5", "bulls-2x3", "bulls-2x4", "bulls-3x3", "bulls-3x4", "bulls-2x4-any", "bulls-3x3-any",
    "bulls-2x3-any-each", "bulls-2x4-any-matches", "bulls-2x4-nozero=0QRS", "bulls-2x4=red,green,blue,white",
    "mastermind-2x3", "mastermind-4x2", "mastermind-3x2-matches", "mastermind-2x4-nozero=0ABC",
    "mastermind-2x3=🔴🟢🔵", "match-1x9", "match-2x4", "match-3x2", "match-2x4-distinct=BDac", "marks-2x4", "marks-4x2",
    "marks-3x3-any-distinct", "marks-2x3-nozero=0xy",
)  # fmt: skip


def draw_table(some: random.Random) -> tg.Game:
    """A small table: questions, or rows that are compared with each other; its possibilities may have weights."""
    goal, kinds = some.choice((("identify", ""), ("identify", ""), ("win", ""), ("win", "@equal")))
    count, answers = some.randrange(2, 9), some.choice(("ab", "ab", "abc", "abcdefgh"))
    columns = [some.choices(answers, k=count) for _ in range(some.randrange(1, 6))]
    header = ["name", *(f"q{number}{kinds}" for number in range(len(columns)))]
    if some.random() > 0.7:
        header, columns = [*header, "@weight"], [*columns, some.choices("1123", k=count)]
    rows = zip(some.sample("stuvwxyz", count), *columns, strict=True)
    return tg.Game.of_rules(rules_of_grid(grid_of("t", header, rows), [goal]))


def draw_game(some: random.Random) -> tg.Game:
    if some.random() > 0.7:
        return draw_table(some)
    game = tg.game(some.choice(NAMES))
    if some.random() < 0.2:
        words = sorted({"".join(some.choices("abcé", k=2)) for _ in range(some.randrange(3, 14))})
        game = tg.Game.from_words(some.sample(words, some.randrange(1, min(9, len(words)) + 1)), words)
    weights = np.array(some.choices((1, 2, 10**6), k=len(game.secrets)), dtype=np.int64)
    return weigh(game, weights) if some.random() < 0.2 else game


def make(some: random.Random, game: tg.Game, folder: Path) -> tuple[bytes, int]:
    """A certificate of drawn options, unpacked, and the size of its tree; empty if the game lacks these options."""
    options: dict[str, Any] = {"guesses": some.choice(("all", "candidates"))}
    options |= {"first": some.choice(game.guesses)} if some.random() < 0.4 else {}
    prices = sorted(some.choices((0, 1, 1, 2, 5, 9, 10**4), k=some.randrange(1, 6)))
    options |= some.choice(({}, {"objective": "worst"}, {"objective": "fewest-at-max"}, {"max_depth": 3}))
    options |= {"prices": prices, "objective": "price", "max_depth": None} if some.random() < 0.4 else {}
    path = folder / "certificate"
    path.write_bytes(gzip.compress(b""))
    nodes = 0
    with suppress(tg.NoSuchTree, tg.BadInput):
        nodes = len(tg.solve(game, **options, certificate=path).guesses)
    return gzip.decompress(path.read_bytes()), nodes


class Certain(brute.Brute):
    """A table in which a secret may be named only if it is the only one left."""

    def may_lose(self, move: brute.Move) -> bool:
        return bool(move.win and move.cells)


def of_rows(rows: list[list[str]], told: dict[str, str]) -> brute.Brute:
    """The table that a certificate lists."""
    secrets, answers = told["secrets"].split(" "), sorted({answer for row in rows for answer in row})
    table = [
        [-1 if row[0] == secret else answers.index(answer) for secret, answer in zip(secrets, row[1:], strict=True)]
        for row in rows
    ]
    weights = [int(weight) for weight in told["weights"].split(" ")] if "weights" in told else None
    kind = Certain if told["rule"] == "identify" else brute.Brute
    return kind(table, -1, weights=weights, pool=told["pool"])


def is_true(lines: list[str], game: tg.Game) -> bool:
    """Whether no tree costs less than the lines of a certificate claim."""
    told = dict(line.split(" ", 1) for line in lines)
    rows = [line.split(" ")[1:] for line in lines if line.startswith("row ")]
    plain = of_rows(rows, told) if rows else brute.of_game(game, told["pool"])
    names = told.get("rule") == "identify"  # a name costs nothing
    only = None if told["first"] == "-" else game.find_guess(told["first"])
    for _, text, bound in (line.split() for line in lines if line.startswith("claim ")):
        prices = None if text == "1,2,3,..." else (0,) * names + tuple(map(int, text.split(",")))
        found = plain.best(plain.everything, plain.any_guess, prices, 0, only)
        named = sum(plain.weights) if names and prices is None else 0
        if found is not None and (bound == "never" or int(bound) > found[0] - named):
            return False
    return True


def unpack(data: bytes) -> list[int]:
    numbers, number, shift = list[int](), 0, 0
    for byte in data:
        number, shift = number | (byte & 127) << shift, shift + 7
        if byte < 128:
            numbers, number, shift = [*numbers, number], 0, 0
    return numbers


def draw_proof(some: random.Random, game: tg.Game, guess: int, secret: int, nested: int = 0) -> list[int]:
    """A proof of drawn lemmas, true or false, and of symmetries that keep the candidates or do not."""
    rules: Any = game.rules
    exchanges = range(0 if isinstance(rules, TableRules) else rules.positions + len(rules.symbols) - 2)
    if nested and some.random() < 0.2:
        return [
            1,
            0,
            *(some.choice(([1, some.choice(exchanges)], [2, *some.choices(exchanges, k=2)])) if exchanges else [0]),
        ]
    maps = [[1, number] for number in exchanges]
    if maps and (nested or some.random() < 0.5):
        maps = some.choice((some.choices(maps, k=2), [], []))
    body = [len(maps), *(number for one in maps for number in one)] if maps else []
    count = some.choice((0, 0, 0, 1) if nested else (1, 1, 2))
    for _ in range(count):
        bound, other = some.choice((0, 1, 2, 3, some.randrange(20))), some.randrange(len(game.guesses))
        body += [guess, int(game.table[guess, secret]), bound, *draw_proof(some, game, other, secret, nested + 1)]
        guess = other
    return [2 * count + bool(maps), *body]


def forge(some: random.Random, data: bytes, nodes: int, game: tg.Game) -> Iterator[Case]:
    """The certificate itself, with a claim of more or other guesses, and with other numbers or another proof."""
    head, proof = data.split(b"\nproof\n", 1)
    lines, numbers = head.decode().split("\n"), unpack(proof)
    assert is_true(lines, game)
    forced = next(line[6:] for line in lines if line.startswith("first "))
    own = game if ":" in game.name else None
    yield Case("true", data, True, own)
    for _ in range(9):
        header, body, changes = [*lines], [*numbers], some.choice((0, 1, 1, 1, 2, 5))
        if some.random() < 0.7:  # no tree that refutes a claim before its proof is read
            header = ["tree -" if line.startswith("tree ") else line for line in header]
            del body[:nodes]
            if some.random() < 0.5:
                guess, secret = 0 if forced == "-" else game.find_guess(forced), some.randrange(len(game.secrets))
                claims = [line for line in lines if line.startswith("claim ")]
                body = [number for _ in claims for number in draw_proof(some, game, guess, secret)]
                changes = some.choice((0, 0, 1))
        at = some.choice([i for i, line in enumerate(header) if line.startswith("claim ")])
        prices, _, bound = header[at].rpartition(" ")
        if some.random() < 0.7 and bound != "never":
            header[at] = f"{prices} {some.choice((int(bound) + 1, int(bound) + 1, 'never'))}"
        elif some.random() < 0.5:
            pool, first = some.choice(("all", "candidates")), some.choice(("-", *game.guesses))
            header = [f"pool {pool}" if line.startswith("pool ") else line for line in header]
            header = [f"first {first}" if line.startswith("first ") else line for line in header]
        is_own = True  # guesstree is asked about the game itself
        if own is not None and some.random() < 0.4 and any(line.startswith("row ") for line in header):
            at = some.choice([i for i, line in enumerate(header) if line.startswith("row ")])
            words = header[at].split(" ")
            place = some.randrange(2, len(words))
            words[place] = some.choice(("found", "missed", *words[2:], "other"))
            header[at], is_own = " ".join(words), header[at] == " ".join(words)
            if not is_own:
                data = "\n".join([*lines[:at], header[at], *lines[at + 1 :], "proof", ""]).encode() + proof
                assert not by_treegen(data, own)
        for _ in range(changes):
            at = some.randrange(len(body) + 1)
            old = body[at] if at < len(body) else 0
            new = some.choice((old + 1, max(old - 1, 0), 0, some.choice(numbers), some.randrange(30)))
            body[at : at + some.choice((0, 1, 1, 1, 2))] = [new] * some.choice((0, 1, 1, 1))
        changed = "\n".join([*header, "proof", ""]).encode() + pack(body)
        yield Case("changed", changed, None if is_true(header, game) else False, own, is_own)


@pytest.mark.parametrize(("seed", "count"), [(0, 150), *long((seed, 500) for seed in range(200))])
def test_no_forged_proof_is_accepted_and_no_true_one_refused(
    seed: int, count: int, c_program: Path, tmp_path: Path
) -> None:
    some, cases = random.Random(f"forger {seed}"), list[Case]()
    while len(cases) < count:
        game = draw_game(some)
        data, nodes = make(some, game, tmp_path)
        cases += forge(some, data, nodes, game) if data else ()
    assert sum(case.verdict is False for case in cases) > count // 5
    check(cases, c_program)
