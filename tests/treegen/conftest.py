"""Lets the tests of treegen import what lies beside the packages, in the import mode that keeps the checkout out."""

import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path += [str(TESTS / "twins"), str(TESTS / "attacks")]  # the slow twins, and the campaigns
