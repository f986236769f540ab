"""The hosted form of the page: it is installed, opens again without its server, and has the rules without scripts."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest
from page_tools import reload, shown_guess

from player import open_tree
from player.web import make_page
from player.web.hosted import write_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs_chromium
NAME = "bulls-3x9.total"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ThreadingHTTPServer]:
    write_site(make_page([(NAME, open_tree(NAME))]), "the tree", str(tmp_path / "site"), "https://example.org/play")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path / "site")) as one:
        threading.Thread(target=one.serve_forever, daemon=True).start()
        yield one
        one.shutdown()


def test_it_is_installed_and_opens_again_without_its_server(browser: Browser, server: ThreadingHTTPServer) -> None:
    address = f"http://127.0.0.1:{server.server_port}/"
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    session = context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    faults = {fault["errorId"] for fault in session.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert faults <= {"in-incognito"}  # which each context of a test is
    assert page.locator("meta[property='og:image']").get_attribute("content") == "https://example.org/play/preview.png"
    server.shutdown()
    server.server_close()
    for place in ("#mode=solve", "index.html?from=elsewhere#mode=solve"):
        page.goto("about:blank")
        page.goto(address + place)
        reload(page)
        assert shown_guess(page) == open_tree(NAME).guesses[0]
    assert errors == []
    page.goto(f"{address}tree.txt")
    assert page.locator("body").inner_text() == "the tree"
    context.close()


def test_without_scripts_there_are_the_rules_the_first_guesses_and_a_link(
    browser: Browser, server: ThreadingHTTPServer
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/")
    assert "First guess: 123" in page.locator("noscript").inner_text()
    assert page.locator("noscript tr").count() == 1 + len(list(open_tree(NAME).children(0)))
    page.locator("noscript a").click()
    assert page.locator("body").inner_text() == "the tree"
    context.close()
