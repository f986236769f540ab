"""The native core, where it was built; `core` is None where it was not, and everything works without it, slower."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["core"]


def _find() -> Any:
    try:
        return import_module("treegen.native._core")
    except ImportError:
        return None


core: Any = _find()
