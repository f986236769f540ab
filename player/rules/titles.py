"""What people call games: a title for every canonical name, a short name where that holds a hash; and counts."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_DIGITS = 8  # of a hash are shown
_KINDS = ((str.isdecimal, "digits"), (str.isalpha, "letters"))
# What the suffixes of canonical names mean that do not name a rule.
_SUFFIXES = {
    "any": "repeats allowed",
    "distinct": "all different",
    "nozero": "no 0 in front",
}
_FILES = {"words": "Words", "differentiating": "Differentiating", "table": "Table"}


def brief(game: str) -> str:
    """A canonical name for messages: of a game that is read from files, with the first digits of its hash."""
    family, colon, digest = game.partition(":")
    return f"{family}:{digest[:_DIGITS]}" if colon else game


def title_of_code(rules: Any) -> str:
    """What people call a code game, by its `Rules`."""
    kinds = (kind for is_kind, kind in _KINDS if not rules.names and is_kind(rules.symbols))
    symbols = next(kinds, "symbols")
    told = rules.row.size.format(positions=rules.positions, count=len(rules.symbols), symbols=symbols)
    if rules.positions == 1:
        told = told.replace("pegs", "peg")
    suffixes = rules.name.partition("=")[0].split("-")[2:]
    return ", ".join([rules.row.title, told, *(_SUFFIXES.get(suffix, rules.rule.title) for suffix in suffixes)])


def title_of_list(game: str, source: str = "") -> str:
    """What people call a game that is no code game, by its canonical name; `source` names its files, if any."""
    family, colon, digest = game.partition(":")
    if colon:
        short = digest[:_DIGITS]
        paths = source.partition(":")[2].replace("\\", "/").split(",")
        files = ", ".join(path.rpartition("/")[2] for path in paths if path not in (digest, "FILE"))
        return f"{_FILES.get(family, family)}, {f'{files} ({short})' if files else short}"
    if game.startswith("number-"):
        least, _, greatest = game[7:].removesuffix("-free").partition("..")
        return f"Guess the Number, {least} to {greatest}{', eq at any time' * game.endswith('-free')}"
    return game


def count(number: int, one: str, many: str = "") -> str:
    """A number and its noun."""
    return f"{number} {one if number == 1 else many or one + 's'}"
