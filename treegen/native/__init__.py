"""The native core, where it was built; `core` is None where it was not, and everything works without it, slower.

With GUESSTREE_NO_CORE set in the environment it is not used: to compare, and to test what others have.  `_core.pyi`
says what is in it, `interface.py` what crosses its boundary, README.md how it works.
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
