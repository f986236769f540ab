"""Shows how many guesses find every secret of GAME, although up to K answers are false, and what to guess next.

The answer that wins is always true. Rows have the secrets that are left by the lies that each of them would mean. The
exit code is 3 if the time ran out before a proof.
"""

from __future__ import annotations

from player.cli.command import Namespace, Parser
from player.errors import GaveUp
from treegen.cli.common import note, print_fields, print_rows
from treegen.cli.options import options
from treegen.lab.lies import lies

PARSER = Parser(__doc__, "treegen lies bulls-3x4~1 --history 123:11", options("history", "time", "format", time="10s"))
PARSER.add_argument("name", metavar="GAME~K")


def run(args: Namespace) -> int:
    found = lies(args.name, history=";".join(args.history), time_limit=args.time_limit)
    if args.style == "json":
        fields = {"game": args.name, "lower": found.lower, "upper": found.upper, "guess": found.guess}
        print_fields(fields | {"candidates": list(map(list, found.candidates))}, args.style)
    else:
        if args.style == "table":
            least = f"{found.lower} guess{'es' * (found.lower != 1)}"
            most = "" if found.upper is None else f"; {found.upper} are enough"
            known = f"{least} at least are needed{most}"
            if found.lower == found.upper:
                known = f"{least} can find every secret, and no fewer can, as is proved"
            print(f"{args.name}: {known}; guess {found.guess}\n")
        left = [{"lies": used, "left": len(words)} for used, words in enumerate(found.candidates)]
        print_rows(left, args.style)
    if found.lower != found.upper:
        note("the time ran out before the proof")
        return GaveUp.exit_code
    return 0
