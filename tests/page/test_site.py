"""The hosted form of the page: it is installed, opens again without its server, and has the rules without scripts."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from page_tools import Browser, Page, Watched, be_patient, play, reload, shown_guess

from player import open_tree
from player.web import make_page
from player.web.hosted import write_site

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


def review(page: Page) -> list[dict[str, Any]]:
    """The review of a game of which the tree knows only the first guess."""
    page.evaluate("guesstree.open({ mode: 'guess', h: '456:10,128:01' })")
    page.evaluate("document.querySelector('[data-key=give]')?.click()")
    found: list[dict[str, Any]] = page.evaluate("guesstree.view.review.ready")
    return found


def test_it_is_installed_and_opens_again_without_its_server(browser: Browser, server: ThreadingHTTPServer) -> None:
    address = f"http://127.0.0.1:{server.server_port}/"
    watched = Watched(browser, offline=False)
    page = watched.page
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    session = watched.context.new_cdp_session(page)
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
    be_patient(page)
    assert all(row["exact"] for row in review(page))
    assert watched.errors == []
    page.goto(f"{address}tree.txt")
    assert page.locator("body").inner_text() == "the tree"
    watched.context.close()


def test_the_engine_is_fetched_when_it_is_needed(browser: Browser, server: ThreadingHTTPServer) -> None:
    watched = Watched(browser, offline=False, service_workers="block")
    page = watched.page

    def engine() -> list[str]:
        return [url for url in watched.requests if "/core.js?" in url]

    page.route("**/core.js?*", lambda route: route.abort())
    page.goto(f"http://127.0.0.1:{server.server_port}/#mode=guess&level=honest")
    be_patient(page)
    play(page, "456")
    assert engine() == []
    assert [row["verdict"] for row in review(page)] == ["best", None]
    assert "could not be fetched" in page.locator(".scores").inner_text()
    page.evaluate("guesstree.open({ mode: 'solve', h: '456:10,128:01' })")  # where no tree has a guess
    page.locator(".now .code.big").wait_for()
    page.evaluate("guesstree.open({ mode: 'explore', h: '456:10,128:01' })")
    page.locator(".trial .best", has_text="could not be fetched").wait_for()
    page.unroute("**/core.js?*")
    count = len(engine())
    assert all(row["exact"] for row in review(page))
    assert len(engine()) == count + 1
    watched.context.close()


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
