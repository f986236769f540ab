"""The statements of CONTRIBUTING and docs/design.md about the sources, as far as a program can check them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# A module of more lines needs a reason.
MOST_LINES = 400
LONGER = {
    "proofs/Core.v": "the program of the theorem, which is read as one",
    "scripts/check_certificate.c": "one file that a stranger compiles and reads: it must depend on no other",
    "treegen/native/searcher.cpp": "the search of a set, which is read from the top: at most 750 lines",
    "proofs/Rules.v": "one proof, which Coq reads from the top",
}
SOURCES = {".py", ".pyi", ".hpp", ".cpp", ".inc", ".h", ".c", ".js"}
SOURCES |= {".css", ".html", ".j2", ".ts", ".java", ".v", ".ml", ""}
MADE = {"treegen/native/_core.pyi", "player/web/page.html"}


def sources() -> list[Path]:
    folders = [ROOT / name for name in ("treegen", "player", "scripts", "tests", "docs", "proofs")]
    return [
        path
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and path.suffix in SOURCES
        and "__pycache__" not in path.parts
        and (path.suffix == ".py" or "attacks" not in path.parts)
    ]


def test_no_module_is_too_long() -> None:
    lines = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8").count("\n") for path in sources()}
    assert len(lines) > 300
    assert {name for name, count in lines.items() if count > MOST_LINES} - MADE == set(LONGER)


def test_the_design_lists_every_room_and_none_outgrows_its_lines() -> None:
    """A change that needs more in one room takes it from another."""
    design = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    most = dict(
        re.findall(r"^\| `((?:treegen|player|scripts|tests)[\w/]*)` \| .* \| ([\d,]+) \|$", design, re.MULTILINE)
    )
    folders = {path.parent for name in ("treegen", "player") for path in (ROOT / name).rglob("*.py")}
    found = {"/".join(folder.relative_to(ROOT).parts[:2]) for folder in folders} - {"treegen"}
    assert most.keys() - {"scripts", "tests"} == found
    counts = dict.fromkeys(most, 0)
    for path in sources():
        name = str(path.relative_to(ROOT))
        room = max((room for room in most if name.startswith(f"{room}/")), key=len, default="")
        if room and name not in MADE:
            counts[room] += path.read_text(encoding="utf-8").count("\n")
    assert {room: lines for room, lines in counts.items() if lines > int(most[room].replace(",", ""))} == {}


def test_no_test_measures_time() -> None:
    clocks = re.compile(r"assert.*(perf_counter|process_time|monotonic|time\.time)\(")
    assert not [path for path in (ROOT / "tests").rglob("*.py") if clocks.search(path.read_text(encoding="utf-8"))]
