"""The page in a real browser: the system's Chromium, without a network; what it asks for and what fails is noted."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from player import open_tree

sys.path.append(str(Path(__file__).parent))  # the import mode keeps the checkout out

from page_tools import NAMES, write_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from page_tools import OpenPage
    from playwright.sync_api import Browser, BrowserContext, Page


@pytest.fixture(scope="session")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with two shipped trees."""
    return write_page(tmp_path_factory.mktemp("page") / "page.html", {name: open_tree(name) for name in NAMES})


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="it needs playwright (pip install playwright)")
    with sync_api.sync_playwright() as playwright:
        # Without its sandbox it starts in containers and for root, too; it shows our own page only.
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def plain_context(browser: Browser) -> BrowserContext:
    """What most tests open their page in: making one takes longer than most tests."""
    return browser.new_context(offline=True, locale="en-GB")


@pytest.fixture
def open_page(browser: Browser, plain_context: BrowserContext, page_file: Path) -> Iterator[OpenPage]:
    """Open the page from its file with the network off; at the end nothing may have failed, or been asked for."""
    opened: list[Page] = []
    errors: list[str] = []
    requests: list[str] = []
    files = {page_file.as_uri()}

    def open_it(address: str = "", file: Path | None = None, **settings: Any) -> Page:
        context = plain_context
        if settings:
            context = browser.new_context(**{"offline": True, "locale": "en-GB", **settings})
        page = context.new_page()
        page.set_default_timeout(10_000)
        opened.append(page)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: requests.append(request.url.partition("#")[0]))
        uri = (file or page_file).as_uri()
        files.add(uri)
        page.goto(uri + address)
        return page

    yield open_it
    for page in opened:
        page.evaluate("localStorage.clear()")
        page.close()
        if page.context is not plain_context:
            page.context.close()
    assert errors == []
    assert not [url for url in requests if url not in files and not url.startswith(("data:", "blob:"))]
