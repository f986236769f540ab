"""treegen lies: the worst case of a game in which some answers may be false."""

from __future__ import annotations

import click

from player.errors import GaveUp
from treegen.cli.common import format_option, note, print_fields, print_rows, verb
from treegen.cli.options import SearchOptions, history_option, search_options
from treegen.lab.lies import lies


@verb("treegen lies bulls-3x4~1 --history 123:11")
@click.argument("name", metavar="GAME~K")
@history_option
@search_options("time_limit", time_limit={"default": 10.0, "help": "Stop after so long  [default: 10s]"})
@format_option
def command(name: str, history: str, options: SearchOptions, style: str) -> int:
    """Show how many guesses find every secret of GAME, although up to K answers are false, and what to guess next.

    The answer that wins is always true.  Rows have the secrets that are left by the lies that each of them would mean.
    The exit code is 3 if the time ran out before a proof.
    """
    found = lies(name, history=history, time_limit=options.time_limit)
    if style == "json":
        fields = {"game": name, "lower": found.lower, "upper": found.upper, "guess": found.guess}
        print_fields(fields | {"candidates": list(map(list, found.candidates))}, style)
    else:
        if style == "table":
            least = f"{found.lower} guess{'es' * (found.lower != 1)}"
            most = "" if found.upper is None else f"; {found.upper} are enough"
            known = f"{least} at least are needed{most}"
            if found.lower == found.upper:
                known = f"{least} can find every secret, and no fewer can, as is proved"
            click.echo(f"{name}: {known}; guess {found.guess}\n")
        left = [{"lies": used, "left": len(words)} for used, words in enumerate(found.candidates)]
        print_rows(left, style)
    if found.lower != found.upper:
        note("the time ran out before the proof")
        return GaveUp.exit_code
    return 0
