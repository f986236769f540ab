"""Lets the tests of treegen import what lies beside the packages, in the import mode that keeps the checkout out."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

TESTS = Path(__file__).parents[1]
Call = Callable[..., "subprocess.CompletedProcess[str]"]
# The slow twins, the campaigns, and how exported sources are tried.
sys.path += [str(TESTS / "twins"), str(TESTS / "attacks")]
