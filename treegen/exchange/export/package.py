"""The folder of an interactive problem for Polygon or DOMjudge: judge, two solutions, tests, limits, statement."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from subprocess import DEVNULL
from typing import Any

from player.errors import BadInput, require
from player.judge.children import Programs
from player.judge.wording import Wording
from player.tree import Tree
from treegen.exchange.export.harness import compiled
from treegen.exchange.export.interactor import render_interactor
from treegen.exchange.export.languages import derive, render, render_template

TESTS = 20  # secrets that are drawn; one more test is adaptive
# The form of a judge, its path, and the paths of solutions, tests and their answers.
PACKAGES = {
    "polygon": ("testlib", "files/interactor.cpp", "solutions/{}.cpp", "tests/{:02d}", "tests/{:02d}.a"),
    "domjudge": (
        "validator", "output_validators/interactor/interactor.cpp", "submissions/{}/solution.cpp",
        "data/secret/{:02d}.in", "data/secret/{:02d}.ans",
    ),
}  # fmt: skip
# A judge uses the testlib of its site if there is one.
_TESTLIB = '#if defined __has_include\n#if __has_include("testlib.h")\n#define USE_TESTLIB\n#endif\n#endif'
_JOIN = 'rm -f pipe; mkfifo pipe; "$0" <pipe | "$@" >pipe'  # a program and a judge talk; the exit code is the judge's


def render_package(kind: str, wording: Wording, tree: Tree) -> dict[str, str]:
    """Return the files of a package by their paths; the right solution is the program of the tree."""
    rules, dialect = wording.rules, wording.dialect
    if not (dialect.limit or wording.has_final):
        raise BadInput(f"a problem needs a --limit, or a --final line: --limit {tree.turns} lets the tree win")
    form, judge, solution, test, answer = PACKAGES[kind]
    secrets = rules.secrets()
    chosen = Random(0).sample(secrets, min(TESTS, len(secrets)))
    size = dialect.rounds or min(len(secrets), 100)  # rounds of a test
    tests = [[chosen[(first + at) % len(chosen)] for at in range(size)] for first in range(len(chosen))]
    tests.append(["adaptive"] * size)
    fields = {"kind": kind, "wording": wording, "tree": tree, "name": derive(tree).replace("_", "-")}
    fields |= {"judge": judge, "solution": solution, "tests": len(tests)}
    files = dict(re.findall(r"(?ms)^==> (\S+)\n(.*?)(?=^==> |\Z)", render_template("package.j2", fields)))
    files[judge] = render_interactor(wording, form).replace("// #define USE_TESTLIB", _TESTLIB)
    files[solution.format("accepted")] = render("cpp", tree, "program", wording)
    for number, words in enumerate(tests, 1):
        files |= {test.format(number): "\n".join(words) + "\n", answer.format(number): "\n"}
    return files


def write_package(files: dict[str, str], folder: str) -> None:
    """Write the files into a new folder."""
    require(not Path(folder).exists(), f"{folder[:80]}: it is there already; name a new folder with -o")
    for name, text in files.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def check_package(kind: str, files: dict[str, str]) -> dict[str, Any]:
    """Play both solutions against the judge in every test; return how many tests each has won."""
    _, judge, solution, test, answer = PACKAGES[kind]
    tests = sum(answer.format(number) in files for number in range(1, TESTS + 2))
    won = {"accepted": 0, "wrong_answer": 0}
    with compiled("cpp", {"judge.cpp": files[judge]}) as (judging,):
        folder = Path(judging).parent
        command = [judging, "test", *(["log"] if kind == "polygon" else ["", "."])]
        for verdict in won:
            with compiled("cpp", {"main.cpp": files[solution.format(verdict)]}) as (program,), Programs() as programs:
                for number in range(1, tests + 1):
                    (folder / "test").write_text(files[test.format(number)])
                    talk = programs.start(["sh", "-c", _JOIN, program, *command], stderr=DEVNULL, cwd=folder)
                    won[verdict] += talk.run()[1] == (0 if kind == "polygon" else 42)
    return {"package": kind, "tests": tests, "right_won": won["accepted"], "wrong_won": won["wrong_answer"]}
