"""The pictures that README and docs/ show: by commands that anyone can give, the moving one, those of the page.

Those of the page and of its hosted form are taken in the system's Chromium, by playwright.  Plots depend on the version
of matplotlib, so no test compares their bytes: look at all of them when they change.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builds.game_picture import NARROW, game_svg
from builds.trees import chosen

ROOT = Path(__file__).resolve().parents[2]

PICTURES = ROOT / "docs" / "pictures"

# The name of each picture, and the command that makes it.
COMMANDS = {
    "top.svg": "treegen render bulls-4x10.total --levels 2",
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
    name.replace(".svg", "-narrow.svg"): f"{command.replace(' --levels 2', '')} --size phone"
    for name, command in COMMANDS.items()
    if name.endswith(".svg")
}
COMMANDS["information-narrow.svg"] = "treegen render bulls-3x9.total --plot information --size phone"
DRAWN = {"game.svg": game_svg, "game-narrow.svg": lambda: game_svg(NARROW)}  # by a function
PHONE, DESKTOP = (390, 780), (1180, 760)
# Those of the page: size of the window, colours, place; a tree that the page in the repository has not is exported.
SHOTS = {
    "page-solve.png": (PHONE, "light", "#0123:01,1456:02"),
    "page-guess.png": (PHONE, "dark", "#tree=mastermind-4x6.total&mode=guess&h=1122:11,1345:02"),
    "page-duel.png": (PHONE, "light", "#mode=duel&h=0123:01,1456:02&y=9876:11,9185:02,2807:11"),
    "page-explore.png": (DESKTOP, "dark", "#mode=explore&h=0123:01,1456:02,4530:02"),
    "page-explore-narrow.png": (PHONE, "dark", "#mode=explore&h=0123:01,1456:02,4530:02"),
    "handout-narrow.png": ((440, 780), "light", "#tree=handout"),
    "page-words.png": (PHONE, "light", "#tree=words-5.total&mode=solve&h=crate:01001"),
}
SITE = ROOT / "player" / "web" / "site"
# Those of the hosted page: what is shown of its address, and its icons, which are cut to a circle by some systems.
HOSTED = {f"icon-{size}.png": ((size, size), "light", "") for size in (180, 192, 512)}
# The preview pictures of the site: of words, of Mastermind, and of any other game.
for family, place in (
    ("-words", "#tree=words-5.total&mode=guess&h=crate:01001,sling:00100"),
    ("-mastermind", "#tree=mastermind-4x6.total&mode=guess&h=1122:11,1345:02"),
    ("", "#mode=guess&h=0123:01,4567:03"),
):
    HOSTED[f"preview{family}.png"] = ((1200, 630), "light", place)


def build(options: Any) -> Iterator[tuple[Path, bytes]]:
    """The pictures that are named."""
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen(options.names, [*COMMANDS, *DRAWN, *SHOTS, *HOSTED]):
            path = Path(folder, name)
            if name in DRAWN:
                path.write_text(DRAWN[name](), encoding="utf-8")
            elif name in COMMANDS:
                treegen(*shlex.split(COMMANDS[name])[1:], "-o", str(path))
            else:
                shoot(path, *(SHOTS | HOSTED)[name])
            if name in HOSTED:
                pack(path)
            yield (SITE if name in HOSTED else PICTURES) / name, path.read_bytes()


def treegen(*words: str) -> None:
    """Run the treegen of the same Python, whatever is on the PATH."""
    subprocess.run([sys.executable, "-m", "treegen", *words, "-q"], check=True)


def page_with(tree: str) -> Path:
    """The page in the repository, one made for a tree of words, or a handout as a page."""
    if not tree.startswith(("words", "handout")):
        return ROOT / "player" / "web" / "page.html"
    path = ROOT / "build" / f"{tree}.html"
    path.parent.mkdir(exist_ok=True)
    words = ["handout", "bulls-3x4"] if tree == "handout" else ["export", tree, "--to", "html"]
    treegen(*words, "-o", str(path))
    return path


def shoot(path: Path, size: tuple[int, int], colours: str, place: str) -> None:
    """Take a picture of the page."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        viewport = {"width": size[0], "height": size[1]}
        page = browser.new_context(viewport=viewport, color_scheme=colours, locale="en").new_page()  # type: ignore[arg-type]
        if place:
            page.goto(page_with(place.partition("#tree=")[2].partition("&")[0]).as_uri() + place)
            page.wait_for_selector("main[aria-busy]", state="detached")
        else:
            icon = (SITE.parent / "page.html").read_text(encoding="utf-8").partition("svg+xml,")[2].partition('"')[0]
            picture = icon.replace("%23", "#").replace("<svg ", "<svg style='width: 60vw; margin: 20vw' ")
            page.set_content(f"<body style='margin: 0; background: #faf9f5'>{picture}")
        page.wait_for_timeout(200)
        page.screenshot(path=path)
        browser.close()


def pack(path: Path) -> None:
    """Leave 64 colours in a picture, which makes it a third as large: it is part of the light player."""
    from PIL import Image

    Image.open(path).convert("RGB").quantize(64, dither=Image.Dither.NONE).save(path, optimize=True)
