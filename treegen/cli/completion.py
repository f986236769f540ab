"""The verb completion, which treegen and player share: it prints the script of the program that was called."""

from player.cli.completion import PARSER, run

__all__ = ["PARSER", "run"]
