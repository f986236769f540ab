"""Lists the games. Their symbols are 0 to 9 if there are ten, otherwise 1 to C."""

from __future__ import annotations

import csv
from importlib.resources import files

from player.cli.command import Namespace, Parser
from player.rules.names import FAMILIES, MAX_POSITIONS, MAX_SYMBOLS, read_game
from player.rules.titles import title_of_other
from treegen.cli.common import print_rows
from treegen.cli.options import options
from treegen.games.lookup import added

_TEXT = files("treegen.cli").joinpath("games.csv").read_text(encoding="utf-8")
_LIMITS = {"positions": MAX_POSITIONS, "symbols": MAX_SYMBOLS}
ROWS = [(name, examples, about.format(**_LIMITS)) for name, examples, about in list(csv.reader(_TEXT.splitlines()))[1:]]

PARSER = Parser(__doc__, "treegen games", *options("format"))


def run(args: Namespace) -> None:
    rows = [
        {"game": name, "examples": examples, "rules": about, "title": _title(examples)}
        for name, examples, about in (*ROWS, *other_families())
    ]
    rows += [dict.fromkeys(rows[0], "") | {"game": name, "rules": p.value} for name, p in added("games").items()]
    print_rows(rows, args.style)


def other_families() -> list[tuple[str, str, str]]:
    """Return rows for the families of code games that ROWS does not describe."""
    listed = {name.partition("-")[0] for name, _, _ in ROWS}
    others = [row for row in FAMILIES.values() if row.name not in listed]
    return [(f"{row.name}-PxC", f"{row.name}-4x{10 if row.is_distinct else 6}", row.about) for row in others]


def _title(examples: str) -> str:
    name = examples.partition(",")[0]
    family, colon, _ = name.partition(":")
    return title_of_other(f"{family}:").removesuffix(", ") if colon else read_game(name).title
