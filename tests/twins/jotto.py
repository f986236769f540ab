"""The rule that CONTRIBUTING.md adds, whose labels are no numbers, and one that depends on neither counts nor marks."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from player.rules.feedback import FEEDBACK_RULES, FeedbackRule
from player.rules.names import FAMILIES, Family

if TYPE_CHECKING:
    from collections.abc import Iterator


def common(guess: str, secret: str) -> str:
    return "right" if guess == secret else str(sum(symbol in secret for symbol in guess))


def higher(guess: str, secret: str) -> str:
    return "right" if guess == secret else "01"[guess < secret]


@contextmanager
def known() -> Iterator[None]:
    """The families jotto and higher are games meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        for name, compare, most in (("jotto", common, None), ("higher", higher, 1)):

            def labels(positions: int, most: int | None = most) -> tuple[str, ...]:
                return (*map(str, range((positions if most is None else most) + 1)), "right")

            rule = FeedbackRule(name, "symbols in common", "an example", labels, compare)
            patch.setitem(FEEDBACK_RULES, name, rule)
            patch.setitem(FAMILIES, name, Family(name, name, True, (), "the symbols are all different"))
        yield
