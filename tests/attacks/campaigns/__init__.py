"""Attacks on what guesstree reads and runs, one module a kind; `scripts/attack` runs them.

A module has one function::

    attack(budget: int, seed: int, folder: Path) -> Report

which makes about `budget` hostile inputs from `seed`, tries each, and says what became of them.  The same seed makes
the same inputs.  `folder` is an empty folder for its files.  A fault is whatever must never happen: a crash, an
exception that is none of guesstree's own, a traceback, an endless run, a lie that was believed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

__all__ = ["KINDS", "Report"]

# Each kind of attack: what it tries, and how many inputs are tried by default and with --long.
KINDS: dict[str, tuple[str, int, int]] = {
    "core": ("hostile arguments to the native core", 500, 60_000),
    "races": ("searches that are looked at and stopped while they run", 4, 400),
    "trees": ("damaged and lying tree files", 2500, 1_000_000),
    "checkpoints": ("damaged and lying checkpoints", 30, 1000),
    "judges": ("judges and programs that break their protocol", 30, 4000),
    "graphs": ("graphs for differentiate", 100, 10_000),
    "words": ("word lists", 200, 20_000),
    "weights": ("weights and prices", 200, 20_000),
    "exports": ("hostile texts in trees that are exported, and bad input to what was exported", 5, 1200),
    "kills": ("kills of solve", 4, 100),
    "faults": ("a full disk, a locked file, no memory, no threads", 6, 40),
}


@dataclass
class Report:
    """What became of the inputs of one kind: how often each outcome came, and every fault in a line."""

    outcomes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, outcome: str) -> None:
        """An input ended as it may: refused, harmless, detected, ..."""
        self.outcomes[outcome] += 1

    def fail(self, what: str) -> None:
        """An input did what it must never do; `what` must suffice to try it again."""
        self.outcomes["FAULT"] += 1
        self.faults.append(what)
