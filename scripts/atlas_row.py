"""Rows of the atlas: how `treegen jobs` makes them, and how people read them."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Any

from player.rules.names import parse
from player.tree import Tree
from treegen.insight.atlas import show_value
from treegen.optimal.objective import show_gap

PAGE = Path(__file__).resolve().parents[1] / "trees" / "ATLAS.md"
ORDER = ("total", "depth", "worst", "fewest-at-max", "candidates")
KINDS = ("total", "worst", "fewest-at-max", "candidates")  # what is solved; the least depth is that of "worst"
_PROGRAMS = {"treegen": "T", "c": "C", "python": "P"}

Row = dict[str, Any]  # or a job; `source` is entered by hand, and ends with the total or average that is in print
EMPTY: Row = {
    "game": "", "objective": "", "lower": None, "upper": None, "status": "open", "depth": None, "at_depth": None,
    "histogram": [], "first_guess": "", "command": "", "cpu_s": 0.0, "source": "", "sha256": "", "certificate": {},
}  # fmt: skip


def job(name: str, kind: str) -> Row:
    """What `treegen jobs` is asked for a row."""
    return {"game": name, "guesses" if kind == "candidates" else "objective": kind}


def run(jobs: list[Row], path: Path, *options: str) -> Iterator[tuple[Row, bytes | None]]:
    """The rows of jobs and their trees; `path` keeps the results."""
    path.parent.mkdir(exist_ok=True)
    file = path.with_suffix(".jsonl")
    file.write_text("".join(f"{json.dumps(job)}\n" for job in jobs))
    words: list[str | Path] = [sys.executable, "-m", "treegen", "jobs", file, "--trees", "-o", path, *options]
    if subprocess.run(words, stdout=subprocess.DEVNULL, check=False).returncode not in (0, 1):
        sys.exit(f"build_trees: {file} is not done")
    with closing(sqlite3.connect(path)) as results:
        for text, *found in results.execute("SELECT job, state, bound, seconds, tree FROM jobs WHERE bound NOT NULL"):
            if (done := json.loads(text)) in jobs:
                yield row_of(done, *found), found[-1]


def row_of(job: Row, state: str, bound: int, seconds: float, data: bytes | None) -> Row:
    """The row of a result; where the time was up, the tree depends on the time, and gets no checksum."""
    [option] = job.keys() & {"objective", "guesses"}
    kind, is_proved = job[option], state == "proved"
    command = f"treegen solve {job['game']} --{option} {kind}" + ("" if is_proved else f" --time {job['time']:g}s")
    row = {**EMPTY, "game": job["game"], "objective": kind, "command": command, "cpu_s": round(seconds, 2)}
    if data is None or not (is_proved or kind in ("total", "candidates")):
        return row
    tree = Tree.from_bytes(data)
    upper = tree.histogram[-1] if kind == "fewest-at-max" else tree.total
    row |= {"lower": upper if is_proved else bound, "upper": upper, "status": "proved" if is_proved else "bounded"}
    row |= {"depth": tree.depth, "at_depth": tree.histogram[-1], "histogram": list(tree.histogram)}
    return row | {"first_guess": tree.guesses[0], "sha256": tree.sha256 if is_proved else ""}


def differs_from_print(row: Row) -> bool:
    """Whether what is in print, with its last digit rounded or cut off, cannot be what was proved."""
    if not row["source"]:
        return False
    text = row["source"].rpartition(" ")[2]
    count = parse(row["game"]).secret_count if "average" in row["source"] else 1
    unit = 10.0 ** -len(text.partition(".")[2])
    return not row["lower"] / count - unit < float(text) < row["upper"] / count + unit


def show(row: Row) -> str:
    """The value of a row."""
    lower, upper = row.get("lower"), row.get("upper")
    shown = show_value(lower, upper)
    if not lower or not upper or lower == upper or row["objective"] == "depth":
        return shown
    return f"{shown} ({show_gap(upper, lower)})"


def show_certificate(row: Row) -> str:
    """The size of a row's certificate, and the CPU seconds of each program that checked it."""
    certificate = row.get("certificate")
    if not certificate:
        return "?"
    size = certificate["bytes"]
    shown = f"{size} B" if size < 1000 else f"{size / 1000:.{size < 10_000:d}f} KB"
    return ", ".join([shown, *(f"{_PROGRAMS[name]} {spent:.3g} s" for name, spent in certificate["cpu_s"].items())])


def page(rows: list[Row]) -> str:
    """ATLAS.md with other tables; what stands around them stays."""
    values = certified = sources = ""
    for name, group in groupby(rows, lambda row: str(row["game"])):
        entries, secrets = {row["objective"]: row for row in group}, parse(name).secret_count
        cells = [show(entries.get(objective, {})) for objective in ORDER]
        if (total := entries.get("total", EMPTY))["status"] == "proved":
            cells[0] += f" ({total['depth']}:{total['at_depth']})"
        values += f"| {name} | {secrets} | {' | '.join(cells)} |\n"
        if any(row["certificate"] for row in entries.values()):
            certified += f"| {name} | {' | '.join(show_certificate(entries.get(kind, {})) for kind in KINDS)} |\n"
        for row in entries.values():
            average = f" (average {row['upper'] / secrets:.4f})" if "average" in row["source"] else ""
            if row["source"]:
                sources += f"- {name}, {row['objective']}: {row['source']}; here {show(row)}{average}\n"
    text = PAGE.read_text(encoding="utf-8")
    for start, lines in (("|--:|\n", values), ("|---|---|\n", certified), ("## Published elsewhere\n\n", sources)):
        text = re.sub(rf"(?<={re.escape(start)})(?:[|-].*\n)*", lines, text, count=1)
    return text
