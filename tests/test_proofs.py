"""The optima proved again with each speed-up off in turn, and the core under sanitizers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import RunCommand


@pytest.mark.needs_core
@pytest.mark.parametrize("options", [[], pytest.param(["--long"], marks=pytest.mark.long)], ids=str)
def test_no_speed_up_changes_an_answer(run_script: RunCommand, options: list[str]) -> None:
    result = run_script("tests/tools/check_proofs.py", *options)
    assert result.returncode == 0, result.stdout + result.stderr
    assert " 0 failures" in result.stdout


@pytest.mark.needs_core
@pytest.mark.long
@pytest.mark.parametrize("kind", ["address", "thread"])
def test_no_sanitizer_has_anything_to_report(run_script: RunCommand, kind: str) -> None:
    result = run_script("tests/tools/sanitize.py", kind)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.endswith(": clean\n")


def test_the_script_says_what_it_takes(run_script: RunCommand) -> None:
    result = run_script("tests/tools/sanitize.py", "memory")
    assert result.returncode == 2
    assert "'memory' is not a valid sanitizer; choose from: address, thread" in result.stderr
    assert "Traceback" not in result.stderr
