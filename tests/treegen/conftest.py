"""Lets the tests of this room import the twins beside them, in the import mode that keeps the checkout out."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
