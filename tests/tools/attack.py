#!/usr/bin/env python3
"""Attack guesstree with hostile files, judges and circumstances that are made from a seed.

KIND is one of the modules of tests/attacks/campaigns; by default all of them run.  For an attack that succeeds, the
command prints what is needed to repeat it, and exits with 1.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "attacks"))

from campaigns import KINDS, NEED_CORE, Report

from treegen.native import core

_SHOWN = 20  # faults of a kind


def main() -> int:
    """Run the kinds that were asked for."""
    parser = argparse.ArgumentParser(
        prog="attack", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kinds", metavar="KIND", nargs="*", help=f"one of: {', '.join(KINDS)}")
    parser.add_argument("--budget", type=int, metavar="N", help="inputs of each kind")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="what the inputs are made from  [default: 1]")
    parser.add_argument("--long", action="store_true", help="the large budget of each kind")
    options = parser.parse_args()
    for kind in options.kinds:
        if kind not in KINDS:
            parser.error(f"{kind!r} is not a kind of attack; choose from: {', '.join(KINDS)}")
    faults = 0
    for kind in options.kinds or KINDS:
        what, small, large = KINDS[kind]
        budget = options.budget or (large if options.long else small)
        print(f"{kind}: {what} (budget {budget}, seed {options.seed})", flush=True)
        began = time.monotonic()
        report = Report()
        if core is not None or kind not in NEED_CORE:
            with tempfile.TemporaryDirectory() as folder:
                report = import_module(f"campaigns.{kind}").attack(budget, options.seed, Path(folder))
        faults += len(report.faults)
        for fault in report.faults[:_SHOWN]:
            print(f"  FAULT {fault}")
        counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(report.outcomes.items()))
        print(f"  {counts or 'nothing tried'}; {time.monotonic() - began:.1f} s", flush=True)
    print(f"{faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
