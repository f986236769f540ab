"""The atlas of proved games: its rows, made of what `treegen jobs` finds, and how people read them."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby, product
from math import inf
from pathlib import Path
from typing import Any

from builds import certificates
from builds.trees import TREES

import treegen as tg
from player.cli.show import render
from player.errors import BadInput, require
from player.rules.names import parse
from player.tree import Tree
from treegen.insight.atlas import atlas_rows, show_value
from treegen.insight.bounds import cap_bounds
from treegen.optimal.goal import show_gap

JSON, CSV, PAGE, FOLDER = (TREES / name for name in ("atlas.json", "atlas.csv", "ATLAS.md", "atlas"))
RESULTS = TREES.parent / "build" / "atlas.db"
MOST_BYTES, ALL_BYTES = 64 << 10, 3_000_000  # limits for a shipped tree, and for all of them
ORDER = ("total", "depth", "worst", "fewest-at-max", "candidates")
KINDS = ("total", "worst", "fewest-at-max", "candidates")  # what is solved; the least depth is that of "worst"
_PROGRAMS = {"treegen": "T", "c": "C", "python": "P"}

Row = dict[str, Any]  # or a job; `source` is entered by hand, and ends with the total or average that is in print
Rows = dict[tuple[str, str], Row]  # by game and objective
EMPTY: Row = {
    "game": "", "objective": "", "lower": None, "upper": None, "status": "open", "depth": None, "at_depth": None,
    "histogram": [], "first_guess": "", "command": "", "cpu_s": 0.0, "source": "", "sha256": "", "certificate": {},
}  # fmt: skip


def build(options: Any) -> Iterator[tuple[Path, bytes]]:
    """Yield the trees and the rows that are missing, or with --check those that are quickly made again."""
    rows = {(row["game"], row["objective"]): row for row in json.loads(JSON.read_text())}
    if options.certificates:
        yield from certify(rows, options)
        return
    games = [name.partition(".")[0] for name in options.names] or [game for game, _ in rows]
    keys = [key for key in product(dict.fromkeys(games), KINDS) if is_named(key, options)]
    proved = {key: row["cpu_s"] for key, row in rows.items() if row["status"] == "proved"}
    # Rows that are not proved are tried again if they are named.
    done = proved if options.names else rows
    jobs = [{**job(*key), "time": options.limit or 60.0} for key in keys if key not in done]
    if options.check:
        jobs = [job(*key) for key in keys if key in proved and proved[key] <= (options.limit or 2)]
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder, "again.db") if options.check else RESULTS
        # The jobs of a game at a time, as each process has its table.
        for _, batch in groupby(jobs, lambda job: options.check or str(job["game"])):
            for row, data in run(list(batch), results, *["-q"] * options.check):
                key, count = (row["game"], row["objective"]), count + 1
                if options.check:
                    row["cpu_s"] = rows[key]["cpu_s"]
                else:
                    print(f"{' '.join(key)}: {show(row)} {row['status']}, {row['cpu_s']} s", file=sys.stderr)
                add(rows, row)
                path = FOLDER / f"{'.'.join(key)}.tree"
                if row["sha256"] and data and (path.exists() or not options.check):
                    yield path, data
            yield JSON, files(rows)[JSON]
    yield from files(rows).items()
    require(not options.check or count >= len(jobs), f"{len(jobs) - count} searches of the atlas failed")
    for path in [] if options.check else list(too_large()):
        path.unlink()


def certify(rows: Rows, options: Any) -> Iterator[tuple[Path, bytes]]:
    """Yield the rows with the missing certificates, each checked by all programs, within the limit for each."""
    for key, row in rows.items():
        is_there = row["status"] != "proved" or key[1] == "depth" or row["certificate"].get("sha256")
        if is_there or not is_named(key, options):
            continue
        data, tree = certificates.make(row["command"])
        if tree is None or tree.sha256 != row["sha256"]:
            raise BadInput(f"{' '.join(key)}: {row['command']} makes another tree than that of the atlas")
        row["certificate"] = certificates.describe(data)
        row["certificate"]["cpu_s"] = certificates.time_programs(data, options.limit or inf)
        print(f"{' '.join(key)}: {show_certificate(row)}", file=sys.stderr, flush=True)
        yield from files(rows).items()


def is_named(key: tuple[str, str], options: Any) -> bool:
    """Return whether a row was requested, by its game or as in bulls-4x10.total."""
    return not options.names or key[0] in options.names or ".".join(key) in options.names


def files(rows: Rows) -> dict[Path, bytes]:
    """Return the content of the files; a new game comes last."""
    ordered = [rows[key] for key in product(dict.fromkeys(game for game, _ in rows), ORDER) if key in rows]
    lines = ",\n".join(map(json.dumps, ordered))
    texts = {JSON: f"[\n{lines}\n]\n", CSV: render(atlas_rows(ordered), "csv"), PAGE: page(ordered)}
    return {path: text.encode() for path, text in texts.items()}


def add(rows: Rows, row: Row) -> None:
    """Put a row in, and what it says of the least depth; what is in print, and a certificate, stay."""
    name, old = row["game"], rows.get((row["game"], row["objective"]), EMPTY)
    rows[name, row["objective"]] = row | {key: old[key] for key in ("source", "certificate")}
    depth = rows.get((name, "depth"), EMPTY | {"objective": "depth", "command": f"treegen bounds {name}"})
    if row["objective"] == "worst" and row["status"] == "proved":
        same = {"objective": "depth", "lower": row["depth"], "upper": row["depth"], "source": depth["source"]}
        rows[name, "depth"] = row | same
    elif depth["status"] != "proved" and row["depth"] is not None:
        game, most = tg.game(name), min(row["depth"], depth["upper"] or row["depth"])
        reach = cap_bounds(game) or [game.capacity(tried) for tried in range(1, most + 1)]
        least = max(1 + sum(found < len(game.secrets) for found in reach), depth["lower"] or 1)
        rows[name, "depth"] = depth | {"game": name, "lower": least, "upper": most, "status": "bounded"}


def too_large() -> Iterator[Path]:
    """Yield the trees that are not shipped: large ones, and the last ones if all are too large together."""
    sizes, left = {path: path.stat().st_size for path in FOLDER.glob("*.tree")}, ALL_BYTES
    for path in sorted(sizes, key=lambda path: (ORDER.index(path.suffixes[0][1:]), sizes[path], path)):
        if sizes[path] > min(MOST_BYTES, left):
            yield path
        else:
            left -= sizes[path]


def job(name: str, kind: str) -> Row:
    """Return the input of `treegen jobs` for a row."""
    return {"game": name, "guesses" if kind == "candidates" else "objective": kind}


def run(jobs: list[Row], path: Path, *options: str) -> Iterator[tuple[Row, bytes | None]]:
    """Yield the rows of jobs and their trees; `path` keeps the results."""
    path.parent.mkdir(exist_ok=True)
    file = path.with_suffix(".jsonl")
    file.write_text("".join(f"{json.dumps(job)}\n" for job in jobs))
    words: list[str | Path] = [sys.executable, "-m", "treegen", "jobs", file, "--trees", "-o", path, *options]
    if subprocess.run(words, stdout=subprocess.DEVNULL, check=False).returncode not in (0, 1):
        raise BadInput(f"{file} is not done")
    with closing(sqlite3.connect(path)) as results:
        for text, *found in results.execute("SELECT job, state, bound, seconds, tree FROM jobs WHERE bound NOT NULL"):
            if (done := json.loads(text)) in jobs:
                yield row_of(done, *found), found[-1]


def row_of(job: Row, state: str, bound: int, seconds: float, data: bytes | None) -> Row:
    """Return the row of a result; after a time-out, the tree depends on the time, and gets no checksum."""
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


def show(row: Row) -> str:
    """Return the value of a row."""
    lower, upper = row.get("lower"), row.get("upper")
    text = show_value(lower, upper)
    if not lower or not upper or lower == upper or row["objective"] == "depth":
        return text
    return f"{text} ({show_gap(upper, lower)})"


def show_certificate(row: Row) -> str:
    """Return the size of a row's certificate, and the CPU seconds of each program that checked it."""
    certificate = row.get("certificate")
    if not certificate:
        return "?"
    size = certificate["bytes"]
    text = f"{size} B" if size < 1000 else f"{size / 1000:.{size < 10_000:d}f} KB"
    times = (f"{_PROGRAMS[name]} {float(f'{spent:.3g}'):g} s" for name, spent in certificate["cpu_s"].items())
    return ", ".join([text, *times])


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
