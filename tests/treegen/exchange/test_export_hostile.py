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
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import graphviz
import msgpack
import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small import refusal, small_tree

import treegen as tg
from player import Tree, TreeFormatError, open_tree
from player.cli import show, terminal
from player.errors import BadInput
from player.judge.dialects import DIALECTS
from player.judge.wording import Wording
from player.judge.wrong_tree import changed
from player.rules.feedback import mark_labels
from player.rules.names import parse
from player.web import make_page
from treegen.exchange.export import codec
from treegen.exchange.export.languages import LANGUAGES, comment, declarations, literal, render
from treegen.exchange.importing import to_json, to_text
from treegen.insight.rows import rows_html
from treegen.render import dot, network, notebook, plots, view

if TYPE_CHECKING:
    from player.tree import NestedNode
    from tests.treegen.conftest import Call

ATTACKS = Path(__file__).parents[2] / "attacks" / "exports"
EXPECTED = [line.split(None, 2) for line in (ATTACKS / "expected.txt").read_text(encoding="utf-8").splitlines()]
TAKEN = [row[0] for row in EXPECTED if row[1] == "accepted"]

# Pieces of what ends a comment, a literal, a line or a cell somewhere, or is an order to a tool that reads the file.
PIECES = [
    "*/", "/*", "//", "#", "\\", "\\\\", "??/", "???/", "??'", "?", r"\u002a\u002f", r"\u000a", r"\u00zz", r"\N{TAB}",
    "\n", "\r", "\r\n", "\x0b", "\x0c", "\x00", "\x1a", "\x1b[2J", "\x7f", "\x85", "\u2028", "\u2029", "\u202e",
    "\u2066", "\u200b", "\ufeff", "\xa0", "é", "\U0001f600", "\ud800", '"', "'", "`", "${1}", "$(reboot)", "{{7*7}}",
    "@{ 7*7 }@", "@% endif %@", "@#", "<script>", "</script>", "<!--", "-->", "]]>", "&amp;", "|", ";", "%s", "%n",
    "coding: utf-7", "coding=utf-7", "+AAo-", "vim: set", "+build ignore", "go:build ignore", "int main() {}", "R\"(",
    "import os", "exit(7)", "x", " ", "treegen build bulls-1x3",
]  # fmt: skip


TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=6).map("".join)
SHOWN = [piece for piece in PIECES if piece.isprintable() and not set(piece) & set(" ,:#")]
WORDS = st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters=",:#"), min_size=1, max_size=6) | (
    st.lists(st.sampled_from(SHOWN), min_size=1, max_size=3).map("".join)
)


def chain(words: list[str], labels: tuple[str, ...] = ("no", "yes")) -> Tree:
    """A tree of a game of its own that asks the words in turn; the second label wins."""
    node: NestedNode = (words[-1], True, [])
    for word in reversed(words[:-1]):
        node = (word, True, [(0, node)])
    return Tree.from_nodes(node, game=f"table:{'0' * 64}", labels=labels, winning=1, losing=())


@pytest.mark.parametrize(("name", "outcome", "words"), EXPECTED, ids=[row[0] for row in EXPECTED])
def test_the_reader_refuses_hostile_files(name: str, outcome: str, words: str) -> None:
    data = (ATTACKS / name).read_bytes()
    if outcome == "accepted":
        assert open_tree(data).tally == words
    else:
        assert words in refusal(data, name)


def sources(tree: Tree) -> dict[str, str]:
    """Every source file that can be made of a tree."""
    row = changed(DIALECTS["plain"], reply="{bulls}")
    row.game = ""
    spoken, forms = Wording(row, parse("bulls-1x3")), ("program", "library", "driver")
    made = {f"{name} {form}": render(name, tree, form, spoken) for name in LANGUAGES for form in forms}
    return {**made, "javascript types": declarations(tree)}


READ = re.compile(r"[\\*/]|\?\?|coding[:=]|\bvim?:|^\+")  # what something reads in a comment


def is_tame(source: str, plain: str) -> bool:
    """Whether a source differs from that of a harmless tree in its head comment alone, where nothing is read."""
    lines, wanted = source.split("\n"), plain.split("\n")
    return len(lines) == len(wanted) and all(
        line == other
        or (re.fullmatch(r"(?:// |# |/\* )[ -~]*", line) and not READ.search(line[3:].removesuffix(" */")))
        for line, other in zip(lines, wanted, strict=True)
    )


@pytest.mark.parametrize("name", [row[0] for row in EXPECTED if row[1] == "refused"])
def test_what_was_refused_is_exported_as_text_or_not_at_all(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same files without the reader: code of each source is that of a harmless tree, its comment is tame."""
    values = msgpack.unpackb((ATTACKS / name).read_bytes())
    names = ("game", "winning", "guess", "feedback", "fanout", "wins", "objective", "bound", "made")
    lists: dict[str, Any] = {name: tuple(values[name]) for name in ("labels", "losing", "prices")}
    tree = Tree(**{name: values[name] for name in names}, **lists)
    monkeypatch.setattr(codec, "verify_bytes", lambda *_, **__: type("Verdict", (), {"faults": ()}))
    try:
        made = sources(tree)
    except (BadInput, KeyError):  # a game, a guess or a label that makes no sense
        assert not name.startswith(("made", "objective"))
        return
    plain = sources(small_tree(labels=tree.labels))
    assert [kind for kind, source in made.items() if not is_tame(source, plain[kind])] == []


@given(TEXTS)
@settings(max_examples=300)
def test_a_comment_is_one_tame_line_and_a_literal_is_read_back(text: str) -> None:
    found = comment(text)
    assert re.fullmatch(r"[ -~]*", found)
    assert not READ.search(found)
    assert comment(found) == found
    if set(text) <= set("abcxyzABCXYZ0189 ,.-_"):
        assert found == text
    read = {"c": lambda found: ast.literal_eval("b" + found.replace("\\?", "?")).decode(), "python": ast.literal_eval}
    for language, value in {**read, "javascript": json.loads}.items():
        if text.isprintable():
            found = literal(text, language)
            assert re.fullmatch(r"[ -~]*", found)
            assert "??" not in found or language != "c"
            assert value(found) == text
        else:
            with pytest.raises(BadInput):
                literal(text, language)


def test_no_source_is_made_of_a_tree_that_lies() -> None:
    """It says that every secret was sent down the tree: secret 32 is marked as found, but led elsewhere."""
    leaf: NestedNode = ("13", True, [(1, ("31", True, []))])
    root: NestedNode = ("12", True, [(1, ("23", True, [(1, ("32", True, []))])), (2, ("21", True, [])), (3, leaf)])
    fields: dict[str, Any] = {"labels": ("00", "01", "02", "10", "20"), "winning": 4, "losing": ()}
    with pytest.raises(BadInput, match="does not verify"):
        render("cpp", Tree.from_nodes(root, game="bulls-2x3", **fields), "library", None)


# Texts of games that are read from files may be anything printable, and reach these:


class Elements(HTMLParser):
    """The texts of a page, one for each element that has one, and the elements with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self.elements: list[tuple[str, ...]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, *(name for name, _ in attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_names_of_files_stay_text() -> None:
    name = "<b>&'\"<script>$(reboot);`x`|%s{0} #_^~$-->.txt"
    command = shlex.join(["treegen", "build", f"words:{name}", "--strategy", "entropy", "--guesses", "all"])
    fields: dict[str, Any] = {"files": (name, "0" * 64), "made": command, "pool": "all", "losing": (), "winning": 2}
    fields |= {"game": f"words:{'0' * 64}", "labels": mark_labels(1)}
    tree = open_tree(Tree.from_nodes(("a", True, [(0, ("b", True, []))]), **fields).to_bytes())
    assert (tree.title, shlex.split(tree.made)[2]) == (f"Words, {name} (00000000)", f"words:{name}")
    assert tree.title in {"".join(part.itertext()) for part in ET.fromstring(notebook.tree_svg(tree)).iter()}
    assert f"label=<<b>{html.escape(tree.title)}</b>;" in dot.to_dot(tree, view.view(tree))
    assert "script" not in {element[0] for element in Elements(notebook.tree_html(tree)).elements}
    assert "<script>$" not in make_page([("small", tree)])


@given(st.lists(WORDS, min_size=1, max_size=5, unique=True), WORDS)
@settings(max_examples=60)
def test_words_stay_text_in_html_json_text_and_graphs(words: list[str], label: str) -> None:
    # Some words are none to the reader, as what people type for others: those have no file.
    try:
        tree = open_tree(chain(words, (label, "yes")).to_bytes())
    except TreeFormatError:
        return
    shown = Elements(notebook.lists_html(tree))
    plain = Elements(notebook.lists_html(chain([*"abcde"[: len(words)]])))
    assert (shown.elements, words[-1] in shown.texts) == (plain.elements, True)
    drawn = list(ET.fromstring(notebook.tree_svg(tree)).iter())
    assert {part.tag.rpartition("}")[2] for part in drawn} <= {"svg", "title", "rect", "circle", "path", "text"}
    assert terminal.printable(words[0]) in ["".join(part.itertext()) for part in drawn]
    page = Elements(rows_html([{"guess": word, "label": label} for word in words]))
    assert page.texts == ["guess", "label", *(text for word in words for text in (word, label))]
    assert json.loads(to_json(tree))["guess"] == words[0]
    assert sorted(line.split(" ")[0] for line in to_text(tree).splitlines()) == sorted(words)
    columns = json.loads(codec.columns(tree))
    assert (columns["guess"], columns["labels"]) == (words, [label, "yes"])
    graph = network.to_networkx(tree)
    read = nx.read_graphml(io.BytesIO(network.to_graphml(graph)), node_type=int)
    assert [read.nodes[node]["guess"] for node in range(len(words))] == words
    assert json.loads(network.to_node_link(graph))["nodes"][0]["guess"] == words[0]


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
    number = re.compile(r"[-+]?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?")
    assert not [cell for cell in shown if cell[0] in "=+-@" and not number.fullmatch(cell)]
    assert [re.sub(r"^'(?=[\s']*[-=+@＝＋－＠])", "", cell) for cell in shown] == ["guess", *words]
    assert show.render([{"a": text, "b": text}], "md").count("\n") == 3
    assert json.loads(show.render(rows, "json")) == rows
    assert terminal.printable(text).isprintable()


@pytest.mark.needs_dot
def test_graphviz_takes_words_as_text() -> None:
    hostile = chain([*SHOWN[:60]], ("&quot;\\N<b>", "yes"))
    for tree in (hostile, *(open_tree((ATTACKS / name).read_bytes()) for name in TAKEN)):
        source = dot.to_dot(tree, view.view(tree, secret=max(tree.found())))
        picture = ET.fromstring(graphviz.Source(source).pipe(format="svg", quiet=True))
        assert {element.tag.rpartition("}")[2] for element in picture.iter()} <= {
            "svg", "g", "title", "polygon", "polyline", "path", "text", "a",
        }  # fmt: skip
        texts = ["".join(element.itertext()).strip() for element in picture.iter() if element.tag.endswith("}text")]
        assert {*tree.guesses, *(tree.labels[label] for label in tree.feedback[1:])} <= set(texts)


def test_plots_take_names_and_words_as_text() -> None:
    pytest.importorskip("matplotlib")
    for name in ("$x$", r"$\frac$", "$", r"\$x$", "<b>&amp;", "a\x01b"):
        picture = ET.fromstring(plots.to_bytes(plots.histograms([(name, (1, 2))]), "svg"))
        assert name.replace("\x01", "?") in ["".join(element.itertext()) for element in picture.iter()]
    figure = plots.information(tg.Game.from_words(["$\\f$", "$xy$", "$zy$", "$xz$", "$ab$"]), "$ab$")
    ET.fromstring(plots.to_bytes(figure, "svg"))


def test_messages_and_commands_are_one_printable_line(call_treegen: Call, call_player: Call, tmp_path: Path) -> None:
    hostile = tmp_path / "\x1b]0;PWNED\x07\u202e\n.tree"
    hostile.write_bytes((ATTACKS / "made-runs-a-second-command.tree").read_bytes())
    for done in (call_treegen("verify", hostile), call_treegen("stats", hostile), call_player("judge", hostile)):
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert done.stderr.rstrip("\n").isprintable()
    hostile.write_bytes(small_tree().to_bytes())
    done = call_treegen("verify", hostile)
    assert (done.returncode, done.stdout.rstrip("\n").isprintable()) == (0, True)
