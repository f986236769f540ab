"""The page to play and explore, player/web/page.html, from player/web/src.

Bundles the modules with esbuild (node and npm are needed; packages go to build/page), puts script and
style into page.html with a Content-Security-Policy that allows these two and the worker of the search core, and embeds
some shipped trees.  The core is player/web/core.wasm.gz.  The same sources give the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # the rules of this checkout, also where another one is installed

from player.errors import BadInput
from player.rules.feedback import FEEDBACK_RULES, MAX_MARKED
from player.rules.lists import NUMBER_RULE
from player.rules.names import ALIASES, FAMILIES, MAX_POSITIONS, MAX_SYMBOLS, SYMBOLS
from player.rules.spelling import COLOURS, MARKS, OF_SIGN, PAIRS, SEPARATORS
from player.rules.titles import HUES

WEB = ROOT / "player" / "web"
SOURCE = WEB / "src"
SCRATCH = ROOT / "build" / "page"
PAGE = WEB / "page.html"
TREES = ["bulls-4x10.total", "mastermind-4x6.total"]  # those of the committed page
ICON = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>"
    "<g fill='%230b6b63' stroke='%230b6b63' stroke-width='2.5'><path fill='none' d='M9 16 24 7M9 16l15 9'/>"
    "<circle cx='9' cy='16' r='6'/><circle cx='24' cy='7' r='4'/><circle cx='24' cy='25' r='3'/></g></svg>"
)
POLICY = (
    "default-src 'none'; script-src '{script}' 'wasm-unsafe-eval'; worker-src blob:; style-src '{style}'; "
    "img-src data: blob:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types core"
)


def build(_: Any) -> Iterator[tuple[Path, bytes]]:
    """Yield the page."""
    modules = install()
    yield PAGE, assemble(*bundle(modules), esbuild(modules, style(), "--target=safari16.4")).encode()


def install() -> Path:
    """Install the packages of package-lock.json in build/page, unless they are there, and return their folder."""
    if not (shutil.which("npm") and shutil.which("node")):
        raise BadInput("node and npm are needed; install Node.js 18 or newer")
    SCRATCH.mkdir(parents=True, exist_ok=True)
    lock = (WEB / "package-lock.json").read_bytes()
    done = SCRATCH / "installed-lock.json"
    if not (done.exists() and done.read_bytes() == lock):
        for name in ("package.json", "package-lock.json"):
            shutil.copyfile(WEB / name, SCRATCH / name)
        command = ["npm", "ci", "--silent", "--no-audit", "--no-fund", "--cache", str(SCRATCH / "cache")]
        subprocess.run(command, cwd=SCRATCH, check=True, timeout=300)
        done.write_bytes(lock)
    return SCRATCH / "node_modules"


def bundle(modules: Path) -> tuple[str, str]:
    """All modules as one script, and the script of the worker."""
    flags = ["--bundle", "--format=iife", "--target=es2022,safari16.4", "--loader:.gz=base64"]
    flags += [alias("languages", languages()), alias("grammar", grammar()), f"--alias:core-wasm={WEB / 'core.wasm.gz'}"]
    core, script = (esbuild(modules, SOURCE / name, *flags) for name in ("core_worker.js", "app.js"))
    return f"/*! guesstree is 0BSD here. */\n{script}", core


def alias(name: str, table: dict[str, Any], folder: Path = SCRATCH) -> str:
    """Return the option that lets modules import a table by a name."""
    file = folder / f"{name}.json"
    file.write_text(json.dumps(table, ensure_ascii=False), encoding="utf-8")
    return f"--alias:{name}={file}"


def languages() -> dict[str, Any]:
    """Return the keys of all texts, and by its code each language's texts in that order, English first."""
    files = sorted(SOURCE.glob("languages/*.json"), key=lambda file: (file.stem != "en", file.stem))
    every = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}
    keys = list(dict.fromkeys(key for texts in every.values() for key in texts))
    return {"keys": keys, "every": {code: [*map(texts.get, keys)] for code, texts in every.items()}}


def style() -> Path:
    """Write the style sheets, with the values of the theme, to a file, and return it."""
    from player.web import theme  # needs msgpack, which the npm package can do without

    text = "\n".join((SOURCE / name).read_text(encoding="utf-8") for name in ("style.css", "views.css"))
    for mark, rules in (("/* theme: variables */", theme.css()), ("/* theme: pegs */", theme.symbols_css())):
        text = text.replace(mark, rules, 1)
    file = SCRATCH / "style.css"
    file.write_text(text, encoding="utf-8")
    return file


def grammar() -> dict[str, Any]:
    """Return the rows of families and feedback rules that the page needs."""
    families = {
        row.name: {
            "rule": row.rule, "isDistinct": row.is_distinct, "suffixes": row.suffixes, "noun": row.noun,
            "hasPegs": row.has_pegs, "maxPositions": row.max_positions,
        }
        for row in FAMILIES.values()
    }  # fmt: skip
    # Labels follow from the numbers in them, if these are named.
    rules = {
        row.name: {"name": row.name, "tells": row.meaning, "near": row.counting}
        | ({} if row.meaning else {"labels": [" ".join(row.labels(n)) for n in range(1, MAX_POSITIONS + 1)]})
        | ({"spelled": row.spelled} if row.spelled else {})
        for row in (*FEEDBACK_RULES.values(), NUMBER_RULE)
    }
    signs = {chr(code): sign for code, sign in OF_SIGN.items()}
    spelling = {"pairs": PAIRS, "marks": MARKS, "colours": COLOURS, "separators": SEPARATORS, "signs": signs}
    most = {"maxMarked": MAX_MARKED, "maxSymbols": MAX_SYMBOLS, "colours": HUES, "spelling": spelling}
    return {"families": families, "rules": rules, "usual": list(ALIASES.values()), **most, "symbols": SYMBOLS}


def esbuild(modules: Path, source: Path, *options: str) -> str:
    """Return a script or a style, minified."""
    command = [str(modules / ".bin" / "esbuild"), str(source), "--minify", "--charset=utf8", "--legal-comments=inline"]
    settings: Any = {"env": {**os.environ, "NODE_PATH": str(modules)}, "encoding": "utf-8"}
    return str(subprocess.check_output([*command, *options], timeout=120, **settings))


def assemble(script: str, core: str, css: str) -> str:
    """Return the page: script and style in it, and their hashes in its policy."""
    from player.tree import open_tree
    from player.web import embed

    for text, end in ((script, "</script"), (core, "</script"), (css, "</style")):
        if end in text.lower() or "<!--" in text:
            raise BadInput(f"{end} or <!-- in what it goes around")
    policy = POLICY.replace("{script}", digest(script)).replace("{style}", digest(css))
    page = (SOURCE / "page.html").read_text(encoding="utf-8")
    parts = {"policy": policy, "icon": f"data:image/svg+xml,{ICON}", "style": css, "core": core, "script": script}
    for name, text in parts.items():
        page = page.replace(f"{{{name}}}", text, 1)
    return embed(page, ((name, open_tree(name)) for name in TREES))


def digest(text: str) -> str:
    """Return the hash by which a Content-Security-Policy allows `text`."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
