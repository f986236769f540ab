"""treegen verify: an independent check of tree files."""

from __future__ import annotations

import click

from treegen.cli.common import verb
from treegen.verify import verify

__all__ = ["command"]

_SHOWN = 5


@verb()
@click.argument("sources", metavar="TREE...", nargs=-1, required=True)
def command(sources: tuple[str, ...]) -> int:
    """Send every secret down each TREE by the plain rules of its game, and check all that the file claims."""
    failed = False
    for source in sources:
        verdict = verify(source)
        for fault in verdict.faults[:_SHOWN]:
            click.echo(f"{source}: {fault}")
        if verdict.faults:
            failed = True
            click.echo(f"{source}: does not verify: {len(verdict.faults)} faults")
            continue
        optimal = "; optimal: claimed, not checked" if verdict.claims_optimal else ""
        click.echo(
            f"{source}: verified: {verdict.secrets} secrets in at most {verdict.depth} guesses, "
            f"{verdict.tally}, no dead branch{optimal}"
        )
    return 1 if failed else 0
