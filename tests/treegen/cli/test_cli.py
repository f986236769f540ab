"""The command treegen, as a stranger runs it."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import player
import treegen
from player.rules.names import parse
from player.tree.files import find_tree

if TYPE_CHECKING:
    from player.tree import Node
    from tests.conftest import RunCommand
    from tests.treegen.conftest import Call


def one_line(text: str) -> str:
    assert text.endswith("\n")
    assert text.count("\n") == 1, text
    return text[:-1]


def test_build_prints_the_path_and_says_what_it_repaired(call_treegen: RunCommand, tmp_path: Path) -> None:
    result = call_treegen("build", "bulls-4x10", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (0, "bulls-4x10.entropy.tree\n")
    assert one_line(result.stderr) == (
        "entropy alone needs 8 guesses for 1 secret; repaired to 7 (--max-depth none for the plain rule)"
    )
    assert os.listdir(tmp_path) == ["bulls-4x10.entropy.tree"]
    verified = call_treegen("verify", tmp_path / "bulls-4x10.entropy.tree")
    assert verified.returncode == 0
    assert "5040 secrets in at most 7 guesses, 26424:7:99, no dead branch" in one_line(verified.stdout)


def test_the_same_bytes_whatever_the_hash_seed(run_treegen: RunCommand, tmp_path: Path) -> None:
    shipped = Path(find_tree("bulls-4x10.entropy")).read_bytes()
    for seed in "01":
        path = tmp_path / f"{seed}.tree"
        assert run_treegen("build", "bc", "-q", "-o", path, env={"PYTHONHASHSEED": seed}).stderr == ""
        assert path.read_bytes() == shipped


@pytest.mark.needs_core
@pytest.mark.parametrize(
    "words",
    [
        "table bulls-3x6 123", "review bulls-3x4 --history 123:01", "next bulls-3x4 --by bits", "next bulls-2x4 12:01",
        "build mastermind-3x4 --guesses candidates -q -o -", "solve bulls-2x4 --objective fewest-at-max -o -",
    ],
)  # fmt: skip
def test_the_same_without_the_core(words: str) -> None:
    """Where the search in Python ends in time."""
    program = Path(sys.executable).with_name("treegen")
    outputs = [
        subprocess.run([program, *words.split()], env=os.environ | more, capture_output=True, check=False).stdout
        for more in ({}, {"GUESSTREE_NO_CORE": "1"})
    ]
    assert outputs[0] == outputs[1] != b""


def test_stats_have_the_promised_keys(call_treegen: Call) -> None:
    figures = json.loads(call_treegen("stats", "bulls-4x10.entropy", "--json").stdout)
    assert list(figures) == [
        "game", "made", "objective", "cost", "bound", "proved", "secrets", "nodes", "total", "depth", "at_depth",
        "average", "histogram", "tally", "sha256", "title", "files",
    ]  # fmt: skip
    assert figures["tally"] == "26424:7:99"
    assert figures["average"] == 26424 / 5040
    assert figures["proved"] is False
    csv = call_treegen("stats", "bulls-4x10.entropy", "--format", "csv").stdout.splitlines()
    assert csv[0] == ",".join(figures)
    assert call_treegen("stats", "bulls-4x10.entropy", "--format", "md").stdout.startswith("|")


def test_a_tree_can_come_and_go_through_pipes(call_treegen: RunCommand, tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from treegen.cli import main; main()"]
    built = subprocess.run([*command, "build", "bulls-2x3", "-o", "-"], capture_output=True, check=True)
    stats = subprocess.run([*command, "stats", "-", "--json"], input=built.stdout, capture_output=True, check=True)
    assert json.loads(stats.stdout)["game"] == "bulls-2x3"


def test_export_json_is_nested_and_the_win_has_no_child(call_treegen: Call) -> None:
    root = json.loads(call_treegen("export", "bulls-4x10.entropy", "--to", "json").stdout)
    assert list(root) == ["guess", "children"]
    assert root["guess"] == "0123"
    assert list(root["children"]) == [
        "00", "01", "02", "03", "04", "10", "11", "12", "13", "20", "21", "22", "30",
    ]  # fmt: skip


def test_export_text_has_a_sorted_line_per_secret(call_treegen: RunCommand, tmp_path: Path) -> None:
    path = tmp_path / "tree.txt"
    assert call_treegen("export", "bulls-4x10.entropy", "--to", "text", "-o", path).stdout == ""
    lines = path.read_text().splitlines()
    assert lines == sorted(lines)
    assert lines[0] == "0123 0123:40"
    assert [line.split()[0] for line in lines] == parse("bulls-4x10").secrets()


BAD = [
    (["build", "bulls-4x11"], 2, "bulls-4x11: at most 10 symbols; did you mean bulls-4x10?"),
    (["build", "bulls-6x10", "--memory", "1G"], 2, "bulls-6x10: its table of 151200 guesses"),
    (["build", "bulls-4x10", "--max-depth", "4"], 1, "no tree of depth 4 exists (proved)"),
    (["build", "bulls-4x10", "--max-depth", "6", "--effort", "50"], 3, "no tree of depth 6 found within 50 positions"),
    (["build", "bulls-4x10", "--max-depth", "6", "--time", "10ms"], 2, "'10ms' is not a time"),
    (["build", "bulls-5x8", "--time", "0.001s"], 3, "time is up before the plain tree was finished"),
    (["build", "bulls-4x10", "--max-depth", "x"], 2, "'x' is not a depth"),
    (["build", "bulls-2x2", "--memory", "lots"], 2, "'lots' is not a size"),
    (["build", "bulls-2x2", "--strategy", "entropi"], 2, "did you mean entropy?"),
    (["build", "bulls-2x2", "--first", "11"], 2, "'11' is not a guess of bulls-2x2"),
    (["build", "bulls-2x2", "-o", "/nonexistent/x.tree"], 2, "/nonexistent/x.tree: cannot write"),
    (["solve", "bulls-2x4", "--max-depth", "2"], 1, "no tree of depth 2 exists (proved)"),
    (["solve", "bulls-2x4", "--price", "1,2,x"], 2, "'x' is not a price; write whole numbers with commas, as in 1,2,3"),
    (["solve", "bulls-2x4", "--price", "3,2"], 2, "prices never fall with depth, but depth 2 costs 2 after 3"),
    (["solve", "bulls-2x4", "--price", "-1,2"], 2, "prices are not negative"),
    (["build"], 2, "GAME"),
    (["biuld", "bulls-2x2"], 2, "did you mean build?"),
    (["play", "bulls-3x4"], 2, "to play, use the other command: player play bulls-3x4"),
    (["stats", "nothing.tree"], 2, "nothing.tree: no such file"),
    (["stats", "bulls-4x10.nothing"], 2, "no such tree is shipped"),
    (["verify"], 2, "TREE"),
    (["next", "bulls-4x10", "--history", "0123:30,4567:04"], 2, '"04" to 4567 fits no secret after 0123:30; possible'),
    (["next", "bulls-4x10", "--history", "0123:31"], 2, "'31'"),
    (["next", "bulls-4x10", "--history", "012:00"], 2, "'012' is not a guess"),
    (["next", "bulls-4x10", "--top", "0"], 2, "--top"),
    (["next", "bulls-4x10", "--by", "luck"], 2, "luck"),
    (["next", "bulls-3x4", "--guesses", "hard"], 2, "hard mode needs a game with marks"),
    (["next", "bulls-3x4", "--time", "0"], 2, "not a time"),
    (["compare", "bulls-3x4", "entropie"], 2, "did you mean entropy?"),
    (
        ["review", "bulls-3x4", "--history", "123:30,124:11"],
        2,
        "round 1 found the secret: leave out what comes after 123:30",
    ),
    (["export", "bulls-4x10.entropy", "--to", "klingon"], 2, "klingon"),
]
MISSPELT = [
    ("solve bulls-2x3 --limit 6", "'--limit': no such option of solve; did you mean --max-depth?"),
    ("export --to c++", "--to 'c++': did you mean cpp?"),
    ("export --to cpp --limit five", "--limit 'five': it takes a whole number from 1 on"),
    ("build bulls-2x3 --seed 1_0", "--seed '1_0': it takes a whole number"),
    ("build bulls-2x3 --max-depth 1_0", "'1_0' is not a depth"),
    ("build bulls-2x3 --memory infG", "'infG' is not a size"),
    ("build bulls-2x3 --strategy entropy+bonus=\u0663", "is not a bonus"),
    ("build bulls-2x3 --guesses candidates" + "9" * 5000, "is not a valid pool"),
    ("solve bulls-2x3 --time 1_0s", "'1_0s' is not a time"),
    (
        "solve bulls-2x3 --price 96076792050570582,96076792050570582",
        "the largest price of this game is 96076792050570581",
    ),
]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [*BAD, *((words.split(), 2, complaint) for words, complaint in MISSPELT)],
    ids=lambda part: str(part)[:40],
)
def test_bad_input_is_one_line(
    call_treegen: Call, tmp_path: Path, arguments: list[str], code: int, message: str
) -> None:
    result = call_treegen(*arguments, cwd=tmp_path)
    assert (result.returncode, result.stdout) == (code, "")
    assert message in one_line(result.stderr)
    assert os.listdir(tmp_path) == []


def test_debug_shows_the_traceback(run_treegen: RunCommand) -> None:
    assert "Traceback" in run_treegen("build", "bulls-4x11", "--debug").stderr
    assert "Traceback" in run_treegen("--debug", "build", "bulls-4x11").stderr


def test_verify_says_no(call_treegen: Call, tmp_path: Path) -> None:
    nodes: Node = ("1", True, [(0, ("2", True, [(0, ("3", False, [(0, ("3", True, []))]))]))])
    tree = player.Tree.from_nodes(nodes, game="bulls-1x3", labels=("00", "10"), winning=1, losing=())
    (tmp_path / "bad.tree").write_bytes(tree.to_bytes())
    result = call_treegen("verify", "bulls-4x10.entropy", tmp_path / "bad.tree")
    assert result.returncode == 1
    assert "bulls-4x10.entropy: verified" in result.stdout
    assert "bad.tree: does not verify" in result.stdout


def test_verify_proves_optimality_again(call_treegen: Call, tmp_path: Path) -> None:
    for options in (["--guesses", "candidates"], ["--first", "21"], ["--price", "0,0,1,1,1"], ["--objective", "worst"]):
        assert call_treegen("solve", "bulls-2x4", *options, "-o", tmp_path / "x.tree").returncode == 0
        result = call_treegen("verify", tmp_path / "x.tree", "--optimal")
        assert result.returncode == 0
        assert one_line(result.stdout).endswith("optimal: proved again")
    claimed = call_treegen("verify", "bulls-3x9.total")
    assert one_line(claimed.stdout).endswith("optimal: claimed, not checked")
    greedy = call_treegen("verify", "--optimal", "bulls-4x10.entropy")
    assert (greedy.returncode, "does not claim to be optimal" in greedy.stdout) == (1, True)


def test_verify_finds_a_false_claim(call_treegen: Call, tmp_path: Path) -> None:
    tree = treegen.build(treegen.game("bulls-3x5"), "first")
    tree.objective, tree.bound, tree.pool, tree.made = "total", tree.total, "all", "treegen solve bulls-3x5"
    (tmp_path / "false.tree").write_bytes(tree.to_bytes())
    result = call_treegen("verify", "--optimal", tmp_path / "false.tree")
    assert result.returncode == 1
    assert "it is not optimal: its cost is" in result.stdout


@pytest.mark.parametrize("verb", ["games", "strategies"])
def test_lists_come_in_every_form(call_treegen: Call, verb: str) -> None:
    rows = json.loads(call_treegen(verb, "--format", "json").stdout)
    assert len(rows) > 3
    for style in ("table", "csv", "md"):
        assert call_treegen(verb, "--format", style).stdout.count("\n") > len(rows)
    plain = call_treegen(verb, env={"LANG": "C", "LC_ALL": "C", "NO_COLOR": "1"})
    assert (plain.returncode, plain.stderr) == (0, "")


def test_the_version(call_treegen: Call) -> None:
    for arguments in (["--version"], ["build", "--version"]):
        assert call_treegen(*arguments).stdout.startswith(f"treegen {player.__version__}")


def test_a_closed_pipe_ends_silently(tmp_path: Path) -> None:
    command = f"{sys.executable} -c 'from treegen.cli import main; main()'"
    for verb in ("strategies", "export bulls-4x10.entropy --to text", "export bulls-4x10.entropy --to json"):
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
    words = ["build", "bulls-4x10", "--max-depth", "6", "--effort", "1000000000"]
    done = subprocess.run(
        [sys.executable, "-c", program, *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == (
        "interrupted: nothing is kept; this starts again: treegen build bulls-4x10 --max-depth 6 --effort 1000000000\n"
    )
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "verb", ["build bulls-2x3", "solve bulls-2x3", "verify bulls-3x9.total", "export --to c --test"]
)
def test_so_many_threads_are_bad_usage(call_treegen: Call, verb: str) -> None:
    for jobs in ("0", "1025", "100000", "1_0", "+1", " 1", "\u0663", "9" * 5000):
        done = call_treegen(*verb.split(), "-j", jobs)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
        assert done.stderr.startswith("-j '")
        assert len(done.stderr) < 200


@pytest.mark.parametrize(
    ("words", "redirection", "code"),
    [
        ("differentiate --judge", "<&-", 2),
        ("differentiate -", "<&-", 2),
        ("import - --game bulls-2x3", "<&-", 2),
        ("games", ">&-", 2),
        ("games nothing", "2>&-", 2),
    ],
)
def test_closed_standard_files_are_empty_ones(
    run_treegen: RunCommand, tmp_path: Path, words: str, redirection: str, code: int
) -> None:
    """Through a shell, as no other way closes them."""
    start = run_treegen("--version").args[:-1]
    line = f"{shlex.join(map(str, start))} {words} {redirection}"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, env=env, cwd=tmp_path)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1


@pytest.mark.skipif(sys.platform != "linux", reason="it needs the limits of memory that /proc shows")
@pytest.mark.parametrize("kilobytes", [24_000, 60_000, 100_000, 160_000, 190_000])
def test_a_small_limit_of_memory_is_one_line(kilobytes: int, tmp_path: Path) -> None:
    """Whatever fails first: a library that is loaded, a table, or a thread."""
    for words in ("games", "solve bulls-4x10 -o x.tree", "bounds bulls-2x3"):
        program = "from treegen.cli import main; main()"
        line = f"ulimit -v {kilobytes}; exec {sys.executable} -c '{program}' {words}"
        done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, cwd=tmp_path)
        if done.returncode:
            assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), words
            assert "ulimit" in done.stderr
            assert "--memory" not in done.stderr
        else:
            assert kilobytes > 150_000
