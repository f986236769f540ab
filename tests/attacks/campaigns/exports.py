"""Hostile texts in trees on every way out of the program, and bad input to programs that were exported.

Of four inputs three are trees: texts that end comments, literals, lines and cells go into every field, with and without
the reader before the exporters.  The fourth is a program, compiled with sanitizers where the language has them, that
reads what no judge would write.
"""

from __future__ import annotations

import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from contextlib import ExitStack
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import networkx as nx

from campaigns import Report
from player import Tree, open_tree
from player.cli import show
from player.errors import GuesstreeError
from player.judge.custom import changed
from player.judge.dialects import DIALECTS
from player.judge.wording import Wording
from player.rules import names as rules
from treegen.exchange.export import encode
from treegen.exchange.export.targets import LANGUAGES, TARGETS, declarations, render
from treegen.exchange.export.text import to_json, to_text
from treegen.insight.rows import rows_html
from treegen.render import dot, network, notebook, view

if TYPE_CHECKING:
    from player.tree import Node

__all__ = ["attack"]

_PIECES = (
    "*/", "/*", "//", "#", "\\", "??/", "???/", r"\u002a\u002f", r"\u000a", r"\u00zz", "\n", "\r", "\x00", "\x1a",
    "\x1b[2J", "\x85", "\u2028", "\u202e", "\u200b", "é", "\U0001f600", '"', "'", "`", "$(reboot)", "@{ 7*7 }@",
    "@% endif %@", "<script>", "</script>", "<!--", "]]>", "&amp;", "|", ";", "%s", "coding=utf-7", "coding: x",
    "vim: x", "+build x", "int main() {}", "import os", "x", " ", "treegen build bulls-1x3",
    "treegen build bulls-2x3 --first 12",
)  # fmt: skip
_WORDS = tuple(piece for piece in _PIECES if piece.isprintable() and not set(piece) & set(" ,:#"))
_HEAD = re.compile(r"(?:// |# |/\* )[ -~]*")
_SANITIZED = ("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
_INPUTS = 8  # that a program reads
_SECONDS, _MEMORY = 60.0, 1 << 30  # of a program, where its compiler's own checks count as well
_ELEMENTS = {"b", "details", "div", "li", "p", "summary", "table", "tbody", "td", "th", "thead", "tr", "ul"}
_ELEMENTS |= {"svg", "title", "rect", "circle", "path", "text"}  # of the picture
# What a program may say of bad input: nothing, or one line of printable ASCII.
_COMPLAINT = re.compile(rb"((cannot read [ -~]{3,250}?|the input ended): expected [ -~]{5,100}\r?\n)?")
_TOKENS = (b"0", b"1", b"2", b"3", b"00", b"-1", b"0\0", b"\0", b"9" * 40, b"x" * 5000, b"\xff", b"0x1", b"1e9", b"nan")


def attack(budget: int, seed: int, folder: Path) -> Report:
    """Try `budget` trees and programs."""
    report, chosen = Report(), random.Random(seed)
    languages = [name for name in LANGUAGES if all(map(shutil.which, LANGUAGES[name].needs))]
    forms = [(name, form) for name in languages for form in TARGETS[name].forms]
    chosen.shuffle(forms)
    for number in range(budget):
        what = f"input {number} of seed {seed}"
        # Each has its own generator: what is tried does not depend on what is installed.
        own = random.Random(f"{seed} {number}")
        try:
            if number % 4 == 3:
                language, form = forms[number // 4 % len(forms)]
                _try_program(report, own, language, form, folder, what)
            elif number % 4 == 2:
                _try_words(report, own, what)
            else:
                _try_fields(report, own, what)
        except Exception as error:  # noqa: BLE001  whatever is not expected is a fault
            report.fail(f"{what}: {type(error).__name__}: {str(error)[:300]!r}")
    return report


def _text(own: random.Random, pieces: tuple[str, ...] = _PIECES) -> str:
    return "".join(own.choices(pieces, k=own.randint(1, 5)))


def _small_tree(**fields: Any) -> Tree:
    game = rules.parse("bulls-1x3")
    known: dict[str, Any] = {
        "game": game.name,
        "labels": game.labels,
        "winning": game.winning,
        "losing": game.losing,
    }
    return Tree.from_nodes(("1", True, [(0, ("2", True, [(0, ("3", True, []))]))]), **{**known, **fields})


def _try_fields(report: Report, own: random.Random, what: str) -> None:
    """A tree with hostile texts: refused by the reader, and without the reader text in every source."""
    keys = own.choice([["strategy"], ["objective"], ["strategy", "objective"], ["game"]])
    fields: dict[str, Any] = {"method": "import"} | {key: _text(own) for key in keys}
    if own.random() < 0.1:
        fields["labels"] = ("00", _text(own))
    if "objective" in fields:
        fields |= {"proved": True, "bound": 6}
    tree = _small_tree(**fields)
    try:
        open_tree(tree.to_bytes())
    except GuesstreeError as error:
        if not str(error).isprintable():
            report.fail(f"{what}: {fields}: the message holds unprintable characters")
        report.add("refused")
    else:
        report.add("read")
    try:
        made, plain = (
            _sources(tree),
            _sources(
                _small_tree(
                    labels=tree.labels, objective="total" * ("objective" in fields), proved="objective" in fields
                )
            ),
        )
    except GuesstreeError:
        report.add("not exported")
        return
    for kind, source in made.items():
        if not _is_tame(source, plain[kind]):
            report.fail(f"{what}: {fields}: it is not text alone in {kind}")
    report.add("exported as text")


def _sources(tree: Tree) -> dict[str, str]:
    """Every source of a tree, as if it had been verified."""

    class Verdict:
        faults = ()

    with patch.object(encode, "verify_bytes", lambda *_: Verdict):
        made = {
            f"{name} {form}": render(name, tree, form, _wording("bulls-1x3", {"reply": "{bulls}"}))
            for name in LANGUAGES
            for form in TARGETS[name].forms
        }
        return {**made, "javascript types": declarations(tree)}


def _is_tame(source: str, plain: str) -> bool:
    lines, wanted = source.split("\n"), plain.split("\n")
    return len(lines) == len(wanted) and all(
        line == other
        or (_HEAD.fullmatch(line) and not re.search(r"[\\*/]|\?\?|coding[:=]", line[3:].removesuffix(" */")))
        for line, other in zip(lines, wanted, strict=True)
    )


def _try_words(report: Report, own: random.Random, what: str) -> None:
    """A game of its own with hostile guesses and labels, in pictures, graphs, pages and tables."""
    words = sorted({_text(own, _WORDS) for _ in range(6)})
    labels = (_text(own, _WORDS), "yes")
    node: Node = (words[0], True, [])
    for word in words[1:]:
        node = (word, True, [(0, node)])
    tree = Tree.from_nodes(node, game=f"table:{'0' * 64}", labels=labels, winning=1, losing=())
    try:
        tree = open_tree(tree.to_bytes())
    except GuesstreeError:
        report.add("refused")  # a label that reads as another one
        return
    graph = network.to_networkx(tree)
    read = nx.read_graphml(io.BytesIO(network.to_graphml(graph)), node_type=int)
    kept = [read.nodes[node]["guess"] for node in range(len(words))]
    if kept != tree.guesses or json.loads(to_json(tree))["guess"] != tree.guesses[0]:
        report.fail(f"{what}: {words}: not the same in GraphML or JSON")
    if len(to_text(tree).splitlines()) != len(words):
        report.fail(f"{what}: {words}: a line of text is none")
    page = notebook.tree_html(tree) + rows_html(list(tree.rows()))
    if set(re.findall(r"<(\w+)", page)) - _ELEMENTS:
        report.fail(f"{what}: {words}: markup in HTML")
    if any(
        line.count("|") - line.count("\\|") != 3
        for line in show.render([{"a": w, "b": 1} for w in words], "md").splitlines()
    ):
        report.fail(f"{what}: {words}: a cell of Markdown is none")
    if shutil.which("dot"):
        picture = dot.draw(dot.to_dot(tree, view.view(tree, at="", levels=None, secret=None)), "svg")
        texts = [
            "".join(item.itertext()).strip() for item in ET.fromstring(picture).iter() if item.tag.endswith("}text")
        ]
        if not set(words) <= set(texts):
            report.fail(f"{what}: {words}: not the same in SVG")
    report.add("drawn as text")


def _wording(game: str, words: dict[str, Any]) -> Wording:
    dialect = changed(DIALECTS["plain"], **words)
    dialect.game = ""
    return Wording(dialect, rules.parse(game))


def _try_program(report: Report, own: random.Random, language: str, form: str, folder: Path, what: str) -> None:
    """A program of a shipped tree, fed with what no judge writes."""
    words: dict[str, Any] = {"reply": "{bulls} {cows}", "rounds": own.randint(0, 2)}
    if own.random() < 0.5:
        words |= {"ask": "? {spaced}", "final": "! {spaced}"}
    wording, tree = _wording("bulls-3x9", words), open_tree("bulls-3x9.total")
    row = LANGUAGES[language]
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder)))
        file = place / row.program
        if form == "library":
            (place / row.library).parent.mkdir(exist_ok=True)
            (place / row.library).write_text(render(language, tree, form, wording))
            file = place / row.driver
        file.write_text(render(language, tree, "driver" if form == "library" else form, wording))
        if language == "go":
            (place / "go.mod").write_text("module driver\n\ngo 1.18\n")
        names = {"file": file, "folder": place, "python": sys.executable}
        command = [part.format(**names) for part in row.compile]
        if language in ("c", "cpp"):
            command = [command[0], *_SANITIZED, *(part for part in command[1:] if part != "-O2")]
        if command:
            done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=place)
            if done.returncode:
                report.fail(f"{what}: {language} {form} does not compile: {done.stderr[:200]!r}")
                return
        for at in range(_INPUTS):
            told = _bad_input(own)
            fault = _feed([part.format(**names) for part in row.run], told, place)
            if fault:
                report.fail(f"{what}: {language} {form} at input {at} ({told[:60]!r}, {len(told)} bytes): {fault}")
            else:
                report.add("ended by itself")


def _bad_input(own: random.Random) -> bytes:
    kind = own.randrange(5)
    start = own.choice([b"", b"", b"1\n", b"9223372036854775807\n", b"-1\n", b"Infinity\n", b"nan\n"])
    if kind == 0:
        return start + own.randbytes(own.randint(0, 5000))
    if kind == 1:
        return start + own.choice([b"x", b"0", b"\0", b" ", b"\n", b"0 1 "]) * own.choice([1, 100, 10_000, 3_000_000])
    if kind == 2:  # like a judge's replies, and cut anywhere
        told = b"".join(b"%d %d\n" % (own.randint(0, 3), own.randint(0, 3)) for _ in range(own.randint(1, 30)))
        return start + told[: own.randint(0, len(told))]
    told = own.choice([b" ", b"\n", b"\r\n", b"\t", b"\0"]).join(own.choices(_TOKENS, k=own.randint(1, 200)))
    return start + told if kind == 3 else start + b"0 0\n" * own.randint(0, 3) + told


def _feed(command: list[str], told: bytes, folder: Path) -> str:
    """What is wrong with how the program takes the input; "" where nothing is."""
    (folder / "input").write_bytes(told)
    with open(folder / "input", "rb") as source, tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, stdin=source, stdout=said, stderr=errors, cwd=folder)
        timer = Timer(_SECONDS, process.kill)
        timer.start()
        _, status, used = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        complaint = errors.read(300)
        if process.returncode or not _COMPLAINT.fullmatch(complaint):
            return f"exit code {process.returncode}, {complaint!r}"
        if used.ru_maxrss << 10 > _MEMORY:
            return f"{used.ru_maxrss >> 10} MiB"
        if os.fstat(said.fileno()).st_size > 1 << 20:
            return "more than 1 MiB of output"
    return ""
