"""The page in a real browser: the system's Chromium, without a network; what it asks for and what fails is noted."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from player import open_tree

# The import mode keeps the checkout out.
sys.path += [str(Path(__file__).parent), str(Path(__file__).parents[1] / "twins")]

from page_tools import NAMES, ROOT, Browser, JavaScript, OpenPage, Page, Watched, write_page


@pytest.fixture(scope="session")
def built() -> subprocess.CompletedProcess[str]:
    """What `scripts/build page --check` said, which also gets the npm packages."""
    command = [sys.executable, str(ROOT / "scripts" / "build"), "page", "--check"]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture(scope="session")
def modules(built: subprocess.CompletedProcess[str]) -> Path:
    folder = ROOT / "build" / "page" / "node_modules"
    if built.returncode not in (0, 1) or not (folder / "axe-core").exists() or "Traceback" in built.stderr:
        pytest.skip(f"it needs packages from npm, which could not be had: {built.stderr.strip()[-100:]}")
    return folder


@pytest.fixture(scope="session")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_page(tmp_path_factory.mktemp("page") / "page.html", {name: open_tree(name) for name in NAMES})


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="it needs playwright (pip install playwright)")
    with sync_api.sync_playwright() as playwright:
        # Without its sandbox it starts in containers and for root, too; it shows our own page only.
        try:
            program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
            chromium = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        except sync_api.Error as error:  # as where the program is a stub that asks for a snap
            pytest.skip(f"it needs a chromium that starts: {str(error).splitlines()[0]}")
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def plain(browser: Browser) -> Watched:
    """The page that most tests share: making one takes longer than most tests."""
    return Watched(browser)


@pytest.fixture
def open_page(browser: Browser, plain: Watched, page_file: Path) -> Iterator[OpenPage]:
    """Open the page from its file with the network off; at the end nothing may have failed, or been asked for."""
    used: list[Watched] = []
    files = {page_file.as_uri(), "about:blank"}

    def open_it(address: str = "", file: Path | None = None, **settings: Any) -> Page:
        watched = Watched(browser, **settings) if settings else plain
        used.append(watched)
        uri = (file or page_file).as_uri()
        files.add(uri)
        if watched.page.url.partition("#")[0] == uri:
            watched.page.goto("about:blank")  # from one place in a file to another nothing would be loaded
        watched.page.goto(uri + address)
        return watched.page

    yield open_it
    errors = [error for watched in used for error in watched.errors]
    requests = [url for watched in used for url in watched.requests]
    for watched in used:
        if watched is plain:
            watched.page.evaluate("localStorage.clear()")
            watched.errors.clear()
            watched.requests.clear()
        else:
            watched.context.close()
    assert errors == []
    assert not [url for url in requests if url not in files and not url.startswith(("data:", "blob:"))]


@pytest.fixture(scope="session")
def project(modules: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project in which nothing but the packed package is installed, without a network, and the compiled program."""
    folder = tmp_path_factory.mktemp("app")
    command = [sys.executable, str(ROOT / "scripts" / "build"), "npm", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    (package,) = folder.glob("guesstree-*.tgz")
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    options = ["--offline", "--silent", "--no-audit", "--no-fund", "--cache", str(folder / "cache")]
    subprocess.run(["npm", "install", *options, f"./{package.name}"], cwd=folder, check=True, timeout=120)
    shutil.copyfile(Path(__file__).with_name("npm_app.ts"), folder / "app.ts")
    compiler = modules / "typescript" / "bin" / "tsc"
    strict = ["--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--lib", "es2022"]
    target = ["--target", "es2022", "--module", "nodenext", "app.ts"]
    done = subprocess.run(["node", compiler, *strict, *target], cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
    return folder


PRELUDE = """
import { readFileSync } from "node:fs";
import * as g from "guesstree";
import * as app from "./app.js";
const file = (name) => new URL(import.meta.resolve(`guesstree/trees/${name}.tree`));
Object.assign(globalThis, { g, app, tree: (name) => readFileSync(file(name)) });
"""


@pytest.fixture(scope="session")
def run(project: Path) -> Iterator[JavaScript]:
    """Evaluate JavaScript in the project: `app` is the compiled program, `g` the package, `tree(name)` a file."""
    node = JavaScript(project, PRELUDE)
    yield node
    node.close()
