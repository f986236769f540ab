"""A rule owns what it implies: a new one is a row, and nothing else in the packages names a rule."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

import treegen as tg
from player import Player, open_tree
from player.errors import BadInput
from player.judge.dialects import DIALECTS
from player.judge.wording import Wording
from player.people.talk import feedback_in_words
from player.rules.cells import split
from player.rules.feedback import FEEDBACK_RULES, FeedbackRule
from player.rules.names import FAMILIES, Family, parse
from treegen.cli.games import other_families
from treegen.exchange.export.harness import check_export
from treegen.insight.lesson import lesson
from treegen.insight.verify import verify_bytes
from treegen.render.picture import to_svg

ROOT = Path(__file__).resolve().parents[1]


def difference(guess: str, secret: str) -> str:
    return "right" if guess == secret else f"{abs(sum(map(int, guess)) - sum(map(int, secret))):02}"


@pytest.fixture(autouse=True)
def rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the family sum- and its rule."""
    rule = FeedbackRule(
        "sum", "the difference of the sums", "an example",
        lambda positions: (*(f"{i:02}" for i in range(9 * positions + 1)), "right"), difference,
        label_form="how far the sums are apart",
    )  # fmt: skip
    monkeypatch.setitem(FEEDBACK_RULES, "sum", rule)
    about = "the sums of the digits are compared"
    monkeypatch.setitem(FAMILIES, "sum", Family("sum", "sum", False, (), about, title="Sums", noun="sums"))


def test_a_game_of_the_rule_is_built_verified_played_and_exported() -> None:
    rules = parse("sum-1x4")
    assert (rules.title, rules.name, rules.labels[-1]) == ("Sums, 1 of 4 digits", "sum-1x4", "right")
    for tree in (tg.build("sum-1x4"), tg.solve("sum-1x4")):
        data = tree.to_bytes()
        assert verify_bytes(data).faults == ()
        player = Player(data)
        while not player.finished:
            player.answer(rules.feedback(str(player.guess), "4"))
        assert open_tree(data).title == rules.title
        assert to_svg(tree).startswith("<svg")
    assert split(rules, "1", rules.secrets()) == {"right": ["1"], "01": ["2"], "02": ["3"], "03": ["4"]}
    assert "the difference of the sums" in " ".join(lesson("sum-1x4").rules)
    assert ("sum-PxC", "sum-4x6", "the sums of the digits are compared") in other_families()
    figures, losses = check_export("python", tree, "program", Wording(DIALECTS["plain"], rules), 1)
    assert (figures["won"], losses) == (4, [])


def test_people_judges_and_the_page_know_its_labels() -> None:
    rules = parse("sum-1x4")
    words = (rules.label_form, feedback_in_words(rules, "03"), rules.noun)
    assert words == ("how far the sums are apart", "03", "sums")
    wording = Wording(DIALECTS["plain"], rules)
    assert [wording.read_reply(wording.reply(label).encode().split()) for label in rules.labels] == list(rules.labels)
    with pytest.raises(BadInput, match=r"has only \{feedback\}"):
        Wording(DIALECTS["codeforces-753"], rules)
    with pytest.raises(BadInput, match=r"certificates know the games .*, not sum-1x4"):
        tg.certify(tg.solve("sum-1x4"))
    grammar = runpy.run_path(str(ROOT / "scripts" / "builds" / "page.py"))["grammar"]()
    assert (grammar["families"]["sum"]["rule"], grammar["families"]["sum"]["noun"]) == ("sum", "sums")
    assert grammar["rules"]["sum"]["labels"][0].split() == list(rules.labels)


def test_no_source_compares_with_the_name_of_a_rule() -> None:
    names = r"[\"'](cows|each|match|matches|marks|bulls|mastermind)[\"']"
    compared = re.compile(
        rf"(?m)^(?! *>>>).*(\b(rule|rule\.name|family) *([!=]==?|(not )?in [({{\[]) *|FEEDBACK_RULES\[){names}"
    )
    own = {"feedback.py", "names.py", "lists.py"}
    folders = ("player/**/*.py", "treegen/**/*.py", "player/web/src/**/*.js", "treegen/**/*.j2")
    paths = [path for pattern in folders for path in ROOT.glob(pattern) if path.name not in own]
    assert len(paths) > 150
    assert not [path for path in paths if compared.search(path.read_text(encoding="utf-8"))]
    assert compared.search('if rules.rule.name == "cows":')
