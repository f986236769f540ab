"""What the tests of the page share: pages to open, and what is read off them."""

from __future__ import annotations

import hashlib
import json
import runpy
import subprocess
import sys
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias
from unittest.mock import patch

import msgpack

from player import Player, Tree, open_tree
from player.rules import names as rules
from player.web import make_page

if TYPE_CHECKING:
    import playwright.sync_api

    from player.tree import NestedNode

# The package may be missing.
Browser: TypeAlias = "playwright.sync_api.Browser"
Locator: TypeAlias = "playwright.sync_api.Locator"
Page: TypeAlias = "playwright.sync_api.Page"

ROOT = Path(__file__).resolve().parents[2]
NAMES = ["bulls-4x10.total", "mastermind-4x6.total"]
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
CLIPBOARD: dict[str, Any] = {"permissions": ["clipboard-read", "clipboard-write"]}
HOSTILE = "</script><b>&amp;"  # a label, a guess and a tree's name that must stay text


_SERVE = """
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { expression, values } = JSON.parse(line);
  const told = {};
  try {
    told.value = new Function(...Object.keys(values), `return (${expression});`)(...Object.values(values)) ?? null;
  } catch (error) {
    told.error = String(error);
  }
  console.log(JSON.stringify(told));
}
"""


class JavaScript:
    """A process of Node.js that evaluates expressions in which `prelude`, the code of a module, has named values."""

    def __init__(self, folder: Path, prelude: str) -> None:
        (folder / "serve.mjs").write_text(prelude + _SERVE, encoding="utf-8")
        self._process = subprocess.Popen(
            ["node", "serve.mjs"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def __call__(self, expression: str, **values: Any) -> Any:
        """The value of an expression, in which `values` are variables; AssertionError where it throws."""
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps({"expression": expression, "values": values}), file=self._process.stdin, flush=True)
        told = json.loads(self._process.stdout.readline())
        assert "error" not in told, told["error"]
        return told["value"]

    def close(self) -> None:
        self._process.communicate(timeout=60)


def bundle(modules: Path, folder: Path, source: str) -> str:
    """The prelude that exposes what `source` exports, a module beside those of the page, with the grammar of now."""
    with patch("sys.path", [*sys.path]):  # the script adds the checkout, which processes would import that start later
        page = runpy.run_path(str(ROOT / "scripts" / "builds" / "page.py"))
    alias = page["alias"]("grammar", page["grammar"](), folder)
    options = ["--bundle", "--format=esm", alias, "--log-level=error", f"--outfile={folder / 'page.mjs'}"]
    command = [str(modules / ".bin" / "esbuild"), *options]
    subprocess.run(command, input=source, text=True, cwd=ROOT / "player" / "web" / "src", check=True)
    return 'import * as page from "./page.mjs";\nObject.assign(globalThis, page);\n'


class Watched:
    """A page of the browser, and what went wrong in it since it was cleared."""

    def __init__(self, browser: Browser, **settings: Any) -> None:
        self.context = browser.new_context(**{"offline": True, "locale": "en-GB", **settings})
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        self.page.on("request", lambda request: self.requests.append(request.url.partition("#")[0]))


def groups(name: str, steps: str, guess: str) -> dict[str, int]:
    """How many candidates give each answer to a guess after some steps, such as `0123:01,1456:02`."""
    game = rules.parse(name)
    rounds = [step.split(":") for step in steps.split(",") if step]
    left = [one for one in game.secrets() if all(game.feedback(guess, one) == label for guess, label in rounds)]
    counts = Counter(game.feedback(guess, one) for one in left)
    return {label: counts[label] for label in game.labels if label in counts}


class OpenPage(Protocol):
    """How `open_page` is called: with the address after the file's name, another file, the browser's settings."""

    def __call__(self, address: str = "", file: Path | None = None, **settings: Any) -> Page: ...


def pack(**changes: Any) -> bytes:
    """The tree of trees/FORMAT.md with other values."""
    values = {
        "magic": "guesstree", "version": 1, "game": "bulls-1x3", "files": [], "called": "",
        "made": "treegen build bulls-1x3 --strategy entropy --guesses all --max-depth none", "pool": "all",
        "max_depth": None, "first_guess": "", "objective": "", "prices": [], "bound": None, "labels": ["00", "10"],
        "winning": 1, "losing": [], "guess": b"123", "feedback": bytes(3), "fanout": bytes([1, 1, 0]),
        "wins": bytes([7]), "weights": [],
    }  # fmt: skip
    body: bytes = msgpack.packb(values | changes | {"sha256": bytes(32)})[:-32]
    return body + hashlib.sha256(body).digest()


def hostile_tree() -> Tree:
    """A tree of a game that the page does not know, whose texts look like markup."""
    leaf: NestedNode = ("<i>two</i>", True, [])
    return Tree.from_nodes(
        (HOSTILE, True, [(1, leaf), (2, ("<!--three-->", True, []))]),
        game=f"table:{'0' * 64}",
        labels=("yes", HOSTILE, "<!--"),
        winning=0,
        losing=(),
    )


def walk(tree: Tree | str, secret: str, feedback: Callable[[str, str], str] | None = None) -> Player:
    """The player of a tree, after it has found a secret; `feedback` is that of its game, if that has a name."""
    player = Player(tree)
    answer = feedback or rules.parse(player.tree.game).feedback
    while player.guess is not None:
        player.answer(answer(player.guess, secret))
    return player


def write_page(path: Path, trees: dict[str, Tree]) -> Path:
    path.write_text(make_page(trees.items()), encoding="utf-8")
    return path


def write_blocks(path: Path, texts: Iterable[str]) -> Path:
    """A page with these texts in place of the blocks of trees."""
    page = make_page([("small", open_tree("bulls-3x9.total"))])
    (block,) = embedded(page)
    start, data = '<script type="application/json" class="tree">', json.dumps(block)
    assert f"{start}{data}</script>" in page
    blocks = "".join(f"{start}{text}</script>" for text in texts)
    path.write_text(page.replace(f"{start}{data}</script>", blocks), encoding="utf-8")
    return path


def block_of(name: str, data: bytes) -> str:
    return json.dumps({"name": name, "data": b64encode(data).decode()})


def embedded(page: str) -> list[dict[str, str]]:
    start = '<script type="application/json" class="tree">'
    return [json.loads(block.partition("</script>")[0]) for block in page.split(start)[1:]]


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def set_option(page: Page, key: str, value: str) -> None:
    """Choose something in the sheet of settings, and close it."""
    page.locator("[data-key=settings]").click()
    page.locator(f"dialog [data-key={key}]").select_option(value)
    page.keyboard.press("Escape")
    settle(page)


def play(page: Page, *guesses: str) -> None:
    for guess in guesses:
        page.get_by_label("Your guess").fill(guess)
        page.keyboard.press("Enter")


def search(page: Page, text: str) -> None:
    page.get_by_label("A secret or a history").fill(text)
    page.keyboard.press("Enter")


def place_of(element: Locator) -> dict[str, float]:
    box = element.bounding_box()
    assert box
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


def axe_faults(page: Page, modules: Path, places: Iterable[str]) -> list[tuple[str, str, str]]:
    """What axe-core finds at these addresses of a page that was opened with bypass_csp."""
    page.evaluate((modules / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
    faults = []
    for place in places:
        page.evaluate(f"location.hash = {place!r}")
        settle(page)
        page.evaluate("guesstree.view?.review?.ready")  # of a game that has ended
        if place == "h=0123:01,1456:02":  # what an impossible answer is told
            page.evaluate("document.querySelector('.answer[aria-disabled]').click()")
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        settle(page)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']}).then(found => found.violations)")
        faults += [(place, fault["id"], fault["nodes"][0]["html"][:120]) for fault in found]
    return faults


def unfold(page: Page) -> None:
    page.locator(".details > summary").click()
    settle(page)


def secret_of(page: Page) -> str:
    return str(page.evaluate("guesstree.view.codemaker.secret"))


def keep(page: Page, secret: str) -> None:
    """Have the page keep this secret, which agrees with the steps."""
    page.evaluate("secret => Object.assign(guesstree.view.codemaker, { secret })", secret)


def be_patient(page: Page) -> None:
    """Stop the clock of reviews, and give the core all the time that it needs."""
    page.evaluate(
        """() => {
          const { core } = guesstree;
          performance.now = () => 0;
          for (const name of ["best", "cost"]) {
            const ask = core[name].bind(core);
            core[name] = (...asked) => ask(...asked.slice(0, -1), { ...asked.at(-1), seconds: 600, limit: 600 });
          }
        }"""
    )


def copied(page: Page) -> str:
    page.get_by_text("Copied").wait_for()
    page.evaluate("guesstree.toast.hidden = true")
    return str(page.evaluate("navigator.clipboard.readText()"))


def shown_guess(page: Page) -> str:
    return page.locator(".now .code.big").get_attribute("aria-label") or ""


def rows(page: Page) -> list[str]:
    """The rows so far, as `0123:0 bulls 1 cow`."""
    name = "one => one.ariaLabel ?? one.innerText"
    return [
        ":".join(row.locator(kind).first.evaluate(name) for kind in (".code", ".feedback"))
        for row in page.locator(".board .row:not(.empty)").all()
    ]


def reload(page: Page) -> None:
    """Load the page again once it has kept what was done, as it does in a moment."""
    settle(page)
    page.reload()


def settle(page: Page) -> None:
    """Wait until what was begun is drawn and stands in the address."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 10))))")


def history(page: Page) -> str:
    settle(page)
    return str(page.evaluate("new URLSearchParams(location.hash.slice(1)).get('h') ?? ''"))


def enlarge(page: Page) -> None:
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
