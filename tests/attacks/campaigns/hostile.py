"""What a stranger may write into a tree: texts that are orders somewhere, and trees that hold them."""

from __future__ import annotations

import io
import json
import random
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import msgpack
import networkx as nx

from player.cli import show
from player.judge.dialects import DIALECTS
from player.judge.wording import Wording
from player.judge.wrong_tree import changed
from player.rules.names import parse
from player.tree import Tree
from treegen.exchange.export import codec
from treegen.exchange.export.languages import LANGUAGES, TARGETS, declarations, render
from treegen.exchange.export.text import to_json, to_text
from treegen.insight.rows import rows_html
from treegen.render import network, notebook

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from player.tree import Node

EXPORTS = Path(__file__).parents[1] / "exports"

# Pieces of what ends a comment, a literal, a line or a cell somewhere, or is an order to a tool that reads the file.
PIECES = [
    "*/", "/*", "//", "#", "\\", "\\\\", "??/", "???/", "??'", "?", r"\u002a\u002f", r"\u000a", r"\u00zz", r"\N{TAB}",
    "\n", "\r", "\r\n", "\x0b", "\x0c", "\x00", "\x1a", "\x1b[2J", "\x7f", "\x85", "\u2028", "\u2029", "\u202e",
    "\u2066", "\u200b", "\ufeff", "\xa0", "é", "\U0001f600", "\ud800", '"', "'", "`", "${1}", "$(reboot)", "{{7*7}}",
    "@{ 7*7 }@", "@% endif %@", "@#", "<script>", "</script>", "<!--", "-->", "]]>", "&amp;", "|", ";", "%s", "%n",
    "coding: utf-7", "coding=utf-7", "+AAo-", "vim: set", "+build ignore", "go:build ignore", "int main() {}", "R\"(",
    "import os", "exit(7)", "x", " ", "treegen build bulls-1x3",
]  # fmt: skip


def texts(seed: int, count: int) -> list[str]:
    """So many texts of these pieces."""
    chosen = random.Random(seed)
    return ["".join(chosen.choices(PIECES, k=chosen.randint(1, 5))) for _ in range(count)]


def in_memory(data: bytes) -> Tree:
    """The tree of a file that the reader may refuse."""
    values = msgpack.unpackb(data)
    names = ("game", "winning", "guess", "feedback", "fanout", "wins", "objective", "bound", "made")
    lists: dict[str, Any] = {name: tuple(values[name]) for name in ("labels", "losing", "prices")}
    return Tree(**{name: values[name] for name in names}, **lists)


def unverified() -> AbstractContextManager[object]:
    """Meanwhile nothing keeps a tree that lies from being exported."""

    class Verdict:
        faults = ()

    return patch.object(codec, "verify_bytes", lambda *_, **__: Verdict)


def wording(game: str = "bulls-1x3", **words: Any) -> Wording:
    """A dialect of one's own for a game."""
    row = changed(DIALECTS["plain"], **{"reply": "{bulls}", **words})
    row.game = ""
    return Wording(row, parse(game))


def chain(words: list[str], labels: tuple[str, ...] = ("no", "yes")) -> Tree:
    """A tree of a game of its own that asks the words in turn; the second label wins."""
    node: Node = (words[-1], True, [])
    for word in reversed(words[:-1]):
        node = (word, True, [(0, node)])
    return Tree.from_nodes(node, game=f"table:{'0' * 64}", labels=labels, winning=1, losing=())


def sources(tree: Tree, spoken: Wording) -> dict[str, str]:
    """Every source file that can be made of a tree, verified or not."""
    forms = [(name, form) for name in LANGUAGES for form in (*TARGETS[name], "driver")]
    with unverified():
        made = {f"{name} {form}": render(name, tree, form, spoken) for name, form in forms}
        return {**made, "javascript types": declarations(tree)}


def is_tame(source: str, plain: str) -> bool:
    """Whether a source differs from that of a harmless tree in its head comment alone, where nothing is read."""
    lines, wanted = source.split("\n"), plain.split("\n")
    return len(lines) == len(wanted) and all(
        line == other
        or (re.fullmatch(r"(?:// |# |/\* )[ -~]*", line) and not _READ.search(line[3:].removesuffix(" */")))
        for line, other in zip(lines, wanted, strict=True)
    )


_READ = re.compile(r"[\\*/]|\?\?|coding[:=]|\bvim?:|^\+")  # what something reads in a comment


class Texts(HTMLParser):
    """The texts of a page, one for each element that has one, and the elements that there are."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self.elements: list[tuple[str, tuple[str, ...]]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def check_words(tree: Tree, words: list[str], label: str) -> None:
    """Check that the words of a chain are text in pages, pictures, JSON, lines and graphs."""
    harmless = chain([f"w{i}" for i, _ in enumerate(words)])
    shown, plain = Texts(notebook.lists_html(tree)), Texts(notebook.lists_html(harmless))
    assert {name for name, _ in Texts(notebook.tree_svg(tree)).elements} <= {
        "svg", "title", "rect", "circle", "path", "text",
    }  # fmt: skip
    drawn = {"".join(element.itertext()) for element in ET.fromstring(notebook.tree_svg(tree)).iter()}
    assert show.printable(words[0]) in drawn
    assert shown.elements == plain.elements
    start = plain.texts.index("w0")
    assert shown.texts[start] == words[0]
    assert shown.texts[start:].count(words[-1]) >= 1
    page = Texts(rows_html([{"guess": word, "label": label} for word in words]))
    assert page.texts == ["guess", "label", *(text for word in words for text in (word, label))]
    root = json.loads(to_json(tree))
    assert root["guess"] == words[0]
    lines = sorted(to_text(tree).splitlines())
    assert sorted(line.split(" ")[0] for line in lines) == sorted(words)
    columns = json.loads(codec.columns(tree))
    assert (columns["guess"], columns["labels"]) == (words, [label, "yes"])
    graph = network.to_networkx(tree)
    read = nx.read_graphml(io.BytesIO(network.to_graphml(graph)), node_type=int)
    assert [read.nodes[node]["guess"] for node in range(len(words))] == words
    assert json.loads(network.to_node_link(graph))["nodes"][0]["guess"] == words[0]
