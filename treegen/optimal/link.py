"""How the client of a cluster reaches its workers: what dask.distributed does for it, and a test in its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

Lesson = tuple[bytes, list[list[bytes]], list[list[bytes]]]  # the arguments of remote.learn

__all__ = ["Lesson", "Link", "LinkLost"]


class LinkLost(Exception):
    """The scheduler cannot be reached; the message says why."""


class Link(Protocol):
    """How workers are reached.  Answers come in any order, and perhaps never."""

    address: str  # in messages
    dashboard: str  # its address; empty: there is none

    def workers(self) -> dict[str, int]:
        """The workers and their threads; LinkLost if nobody can say.  After that, all that was sent is lost."""

    def describe(self, workers: list[str]) -> Mapping[str, object]:
        """What `remote.describe` returns on each of them."""

    def learn(self, name: str, worker: str, lesson: Lesson) -> None:
        """Call `remote.learn`; its answer has this name."""

    def send(self, name: str, worker: str, order: bytes) -> None:
        """Call `remote.work`; its answer has this name."""

    def change(self, workers: list[str], bounds: dict[str, int]) -> None:
        """Call `remote.change` on each, beside its work."""

    def wait(self, seconds: float) -> list[tuple[str, object, str]]:
        """The answers that have come, as (name, answer, ""), or (name, None, why); waits for the first so long."""

    def forget(self, names: list[str]) -> None:
        """No answer of these names is awaited any more."""

    def close(self) -> None:
        """Leave."""
