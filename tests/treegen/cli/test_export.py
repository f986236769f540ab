"""treegen export and treegen dialects, as a stranger runs them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

import player
from player.web import make_page

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import RunCommand
    from tests.treegen.conftest import Call


def test_without_a_tree_it_is_the_judges_and_to_standard_output(call_treegen: Call, tmp_path: Path) -> None:
    shown = call_treegen("export", "--to", "python")
    assert shown.returncode == 0
    path = tmp_path / "mine.py"
    assert call_treegen("export", "bulls-4x10-any.total", "--to", "python", "-o", path).stdout == ""
    assert path.read_text() == shown.stdout
    assert shown.stdout.startswith("# bulls-4x10-any, decision tree 26254:7:88")


def test_a_javascript_library_has_its_types_beside_it(call_treegen: Call, tmp_path: Path) -> None:
    words = ["export", "bulls-3x9.total", "--to", "javascript", "--form", "library"]
    assert call_treegen(*words, "-o", tmp_path / "opponent.mjs").returncode == 0
    assert "export class Opponent" in (tmp_path / "opponent.mjs").read_text()
    types = (tmp_path / "opponent.d.mts").read_text()
    assert "export declare class Opponent" in types
    assert types == (tmp_path / "opponent.d.ts").read_text()


def test_the_harness_reports_what_was_played(call_treegen: Call) -> None:
    for options in (["--form", "library"], []):
        result = call_treegen("export", "bulls-3x9.total", "--to", "python", *options, "--test", "--json")
        (row,) = json.loads(result.stdout)
        assert (result.returncode, result.stderr, row["form"]) == (0, "", "library" if options else "program")
        assert (row["games"], row["won"], row["tally"], row["source_bytes"] < 9000) == (504, 504, "2337:6:55", True)


LIBRARY = ("--form", "library", "--package")
BAD = [
    (["--to", "json", "--form", "library"], "--form library does not exist for --to json; use --to cpp or c or python"),
    (["--to", "json", "--dialect", "plain"], "--dialect applies only to programs and libraries, not to --to json; "),
    (
        ["bulls-4x10-any.total", "--to", "c", "--dialect", "gym-101192d"],
        "allows only distinct digits, but bulls-4x10-any",
    ),
    (["bulls-4x10-any.total", "--to", "c", "--dialect", "spj-int1c"], "counts the cows of repeated digits in another"),
    (
        ["mastermind-4x6", "--to", "c", "--dialect", "codeforces-753"],
        "codeforces-753 plays bulls-4x10-any, but mastermi",
    ),
    (
        ["--to", "c", "--limit", "6"],
        "allows 6 guesses, but the tree needs up to 7; no tree of depth 6 exists (proved)\n",
    ),
    (["mastermind-4x6.total", "--to", "c", "--limit", "5"], "treegen solve mastermind-4x6 --max-depth 5 --time 10m\n"),
    (["--to", "c", "--ask", "x"], "--ask 'x': the line of a guess holds {guess} or {spaced} once"),
    (["--to", "c", "--ask", "? {guess}", "--final", "{guess}"], "must have as many words, to be told apart"),
    (["--to", "c", "--reply", "{x}"], "--reply '{x}': a reply holds at least one of {bulls} {cows}"),
    (["--to", "c", "--reply", "{bulls}"], "which is the same for several answers"),
    (["--to", "c", "--ask", "é {guess}"], "exported source code can contain only printable ASCII"),
    (["--to", "c", "--games", "3"], "--games says how many secrets --test plays"),
    (["bulls-3x9", "bulls-3x9.total", "--to", "html"], "bulls-3x9.total: two trees of one name; rename a file"),
    (
        ["bulls-3x9", "mastermind-4x6", "--to", "json"],
        "takes one TREE, not 2; only --to html and site take",
    ),
    (["--to", "interactor", "marks-8x10"], "takes up to 1000000 and 729"),
    (["--to", "interactor", "bulls-3x6", "--dialect", "codeforces-753"], "plays bulls-4x10-any, not bulls-3x6"),
    (["--to", "java", *LIBRARY, "a;b"], "it takes a name such as com.example.game"),
    (["--to", "java", *LIBRARY, "a", "--test"], "leave --package or --test out"),
    (["--to", "c", "--form", "library", "--prefix", "a.b"], "it takes a name such as first_game"),
]


@pytest.mark.parametrize(("words", "message"), BAD)
def test_bad_words_are_refused_in_one_line(
    words: list[str], message: str, call_treegen: RunCommand, tmp_path: Path
) -> None:
    result = call_treegen("export", *words, cwd=tmp_path)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert message in result.stderr
    assert not list(tmp_path.iterdir())


def test_a_judge_that_is_in_no_table(call_treegen: Call) -> None:
    words = ["--ask", "? {guess}", "--reply", "{bulls} {cows}", "--final", "! {guess}", "--rounds", "first-line"]
    source = call_treegen("export", "bulls-3x9.total", "--to", "python", *words, "--limit", "12")
    assert (source.returncode, source.stderr) == (0, "")
    for text in ('"? "', '"! "', "rounds = next(judge)", "sys.stderr.write"):
        assert text in source.stdout


def test_several_trees_in_one_page(call_treegen: Call, tmp_path: Path) -> None:
    path, names = tmp_path / "page.html", ["bulls-3x9.total", "mastermind-4x6.total"]
    done = call_treegen("export", "bulls-3x9.total", "mastermind-4x6", "--to", "html", "-o", path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    page = path.read_text(encoding="utf-8")
    assert page == make_page((name, player.open_tree(name)) for name in names)
    assert call_treegen("export", *names, "--to", "html").stdout == page
    assert re.findall(r'\{"name": "([^"]*)"', page) == names


def test_a_site_is_a_folder(call_treegen: Call, tmp_path: Path) -> None:
    made = {}
    for tree in ("bulls-3x9.total", "words-5.total"):
        done = call_treegen("export", tree, "--to", "site", tmp_path / tree / "b")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        made[tree] = {path.name: path.read_bytes() for path in (tmp_path / tree / "b").iterdir()}
    one, other = made.values()
    assert {"index.html", "sw.js", "manifest.webmanifest", "tree.txt", "preview.png", "icon-180.png"} < one.keys()
    assert b"{" + b"version}" not in one["sw.js"]
    assert one["preview.png"] != other["preview.png"]
    (tmp_path / "file").write_text("")
    for words, told in (
        (["bulls-3x9.total", "--to", "site"], "a folder, which is named last"),
        (["--to", "site", "-o", str(tmp_path / "file")], "it is to be a folder"),
        (["--to", "json", "--url", "https://example.org"], "--url applies only to --to site"),
    ):
        done = call_treegen("export", *words)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert told in done.stderr
