"""Lets the tests of treegen import what lies beside the packages, in the import mode that keeps the checkout out."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
Call = Callable[..., "subprocess.CompletedProcess[str]"]
# The slow twins, the campaigns, and how exported sources are tried.
sys.path += [str(TESTS / "twins"), str(TESTS / "attacks")]


@pytest.fixture(scope="session")
def treegen_words() -> list[str]:
    """The words that start the command `treegen`: for tests that give it a terminal."""
    return [str(Path(sys.executable).with_name("treegen"))]
