"""treegen completion: the completion script of a shell, by click's own generator."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from treegen.cli.common import verb

__all__ = ["command"]


@verb()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the completion script of SHELL; put it where your shell looks for completions."""
    from treegen.cli import group

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"no completion for {shell}")
    click.echo(kind(group, {}, "treegen", "_TREEGEN_COMPLETE").source())
