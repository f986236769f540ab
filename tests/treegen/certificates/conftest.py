"""The checker of certificates in C, compiled once for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from certificate_programs import C, build


@pytest.fixture(scope="session")
def c_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, as a stranger compiles it."""
    return build(C.read_text(), tmp_path_factory.mktemp("c"))
