"""Lists the strategies, and the parts from which SCORE+PART+PART... is composed."""

from __future__ import annotations

from player.cli.command import Namespace, Parser
from treegen.cli.common import print_rows
from treegen.cli.options import options
from treegen.games.lookup import added
from treegen.greedy.strategy import PARTS, POOLS, STRATEGIES, TIES

PARSER = Parser(__doc__, "treegen strategies --format json", *options("format"))


def run(args: Namespace) -> None:
    rows = [
        {"strategy": row.name, "is": row.strategy.name * (row.strategy.name != row.name), "guesses": row.strategy.pool,
         "rule": row.summary, "source": row.source}
        for row in STRATEGIES.values()
    ]  # fmt: skip
    others = {
        **{name: point.value for name, point in added("scores").items()},
        **{f"+{pool}": text for pool, text in POOLS.items()},
        **{f"+{tie}": f"ties: {text}" for tie, text in TIES.items()},
        **PARTS,
    }
    rows += [dict.fromkeys(rows[0], "") | {"strategy": name, "rule": text} for name, text in others.items()]
    print_rows(rows, args.style)
