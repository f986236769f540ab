"""Shows the least cost of GAME by objective, as the atlas has it: proved, or between two bounds (a–b).

Without GAME, shows the whole atlas, smallest tables first. The objective "candidates" is the least total if every guess
may be the secret.
"""

from __future__ import annotations

from player.cli.command import Namespace, Parser
from treegen.cli.common import print_rows
from treegen.cli.options import options
from treegen.insight.atlas import atlas

PARSER = Parser(__doc__, "treegen atlas bulls-4x10", *options("format"))
PARSER.add("GAME", nargs="?")


def run(args: Namespace) -> None:
    hidden = ("lower", "upper", "sha256", *(("game", "secrets") if args.game else ())) if args.style == "table" else ()
    rows = [{key: value for key, value in row.items() if key not in hidden} for row in atlas(args.game)]
    print_rows(rows, args.style)
