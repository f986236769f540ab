"""The page in Firefox: a game is played by keys and reviewed by the search core, and every mode fits the window.

Playwright needs a Firefox of its own.  The one that people have is spoken to over WebDriver BiDi, which it understands
(https://w3c.github.io/webdriver-bidi/).
"""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.needs_firefox, pytest.mark.long]
SECRET = "guesstree.view.codemaker.secret"
ROWS = "document.querySelectorAll('.board .row:not(.empty)').length"
_START = 60.0  # seconds until Firefox has to listen
_PATIENCE = 40.0  # seconds that a page may take to show something
_LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
_OFF = "app.normandy.enabled browser.shell.checkDefaultBrowser datareporting.policy.dataSubmissionEnabled"
_OFF += " network.captive-portal-service.enabled network.connectivity-service.enabled toolkit.telemetry.enabled"
_PREFERENCES = dict.fromkeys(_OFF.split(), False) | {"intl.accept_languages": "en-GB", "network.dns.disabled": True}
_ENTER = "\ue007"


class Firefox:
    """One window; `errors` holds what failed in it, `requests` the addresses that it asked for."""

    def __init__(self, program: str, folder: Path) -> None:
        from websockets.sync.client import connect

        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in _PREFERENCES.items()]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "user.js").write_text("".join(lines), encoding="utf-8")
        log = folder / "firefox.log"
        with log.open("wb") as output:
            command = [program, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", str(folder)]
            self._process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        self.errors: list[str] = []
        self.requests: list[str] = []
        self._stack = contextlib.ExitStack()
        try:
            self._socket = self._stack.enter_context(connect(f"{_address(log)}/session", max_size=None))
            self._numbers = itertools.count(1)
            self._send("session.new", capabilities={})
            self._send("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
            self._context = self._send("browsingContext.create", type="tab")["context"]
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._stack.close()
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def open(self, address: str, width: int = 1280) -> None:
        """Load the page at `address` in a window that is so wide, in CSS pixels."""
        self._send("browsingContext.setViewport", context=self._context, viewport={"width": width, "height": 900})
        for url in ("about:blank", address):
            self._send("browsingContext.navigate", context=self._context, url=url, wait="complete")
        self.wait("document.querySelector('main > *') !== null")

    def run(self, script: str) -> Any:
        """The value of an expression of JavaScript: a string, a number, a bool, or what JSON can tell."""
        text = f"Promise.resolve({script}).then(value => JSON.stringify(value ?? null))"
        found = self._send("script.evaluate", expression=text, target={"context": self._context}, awaitPromise=True)
        if found["type"] != "success":
            raise AssertionError(f"{script}: {found['exceptionDetails']['text']}")
        return json.loads(found["result"]["value"])

    def wait(self, script: str) -> Any:
        """The value of an expression as soon as it is there: not null, false, 0 or empty."""
        until = time.monotonic() + _PATIENCE
        while (value := self.run(script)) in (None, False, "", 0):
            if time.monotonic() > until:
                raise AssertionError(f"this does not come true: {script}")
            time.sleep(0.05)
        return value

    def type(self, text: str) -> None:
        """Type a text; a line feed is Enter."""
        keys = text.replace("\n", _ENTER)
        actions = [{"type": what, "value": key} for key in keys for what in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "key", "actions": actions}
        self._send("input.performActions", context=self._context, actions=[source])

    def _send(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            said = json.loads(self._socket.recv(timeout=60))
            if said.get("id") == number:
                assert said["type"] != "error", f"{method}: {said['error']}: {said['message']}"
                return said["result"]
            params = said.get("params", {})
            if said.get("method") == "log.entryAdded" and params["level"] == "error":
                self.errors.append(str(params["text"]))
            elif said.get("method") == "network.beforeRequestSent":
                self.requests.append(params["request"]["url"].partition("#")[0])


def _address(log: Path) -> str:
    until = time.monotonic() + _START
    while time.monotonic() < until:
        found = _LISTENS.search(log.read_text(errors="replace"))
        if found:
            return found[1]
        time.sleep(0.05)
    raise OSError(f"it does not listen: {log.read_text(errors='replace').strip()[-200:]}")


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    pytest.importorskip("websockets", reason="it needs websockets (pip install websockets)")
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    assert program is not None
    try:
        opened = Firefox(program, tmp_path_factory.mktemp("firefox"))
    except OSError as error:
        pytest.skip(f"it needs a Firefox that starts: {error}")
    yield opened
    opened.close()


@pytest.fixture
def page(window: Firefox, page_file: Path) -> Iterator[tuple[Firefox, str]]:
    """Firefox and the page's address; at the end nothing may have failed, or been asked for."""
    address = page_file.as_uri()
    window.open(address)
    window.run("localStorage.clear()")
    window.errors.clear()
    window.requests.clear()
    yield window, address
    assert window.errors == []
    assert not [
        url for url in window.requests if url not in (address, "about:blank") and not url.startswith(("data:", "blob:"))
    ]


def test_a_daily_game_is_typed_reviewed_and_kept(page: tuple[Firefox, str]) -> None:
    window, address = page
    window.open(address)
    secret = window.run(SECRET)
    window.type("0012\n")
    assert "is not a valid guess" in window.wait("document.querySelector('.problem')?.innerText")
    window.open(address)
    guesses = [guess for guess in ("0123", "4567") if guess != secret]
    for turn, guess in enumerate(guesses, 1):
        window.type(f"{guess}\n")
        window.wait(f"{ROWS} === {turn}")
    window.open(address)  # as after the browser was closed
    assert window.run(ROWS) == len(guesses)
    window.type(f"{secret}\n")
    window.wait("document.querySelector('.end')")
    played = [*guesses, secret]
    lost = window.wait("guesstree.view.review?.rows?.map(row => row.lost)")
    assert len(lost) == len(played)
    assert lost[0] == pytest.approx(0)  # 0123 is a best first guess


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
@pytest.mark.parametrize("width", [320, 820, 1920])
def test_nothing_is_wider_than_the_window(page: tuple[Firefox, str], language: str, width: int) -> None:
    window, address = page
    for mode in ("guess", "solve", "duel", "explore"):
        window.open(f"{address}#mode={mode}&lang={language}", width)
        assert window.run("document.documentElement.scrollWidth") <= width
