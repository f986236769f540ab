"""A rule owns what it implies: a new one is a row, and nothing else in the packages names a rule."""

from __future__ import annotations

import ast
import re
import runpy
from pathlib import Path
from typing import Any

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
from treegen.exchange.export.languages import LANGUAGES, render
from treegen.games.tables import feedback_table_by_rule
from treegen.insight.lesson import lesson
from treegen.insight.verify import verify_bytes
from treegen.render.picture import to_svg

ROOT = Path(__file__).resolve().parents[1]


def difference(guess: str, secret: str) -> str:
    """How far apart the sums of their digits are."""
    return "right" if guess == secret else f"{abs(sum(map(int, guess)) - sum(map(int, secret))):02}"


def differences(guesses: Any, secrets: Any) -> Any:
    apart = abs(guesses.sum(axis=1, dtype=int)[:, None] - secrets.sum(axis=1, dtype=int))
    is_right = (guesses[:, None, :] == secrets[None, :, :]).all(axis=2)
    return apart + is_right * (9 * guesses.shape[1] + 1)


@pytest.fixture(autouse=True)
def rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two rows of the families sum- and fast-, whose rule has a form for arrays, too."""
    for name, vectorised in (("sum", None), ("fast", differences)):
        rule = FeedbackRule(
            name, "the difference of the sums", "an example",
            lambda positions: (*(f"{i:02}" for i in range(9 * positions + 1)), "right"), difference,
            vectorised=vectorised, asked="how far the sums are apart",
        )  # fmt: skip
        monkeypatch.setitem(FEEDBACK_RULES, name, rule)
        about = "the sums of the digits are compared"
        monkeypatch.setitem(FAMILIES, name, Family(name, name, False, (), about, title="Sums", noun="sums"))


def test_a_game_of_the_rule_is_built_verified_and_played() -> None:
    rules = parse("sum-1x4")
    assert (rules.title, rules.name, rules.labels[-1]) == ("Sums, 1 of 4 digits", "sum-1x4", "right")
    game = tg.game("sum-1x4")
    codes = game.source.secrets
    assert (game.table == feedback_table_by_rule(codes, codes, rules)).all()
    for tree in (tg.build(game), tg.solve(game)):
        data = tree.to_bytes()
        assert verify_bytes(data).faults == ()
        player = Player(data)
        while not player.finished:
            player.answer(rules.feedback(str(player.guess), "4"))
        assert open_tree(data).title == rules.title
        assert to_svg(tree).startswith("<svg")
    assert game.read_history("1: 03") == [("1", "03")]
    assert split(rules, "1", rules.secrets()) == {"right": ["1"], "01": ["2"], "02": ["3"], "03": ["4"]}
    assert "the difference of the sums" in " ".join(lesson("sum-1x4").rules)
    assert ("sum-PxC", "sum-4x6", "the sums of the digits are compared") in other_families()
    with pytest.raises(BadInput, match="no such game; did you mean sum-4x6"):
        parse("sums")


def test_its_table_is_filled_by_the_form_for_arrays() -> None:
    plain, fast = tg.game("sum-1x9"), tg.game("fast-1x9")
    assert (plain.table == fast.table).all()
    assert (plain.table.dtype, plain.labels) == (fast.table.dtype, fast.labels)


def test_people_and_judges_are_told_its_labels() -> None:
    rules = parse("sum-1x4")
    assert (rules.asked, feedback_in_words(rules, "03"), rules.noun) == ("how far the sums are apart", "03", "sums")
    wording = Wording(DIALECTS["plain"], rules)
    assert [wording.read_reply(wording.reply(label).encode().split()) for label in rules.labels] == list(rules.labels)
    with pytest.raises(BadInput, match=r"tells only \{feedback\}"):
        Wording(DIALECTS["codeforces-753"], rules)


def test_what_depends_on_another_rule_is_refused_truly() -> None:
    tree = tg.solve("sum-1x4")
    with pytest.raises(BadInput, match=r"certificates know the games .*, not sum-1x4"):
        tg.certify(tree)
    figures, losses = check_export("python", tree, "program", Wording(DIALECTS["plain"], parse("sum-1x4")), 1)
    assert (figures["won"], losses) == (4, [])
    two = tg.build("fast-2x3", max_depth=None)
    for language in LANGUAGES:
        with pytest.raises(BadInput, match="the feedback of fast-2x3 does not depend alone; use --form program"):
            render(language, two, "library", None)


def test_the_page_takes_the_rows() -> None:
    grammar = runpy.run_path(str(ROOT / "scripts" / "builds" / "page.py"))["grammar"]()
    assert (grammar["families"]["sum"]["rule"], grammar["families"]["sum"]["noun"]) == ("sum", "sums")
    assert grammar["rules"]["sum"]["labels"][0].split() == list(parse("sum-1x4").labels)
    assert grammar["rules"]["cows"] == {"name": "cows", "tells": ("bulls", "cows"), "near": "once"}


NAMES = r"(cows|each|matches|match|marks)"
FAMILY_NAMES = {"bulls", "mastermind", "match", "marks"}


def comparisons(source: str) -> list[str]:
    """Where a source compares with the name of a rule or of a family of code games, or has a table of them."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            texts = {part.value for side in sides for part in ast.walk(side) if isinstance(part, ast.Constant)}
            named = {side.attr if isinstance(side, ast.Attribute) else getattr(side, "id", "") for side in sides}
            if named & {"name", "rule", "kind"} and any(re.fullmatch(NAMES, str(text)) for text in texts):
                found.append(ast.unparse(node))
            if "family" in named and FAMILY_NAMES & texts:
                found.append(ast.unparse(node))
        elif isinstance(node, ast.Dict):
            keys = {key.value for key in node.keys if isinstance(key, ast.Constant)}
            found += [ast.unparse(node)] * (
                len(keys & {"cows", "each", "match"}) > 1 or len(keys & {"bulls", "mastermind", "match"}) > 1
            )
        elif isinstance(node, ast.Subscript) and getattr(node.value, "id", "") == "FEEDBACK_RULES":
            found += [ast.unparse(node)] * isinstance(node.slice, ast.Constant)
    return found


def test_no_module_compares_with_the_name_of_a_rule() -> None:
    # Words are marked, whatever their names are.
    own = {"player/rules/feedback.py", "player/rules/names.py", "player/rules/lists.py"}
    for path in [*(ROOT / "player").rglob("*.py"), *(ROOT / "treegen").rglob("*.py")]:
        if path.relative_to(ROOT).as_posix() not in own:
            assert comparisons(path.read_text(encoding="utf-8")) == [], path
    texts = [*(ROOT / "player" / "web" / "src").rglob("*.js"), *(ROOT / "treegen").rglob("*.j2")]
    assert len(texts) > 40
    for path in texts:
        found = re.findall(
            rf"(?:rule|rule\.name|family) *[!=]==? *[\"'](?:{NAMES}|bulls|mastermind)[\"']", path.read_text()
        )
        assert found == [], path


def test_comparisons_are_found() -> None:
    for source in (
        'rules.rule.name == "cows"', 'kind in ("cows", "each")', 'x.rule.name not in {"match"}',
        'rules.family == "bulls"',
        'family in ("marks", "words")', 'TABLE = {"cows": 1, "each": 2}', 'FEEDBACK_RULES["marks"]',
        'NOUNS = {"bulls": "numbers", "match": ""}',
    ):  # fmt: skip
        assert len(comparisons(source)) == 1, source
    for source in ('rule.near == "each"', '"cows" in counts', 'rule.tells == ("bulls", "cows")', 'family == "words"'):
        assert comparisons(source) == [], source
