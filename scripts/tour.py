"""Run the notebook docs/notebooks/tour.ipynb from top to bottom and keep what it shows.

usage: python scripts/tour.py
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import nbclient
import nbformat

TOUR = Path(__file__).resolve().parents[1] / "docs" / "notebooks" / "tour.ipynb"


def run_tour(folder: Path) -> Any:
    """Return the notebook after it ran in a folder; only what its cells show differs from the file."""
    tour = nbformat.read(TOUR, as_version=4)  # type: ignore[no-untyped-call]
    about = dict(tour.metadata)
    client = nbclient.NotebookClient(
        tour, timeout=120, kernel_name="python3", record_timing=False, resources={"metadata": {"path": folder}}
    )
    client.execute()
    tour.metadata.clear()  # the kernel names its version
    tour.metadata.update(about)
    return tour


def main() -> int:
    """Write the notebook again, with what it shows now."""
    with tempfile.TemporaryDirectory() as folder:
        tour = run_tour(Path(folder))
    TOUR.write_text(nbformat.writes(tour, indent=1) + "\n", encoding="utf-8")  # type: ignore[no-untyped-call]
    return 0


if __name__ == "__main__":
    sys.exit(main())
