"""The folder of an interactive problem for Polygon or DOMjudge: judge, two solutions, tests, limits, statement."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from random import Random
from subprocess import DEVNULL
from typing import Any

from player.errors import BadInput
from player.judge.children import Programs
from player.judge.wording import Wording
from player.tree import Tree
from treegen.exchange.export.harness import TIME_LIMIT, compiled
from treegen.exchange.export.interactor import render_interactor
from treegen.exchange.export.languages import derive, render, render_template

PACKAGES = {"polygon": "testlib", "domjudge": "validator"}  # and the form of their judges
TESTS = 20  # secrets that are drawn; one more test is adaptive
# Where each file of a package lies: the judge, both solutions, the statement, a test and its answer, and the settings.
_PATHS = {
    "polygon": (
        "files/interactor.cpp", "solutions/right.cpp", "solutions/wrong.cpp", "statements/english/problem.tex",
        "tests/{:02d}", "tests/{:02d}.a", "problem.xml", "files/check.cpp",
    ),
    "domjudge": (
        "output_validators/interactor/interactor.cpp", "submissions/accepted/right.cpp",
        "submissions/wrong_answer/wrong.cpp", "problem_statement/problem.tex", "data/secret/{:02d}.in",
        "data/secret/{:02d}.ans", "domjudge-problem.ini", "problem.yaml",
    ),
}  # fmt: skip
_HEADS = {  # the first line of a statement
    "polygon": r"\begin{problem}{%s}{standard input}{standard output}{2 seconds}{256 megabytes}",
    "domjudge": r"\problemname{%s}",
}
# A judge uses the testlib of its site if there is one.
_TESTLIB = '#if defined __has_include\n#if __has_include("testlib.h")\n#define USE_TESTLIB\n#endif\n#endif'


def render_package(kind: str, wording: Wording, tree: Tree) -> dict[str, str]:
    """Return the files of a package by their paths; the right solution is the program of the tree."""
    rules, dialect = wording.rules, wording.dialect
    if not (dialect.limit or wording.has_final):
        raise BadInput(f"a problem needs a --limit, or a --final line: --limit {tree.depth} lets the tree win")
    judge, right, wrong, statement, test, answer, *settings = _PATHS[kind]
    secrets, drawn = rules.secrets(), Random(0)
    chosen = drawn.sample(secrets, min(TESTS, len(secrets)))
    size = dialect.rounds or min(len(secrets), 100)  # rounds of a test
    tests = [[chosen[(first + at) % len(chosen)] for at in range(size)] for first in range(len(chosen))]
    tests.append(["adaptive"] * size)
    guess = tree.guesses[0]
    fields = {
        "title": getattr(rules, "called", "") or rules.title, "name": derive(tree).replace("_", "-"),
        "wording": wording, "head": _HEADS[kind], "guess": guess, "final": wording.final(guess).strip(),
        "escape": escape, "tests": len(tests), "paths": _PATHS[kind],
    }  # fmt: skip
    files = {
        judge: render_interactor(wording, PACKAGES[kind]).replace("// #define USE_TESTLIB", _TESTLIB),
        right: render("cpp", tree, "program", wording),
    }
    for path in (wrong, statement, *settings):
        files[path] = render_template("package.j2", fields | {"file": path.rpartition("/")[2]})
    for number, words in enumerate(tests, 1):
        files[test.format(number)], files[answer.format(number)] = "\n".join(words) + "\n", "\n"
    return files


def write_package(files: dict[str, str], folder: str) -> None:
    """Write the files into a new folder."""
    if Path(folder).exists():
        raise BadInput(f"{folder[:80]}: it is there already; name a new folder with -o")
    for name, text in files.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def check_package(kind: str, files: dict[str, str]) -> dict[str, Any]:
    """Play both solutions against the judge in every test; return how many tests each has won."""
    judge, right, wrong, _, test, *_ = _PATHS[kind]
    number = sum(name.endswith((".a", ".ans")) for name in files)
    with (
        compiled("cpp", {"judge.cpp": files[judge]}) as (judging,),
        compiled("cpp", {"right.cpp": files[right]}) as (first,),
        compiled("cpp", {"wrong.cpp": files[wrong]}) as (second,),
    ):
        won = {first: 0, second: 0}
        for at in range(1, number + 1):
            path, folder = Path(judging).parent / "test", str(Path(judging).parent)
            path.write_text(files[test.format(at)])
            more = [f"{folder}/log"] if kind == "polygon" else ["", folder]
            for solution in won:
                won[solution] += _play([judging, str(path), *more], [solution]) == (0 if kind == "polygon" else 42)
    return {"package": kind, "tests": number, "right_won": won[first], "wrong_won": won[second]}


def _play(judging: Sequence[str], playing: Sequence[str]) -> int | None:
    """Join a judge and a program by pipes, and return the exit code of the judge."""
    with Programs() as programs:
        judge, program = (programs.start(command, stderr=DEVNULL) for command in (judging, playing))
        while not judge.has_ended:
            for one, other in ((judge, program), (program, judge)):
                if data := one.read():
                    other.write(data)
                elif one.is_closed and other.stdin and not other.stdin.closed:
                    other.close(other.stdin)
            programs.wait()
        return judge.end_code(TIME_LIMIT)
