"""Lets the tests of treegen import what lies beside the packages, in the import mode that keeps the checkout out."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from treegen.cli import main

TESTS = Path(__file__).parents[1]
Call = Callable[..., "subprocess.CompletedProcess[str]"]
# The slow twins, the campaigns, and how exported sources are tried.
sys.path += [str(TESTS / "twins"), str(TESTS / "attacks"), str(TESTS / "treegen" / "exchange" / "drills")]


@pytest.fixture(scope="session")
def treegen_words() -> list[str]:
    """The words that start the command `treegen`: for tests that give it a terminal."""
    return [str(Path(sys.executable).with_name("treegen"))]


@pytest.fixture
def call_treegen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Call `treegen` with some words in this process, ten times as fast; what comes back is what a process gives."""

    def call(*words: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["treegen", *map(str, words)])
        if cwd is not None:
            monkeypatch.chdir(cwd)
        before = signal.getsignal(signal.SIGINT)
        with pytest.raises(SystemExit) as ended:
            main()
        signal.signal(signal.SIGINT, before)
        assert isinstance(ended.value.code, int)
        return subprocess.CompletedProcess(sys.argv, ended.value.code, *capsys.readouterr())

    return call
