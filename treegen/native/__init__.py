"""The native core.  `core` is None if it was not built; everything works without it, but slower.

If GUESSTREE_NO_CORE is set in the environment, the core is not used, for comparison and for tests.  `_core.pyi`
documents its functions, `interface.py` the types of its arguments and results, and README.md how it works.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from treegen.native import _core
    from treegen.native.interface import Core

    _stub_fits: Core = _core

__all__ = ["core"]


def _find() -> Core | None:
    if os.environ.get("GUESSTREE_NO_CORE"):
        return None
    try:
        return cast("Core", import_module("treegen.native._core"))
    except ImportError:
        return None


core: Core | None = _find()
