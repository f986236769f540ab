"""Strategies: a score, a pool of guesses, a rule for ties and an opening, and how they are written.

A strategy is written `SCORE+PART+PART...`; the parts may be in any order, and parts that are the default are left out::

    entropy                                         all guesses; ties to a candidate, then to the lowest index
    minimax+candidates+first=0123                   only guesses that may be the secret, after a fixed first guess
    expected-size+last-candidate+in-order           ties to the last candidate; unused symbols introduced in order
    entropy+first-of-all+bonus=4.5                  ties to the lowest index; 4.5/n bits more for a candidate
    my.py:cubes+last-candidate                      a score of one's own; its name is `cubes+own+last-candidate`
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from player.errors import BadInput, check_text, require
from player.rules.misspelt import suggest
from player.rules.numbers import is_decimal
from treegen.games.lookup import added, load
from treegen.games.partition import Indices
from treegen.greedy.own import Function, own_score, read_function
from treegen.greedy.score import MOST, SCORES, Score, Scores, scale_bits

# The pools of guesses, the rules for ties and the other parts of a strategy, each with a description for help texts.
POOLS = {
    "all": "every guess of the game",
    "candidates": "only guesses that may be the secret",
    "hard": "every hint must be used: right letters stay, misplaced ones are used again (Wordle's hard mode)",
}
TIES = {
    "first-candidate": "a guess that may be the secret, then the lowest index (the usual rule)",
    "last-candidate": "the last guess that may be the secret, else the lowest index",
    "first-of-all": "the lowest index, candidate or not",
    "last-of-all": "the highest index, candidate or not",
}
PARTS = {
    "+bonus=K": "K/n bits more for one of n candidates, as in bonus=4.5; a score of one's own is lowered by K",
    "+in-order": "only guesses that introduce unused symbols in rising order",
    "+first=GUESS": "a fixed first guess; first=0123.4567 fixes two",
}


@dataclass(frozen=True, slots=True)
class Strategy:
    """A one-step rule that ranks guesses.

    `pool` names the guesses that are allowed, and `tie` the rule for equal scores (see POOLS and TIES).  A `bonus` k
    gives k/n bits more to a guess that is one of n candidates.  With `in_order`, guesses must introduce unused symbols
    in rising order.  `opening` has the first guesses.

    >>> find("entropy+first=0123+candidates")
    Strategy('entropy+candidates+first=0123')
    """

    score: Score
    pool: str = "all"
    tie: str = "first-candidate"
    bonus: Fraction = Fraction(0)
    in_order: bool = False
    opening: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Strategy({self.name!r})"

    @property
    def text_of_rule(self) -> str:
        """The strategy as text, without pool and opening; `own` shows a score of one's own (see treegen.greedy.own)."""
        tie = "" if self.tie == "first-candidate" else self.tie
        bonus = f"bonus={float(self.bonus):g}" if self.bonus else ""
        parts = (self.score.name, "own" * self.score.is_own, tie, bonus, "in-order" * self.in_order)
        return "+".join(filter(None, parts))

    @property
    def name(self) -> str:
        """The strategy as text, which `find` reads; equal strategies have equal texts."""
        pool = "" if self.pool == _usual(self.score).pool else self.pool
        return "+".join(filter(None, (self.text_of_rule, pool, f"first={'.'.join(self.opening)}" * bool(self.opening))))

    def bonus_score(self, total: int) -> int:
        """Return the number by which the bonus lowers the score of a candidate, in a game of weight `total`."""
        return int(self.bonus * (1 if self.score.is_own else 1 << scale_bits(total)))

    def order(self, scores: Scores, wins: npt.NDArray[Any], guesses: Indices, bonus: int) -> npt.NDArray[np.intp]:
        """Sort guesses by score, then by the weight `wins` of the candidate that each names (0: none).

        Returns their indices in this order, the best first.  `bonus` lowers the scores of candidates.
        """
        index = guesses
        if self.tie.startswith("last"):
            index = np.where((wins > 0) | (self.tie == "last-of-all"), -guesses, guesses)
        # A candidate of greater weight comes first; without weights, all candidates have the same weight.
        prefer = -wins if self.tie.endswith("candidate") else np.zeros_like(wins)
        return np.lexsort((index, prefer, scores - bonus * (wins > 0)))


class Named(NamedTuple):
    """A row of STRATEGIES: a name, its strategy, a summary, and the source."""

    name: str
    strategy: Strategy
    summary: str
    source: str


_ALIASES = (
    ("knuth", "minimax", "Knuth's five-guess algorithm; its first guess in Mastermind, 1122, follows", "Knuth 1977"),
    ("irving", "expected-size", "Irving's rule, without his exhaustive end", "Irving 1978"),
    ("neuwirth", "entropy", "Neuwirth's rule", "Neuwirth 1982"),
    ("kooi", "most-cells", "Kooi's most parts", "Kooi 2005"),
    ("most-parts", "most-cells", "the name that Kooi gives it", "Kooi 2005"),
    ("sieve", "first", "keep what is consistent, ask the first", "Shapiro 1983"),
)
_FILE = re.compile(r"(.*?\.py)(?::([^+]*))?(?:\+(.*))?", re.DOTALL)


def find(text: str, function: Function | None = None) -> Strategy:
    """Return the strategy with this name or text.  Raises BadInput, with a suggestion, or TypeError.

    If `function` is a score of one's own, the text begins with the name of the function, which may be empty.

    >>> find("minimax+first=0123+candidates").name, find("knuth").name
    ('minimax+candidates+first=0123', 'minimax')
    """
    check_text("a strategy", text, "entropy")
    head, *parts = text.strip().split("+")
    if function is None and (file := _FILE.fullmatch(text.strip())):
        head, parts = file[2] or "", [] if file[3] is None else file[3].split("+")
        function = read_function(file[1], head)
    elif function is None and "own" not in parts and (head in SCORES or head in STRATEGIES):
        return _read(STRATEGIES[head].strategy if head in STRATEGIES else _usual(SCORES[head]), parts)
    function = function or load("scores", head)
    if function is None and "own" in parts:
        raise BadInput(f"{head[:60]} is a score of one's own: name its file, as in --score FILE.py:{head[:60]}")
    if function is None:
        near = suggest(head, [*STRATEGIES, *added("scores")])
        raise BadInput(f"{head[:60]!r}: no such strategy; {near} (treegen strategies lists them)")
    return _read(_usual(own_score(function, head)), parts)


def _usual(score: Score) -> Strategy:
    return Strategy(score, "candidates" if score.name in ("first", "random") and not score.is_own else "all")


def _read(strategy: Strategy, parts: list[str]) -> Strategy:
    for part in parts:
        key, equals, value = part.partition("=")
        if part in TIES:
            strategy = replace(strategy, tie=part)
        elif part == "in-order":
            strategy = replace(strategy, in_order=True)
        elif key == "bonus" and equals:
            strategy = replace(strategy, bonus=_read_bonus(strategy, value))
        elif key == "first" and all(value.split(".")):
            strategy = replace(strategy, opening=tuple(value.split(".")))
        elif part in POOLS:
            strategy = replace(strategy, pool=part)
        elif part != "own" or not strategy.score.is_own:
            words = ("candidates", "hard", "all", *TIES, "in-order", "bonus=4.5", "first=0123")
            raise BadInput(f"{part[:60]!r} is not a part of a strategy; {suggest(part, words)}")
    return strategy


def _read_bonus(strategy: Strategy, text: str) -> Fraction:
    score, is_own = strategy.score, strategy.score.is_own
    if not is_own and score.log_price is None:
        raise BadInput(f"a bonus is in bits: it goes with entropy or n-log-n1, not with {score.name}")
    bonus = Fraction(text) if is_decimal(text) else Fraction(-1)
    if not 0 <= bonus <= (MOST - 1 if is_own else 1000) or (is_own and bonus.denominator > 1):
        what = "a whole number, as in bonus=2" if is_own else "a number from 0 to 1000, as in bonus=4.5"
        raise BadInput(f"{text[:40]!r} is not a bonus; it takes {what}")
    return bonus


def read_pool(text: str) -> str:
    """Return the name of a pool of guesses.  Raises BadInput, with the pools, or TypeError if it is not a string."""
    check_text("a pool of guesses", text, "candidates")
    require(text in POOLS, f"{text[:60]!r} is not a valid pool; {suggest(text, POOLS)}")
    return text


def describe_pool(pool: str) -> str:
    """Return the words for a pool of guesses in messages: " with candidates only", or "" for all guesses."""
    return {"all": "", "candidates": " with candidates only", "hard": " in hard mode"}[pool]


def in_order(symbols: npt.NDArray[np.uint8], prior: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    """Mark the guesses that introduce unused symbols in rising order after the guesses `prior`; bool [guesses].

    `symbols` is uint8 [guesses, positions].  A new symbol must be the lowest unused one: after 0123, a guess may have
    4, or 4 and further right 5, but not 5 alone.
    """
    lowest = 1 + max((int(symbols[guess].max()) for guess in prior), default=-1)
    unused = np.full(len(symbols), lowest, dtype=np.int64)  # the lowest unused symbol, by guess
    good = np.ones(len(symbols), dtype=bool)
    for column in symbols.T:
        good &= column <= unused
        unused += column == unused
    return good


_rows = [(name, name, row.summary, row.source) for name, row in SCORES.items()]
STRATEGIES = {
    name: Named(name, _usual(SCORES[score]), summary, source) for name, score, summary, source in (*_rows, *_ALIASES)
}
