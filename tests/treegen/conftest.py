"""Lets the tests of this room import the slow twins in tests/twins, in the import mode that keeps the checkout out."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "twins"))
