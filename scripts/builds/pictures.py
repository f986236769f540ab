"""The pictures that README and docs/ show: by commands that anyone can give, the moving one, those of the page.

Those of the page and of its hosted form are made in the system's Chromium, by playwright.  Plots depend on the version
of matplotlib, so no test compares their bytes: look at all of them when they change.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builds.game_picture import NARROW, WIDE, game_svg
from builds.trees import chosen, run

ROOT = Path(__file__).resolve().parents[2]

PICTURES = ROOT / "docs" / "pictures"

# The name of each picture, and the command that makes it.
COMMANDS = {
    "first.svg": "treegen render bulls-4x10.entropy",
    "way.svg": "treegen render bulls-4x10.total --secret 0932",
    "answers.svg": "treegen render mastermind-4x6.total --levels 1",
    "histogram.svg": "treegen render bulls-4x10.total bulls-4x10.fewest-at-max bulls-4x10.entropy --plot histogram",
    "left.svg": "treegen render bulls-4x10.total bulls-4x10.entropy mastermind-4x6.worst --plot left",
    "information.svg": "treegen render bulls-4x10.total --plot information",
    "handout.png": "treegen handout bulls-3x4",
    "entropy.svg": "treegen render bulls-4x10.total --plot entropy --at 0123:11",
}
# Their variants for phones, where the text of the others is too small; one plot has fewer columns.
COMMANDS |= {
    name.replace(".svg", "-narrow.svg"): f"{command} --size phone"
    for name, command in COMMANDS.items()
    if name.endswith(".svg")
}
COMMANDS["information-narrow.svg"] = "treegen render bulls-3x9.total --plot information --size phone"
# Those of the tables that are installed, and how their trees are drawn.
TABLES = {"guess-who.svg": "--levels 6", "triage.svg": "", "faults.svg": "--levels 5", "elements.svg": "--levels 1"}
TABLES |= {name.replace(".svg", "-narrow.svg"): "--size phone" for name in TABLES}
DRAWN = {"game.svg": WIDE, "game-narrow.svg": NARROW}  # by game_picture.py
PHONE, DESKTOP, PREVIEW = (390, 780), (1180, 760), (1200, 630)
SITE = ROOT / "player" / "web" / "site"
# Those of the page: size of the window, colours, place; a tree that the page in the repository has not is exported.
SHOTS = {
    "page-solve.png": (PHONE, "light", "#0123:01,1456:02"),
    "page-guess.png": (PHONE, "dark", "#tree=mastermind-4x6.total&mode=guess&h=1122:11,1345:02"),
    "page-explore.png": (DESKTOP, "dark", "#mode=explore&h=0123:01,1456:02,4530:02"),
    "page-explore-narrow.png": (PHONE, "dark", "#mode=explore&h=0123:01,1456:02,4530:02"),
    "handout-narrow.png": ((440, 780), "light", "#tree=handout"),
    "page-words.png": (PHONE, "light", "#tree=words-5.total&mode=solve&h=crate:01001"),
}
# Those of the hosted page: previews for words, for Mastermind and for other games, and icons.
HOSTED = {
    "preview-words.png": (PREVIEW, "light", "#tree=words-5.total&mode=guess&h=crate:01001,sling:00100"),
    "preview-mastermind.png": (PREVIEW, "light", "#tree=mastermind-4x6.total&mode=guess&h=1122:11,1345:02"),
    "preview.png": (PREVIEW, "light", "#mode=guess&h=0123:01,4567:03"),
    **{f"icon-{size}.png": ((size, size), "light", "") for size in (180, 192, 512)},
}


def build(options: Any) -> Iterator[tuple[Path, bytes]]:
    """Yield the pictures that are named."""
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen(options.names, [*COMMANDS, *TABLES, *DRAWN, *SHOTS, *HOSTED]):
            path = Path(folder, name)
            if name in DRAWN:
                path.write_text(game_svg(DRAWN[name]), encoding="utf-8")
            elif name in COMMANDS:
                run(f"{COMMANDS[name]} -q -o {path}")
            elif name in TABLES:
                table, tree = name.removesuffix(".svg").removesuffix("-narrow"), path.with_suffix(".tree")
                run(f"treegen solve table:{table}.csv --name {table.title()} -q -o {tree}")
                run(f"treegen render {tree} {TABLES[name]} -q -o {path}")
            else:
                shoot(path, *(SHOTS | HOSTED)[name])
            yield (SITE if name in HOSTED else PICTURES) / name, path.read_bytes()


def shoot(path: Path, size: tuple[int, int], colours: str, place: str) -> None:
    """Take a picture of the page in the repository, of one for other trees, of a handout, or of the icon."""
    from PIL import Image
    from playwright.sync_api import sync_playwright

    file, tree = SITE.parent / "page.html", place.partition("#tree=")[2].partition("&")[0]
    if tree.startswith(("words", "handout")):
        file = path.with_suffix(".html")
        made = "handout bulls-3x4" if tree == "handout" else f"export {tree} --to html"
        run(f"treegen {made} -q -o {file}")

    with sync_playwright() as playwright:
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        viewport = {"width": size[0], "height": size[1]}
        page = browser.new_context(viewport=viewport, color_scheme=colours, locale="en").new_page()  # type: ignore[arg-type]
        if place:
            page.goto(file.as_uri() + place)
            page.wait_for_selector("main > *")
        else:
            icon = file.read_text(encoding="utf-8").partition("svg+xml,")[2].partition('"')[0]
            picture = icon.replace("%23", "#").replace("<svg ", "<svg style='width: 60vw; margin: 20vw' ")
            page.set_content(f"<body style='margin: 0; background: #faf9f5'>{picture}")
        page.wait_for_timeout(200)
        page.screenshot(path=path)
        browser.close()
    if path.name in HOSTED:
        # 64 colours make it a third as large: it is part of the light player.
        Image.open(path).convert("RGB").quantize(64, dither=Image.Dither.NONE).save(path, optimize=True)
