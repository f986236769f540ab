"""treegen export and treegen dialects, as a stranger runs them."""

from __future__ import annotations

import json
import re
from pathlib import Path

from twins import Call

import player
from player.web import make_page


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
        result = call_treegen("export", "bulls-3x4.total", "--to", "python", *options, "--test", "--json")
        (row,) = json.loads(result.stdout)
        assert (result.returncode, result.stderr, row["form"]) == (0, "", "library" if options else "program")
        assert (row["games"], row["won"], row["tally"], row["source_bytes"] < 9000) == (24, 24, "72:4:7", True)


def test_a_program_for_any_list_is_tried_on_drawn_lists(call_treegen: Call) -> None:
    line = "export --live --rule marks --reply {feedback} --to python --test --games 5 --json"
    shown = [json.loads(call_treegen(*(line + seed).split()).stdout)[0] for seed in ("", " --seed 0", " --seed 1")]
    assert shown[0] == shown[1] != shown[2]
    assert all((row["lists"], row["average"]) == (5, row["ours"]) for row in shown)


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
