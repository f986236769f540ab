"""Trees that others print, read back equal or refused with the place."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st

import player
import treegen as tg
from treegen.exchange.importing import FORMATS, guess_format, read_tree, to_json, to_text
from treegen.insight.verify import verify_bytes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from player.tree import Tree
    from tests.conftest import RunCommand


def columns(tree: Tree) -> tuple[object, ...]:
    return tree.guess, tree.feedback, tree.fanout, tree.wins, tree.labels


@cache
def tree_of(name: str) -> Tree:
    return player.open_tree(name) if name in player.shipped_trees() else tg.build(twins.game(name), max_depth=None)


def selby(tree: Tree) -> str:
    """A small printer of Selby's form, in which a line leaves out what it shares with the one before it."""

    def lines(node: int, number: int) -> list[str]:
        below = {tree.labels[tree.feedback[child]]: lines(child, number + 1) for child in tree.children(node)}
        below |= {tree.labels[tree.winning]: [""]} if tree.is_win(node) else {}
        told = [
            f"{label.translate(str.maketrans('012', 'BYG'))}{number} {line}" if place == 0 else " " * 5 + line
            for label in sorted(below)
            for place, line in enumerate(below[label])
        ]
        return [f"{tree.guesses[node]} {told[0]}", *(" " * 4 + line for line in told[1:])]

    return "\n".join(lines(0, 1))


def typed(tree: Tree) -> str:
    """The histories as people type them: with blanks, empty lines and without secrets."""
    lines = to_text(tree).splitlines()
    return "\r\n\r\n".join(line.replace(",", ", ") if i % 2 else line.split()[1] for i, line in enumerate(lines))


def spelled(names: str) -> Callable[[Tree], str]:
    """Digits from 0 on: 1122 is a guess of the game, too, but another one; the whole text is read one way."""
    table = str.maketrans(dict(zip("123456", names, strict=True)))
    return lambda tree: re.sub('"guess": "[^"]*"', lambda found: found.group().translate(table), to_json(tree))


def published(key: str, head: str) -> Callable[[Tree], str]:
    """The tree of to_json in a program, with another name for the children, texts for last guesses, and figures."""

    def other(value: dict[str, Any]) -> Any:
        below = {label: other(child) for label, child in value["children"].items()}
        return {"guess": value["guess"], key: below, "depth": 3, "ranking": {"a": [1]}} if below else value["guess"]

    return lambda tree: f"{head}{json.dumps(other(json.loads(to_json(tree))))};\n"


PRINTERS: dict[str, Callable[[Tree], str]] = {"json": to_json, "text": to_text, "selby": selby}
PRINTED: list[tuple[str, Callable[[Tree], str], str]] = [
    ("json", to_json, "bulls-3x9.total number--9..20 bulls-3x4=ABCD"),
    ("text", to_text, "bulls-4x10-any.total number--9..20 bulls-3x4=ABCD"),
    ("text", typed, "bulls-3x4"),
    ("selby", selby, "marks-3x4 marks-2x5"),
    ("selby", lambda tree: f"\n{selby(tree).lower()}\r\n\r\n", "marks-3x4"),
    ("selby", lambda tree: re.sub("(?m)^ +", "", selby(tree)), "marks-3x4"),
    ("json", spelled("ABCDEF"), "mastermind-2x3 bulls-3x5 mastermind-4x6.total"),
    ("json", spelled("012345"), "mastermind-2x3 mastermind-4x6.total"),
    ("json", published("map", "export default "), "marks-3x4"),
    ("json", published("next", "const TREE = "), "marks-3x4"),
    ("json", published("branches", "module.exports ="), "marks-3x4"),
]


@pytest.mark.parametrize(("form", "write", "names"), PRINTED)
def test_what_is_printed_reads_back_equal(form: str, write: Callable[[Tree], str], names: str) -> None:
    for tree in map(tree_of, names.split()):
        text = write(tree)
        assert guess_format(text) == form
        again, dead = read_tree(text, form, twins.game(tree.game))
        assert (columns(again), dead, again.tally) == (columns(tree), 0, tree.tally)


# ------------------------------------------------------------------------------------------------------------- damage


@settings(max_examples=150)
@given(st.data(), st.sampled_from(list(FORMATS)))
def test_damage_is_refused_in_one_line_or_leaves_a_right_tree(data: st.DataObject, form: str) -> None:
    name = "marks-3x4" if form == "selby" else "bulls-3x4"
    game, text = twins.game(name), PRINTERS[form](tree_of(name))
    at = data.draw(st.integers(0, len(text) - 1))
    more = data.draw(st.sampled_from(["", *"(){},;:014xA \n\0²"]))
    cut = data.draw(st.sampled_from([0, 1, 5, len(text)]))
    said, tree = "", None
    try:
        tree, _ = read_tree(text[:at] + more + text[at + cut :], form, game, "t.txt")
    except tg.BadInput as error:
        said = str(error)
    if tree is None:
        assert said.startswith("t.txt: ")
        assert said.isprintable()
        assert len(said) < 600
    else:
        assert verify_bytes(tree.to_bytes()).faults == ()


DEEP = ("", "\n", "x", "{", "{}", "[]", "null", "9", "(", "6 (", "1" * 5000, "{" * 10**5, "6 (" * 10**5)
PLACED = [
    *((form, text, "t.txt: ") for form in FORMATS for text in DEEP),
    ("json", '{"guess": "12", "children": {"99": {"guess": "13"}}}', "after nothing: '99' is not a feedback"),
    ("json", '{"guess": "12", "children": {"01": {"guess": 13}}}', "after 12:01: a node is"),
    ("json", '{"guess": "12", "children": {"01": {"guess": "13"}, "0A1B": {"guess": "13"}}}', "a second branch for 01"),
    ("json", '{"guess": "12", "children": {"01": {"guess": "14"}}}', "after 12:01: '14' is not a guess"),
    ("json", '{"guess": "12",\n "children": oops}', "this is not JSON: Expecting value: line 2"),
    ("json", '{"guess": "12", "map": {"01": {"guess": "13", "Map": {}}}}', "after 12:01: unknown key 'Map'; a node is"),
    ("json", '{"guess": "12", "\\u001b[2J": 1}', "unknown key '?[2J'"),
    ("json", '{"guess": "12", "map": {}, "next": {}}', "after nothing: a node is"),
    ("json", '{"map": {"01": "13"}}', "after nothing: a node is"),
    ("json", '{"guess": "12", "map": {"01": null}}', "after 12:01: a node is"),
    ("json", '{"guess": "12", "map": ["13"]}', "the children of 12 are not a map"),
    ("json", '{"guess": "12", "map": {"01": {"guess": "13", "map": {"20": "13", "10": "23"}}, "20": "12"}}',
     "no branch for 02 to 13 after 12:01: secret 31 is never found"),
    ("json", '{"guess": "12", "map": {"01": ' * 250 + '"13"' + "}}" * 250, "more than 200 guesses after 12:01,12:01"),
    ("text", "12 12:20\n13 12:99,13:20\n", "line 2: '99' is not a feedback"),
    ("text", "12 12:20\n13 12:01,13:20\n23 12:01,23:20\n", "line 3: 23 comes after 12:01, but an earlier"),
    ("text", "12 12:20\n13\n", "line 2: '13' is not a step"),
    ("text", "12 12:20\n13 12:01,13:20\n", "after 12:01: secret"),
]  # fmt: skip
MARKED = [
    ("12 BB1 33 GG2\nBB1 11", "line 2: a second branch for 00 to 12"),
    ("12 BB1 33 GG2\nGG3", "line 2: 'GG3' is not marks and the number of their guess"),
    ("12 BB1 33 GG2\n44 GG1", "line 2: '44' is not marks"),
    ("12 BB1 33 GG1", "line 1: 'GG1' is not marks"),
    ("12 BBB1 33 GG2", "line 1: 'BBB' is not a feedback of marks-2x4"),
    ("12 BB1 33 GG2\n\n\nBB0", "line 4: 'BB0' is not marks"),
    ("12 BB1 33 GG2", "no branch for 00 to 33 after 12:00: secret 44 is never found"),
    ("12", "no branch for 00 to 12 after nothing: secret 33 is never found"),
]


def test_the_place_is_said() -> None:
    for game, form, text, said in [
        *(("bulls-2x3", *row) for row in PLACED), *(("marks-2x4", "selby", *row) for row in MARKED)
    ]:  # fmt: skip
        with pytest.raises(tg.BadInput, match=re.escape(said)) as caught:
            read_tree(text, form, twins.game(game), "t.txt")
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 600


def test_branches_that_no_secret_takes_are_left_out_and_told(call_treegen: RunCommand, tmp_path: Path) -> None:
    source, path = tmp_path / "t.json", tmp_path / "t.tree"
    data = json.loads(to_json(tree_of("bulls-2x3")))
    data["children"]["00"] = {"guess": "12", "children": {}}
    source.write_text(json.dumps(data))
    result = call_treegen("import", source, "--game", "bulls-2x3", "-o", path)
    assert result.returncode == 0
    assert "left out 1 branch that no secret takes" in result.stderr
    assert call_treegen("verify", path).returncode == 0
    source.write_bytes(b"\xff")
    result = call_treegen("import", source, "--game", "bulls-2x3", "-o", path)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
