"""treegen games: the families of games."""

from __future__ import annotations

from player.rules import MAX_POSITIONS, MAX_SYMBOLS
from treegen.cli.common import format_option, print_rows, verb

__all__ = ["command"]

_LIMITS = f"1 to {MAX_POSITIONS} positions, 2 to {MAX_SYMBOLS} symbols"
ROWS = (
    ("bulls-PxC", "bulls-4x10, bc, p4c10n", f"P different ones of C symbols; {_LIMITS}"),
    ("bulls-PxC-any", "bulls-4x10-any", "the same, but a guess may repeat symbols: the judge's rule"),
    ("mastermind-PxC", "mastermind-4x6, mm, p4c6r", f"P of C symbols, repeats allowed; {_LIMITS}"),
    ("...-nozero", "bulls-4x10-nozero", "neither secret nor guess starts with 0 (ten symbols)"),
    ("differentiating:FILE", "differentiating:graph.txt", "which vertex of the changed graph? Codeforces 1442F"),
)


@verb()
@format_option
def command(style: str, as_json: bool) -> None:
    """List the games: symbols are 0..9 when there are ten, else 1..C."""
    print_rows([{"game": name, "examples": examples, "rules": rules} for name, examples, rules in ROWS], style, as_json)
