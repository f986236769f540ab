"""The page in Firefox: every mode is played there by mouse and keys, and the search core answers as elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import firefox
import pytest

from player import Player, open_tree
from player.rules import names as rules

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.needs_firefox
SECRET = "guesstree.view.codemaker.secret"
ROWS = "document.querySelectorAll('.board .row:not(.empty)').length"
NOW = "document.querySelector('.now .code.big')?.dataset.word ?? ''"


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[firefox.Firefox]:
    pytest.importorskip("websockets", reason="it needs websockets (pip install websockets)")
    program = firefox.find()
    assert program is not None
    try:
        opened = firefox.Firefox(program, tmp_path_factory.mktemp("firefox"))
    except OSError as error:
        pytest.skip(f"it needs a Firefox that starts: {error}")
    yield opened
    opened.close()


@pytest.fixture
def page(window: firefox.Firefox, page_file: Path) -> Iterator[tuple[firefox.Firefox, str]]:
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


def test_a_daily_game_is_typed_reviewed_and_kept(page: tuple[firefox.Firefox, str]) -> None:
    window, address = page
    window.open(address)
    secret = window.run(SECRET)
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


@pytest.mark.parametrize(("name", "secret"), [("bulls-4x10.total", "6075"), ("mastermind-4x6.total", "4316")])
def test_the_page_finds_a_number_that_is_answered_by_mouse(
    page: tuple[firefox.Firefox, str], name: str, secret: str
) -> None:
    window, address = page
    window.open(f"{address}#tree={name}&mode=solve")
    player, game = Player(name), rules.parse(open_tree(name).game)
    while player.guess is not None:
        assert window.wait(NOW) == player.guess
        label = game.feedback(player.guess, secret)
        window.click(f'.pad [data-label="{label}"]')
        if not player.answer(label):
            break
        window.wait(f"({NOW}) === {player.guess!r}")
        window.run("new Promise(done => setTimeout(done, 350))")  # a second tap at once is ignored
    window.wait("document.querySelector('[data-key=\"again\"]')")


def test_what_cannot_be_is_said(page: tuple[firefox.Firefox, str]) -> None:
    window, address = page
    window.open(f"{address}#mode=guess")
    window.type("0012\n")
    assert "is not a valid guess" in window.wait("document.querySelector('.problem')?.innerText")


def test_explore_shows_all_nodes_and_goes_into_them(page: tuple[firefox.Firefox, str]) -> None:
    window, address = page
    window.open(f"{address}#mode=explore")
    window.wait("guesstree.view.overview?.box(0)?.width > 0")
    colours = window.run(
        """(() => { const { canvas } = guesstree.view.overview;
        const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
        return new Set(new Uint32Array(data.buffer)).size; })()"""
    )
    assert colours > 5
    window.click(".cell ~ .cell")
    assert window.wait("location.hash.includes('h=')")
    window.run("history.back()")
    window.wait("!location.hash.includes('h=')")


def test_the_core_is_webassembly_and_exact(page: tuple[firefox.Firefox, str]) -> None:
    window, address = page
    window.open(address)
    history = "[{guess: '0123', label: '01'}, {guess: '1456', label: '02'}]"
    found = window.run(f"guesstree.core.best('bulls-4x10', {history}, {{seconds: 60, count: 1}})")
    (best,) = found["rows"]
    assert (found["engine"], best["guess"], best["exact"]) == ("wasm", "4530", True)
    assert best["cost"] / found["total"] == pytest.approx(1381 / 369)  # as treegen next says


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
@pytest.mark.parametrize("width", [320, *(pytest.param(width, marks=pytest.mark.long) for width in (820, 1920))])
def test_nothing_is_wider_than_the_window(page: tuple[firefox.Firefox, str], language: str, width: int) -> None:
    window, address = page
    for mode in ("guess", "solve", "duel", "explore"):
        window.open(f"{address}#mode={mode}&lang={language}", width)
        assert window.run("document.documentElement.scrollWidth") <= width
