"""treegen strategies: the rules that rank guesses."""

from __future__ import annotations

from treegen.cli.common import format_option, print_rows, verb
from treegen.games.lookup import added
from treegen.greedy.strategy import PARTS, POOLS, STRATEGIES, TIES


@verb("treegen strategies --format json")
@format_option
def command(style: str) -> None:
    """List the strategies, and the parts from which SCORE+PART+PART... is composed."""
    rows = [
        {"strategy": row.name, "is": row.strategy.name if row.is_alias else "", "guesses": row.strategy.pool,
         "rule": row.summary, "source": row.source}
        for row in STRATEGIES.values()
    ]  # fmt: skip
    rows += [dict.fromkeys(rows[0], "") | {"strategy": name, "rule": p.value} for name, p in added("scores").items()]
    parts = {
        **{f"+{pool}": text for pool, text in POOLS.items()},
        **{f"+{tie}": f"ties: {text}" for tie, text in TIES.items()},
        **PARTS,
    }
    rows += [{"strategy": part, "is": "", "guesses": "", "rule": text, "source": ""} for part, text in parts.items()]
    print_rows(rows, style)
