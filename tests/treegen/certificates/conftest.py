"""The checker of certificates in C, compiled once for all tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from certificate_programs import C, build

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def c_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, as a stranger compiles it."""
    return build(C.read_text(), tmp_path_factory.mktemp("c"))
