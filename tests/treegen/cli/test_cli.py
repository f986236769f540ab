"""The command treegen, as a stranger runs it; the game so far, in the forms that people have it in."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from twins import Call

import player
import treegen
import treegen as tg
from player.cli.show import colour_marks
from player.cli.tables import table
from player.errors import BadInput
from player.tree.files import find_tree
from treegen.cli.steps import read_steps


def one_line(text: str) -> str:
    assert text.endswith("\n")
    assert text.count("\n") == 1, text
    return text[:-1]


def test_the_same_bytes_whatever_the_hash_seed(run_treegen: Call, tmp_path: Path) -> None:
    shipped = Path(find_tree("bulls-4x10.entropy")).read_bytes()
    for seed in "01":
        path = tmp_path / f"{seed}.tree"
        assert run_treegen("build", "bc", "-q", "-o", path, env={"PYTHONHASHSEED": seed}).stderr == ""
        assert path.read_bytes() == shipped


def test_stats_have_the_promised_keys(call_treegen: Call) -> None:
    figures = json.loads(call_treegen("stats", "bulls-4x10.entropy", "--json").stdout)
    assert list(figures) == [
        "game", "made", "objective", "cost", "bound", "proved", "secrets", "nodes", "total", "depth", "at_depth",
        "average", "histogram", "tally", "sha256", "title", "files",
    ]  # fmt: skip
    assert (figures["tally"], figures["average"], figures["proved"]) == ("26424:7:99", 26424 / 5040, False)
    csv = call_treegen("stats", "bulls-4x10.entropy", "--format", "csv").stdout.splitlines()
    assert csv[0] == ",".join(figures)
    assert call_treegen("stats", "bulls-4x10.entropy", "--format", "md").stdout.startswith("|")


def test_verify_says_no(call_treegen: Call, tmp_path: Path) -> None:
    nodes: Any = ("1", True, [(0, ("2", True, [(0, ("3", False, [(0, ("3", True, []))]))]))])
    tree = player.Tree.from_nodes(nodes, game="bulls-1x3", labels=("00", "10"), winning=1, losing=())
    (tmp_path / "bad.tree").write_bytes(tree.to_bytes())
    result = call_treegen("verify", "bulls-4x10.entropy", tmp_path / "bad.tree")
    assert result.returncode == 1
    assert "bulls-4x10.entropy: verified" in result.stdout
    assert "bad.tree: does not verify" in result.stdout


def test_verify_proves_optimality_again_or_finds_a_false_claim(call_treegen: Call, tmp_path: Path) -> None:
    for options in (["--guesses", "candidates"], ["--first", "21"], ["--price", "0,0,1,1,1"], ["--objective", "worst"]):
        assert call_treegen("solve", "bulls-2x4", *options, "-o", tmp_path / "x.tree").returncode == 0
        result = call_treegen("verify", tmp_path / "x.tree", "--optimal")
        assert (result.returncode, one_line(result.stdout).endswith("optimal: proved again")) == (0, True)
    assert one_line(call_treegen("verify", "bulls-3x9.total").stdout).endswith("optimal: claimed, not checked")
    tree = treegen.build(treegen.game("bulls-3x5"), "first")
    tree.objective, tree.bound, tree.pool, tree.made = "total", tree.total, "all", "treegen solve bulls-3x5"
    (tmp_path / "false.tree").write_bytes(tree.to_bytes())
    for name, answer in (("bulls-4x10.entropy", "does not claim to be optimal"), ("false.tree", "it is not optimal: ")):
        result = call_treegen("verify", "--optimal", name, cwd=tmp_path)
        assert (result.returncode, answer in result.stdout) == (1, True)


def test_a_closed_pipe_ends_silently(tmp_path: Path) -> None:
    command = f"{sys.executable} -c 'from treegen.cli import main; main()'"
    for verb in ("strategies", "export bulls-4x10.entropy --to text"):
        script = f"set -o pipefail; {command} {verb} | head -c 10"
        result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, timeout=60)
        assert (result.returncode, result.stderr) == (0, "")


def test_interrupt_leaves_130_and_no_file(tmp_path: Path) -> None:
    program = (
        "import os, signal, treegen.cli.build as verb\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "build = verb.build\n"
        "interrupt = lambda _: os.kill(os.getpid(), signal.SIGINT)\n"
        "verb.build = lambda *words, **options: build(*words, **options | {'examined': interrupt})\n"
        "from treegen.cli import main; main()"
    )
    line = [sys.executable, "-c", program, "build", "bulls-4x10", "--max-depth", "6", "--effort", "1000000000"]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, os.listdir(tmp_path)) == (130, "", [])
    assert done.stderr.startswith(
        "interrupted: nothing is kept; this starts again: treegen build bulls-4x10 --max-depth 6"
    )


def test_closed_standard_files_are_empty_ones(tmp_path: Path) -> None:
    """Through a shell, as no other way closes them."""
    start = shlex.quote(str(Path(sys.executable).with_name("treegen")))
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    for words in ("differentiate --judge <&-", "import - --game bulls-2x3 <&-", "games >&-", "games nothing 2>&-"):
        line = ["sh", "-c", f"{start} {words}"]
        done = subprocess.run(line, capture_output=True, text=True, check=False, env=env, cwd=tmp_path)
        assert (done.returncode, "Traceback" in done.stderr, len(done.stderr.splitlines()) <= 1) == (2, False, True)


@pytest.mark.skipif(sys.platform != "linux", reason="it needs the limits of memory that /proc shows")
@pytest.mark.parametrize("kilobytes", [24_000, 100_000, 190_000])
def test_a_small_limit_of_memory_is_one_line(kilobytes: int, tmp_path: Path) -> None:
    """Whatever fails first: a library that is loaded, a table, or a thread."""
    for words in ("games", "solve bulls-4x10 -o x.tree"):
        program = "from treegen.cli import main; main()"
        line = f"ulimit -v {kilobytes}; exec {sys.executable} -c '{program}' {words}"
        done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, cwd=tmp_path)
        assert done.returncode == 2 or kilobytes > 150_000
        if done.returncode:
            assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), words
            assert "ulimit" in done.stderr


GAME = tg.Game.from_words(["crane", "doubt", "mount", "guilt"])
WHOLE = "crane:00020,doubt:02202,mount:22222"


@pytest.mark.parametrize(
    "typed",
    [
        "crane:00020 doubt:02202 mount:22222",
        "CRANE:bbbgb,doubt:bgGbg,mount:ggggg",
        "crane 00020 doubt 02202 mount 22222",
        "Wordle 1,234 3/6*\n\n⬛⬛⬛🟩⬛\n⬛🟩🟩⬛🟩\n🟩🟩🟩🟩🟩\ncrane doubt mount",
        "crane doubt mount Wordle 1.234 3/6 ⬜⬜⬜🟧⬜ ⬜🟧🟧⬜🟧 🟧🟧🟧🟧🟧",
        "crane: ⬛⬛⬛🟩⬛ doubt:02202 mount:22222".replace(": ", ":"),
    ],
)
def test_forms_of_one_game(typed: str) -> None:
    assert read_steps(GAME, [typed]) == WHOLE
    assert read_steps(GAME, typed.split()) == WHOLE
    assert read_steps(GAME, typed.split(), "mount") == WHOLE
    assert read_steps(GAME, ["doubt", "mount"], "mount", "crane:00020") == WHOLE


def test_what_is_wrong_is_named() -> None:
    for typed, answer, message in (
        ("crane doubt:02202", None, "crane has no feedback"),
        ("crane 00020 02202", None, "1 guess and 2 feedbacks do not go together"),
        ("crane:00000", "mount", "crane:00000 is not what mount gives to it, which is 00020"),
        ("crane", "mounts", "'mounts' is not a secret"),
    ):
        with pytest.raises(BadInput, match=message):
            read_steps(GAME, typed.split(), answer)


def test_marks_of_words_are_shown_as_people_see_them(call_treegen: Call, run_treegen: Call, tmp_path: Path) -> None:
    (tmp_path / "few.txt").write_text("crane\ndoubt\nmount\nguilt\n")
    game = f"words:{tmp_path / 'few.txt'}"
    played = ["review", game, "--answer", "mount", "guilt", "doubt", "mount"]
    shown = call_treegen(*played).stdout
    assert shown.splitlines()[1].split()[:3] == ["1", "guilt", "⬛🟨⬛⬛🟩"]
    assert "1. guilt leaves 2 of 4 words: doubt, mount; doubt was better, which leaves 1.0 on average, and " in shown
    plain = run_treegen(*played, env={"PYTHONIOENCODING": "ascii"}).stdout.splitlines()
    assert plain[1].split()[2] == "01002"
    row = json.loads(call_treegen(*played, "--json").stdout)[0]
    figures = (row["feedback"], row["words"], row["best_leaves"], row["best_left"])
    assert figures == ("01002", ["doubt", "mount"], 1.0, 1)
    assert call_treegen("next", game, "guilt:01002").stdout.endswith("2 candidates left after guilt ⬛🟨⬛⬛🟩\n")
    wrong = call_treegen("review", game, "guilt:01002", "doubt:00000")
    assert "These cannot all be true: round 1 (guilt:⬛🟨⬛⬛🟩), round 2 (doubt:⬛⬛⬛⬛⬛)." in wrong.stdout


def test_letters_are_coloured_where_they_can_be() -> None:
    text, _ = table([{"round": 1, "guess": "crane", "feedback": "⬛🟨🟩⬛🟩", "after": 3}])
    shown = colour_marks(text).splitlines()[1]
    assert (shown.count("\x1b[30;42m"), shown.count("\x1b[30;43mr")) == (2, 1)
    assert re.sub(r"\x1b\[[0-9;]*m", "", shown) == text.splitlines()[1]
    assert colour_marks("10: ⬛🟨🟩") == "10: ⬛🟨🟩"
