"""treegen strategies: the rules that rank guesses."""

from __future__ import annotations

from treegen.cli.common import format_option, print_rows, verb
from treegen.strategy import STRATEGIES

__all__ = ["command"]


@verb()
@format_option
def command(style: str, as_json: bool) -> None:
    """List the strategies; ties go to a guess that may be the secret, then to the lowest index."""
    print_rows(
        [
            {"strategy": row.name, "guesses": row.pool, "rule": row.summary, "source": row.source}
            for row in STRATEGIES.values()
        ],
        style,
        as_json,
    )
