"""The stand-alone programs that check certificates: they agree with guesstree, and no check can be left out."""

from __future__ import annotations

import ast
import gzip
import json
import os
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from certificate_programs import PYTHON, C, by_c, by_python, load, python_checker, words, written
from twins import SOLVES, game, long

import treegen as tg
from player.rules.table_files import rules_of_grid
from player.rules.tables import grid_of
from treegen.certificates.certificate import digest_of
from treegen.games.weights import weigh

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "certificates.md"
SHIPPED = ROOT / "trees" / "certificates"
FALSE = Path(__file__).with_name("test_certificate_false.py")


# That they check what is true.


@pytest.mark.needs_core
@pytest.mark.parametrize("most", [3_000, pytest.param(60_000, marks=pytest.mark.long)])
def test_guesstree_checks_the_shipped_certificates(most: int) -> None:
    for name in manifest():
        path = SHIPPED / f"{name}.certificate"
        if path.exists() and path.stat().st_size < most:
            tree = ROOT / "trees" / f"{name}.tree"
            pair = (tg.open_tree(str(tree)), tree.read_bytes()) if tree.exists() else None
            assert tg.check_certificate(path.read_bytes(), name, pair)


def manifest() -> dict[str, Any]:
    told: dict[str, Any] = json.loads((SHIPPED / "manifest.json").read_text())
    return told


def test_the_manifest_tells_the_truth() -> None:
    for name, entry in manifest().items():
        path = SHIPPED / f"{name}.certificate"
        assert path.exists() == (entry["bytes"] <= 200 << 10)
        assert {"c"} <= set(entry["cpu_s"]) <= {"treegen", "c", "python"}
        if path.exists():
            text = gzip.decompress(path.read_bytes())
            assert (path.stat().st_size, sha256(text).hexdigest()) == (entry["bytes"], entry["sha256"])
        else:
            assert len(entry["sha256"]) == 64


GAMES = ("bulls-2x3", "bulls-2x4-any", "bulls-2x4-nozero=0QRS", "match-2x3-distinct", "marks-3x3")
LARGER = (
    "bulls-3x5-any", "bulls-2x6-nozero", "bulls-3x4-any-each", "bulls-3x5-matches", "mastermind-2x5", "mastermind-3x4",
    "match-3x3", "match-3x5-distinct", "marks-3x4", "marks-4x3", "bulls-3x5=QRSTU", "bulls-2x10-nozero",
)  # fmt: skip


@pytest.mark.needs_gcc
@pytest.mark.needs_core
@pytest.mark.parametrize("name", [*GAMES, "words", *long(LARGER)])
def test_all_agree_on_every_kind(name: str, tmp_path: Path, c_program: Path) -> None:
    known = words("abcé") if name == "words" else game(name)
    weighted = weigh(known, np.array([1 + number % 5 for number in range(len(known.secrets))]))
    cases = [(known, kind) for kind in SOLVES.values()] + [(weighted, SOLVES[kind]) for kind in ("total", "prices")]
    first, own = (words[len(words) // 2] for words in (known.guesses, known.secrets))
    cases += [(known, {"first": first}), (known, {"first": own, "guesses": "candidates"})]
    for case, options in cases:
        tree = tg.solve(case, certificate=str(tmp_path / "c"), **options)
        data = (tmp_path / "c").read_bytes()
        assert gzip.decompress(data).startswith(b"guesstree certificate 2\n")
        said = tg.check_certificate(data, "c", (tree, tree.to_bytes()), case if name == "words" else None)
        assert any(f"no tree costs less than {tree.cost} " in line for line in said)
        assert all((f"first guess {options.get('first')}" in line) == ("first" in options) for line in said[:1])
        for lines in (by_python(data), by_c(data, c_program)):
            assert f"no tree costs less than {tree.cost} " in lines
            assert f"the tree in it costs {tree.cost}: it is optimal" in lines


# What they are made of.


def test_the_programs_are_short_and_import_nothing_of_ours() -> None:
    assert all(len(path.read_text().splitlines()) <= most for path, most in ((PYTHON, 400), (C, 600)))
    imported = set()
    for node in ast.walk(ast.parse(PYTHON.read_text())):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(str(node.module).partition(".")[0])
    assert imported - sys.stdlib_module_names == {"numpy", "msgpack"}  # the latter only to compare trees
    included = {line.split()[1] for line in C.read_text().splitlines() if line.startswith("#include")}
    assert included == {  # the last: is it a terminal?
        f"<{name}.h>" for name in ("ctype", "setjmp", "stdbool", "stdint", "stdio", "stdlib", "string", "unistd")
    }


def test_the_program_in_python_says_what_is_wrong(tmp_path: Path) -> None:
    def run(*arguments: str | Path) -> tuple[int, str, str]:
        done = subprocess.run([sys.executable, "-I", PYTHON, *arguments], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    good = gzip.compress(written("bulls-2x3", ["1,2,3,... 13"], [0]))
    cut = tmp_path / "cut"
    cut.write_bytes(good[:-20])
    for arguments in ((), ("--what",), (tmp_path / "none",)):
        code, out, err = run(*arguments)
        assert (code, out, err.count("\n")) == (2, "", 1)
    code, out, err = run(cut)
    assert (code, out.count("\n"), err) == (1, 1, "")
    assert out.startswith(f"{cut}: REJECTED: ")
    (tmp_path / "-x").write_bytes(good)
    assert run(tmp_path / "-x")[0] == 0
    code, out, err = run(tmp_path / "-x", "--tree", ROOT / "trees" / "mastermind-4x6.total.tree")
    assert (code, "about another tree" in out) == (1, True)


@pytest.mark.long
@pytest.mark.needs_coqc
@pytest.mark.needs_ocamlfind
def test_the_program_that_coq_proves_right(tmp_path: Path) -> None:
    environment = {"GUESSTREE_VERIFIED": str(tmp_path / "built")}

    def run(*files: str | Path) -> tuple[int, list[str]]:
        program = ROOT / "scripts" / "check_certificate_verified"
        everything = {**os.environ, **environment}
        done = subprocess.run([program, *files], env=everything, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.splitlines()

    code, lines = run()  # it takes numbers and arrays of the machine for granted, and nothing else
    axioms = {line.split()[0] for line in lines if line[:1] not in ("", " ")} - {"Axioms:"}
    of_numbers = [
        "int", "add", "sub", "mul", "div", "land", "lor", "lxor", "lsl", "lsr", "eqb", "ltb", "leb", "of_to_Z",
        "eqb_correct", "eqb_refl",
    ]  # fmt: skip
    of_numbers += [f"{name}_spec" for name in of_numbers]
    assert (code, {name for name in axioms if not name.startswith("PArray.")} - set(of_numbers)) == (0, set())
    head = b"guesstree certificate 2\ngame bulls-1x3\npool all\nfirst -\ntree -\nclaim 1,2,3,... "
    good, false, weighted, never, dear = (tmp_path / name for name in ("good", "false", "weighted", "never", "dear"))
    good.write_bytes(head + b"6\nclaim 0,0 never\nproof\n\0\3\1\2\1\0\0\0\0\0")
    false.write_bytes(head + b"7\nproof\n\0")
    weights = head.replace(b"pool", b"weights 1 5 2\npool")  # 5 · 1 + 2 · 2 + 1 · 3 = 12
    weighted.write_bytes(weights + b"12\nproof\n\0")
    dear.write_bytes(weights + b"13\nproof\n\0")
    tg.solve(words("abcé"), certificate=str(tmp_path / "words"))
    code, lines = run(good, *(SHIPPED / f"{name}.certificate" for name in ("bulls-3x9.total", "mastermind-4x6.total")))
    assert (code, len(lines), run(tmp_path / "words")[0]) == (0, 6, 0)
    assert lines[2].endswith(" no strategy costs less than 2337 (prices 1,2,3,...), and one costs 2337: it is optimal")
    assert run(false) == (1, [f"{false}: REJECTED"])
    lines = ["rule marks", "guesses c", "secrets a b"]  # nobody finds a or b, however many guesses are allowed
    called = sha256(b"a\nb\n\nc").hexdigest()
    never.write_bytes(written(f"words:{called}", ["1,2,3,... never"], [0], lines=lines))
    assert by_python(never.read_bytes()).startswith("CHECKED ")
    assert run(never)[0] == 0
    for number, data in enumerate(load(FALSE.read_text(), "false").FALSE.values()):
        (tmp_path / str(number)).write_bytes(data)
        shares = {run("--share", f"{k}/3", tmp_path / str(number))[0] for k in range(3)}
        assert (run(tmp_path / str(number))[0], max(shares)) == (1, 1)
    assert [run("--share", share, good)[0] for share in ("0/3", "2/3", "3/3", "0/0", "x")] == [0, 0, 2, 2, 2]
    code, lines = run(weighted)
    assert (code, lines[0].endswith("costs less than 12 (prices 1,2,3,..., weighted)"), run(dear)[0]) == (0, True, 1)
    for goal in ("identify", "win"):  # the names are counted as guesses
        tree = tg.solve(of_people(goal), certificate=str(tmp_path / goal))
        code, lines = run(tmp_path / goal)
        assert code == 0
        assert lines[0].endswith(f", and one costs {tree.total + 3 * (goal == 'identify')}: it is optimal")
    cut = tmp_path / "cut"
    cut.write_bytes((SHIPPED / "bulls-3x9.total.certificate").read_bytes()[:300])
    assert run(cut) == (1, [f"{cut}: REJECTED: it is damaged"])
    assert run(tmp_path / "nowhere") == (2, [])


# What docs/certificates.md says of them.


def test_the_example_is_what_the_page_says() -> None:
    line = re.findall(r"^printf '(.*)' \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)[0]
    data = ast.literal_eval(f"b'{line}'")
    assert by_python(data).splitlines()[:2] == [
        "CHECKED bulls-1x3: no tree costs less than 6 (prices 1,2,3,...)",
        "CHECKED bulls-1x3: no tree exists (prices 0,0)",
    ]
    assert by_python(data.replace(b"... 6", b"... 7")).startswith("REJECTED: guess 0 may cost 1 less than 4")


PEOPLE = "name,hat,beard,red hair\nEd,yes,no,no\nBo Lee,no,yes,no\nBo,no,no,no\n"


def of_people(goal: str) -> tg.Game:
    header, *rows = (line.split(",") for line in PEOPLE.splitlines())
    return tg.Game.of_rules(rules_of_grid(grid_of("people.csv", header, rows), [goal]))


@pytest.mark.needs_core
@pytest.mark.needs_gcc
@pytest.mark.parametrize("other", ["Ed,no,no,no", ""])
def test_the_three_commands_for_a_table_tell_it_from_others(other: str, tmp_path: Path, c_program: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    (commands,) = re.findall(r"```sh\n(gzip -dc people\.certificate.*?)```", page, re.DOTALL)
    tree = tg.solve(of_people("identify"), certificate=str(tmp_path / "people.certificate"))
    (tmp_path / "people.csv").write_text(PEOPLE.replace(" ", "_").replace("Ed,yes,no,no", other or "Ed,yes,no,no"))
    (tmp_path / "check").symlink_to(c_program)
    done = subprocess.run(["bash", "-c", commands], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert f"less than {tree.total} (prices 1,2,3,...), and the tree in it costs {tree.total}" in done.stdout
    assert (done.returncode, "hat no no yes" in done.stdout) == (bool(other), bool(other))
    assert by_python((tmp_path / "people.certificate").read_bytes()).startswith("CHECKED the table called 'table:")


# The comparison with a tree file.


def test_the_tree_is_compared_guess_by_guess(tmp_path: Path) -> None:
    best, path = tg.solve("bulls-3x4", certificate=str(tmp_path / "c")), tmp_path / "c"
    data, tree = gzip.decompress(path.read_bytes()), best.to_bytes()
    best.write(tmp_path / "best.tree")
    assert python_checker().Checker().check(data, tree)[-1] == "the tree in it was compared with TREE guess by guess"
    other = tg.build("bulls-3x4", "first").to_bytes()
    for false, reason in (
        (other, "its tree is not that of TREE"),
        (b"\x81", "TREE is not a tree file"),
        (b"", "TREE is"),
    ):
        forged = data.replace(digest_of(tree).encode(), digest_of(false).encode())
        with pytest.raises(ValueError, match=reason):
            python_checker().Checker().check(forged, false)
        with pytest.raises(ValueError, match="about another tree"):
            python_checker().Checker().check(data, false)
    (tmp_path / "msgpack.py").write_text("raise ImportError")
    done = subprocess.run(
        [sys.executable, PYTHON, path, "--tree", tmp_path / "best.tree"],
        env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.endswith("was compared with TREE by its SHA-256 only, for want of the module msgpack\n")
