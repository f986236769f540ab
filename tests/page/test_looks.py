"""What a round needs is in view on every screen; nothing is cut or too faint, in large letters and forced colours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from page_tools import NAMES, ROOT, OpenPage, enlarge, reload, set_option, settle, write_page

from player import open_tree

pytestmark = pytest.mark.needs_chromium
MASTERMIND = "tree=mastermind-4x6.total"
FAULTS = """() => {
  const found = [];
  const all = [...document.querySelectorAll('body *')].filter((e) => !e.closest('.unseen, .skip'));
  for (const e of all) if (e.getBoundingClientRect().right > innerWidth + 1) found.push(`cut: ${e.className}`);
  const texts = all.filter((e) => {
    const isText = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    return isText && e.checkVisibility() && !e.closest('option, select, [hidden]');
  });
  const boxes = texts.map((e) => {
    const range = document.createRange();
    range.selectNodeContents(e);
    return range.getBoundingClientRect();
  });
  const fixed = texts.map((e) => e.closest('nav, .hand > :is(.pad, .entry), .toast'));
  for (let i = 0; i < texts.length; i++) {
    const button = texts[i].closest('button');
    if (button && boxes[i].width > button.clientWidth + 2) found.push(`wide: ${texts[i].textContent}`);
    for (let j = 0; j < i; j++) {
      if (texts[i].contains(texts[j]) || texts[j].contains(texts[i]) || fixed[i] !== fixed[j]) continue;
      const [a, b] = [boxes[i], boxes[j]];
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (x > 2 && y > 4) found.push(`overlap: ${texts[i].textContent} / ${texts[j].textContent}`);
    }
  }
  return found;
}"""
WORDS = "words-5.total"
SIZES = [(320, 568), (740, 360), (1000, 800), (1280, 800), (360, 640), (375, 553), (390, 844), (844, 390), (768, 1024)]
# Plays ten rounds in vain, or as many as there are; tells what is not in view after each, and what is too small to tap.
PLAY = """async (rounds) => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
  const found = [];
  const see = (round, name, one) => {
    const { left, top, bottom, width } = one.getBoundingClientRect();
    const isAt = (y) => {
      const hit = document.elementFromPoint(left + width / 2, y);
      return Boolean(hit) && (one.contains(hit) || hit.contains(one));
    };
    if (top < 0 || bottom > innerHeight || ![top + 2, (top + bottom) / 2, bottom - 2].every(isAt)) {
      found.push(`round ${round}: ${name} at ${Math.round(top)} to ${Math.round(bottom)}`);
    }
  };
  const check = (round) => {
    const last = [...document.querySelectorAll(".board .row")].at(-1);
    const typed = document.querySelector(".entry .box");
    for (const spec of [".entry .main", ".entry .box", ".keypad button:last-child", ".now .code", ".pad button"]) {
      const all = document.querySelectorAll(`.board ${spec}, .hand > ${spec}, .hand > .entry ${spec}`);
      for (const one of all) see(round, spec, one);
    }
    const answers = last?.querySelectorAll(".code:not(.marks), .feedback:not(.unseen)") ?? [];
    for (const one of answers) see(round, one.className, one);
    const tiles = [last, typed].flatMap((one) => [...(one?.querySelectorAll(".tile") ?? [])]);
    const sizes = tiles.map((tile) => tile.offsetWidth);
    if (Math.max(...sizes) - Math.min(...sizes) > 1) found.push(`round ${round}: tiles of ${sizes}`);
    if (document.documentElement.scrollWidth > innerWidth) found.push(`round ${round}: wider than the window`);
    for (const one of document.querySelectorAll("button, select, summary")) {
      const { width, height } = one.getBoundingClientRect();
      // Ten letters stand in a row; on a phone that lies, beside the board.
      const least = one.closest(".letters") && (innerWidth < 470 || innerHeight < 480) ? 28 : 44;
      if (width && (width < least || height < 43.9)) found.push(`${round}: ${one.textContent}: ${width} × ${height}`);
    }
  };
  const { rules, view, tree } = guesstree;
  const words = rules.guesses ?? rules.secrets;
  for (let round = 0; ; round++) {
    await drawn();
    check(round);
    if (round === rounds) return found;
    if (view.entry) {
      const guess = words[(7 + round * 71) % words.length];
      view.entry.set(guess === view.codemaker.secret ? words[1] : guess);
      view.entry.element.requestSubmit();
    } else {
      const answers = view.codebreaker.answers().filter(({ label }) => label !== tree.winning);
      if (!answers.length) return found;
      view.answer(answers.sort((one, two) => two.count - one.count)[0].label);
    }
  }
}"""
# Gives up; how much wider than the window the review is, in which a better guess stands beside each.
REVIEW = """async () => {
  const { core, rules } = guesstree;
  core.cost = async (game, steps, guess) => ({ guess: guess ?? rules.secrets[0], cost: guess ? 99 : 1, exact: true });
  document.querySelector("[data-key=give]").click();
  await guesstree.view.review.ready;
  return document.documentElement.scrollWidth - innerWidth;
}"""
PLACES = [
    "h=0123:01,1456:02", "mode=guess&h=0123:01", "mode=duel&h=0123:01&y=9876:11,1234:01", "mode=explore&h=0123:01",
    "boards=4&h=0123:01/40/12/01", f"{MASTERMIND}&boards=4&h=AABC:01/40/12/01",
    *(f"{MASTERMIND}&mode={mode}&h=AABC:01" for mode in ("solve", "guess", "duel", "explore")),
]  # fmt: skip


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of numbers and words."""
    words = ROOT / "treegen" / "words" / f"{WORDS}.tree"
    trees = {NAMES[0]: open_tree(NAMES[0]), WORDS: open_tree(str(words))}
    return write_page(tmp_path_factory.mktemp("both") / "page.html", trees)


@pytest.mark.parametrize(
    ("size", "is_large"),
    [
        *((size, False) for size in SIZES[:3]), *((size, True) for size in SIZES[:2]),
        *(pytest.param(size, False, marks=pytest.mark.long) for size in SIZES[3:]),
        *(pytest.param(size, True, marks=pytest.mark.long) for size in SIZES[2:]),
    ],
    ids=str,
)  # fmt: skip
def test_a_round_needs_no_scrolling(open_page: OpenPage, both: Path, size: tuple[int, int], is_large: bool) -> None:
    """Guess, keys, the row that is typed and the last answer are in view at every round, and a finger finds each."""
    page = open_page(file=both, viewport={"width": size[0], "height": size[1]}, has_touch=True)
    if is_large:
        enlarge(page)
    for name in (NAMES[0], WORDS):
        for mode, rounds in (("guess&level=honest", 10), ("solve", 10), ("duel", 0), ("explore", 0)):
            page.evaluate(f"location.hash = '#tree={name}&mode={mode}'")
            settle(page)
            if mode == "explore":
                page.evaluate("document.querySelector('.trial').open = true")
            assert page.evaluate(PLAY, rounds) == [], (name, mode)
            if "level" in mode:
                assert page.evaluate(REVIEW) <= 0, name


@pytest.mark.parametrize("width", [320, 390, *(pytest.param(some, marks=pytest.mark.long) for some in (820, 1280))])
@pytest.mark.parametrize("is_large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize("languages", ["en ru", pytest.param("zh", marks=pytest.mark.long)])
def test_nothing_is_cut_and_texts_do_not_overlap(
    open_page: OpenPage, width: int, is_large: bool, languages: str
) -> None:
    """In all languages, in letters of the usual size and in letters twice as large; nothing is wider, either."""
    page = open_page(viewport={"width": width, "height": 800})
    if is_large:
        enlarge(page)
    for code in languages.split():
        for place in PLACES:
            page.evaluate(f"location.hash = '#lang={code}&{place}'")
            settle(page)
            faults = page.evaluate(FAULTS)  # in a list of Study, what only is heard stands beside the numbers
            assert [one for one in faults if "explore" not in place or one.startswith("cut")] == [], (code, place)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (code, place)
        page.locator("[data-key=settings]").click()
        assert page.evaluate("document.querySelector('dialog').scrollWidth <= innerWidth"), code
        page.keyboard.press("Escape")


def luminance(colour: str) -> float:
    """That of a colour such as `rgb(1, 2, 3)`, as WCAG 2 defines it."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_cannot_be_chosen_can_be_read(open_page: OpenPage, scheme: str) -> None:
    """An impossible answer has the contrast that small text needs."""
    style = "one => [getComputedStyle(one), getComputedStyle(document.body)]"
    colours = f"one => ({style})(one).map((found, i) => i ? found.backgroundColor : found.color)"
    page = open_page(color_scheme=scheme)
    page.evaluate("location.hash = '#0123:01,1456:02'")
    settle(page)
    element = page.locator(".answer[aria-disabled]").first
    assert element.evaluate("one => getComputedStyle(one).opacity") == "1"
    dark, light = sorted(map(luminance, element.evaluate(colours)))
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_pegs_keep_their_shape_in_forced_colours(open_page: OpenPage) -> None:
    page = open_page(f"#{MASTERMIND}&h=AABC:11", forced_colors="active")
    border = "all => all.map(one => getComputedStyle(one).borderTopWidth)"
    assert set(page.locator(".peg").evaluate_all(border)) == {"2px"}
    assert set(page.locator(".keys i").evaluate_all(border)) == {"2px"}
    ground = "one => getComputedStyle(one).backgroundColor"
    black, white = (page.locator(f".row .keys .{kind}").evaluate(ground) for kind in ("black", "white"))
    assert black != white
    page.evaluate("location.hash = '#mode=explore'")
    assert page.locator(".bar").first.evaluate("one => getComputedStyle(one).backgroundImage") != "none"


@pytest.mark.parametrize("forced", ["none", "active"])
def test_marks_are_told_without_their_colours(open_page: OpenPage, forced: str) -> None:
    page = open_page(forced_colors=forced)
    page.evaluate(
        """document.querySelector('main').append(...['right', 'elsewhere', 'absent'].map((kind) =>
          Object.assign(document.createElement('span'), { className: `tile ${kind}` })))"""
    )
    look = """all => all.map(one => [getComputedStyle(one, "::after").content.split(" ")[0],
      ...["backgroundColor", "borderStyle", "color"].map(key => getComputedStyle(one)[key])])"""
    looks = page.locator("main > .tile").evaluate_all(look)
    assert len({sign for sign, *_ in looks}) == 3
    assert len({tuple(rest) for _, *rest in looks}) == 3


def test_the_theme_is_chosen_and_kept(open_page: OpenPage) -> None:
    page = open_page("#mode=guess", color_scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    found = []
    for theme in ("dark", "contrast", "system"):
        set_option(page, "theme", theme)
        reload(page)
        found.append((page.evaluate("guesstree.theme"), page.evaluate(ground)))
    assert found == [
        ("dark", "rgb(19, 22, 25)"), ("contrast", "rgb(255, 255, 255)"), ("system", "rgb(250, 249, 245)")
    ]  # fmt: skip
    assert page.title().startswith("Daily ")
