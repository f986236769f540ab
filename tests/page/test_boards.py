"""Guess on several boards: each answers as the rules do, closes when its secret is found, and fits a phone."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from page_tools import (
    CLIPBOARD,
    NAMES,
    PHONE,
    ROOT,
    OpenPage,
    copied,
    play,
    press,
    reload,
    set_option,
    settle,
    write_page,
)

from player import open_tree
from player.rules.names import read_game

pytestmark = pytest.mark.needs_chromium
WORDS = "words-5.total"
SMALL: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 568}}
LABELS = "[...document.querySelectorAll('.boards .side')].map((one) => one.querySelectorAll('.row').length)"
LEFT = "[...document.querySelectorAll('.boards h2 > span')].map((one) => one.innerText)"
WIDER = """[document.documentElement.scrollWidth - innerWidth,
  ...[...document.querySelectorAll('.boards .side')].map((one) => one.scrollWidth - one.clientWidth)]"""
COLUMNS = "new Set([...document.querySelectorAll('.boards .side')].map((one) => one.offsetLeft)).size"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    trees = {name: open_tree(name) for name in NAMES}
    trees[WORDS] = open_tree(str(ROOT / "treegen" / "words" / f"{WORDS}.tree"))
    return write_page(tmp_path_factory.mktemp("boards") / "page.html", trees)


@pytest.mark.parametrize(
    ("name", "count", "most", "size", "guesses"),
    [
        (NAMES[0], 2, 8, {}, ["0123", "4567"]),
        (NAMES[1], 4, 9, SMALL, ["1122", "3344", "1356"]),
        (WORDS, 4, 9, SMALL, ["raise", "count"]),
        pytest.param(NAMES[0], 4, 10, SMALL, ["0123", "4567", "1456"], marks=pytest.mark.long),
    ],
)  # fmt: skip
def test_a_game_to_its_end(
    open_page: OpenPage, pages: Path, name: str, count: int, most: int, size: dict[str, Any], guesses: list[str]
) -> None:
    page = open_page(f"#tree={name}&boards={count}", pages, **size)
    set_option(page, "counts", "yes")
    rules = read_game(name.partition(".")[0])
    assert len({*str(page.evaluate("guesstree.view.codemaker.secret")).split()}) == count
    secrets = Random(1).sample([secret for secret in rules.secrets() if secret not in guesses], count)
    assert page.evaluate("secrets => guesstree.view.codemaker.keep(secrets)", " ".join(secrets))
    asked = [*guesses, secrets[1]]
    play(page, *asked)
    left = [rules.secrets()] * count
    for i, secret in enumerate(secrets):
        for guess in asked:
            label = rules.feedback(guess, secret)
            left[i] = [word for word in left[i] if rules.feedback(guess, word) == label]
    assert page.evaluate(LABELS) == [len(asked)] * count
    told = [f"Found: {len(asked)}" if i == 1 else f"{len(words)} left" for i, words in enumerate(left)]
    assert page.evaluate(LEFT) == told
    assert page.locator(".playing .hint").inner_text() == f"Guess {len(asked) + 1} of {most}"
    assert (max(page.evaluate(WIDER)), page.evaluate(COLUMNS)) == (0, 2 if size or count == 2 else 4)
    reload(page)
    assert page.evaluate("guesstree.view.codemaker.secret") == " ".join(secrets)
    assert page.evaluate(LEFT) == told
    play(page, secrets[0])
    assert page.evaluate(LABELS)[:2] == [len(asked) + 1, len(asked)]
    play(page, *secrets[2:])
    assert page.locator(".end .result").inner_text() == f"All found with {len(guesses) + count} of {most} guesses."
    assert max(page.evaluate(WIDER)) == 0


def test_a_link_has_the_secrets_and_hides_them(open_page: OpenPage, pages: Path) -> None:
    """Giving up shows the secrets; who opens the link plays for the same ones, and a game of their own is no other."""
    page = open_page("#boards=2&h=0123:01/12", pages, **CLIPBOARD)
    secrets = str(page.evaluate("guesstree.view.codemaker.secret")).split()
    press(page, "Give up")
    assert page.locator(".end .result").inner_text() == "0 of 2 found."
    shown = page.locator(".boards h2 .code").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert shown == secrets
    reload(page)
    assert page.locator(".end").count() == 1
    press(page, "Share")
    assert copied(page).splitlines() == ["Bulls and Cows · 2 boards", "0 of 2 found.", "", "", "– –"]
    challenge = page.evaluate("guesstree.view.challenge")
    friend = open_page(f"#boards=2&challenge={challenge}", pages, bypass_csp=True)
    assert friend.evaluate("guesstree.view.codemaker.secret").split() == secrets
    play(friend, "0123", secrets[0])
    reload(friend)
    assert friend.evaluate("guesstree.view.codemaker.secret").split() == secrets
    assert friend.evaluate(LABELS) == [2, 2]
    assert friend.evaluate("location.hash").endswith(f"&challenge={challenge}&boards=2")
    press(friend, "New game")
    assert friend.evaluate("guesstree.view.codemaker.secret").split() != secrets


ADDRESSES = {
    "boards=3": "no 3 boards", "boards=0": "no 0 boards", "boards=-1": "no -1 boards", "boards=99": "no 99",
    "boards=4e0": "no 4e0", "boards=%3Cb%3E": "no <b>", "mode=duel&boards=4": "no 4", "mode=explore&boards=2": "no 2",
    "boards=2&h=0123:01": "No secret", "boards=2&h=0123:01/02/03": "No secret", "boards=2&h=0123:01/-": "No secret",
    "boards=2&h=0123:40/01,4567:01/01": "No secret", "boards=2&h=0123:40/40,4567:-/-": "No secret",
    "boards=2&h=0123:44/01": "No secret", "boards=2&challenge=abc": "damaged", "boards=2&challenge=abc/": "damaged",
    "boards=1&h=0123:01/02": "No", "boards=2&challenge=//////": "damaged", "boards=8": "no 8 boards", "boards=1": "",
    "boards=": "", "mode=duel&boards=1": "",
}  # fmt: skip


def test_other_addresses_get_a_sentence(open_page: OpenPage) -> None:
    page = open_page("#mode=explore")
    for address, notice in ADDRESSES.items():
        page.evaluate(f"location.hash = '#tree={NAMES[0]}&{address}'")
        settle(page)
        said = page.locator(".notice p").all_inner_texts()
        assert (len(said), notice in "".join(said)) == (bool(notice), True), address
        assert page.locator(".boards .side").count() in (0, 2), address
    assert "no 3 boards" in open_page("#boards=3").locator(".notice").inner_text()


def test_boards_are_chosen_among_the_settings(open_page: OpenPage) -> None:
    page = open_page(f"#tree={NAMES[1]}", locale="ru")
    for value, address in (("4", "guess&boards=4"), ("duel", "duel"), ("1", "guess")):
        set_option(page, "boards", value)
        assert page.evaluate("location.hash") == f"#tree={NAMES[1]}&mode={address}"
        assert page.locator("dialog").count() == 0
