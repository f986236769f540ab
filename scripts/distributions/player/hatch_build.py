"""The content of guesstree-player: the package player, and in it the shipped trees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# What the page is built from, which an installation does not need.
_LEFT_OUT = {"src", "core.wasm.gz", "package.json", "package-lock.json", "eslint.config.js", "node_modules"}


class Files(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the files of the checkout into the sdist, and those of either into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name each file and its place."""
        here = Path(self.root)
        top = here if (here / "PKG-INFO").is_file() else here.parents[2]
        package, trees = top / "player", top / "trees"  # an sdist has the trees in the package
        files = {path: path.relative_to(top) for path in package.rglob("*")}
        files |= {path: Path("player", "trees", path.name) for path in (*trees.glob("*.tree"), trees / "manifest.json")}
        if "shared_data" in build_data:  # of a wheel: where man finds pages in a virtual environment
            build_data["shared_data"][str(package / "man" / "player.1")] = "share/man/man1/player.1"
        build_data["force_include"] |= {
            str(path): place.as_posix()
            for path, place in sorted(files.items())
            if path.is_file() and "__pycache__" not in place.parts and _LEFT_OUT.isdisjoint(place.parts)
        }
