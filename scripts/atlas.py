"""The atlas: the least cost of every small game for every objective, with what proves it (see build_trees --atlas)."""

from __future__ import annotations

import json
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import certificates

import player
import treegen as tg
from player.cli.show import render
from player.rules import names as rules
from player.tree import Tree
from player.tree.writer import write_file
from treegen.insight.atlas import atlas_rows
from treegen.insight.bounds import cap_bounds
from treegen.optimal.objective import show_gap

TREES = Path(__file__).resolve().parents[1] / "trees"
JSON, CSV, PAGE, FOLDER = TREES / "atlas.json", TREES / "atlas.csv", TREES / "ATLAS.md", TREES / "atlas"
MOST_SECRETS = 5040
MOST_BYTES, ALL_BYTES = 64 << 10, 3_000_000  # of a shipped tree, and of all of them
QUICK = 2.0  # seconds of CPU: what --check makes again

# What is solved for each game, and how; "depth" is read off the tree of "worst".
KINDS: dict[str, dict[str, str]] = {
    "total": {"objective": "total"},
    "worst": {"objective": "worst"},
    "fewest-at-max": {"objective": "fewest-at-max"},
    "candidates": {"objective": "total", "guesses": "candidates"},
}
ORDER = ("total", "depth", "worst", "fewest-at-max", "candidates")
# Beyond MOST_SECRETS; what cannot be proved soon is bounded.
LARGER = (
    "bulls-5x8", "mastermind-5x6", "mastermind-4x9", "mastermind-4x10", "bulls-5x9", "bulls-5x10", "mastermind-5x7",
    "mastermind-5x8",
)  # fmt: skip


@dataclass
class Row:
    """A line of the atlas: the least value of an objective lies between `lower` and `upper` (None: not known)."""

    game: str
    objective: str
    lower: int | None = None
    upper: int | None = None
    status: str = "open"
    depth: int | None = None
    at_depth: int | None = None
    histogram: list[int] = field(default_factory=list)
    first_guess: str = ""
    command: str = ""
    cpu_s: float = 0.0
    source: str = ""  # where the value is in print, entered by hand: the total, or an average as it is printed
    sha256: str = ""
    certificate: dict[str, Any] = field(default_factory=dict)  # as certificates.describe() and time_programs() have it

    @property
    def key(self) -> tuple[str, str]:
        """Game and objective."""
        return self.game, self.objective


def games() -> Iterator[str]:
    """Names of all games of the atlas, by the size of their tables."""
    names = []
    for family in ("bulls", "mastermind"):
        for positions in range(1, rules.MAX_POSITIONS + 1):
            for symbols in range(2, rules.MAX_SYMBOLS + 1):
                if family == "bulls" and symbols < positions:
                    continue
                suffixes = ("", "-any") if family == "bulls" and positions > 1 else ("",)
                names += [f"{family}-{positions}x{symbols}{suffix}" for suffix in suffixes]
    small = [name for name in names if rules.parse(name).secret_count <= MOST_SECRETS]
    yield from sorted(small, key=lambda name: (rules.parse(name).guess_count * rules.parse(name).secret_count, name))
    yield from LARGER


def load() -> dict[tuple[str, str], Row]:
    """The rows made so far."""
    if not JSON.exists():
        return {}
    rows = [Row(**entry) for entry in json.loads(JSON.read_text())]
    return {row.key: row for row in rows}


def save(rows: dict[tuple[str, str], Row]) -> None:
    """Write atlas.json, atlas.csv and the page, in the order of games()."""
    place = {name: number for number, name in enumerate(games())}
    ordered = sorted(rows.values(), key=lambda row: (place[row.game], ORDER.index(row.objective)))
    lines = [json.dumps(asdict(row)) for row in ordered]
    write_file(str(JSON), ("[\n" + ",\n".join(lines) + "\n]\n").encode())
    write_file(str(CSV), csv(ordered).encode())
    write_file(str(PAGE), page(ordered).encode())


def csv(rows: list[Row]) -> str:
    """atlas.csv: what `treegen atlas --format csv` prints."""
    return render(atlas_rows([asdict(row) for row in rows]), "csv")


def make(names: list[str], limit: float, retry: bool, kinds: list[str]) -> None:
    """Solve what is missing (with `retry` also what was only bounded), each within `limit` seconds, and save it."""
    rows = load()
    FOLDER.mkdir(exist_ok=True)
    for name in names or games():
        for kind in kinds or KINDS:
            known = rows.get((name, kind))
            if known is not None and (known.status == "proved" or not retry):
                continue
            for row in solve(name, kind, limit, rows):
                rows[row.key] = row
                said = f"{row.game} {row.objective}: {show(row)} {row.status}, {row.cpu_s} s"
                print(said, file=sys.stderr, flush=True)
            save(rows)
    fill_depths(rows)
    save(rows)
    ship(rows)


def fill_depths(rows: dict[tuple[str, str], Row]) -> None:
    """Bound the least depths that are not proved: by the bounds without a search, and by the trees that are known."""
    for name in dict.fromkeys(row.game for row in rows.values()):
        known = rows.get((name, "depth"))
        deepest = [row.depth for row in rows.values() if row.game == name and row.depth is not None]
        if (known is not None and known.status == "proved") or not deepest:
            continue
        game = tg.game(name)
        reach = cap_bounds(game) or [game.capacity(depth) for depth in range(1, min(deepest) + 1)]
        least = 1 + sum(found < len(game.secrets) for found in reach)
        row = known or Row(name, "depth", command=f"treegen bounds {name}")
        row.lower, row.upper = max(least, row.lower or 1), min(deepest)
        row.status = "bounded"
        rows[row.key] = row


def solve(name: str, kind: str, limit: float, rows: dict[tuple[str, str], Row], *, keep: bool = True) -> Iterator[Row]:
    """The rows that one solve gives."""
    game = tg.game(name)
    began = time.process_time()
    options: dict[str, Any] = KINDS[kind]
    command = f"treegen solve {name} " + ("--guesses candidates" if kind == "candidates" else f"--objective {kind}")
    try:
        solved = tg.solve(game, **options, time_limit=limit, threads=1)
        tree: Tree | None = solved
        status, bound = "proved", solved.bound or 0
    except tg.StoppedEarly as early:
        tree, status, bound = early.tree, "bounded", early.bound
        command += f" --time {limit:g}s"
    row = Row(name, kind, status=status, command=command, cpu_s=round(time.process_time() - began, 2))
    row.source = rows[row.key].source if row.key in rows else ""
    if tree is not None:
        tree = player.open_tree(tree.to_bytes())  # with its checksum
    if tree is not None and (status == "proved" or kind in ("total", "candidates")):
        describe(row, tree, bound)
        if keep and status == "proved":
            tree.write(FOLDER / f"{name}.{kind}.tree")
    elif status == "bounded":
        row.status = "open"
    yield row
    if kind == "worst" and status == "proved":
        yield depth_row(row, rows)


def describe(row: Row, tree: Tree, bound: int) -> None:
    """Fill in what a tree says; `bound` is what was proved of its cost."""
    row.depth, row.at_depth = tree.depth, tree.histogram[-1]
    row.histogram, row.first_guess = list(tree.histogram), tree.guesses[0]
    row.upper = row.at_depth if row.objective == "fewest-at-max" else tree.total
    row.lower = row.upper if row.status == "proved" else bound
    row.sha256 = tree.sha256 if row.status == "proved" else ""  # where the time was up it depends on the time


def depth_row(worst: Row, rows: dict[tuple[str, str], Row]) -> Row:
    """The least depth: that of the tree of "worst", which is proved."""
    row = replace(worst, objective="depth", lower=worst.depth, upper=worst.depth, certificate={})
    row.source = rows[row.key].source if row.key in rows else ""
    return row


def certify(names: list[str], limit: float | None) -> int:
    """Make the certificates that are missing, and check each with all programs, those within `limit` seconds each."""
    rows, faults = load(), 0
    with certificates.programs() as programs, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate"
        for row in rows.values():
            if row.certificate.get("sha256") or not is_certified(row) or (names and row.game not in names):
                continue
            options: dict[str, Any] = KINDS[row.objective]
            tree = tg.solve(tg.game(row.game), certificate=str(path), threads=1, **options)
            tree.to_bytes()
            if tree.sha256 != row.sha256:
                print(f"{row.game} {row.objective}: another tree than that of the atlas", file=sys.stderr)
                faults += 1
                continue
            data = path.read_bytes()
            seconds = certificates.time_programs(data, programs, limit)
            row.certificate = {**certificates.describe(data), "cpu_s": seconds}
            print(f"{row.game} {row.objective}: {show_certificate(row)}", file=sys.stderr, flush=True)
            save(rows)
    return 1 if faults else 0


def is_certified(row: Row) -> bool:
    """Whether a value has a certificate in the atlas."""
    return row.status == "proved" and row.objective in KINDS and row.game not in LARGER[2:]


def ship(rows: dict[tuple[str, str], Row]) -> None:
    """Keep the trees that are small enough, least totals first, as long as all of them are."""
    by_digest = {row.sha256: row for row in rows.values() if row.status == "proved" and row.objective != "depth"}
    left = ALL_BYTES
    files = [(ORDER.index(path.stem.rpartition(".")[2]), path.stat().st_size, path) for path in FOLDER.glob("*.tree")]
    for _, size, path in sorted(files):
        if size > min(MOST_BYTES, left) or player.open_tree(path).sha256 not in by_digest:
            path.unlink()
        else:
            left -= size


def check(names: list[str], limit: float) -> int:
    """Make again what took at most `limit` seconds, verify the shipped trees, and compare; 1 when something differs."""
    rows, faults, again = load(), [], 0
    if not rows or PAGE.read_text() != page(list(rows.values())):
        faults.append("ATLAS.md is not made from atlas.json")
    if CSV.read_text() != csv(list(rows.values())):
        faults.append("atlas.csv is not made from atlas.json")
    sizes = [path.stat().st_size for path in FOLDER.glob("*.tree")]
    if max(sizes, default=0) > MOST_BYTES or sum(sizes) > ALL_BYTES:
        faults.append("the shipped trees are too large")
    for path in sorted(FOLDER.glob("*.tree")):
        game, _, kind = path.stem.rpartition(".")
        tree, kept = player.open_tree(path), rows.get((game, kind))
        if kept is None or (tree.sha256, list(tree.histogram)) != (kept.sha256, kept.histogram):
            faults.append(f"{path.name}: it is not the tree of the atlas")
        elif not names or game in names:
            faults += [f"{path.name}: {fault}" for fault in tg.verify(str(path)).faults]
    for row in list(rows.values()):
        faults += [f"{row.game} {row.objective}: {fault}" for fault in differs_from_print(row)]
        if row.objective == "depth" or row.status != "proved" or row.cpu_s > limit or (names and row.game not in names):
            continue
        again += 1
        for fresh in solve(row.game, row.objective, 1e6, rows, keep=False):
            kept = rows[fresh.key]
            fresh.cpu_s, fresh.certificate = kept.cpu_s, kept.certificate
            if fresh != kept:
                faults.append(f"{row.game} {row.objective}: now {show(fresh)}, {fresh.sha256[:12]}")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(rows)} rows, {again} made again: {'all agree' if not faults else f'{len(faults)} faults'}")
    return 1 if faults else 0


def differs_from_print(row: Row) -> Iterator[str]:
    """What is printed and cannot be what was proved."""
    printed = row.source.rpartition(": ")[2]
    if not printed or row.upper is None or row.lower is None:
        return
    if printed.startswith("average "):
        text = printed.removeprefix("average ")
        digits = len(text.partition(".")[2])
        secrets = rules.parse(row.game).secret_count
        # The last printed digit may have been rounded or cut off.
        if not any(abs(total / secrets - float(text)) < 10**-digits for total in (row.lower, row.upper)):
            yield f"printed is {printed}, proved {row.lower / secrets:.{digits + 1}f}"
    elif not row.lower <= int(printed) <= row.upper:
        yield f"printed is {printed}, proved {show(row)}"


def show(row: Row) -> str:
    """The value of a row as people read it."""
    if row.lower is None and row.upper is None:
        return "?"
    if row.lower == row.upper:
        return str(row.upper)
    gap = "" if not row.upper or not row.lower or row.objective == "depth" else f" ({show_gap(row.upper, row.lower)})"
    return f"{'?' if row.lower is None else row.lower}–{'?' if row.upper is None else row.upper}{gap}"


def show_certificate(row: Row) -> str:
    """The size of a certificate, and the CPU seconds of each program that checked it."""
    if not row.certificate:
        return "?"
    size = row.certificate["bytes"]
    shown = f"{size} B" if size < 1000 else f"{size / 1000:.{size < 10_000:d}f} KB"
    seconds = row.certificate["cpu_s"]
    return ", ".join([shown, *(f"{_PROGRAMS[name]} {seconds[name]:.3g} s" for name in seconds)])


_PROGRAMS = {"treegen": "T", "c": "C", "python": "P"}


def page(rows: list[Row]) -> str:
    """ATLAS.md with other tables; what stands around them stays."""
    by_game: dict[str, dict[str, Row]] = {name: {} for name in games() if name not in LARGER}
    for row in rows:
        by_game.setdefault(row.game, {})[row.objective] = row
    values, certified = "", ""
    for name, entries in by_game.items():
        cells = [show(entries[objective]) if objective in entries else "?" for objective in ORDER]
        if (total := entries.get("total")) is not None and total.status == "proved":
            cells[0] += f" ({total.depth}:{total.at_depth})"
        values += f"| {name} | {rules.parse(name).secret_count} | {' | '.join(cells)} |\n"
        if any(is_certified(entry) for entry in entries.values()):
            cells = [show_certificate(entries[kind]) if kind in entries else "?" for kind in KINDS]
            certified += f"| {name} | {' | '.join(cells)} |\n"
    sources = "".join(
        f"- {row.game}, {row.objective}: {row.source}; here {show(row)}{_average(row)}\n" for row in rows if row.source
    )
    text = PAGE.read_text(encoding="utf-8")
    for start, lines in (("|--:|\n", values), ("|---|---|\n", certified), ("## In print\n\n", sources)):
        text = re.sub(rf"(?<={re.escape(start)})(?:[|-].*\n)*", lines, text, count=1)
    return text


def _average(row: Row) -> str:
    if "average" not in row.source or row.upper is None:
        return ""
    return f" (average {row.upper / rules.parse(row.game).secret_count:.4f})"
