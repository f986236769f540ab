"""The built page: what is in it, how large it is, and that its sources give it."""

from __future__ import annotations

import base64
import graphlib
import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from page_tools import NAMES, PHONE, ROOT, OpenPage, axe_faults, embedded, enlarge

import player
from player import BadInput, open_tree
from player.rules.names import FAMILIES
from player.web import make_page

SOURCE = ROOT / "player" / "web" / "src"
PAGE = (Path(player.__path__[0]) / "web" / "page.html").read_text(encoding="utf-8")
LANGUAGES = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in SOURCE.glob("languages/*.json")}
KINDS = (".digits", ".pegs", ".words")  # of a text that speaks of symbols
MODES = ["solve", "guess", "duel", "explore"]


@pytest.mark.needs_npm
def test_the_committed_page_is_what_its_sources_give(built: subprocess.CompletedProcess[str], modules: Path) -> None:
    assert (built.returncode, built.stdout.strip()) == (0, "page: 1 files made, 0 faults")


@pytest.mark.needs_npm
def test_eslint_finds_no_fault(modules: Path) -> None:
    web = ROOT / "player" / "web"
    # The configuration imports packages, which are looked for beside it.
    config = shutil.copyfile(web / "eslint.config.js", modules.parent / "eslint.config.js")
    command = [str(modules / ".bin" / "eslint"), "--config", str(config), "--max-warnings", "0", "src"]
    done = subprocess.run(command, cwd=web, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout


def test_modules_import_downwards_only() -> None:
    """Each from its own row of the table in docs/design.md or from a row below, and never in a circle."""
    design = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    table = design.partition("| modules | what they are |\n|---|---|\n")[2].partition("\n\n")[0]
    row = {name: i for i, line in enumerate(table.splitlines()) for name in re.findall("`([^`]*)`", line.split("|")[1])}
    imports = {}
    for file in SOURCE.glob("**/*.js"):
        paths = re.findall(r'from "(\.[^"]*)\.js"', file.read_text(encoding="utf-8"))
        names = [(file.parent / path).resolve().relative_to(SOURCE).as_posix() for path in paths]
        imports[file.relative_to(SOURCE).with_suffix("").as_posix()] = names
    assert imports.keys() == row.keys()
    assert [(one, other) for one, names in imports.items() for other in names if row[other] < row[one]] == []
    graphlib.TopologicalSorter(imports).prepare()  # raises an error where there is a circle


def test_the_committed_page_is_small_and_plays_without_building_anything() -> None:
    assert len(PAGE.encode()) <= 400_000
    assert [block["name"] for block in embedded(PAGE)] == NAMES
    for block in embedded(PAGE):
        assert base64.b64decode(block["data"]) == open_tree(block["name"]).to_bytes()


def test_its_policy_allows_its_own_script_and_style_only() -> None:
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', PAGE)
    assert policy
    allowed = dict(part.strip().split(" ", 1) for part in policy[1].split(";"))
    assert allowed["default-src"] == "'none'"
    for kind, text, more in (
        ("script-src", PAGE.rpartition("<script>")[2].partition("</script>")[0], " 'wasm-unsafe-eval'"),
        ("style-src", PAGE.partition("<style>")[2].partition("</style>")[0], ""),
    ):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert allowed[kind] == f"'sha256-{digest}'{more}"
    assert policy[1].count("unsafe") == 1
    assert (allowed["worker-src"], allowed["trusted-types"]) == ("blob:", "core")


def test_it_names_no_other_place() -> None:
    assert set(re.findall(r"https?://[^\s\"'<>)]*", PAGE)) <= {"http://www.w3.org/2000/svg"}
    assert "resolved" not in (ROOT / "player" / "web" / "package-lock.json").read_text()
    assert not re.search(r"\bon\w+=|\bstyle=|javascript:", PAGE.partition("<script>")[0].partition("<body>")[2])


def test_a_page_needs_a_tree_tells_trees_apart_and_keeps_names_in_their_blocks() -> None:
    name = "<!-- <script </script x & >"
    page = make_page([(name, open_tree("bulls-3x9.total"))])
    (block,) = embedded(page)
    assert block["name"] == name
    assert not set("<>&") & set(page.rpartition('class="tree">')[2].partition("</script>")[0])
    tree = open_tree("bulls-3x9.total")
    with pytest.raises(BadInput, match="a page needs a tree"):
        make_page([])
    with pytest.raises(BadInput, match="two trees of one name"):
        make_page([("a", tree), ("a", tree)])


@pytest.mark.parametrize("code", sorted(set(LANGUAGES) - {"en"}))
def test_every_language_says_everything(code: str) -> None:
    """The same keys as English, the same values in them, every plural form that the language has."""
    forms = {"zh": {"other"}, "ru": {"one", "few", "many", "other"}}
    texts = LANGUAGES[code]
    own = {key for key in texts if key.endswith(KINDS) and key.rpartition(".")[0] in texts}  # where grammar wants it
    assert texts.keys() - own <= LANGUAGES["en"].keys() <= texts.keys()
    for key in texts:
        english = LANGUAGES["en"].get(key, LANGUAGES["en"].get(key.rpartition(".")[0], ""))
        assert isinstance(texts[key], dict) == isinstance(english, dict), key
        if isinstance(english, dict):
            assert texts[key].keys() == forms[code], key
        wanted = holes(english)
        assert holes(texts[key]) == wanted, key


def test_the_page_never_says_i() -> None:
    """No text has the first person, singular or plural, in its language: a pronoun, or the ending of a Russian verb."""
    first = {
        "en": r"\b(?:I|me|my|mine|we|us|our)\b",
        "ru": r"\b(?:я|меня|мне|мной|мы|нас|нам|мо[йяёи]|наш\w*|\w+[аея]ю|\w\w+[ая]ем)\b",
        "zh": "我|咱",
    }
    for code, texts in LANGUAGES.items():
        said = json.dumps([*texts.values()], ensure_ascii=False)
        assert re.findall(first[code], said, re.IGNORECASE) == [], code


def holes(text: str | dict[str, str]) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", json.dumps(text)))


def test_every_text_is_used_and_none_is_missing() -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in SOURCE.glob("*.js"))
    named = set(re.findall(r'"([\w.]+)"', re.sub(r'"data-key": "\w+"', "", source)))
    made = {f"game.{family}" for family in (*FAMILIES, "wordle", "words")} | {f"hint.{name}" for name in FAMILIES}
    made |= {"language_name", "bulls", "cows"}
    prefixes = "mode mark problem damage hint verdict theme answer"  # the source puts these keys together
    made |= {f"{prefix}.{name}" for prefix in prefixes.split() for name in named}
    made |= {key + kind for key in named | made for kind in KINDS}
    assert {key for texts in LANGUAGES.values() for key in texts} <= named | made
    assert set(re.findall(r'\bt\("([^"]*)"', source)) <= LANGUAGES["en"].keys()


@pytest.mark.needs_chromium
@pytest.mark.needs_npm
@pytest.mark.parametrize("size", [{}, pytest.param(PHONE, marks=pytest.mark.long)], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
@pytest.mark.parametrize("is_large", [False, pytest.param(True, marks=pytest.mark.long)], ids=["usual", "large"])
def test_axe_finds_no_fault(
    open_page: OpenPage, modules: Path, size: dict[str, Any], scheme: str, is_large: bool
) -> None:
    page = open_page(**size, color_scheme=scheme, bypass_csp=True, reduced_motion="reduce")
    if is_large:
        enlarge(page)
    steps = dict(zip(NAMES, ("0123:01", "1123:01"), strict=True))
    places = [f"tree={name}&mode={mode}&h={steps[name]}" for name in NAMES for mode in MODES]
    del places[MODES.index("explore")]  # it is seen at a longer history
    places += ["tree=nothing", "mode=explore&h=0123:01,1456:02", "h=9876:01", "mode=duel&y=9876:11", "lang=fr"]
    places += ["h=0123:01,1456:02", "mode=guess&h=0123:40", "mode=guess&h=0123:01,4567:03,6075:40", "boards=2"]
    assert axe_faults(page, modules, [*places, f"tree={NAMES[1]}&mode=guess&h=1123:02,2345:40"]) == []


@pytest.mark.needs_chromium
def test_paper_gets_the_game_and_no_buttons(open_page: OpenPage) -> None:
    page = open_page("#0123:01,1456:02", color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator(".board").is_visible()
    assert not page.locator("nav, .gear, .hand").locator("visible=true").count()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
