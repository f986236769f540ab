"""The notebook docs/notebooks/tour.ipynb with what its cells show now, run from top to bottom."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbclient
import nbformat

TOUR = Path(__file__).resolve().parents[2] / "docs" / "notebooks" / "tour.ipynb"


def build(_: Any) -> Iterator[tuple[Path, bytes]]:
    """Yield the notebook."""
    with tempfile.TemporaryDirectory() as folder:
        yield TOUR, (nbformat.writes(run_tour(Path(folder)), indent=1) + "\n").encode()  # type: ignore[no-untyped-call]


def run_tour(folder: Path) -> Any:
    """Return the notebook after it ran in a folder; only what its cells show differs from the file."""
    tour = nbformat.read(TOUR, as_version=4)  # type: ignore[no-untyped-call]
    about = dict(tour.metadata)
    how: Any = {"timeout": 120, "kernel_name": "python3", "record_timing": False}
    nbclient.NotebookClient(tour, resources={"metadata": {"path": folder}}, **how).execute()
    tour.metadata.clear()  # the kernel names its version
    tour.metadata.update(about)
    return tour
