"""Slow, obvious twins of what treegen does fast: plain Python, no numpy, no symmetry, no memory."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import permutations, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from _pytest.mark.structures import ParameterSet

import treegen as tg
from player.rules import names as rules
from treegen.exchange.export.languages import LANGUAGES
from treegen.games.weights import weigh

# The programs that languages of exported sources need, and the languages as parameters of tests.
NEEDS = {
    "cpp": "g++", "c": "gcc", "java": "javac", "javascript": "node", "go": "go", "rust": "rustc", "csharp": "mono",
    "kotlin": "kotlinc javac", "typescript": "tsc", "php": "php", "ruby": "ruby",
}  # fmt: skip
MARKS = {name: [getattr(pytest.mark, f"needs_{word}") for word in NEEDS.get(name, "").split()] for name in LANGUAGES}
MARKS["kotlin"].append(pytest.mark.long)  # its compiler takes half a minute
MARKED = [pytest.param(name, marks=marks) for name, marks in MARKS.items()]
QUICK = ("python", "c", "javascript", "php", "ruby")  # languages that take no time to compile
Motion = tuple[tuple[int, ...], tuple[dict[str, str], ...]]
Call = Callable[..., "subprocess.CompletedProcess[str]"]  # of a command in this process or in its own
game = lru_cache(maxsize=None)(tg.game)  # the games that several tests look at


def long(values: Iterable[Any]) -> list[ParameterSet]:
    """Return parameters of a test that only `scripts/test --long` takes."""
    rows = (value if isinstance(value, (tuple, list)) else (value,) for value in values)
    return [pytest.param(*row, marks=pytest.mark.long) for row in rows]


def weighed(known: tg.Game, weights: Sequence[int]) -> tg.Game:
    """The game with these weights of its secrets."""
    return weigh(known, np.array(weights, dtype=np.int64))


# What can be asked of treegen.solve; each is proved in another way.
SOLVES: dict[str, dict[str, Any]] = {
    "total": {},
    "worst": {"objective": "worst"},
    "fewest-at-max": {"objective": "fewest-at-max"},
    "candidates": {"guesses": "candidates"},
    "prices": {"prices": (0, 0, 1, 5, 5, 9, 40, 41, 42, 43)},
    "limit": {"max_depth": 6},
}


def golden(name: str, columns: int | None = None) -> list[list[str]]:
    """The words of each line of a golden file, which has so many columns and perhaps a remark."""
    lines = (Path(__file__).parents[1] / "golden" / name).read_text(encoding="utf-8").splitlines()
    return [line.split()[:columns] for line in lines if line and not line.startswith("#")]


def symmetries(name: str) -> list[Motion]:
    """All symmetries of a code game: permutations of the positions, and the names of the symbols at each position.

    Where only positions that agree are told and secrets may be any words, each position has names of its own.
    """
    game = rules.parse(name)
    renamings = [dict(zip(game.symbols, image, strict=True)) for image in permutations(game.symbols)]
    alike = [(renamed,) * game.positions for renamed in renamings]
    is_apart = game.rule.name == "match" and not game.is_distinct
    return [
        (places, names)
        for places in permutations(range(game.positions))
        for names in (product(renamings, repeat=game.positions) if is_apart else alike)
        if not game.is_nozero or (places[0] == 0 and names[0]["0"] == "0")
    ]


def equivalent(name: str, history: Sequence[tuple[str, str]]) -> list[list[str]]:
    """Classes of guesses that some symmetry maps to each other, which keeps each guess asked and its cell."""
    game = rules.parse(name)
    cells = [
        (guess, {secret for secret in game.secrets() if game.feedback(guess, secret) == label})
        for guess, label in history
    ]
    group = [
        (places, names)
        for places, names in symmetries(name)
        if all(
            move(guess, places, names) == guess and {move(secret, places, names) for secret in cell} == cell
            for guess, cell in cells
        )
    ]
    classes: dict[str, list[str]] = {}
    for guess in game.guesses():
        least = min(move(guess, places, names) for places, names in group)
        classes.setdefault(least, []).append(guess)
    return list(classes.values())


def move(word: str, places: Sequence[int], names: Sequence[dict[str, str]]) -> str:
    return "".join(renamed[word[place]] for renamed, place in zip(names, places, strict=True))


def plain_marks(guess: str, secret: str) -> str:
    """A second reading of Wordle's rule: of each letter as many marks as both hold, right places first, then left."""
    shown = []
    for place, letter in enumerate(guess):
        if secret[place] == letter:
            shown.append("2")
            continue
        right = sum(a == b == letter for a, b in zip(guess, secret, strict=True))
        before = sum(a == letter != b for a, b in zip(guess[:place], secret[:place], strict=True))
        shown.append("1" if before < secret.count(letter) - right else "0")
    return "".join(shown)


def agree(guess: str, secret: str) -> int:
    return sum(guess[i] == secret[i] for i in range(len(guess)))


PLAIN: dict[str, Callable[[str, str], str]] = {
    "match": lambda g, s: f"{agree(g, s)}",
    "marks": plain_marks,
    "each": lambda g, s: f"{agree(g, s)}{sum(g[i] != s[i] and s.count(g[i]) > 0 for i in range(len(g)))}",
    "matches": lambda g, s: f"{agree(g, s)}{sum((Counter(g) & Counter(s)).values())}",
    "cows": lambda g, s: f"{agree(g, s)}{sum((Counter(g) & Counter(s)).values()) - agree(g, s)}",
}


class Codes(NamedTuple):
    """A game of codes: the name of its plain rule, its symbols, guesses and secrets."""

    rule: str
    symbols: str
    guesses: list[str]
    secrets: list[str]


def plain_codes(name: str) -> Codes:
    """A game of codes by its name alone."""
    family, _, rest = name.partition("-")
    rest, _, symbols = rest.partition("=")
    size, *suffixes = rest.split("-")
    positions, count = map(int, size.split("x"))
    symbols = symbols if symbols and "," not in symbols else ("0123456789" if count == 10 else "123456789"[:count])
    words = ["".join(word) for word in product(symbols, repeat=positions)]
    words = [word for word in words if "nozero" not in suffixes or word[0] != "0"]
    is_distinct = family == "bulls" or "distinct" in suffixes
    secrets = [word for word in words if not is_distinct or len(set(word)) == positions]
    usual = {"bulls": "cows", "mastermind": "cows"}.get(family, family)
    rule = next((suffix for suffix in suffixes if suffix in ("each", "matches")), usual)
    return Codes(rule, symbols, words if "any" in suffixes else secrets, secrets)


def plain_game(name: str) -> tuple[list[str], list[str], Callable[[str, str], str]]:
    """Guesses, secrets and feedback of a game by its name alone."""
    family, _, rest = name.partition("-")
    if name.startswith("words:"):
        secrets, *more = (Path(path).read_text().split() for path in name.partition(":")[2].split(","))
        return sorted({*secrets, *(more[0] if more else ())}), sorted(secrets), plain_marks
    if family == "number":
        least, greatest = map(int, rest.removesuffix("-free").split(".."))
        numbers = range(least, greatest + 1)
        answers: dict[str, Callable[[int, int], str]] = {
            "gt": lambda told, secret: "yes" if secret > told else "no",
            "eq": lambda told, secret: "right" if secret == told else "wrong",
        }
        return (
            [f"eq{n}" for n in numbers] + [f"gt{n}" for n in numbers[:-1]], [*map(str, numbers)],
            lambda guess, secret: answers[guess[:2]](int(guess[2:]), int(secret)),
        )  # fmt: skip
    codes = plain_codes(name)
    return codes.guesses, codes.secrets, PLAIN[codes.rule]
