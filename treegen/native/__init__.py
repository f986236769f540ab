"""The native core.  `core` is None if it was not built; everything works without it, but slower.

If the environment has GUESSTREE_NO_CORE, the core is not used, for comparison and for tests.  README.md
documents its functions and how it works, and `interface.py` the types of its results.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING


def _find() -> ModuleType | None:
    if os.environ.get("GUESSTREE_NO_CORE"):
        return None
    try:
        return import_module("treegen.native._core")
    except ImportError:
        return None


if TYPE_CHECKING:
    from treegen.native import _core as core  # its attributes could not be checked if it might be None
else:
    core = _find()
