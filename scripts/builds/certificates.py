"""The certificates of the shipped trees, and the programs that check each."""

from __future__ import annotations

import gzip
import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Any

from builds.trees import TREES, as_json, chosen

from player.errors import require
from player.tree import Tree
from treegen.certificates.certificate import read

SCRIPTS = Path(__file__).resolve().parents[1]
FOLDER = TREES / "certificates"
MANIFEST = FOLDER / "manifest.json"
MOST_BYTES = 200 << 10  # limit for a shipped certificate; larger ones are only listed


def build(options: Any) -> Iterator[tuple[Path, bytes]]:
    """Each certificate that is shipped, and after each the manifest, which has the command that makes it."""
    manifest: dict[str, Any] = json.loads(MANIFEST.read_text())
    for name in chosen(options.names, manifest):
        entry = manifest[name]
        data, _ = make(entry["command"])
        times = entry["cpu_s"] if options.check else time_programs(data)
        manifest[name] = {"command": entry["command"], **describe(data), "cpu_s": times}
        if len(data) <= MOST_BYTES:
            yield FOLDER / f"{name}.certificate", data
        yield MANIFEST, as_json(manifest)


def make(command: str) -> tuple[bytes, Tree | None]:
    """Return the certificate that a command makes, and the tree; some commands make a result without a tree."""
    verb, *arguments = shlex.split(command.removeprefix("treegen "))
    with tempfile.TemporaryDirectory() as folder:
        path, tree = Path(folder, "certificate"), Path(folder, "x.tree")
        how: list[str | Path] = ["-o", path] if verb == "certify" else ["--certificate", path, "-o", tree]
        words: list[str | Path] = [sys.executable, "-m", "treegen", verb, *arguments, "-j", "1", *how]
        subprocess.run(words, check=False, stdout=subprocess.DEVNULL)
        return path.read_bytes(), Tree.from_bytes(tree.read_bytes()) if tree.exists() else None


def describe(data: bytes) -> dict[str, Any]:
    """Return the description of a certificate: its claims, its size, and the checksum of its unpacked bytes."""
    claims = [str(claim) for claim in read(data).claims]
    return {"claims": claims, "bytes": len(data), "sha256": sha256(gzip.decompress(data)).hexdigest()}


@cache
def compiled() -> str:
    """Return the checker in C."""
    program = SCRIPTS.parent / "build" / "check_certificate"
    program.parent.mkdir(exist_ok=True)
    subprocess.run(["cc", "-O3", "-march=native", SCRIPTS / "check_certificate.c", "-o", program], check=True)
    return str(program)


def time_programs(data: bytes, limit: float = inf) -> dict[str, float]:
    """Return the CPU seconds that each program takes to check a certificate, until one takes more than the limit.

    Raises BadInput if one of them rejects it.
    """
    seconds, text = dict[str, float](), gzip.decompress(data)
    with tempfile.NamedTemporaryFile(suffix=".certificate") as file:
        file.write(data)
        file.flush()
        programs: dict[str, list[str]] = {
            "treegen": [sys.executable, "-m", "treegen", "verify", "--certificate", file.name],
            "c": [compiled()],  # reads it unpacked from standard input
            "python": [sys.executable, str(SCRIPTS / "check_certificate.py"), file.name],
        }
        for name, command in programs.items():
            if max(seconds.values(), default=0) <= limit:
                before, plain = os.times(), {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
                done = subprocess.run(command, input=text, capture_output=True, check=False, env=plain)
                after = os.times()
                require(not done.returncode, f"{name}: {(done.stdout + done.stderr).decode(errors='replace')[:500]}")
                spent = after.children_user + after.children_system - before.children_user - before.children_system
                seconds[name] = max(0.0, round(spent, 2))  # the difference of two sums may be less than 0
    return seconds
