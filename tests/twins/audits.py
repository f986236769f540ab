"""What solve says on standard error of proved sets that came from a checkpoint or a cluster."""

from __future__ import annotations

import re

_LINE = re.compile(r"\S.*: (\d+) proved sets, (\d+) of them solved again \(seed \d+\): all true")


def check(text: str) -> None:
    """Every line reports a sample that is large enough: 1 % and at least 20, or all."""
    for line in text.splitlines():
        match = _LINE.fullmatch(line)
        assert match, line
        claims, checked = map(int, match.groups())
        assert checked >= min(claims, max(20, round(claims / 100))), line
