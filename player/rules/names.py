"""Game names, symbols and feedback in plain Python: the only parser of names, and the slow twin of `treegen.games`."""

from __future__ import annotations

from collections.abc import Container
from itertools import permutations, product
from math import perm

from player.errors import BadInput
from player.rules.feedback import FEEDBACK_RULES, MAX_MARKED
from player.rules.numbers import read_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from player.rules.lists import ListRules

AnyRules: TypeAlias = "Rules | ListRules"
MAX_POSITIONS = 6
MAX_SYMBOLS = 10
SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
ALIASES = {"bc": "bulls-4x10", "mm": "mastermind-4x6"}
# The meanings of suffixes of canonical names, except suffixes that name a rule.
_SUFFIXES = {"any": "repeats allowed", "distinct": "all different", "nozero": "no 0 in front"}


class Family:
    """A family of code games: the feedback rule, and whether the symbols of a secret are all different.

    `suffixes` are those of its names besides -any and -nozero; a suffix that is the name of a feedback rule chooses it.
    For people, `title` is the name of the game, `size` the form of its size, and `noun` the plural noun for codes; with
    `has_pegs`, codes are drawn as pegs.  `is_certified`: the checkers of certificates know the family.
    """

    def __init__(
        self, name: str, rule: str, is_distinct: bool, suffixes: tuple[str, ...], about: str, *, title: str = "",
        size: str = "{positions} of {count} {symbols}", noun: str = "codes", has_pegs: bool = False,
        is_certified: bool = False,
    ) -> None:  # fmt: skip
        self.name, self.rule, self.is_distinct, self.suffixes, self.about = name, rule, is_distinct, suffixes, about
        self.title, self.size, self.noun = title or name.capitalize(), size, noun
        self.has_pegs, self.is_certified = has_pegs, is_certified
        self.max_positions = MAX_MARKED if FEEDBACK_RULES[rule].is_marked else MAX_POSITIONS

    def rules_among(self, suffixes: Container[str]) -> list[str]:
        """Return the names of the rules that suffixes choose; more than one is a contradiction."""
        return [suffix for suffix in self.suffixes if suffix in suffixes and suffix in FEEDBACK_RULES]


_PEGS = "{positions} pegs, {count} colours"
FAMILIES = {
    row.name: row
    for row in (
        Family(
            "bulls", "cows", True, ("each", "matches"), "the symbols of a secret are all different",
            title="Bulls and Cows", noun="numbers", is_certified=True,
        ),
        Family(
            "mastermind", "cows", False, ("each", "matches"), "a secret may repeat a symbol",
            title="Mastermind", size=_PEGS, has_pegs=True, is_certified=True,
        ),
        Family(
            "match", "match", False, ("distinct",), "the feedback is only the number of positions that agree",
            title="Black-Peg Mastermind", size=_PEGS, is_certified=True,
        ),
        Family(
            "marks", "marks", False, ("distinct",), "a mark for each position: 2 right, 1 elsewhere, 0 not",
            title="Marked Mastermind", size=_PEGS, is_certified=True,
        ),
    )
}  # fmt: skip


class Rules:
    """The rules of one code game: its secrets, its guesses and the feedback between them.

    A code is a word of `symbols`, which people may see as `names`; `rule` is the feedback rule.  The indices of labels
    and words are in the order of their text.
    """

    def __init__(
        self, family: str, positions: int, symbol_count: int, suffixes: frozenset[str] = frozenset(), symbols: str = "",
        names: str = "",
    ) -> None:  # fmt: skip
        self.row = row = FAMILIES[family]
        self.family, self.positions = family, positions
        usual = "0123456789" if symbol_count == 10 else "123456789"[:symbol_count]
        self.symbols, self.names = symbols or usual, tuple(names.split(",") if "," in names else names)
        self.is_distinct = row.is_distinct or "distinct" in suffixes
        # `any` changes nothing if a secret may repeat symbols, and `nozero` nothing if 0 is not a symbol.
        self.is_any = "any" in suffixes and self.is_distinct
        self.is_nozero = "nozero" in suffixes and self.symbols[0] == "0"
        self.may_repeat = self.is_any or not self.is_distinct  # whether a guess may repeat a symbol
        self.secret_count, self.guess_count = self._count(not self.is_distinct), self._count(self.may_repeat)
        usual_rule = FEEDBACK_RULES[row.rule]
        self.rule = FEEDBACK_RULES[next(iter(row.rules_among(suffixes)), row.rule)]
        # If a guess repeats no symbol, `each` counts as the usual rule does.
        if self.rule.counting == "each" and not self.may_repeat:
            self.rule = usual_rule
        variant = "-any" * self.is_any + "-distinct" * ("distinct" in suffixes)
        variant += f"-{self.rule.name}" * (self.rule is not usual_rule) + "-nozero" * self.is_nozero
        symbols_part = f"={names or self.symbols}" * (bool(names) or self.symbols != usual)
        # For people, `brief` is the name, and `source` is the game as one types it.
        self.name = self.brief = self.source = f"{family}-{positions}x{symbol_count}{variant}{symbols_part}"
        self.feedback = self.rule.compare
        # For messages: the form of a feedback, the plural noun for secrets, and the form of guesses and secrets.
        self.label_form, self.noun = self.rule.label_form, row.noun
        self.guess_form = self._describe(self.may_repeat)
        self.secret_form = self._describe(not self.is_distinct) + "; guesses may repeat symbols" * self.is_any
        self.labels = self.rule.labels(positions)
        self.winning = len(self.labels) - 1
        self.losing: tuple[int, ...] = ()
        self.files: tuple[str, ...] = ()
        self.note = ""

    def __repr__(self) -> str:
        return f"Rules({self.name!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return parse, (self.name,)  # its feedback rule holds functions that cannot be pickled

    @property
    def title(self) -> str:
        """Return the name of the game for people, such as `Bulls and Cows, 4 of 10 digits`."""
        kind = "digits" if self.symbols.isdecimal() else "letters" if self.symbols.isalpha() else "symbols"
        symbols = "symbols" if self.names else kind
        size = self.row.size.format(positions=self.positions, count=len(self.symbols), symbols=symbols)
        if self.positions == 1:
            size = size.replace("pegs", "peg")
        suffixes = self.name.partition("=")[0].split("-")[2:]
        return ", ".join([self.row.title, size, *(_SUFFIXES.get(suffix, self.rule.title) for suffix in suffixes)])

    def secrets(self) -> list[str]:
        """Return all secrets in the order of their text."""
        return self._words(not self.is_distinct)

    def guesses(self) -> list[str]:
        """Return all guesses in the order of their text."""
        return self._words(self.may_repeat)

    def is_secret(self, text: str) -> bool:
        """Return whether `text` can be the secret."""
        return self._is_word(text, not self.is_distinct)

    def is_guess(self, text: str) -> bool:
        """Return whether `text` is a guess of the game."""
        return self._is_word(text, self.may_repeat)

    def _describe(self, repeats: bool) -> str:
        repetition = "repeats allowed" if repeats else "all different"
        zero = ", not starting with 0" if self.is_nozero else ""
        return f"{self.positions} of the symbols {' '.join(self.names) or self.symbols}, {repetition}{zero}"

    def _count(self, repeats: bool) -> int:
        symbols, rest = len(self.symbols), self.positions - 1
        first = symbols - self.is_nozero
        return first * (symbols**rest if repeats else perm(symbols - 1, rest))

    def _words(self, repeats: bool) -> list[str]:
        size = self.positions
        words = map("".join, product(self.symbols, repeat=size) if repeats else permutations(self.symbols, size))
        return [word for word in words if word[0] != "0"] if self.is_nozero else list(words)

    def _is_word(self, text: str, repeats: bool) -> bool:
        used = set(text)
        is_code = len(text) == self.positions and used.issubset(self.symbols) and (repeats or len(used) == len(text))
        return is_code and not (self.is_nozero and text[0] == "0")


def parse(name: str) -> Rules:
    """Return the rules of a code game by its name or an alias. Raises BadInput with the nearest valid name."""
    text, equals, symbols = name.strip().partition("=")
    text = ALIASES.get(text.lower(), text.lower())
    family, _, rest = text.partition("-")
    if text[:1] == "p" and text[-1:] in ("r", "n"):
        # mmstrat's spelling: p4c6r has repeats, p4c10n has none; it takes no suffix, so a hyphen makes it invalid.
        positions, _, count = text[1:-1].partition("c")
        family, rest = ("mastermind" if text[-1] == "r" else "bulls"), f"{positions}x{count.replace('-', '?')}"
    size, *suffixes = rest.split("-")
    left, _, right = size.partition("x")
    row, most, is_good = FAMILIES.get(family), len(SYMBOLS) if equals else MAX_SYMBOLS, False
    places, number = (read_whole(text, 1, most) or 0 for text in (left, right))
    if row:
        least = max(2, places * (row.is_distinct or "distinct" in suffixes))
        are_valid = {"any", "nozero", *row.suffixes}.issuperset(suffixes) and len(row.rules_among(suffixes)) < 2
        is_good = are_valid and 1 <= places <= row.max_positions and least <= number
    if not is_good:
        from player.rules.misspelt import wrong_game

        raise BadInput(wrong_game(name, ALIASES, FAMILIES, most))
    symbol_texts: tuple[str, ...] = ()
    if equals:
        from player.rules.titles import read_symbols

        symbol_texts = read_symbols(name, symbols, number, SYMBOLS)
    return Rules(family, places, number, frozenset(suffixes), *symbol_texts)


def read_game(name: str) -> AnyRules:
    """Return the rules of any game by its name, also `number-A..B` or `words:FILE`. Raises BadInput like `parse`."""
    text, lower = name.strip(), name.strip().lower()
    if "~" in text or "*" in text:
        from player.rules.variants import refuse_variant

        refuse_variant(text)
    if lower.startswith("table:"):
        from player.rules.table_files import read_table

        return read_table(text[6:])
    if lower.startswith(("words:", "number-")):
        from player.rules.lists import read_number, read_words

        return read_words(text[6:]) if lower.startswith("words:") else read_number(name, lower[7:])
    try:
        return parse(name)
    except BadInput:
        from player.rules.lists import read_named

        named = read_named(lower)
        if named is None:
            raise
        return named


def rules_of(tree: Any) -> AnyRules:
    """Return the rules of a tree: those of its game or, if the game is read from files, a `TreeRules` of the tree."""
    if ":" in tree.game:
        from player.rules.lists import TreeRules

        return TreeRules(tree)
    return read_game(tree.game)
