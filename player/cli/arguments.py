"""Command-line arguments by table: the runtime must start faster than argparse is imported."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypeAlias

    # What an option takes: FLAG, MANY, TEXT, a name in `player.cli.options.READERS`, or the words to choose from.
    Options: TypeAlias = Mapping[str, str | tuple[str, ...]]

__all__ = ["FLAG", "MANY", "TEXT", "Arguments"]

FLAG, MANY, TEXT = "flag", "many", "text"


class Arguments(dict[str, "Any"]):
    """What a command line says: the value of each option, the verb, the TREE, and the command after `--`."""

    def __init__(self) -> None:
        self.verb = ""
        self.tree: str | None = None
        self.command: list[str] = []

    def __missing__(self, option: str) -> None:
        return None
