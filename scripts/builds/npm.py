"""The npm package, guesstree-VERSION.tgz, by `npm pack`; nothing is published.

It has player/web/src/npm/index.js with what that imports of the page's modules, types, a licence, and some trees.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builds import page
from builds.page import ROOT

from player import __version__

SOURCE = page.SOURCE / "npm"
TREES = "*.total.tree"


def build(options: Any) -> Iterator[tuple[Path, bytes]]:
    """Yield the package."""
    with tempfile.TemporaryDirectory() as name:
        folder, modules = Path(name), page.install()
        grammar = {key: rows for key, rows in page.grammar().items() if key not in ("colours", "usual")}
        for row in grammar["families"].values():
            del row["noun"], row["hasPegs"]  # what only the page shows, too
        flags = ["--bundle", "--format=esm", "--target=es2022", page.alias("grammar", grammar)]
        script = page.esbuild(modules, SOURCE / "index.js", *flags)
        (folder / "index.js").write_text(script, encoding="utf-8")
        settings = json.loads((SOURCE / "package.json").read_text(encoding="utf-8")) | {"version": __version__}
        (folder / "package.json").write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")
        (folder / "trees").mkdir()
        for file in (SOURCE / "index.d.ts", SOURCE / "README.md", ROOT / "LICENSE", *(ROOT / "trees").glob(TREES)):
            shutil.copyfile(file, folder / ("trees" if file.suffix == ".tree" else "") / file.name)
        subprocess.run(["npm", "pack", "--silent"], cwd=folder, check=True, timeout=120, stdout=subprocess.DEVNULL)
        (package,) = folder.glob("*.tgz")
        yield Path(*options.names or [ROOT / "dist"]).resolve() / package.name, package.read_bytes()
