"""What the tests of the page share: pages to open, and what is read off them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from player import Tree
from player.web import make_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    from player.tree import Node

ROOT = Path(__file__).resolve().parents[2]
NAMES = ["bulls-4x10.total", "mastermind-4x6.total"]
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
HOSTILE = "</script><b>&amp;"  # a label, a guess and a tree's name that must stay text


class OpenPage(Protocol):
    """How `open_page` is called: with the address after the file's name, another file, the browser's settings."""

    def __call__(self, address: str = "", file: Path | None = None, **settings: Any) -> Page: ...


def hostile_tree() -> Tree:
    """A tree of a game that the page does not know, whose texts look like markup."""
    leaf: Node = ("<i>two</i>", True, [])
    return Tree.from_nodes(
        (HOSTILE, True, [(1, leaf), (2, ("<!--three-->", True, []))]),
        game=f"table:{'0' * 64}",
        labels=("yes", HOSTILE, "<!--"),
        winning=0,
        losing=(),
    )


def write_page(path: Path, trees: dict[str, Tree]) -> Path:
    path.write_text(make_page(trees.items()), encoding="utf-8")
    return path


def check_page() -> subprocess.CompletedProcess[str]:
    """Run `scripts/build_page --check`, which also gets the npm packages."""
    command = [sys.executable, str(ROOT / "scripts" / "build_page"), "--check"]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def embedded(page: str) -> list[dict[str, str]]:
    """The trees in a page's source."""
    start = '<script type="application/json" class="tree">'
    return [json.loads(block.partition("</script>")[0]) for block in page.split(start)[1:]]


def shown_guess(page: Page) -> str:
    """The guess that the page asks now."""
    return page.locator(".now .code.big").get_attribute("aria-label") or ""


def rows(page: Page, within: str = ".board") -> list[str]:
    """The rows so far, as `0123:0 bulls 1 cow`."""
    return [
        f"{row.locator('.code').first.get_attribute('aria-label')}:{row.locator('.feedback').first.get_attribute('aria-label')}"
        for row in page.locator(f"{within} .row:not(.empty)").all()
    ]


def opened(page: Page) -> None:
    """Wait for the first view: the tree is read after the first paint."""
    page.wait_for_selector("main[aria-busy]", state="detached")


def reload(page: Page) -> None:
    page.reload()
    opened(page)


def settle(page: Page) -> None:
    """Wait until what was begun is drawn and stands in the address."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 10))))")


def history(page: Page) -> str:
    """The history in the address, once it is there."""
    settle(page)
    return str(page.evaluate("new URLSearchParams(location.hash.slice(1)).get('h') ?? ''"))


def enlarge(page: Page) -> None:
    """Set the text size of the browser to 200 %."""
    sizes = {"standard": 32, "fixed": 32}
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})


def tap(element: Locator, has_happened: Callable[[], bool]) -> None:
    """Tap until that has its effect: a busy browser may take a tap for a long press, which clicks nothing."""
    for _ in range(5):
        element.tap()
        for _ in range(20):
            if has_happened():
                return
            element.page.wait_for_timeout(100)
    raise AssertionError(f"five taps on {element} had no effect")
