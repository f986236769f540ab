"""Which guesstree-player the distribution guesstree depends on: called by scikit-build-core, for pyproject.toml."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any


class NeedsPlayer:
    """Require the player of the same version for a release, and the checkout's own player for a checkout.

    So `pip install .` gives both, and takes no guesstree-player from a package index.
    """

    _state = ""

    def build_state(self, build_state: str) -> None:
        """Keep what is being built: an sdist, a wheel, or only the metadata of one."""
        self._state = build_state

    def dynamic_metadata(self, settings: Mapping[str, Any], project: Mapping[str, Any]) -> dict[str, list[str]]:
        """Return the dependency, which is added to those of pyproject.toml."""
        if self._state == "sdist" or Path("PKG-INFO").is_file():
            return {"dependencies": [f"guesstree-player=={project['version']}"]}
        player = Path("scripts", "distributions", "player").resolve()
        return {"dependencies": [f"guesstree-player @ {player.as_uri()}"]}
