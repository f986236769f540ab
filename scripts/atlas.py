"""The atlas: its files in trees/, made of what `treegen jobs` finds (see build_trees --atlas)."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from itertools import groupby, product
from pathlib import Path

from atlas_row import EMPTY, KINDS, ORDER, PAGE, Row, differs_from_print, job, page, run, show

import treegen as tg
from player.cli.show import render
from player.tree.writer import write_file
from treegen.insight.atlas import atlas_rows
from treegen.insight.bounds import cap_bounds

TREES = Path(__file__).resolve().parents[1] / "trees"
JSON, CSV, FOLDER = TREES / "atlas.json", TREES / "atlas.csv", TREES / "atlas"
RESULTS = TREES.parent / "build" / "atlas.db"
MOST_BYTES, ALL_BYTES = 64 << 10, 3_000_000  # of a shipped tree, and of all of them
Rows = dict[tuple[str, str], Row]  # by game and objective


def load() -> Rows:
    """The rows made so far."""
    return {(row["game"], row["objective"]): row for row in json.loads(JSON.read_text())}


def files(rows: Rows) -> dict[Path, str]:
    """What the files say; a new game comes last."""
    ordered = [rows[key] for key in product(dict.fromkeys(game for game, _ in rows), ORDER) if key in rows]
    lines = ",\n".join(map(json.dumps, ordered))
    return {JSON: f"[\n{lines}\n]\n", CSV: render(atlas_rows(ordered), "csv"), PAGE: page(ordered)}


def save(rows: Rows) -> None:
    """Write the files."""
    for path, text in files(rows).items():
        write_file(str(path), text.encode())


def missing(names: list[str], kinds: list[str] | None, limit: float, *, is_retry: bool) -> list[Row]:
    """The jobs of rows that are missing, and with `is_retry` of those that are not proved."""
    rows = load()
    done = {key for key, row in rows.items() if row["status"] == "proved" or not is_retry}
    wanted = product(names or dict.fromkeys(game for game, _ in rows), kinds or KINDS)
    return [{**job(*key), "time": limit} for key in wanted if key not in done]


def add(rows: Rows, row: Row) -> None:
    """Put a row in, and what it says of the least depth; what is in print, and a certificate, stay."""
    name, known = row["game"], rows.get((row["game"], row["objective"]), EMPTY)
    rows[name, row["objective"]] = row | {key: known[key] for key in ("source", "certificate")}
    depth = rows.get((name, "depth"), EMPTY | {"objective": "depth", "command": f"treegen bounds {name}"})
    if row["objective"] == "worst" and row["status"] == "proved":
        same = {"objective": "depth", "lower": row["depth"], "upper": row["depth"], "source": depth["source"]}
        rows[name, "depth"] = row | same
    elif depth["status"] != "proved" and row["depth"] is not None:
        game, most = tg.game(name), min(row["depth"], depth["upper"] or row["depth"])
        reach = cap_bounds(game) or [game.capacity(tried) for tried in range(1, most + 1)]
        least = max(1 + sum(found < len(game.secrets) for found in reach), depth["lower"] or 1)
        rows[name, "depth"] = depth | {"game": name, "lower": least, "upper": most, "status": "bounded"}


def make(jobs: list[Row]) -> None:
    """Do jobs, those of a game at a time (each process has its table), and keep their rows and trees."""
    rows = load()
    for _, batch in groupby(jobs, lambda job: str(job["game"])):
        for row, data in run(list(batch), RESULTS):
            print(f"{row['game']} {row['objective']}: {show(row)} {row['status']}, {row['cpu_s']} s", file=sys.stderr)
            add(rows, row)
            if row["sha256"] and data is not None:
                (FOLDER / f"{row['game']}.{row['objective']}.tree").write_bytes(data)
        save(rows)
    for path in list(too_large()):
        path.unlink()


def too_large() -> Iterator[Path]:
    """The trees that are not shipped: large ones, and the last ones if all are too large together."""
    sizes, left = {path: path.stat().st_size for path in FOLDER.glob("*.tree")}, ALL_BYTES
    for path in sorted(sizes, key=lambda path: (ORDER.index(path.suffixes[0][1:]), sizes[path], path)):
        if sizes[path] > min(MOST_BYTES, left):
            yield path
        else:
            left -= sizes[path]


def check(names: list[str], limit: float) -> int:
    """Make again what took at most `limit` seconds, verify the shipped trees, and compare; 1 when something differs."""
    rows, again = load(), load()
    faults = [f"{path.name} differs from atlas.json" for path, text in files(rows).items() if path.read_text() != text]
    faults += [f"{path.name}: it is too large" for path in too_large()]
    for path in sorted(FOLDER.glob("*.tree")):
        name, kind, _ = path.name.split(".")
        tree, row = tg.open_tree(path), rows.get((name, kind), EMPTY)
        if (tree.sha256, list(tree.histogram)) != (row["sha256"], row["histogram"]):
            faults.append(f"{path.name}: it is not the tree of the atlas")
        elif not names or name in names:
            faults += [f"{path.name}: {fault}" for fault in tg.verify(str(path)).faults]
    quick = {key for key, row in rows.items() if row["status"] == "proved" and row["cpu_s"] <= limit}
    jobs = [job(*key) for key in rows if key in quick and key[1] in KINDS and (not names or key[0] in names)]
    with tempfile.TemporaryDirectory() as folder:
        found = [row for row, _ in run(jobs, Path(folder) / "again.db", "-q")]
    for row in found:
        add(again, row | {"cpu_s": rows[row["game"], row["objective"]]["cpu_s"]})
    faults += [] if len(found) == len(jobs) else ["some searches failed"]
    for key, row in rows.items():
        if differs_from_print(row):
            faults.append(f"{' '.join(key)}: in print as {row['source']}, proved {show(row)}")
        if again[key] != row:
            faults.append(f"{' '.join(key)}: now {show(again[key])}, {again[key]['sha256'][:12]}")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(rows)} rows, {len(jobs)} made again: {f'{len(faults)} faults' if faults else 'all agree'}")
    return 1 if faults else 0
