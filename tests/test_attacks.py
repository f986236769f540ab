"""The tools in tests/tools: campaigns of attacks, the optima proved again without each speed-up, and sanitizers."""

from __future__ import annotations

import pytest
from campaigns import KINDS
from twins import Call


@pytest.mark.parametrize(
    ("line", "end"),
    [
        ("attack.py core races trees checkpoints faults", "\n0 faults\n"),
        *(pytest.param(f"attack.py {kind} --long", "\n0 faults\n", marks=pytest.mark.long) for kind in KINDS),
        pytest.param("check_proofs.py", " 0 failures\n", marks=pytest.mark.needs_core),
        pytest.param("check_proofs.py --long", " 0 failures\n", marks=[pytest.mark.needs_core, pytest.mark.long]),
        *(pytest.param(f"sanitize.py {kind}", ": clean\n", marks=[pytest.mark.needs_core, pytest.mark.long])
          for kind in ("address", "thread")),
    ],
)  # fmt: skip
def test_a_tool_finds_no_fault(run_script: Call, line: str, end: str) -> None:
    name, *words = line.split()
    done = run_script(f"tests/tools/{name}", *words)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(end)
