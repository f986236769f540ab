"""The stand-alone programs that check certificates: they agree with guesstree, and no check can be left out."""

from __future__ import annotations

import ast
import gzip
import importlib.util
import json
import random
import re
import shutil
import subprocess
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import reference
from twins import SOLVES, game

import treegen as tg
from treegen.games.weights import weigh
from treegen.native import core
from treegen.optimal import certificate as certificates

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

ROOT = Path(__file__).resolve().parents[3]
PYTHON, C = ROOT / "scripts" / "check_certificate.py", ROOT / "scripts" / "check_certificate.c"
SHIPPED = ROOT / "trees" / "certificates"
needs_cc = pytest.mark.needs_gcc


def load(source: str, name: str) -> ModuleType:
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, None))  # type: ignore[arg-type]
    exec(compile(source, name, "exec"), module.__dict__)  # noqa: S102
    return module


@cache
def python_checker() -> ModuleType:
    return load(PYTHON.read_text(), "check_certificate")


def by_python(data: bytes, checker: ModuleType | None = None) -> str:
    """What the program in Python says of a certificate."""
    try:
        lines: list[str] = (checker or python_checker()).Checker().check(data, None)
    except ValueError as error:
        return f"REJECTED: {error}"
    return "\n".join(lines)


@pytest.fixture(scope="session")
def c_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(C.read_text(), tmp_path_factory.mktemp("c"))


def build(source: str, folder: Path, *options: str) -> Path:
    (folder / "check.c").write_text(source)
    how = ["gcc", *(options or ("-std=c11", "-O2", "-Wall", "-Wextra", "-Werror")), "check.c", "-o", "check"]
    subprocess.run(how, cwd=folder, check=True)
    return folder / "check"


def by_c(data: bytes, program: Path) -> str:
    """What the program in C says of a certificate."""
    text = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    done = subprocess.run([program], input=text, capture_output=True, check=False, timeout=100)
    assert done.returncode in (0, 1), done.stderr
    assert (done.returncode == 0) == done.stdout.startswith(b"CHECKED ")
    return done.stdout.decode().rstrip("\n")


def written(
    name: str, claims: Sequence[str], numbers: Sequence[int] | bytes, *, pool: str = "all", first: str = "-",
    tree: str = "-", lines: Sequence[str] = (),
) -> bytes:  # fmt: skip
    """A certificate as anyone may write it."""
    header = ["guesstree certificate 1", f"game {name}", *lines, f"pool {pool}", f"first {first}", "caps classes"]
    header += [f"tree {tree}", *(f"claim {claim}" for claim in claims), "proof", ""]
    return "\n".join(header).encode() + (numbers if isinstance(numbers, bytes) else pack(numbers))


def pack(numbers: Sequence[int]) -> bytes:
    packed = bytearray()
    for number in numbers:
        while number > 127:
            packed.append(number & 127 | 128)
            number >>= 7
        packed.append(number)
    return bytes(packed)


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
def test_guesstree_checks_the_shipped_certificates() -> None:
    for name in manifest():
        path = SHIPPED / f"{name}.certificate"
        if path.exists() and path.stat().st_size < 60_000:
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


# That nothing false is accepted, and no check is there for nothing.

# All symmetries of bulls-2x4, by a swap of the places and three of the symbols: places, then names.
_ALL = [4, 1, 0, 0, 1, 2, 3, 0, 1, 1, 0, 2, 3, 0, 1, 0, 2, 1, 3, 0, 1, 0, 1, 3, 2]
_LADDER = ("aaab", "aaac", "aaad", "aaae", "aaaf")


def listed(secrets: Sequence[str], guesses: Sequence[str]) -> dict[str, Any]:
    """The name and the lines of a game of words."""
    digest = sha256("\n".join([*sorted(secrets), "", *sorted(guesses)]).encode()).hexdigest()
    lines = ["rule marks", f"guesses {' '.join(guesses)}", f"secrets {' '.join(secrets)}"]
    return {"name": f"words:{digest}", "lines": lines}


# All symmetries of match-1x4 by one turn.
_TURN = [1, 0, 1, 2, 3, 0]
# A swap of the first two and of the last two of mastermind-2x4-nozero=0123 that are not 0, and one that moves the 0.
_NOZERO = [1, 3, 0, 1, 0, 2, 1, 3, 0, 1, 0, 1, 3, 2, 0, 1, 2, 1, 0, 3]
# Certificates that claim what is false (or, two of them, that call a tree optimal that is not allowed).
FALSE = {
    # the least total is 13
    "one more": written("bulls-2x3", ["1,2,3,... 14"], [0]),
    # four of twelve answer the first guess with one cow; the lemma of this cell says that no tree finds them
    "a false lemma": written("bulls-2x4", ["1,2,3,... never"], [2 + 1, *_ALL, 0, 1, 0, 0]),
    # the same, where the lemma leaves no guess but the first, which tells nothing there
    "symmetries of another set": written("bulls-2x4", ["1,2,3,... never"], [2 + 1, *_ALL, 0, 1, 0, 1, *_ALL]),
    # all guesses are renamed to 11, which costs 24; 12 costs 21
    "names that are no permutation": written("mastermind-2x3", ["1,2,3,... 24"], [1, 1, 0, 1, 0, 0, 0]),
    # two secrets are left after the first guess, and two guesses find them
    "a first guess that tells nothing": written("bulls-2x2-any", ["1,2,3,... never"], [0], first="11"),
    # 12 is better than the first guess 11
    "a tree with another first guess": written(
        "mastermind-2x3", ["1,2,3,... 21"], [1, 8, 5, 6, 3, 2, 4, 7, 0, 0], first="11", tree="0" * 64
    ),
    # bcde tells all apart, but cannot be the secret
    "a tree with another pool": written(
        claims=["1,2,3,... 10"], numbers=[5, 4, 3, 2, 1, 0, 0], pool="candidates", tree="0" * 64,
        **listed(_LADDER, (*_LADDER, "bcde")),
    ),
    # the least total is 6; the forced first guess is not the lowest of its orbit
    "a first guess with images": written("match-1x3", ["1,2,3,... 7"], [1, 1, 0, 2, 1, 0], first="3"),
    # the first guess wins for none
    "a first guess that is no candidate": written(
        "bulls-2x3-any", ["1,2,3,... never"], [0], pool="candidates", first="11"
    ),
    # 12 costs 31, and is no image of 10 and 11, which cost 33 and 35
    "symmetries that lead to no code": written("mastermind-2x4-nozero=0123", ["1,2,3,... 32"], _NOZERO),
    # after aaaf, bcde tells the other four apart, though it is no candidate among them: 15
    "a guess that wins elsewhere": written(
        claims=["1,2,3,... 16"], numbers=[0], first="aaaf", **listed((*_LADDER, "bcde"), (*_LADDER, "bcde"))
    ),
    # c tells nothing, and then a and b cost 1 each
    "prices that fall": written(claims=["5,1,1 6"], numbers=[0], **listed("ab", "abc")),
    # one more than the limit of costs, times weights
    "costs that are too high": written(
        "mastermind-1x2", [f"0,{(1 << 47) - 1} never"], [0], lines=["weights 9 9"]
    ),
    # a guess finds both
    "a word twice": written(claims=["1,2,3,... never"], numbers=[0], **listed(("a", "a"), ("a",))),
    # with dearer prices the other three cost 27 more than if the next guess found each
    "lemmas of another claim": written(
        "match-1x4", ["0,9,18,27 54", "0,1,2,3 7"], [3, *_TURN, 0, 0, 27, 0, 1, *_TURN],
    ),
}  # fmt: skip

# What is changed in a program, and what it accepts then. (In Python, names that are no permutation do not keep a set.)
PYTHON_MUTANTS = {
    "rank closes all": (
        "guesses = guesses[np.array(bounds, np.int64)[which] < least]", "guesses = guesses[:0]", "one more"
    ),
    "sizes close all": ("np.flatnonzero(missing > 0)", "np.flatnonzero(missing > INFINITY)", "one more"),
    "cells close all": ("need(rest <= 0,", "need(True,", "one more"),
    "nested lemmas are believed": (
        "if depth < len(self.prices):", "if depth < len(self.prices) and nested == 1:", "a false lemma"
    ),
    "images of another set": (
        'need((np.sort(secrets[candidates]) == candidates).all(), "a symmetry', 'need(True, "a symmetry',
        "symmetries of another set",
    ),
    "any first guess": (
        'need(first == "-" or len(np.unique(self.table[:, self.first])) > 1,', "need(True,",
        "a first guess that tells nothing",
    ),
    "any tree": ("else self.is_pool_all or self.winning in told", "else True", "a tree with another pool"),
    "the tree may begin otherwise": (
        "guess == self.first if is_forced else", "True if is_forced else", "a tree with another first guess"
    ),
}  # fmt: skip
# Two checks that find the same are removed together.  Limits of resources and of the form are not here: what is beyond
# them could be true.
C_MUTANTS = {
    "rank closes all": ("guess_bound(d, open.light, n, cells, wins, most) >= least", "true", "one more"),
    "sizes close all": ("if (cost >= least) return cost;", "return least;", "one more"),
    "cells close all": ("need(guess_cost(g, set, n, d, least) >= least,", "need(true,", "one more"),
    "only winning guesses are ranked": (
        "from < game.guesses && bound >", "from < 0 && bound >", "a guess that wins elsewhere"
    ),
    "nested lemmas are believed": ("if (left(d) > 0) close", "if (nested == 1) close", "a false lemma"),
    "images of another set": ("need(open.is_in[by->secret[set[i]]],", "need(true,", "symmetries of another set"),
    "any names": ("need(!used[map[i]],", "need(true,", "names that are no permutation"),
    "images that are no codes": (
        'need(found != NULL, "a symmetry that leads to no code");\n        to[k] = found - words;',
        "to[k] = found ? found - words : k;", "need(to[f] == image,", "need(true,", "symmetries that lead to no code",
    ),
    "rank of a first guess": (
        "if (!is_forced && guess", "if (guess", "rank_one(game.first, all, game.secrets) >= 4", "true",
        "a first guess that tells nothing",
    ),
    "images of a first guess": (
        "if (is_forced ? g != game.first : is_excused)", "if ((is_forced && g != game.first) || is_excused)",
        "a first guess with images",
    ),
    "the pool of a first guess": (
        "if (is_forced ? g != game.first : is_excused)", "if ((is_forced && g != game.first) || is_excused)",
        "a first guess that is no candidate",
    ),
    "a part of a set": ("max(most.plain, most.able - 1)", "most.plain", "a guess that wins elsewhere"),
    "prices may fall": (
        "need(claim->price[claim->levels] >= claim->price[claim->levels - 1],", "need(true,", "prices that fall"
    ),
    "any costs": ("need(last <= (END_OF_COSTS - 1) / game.weight &&", "need(", "costs that are too high"),
    "words twice": ("need(compare(&sorted[k - 1], &sorted[k]),", "need(true,", "a word twice"),
    "lemmas are kept": (
        "proof.facts = room(CLAIM,", "if (!proof.facts) proof.facts = room(CLAIM,",
        "proof.lemmas;\n    release(CLAIM);", "proof.lemmas;", "lemmas of another claim",
    ),
    "any tree": (
        "need(is_forced || !game.has_candidates_only || open.size[game.win],", "need(true,", "a tree with another pool"
    ),
    "the tree may begin otherwise": (
        "need(!is_forced || g == game.first,", "need(true,", "a tree with another first guess"
    ),
}  # fmt: skip


@needs_cc
@pytest.mark.needs_core
@pytest.mark.parametrize("name", FALSE)
def test_all_reject_what_is_false(name: str, c_program: Path) -> None:
    assert by_python(FALSE[name]).startswith("REJECTED: ")
    assert by_c(FALSE[name], c_program).startswith("REJECTED: ")
    with pytest.raises(tg.BadInput):  # a game of words is asked for, or the certificate is rejected
        tg.check_certificate(gzip.compress(FALSE[name]), name)
    assert core is not None
    with pytest.raises(ValueError, match=r"\(number \d+\)$"):
        core.check_certificate(FALSE[name])


@pytest.mark.parametrize("name", PYTHON_MUTANTS)
def test_each_check_of_the_program_in_python_is_needed(name: str) -> None:
    old, new, false = PYTHON_MUTANTS[name]
    source = PYTHON.read_text()
    assert source.count(old) == 1
    assert by_python(FALSE[false], load(source.replace(old, new), "mutant")).startswith("CHECKED ")


@needs_cc
@pytest.mark.parametrize("name", C_MUTANTS)
def test_each_check_of_the_program_in_c_is_needed(name: str, tmp_path: Path) -> None:
    *changes, false = C_MUTANTS[name]
    source = C.read_text()
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert source.count(old) == 1
        source = source.replace(old, new)
    assert by_c(FALSE[false], build(source, tmp_path, "-O0", "-w")).startswith("CHECKED ")


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
