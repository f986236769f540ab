"""Differentiating games as a conversation: both ends over a wire in memory, the command, and the programs to paste."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from twins import Call

import player
from player.errors import GuesstreeError, RemoteProtocolError
from player.judge.codemaker import Foul
from player.judge.conversation import Inbox
from treegen.differentiate import graph, referee
from treegen.differentiate.graph import SHAPES, Graph, make_shape
from treegen.differentiate.session import GraphJudge, QuestionWording, play, read_opening

LONG = pytest.mark.long
SOLUTIONS = Path(referee.__file__).parent / "solutions"


class Wire:
    """What the program writes goes to the codemaker at once; what it says is read in small pieces."""

    def __init__(self, codemaker: GraphJudge, piece: int = 1 << 20) -> None:
        self.codemaker, self.piece = codemaker, piece
        self.waiting = b""
        self.heard = b""

    def read(self) -> bytes:
        self.waiting += self.codemaker.reply().encode()
        data, self.waiting = self.waiting[: self.piece], self.waiting[self.piece :]
        self.heard += data
        return data

    def write(self, text: str) -> None:
        assert text.endswith("\n")
        self.codemaker.receive(text.encode())


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("n", [1, 2, 3, 20, 21, pytest.param(19, marks=LONG), pytest.param(120, marks=LONG)])
def test_every_vertex_is_found(shape: str, n: int) -> None:
    codemaker = GraphJudge(make_shape(shape, n, 1000), n + 1)  # the adaptive game, then each vertex in turn
    wire = Wire(codemaker, 7 if n < 20 else 4096)
    play(wire.read, wire.write)
    wire.read()
    assert codemaker.is_over
    assert len(codemaker.questions) == n + 1
    assert max(codemaker.questions) <= 16


def transcript() -> bytes:
    wire = Wire(GraphJudge(make_shape("path", 6), 4))
    play(wire.read, wire.write)
    return wire.heard + wire.read()


def play_recorded(data: bytes, piece: int = 1 << 20) -> None:
    pieces = [data[i : i + piece] for i in range(0, len(data), piece)]
    play(lambda: pieces.pop(0) if pieces else b"", lambda _: None)


@given(st.integers(1, 50))
def test_pieces_of_any_size_will_do_and_input_may_end_nowhere_else(piece: int) -> None:
    data = transcript()
    play_recorded(data.rstrip(b"\n"), piece)  # the last line needs no end
    for end in range(piece % 7, len(data) - 1, 7):
        with pytest.raises(GuesstreeError) as caught:
            play_recorded(data[:end])
        assert ("\n" in str(caught.value), caught.value.exit_code) == (False, 2)


def test_bad_judges() -> None:
    for data, complaint in (
        (b"", "ended after 0 of the 3 numbers"),
        (b"3 2", "ended after 2 of the 3 numbers"),
        (b"3 2 1\n1 2\n3", "ended after 1 of the 2 edges"),
        (b"3 1 1\nx 4\n", "'x' is not a number"),
        (b"3 0 1\nSlow\n", "Slow"),
        (b"3 0 1\nMaybe\n", "'Maybe' is not a reply"),
        (b"3 0 1\nCorrect\n", "fits no secret"),
        (b"1 0 1\nWrong\n", "fits no secret"),
        (b"3 0 1\n", "ended after guess 1"),
        (b"5 0 1\nDraw\n", "the input ended after guess 2"),
    ):
        with pytest.raises(GuesstreeError, match=complaint):
            play_recorded(data)
    for data in (b"\n", b"1"):
        with pytest.raises(RemoteProtocolError, match="no graph within 16 MiB of input"):
            read_opening(lambda data=data: data * (1 << 20), Inbox())  # type: ignore[misc]


def test_questions_of_several_vertices_have_words_and_an_opening_keeps_what_follows() -> None:
    assert QuestionWording().ask("3+3+17") == "? 3 3 3 17\n"
    inbox = Inbox()
    assert read_opening(lambda: b"2 1 3\n2 1\nWin\nLose\n", inbox).games == 3
    assert inbox.pending == b"Win\nLose\n"


# The graph is 3 0 2: three vertices without an edge.  After `GOOD`, 1 is worth 0, and 2 and 3 are infinite.
GOOD = b"3\n+ 2 2\n+ 3 3\n+ 3 1\n"


def test_fouls() -> None:
    for said, how in (
        (b"4243\n", "too many changes"),
        (b"-1\n", "too many changes"),
        (b"x\n", "wrong form"),
        (b"1\n- 1 2\n", "wrong change"),
        (b"1\n* 1 2\n", "wrong form"),
        (b"1\n+ 1 4\n", "wrong form"),
        (b"1\n+ 1 2", "end of output"),
        (GOOD + b"! 1\n", "wrong report"),
        (GOOD + b"! 4\n", "wrong form"),
        (GOOD + b"# 1\n", "wrong form"),
        (GOOD + b"? 1 4\n", "wrong form"),
        (GOOD + b"? 21\n", "wrong form"),
        (GOOD + b"? 2 1 1\n" * 11, "slow"),
        (GOOD + b"? 0\n" * 21, "slow"),
        (GOOD + b"? 1 1\n", "end of output"),
        (b"0\n" + b" " * 70000, "flood"),
    ):
        codemaker = GraphJudge(make_shape("empty", 3), 2)
        with pytest.raises(Foul) as caught:
            list(map(codemaker.receive, (said, b"")))
        assert (said[:40], caught.value.how) == (said[:40], how)
    for said, told in (
        (b"! 1\n", "after the last game"),
        (b"x", "after the last"),
        (b"\n" * 100_000, "64 KiB of blanks"),
    ):
        codemaker = GraphJudge(make_shape("empty", 1), 1)
        codemaker.receive(b"0\n! 1\n")
        with pytest.raises(Foul, match=told):
            codemaker.receive(said)


def test_the_keeper_answers_the_truth_and_lets_nobody_guess() -> None:
    codemaker = GraphJudge(make_shape("empty", 3), 2)
    codemaker.reply()
    codemaker.receive(GOOD + b"? 1 1\n")
    assert codemaker.reply() == "Draw\n"  # each of the three answers otherwise: the first label
    codemaker.receive(b"! 2\n")
    assert codemaker.reply() == "Correct\n"
    codemaker.receive(b"? 0\n")
    assert codemaker.reply() in ("Lose\n", "Win\n", "Draw\n")


CODE = "import sys; sys.argv = ['treegen', 'differentiate', '--judge']; from treegen.cli import main; main()"
JUDGE = [sys.executable, "-c", CODE]
SILENT = "import sys; sys.stdin.read()"
GUESSING = f"print(0); print('! 1', flush=True); {SILENT}"


def test_changes_and_summary(call_treegen: Call, tmp_path: Path) -> None:
    done = call_treegen("differentiate", "-", "-o", str(tmp_path / "a.tree"), input="4 1 1\n2 1\n")
    assert (done.returncode, done.stderr) == (0, "")
    count, *changes, summary = done.stdout.splitlines()
    assert len(changes) == int(count)
    assert all(line.split()[0] in ("+", "-") for line in changes)
    assert summary.startswith(f"# 4 vertices, 1 edges: {count} of 4242 changes, 2 question vertices; worst 2, average ")
    assert player.open_tree(str(tmp_path / "a.tree")).secrets == 4


BAD = [
    (["-"], "3 3 1\n1 2\n2 3\n3 1\n", "has a cycle", 2),
    (["nowhere/graph"], "", "nowhere/graph: no such file", 2),
    ([], "", "a graph is missing", 2),
    (["-", "--changes", "1"], "9 0 1\n", "at most 1 changes", 3),
    (["--judge", "--referee"], "", "exclude", 2),
    (["--referee"], "", "a program after --", 2),
    (["--judge", "x"], "", "standard input", 2),
    (["--to", "cpp", "--judge"], "", "only -o goes with it", 2),
    (["--judge"], "3 0 1\n", "ended after guess 1", 2),
    (["--referee", "-", "--", "./no-such-program"], "3 0 1\n", "cannot be started", 2),
]


@pytest.mark.parametrize(("arguments", "text", "complaint", "code"), BAD)
def test_bad_input_is_one_line(call_treegen: Call, arguments: list[str], text: str, complaint: str, code: int) -> None:
    done = call_treegen("differentiate", *arguments, input=text)
    assert (done.returncode, done.stderr.count("\n"), complaint in done.stderr) == (code, 1, True)


def test_the_judge_and_the_referee_play_each_other(call_treegen: Call, tmp_path: Path) -> None:
    path = tmp_path / "graph"
    path.write_text(make_shape("random", 50, 300).to_text())
    done = call_treegen("differentiate", str(path), "--referee", "--games", "51", "--json", "--", *JUDGE)
    assert (done.returncode, done.stderr) == (0, "")
    (row,) = json.loads(done.stdout)
    assert (row["won"], row["games"], row["result"], row["worst"] <= 8) == (51, 51, "won", True)


def test_programs_that_lose(call_treegen: Call) -> None:
    for program, result in (
        (GUESSING, "wrong report: ! 1 after 0 questions"),
        (SILENT, "silence: no output for 0.3 s"),
        ("pass", "end of output: ended in game 1 of 100"),
        ("raise SystemExit(3)", "crash: ended in game 1 of 100: exit code 3"),
    ):
        options = ["--referee", "--time-limit", "60" if program != SILENT else "0.3", "--json"]
        done = call_treegen("differentiate", "-", *options, "--", sys.executable, "-c", program, input="9 0 1\n")
        assert (done.returncode, json.loads(done.stdout)[0]["result"][: len(result)]) == (1, result)


STRICT = ["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror"]
SANITIZED = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-D_GLIBCXX_ASSERTIONS"]
NEEDS_COMPILER = getattr(pytest.mark, "needs_g++")
OPTIONS = {"cpp": ["-O2"], "sanitized": SANITIZED}
KINDS = ["python", pytest.param("sanitized", marks=NEEDS_COMPILER), pytest.param("cpp", marks=[NEEDS_COMPILER, LONG])]


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[str]]:
    """`command(kind)` starts a program, which is compiled once."""
    folder = tmp_path_factory.mktemp("solutions")

    @cache
    def make(kind: str) -> list[str]:
        source = folder / f"{kind}.source"
        source.write_text((SOLUTIONS / f"solution.{'python' if kind == 'python' else 'cpp'}.txt").read_text())
        if kind == "python":
            return [sys.executable, str(source)]
        subprocess.run([*STRICT, *OPTIONS[kind], "-x", "c++", source, "-o", folder / kind], check=True)
        return [str(folder / kind)]

    return make


def win(command: list[str], graph: Graph, games: int) -> int:
    """Play, and return the number of changes."""
    row = referee.play(command, graph, games, time_limit=60.0)
    assert (row["result"], row["won"], row["games"]) == ("won", games, games)
    assert row["worst"] <= 20
    return int(row["changes"])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", [slice(0, 42, 5), pytest.param(slice(None), marks=LONG)])
def test_they_find_every_vertex(kind: str, part: slice, command: Callable[[str], list[str]]) -> None:
    graphs = [(shape, n) for n in (1, 2, 3, 4, 19, 20, 21, 120) for shape in SHAPES]
    for shape, n in graphs[part]:
        win(command(kind), make_shape(shape, n, 1000), n + 1)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", [pytest.param(shape, marks=[LONG] * (shape != "hub")) for shape in SHAPES])
def test_they_win_with_the_largest_graphs(kind: str, shape: str, command: Callable[[str], list[str]]) -> None:
    win(command(kind), make_shape(shape), 20)


@NEEDS_COMPILER  # type: ignore[untyped-decorator]
@pytest.mark.parametrize("shape", SHAPES)
def test_both_languages_say_the_same(shape: str, command: Callable[[str], list[str]]) -> None:
    text = make_shape(shape, 100, 1000, games=1).to_text() + "Draw\n" * 3
    said = [
        subprocess.run(command(kind), input=text, capture_output=True, text=True, check=True)
        for kind in ("sanitized", "python")
    ]
    assert said[0].stdout == said[1].stdout
    assert not said[0].stderr + said[1].stderr


@pytest.mark.parametrize("kind", KINDS)
def test_they_end_when_the_judge_does(kind: str, command: Callable[[str], list[str]]) -> None:
    for reply in ("", "Slow\n", "Wrong\n", "Draw\n" * 9):
        text = f"3 0 2\n{reply}"
        done = subprocess.run(command(kind), input=text, capture_output=True, text=True, check=False)
        assert (reply, done.returncode, done.stderr) == (reply, 0, "")


@pytest.mark.parametrize("language", ["cpp", "python"])
def test_the_command_writes_them(call_treegen: Call, language: str) -> None:
    text = (SOLUTIONS / f"solution.{language}.txt").read_text()
    assert len(text) < 64 << 10
    assert call_treegen("differentiate", "--to", language).stdout == text


def test_the_referee_makes_graphs(call_treegen: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph, "make_shape", lambda name, *_, **__: make_shape(name, 20, 99))
    silent = ["--time-limit", "0.05", "--format", "csv", "--", sys.executable, "-c", "pass"]
    done = call_treegen("differentiate", "--referee", "--graphs", "8", *silent)
    head, *rows = done.stdout.splitlines()
    assert "cpu_seconds" in head
    assert [row.partition(",")[0] for row in rows] == [*SHAPES, *SHAPES[:2]]
