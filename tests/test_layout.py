"""The statements of CONTRIBUTING and docs/design.md about the sources, as far as a program can check them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# A module of more lines needs a reason.
MOST_LINES = 400
LONGER = {
    "scripts/check_certificate.c": "one file that a stranger compiles and reads: it must depend on no other",
    "treegen/exchange/export/templates/c.j2": "a library for chips, and for games of every kind",
    "treegen/exchange/export/templates/go.j2": "a language without lambdas and with a line for each brace",
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


def test_the_design_lists_every_room() -> None:
    design = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    rooms = re.findall(r"^\| `((?:treegen|player)[\w/]*)` \| .* \| [\d,]+ \|$", design, re.MULTILINE)
    folders = {path.parent for name in ("treegen", "player") for path in (ROOT / name).rglob("*.py")}
    found = {"/".join(folder.relative_to(ROOT).parts[:2]) for folder in folders} - {"treegen"}
    assert set(rooms) == found


def test_no_room_outgrows_its_lines() -> None:
    """A change that needs more in one room takes it from another."""
    design = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    most = dict(re.findall(r"^\| `([\w/]+)` \| .* \| ([\d,]+) \|$", design, re.MULTILINE))
    counts = dict.fromkeys(most, 0)
    for path in sources():
        name = str(path.relative_to(ROOT))
        room = max((room for room in most if name.startswith(f"{room}/")), key=len, default="")
        if room and name not in MADE:
            counts[room] += path.read_text(encoding="utf-8").count("\n")
    assert len(counts) == 21
    assert {room: lines for room, lines in counts.items() if lines > int(most[room].replace(",", ""))} == {}


def test_no_test_measures_time() -> None:
    clocks = re.compile(r"assert.*(perf_counter|process_time|monotonic|time\.time)\(")
    assert not [path for path in (ROOT / "tests").rglob("*.py") if clocks.search(path.read_text(encoding="utf-8"))]


def test_each_term_of_the_glossary_has_one_meaning() -> None:
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    terms = [term for row in re.findall(r"^\| ([^|]+) \| ", glossary, re.MULTILINE) for term in row.split(", ")]
    terms = [term for term in terms if term != "word"]
    assert len(terms) > 40
    assert sorted(set(terms)) == sorted(terms)


def section(document: str, heading: str) -> str:
    text = (ROOT / document).read_text(encoding="utf-8")
    return text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def test_the_first_change_goes_where_contributing_says() -> None:
    steps = re.findall(
        r"^\d\. (`.*?\.py`:.*?)(?=^\d\.)", section("CONTRIBUTING.md", "Your first change"), re.MULTILINE | re.DOTALL
    )
    assert len(steps) == 4
    for step in steps:
        path = ROOT
        for name in re.findall(r"`@?([\w/.]+)(?:\(\))?`", step):
            if name.endswith(".py"):
                path = ROOT / name if "/" in name else path.with_name(name)
            else:
                assert re.search(rf"\b{name}\b", path.read_text(encoding="utf-8")), (name, path)


def test_text_is_escaped_where_the_design_says() -> None:
    text, folder = section("docs/design.md", "Untrusted text"), ROOT
    places = re.findall(r"((?:`_\w+`(?:, | and )?)+) in ((?:`[a-z][\w/.]+`(?:, | and )?)+)", text)
    for names, files in places:
        for file in re.findall(r"`([\w/.]+)`", files):
            path = ROOT / file if "/" in file else folder / file
            folder = path.parent
            source = (path / "__init__.py" if path.is_dir() else path).read_text(encoding="utf-8")
            assert all(f"def {name}(" in source for name in re.findall(r"`(\w+)`", names)), path
    assert len(places) == 3


def test_the_design_lists_every_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    rows = dict(re.findall(r"^\| (.*?) \| (.*) \|$", section("docs/design.md", "Dependencies"), re.MULTILINE))
    required = {f"extra `{name}`": needed for name, needed in project["optional-dependencies"].items() if name != "all"}
    required["treegen"] = [needed for needed in project["dependencies"] if "msgpack" not in needed]
    for part, requirements in required.items():
        for requirement in requirements:
            words = re.split(r"-", re.match(r"[\w-]+", requirement)[0])  # type: ignore[index]
            assert all(word in rows[part].lower() for word in words), requirement
