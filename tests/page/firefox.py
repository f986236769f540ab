"""A real Firefox, spoken to over WebDriver BiDi, which it understands (https://w3c.github.io/webdriver-bidi/).

Playwright needs a Firefox of its own; this is for the one that people have.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

_START = 60.0  # seconds until Firefox has to listen
_PATIENCE = 40.0  # seconds that a page may take to show something
_LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
_PREFERENCES = {
    "app.normandy.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en-GB",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.dns.disabled": True,
    "toolkit.telemetry.enabled": False,
}
_ENTER, _BACKSPACE = "\ue007", "\ue003"


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
        """End it."""
        self._stack.close()
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def open(self, address: str, width: int = 1280, height: int = 900) -> None:
        """Load the page at `address` in a window of that size, in CSS pixels."""
        self._send("browsingContext.setViewport", context=self._context, viewport={"width": width, "height": height})
        self._send("browsingContext.navigate", context=self._context, url="about:blank", wait="complete")
        self._send("browsingContext.navigate", context=self._context, url=address, wait="complete")
        self.wait("!document.querySelector('main[aria-busy]')")

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

    def click(self, selector: str) -> None:
        """Click with the mouse at the middle of an element, once it is there."""
        x, y = self.wait(
            f"""(() => {{ const found = document.querySelector({json.dumps(selector)});
            if (!found) return null; found.scrollIntoView({{ block: "center" }});
            const box = found.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"""
        )
        self._act("pointer", [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0},
        ])  # fmt: skip

    def type(self, text: str) -> None:
        """Type a text; a line feed is Enter, a backspace Backspace."""
        keys = text.replace("\n", _ENTER).replace("\b", _BACKSPACE)
        self._act("key", [{"type": what, "value": key} for key in keys for what in ("keyDown", "keyUp")])

    def _act(self, kind: str, actions: list[dict[str, Any]]) -> None:
        source = {"type": kind, "id": kind, "actions": actions}
        self._send("input.performActions", context=self._context, actions=[source])

    def _send(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            said = json.loads(self._socket.recv(timeout=60))
            if said.get("id") == number:
                if said["type"] == "error":
                    raise AssertionError(f"{method}: {said['error']}: {said['message']}")
                return said["result"]
            self._note(said)

    def _note(self, event: dict[str, Any]) -> None:
        params = event.get("params", {})
        if event.get("method") == "log.entryAdded" and params["level"] == "error":
            self.errors.append(str(params["text"]))
        elif event.get("method") == "network.beforeRequestSent":
            self.requests.append(params["request"]["url"].partition("#")[0])


def find() -> str | None:
    """The program, if it is there."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


def _address(log: Path, now: Callable[[], float] = time.monotonic) -> str:
    until = now() + _START
    while now() < until:
        found = _LISTENS.search(log.read_text(errors="replace"))
        if found:
            return found[1]
        time.sleep(0.05)
    raise OSError(f"it does not listen: {log.read_text(errors='replace').strip()[-200:]}")
