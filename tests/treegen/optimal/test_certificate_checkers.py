"""The stand-alone programs that check certificates: they agree with guesstree, and no check can be left out."""

from __future__ import annotations

import ast
import gzip
import json
import random
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import reference
from certificate_programs import PYTHON, C, build, by_c, by_python, python_checker, written
from twins import SOLVES, game

import treegen as tg
from treegen.games.weights import weigh
from treegen.optimal import certificate as certificates

if TYPE_CHECKING:
    pass

ROOT = Path(__file__).resolve().parents[3]
SHIPPED = ROOT / "trees" / "certificates"
needs_cc = pytest.mark.needs_gcc


@pytest.fixture(scope="session")
def c_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(C.read_text(), tmp_path_factory.mktemp("c"))


# That they check what is true.


@pytest.mark.parametrize("name", ["bulls-3x9.total", "mastermind-4x6.total", "mastermind-4x6.worst"])
def test_python_checks_the_shipped_certificates(name: str) -> None:
    path, entry = SHIPPED / f"{name}.certificate", manifest()[name]
    done = subprocess.run(
        [sys.executable, "-I", PYTHON, path, "--tree", ROOT / "trees" / f"{name}.tree"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("CHECKED ") == len(entry["claims"])
    assert "it is optimal" in done.stdout


@needs_cc
@pytest.mark.parametrize(
    "name", ["bulls-3x9.total", "mastermind-4x6.total", pytest.param("bulls-4x10.depth-6", marks=pytest.mark.long)]
)
def test_c_checks_the_shipped_certificates(name: str, tmp_path: Path) -> None:
    program = build(C.read_text(), tmp_path, "-O3", "-march=native")
    said = by_c((SHIPPED / f"{name}.certificate").read_bytes(), program)
    assert said.count("CHECKED ") == len(manifest()[name]["claims"])


@pytest.mark.needs_core
@pytest.mark.parametrize("most", [20_000, pytest.param(60_000, marks=pytest.mark.long)])
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


GAMES = (
    "bulls-2x3", "bulls-3x6", "bulls-3x5-any", "bulls-2x6-nozero", "bulls-3x5-any-each", "bulls-3x6-matches",
    "mastermind-2x5", "mastermind-3x4", "match-3x4", "match-3x5-distinct", "marks-3x4", "marks-4x3", "bulls-3x5=QRSTU",
)  # fmt: skip


@needs_cc
@pytest.mark.needs_core
@pytest.mark.parametrize("name", [*GAMES, pytest.param("bulls-2x10-nozero", marks=pytest.mark.long)])
def test_all_agree_on_every_kind(name: str, tmp_path: Path, c_program: Path) -> None:
    known = game(name)
    weights = np.array([1 + number % 5 for number in range(len(known.secrets))])
    cases = [(known, kind) for kind in SOLVES.values()] + [(weigh(known, weights), SOLVES["total"])]
    cases.append((known, {"first": known.guesses[len(known.guesses) // 2]}))
    for case, options in cases:
        tree = tg.solve(case, certificate=str(tmp_path / "c"), **options)
        data = (tmp_path / "c").read_bytes()
        assert gzip.decompress(data).startswith(b"guesstree certificate 1\n")
        said = tg.check_certificate(data, "c", (tree, tree.to_bytes()))
        assert any(f"no tree costs less than {tree.cost} " in line for line in said)
        for lines in (by_python(data), by_c(data, c_program)):
            assert f"no tree costs less than {tree.cost} " in lines
            assert f"the tree in it costs {tree.cost}: it is optimal" in lines


@needs_cc
@pytest.mark.needs_core
def test_all_agree_on_words(tmp_path: Path, c_program: Path) -> None:
    some = random.Random(2)
    words = sorted({"".join(some.choice("abcé") for _ in range(4)) for _ in range(80)})
    (tmp_path / "s").write_text("\n".join(words[::3]))
    (tmp_path / "g").write_text("\n".join(words))
    known = tg.game(f"words:{tmp_path / 's'},{tmp_path / 'g'}")
    for options in SOLVES.values():
        tree = tg.solve(known, certificate=str(tmp_path / "c"), **options)
        data = (tmp_path / "c").read_bytes()
        for said in (by_python(data), by_c(data, c_program)):
            assert f"the tree in it costs {tree.cost}: it is optimal" in said


@needs_cc
@pytest.mark.needs_core
def test_all_agree_that_there_is_no_tree(tmp_path: Path, c_program: Path) -> None:
    with pytest.raises(tg.NoSuchTree):
        tg.solve(game("bulls-3x6"), certificate=str(tmp_path / "c"), max_depth=4)
    data = (tmp_path / "c").read_bytes()
    for said in (by_python(data), by_c(data, c_program)):
        assert "CHECKED bulls-3x6: no tree exists (prices 0,0,0,0)" in said


@needs_cc
@pytest.mark.needs_core
@pytest.mark.parametrize(
    ("name", "is_game"),
    [
        ("mastermind-2x4=red,green,blue,white", True), ("mastermind-2x3=🔴🟢🔵", True), ("mastermind-2x3=R🟢B", True),
        ("mastermind-2x3=BGR", True), ("mastermind-2x3=red,red,blue", False), ("mastermind-2x3=r,g,b", False),
        ("mastermind-2x3=red,,blue", False), ("mastermind-2x3=red,green,blue,", False), ("mastermind-2x3=", False),
        ("mastermind-2x3=RGG", False), ("bulls-2x11", False), ("bulls-2x3=re d,green,blue", False),
    ],
)  # fmt: skip
def test_names_of_symbols(name: str, is_game: bool, c_program: Path) -> None:
    first = "-" if "=" not in name or name[-1] == "R" else "12"  # in the symbols, not in their names
    said = by_c(written(name, ["1,2,3,... 1"], [0], first=first), c_program)
    assert said.startswith(f"CHECKED {name}: no tree costs less than 1 " if is_game else "REJECTED: ")


# That each lemma is true.


@pytest.mark.needs_core
@pytest.mark.parametrize(
    "name",
    [
        "match-2x5",
        "match-3x3",
        pytest.param("mastermind-2x7", marks=pytest.mark.long),
        pytest.param("bulls-2x8", marks=pytest.mark.long),
        "match-5x2",
        "bulls-2x7",
    ],
)
def test_every_lemma_is_true_by_the_plainest_search(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known, checker = game(name), python_checker()
    rows, lemmas = known.table.tolist(), 0
    assert list(known.secrets) == sorted(known.secrets)  # the order of both programs
    proved: list[tuple[list[int], int, int]] = []
    plain = checker.Checker.lemma

    def noting(self: Any, candidates: Any, depth: int, least: int, *nested: int) -> None:
        plain(self, candidates, depth, least, *nested)
        proved.append((candidates.tolist(), depth, least))

    monkeypatch.setattr(checker.Checker, "lemma", noting)
    for kind in ("total", "fewest-at-max", "candidates", "prices"):
        certificate_of(known, tmp_path / "c", SOLVES[kind])
        made = certificates.read((tmp_path / "c").read_bytes())
        proved.clear()
        assert "CHECKED" in by_python((tmp_path / "c").read_bytes())
        claims = iter(made.claims)
        prices = next(claims).prices
        for candidates, depth, least in proved:
            found = reference.solve(
                rows, known.winning, (), prices.values, made.pool, candidates=candidates, depth=depth
            )
            assert found is None or found[0] - prices.at(depth + 1) * len(candidates) >= least
            lemmas += 1
            if len(candidates) == len(known.secrets):  # the last of its claim
                prices = next(claims, made.claims[0]).prices
    assert lemmas > 6


def certificate_of(known: tg.Game, path: Path, options: dict[str, Any]) -> tg.Tree:
    return tg.solve(known, certificate=str(path), **options)


# That no damage makes a false one of a true one.


def damaged(data: bytes, some: random.Random) -> bytes:
    broken = bytearray(data)
    for _ in range(some.choice((1, 1, 2, 3))):
        at = some.randrange(len(broken) + 1)
        match some.randrange(5):
            case 0:
                broken[at:at] = bytes([some.randrange(256)])
            case 1:
                del broken[at : at + some.randrange(1, 9)]
            case 2 if at > 20:
                del broken[at:]
            case _ if at < len(broken):
                broken[at] = some.choice((broken[at] ^ 1, broken[at] + 1 & 255, some.randrange(256), 0))
    return bytes(broken)


def one_more(name: str, options: dict[str, Any], folder: Path) -> bytes:
    """The proof of what is true, with a claim of one more, and without the tree."""
    tg.solve(game(name), certificate=str(folder / "c"), **options)
    made = certificates.read((folder / "c").read_bytes())
    proofs = made.numbers[len(certificates.tree_numbers(made, game(name))) :]
    claim = made.claims[0]
    assert claim.bound is not None
    return written(name, [f"{str(claim).rpartition(' ')[0]} {claim.bound + 1}"], proofs, pool=made.pool)


@needs_cc
@pytest.mark.needs_core
@pytest.mark.parametrize("count", [40, pytest.param(5000, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("name", "kind"), [("match-2x5", "total"), ("bulls-2x8", "prices"), ("match-3x3", "candidates")]
)
def test_no_damage_makes_them_accept_one_more(
    name: str, kind: str, count: int, tmp_path: Path, c_program: Path
) -> None:
    false, some = one_more(name, SOLVES[kind], tmp_path), random.Random(name)
    header, end, numbers = false.partition(b"\nproof\n")
    for _ in range(count):
        data = header + end + damaged(numbers, some)
        assert by_python(data).startswith("REJECTED: ")
        assert by_c(data, c_program).startswith("REJECTED: ")


@needs_cc
@pytest.mark.parametrize("count", [12, pytest.param(5000, marks=pytest.mark.long)])
def test_damaged_headers_get_one_line(count: int, tmp_path: Path) -> None:
    some, good = random.Random(5), (SHIPPED / "bulls-3x9.total.certificate").read_bytes()
    program = build(C.read_text(), tmp_path, "-O1", "-g", "-fsanitize=address,undefined", "-w")
    header, end, numbers = gzip.decompress(good).partition(b"\nproof\n")
    for number in range(count):
        broken = damaged(header, some)
        if number % 2 or b"x9" not in broken:  # a larger game would take its time
            broken, numbers = header, damaged(numbers, some)
        data = broken + end + numbers
        assert len(by_python(data).splitlines()) in (1, 3)
        assert len(by_c(data, program).splitlines()) in (1, 3)


# What they are made of.


def test_the_programs_are_short_and_import_nothing_of_ours() -> None:
    for path, most in ((PYTHON, 400), (C, 580)):
        lines = path.read_text().splitlines()
        assert len(lines) <= most
        assert max(map(len, lines)) <= 120
    imported = set()
    for node in ast.walk(ast.parse(PYTHON.read_text())):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(str(node.module).partition(".")[0])
    assert imported - sys.stdlib_module_names == {"numpy", "msgpack"}  # the latter only to compare trees
    included = {line.split()[1] for line in C.read_text().splitlines() if line.startswith("#include")}
    of_c = ("ctype", "setjmp", "stdbool", "stdint", "stdio", "stdlib", "string")
    assert included == {f"<{name}.h>" for name in of_c}
    text = re.sub(r'/[*].*?[*]/|"(?:\\.|[^"\\])*"', "", C.read_text(), flags=re.DOTALL)
    for _ in range(9):  # what is in brackets
        text = re.sub(r"\([^()]*\)", "", text)
    lines = [line for line in text.splitlines() if not line.startswith("struct ") and not re.search("} [a-z]+;", line)]
    assert all(line.count(";") <= 1 for line in lines)  # one statement a line


def test_the_program_in_python_says_what_is_wrong(tmp_path: Path) -> None:
    def run(*arguments: str | Path) -> tuple[int, str, str]:
        done = subprocess.run([sys.executable, "-I", PYTHON, *arguments], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    good = SHIPPED / "bulls-3x9.total.certificate"
    cut = tmp_path / "cut"
    cut.write_bytes(good.read_bytes()[:-20])
    for arguments in ((), ("--what",), (tmp_path / "none",)):
        code, out, err = run(*arguments)
        assert (code, out, err.count("\n")) == (2, "", 1)
    code, out, err = run(cut)
    assert (code, out.count("\n"), err) == (1, 1, "")
    assert out.startswith(f"{cut}: REJECTED: ")
    code, out, err = run(good, "--tree", ROOT / "trees" / "mastermind-4x6.total.tree")
    assert (code, "about another tree" in out) == (1, True)
    shutil.copy(good, tmp_path / "-x")
    assert run(tmp_path / "-x")[0] == 0
