"""The checker in Python follows the page of certificates: its examples, names of symbols, first guesses, trees."""

from __future__ import annotations

import ast
import gzip
import hashlib
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import treegen as tg

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).resolve().parents[3]
PROGRAM, PAGE = ROOT / "scripts" / "check_certificate.py", ROOT / "docs" / "certificates.md"
SOURCE = PROGRAM.read_text()


def load(source: str) -> ModuleType:
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("checker", None))  # type: ignore[arg-type]
    exec(compile(source, "checker", "exec"), module.__dict__)  # noqa: S102
    return module


CHECKER: Any = load(SOURCE)


def said(data: bytes, checker: Any = CHECKER) -> str:
    try:
        return "\n".join(checker.Checker().check(data))
    except ValueError as error:
        return f"REJECTED: {error}"


def written(game: str, claim: str, *numbers: int, pool: str = "all", first: str = "-", lines: str = "") -> bytes:
    head = f"guesstree certificate 1\ngame {game}\n{lines}pool {pool}\nfirst {first}\ncaps whole\ntree -\n"
    return f"{head}claim {claim}\nproof\n".encode() + bytes(numbers)


def test_the_example_is_what_the_page_says() -> None:
    line = re.findall(r"^printf '(.*)' \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)[0]
    data = ast.literal_eval(f"b'{line}'")
    assert said(data).splitlines()[:2] == [
        "CHECKED bulls-1x3: no tree costs less than 6 (prices 1,2,3,...)",
        "CHECKED bulls-1x3: no tree exists (prices 0,0)",
    ]
    assert said(data.replace(b"... 6", b"... 7")).startswith("REJECTED: guess 0 may cost 1 less than 4")


@pytest.mark.parametrize(
    ("name", "guess", "secret", "feedback"),
    [
        ("mastermind-4x4=1347", "1111", "1347", 5),
        ("mastermind-4x4-matches=1347", "1111", "1347", 5),
        ("mastermind-4x4-each=1347", "1111", "1347", 8),
        ("match-4x4=1347", "1111", "1347", 1),
        ("marks-4x4=1347", "1111", "1347", 54),
        ("words:", "geese", "speed", 48),
        ("words:", "speed", "abide", 10),
    ],
)
def test_feedbacks_are_those_of_the_page(name: str, guess: str, secret: str, feedback: int) -> None:
    game = CHECKER.Game(name + "0" * 64, (guess, secret)) if name[-1] == ":" else CHECKER.Game(name, None)
    assert game.table[game.secret_at[secret], game.guess_at[guess]] == feedback


@pytest.mark.parametrize(
    ("first", "games"),
    [
        ("ab", ["bulls-2x3=bca", "bulls-2x3=cab"]),
        ("12", ["bulls-2x3=red,green,blue", "bulls-2x3=🔴🟢🔵", "bulls-2x3=a,b,cc", "bulls-2x3"]),
        ("01", ["bulls-2x10", f"bulls-2x10={','.join(f'n{i}' for i in range(10))}"]),
        (None, ["bulls-2x3=a,b,c", "bulls-2x3=red,green", "bulls-2x3=red,green,red", "bulls-2x3=a b,c,d"]),
        (None, ["bulls-2x3=x:y,b,c", "bulls-2x3=,🔴,🔵", f"bulls-2x3=🔴,🔵,{'x' * 21}", "bulls-2x3=aab"]),
        (None, ["bulls-2x11", f"bulls-2x11={','.join(f'n{i}' for i in range(11))}", "bulls-2x3=abcd"]),
    ],
)  # fmt: skip
def test_symbols_may_have_names(first: str | None, games: list[str]) -> None:
    for name in games:
        told = said(written(name, "1,2,3,... 0", 0, first=first or "12"))
        assert told.startswith(f"CHECKED {name}: " if first else "REJECTED: "), told


# That a first guess is forced, weights forbid symmetries, and secrets that no guess finds have lemmas of their own.

FORCED = written("match-1x3", "1,2,3,... 7", 1, 1, 0, 2, 1, 0, first="3")
OUTSIDE = written("bulls-2x3-any", "1,2,3,... never", 0, pool="candidates", first="11")
WEIGHTS = written("bulls-1x3", "1,2,3,... 22", 1, 1, 0, 1, 2, 0, lines="weights 1 1 9\n")


@pytest.mark.parametrize(
    ("data", "old", "new"),
    [
        (FORCED, "guesses = np.array([self.first])", "guesses = guesses[guesses == self.first]"),
        (OUTSIDE, "guesses = np.array([self.first])", "guesses = guesses[guesses == self.first]"),
        (WEIGHTS, "need(self.game.symbols and not self.is_weighted,", "need(self.game.symbols,"),
    ],
    ids=["image", "pool", "weights"],
)
def test_false_ones_are_accepted_if_a_check_is_left_out(data: bytes, old: str, new: str) -> None:
    assert said(data).startswith("REJECTED: ")
    assert SOURCE.count(old) == 1
    assert said(data, load(SOURCE.replace(old, new))).startswith("CHECKED ")


def test_a_first_guess_outside_the_pool_is_bounded() -> None:
    for cost, start in ((16, "CHECKED "), (17, "REJECTED: ")):
        data = written("bulls-2x3-any", f"1,2,3,... {cost}", 0, pool="candidates", first="11")
        assert said(data).startswith(start)


def test_lemmas_of_single_candidates_serve_too() -> None:
    # The secret c is not a guess: a lemma says at first that it costs 1 more, then, by the first one, 2.
    lines = "rule marks\nguesses a b\nsecrets a b c\n"
    for lemmas, start in (((2, 1, 0, 2, 0), "REJECTED: "), ((4, 1, 0, 1, 0, 1, 0, 2, 0), "CHECKED ")):
        data = written(f"words:{'0' * 64}", "1,2,3,... 8", 4, 0, 0, 3, *lemmas, 1, 0, 3, 0, lines=lines)
        assert said(data).startswith(start), said(data)


# The comparison with a tree file.


def test_the_tree_is_compared_guess_by_guess(tmp_path: Path) -> None:
    name = "bulls-3x9.total"
    path = ROOT / "trees" / "certificates" / f"{name}.certificate"
    data, tree = gzip.decompress(path.read_bytes()), (ROOT / "trees" / f"{name}.tree").read_bytes()
    assert CHECKER.Checker().check(data, tree)[-1] == "the tree in it was compared with TREE guess by guess"
    other = tg.build(tg.game(name.partition(".")[0])).to_bytes()
    for false, reason in (
        (other, "its tree is not that of TREE"),
        (b"\x81", "TREE is not a tree file"),
        (b"", "TREE is"),
    ):
        forged = data.replace(hashlib.sha256(tree).hexdigest().encode(), hashlib.sha256(false).hexdigest().encode())
        with pytest.raises(ValueError, match=reason):
            CHECKER.Checker().check(forged, false)
        with pytest.raises(ValueError, match="about another tree"):
            CHECKER.Checker().check(data, false)
    (tmp_path / "msgpack.py").write_text("raise ImportError")
    done = subprocess.run(
        [sys.executable, PROGRAM, path, "--tree", ROOT / "trees" / f"{name}.tree"],
        env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.endswith("was compared with TREE by its SHA-256 only, for want of the module msgpack\n")
