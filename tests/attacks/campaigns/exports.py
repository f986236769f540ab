"""Hostile texts in trees on every way out of the program, and bad input to programs that were exported.

Of four inputs three are trees: texts that end comments, literals, lines and cells go into every field, with and without
the reader before the exporters.  The fourth is a program, compiled with sanitizers where the language has them, that
reads what no judge would write.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from campaigns import Report
from campaigns.hostile import PIECES, chain, check_words, is_tame, sources, wording
from player import Tree, open_tree
from player.cli import show
from player.errors import GuesstreeError
from player.rules import names as rules
from treegen.exchange.export.harness import built
from treegen.exchange.export.targets import LANGUAGES, TARGETS
from treegen.render import dot, view

if TYPE_CHECKING:
    from collections.abc import Sequence

_WORDS = tuple(piece for piece in PIECES if piece.isprintable() and not set(piece) & set(" ,:#"))
_ENCODABLE = [piece for piece in PIECES if piece != "\ud800"]  # the other has no file
_SANITIZED = ("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
_INPUTS = 8  # that a program reads
_SECONDS, _MEMORY = 60.0, 1 << 30  # of a program, where its compiler's own checks count as well
# What a program may say of bad input: nothing, or one line of printable ASCII.
_COMPLAINT = re.compile(rb"((cannot read [ -~]{3,250}?|the input ended): expected [ -~]{5,100}\r?\n)?")
_TOKENS = (b"0", b"1", b"2", b"3", b"00", b"-1", b"0\0", b"\0", b"9" * 40, b"x" * 5000, b"\xff", b"0x1", b"1e9", b"nan")


def attack(budget: int, seed: int, folder: Path) -> Report:
    """Try `budget` trees and programs."""
    report, chosen = Report(), random.Random(seed)
    languages = [name for name in LANGUAGES if all(map(shutil.which, LANGUAGES[name].needs))]
    forms = [(name, form) for name in languages for form in TARGETS[name]]
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


def _text(own: random.Random, pieces: Sequence[str] = _ENCODABLE) -> str:
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
        made = sources(tree, wording())
        is_proved = "objective" in fields
        plain = sources(_small_tree(labels=tree.labels, objective="total" * is_proved, proved=is_proved), wording())
    except GuesstreeError:
        report.add("not exported")
        return
    for kind, source in made.items():
        if not is_tame(source, plain[kind]):
            report.fail(f"{what}: {fields}: it is not text alone in {kind}")
    report.add("exported as text")


def _try_words(report: Report, own: random.Random, what: str) -> None:
    """A game of its own with hostile guesses and labels, in pictures, graphs, pages and tables."""
    words = sorted({_text(own, _WORDS) for _ in range(6)})
    labels = (_text(own, _WORDS), "yes")
    tree = chain(words, labels)
    try:
        tree = open_tree(tree.to_bytes())
    except GuesstreeError:
        report.add("refused")  # a label that reads as another one
        return
    check_words(tree, words, labels[0])
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


def _try_program(report: Report, own: random.Random, language: str, form: str, folder: Path, what: str) -> None:
    """A program of a shipped tree, fed with what no judge writes."""
    words: dict[str, Any] = {"reply": "{bulls} {cows}", "rounds": own.randint(0, 2)}
    if own.random() < 0.5:
        words |= {"ask": "? {spaced}", "final": "! {spaced}"}
    row = LANGUAGES[language]
    if language in ("c", "cpp"):
        options = (part for part in row.compile[1:] if part != "-O2")
        row = replace(row, compile=(row.compile[0], *_SANITIZED, *options))
    spoken, tree = wording("bulls-3x9", **words), open_tree("bulls-3x9.total")
    with patch.dict(LANGUAGES, {language: row}), built(language, tree, form, spoken) as command:
        for at in range(_INPUTS):
            told = _bad_input(own)
            fault = _feed(command, told, folder)
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
