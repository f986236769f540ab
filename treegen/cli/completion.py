"""treegen completion: the completion script of a shell, as click generates it."""

from __future__ import annotations

import click
from click.shell_completion import BashComplete, FishComplete, ZshComplete

from treegen.cli.common import verb


@verb('eval "$(treegen completion bash)"')
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the completion script of SHELL, to be loaded from the shell's startup file."""
    from treegen.cli import group

    kind = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}[shell]
    click.echo(kind(group, {}, "treegen", "_TREEGEN_COMPLETE").source())
