"""The native core, where it was built; `core` is None where it was not, and everything works without it, slower.

With GUESSTREE_NO_CORE set in the environment it is not used: to compare, and to test what others have.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

__all__ = ["core"]


def _find() -> Any:
    if os.environ.get("GUESSTREE_NO_CORE"):
        return None
    try:
        return import_module("treegen.native._core")
    except ImportError:
        return None


core: Any = _find()
