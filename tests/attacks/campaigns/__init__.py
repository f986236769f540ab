"""Attacks on what guesstree reads and runs, one module a kind; `tests/tools/attack.py` runs them.

A module has one function, `attack`, that tries one hostile input and says in a word or two what became of it. The same
seed makes the same inputs. A fault is whatever must never happen: a crash, an exception that is none of guesstree's
own, a traceback, an endless run, a lie that was believed.
"""

from __future__ import annotations

import faulthandler
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from player.errors import GuesstreeError

__all__ = ["KINDS", "NEED_CORE", "Fault", "Report", "campaign"]

# Each kind of attack: what it tries, and how many inputs are tried by default and with --long.
KINDS: dict[str, tuple[str, int, int]] = {
    "core": ("hostile arguments to the native core", 250, 60_000),
    "races": ("searches that are looked at and stopped while they run", 4, 400),
    "trees": ("damaged and lying tree files", 400, 1_000_000),
    "checkpoints": ("damaged and lying checkpoints", 15, 1000),
    "kills": ("solves that are killed four times", 1, 25),
    "faults": ("a full disk, a locked file, no memory, no threads", 3, 40),
}
NEED_CORE = ("core", "races", "checkpoints", "kills")
_HANGS = 600.0  # seconds, after which the process ends with a traceback


class Fault(Exception):
    """An input did what it must never do."""


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


def campaign(attempt: Callable[[Random, int, Path], str]) -> Callable[[int, int, Path], Report]:
    """Make so many attempts, each with its own random numbers and its number, in an empty folder for their files.

    An attempt returns an outcome or raises a Fault. Input may also be refused, by an error of guesstree's own in one
    short line.
    """

    def attack(budget: int, seed: int, folder: Path) -> Report:
        report = Report()
        for number in range(budget):
            what = f"seed {seed}, input {number}"
            faulthandler.dump_traceback_later(_HANGS, exit=True)
            try:
                report.add(attempt(Random(f"{seed}/{number}"), number, folder))
            except Fault as fault:
                report.fail(f"{what}: {fault}")
            except GuesstreeError as error:
                text = str(error)
                if text and text.isprintable() and len(text) <= 500:
                    report.add("refused")
                else:
                    report.fail(f"{what}: the message is not one short line: {text[:600]!r}")
            except Exception as error:  # noqa: BLE001 - any other exception is a fault
                report.fail(f"{what}: {type(error).__name__}: {str(error)[:500]}")
            finally:
                faulthandler.cancel_dump_traceback_later()
        return report

    return attack
