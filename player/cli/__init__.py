"""The command `player`; its parts are imported when they run."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]


def main(words: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, by default the process's own, and return its exit code."""
    from player.cli.commands import main as run

    return run(words)
