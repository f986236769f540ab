"""treegen verify: an independent check of tree files."""

from __future__ import annotations

import click

from player.cli.show import printable
from player.tree import Tree, read_source
from treegen.cli.common import read_game, verb
from treegen.insight.verify import prove_again, verify_bytes

__all__ = ["command"]

_SHOWN = 5


@verb()
@click.argument("sources", metavar="TREE...", nargs=-1, required=True)
@click.option("--optimal", is_flag=True, help="Repeat the proof of optimality from scratch.")
@click.option("--game", "name", metavar="GAME", help="The game, if it is read from files, as in words:FILE.")
@click.option(
    "-j", "threads", type=click.IntRange(1, 1024), help="Threads for --optimal  [default: the CPUs available]"
)
def command(sources: tuple[str, ...], optimal: bool, name: str | None, threads: int | None) -> int:
    """Play every secret through each TREE by the plain rules of its game, and check everything that the file claims."""
    failed = False
    game = None if name is None else read_game(name, None, None)
    for source in sources:
        path, data = read_source(source)
        named = printable(source)
        verdict = verify_bytes(data, path, game)
        faults = list(verdict.faults)
        if optimal and not faults:
            faults = prove_again(Tree.from_bytes(data, path), game, threads)
        for fault in faults[:_SHOWN]:
            click.echo(f"{named}: {fault}")
        if faults:
            failed = True
            click.echo(f"{named}: does not verify: {len(faults)} fault{'s' * (len(faults) > 1)}")
            continue
        claim = "; optimal: proved again" if optimal else "; optimal: claimed, not checked"
        claim = claim if verdict.claims_optimal else ""
        click.echo(
            f"{named}: verified: {verdict.secrets} secrets in at most {verdict.depth} guesses, "
            f"{verdict.tally}, no dead branch{claim}"
        )
    return 1 if failed else 0
