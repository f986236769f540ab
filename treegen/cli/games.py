"""treegen games: the families of games."""

from __future__ import annotations

from player.rules.names import FAMILIES, MAX_POSITIONS, MAX_SYMBOLS, read_game
from player.rules.titles import title_of_list
from treegen.cli.common import format_option, print_rows, verb
from treegen.games.lookup import added

_LIMITS = f"1 to {MAX_POSITIONS} positions, 2 to {MAX_SYMBOLS} symbols"
ROWS = (
    ("bulls-PxC", "bulls-4x10, bc, p4c10n", f"P different symbols out of C; {_LIMITS}"),
    ("bulls-PxC-any", "bulls-4x10-any", "the same, but a guess may repeat symbols: the judge's rule"),
    ("mastermind-PxC", "mastermind-4x6, mm, p4c6r", f"P of C symbols, repeats allowed; {_LIMITS}"),
    ("match-PxC", "match-4x6, match-4x10-distinct", "P of C symbols; only agreeing positions are counted"),
    (
        "marks-PxC",
        "marks-4x6, marks-4x10-distinct",
        "a mark for each position: 2 right, 1 elsewhere, 0 neither; P up to 8",
    ),
    ("...-each", "bulls-4x10-any-each", "a cow for every symbol of the guess that occurs elsewhere (spj-int1c)"),
    ("...-matches", "mastermind-4x6-matches", "the second number counts all symbols in common (wc2006)"),
    ("...-distinct", "match-4x10-distinct", "the symbols of a secret are all different (match and marks)"),
    ("...=SYMBOLS", "mastermind-4x6=BGORWY", "other symbols: as many letters or digits (--symbols)"),
    ("number-A..B", "number-0..100", "gt50: is it greater than 50? eq50, asked only when certain: is it 50?"),
    ("number-A..B-free", "number-0..100-free", "the same, and eq may be asked at any time"),
    (
        "words:FILE",
        "words:secrets.txt, words:secrets.txt,guesses.txt",
        "Wordle: a mark for each letter; all words have the same length, up to 8",
    ),
    ("absurdle", "absurdle", "words-5 without a secret: player play absurdle answers what leaves most words"),
    ("...-nozero", "bulls-4x10-nozero", "neither secret nor guess starts with 0 (ten symbols)"),
    ("differentiating:FILE", "differentiating:graph.txt", "which vertex of the changed graph? Codeforces 1442F"),
)


@verb("treegen games")
@format_option
def command(style: str) -> None:
    """List the games.  Their symbols are 0 to 9 if there are ten, otherwise 1 to C."""
    rows = [
        {"game": name, "examples": examples, "rules": about, "title": _title(examples)}
        for name, examples, about in (*ROWS, *other_families())
    ]
    rows += [dict.fromkeys(rows[0], "") | {"game": name, "rules": p.value} for name, p in added("games").items()]
    print_rows(rows, style)


def other_families() -> list[tuple[str, str, str]]:
    """Families of code games that ROWS does not describe: what their own rows say."""
    known = {name.partition("-")[0] for name, _, _ in ROWS}
    others = [row for row in FAMILIES.values() if row.name not in known]
    return [(f"{row.name}-PxC", f"{row.name}-4x{10 if row.is_distinct else 6}", row.about) for row in others]


def _title(examples: str) -> str:
    name = examples.partition(",")[0]
    family, colon, _ = name.partition(":")
    return title_of_list(f"{family}:").removesuffix(", ") if colon else read_game(name).title
