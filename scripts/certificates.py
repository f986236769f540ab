"""The certificates, shipped or of the atlas, and what checks them: see build_trees --certificates."""

from __future__ import annotations

import gzip
import json
import os
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import atlas
from atlas_row import show_certificate

from player.tree import Tree
from player.tree.writer import write_file

SCRIPTS = Path(__file__).resolve().parent
FOLDER = SCRIPTS.parent / "trees" / "certificates"
MANIFEST = FOLDER / "manifest.json"
MOST_BYTES = 200 << 10  # of a certificate that is shipped; larger ones are only listed

# The name of each certificate, and the command that makes it (with --certificate or -o).
COMMANDS: dict[str, str] = {name: entry["command"] for name, entry in json.loads(MANIFEST.read_text()).items()}


def make_shipped(names: list[str], *, is_check: bool) -> int:
    """Make the certificates that are named, all by default, and check each with all programs; exit code."""
    unknown = sorted(set(names) - set(COMMANDS))
    if unknown:
        print(f"{unknown[0]}: no such certificate; one of: {', '.join(COMMANDS)}", file=sys.stderr)
        return 2
    manifest: dict[str, Any] = json.loads(MANIFEST.read_text())
    faults = 0
    with programs() as all_programs:
        for name in names or COMMANDS:
            data, _ = make(COMMANDS[name])
            entry = {"command": COMMANDS[name], **describe(data)}
            path = FOLDER / f"{name}.certificate"
            if is_check:
                told = {key: manifest.get(name, {}).get(key) for key in entry}
                if told != entry or (path.exists() and gzip.decompress(path.read_bytes()) != gzip.decompress(data)):
                    print(f"{name}: differs from what its command makes", file=sys.stderr)
                    faults += 1
                continue
            entry["cpu_s"] = time_programs(data, all_programs)
            print(f"{name}: {entry['bytes']} bytes, CPU seconds: {entry['cpu_s']}", file=sys.stderr, flush=True)
            manifest[name] = entry
            if len(data) <= MOST_BYTES:
                write_file(str(path), data)
            else:
                path.unlink(missing_ok=True)
            write_file(str(MANIFEST), (json.dumps(dict(sorted(manifest.items())), indent=2) + "\n").encode())
    if is_check:
        print(f"{len(names or COMMANDS)} certificates made again, {faults} of them differ")
    return 1 if faults else 0


def certify_atlas(names: list[str], limit: float | None) -> int:
    """Make the certificates that are missing, and check each with all programs, those within `limit` seconds each."""
    rows, faults = atlas.load(), 0
    with programs() as all_programs:
        for (name, kind), row in rows.items():
            is_there = row["status"] != "proved" or kind == "depth" or row["certificate"].get("sha256")
            if is_there or (names and name not in names):
                continue
            data, tree = make(row["command"])
            if tree is None or tree.sha256 != row["sha256"]:
                print(f"{name} {kind}: another tree than that of the atlas", file=sys.stderr)
                faults += 1
                continue
            row["certificate"] = {**describe(data), "cpu_s": time_programs(data, all_programs, limit)}
            print(f"{name} {kind}: {show_certificate(row)}", file=sys.stderr, flush=True)
            atlas.save(rows)
    return 1 if faults else 0


def make(command: str) -> tuple[bytes, Tree | None]:
    """The certificate that a command makes, and the tree; a result without a tree is what some of them are for."""
    verb, *arguments = shlex.split(command.removeprefix("treegen "))
    with tempfile.TemporaryDirectory() as folder:
        path, tree = Path(folder, "certificate"), Path(folder, "x.tree")
        how: list[str | Path] = ["-o", path] if verb == "certify" else ["--certificate", path, "-o", tree]
        words: list[str | Path] = [sys.executable, "-m", "treegen", verb, *arguments, *how]
        subprocess.run(words, check=False, stdout=subprocess.DEVNULL)
        return path.read_bytes(), Tree.from_bytes(tree.read_bytes()) if tree.exists() else None


def describe(data: bytes) -> dict[str, Any]:
    """What is said of a certificate: its claims, its size, and the checksum of what is packed in it."""
    text = gzip.decompress(data)
    lines = text.partition(b"\nproof\n")[0].decode().split("\n")
    claims = [line.removeprefix("claim ") for line in lines if line.startswith("claim ")]
    return {"claims": claims, "bytes": len(data), "sha256": sha256(text).hexdigest()}


@contextmanager
def programs() -> Iterator[dict[str, list[str]]]:
    """How to call each program that checks a certificate; the one in C reads it unpacked, from standard input."""
    with tempfile.TemporaryDirectory() as folder:
        known = {
            "treegen": [sys.executable, "-m", "treegen", "verify", "--certificate"],
            "python": [sys.executable, str(SCRIPTS / "check_certificate.py")],
        }
        compiler = shutil.which("cc") or shutil.which("gcc")
        if compiler is not None:
            program = str(Path(folder) / "check")
            subprocess.run(
                [compiler, "-O3", "-march=native", str(SCRIPTS / "check_certificate.c"), "-o", program], check=True
            )
            known["c"] = [program]
        yield known


def time_programs(data: bytes, known: dict[str, list[str]], limit: float | None = None) -> dict[str, float]:
    """The CPU seconds that each program takes to check a certificate; those over the limit are left out.

    Raises ValueError if one of them rejects it.
    """
    seconds: dict[str, float] = {}
    with tempfile.NamedTemporaryFile(suffix=".certificate") as file:
        file.write(data)
        file.flush()
        for name in ("treegen", "c", "python"):
            if name not in known or (limit is not None and max(seconds.values(), default=0) > limit):
                continue
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run(
                [*known[name], *([] if name == "c" else [file.name])],
                input=gzip.decompress(data) if name == "c" else None,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
            )  # fmt: skip
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if done.returncode:
                raise ValueError(f"{name}: {done.stdout.decode(errors='replace')[:500]}")
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            seconds[name] = round(spent, 2)
    return seconds
