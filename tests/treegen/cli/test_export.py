"""treegen export and treegen dialects, as a stranger runs them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

import player
from player.judge.dialects import DIALECTS
from player.web import make_page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import RunCommand
    from tests.treegen.conftest import Call


def test_dialects_lists_every_row(call_treegen: Call) -> None:
    result = call_treegen("dialects", "--json")
    rows = json.loads(result.stdout)
    assert [row["dialect"] for row in rows] == list(DIALECTS)
    judge = rows[0]
    assert (judge["game"], judge["tree"], judge["limit"]) == ("bulls-4x10-any", "bulls-4x10-any.total", 7)
    assert call_treegen("dialects").stdout.startswith("dialect ")


def test_without_a_tree_it_is_the_judges_and_to_standard_output(call_treegen: Call, tmp_path: Path) -> None:
    shown = call_treegen("export", "--to", "python")
    assert shown.returncode == 0
    path = tmp_path / "mine.py"
    assert call_treegen("export", "bulls-4x10-any.total", "--to", "python", "-o", path).stdout == ""
    assert path.read_text() == shown.stdout
    assert shown.stdout.startswith("# bulls-4x10-any, decision tree 26254:7:88")


def test_columns_are_the_files_own(call_treegen: Call) -> None:
    fields = json.loads(call_treegen("export", "bulls-3x9.total", "--to", "json", "--form", "columns").stdout)
    tree = player.open_tree("bulls-3x9.total")
    assert (fields["guess"], fields["feedback"]) == (list(tree.guesses), list(tree.feedback))
    assert (fields["fanout"], sum(fields["wins"]), fields["tally"]) == (list(tree.fanout), 504, "2337:6:55")


def test_a_javascript_library_has_its_types_beside_it(call_treegen: Call, tmp_path: Path) -> None:
    words = ["export", "bulls-3x9.total", "--to", "javascript", "--form", "library"]
    assert call_treegen(*words, "-o", tmp_path / "opponent.mjs").returncode == 0
    assert "export class Opponent" in (tmp_path / "opponent.mjs").read_text()
    types = (tmp_path / "opponent.d.mts").read_text()
    assert "export declare class Opponent" in types
    assert types == (tmp_path / "opponent.d.ts").read_text()


def test_the_harness_reports_what_was_played(call_treegen: Call) -> None:
    result = call_treegen("export", "bulls-3x9.total", "--to", "python", "--form", "library", "--test", "--json")
    assert (result.returncode, result.stderr) == (0, "")
    (row,) = json.loads(result.stdout)
    assert (row["to"], row["form"], row["games"], row["won"], row["tally"]) == (
        "python", "library", 504, 504, "2337:6:55",
    )  # fmt: skip
    assert row["source_bytes"] < 9000
    assert row["start_ms"] > 0
    assert row["move_us"] > 0


def test_the_harness_plays_the_program_as_it_is_submitted(call_treegen: Call) -> None:
    result = call_treegen("export", "bulls-3x9.total", "--to", "python", "--test", "--json")
    (row,) = json.loads(result.stdout)
    assert (result.returncode, row["won"], row["tally"]) == (0, 504, "2337:6:55")


LIBRARY = ("--form", "library", "--package")
BAD = [
    (["--to", "c", "--form", "packed"], "the form packed is gone; use --form program"),
    (["--to", "json", "--form", "library"], "--form library does not exist for --to json; use --to cpp or c or python"),
    (
        ["--to", "json", "--dialect", "plain"],
        "--dialect applies only to programs and libraries, not to --to json; leave it out",
    ),
    (["--to", "text", "--test"], "--test plays programs and libraries, not --to text"),
    (["--to", "c", "--dialect", "codeforces"], "'codeforces': no such dialect; did you mean codeforces-753?"),
    (
        ["bulls-4x10-any.total", "--to", "c", "--dialect", "gym-101192d"],
        "gym-101192d allows only distinct digits, but bulls-4x10-any.total asks",
    ),
    (
        ["bulls-4x10-any.total", "--to", "c", "--dialect", "spj-int1c"],
        "spj-int1c counts the cows of repeated digits in another way, but bulls-4x10-any.total asks",
    ),
    (
        ["mastermind-4x6", "--to", "c", "--dialect", "codeforces-753"],
        "codeforces-753 plays bulls-4x10-any, but mastermind-4x6.total is a tree of mastermind-4x6; use bulls-4x10-any",
    ),
    (
        ["--to", "c", "--limit", "6"],
        "--limit allows 6 guesses, but the tree needs up to 7; no tree of depth 6 exists (proved)\n",
    ),
    (
        ["bulls-4x10.total", "--to", "c", "--limit", "5", "--ask", "? {guess}", "--final", "! {guess}"],
        "--limit allows 5 guesses, but the tree needs up to 6; no tree of depth 6 exists (proved)\n",
    ),
    (
        ["mastermind-4x6.total", "--to", "c", "--limit", "5"],
        "up to 6; this looks for one that keeps to it: treegen solve mastermind-4x6 --max-depth 5 --time 10m\n",
    ),
    (["bulls-1x10", "--to", "c", "--limit", "9"], "no tree of depth 9 exists (proved)\n"),
    (["--to", "c", "--ask", "x"], "--ask 'x': the line of a guess holds {guess} or {spaced} once"),
    (["--to", "c", "--final", "! {guess} {guess}"], "--final '! {guess} {guess}': the line of a guess holds"),
    (["--to", "c", "--ask", "? {guess}", "--final", "{guess}"], "must have as many words, to be told apart"),
    (["--to", "c", "--reply", "{x}"], "--reply '{x}': a reply holds at least one of {bulls} {cows}"),
    (["--to", "c", "--reply", "OK"], "; --win words the winning reply in another way\n"),
    (["--to", "c", "--reply", "{marks}"], "tells only {bulls} {cows} {matches} {feedback}"),
    (["--to", "c", "--reply", "{bulls} {cows"], "tells only {bulls} {cows} {matches} {feedback}"),
    (["--to", "c", "--reply", "{bulls}"], "which is the same for several answers"),
    (["--to", "c", "--rounds", "0"], "it takes a whole number from 1 on, or first-line"),
    (["--to", "c", "--ask", "é {guess}"], "exported source code can contain only printable ASCII"),
    (["--to", "c", "nowhere.tree"], "no such file"),
    (["--to", "c", "--games", "3"], "--games says how many secrets --test plays; add --test"),
    (["--to", "c", "--test", "--seed", "3"], "--seed draws the secrets of --games; add --games N"),
    (["bulls-3x9", "bulls-3x9.total", "--to", "html"], "bulls-3x9.total: two trees of one name; rename a file"),
    (
        ["bulls-3x9", "mastermind-4x6", "--to", "json"],
        "takes one TREE, not 2; only --to html and site take",
    ),
    (["--to", "cpp", "--form", "validator"], "use --to interactor"),
    (["--to", "interactor", "bulls-3x6", "--ask", "é {guess}"], "only printable ASCII"),
    (["--to", "interactor", "marks-8x10"], "takes up to 1000000 and 729"),
    (["--to", "interactor", "bulls-9x9"], "1 to 6 positions"),
    (["--to", "interactor", "bulls-3x6", "--dialect", "codeforces-753"], "plays bulls-4x10-any, not bulls-3x6"),
    (["--to", "interactor", "--dialect", "plain"], "name a GAME"),
    (["--to", "interactor", "bulls-3x6", "--package", "a"], "--package applies only to programs"),
    (["--to", "interactor", "bulls-3x6", "--form", "library"], "use --form testlib or validator"),
    (["--to", "interactor", "a", "b"], "takes one TREE"),
    (["--to", "java", *LIBRARY, "a;b"], "it takes a name such as com.example.game"),
    (["--to", "java", *LIBRARY, "com.new"], "without reserved words"),
    (["--to", "java", *LIBRARY, "a", "--test"], "leave --package or --test out"),
    (["--to", "java", "--package", "a"], "only to --form library of c and cpp and csharp and go and"),
    (["--to", "python", *LIBRARY, "a"], "only to --form library of c and cpp and"),
    (["--to", "c", "--form", "library", "--prefix", "a.b"], "it takes a name such as first_game"),
    (["--to", "c", *LIBRARY, "_a"], "it takes a name such as first_game"),
    (["--to", "c", *LIBRARY, ""], "it takes a name such as first_game"),
    (["--to", "json", "--package", "a"], "--package applies only to"),
    (["--to", "c", "--form", "tables"], "is gone; use --form library, with --full where a step must take nanoseconds"),
    (["--to", "go", "--full"], "--full applies only to --to c and rust; leave it out"),
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
    quiet = call_treegen("export", "bulls-3x9.total", "--to", "python", *words, "--limit", "12", "--quiet")
    assert "rounds = next(judge)" in quiet.stdout
    assert "stderr" not in quiet.stdout


@pytest.mark.long
def test_a_sample_says_which_secrets_are_played(call_treegen: Call) -> None:
    words = ["export", "bulls-3x9.total", "--to", "python", "--test", "--games", "7", "--json"]
    first, again, other = (call_treegen(*words, *more) for more in ([], ["--seed", "0"], ["--seed", "1"]))
    (row,) = json.loads(first.stdout)
    assert (row["games"], row["won"], row["secrets"], row["seed"]) == (7, 7, 504, 0)
    assert first.stderr.startswith("7 of 504 secrets, drawn with --seed 0: ")
    assert len(first.stderr.partition(": ")[2].split()) == 7
    assert first.stderr == again.stderr != other.stderr
    assert call_treegen(*words, "-q").stderr == ""


def test_a_fixed_number_of_rounds_is_played(call_treegen: Call) -> None:
    words = ["export", "bulls-3x9.total", "--to", "python", "--test", "--games", "20", "--rounds", "3", "--json"]
    (row,) = json.loads(call_treegen(*words).stdout)
    assert (row["games"], row["won"]) == (20, 20)


def test_progress_is_shown_on_a_terminal(
    treegen_words: list[str], told_on_terminal: Callable[[list[str]], bytes]
) -> None:
    shown = told_on_terminal([*treegen_words, "export", "bulls-3x9.total", "--to", "python", "--test"])
    assert b"/504 games, 0 lost" in shown
    assert b"\n" not in shown


def test_several_trees_in_one_page(call_treegen: Call, tmp_path: Path) -> None:
    path, names = tmp_path / "page.html", ["bulls-3x9.total", "mastermind-4x6.total"]
    done = call_treegen("export", "bulls-3x9.total", "mastermind-4x6", "--to", "html", "-o", path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    page = path.read_text(encoding="utf-8")
    assert page == make_page((name, player.open_tree(name)) for name in names)
    assert call_treegen("export", *names, "--to", "html").stdout == page
    assert re.findall(r'\{"name": "([^"]*)"', page) == names


def test_a_site_is_a_folder(call_treegen: Call, tmp_path: Path) -> None:
    done = call_treegen("export", "bulls-3x9.total", "--to", "site", tmp_path / "a" / "b")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    made = {path.name: path.read_bytes() for path in (tmp_path / "a" / "b").iterdir()}
    assert {"index.html", "sw.js", "manifest.webmanifest", "tree.txt", "preview.png", "icon-180.png"} < made.keys()
    assert b"{" + b"version}" not in made["sw.js"]
    for tree in ("mastermind-4x6.total", "words-5.total"):
        call_treegen("export", tree, "--to", "site", tmp_path / tree)
        previews = [path for path in (tmp_path / tree).iterdir() if "preview" in path.name]
        assert [path.name for path in previews] == ["preview.png"]
        assert previews[0].read_bytes() != made["preview.png"]
    (tmp_path / "file").write_text("")
    for words, told in (
        (["bulls-3x9.total", "--to", "site"], "a folder, which is named last"),
        (["--to", "site", "-o", str(tmp_path / "file")], "it is to be a folder"),
        (["--to", "json", "--url", "https://example.org"], "--url applies only to --to site"),
    ):
        done = call_treegen("export", *words)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert told in done.stderr
