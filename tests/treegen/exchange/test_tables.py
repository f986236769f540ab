"""Exported sources of one's own tables: every answer comes from the table, and names and answers have any letters."""

from __future__ import annotations

from pathlib import Path

import pytest
from twins import MARKED, QUICK

import treegen as tg
from player.errors import BadInput
from player.judge.dialects import DIALECTS
from player.judge.wording import Wording
from player.judge.wrong_tree import changed
from player.rules.names import rules_of
from treegen.exchange.export import codec
from treegen.exchange.export.codec import StepRules
from treegen.exchange.export.harness import check_export
from treegen.exchange.export.languages import FULL, render

PLAIN = changed(DIALECTS["plain"], rounds=0)
# Names and answers with blanks, signs that mean something elsewhere, and letters of one to four bytes; two are alike.
TABLE = """name,@class,été?,a "b" | $c,👀 {x},#d
Mr. Mime,to the doctor,blé vert,\\n,-,yes
O'Brien,zu Hause,🟤 brun,\\n,-,no
🦊 Fox,zu Hause,blé vert,%s,0,yes
"Korea, Republic of",to the doctor,🟤 brun,%s,0,no
The "Boss",/* */,blé vert,%s,-,no
{{x}}?>,zu Hause,blé vert,\\n,-,no
Ünal|Özil,zu Hause,blé vert,\\n,-,no
$HOME,to the doctor,🟤 brun,%s,0,yes
"""
LANDS = """land,continent,area@arrow~10%,x@distance,y@distance,words@shares,code@letters
São Tomé,Africa,20,3,1,a|b,øre
🏴 Nowhere,Asia,55,0,0,a,eør
Åland,Africa,50,1,2,b,abc
Côte d’Ivoire,Africa,52,2,2,b|c,bca
"""


@pytest.mark.parametrize("language", MARKED)
def test_tables_of_ones_own_are_played_against_the_table(language: str, tmp_path: Path) -> None:
    """With goals of questions and names, and by columns; every answer comes from the table, not from the tree."""
    for text, goals in ((TABLE, ("identify", "group", "win")), (LANDS, ("win",))):
        (tmp_path / "own.csv").write_text(text, encoding="utf-8")
        for goal in goals if language in QUICK else goals[-1:]:
            game = tg.game(f"table:{tmp_path}/own.csv#{goal}")
            assert game.rules
            wording, tree = Wording(PLAIN, game.rules), tg.solve(game)
            for form in ("program", "library") if language in QUICK else ("program",):
                row, losses = check_export(language, tree, form, wording, 1, is_full=language in FULL)
                assert (goal, row["won"], losses) == (goal, wording.rules.secret_count, [])


def test_only_answers_in_the_tree_of_a_table_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table of a game may have more feedbacks than a source takes."""
    letters = [*"abcdefghijklmnopqrstuvwxyz"]
    tree = tg.build(
        tg.Game.from_function(lambda one, other: "0" if one == other else f"{one}{one < other}", letters, winning="0")
    )
    asked = len({"0", *(tree.labels[index] for index in tree.feedback[1:])})
    assert asked < len(tree.labels) - 5
    monkeypatch.setattr(codec, "MAX_LABELS", asked)
    row, _ = check_export("python", tree, "library", Wording(PLAIN, StepRules(tree)), 1)
    assert row["won"] == 26
    monkeypatch.setattr(codec, "MAX_LABELS", asked - 1)
    with pytest.raises(BadInput, match=f"at most {asked - 1} feedbacks"):
        render("c", tree, "library", None)


def test_words_with_letters_of_several_bytes_have_programs_in_c() -> None:
    tree = tg.build(tg.Game.from_words(["épée", "élan", "crâne"[1:], "elan"]))
    wording = Wording(PLAIN, rules_of(tree))
    assert check_export("php", tree, "program", wording, 1)[0]["won"] == 4
    with pytest.raises(BadInput, match="compare single characters"):
        render("php", tree, "library", None)
    assert "épée" not in render("python", tree, "library", None)
