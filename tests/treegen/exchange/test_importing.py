"""Trees that others print, read back equal or refused with the place."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st

import player
import treegen as tg
from player import Tree
from treegen.exchange.export.text import to_json, to_text
from treegen.exchange.importing import FORMATS, guess_format, read_tree
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


def test_histories_as_people_type_them() -> None:
    tree = tree_of("bulls-3x4")
    lines = to_text(tree).splitlines()
    typed = "\r\n\r\n".join(line.replace(",", ", ") if i % 2 else line.split()[1] for i, line in enumerate(lines))
    assert columns(read_tree(typed, "text", twins.game("bulls-3x4"))[0]) == columns(tree)
    shuffled = json.dumps({"children": json.loads(to_json(tree))["children"], "guess": tree.guesses[0]}, indent=1)
    assert guess_format(shuffled) == "json"
    assert columns(read_tree(shuffled, "json", twins.game("bulls-3x4"))[0]) == columns(tree)


def renamed(value: dict[str, Any], names: dict[int, str]) -> dict[str, Any]:
    below = {label: renamed(child, names) for label, child in value["children"].items()}
    return {"guess": value["guess"].translate(names), "children": below}


@pytest.mark.parametrize("name", ["mastermind-2x3", "bulls-3x5", "mastermind-4x6.total"])
@pytest.mark.parametrize("names", ["ABCDEF", "abcdef", "012345"])
def test_other_names_of_the_symbols(name: str, names: str) -> None:
    """Digits from 0 on: 1122 is a guess of the game too, but another one; the whole text is read one way."""
    tree = tree_of(name)
    own = json.dumps(renamed(json.loads(to_json(tree)), str.maketrans(dict(zip("123456", names, strict=False)))))
    assert own != json.dumps(json.loads(to_json(tree)))
    assert columns(read_tree(own, "json", twins.game(tree.game))[0]) == columns(tree)


# -------------------------------------------------------------------------------------- published trees of Wordle


def columns_of(tree: Tree) -> str:
    """A small printer of Selby's form: what a line shares with the one before it is left out."""
    marks = str.maketrans("012", "BYG")
    lines: list[str] = []

    def walk(node: int, line: str, number: int) -> None:
        line += f"{tree.guesses[node]} "
        below = {tree.labels[tree.feedback[child]]: child for child in tree.children(node)}
        for label in sorted([*below, *([tree.labels[tree.winning]] if tree.is_win(node) else [])]):
            told = f"{line}{label.translate(marks)}{number} "
            if label in below:
                walk(below[label], told, number + 1)
            else:
                lines.append(told.rstrip())
            line = " " * len(line)

    walk(0, "", 1)
    return "\n".join(lines)


def olson(value: dict[str, Any], form: str, *, is_short: bool = True) -> Any:
    """A tree of to_json with another name for the children, texts for last guesses, and figures."""
    if is_short and not value["children"]:
        return value["guess"]
    below = {label: olson(child, form, is_short=is_short) for label, child in value["children"].items()}
    return {"guess": value["guess"], form: below, "depth": 3, "ranking": {"counts": [1, 2]}}


def test_the_form_of_selby_reads_back_equal() -> None:
    for name in ("marks-3x4", "marks-3x3", "marks-2x5"):
        tree = tree_of(name)
        text = columns_of(tree)
        for typed in (text, text.lower(), "\n".join(line.strip() for line in text.splitlines()), f"\n{text}\r\n\r\n"):
            assert guess_format(typed) == "selby"
            again, dead = read_tree(typed, "selby", twins.game(name))
            assert (columns(again), dead) == (columns(tree), 0)


@pytest.mark.parametrize("head", ["", "export default ", "const TREE = ", "module.exports ="])
@pytest.mark.parametrize("form", ["children", "map", "next", "branches"])
def test_nested_json_with_other_names_reads_back_equal(form: str, head: str) -> None:
    for name in ("marks-3x4", "bulls-3x5", "mastermind-2x3"):
        tree = tree_of(name)
        for is_short in (True, False):
            text = head + json.dumps(olson(json.loads(to_json(tree)), form, is_short=is_short)) + ";\n" * bool(head)
            assert guess_format(text) == "json"
            again, dead = read_tree(text, "json", twins.game(name))
            assert (columns(again), dead) == (columns(tree), 0)


def test_a_secret_that_no_leaf_has_is_named() -> None:
    text = '{"guess": "12", "map": {"01": {"guess": "13", "map": {"20": "13", "10": "23"}}, "20": "12"}}'
    with pytest.raises(tg.BadInput, match="no branch for 02 to 13 after 12:01: secret 31 is never found"):
        read_tree(text, "json", twins.game("bulls-2x3"))


# ------------------------------------------------------------------------------------------------------------- damage


PRINTERS: dict[str, Callable[[Tree], str]] = {
    "json": to_json,
    "text": to_text,
    "selby": columns_of,
}
NAMES = ("bulls-3x9.total", "number--9..20", "marks-3x4", "bulls-3x4=ABCD")


@pytest.mark.parametrize(
    ("form", "name"),
    [
        *(("json", name) for name in NAMES),
        *(("text", name) for name in (*NAMES, "bulls-4x10-any.total")),
        *(
            pytest.param(form, name, marks=pytest.mark.long)
            for form in ("json", "text")
            for name in player.shipped_trees()
            if name not in (*NAMES, "bulls-4x10-any.total")
        ),
    ],
)
def test_what_is_printed_reads_back_equal(form: str, name: str) -> None:
    tree = tree_of(name)
    text = PRINTERS[form](tree)
    assert guess_format(text) == form
    again, dead = read_tree(text, form, twins.game(tree.game))
    assert (columns(again), dead, again.tally) == (columns(tree), 0, tree.tally)


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


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    "text", ["", "\n", "x", "{", "{}", "[]", "null", "9", "(", "6 (", "1" * 5000, "{" * 10**5, "6 (" * 10**5]
)
def test_what_is_no_tree_is_one_line(form: str, text: str) -> None:
    with pytest.raises(tg.BadInput) as caught:
        read_tree(text, form, twins.game("bulls-2x3"), "t.txt")
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 600


PLACED = [
    ("json", '{"guess": "12", "children": {"99": {"guess": "13"}}}', "after nothing: '99' is not a feedback"),
    ("json", '{"guess": "12", "children": {"01": {"guess": 13}}}', "after 12:01: a node is"),
    ("json", '{"guess": "12", "children": {"01": {"guess": "13"}, "0A1B": {"guess": "13"}}}', "a second branch for 01"),
    ("json", '{"guess": "12", "children": {"01": {"guess": "14"}}}', "after 12:01: '14' is not a guess"),
    ("json", '{"guess": "12",\n "children": oops}', "this is not JSON: Expecting value: line 2"),
    ("json", '{"guess": "12", "kids": {"01": "13"}}', "after nothing: unknown key 'kids'; a node is"),
    ("json", '{"guess": "12", "map": {"01": {"guess": "13", "Map": {}}}}', "after 12:01: unknown key 'Map'; a node is"),
    ("json", '{"guess": "12", "\\u001b[2J": 1}', "unknown key '?[2J'"),
    ("json", '{"guess": "12", "map": {}, "next": {}}', "after nothing: a node is"),
    ("json", '{"guess": "12", "word": "13"}', "after nothing: a node is"),
    ("json", '{"map": {"01": "13"}}', "after nothing: a node is"),
    ("json", '{"guess": "12", "map": {"01": null}}', "after 12:01: a node is"),
    ("json", '{"guess": "12", "map": ["13"]}', "the children of 12 are not a map"),
    ("text", "12 12:20\n13 12:99,13:20\n", "line 2: '99' is not a feedback"),
    ("text", "12 12:20\n13 12:01,13:20\n23 12:01,23:20\n", "line 3: 23 is asked after 12:01, but an earlier"),
    ("text", "12 12:20\n13\n", "line 2: '13' is not a step"),
]


MARKED = [
    ("12 BB1 33 GG2\nBB1 11", "line 2: a second branch for 00 to 12"),
    ("12 BB1 33 GG2\nGG3", "line 2: 'GG3' is not marks and the number of their guess"),
    ("12 BB1 33 GG2\n44 GG1", "line 2: '44' is not marks"),
    ("12 BB1 33 GG1", "line 1: 'GG1' is not marks"),
    ("12 BBB1 33 GG2", "line 1: 'BBB' is not a feedback of marks-2x4"),
    ("12 BB1 33 GG2\n\n\nBB0", "line 4: 'BB0' is not marks"),
    ("12 BB1 33 GG2", "no branch for 00 to 33 after 12:00: secret 44 is never found"),
    ("12 BB1", "no branch for 00 to 12 after nothing: secret 33 is never found"),
    ("  \n", "it is empty"),
    ("12", "no branch for 00"),
]


@pytest.mark.parametrize(("text", "said"), MARKED, ids=[said[:30] for _, said in MARKED])
def test_the_place_is_said_in_the_form_of_selby(text: str, said: str) -> None:
    with pytest.raises(tg.BadInput) as caught:
        read_tree(text, "selby", twins.game("marks-2x4"), "t.txt")
    assert said in str(caught.value)


@pytest.mark.parametrize(("form", "text", "said"), PLACED, ids=[f"{form}-{said[:30]}" for form, _, said in PLACED])
def test_the_place_is_said(form: str, text: str, said: str) -> None:
    with pytest.raises(tg.BadInput) as caught:
        read_tree(text, form, twins.game("bulls-2x3"), "t.txt")
    assert said in str(caught.value)


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_missing_branch_names_the_history(form: str) -> None:
    """One branch of the second level is taken out of each form."""
    tree = tree_of("bulls-3x4")
    node = max(range(tree.levels[1], tree.levels[2]), key=lambda node: tree.fanout[node])
    data = json.loads(to_json(tree))
    label = tree.labels[tree.feedback[node]]
    gone = tree.labels[tree.feedback[tree.children(node)[0]]]
    del data["children"][label]["children"][gone]
    history = f"{tree.guesses[0]}:{label}"

    lines = to_text(tree).splitlines()
    kept = [line for line in lines if f"{history},{tree.guesses[node]}:{gone}" not in line]
    assert len(kept) < len(lines)
    text = {"json": json.dumps(data), "text": "\n".join(kept)}[form]
    with pytest.raises(tg.BadInput, match=f"no branch for {gone} to {tree.guesses[node]} after {history}: secret"):
        read_tree(text, form, twins.game("bulls-3x4"))


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
