"""The page's search core: the same figures as treegen's, with WebAssembly and without, and the page stays free."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from page_tools import NAMES, ROOT, Oracle, opened, write_page

import treegen
from player import open_tree

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from page_tools import OpenPage
    from playwright.sync_api import Browser, Page

    from treegen.games.game import Game

GAMES = ("bulls-4x10", "mastermind-4x6")
ASK = """async ([game, history, what, options]) => {
  const steps = history.map(([guess, label]) => ({ guess, label }));
  const core = guesstree.core;
  try {
    if (what === "best" || what === "value") return await core[what](game, steps, options);
    return await core.after(game, steps, what, options);
  } catch (error) {
    return error.why ?? String(error);
  }
}"""


def ask(page: Page, game: str, steps: str, what: str = "best", **options: Any) -> Any:
    history = [step.split(":") for step in steps.split(",") if step]
    return page.evaluate(ASK, [game, history, what, {"seconds": 600, **options}])


def random_steps(game: Game, draw: random.Random, count: int) -> str:
    """Random guesses, the labels as of a random secret, which is not found."""
    secret = draw.randrange(len(game.secrets))
    guesses = [draw.randrange(len(game.guesses)) for _ in range(count)]
    labels = [game.labels[game.table[guess][secret]] for guess in guesses]
    if game.labels[game.winning] in labels:
        return random_steps(game, draw, count)
    return ",".join(f"{game.guesses[guess]}:{label}" for guess, label in zip(guesses, labels, strict=True))


@pytest.mark.needs_chromium
@pytest.mark.needs_core
@pytest.mark.parametrize("count", [4, pytest.param(100, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", GAMES)
def test_random_positions_cost_what_they_cost_in_treegen(open_page: OpenPage, name: str, count: int) -> None:
    game, draw, page = treegen.game(name), random.Random(4711), open_page()
    for i in range(1, count + 1):
        steps = random_steps(game, draw, 1 + (i % 20 > 0) + i % 2)
        oracle = Oracle(name, steps)
        found = ask(page, name, steps, count=2)
        assert (found["engine"], found["total"]) == ("wasm", len(oracle.left))
        assert all(row["exact"] for row in found["rows"])
        # Of guesses that cost the same, others may come first: test_core_ties.py.
        assert [row["cost"] for row in found["rows"]] == [cost for _, cost in oracle.best(2)], steps
        assert [row["cost"] for row in found["rows"]] == [oracle.cost(row["guess"]) for row in found["rows"]]
        guess = draw.choice(game.guesses)
        after = ask(page, name, steps, guess)
        assert (after["cost"], after["exact"]) == (oracle.cost(guess), True), (steps, guess)


@pytest.mark.needs_chromium
def test_a_guess_that_tells_nothing_is_wasted(open_page: OpenPage) -> None:
    page, steps = open_page(), "0123:01,4567:11"
    value = ask(page, "bulls-4x10", steps, "value")
    wasted = ask(page, "bulls-4x10", steps, "4567")
    assert wasted["cost"] == value["cost"] + value["total"]
    assert wasted["depth"] == value["depth"] + 1
    assert [ask(page, "bulls-4x10", "0123:40", guess)["cost"] for guess in ("0123", "4567")] == [1, 2]


@pytest.mark.needs_chromium
def test_when_time_is_over_costs_and_bounds_enclose_the_least(open_page: OpenPage) -> None:
    """0123:01 of bulls-4x10 costs 6495, and cannot be proved in a hundredth of a second."""
    found = ask(open_page(), "bulls-4x10", "0123:01", count=5, seconds=0.01)
    rows = found["rows"]
    assert len({row["guess"] for row in rows}) == 5
    assert [row["cost"] for row in rows] == sorted(row["cost"] for row in rows)
    assert all(row["bound"] <= row["cost"] and row["exact"] == (row["bound"] == row["cost"]) for row in rows)
    assert all(row["depth"] >= 5 for row in rows)
    assert 2 * 1440 < found["bound"] < 6495 <= rows[0]["cost"] < 6700


@pytest.mark.needs_chromium
def test_contradictions_and_faults_are_told(open_page: OpenPage) -> None:
    page = open_page()
    nothing = {"rows": [], "total": 0, "bound": 0, "engine": "wasm"}
    assert ask(page, "bulls-4x10", "0123:40,0123:00") == nothing
    assert ask(page, "bulls-4x10", "0123:31") == nothing
    assert ask(page, "bulls-4x10", "0123:31", "value") is None
    assert ask(page, "wordle", "") == "game"
    assert [ask(page, "bulls-4x10", step) for step in ("0012:00", "0123:99", "0123:")] == ["history"] * 3
    assert ask(page, "bulls-4x10", "", "0012") == "guess"


@pytest.mark.needs_chromium
def test_questions_wait_for_each_other_and_can_be_cancelled(open_page: OpenPage) -> None:
    told = open_page().evaluate("""async () => {
      const { core } = guesstree;
      const told = [];
      const ask = (name, history, options) =>
        core.best("bulls-4x10", history, { seconds: 60, ...options }).then(
          ({ rows }) => told.push([name, rows[0].cost]),
          (error) => told.push([name, error.why]),
        );
      const small = [{ guess: "0123", label: "03" }];
      const [first, waiting] = [new AbortController(), new AbortController()];
      const all = [ask("first", [], { count: 3, signal: first.signal, tell: () => first.abort() }),
                   ask("waiting", small, { signal: waiting.signal }), ask("last", small)];
      waiting.abort();
      await Promise.all(all);
      return told;
    }""")
    least = told[2][1]
    assert told == [["waiting", "cancelled"], ["first", "cancelled"], ["last", least]]


@pytest.mark.needs_chromium
def test_the_page_goes_on_while_it_is_searched(open_page: OpenPage) -> None:
    page = open_page()
    for plain in ("guesstree.core", "new guesstree.core.constructor({ isPlain: true })"):
        ticks = page.evaluate(f"""async () => {{
          let ticks = 0;
          const timer = setInterval(() => ticks++, 1);
          await {plain}.best("mastermind-4x6", [], {{ count: 3 }});
          clearInterval(timer);
          return ticks;
        }}""")
        assert ticks > 3


@pytest.fixture
def restricted(browser: Browser, tmp_path: Path) -> Iterator[Any]:
    context = browser.new_context(offline=True)

    def open_it(old: str, new: str) -> Page:
        file = write_page(tmp_path / "page.html", {name: open_tree(name) for name in NAMES})
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1
        file.write_text(text.replace(old, new), encoding="utf-8")
        page = context.new_page()
        page.goto(file.as_uri())
        opened(page)
        return page

    yield open_it
    context.close()


@pytest.mark.needs_chromium
@pytest.mark.needs_core
@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(" 'wasm-unsafe-eval'", "", id="no-webassembly"),
        pytest.param("worker-src blob:", "worker-src 'none'", id="no-worker", marks=pytest.mark.long),
        pytest.param("trusted-types core", "trusted-types 'none'", id="no-worker-address", marks=pytest.mark.long),
    ],
)
def test_without_webassembly_small_positions_cost_the_same(restricted: Any, old: str, new: str) -> None:
    page = restricted(old, new)
    for name in GAMES:
        game, draw = treegen.game(name), random.Random(1234)
        for _ in range(4):
            oracle = Oracle(name, steps := random_steps(game, draw, 3))
            while not 1 < len(oracle.left) <= 40:
                oracle = Oracle(name, steps := random_steps(game, draw, 3))
            found, guess = ask(page, name, steps), draw.choice(game.guesses)
            assert (found["engine"], found["total"]) == ("plain", len(oracle.left))
            assert (found["rows"][0]["cost"], found["rows"][0]["exact"]) == (oracle.best()[0][1], True)
            assert ask(page, name, steps, guess)["cost"] == oracle.cost(guess)
    large = ask(page, "mastermind-4x6", "", count=3)
    assert len(large["rows"]) == 3
    assert large["bound"] <= 5625 <= large["rows"][0]["cost"] < 6000
    assert not large["rows"][0]["exact"]


@pytest.mark.needs_chromium
def test_games_that_are_too_large_are_answered_without_the_module(open_page: OpenPage) -> None:
    found = ask(open_page(), "bulls-5x10", "01234:12,01356:11,78901:02", seconds=1)
    assert found["engine"] == "plain"
    assert found["rows"][0]["cost"] >= 2 * found["total"] - 1


@pytest.mark.needs_chromium
def test_the_page_starts_no_other_script(restricted: Any) -> None:
    """The one policy for addresses of scripts is taken, and gives none but the worker's."""
    refused = """() => {
      const attempts = [
        () => trustedTypes.createPolicy("core", { createScriptURL: (url) => url }),
        () => trustedTypes.createPolicy("other", { createScriptURL: (url) => url }),
        () => new Worker(URL.createObjectURL(new Blob(["0"]))),
      ];
      return attempts.filter((attempt) => { try { attempt(); return false; } catch { return true; } }).length;
    }"""
    assert restricted("trusted-types core", "trusted-types core").evaluate(refused) == 3


@pytest.mark.long
@getattr(pytest.mark, "needs_em++")  # type: ignore[untyped-decorator]
def test_the_committed_module_is_what_its_sources_give() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "build"), "core", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    if "whose module is committed" in done.stderr:
        pytest.skip(done.stderr.strip())
    assert (done.returncode, done.stdout.strip()) == (0, "core: 1 files made, 0 faults")
