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
from treegen.exchange.export.languages import derive, literal, render, render_template

PACKAGES = {"polygon": "testlib", "domjudge": "validator"}  # and the form of their judges
TESTS = 20  # secrets that are drawn; one more test is adaptive
# Where each file of a package lies: the judge, both solutions, the statement, a test and its answer.
_PATHS = {
    "polygon": (
        "files/interactor.cpp", "solutions/right.cpp", "solutions/wrong.cpp", "statements/english/problem.tex",
        "tests/{:02d}", "tests/{:02d}.a",
    ),
    "domjudge": (
        "output_validators/interactor/interactor.cpp", "submissions/accepted/right.cpp",
        "submissions/wrong_answer/wrong.cpp", "problem_statement/problem.tex", "data/secret/{:02d}.in",
        "data/secret/{:02d}.ans",
    ),
}  # fmt: skip
# The testlib of the judge is used where there is one.
_TESTLIB = '#if defined __has_include\n#if __has_include("testlib.h")\n#define USE_TESTLIB\n#endif\n#endif'


def render_package(kind: str, wording: Wording, tree: Tree) -> dict[str, str]:
    """Return the files of a package by their paths; the right solution is the program of the tree."""
    rules, dialect = wording.rules, wording.dialect
    if not (dialect.limit or wording.has_final):
        raise BadInput(f"a problem needs a --limit, or a --final line: --limit {tree.depth} lets the tree win")
    judge, right, wrong, statement, test, answer = _PATHS[kind]
    secrets, drawn = rules.secrets(), Random(0)
    chosen = drawn.sample(secrets, min(TESTS, len(secrets)))
    size = dialect.rounds or min(len(secrets), 100)  # rounds of a test
    tests = [[chosen[(first + at) % len(chosen)] for at in range(size)] for first in range(len(chosen))]
    tests.append(["adaptive"] * size)
    title, reply = getattr(rules, "called", "") or rules.title, wording.reply(rules.labels[0]).strip()
    fields = {
        "title": title, "name": derive(tree).replace("_", "-"), "wording": wording, "reply": reply,
        "example": (tree.guesses[0], wording.ask(tree.guesses[0]).strip()), "escape": escape, "tests": len(tests),
        "is_polygon": kind == "polygon", "forms": (rules.secret_form, rules.guess_form), "paths": _PATHS[kind],
        "line": literal(wording.final(tree.guesses[0]).rstrip("\n"), "cpp"),
    }  # fmt: skip
    files = {
        judge: render_interactor(wording, PACKAGES[kind]).replace("// #define USE_TESTLIB", _TESTLIB),
        right: render("cpp", tree, "program", wording),
    }
    for path, part in ((wrong, "wrong"), (statement, "statement"), *_SETTINGS[kind]):
        files[path] = render_template("package.j2", fields | {"part": part})
    for number, words in enumerate(tests, 1):
        files[test.format(number)], files[answer.format(number)] = "\n".join(words) + "\n", "\n"
    return files


_SETTINGS = {
    "polygon": (("problem.xml", "xml"), ("files/check.cpp", "checker")),
    "domjudge": (("problem.yaml", "yaml"), ("domjudge-problem.ini", "ini")),
}


def write_package(files: dict[str, str], folder: str) -> None:
    """Write the files into a folder, which is new or empty."""
    if Path(folder).exists() and (not Path(folder).is_dir() or any(Path(folder).iterdir())):
        raise BadInput(f"{folder[:80]}: it is there already; name a new folder with -o")
    for name, text in files.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def check_package(kind: str, files: dict[str, str]) -> dict[str, Any]:
    """Play both solutions against the judge in every test; return how many tests each has won."""
    judge, right, wrong, _, test, _ = _PATHS[kind]
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
