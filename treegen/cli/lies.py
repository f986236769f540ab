"""Shows how many guesses find every secret of GAME, although up to K answers are false, and what to guess next.

The answer that wins is always true. Rows have the secrets that are left by the lies that each of them would mean. The
exit code is 3 if the time ran out before a proof.
"""

from __future__ import annotations

from player.cli.command import Namespace, Parser
from player.rules.names import read_game
from player.rules.titles import show_word
from player.rules.variants import read_lies
from treegen.cli.common import print_answer
from treegen.cli.options import options
from treegen.lab.lies import lies

PARSER = Parser(__doc__, "treegen lies bulls-3x4~1 --history 123:11", *options("history", "time", "format", time="10s"))
PARSER.add("GAME~K", dest="name")


def run(args: Namespace) -> int:
    found = lies(args.name, history=";".join(args.history), time_limit=args.time_limit)
    least = f"{found.lower} guess{'es' * (found.lower != 1)}"
    most = "" if found.upper is None else f"; {found.upper} are enough"
    guess = show_word(read_game(read_lies(args.name)[0]), found.guess)
    is_proved = found.lower == found.upper
    proof = f"{least} can find every secret, and no fewer can, as is proved"
    answer = f"{args.name}: {proof if is_proved else f'{least} at least are needed{most}'}; guess {guess}"
    whole = {"game": args.name, "lower": found.lower, "upper": found.upper, "guess": found.guess}
    whole["candidates"] = list(map(list, found.candidates))
    left = [{"lies": used, "left": len(words)} for used, words in enumerate(found.candidates)]
    return print_answer(whole, answer, left, args.style, is_proved)
