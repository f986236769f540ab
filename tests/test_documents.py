"""The documents: they show what the commands print, their links lead somewhere, and the site builds from them."""

from __future__ import annotations

import csv
import datetime as dt
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

import player
import treegen

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")]
DOCUMENTS += sorted((ROOT / "docs").glob("*.md")) + sorted((ROOT / "trees").rglob("*.md"))
TEXTS = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in DOCUMENTS}
TYPED = re.compile(r"\d ?\d|\dA\dB")  # what the person of a session answers
PROGRESS = re.compile(r"\d+ s, ")  # the line of a long job
TIMED = re.compile(r"^treegen (review|next) ")  # what these show is proved, however busy the machine is
BLOCK = re.compile(r"^( *)(```+).*\n((?:.*\n)*?)\1\2 *$", re.MULTILINE)
COMMAND = re.compile(r"^\s*\$ ", re.MULTILINE)
# The words that visitors search for, and the page that must come first.
FIRST_FOUND = {
    "play": "index", "teacher": "drawing", "Wordle": "games", "handout": "drawing", "judge": "judges",
    "codeforces": "judges", "cite": "literature", "install": "start",
}  # fmt: skip
MOST_WORDS = {"README.md": 700, "CHANGELOG.md": 600}
EXIT_1 = ("(proved)", "cannot all be true")  # what a command prints that answers no
LONG = ("treegen solve bulls-4x10 ", "treegen review ", "treegen value ")  # sessions that take a quarter of a minute

needs_mkdocs = pytest.mark.skipif(
    find_spec("material") is None or find_spec("mkdocstrings") is None,
    reason="it needs mkdocs-material and mkdocstrings (pip install '.[docs]')",
)


def sessions() -> list[ParameterSet]:
    """Return the blocks of all documents that have commands with their output."""
    found = []
    for name, text in TEXTS.items():
        blocks = [textwrap.dedent(block[3]) for block in BLOCK.finditer(text) if COMMAND.search(block[3])]
        assert len(COMMAND.findall(text)) == sum(len(COMMAND.findall(block)) for block in blocks), name
        for session in blocks:
            marks = [pytest.mark.needs_core] * ("treegen solve" in session)  # too slow without the core
            marks += [pytest.mark.long] * any(f"$ {command}" in session for command in LONG)
            found.append(pytest.param(session, marks=marks, id=f"{name}: {session.partition(chr(10))[0]}"))
    return found


@pytest.mark.parametrize("session", sessions())
def test_a_session_is_what_the_commands_print(session: str, tmp_path: Path) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    printed = re.split(r"^\$ (.*)\n", session, flags=re.MULTILINE)[1:]
    for command, text in zip(printed[::2], printed[1::2], strict=True):
        lines = text.splitlines(keepends=True)
        typed = [line for line in lines if TYPED.fullmatch(line.strip())] if command == "player play" else []
        result = subprocess.run(
            ["bash", "-c", TIMED.sub(r"treegen \1 --time 10m ", command)], input="".join(typed), cwd=tmp_path,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "PATH": path}, encoding="utf-8",
            timeout=600, check=False,
        )  # fmt: skip
        assert result.returncode == (1 if any(words in text for words in EXIT_1) else 0), command
        output = [line for line in result.stdout.splitlines() if not PROGRESS.match(line)]
        assert output == [line.rstrip() for line in lines if line not in typed], command


def test_the_table_of_shipped_trees_is_true() -> None:
    text = TEXTS["docs/games.md"]
    rows = re.findall(r"^\|`([\w.-]+)`\|.*\|(\d+:\d+:\d+)\|([\d.]+)\|([\d ]+)\|$", text, re.MULTILINE)
    printed = {name: (tally, average, histogram) for name, tally, average, histogram in rows}
    trees = {name: player.open_tree(name) for name in player.shipped_trees()}
    assert printed == {
        name: (tree.tally, f"{tree.average:.4f}", " ".join(map(str, tree.histogram))) for name, tree in trees.items()
    }


@pytest.mark.parametrize("name", TEXTS)
def test_links_lead_somewhere(name: str) -> None:
    links = [link for link in re.findall(r"\]\(([^)]+)\)", TEXTS[name]) if ":" not in link and link[0] != "#"]
    generated = {"docs/api.md", "docs/commands.md"}  # their headings come from the code
    for link in links:
        path, _, anchor = link.partition("#")
        target = (ROOT / name).parent / path
        assert target.exists(), link
        if anchor and str(target.resolve().relative_to(ROOT)) not in generated:
            headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"\W+", "-", heading.lower()).strip("-") for heading in headings}, link
    named = re.findall(r"`((?:treegen|player|scripts|tests|trees|docs)/[\w./-]+)`", TEXTS[name])
    assert name[:6] == "trees/" or not [path for path in named if not (ROOT / path).exists()]


def test_documents_have_no_more_words_and_the_menu_no_more_entries_than_agreed() -> None:
    """Words are counted as `wc -w` does, without the tables and pages that scripts make, and without the paper."""
    made = {"trees/ATLAS.md", "trees/PUBLISHED.md", "docs/paper/paper.md"}
    paths = [path.relative_to(ROOT) for path in ROOT.rglob("*.md")]
    names = {str(path) for path in paths if path.parts[0][0] != "." and not {"build", "dist"} & set(path.parts)} - made
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in names}
    words = {name: len(re.split("<!-- (?:made|generated)", text)[0].split()) for name, text in texts.items()}
    assert {name: words[name] for name, most in MOST_WORDS.items() if words[name] > most} == {}
    assert sum(words.values()) <= 27_500, sorted(words.items(), key=lambda item: -item[1])
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    assert len(re.findall(r"^ +- .*: \w+\.md$", menu, re.MULTILINE)) <= 22


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built with every warning an error."""
    folder = tmp_path_factory.mktemp("site")
    # Not --quiet: warnings that it does not print, it does not count.
    result = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "NO_MKDOCS_2_WARNING": "1"},
        cwd=ROOT, capture_output=True, encoding="utf-8", timeout=180, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert "WARNING" not in result.stderr
    return folder


@needs_mkdocs
@pytest.mark.long
def test_the_site_holds_every_document_and_loads_nothing_from_elsewhere(site: Path) -> None:
    pages = {path.name for path in site.glob("*.html")}
    assert pages >= {f"{path.stem}.html" for path in (ROOT / "docs").glob("*.md")}
    assert pages >= {"format.html", "atlas.html", "published.html", "changelog.html", "security.html", "tour.html"}
    copied = ("player/web/page.html", "trees/submissions/codeforces-753.cpp", "trees/atlas.csv")
    assert all((site / "files" / name).is_file() for name in copied)
    loaded = re.findall(r'(?:src|href)="?([\w./]+\.(?:css|js))\b', (site / "index.html").read_text(encoding="utf-8"))
    scripts = map(str, (site / "assets/javascripts").glob("workers/*"))
    first = ["index.html", "search/search_index.json", *loaded, *scripts]
    assert sum(len(gzip.compress((site / name).read_bytes())) for name in first) <= 300_000  # without the board
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|link|img|iframe)\b[^>]*?(?:src|href)=[\"']?([^\"'\s>]+)", text)
        assert not [link for link in loaded if re.match(r"(?:https?:)?//", link)], path.name
    named = set(re.findall(r'id="[\w.]*?(\w+)"', (site / "api.html").read_text(encoding="utf-8")))
    assert named >= (set(treegen.__all__) | set(player.__all__)) - {"__version__"}
    assert ">treegen build<" in (site / "commands.html").read_text(encoding="utf-8")


@needs_mkdocs
@pytest.mark.long
@pytest.mark.needs_chromium
def test_the_front_page_plays_and_search_finds_the_right_page_first(site: Path) -> None:
    """The board loads on click, with Guess and its keys in view; and a search finds the right page first."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="it needs playwright (pip install playwright)")
    handler = partial(SimpleHTTPRequestHandler, directory=site)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_api.sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        page = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"]).new_page()
        for width, height in ((320, 568), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"http://127.0.0.1:{server.server_port}/index.html")
            assert page.locator("iframe").count() == 0
            page.locator(".board button").click()
            page.frame_locator(".board iframe").locator(".keypad button:last-child").wait_for()
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        found = {}
        for word in FIRST_FOUND:
            page.reload()
            page.get_by_text("Type to start searching").wait_for(state="attached")
            page.get_by_role("textbox", name="Search").press_sequentially(word)  # the search waits for keys
            first = page.locator(".md-search-result__item > a").first
            first.wait_for()
            found[word] = str(first.get_attribute("href")).rpartition("/")[2].partition(".html")[0]
        server.shutdown()
    assert found == FIRST_FOUND


def read_yaml(name: str) -> Any:
    yaml = pytest.importorskip("yaml", reason="it needs PyYAML (pip install pyyaml)")
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def test_the_version_is_the_same_everywhere() -> None:
    """The citation has the keys that version 1.2.0 of the Citation File Format requires."""
    citation = read_yaml("CITATION.cff")
    assert citation.keys() >= {"cff-version", "message", "title", "authors"}
    assert citation["version"] == player.__version__
    released = dt.date.fromisoformat(citation["date-released"])
    for name in (".zenodo.json", "trees/datapackage.json", "trees/croissant.json"):
        assert json.loads((ROOT / name).read_text(encoding="utf-8"))["version"] == player.__version__
    heading = re.findall(r"^## (.*)$", TEXTS["CHANGELOG.md"], re.MULTILINE)[0]
    assert heading in (f"{player.__version__}, unreleased", f"[{player.__version__}] - {released}")


def test_tables_have_the_columns_that_are_described() -> None:
    described = json.loads((ROOT / "trees" / "datapackage.json").read_text(encoding="utf-8"))["resources"]
    croissant = json.loads((ROOT / "trees" / "croissant.json").read_text(encoding="utf-8"))
    for one in described:
        header, *rows = csv.reader((ROOT / "trees" / one["path"]).read_text(encoding="utf-8").splitlines())
        fields = one["schema"]["fields"]
        assert [field["name"] for field in fields] == header
        same = {record["name"]: record for record in croissant["recordSet"]}[one["name"]]["field"]
        assert [(field["name"], field["description"]) for field in same] == [
            (field["name"], field["description"]) for field in fields
        ]
        whole = [i for i, field in enumerate(fields) if field["type"] == "integer"]
        assert all(row[i].isdecimal() or not row[i] for row in rows for i in whole)


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "oeis").glob("b-*.txt")), ids=lambda path: path.stem)
def test_terms_of_a_sequence_are_proved_in_the_atlas(path: Path) -> None:
    proved = {
        row["game"]: row["upper"]
        for row in json.loads((ROOT / "trees" / "atlas.json").read_text(encoding="utf-8"))
        if row["objective"] == "total" and row["status"] == "proved"
    }
    terms = [tuple(map(int, line.split())) for line in path.read_text(encoding="utf-8").splitlines()]
    for number, term in terms:
        assert term == (1 if number == 1 else proved[path.stem[2:].replace("N", str(number))])
    draft = path.with_name(path.name[2:]).read_text(encoding="utf-8")
    assert f"\nS {', '.join(str(term) for _, term in terms)}\n" in draft
    assert f"\nO {terms[0][0]}\n" in draft
