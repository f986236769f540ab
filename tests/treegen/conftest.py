"""Lets the tests of treegen import what lies beside the packages, in the import mode that keeps the checkout out."""

import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
sys.path += [str(TESTS / "twins"), str(TESTS / "attacks")]  # the slow twins, and the campaigns


@pytest.fixture(scope="session")
def treegen_words(request: pytest.FixtureRequest) -> list[str]:
    """The words that start the command `treegen`: for tests that give it a terminal."""
    if request.config.getoption("--checkout"):
        start = f"import sys; sys.path.insert(0, {str(TESTS.parent)!r}); from treegen.cli import main; sys.exit(main())"
        return [sys.executable, "-c", start]
    return [str(Path(sys.executable).with_name("treegen"))]
