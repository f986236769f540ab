"""Folders of interactive problems: both solutions play against the judge, and each file is where its site reads it."""

from __future__ import annotations

import subprocess
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest

import treegen as tg
from player.errors import BadInput
from player.judge.choose import choose
from player.judge.dialects import DIALECTS
from player.judge.wording import Wording
from player.judge.wrong_tree import changed
from player.tree import Tree
from treegen.exchange.export.harness import compiled
from treegen.exchange.export.package import check_package, render_package, write_package
from treegen.insight.verify import GameRules

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import RunCommand

pytestmark = getattr(pytest.mark, "needs_g++")


def own_game() -> tg.Game:
    """A game that only its table has, with guesses of different lengths and labels that do not sort as they win."""
    words = ["a", "bb", "c0", "dddd", "e", "f"]
    return tg.Game.from_function(
        lambda guess, secret: "found" if guess == secret else "zz"[: len(secret) % 2 + 1] if guess < secret else "y",
        ["aside", *words], words, winning="found",
    )  # fmt: skip


def test_a_game_of_its_own_table_is_judged(tmp_path: Path) -> None:
    game = own_game()
    wording = Wording(changed(DIALECTS["plain"], ask="? {guess}", limit=6), GameRules(game))
    files = render_package("domjudge", wording, tg.build(game))
    row = check_package("domjudge", files)
    assert (row["right_won"], row["wrong_won"]) == (row["tests"], 0)
    broken = {name: text.replace("table[row][column]", "table[row * 0][column]") for name, text in files.items()}
    assert check_package("domjudge", broken)["right_won"] < row["tests"]


@pytest.mark.parametrize(("kind", "judge"), [("polygon", "files/interactor.cpp"), ("domjudge", "output_validators/")])
def test_a_problem_is_written_and_played(kind: str, judge: str, call_treegen: RunCommand, tmp_path: Path) -> None:
    words = ["--to", "interactor", "--package", kind, "--ask", "{spaced:1=one|2=two}", "--limit", "3", "-o", "p"]
    done = call_treegen("export", "bulls-2x3", *words, "--test", "--csv", cwd=tmp_path)
    assert (done.returncode, done.stdout.splitlines()[1:]) == (0, [f"{kind},7,7,0"])
    files = [str(path.relative_to(tmp_path / "p")) for path in (tmp_path / "p").rglob("*") if path.is_file()]
    assert sum(name.startswith(judge) for name in files) == 1
    if kind == "polygon":
        root = ET.parse(tmp_path / "p" / "problem.xml").getroot()
        named = {source.attrib["path"] for tag in ("source", "statement") for source in root.iter(tag)}
        tests = {f"tests/{number:02d}{end}" for number in range(1, 8) for end in ("", ".a")}
        assert named | tests | {"problem.xml"} == set(files)
    again = call_treegen("export", "bulls-2x3", *words, cwd=tmp_path)
    assert (again.returncode, again.stderr) == (2, "p: it is there already; name a new folder with -o\n")


def test_what_is_no_problem_is_refused(call_treegen: RunCommand, tmp_path: Path) -> None:
    for more, problem in (
        (["--package", "kattis", "-o", "p"], "--package polygon or domjudge with -o DIR"),
        (["--package", "polygon"], "with -o DIR"), (["--package", "polygon", "-o", "p"], "a problem needs a --limit"),
    ):  # fmt: skip
        done = call_treegen("export", "bulls-2x3", "--to", "interactor", "--ask", "{guess}", *more, cwd=tmp_path)
        assert (done.returncode, done.stderr.count("\n"), problem in done.stderr) == (2, 1, True), done.stderr
    wording, tree = choose(Tree, None, "bulls-3x9.total")
    with pytest.raises(BadInput, match="it is there already"):
        write_package(render_package("polygon", Wording(changed(wording.dialect, limit=9), wording.rules), tree), ".")


# What the real testlib.h does: a checker that accepts fails if the output, the log of the interactor, is not read.
TESTLIB = r"""
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
enum TResult { _ok, _wa, _pe, _fail };
struct Stream {
    std::ifstream file;
    bool seekEof() { file >> std::ws; return file.peek() == EOF; }
    std::string readToken() { std::string word; file >> word; return word; }
} inf, ouf, ans;
inline void registerTestlibCmd(int, char* argv[]) { ouf.file.open(argv[2]); }
inline void quitf(TResult verdict, const char*) { std::exit(verdict == _ok && !ouf.seekEof() ? _pe : verdict); }
"""


def test_the_checker_of_polygon_reads_the_log_of_the_interactor(tmp_path: Path) -> None:
    wording, tree = choose(Tree, None, "bulls-3x9.total")
    files = render_package("polygon", Wording(changed(wording.dialect, limit=9), wording.rules), tree)
    (tmp_path / "log").write_text("round 1: 123\nfound 123 after 1 guess\n1 round won\n")
    with compiled("cpp", {"testlib.h": TESTLIB, "check.cpp": files["files/check.cpp"]}) as command:
        done = subprocess.run([*command, "test", tmp_path / "log", "answer"], check=False)
    assert done.returncode == 0
