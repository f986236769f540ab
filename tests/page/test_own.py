"""Games of one's own tables: played to the end with the answers of the table, by taps, keys and paste."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from page_tools import OpenPage, press, search, settle, write_page

import treegen as tg
from player.rules.tables import TableRules
from treegen.insight.rows import plays_of

pytestmark = pytest.mark.needs_chromium
CASES = {
    "who": "name,hat?,eyes of them\nMr. Mime,yes,blé vert\n🦊 Fox,no,blue\n<b>Eve</b>|x,yes,blue\nLi,no,blé vert\n",
    "group": 'name,@class,hot,dry\nA,"stay, rest",yes,yes\nB,go,yes,no\nC,"stay, rest",no,no\nD,go,no,yes\n',
    "costs": "name,hat?,red?\n@cost min,2,yes=1/2\nAda,yes,?\nBen,no,yes\nCy,no,no\nDee,?,no\n",
    "beasts": "name,kg@arrow~10%,kind@shares,x@distance,y@distance,code@letters,hue\n"
    "Ape,100,a/b,0,0,abc,red\nMr. Bee,105,b,12,1,bca,red\nCat,60,c,2,-3,abd,blue\nDog,55,c,2,5,dba,blue\n",
}
SQUARES = str.maketrans({"=": "🟩", "~": "🟨", "x": "🟥", "^": "⬆\ufe0f", "v": "⬇", "g": "🟩", "y": "🟨", "b": "⬛"})


@pytest.mark.parametrize("name", CASES)
def test_a_tree_of_a_table_is_played_to_the_end(name: str, open_page: OpenPage, tmp_path: Path) -> None:
    (tmp_path / f"{name}.csv").write_text(CASES[name], encoding="utf-8")
    game = tg.game(f"table:{tmp_path / name}.csv")
    assert isinstance(game.rules, TableRules)
    tree = tg.solve(game)
    page = open_page("#mode=solve", file=write_page(tmp_path / "page.html", {name: tree}))
    for number, secret in enumerate(game.secrets):
        label = ""
        while label != game.labels[game.winning]:
            guess = page.locator(".now .code").inner_text()
            label = game.rules.feedback(guess, secret)
            shown = page.locator(".pad .answer").evaluate_all("all => all.map((one) => one.dataset.label)")
            assert label in shown
            assert "missed" not in shown
            if number % 3 == 0 or not label.isascii():
                page.locator(f'.pad [data-label="{label}"]').click()
            elif number % 3 == 1:
                page.keyboard.type(label)
                page.keyboard.press("Enter")
            else:  # squares and arrows
                page.evaluate("text => guesstree.view.paste(text)", label.translate(SQUARES) if "=" in label else label)
            settle(page)
        assert page.locator(".end .code").inner_text() == game.rules.target_of[secret]
        page.wait_for_timeout(320)  # a second tap is ignored
        press(page, "New game")


def test_feedbacks_by_columns_are_squares_and_arrows(open_page: OpenPage, tmp_path: Path) -> None:
    (tmp_path / "beasts.csv").write_text(CASES["beasts"])
    tree = tg.solve(tg.game(f"table:{tmp_path}/beasts.csv"))
    page = open_page("#mode=explore", file=write_page(tmp_path / "page.html", {"beasts": tree}))
    for secret, history in plays_of(tree):
        search(page, secret.lower().replace("_", " "))
        assert page.locator(".panel h2").inner_text() == secret
        steps = [step.partition(":") for step in history.split(",")]
        search(page, ",".join(f"{guess}:{label.translate(SQUARES)}" for guess, _, label in steps))
        assert page.locator(".problem").inner_text() == ""
        for _, _, label in steps[:-1]:
            tiles = page.locator(f'.crumbs [aria-label="{label}"] .tile').all_inner_texts()
            bare = re.sub("[gyb/]|~(?=[v^])", "", label)
            assert "".join(tiles).replace("\xa0", "") == bare.translate(str.maketrans("^v<>x", "↑↓←→×"))
