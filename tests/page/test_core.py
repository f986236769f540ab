"""The page's search core: the same figures and the same order as treegen's, and the page stays free."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import pytest
from page_tools import ROOT, OpenPage, Page

import treegen
from treegen.games.game import Game
from treegen.insight.evaluate import Evaluator

ASK = """async ([game, history, what, options]) => {
  const steps = history.map(([guess, label]) => ({ guess, label }));
  const core = guesstree.core;
  try {
    if (what === "best") return await core.best(game, steps, options);
    return await core.cost(game, steps, what === "value" ? undefined : what, options);
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
def test_a_guess_that_tells_nothing_is_wasted(open_page: OpenPage) -> None:
    page, steps = open_page(), "0123:01,4567:11"
    value = ask(page, "bulls-4x10", steps, "value")
    wasted = ask(page, "bulls-4x10", steps, "4567")
    assert wasted["cost"] == value["cost"] + value["total"]
    assert [ask(page, "bulls-4x10", "0123:40", guess)["cost"] for guess in ("0123", "4567")] == [1, 2]


@pytest.mark.needs_chromium
@pytest.mark.needs_core
@pytest.mark.parametrize(
    "name", ["bulls-4x10", "mastermind-4x6", "match-3x4", "marks-3x4", "bulls-3x5-any-each", "number-1..40"]
)
def test_guesses_that_cost_the_same_are_in_the_order_of_treegen(open_page: OpenPage, name: str) -> None:
    """Codes have their table and its symmetries from the core; any other game has a table that the page fills."""
    game, draw, page = treegen.game(name), random.Random(name), open_page()
    evaluator = Evaluator(game)
    for _ in range(8):
        steps = ""
        while not 3 <= len(game.candidates(steps)) <= 20:
            steps = random_steps(game, draw, draw.randint(1, 4))
        rows = [(row["guess"], row["cost"]) for row in ask(page, name, steps, count=5)["rows"]]
        if not name.endswith(("4x10", "4x6", "40")):  # a table tells no symmetries: only the best one can be compared
            rows = rows[:1]
        wanted = treegen.next_guesses(game, steps, 5, seconds=600, evaluator=evaluator)[: len(rows)]
        assert rows == [(row["guess"], row["expected_total"]) for row in wanted], steps


@pytest.mark.needs_chromium
def test_when_time_is_over_cost_and_bound_enclose_the_least(open_page: OpenPage) -> None:
    """0123:01 of bulls-4x10 costs 6495, and cannot be proved in a hundredth of a second."""
    found = ask(open_page(), "bulls-4x10", "0123:01", count=5, seconds=0.01)
    (row,) = found["rows"]
    assert 2 * 1440 < found["bound"] <= row["bound"] < 6495 <= row["cost"] < 6700
    assert not row["exact"]


@pytest.mark.needs_chromium
def test_large_games_are_searched_from_a_part_of_their_guesses(open_page: OpenPage) -> None:
    """The guesses of the history, and one to be rated, are among them; more than 5,656 candidates are too many."""
    page, steps = open_page(), "98765:04"
    found = ask(page, "bulls-5x10", steps, seconds=0.1)  # leaves 1,325 of 30,240 candidates
    (row,) = found["rows"]
    assert row["cost"] > row["bound"] >= 2 * found["total"] - 1
    rated = ask(page, "bulls-5x10", steps, "98765", seconds=0.1)
    assert rated["cost"] >= found["total"] + row["bound"]  # it tells nothing more
    assert ask(page, "bulls-5x10", "") == "large"
    assert ask(page, "bulls-4x10", "0123:01", limit=0.001, seconds=9) == "late"


@pytest.mark.needs_chromium
def test_contradictions_and_other_games_are_told(open_page: OpenPage) -> None:
    page = open_page()
    for steps in ("0123:40,0123:00", "0123:31"):
        assert ask(page, "bulls-4x10", steps) == {"rows": [], "total": 0, "bound": 0}
        assert ask(page, "bulls-4x10", steps, "value") is None
    assert ask(page, "wordle", "") == "failed"
    assert ask(page, "bulls-4x10", "0123:03", "value")["total"] > 0  # the core goes on after a fault


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
      const all = [ask("first", [], { count: 3, signal: first.signal }),
                   ask("waiting", small, { signal: waiting.signal }), ask("last", small)];
      waiting.abort();
      setTimeout(() => first.abort(), 50);
      await Promise.all(all);
      return told;
    }""")
    least = told[2][1]
    assert told == [["waiting", "cancelled"], ["first", "cancelled"], ["last", least]]


@pytest.mark.long
@getattr(pytest.mark, "needs_em++")  # type: ignore[untyped-decorator]
def test_the_committed_module_is_what_its_sources_give() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "build"), "core", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    if "whose module is committed" in done.stderr:
        pytest.skip(done.stderr.strip())
    assert (done.returncode, done.stdout.strip()) == (0, "core: 1 files made, 0 faults")
