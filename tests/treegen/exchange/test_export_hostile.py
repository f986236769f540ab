"""What a stranger wrote into a tree stays text, in every form in which a tree leaves the program.

The reader refuses most of it, so that it is seen only in trees that were made in memory; both walls are tested, each
without the other.  `tests/attacks/exports` holds one file for each attack, with what must become of it.
"""

from __future__ import annotations

import ast
import csv
import html
import io
import json
import re
import shlex
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any

import networkx as nx
import pytest
from campaigns import hostile
from campaigns.hostile import Texts, chain, check_words, is_tame, sources, wording
from hypothesis import given, settings
from hypothesis import strategies as st
from small import small_tree

import treegen as tg
from player import Tree, TreeFormatError, open_tree
from player.cli import show
from player.errors import BadInput
from player.rules.feedback import mark_labels
from player.web import make_page
from treegen.cli.stats import statistics
from treegen.exchange.export.languages import comment, literal, render
from treegen.exchange.export.text import to_text
from treegen.render import dot, network, notebook, plots, view

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from subprocess import CompletedProcess

    from player.tree import Node

ATTACKS = hostile.EXPORTS
EXPECTED = [line.split(None, 2) for line in (ATTACKS / "expected.txt").read_text(encoding="utf-8").splitlines()]
TEXTS = st.lists(st.sampled_from(hostile.PIECES) | st.text(max_size=3), max_size=6).map("".join)
ENCODABLE = TEXTS.filter(lambda text: "\ud800" not in text)  # others have no file, and no bytes in memory either
WORDS = st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters=",:#"), min_size=1, max_size=6) | (
    st.lists(
        st.sampled_from([piece for piece in hostile.PIECES if piece.isprintable() and not set(piece) & set(" ,:#")]),
        min_size=1,
        max_size=3,
    ).map("".join)
)


@pytest.mark.parametrize(("name", "outcome", "words"), EXPECTED, ids=[row[0] for row in EXPECTED])
def test_the_reader_refuses_hostile_files(name: str, outcome: str, words: str) -> None:
    data = (ATTACKS / name).read_bytes()
    if outcome == "accepted":
        assert open_tree(data).tally == words
        return
    with pytest.raises(TreeFormatError) as caught:
        Tree.from_bytes(data, name)
    message = str(caught.value)
    assert message.startswith(f"{name}: ")
    assert words in message
    assert message.isprintable()
    assert len(message) < 300


def test_every_attack_has_its_line() -> None:
    assert sorted(path.name for path in ATTACKS.glob("*.tree")) == sorted(row[0] for row in EXPECTED)


@pytest.mark.parametrize("name", [row[0] for row in EXPECTED if row[1] == "refused"])
def test_what_was_refused_is_exported_as_text_or_not_at_all(name: str) -> None:
    """The same files without the reader: code of each source is that of a harmless tree, its comment is tame."""
    tree = hostile.in_memory((ATTACKS / name).read_bytes())
    try:
        made = sources(tree, wording())
    except BadInput:  # a game, a guess or a label that makes no sense
        assert not name.startswith(("made", "objective"))
        return
    except (KeyError, IndexError):
        assert name.startswith("guess")
        return
    plain = sources(small_tree(labels=tree.labels), wording())
    assert [kind for kind, source in made.items() if not is_tame(source, plain[kind])] == []


@given(ENCODABLE, ENCODABLE, st.booleans())
@settings(max_examples=15)
def test_no_text_of_a_tree_gets_into_the_code(made: str, objective: str, proved: bool) -> None:
    bound = 6 if proved and objective else None
    tree = small_tree(made=made, objective=objective, bound=bound)
    plain = sources(small_tree(objective="total", bound=bound), wording())
    for kind, source in sources(tree, wording()).items():
        assert is_tame(source, plain[kind])
        if kind.startswith("python"):
            ast.parse(source.encode())


@given(TEXTS)
@settings(max_examples=300)
def test_a_comment_is_one_tame_line(text: str) -> None:
    found = comment(text)
    assert found.isascii()
    assert found.isprintable() or not found
    assert not set("\\*/") & set(found)
    assert "??" not in found
    assert comment(found) == found
    if set(text) <= set("abcxyzABCXYZ0189 ,.-_"):
        assert found == text


@given(TEXTS)
def test_a_literal_is_read_back_or_refused(text: str) -> None:
    if not (text.isascii() and text.isprintable()):
        with pytest.raises(BadInput):
            literal(text, "python")
        return
    assert ast.literal_eval(literal(text, "python")) == text
    assert json.loads(literal(text, "javascript")) == text
    assert "??" not in literal(text, "c")


def test_no_source_is_made_of_a_tree_that_lies() -> None:
    """It says that every secret was sent down the tree."""
    # Secret 32 is marked as found, but the feedbacks lead it elsewhere.
    leaf: Node = ("13", True, [(1, ("31", True, []))])
    root: Node = ("12", True, [(1, ("23", True, [(1, ("32", True, []))])), (2, ("21", True, [])), (3, leaf)])
    fields: dict[str, Any] = {"labels": ("00", "01", "02", "10", "20"), "winning": 4, "losing": ()}
    tree = Tree.from_nodes(root, game="bulls-2x3", **fields)
    for form in ("program", "library"):
        with pytest.raises(BadInput, match="does not verify"):
            render("cpp", tree, form, wording())


# Texts of games that are read from files may be anything printable, and reach these:


@pytest.mark.parametrize("name", ["<b>&'\"<script>.txt", "$(reboot);`x`|%s.txt", "{0} #_^~$.txt", '--">.txt'])
def test_names_of_files_stay_text(name: str) -> None:
    labels = mark_labels(1)
    root: Node = ("a", True, [(0, ("b", True, []))])
    command = shlex.join(["treegen", "build", f"words:{name}", "--strategy", "entropy", "--guesses", "all"])
    fields: dict[str, Any] = {"files": (name, "0" * 64), "made": command, "pool": "all"}
    made = Tree.from_nodes(root, game=f"words:{'0' * 64}", labels=labels, winning=2, losing=(), **fields)
    tree = open_tree(made.to_bytes())
    assert tree.title == f"Words, {name} (00000000)"
    assert shlex.split(tree.made)[:4] == ["treegen", "build", f"words:{name}", "--strategy"]
    plain = open_tree(Tree.from_nodes(root, game=made.game, labels=labels, winning=2, losing=()).to_bytes())
    assert Texts(notebook.tree_html(tree)).elements == Texts(notebook.tree_html(plain)).elements
    assert tree.title in {"".join(part.itertext()) for part in ET.fromstring(notebook.tree_svg(tree)).iter()}
    graph = network.to_networkx(tree)
    read = nx.read_graphml(io.BytesIO(network.to_graphml(graph)), node_type=int)
    assert (read.graph["files"], read.graph["made"]) == (f"{name} {'0' * 64}", tree.made)
    assert f"label=<<b>{html.escape(tree.title)}</b>;" in dot.to_dot(tree, view.view(tree))
    assert next(csv.DictReader(io.StringIO(show.render([statistics(tree)], "csv"))))["made"] == tree.made
    assert "<script>.txt" not in make_page([("small", tree)])


@given(st.lists(WORDS, min_size=1, max_size=5, unique=True), WORDS)
@settings(max_examples=60)
def test_words_stay_text_in_html_json_text_and_graphs(words: list[str], label: str) -> None:
    # Some words are none to the reader, as what people type for others: those have no file.
    try:
        tree = open_tree(chain(words, (label, "yes")).to_bytes())
    except TreeFormatError:
        return
    check_words(tree, words, label)


def test_a_text_has_a_line_for_each_secret_or_is_none() -> None:
    for word in ("a\nb", "a\rb", "a b", "a,b", "a:b", "\x1b[2J", "\u2028"):
        with pytest.raises(BadInput, match="a guess or feedback"):
            to_text(chain(["x", word]))


def cells(line: str) -> list[str]:
    """The cells of a line of a table in Markdown, as GitHub reads them."""
    found = re.findall(r"(?:\\[!-/:-@\[-`{-~]|[^|])+", line[2:-2])
    return [re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", cell).strip() for cell in found]


@given(st.lists(WORDS, min_size=1, max_size=4), TEXTS)
def test_words_stay_in_their_cells(words: list[str], text: str) -> None:
    rows = [{"guess": word, "left": 1} for word in words]
    lines = show.render(rows, "md").split("\n")[2:-1]
    assert [cells(line) for line in lines] == [[word, "1"] for word in words]
    assert not re.search(r"(?<!\\)(?:\\\\)*[<&\[`]", "".join(lines))
    shown = [row[0] for row in csv.reader(io.StringIO(show.render(rows, "csv")))]
    assert not [cell for cell in shown if cell[0] in "=+-@" and not is_number(cell)]
    assert [re.sub(r"^'(?=[\s']*[-=+@＝＋－＠])", "", cell) for cell in shown] == ["guess", *words]
    assert show.render([{"a": text, "b": text}], "md").count("\n") == 3
    assert json.loads(show.render(rows, "json")) == rows
    assert show.printable(text).isprintable()


def is_number(text: str) -> bool:
    return re.fullmatch(r"[-+]?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?", text) is not None


@pytest.mark.needs_dot
@pytest.mark.parametrize("seed", range(2))
def test_graphviz_takes_words_as_text(seed: int) -> None:
    words = sorted(
        {
            text
            for text in hostile.texts(seed, 500)
            if text.isprintable() and not set(text) & set(" ,:#") and text.strip()
        }
    )[:60]
    names = [row[0] for row in EXPECTED if row[1] == "accepted"]
    for tree in (chain(words, ("&quot;\\N<b>", "yes")), *(open_tree((ATTACKS / name).read_bytes()) for name in names)):
        source = dot.to_dot(tree, view.view(tree, secret=max(tree.found())))
        picture = ET.fromstring(dot.draw(source, "svg"))
        assert {element.tag.rpartition("}")[2] for element in picture.iter()} <= {
            "svg", "g", "title", "polygon", "polyline", "path", "text", "a",
        }  # fmt: skip
        texts = ["".join(element.itertext()).strip() for element in picture.iter() if element.tag.endswith("}text")]
        assert {*tree.guesses, *(tree.labels[label] for label in tree.feedback[1:])} <= set(texts)


def test_plots_take_names_and_words_as_text(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name in ("$x$", r"$\frac$", "$", r"\$x$", "<b>&amp;", "a\x01b"):
        figures = [plots.histograms([(name, (1, 2))])]
        figures += [plots.candidates_left([(name, chain(["a", "b"]))])] * (name in ("$x$", "a\x01b"))
        for figure in figures:
            picture = ET.fromstring(plots.to_bytes(figure, "svg"))
            assert name.replace("\x01", "?") in ["".join(element.itertext()) for element in picture.iter()]
    (tmp_path / "words.txt").write_text("$\\f$\n$xy$\n$zy$\n$xz$\n$ab$\n")
    figure = plots.information(tg.game(f"words:{tmp_path}/words.txt"), "$ab$")
    ET.fromstring(plots.to_bytes(figure, "svg"))


@pytest.mark.parametrize("name", [row[0] for row in EXPECTED if row[1] == "accepted"])
def test_a_page_holds_hostile_words_as_data(name: str) -> None:
    tree = open_tree((ATTACKS / name).read_bytes())
    called = "</script><!--&amp;\u2028"
    page, plain = make_page([(called, tree)]), make_page([("plain", chain(["a"]))])
    read, other = Texts(page), Texts(plain)
    rows = (("tr", ()), ("td", ()), ("th", ()))  # of the first guesses, as many as the tree has
    assert [one for one in read.elements if one not in rows] == [one for one in other.elements if one not in rows]
    held = [json.loads(text) for text in read.texts if text.startswith('{"name"')]
    assert [item["name"] for item in held] == [called]
    assert not any(set("<>&") & set(text) for text in read.texts if text.startswith('{"name"'))


def test_messages_and_commands_are_one_printable_line(
    call_treegen: Callable[..., CompletedProcess[str]],
    call_player: Callable[..., CompletedProcess[str]],
    tmp_path: Path,
) -> None:
    hostile = tmp_path / "\x1b]0;PWNED\x07\u202e\n.tree"
    hostile.write_bytes((ATTACKS / "made-runs-a-second-command.tree").read_bytes())
    for run, words in ((call_treegen, ("verify",)), (call_treegen, ("stats",)), (call_player, ("judge",))):
        done = run(*words, hostile)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1
        assert done.stderr.rstrip("\n").isprintable()
        assert "PWNED" in done.stderr
    hostile.write_bytes(small_tree().to_bytes())
    done = call_treegen("verify", hostile)
    assert (done.returncode, done.stdout.rstrip("\n").isprintable()) == (0, True)
    done = call_treegen("export", ATTACKS / "words-are-shell.tree", "--to", "c", "--limit", "2")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
